#include "codegen/check/check.h"
#include "codegen/syntax/keywords.h"
#include <string.h>

// --- Types -------------------------------------------------------------------------------------

static void report_unknown(cg_Schema *schema, const cg_Field *field)
{
    if (schema->is_incomplete) return;
    const char *name = field->target ? field->target : field->type_name;
    if (!cg_error(schema->diag, CG_E_UNKNOWN_TYPE, field->type_location, "unknown type `%s`", name))
        return;
    ed_Suggestion near = ed_suggestion(name);
    if (!field->target) cg_suggest_types(&near);
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next)
        if (cg_decl_is_inner(decl) || cg_decl_has_values(decl))
            ed_suggestion_try(&near, decl->name);
    cg_suggestion_help(&near, schema->diag);
    cg_decl_add_unknown(schema, name, field->type_location);
}

static void report_no_type(cg_Schema *schema, const cg_Field *field, const cg_Decl *decl)
{
    const char *word = cg_decl_word(decl);
    cg_error(schema->diag, CG_E_NOT_A_TYPE, field->type_location,
             "`%s` is a %s, not the type of a field", decl->name, word);
    cg_note(schema->diag, decl->location, "%s is declared here", decl->name);
    if (decl->kind != CG_CONST)
        cg_help(schema->diag,
                "a %s cannot be part of another type; move the fields that both need into a struct",
                word);
}

/// True for an unbounded list or a pool. Works before the field's shape is resolved.
static bool is_list(const cg_Field *field)
{
    return (field->dims && field->dims->shape == ED_DYNAMIC) || cg_attr(&field->attrs, CG_POOL);
}

/// Reports a field of rigid memory that could not stay as it is when the module or the state is
/// replaced.
static bool check_not_rigid(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    if (decl->kind != CG_RIGID) return true;
    cg_error(schema->diag, CG_E_REF_IN_RIGID, field->type_location,
             "rigid memory cannot contain %s", cg_why_not_rigid(field->kind));
    cg_help(schema->diag, "move `%s` to a state", field->name);
    return false;
}

static bool resolve_declared(cg_Schema *schema, const cg_Decl *owner, cg_Field *field)
{
    cg_Decl *decl = cg_decl_find(schema, field->type_name);
    if (!decl) {
        report_unknown(schema, field);
        return false;
    }
    if (decl->kind == CG_UNKNOWN) return false;
    if (decl->kind == CG_CONST || decl->kind == CG_STATE || decl->kind == CG_RIGID
        || decl->kind == CG_TABLE) {
        report_no_type(schema, field, decl);
        return false;
    }
    cg_add_dependency(schema, field->type_location, decl->location.source,
                      !cg_decl_is_inner(decl) || decl->is_extern || !is_list(field));
    field->type = decl;
    field->kind = cg_kind_of(decl);
    field->size = decl->size;
    field->align = decl->align;
    if (!cg_decl_is_inner(decl)) cg_append_sorted(schema, decl);
    if (decl->kind == CG_FUNCTIONS && !check_not_rigid(schema, owner, field)) return false;
    return cg_decl_is_inner(decl) || decl->visit == CG_DONE;
}

static bool report_target(cg_Schema *schema, const cg_Field *field, const cg_Decl *decl)
{
    cg_error(schema->diag, CG_E_REF_TARGET, field->type_location, "%s, not to %s%s%s",
             field->pointer ? "a pointer leads to a struct" : "a ref refers to a struct in a pool",
             decl ? cg_decl_word(decl) : "", decl ? " " : "", field->target);
    if (decl) cg_note(schema->diag, decl->location, "%s is declared here", decl->name);
    cg_help(schema->diag, field->pointer
                              ? "put the value into a struct, and keep that struct in a state"
                              : "put the value into a struct, and make a pool of that struct");
    return false;
}

/// Resolves a pointer to a row of a table: `const Weapon *held [[in(weapons)]]`.
static bool resolve_row(cg_Schema *schema, const cg_Decl *decl, cg_Field *field, const cg_Attr *in)
{
    cg_Decl *table = cg_decl_find(schema, in->text);
    bool good = table && table->kind == CG_TABLE && field->pointer
             && strcmp(table->rows->type_name, field->target) == 0;
    if (!good && schema->is_incomplete) return false;
    if (!good) {
        cg_error(schema->diag, CG_E_TABLE_ROWS, in->text_location, "`%s` is no table of `%s`",
                 in->text, field->target ? field->target : field->type_name);
        cg_help(schema->diag,
                "write `table Weapon weapons[8];`, and `const Weapon *%s [[in(weapons)]];` here",
                field->name);
        return false;
    }
    if (!field->is_const && !table->is_extern) {
        cg_error(schema->diag, CG_E_TABLE_ROWS, field->type_location,
                 "the rows of `%s` are const, so `%s` needs const, too", table->name, field->name);
        cg_help(schema->diag, "write `const %s *%s`", field->target, field->name);
        return false;
    }
    cg_add_dependency(schema, field->type_location, table->location.source, table->is_extern);
    field->type = table;
    field->kind = ED_SYMBOL;
    field->size = field->align = sizeof(void *);
    return check_not_rigid(schema, decl, field);
}

