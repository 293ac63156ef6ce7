#include <string.h>
#include "codegen/fmt/fmt.h"

#define STEP 4u
#define INDENT_MAX 64u      // for any nesting of brackets

typedef enum Kind {
    HEADER,      // ends with `{` or `;`
    FIELD,       // ends with `;`
    ITEM         // ends with `,` or before `}`
} Kind;

// --- Lines -------------------------------------------------------------------------------------

static cg_FmtLine *last_line(const cg_Fmt *fmt) { return &fmt->lines[fmt->line_count - 1]; }

/// Starts a new line with the next piece.
static void begin(cg_Fmt *fmt, u32 indent)
{
    if (fmt->line_count == fmt->line_room) {
        u32 room = fmt->line_room ? fmt->line_room * 2 : 256;
        cg_FmtLine *larger = cg_new(fmt->arena, room * sizeof *larger);
        if (fmt->line_count) memcpy(larger, fmt->lines, fmt->line_count * sizeof *larger);
        fmt->lines = larger;
        fmt->line_room = room;
    }
    bool empty = fmt->pieces[fmt->at].breaks > 1 && fmt->line_count > 0;
    fmt->lines[fmt->line_count++] =
        (cg_FmtLine){ .from = fmt->at,
                      .to = fmt->at,
                      .block = fmt->block,
                      .empty = empty,
                      .indent = indent < INDENT_MAX ? indent : INDENT_MAX };
}

static void take(cg_Fmt *fmt) { last_line(fmt)->to = ++fmt->at; }

/// Takes the comments that follow the tokens of the last line.
static void take_trail(cg_Fmt *fmt)
{
    while (cg_fmt_is_comment(fmt, fmt->at) && fmt->pieces[fmt->at].breaks == 0) {
        last_line(fmt)->comments++;
        fmt->at++;
    }
}

/// True if the rest of the line is comments.
static bool ends_line(const cg_Fmt *fmt)
{
    u32 at = fmt->at;
    if (!cg_fmt_is_comment(fmt, at)) return false;
    while (cg_fmt_is_comment(fmt, at + 1) && fmt->pieces[at + 1].breaks == 0) at++;
    return fmt->pieces[at + 1].breaks || fmt->pieces[at + 1].kind == CG_PIECE_END;
}

/// The next piece that is not a comment.
static u32 token_after(const cg_Fmt *fmt, u32 piece)
{
    while (cg_fmt_is_comment(fmt, piece)) piece++;
    return piece;
}

/// True if the rest of the body, up to its `}`, is comments.
static bool ends_body(const cg_Fmt *fmt)
{
    u32 at = token_after(fmt, fmt->at);
    return at > fmt->at && cg_fmt_is(fmt, at, '}');
}

static void take_comment(cg_Fmt *fmt, u32 indent)
{
    begin(fmt, indent);
    do take(fmt);
    while (cg_fmt_is_comment(fmt, fmt->at) && fmt->pieces[fmt->at].breaks == 0);
}

/// Keeps a stray `;` after the previous token.
static void take_stray(cg_Fmt *fmt, u32 indent)
{
    bool follows = fmt->line_count && last_line(fmt)->to == fmt->at;
    if (!follows || cg_fmt_is_comment(fmt, fmt->at - 1)) begin(fmt, indent);
    take(fmt);
    take_trail(fmt);
}

// --- Messages ----------------------------------------------------------------------------------

static bool is_name(const cg_Fmt *fmt, u32 piece)
{
    return fmt->pieces[piece].kind == CG_PIECE_TOKEN && fmt->pieces[piece].token == CG_NAME;
}

static u32 token_before(const cg_Fmt *fmt, u32 piece)
{
    do piece--;
    while (piece && cg_fmt_is_comment(fmt, piece));
    return piece;
}

/// Reports that something is missing after the previous token. Returns false.
static bool report_missing(const cg_Fmt *fmt, const char *what)
{
    u32 before = token_before(fmt, fmt->at);
    cg_Location location = { fmt->source, fmt->pieces[before].at + fmt->pieces[before].size, 0 };
    cg_error(fmt->diag, CG_E_EXPECTED_SEPARATOR, location, "expected %s", what);
    return false;
}

