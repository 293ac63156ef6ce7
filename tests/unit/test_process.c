#include "tests/lib/test.h"
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/process.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/guarded.h"

static char words[512];

/// The next change that is reported; "" if nothing changes.
static const char *change(void)
{
    ed_Text line = ed_text_over(words, sizeof words);
    if (!ed_process_changes(&line)) return "";
    return *words ? words : "an empty line";
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

static int keep_prctl(void)
{
    int signal = -1;
    prctl(PR_SET_PDEATHSIG, SIGUSR2);
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    prctl(PR_GET_PDEATHSIG, &signal);
    return signal != SIGUSR2 || *change();
}

TEST(a_setting_of_prctl_is_restored_and_reported)
{
    CHECK_EQ(in_child(change_prctl), 0);
    CHECK_EQ(in_child(keep_prctl), 0);
}

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
    return strcmp(change(), "the game changed a resource limit (RLIMIT_FSIZE) in load; "
                            "it cannot be restored; restart the game")
             ? 6
             : 0;
}

TEST(a_hard_limit_that_cannot_be_raised_again_is_reported)
{
    CHECK_EQ(in_child(lower_a_hard_limit), 0);
}

/// Copies have numbers from 64 on, which this limit does not allow.
static bool take_without_copies(void)
{
    struct rlimit few;
    getrlimit(RLIMIT_NOFILE, &few);
    few.rlim_cur = 64;
    bool good = setrlimit(RLIMIT_NOFILE, &few) == 0;
    ed_process_take();
    return good;
}

static int redirect_without_a_copy(void)
{
    struct stat now;
    int ends[2];
    if (!take_without_copies()) return 1;
    if (pipe2(ends, O_CLOEXEC) != 0 || dup2(ends[1], STDERR_FILENO) < 0) return 2;
    int lowest = dup(STDIN_FILENO);
    close(lowest);
    ed_process_check_files();
    if (dup(STDIN_FILENO) != lowest) return 5;
    if (fstat(STDERR_FILENO, &now) != 0 || now.st_rdev != makedev(1, 3)) return 3;
    return strcmp(change(),
                  "the game changed a standard stream (standard error) in update or render; "
                  "it is restored; write the game's output to a separate file")
             ? 4
             : 0;
}

static int close_without_a_copy(void)
{
    struct stat now;
    if (!take_without_copies() || close(STDIN_FILENO) != 0) return 1;
    ed_process_check_files();
    return fstat(STDIN_FILENO, &now) != 0 || now.st_rdev != makedev(1, 3);
}

TEST(a_standard_file_that_has_no_copy_becomes_dev_null)
{
    CHECK_EQ(in_child(redirect_without_a_copy), 0);
    CHECK_EQ(in_child(close_without_a_copy), 0);
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

// --- each part: 0 if all is as expected ---------------------------------------------------------

#define RESTORED(what, phase) "the game changed " what " in " phase "; it is restored"

static bool reports(const char *expected) { return strcmp(change(), expected) == 0; }

static void hear(int number) { (void)number; }

static bool is_handled_by(int number, void (*handler)(int), int flags)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == handler && now.sa_flags == flags;
}

static int start_flags(int number)
{
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 ? now.sa_flags : -1;
}

static int change_handlers(void)
{
    signal(SIGHUP, hear);
    signal(SIGRTMAX, hear);
    int flags = start_flags(SIGHUP);
    ed_process_take();
    signal(SIGUSR1, hear);      // was not handled: it may be the game's
    ed_process_check(ED_PHASE_LOAD);
    if (*change() || !is_handled_by(SIGUSR1, hear, flags)) return 1;
    signal(SIGHUP, SIG_IGN);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGHUP, hear, flags)) return 2;
    if (!reports(RESTORED("the handling of a signal (SIGHUP)", "load"))) return 3;
    const struct sigaction once = { .sa_handler = hear, .sa_flags = SA_NODEFER };
    sigaction(SIGHUP, &once, NULL);
    signal(SIGRTMAX, SIG_DFL);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGHUP, hear, flags) || !is_handled_by(SIGRTMAX, hear, flags)) return 4;
    return *change() != 0;      // reported once
}

static int change_a_real_time_handler(void)
{
    signal(SIGRTMAX, hear);
    ed_process_take();
    signal(SIGRTMAX, SIG_IGN);
    ed_process_check(ED_PHASE_START);
    return !reports(RESTORED("the handling of a signal (SIGRT)", "start"));
}

