/// The one line a script command is answered with, as text or as a JSON object.
#ifndef HOST_ANSWER_H
#define HOST_ANSWER_H
#include "runtime/base/str.h"

typedef struct host_Answer {
    bool        ok;
    char        words[1024];     // after ok or error
    char        members[256];    // more members of the object: ",\"frame\":12"
    const char *name;            // of a last member that may be long, or NULL
    const char *value;           // its JSON; as text it stands after the words
    bool        value_in_text;
} host_Answer;

void host_answer_ok    (host_Answer *answer, const char *format, ...) ED_FORMAT(2, 3);
void host_answer_error (host_Answer *answer, const char *format, ...) ED_FORMAT(2, 3);
void host_answer_number(host_Answer *answer, const char *name, f64 value);
/// False where standard output takes no more.
bool host_answer_print (const host_Answer *answer, const char *command, bool json);
#endif
