/// JSON text made easy to read: whatever fits its line stays on one, the rest is indented, numbers
/// in long lists fill lines.
/// Takes the text in pieces of any size and keeps no more than a line of it.
#ifndef HOST_CMD_JSON_PRETTY_H
#define HOST_CMD_JSON_PRETTY_H
#include <stdio.h>
#include "runtime/base/str.h"

#define HOST_JSON_PRETTY_LINE 2048u      // bytes of a line that may still become one
#define HOST_JSON_PRETTY_DEPTH 256u      // what is deeper is not indented any further

typedef struct host_JsonPretty {
    FILE *to;
    u32 width;      // columns of a line; 0: all of it is one line, as it came
    bool color;
    // what was read
    bool in_text, escaped, at_key;
    u8 last;      // what the last character was of
    u32 depth;
    bool object[HOST_JSON_PRETTY_DEPTH];      // of what is open
    // what is not written yet: an array or object that may fit, or one value of a list
    char line[HOST_JSON_PRETTY_LINE];
    u8 part[HOST_JSON_PRETTY_LINE];
    u32 size, open, columns;      // of it: bytes, arrays and objects that are open,
                                  //   columns as one line
    bool value;                   // it is one value
    // what is written
    u32 column, level;      // columns of the line; arrays and objects
                            //   that take more than one
    u8 gap;                 // what stands before the next
    u8 shown;               // the color of the moment
} host_JsonPretty;

void host_json_pretty_begin(host_JsonPretty *p, FILE *to, u32 width, bool color);
void host_json_pretty_put(host_JsonPretty *p, const char *json, size_t size);
void host_json_pretty_end(host_JsonPretty *p);      ///< and the end of the line
/// A drain for text of any length: `to` is the host_JsonPretty.
void host_json_pretty_drain(ed_Text *text);

/// Columns of the terminal that `to` is, else of a line that people read.
u32 host_json_pretty_width(FILE *to);
#endif