static bool resolve_ref(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    if (cg_kind_from_word(field->target) != ED_STRUCT) return report_target(schema, field, NULL);
    field->type = cg_decl_find(schema, field->target);
    if (!field->type) report_unknown(schema, field);
    if (!field->type || field->type->kind == CG_UNKNOWN) return false;
    if (field->type->kind != CG_STRUCT) return report_target(schema, field, field->type);
    cg_add_dependency(schema, field->type_location, field->type->location.source,
                      field->type->is_extern);
    field->kind = field->pointer ? ED_RECORD_PTR : ED_REF;
    field->size = ed_kind_size(field->kind);
    field->align = field->pointer ? 8 : sizeof(u32);
    return check_not_rigid(schema, decl, field);
}

static bool check_ptr(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    const cg_Attr *live = cg_attr(&field->attrs, CG_LIVE);
    if (field->kind != ED_PTR && live && decl->kind != CG_RIGID) {
        cg_error(schema->diag, CG_E_ATTRIBUTE_PLACE, live->location,
                 "[[live]] is for a `ptr`, not for `%s`", field->type_name);
        cg_help(schema->diag, "remove it: other types need no attribute to be kept");
        return false;
    }
    if (field->kind != ED_PTR || live || decl->kind == CG_RIGID || decl->kind == CG_UNION)
        return true;
    cg_error(schema->diag, CG_E_PTR_IN_STATE, field->type_location,
             "a `ptr` in state needs [[live]]");
    cg_help(schema->diag,
            "write `ptr %s [[live]];` if it points into rigid memory; otherwise use a handle, "
            "`ref(T) %s;`",
            field->name, field->name);
    return false;
}

static bool resolve_type(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    const cg_Attr *in = cg_attr(&field->attrs, CG_IN);
    if (in) return resolve_row(schema, decl, field, in);
    if (field->is_const) {
        cg_error(schema->diag, CG_E_FIELD_QUALIFIER, field->type_location,
                 "only a pointer to a row of a table is `const`");
        cg_help(schema->diag, "write `%s *%s`, or `[[in(…)]]` and the table", field->target,
                field->name);
        return false;
    }
    if (field->target) return resolve_ref(schema, decl, field);
    field->kind = cg_kind_from_word(field->type_name);
    if (field->kind == ED_STRUCT) return resolve_declared(schema, decl, field);
    field->size = ed_kind_size(field->kind);
    field->align = field->kind == ED_STR ? 8 : field->size;
    if (field->kind == ED_CHARS) field->align = 1;
    return field->kind != ED_TEXT_PTR || check_not_rigid(schema, decl, field);
}

// --- Bounds ------------------------------------------------------------------------------------

/// The bound in the generated C: a name if the bound is only the name of an integer const,
/// otherwise the value.
static const char *bound_text(cg_Schema *schema, const cg_Expr *bound, u32 value)
{
    cg_Decl *decl = bound->kind == CG_EXPR_NAME ? cg_decl_find(schema, bound->text) : NULL;
    if (!decl || decl->base == ED_F32 || decl->base == ED_F64 || decl->base == ED_BOOL)
        return cg_format(schema->arena, "%u", value);
    cg_add_dependency(schema, bound->location, decl->location.source, true);
    cg_append_sorted(schema, decl);
    return decl->name;
}

static bool bound_value(cg_Schema *schema, const cg_Dim *dim, u32 *value)
{
    cg_Number number;
    if (!cg_eval(schema, dim->bound, &number)) return false;
    if (number.truth || number.real || number.i.negative || number.i.magnitude == 0) {
        cg_error(schema->diag, CG_E_ARRAY_BOUND, dim->bound->location,
                 "a bound must be an integer of at least 1");
        return false;
    }
    if (number.i.magnitude > CG_RECORD_MAX) {
        cg_error(schema->diag, CG_E_ARRAY_BOUND, dim->bound->location,
                 "the bound %s exceeds the limit of %llu", cg_int_text(schema, number.i),
                 (unsigned long long)CG_RECORD_MAX);
        return false;
    }
    *value = (u32)number.i.magnitude;
    return true;
}

/// The enum whose name is the bound, or NULL.
static cg_Decl *bound_enum(const cg_Schema *schema, const cg_Dim *dim)
{
    bool name = dim->shape == ED_FIXED && dim->bound->kind == CG_EXPR_NAME;
    cg_Decl *decl = name ? cg_decl_find(schema, dim->bound->text) : NULL;
    return decl && decl->kind == CG_ENUM ? decl : NULL;
}

