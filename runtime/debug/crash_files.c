#include "runtime/debug/crash_files.h"
#include <stdio.h>
#include <string.h>
#include "runtime/debug/game_source.h"
#include "runtime/debug/save_slots.h"
#include "runtime/live/fault.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/open_file.h"
#include "runtime/os/files/target.h"
#include "runtime/snapshot/document.h"

#define NAME_MAX_BYTES 32u
#define OFFERED_NS 3600000000000ull      // one hour
#define TURN_MS 2000u

static void name_of(u32 number, const char *kind, char name[NAME_MAX_BYTES])
{
    snprintf(name, NAME_MAX_BYTES, "crash-%u.%s", number, kind);
}

/// The time the file was written, since 1970; 0 if it does not exist.
static u64 time_of(u32 number, const char *kind)
{
    char name[NAME_MAX_BYTES];
    name_of(number, kind, name);
    return ed_file_mark(name).written_ns;
}

/// The number for a new file: the first free one, otherwise that of the oldest file that can be
/// overwritten, otherwise 1.
static u32 next_number(void)
{
    u32 oldest = 0;
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        ed_Target target;
        ed_Error unused = { .code = ED_OK };
        char name[NAME_MAX_BYTES];
        name_of(i, "state", name);
        if (!ed_target_find(&target, name, &unused)) continue;
        if (!target.replaces) return i;
        if (!oldest || time_of(i, "state") < time_of(oldest, "state")) oldest = i;
    }
    return oldest ? oldest : 1;
}

/// The best complete checkpoint. Stray writes may have damaged any of them, which their hashes
/// show.
static const ed_CheckpointState *best_whole(const ed_Checkpoint *checkpoint, u64 *frame)
{
    const ed_CheckpointState *all[] = { &checkpoint->proved, &checkpoint->last }, *found = NULL;
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    if (!ed_arena_open(&arena, "crash", ed_snapshot_bytes_max(), &error)) return NULL;
    for (u32 i = 0; i < ED_COUNT(all) && !found; i++) {
        ed_Document document;
        ed_Error why = { .code = ED_OK };
        ed_arena_reset(&arena);
        ed_Span bytes = ed_checkpoint_bytes(checkpoint, all[i]);
        if (bytes.size && ed_document_read(bytes.at, bytes.size, &arena, &document, &why))
            found = all[i];
        if (found) *frame = document.frame;
    }
    ed_arena_close(&arena);
    return found;
}

/// Adds the word, quoted for a shell if necessary.
static void add_word(ed_Text *out, const char *word)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (word[strspn(word, plain)] == 0) {
        ed_text_add(out, "%s", word);
        return;
    }
    ed_text_add(out, "'");
    for (; *word; word++) {
        if (*word == '\'') ed_text_add(out, "'\\''");
        else ed_text_add(out, "%c", *word);
    }
    ed_text_add(out, "'");
}

void ed_crash_command(const char *state, const char *module, ed_Text *out)
{
    ed_text_add(out, "eddie --state %s", state);
    if (strcmp(module, ED_MODULE_PATH) == 0) return;
    ed_text_add(out, " ");
    add_word(out, module);
}

/// Adds a line of the report. The names in it can contain anything.
static void add_line(ed_Text *out, const char *format, ...) ED_FORMAT(2, 3);
static void add_line(ed_Text *out, const char *format, ...)
{
    char line[4096];
    ed_Text text = ed_text_over(line, sizeof line);
    va_list args;
    va_start(args, format);
    ed_text_addv(&text, format, args);
    va_end(args);
    ed_text_strip_control(line);
    ed_text_add(out, "%s\n", line);
}

