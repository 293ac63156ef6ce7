/// Parses tokens into declarations. A part that cannot be read is reported once and skipped; the
/// rest is still read.
#ifndef CG_SYNTAX_PARSE_H
#define CG_SYNTAX_PARSE_H
#include "codegen/syntax/ast.h"
#include "codegen/syntax/lex.h"

typedef struct cg_Include {      // an #include line
    const char *path;            // as written
    cg_Location location;
    struct cg_Include *next;
} cg_Include;

typedef struct cg_Parser {
    cg_Schema *schema;
    cg_Lexer lexer;
    cg_Token now;            // the current token, not consumed yet
    cg_Location before;      // location of the previous token
    u32 depth;               // nesting of the current expression
    u32 open;      // open braces of the current {…} value; after an error, cg_skip skips past them
    cg_Include *includes, *last_include;
} cg_Parser;

/// Parses a file and appends its declarations to schema->decls. Returns its includes.
cg_Include *cg_parse(cg_Schema *schema, const cg_Source *source);

// Used only by the files of the parser.
void cg_advance(cg_Parser *p);
cg_Token cg_peek(const cg_Parser *p, u32 ahead);      ///< 0 is the token after `now`
bool cg_is(const cg_Parser *p, char punct);
bool cg_is_word(const cg_Parser *p, const char *word);
bool cg_accept(cg_Parser *p, char punct);
const char *cg_spelling(const cg_Parser *p, cg_Token token);      ///< the token's text, copied
/// For messages: "`x`" or "the end of the file".
const char *cg_shown(const cg_Parser *p, cg_Token token);
/// Reports "expected …, not …" at `now`; if `now` is on the next line, "expected …" after the
/// previous token. Reports nothing if `now` was already reported. Returns false.
bool cg_expected(cg_Parser *p, cg_Code code, const char *what);
/// Skips text that cannot be parsed: the next `;` and everything before it, or everything before a
/// `}`, the start of a field or the end of the file, whichever comes first.
void cg_skip(cg_Parser *p);

cg_Expr *cg_parse_expr(cg_Parser *p);                    ///< NULL after an error
cg_Expr *cg_parse_value(cg_Parser *p);                   ///< an expression or a list
bool cg_parse_attrs(cg_Parser *p, cg_Attrs *owner);      ///< zero or more [[…]]
bool cg_is_attrs(const cg_Parser *p);                    ///< true if `now` starts an attribute
/// Parses `: void (Actor *self)`. In parse_functions.c.
bool cg_parse_signature(cg_Parser *p, cg_Decl *decl);
void cg_add_null(cg_Parser *p, cg_Decl *decl);      ///< adds null, the first value
/// Parses the name and the bound of a table, whose rows have that type. In parse_field.c.
bool cg_parse_table_rows(cg_Parser *p, cg_Token type, cg_Decl *decl);
void cg_parse_fields(cg_Parser *p, cg_Decl *decl);      ///< from after the `{` to after the `}`
/// True if `now` starts a declaration on a new line.
bool cg_starts_decl(const cg_Parser *p);
/// True if `now` starts a line with what looks like a field: two names, or `ref(`.
bool cg_starts_field(const cg_Parser *p);
/// Takes a name, or all words of a C type such as `unsigned int`, as one token.
cg_Token cg_take_type(cg_Parser *p);
/// The text of the `///` comments in the span, or NULL if there is no text.
const char *cg_doc(const cg_Parser *p, cg_Span span);

#endif