static int change_the_handling_of_children(void)
{
    const struct sigaction no_zombies = { .sa_handler = hear, .sa_flags = SA_NOCLDWAIT };
    signal(SIGCHLD, SIG_DFL);
    ed_process_take();
    signal(SIGCHLD, hear);      // builds can be waited for
    int flags = start_flags(SIGCHLD);
    ed_process_check(ED_PHASE_LOAD);
    if (*change() || !is_handled_by(SIGCHLD, hear, flags)) return 1;
    sigaction(SIGCHLD, &no_zombies, NULL);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGCHLD, SIG_DFL, flags)) return 2;
    if (!reports(RESTORED("the handling of a signal (SIGCHLD)", "load"))) return 3;
    signal(SIGCHLD, SIG_IGN);
    ed_process_check(ED_PHASE_LOAD);
    if (!is_handled_by(SIGCHLD, SIG_DFL, flags)) return 4;
    signal(SIGCHLD, SIG_IGN);      // as the program was started
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    return !is_handled_by(SIGCHLD, SIG_IGN, flags) || *change();
}

TEST(handlers_of_the_host_are_restored_and_those_of_the_game_are_not)
{
    CHECK_EQ(in_child(change_handlers), 0);
    CHECK_EQ(in_child(change_a_real_time_handler), 0);
    CHECK_EQ(in_child(change_the_handling_of_children), 0);
}

static bool is_blocked(int number)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number) == 1;
}

static void block(int number)
{
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
}

static int change_the_mask(void)
{
    block(SIGUSR1);
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*change()) return 1;
    block(SIGHUP);      // the first, one between, and the last
    block(SIGTERM);
    block(SIGRTMAX);
    ed_process_check(ED_PHASE_LOAD);
    if (is_blocked(SIGHUP) || is_blocked(SIGTERM) || is_blocked(SIGRTMAX)) return 2;
    if (!is_blocked(SIGUSR1)) return 3;
    return !reports(RESTORED("the signal mask", "load"));
}

TEST(signals_that_the_game_blocks_are_unblocked) { CHECK_EQ(in_child(change_the_mask), 0); }

static const struct {
    __rlimit_resource_t number;
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
    if (*change() || !set_limit(first + 1)) return 2;
    ed_process_check(ED_PHASE_LOAD);
    if (*change() || limit_now() != first + 1) return 3;      // a higher limit harms nothing
    if (!set_limit(first - 1)) return 4;
    ed_process_check(ED_PHASE_LOAD);
    if (limit_now() != first || ed_process_lost_limit()) return 5;
    snprintf(expected, sizeof expected,
             "the game changed a resource limit (%s) in load; it is "
             "restored",
             limits[limit_index].name);
    return !reports(expected);
}

TEST(lowered_limits_are_raised_again)
{
    for (limit_index = 0; limit_index < ED_COUNT(limits); limit_index++)
        CHECK_EQ(in_child(change_a_limit), 0);
}

static int change_the_umask(void)
{
    umask(027);
    ed_process_take();
    if (umask(027) != 027) return 1;
    ed_process_check(ED_PHASE_LOAD);
    if (*change()) return 2;
    umask(0777);
    ed_process_check(ED_PHASE_LOAD);
    if (umask(027) != 027) return 3;
    return !reports(RESTORED("the file mode mask (umask)", "load"));
}

TEST(the_umask_is_restored) { CHECK_EQ(in_child(change_the_umask), 0); }

static int change_dumpable(void)
{
    prctl(PR_SET_DUMPABLE, 1);
    ed_process_take();
    prctl(PR_SET_DUMPABLE, 0);
    ed_process_check(ED_PHASE_LOAD);
    if (prctl(PR_GET_DUMPABLE) != 1) return 1;
    return !reports(RESTORED("a setting of prctl", "load"));
}

TEST(a_game_that_hides_its_memory_from_a_debugger_is_made_visible_again)
{
    CHECK_EQ(in_child(change_dumpable), 0);
}

static int start_a_short_timer(void)
{
    const struct itimerval half = { .it_value = { .tv_usec = 500000 } };
    ed_process_take();
    setitimer(ITIMER_REAL, &half, NULL);
    setitimer(ITIMER_VIRTUAL, &half, NULL);
    ed_process_check(ED_PHASE_START);
    if (runs(ITIMER_REAL) || runs(ITIMER_VIRTUAL)) return 1;
    return !reports("the game changed a timer (SIGVTALRM) in start; it is stopped, because its "
                    "signal would end the process");
}

