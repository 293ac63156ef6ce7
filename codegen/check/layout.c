#include "codegen/check/check.h"
#include "runtime/types/c_layout.h"

static bool lay_out(cg_Schema *schema, cg_Decl *decl, u32 depth);

void cg_append_sorted(cg_Schema *schema, cg_Decl *decl)
{
    if (decl->is_sorted) return;
    decl->is_sorted = true;
    if (schema->last_sorted) schema->last_sorted->next_sorted = decl;
    else schema->sorted = decl;
    schema->last_sorted = decl;
    cg_FileLinks *file = &schema->files[decl->location.source->index];
    if (file->last_sorted) file->last_sorted->next_here = decl;
    else file->sorted = decl;
    file->last_sorted = decl;
}

// --- Layout ------------------------------------------------------------------------------------

static ed_Member member_of(const cg_Field *field)
{
    return (ed_Member){ field->shape, field->size, field->align, field->count };
}

/// Determines the field's offset and the padding before it. Returns the offset of its end.
static u64 lay_out_field(cg_Field *field, u64 at)
{
    ed_Member member = member_of(field);
    u64 start = ed_member_offset(&member, at);
    field->pad = (u32)(start - ed_member_prefix_size(&member) - at);
    field->offset = (u32)start;
    return start + ed_member_size(&member);
}

static void report_recursion(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    const cg_Decl *inner = field->type;
    if (inner == decl)
        cg_error(schema->diag, CG_E_RECURSIVE_STRUCT, field->type_location,
                 "%s cannot contain itself", decl->name);
    else
        cg_error(schema->diag, CG_E_RECURSIVE_STRUCT, field->type_location,
                 "%s contains %s, which contains %s again", decl->name, inner->name, decl->name);
    if (inner != decl) cg_note(schema->diag, inner->location, "%s is declared here", inner->name);
    cg_help(schema->diag, "make it a list: `%s %s[];`, or use an index", field->type_name,
            field->name);
}

static bool report_deep(cg_Schema *schema, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_STRUCT_TOO_DEEP, field->type_location,
             "structs and arrays are nested more than %u levels deep here", CG_DEPTH_MAX);
    cg_help(schema->diag, "make one of them a list: `%s %s[];`", field->type_name, field->name);
    return false;
}

/// Lays out a struct that the field contains by value, and takes its size and alignment.
static bool lay_out_inner(cg_Schema *schema, cg_Decl *decl, cg_Field *field, u32 depth)
{
    cg_Decl *inner = field->type;
    if (!cg_kind_is_record(field->kind) || field->shape == ED_DYNAMIC || field->shape == ED_POOL)
        return true;
    if (inner->visit == CG_BUSY) {
        report_recursion(schema, decl, field);
        return false;
    }
    if (inner->visit == CG_NEW && depth == CG_DEPTH_MAX) return report_deep(schema, field);
    if (!lay_out(schema, inner, depth + 1)) return false;
    field->size = inner->size;
    field->align = inner->align;
    u32 steps = inner->depth + 1 + field->dim_count;
    decl->depth = steps > decl->depth ? steps : decl->depth;
    return decl->depth <= CG_DEPTH_MAX || report_deep(schema, field);
}

static bool report_big(cg_Schema *schema, const cg_Decl *decl, const cg_Field *field)
{
    cg_error(schema->diag, CG_E_STRUCT_TOO_BIG, field->location,
             "%s %s is larger than 1 GiB with this field", cg_decl_word(decl), decl->name);
    cg_help(schema->diag, "make it a list of any length: `%s %s[];`", field->type_name,
            field->name);
    return false;
}

/// Resolves the types of all fields, and lays out the structs that they contain by value.
static bool resolve_fields(cg_Schema *schema, cg_Decl *decl, u32 depth)
{
    bool good = true;
    for (cg_Field *field = decl->fields; field; field = field->next) {
        field->broken =
            !cg_resolve_field(schema, decl, field) || !lay_out_inner(schema, decl, field, depth);
        good = good && !field->broken;
        ed_Member member = member_of(field);
        if (!field->broken && decl->align < ed_member_align(&member))
            decl->align = ed_member_align(&member);
    }
    return good;
}

static bool lay_out_fields(cg_Schema *schema, cg_Decl *decl)
{
    u64 at = 0;
    for (cg_Field *field = decl->fields; field; field = field->next) {
        at = lay_out_field(field, at);
        if (at > CG_RECORD_MAX) return report_big(schema, decl, field);
    }
    decl->size = (u32)ed_align_up(at, decl->align);
    decl->tail = decl->size - (u32)at;
    return true;
}

