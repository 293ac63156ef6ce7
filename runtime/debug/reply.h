/// The one-line answer to a script command, as text or as a JSON object.
#ifndef ED_DEBUG_REPLY_H
#define ED_DEBUG_REPLY_H
#include "runtime/base/str.h"

typedef struct ed_Reply {
    bool ok;
    char text[1024];         // the text after "ok" or "error"
    char members[256];       // more members of the JSON object: ",\"frame\":12"
    const char *name;        // name of one more member, or NULL
    const char *value;       // the value of that member, as JSON of any length
    bool value_in_text;      // the value is also the text of the reply
} ed_Reply;

void ed_reply_ok(ed_Reply *reply, const char *format, ...) ED_FORMAT(2, 3);
void ed_reply_error(ed_Reply *reply, const char *format, ...) ED_FORMAT(2, 3);
void ed_reply_number(ed_Reply *reply, const char *name, f64 value);
/// False after a write error on standard output.
bool ed_reply_print(const ed_Reply *reply, const char *command, bool json);
#endif
