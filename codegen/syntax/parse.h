/// Tokens to declarations. A part that can't be read is told once and skipped; what stands around
/// it is still read.
#ifndef CG_SYNTAX_PARSE_H
#define CG_SYNTAX_PARSE_H
#include "codegen/syntax/ast.h"
#include "codegen/syntax/lex.h"

typedef struct cg_Include {      // one #include line
    const char *path;            // as written
    cg_Place place;
    struct cg_Include *next;
} cg_Include;

typedef struct cg_Parser {
    cg_Schema *schema;
    cg_Lexer lexer;
    cg_Token now;         // not consumed yet
    cg_Place before;      // the token before it
    u32 depth;            // of nested expressions
    u32 open;             // braces of a list that could not be read to its end
    cg_Include *includes, *last_include;
} cg_Parser;

/// Reads one file: its declarations go to the end of schema->decls. The result is what it includes.
cg_Include *cg_parse(cg_Schema *schema, const cg_Source *source);

// For the parser's own files.
void cg_advance(cg_Parser *p);
cg_Token cg_peek(const cg_Parser *p, u32 ahead);      ///< 0 is the one after `now`
bool cg_is(const cg_Parser *p, char punct);
bool cg_is_word(const cg_Parser *p, const char *word);
bool cg_accept(cg_Parser *p, char punct);
const char *cg_spelling(const cg_Parser *p, cg_Token token);      ///< a copy
/// For messages: "`x`" or "the end of the file".
const char *cg_shown(const cg_Parser *p, cg_Token token);
/// "expected …, not …" at `now`; where that is on the next line, "expected …" behind the token
/// before it. Nothing where `now` was told already. False, always.
bool cg_expected(cg_Parser *p, cg_Code code, const char *what);
/// Over the rest of what can't be read: behind the next `;`, or before a `}`, a new field or the
/// end.
void cg_skip(cg_Parser *p);

cg_Expr *cg_parse_expr(cg_Parser *p);                    ///< NULL where it failed, told
cg_Expr *cg_parse_value(cg_Parser *p);                   ///< an expression or a list
bool cg_parse_attrs(cg_Parser *p, cg_Attrs *owner);      ///< any number of [[…]]
bool cg_is_attrs(const cg_Parser *p);                    ///< `now` begins them
void cg_parse_fields(cg_Parser *p, cg_Decl *decl);       ///< from behind { to behind }
/// `now` begins a declaration on a line of its own.
bool cg_starts_decl(const cg_Parser *p);
/// `now` begins a line with two names.
bool cg_starts_field(const cg_Parser *p);
/// A name, or the words C spells a type with, as one.
cg_Token cg_take_type(cg_Parser *p);
/// The text of `///` lines, or NULL.
const char *cg_doc(const cg_Parser *p, cg_Span span);

#endif
