/// The one line a script command is answered with, as text or as a JSON object.
#ifndef ED_DEBUG_REPLY_H
#define ED_DEBUG_REPLY_H
#include "runtime/base/str.h"

typedef struct ed_Reply {
    bool ok;
    char words[1024];       // after ok or error
    char members[256];      // more members of the object: ",\"frame\":12"
    const char *name;       // of a last member that may be long, or NULL
    const char *value;      // its JSON; as text it stands after the words
    bool value_in_text;
} ed_Reply;

void ed_reply_ok(ed_Reply *reply, const char *format, ...) ED_FORMAT(2, 3);
void ed_reply_error(ed_Reply *reply, const char *format, ...) ED_FORMAT(2, 3);
void ed_reply_number(ed_Reply *reply, const char *name, f64 value);
/// False where standard output: write error.
bool ed_reply_print(const ed_Reply *reply, const char *command, bool json);
#endif
