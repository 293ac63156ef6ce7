#include "codegen/check.h"
#include "codegen/words.h"

static bool lay_out(cg_Schema *schema, cg_Decl *decl, u32 depth);

static void append_sorted(cg_Schema *schema, cg_Decl *decl)
{
    if (decl->placed)
        return;
    decl->placed = true;
    if (schema->last_sorted)
        schema->last_sorted->next_sorted = decl;
    else
        schema->sorted = decl;
    schema->last_sorted = decl;
}

// --- Types -------------------------------------------------------------------------------------

static void tell_unknown(cg_Schema *schema, const cg_Field *field)
{
    if (schema->doubtful)
        return;
    if (!cg_error(schema->diag, CG_E_UNKNOWN_TYPE, field->type_place, "no type is called `%s`",
                  field->type_name))
        return;
    ed_Near near = ed_near(field->type_name);
    cg_near_try_types(&near);
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (decl->kind == CG_ENUM || decl->kind == CG_FLAGS || decl->kind == CG_STRUCT)
            ed_near_try(&near, decl->name);
    cg_near_help(&near, schema->diag);
    cg_decl_forget(schema, field->type_name, field->type_place);
}

static void tell_no_type(cg_Schema *schema, const cg_Field *field, const cg_Decl *decl)
{
    const char *word = cg_decl_word(decl);
    cg_error(schema->diag, CG_E_NOT_A_TYPE, field->type_place,
             "`%s` is a %s, not the type of a field", decl->name, word);
    cg_note(schema->diag, decl->place, "it is declared here");
    if (decl->kind != CG_CONST)
        cg_help(schema->diag, "a %s stands on its own; put what both need into a struct", word);
}

static bool resolve_named(cg_Schema *schema, cg_Field *field)
{
    cg_Decl *decl = cg_decl_find(schema, field->type_name);
    if (!decl) {
        tell_unknown(schema, field);
        return false;
    }
    if (decl->kind == CG_UNKNOWN)
        return false;
    if (decl->kind == CG_CONST || decl->kind == CG_STATE || decl->kind == CG_RIGID) {
        tell_no_type(schema, field, decl);
        return false;
    }
    cg_use(schema, field->type_place, decl->place.source);
    field->type = decl;
    field->kind = decl->kind == CG_ENUM ? ED_ENUM : decl->kind == CG_FLAGS ? ED_FLAGS : ED_STRUCT;
    field->size = decl->size;
    field->align = decl->align;
    if (decl->kind != CG_STRUCT)
        append_sorted(schema, decl);
    return decl->kind == CG_STRUCT || decl->step == CG_DONE;
}

static bool resolve_type(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    field->kind = cg_kind_from_word(field->type_name);
    if (field->kind == ED_STRUCT)
        return resolve_named(schema, field);
    if (field->kind == ED_PTR && decl->kind != CG_RIGID) {
        cg_error(schema->diag, CG_E_PTR_IN_STATE, field->type_place,
                 "`ptr` is for rigid memory only");
        cg_help(schema->diag, "state keeps indices; pointers live in a `rigid`");
        return false;
    }
    field->size = ed_kind_size(field->kind);
    field->align = field->kind == ED_STR ? 8 : field->size;
    if (field->kind == ED_CHARS)
        field->align = 1;
    return true;
}

// --- Bounds ------------------------------------------------------------------------------------

/// A bound that is just a const's name is spelled like that in the C, too.
static const char *bound_text(cg_Schema *schema, const cg_Expr *bound, u32 value)
{
    cg_Decl *decl = bound->kind == CG_EXPR_NAME ? cg_decl_find(schema, bound->text) : NULL;
    if (!decl || decl->base == ED_F32 || decl->base == ED_F64 || decl->base == ED_BOOL)
        return cg_format(schema->arena, "%u", value);
    cg_use(schema, bound->place, decl->place.source);
    append_sorted(schema, decl);
    return decl->name;
}

static bool bound_value(cg_Schema *schema, const cg_Dim *dim, u32 *value)
{
    cg_Number number;
    if (!cg_eval(schema, dim->bound, &number))
        return false;
    if (number.real || number.i.negative || number.i.size == 0) {
        cg_error(schema->diag, CG_E_ARRAY_BOUND, dim->bound->place,
                 "a bound is a whole number from 1 up");
        return false;
    }
    if (number.i.size > CG_RECORD_MAX) {
        cg_error(schema->diag, CG_E_ARRAY_BOUND, dim->bound->place, "%s is over the limit of %llu",
                 cg_int_text(schema, number.i), (unsigned long long)CG_RECORD_MAX);
        return false;
    }
    *value = (u32)number.i.size;
    return true;
}

