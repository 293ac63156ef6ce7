#include "codegen/syntax/lex.h"
#include <string.h>
#include "runtime/base/str.h"

static char peek(const cg_Lexer *lexer, u32 ahead)
{
    u32 at = lexer->at + ahead;
    return at < lexer->source->size ? lexer->source->text[at] : '\0';
}

static bool at_end(const cg_Lexer *lexer) { return lexer->at >= lexer->source->size; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static cg_Location location_at(const cg_Lexer *lexer, u32 from)
{
    return (cg_Location){ lexer->source, from, lexer->at - from };
}

// --- Between tokens ----------------------------------------------------------------------------

static void skip_line(cg_Lexer *lexer)
{
    while (!at_end(lexer) && peek(lexer, 0) != '\n') lexer->at++;
}

static void skip_block(cg_Lexer *lexer, bool *new_line)
{
    u32 from = lexer->at;
    for (lexer->at += 2; !at_end(lexer); lexer->at++) {
        if (peek(lexer, 0) == '\n') *new_line = true;
        if (peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
            lexer->at += 2;
            return;
        }
    }
    if (lexer->diag) {
        cg_error(lexer->diag, CG_E_OPEN_COMMENT, (cg_Location){ lexer->source, from, 2 },
                 "this comment is not closed");
        cg_help(lexer->diag, "close it with `*/`");
    }
}

bool cg_lex_is_doc(const char *text) { return strncmp(text, "///", 3) == 0 && text[3] != '/'; }

static void take_doc(cg_Lexer *lexer, cg_Token *token)
{
    u32 from = lexer->at;
    skip_line(lexer);
    if (!token->first) token->trail = (cg_Span){ from, lexer->at };
    else if (token->doc.to) token->doc.to = lexer->at;
    else token->doc = (cg_Span){ from, lexer->at };
}

/// Skips to the next token. An empty line separates a doc comment from what follows.
static void skip_between(cg_Lexer *lexer, cg_Token *token)
{
    u32 lines = 0;
    token->first = lexer->at == 0;
    while (!at_end(lexer)) {
        char c = peek(lexer, 0);
        if (c == '\n') {
            token->first = true;
            if (++lines > 1) token->doc = (cg_Span){ 0, 0 };
            lexer->at++;
        } else if (is_space(c)) {
            lexer->at++;
        } else if (c == '/' && peek(lexer, 1) == '/') {
            lines = 0;
            if (cg_lex_is_doc(lexer->source->text + lexer->at)) take_doc(lexer, token);
            else skip_line(lexer);
        } else if (c == '/' && peek(lexer, 1) == '*') {
            lines = 0;
            skip_block(lexer, &token->first);
        } else {
            return;
        }
    }
}

// --- Tokens ------------------------------------------------------------------------------------

static void lex_name(cg_Lexer *lexer, cg_Token *token)
{
    token->kind = CG_NAME;
    while (is_letter(peek(lexer, 0)) || is_digit(peek(lexer, 0))) lexer->at++;
}

/// Takes every character that could belong to a number, so that 10u or 1.2.3 is one token and
/// gives one error.
static void lex_number(cg_Lexer *lexer, cg_Token *token)
{
    bool hex = peek(lexer, 0) == '0' && (peek(lexer, 1) | 32) == 'x';
    token->kind = CG_INTEGER;
    for (;; lexer->at++) {
        char c = peek(lexer, 0);
        char before = lexer->at > token->location.at ? lexer->source->text[lexer->at - 1] : '\0';
        bool sign = (c == '+' || c == '-') && !hex && (before | 32) == 'e';
        bool point = c == '.' && peek(lexer, 1) != '.';
        if (!is_digit(c) && !is_letter(c) && !sign && !point) return;
        if (!hex && (point || (c | 32) == 'e')) token->kind = CG_REAL;
    }
}

static void lex_quoted(cg_Lexer *lexer, cg_Token *token, char quote)
{
    u32 from = lexer->at++;
    token->kind = quote == '"' ? CG_TEXT : CG_CHARACTER;
    while (!at_end(lexer) && peek(lexer, 0) != '\n' && peek(lexer, 0) != '\r') {
        char c = peek(lexer, 0);
        lexer->at++;
        if (c == quote) return;
        if (c == '\\' && !at_end(lexer) && peek(lexer, 0) != '\n' && peek(lexer, 0) != '\r')
            lexer->at++;
    }
    token->kind = CG_BAD;
    if (lexer->diag) {
        cg_error(lexer->diag, CG_E_OPEN_TEXT, (cg_Location){ lexer->source, from, 1 },
                 "missing closing `%c` on this line", quote);
        cg_help(lexer->diag, quote == '"' ? "close it, or write a line break as \\n"
                                          : "strings are written in \"double quotes\"");
    }
}

static void lex_bad(cg_Lexer *lexer, cg_Token *token)
{
    u32 from = lexer->at;
    char c = peek(lexer, 0);
    token->kind = CG_BAD;
    for (lexer->at++; !at_end(lexer); lexer->at++) {
        char d = peek(lexer, 0);
        bool known = is_letter(d) || is_digit(d) || is_space(d) || d == '\n'
                  || strchr("{}()[];,:=|.+-*/<>#\"'", d);
        if (known) break;
    }
    if (!lexer->diag) return;
    if ((u8)c >= 0x80)
        cg_error(lexer->diag, CG_E_ODD_CHARACTER, location_at(lexer, from),
                 "names consist of a to z, A to Z, 0 to 9 and _");
    else if ((u8)c < 32 || c == 127)
        cg_error(lexer->diag, CG_E_ODD_CHARACTER, location_at(lexer, from),
                 "a control character (0x%02x) is not allowed here", (unsigned)(u8)c);
    else
        cg_error(lexer->diag, CG_E_ODD_CHARACTER, location_at(lexer, from),
                 "`%c` has no meaning in a schema", c);
    if (c == '<') cg_help(lexer->diag, "a handle is written `ref(Actor)`");
    if (c == '?')
        cg_help(lexer->diag, "a value that may be absent is written `Item held [[optional]];`");
}

static void lex_punct(cg_Lexer *lexer, cg_Token *token)
{
    char c = peek(lexer, 0);
    bool twice = peek(lexer, 1) == c;
    token->kind = CG_PUNCT;
    token->punct = c;
    if ((c == '<' || c == '>') && twice) lexer->at++;
    if (c == '.' && twice) {
        token->punct = CG_DOTS;
        lexer->at++;
    }
    lexer->at++;
}

cg_Token cg_lex_next(cg_Lexer *lexer)
{
    cg_Token token = { 0 };
    skip_between(lexer, &token);
    u32 from = lexer->at;
    char c = peek(lexer, 0);
    token.location = location_at(lexer, from);
    if (at_end(lexer)) token.kind = CG_END;
    else if (is_letter(c)) lex_name(lexer, &token);
    else if (is_digit(c) || (c == '.' && is_digit(peek(lexer, 1)))) lex_number(lexer, &token);
    else if (c == '"' || c == '\'') lex_quoted(lexer, &token, c);
    else if (strchr("{}()[];,:=|.+-*/#", c) || ((c == '<' || c == '>') && peek(lexer, 1) == c))
        lex_punct(lexer, &token);
    else lex_bad(lexer, &token);
    token.location = location_at(lexer, from);
    return token;
}

// --- Bytes -------------------------------------------------------------------------------------

bool cg_lex_is_text(const cg_Source *source, cg_Diag *diag)
{
    const char *zero = memchr(source->text, 0, source->size);
    if (zero) {
        cg_error(diag, CG_E_NOT_TEXT, (cg_Location){ source, 0, 0 },
                 "%s is not text: byte %zu is zero", source->path, (size_t)(zero - source->text));
        cg_help(diag, "save it as UTF-8");
        return false;
    }
    for (u32 at = 0; at < source->size;) {
        bool ascii = (u8)source->text[at] < 0x80;
        u32 size = ascii ? 1 : (u32)ed_utf8_size(source->text + at, source->size - at);
        if (size == 0) {
            unsigned byte = (u8)source->text[at];
            cg_error(diag, CG_E_NOT_TEXT, (cg_Location){ source, at, 1 },
                     "this byte (0x%02x) is not valid UTF-8", byte);
            cg_help(diag, "save the file as UTF-8");
            return false;
        }
        at += size;
    }
    return true;
}
