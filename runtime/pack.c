#include "runtime/pack.h"
#include <string.h>
#include "runtime/number.h"
#include "runtime/value.h"

// --- one element: what is written, what reads it -----------------------------------------------------------------------

/// What reading one field needs at every level.
typedef struct Job {
    ed_Reader          *r;
    ed_Arena           *arena;
    const ed_Field     *to;
    const ed_PlanField *plan;       // NULL where the writer's types are not known
} Job;

static void unpack_element(const Job *job, void *at);

/// Counts one value in the report.
static void tally(const Job *job, ed_Fit fit)
{
    if (!job->plan || !job->plan->row) return;
    ed_Tally *t = &job->plan->row->tally;
    switch (fit) {
    case ED_FIT_EXACT:     t->exact++; break;
    case ED_FIT_SATURATED: t->saturated++; break;
    case ED_FIT_ROUNDED:   t->rounded++; break;
    case ED_FIT_CUT:       t->truncated++; break;
    case ED_FIT_NONE:      t->defaulted++; break;
    }
}

static ed_Fit kept_if(bool kept) { return kept ? ED_FIT_EXACT : ED_FIT_NONE; }

/// Passes over a value that cannot be carried: the field keeps its default.
static void pass_over(const Job *job)
{
    ed_read_skip(job->r);
    tally(job, ED_FIT_NONE);
}

/// Passes over what has no room; only what held something counts.
static void cut_off(const Job *job)
{
    ed_Span value = ed_read_skip(job->r);
    if (ed_read_ok(job->r) && !ed_packed_is_zero(value)) tally(job, ED_FIT_CUT);
}

static void pack_chars(ed_Writer *w, const ed_Field *field, const char *at)
{
    ed_write_str(w, at, strnlen(at, field->size));
}

static void put_text(const Job *job, void *at, const char *bytes, size_t size)
{
    size_t whole = strnlen(bytes, size);      // text ends at a zero byte
    bool fits = whole == size;
    if (job->to->kind == ED_CHARS) {
        size_t cut = ed_utf8_cut(bytes, whole, job->to->size - 1);
        fits &= cut == whole;
        memset(at, 0, job->to->size);
        if (cut) memcpy(at, bytes, cut);
    } else if (!ed_str_put(job->arena, (ed_Str *)at, bytes, whole)) {
        ed_read_fail(job->r, ED_ERR_LIMIT, job->r->at, "%s is full", job->arena->name);
        return;
    }
    tally(job, fits ? ED_FIT_EXACT : ED_FIT_CUT);
}

/// The writer's enum, where the value came from one.
static const ed_Type *named_source(const Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    return from && (from->kind == ED_ENUM || from->kind == ED_FLAGS) ? from->type : NULL;
}

static void unpack_text(const Job *job, void *at)
{
    ed_Form form = ed_read_form(job->r);
    const ed_Type *source = named_source(job);
    if (form == ED_FORM_STR) {
        ed_Span text = ed_read_str(job->r);
        if (ed_read_ok(job->r)) put_text(job, at, (const char *)text.at, text.size);
    } else if (source && source->kind == ED_ENUM && (form == ED_FORM_UINT || form == ED_FORM_INT)) {
        i64 number;
        bool whole = ed_number_to_bits(source->base, ed_read_number(job->r), &number);
        const ed_Value *value = whole ? ed_value_by_number(source, number) : NULL;
        if (value) put_text(job, at, value->name, strlen(value->name));
        else       tally(job, ED_FIT_NONE);
    } else {
        pass_over(job);
    }
}

static void store_named(const Job *job, void *at, i64 bits)
{
    ed_Kind base = job->to->type->base;
    ed_number_store(base, at, ed_number_from_bits(base, bits));
}

static void unpack_enum_number(const Job *job, void *at, i64 number)
{
    const ed_Type *source = named_source(job), *type = job->to->type;
    const ed_Value *from = source && source->kind == ED_ENUM ? ed_value_by_number(source, number) : NULL;
    const ed_Value *value = source ? (from ? ed_value_by_name(type, from->name, strlen(from->name)) : NULL)
                                   : ed_value_by_number(type, number);
    if (value) store_named(job, at, value->number);
    tally(job, kept_if(value != NULL));
}