static int start_a_timer_that_is_ignored(void)
{
    const struct itimerval hour = { .it_value = { .tv_sec = 3600 } };
    ed_process_take();
    signal(SIGALRM, SIG_IGN);
    setitimer(ITIMER_REAL, &hour, NULL);
    ed_process_check(ED_PHASE_START);
    return !runs(ITIMER_REAL) || *change();
}

TEST(timers_that_would_end_the_process_are_stopped)
{
    CHECK_EQ(in_child(start_a_short_timer), 0);
    CHECK_EQ(in_child(start_a_timer_that_is_ignored), 0);
}

// --- the standard streams -----------------------------------------------------------------------

static ino_t inode_of(int file)
{
    struct stat st;
    return fstat(file, &st) == 0 ? st.st_ino : 0;
}

/// Three different files, so that each is recognized.
static bool open_three_files(void)
{
    for (int i = 0; i < 3; i++) {
        FILE *file = tmpfile();
        if (!file || dup2(fileno(file), i) != i) return false;
    }
    return true;
}

static const char *const stream_names[] = { "standard input", "standard output", "standard error" };

static int change_streams(void)
{
    for (int i = 0; i < 3; i++) {
        char expected[192];
        if (!open_three_files()) return 1;
        ino_t before[3] = { inode_of(0), inode_of(1), inode_of(2) };
        ed_process_take();
        ed_process_check_files();
        if (*change()) return 2;
        if (i == 1) close(i);
        else if (dup2((i + 1) % 3, i) != i) return 3;
        ed_process_check_files();
        for (int k = 0; k < 3; k++)
            if (inode_of(k) != before[k]) return 4;
        snprintf(expected, sizeof expected,
                 "the game changed a standard stream (%s) in update or "
                 "render; it is restored; write the game's output to a separate file",
                 stream_names[i]);
        if (!reports(expected)) return 5;
    }
    return 0;
}

static int start_with_a_closed_stream(void)
{
    close(STDIN_FILENO);
    ed_process_take();
    int file = open("/dev/null", O_RDONLY);
    ed_process_check_files();
    return file != STDIN_FILENO || *change() || inode_of(STDIN_FILENO) == 0;
}

static int keep_copies(void)
{
    if (!open_three_files()) return 1;
    ed_process_take();
    ed_process_take();      // the copies of the first are closed
    for (int i = 64; i < 67; i++) {
        if (fcntl(i, F_GETFD) != FD_CLOEXEC) return 2;
        if (inode_of(i) != inode_of(i - 64)) return 3;
    }
    if (inode_of(67)) return 4;
    ed_process_stop_restoring();
    for (int i = 64; i < 67; i++)
        if (inode_of(i)) return 5;
    close(STDIN_FILENO);
    ed_process_check_files();
    ed_process_check(ED_PHASE_LOAD);
    return inode_of(STDIN_FILENO) != 0 || *change();
}

TEST(standard_streams_are_restored_from_copies)
{
    CHECK_EQ(in_child(change_streams), 0);
    CHECK_EQ(in_child(start_with_a_closed_stream), 0);
    CHECK_EQ(in_child(keep_copies), 0);
}

static bool can_write(FILE *stream, int file, const char *text)
{
    char found[16] = "";
    return fprintf(stream, "%s", text) > 0 && fflush(stream) == 0
        && pread(file, found, sizeof found, 0) == (ssize_t)strlen(text) && strcmp(found, text) == 0;
}

static int write_after_closing(void)
{
    if (!open_three_files()) return 1;
    ed_process_take();
    fclose(stdout);
    ed_process_check_files();
    if (!can_write(stdout, 1, "out")) return 2;
    fclose(stderr);
    ed_process_check_files();
    if (!can_write(stderr, 2, "err")) return 3;
    FILE *out = stdout, *err = stderr;
    close(1);
    close(2);
    ed_process_check_files();
    return stdout != out || stderr != err ? 4 : 0;
}

TEST(streams_that_the_game_closed_can_be_written_to_again)
{
    CHECK_EQ(in_child(write_after_closing), 0);
}

// --- the working folder -------------------------------------------------------------------------

