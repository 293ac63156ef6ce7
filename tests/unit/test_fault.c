#include "runtime/migrate/snapshot.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "gen/schema.gen.h"
#include "runtime/live/copy_dir.h"
#include "runtime/live/saver.h"
#include "runtime/os/files/files.h"
#include "tests/lib/open_files.h"

// A save makes calls that open, write, sync, close and rename. The tests make each call fail in
// several ways, and kill the process before and after it. The linker sends these calls of the whole
// program through here (--wrap). They are counted and made to fail only while `armed` is set.

typedef enum Call {
    OPEN_FOLDER,
    OPEN_LIST,
    OPEN_FILE,
    WRITE,
    SYNC_FILE,
    CLOSE_FILE,
    RENAME,
    SYNC_FOLDER,
    CLOSE_OTHER,
    CALLS
} Call;
static const char *const call_names[CALLS] = {
    "opening the folder", "listing the folder", "opening the file",   "writing", "syncing the file",
    "closing the file",   "renaming",           "syncing the folder", "closing"
};

#define SHORT_WRITE (-1)
#define NO_WRITE (-2)
#define ZERO (-3)      // the opened file replaces standard input

static const int faults[CALLS][10] = {
    // 0 ends the row
    [OPEN_FOLDER] = { EACCES, EMFILE, ENFILE, EIO, ENOENT, EINTR },
    [OPEN_LIST] = { EACCES, EMFILE, EIO, EINTR },
    [OPEN_FILE] = { EACCES, EMFILE, ENFILE, EIO, ENOENT, ENOSPC, EDQUOT, EROFS, EINTR },
    [WRITE] = { EIO, ENOSPC, EDQUOT, EFBIG, EINTR, SHORT_WRITE, NO_WRITE },
    [SYNC_FILE] = { EIO, ENOSPC, EDQUOT, EROFS, EINTR },
    [CLOSE_FILE] = { EIO, ENOSPC, EDQUOT, EINTR },
    [RENAME] = { EIO, ENOSPC, EDQUOT, EACCES, EROFS, ENOENT, EBUSY },
    [SYNC_FOLDER] = { EIO, ENOSPC, EINTR, EINVAL },
    [CLOSE_OTHER] = { EIO, EINTR },
};

static struct {
    bool armed, before, after;      // before, after: kill the process before or after the call
    u32 count, at;                  // calls so far; the one that fails, from 0
    int fault;                      // 0: none
    int file;                       // the one that is written
    bool replaced;                  // a file replaced standard input
    Call calls[64];
    const char *name;      // of the file or folder that was opened last
    // Each runs once:
    void (*reading)(void), (*writing)(void);       // before a read or a write
    void (*creating)(void), (*created)(void);      // before and after a file is created
    void (*opening)(void), (*opened)(void);        // before and after anything else is opened
} hook;

static void run_once(void (**function)(void))
{
    void (*it)(void) = *function;
    *function = NULL;
    if (it) it();
}

/// True if this call is the one to fail.
static bool meet(Call call)
{
    if (!hook.armed) return false;
    if (hook.count < ED_COUNT(hook.calls)) hook.calls[hook.count] = call;
    if (hook.count++ != hook.at) return false;
    if (hook.before) kill(getpid(), SIGKILL);
    return true;
}

/// Returns the result of a call that was made, unless the process is to be killed after it.
static long end_call(bool met, long result)
{
    if (met && hook.after) kill(getpid(), SIGKILL);
    return result;
}

static bool fails(bool met)
{
    if (!met || hook.fault <= 0) return false;
    errno = hook.fault;
    return true;
}

