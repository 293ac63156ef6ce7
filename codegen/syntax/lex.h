/// Text to tokens, one at a time. Comments are skipped; `///` comments are remembered with the
/// tokens around them.
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
    CG_BAD      // told already
} cg_TokenKind;

enum { CG_DOTS = 'D' };      // the `punct` of `..`

typedef struct cg_Span {      // stretch of the source's text
    u32 from, to;
} cg_Span;

typedef struct cg_Token {
    cg_TokenKind kind;
    char punct;      // of PUNCT: the character; CG_DOTS, '<' and '>' for the shifts
    bool first;      // on its line
    cg_Place place;
    cg_Span doc;        // `///` lines before it
    cg_Span trail;      // `///` behind the token before, on the same line
} cg_Token;

typedef struct cg_Lexer {      // copy it to look ahead, with diag NULL
    const cg_Source *source;
    cg_Diag *diag;      // or NULL: silent
    u32 at;
} cg_Lexer;

cg_Token cg_lex_next(cg_Lexer *lexer);

/// False, told once, where the file is no text at all; then there is nothing to read in it.
bool cg_lex_is_text(const cg_Source *source, cg_Diag *diag);

#endif
