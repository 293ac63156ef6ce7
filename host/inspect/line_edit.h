/// A line of UTF-8 text being edited, with its caret. `direction` is -1 for left and 1 for right.
/// Does not use SDL.
#ifndef HOST_INSPECT_LINE_EDIT_H
#define HOST_INSPECT_LINE_EDIT_H
#include "runtime/base/str.h"

#define HOST_LINE_EDIT_MAX 4096u      // bytes including the terminator

typedef struct host_LineEdit {
    char text[HOST_LINE_EDIT_MAX];
    size_t size, caret;      // bytes
    bool all;                // everything is selected: typing replaces it
    bool changed;            // edited since host_line_edit_set
} host_LineEdit;

/// Sets the text, selects all of it and moves the caret to its end.
void host_line_edit_set(host_LineEdit *line, const char *text, size_t size);
/// Replaces the selection, or inserts at the caret. Returns false and changes nothing if the text
/// does not fit.
bool host_line_edit_insert(host_LineEdit *line, const char *text);
/// Erases the selection, or the character before (-1) or after (1) the caret.
void host_line_edit_erase(host_LineEdit *line, int direction);
void host_line_edit_move(host_LineEdit *line, int direction);      ///< by one character
/// Moves the caret to the character `letters` characters after the byte offset `from`.
void host_line_edit_point(host_LineEdit *line, size_t from, int letters);
/// Moves by one word: left to the start of a word, right to the end of one.
void host_line_edit_word(host_LineEdit *line, int direction);
/// Moves to the start (-1) or to the end (1) of the line.
void host_line_edit_end(host_LineEdit *line, int direction);
#endif
