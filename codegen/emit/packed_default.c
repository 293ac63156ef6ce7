#include "codegen/emit/packed_default.h"
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/packed_defaults.h"

/// Packs the value that the generated init function gives to a field. A packed struct contains all
/// fields except transient ones and large ones without a default, so that a reader can compare it
/// with other values.
typedef struct Pack {
    ed_Writer *w;
    u32 depth;      // nesting of structs and lists
} Pack;

static void pack_field(Pack *pack, const cg_Field *field, const cg_DefaultValue *value);

// --- One element -------------------------------------------------------------------------------

static void pack_int(ed_Writer *w, cg_Int number)
{
    if (number.negative && number.magnitude) ed_write_i64(w, (i64)(0 - number.magnitude));
    else ed_write_u64(w, number.magnitude);
}

static void pack_number(ed_Writer *w, const cg_Field *field, const cg_DefaultValue *value)
{
    cg_Number number = value ? value->number : (cg_Number){ .f = 0 };
    switch (field->kind) {
    case ED_BOOL: ed_write_bool(w, number.i.magnitude != 0); return;
    case ED_F32: ed_write_f32(w, (f32)cg_real_of(number)); return;
    case ED_F64: ed_write_f64(w, cg_real_of(number)); return;
    default: pack_int(w, number.i); return;
    }
}

static const cg_DefaultValue *item_of(const cg_DefaultValue *value, const cg_Field *field)
{
    const cg_DefaultValue *item = value ? value->items : NULL;
    while (item && item->field != field) item = item->next;
    return item;
}

static bool is_large(const cg_Field *field)
{
    return field->shape <= ED_FIXED && (u64)field->size * field->count > ED_DEFAULT_FULL_MAX;
}

/// True if the packed struct includes the field. Sets `member` to the value that the default of the
/// struct gives to the field, otherwise to the field's own default, or to NULL if it has none.
static bool find_member(const cg_DefaultValue *value, const cg_Field *field,
                        const cg_DefaultValue **member)
{
    const cg_DefaultValue *item = item_of(value, field);
    *member = item ? item : field->default_value;
    return !cg_attr(&field->attrs, CG_TRANSIENT) && (*member || !is_large(field));
}

static void pack_struct(Pack *pack, const cg_Decl *decl, const cg_DefaultValue *value)
{
    const cg_DefaultValue *member;
    u32 count = 0;
    for (const cg_Field *field = decl->fields; field; field = field->next)
        count += find_member(value, field, &member);
    ed_write_map(pack->w, count);
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        if (!find_member(value, field, &member)) continue;
        ed_write_u64(pack->w, ed_tag(field->name, strlen(field->name)));
        pack_field(pack, field, member);
    }
}

static void pack_union(Pack *pack, const cg_Decl *decl, const cg_DefaultValue *value)
{
    const cg_DefaultValue *item = value ? value->items : NULL;
    const cg_Field *field = item ? item->field : decl->fields;
    ed_write_array(pack->w, 2);
    ed_write_u64(pack->w, ed_tag(field->name, strlen(field->name)));
    pack_field(pack, field, item);
}

/// Packs the default of the field's type if `value` is NULL.
static void pack_element(Pack *pack, const cg_Field *field, const cg_DefaultValue *value)
{
    switch (field->kind) {
    case ED_STRUCT: pack_struct(pack, field->type, value); return;
    case ED_UNION: pack_union(pack, field->type, value); return;
    case ED_REF:
    case ED_RECORD_PTR:
    case ED_PTR: ed_write_nil(pack->w); return;
    case ED_TEXT_PTR:
        if (value) ed_write_str(pack->w, value->text, value->size);
        else ed_write_nil(pack->w);
        return;
    case ED_CHARS:
    case ED_STR: ed_write_str(pack->w, value ? value->text : "", value ? value->size : 0); return;
    case ED_ENUM:
    case ED_SYMBOL:
        pack_int(pack->w, value ? value->number.i : field->type->initial->number);
        return;
    case ED_FLAGS: pack_int(pack->w, value ? value->number.i : (cg_Int){ .magnitude = 0 }); return;
    default: pack_number(pack->w, field, value); return;
    }
}

// --- Arrays ------------------------------------------------------------------------------------

