/// A line of text being edited, with its caret. UTF-8; no SDL.
#ifndef HOST_INSPECT_LINE_EDIT_H
#define HOST_INSPECT_LINE_EDIT_H
#include "runtime/base/str.h"

#define HOST_LINE_EDIT_MAX \
    4096u      // bytes including the terminator: the limit of ed_value_set for a text

typedef struct host_LineEdit {
    char text[HOST_LINE_EDIT_MAX];
    size_t size, caret;      // bytes
    bool all;                // everything is selected: typing replaces it
    bool changed;            // since it was set
} host_LineEdit;

/// Selects everything, with the caret at the end.
void host_line_edit_set(host_LineEdit *line, const char *text, size_t size);
/// False if it does not fit: unchanged.
bool host_line_edit_insert(host_LineEdit *line, const char *text);
/// Erases one character: -1 before the caret, 1 after it.
void host_line_edit_erase(host_LineEdit *line, int way);
void host_line_edit_move(host_LineEdit *line, int way);      ///< by one character
/// Moves the caret so many characters after that byte.
void host_line_edit_point(host_LineEdit *line, size_t from, int letters);
/// Moves to the next start of a word.
void host_line_edit_word(host_LineEdit *line, int way);
/// -1: to the start, 1: to the end.
void host_line_edit_end(host_LineEdit *line, int way);
#endif
