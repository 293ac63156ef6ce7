/// Writes a recording (tape.h) as the game goes: every update is in the file before it is made, so
/// however the program ends, what led there can be replayed. A failure ends it, and the game goes
/// on.
#ifndef HOST_RECORD_H
#define HOST_RECORD_H
#include "runtime/run/run.h"

#define HOST_RECORD_PATH_MAX 1024u

typedef struct host_Record {         // zeroed: off
    bool     on;
    int      file;
    bool     begun;                  // the state it starts from is written
    char     path[HOST_RECORD_PATH_MAX];
    ed_Arena item, state;            // opened at first use
    ed_Input before;                 // of the last update
    u64      hash;                   // of the values so far
    u64      updates, bytes;         // so far
    u64      unsealed;               // updates since the last seal
    ed_Error error;                  // why it ended by itself; the code is ED_OK where it did not
} host_Record;

/// A new file, or one that is a recording already: anything else is left alone. False where it
/// cannot be written.
bool host_record_start(host_Record *record, const ed_Run *run, const char *path, ed_Error *error);
/// Seals it. False, with `error`, where not all of it is on disk.
bool host_record_stop (host_Record *record, ed_Error *error);
void host_record_close(host_Record *record);

/// Before each update. `cut`: since the last one the state was changed by something else: it is
/// written anew.
void host_record_note (host_Record *record, ed_Run *run, const ed_Input *input, bool cut);
#endif
