#include "codegen/syntax/parse.h"
#include <string.h>
#include "codegen/syntax/keywords.h"

// --- Tokens ------------------------------------------------------------------------------------

void cg_advance(cg_Parser *p)
{
    p->before = p->now.location;
    p->now = cg_lex_next(&p->lexer);
    if (p->now.kind == CG_BAD) p->schema->is_incomplete = true;
}

cg_Token cg_peek(const cg_Parser *p, u32 ahead)
{
    cg_Lexer lexer = p->lexer;
    lexer.diag = NULL;
    cg_Token token = cg_lex_next(&lexer);
    while (ahead--) token = cg_lex_next(&lexer);
    return token;
}

bool cg_is(const cg_Parser *p, char punct)
{
    return p->now.kind == CG_PUNCT && p->now.punct == punct;
}

static bool spells(cg_Token token, const char *word)
{
    const char *text = token.location.source->text + token.location.at;
    return *text == *word && strlen(word) == token.location.size
        && memcmp(text, word, token.location.size) == 0;
}

bool cg_is_word(const cg_Parser *p, const char *word)
{
    return p->now.kind == CG_NAME && spells(p->now, word);
}

bool cg_accept(cg_Parser *p, char punct)
{
    if (!cg_is(p, punct)) return false;
    cg_advance(p);
    return true;
}

const char *cg_spelling(const cg_Parser *p, cg_Token token)
{
    return cg_copy(p->schema->arena, token.location.source->text + token.location.at,
                   token.location.size);
}

const char *cg_shown(const cg_Parser *p, cg_Token token)
{
    if (token.kind == CG_END) return "the end of the file";
    u32 size = token.location.size < 40 ? token.location.size : 40;
    return cg_format(p->schema->arena, "`%.*s`", (int)size,
                     token.location.source->text + token.location.at);
}

bool cg_expected(cg_Parser *p, cg_Code code, const char *what)
{
    cg_Location location = { p->lexer.source, p->before.at + p->before.size, 0 };
    bool bad = p->now.kind == CG_BAD;
    p->schema->is_incomplete = true;
    if (p->before.size == 0) location = p->now.location;
    if (!bad && (p->now.first || p->now.kind == CG_END))
        cg_error(p->schema->diag, code, location, "expected %s", what);
    else if (!bad)
        cg_error(p->schema->diag, code, p->now.location, "expected %s, not %s", what,
                 cg_shown(p, p->now));
    return false;
}

void cg_skip(cg_Parser *p)
{
    u32 depth = p->open;
    p->open = 0;
    p->schema->is_incomplete = true;
    for (bool any = false; p->now.kind != CG_END; any = true) {
        if (any && cg_starts_field(p)) return;
        if (depth == 0 && cg_is(p, '}')) return;
        if (cg_accept(p, ';')) return;
        depth += cg_is(p, '{') ? 1 : 0;
        depth -= cg_is(p, '}') ? 1 : 0;
        cg_advance(p);
    }
}

bool cg_starts_field(const cg_Parser *p)
{
    if (!p->now.first || p->now.kind != CG_NAME) return false;
    cg_Token after = cg_peek(p, 0);
    bool ref = cg_is_word(p, "ref") && after.kind == CG_PUNCT && after.punct == '(';
    bool pointer = after.kind == CG_PUNCT && after.punct == '*';
    return after.kind == CG_NAME || ref || pointer;
}

cg_Token cg_take_type(cg_Parser *p)
{
    cg_Token type = p->now;
    bool part = cg_is_c_part(cg_spelling(p, type)) && !cg_is_word(p, "char");
    cg_advance(p);
    while (part && p->now.kind == CG_NAME && cg_is_c_part(cg_spelling(p, p->now))) {
        type.location.size = p->now.location.at + p->now.location.size - type.location.at;
        cg_advance(p);
    }
    return type;
}

/// The offset of the next `///` comment from `at` on, or `to`. Skips other comments.
static u32 next_doc(const char *text, u32 at, u32 to)
{
    while (at < to && !cg_lex_is_doc(text + at)) {
        if (text[at] != '/') at++;
        else if (text[at + 1] == '*') at = (u32)(strstr(text + at + 2, "*/") + 2 - text);
        else
            while (at < to && text[at] != '\n') at++;
    }
    return at;
}