/// Bit by bit: by name where the writer had names, else by number; bits that mean nothing here are left out and counted.
static void unpack_flags_number(const Job *job, void *at, u64 bits)
{
    const ed_Type *source = named_source(job), *type = job->to->type;
    u64 kept = 0, known = 0;
    if (source && source->kind == ED_FLAGS) {
        for (u32 i = 0; i < source->value_count; i++) {
            u64 bit = (u64)source->values[i].number;
            if (!bit || (bits & bit) != bit) continue;
            const ed_Value *value = ed_value_by_name(type, source->values[i].name, strlen(source->values[i].name));
            if (value) { kept |= (u64)value->number; known |= bit; }
        }
    } else {
        for (u32 i = 0; i < type->value_count; i++) kept |= (u64)type->values[i].number & bits;
        known = kept;
    }
    store_named(job, at, (i64)kept);
    tally(job, kept_if(known == bits));
}

static void unpack_named(const Job *job, void *at)
{
    ed_Form form = ed_read_form(job->r);
    if (form == ED_FORM_STR) {
        ed_Span name = ed_read_str(job->r);
        const ed_Value *value = ed_read_ok(job->r) ? ed_value_by_name(job->to->type, (const char *)name.at, name.size) : NULL;
        if (value) store_named(job, at, value->number);
        tally(job, kept_if(value != NULL));
        return;
    }
    if (form < ED_FORM_BOOL || form > ED_FORM_F64) { pass_over(job); return; }
    const ed_Type *meaning = named_source(job) ? named_source(job) : job->to->type;
    i64 bits;
    if (!ed_number_to_bits(meaning->base, ed_read_number(job->r), &bits)) tally(job, ED_FIT_NONE);
    else if (job->to->kind == ED_ENUM) unpack_enum_number(job, at, bits);
    else                               unpack_flags_number(job, at, (u64)bits);
}

static void unpack_number(const Job *job, void *at)
{
    ed_Form form = ed_read_form(job->r);
    if (form < ED_FORM_BOOL || form > ED_FORM_F64) { pass_over(job); return; }
    ed_Number number = ed_read_number(job->r);
    if (ed_read_ok(job->r)) tally(job, ed_number_store(job->to->kind, at, number));
}

static void unpack_struct(const Job *job, void *at)
{
    if (ed_read_form(job->r) != ED_FORM_MAP) { pass_over(job); return; }
    ed_unpack_record(job->r, job->arena, job->plan ? job->plan->inner : NULL, job->to->type, at);
    tally(job, ED_FIT_EXACT);
}

/// One step of the path that a reader will take: what it would refuse is not written.
static bool enter(ed_Writer *w)
{
    if (w->depth < ED_DEPTH_MAX) { w->depth++; return true; }
    ed_fail(&w->err, ED_ERR_DEPTH, "values are nested deeper than %u: they could not be read back", ED_DEPTH_MAX);
    return false;
}

static void leave(ed_Writer *w) { w->depth--; }

static void pack_element(ed_Writer *w, const ed_Field *field, const void *at)
{
    const ed_Str *str = (const ed_Str *)at;
    switch (field->kind) {
    case ED_STRUCT: ed_pack_record(w, field->type, at); break;
    case ED_CHARS:  pack_chars(w, field, (const char *)at); break;
    case ED_STR:    ed_write_str(w, ed_str_text(str), str->count); break;
    case ED_PTR:    ed_write_nil(w); break;
    default:        ed_number_write(w, field->type ? field->type->base : field->kind, at); break;
    }
}

/// More dimensions than here: the first element of each.
static void unpack_first(const Job *job, void *at)
{
    u32 count = ed_read_array(job->r);
    if (!ed_read_enter(job->r, NULL, 0)) return;
    if (count) unpack_element(job, at);
    for (u32 i = 1; i < count && ed_read_ok(job->r); i++) cut_off(job);
    ed_read_leave(job->r);
}

static void unpack_element(const Job *job, void *at)
{
    if (ed_read_form(job->r) == ED_FORM_ARRAY) { unpack_first(job, at); return; }
    switch (job->to->kind) {
    case ED_STRUCT:             unpack_struct(job, at); break;
    case ED_CHARS: case ED_STR: unpack_text(job, at); break;
    case ED_ENUM: case ED_FLAGS: unpack_named(job, at); break;
    case ED_PTR:                ed_read_skip(job->r); break;
    default:                    unpack_number(job, at); break;
    }
}

// --- arrays ------------------------------------------------------------------------------------------------------------

static size_t stride_of(const ed_Field *field, u32 dim)
{
    size_t stride = field->size;
    for (u32 d = dim + 1; d < ED_DIMS_MAX && field->dims[d]; d++) stride *= field->dims[d];
    return stride;
}

