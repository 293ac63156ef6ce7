/// Writes a recording (tape.h) as the game goes: every update is in the file before it is made, so
/// however the program ends, what led there can be replayed. A failure ends it, and the game goes
/// on.
#ifndef ED_DEBUG_RECORDER_H
#define ED_DEBUG_RECORDER_H
#include "runtime/run/run.h"

#define ED_RECORDER_PATH_MAX 1024u

typedef struct ed_Recorder {      // zeroed: off
    bool on;
    int file;
    bool begun;      // the state it starts from is written
    char path[ED_RECORDER_PATH_MAX];
    ed_Arena item, state;      // opened at first use
    ed_Input before;           // of the last update
    u64 hash;                  // of the values so far
    u64 updates, bytes;        // so far
    u64 unsealed;              // updates since the last seal
    ed_Error error;            // why it ended by itself; the code is ED_OK where it did not
} ed_Recorder;

/// A new file, or one that is a recording already: anything else is left alone. False where it
/// cannot be written.
bool ed_recorder_start(ed_Recorder *record, const ed_Run *run, const char *path, ed_Error *error);
/// Seals it. False, with `error`, where not all of it is on disk.
bool ed_recorder_stop(ed_Recorder *record, ed_Error *error);
void ed_recorder_close(ed_Recorder *record);

/// Before each update. `cut`: since the last one the state was changed by something else: it is
/// written anew.
void ed_recorder_note(ed_Recorder *record, ed_Run *run, const ed_Input *input, bool cut);
#endif