static bool is_folder(const char *path)
{
    struct stat here, there;
    return stat(".", &here) == 0 && stat(path, &there) == 0 && here.st_ino == there.st_ino
        && here.st_dev == there.st_dev;
}

static int change_the_folder(void)
{
    static const char words_of_it[] = "the game changed the working folder in %s; it is reset to "
                                      "the start folder when the next module loads; eddie's own "
                                      "files stay in the start folder";
    char expected[256];
    if (chdir("/usr") != 0) return 1;
    ed_process_take();
    ed_process_check(ED_PHASE_LOAD);
    if (*change() || chdir("/") != 0) return 2;
    ed_process_check(ED_PHASE_START);
    snprintf(expected, sizeof expected, words_of_it, "start");
    if (!is_folder("/") || !reports(expected)) return 3;
    ed_process_begin(ED_PHASE_UPDATE);
    ed_process_end(ED_PHASE_UPDATE);
    if (!is_folder("/")) return 4;
    ed_process_begin(ED_PHASE_LOAD);      // of the next module
    if (!is_folder("/usr")) return 5;
    ed_process_end(ED_PHASE_LOAD);
    ed_process_take();
    if (chdir("/") != 0) return 6;
    ed_process_begin(ED_PHASE_CONSTRUCTOR);
    if (!is_folder("/usr")) return 7;
    ed_process_end(ED_PHASE_CONSTRUCTOR);
    snprintf(expected, sizeof expected, words_of_it, "update or render");
    if (!reports(expected)) return 8;      // by the module before
    ed_process_take();
    ed_process_begin(ED_PHASE_LOAD);
    ed_process_end(ED_PHASE_LOAD);
    return *change() != 0;
}

TEST(the_working_folder_is_reset_when_the_next_module_loads)
{
    CHECK_EQ(in_child(change_the_folder), 0);
}

static int lose_the_folder(void)
{
    char folder[] = "/tmp/eddie-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    ed_process_take();
    if (rmdir(folder) != 0 || mkdir(folder, 0700) != 0 || !ed_start_folder_enter()) return 2;
    ed_process_check(ED_PHASE_UPDATE);
    if (*change()) return 3;
    if (chdir("/") != 0 || rmdir(folder) != 0 || mkdir(folder, 0700) != 0) return 4;
    ed_process_check(ED_PHASE_UPDATE);      // that was the game
    if (!*change()) return 5;
    return rmdir(folder) != 0;
}

TEST(a_start_folder_that_is_deleted_and_created_again_is_not_the_games_change)
{
    CHECK_EQ(in_child(lose_the_folder), 0);
}

// --- floating point and locale ------------------------------------------------------------------