/// Counts the values of an enum that is the bound of an array. They must be its indices.
static bool count_values(cg_Schema *schema, const cg_Dim *dim, const cg_Decl *decl, u32 *count)
{
    *count = 0;
    for (const cg_EnumValue *value = decl->values; value; value = value->next) ++*count;
    for (const cg_EnumValue *value = decl->values; value; value = value->next) {
        if (!value->number.negative && value->number.magnitude < *count) continue;
        cg_error(schema->diag, CG_E_ARRAY_BOUND, dim->bound->location,
                 "%s cannot be a bound: its values are not 0 to %u without a gap", decl->name,
                 *count - 1);
        cg_note(schema->diag, value->location, "`%s` is %s", value->name,
                cg_int_text(schema, value->number));
        cg_help(schema->diag, "remove the numbers of the values, or write a number as the bound");
        return false;
    }
    return true;
}

static bool resolve_index(cg_Schema *schema, cg_Field *field, const cg_Dim *dim, u32 i)
{
    cg_Decl *decl = bound_enum(schema, dim);
    if (!decl) {
        if (!bound_value(schema, dim, &field->dim[i])) return false;
        field->dim_text[i] = bound_text(schema, dim->bound, field->dim[i]);
        return true;
    }
    if (!count_values(schema, dim, decl, &field->dim[i])) return false;
    field->dim_enum[i] = decl;
    field->dim_text[i] = cg_format(schema->arena, "%u", field->dim[i]);
    cg_add_dependency(schema, dim->bound->location, decl->location.source, true);
    cg_append_sorted(schema, decl);
    return true;
}

static bool report_chars(cg_Schema *schema, const cg_Field *field, const cg_Dim *last)
{
    if (!last) {
        cg_error(schema->diag, CG_E_TEXT_SIZE, field->type_location,
                 "`char` is text and needs a size");
        cg_help(schema->diag, "write `char %s[32]` for text, or `u8 %s` for a small number",
                field->name, field->name);
    } else {
        cg_error(schema->diag, CG_E_TEXT_SIZE, last->location,
                 "the last bound of `char` is the size of the text");
        cg_help(schema->diag, "write `char %s[32]`, or `str %s` for text of any length",
                field->name, field->name);
    }
    return false;
}

/// Takes the last bound of a `char` field off its dimensions: it is the size of one text.
static bool take_text_size(cg_Schema *schema, cg_Field *field, u32 *dims)
{
    const cg_Dim *last = field->dims;
    while (last && last->next) last = last->next;
    if (!last || last->shape != ED_FIXED) return report_chars(schema, field, last);
    if (!bound_value(schema, last, &field->size)) return false;
    field->dim_text[--*dims] = bound_text(schema, last->bound, field->size);
    if (field->size > 1) return true;
    cg_error(schema->diag, CG_E_TEXT_SIZE, last->bound->location,
             "text of one byte has no room for a character");
    cg_help(schema->diag, "one byte is the zero at the end; for a small number, use `u8`");
    return false;
}

static bool report_shape(cg_Schema *schema, const cg_Dim *dim)
{
    cg_error(schema->diag, CG_E_LIST_DIMENSIONS, dim->location,
             "only a fixed array can have more than one dimension");
    cg_help(schema->diag, "put the inner array into a struct and make a list of that struct");
    return false;
}

static bool resolve_dims(cg_Schema *schema, cg_Field *field)
{
    u32 dims = 0;
    for (const cg_Dim *dim = field->dims; dim; dim = dim->next) dims++;
    u64 count = 1;
    u32 text_size = field->kind == ED_CHARS ? 1 : 0;
    if (dims > ED_DIMS_MAX + text_size) {
        cg_error(schema->diag, CG_E_TOO_MANY_DIMENSIONS, field->dims->location,
                 "%u dimensions are too many; the limit is %u", dims - text_size, ED_DIMS_MAX);
        if (text_size) cg_help(schema->diag, "the last bound of `char` is the size of the text");
        return false;
    }
    if (field->kind == ED_CHARS && !take_text_size(schema, field, &dims)) return false;
    field->dim_count = dims;
    field->shape = dims ? field->dims->shape : ED_ONE;
    const cg_Dim *dim = field->dims;
    for (u32 i = 0; i < dims; i++, dim = dim->next) {
        if (dims > 1 && dim->shape != ED_FIXED) return report_shape(schema, dim);
        if (dim->shape != ED_DYNAMIC && !resolve_index(schema, field, dim, i)) return false;
        count = count * field->dim[i] > CG_RECORD_MAX ? CG_RECORD_MAX + 1 : count * field->dim[i];
    }
    field->count = (u32)count;
    return true;
}

