#include "runtime/live/saver.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/live/process.h"
#include "runtime/os/files/files.h"
#include "runtime/snapshot/document.h"

static void set_step(ed_Saver *saver, ed_Save *save, ed_SaveStep step)
{
    ed_mutex_lock(&saver->lock);
    save->step = step;
    ed_condition_wake(&saver->changed);
    ed_mutex_unlock(&saver->lock);
}

// --- the worker ----------------------------------------------------------------------------------

static void write_out(const ed_Saver *saver, ed_Save *save)
{
    ed_SaveResult *result = &save->result;
    if (ed_snapshot_seal(ed_arena_bytes(&save->memory, save->packed.at), save->packed.size))
        saver->write(result->path, save->packed.at, save->packed.size, &result->error);
    else
        ed_fail(&result->error, ED_ERR_FORMAT,
                "%s: the game's pack function did not write a snapshot", result->path);
}

/// The next save, or NULL when the saver closes. Call it with the lock held.
static ed_Save *next_save(ed_Saver *saver)
{
    ed_Save *save;
    while ((save = &saver->saves[saver->next])->step != ED_SAVE_WAITING) {
        if (saver->ending) return NULL;
        ed_condition_wait(&saver->changed, &saver->lock);
    }
    saver->next = (saver->next + 1) % ED_SAVER_SAVES;
    save->step = ED_SAVE_WRITING;
    return save;
}

static void run_worker(void *it)
{
    ed_Saver *saver = (ed_Saver *)it;
    for (;;) {
        ed_mutex_lock(&saver->lock);
        ed_Save *save = next_save(saver);
        ed_mutex_unlock(&saver->lock);
        if (!save) return;
        write_out(saver, save);
        set_step(saver, save, ED_SAVE_DONE);
    }
}

static bool start_worker(ed_Saver *saver)
{
    if (!saver->started)
        saver->started = ed_thread_start(&saver->worker, "eddie-save", run_worker, saver) == 0;
    return saver->started;
}

// --- asking for a save ---------------------------------------------------------------------------

/// Takes the waiting save for `path` back from the worker, or returns NULL.
static ed_Save *withdraw_waiting(ed_Saver *saver, const char *path)
{
    if (!saver->count) return NULL;
    ed_Save *last = &saver->saves[(saver->first + saver->count - 1) % ED_SAVER_SAVES];
    ed_mutex_lock(&saver->lock);
    bool waits = last->step == ED_SAVE_WAITING && strcmp(last->result.path, path) == 0;
    if (waits) last->step = ED_SAVE_FREE;
    ed_mutex_unlock(&saver->lock);
    if (!waits) return NULL;
    saver->count--;
    return last;
}

/// Starts the ring at slot 0 again, so that saves that do not overlap use the same memory.
static void rewind_ring(ed_Saver *saver)
{
    ed_mutex_lock(&saver->lock);
    saver->first = saver->next = 0;
    ed_mutex_unlock(&saver->lock);
}

static bool open_memory(ed_Save *save, ed_Error *error)
{
    return save->memory.base
        || ed_arena_open(&save->memory, "packed state", ed_snapshot_bytes_max(), error);
}

/// Returns a slot for one more save: a free one, or that of the waiting save to the same file. NULL
/// with an error if neither exists.
static ed_Save *make_room(ed_Saver *saver, const char *path, ed_Error *error)
{
    if (strlen(path) >= ED_SAVER_PATH_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "%.64s…: the name is too long", path);
        return NULL;
    }
    if (saver->count == 0) rewind_ring(saver);
    if (saver->count == ED_SAVER_SAVES) {
        ed_Save *save = withdraw_waiting(saver, path);
        if (!save)
            ed_fail(error, ED_ERR_LIMIT,
                    "%s: one save is being written and another is waiting; try again", path);
        return save;
    }
    ed_Save *save = &saver->saves[(saver->first + saver->count) % ED_SAVER_SAVES];
    return open_memory(save, error) ? save : NULL;
}

const ed_Arena *ed_saver_memory(ed_Saver *saver)
{
    open_memory(&saver->saves[0], NULL);
    return &saver->saves[0].memory;
}

/// `waited`: an earlier save to this file was waiting in this slot.
static bool pack_save(ed_Save *save, ed_Run *run, const char *path, bool waited, ed_Error *error)
{
    ed_Error cause = { .code = ED_OK };
    ed_SaveResult *result = &save->result;
    bool good = ed_run_pack_into(run, ED_PACK_UNSEALED, &save->memory, &save->packed, &cause);
    if (!good)
        ed_fail(error, cause.code, "%s: %s%s", path, cause.text,
                waited ? "; the earlier save that was waiting is also lost" : "");
    snprintf(result->path, sizeof result->path, "%s", path);
    result->frame = run->host.tick;
    result->bytes = save->packed.size;
    result->changes = run->changes;
    result->error = (ed_Error){ .code = ED_OK };
    return good;
}

/// If no thread can be created, the frame writes the save itself.
static void write_now(ed_Saver *saver, ed_Save *save)
{
    write_out(saver, save);
    saver->next = (saver->next + 1) % ED_SAVER_SAVES;
    save->step = ED_SAVE_DONE;
}

bool ed_saver_save(ed_Saver *saver, ed_Run *run, const char *path, ed_Error *error)
{
    bool full = saver->count == ED_SAVER_SAVES;
    ed_Save *save = make_room(saver, path, error);
    if (!save) return false;
    ed_process_check(ED_PHASE_UPDATE);      // restores limits and umask, which affect the file
    if (!pack_save(save, run, path, full, error)) return false;
    saver->count++;
    if (start_worker(saver)) set_step(saver, save, ED_SAVE_WAITING);
    else write_now(saver, save);
    return true;
}

// --- results -------------------------------------------------------------------------------------

static bool take_result(ed_Saver *saver, bool wait, ed_SaveResult *result)
{
    if (!saver->count) return false;
    ed_Save *save = &saver->saves[saver->first];
    ed_mutex_lock(&saver->lock);
    while (wait && save->step != ED_SAVE_DONE) ed_condition_wait(&saver->changed, &saver->lock);
    bool done = save->step == ED_SAVE_DONE;
    if (done) save->step = ED_SAVE_FREE;
    ed_mutex_unlock(&saver->lock);
    if (!done) return false;
    *result = save->result;
    saver->first = (saver->first + 1) % ED_SAVER_SAVES;
    saver->count--;
    return true;
}

bool ed_saver_poll(ed_Saver *saver, ed_SaveResult *result)
{
    return take_result(saver, false, result);
}

bool ed_saver_wait(ed_Saver *saver, ed_SaveResult *result)
{
    return take_result(saver, true, result);
}

// --- opening and closing -------------------------------------------------------------------------

void ed_saver_open(ed_Saver *saver)
{
    memset(saver, 0, sizeof *saver);
    ed_mutex_open(&saver->lock);
    ed_condition_open(&saver->changed);
    saver->write = ed_file_write_atomic;
}

void ed_saver_close(ed_Saver *saver)
{
    ed_mutex_lock(&saver->lock);
    saver->ending = true;
    ed_condition_wake(&saver->changed);
    ed_mutex_unlock(&saver->lock);
    if (saver->started) ed_thread_join(&saver->worker);
    for (u32 i = 0; i < ED_SAVER_SAVES; i++) ed_arena_close(&saver->saves[i].memory);
    ed_condition_close(&saver->changed);
    ed_mutex_close(&saver->lock);
    memset(saver, 0, sizeof *saver);
}