const char *cg_doc(const cg_Parser *p, cg_Span span)
{
    const char *text = p->lexer.source->text;
    if (span.to == 0) return NULL;
    char *doc = cg_new(p->schema->arena, span.to - span.from + 1);
    u32 size = 0;
    for (u32 at = span.from; (at = next_doc(text, at, span.to)) < span.to;) {
        at += at + 3 < span.to && text[at + 3] == '<' ? 4 : 3;
        if (at < span.to && text[at] == ' ') at++;
        if (size) doc[size++] = '\n';
        for (; at < span.to && text[at] != '\n'; at++)
            doc[size++] = text[at] == '\t' || (u8)text[at] < 32 ? ' ' : text[at];
        while (size && doc[size - 1] == ' ') size--;
    }
    doc[size] = '\0';
    return size ? doc : NULL;
}

// --- Declarations ------------------------------------------------------------------------------

/// The kind of declaration whose keyword the token is, or CG_UNKNOWN.
static cg_DeclKind kind_of(cg_Token token)
{
    cg_DeclKind kind = CG_CONST;
    if (token.kind != CG_NAME) return CG_UNKNOWN;
    while (kind < CG_UNKNOWN && !spells(token, cg_decl_words[kind])) kind++;
    return kind;
}

static bool starts_line(const cg_Parser *p)
{
    u32 at = p->now.location.at;
    return at == 0 || p->lexer.source->text[at - 1] == '\n';
}

bool cg_starts_decl(const cg_Parser *p)
{
    if (cg_is(p, '#')) return p->now.first;
    const bool is_extern = cg_is_word(p, "extern");
    cg_DeclKind kind = !p->now.first ? CG_UNKNOWN : kind_of(is_extern ? cg_peek(p, 0) : p->now);
    if (kind == CG_UNKNOWN) return false;
    cg_Token name = cg_peek(p, is_extern), after = cg_peek(p, is_extern + 1u);
    bool body =
        after.kind == CG_PUNCT && (after.punct == '{' || after.punct == '[' || after.punct == ':');
    return name.kind == CG_NAME
        && (body || ((kind == CG_CONST || kind == CG_TABLE) && starts_line(p)));
}

/// Skips what C allows after a struct's `}`: a name and a `;`.
static void end_decl(cg_Parser *p)
{
    if (p->now.kind == CG_NAME && !p->now.first && kind_of(p->now) == CG_UNKNOWN) cg_advance(p);
    cg_accept(p, ';');
}

/// Skips a declaration that cannot be read, including its body.
static void skip_decl(cg_Parser *p)
{
    u32 depth = 0;
    p->open = 0;
    p->schema->is_incomplete = true;
    for (bool any = false; p->now.kind != CG_END; any = true) {
        if (any && cg_starts_decl(p)) return;
        if (depth == 0 && cg_accept(p, ';')) return;
        bool last = depth == 1 && cg_is(p, '}');
        depth += cg_is(p, '{') ? 1 : 0;
        depth -= depth && cg_is(p, '}') ? 1 : 0;
        cg_advance(p);
        if (last) {
            end_decl(p);
            return;
        }
    }
}

static cg_Decl *add_decl(cg_Parser *p, cg_DeclKind kind)
{
    cg_Schema *schema = p->schema;
    cg_Decl *decl = cg_new(schema->arena, sizeof *decl);
    decl->kind = kind;
    decl->name = cg_spelling(p, p->now);
    decl->location = p->now.location;
    if (schema->last) schema->last->next = decl;
    else schema->decls = decl;
    schema->last = decl;
    return decl;
}

/// True for the name of a basic type of the schema language or of C.
static bool names_type(const char *word)
{
    return cg_kind_from_word(word) != ED_STRUCT || cg_type_from_c(word);
}

