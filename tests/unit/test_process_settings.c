#include "tests/lib/test.h"
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "tests/lib/process_change.h"

static int change_prctl(void)
{
    int signal = -1;
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change()) return 1;
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    ed_process_check(ED_PHASE_LOAD);
    prctl(PR_GET_PDEATHSIG, &signal);
    if (signal != 0) return 2;
    return strcmp(process_change(), "the game changed a setting of prctl in load; it is restored")
             ? 3
             : 0;
}

static int keep_prctl(void)
{
    int signal = -1;
    prctl(PR_SET_PDEATHSIG, SIGUSR2);
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    prctl(PR_GET_PDEATHSIG, &signal);
    return signal != SIGUSR2 || *process_change();
}

TEST(a_setting_of_prctl_is_restored_and_reported)
{
    CHECK_EQ(process_in_child(change_prctl), 0);
    CHECK_EQ(process_in_child(keep_prctl), 0);
}

/// An ordinary user lowers the hard limit here, since the superuser could raise it again.
static int lower_a_hard_limit(void)
{
    const rlim_t most = (rlim_t)1 << 40;
    struct rlimit limit;
    if (geteuid() == 0 && seteuid(65534) != 0) return 1;
    ed_process_take();
    limit = (struct rlimit){ .rlim_cur = most / 2, .rlim_max = most };
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 2;
    ed_process_check(ED_PHASE_LOAD);
    getrlimit(RLIMIT_FSIZE, &limit);
    if (getuid() == 0 && seteuid(0) != 0) return 3;
    if (limit.rlim_cur != most) return 4;      // as much of it as the system allows
    if (!ed_process_lost_limit() || strcmp(ed_process_lost_limit(), "RLIMIT_FSIZE") != 0) return 5;
    return strcmp(process_change(), "the game changed a resource limit (RLIMIT_FSIZE) in load; "
                                    "it cannot be restored; restart the game")
             ? 6
             : 0;
}

TEST(a_hard_limit_that_cannot_be_raised_again_is_reported)
{
    CHECK_EQ(process_in_child(lower_a_hard_limit), 0);
}

static const struct {
    ProcessLimit number;
    const char *name;
} limits[] = { { RLIMIT_AS, "RLIMIT_AS" },         { RLIMIT_CPU, "RLIMIT_CPU" },
               { RLIMIT_DATA, "RLIMIT_DATA" },     { RLIMIT_FSIZE, "RLIMIT_FSIZE" },
               { RLIMIT_NOFILE, "RLIMIT_NOFILE" }, { RLIMIT_NPROC, "RLIMIT_NPROC" },
               { RLIMIT_STACK, "RLIMIT_STACK" } };
static u32 limit_index;

static rlim_t limit_now(void)
{
    struct rlimit limit;
    return getrlimit(limits[limit_index].number, &limit) == 0 ? limit.rlim_cur : 0;
}

/// Sets the soft limit. Its callers pass values that a process can run with.
static bool set_limit(rlim_t to)
{
    struct rlimit limit;
    if (getrlimit(limits[limit_index].number, &limit) != 0) return false;
    limit.rlim_cur = to;
    return setrlimit(limits[limit_index].number, &limit) == 0;
}

static int change_a_limit(void)
{
    char expected[128];
    struct rlimit most;
    getrlimit(limits[limit_index].number, &most);
    rlim_t first = most.rlim_max == RLIM_INFINITY ? (rlim_t)1 << 50 : most.rlim_max - 1;
    if (!set_limit(first)) return 1;
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change() || !set_limit(first + 1)) return 2;
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change() || limit_now() != first + 1)
        return 3;      // a higher limit harms nothing
    if (!set_limit(first - 1)) return 4;
    ed_process_check(ED_PHASE_LOAD);
    if (limit_now() != first || ed_process_lost_limit()) return 5;
    snprintf(expected, sizeof expected,
             "the game changed a resource limit (%s) in load; it is "
             "restored",
             limits[limit_index].name);
    return !process_reports(expected);
}

TEST(lowered_limits_are_raised_again)
{
    for (limit_index = 0; limit_index < ED_COUNT(limits); limit_index++)
        CHECK_EQ(process_in_child(change_a_limit), 0);
}

static int change_the_umask(void)
{
    umask(027);
    ed_process_take();
    if (umask(027) != 027) return 1;
    ed_process_check(ED_PHASE_LOAD);
    if (*process_change()) return 2;
    umask(0777);
    ed_process_check(ED_PHASE_LOAD);
    if (umask(027) != 027) return 3;
    return !process_reports(PROCESS_RESTORED("the file mode mask (umask)", "load"));
}

TEST(the_umask_is_restored) { CHECK_EQ(process_in_child(change_the_umask), 0); }

static int change_dumpable(void)
{
    prctl(PR_SET_DUMPABLE, 1);
    ed_process_take();
    prctl(PR_SET_DUMPABLE, 0);
    ed_process_check(ED_PHASE_LOAD);
    if (prctl(PR_GET_DUMPABLE) != 1) return 1;
    return !process_reports(PROCESS_RESTORED("a setting of prctl", "load"));
}

TEST(a_game_that_hides_its_memory_from_a_debugger_is_made_visible_again)
{
    CHECK_EQ(process_in_child(change_dumpable), 0);
}
