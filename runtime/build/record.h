/// What earlier builds have done: for each step, its command and the files that it read and wrote,
/// with their hashes. A step need not run again if all of this is unchanged. So time stamps do not
/// matter, and neither do half-written files of an interrupted compiler: their hashes differ from
/// the recorded ones.
///
/// The record is one text file:
///
///     eddie build 4
///     files COUNT
///     HASH MARK PATH                  COUNT times: a file, the hash of its bytes, and its mark
///     step STATE KEY COUNT NAME       a step; KEY: the hash of its command, in hexadecimal
///     why TEXT                        only if STATE is ED_STEP_UNABLE: what the compiler printed
///     NUMBER NUMBER …                 the COUNT files of the step; 0 is the first file
///     end
#ifndef ED_BUILD_RECORD_H
#define ED_BUILD_RECORD_H
#include "runtime/build/words.h"
ED_C_BEGIN

typedef enum ed_StepState {
    ED_STEP_GOOD,        // the output can be used
    ED_STEP_UNABLE,      // the early compiler cannot build this; there is no output
    ED_STEP_STATES
} ed_StepState;

typedef struct ed_RecordFile {
    const char *path;
    u64 hash;        // ED_NO_HASH: unknown, so the step has to run again; or ED_ABSENT
    u64 mark;        // see file_hashes.h
    u32 round;       // in which it was found unchanged, see file_hashes.h; 0: in none
    u32 number;      // in the file that is being written
} ed_RecordFile;

typedef struct ed_RecordStep {
    const char *name;      // the path of the output
    u64 name_hash, key;
    ed_StepState state;
    const char *why;            // of ED_STEP_UNABLE: a line that the compiler printed; otherwise ""
    ed_RecordFile **files;      // steps may share them
    u32 file_count;
    bool dropped;      // has to run again; is not written
    bool used;         // a step of the current build
} ed_RecordStep;

typedef struct ed_Record {
    ed_Arena *arena;
    ed_RecordStep *steps;
    u32 count, room;
    bool changed;        // differs from the file
    u32 file_count;      // in the file: the numbers of files are below it
} ed_Record;

/// Reads the file. If it does not exist or is damaged, the record is empty: everything is built.
void ed_record_read(ed_Record *record, ed_Arena *arena, const char *path);
/// Writes the steps that are `used`.
bool ed_record_write(ed_Record *record, const char *path, ed_Error *error);

/// Returns NULL if the step has to run, since no earlier build has done it.
ed_RecordStep *ed_record_find(const ed_Record *record, const char *name);
/// Adds a step or replaces it; the caller then sets its `file_count` files. Returns NULL if the
/// arena is full.
ed_RecordStep *ed_record_put(ed_Record *record, const char *name, u64 key, ed_StepState state,
                             u32 file_count);
/// Adds the files of another step, but not its output, and not those that the step has. Does
/// nothing if the arena is full.
void ed_record_extend(const ed_Record *record, ed_RecordStep *to, const ed_RecordStep *from);
/// The step has to run again.
void ed_record_drop(ed_Record *record, const char *name);

ED_C_END
#endif
