#include "runtime/debug/crash_files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/debug/game_source.h"
#include "runtime/debug/save_slots.h"
#include "runtime/live/fault.h"
#include "runtime/os/files.h"
#include "runtime/os/start_folder.h"
#include "runtime/os/target.h"
#include "runtime/snapshot/document.h"

#define NAME_MAX_BYTES 32u
#define OFFERED_SECONDS 3600
#define TURN_MS 2000u

static void name_of(u32 number, const char *kind, char name[NAME_MAX_BYTES])
{
    snprintf(name, NAME_MAX_BYTES, "crash-%u.%s", number, kind);
}

/// The time the file was written, since 1970; 0 if it does not exist.
static i64 time_of(u32 number, const char *kind)
{
    struct stat info;
    char name[NAME_MAX_BYTES], room[PATH_MAX];
    name_of(number, kind, name);
    return stat(ed_start_folder_path(name, room), &info) == 0 ? (i64)ed_file_time_ns(&info) : 0;
}

/// The number for a new file: the first free one, otherwise that of the oldest file that can be
/// overwritten, otherwise 1.
static u32 next_number(void)
{
    u32 oldest = 0;
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        ed_Target target;
        ed_Error unused = { .code = ED_OK };
        char name[NAME_MAX_BYTES], room[PATH_MAX];
        name_of(i, "state", name);
        if (!ed_target_find(&target, name, ed_start_folder_path(name, room), &unused)) continue;
        if (!target.replaces) return i;
        if (!oldest || time_of(i, "state") < time_of(oldest, "state")) oldest = i;
    }
    return oldest ? oldest : 1;
}

/// Locks the folder, so that two games that crash in it at once use different numbers. Waits for
/// TURN_MS at most.
static int lock_folder(void)
{
    char room[PATH_MAX];
    int folder = open(ed_start_folder_path(".", room), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (u32 i = 0; folder >= 0 && i < TURN_MS && flock(folder, LOCK_EX | LOCK_NB) != 0
                    && errno == EWOULDBLOCK;
         i++)
        usleep(1000);
    return folder;
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

static void write_report(u32 number, u64 frame, const ed_Fault *fault, const char *module,
                         const char *reason)
{
    char name[NAME_MAX_BYTES], text[8192], calls[512], location[256];
    ed_Text out = ed_text_over(text, sizeof text), where = ed_text_over(location, sizeof location),
            by = ed_text_over(calls, sizeof calls);
    ed_Error error = { .code = ED_OK };
    if (fault->kind) ed_fault_locate(fault, &where, &by);
    ed_text_add(&out, "%s\n", reason);
    if (where.size) ed_text_add(&out, "at: %s\ncalls: %s\n", location, calls);
    ed_text_add(&out, "module: %s, loaded as %s\nframe: %llu\nresume it with: ", module,
                fault->module, (unsigned long long)frame);
    name_of(number, "state", name);
    ed_crash_command(name, module, &out);
    ed_text_add(&out, "\n");
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
    int folder = lock_folder();
    u32 number = next_number();
    name_of(number, "state", name);
    ed_Span bytes = ed_checkpoint_bytes(checkpoint, kept);
    bool good = ed_file_write_atomic(name, bytes.at, bytes.size, error);
    if (folder >= 0) close(folder);
    if (!good) return false;
    write_report(number, frame, fault, module, reason);
    ed_text_add(path, "%s", name);
    return true;
}

void ed_crash_mark_recovered(const char *path)
{
    struct timespec long_ago = { .tv_sec = time(NULL) - 2 * OFFERED_SECONDS };
    char room[PATH_MAX];
    utimensat(AT_FDCWD, ed_start_folder_path(path, room),
              (struct timespec[2]){ long_ago, long_ago }, 0);
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
    i64 newest_ns = ((i64)time(NULL) - OFFERED_SECONDS) * 1000000000;
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        i64 time_ns = time_of(i, kind);
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
    char name[NAME_MAX_BYTES], room[PATH_MAX];
    name_of(number, "txt", name);
    int file = open(ed_start_folder_path(name, room), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ssize_t used = file >= 0 ? read(file, cause, size - 1) : 0;
    if (file >= 0) close(file);
    cause[used > 0 ? used : 0] = 0;
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
    ed_save_slots_ago(ed_file_now_ns(), (u64)time_of(newest, "txt"), out);
    ed_text_add(out,
                time_of(newest, "state") ? "; the game continued, and its state is still in %s"
                                         : "; %s was removed",
                state);
}