static bool report_start(const cg_Fmt *fmt, cg_Code code, const char *what)
{
    const cg_Piece *it = &fmt->pieces[fmt->at];
    cg_Location location = { fmt->source, it->at, it->size };
    int size = (int)(it->size < 40 ? it->size : 40);
    cg_error(fmt->diag, code, location, "expected %s, not `%.*s`", what, size,
             fmt->source->text + it->at);
    return false;
}

/// True if a new line seems to start the next field or value, as after a forgotten `;`.
static bool is_next(const cg_Fmt *fmt, Kind kind, u32 tokens)
{
    u32 at = fmt->at;
    if (tokens == 0 || fmt->pieces[at].breaks == 0 || !is_name(fmt, at)) return false;
    u32 before = token_before(fmt, at);
    if (kind == ITEM)
        return fmt->pieces[before].token != CG_PUNCT || cg_fmt_is(fmt, before, ']')
            || cg_fmt_is(fmt, before, ')');
    return (is_name(fmt, at + 1) || cg_fmt_is(fmt, at + 1, '(')) && (kind == FIELD || tokens > 1);
}

// --- One statement -----------------------------------------------------------------------------

typedef struct Statement {
    Kind kind;
    u32 indent;
    u32 tokens;         // taken so far
    u32 depth;          // nesting of brackets
    u32 inner;          // the innermost open bracket
    bool in_value;      // past the `=`
    bool open;          // the next piece may continue the last line
} Statement;

/// True if the line break before the next piece is kept: inside brackets, and in a value of several
/// lines.
static bool keeps_break(const cg_Fmt *fmt, const Statement *s)
{
    u32 at = fmt->at;
    if (fmt->pieces[at].breaks == 0 || cg_fmt_is(fmt, at, ',') || cg_fmt_is(fmt, at, ';'))
        return false;
    if (s->depth) return true;
    return s->in_value && !cg_fmt_is(fmt, at - 1, '=') && !cg_fmt_is(fmt, at, '[');
}

static bool closes(const cg_Fmt *fmt)
{
    u32 at = fmt->at;
    return cg_fmt_is(fmt, at, '}') || cg_fmt_is(fmt, at, ')') || cg_fmt_is(fmt, at, ']');
}

static bool opens(const cg_Fmt *fmt)
{
    u32 at = fmt->at;
    return cg_fmt_is(fmt, at, '{') || cg_fmt_is(fmt, at, '(') || cg_fmt_is(fmt, at, '[');
}

/// The indentation of the next piece on a new line. Inside brackets, it is one step from the line
/// of the innermost opening bracket.
static u32 indent_of(const cg_Fmt *fmt, const Statement *s)
{
    bool starts_body = s->kind == HEADER && !s->in_value && cg_fmt_is(fmt, fmt->at, '{');
    if (s->depth) return fmt->pieces[s->inner].indent + (closes(fmt) ? 0 : STEP);
    bool last = s->kind == ITEM && cg_fmt_is_comment(fmt, fmt->at);
    return s->indent + (s->tokens == 0 || starts_body || last ? 0 : STEP);
}

/// Takes one token, or a comment between two tokens. True if the piece ends the statement: the `{`
/// of a body, or a separator outside of brackets.
static bool take_piece(cg_Fmt *fmt, Statement *s)
{
    u32 at = fmt->at;
    bool outside = s->depth == 0;
    bool starts_body = outside && s->kind == HEADER && !s->in_value && cg_fmt_is(fmt, at, '{');
    bool end = outside && (cg_fmt_is(fmt, at, ';') || (s->kind == ITEM && cg_fmt_is(fmt, at, ',')));
    if (starts_body) fmt->pieces[at].body = fmt->pieces[fmt->pieces[at].partner].body = true;
    s->in_value = s->in_value || (outside && cg_fmt_is(fmt, at, '='));
    if (opens(fmt)) {
        fmt->pieces[at].indent = (u8)last_line(fmt)->indent;
        s->inner = at;
        s->depth++;
    } else if (closes(fmt)) {
        s->inner = fmt->pieces[s->inner].outer;
        s->depth--;
    }
    s->tokens += cg_fmt_is_comment(fmt, at) ? 0 : 1;
    take(fmt);
    return starts_body || end;
}

