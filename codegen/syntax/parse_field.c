#include <string.h>
#include "codegen/syntax/keywords.h"
#include "codegen/syntax/parse.h"

// --- One field ---------------------------------------------------------------------------------

/// Reports and skips words that C allows before a type: qualifiers, and `struct`, `enum`, `union`.
static void skip_qualifiers(cg_Parser *p)
{
    static const char *const qualifiers[] = { "const",  "static",   "volatile",
                                              "extern", "register", "inline" };
    for (u32 i = 0; i < ED_COUNT(qualifiers); i++)
        if (cg_is_word(p, qualifiers[i])) {
            cg_error(p->schema->diag, CG_E_FIELD_QUALIFIER, p->now.location,
                     "a field cannot be `%s`", qualifiers[i]);
            cg_help(p->schema->diag, "remove `%s`", qualifiers[i]);
            cg_advance(p);
        }
    if ((cg_is_word(p, "struct") || cg_is_word(p, "enum") || cg_is_word(p, "union"))
        && cg_peek(p, 0).kind == CG_NAME) {
        const char *word = cg_spelling(p, p->now);
        cg_error(p->schema->diag, CG_E_TYPE_KEYWORD, p->now.location,
                 "a field's type is written without a keyword");
        cg_advance(p);
        cg_help(p->schema->diag, "write `%s` without `%s`", cg_spelling(p, p->now), word);
    }
}

static bool refuse_start(cg_Parser *p)
{
    p->schema->is_incomplete = true;
    if (p->now.kind == CG_BAD) return false;
    if (cg_is_attrs(p)) {
        cg_error(p->schema->diag, CG_E_ATTRIBUTE_PLACE, p->now.location,
                 "attributes are written after the name of a field");
        cg_help(p->schema->diag, "write `u32 name [[…]];`");
    } else {
        cg_error(p->schema->diag, CG_E_EXPECTED_FIELD, p->now.location,
                 "expected a field or `}`, not %s", cg_shown(p, p->now));
    }
    return false;
}

/// Parses `ref(Actor)`. False after an error.
static bool parse_ref(cg_Parser *p, cg_Field *field)
{
    cg_advance(p);
    if (!cg_accept(p, '('))
        return cg_expected(p, CG_E_EXPECTED_TYPE, "`(` and a struct, as in `ref(Actor) target`");
    if (p->now.kind != CG_NAME || p->now.first)
        return cg_expected(p, CG_E_EXPECTED_TYPE, "the name of a struct");
    field->target = cg_spelling(p, p->now);
    field->type_name = cg_format(p->schema->arena, "ref(%s)", field->target);
    field->type_location = p->now.location;
    cg_advance(p);
    return cg_accept(p, ')') || cg_expected(p, CG_E_EXPECTED_CLOSE, "`)`");
}

/// Parses a field's type. A C type of several words is reported as one type.
static bool parse_type(cg_Parser *p, cg_Field *field)
{
    cg_Token star = cg_peek(p, 1);
    field->is_const = cg_is_word(p, "const") && star.kind == CG_PUNCT && star.punct == '*';
    if (field->is_const) cg_advance(p);
    skip_qualifiers(p);
    if (p->now.kind != CG_NAME) return refuse_start(p);
    if (cg_is_word(p, "ref")) return parse_ref(p, field);
    cg_Token type = cg_take_type(p);
    field->type_name = cg_spelling(p, type);
    field->type_location = type.location;
    const char *eddie = cg_type_from_c(field->type_name);
    if (eddie) {
        cg_report_c_type(p->schema->diag, type.location, field->type_name, eddie);
        field->type_name = eddie;
    }
    return true;
}

static void refuse_pointer(cg_Parser *p, cg_Field *field)
{
    cg_Diag *diag = p->schema->diag;
    bool text = strcmp(field->type_name, "char") == 0;
    cg_error(diag, CG_E_POINTER, p->now.location,
             text ? "a field can point to a text, but not to such a pointer"
                  : "a field can only point to a struct of the schema, or to text");
    if (text) cg_help(diag, "write an array, `char *name[8];`, or a list of texts, `str name[];`");
    else if (strcmp(field->type_name, "void") == 0)
        cg_help(diag, "write `ptr name [[live]];`, or `ptr name;` in rigid memory");
    else if (cg_kind_from_word(field->type_name) != ED_STRUCT)
        cg_help(diag, "use a list, `%s name[];`", field->type_name);
    else
        cg_help(diag, "write one `*`, a list, `%s name[];`, or a handle, `ref(%s) name;`",
                field->target ? field->target : field->type_name,
                field->target ? field->target : field->type_name);
    field->broken = true;
    while (cg_accept(p, '*')) {}
}

