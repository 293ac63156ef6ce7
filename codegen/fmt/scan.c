#include <string.h>
#include "codegen/fmt/fmt.h"

#define NONE UINT32_MAX

bool cg_fmt_is(const cg_Fmt *fmt, u32 piece, char punct)
{
    const cg_Piece *it = &fmt->pieces[piece];
    return it->kind == CG_PIECE_TOKEN && it->token == CG_PUNCT && it->punct == punct;
}

bool cg_fmt_is_comment(const cg_Fmt *fmt, u32 piece)
{
    return fmt->pieces[piece].kind == CG_PIECE_LINE_COMMENT
        || fmt->pieces[piece].kind == CG_PIECE_BLOCK_COMMENT;
}

static bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// --- Pieces ------------------------------------------------------------------------------------

static void add_piece(cg_Fmt *fmt, cg_Piece piece)
{
    if (fmt->piece_count == fmt->piece_room) {
        u32 room = fmt->piece_room ? fmt->piece_room * 2 : 1024;
        cg_Piece *larger = cg_new(fmt->arena, room * sizeof *larger);
        if (fmt->piece_count) memcpy(larger, fmt->pieces, fmt->piece_count * sizeof *larger);
        fmt->pieces = larger;
        fmt->piece_room = room;
    }
    piece.partner = piece.outer = NONE;
    fmt->pieces[fmt->piece_count++] = piece;
}

/// Adds the comment at `at`; returns its end. Trailing white space of a // comment is dropped.
static u32 add_comment(cg_Fmt *fmt, u32 at, u32 end, u8 breaks)
{
    const char *text = fmt->source->text;
    bool block = text[at + 1] == '*';
    u32 to = at + 2, size;
    while (to < end && (block ? text[to] != '*' || text[to + 1] != '/' : text[to] != '\n')) to++;
    if (block) to = to + 2 < end ? to + 2 : end;
    for (size = to - at; !block && is_white(text[at + size - 1]);) size--;
    cg_PieceKind kind = block ? CG_PIECE_BLOCK_COMMENT : CG_PIECE_LINE_COMMENT;
    add_piece(fmt, (cg_Piece){ .kind = (u8)kind, .breaks = breaks, .at = at, .size = size });
    return to;
}

/// Adds the comments between two tokens. Returns the line breaks after the last comment, at most 2.
static u8 add_comments(cg_Fmt *fmt, u32 at, u32 end)
{
    u8 breaks = 0;
    while (at < end) {
        char c = fmt->source->text[at];
        if (c == '/') {
            at = add_comment(fmt, at, end, breaks);
            breaks = 0;
            continue;
        }
        breaks = (u8)(breaks + (c == '\n' && breaks < 2 ? 1 : 0));
        at++;
    }
    return breaks;
}

static void add_pieces(cg_Fmt *fmt)
{
    const cg_Source *source = fmt->source;
    u32 bom = source->size >= 3 && memcmp(source->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    cg_Lexer lexer = { .source = source, .diag = fmt->diag, .at = bom };
    cg_Token token;
    u32 end = bom;
    do {
        token = cg_lex_next(&lexer);
        u8 breaks = add_comments(fmt, end, token.location.at);
        end = token.location.at + token.location.size;
        cg_PieceKind kind = token.kind == CG_END ? CG_PIECE_END : CG_PIECE_TOKEN;
        add_piece(fmt, (cg_Piece){ .kind = (u8)kind,
                                   .token = (u8)token.kind,
                                   .punct = token.punct,
                                   .breaks = breaks,
                                   .at = token.location.at,
                                   .size = token.location.size });
    } while (token.kind != CG_END);
}

// --- Brackets ----------------------------------------------------------------------------------

static char partner_of(char punct)
{
    return punct == '{' ? '}' : punct == '(' ? ')' : punct == '[' ? ']' : '\0';
}

static bool report_bracket(const cg_Fmt *fmt, u32 piece, u32 open)
{
    const cg_Piece *it = &fmt->pieces[piece];
    cg_Location location = { fmt->source, it->at, it->size };
    if (open == NONE) {
        cg_error(fmt->diag, CG_E_EXPECTED_CLOSE, location, "`%c` has no matching bracket",
                 it->punct);
        return false;
    }
    char c = fmt->pieces[open].punct;
    cg_error(fmt->diag, CG_E_EXPECTED_CLOSE, location, "expected `%c`", partner_of(c));
    cg_note(fmt->diag, (cg_Location){ fmt->source, fmt->pieces[open].at, 1 }, "`%c` is opened here",
            c);
    return false;
}

static bool pair_brackets(cg_Fmt *fmt)
{
    u32 open = NONE;
    for (u32 i = 0; i < fmt->piece_count; i++) {
        cg_Piece *it = &fmt->pieces[i];
        bool end = it->kind == CG_PIECE_END;
        bool closes = it->kind == CG_PIECE_TOKEN && it->punct && strchr("})]", it->punct);
        if (it->kind == CG_PIECE_TOKEN && partner_of(it->punct)) {
            it->outer = open;
            open = i;
        } else if (closes) {
            if (open == NONE || partner_of(fmt->pieces[open].punct) != it->punct)
                return report_bracket(fmt, i, open);
            it->partner = open;
            fmt->pieces[open].partner = i;
            open = fmt->pieces[open].outer;
        } else if (end && open != NONE) {
            return report_bracket(fmt, i, open);
        }
    }
    return true;
}

bool cg_fmt_scan(cg_Fmt *fmt)
{
    u32 before = fmt->diag->count;
    if (!cg_lex_is_text(fmt->source, fmt->diag)) return false;
    add_pieces(fmt);
    return fmt->diag->count == before && pair_brackets(fmt);
}

// --- Comparing the result ----------------------------------------------------------------------

static bool same_comment(const char *a, u32 a_size, const char *b, u32 b_size)
{
    for (u32 i = 0, j = 0;; i++, j++) {
        while (i < a_size && is_white(a[i])) i++;
        while (j < b_size && is_white(b[j])) j++;
        if (i == a_size || j == b_size) return i == a_size && j == b_size;
        if (a[i] != b[j]) return false;
    }
}

bool cg_fmt_same(const cg_Fmt *one, const cg_Fmt *other)
{
    if (one->piece_count != other->piece_count) return false;
    for (u32 i = 0; i < one->piece_count; i++) {
        const cg_Piece *a = &one->pieces[i], *b = &other->pieces[i];
        const char *from = one->source->text + a->at, *to = other->source->text + b->at;
        bool token = a->kind == CG_PIECE_TOKEN;
        bool same = token ? a->size == b->size && memcmp(from, to, a->size) == 0
                          : same_comment(from, a->size, to, b->size);
        if (a->kind != b->kind || a->token != b->token || !same) return false;
    }
    return true;
}