int __real_openat(int folder, const char *name, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t size);
ssize_t __real_read(int fd, void *bytes, size_t size);
int __real_fsync(int fd);
int __real_close(int fd);
int __real_renameat(int from, const char *name, int to, const char *new_name);
int __wrap_openat(int folder, const char *name, int flags, ...);
ssize_t __wrap_write(int fd, const void *bytes, size_t size);
ssize_t __wrap_read(int fd, void *bytes, size_t size);
int __wrap_fsync(int fd);
int __wrap_close(int fd);
int __wrap_renameat(int from, const char *name, int to, const char *new_name);

int __wrap_openat(int folder, const char *name, int flags, ...)
{
    mode_t mode = 0;
    va_list more;
    va_start(more, flags);
    if (flags & O_CREAT) mode = va_arg(more, mode_t);
    va_end(more);
    Call call = flags & O_CREAT ? OPEN_FILE : strcmp(name, ".") == 0 ? OPEN_LIST : OPEN_FOLDER;
    run_once(call == OPEN_FILE ? &hook.creating : &hook.opening);
    bool met = meet(call);
    if (fails(met)) return -1;
    int fd = __real_openat(folder, name, flags, mode);
    if (met && hook.fault == ZERO && fd > 0) {
        hook.replaced = dup2(fd, 0) == 0;
        __real_close(fd);
        fd = 0;
        errno = EINTR;      // means nothing after a success
    }
    if (hook.armed && call == OPEN_FILE) hook.file = fd;
    hook.name = name;
    run_once(call == OPEN_FILE ? &hook.created : &hook.opened);
    return (int)end_call(met, fd);
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    run_once(&hook.writing);
    bool met = hook.armed && fd == hook.file && meet(WRITE);
    if (fails(met)) return -1;
    if (met && hook.fault == NO_WRITE) return 0;
    // a process that is killed after a write has written only half
    if (met && (hook.fault == SHORT_WRITE || hook.after) && size > 1) size /= 2;
    return end_call(met, __real_write(fd, bytes, size));
}

ssize_t __wrap_read(int fd, void *bytes, size_t size)
{
    run_once(&hook.reading);
    if (failing_call_is_due("read")) return -1;
    return __real_read(fd, bytes, failing_calls_read_size(size));
}

int __wrap_fsync(int fd)
{
    bool met = meet(fd == hook.file ? SYNC_FILE : SYNC_FOLDER);
    return fails(met) ? -1 : (int)end_call(met, __real_fsync(fd));
}

int __wrap_close(int fd)      // the file is closed even if the call is made to fail
{
    bool met = meet(fd == hook.file ? CLOSE_FILE : CLOSE_OTHER);
    int code = __real_close(fd);
    if (hook.armed && fd == hook.file) hook.file = -1;
    return fails(met) ? -1 : (int)end_call(met, code);
}

int __wrap_renameat(int from, const char *name, int to, const char *new_name)
{
    bool met = meet(RENAME);
    return fails(met) ? -1 : (int)end_call(met, __real_renameat(from, name, to, new_name));
}

// --- a game, its state before and after, and the two ways to save -------------------------------

static ed_Run run;
static ed_Module module;
static ed_Error error;
static ed_Span states[2];      // packed: the state in the file, and the one that replaces it
static char folder[64], path[96];

static void nothing(ed_Host *host) { (void)host; }
static void update(ed_Host *host) { ((Game *)host->states[Game_root].at)->tick++; }

static bool pack_copy(ed_Span *copy)
{
    ed_Span bytes;
    ed_run_update(&run, NULL);
    if (!ed_run_pack(&run, &bytes, &error)) return false;
    u8 *at = ed_arena_push(test_arena(), bytes.size, 64);
    if (at) memcpy(at, bytes.at, bytes.size);
    *copy = (ed_Span){ at, bytes.size };
    return at;
}