static bool lay_out_union(cg_Schema *schema, cg_Decl *decl)
{
    u64 most = 0;
    decl->align = ed_union_align(decl->align);
    for (cg_Field *field = decl->fields; field; field = field->next) {
        ed_Member member = member_of(field);
        u64 size = ed_member_size(&member);
        if (size > CG_RECORD_MAX) return report_big(schema, decl, field);
        field->offset = decl->align;
        most = size > most ? size : most;
    }
    decl->tail = most % decl->align ? (u32)ed_align_up(most, decl->align) : 0;
    decl->size = (u32)ed_union_size(most, decl->align);
    return true;
}

static bool report_empty(cg_Schema *schema, const cg_Decl *decl)
{
    if (schema->is_incomplete) return false;
    if (decl->kind == CG_UNION) {
        cg_error(schema->diag, CG_E_EMPTY_UNION, decl->location, "union %s has no alternatives",
                 decl->name);
        cg_help(schema->diag, "add one, such as `Circle circle;`");
        return false;
    }
    cg_error(schema->diag, CG_E_EMPTY_STRUCT, decl->location, "%s %s has no fields",
             cg_decl_word(decl), decl->name);
    cg_help(schema->diag, "add one, such as `u32 id;`");
    return false;
}

static bool lay_out(cg_Schema *schema, cg_Decl *decl, u32 depth)
{
    if (decl->visit == CG_DONE || decl->visit == CG_FAILED) return decl->visit == CG_DONE;
    decl->visit = CG_BUSY;
    decl->align = 1;
    bool good = decl->fields ? resolve_fields(schema, decl, depth) : report_empty(schema, decl);
    good = good
        && (decl->kind == CG_UNION ? lay_out_union(schema, decl) : lay_out_fields(schema, decl));
    decl->visit = good ? CG_DONE : CG_FAILED;
    cg_append_sorted(schema, decl);
    return good;
}

/// Sets the element size of lists and pools. Call it when all structs are laid out, since a list's
/// struct may be laid out after the struct that has the list. Also records which types are used in
/// lists, refs and pointers.
static void complete_lists(cg_Decl *decl)
{
    for (cg_Field *field = decl->fields; field; field = field->next) {
        bool list = field->shape == ED_DYNAMIC, pool = field->shape == ED_POOL;
        if (!field->type || field->broken) continue;
        if (field->kind == ED_REF) {
            field->type->referred = true;
            field->type->refs_listed = field->type->refs_listed || list;
        } else if (field->kind == ED_RECORD_PTR) {
            field->type->pointers_listed = field->type->pointers_listed || list;
        } else if (list || pool) {
            field->size = field->type->size;
            field->align = field->type->align;
            field->type->listed = field->type->listed || list;
        }
    }
}

static void lay_out_table(cg_Schema *schema, cg_Decl *decl)
{
    cg_Field *rows = decl->rows;
    cg_Decl *row = cg_decl_find(schema, rows->type_name);
    if (row && cg_decl_is_inner(row)) lay_out(schema, row, 0);
    bool good = decl->visit != CG_FAILED && cg_resolve_field(schema, decl, rows);
    const bool keyed = good && rows->kind == ED_STRUCT && rows->shape == ED_BOUNDED;
    if (keyed && !cg_attr(&rows->type->attrs, CG_KEY)) {
        cg_error(schema->diag, CG_E_TABLE_ROWS, decl->location,
                 "the rows of `%s` have no key, and there is no enum that names them", decl->name);
        cg_help(schema->diag,
                "write `struct %s [[key(…)]]`, or give the table an enum or a number "
                "as its bound",
                rows->type_name);
        good = false;
    } else if (good && !keyed
               && (rows->kind != ED_STRUCT || rows->shape != ED_FIXED || rows->dim_count != 1)) {
        cg_error(schema->diag, CG_E_TABLE_ROWS, decl->location,
                 "the rows of a table are an array of structs with one bound");
        cg_help(schema->diag, "write `table Row %s[8];` with a struct Row", decl->name);
        good = false;
    }
    if (good) cg_fill_table(schema, decl);
    decl->visit = good ? CG_DONE : CG_FAILED;
    cg_append_sorted(schema, decl);
}

void cg_check_layout(cg_Schema *schema)
{
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) {
        if (cg_decl_is_record(decl)) lay_out(schema, decl, 0);
        else if (decl->kind == CG_TABLE) lay_out_table(schema, decl);
        else if (decl->kind != CG_UNKNOWN) cg_append_sorted(schema, decl);
    }
    for (cg_Decl *decl = schema->decls; decl; decl = decl->next) complete_lists(decl);
}