static bool tell_chars(cg_Schema *schema, const cg_Field *field, const cg_Dim *last)
{
    if (!last) {
        cg_error(schema->diag, CG_E_TEXT_SIZE, field->type_place,
                 "`char` needs a size: it is text");
        cg_help(schema->diag, "write `char %s[32]` for text, `u8 %s` for a small number", field->name, field->name);
    } else {
        cg_error(schema->diag, CG_E_TEXT_SIZE, last->place, "the last bound of a text is its size");
        cg_help(schema->diag, "write `char %s[32]`, or `str %s` for text of any length", field->name, field->name);
    }
    return false;
}

/// Takes the last bound off a `char` field: it is the size of one text.
static bool take_text_size(cg_Schema *schema, cg_Field *field, u32 *dims)
{
    const cg_Dim *last = field->dims;
    while (last && last->next)
        last = last->next;
    if (!last || last->shape != ED_FIXED)
        return tell_chars(schema, field, last);
    if (!bound_value(schema, last, &field->size))
        return false;
    field->dim_text[--*dims] = bound_text(schema, last->bound, field->size);
    if (field->size > 1)
        return true;
    cg_error(schema->diag, CG_E_TEXT_SIZE, last->bound->place,
             "a text of one byte holds nothing but its end");
    cg_help(schema->diag, "one byte is for the zero at the end; `u8` is a small number");
    return false;
}

static bool tell_shape(cg_Schema *schema, const cg_Dim *dim)
{
    cg_error(schema->diag, CG_E_LIST_DIMENSIONS, dim->place,
             "only an array of fixed size has more than one dimension");
    cg_help(schema->diag, "put the inner array into a struct and make a list of that");
    return false;
}

static bool check_dynamic(cg_Schema *schema, const cg_Field *field)
{
    if (field->shape != ED_DYNAMIC || (field->kind != ED_CHARS && field->kind != ED_PTR))
        return true;
    cg_error(schema->diag, CG_E_LIST_ELEMENT, field->dims->place,
             "a list of any length can't hold `%s`", field->type_name);
    if (field->kind == ED_CHARS)
        cg_help(schema->diag, "write `str %s[]`", field->name);
    else
        cg_help(schema->diag, "give it a bound: `ptr %s[..64]`", field->name);
    return false;
}

static bool resolve_dims(cg_Schema *schema, cg_Field *field)
{
    u32 dims = 0;
    for (const cg_Dim *dim = field->dims; dim; dim = dim->next)
        dims++;
    u64 count = 1;
    if (dims > ED_DIMS_MAX + (field->kind == ED_CHARS ? 1 : 0)) {
        cg_error(schema->diag, CG_E_TOO_MANY_DIMENSIONS, field->dims->place,
                 "%u dimensions are too many: %u are the limit", dims, ED_DIMS_MAX);
        return false;
    }
    if (field->kind == ED_CHARS && !take_text_size(schema, field, &dims))
        return false;
    field->dim_count = dims;
    field->shape = dims ? field->dims->shape : ED_ONE;
    const cg_Dim *dim = field->dims;
    for (u32 i = 0; i < dims; i++, dim = dim->next) {
        if (dims > 1 && dim->shape != ED_FIXED)
            return tell_shape(schema, dim);
        if (dim->shape != ED_DYNAMIC && !bound_value(schema, dim, &field->dim[i]))
            return false;
        if (dim->shape != ED_DYNAMIC)
            field->dim_text[i] = bound_text(schema, dim->bound, field->dim[i]);
        count = count * field->dim[i] > CG_RECORD_MAX ? CG_RECORD_MAX + 1 : count * field->dim[i];
    }
    field->count = (u32)count;
    return check_dynamic(schema, field);
}

static bool resolve_field(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    if (field->broken)
        return false;
    field->broken = !resolve_type(schema, decl, field) || !resolve_dims(schema, field);
    return !field->broken;
}

// --- Layout ------------------------------------------------------------------------------------

static u64 up(u64 at, u64 align)
{
    return (at + align - 1) / align * align;
}

static u32 member_align(const cg_Field *field)
{
    if (field->shape == ED_DYNAMIC) return 8;
    return field->shape == ED_BOUNDED && field->align < 4 ? 4 : field->align;
}