/// Parses the `*` of a pointer to a record or a text.
static void parse_pointer(cg_Parser *p, cg_Field *field)
{
    cg_Token after = cg_peek(p, 0);
    bool several = after.kind == CG_PUNCT && after.punct == '*';
    if (!several && strcmp(field->type_name, "char") == 0) {
        field->type_name = CG_TEXT_PTR;
        field->is_const = false;      // it always is in C
        cg_advance(p);
        return;
    }
    if (field->target || several || cg_kind_from_word(field->type_name) != ED_STRUCT
        || strcmp(field->type_name, "void") == 0) {
        refuse_pointer(p, field);
        return;
    }
    field->pointer = true;
    field->target = field->type_name;
    field->type_name =
        cg_format(p->schema->arena, "%s%s *", field->is_const ? "const " : "", field->target);
    cg_advance(p);
}

/// Rejects `void (*fn)(int)` and `u32 fn(int)`. Returns false.
static bool refuse_function(cg_Parser *p)
{
    cg_error(p->schema->diag, CG_E_POINTER, p->now.location,
             "a field cannot be a function or a function pointer");
    cg_help(p->schema->diag,
            "declare the functions: `functions Name : void (u32 x) { one, other }`, and a field "
            "`Name name;`");
    return false;
}

static bool parse_dim(cg_Parser *p, cg_Dim **end)
{
    cg_Dim *dim = cg_new(p->schema->arena, sizeof *dim);
    dim->location = p->now.location;
    dim->shape = ED_FIXED;
    cg_advance(p);
    if (cg_is(p, ']')) {
        dim->shape = ED_DYNAMIC;
    } else {
        if (cg_accept(p, CG_DOTS)) dim->shape = ED_BOUNDED;
        dim->bound = cg_parse_expr(p);
        if (!dim->bound) return false;
    }
    if (!cg_accept(p, ']')) return cg_expected(p, CG_E_EXPECTED_CLOSE, "`]`");
    dim->location.size = p->before.at + 1 - dim->location.at;
    *end = dim;
    return true;
}

static bool parse_dims(cg_Parser *p, cg_Field *field)
{
    cg_Dim **end = &field->dims;
    while (cg_is(p, '[') && !cg_is_attrs(p)) {
        if (!parse_dim(p, end)) return false;
        end = &(*end)->next;
    }
    return true;
}

static bool refuse_bits(cg_Parser *p, const cg_Field *field)
{
    cg_error(p->schema->diag, CG_E_BITFIELD, p->now.location,
             "bitfields are not part of the schema language");
    cg_help(p->schema->diag, "write `%s %s;`, or use a `bool` or `flags`", field->type_name,
            field->name);
    return false;
}

static bool refuse_list(cg_Parser *p, const cg_Field *field)
{
    cg_Token other = cg_peek(p, 0);
    cg_error(p->schema->diag, CG_E_TWO_FIELDS, p->now.location,
             "a declaration can have only one field");
    if (other.kind == CG_NAME)
        cg_help(p->schema->diag, "write `%s %s;` and `%s %s;`", field->type_name, field->name,
                field->type_name, cg_spelling(p, other));
    return false;
}

static bool end_field(cg_Parser *p, const cg_Field *field)
{
    if (cg_accept(p, ';')) return true;
    if (cg_is(p, ':')) return refuse_bits(p, field);
    if (cg_is(p, ',')) return refuse_list(p, field);
    if (cg_is_attrs(p)) {
        cg_error(p->schema->diag, CG_E_ATTRIBUTE_PLACE, p->now.location,
                 "attributes are written before the `=`");
        cg_help(p->schema->diag, "write `%s %s [[…]] = …;`", field->type_name, field->name);
        return false;
    }
    cg_expected(p, CG_E_EXPECTED_SEPARATOR, "`;`");
    return p->now.first || cg_is(p, '}');
}