static bool begin(void)
{
    memset(&hook, 0, sizeof hook);
    hook.file = -1;
    error = (ed_Error){ .code = ED_OK };
    if (run.module) ed_run_close(&run);
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .view_width = 100,
                          .view_height = 50,
                          .schema = &eddie_schema,
                          .update = update,
                          .render = nothing,
                          .pack = ed_snapshot_write,
                          .unpack = ed_snapshot_read };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder) || !ed_run_open(&run, &module, 5, &error)) return false;
    snprintf(path, sizeof path, "%s/a.state", folder);
    return pack_copy(&states[0]) && pack_copy(&states[1]);
}

static void end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

/// Which of the two states the file holds; -1 if neither, or if the file cannot be loaded.
static int state_in_file(void)
{
    ed_Span bytes;
    ed_Error why = { .code = ED_OK };
    static ed_Arena arena;
    static ed_Run reader;
    if (!arena.base && !ed_arena_open(&arena, "file", (size_t)1 << 20, &why)) return -1;
    ed_arena_reset(&arena);
    if (!ed_file_read(path, 1 << 20, &arena, &bytes, &why)
        || !ed_run_open(&reader, &module, 5, &why))
        return -1;
    bool loads = ed_run_load(&reader, bytes.at, bytes.size, &why);
    ed_run_close(&reader);
    for (int i = 0; loads && i < 2; i++)
        if (bytes.size == states[i].size && memcmp(bytes.at, states[i].at, bytes.size) == 0)
            return i;
    return -1;
}

static u32 files_in_folder(void)
{
    u32 count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) count += entry->d_name[0] != '.';
    if (dir) closedir(dir);
    return count;
}

typedef bool Save(void);

static bool save_at_once(void)
{
    hook.armed = true;
    bool good = ed_file_write_atomic(path, states[1].at, states[1].size, &error);
    hook.armed = false;
    return good;
}

static bool save_beside(void)
{
    static ed_Saver saver;
    static ed_SaveResult result;
    ed_saver_open(&saver);
    hook.armed = true;
    bool good = ed_saver_save(&saver, &run, path, &error) && ed_saver_wait(&saver, &result);
    hook.armed = false;
    ed_saver_close(&saver);
    error = result.error;
    return good && error.code == ED_OK;
}

static Save *const saves[] = { save_at_once, save_beside };

/// Restores the old file, and selects the call `at` of the next save.
static bool prepare(u32 at)
{
    hook.armed = false;
    hook.count = 0;
    hook.at = at;
    hook.file = -1;
    error = (ed_Error){ .code = ED_OK };
    return ed_file_write_atomic(path, states[0].at, states[0].size, &error)
        && files_in_folder() == 1;
}

/// The calls of a successful save, in order.
static u32 record(Save *save, Call calls[64])
{
    hook.fault = 0;
    hook.before = hook.after = false;
    if (!prepare(~0u) || !save()) return 0;
    memcpy(calls, hook.calls, sizeof hook.calls);
    return hook.count < 64 ? hook.count : 0;
}

// --- the tests ----------------------------------------------------------------------------------

/// A call that is only interrupted or short is repeated, except close: the file is closed anyway.
/// Calls that the save does not depend on may fail.
static bool is_harmless(Call call, int fault)
{
    if (call == OPEN_LIST || call == CLOSE_OTHER || fault == SHORT_WRITE) return true;
    return (fault == EINTR && call != RENAME) || (call == SYNC_FOLDER && fault == EINVAL);
}

static bool is_reported(Call call, int fault)
{
    const char *why = strerror(fault == NO_WRITE ? ENOSPC : fault), *rest = strstr(error.text, why);
    bool what = strstr(error.text, call == SYNC_FOLDER ? "a.state: saved, but may be lost"
                                                       : "a.state: cannot be saved: ");
    return what && rest
        && (call == SYNC_FOLDER
            || (strncmp(rest + strlen(why), ": ", 2) == 0
                && strstr(rest, "; the existing file is unchanged")));
}

