#include "runtime/debug/recorder.h"
#include <stdio.h>
#include <string.h>
#include "runtime/debug/recording.h"
#include "runtime/os/files/open_file.h"
#include "runtime/os/files/target.h"

#define SEAL_UPDATES 60u                 // updates between two seals
#define HEAD_BYTES 64u                   // enough to recognize a recording
#define ITEM_MORE ((size_t)1 << 16)      // room for an item beside its snapshot

// --- the file ------------------------------------------------------------------------------------

/// True if the file is a recording or empty: other files are not overwritten.
static bool may_replace(i64 file, const char *path, ed_Error *error)
{
    u8 head[HEAD_BYTES];
    ed_FileInfo info;
    size_t size = 0;
    bool regular = ed_file_info_of(file, &info) == 0 && info.kind == ED_FILE_REGULAR;
    int failed = regular ? ed_file_read_on(file, head, sizeof head, &size) : 0;
    if (!regular) ed_fail(error, ED_ERR_OS, "%s: no longer a file", path);
    else if (failed) ed_fail(error, ED_ERR_OS, "%s: %s", path, ed_errno_text(failed));
    else if (size == 0 || ed_recording_begins(head, size)) return true;
    else ed_fail(error, ED_ERR_OS, "%s: exists and is not a recording: choose another name", path);
    return false;
}

static i64 open_file(const char *path, ed_Error *error)
{
    ed_Target target;
    i64 file;
    if (!ed_target_find(&target, path, error)) return ED_NO_FILE;
    int failed = ed_file_open_to_write(&file, target.path);
    if (failed) {
        ed_fail(error, ED_ERR_OS, "%s: %s: %s", path, ed_errno_text(failed),
                ed_target_advice(failed));
        return ED_NO_FILE;
    }
    if (may_replace(file, path, error)) {
        failed = ed_file_empty(file);
        if (!failed) return file;
        ed_fail(error, ED_ERR_OS, "%s: %s", path, ed_errno_text(failed));
    }
    ed_file_close(file);
    return ED_NO_FILE;
}

// --- items ---------------------------------------------------------------------------------------

static ed_Writer begin_item(ed_Recorder *record)
{
    ed_Writer w;
    ed_arena_reset(&record->item);
    ed_write_init(&w, &record->item);
    return w;
}

static bool write_item(ed_Recorder *record, const ed_Writer *w)
{
    if (!ed_write_ok(w)) {
        record->error = w->err;
        return false;
    }
    int failed = ed_file_write_on(record->file, w->bytes, w->size);
    if (failed) {
        ed_fail(&record->error, ED_ERR_OS, "%s: %s", record->path, ed_errno_text(failed));
        return false;
    }
    record->hash = ed_recording_hash(record->hash, w->bytes, w->size);
    record->bytes += w->size;
    return true;
}

static bool put_state(ed_Recorder *record, ed_Run *run)
{
    ed_Span state;
    if (!ed_run_pack_into(run, ED_PACK_FILE, &record->state, &state, &record->error)) return false;
    ed_Writer w = begin_item(record);
    ed_recording_write_state(&w, state);
    record->before = (ed_Input){ .mouse_x = 0 };
    return record->begun = write_item(record, &w);
}

static bool put_input(ed_Recorder *record, const ed_Input *input)
{
    ed_Writer w = begin_item(record);
    ed_recording_write_input(&w, &record->before, input);
    record->before = *input;
    record->updates++;
    record->unsealed++;
    return write_item(record, &w);
}

static bool put_seal(ed_Recorder *record, ed_RecordingItem which)
{
    ed_Writer w = begin_item(record);
    ed_recording_write_seal(&w, which, record->hash);
    record->unsealed = 0;
    return write_item(record, &w);
}

// --- starting and stopping -----------------------------------------------------------------------

static bool open_memory(ed_Recorder *record, ed_Error *error)
{
    ed_Arena *item = &record->item, *state = &record->state;
    const size_t most = ed_snapshot_bytes_max();
    return (item->base || ed_arena_open(item, "recording", most + ITEM_MORE, error))
        && (state->base || ed_arena_open(state, "packed state", most, error));
}

static void end_recording(ed_Recorder *record)
{
    ed_file_close(record->file);
    record->on = false;
}

bool ed_recorder_start(ed_Recorder *record, const ed_Run *run, const char *path, ed_Error *error)
{
    if (record->on) {
        ed_fail(error, ED_ERR_OS, "%s is being recorded: stop that first", record->path);
        return false;
    }
    if (strlen(path) >= sizeof record->path) {
        ed_fail(error, ED_ERR_PATH, "the path is longer than %zu bytes", sizeof record->path - 1);
        return false;
    }
    if (!open_memory(record, error)) return false;
    i64 file = open_file(path, error);
    if (file == ED_NO_FILE) return false;
    *record =
        (ed_Recorder){ .on = true, .file = file, .item = record->item, .state = record->state };
    snprintf(record->path, sizeof record->path, "%s", path);
    ed_Writer w = begin_item(record);
    ed_recording_write_head(&w, run->module->game, run->host.seed);
    if (write_item(record, &w)) return true;
    *error = record->error;
    end_recording(record);
    return false;
}

void ed_recorder_note(ed_Recorder *record, ed_Run *run, const ed_Input *input, bool jumped)
{
    if (!record->on) return;
    const ed_Input none = { .mouse_x = 0 };
    bool good = ((record->begun && !jumped) || put_state(record, run))
             && put_input(record, input ? input : &none);
    if (good && record->unsealed >= SEAL_UPDATES) good = put_seal(record, ED_RECORDING_SEAL);
    if (!good) end_recording(record);
}

bool ed_recorder_stop(ed_Recorder *record, ed_Error *error)
{
    if (!record->on) {
        ed_fail(error, ED_ERR_OS, "nothing is being recorded");
        return false;
    }
    bool good = put_seal(record, ED_RECORDING_LAST);
    int failed = good ? ed_file_sync(record->file) : 0;
    if (failed) ed_fail(&record->error, ED_ERR_OS, "%s: %s", record->path, ed_errno_text(failed));
    end_recording(record);
    if (record->error.code) *error = record->error;
    return record->error.code == ED_OK;
}

void ed_recorder_close(ed_Recorder *record)
{
    if (record->on) end_recording(record);
    ed_arena_close(&record->item);
    ed_arena_close(&record->state);
    *record = (ed_Recorder){ .on = false };
}
