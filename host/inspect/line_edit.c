#include "host/inspect/line_edit.h"
#include <string.h>

void host_line_edit_set(host_LineEdit *line, const char *text, size_t size)
{
    line->size = ed_utf8_cut(text, size, HOST_LINE_EDIT_MAX - 1);
    memcpy(line->text, text, line->size);
    line->text[line->size] = 0;
    line->caret = line->size;
    line->all = line->size > 0;
    line->changed = false;
}

static void cut_out(host_LineEdit *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, line->size - to + 1);
    line->size -= to - from;
    line->caret = from;
    line->changed = true;
}

bool host_line_edit_insert(host_LineEdit *line, const char *text)
{
    size_t size = strlen(text), kept = line->all ? 0 : line->size;
    if (size > HOST_LINE_EDIT_MAX - 1 - kept) return false;
    if (line->all) cut_out(line, 0, line->size);
    memmove(line->text + line->caret + size, line->text + line->caret,
            line->size - line->caret + 1);
    memcpy(line->text + line->caret, text, size);
    line->size += size;
    line->caret += size;
    line->all = false;
    line->changed = true;
    return true;
}

/// Returns the byte offset of the caret after moving it by one character.
static size_t beside(const host_LineEdit *line, host_Direction direction)
{
    size_t at = line->caret;
    if (direction == HOST_RIGHT && at < line->size) {
        size_t whole = ed_utf8_size(line->text + at, line->size - at);
        return at + (whole ? whole : 1);
    }
    if (direction == HOST_LEFT && at > 0) return ed_utf8_cut(line->text, line->size, at - 1);
    return at;
}

void host_line_edit_erase(host_LineEdit *line, host_Direction direction)
{
    if (line->all) cut_out(line, 0, line->size);
    else if (direction == HOST_LEFT) cut_out(line, beside(line, direction), line->caret);
    else cut_out(line, line->caret, beside(line, direction));
    line->all = false;
}

void host_line_edit_move(host_LineEdit *line, host_Direction direction)
{
    if (line->all) line->caret = direction == HOST_LEFT ? 0 : line->size;
    else line->caret = beside(line, direction);
    line->all = false;
}

void host_line_edit_point(host_LineEdit *line, size_t from, int letters)
{
    line->all = false;
    line->caret = from < line->size ? from : line->size;
    for (int i = 0; i < letters; i++) line->caret = beside(line, HOST_RIGHT);
}

void host_line_edit_word(host_LineEdit *line, host_Direction direction)
{
    bool word = false;
    line->all = false;
    for (size_t next = beside(line, direction); next != line->caret;
         next = beside(line, direction)) {
        bool space = line->text[direction == HOST_LEFT ? next : line->caret] == ' ';
        if (space && word) return;
        word |= !space;
        line->caret = next;
    }
}

void host_line_edit_end(host_LineEdit *line, host_Direction direction)
{
    line->caret = direction == HOST_LEFT ? 0 : line->size;
    line->all = false;
}
