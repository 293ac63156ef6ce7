/// A save of which one call fails, or in which the process is killed.
#include "runtime/live/saver.h"
#include "tests/lib/file_calls.h"
#include "tests/lib/saved_game.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/files/files.h"

static const char *const call_names[FILE_CALLS] = {
    "opening the folder", "listing the folder", "opening the file",   "writing", "syncing the file",
    "closing the file",   "renaming",           "syncing the folder", "closing"
};

static const int faults[FILE_CALLS][10] = {
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

/// A way to save of which the call `at` has this fault.
typedef bool Save(u32 at, int fault);

static bool save_at_once(u32 at, int fault)
{
    file_calls_arm(at, fault);
    bool good =
        ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size, &saved.error);
    file_calls_disarm();
    return good;
}

static bool save_beside(u32 at, int fault)
{
    static ed_Saver saver;
    static ed_SaveResult result;
    ed_saver_open(&saver);
    file_calls_arm(at, fault);
    bool good = ed_saver_save(&saver, &saved.run, saved.path, &saved.error)
             && ed_saver_wait(&saver, &result);
    file_calls_disarm();
    ed_saver_close(&saver);
    saved.error = result.error;
    return good && saved.error.code == ED_OK;
}

static Save *const saves[] = { save_at_once, save_beside };

/// The calls of a successful save, in order.
static u32 record(Save *save, FileCall calls[64])
{
    if (!saved_restore() || !save(NO_CALL, 0)) return 0;
    memcpy(calls, file_calls.calls, sizeof file_calls.calls);
    return file_calls.count < 64 ? file_calls.count : 0;
}

/// A call that is only interrupted or short is repeated, except close: the file is closed anyway.
/// Calls that the save does not depend on may fail.
static bool is_harmless(FileCall call, int fault)
{
    if (call == OPEN_LIST || call == CLOSE_OTHER || fault == SHORT_WRITE) return true;
    return (fault == EINTR && call != RENAME) || (call == SYNC_FOLDER && fault == EINVAL);
}

static bool is_reported(FileCall call, int fault)
{
    const char *why = strerror(fault == NO_WRITE ? ENOSPC : fault),
               *rest = strstr(saved.error.text, why);
    bool what = strstr(saved.error.text, call == SYNC_FOLDER ? "a.state: saved, but may be lost"
                                                             : "a.state: cannot be saved: ");
    return what && rest
        && (call == SYNC_FOLDER
            || (strncmp(rest + strlen(why), ": ", 2) == 0
                && strstr(rest, "; the existing file is unchanged")));
}

static void check_fault(Save *save, u32 at, FileCall call, int fault)
{
    CHECK(saved_restore());
    bool good = save(at, fault), harmless = is_harmless(call, fault);
    const char *why = fault == SHORT_WRITE ? "a short write"
                    : fault == NO_WRITE    ? "no write"
                                           : strerror(fault);
    int state = saved_state(), wanted = harmless || call == SYNC_FOLDER;
    bool right = good == harmless && (good ? saved.error.code == ED_OK : is_reported(call, fault));
    if (state != wanted || !right || saved_file_count() != 1)
        test_fail(__FILE__, __LINE__, "%s, call %u: %s: %s, state %d, %u files: %s",
                  call_names[call], at, why, good ? "saved" : "not saved", state,
                  saved_file_count(), saved.error.text);
}

TEST(each_failing_call_of_a_save_leaves_a_whole_file_and_is_reported)
{
    FileCall calls[64];
    bool met[FILE_CALLS] = { false };
    CHECK(saved_open());
    for (u32 way = 0; way < ED_COUNT(saves); way++) {
        u32 count = record(saves[way], calls);
        CHECK(count > 0);
        for (u32 at = 0; at < count; at++) {
            met[calls[at]] = true;
            for (const int *fault = faults[calls[at]]; *fault; fault++)
                check_fault(saves[way], at, calls[at], *fault);
        }
    }
    for (u32 i = 0; i < FILE_CALLS; i++)
        if (!met[i]) test_fail(__FILE__, __LINE__, "%s was not met", call_names[i]);
    saved_close();
}

/// Saves in a child until it is killed at the call; then checks the file, and saves again.
static void check_kill(Save *save, u32 at, FileCall call, bool after)
{
    int status = 0;
    CHECK(saved_restore());
    pid_t pid = fork();
    if (pid == 0) {
        file_calls.before = !after;
        file_calls.after = after;
        save(at, 0);
        _exit(1);
    }
    CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    int state = saved_state();
    bool renamed = call == SYNC_FOLDER || (call == RENAME && after);
    if (state < 0 || (renamed && state != 1) || saved_file_count() > 2)
        test_fail(__FILE__, __LINE__, "%s, call %u, killed %s it: state %d", call_names[call], at,
                  after ? "after" : "before", state);
    CHECK(ed_file_write_atomic(saved.path, saved.states[1].at, saved.states[1].size, &saved.error));
    if (saved_file_count() != 1)
        test_fail(__FILE__, __LINE__, "%s, call %u: what it left is still there", call_names[call],
                  at);
}

TEST(killed_at_each_call_of_a_save_the_file_is_whole_and_the_next_save_sweeps)
{
    FileCall calls[64];
    CHECK(saved_open());
    for (u32 way = 0; way < ED_COUNT(saves); way++) {
        u32 count = record(saves[way], calls);
        CHECK(count > 0);
        for (u32 at = 0; at < count; at++) {
            check_kill(saves[way], at, calls[at], false);
            check_kill(saves[way], at, calls[at], true);
        }
    }
    saved_close();
}

TEST(a_save_is_synced_before_it_is_renamed_and_its_folder_after)
{
    FileCall calls[64];
    CHECK(saved_open());
    u32 count = record(save_at_once, calls), at[FILE_CALLS] = { 0 };
    for (u32 i = 0; i < count; i++) at[calls[i]] = i;
    CHECK(at[OPEN_FOLDER] < at[OPEN_FILE] && at[OPEN_FILE] < at[WRITE]
          && at[WRITE] < at[SYNC_FILE]);
    CHECK(at[SYNC_FILE] < at[CLOSE_FILE] && at[CLOSE_FILE] < at[RENAME]
          && at[RENAME] < at[SYNC_FOLDER]);
    saved_close();
}