/// Where the field goes and what has to be filled before it. The result is where it ends.
static u64 place_field(cg_Field *field, u64 at)
{
    u64 before = field->shape == ED_BOUNDED ? 4 : 0;        // its count
    u64 start = up(at + before, member_align(field));
    u64 size = field->shape == ED_DYNAMIC ? sizeof(ed_Array) : (u64)field->size * field->count;
    field->pad = (u32)(start - before - at);
    field->offset = (u32)start;
    return start + size;
}

static void tell_recursion(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    const cg_Decl *inner = field->type;
    if (inner == decl)
        cg_error(schema->diag, CG_E_RECURSIVE_STRUCT, field->type_place, "%s can't hold itself",
                 decl->name);
    else
        cg_error(schema->diag, CG_E_RECURSIVE_STRUCT, field->type_place,
                 "%s holds %s, which holds %s again", decl->name, inner->name, decl->name);
    if (inner != decl)
        cg_note(schema->diag, inner->place, "%s is here", inner->name);
    cg_help(schema->diag, "make it a list: `%s %s[];`, or keep an index", field->type_name, field->name);
}

static bool tell_deep(cg_Schema *schema, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_STRUCT_TOO_DEEP, field->type_place,
             "structs and arrays are nested more than %u deep here", CG_DEPTH_MAX);
    cg_help(schema->diag, "make one of them a list: `%s %s[];`", field->type_name, field->name);
    return false;
}

/// The struct of a field that is held by value is laid out first.
static bool lay_out_inner(cg_Schema *schema, cg_Decl *decl, cg_Field *field, u32 depth)
{
    cg_Decl *inner = field->type;
    if (field->kind != ED_STRUCT || field->shape == ED_DYNAMIC)
        return true;
    if (inner->step == CG_BUSY) {
        tell_recursion(schema, decl, field);
        return false;
    }
    if (inner->step == CG_NEW && depth == CG_DEPTH_MAX)
        return tell_deep(schema, field);
    if (!lay_out(schema, inner, depth + 1))
        return false;
    field->size = inner->size;
    field->align = inner->align;
    u32 steps = inner->depth + 1 + field->dim_count;
    decl->depth = steps > decl->depth ? steps : decl->depth;
    return decl->depth <= CG_DEPTH_MAX || tell_deep(schema, field);
}

static bool tell_big(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_STRUCT_TOO_BIG, field->place, "%s %s is over 1 GiB with this field",
             cg_decl_word(decl), decl->name);
    cg_help(schema->diag, "make it a list of any length: `%s %s[];`", field->type_name, field->name);
    return false;
}

static bool lay_out_fields(cg_Schema *schema, cg_Decl *decl, u32 depth)
{
    u64 at = 0;
    bool good = true;
    for (cg_Field *field = decl->fields; field; field = field->next) {
        if (!resolve_field(schema, decl, field) || !lay_out_inner(schema, decl, field, depth)) {
            field->broken = true;
            good = false;
            continue;
        }
        at = place_field(field, at);
        if (at > CG_RECORD_MAX)
            return tell_big(schema, decl, field);
        if (decl->align < member_align(field))
            decl->align = member_align(field);
    }
    if (!good)
        return false;
    decl->size = (u32)up(at, decl->align);
    decl->tail = decl->size - (u32)at;
    return true;
}

static bool lay_out(cg_Schema *schema, cg_Decl *decl, u32 depth)
{
    if (decl->step == CG_DONE || decl->step == CG_FAILED || depth > CG_DEPTH_MAX)
        return decl->step == CG_DONE;
    decl->step = CG_BUSY;
    decl->align = 1;
    bool good = decl->fields != NULL;
    if (!good && !schema->doubtful) {
        cg_error(schema->diag, CG_E_EMPTY_STRUCT, decl->place, "%s %s has no fields",
                 cg_decl_word(decl), decl->name);
        cg_help(schema->diag, "give it one, as in `u32 id;`");
    }
    good = good && lay_out_fields(schema, decl, depth);
    decl->step = good ? CG_DONE : CG_FAILED;
    append_sorted(schema, decl);
    return good;
}

/// A list's struct may be laid out after the struct that has the list.
static void complete_lists(cg_Decl *decl)
{
    for (cg_Field *field = decl->fields; field; field = field->next) {
        if (!field->type || field->shape != ED_DYNAMIC) continue;
        field->size = field->type->size;
        field->align = field->type->align;
        field->type->listed = true;
    }
}

void cg_check_layout(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (cg_decl_is_record(decl))
            lay_out(schema, decl, 0);
        else if (decl->kind != CG_UNKNOWN)
            append_sorted(schema, decl);
    }
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        complete_lists(decl);
}
