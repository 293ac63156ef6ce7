/// Splits text into tokens, one at a time. Comments are skipped. The positions of `///` comments
/// are stored in the next token.
#ifndef CG_SYNTAX_LEX_H
#define CG_SYNTAX_LEX_H
#include "codegen/diag/diag.h"

typedef enum cg_TokenKind {
    CG_END,
    CG_NAME,
    CG_INTEGER,
    CG_REAL,
    CG_TEXT,
    CG_CHARACTER,
    CG_PUNCT,
    CG_BAD      // already reported
} cg_TokenKind;

enum { CG_DOTS = 'D' };      // the `punct` of `..`

typedef struct cg_Span {      // a range of the source's text
    u32 from, to;
} cg_Span;

typedef struct cg_Token {
    cg_TokenKind kind;
    char punct;      // for PUNCT: the character; CG_DOTS; '<' and '>' for the shifts
    bool first;      // the first token of its line
    cg_Location location;
    cg_Span doc;        // the `///` lines before the token
    cg_Span trail;      // `///` after the previous token, on the same line
} cg_Token;

typedef struct cg_Lexer {      // to look ahead, copy it and set diag to NULL
    const cg_Source *source;
    cg_Diag *diag;      // NULL: errors are not reported
    u32 at;
} cg_Lexer;

cg_Token cg_lex_next(cg_Lexer *lexer);

/// True if a `///` comment starts here.
bool cg_lex_is_doc(const char *text);

/// False with one error if the file is not text.
bool cg_lex_is_text(const cg_Source *source, cg_Diag *diag);

#endif