static void parse_const(cg_Parser *p, const char *doc)
{
    if (p->now.kind != CG_NAME) {
        cg_expected(p, CG_E_EXPECTED_TYPE, "a type, as in `const u32 NAME = 8;`");
        skip_decl(p);
        return;
    }
    cg_Token type = cg_take_type(p);
    if (cg_is(p, '=') && !names_type(cg_spelling(p, type))) {
        cg_error(p->schema->diag, CG_E_CONST_TYPE, type.location, "this const has no type");
        cg_help(p->schema->diag, "write `const u32 %s = …;`", cg_spelling(p, type));
        skip_decl(p);
        return;
    }
    if (p->now.kind != CG_NAME) {
        cg_expected(p, CG_E_EXPECTED_NAME, "the name of the const");
        skip_decl(p);
        return;
    }
    cg_Decl *decl = add_decl(p, CG_CONST);
    decl->doc = doc;
    decl->type_name = cg_spelling(p, type);
    decl->type_location = type.location;
    cg_advance(p);
    if (!cg_accept(p, '=')) cg_expected(p, CG_E_EXPECTED_EQUALS, "`=` and a value");
    else decl->expr = cg_parse_value(p);
    if (!decl->expr) {
        skip_decl(p);
    } else if (!cg_accept(p, ';')) {
        cg_expected(p, CG_E_EXPECTED_SEPARATOR, "`;`");
        if (!p->now.first) skip_decl(p);
    }
    if (!decl->doc) decl->doc = cg_doc(p, p->now.trail);
}

/// Parses `table State states[StateKind];` from its first type on.
static void parse_table(cg_Parser *p, bool is_extern, const char *doc)
{
    cg_Token type = p->now;
    if (type.kind != CG_NAME || cg_peek(p, 0).kind != CG_NAME) {
        cg_expected(p, CG_E_EXPECTED_TYPE, "a struct and a name, as in `table Weapon weapons[8];`");
        skip_decl(p);
        return;
    }
    cg_advance(p);
    cg_Decl *decl = add_decl(p, CG_TABLE);
    decl->is_extern = is_extern;
    decl->doc = doc;
    if (!cg_parse_table_rows(p, type, decl) || !cg_parse_attrs(p, &decl->attrs)) {
        decl->kind = CG_UNKNOWN;
        skip_decl(p);
        return;
    }
    cg_add_null(p, decl);
    if (!decl->doc) decl->doc = cg_doc(p, p->now.trail);
    if (cg_accept(p, ';')) return;
    cg_expected(p, CG_E_EXPECTED_SEPARATOR, "`;`");
    if (!p->now.first) skip_decl(p);
}

static cg_EnumValue *parse_enum_value(cg_Parser *p)
{
    cg_EnumValue *value = cg_new(p->schema->arena, sizeof *value);
    value->name = cg_spelling(p, p->now);
    value->location = p->now.location;
    value->doc = cg_doc(p, p->now.doc);
    cg_advance(p);
    if (!cg_parse_attrs(p, &value->attrs)) return value;
    if (cg_accept(p, '=')) value->expr = cg_parse_expr(p);
    if (cg_is(p, '[')) cg_parse_attrs(p, &value->attrs);
    return value;
}

/// Reads the comma and the comment after a value. False if the list cannot be continued.
static bool end_enum_value(cg_Parser *p, cg_EnumValue *value)
{
    cg_Span trail = p->now.trail;
    bool comma = cg_accept(p, ',');
    if (trail.to == 0) trail = p->now.trail;
    if (!value->doc) value->doc = cg_doc(p, trail);
    if (comma || cg_is(p, '}')) return true;
    if (cg_is(p, ';')) {
        cg_error(p->schema->diag, CG_E_EXPECTED_SEPARATOR, p->now.location,
                 "values are separated by `,`, not `;`");
        cg_advance(p);
        return true;
    }
    if (p->now.kind != CG_NAME || cg_starts_decl(p)) return false;
    cg_expected(p, CG_E_EXPECTED_SEPARATOR, "`,` or `}`");
    return true;
}