/// Parses what follows the type of a field. False if the rest of the field must be skipped.
static bool parse_declarator(cg_Parser *p, cg_Field *field)
{
    if (cg_is(p, '*')) parse_pointer(p, field);
    if (cg_is(p, '(')) return refuse_function(p);
    if (p->now.kind != CG_NAME || cg_starts_field(p)) {
        cg_expected(p, CG_E_EXPECTED_NAME, "a name for the field");
        return p->now.first;
    }
    field->name = cg_spelling(p, p->now);
    field->location = p->now.location;
    cg_advance(p);
    if (cg_is(p, '(')) return refuse_function(p);
    if (!parse_dims(p, field) || !cg_parse_attrs(p, &field->attrs)) return false;
    if (cg_accept(p, '=')) {
        field->default_expr = cg_parse_value(p);
        if (!field->default_expr) return false;
    }
    return end_field(p, field);
}

bool cg_parse_table_rows(cg_Parser *p, cg_Token type, cg_Decl *decl)
{
    cg_Field *rows = cg_new(p->schema->arena, sizeof *rows);
    *rows = (cg_Field){ .name = decl->name,
                        .location = decl->location,
                        .type_name = cg_spelling(p, type),
                        .type_location = type.location };
    decl->rows = rows;
    cg_advance(p);
    return (cg_is(p, '[') || cg_expected(p, CG_E_EXPECTED_BODY, "the number of rows, as in `[8]`"))
        && parse_dims(p, rows);
}

// --- All fields --------------------------------------------------------------------------------

/// True for a nested type such as `struct { … } s;`, which C allows inside a struct.
static bool starts_body(const cg_Parser *p)
{
    if (!cg_is_word(p, "struct") && !cg_is_word(p, "union") && !cg_is_word(p, "enum")
        && !cg_is_word(p, "flags"))
        return false;
    cg_Token after = cg_peek(p, 0);
    return after.kind == CG_PUNCT && after.punct == '{';
}

static void refuse_body(cg_Parser *p)
{
    const char *word = cg_spelling(p, p->now);
    cg_error(p->schema->diag, CG_E_NESTED_TYPE, p->now.location,
             "a nested `%s { … }` must be declared separately, with a name", word);
    cg_help(p->schema->diag, "declare `%s Name { … }` outside, then write `Name field;` here",
            word);
    cg_advance(p);
    u32 depth = 0;
    do {
        depth += cg_is(p, '{') ? 1 : 0;
        depth -= cg_is(p, '}') ? 1 : 0;
        cg_advance(p);
    } while (depth > 0 && p->now.kind != CG_END && !cg_starts_decl(p));
    cg_skip(p);
}

static void parse_field(cg_Parser *p, cg_Field ***end)
{
    if (starts_body(p)) {
        refuse_body(p);
        return;
    }
    cg_Field *field = cg_new(p->schema->arena, sizeof *field);
    field->doc = cg_doc(p, p->now.doc);
    if (!parse_type(p, field)) {
        cg_skip(p);
        return;
    }
    bool whole = parse_declarator(p, field);
    if (!whole) {
        field->broken = true;
        cg_skip(p);
    }
    if (!field->name) return;
    if (!field->doc) field->doc = cg_doc(p, p->now.trail);
    **end = field;
    *end = &field->next;
}

void cg_parse_fields(cg_Parser *p, cg_Decl *decl)
{
    cg_Field **end = &decl->fields;
    while (p->now.kind != CG_END && !cg_is(p, '}') && !cg_starts_decl(p)) {
        if (cg_accept(p, ';')) continue;
        u32 at = p->now.location.at;
        parse_field(p, &end);
        if (p->now.location.at == at && p->now.kind != CG_END && !cg_is(p, '}')) cg_advance(p);
    }
    if (cg_accept(p, '}')) return;
    cg_expected(p, CG_E_EXPECTED_CLOSE, "`}`");
    cg_note(p->schema->diag, decl->location, "%s %s starts here", cg_decl_word(decl), decl->name);
}