/// Takes a comment at the end of a line inside a statement.
static void take_inner_comment(cg_Fmt *fmt, Statement *s)
{
    if (s->open && fmt->pieces[fmt->at].breaks == 0) take_trail(fmt);
    else take_comment(fmt, indent_of(fmt, s));
    s->open = false;
}

static bool take_statement(cg_Fmt *fmt, u32 indent, Kind kind)
{
    Statement s = { .kind = kind, .indent = indent };
    static const char *const ends[] = { "`;` or `{`", "`;`", "`,` or `}`" };
    for (;;) {
        bool end = fmt->pieces[fmt->at].kind == CG_PIECE_END || (s.depth == 0 && closes(fmt));
        if (end && kind == ITEM) return true;
        if (end || (s.depth == 0 && is_next(fmt, kind, s.tokens)))
            return report_missing(fmt, ends[kind]);
        if (ends_line(fmt) || (kind == ITEM && s.depth == 0 && ends_body(fmt))) {
            take_inner_comment(fmt, &s);
            continue;
        }
        if (!s.open || keeps_break(fmt, &s)) begin(fmt, indent_of(fmt, &s));
        s.open = true;
        if (take_piece(fmt, &s)) return true;
    }
}

static bool ends_name(const cg_Fmt *fmt, u32 piece)
{
    const cg_Piece *it = &fmt->pieces[piece];
    return it->kind == CG_PIECE_TOKEN && it->token == CG_PUNCT && strchr("[=;:,{", it->punct);
}

/// Finds the pieces that are aligned in columns: the name, which is the last one before brackets or
/// a value, and the `=`. A line with a comment before these is not aligned.
static void find_columns(const cg_Fmt *fmt, cg_FmtLine *line, bool equals)
{
    u32 depth = 0, name = 0, i = line->from;
    for (; i < line->to && !ends_name(fmt, i); i++) {
        if (cg_fmt_is_comment(fmt, i)) return;
        depth += cg_fmt_is(fmt, i, '(') ? 1 : 0;
        depth -= cg_fmt_is(fmt, i, ')') ? 1 : 0;
        if (depth == 0 && is_name(fmt, i) && i > line->from) name = i;
    }
    // the `*` of a pointer stays with its name
    line->name = name && cg_fmt_is(fmt, name - 1, '*') ? name - 1 : name;
    if (equals && i < line->to && cg_fmt_is(fmt, i, '=')) line->equals = i;
}

// --- Bodies ------------------------------------------------------------------------------------

/// True if the body was written on one line and still fits on one line with its head.
static bool is_flat(const cg_Fmt *fmt, u32 open)
{
    u32 from = last_line(fmt)->from, close = fmt->pieces[open].partner, width = 0;
    for (u32 i = from; i <= close; i++) {
        const cg_Piece *it = &fmt->pieces[i];
        const char *text = fmt->source->text + it->at;
        if ((i > open && it->breaks) || memchr(text, '\n', it->size)) return false;
        width += cg_fmt_width(text, it->size) + (i > from && cg_fmt_space(fmt, i) ? 1 : 0);
    }
    return width <= CG_COLUMNS;
}

static bool take_flat(cg_Fmt *fmt, u32 open, bool items)
{
    u32 close = fmt->pieces[open].partner;
    while (fmt->at < close) take(fmt);
    u32 last = token_before(fmt, close);
    return items || last == open || cg_fmt_is(fmt, last, ';') || report_missing(fmt, "`;`");
}