static void parse_enum_values(cg_Parser *p, cg_Decl *decl)
{
    cg_EnumValue **end = &decl->values;
    while (*end) end = &(*end)->next;
    while (p->now.kind == CG_NAME && !cg_starts_decl(p)) {
        *end = parse_enum_value(p);
        cg_EnumValue *value = *end;
        end = &value->next;
        if (!end_enum_value(p, value)) break;
    }
    if (cg_accept(p, '}')) return;
    bool open = p->now.kind == CG_END || cg_starts_decl(p);
    if (open) cg_expected(p, CG_E_EXPECTED_CLOSE, "`}`");
    else cg_expected(p, CG_E_EXPECTED_SEPARATOR, "a name, `,` or `}`");
    cg_note(p->schema->diag, decl->location, "%s %s starts here", cg_decl_word(decl), decl->name);
    if (open) return;
    while (p->now.kind != CG_END && !cg_is(p, '}') && !cg_starts_decl(p)) cg_advance(p);
    cg_accept(p, '}');
}

static bool parse_base(cg_Parser *p, cg_Decl *decl)
{
    if (!cg_accept(p, ':')) return true;
    if (p->now.kind != CG_NAME)
        return cg_expected(p, CG_E_EXPECTED_TYPE, "an integer type, as in `: u8`");
    cg_Token type = cg_take_type(p);
    decl->type_name = cg_spelling(p, type);
    decl->type_location = type.location;
    return true;
}

static void parse_body(cg_Parser *p, cg_DeclKind kind, bool is_extern, const char *doc)
{
    const bool has_values = kind >= CG_ENUM && kind <= CG_FUNCTIONS,
               has_signature = kind == CG_FUNCTIONS && !is_extern, has_base = kind <= CG_FLAGS;
    if (p->now.kind != CG_NAME) {
        cg_expected(p, CG_E_EXPECTED_NAME, "a name");
        skip_decl(p);
        return;
    }
    cg_Decl *decl = add_decl(p, kind);
    decl->is_extern = is_extern;
    decl->doc = doc;
    cg_advance(p);
    bool good = cg_parse_attrs(p, &decl->attrs) && (!has_base || parse_base(p, decl))
             && (!has_signature || cg_parse_signature(p, decl)) && cg_parse_attrs(p, &decl->attrs);
    if (good && !cg_is(p, '{'))
        good = cg_expected(p, CG_E_EXPECTED_BODY,
                           has_base && !decl->type_name ? "`: u8 {` and the values" : "`{`");
    if (!good) {
        decl->kind = CG_UNKNOWN;
        skip_decl(p);
        return;
    }
    cg_advance(p);
    if (!decl->doc) decl->doc = cg_doc(p, p->now.trail);
    if (kind == CG_FUNCTIONS) cg_add_null(p, decl);
    if (has_values) parse_enum_values(p, decl);
    else cg_parse_fields(p, decl);
    cg_accept(p, ';');
}

// --- Files -------------------------------------------------------------------------------------

static void skip_line(cg_Parser *p)
{
    cg_Diag *diag = p->lexer.diag;
    p->schema->is_incomplete = true;
    while (p->now.kind != CG_END && !p->now.first) {
        p->lexer.diag = cg_peek(p, 0).first ? diag : NULL;
        cg_advance(p);
    }
    p->lexer.diag = diag;
}

static bool refuse_angle(cg_Parser *p)
{
    cg_Token after = cg_peek(p, 0);
    if (after.first || after.kind != CG_BAD || p->lexer.source->text[after.location.at] != '<')
        return false;
    cg_error(p->schema->diag, CG_E_INCLUDE_FORM, after.location,
             "a schema can only include other .def files");
    cg_help(p->schema->diag, "write `#include \"file.def\"`");
    skip_line(p);
    return true;
}