static void write_report(u32 number, u64 frame, const ed_Fault *fault, const char *module,
                         const char *reason)
{
    char name[NAME_MAX_BYTES], text[8192], calls[512], location[256], command[1024];
    ed_Text out = ed_text_over(text, sizeof text), where = ed_text_over(location, sizeof location),
            by = ed_text_over(calls, sizeof calls), resume = ed_text_over(command, sizeof command);
    ed_Error error = { .code = ED_OK };
    if (fault->kind) ed_fault_locate(fault, &where, &by);
    add_line(&out, "%s", reason);
    if (where.size) add_line(&out, "at: %s", location);
    if (where.size) add_line(&out, "calls: %s", calls);
    add_line(&out, "module: %s, loaded as %s", module, fault->module);
    add_line(&out, "frame: %llu", (unsigned long long)frame);
    name_of(number, "state", name);
    ed_crash_command(name, module, &resume);
    add_line(&out, "resume it with: %s", command);
    name_of(number, "txt", name);
    ed_file_write_atomic(name, text, out.size, &error);      // a missing report is not an error
}

bool ed_crash_save(const ed_Checkpoint *checkpoint, const ed_Fault *fault, const char *module,
                   const char *reason, ed_Text *path, ed_Error *error)
{
    char name[NAME_MAX_BYTES];
    u64 frame = 0;
    const ed_CheckpointState *kept = best_whole(checkpoint, &frame);
    if (!kept) {
        ed_fail(error, ED_ERR_FORMAT, "no complete state was saved yet");
        return false;
    }
    // Two games that crash in the folder at once use different numbers.
    i64 lock = ed_folder_lock(".", TURN_MS);
    u32 number = next_number();
    name_of(number, "state", name);
    ed_Span bytes = ed_checkpoint_bytes(checkpoint, kept);
    bool good = ed_file_write_atomic(name, bytes.at, bytes.size, error);
    ed_folder_unlock(lock);
    if (!good) return false;
    write_report(number, frame, fault, module, reason);
    ed_text_add(path, "%s", name);
    return true;
}

void ed_crash_mark_recovered(const char *path)
{
    ed_file_set_written(path, ED_LINK_FOLLOW, ed_date_ns() - 2 * OFFERED_NS);
}

void ed_crash_mark_resumed(const char *path)
{
    char name[NAME_MAX_BYTES];
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        name_of(i, "state", name);
        if (strcmp(name, path) == 0) ed_crash_mark_recovered(path);
    }
}

/// The number of the newest file of this kind; 0 if none was written within the last hour.
static u32 newest_of(const char *kind)
{
    u32 newest = 0;
    u64 newest_ns = ed_date_ns() - OFFERED_NS;
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        u64 time_ns = time_of(i, kind);
        if (time_ns <= newest_ns) continue;
        newest = i;
        newest_ns = time_ns;
    }
    return newest;
}

void ed_crash_newest(ed_Text *path)
{
    char name[NAME_MAX_BYTES];
    u32 newest = newest_of("state");
    if (!newest) return;
    name_of(newest, "state", name);
    ed_text_add(path, "%s", name);
}

/// Reads the cause from the first line of a report, up to a semicolon.
static void read_cause(u32 number, char *cause, size_t size)
{
    char name[NAME_MAX_BYTES];
    i64 file;
    size_t used = 0;
    name_of(number, "txt", name);
    if (ed_file_open(&file, name) == 0) ed_file_read_on(file, cause, size - 1, &used);
    ed_file_close(file);
    cause[used] = 0;
    cause[strcspn(cause, ";\n")] = 0;
}

/// The report of a resumed state keeps the time of the crash.
void ed_crash_describe_resumed(ed_Text *out)
{
    char cause[320], state[NAME_MAX_BYTES];
    u32 newest = newest_of("txt");
    if (!newest) return;
    read_cause(newest, cause, sizeof cause);
    name_of(newest, "state", state);
    ed_text_add(out, "%s, ", cause);
    ed_save_slots_ago(ed_date_ns(), time_of(newest, "txt"), out);
    ed_text_add(out,
                time_of(newest, "state") ? "; the game continued, and its state is still in %s"
                                         : "; %s was removed",
                state);
}
