/// Saves off the frame: the state is packed at once, at the speed of memory, into a buffer of the
/// save's own; a thread seals, writes and syncs it. Every call is for the one thread that runs the
/// game.
///
/// One save is being written and one more may wait, packed when it was asked for: the frame waits
/// for neither, and none overtakes another. While one waits, a next one to the same file takes its
/// place, which it would have written over at once; one to another file is refused, in words.
#ifndef ED_LIVE_SAVER_H
#define ED_LIVE_SAVER_H
#include <pthread.h>
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_SAVER_PATH_MAX 4096u      // bytes with the terminator
#define ED_SAVER_SAVES 2u            // one at work, one that waits

typedef struct ed_SaveResult {
    char path[ED_SAVER_PATH_MAX];      // as it was asked for
    u64 frame;                         // of the state in it
    size_t bytes;
    ed_Error error;      // code ED_OK: it is on disk; else what file.h says, in
                         //   words that begin with its name
} ed_SaveResult;

typedef enum ed_SaveStep {
    ED_SAVE_FREE,
    ED_SAVE_PACKING,
    ED_SAVE_WAITING,
    ED_SAVE_WRITING,
    ED_SAVE_DONE
} ed_SaveStep;

typedef struct ed_Save {
    ed_Arena memory;      // the packed state; pages are kept from save to save
    ed_Span packed;
    ed_SaveStep step;      // under the lock
    ed_SaveResult result;
} ed_Save;

typedef struct ed_Saver {
    ed_Save saves[ED_SAVER_SAVES];      // a ring
    u32 first, count;                   // the oldest that was not told yet, and how many there are
    u32 next;                           // the one the worker takes next; under the lock
    bool started;                       // the worker runs
    bool ending;                        // under the lock
    pthread_t worker;
    pthread_mutex_t lock;      // held for no longer than it takes to change a step
    pthread_cond_t changed;
    // As ed_file_write_atomic.
    bool (*write)(const char *path, const void *bytes, size_t size, ed_Error *error);
} ed_Saver;

/// Takes no memory and starts no thread until the first save.
void ed_saver_open(ed_Saver *saver);
/// The memory that the first save will be packed into. Its base is NULL if it could not be opened.
const ed_Arena *ed_saver_memory(ed_Saver *saver);
/// Returns when all that was asked for is on disk; results nobody took are lost.
void ed_saver_close(ed_Saver *saver);

/// Packs `run` now and has it written. False, in words, where it does not pack or a save to another
/// file waits already.
bool ed_saver_save(ed_Saver *saver, ed_Run *run, const char *path, ed_Error *error);
/// For the frame: never waits. True where a save is over: `result` tells how, each once,
/// in the order they were asked for.
bool ed_saver_poll(ed_Saver *saver, ed_SaveResult *result);
/// Likewise, but waits for it. False where nothing is at work.
bool ed_saver_wait(ed_Saver *saver, ed_SaveResult *result);

ED_C_END
#endif
