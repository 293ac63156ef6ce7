/// Writes a recording (recording.h) while the game runs. Each update's input is written before the
/// update runs. So a recording can be replayed up to a failure, however the program ends. A write
/// error stops the recording, and the game continues.
#ifndef ED_DEBUG_RECORDER_H
#define ED_DEBUG_RECORDER_H
#include "runtime/run/run.h"

#define ED_RECORDER_PATH_MAX 1024u

typedef struct ed_Recorder {      // zeroed: off
    bool on;
    i64 file;        // open_file.h
    bool begun;      // the initial state was written
    char path[ED_RECORDER_PATH_MAX];
    ed_Arena item, state;      // opened at first use
    ed_Input before;           // input of the last update
    u64 hash;                  // hash of all items so far
    u64 updates, bytes;        // numbers of updates and bytes so far
    u64 unsealed;              // updates since the last seal
    ed_Error error;            // why the recording stopped; ED_OK: no failure
} ed_Recorder;

/// Creates the file, or overwrites a recording or an empty file. Refuses to overwrite any other
/// file. False with `error` if the file cannot be written.
bool ed_recorder_start(ed_Recorder *record, const ed_Run *run, const char *path, ed_Error *error);
/// Writes the final seal and syncs the file. False with `error` if not all of the recording is on
/// disk.
bool ed_recorder_stop(ed_Recorder *record, ed_Error *error);
void ed_recorder_close(ed_Recorder *record);

/// Call it before each update. `jumped`: since the last update, something else changed the state,
/// so the whole state is written again.
void ed_recorder_note(ed_Recorder *record, ed_Run *run, const ed_Input *input, bool jumped);
#endif
