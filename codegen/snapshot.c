#include "codegen/snapshot.h"
#include <stdio.h>
#include <string.h>
#include "codegen/tables.h"
#include "runtime/snapshot.h"
#include "runtime/str.h"

/// A default on its way into a table: what the generated init would set, packed.
/// Always the whole value: what a list or a struct leaves out has its own default again.
typedef struct Pack {
    ed_Writer *w;
    u32        depth;                // of structs and lists
} Pack;

static void pack_field(Pack *pack, const cg_Field *field, const cg_Value *value);

// --- One element -------------------------------------------------------------------------------

static void pack_int(ed_Writer *w, cg_Int number)
{
    if (number.negative && number.size)
        ed_write_i64(w, (i64)(0 - number.size));
    else
        ed_write_u64(w, number.size);
}

static f64 real_of(cg_Number number)
{
    f64 whole = (f64)number.i.size;
    return number.real ? number.f : number.i.negative ? -whole : whole;
}

static void pack_number(ed_Writer *w, const cg_Field *field, const cg_Value *value)
{
    cg_Number number = value ? value->number : (cg_Number){ .f = 0 };
    switch (field->kind) {
    case ED_BOOL: ed_write_bool(w, number.i.size != 0); return;
    case ED_F32: ed_write_f32(w, (f32)real_of(number)); return;
    case ED_F64: ed_write_f64(w, real_of(number)); return;
    default: pack_int(w, number.i); return;
    }
}

static const cg_Value *item_of(const cg_Value *value, const cg_Field *field)
{
    const cg_Value *item = value ? value->items : NULL;
    while (item && item->field != field)
        item = item->next;
    return item;
}

static void pack_struct(Pack *pack, const cg_Decl *decl, const cg_Value *value)
{
    u32 count = 0;
    for (const cg_Field *field = decl->fields; field; field = field->next)
        count += !cg_attr(&field->attrs, CG_TRANSIENT);
    ed_write_map(pack->w, count);
    for (const cg_Field *field = decl->fields; field; field = field->next) {
        if (cg_attr(&field->attrs, CG_TRANSIENT))
            continue;
        const cg_Value *item = item_of(value, field);
        ed_write_u64(pack->w, ed_tag(field->name, strlen(field->name)));
        pack_field(pack, field, item ? item : field->value);
    }
}

static void pack_union(Pack *pack, const cg_Decl *decl, const cg_Value *value)
{
    const cg_Value *item = value ? value->items : NULL;
    const cg_Field *field = item ? item->field : decl->fields;
    ed_write_array(pack->w, 2);
    ed_write_u64(pack->w, ed_tag(field->name, strlen(field->name)));
    pack_field(pack, field, item);
}

/// `value` is NULL for what the type brings by itself.
static void pack_element(Pack *pack, const cg_Field *field, const cg_Value *value)
{
    switch (field->kind) {
    case ED_STRUCT: pack_struct(pack, field->type, value); return;
    case ED_UNION: pack_union(pack, field->type, value); return;
    case ED_REF: case ED_PTR: ed_write_nil(pack->w); return;
    case ED_CHARS: case ED_STR:
        ed_write_str(pack->w, value ? value->text : "", value ? value->size : 0);
        return;
    case ED_ENUM:
        pack_int(pack->w, value ? value->number.i : field->type->start->number);
        return;
    case ED_FLAGS: pack_int(pack->w, value ? value->number.i : (cg_Int){ .size = 0 }); return;
    default: pack_number(pack->w, field, value); return;
    }
}

// --- Arrays ------------------------------------------------------------------------------------

static void pack_dims(Pack *pack, const cg_Field *field, const cg_Value *value, u32 dim)
{
    if (dim == field->dim_count) {
        pack_element(pack, field, value);
        return;
    }
    const cg_Value *item = value ? value->items : NULL;
    ed_write_array(pack->w, field->dim[dim]);
    for (u32 i = 0; i < field->dim[dim] && ed_write_ok(pack->w); i++) {
        pack_dims(pack, field, item, dim + 1);
        item = item ? item->next : NULL;
    }
}