static void pack_fixed(ed_Writer *w, const ed_Field *field, u32 dim, const u8 *at)
{
    if (dim == ed_field_rank(field)) { pack_element(w, field, at); return; }
    ed_write_array(w, field->dims[dim]);
    if (!enter(w)) return;
    for (u32 i = 0; i < field->dims[dim]; i++) pack_fixed(w, field, dim + 1, at + i * stride_of(field, dim));
    leave(w);
}

static void unpack_fixed(const Job *job, u32 dim, u8 *at)
{
    if (dim == ed_field_rank(job->to)) { unpack_element(job, at); return; }
    if (ed_read_form(job->r) != ED_FORM_ARRAY) { unpack_fixed(job, dim + 1, at); return; }   // a value: the first element
    u32 count = ed_read_array(job->r), room = job->to->dims[dim];
    size_t stride = stride_of(job->to, dim);
    for (u32 i = 0; i < count && ed_read_enter(job->r, NULL, i); i++) {
        if (i < room) unpack_fixed(job, dim + 1, at + i * stride);
        else          cut_off(job);
        ed_read_leave(job->r);
    }
}

static void pack_items(ed_Writer *w, const ed_Field *field, const void *items, u32 count)
{
    ed_write_array(w, count);
    if (!enter(w)) return;
    for (u32 i = 0; i < count; i++) pack_element(w, field, (const u8 *)items + (size_t)i * field->size);
    leave(w);
}

/// What an element of a bounded or dynamic array is before it is read, over zeroed memory.
static void init_element(const Job *job, void *at)
{
    const ed_Type *type = job->to->type;
    if (job->to->kind == ED_STRUCT) type->init(job->arena, at);
    if (job->to->kind == ED_ENUM && type->value_count && !ed_value_by_number(type, 0)) store_named(job, at, type->values[0].number);
}

/// `count` elements into `items`, which has room for `room` of them.
static void unpack_items(const Job *job, u8 *items, u32 room, u32 count)
{
    for (u32 i = 0; i < count && ed_read_enter(job->r, NULL, i); i++) {
        u8 *at = items + (size_t)i * job->to->size;
        if (i >= room) {
            cut_off(job);
        } else {
            init_element(job, at);
            unpack_element(job, at);
        }
        ed_read_leave(job->r);
    }
}

/// How many elements follow: of an array, of the one value that is none, of nil.
static u32 read_count(ed_Reader *r)
{
    ed_Form form = ed_read_form(r);
    if (form == ED_FORM_ARRAY) return ed_read_array(r);
    if (form != ED_FORM_NIL) return 1;
    ed_read_nil(r);
    return 0;
}

static void unpack_bounded(const Job *job, u8 *items)
{
    u32 count = read_count(job->r);
    u32 kept = count < job->to->count ? count : job->to->count;
    memset(items, 0, (size_t)job->to->count * job->to->size);
    memcpy(items - sizeof kept, &kept, sizeof kept);
    unpack_items(job, items, kept, count);
}

static void unpack_dynamic(const Job *job, ed_Array *array)
{
    const u8 *at = job->r->at;
    u32 count = read_count(job->r);
    if (!ed_read_ok(job->r)) return;
    *array = (ed_Array){ NULL, 0, 0 };      // exactly as large as needed: the arena is fresh
    if (count == 0) return;
    u32 align = job->to->type ? job->to->type->align : job->to->kind == ED_CHARS ? 1 : ed_kind_size(job->to->kind);
    void *items = ed_arena_push(job->arena, (size_t)count * job->to->size, align < 8 ? align : 8);
    if (!items) {
        ed_read_fail(job->r, ED_ERR_LIMIT, at, "%u items of %u bytes do not fit %s", count, job->to->size, job->arena->name);
        return;
    }
    *array = (ed_Array){ items, count, count };
    unpack_items(job, (u8 *)items, count, count);
}

// --- fields and records ------------------------------------------------------------------------------------------------

void ed_pack_field(ed_Writer *w, const ed_Field *field, const void *it)
{
    const u8 *at = (const u8 *)it + field->offset;
    const ed_Array *array = (const ed_Array *)at;
    u32 count;
    if (!enter(w)) return;
    switch (field->shape) {
    case ED_ONE:     pack_element(w, field, at); break;
    case ED_FIXED:   pack_fixed(w, field, 0, at); break;
    case ED_OPTIONAL: break;
    case ED_POOL: case ED_DYNAMIC: pack_items(w, field, array->items, array->items ? array->count : 0); break;
    case ED_BOUNDED:
        memcpy(&count, at - sizeof count, sizeof count);
        pack_items(w, field, at, count < field->count ? count : field->count);
        break;
    }
    leave(w);
}