/// Returns how many items of an array dimension to pack: all, or in a large array, those that are
/// given by `value` or by `own`, the field's own default. The items of `own` are included because a
/// reader unpacks into a record where they are already set, and must replace them.
static u32 count_packed(const cg_Field *field, const cg_DefaultValue *value,
                        const cg_DefaultValue *own, u32 dim)
{
    u32 given = value ? value->count : 0, own_given = own ? own->count : 0;
    return !is_large(field) ? field->dim[dim] : given > own_given ? given : own_given;
}

static void pack_dims(Pack *pack, const cg_Field *field, const cg_DefaultValue *value,
                      const cg_DefaultValue *own, u32 dim)
{
    if (dim == field->dim_count) {
        pack_element(pack, field, value);
        return;
    }
    const cg_DefaultValue *item = value ? value->items : NULL, *own_item = own ? own->items : NULL;
    u32 count = count_packed(field, value, own, dim);
    ed_write_array(pack->w, count);
    for (u32 i = 0; i < count && ed_write_ok(pack->w); i++) {
        bool given = item && item->index == i, own_given = own_item && own_item->index == i;
        pack_dims(pack, field, given ? item : NULL, own_given ? own_item : NULL, dim + 1);
        if (given) item = item->next;
        if (own_given) own_item = own_item->next;
    }
}

static void pack_list(Pack *pack, const cg_Field *field, const cg_DefaultValue *value)
{
    const cg_DefaultValue *item = value ? value->items : NULL;
    ed_write_array(pack->w, value ? value->count : 0);
    for (; item && ed_write_ok(pack->w); item = item->next) pack_element(pack, field, item);
}

static void pack_pool(ed_Writer *w)
{
    static const char *const parts[] = { "handles", "free", "items" };
    ed_write_map(w, ED_COUNT(parts));
    for (u32 i = 0; i < ED_COUNT(parts); i++) {
        ed_write_text(w, parts[i]);
        ed_write_array(w, 0);
    }
}

/// Checks the depth, since lists in defaults can be nested deeper than structs.
static void pack_field(Pack *pack, const cg_Field *field, const cg_DefaultValue *value)
{
    if (pack->depth == ED_DEPTH_MAX)
        ed_fail(&pack->w->err, ED_ERR_DEPTH, "it is nested deeper than %u", ED_DEPTH_MAX);
    if (!ed_write_ok(pack->w)) return;
    pack->depth++;
    switch (field->shape) {
    case ED_ONE: pack_element(pack, field, value); break;
    case ED_FIXED: pack_dims(pack, field, value, field->default_value, 0); break;
    case ED_BOUNDED:
    case ED_DYNAMIC: pack_list(pack, field, value); break;
    case ED_POOL: pack_pool(pack->w); break;
    case ED_OPTIONAL:
        if (value) pack_element(pack, field, value);
        else ed_write_nil(pack->w);
        break;
    }
    pack->depth--;
}

// --- All fields --------------------------------------------------------------------------------

static void report(cg_Schema *schema, const cg_Field *field, const ed_Error *error)
{
    cg_Code code = error->code == ED_ERR_DEPTH ? CG_E_STRUCT_TOO_DEEP : CG_E_SCHEMA_TOO_BIG;
    cg_error(schema->diag, code, field->default_expr->location,
             "cannot create the default of `%s`: %s", field->name, error->text);
}

/// False with an error in diag if the default cannot be packed.
static bool pack_default(cg_Schema *schema, cg_Field *field, size_t *total)
{
    ed_Writer w;
    ed_write_init(&w, schema->arena);
    pack_field(&(Pack){ .w = &w }, field, field->default_value);
    *total += w.size;
    if (ed_write_ok(&w) && *total > ED_PACKED_DEFAULTS_BYTES_MAX)
        ed_fail(&w.err, ED_ERR_LIMIT, "the defaults of the schema take more than %zu MiB",
                ED_PACKED_DEFAULTS_BYTES_MAX >> 20);
    if (!ed_write_ok(&w)) {
        report(schema, field, &w.err);
        return false;
    }
    ed_arena_extend(schema->arena, w.bytes, w.capacity,
                    w.size);      // gives back the unused rest
    field->packed = w.bytes;
    field->packed_size = (u32)w.size;
    return true;
}

void cg_pack_defaults(cg_Schema *schema)
{
    size_t total = 0;
    for (cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted)
        for (cg_Field *field = decl->fields; field; field = field->next)
            if (field->default_value && !field->zero && !pack_default(schema, field, &total))
                return;
}