static int change_floats(void)
{
    static const int roundings[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
    feclearexcept(FE_ALL_EXCEPT);
    ed_process_take();
    feraiseexcept(FE_INEXACT);      // flags are not settings
    ed_process_end(ED_PHASE_UPDATE);
    if (*change()) return 1;
    for (u32 i = 0; i < ED_COUNT(roundings); i++) {
        ed_process_take();
        fesetround(roundings[i]);
        ed_process_end(ED_PHASE_UPDATE);
        if (fegetround() != FE_TONEAREST) return 2;
        if (!reports("the game changed the floating-point environment in update or render; "
                     "it is restored after each call"))
            return 3;
    }
    ed_process_take();
    feclearexcept(FE_ALL_EXCEPT);
    if (feenableexcept(FE_DIVBYZERO) < 0 || !fegetexcept()) return 0;      // not on this processor
    ed_process_end(ED_PHASE_RENDER);
    return fegetexcept() != 0 || !*change();
}

#if defined(__x86_64__)
static int change_one_unit(void)
{
    u16 x87, x87_up, x87_after;
    u32 sse, sse_up, sse_after;
    __asm__ volatile("fnstcw %0\n\tstmxcsr %1" : "=m"(x87), "=m"(sse));
    x87_up = x87 | 0x800;
    sse_up = sse | 0x4000;
    ed_process_take();
    __asm__ volatile("fldcw %0" : : "m"(x87_up));
    ed_process_end(ED_PHASE_UPDATE);
    __asm__ volatile("fnstcw %0" : "=m"(x87_after));
    if (x87_after != x87 || !*change()) return 1;
    ed_process_take();
    __asm__ volatile("ldmxcsr %0" : : "m"(sse_up));
    ed_process_end(ED_PHASE_UPDATE);
    __asm__ volatile("stmxcsr %0" : "=m"(sse_after));
    return (sse_after & 0x6000) != (sse & 0x6000) || !*change();
}
#endif

TEST(floating_point_settings_are_restored_after_each_call)
{
    CHECK_EQ(in_child(change_floats), 0);
#if defined(__x86_64__)
    CHECK_EQ(in_child(change_one_unit), 0);
#endif
}

static int change_the_locale(void)
{
    locale_t host = newlocale(LC_ALL_MASK, "C", (locale_t)0), game = duplocale(host), own = 0;
    uselocale(host);
    ed_process_begin(ED_PHASE_UPDATE);
    if (uselocale(game) != LC_GLOBAL_LOCALE) return 1;
    ed_process_end(ED_PHASE_UPDATE);
    if (uselocale(own) != host) return 2;
    for (u32 i = 0; i < 2; i++) {      // eddie's own code
        ed_Phase phase = i ? ED_PHASE_PACK : ED_PHASE_UNPACK;
        ed_process_begin(phase);
        if (uselocale(own) != host) return 3;
        ed_process_end(phase);
        if (uselocale(own) != host) return 4;
    }
    ed_process_begin(ED_PHASE_RENDER);
    if (uselocale(own) != game) return 5;
    ed_process_end(ED_PHASE_RENDER);
    return uselocale(own) != host;
}

TEST(the_game_keeps_its_locale_and_the_host_its_own) { CHECK_EQ(in_child(change_the_locale), 0); }

static void note_locale(void *it) { *(locale_t *)it = uselocale((locale_t)0); }

static int call_with_a_locale(void)
{
    locale_t host = newlocale(LC_ALL_MASK, "C", (locale_t)0), inside = 0;
    uselocale(host);
    if (!ed_process_call(NULL, ED_PHASE_UPDATE, note_locale, &inside)) return 1;
    return inside != LC_GLOBAL_LOCALE || uselocale((locale_t)0) != host;
}

TEST(a_game_that_is_linked_in_is_called_with_its_locale_too)
{
    CHECK_EQ(in_child(call_with_a_locale), 0);
}

// --- when ---------------------------------------------------------------------------------------

static void change_folder(void)
{
    if (chdir("/usr") != 0) _exit(100);
}
static void change_handler(void) { signal(SIGHUP, SIG_IGN); }
static void change_mask(void) { block(SIGTERM); }
static void change_limit(void)
{
    limit_index = 4;
    set_limit(limit_now() - 1);
}
static void change_umask(void) { umask(0777); }
static void change_input(void) { close(STDIN_FILENO); }

static void change_timer(void)
{
    const struct itimerval hour = { .it_value = { .tv_sec = 3600 } };
    setitimer(ITIMER_PROF, &hour, NULL);
}

static void change_parent_signal(void) { prctl(PR_SET_PDEATHSIG, SIGUSR1); }

static void (*const changes[])(void) = { change_folder, change_handler,      change_mask,
                                         change_limit,  change_umask,        change_input,
                                         change_timer,  change_parent_signal };
static u32 change_index;

static int change_in_an_update(void)
{
    u64 end_ns = ed_now_ns() + 5000000000u;
    signal(SIGHUP, hear);
    if (!inode_of(STDIN_FILENO)) return 1;
    ed_process_take();
    changes[change_index]();
    for (;;) {
        ed_process_begin(ED_PHASE_RENDER);
        ed_process_end(ED_PHASE_RENDER);
        if (*change()) break;
        if (ed_now_ns() > end_ns) return 2;
    }
    return !strstr(words, " in update or render; ");
}

TEST(each_part_has_its_turn_while_the_game_runs)
{
    for (change_index = 0; change_index < ED_COUNT(changes); change_index++)
        CHECK_EQ(in_child(change_in_an_update), 0);
}

static int change_all_in_updates(void)
{
    signal(SIGHUP, hear);
    for (u32 round = 0; round < 3; round++) {
        u64 end_ns = ed_now_ns() + 5000000000u;
        ed_process_take();
        for (u32 k = 1; k < ED_COUNT(changes); k++) changes[k]();
        change_folder();
        for (u32 found = 0; found < ED_COUNT(changes);) {
            ed_process_end(ED_PHASE_PACK);
            found += *change() != 0;
            if (ed_now_ns() > end_ns) return 1;
        }
        if (chdir("/") != 0) return 2;
    }
    return 0;
}

/// All calls are within 2 ms, unless the system pauses the test: then it tries again.
static int change_between_checks(void)
{
    ed_process_take();
    for (u32 i = 0; i < 1000; i++) {
        ed_process_take();
        u64 begin_ns = ed_now_ns();
        while (ed_now_ns() < begin_ns + 2100000) {}      // one is due
        begin_ns = ed_now_ns();
        ed_process_end(ED_PHASE_UPDATE);
        change_umask();
        change_parent_signal();
        change_timer();
        for (u32 k = 0; k < 20; k++) ed_process_end(ED_PHASE_UPDATE);
        if (ed_now_ns() < begin_ns + 1900000) return *change() != 0;
        ed_process_check(ED_PHASE_LOAD);
    }
    return 0;
}

TEST(all_parts_are_checked_in_turn_at_most_one_every_two_milliseconds)
{
    CHECK_EQ(in_child(change_all_in_updates), 0);
    CHECK_EQ(in_child(change_between_checks), 0);
}

static int change_in_a_load(void)
{
    static const ed_Phase once[] = { ED_PHASE_CONSTRUCTOR, ED_PHASE_DESTRUCTOR, ED_PHASE_LOAD,
                                     ED_PHASE_START,       ED_PHASE_UNPACK,     ED_PHASE_UNLOAD };
    signal(SIGHUP, hear);
    for (u32 i = 0; i < ED_COUNT(once); i++) {
        char phase[64];
        ed_process_take();
        ed_process_begin(once[i]);
        for (u32 k = 1; k < ED_COUNT(changes); k++) changes[k]();
        change_folder();
        ed_process_end(once[i]);
        snprintf(phase, sizeof phase, " in %s; ", ed_phase_name(once[i]));
        for (u32 k = 0; k < ED_COUNT(changes); k++)
            if (!strstr(change(), phase)) return (int)i + 1;
        if (*change() || chdir("/") != 0) return 50;
    }
    return 0;
}

TEST(after_a_call_that_is_made_once_every_part_is_checked)
{
    CHECK_EQ(in_child(change_in_a_load), 0);
}

// --- in guarded calls ----------------------------------------------------------------------------

static ed_Fault fault;

static void ignore_faults(void *it)
{
    (void)it;
    for (u32 i = 0; i < GUARDED_SIGNALS; i++) signal(guarded_signals[i], SIG_IGN);
    signal(SIGRTMAX - 3, SIG_IGN);
}

static void raise_it(void *it) { raise(*(const int *)it); }

static void ignoring_faults(void)
{
    if (!guarded_begin_with_the_process(&fault)) _exit(1);
    if (!ed_guard_call(NULL, ED_PHASE_LOAD, ignore_faults, NULL)) _exit(1);
    for (u32 i = 0; i < GUARDED_SIGNALS; i++) {
        int number = guarded_signals[i];
        if (ed_guard_call(NULL, ED_PHASE_UPDATE, raise_it, &number) || fault.signal != number)
            _exit(1);
    }
    if (guarded_has_handler(SIGRTMAX - 3, SIG_IGN)) _exit(1);
}

TEST(a_game_that_ignores_the_signals_of_faults_is_guarded)
{
    CHECK(guarded_comes_to_its_end(&fault, ignoring_faults));
}

static locale_t locale_inside;

static void change_and_fail(void *it)
{
    locale_inside = uselocale((locale_t)0);
    fesetround(FE_UPWARD);
    umask(0777);
    guarded_abort(it);
}

static void changing_and_failing(void)
{
    locale_t own = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    mode_t before = umask(022);
    uselocale(own);
    umask(before);
    if (!guarded_begin_with_the_process(&fault)) _exit(1);
    for (u32 i = 0; i < 2; i++) {
        if (ed_guard_call(NULL, ED_PHASE_UPDATE, change_and_fail, NULL)) _exit(1);
        if (locale_inside != LC_GLOBAL_LOCALE || uselocale((locale_t)0) != own) _exit(1);
        if (umask(before) != before || fegetround() != FE_TONEAREST) _exit(1);
    }
}

TEST(after_a_fault_the_process_is_as_before_the_call)
{
    CHECK(guarded_comes_to_its_end(&fault, changing_and_failing));
}