static void parse_hash(cg_Parser *p)
{
    cg_advance(p);
    cg_Diag *diag = p->schema->diag;
    if (p->now.first || p->now.kind == CG_END) {
        cg_error(diag, CG_E_PREPROCESSOR, p->before, "expected `include` after `#`");
        cg_help(diag, "write `#include \"file.def\"`, or remove the `#`");
        return;
    }
    const char *word = cg_spelling(p, p->now);
    if (!cg_is_word(p, "include")) {
        cg_error(diag, CG_E_PREPROCESSOR, p->now.location,
                 "`#%s` is not part of the schema language", word);
        if (cg_is_word(p, "define")) cg_help(diag, "write `const u32 NAME = 8;`");
        else cg_help(diag, "only `#include \"file.def\"` is allowed");
        skip_line(p);
        return;
    }
    if (refuse_angle(p)) return;
    cg_advance(p);
    if (p->now.kind != CG_TEXT || p->now.first) {
        cg_expected(p, CG_E_INCLUDE_FORM, "a file in \"double quotes\"");
        skip_line(p);
        return;
    }
    cg_Include *include = cg_new(p->schema->arena, sizeof *include);
    include->path = cg_copy(p->schema->arena, p->lexer.source->text + p->now.location.at + 1,
                            p->now.location.size - 2);
    include->location = p->now.location;
    if (p->last_include) p->last_include->next = include;
    else p->includes = include;
    p->last_include = include;
    cg_advance(p);
    cg_accept(p, ';');
}

static void parse_unknown(cg_Parser *p)
{
    cg_Diag *diag = p->schema->diag;
    if (p->now.kind == CG_BAD) {
        skip_decl(p);
        return;
    }
    const char *word = p->now.kind == CG_NAME ? cg_spelling(p, p->now) : "";
    bool reported = cg_error(diag, CG_E_EXPECTED_DECLARATION, p->now.location,
                             "expected a declaration, not %s", cg_shown(p, p->now));
    if (cg_is_word(p, "typedef"))
        cg_help(diag, "write `struct Name { … }`; the name is then a type");
    else if (cg_is_word(p, "class")) cg_help(diag, "write `struct`");
    else if (names_type(word))
        cg_help(diag,
                "put fields into a `struct`, `state` or `rigid`; use a `const` for a constant");
    else if (reported && *word) {
        ed_Suggestion near = ed_suggestion(word);
        for (u32 i = 0; i < CG_UNKNOWN; i++) ed_suggestion_try(&near, cg_decl_words[i]);
        if (near.best) cg_suggestion_help(&near, diag);
        else
            cg_help(
                diag,
                "a declaration starts with const, enum, flags, functions, table, struct, union, "
                "state or rigid");
    }
    if (cg_accept(p, '}')) return;
    if (p->now.kind == CG_NAME && cg_peek(p, 0).kind == CG_NAME) {
        cg_advance(p);
        add_decl(p, CG_UNKNOWN);
    }
    skip_decl(p);
}

static void parse_decl(cg_Parser *p)
{
    const char *doc = cg_doc(p, p->now.doc);
    if (cg_is(p, '#')) {
        parse_hash(p);
        return;
    }
    const bool is_extern = p->now.kind == CG_NAME && cg_is_word(p, "extern");
    if (is_extern) cg_advance(p);
    cg_DeclKind kind = kind_of(p->now);
    if (is_extern && (kind < CG_ENUM || kind > CG_STRUCT)) {
        cg_expected(p, CG_E_EXPECTED_DECLARATION,
                    "`struct`, `enum`, `flags`, `functions` or `table` after `extern`");
        skip_decl(p);
        return;
    }
    if (kind != CG_UNKNOWN) {
        cg_advance(p);
        if (kind == CG_CONST) parse_const(p, doc);
        else if (kind == CG_TABLE) parse_table(p, is_extern, doc);
        else parse_body(p, kind, is_extern, doc);
        return;
    }
    if (cg_accept(p, ';')) return;
    parse_unknown(p);
}

cg_Include *cg_parse(cg_Schema *schema, const cg_Source *source)
{
    u32 bom = source->size >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (!cg_lex_is_text(source, schema->diag)) {
        schema->is_incomplete = true;
        return NULL;
    }
    cg_Parser p = { .schema = schema,
                    .lexer = { .source = source, .diag = schema->diag, .at = bom } };
    cg_advance(&p);
    p.now.first = true;
    while (p.now.kind != CG_END) parse_decl(&p);
    return p.includes;
}
