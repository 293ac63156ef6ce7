#include "runtime/snapshot/layout.h"
#include <stdlib.h>
#include <string.h>
#include "runtime/snapshot/budget.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/types/c_layout.h"
#include "runtime/types/field.h"

typedef struct Layout {
    const ed_Document *document;
    const ed_DocumentTypes *types;
    ed_Arena *arena;
    u32 *depth;      // of each type: how deeply its default is nested, at least 1; 0: not known
    u64 *bytes;      // of each type: bytes of the texts and lists in its defaults
    bool *busy;      // of each type: the walk is inside it; if met again, it contains itself
    ed_Error *error;
} Layout;

static bool refuse(const Layout *l, const ed_Type *type, const ed_Field *field, const char *why)
{
    const char *name = field ? field->name : "";
    ed_fail(l->error, ED_ERR_FORMAT, "invalid type %s%s%s: %s", type->name, field ? "." : "", name,
            why);
    return false;
}

static bool is_named(const ed_Type *type)
{
    return type->kind == ED_ENUM || type->kind == ED_FLAGS || type->kind == ED_SYMBOL;
}

/// Casts const away: the document's types are in writable memory.
static ed_Field *field_at(const ed_Type *type, u32 index)
{
    return (ed_Field *)(uintptr_t)&type->fields[index];
}

// --- sizes ---------------------------------------------------------------------------------------

static u32 element_size(const ed_Field *field)
{
    if (field->kind == ED_CHARS) return field->size;
    return field->type && !ed_field_refers(field) ? field->type->size : ed_kind_size(field->kind);
}

static ed_Member member_of(const ed_Field *field)
{
    return (ed_Member){ .shape = field->shape,
                        .size = field->size,
                        .count = field->count,
                        .align = ed_field_is_list(field) ? 8 : ed_field_align(field) };
}

static bool check_field(const Layout *l, const ed_Type *type, const ed_Field *field)
{
    bool inline_record = ed_field_is_record(field) && !ed_field_is_list(field);
    if (inline_record && field->type >= type)
        return refuse(l, type, field, "it contains itself or a later type by value");
    if (field->shape == ED_POOL && field->kind != ED_STRUCT)
        return refuse(l, type, field, "a pool must contain structs");
    bool leads = ed_field_prefix_size(field) || field->shape == ED_POOL;
    return type->kind != ED_UNION || !leads
        || refuse(l, type, field,
                  "an alternative must be one value, a fixed array or a list without a bound");
}

static bool check_size(const Layout *l, const ed_Type *type, const ed_Field *field, u64 size)
{
    if (size <= ED_RECORD_BYTES_MAX) return true;
    ed_fail(l->error, ED_ERR_LIMIT, "type %s exceeds 1 GiB at field %s", type->name, field->name);
    return false;
}

static int by_tag(const void *a, const void *b)
{
    u32 one = *(const u32 *)a, other = *(const u32 *)b;
    return (one > other) - (one < other);
}

/// Refuses two fields with the same tag: values are keyed by tag, so one of the fields would never
/// be found.
static bool check_tags(const Layout *l, const ed_Type *type)
{
    size_t before = l->arena->used;
    u32 *tags = (u32 *)ed_arena_push_raw(l->arena, type->field_count * sizeof *tags, _Alignof(u32));
    if (!tags) return ed_arena_check(l->arena, l->error);
    for (u32 i = 0; i < type->field_count; i++) tags[i] = type->fields[i].tag;
    qsort(tags, type->field_count, sizeof *tags, by_tag);
    bool twice = false;
    for (u32 i = 1; i < type->field_count; i++) twice |= tags[i] == tags[i - 1];
    l->arena->used = before;
    return !twice || refuse(l, type, NULL, "two of its fields have the same tag");
}

static bool lay_out_struct(const Layout *l, ed_Type *type)
{
    u64 at = 0;
    for (u32 i = 0; i < type->field_count; i++) {
        ed_Member member = member_of(&type->fields[i]);
        at = ed_member_offset(&member, at);
        field_at(type, i)->offset = (u32)at;
        at += ed_member_size(&member);
        if (!check_size(l, type, &type->fields[i], at)) return false;
    }
    type->size = (u32)ed_align_up(at ? at : 1, type->align);      // all fields may be transient
    return true;
}

