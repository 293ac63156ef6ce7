#include "host/cmd/json_pretty.h"
#include <string.h>
#include "runtime/os/process/terminal.h"

#define WIDTH_DEFAULT 100u
#define WIDTH_MIN 20u       // a narrower terminal gets the default
#define WIDTH_MAX 400u      // columns: the buffer has room for four bytes per column
#define INDENT 2u

enum { MARK, KEY, TEXT, NUMBER, WORD };      // roles of characters
// Gaps: nothing; a newline; a space, or a newline if the next value does not fit on the line.
enum { NOTHING, LINE, FILL };

static const char *const colors[] = { "0", "34", "32", "36", "35" };

u32 host_json_pretty_width(void)
{
    u32 columns = ed_terminal_columns(stdout);
    return columns < WIDTH_MIN ? WIDTH_DEFAULT : columns > WIDTH_MAX ? WIDTH_MAX : columns;
}

void host_json_pretty_begin(host_JsonPretty *p, FILE *to, u32 width, bool color)
{
    memset(p, 0, sizeof *p);
    p->to = to;
    p->width = width;
    p->color = color;
}

// --- writing -------------------------------------------------------------------------------------

static bool is_open(char c) { return c == '{' || c == '['; }
static bool is_close(char c) { return c == '}' || c == ']'; }
static bool begins_column(char c) { return ((u8)c & 0xc0) != 0x80; }

static void set_color(host_JsonPretty *p, u8 role)
{
    if (!p->color || p->shown == role) return;
    fprintf(p->to, "\x1b[%sm", colors[role]);
    p->shown = role;
}

static void write_char(host_JsonPretty *p, char c, u8 role)
{
    if (c != ' ') set_color(p, role);
    putc(c, p->to);
    p->column += begins_column(c);
}

static void new_line(host_JsonPretty *p)
{
    set_color(p, MARK);
    putc('\n', p->to);
    p->column = 0;
    for (u32 i = 0; i < p->level && i < HOST_JSON_PRETTY_DEPTH; i++)
        for (u32 k = 0; k < INDENT; k++) write_char(p, ' ', MARK);
}

/// Writes the buffer as one line, with a space after commas and colons.
static void write_flat(host_JsonPretty *p)
{
    for (u32 i = 0; i < p->size; i++) {
        write_char(p, p->line[i], p->role[i]);
        if (p->role[i] == MARK && (p->line[i] == ',' || p->line[i] == ':'))
            write_char(p, ' ', MARK);
    }
    p->size = p->open = p->columns = 0;
    p->value = false;
}

// --- choosing lines ------------------------------------------------------------------------------

static void add_char(host_JsonPretty *p, char c, u8 role);

static void append_char(host_JsonPretty *p, char c, u8 role)
{
    p->line[p->size] = c;
    p->role[p->size++] = role;
    p->columns += begins_column(c) ? 1 : 0;
    if (role == MARK && (c == ',' || c == ':')) p->columns++;      // the space that follows
    if (role == MARK && is_open(c)) p->open++;
    if (role == MARK && is_close(c)) p->open--;
}

static bool fits_line(const host_JsonPretty *p)
{
    return p->column + p->columns + 1 <= p->width && p->size < HOST_JSON_PRETTY_LINE;
}

/// Call it if the array or object in the buffer does not fit on a line: writes its bracket, then
/// passes the characters after it to add_char() again, so that its contents get their own lines. add_char()
/// may store characters in the same buffer, but only before the position that is read next.
static void write_on_lines(host_JsonPretty *p)
{
    u32 size = p->size;
    write_char(p, p->line[0], MARK);
    p->level++;
    p->gap = LINE;
    p->size = p->open = p->columns = 0;
    for (u32 i = 1; i < size; i++) add_char(p, p->line[i], p->role[i]);
}

/// Writes the buffered value of a list, on a new line if necessary.
static void place_value(host_JsonPretty *p)
{
    bool room = p->column + p->columns + 2 <= p->width;
    if (p->gap == LINE || (p->gap == FILL && !room)) new_line(p);
    else if (p->gap == FILL) write_char(p, ' ', MARK);
    p->gap = NOTHING;
    write_flat(p);
}

static void take_mark(host_JsonPretty *p, char c)
{
    if (is_close(c)) {
        p->level--;
        new_line(p);
    }
    write_char(p, c, MARK);
    if (c == ':') write_char(p, ' ', MARK);
    p->gap = c == ',' ? FILL : NOTHING;
}

static void take_value(host_JsonPretty *p, char c, u8 role)
{
    bool waits = p->value || p->gap == FILL;      // buffered until its width is known
    if (!waits && p->gap == LINE) {
        new_line(p);
        p->gap = NOTHING;
    }
    if (!waits) {
        write_char(p, c, role);
        return;
    }
    if (role == KEY) {
        new_line(p);
        p->gap = NOTHING;
        write_char(p, c, role);
        return;
    }
    p->value = true;
    append_char(p, c, role);
    if (p->size < HOST_JSON_PRETTY_LINE && p->columns < p->width) return;
    p->gap = LINE;
    place_value(p);
}

static void add_char(host_JsonPretty *p, char c, u8 role)
{
    if (p->value && role == MARK) place_value(p);
    if (p->open || (role == MARK && is_open(c))) {
        if (!p->open && p->gap != NOTHING) new_line(p);
        p->gap = NOTHING;
        append_char(p, c, role);
        if (!fits_line(p)) write_on_lines(p);
        else if (!p->open) write_flat(p);
    } else if (role == MARK) take_mark(p, c);
    else take_value(p, c, role);
}

// --- reading -------------------------------------------------------------------------------------

static u8 read_role(host_JsonPretty *p, char c)
{
    bool inside = p->depth && p->depth <= HOST_JSON_PRETTY_DEPTH && p->object[p->depth - 1];
    if (p->in_text) {
        p->in_text = p->escaped || c != '"';
        p->escaped = !p->escaped && c == '\\';
        return p->at_key ? KEY : TEXT;
    }
    if (c == '"') {
        p->in_text = true;
        return p->at_key ? KEY : TEXT;
    }
    if (is_open(c)) {
        if (p->depth < HOST_JSON_PRETTY_DEPTH) p->object[p->depth] = c == '{';
        p->depth++;
        p->at_key = c == '{';
        return MARK;
    }
    if (is_close(c)) p->depth--;
    if (c == ',' || c == ':') p->at_key = c == ',' && inside;
    if (is_close(c) || c == ',' || c == ':') return MARK;
    bool in_word = p->last == WORD || p->last == NUMBER;      // the e of 1e9 is not a word
    return in_word ? p->last : c >= 'a' && c <= 'z' ? WORD : NUMBER;
}

void host_json_pretty_put(host_JsonPretty *p, const char *json, size_t size)
{
    if (!p->width && !p->color) {
        fwrite(json, 1, size, p->to);
        return;
    }
    for (size_t i = 0; i < size; i++) {
        u8 role = p->last = read_role(p, json[i]);
        if (p->width) add_char(p, json[i], role);
        else write_char(p, json[i], role);
    }
}

void host_json_pretty_end(host_JsonPretty *p)
{
    set_color(p, MARK);
    putc('\n', p->to);
}

void host_json_pretty_drain(ed_Text *text)
{
    host_JsonPretty *p = text->to;
    host_json_pretty_put(p, text->at, text->size);
    if (ferror(p->to)) text->cut = true;      // the reader has closed the pipe
}
