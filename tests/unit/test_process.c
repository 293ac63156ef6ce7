#include "tests/lib/test.h"
#include <fcntl.h>
#include <fenv.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/process.h"

static char words[512];

/// The next change that is reported; "" if nothing changes.
static const char *change(void)
{
    ed_Text line = ed_text_over(words, sizeof words);
    return ed_process_changes(&line) ? words : "";
}

/// In a separate process, since what a game changes belongs to the whole process. 0: all was as
/// expected; otherwise the number of the first expectation that was not met.
static int in_child(int (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(child());
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int change_prctl(void)
{
    int signal = -1;
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*change()) return 1;
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    ed_process_check(ED_PHASE_LOAD);
    prctl(PR_GET_PDEATHSIG, &signal);
    if (signal != 0) return 2;
    return strcmp(change(), "the game changed a setting of prctl in load; it is restored") ? 3 : 0;
}

TEST(a_setting_of_prctl_is_restored_and_reported) { CHECK_EQ(in_child(change_prctl), 0); }

static void on_timer(int number) { (void)number; }

static bool runs(__itimer_which_t which)
{
    struct itimerval now;
    return getitimer(which, &now) == 0 && (now.it_value.tv_sec || now.it_value.tv_usec);
}

static int start_timers(void)
{
    const struct itimerval hour = { .it_value = { .tv_sec = 3600 } };
    ed_process_take();
    signal(SIGALRM, on_timer);
    setitimer(ITIMER_REAL, &hour, NULL);
    setitimer(ITIMER_PROF, &hour, NULL);
    ed_process_check(ED_PHASE_START);
    if (!runs(ITIMER_REAL)) return 1;
    if (runs(ITIMER_PROF)) return 2;
    return strcmp(change(), "the game changed a timer (SIGPROF) in start; it is stopped, because "
                            "its signal would end the process")
             ? 3
             : 0;
}

TEST(only_a_timer_whose_signal_has_no_handler_is_stopped) { CHECK_EQ(in_child(start_timers), 0); }

/// The superuser could raise it again.
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
    if (!ed_process_lost() || strcmp(ed_process_lost(), "RLIMIT_FSIZE") != 0) return 5;
    return strcmp(change(), "the game changed a resource limit (RLIMIT_FSIZE) in load; "
                            "it cannot be restored; restart the game")
             ? 6
             : 0;
}

TEST(a_hard_limit_that_cannot_be_raised_again_is_reported)
{
    CHECK_EQ(in_child(lower_a_hard_limit), 0);
}

static int redirect_without_a_copy(void)
{
    struct rlimit few;
    struct stat now;
    int ends[2];
    getrlimit(RLIMIT_NOFILE, &few);
    few.rlim_cur = 64;      // copies have higher numbers
    if (setrlimit(RLIMIT_NOFILE, &few) != 0) return 1;
    ed_process_take();
    if (pipe2(ends, O_CLOEXEC) != 0 || dup2(ends[1], STDERR_FILENO) < 0) return 2;
    ed_process_check_files();
    if (fstat(STDERR_FILENO, &now) != 0 || now.st_rdev != makedev(1, 3)) return 3;
    return strcmp(change(),
                  "the game changed a standard stream (standard error) in update or render; "
                  "it is restored; write the game's output to a separate file")
             ? 4
             : 0;
}

TEST(a_standard_file_that_has_no_copy_becomes_dev_null)
{
    CHECK_EQ(in_child(redirect_without_a_copy), 0);
}

static void round_up(void *it)
{
    fesetround(FE_UPWARD);
    *(int *)it = fegetround();
}

TEST(after_a_call_floating_point_is_rounded_as_before)
{
    int inside = FE_TONEAREST;
    CHECK_EQ(fegetround(), FE_TONEAREST);
    CHECK(ed_process_call(NULL, ED_PHASE_UPDATE, round_up, &inside));
    CHECK_EQ(inside, FE_UPWARD);
    CHECK_EQ(fegetround(), FE_TONEAREST);
}
