#include "tests/lib/test.h"
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/process/process_state.h"
#include "runtime/os/files/start_folder.h"

// Which changes are noticed, and when, is tested in test_process.c.

static char detail[ED_PROCESS_DETAIL_MAX];

static bool changed(ed_ProcessPart part)
{
    detail[0] = 0;
    return ed_process_state_restore(part, detail);
}

/// Bits of the parts that changed; each is restored.
static int all_changes(void)
{
    int parts = 0;
    for (u32 i = 0; i < ED_PROCESS_PARTS; i++) parts |= changed((ed_ProcessPart)i) << i;
    return parts;
}

static int change_and_restore(void)
{
    ed_start_folder_save();
    ed_process_state_take();
    if (all_changes()) return 1;
    umask(umask(0) ^ 07);
    close(STDOUT_FILENO);
    if (all_changes() != (1 << ED_PROCESS_UMASK | 1 << ED_PROCESS_FILES)) return 2;
    if (strcmp(detail, "") != 0 || all_changes()) return 3;
    close(STDOUT_FILENO);
    if (!changed(ED_PROCESS_FILES) || strcmp(detail, "standard output") != 0) return 4;
    return ed_process_state_lost_limit() ? 5 : 0;
}

static int keep_a_handler(void)
{
    ed_process_state_take();
    signal(SIGUSR1, SIG_IGN);      // the host had no handler
    if (changed(ED_PROCESS_SIGNALS)) return 1;
    ed_process_state_keep_handler(SIGUSR1);
    signal(SIGUSR1, SIG_DFL);
    if (!changed(ED_PROCESS_SIGNALS) || strcmp(detail, "SIGUSR1") != 0) return 2;
    return signal(SIGUSR1, SIG_DFL) == SIG_IGN ? 0 : 3;
}

static int in_child(int (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(child());
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(only_parts_that_changed_are_restored) { CHECK_EQ(in_child(change_and_restore), 0); }
TEST(a_handler_that_is_kept_is_restored) { CHECK_EQ(in_child(keep_a_handler), 0); }