static bool lay_out_union(const Layout *l, ed_Type *type)
{
    u64 most = 0;
    if (type->field_count == 0) return refuse(l, type, NULL, "a union without alternatives");
    type->align = ed_union_align(type->align);
    for (u32 i = 0; i < type->field_count; i++) {
        ed_Field *field = field_at(type, i);
        ed_Member member = member_of(field);
        u64 size = ed_member_size(&member);
        field->offset = type->align;
        if (!check_size(l, type, field, size)) return false;
        if (size > most) most = size;
    }
    type->size = (u32)ed_union_size(most, type->align);
    return true;
}

static bool lay_out(const Layout *l, ed_Type *type)
{
    if (!check_tags(l, type)) return false;
    type->align = 1;
    for (u32 i = 0; i < type->field_count; i++) {
        ed_Field *field = field_at(type, i);
        if (!check_field(l, type, field)) return false;
        if (!ed_field_is_list(field)) field->size = element_size(field);
        ed_Member member = member_of(field);
        if (type->align < ed_member_align(&member)) type->align = ed_member_align(&member);
    }
    return type->kind == ED_UNION ? lay_out_union(l, type) : lay_out_struct(l, type);
}

static bool has_pool(const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (type->fields[i].shape == ED_POOL) return true;
    return false;
}

/// Sets the element sizes of lists, whose element types may come later in the document. Refuses
/// pools outside roots: rows that contain a pool could be written but never read (layout_check.h).
static bool complete_lists(const Layout *l)
{
    for (u32 t = 0; t < l->types->count; t++)
        for (u32 i = 0; i < l->types->types[t].field_count; i++) {
            ed_Field *field = field_at(&l->types->types[t], i);
            if (ed_field_is_list(field)) field->size = element_size(field);
            if (ed_field_is_record(field) && has_pool(field->type))
                return refuse(l, &l->types->types[t], field,
                              "it contains a pool, but only states can have pools");
        }
    return true;
}

/// Lays out enums and flags first: their size depends on no other type.
static bool lay_out_all(const Layout *l)
{
    for (u32 t = 0; t < l->types->count; t++) {
        ed_Type *type = &l->types->types[t];
        if (type->kind == ED_ENUM && !type->value_count)
            return refuse(l, type, NULL, "an enum without values");
        if (is_named(type)) type->size = type->align = ed_kind_size(type->base);
    }
    for (u32 t = 0; t < l->types->count; t++)
        if (!is_named(&l->types->types[t]) && !lay_out(l, &l->types->types[t])) return false;
    return complete_lists(l);
}

// --- defaults ------------------------------------------------------------------------------------

/// One level of the walk over the defaults of types. The walk limits their depth and size.
typedef struct DefaultWalk {
    const Layout *l;
    u32 level;        // how deep this type is nested in the one where the walk began
    u32 deepest;      // how many more levels its defaults have
    u64 bytes;        // of the texts and lists in the defaults below
    u64 values;       // single values in the defaults below, at most
} DefaultWalk;

static bool visit(DefaultWalk *walk, const ed_Type *type, u32 levels);
static void visit_value(DefaultWalk *walk, const ed_Field *field, ed_Reader *r);

/// Returns NULL if the type has no field with the tag.
static const ed_Field *read_field_tag(const ed_Type *type, ed_Reader *r)
{
    u64 tag = ed_read_u64(r);
    return ed_read_ok(r) && tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
}

static void visit_members(DefaultWalk *walk, const ed_Type *type, ed_Reader *r)
{
    for (u32 i = ed_read_map(r); i > 0 && ed_read_ok(r); i--) {
        const ed_Field *field = read_field_tag(type, r);
        if (field) visit_value(walk, field, r);
        else ed_read_skip(r);
    }
}

static void visit_alternative(DefaultWalk *walk, const ed_Type *type, ed_Reader *r)
{
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    const ed_Field *field = count == 2 ? read_field_tag(type, r) : NULL;
    if (field) visit_value(walk, field, r);
    else ed_read_fail(r, ED_ERR_FORMAT, at, "expected [tag of an alternative, value]");
}

static void read_handle(ed_Reader *r)
{
    const u8 *at = r->at;
    if (ed_read_format(r) == ED_FORMAT_NIL) {
        ed_read_nil(r);
        return;
    }
    if (ed_read_array(r) != 2) ed_read_fail(r, ED_ERR_FORMAT, at, "expected [index, generation]");
    ed_read_u64(r);
    ed_read_u64(r);
}

static void read_record_name(ed_Reader *r)
{
    if (ed_read_format(r) == ED_FORMAT_NIL) ed_read_nil(r);
    else ed_read_u64(r);
}

