#include <string.h>
#include "codegen/fmt/fmt.h"

#define TAB 4u
// The lines of a block share a column for names, one for `=` and one for trailing comments. A
// column is as far left as the texts before it allow. A text that is wider than the limit does not
// count. Columns count from 0.
#define TYPE_MAX 24u         // limit for the text before a name
#define NAME_MAX 56u         // limit for the text before a `=`
#define COMMENT_MIN 39u      // trailing comments start here, or further right
#define COMMENT_MAX 48u      // limit for the text before a trailing comment

u32 cg_fmt_width(const char *text, size_t size)
{
    u32 width = 0;
    size_t from = size;
    while (from && text[from - 1] != '\n') from--;
    for (size_t i = from; i < size; i++)
        if (text[i] == '\t') width = (width / TAB + 1) * TAB;
        else if (((u8)text[i] & 0xc0) != 0x80) width++;
    return width;
}

static void put_spaces(cg_Out *out, u32 count) { cg_put(out, "%*s", (int)count, ""); }

// --- Pieces ------------------------------------------------------------------------------------

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

/// Writes a comment of several lines, all of them shifted by the same number of columns.
static void put_block(const cg_Fmt *fmt, const cg_Piece *piece, cg_Out *out)
{
    const char *text = fmt->source->text, *at = text + piece->at, *end = at + piece->size;
    i64 move = (i64)cg_fmt_width(out->text, out->size) - (i64)cg_fmt_width(text, piece->at);
    for (bool first = true; at; first = false) {
        const char *line = at, *feed = memchr(at, '\n', (size_t)(end - at));
        const char *stop = feed ? feed : end;
        while (stop > line && is_blank(stop[-1])) stop--;
        while (!first && at < stop && is_blank(*at)) at++;
        i64 indent = first || at == stop ? 0 : (i64)cg_fmt_width(line, (size_t)(at - line)) + move;
        put_spaces(out, indent > 0 ? (u32)indent : 0);
        cg_put(out, "%.*s%s", (int)(stop - at), at, feed ? "\n" : "");
        at = feed ? feed + 1 : NULL;
    }
}

static void put_piece(const cg_Fmt *fmt, u32 piece, cg_Out *out)
{
    const cg_Piece *it = &fmt->pieces[piece];
    if (it->kind == CG_PIECE_BLOCK_COMMENT && memchr(fmt->source->text + it->at, '\n', it->size))
        put_block(fmt, it, out);
    else cg_put(out, "%.*s", (int)it->size, fmt->source->text + it->at);
}

typedef struct Block {      // lines that share their columns
    const cg_Fmt *fmt;
    cg_Out *line;                   // the line being written
    u32 name, equals, comment;      // columns, from 0
} Block;

static u32 width_of(const cg_Out *out) { return cg_fmt_width(out->text, out->size); }

/// Adds at least one space, and more up to the column.
static void put_column(cg_Out *out, u32 column)
{
    u32 width = width_of(out);
    put_spaces(out, width < column ? column - width : 1);
}

/// Writes the line up to the piece `to`, without the white space before that piece.
static void make_line(const Block *block, const cg_FmtLine *line, u32 to)
{
    cg_Out *out = block->line;
    out->size = 0;
    put_spaces(out, line->indent);
    for (u32 i = line->from; i < to; i++) {
        if (i == line->name && i > line->from) put_column(out, block->name);
        else if (i == line->equals && i > line->from) put_column(out, block->equals);
        else if (i > line->from && cg_fmt_space(block->fmt, i)) cg_put(out, " ");
        put_piece(block->fmt, i, out);
    }
}

// --- Columns -----------------------------------------------------------------------------------

/// Moves `column` past the line's text before `to`, unless that text is wider than `most`.
static void reach(const Block *block, const cg_FmtLine *line, u32 to, u32 most, u32 *column)
{
    make_line(block, line, to);
    u32 width = width_of(block->line);
    if (width <= most && *column <= width) *column = width + 1;
}

/// Computes the columns of a block. Names come first, since they shift everything after them.
static void find_columns(Block *block, const cg_FmtLine *from, const cg_FmtLine *end)
{
    block->name = block->equals = 0;
    block->comment = COMMENT_MIN;
    for (const cg_FmtLine *line = from; line < end; line++)
        if (line->name) reach(block, line, line->name, TYPE_MAX, &block->name);
    for (const cg_FmtLine *line = from; line < end; line++)
        if (line->equals) reach(block, line, line->equals, NAME_MAX, &block->equals);
    for (const cg_FmtLine *line = from; line < end; line++)
        if (line->comments) reach(block, line, line->to, COMMENT_MAX, &block->comment);
}

// --- All lines ---------------------------------------------------------------------------------

static void write_line(const Block *block, const cg_FmtLine *line, cg_Out *out)
{
    make_line(block, line, line->to);
    for (u32 i = 0; i < line->comments; i++) {
        put_column(block->line, i ? 0 : block->comment);
        put_piece(block->fmt, line->to + i, block->line);
    }
    cg_put(out, line->empty ? "\n%.*s\n" : "%.*s\n", (int)block->line->size, block->line->text);
}

void cg_fmt_write(const cg_Fmt *fmt, cg_Out *out)
{
    cg_Out made = { .arena = fmt->arena };
    Block block = { .fmt = fmt, .line = &made };
    const cg_FmtLine *line = fmt->lines, *end = line + fmt->line_count;
    while (line < end) {
        const cg_FmtLine *next = line;
        while (next < end && next->block == line->block) next++;
        find_columns(&block, line, next);
        for (; line < next; line++) write_line(&block, line, out);
    }
    out->failed = out->failed || made.failed;
}
