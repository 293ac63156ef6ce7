/// Saves without blocking the frame: the state is packed at once, at memory speed, into a separate
/// buffer. A thread hashes, writes and syncs it. Call all functions on the thread that runs the
/// game.
///
/// While one save is being written, one more may be queued; it was packed when it was requested.
/// The frame waits for neither, and they are written in order. A further save to the same file
/// replaces the queued one. A further save to another file is refused with an error. A save that
/// was written is still one of these two until ed_saver_poll or ed_saver_wait has returned its
/// result.
#ifndef ED_LIVE_SAVER_H
#define ED_LIVE_SAVER_H
#include "runtime/os/process/thread.h"
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_SAVER_PATH_MAX 4096u      // bytes with the terminator
#define ED_SAVER_SAVES 2u            // one being written, one waiting

typedef struct ed_SaveResult {
    char path[ED_SAVER_PATH_MAX];      // path as requested
    u64 frame;                         // the frame of the state
    size_t bytes;
    ed_WriteChanges changes;      // what was not written as it is in memory
    ed_Error error;      // ED_OK: the file is on disk; otherwise the text starts with the file name
} ed_SaveResult;

typedef enum ed_SaveStep {
    ED_SAVE_FREE,      // also while it is being packed
    ED_SAVE_WAITING,
    ED_SAVE_WRITING,
    ED_SAVE_DONE
} ed_SaveStep;

typedef struct ed_Save {
    ed_Arena memory;      // holds the packed state; its pages are reused
    ed_Span packed;
    ed_SaveStep step;      // protected by the lock
    ed_SaveResult result;
} ed_Save;

typedef struct ed_Saver {
    ed_Save saves[ED_SAVER_SAVES];      // a ring buffer
    u32 first, count;      // first: the oldest save whose result was not returned; count: saves in
                           // the ring
    u32 next;              // index of the next save for the worker; protected by the lock
    bool started;          // the worker thread runs
    bool ending;           // protected by the lock
    ed_Thread worker;
    ed_Mutex lock;      // held only briefly, never while a file is written
    ed_Condition changed;
    // ed_file_write_atomic, unless the caller replaces it
    bool (*write)(const char *path, const void *bytes, size_t size, ed_Error *error);
} ed_Saver;

/// Opens no memory and starts no thread before the first save.
void ed_saver_open(ed_Saver *saver);
/// The memory for the first save. Its base is NULL if it could not be opened.
const ed_Arena *ed_saver_memory(ed_Saver *saver);
/// Waits until all saves are on disk. Results that were not polled are lost.
void ed_saver_close(ed_Saver *saver);

/// Packs `run` now and queues it for writing. False with an error if packing fails or a save to
/// another file is already waiting. A save to the same file that was waiting is replaced, even if
/// packing fails: it has no result, and the error says that it is lost.
bool ed_saver_save(ed_Saver *saver, ed_Run *run, const char *path, ed_Error *error);
/// Call it once per frame; it never waits. True if a save finished: `result` has the outcome. Each
/// result is returned once, in the order of the requests.
bool ed_saver_poll(ed_Saver *saver, ed_SaveResult *result);
/// Like ed_saver_poll, but waits for the save. False if there is nothing to wait for.
bool ed_saver_wait(ed_Saver *saver, ed_SaveResult *result);

ED_C_END
#endif