static bool take_member(cg_Fmt *fmt, bool items)
{
    u32 line = fmt->line_count;
    u32 first = token_after(fmt, fmt->at);
    if (!is_name(fmt, first) && !cg_fmt_is(fmt, first, '[')) {
        fmt->at = first;
        return items ? report_start(fmt, CG_E_EXPECTED_NAME, "a name")
                     : report_start(fmt, CG_E_EXPECTED_FIELD, "a field or `}`");
    }
    if (!take_statement(fmt, STEP, items ? ITEM : FIELD)) return false;
    if (!items) find_columns(fmt, &fmt->lines[line], false);
    take_trail(fmt);
    return true;
}

static bool take_members(cg_Fmt *fmt, bool items)
{
    u32 first = fmt->line_count;
    take_trail(fmt);
    while (!cg_fmt_is(fmt, fmt->at, '}')) {
        if (ends_line(fmt) || ends_body(fmt)) take_comment(fmt, STEP);
        else if (cg_fmt_is(fmt, fmt->at, ';')) take_stray(fmt, STEP);
        else if (!take_member(fmt, items)) return false;
    }
    if (first < fmt->line_count) fmt->lines[first].empty = false;
    begin(fmt, 0);
    last_line(fmt)->empty = false;
    return true;
}

/// Takes a body; its `{` was the last piece taken. `head` is the declaration's first line.
static bool take_body(cg_Fmt *fmt, u32 head, bool items)
{
    u32 open = fmt->at - 1;
    bool flat = is_flat(fmt, open);
    if (!flat) fmt->block++;
    if (!(flat ? take_flat(fmt, open, items) : take_members(fmt, items))) return false;
    take(fmt);
    if (cg_fmt_is(fmt, fmt->at, ';')) take(fmt);
    take_trail(fmt);
    for (u32 i = head; !flat && i < fmt->line_count; i++) fmt->lines[i].block = fmt->block;
    fmt->block += flat ? 0 : 1;
    return true;
}

// --- Files -------------------------------------------------------------------------------------

/// Takes `#include "file.def"`, or the whole line if it contains no string.
static void take_directive(cg_Fmt *fmt)
{
    const cg_Piece *next = &fmt->pieces[fmt->at + 1];
    begin(fmt, 0);
    take(fmt);
    for (bool end = false; !end && next->kind == CG_PIECE_TOKEN && next->breaks == 0; next++) {
        end = next->token == CG_TEXT;
        take(fmt);
    }
    if (cg_fmt_is(fmt, fmt->at, ';')) take(fmt);
    take_trail(fmt);
}

static bool is_word(const cg_Fmt *fmt, u32 piece, const char *word)
{
    const cg_Piece *it = &fmt->pieces[piece];
    return is_name(fmt, piece) && it->size == strlen(word)
        && memcmp(fmt->source->text + it->at, word, it->size) == 0;
}

/// Returns whether the declaration's body has values, not fields.
static bool has_items(const cg_Fmt *fmt, u32 first)
{
    return is_word(fmt, first, "enum") || is_word(fmt, first, "flags")
        || is_word(fmt, first, "functions");
}

static bool take_declaration(cg_Fmt *fmt)
{
    u32 line = fmt->line_count, first = token_after(fmt, fmt->at);
    if (!is_name(fmt, first)) {
        fmt->at = first;
        return report_start(fmt, CG_E_EXPECTED_DECLARATION, "a declaration");
    }
    if (!take_statement(fmt, 0, HEADER)) return false;
    if (is_word(fmt, first, "extern")) first++;
    if (fmt->pieces[fmt->at - 1].body) return take_body(fmt, line, has_items(fmt, first));
    find_columns(fmt, &fmt->lines[line], true);
    take_trail(fmt);
    return true;
}

bool cg_fmt_lines(cg_Fmt *fmt)
{
    while (fmt->pieces[fmt->at].kind != CG_PIECE_END) {
        if (fmt->pieces[fmt->at].breaks > 1) fmt->block++;
        if (ends_line(fmt)) take_comment(fmt, 0);
        else if (cg_fmt_is(fmt, fmt->at, '#')) take_directive(fmt);
        else if (cg_fmt_is(fmt, fmt->at, ';')) take_stray(fmt, 0);
        else if (!take_declaration(fmt)) return false;
    }
    return true;
}