// --- Shape -------------------------------------------------------------------------------------

static bool check_dynamic(cg_Schema *schema, const cg_Field *field)
{
    bool row = field->type && field->type->kind == CG_TABLE;
    const bool text = field->kind == ED_CHARS || field->kind == ED_TEXT_PTR;
    if (field->shape != ED_DYNAMIC || (!text && field->kind != ED_PTR && !row)) return true;
    cg_error(schema->diag, CG_E_LIST_ELEMENT, field->dims->location,
             "a list of any length cannot hold `%s`", field->type_name);
    if (text) cg_help(schema->diag, "write `str %s[]`", field->name);
    else
        cg_help(schema->diag, "give it a bound: `%s%s%s[..64]`", field->type_name, row ? "" : " ",
                field->name);
    return false;
}

static bool is_pointer(const cg_Field *field)
{
    return field->kind == ED_PTR || field->kind == ED_RECORD_PTR || field->kind == ED_SYMBOL
        || field->kind == ED_TEXT_PTR;
}

static bool check_optional(cg_Schema *schema, cg_Field *field, const cg_Attr *optional)
{
    bool list = field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC;
    const bool null = is_pointer(field);
    if (field->shape == ED_ONE && !null) {
        field->shape = ED_OPTIONAL;
        return true;
    }
    const char *what = list ? "a list cannot be optional, since it can be empty"
                     : null ? "a pointer cannot be optional, since it can be null"
                            : "an array cannot be optional";
    cg_error(schema->diag, CG_E_OPTIONAL_FORM, optional->location, "%s", what);
    if (list || null) cg_help(schema->diag, "remove [[optional]]");
    else cg_help(schema->diag, "put the array into a struct and make the struct optional");
    return false;
}

static bool check_pool(cg_Schema *schema, cg_Field *field, const cg_Attr *pool)
{
    bool list = field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC;
    if (list && field->kind == ED_STRUCT) {
        const cg_Attr *stable =
            field->shape == ED_DYNAMIC ? cg_attr(&field->attrs, CG_STABLE) : NULL;
        field->shape = ED_POOL;
        if (!stable) return true;
        cg_error(schema->diag, CG_E_POOL_FORM, stable->location,
                 "a stable pool needs a limit: its items never move, so their memory is taken at "
                 "once");
        cg_help(schema->diag, "write `%s %s[..256] [[pool, stable]];`", field->type_name,
                field->name);
        return false;
    }
    cg_error(schema->diag, CG_E_POOL_FORM, pool->location,
             "`%s` cannot be a pool: only a list of structs can", field->name);
    if (field->kind == ED_STRUCT)
        cg_help(schema->diag, "write `%s %s[] [[pool]];`, or `%s %s[..64] [[pool]];` with a limit",
                field->type_name, field->name, field->type_name, field->name);
    else
        cg_help(schema->diag, "put the `%s` into a struct and make a pool of that struct",
                field->type_name);
    return false;
}

static bool check_alternative(cg_Schema *schema, const cg_Field *field)
{
    if (field->shape != ED_BOUNDED && field->kind != ED_PTR) return true;
    cg_error(schema->diag, CG_E_ALTERNATIVE_FORM, field->location, "an alternative cannot be a %s",
             field->shape == ED_BOUNDED ? "bounded list" : "ptr");
    cg_help(schema->diag, "put it into a struct and use that as the alternative");
    return false;
}

/// Applies [[optional]] and [[pool]] to the shape. Attributes that are not allowed here were
/// already reported and are ignored.
static bool resolve_shape(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    const cg_Attr *optional = cg_attr(&field->attrs, CG_OPTIONAL),
                  *pool = cg_attr(&field->attrs, CG_POOL);
    if (decl->kind == CG_UNION)
        return check_alternative(schema, field) && check_dynamic(schema, field);
    if (!check_ptr(schema, decl, field) || !check_dynamic(schema, field)) return false;
    if (optional) return check_optional(schema, field, optional);
    if (!pool && cg_attr(&field->attrs, CG_STABLE) && decl->kind == CG_STATE) {
        cg_error(schema->diag, CG_E_POOL_FORM, cg_attr(&field->attrs, CG_STABLE)->location,
                 "only a pool can be stable");
        cg_help(schema->diag, "write `[[pool, stable]]`");
        return false;
    }
    return !pool || decl->kind != CG_STATE || check_pool(schema, field, pool);
}

bool cg_resolve_field(cg_Schema *schema, const cg_Decl *decl, cg_Field *field)
{
    if (field->broken) return false;
    field->broken = !resolve_type(schema, decl, field) || !resolve_dims(schema, field)
                 || !resolve_shape(schema, decl, field);
    return !field->broken;
}