static void unpack_field(const Job *job, void *it)
{
    u8 *at = (u8 *)it + job->to->offset;
    if (!ed_read_enter(job->r, job->to->name, 0)) return;
    switch (job->to->shape) {
    case ED_ONE:     unpack_element(job, at); break;
    case ED_FIXED:   unpack_fixed(job, 0, at); break;
    case ED_BOUNDED: unpack_bounded(job, at); break;
    case ED_OPTIONAL: break;
    case ED_POOL: case ED_DYNAMIC: unpack_dynamic(job, (ed_Array *)at); break;
    }
    ed_read_leave(job->r);
}

void ed_pack_record(ed_Writer *w, const ed_Type *type, const void *it)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++) count += !(type->fields[i].flags & ED_FIELD_TRANSIENT);
    ed_write_map(w, count);
    for (u32 i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & ED_FIELD_TRANSIENT) continue;
        ed_write_u64(w, type->fields[i].tag);
        ed_pack_field(w, &type->fields[i], it);
    }
}

/// The writer's field of that tag; `next` is where it stands if the record is in the writer's own order.
static const ed_PlanField *find_source(const ed_PlanPair *pair, u32 tag, u32 next)
{
    u32 low = 0, high = pair->from->field_count;
    if (next < high && pair->fields[next].from->tag == tag) return &pair->fields[next];
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        u32 found = (u32)(pair->by_tag[middle] >> 32);
        if (found == tag) return &pair->fields[(u32)pair->by_tag[middle]];
        if (found < tag) low = middle + 1;
        else             high = middle;
    }
    return NULL;
}

static void drop(ed_Reader *r, const ed_PlanField *source)
{
    ed_Span value = ed_read_skip(r);
    if (!source || !source->row || !ed_read_ok(r)) return;
    bool same = source->preset.size ? value.size == source->preset.size && memcmp(value.at, source->preset.at, value.size) == 0
                                    : ed_packed_is_zero(value);
    source->row->lost += !same;
}

void ed_unpack_record(ed_Reader *r, ed_Arena *arena, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    u32 count = ed_read_map(r), next = 0;
    if (pair) pair->records++;
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        u64 tag = ed_read_u64(r);
        if (!ed_read_ok(r)) break;
        const ed_PlanField *source = pair && tag <= UINT32_MAX ? find_source(pair, (u32)tag, next) : NULL;
        const ed_Field *to = source ? source->to : tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
        if (to && !(to->flags & ED_FIELD_TRANSIENT)) unpack_field(&(Job){ r, arena, to, source }, it);
        else                                         drop(r, source);
        if (source) next = (u32)(source - pair->fields) + 1;
    }
}

void ed_pack_rows(ed_Writer *w, const ed_Type *type, const void *rows, u32 count)
{
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) ed_pack_record(w, type, (const u8 *)rows + (size_t)i * type->size);
}

bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count)
{
    u32 there = ed_read_array(r);
    for (u32 i = 0; i < count; i++) type->init(arena, (u8 *)rows + (size_t)i * type->size);
    for (u32 i = 0; i < there && ed_read_enter(r, NULL, i); i++) {
        if (i < count) ed_unpack_record(r, arena, NULL, type, (u8 *)rows + (size_t)i * type->size);
        else           ed_read_skip(r);
        ed_read_leave(r);
    }
    return ed_read_ok(r);
}

// --- is there anything in it? ------------------------------------------------------------------------------------------

static bool next_is_zero(ed_Reader *r)
{
    ed_Form form = ed_read_form(r);
    bool zero = false;
    if (form == ED_FORM_NIL) { ed_read_nil(r); return true; }
    if (form == ED_FORM_STR) return ed_read_str(r).size == 0;
    if (form == ED_FORM_BIN) return ed_read_bin(r).size == 0;
    if (form == ED_FORM_ARRAY || form == ED_FORM_MAP) {
        u32 count = form == ED_FORM_MAP ? ed_read_map(r) : ed_read_array(r);
        if (!ed_read_enter(r, NULL, 0)) return false;
        zero = true;
        for (u32 i = 0; i < count && zero && ed_read_ok(r); i++) {
            if (form == ED_FORM_MAP) ed_read_skip(r);      // the key
            zero = next_is_zero(r);
        }
        ed_read_leave(r);
    } else if (form != ED_FORM_EXT) {
        ed_Number number = ed_read_number(r);
        zero = number.u == 0 && number.i == 0;
    }
    return zero && ed_read_ok(r);
}

bool ed_packed_is_zero(ed_Span value)
{
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    return next_is_zero(&r);
}
