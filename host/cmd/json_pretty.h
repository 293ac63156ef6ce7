/// Formats JSON text for reading. An array or object that fits on a line is put on one line; larger
/// ones are indented. In a long list of simple values, each line gets as many values as fit.
/// Accepts the text in pieces of any size and buffers at most one line.
#ifndef HOST_CMD_JSON_PRETTY_H
#define HOST_CMD_JSON_PRETTY_H
#include <stdio.h>
#include "runtime/base/str.h"

#define HOST_JSON_PRETTY_LINE 2048u      // bytes of an array or object that may be put on one line
#define HOST_JSON_PRETTY_DEPTH 256u      // deeper levels are not indented further

typedef struct host_JsonPretty {
    FILE *to;
    u32 width;      // columns per line; 0: everything on one line, unchanged
    bool color;
    // The input.
    bool in_text, escaped, at_key;
    u8 last;      // role of the last character
    u32 depth;
    bool object[HOST_JSON_PRETTY_DEPTH];      // for each open level: true for an object
    // The buffer: an array or object that may fit on a line, or one value of a list.
    char line[HOST_JSON_PRETTY_LINE];
    u8 role[HOST_JSON_PRETTY_LINE];
    /// Bytes in the buffer, arrays and objects open in it, and columns that it needs on one line.
    u32 size, open, columns;
    bool value;      // the buffer holds one value of a list
    // The output.
    u32 column, level;      // columns already written on the line; levels of indentation
    u8 gap;                 // what to write before the next character
    u8 shown;               // the current color
} host_JsonPretty;

void host_json_pretty_begin(host_JsonPretty *p, FILE *to, u32 width, bool color);
void host_json_pretty_put(host_JsonPretty *p, const char *json, size_t size);
void host_json_pretty_end(host_JsonPretty *p);      ///< also writes a newline
/// An ed_Text drain for text of any length: `to` is the host_JsonPretty.
void host_json_pretty_drain(ed_Text *text);

/// Returns the columns of the terminal that standard output or its pager uses; without a terminal,
/// a readable line width.
u32 host_json_pretty_width(void);
#endif