/// Visits the type's own defaults too: a record is initialized with them before the value is read
/// into it.
static void visit_record(DefaultWalk *walk, const ed_Field *field, ed_Reader *r)
{
    bool is_union = field->kind == ED_UNION;
    bool fits = ed_read_format(r) == (is_union ? ED_FORMAT_ARRAY : ED_FORMAT_MAP);
    if (fits && !visit(walk, field->type, r->depth))
        ed_read_fail(r, ED_ERR_FORMAT, r->at, "%s was refused", field->type->name);
    else if (is_union) visit_alternative(walk, field->type, r);
    else visit_members(walk, field->type, r);
}

static void visit_element(DefaultWalk *walk, const ed_Field *field, ed_Reader *r)
{
    bool name = ed_field_is_named(field) && ed_read_format(r) == ED_FORMAT_STR;
    if (ed_field_is_record(field)) visit_record(walk, field, r);
    else if (field->kind == ED_TEXT_PTR && ed_read_format(r) == ED_FORMAT_NIL) ed_read_nil(r);
    else if (ed_field_is_text(field)) walk->bytes += ed_read_str(r).size;
    else if (field->kind == ED_PTR) ed_read_nil(r);
    else if (field->kind == ED_REF) read_handle(r);
    else if (field->kind == ED_RECORD_PTR) read_record_name(r);
    else if (name) ed_read_str(r);
    else ed_read_number(r);
}

/// Counts the values of `count` elements. The type of a record was visited before.
static void count_values(DefaultWalk *walk, const ed_Field *field, u32 count)
{
    u64 values = walk->values + ed_budget_values(field, count);
    walk->values = values < ED_VALUES_MAX ? values : ED_VALUES_MAX;
}

/// Visits the elements of dimension `dim`.
static void visit_items(DefaultWalk *walk, const ed_Field *field, u32 dim, ed_Reader *r)
{
    const u8 *at = r->at;
    bool fixed = field->shape == ED_FIXED;
    u32 count = ed_read_array(r), room = fixed ? field->dims[dim] : field->count;
    if ((fixed || field->shape == ED_BOUNDED) && count > room)
        ed_read_fail(r, ED_ERR_RANGE, at, "%u elements, but the field has %u", count, room);
    if (ed_field_is_list(field)) walk->bytes += (u64)count * field->size;
    bool inner = dim + 1 < ed_field_rank(field);
    for (u32 i = 0; i < count && ed_read_ok(r) && ed_read_enter(r, NULL, i); i++) {
        if (inner) visit_items(walk, field, dim + 1, r);
        else visit_element(walk, field, r);
        ed_read_leave(r);
    }
    if (!fixed) count_values(walk, field, count);
}

static void visit_pool(DefaultWalk *walk, const ed_Field *field, ed_Reader *r)
{
    ed_Span parts[ED_POOL_PARTS];
    ed_read_pool(r, parts);
    const u8 *end = r->at;
    for (u32 i = 1; i <= ED_POOL_PARTS && ed_read_ok(r); i++) {      // the items last
        u32 part = i % ED_POOL_PARTS;
        r->at = parts[part].at;
        visit_items(walk, part == ED_POOL_ITEMS ? field : &ed_handles_field, 0, r);
    }
    if (ed_read_ok(r)) r->at = end;
}

/// Accepts only the form in which the encoder writes a value of the field. Also accepts the names
/// of enum or flags values. The decoder also accepts other forms and would build records, with
/// their defaults, that this walk does not count.
static void visit_value(DefaultWalk *walk, const ed_Field *field, ed_Reader *r)
{
    if (!ed_read_enter(r, field->name, 0)) return;
    bool absent = field->shape == ED_OPTIONAL && ed_read_format(r) == ED_FORMAT_NIL;
    if (absent) ed_read_nil(r);
    else if (field->shape == ED_POOL) visit_pool(walk, field, r);
    else if (ed_field_rank(field)) visit_items(walk, field, 0, r);
    else visit_element(walk, field, r);
    if (!absent && field->shape == ED_OPTIONAL) count_values(walk, field, 1);
    ed_read_leave(r);
}

static bool visit_field(DefaultWalk *walk, const ed_Type *type, const ed_Field *field)
{
    const Layout *l = walk->l;
    ed_Reader r;
    bool is_inline_record = ed_field_is_record(field) && field->shape <= ED_FIXED;
    if (is_inline_record && !visit(walk, field->type, 1)) return false;
    if (is_inline_record)
        walk->bytes += (field->count - 1) * l->bytes[field->type - l->types->types];
    if (field->shape > ED_FIXED) walk->values++;
    else if (type->kind == ED_STRUCT || field == type->fields)
        count_values(walk, field, field->count);
    if (!field->packed_default) return true;
    const u8 *start = l->document->start, *end = field->packed_default + field->packed_default_size;
    ed_read_init(&r, start, (size_t)(end - start));
    r.at = field->packed_default;
    visit_value(walk, field, &r);
    if (ed_read_ok(&r)) return true;
    // ed_fail keeps the first error: a refused type inside has already set its own
    ed_fail(l->error, ED_ERR_FORMAT, "the default of field %s.%s does not fit: %s", type->name,
            field->name, r.err.text);
    return false;
}