static void check_fault(Save *save, u32 at, Call call, int fault)
{
    hook.fault = 0;
    CHECK(prepare(at));
    hook.fault = fault;
    bool good = save(), harmless = is_harmless(call, fault);
    hook.fault = 0;
    const char *why = fault == SHORT_WRITE ? "a short write"
                    : fault == NO_WRITE    ? "no write"
                                           : strerror(fault);
    int state = state_in_file(), wanted = harmless || call == SYNC_FOLDER;
    bool right = good == harmless && (good ? error.code == ED_OK : is_reported(call, fault));
    if (state != wanted || !right || files_in_folder() != 1)
        test_fail(__FILE__, __LINE__, "%s, call %u: %s: %s, state %d, %u files: %s",
                  call_names[call], at, why, good ? "saved" : "not saved", state, files_in_folder(),
                  error.text);
}

TEST(each_failing_call_of_a_save_leaves_a_whole_file_and_is_reported)
{
    Call calls[64];
    bool met[CALLS] = { false };
    CHECK(begin());
    for (u32 way = 0; way < ED_COUNT(saves); way++) {
        u32 count = record(saves[way], calls);
        CHECK(count > 0);
        for (u32 at = 0; at < count; at++) {
            met[calls[at]] = true;
            for (const int *fault = faults[calls[at]]; *fault; fault++)
                check_fault(saves[way], at, calls[at], *fault);
        }
    }
    for (u32 i = 0; i < CALLS; i++)
        if (!met[i]) test_fail(__FILE__, __LINE__, "%s was not met", call_names[i]);
    end();
}

/// Saves in a child until it is killed at the call; then checks the file, and saves again.
static void check_kill(Save *save, u32 at, Call call, bool after)
{
    int status = 0;
    CHECK(prepare(at));
    pid_t pid = fork();
    if (pid == 0) {
        hook.before = !after;
        hook.after = after;
        save();
        _exit(1);
    }
    CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    int state = state_in_file();
    bool renamed = call == SYNC_FOLDER || (call == RENAME && after);
    if (state < 0 || (renamed && state != 1) || files_in_folder() > 2)
        test_fail(__FILE__, __LINE__, "%s, call %u, killed %s it: state %d", call_names[call], at,
                  after ? "after" : "before", state);
    CHECK(ed_file_write_atomic(path, states[1].at, states[1].size, &error));
    if (files_in_folder() != 1)
        test_fail(__FILE__, __LINE__, "%s, call %u: what it left is still there", call_names[call],
                  at);
}

TEST(killed_at_each_call_of_a_save_the_file_is_whole_and_the_next_save_sweeps)
{
    Call calls[64];
    CHECK(begin());
    for (u32 way = 0; way < ED_COUNT(saves); way++) {
        u32 count = record(saves[way], calls);
        CHECK(count > 0);
        for (u32 at = 0; at < count; at++) {
            check_kill(saves[way], at, calls[at], false);
            check_kill(saves[way], at, calls[at], true);
        }
    }
    end();
}

TEST(a_save_is_synced_before_it_is_renamed_and_its_folder_after)
{
    Call calls[64];
    CHECK(begin());
    u32 count = record(save_at_once, calls), at[CALLS] = { 0 };
    for (u32 i = 0; i < count; i++) at[calls[i]] = i;
    CHECK(at[OPEN_FOLDER] < at[OPEN_FILE] && at[OPEN_FILE] < at[WRITE]
          && at[WRITE] < at[SYNC_FILE]);
    CHECK(at[SYNC_FILE] < at[CLOSE_FILE] && at[CLOSE_FILE] < at[RENAME]
          && at[RENAME] < at[SYNC_FOLDER]);
    end();
}

static void grow(void)      // within one tick of the clock
{
    struct stat st;
    int fd = open(path, O_WRONLY | O_APPEND);
    CHECK(fd >= 0 && fstat(fd, &st) == 0 && __real_write(fd, "more", 4) == 4);
    struct timespec before[2] = { { .tv_nsec = UTIME_OMIT }, st.st_mtim };
    CHECK(futimens(fd, before) == 0 && close(fd) == 0);
}