static void pack_list(Pack *pack, const cg_Field *field, const cg_Value *value)
{
    const cg_Value *item = value ? value->items : NULL;
    ed_write_array(pack->w, value ? value->count : 0);
    for (; item && ed_write_ok(pack->w); item = item->next)
        pack_element(pack, field, item);
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

/// Lists in lists of defaults may go deeper than structs may.
static void pack_field(Pack *pack, const cg_Field *field, const cg_Value *value)
{
    if (pack->depth == ED_DEPTH_MAX)
        ed_fail(&pack->w->err, ED_ERR_DEPTH, "it is nested deeper than %u",
                ED_DEPTH_MAX);
    if (!ed_write_ok(pack->w))
        return;
    pack->depth++;
    switch (field->shape) {
    case ED_ONE: pack_element(pack, field, value); break;
    case ED_FIXED: pack_dims(pack, field, value, 0); break;
    case ED_BOUNDED: case ED_DYNAMIC: pack_list(pack, field, value); break;
    case ED_POOL: pack_pool(pack->w); break;
    case ED_OPTIONAL:
        if (value)
            pack_element(pack, field, value);
        else
            ed_write_nil(pack->w);
        break;
    }
    pack->depth--;
}

// --- All of it ---------------------------------------------------------------------------------

/// False, always.
static bool tell_default(cg_Schema *schema, const cg_Field *field, const ed_Error *error)
{
    cg_Code code = error->code == ED_ERR_DEPTH ? CG_E_STRUCT_TOO_DEEP : CG_E_SCHEMA_TOO_BIG;
    cg_error(schema->diag, code, field->preset->place, "the default of `%s` can't be made: %s",
             field->name, error->text);
    return false;
}

/// What a field has by itself needs no preset: ed_type_init knows it from the type.
static bool fill_presets(cg_Schema *schema, ed_Arena *arena)
{
    for (const cg_Decl *decl = schema->sorted; decl; decl = decl->next_sorted) {
        ed_Field *at = decl->table ? (ed_Field *)(uintptr_t)decl->table->fields : NULL;
        for (const cg_Field *field = decl->fields; field; field = field->next, at++) {
            ed_Writer w;
            if (!field->value)
                continue;
            ed_write_init(&w, arena);
            pack_field(&(Pack){ .w = &w }, field, field->value);
            if (!ed_write_ok(&w))
                return tell_default(schema, field, &w.err);
            ed_arena_extend(arena, w.bytes, w.capacity, w.size);      // gives back what it reserved
            at->preset = w.bytes;
            at->preset_size = (u32)w.size;
        }
    }
    return true;
}

static ed_Block *init_states(const ed_Schema *tables, ed_Arena *arena)
{
    size_t size = (tables->state_count + 1) * sizeof(ed_Block);
    ed_Block *blocks = ed_arena_push(arena, size, _Alignof(ed_Block));
    for (u32 i = 0; blocks && i < tables->state_count; i++) {
        blocks[i] = (ed_Block){ ed_state_init(tables->states[i], arena), arena };
        if (!blocks[i].at)
            return NULL;
    }
    return blocks;
}

/// The document, or NULL, told.
static const u8 *make(cg_Schema *schema, ed_Arena *arena, size_t *size)
{
    ed_State state = { .game = "", .schema = cg_tables(schema) };
    ed_Writer w = { .arena = arena };
    if (!fill_presets(schema, arena))
        return NULL;
    if (ed_tables_fit(state.schema, &w.err)) {
        state.blocks = init_states(state.schema, arena);
        if (state.blocks)
            ed_write_init(&w, arena);
        else
            ed_arena_fits(arena, &w.err);
    }
    if (ed_write_ok(&w) && ed_snapshot_write(&w, &state)) {
        *size = w.size;
        return w.bytes;
    }
    cg_error(schema->diag, CG_E_SCHEMA_TOO_BIG, (cg_Place){ 0 }, "its states at their defaults: %s",
             w.err.text);
    return NULL;
}

static bool print(cg_Schema *schema, const u8 *bytes, size_t size)
{
    if (fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0)
        return true;
    cg_error(schema->diag, CG_E_UNWRITABLE_FILE, (cg_Place){ 0 }, "standard output takes no more");
    return false;
}

bool cg_snapshot(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs, const char *path)
{
    size_t size = 0;
    const u8 *bytes = make(schema, arena, &size);
    if (!bytes)
        return false;
    if (strcmp(path, "-") == 0)
        return print(schema, bytes, size);
    return cg_output_write(outputs, path, (const char *)bytes, size);
}
