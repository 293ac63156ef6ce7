/// Formats JSON text for reading: what fits a line stays on one line, the rest is indented, and
/// numbers in long lists fill lines. Accepts the text in pieces of any size and buffers at most one
/// line.
#ifndef HOST_CMD_JSON_PRETTY_H
#define HOST_CMD_JSON_PRETTY_H
#include <stdio.h>
#include "runtime/base/str.h"

#define HOST_JSON_PRETTY_LINE 2048u      // bytes of a line that may still be combined
#define HOST_JSON_PRETTY_DEPTH 256u      // deeper levels are not indented further

typedef struct host_JsonPretty {
    FILE *to;
    u32 width;      // columns per line; 0: everything on one line, unchanged
    bool color;
    // the input
    bool in_text, escaped, at_key;
    u8 last;      // the role of the last character
    u32 depth;
    bool object[HOST_JSON_PRETTY_DEPTH];      // for each open level
    // buffered: an array or object that may fit a line, or one value of a list
    char line[HOST_JSON_PRETTY_LINE];
    u8 part[HOST_JSON_PRETTY_LINE];
    u32 size, open, columns;      // of the buffer: bytes, open arrays and objects, columns as one
                                  // line
    bool value;                   // the buffer has a single value
    // the output
    u32 column, level;      // columns of the line; arrays and objects over several lines
    u8 gap;                 // before the next character
    u8 shown;               // the current color
} host_JsonPretty;

void host_json_pretty_begin(host_JsonPretty *p, FILE *to, u32 width, bool color);
void host_json_pretty_put(host_JsonPretty *p, const char *json, size_t size);
void host_json_pretty_end(host_JsonPretty *p);      ///< also ends the line
/// An ed_Text drain for text of any length: `to` is the host_JsonPretty.
void host_json_pretty_drain(ed_Text *text);

/// Columns of the terminal that `to` is; otherwise a readable line width.
u32 host_json_pretty_width(FILE *to);
#endif