static void shrink(void) { CHECK(truncate(path, 3) == 0); }

static void rewrite(void)
{
    // so that the time changes even if the clock ticks slowly
    struct timespec later[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 2000000000 } };
    int fd = open(path, O_WRONLY);
    CHECK(fd >= 0 && __real_write(fd, "else", 4) == 4 && futimens(fd, later) == 0
          && close(fd) == 0);
}

TEST(a_file_that_is_written_to_while_it_is_read_is_refused)
{
    static const struct {
        void (*change)(void);
        const char *words;
    } changes[] = {
        { grow, "a.state: the file was modified while it was read: try again" },
        { rewrite, "a.state: the file was modified while it was read: try again" },
        { shrink, "a.state: the file was truncated while it was read: try again" },
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        ed_Span bytes;
        CHECK(prepare(~0u));
        hook.reading = changes[i].change;
        CHECK(!ed_file_read(path, 1 << 20, test_arena(), &bytes, &error));
        CHECK_TEXT(strrchr(error.text, '/') + 1, changes[i].words);
    }
    end();
}

static void become_a_pipe(void) { CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0); }
static void become_large(void) { CHECK(truncate(path, 1 << 21) == 0); }

TEST(a_file_that_changes_before_it_is_opened_is_checked_again)
{
    static const struct {
        void (*change)(void);
        const char *words;
    } changes[] = {
        { become_a_pipe, "a.state: is a pipe, not a file" },
        { become_large, "a.state: the file has 2097152 bytes, more than the limit of 1048576" },
    };
    CHECK(begin());
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        ed_Span bytes;
        unlink(path);
        CHECK(prepare(~0u));
        hook.opening = changes[i].change;
        CHECK(!ed_file_read(path, 1 << 20, test_arena(), &bytes, &error));
        CHECK_HAS(error.text, changes[i].words);
        CHECK_EQ(open_files(), before);
    }
    end();
}

// --- descriptor 0 -------------------------------------------------------------------------------

#define OPENS_MAX 16u      // more calls than any test below makes

static int input;      // a copy of standard input

/// The file that the call `at` opens replaces standard input.
static void give_zero(u32 at)
{
    hook.count = 0;
    hook.at = at;
    hook.fault = ZERO;
    hook.file = -1;
    hook.armed = true;
    error = (ed_Error){ .code = ED_OK };
}

static void give_none(void)
{
    hook.armed = false;
    hook.fault = 0;
}

/// Opens standard input again; false if the file that replaced it is still open.
static bool restore_input(void)
{
    bool closed = !hook.replaced || fcntl(STDIN_FILENO, F_GETFD) < 0;
    hook.replaced = false;
    return dup2(input, STDIN_FILENO) == STDIN_FILENO && closed;
}

static bool make(const char *name)
{
    char left[128];
    snprintf(left, sizeof left, "%s/%s", folder, name);
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    return fd >= 0 && __real_close(fd) == 0;
}

TEST(a_file_is_read_and_written_also_with_descriptor_0)
{
    CHECK(begin());
    input = dup(STDIN_FILENO);
    int before = open_files();
    for (u32 at = 0; at < OPENS_MAX; at++) {
        ed_Span bytes = { NULL, 0 };
        CHECK(prepare(~0u) && make("a.state.1-1.part"));
        give_zero(at);
        bool good = ed_file_write_atomic(path, states[1].at, states[1].size, &error);
        give_none();
        CHECK(restore_input() && good && state_in_file() == 1);
        CHECK_EQ(files_in_folder(), 1);
        give_zero(at);
        good = ed_file_read(path, 1 << 20, test_arena(), &bytes, &error);
        give_none();
        CHECK(restore_input() && good && bytes.size == states[1].size);
        CHECK_EQ(open_files(), before);
    }
    close(input);
    end();
}