/// Visits `type` and all types that its defaults contain, because their defaults are set together.
/// Each type is walked only once. `walk` visits the defaults of an outer type; `levels` is the
/// depth of `type` in it, in the levels of ed_read_enter.
static bool visit(DefaultWalk *walk, const ed_Type *type, u32 levels)
{
    const Layout *l = walk->l;
    size_t index = (size_t)(type - l->types->types);
    DefaultWalk inner = { .l = l, .level = walk->level + levels };
    if (l->busy[index]) return refuse(l, type, NULL, "its default contains itself");
    if (inner.level + (l->depth[index] ? l->depth[index] : 1) > ED_DEPTH_MAX)
        return refuse(l, type, NULL, "it is nested too deeply");
    l->busy[index] = l->depth[index] == 0;
    for (u32 i = 0; l->busy[index] && i < type->field_count; i++)
        if (!visit_field(&inner, type, &type->fields[i])) return false;
    if (l->busy[index]) {
        l->depth[index] = inner.deepest ? inner.deepest : 1;
        l->bytes[index] = inner.bytes;
        l->types->types[index].default_values = inner.values;
    }
    l->busy[index] = false;
    walk->bytes += l->bytes[index];
    if (inner.bytes > ED_TYPES_BYTES_MAX)
        return refuse(l, type, NULL, "its default exceeds 64 MiB");
    if (walk->deepest < l->depth[index] + levels) walk->deepest = l->depth[index] + levels;
    return true;
}

static bool check_defaults(const Layout *l)
{
    for (u32 t = 0; t < l->types->count; t++)
        if (!visit(&(DefaultWalk){ .l = l }, &l->types->types[t], 0)) return false;
    for (u32 t = 0; t < l->types->count; t++)
        if (!is_named(&l->types->types[t]) && !l->bytes[t])
            ed_type_default_make(&l->types->types[t], l->arena);
    return true;
}

// --- the schema ----------------------------------------------------------------------------------

/// Adds the root with that tag, unless it was added before.
static bool add_root(const Layout *l, u32 tag, const ed_Type **states, u32 *count)
{
    const ed_Type *type = ed_document_types_root(l->types, tag);
    for (u32 i = 0; i < *count; i++)
        if (states[i] == type) return true;
    if (type) states[(*count)++] = type;
    else ed_fail(l->error, ED_ERR_FORMAT, "the root 0x%08x has no type", tag);
    return type != NULL;
}

static bool make_schema(const Layout *l, ed_Arena *arena, ed_Schema *schema)
{
    const ed_Document *document = l->document;
    size_t size = sizeof(ed_Type *);
    const ed_Type **types =
        (const ed_Type **)ed_arena_push(arena, document->types.count * size, _Alignof(ed_Type *));
    const ed_Type **states =
        (const ed_Type **)ed_arena_push(arena, document->root_count * size, _Alignof(ed_Type *));
    *schema = (ed_Schema){ .types = types, .type_count = document->types.count, .states = states };
    if (!types || !states) return ed_arena_check(arena, l->error);
    for (u32 i = 0; i < schema->type_count; i++) types[i] = &document->types.types[i];
    for (u32 i = 0; i < document->root_count; i++)
        if (!add_root(l, document->root_tags[i], states, &schema->state_count)) return false;
    return true;
}

bool ed_layout(ed_Document *document, ed_Arena *arena, ed_Schema *schema, ed_Error *error)
{
    u32 count = document->types.count;
    Layout l = { .document = document, .types = &document->types, .arena = arena, .error = error };
    l.depth = (u32 *)ed_arena_push(arena, count * sizeof *l.depth, _Alignof(u32));
    l.bytes = (u64 *)ed_arena_push(arena, count * sizeof *l.bytes, _Alignof(u64));
    l.busy = (bool *)ed_arena_push(arena, count, 1);
    if (!l.depth || !l.bytes || !l.busy) return ed_arena_check(arena, error);
    return lay_out_all(&l) && check_defaults(&l) && make_schema(&l, arena, schema);
}
