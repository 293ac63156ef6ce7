/// One line of text that is being typed, with its caret. UTF-8; no SDL.
#ifndef HOST_INSPECT_LINE_EDIT_H
#define HOST_INSPECT_LINE_EDIT_H
#include "runtime/base/str.h"

#define HOST_LINE_EDIT_MAX \
    4096u      // bytes with the terminator: what ed_value_set takes of a text

typedef struct host_LineEdit {
    char text[HOST_LINE_EDIT_MAX];
    size_t size, caret;      // bytes
    bool all;                // all of it is marked: what is typed takes its place
    bool changed;            // since it was set
} host_LineEdit;

/// marked, the caret at its end
void host_line_edit_set(host_LineEdit *line, const char *text, size_t size);
/// false where it does not fit: unchanged
bool host_line_edit_insert(host_LineEdit *line, const char *text);
/// one letter; -1 before the caret, 1 behind it
void host_line_edit_erase(host_LineEdit *line, int way);
void host_line_edit_move(host_LineEdit *line, int way);      ///< one letter
/// so many letters behind that byte
void host_line_edit_point(host_LineEdit *line, size_t from, int letters);
/// to the next start of a word
void host_line_edit_word(host_LineEdit *line, int way);
/// -1 to the start, 1 to the end
void host_line_edit_end(host_LineEdit *line, int way);
#endif