/// Opens a folder for copies, makes a copy and removes both. One of these steps gets descriptor 0.
static bool use_copies(u32 step, u32 at)
{
    char copy[ED_COPY_DIR_PATH_MAX + 16];
    ed_CopyDir copies;
    if (step == 0) give_zero(at);
    bool good = ed_copy_dir_open(&copies, &error) && files_in_folder() == 1;
    give_none();
    snprintf(copy, sizeof copy, "%s/game.so-1.so", copies.path);
    if (step == 1) give_zero(at);
    good = good && ed_copy_dir_put(copies.path, "game.so-1.so", "a copy", 6, &error)
        && access(copy, F_OK) == 0;
    give_none();
    if (step == 2) give_zero(at);
    ed_copy_dir_remove(copy);
    give_none();
    good = good && access(copy, F_OK) != 0;
    ed_copy_dir_close(&copies);
    return good && files_in_folder() == 0;
}

TEST(copies_are_made_and_removed_also_with_descriptor_0)
{
    char abandoned[96];
    CHECK(begin() && setenv("TMPDIR", folder, 1) == 0);
    snprintf(abandoned, sizeof abandoned, "%s/eddie-code-aB3xYz", folder);
    input = dup(STDIN_FILENO);
    int before = open_files();
    for (u32 i = 0; i < 3 * OPENS_MAX; i++) {
        CHECK(mkdir(abandoned, 0700) == 0 && make("eddie-code-aB3xYz/game.so-1.so"));
        CHECK(use_copies(i / OPENS_MAX, i % OPENS_MAX));
        CHECK(restore_input());
        CHECK_EQ(open_files(), before);
    }
    close(input);
    unsetenv("TMPDIR");
    end();
}

// --- two saves of one file at once --------------------------------------------------------------

static void save_meanwhile(void)
{
    ed_Error why = { .code = ED_OK };
    CHECK(ed_file_write_atomic(path, states[0].at, states[0].size, &why));
}

TEST(a_save_does_not_remove_the_temporary_file_of_another_one)
{
    CHECK(begin());
    for (u32 i = 0; i < 2; i++) {
        CHECK(prepare(~0u));
        // In the first turn, the temporary file is not locked yet. The other save removes it, and
        // this save takes another name.
        *(i ? &hook.writing : &hook.created) = save_meanwhile;
        CHECK(ed_file_write_atomic(path, states[1].at, states[1].size, &error));
        CHECK(!hook.writing && !hook.created);
        CHECK_EQ(state_in_file(), 1);
        CHECK_EQ(files_in_folder(), 1);
    }
    end();
}

static int other_lock;

/// Locks the file or folder that was just created, as another process does before it removes it.
static void lock_it(void)
{
    char name[128];
    snprintf(name, sizeof name, "%s%s%s", *hook.name == '/' ? "" : folder,
             *hook.name == '/' ? "" : "/", hook.name);
    other_lock = open(name, O_RDONLY);
    CHECK(other_lock >= 0 && flock(other_lock, LOCK_EX | LOCK_NB) == 0);
}

TEST(a_temporary_file_that_another_save_is_about_to_remove_is_not_used)
{
    CHECK(begin());
    CHECK(prepare(~0u));
    int before = open_files();
    hook.created = lock_it;
    CHECK(ed_file_write_atomic(path, states[1].at, states[1].size, &error));
    CHECK_EQ(open_files(), before + 1);
    CHECK_EQ(state_in_file(), 1);
    CHECK_EQ(files_in_folder(), 2);
    CHECK(close(other_lock) == 0);
    CHECK(ed_file_write_atomic(path, states[1].at, states[1].size, &error));
    CHECK_EQ(files_in_folder(), 1);
    end();
}

// --- copies of libraries ------------------------------------------------------------------------

