/// A line of UTF-8 text being edited, with its caret. Does not use SDL.
#ifndef HOST_INSPECT_LINE_EDIT_H
#define HOST_INSPECT_LINE_EDIT_H
#include "runtime/base/str.h"

#define HOST_LINE_EDIT_MAX 4096u      // bytes including the terminator

typedef enum host_Direction { HOST_LEFT, HOST_RIGHT } host_Direction;

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
/// Erases the selection, or the character to the left or to the right of the caret.
void host_line_edit_erase(host_LineEdit *line, host_Direction direction);
void host_line_edit_move(host_LineEdit *line, host_Direction direction);      ///< by one character
/// Moves the caret to the character `letters` characters after the byte offset `from`.
void host_line_edit_point(host_LineEdit *line, size_t from, int letters);
/// Moves by one word: left to the start of a word, right to the end of one.
void host_line_edit_word(host_LineEdit *line, host_Direction direction);
/// Moves to the start (left) or to the end (right) of the line.
void host_line_edit_end(host_LineEdit *line, host_Direction direction);
#endif