static const char *put_copy(u32 at, int fault)
{
    hook.armed = true;
    hook.count = 0;
    hook.at = at;
    hook.fault = fault;
    hook.file = -1;
    error = (ed_Error){ .code = ED_OK };
    bool good = ed_copy_dir_put(folder, "game.so-1.so", "a copy", 6, &error);
    hook.armed = false;
    hook.fault = 0;
    return good ? "copied" : error.text;
}

TEST(a_copy_that_cannot_be_written_is_reported_and_not_left)
{
    static const char others[] = "other users can write to that folder, or it belongs to another "
                                 "user";
    const struct {
        u32 at;      // opening the folder, opening the file, writing, closing
        int fault;
        const char *words;
    } cases[] = {
        { 0, EPERM, others },
        { 0, ELOOP, others },
        { 0, ENOTDIR, others },
        { 0, EMFILE, "Too many open files" },
        { 1, EACCES, "Permission denied" },
        { 2, ENOSPC,
          "the disk is full: free some space, or set TMPDIR to a folder on another disk" },
        { 2, EIO, "Input/output error" },
        { 2, NO_WRITE,
          "the disk is full: free some space, or set TMPDIR to a folder on another disk" },
        { 3, EIO, "Input/output error" },
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char expected[256];
        snprintf(expected, sizeof expected, "%s: the library cannot be copied there: %s", folder,
                 cases[i].words);
        CHECK_TEXT(put_copy(cases[i].at, cases[i].fault), expected);
        CHECK_EQ(files_in_folder(), 0);
    }
    CHECK_TEXT(put_copy(2, SHORT_WRITE), "copied");
    CHECK_EQ(files_in_folder(), 1);
    end();
}

static char first[ED_COPY_DIR_PATH_MAX];      // the path of a new folder for copies

static void lock_folder(void)
{
    snprintf(first, sizeof first, "%s", hook.name);
    lock_it();
}

static void delete_folder(void)
{
    snprintf(first, sizeof first, "%s", hook.name);
    CHECK(rmdir(first) == 0);
}

TEST(a_new_folder_for_copies_that_another_process_is_about_to_delete_is_not_used)
{
    static void (*const changes[])(void) = { lock_folder, delete_folder };
    ed_CopyDir copies;
    CHECK(begin() && setenv("TMPDIR", folder, 1) == 0);
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        int before = open_files();
        other_lock = -1;
        hook.opened = changes[i];
        bool opened = ed_copy_dir_open(&copies, &error);
        if (other_lock >= 0) close(other_lock);
        CHECK(opened && !hook.opened && *first && strcmp(copies.path, first) != 0);
        CHECK_EQ(files_in_folder(), 1);
        CHECK_EQ(open_files(), before + 1);
        ed_copy_dir_close(&copies);
    }
    unsetenv("TMPDIR");
    end();
}

static char moved[80];

static void replace_folder(void) { CHECK(rename(folder, moved) == 0 && mkdir(folder, 0700) == 0); }

static void replace_folder_and_file(void)
{
    replace_folder();
    snprintf(path, sizeof path, "%s/game.so-1.so", folder);
    int fd = open(path, O_WRONLY | O_CREAT, 0600);
    CHECK(fd >= 0 && close(fd) == 0);
}

TEST(a_copy_in_a_folder_that_is_replaced_meanwhile_is_not_used)
{
    static void (*const changes[])(void) = { replace_folder, replace_folder_and_file };
    for (u32 i = 0; i < ED_COUNT(changes); i++) {
        char command[96];
        CHECK(begin());
        snprintf(moved, sizeof moved, "%s-moved", folder);
        hook.creating = changes[i];
        CHECK_HAS(put_copy(~0u, 0), "the library cannot be copied there: it was replaced by "
                                    "another folder");
        CHECK_EQ(rmdir(moved), 0);      // the copy was removed
        snprintf(command, sizeof command, "rm -rf %s", folder);
        CHECK_EQ(system(command), 0);
    }
}
