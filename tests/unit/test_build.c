#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "tests/lib/build_run.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/open_files.h"

TEST(a_build_ends_good_or_failed)
{
    CHECK_EQ(build_run("true"), ED_BUILD_GOOD);
    CHECK_EQ(build_run("exit 3"), ED_BUILD_FAILED);
    CHECK_HAS(build_message, "exit code 3");
    CHECK_EQ(build_run("kill -9 $$"), ED_BUILD_FAILED);
    CHECK_HAS(build_message, "signal 9");
    CHECK_EQ(build_run("no-such-command-here"), ED_BUILD_FAILED);
    CHECK_HAS(build_message, "not found");
}

TEST(a_build_gets_the_names_of_the_changed_files)
{
    CHECK_EQ(build_run("[ \"$EDDIE_CHANGED\" = '-W a.c' ]"), ED_BUILD_GOOD);
}

TEST(a_list_of_changed_files_may_have_any_size_up_to_the_limit)
{
    static char changed[ED_BUILD_CHANGED_MAX];
    ed_BuildEnd end = ED_BUILD_RUNS;
    memset(changed, 'x', sizeof changed - 1);
    CHECK(ed_build_start(&build, "[ ${#EDDIE_CHANGED} = 65535 ]", changed, false, NULL));
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_GOOD);
}

TEST(errors_are_reported_while_the_build_runs)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "echo 'a.c:1:2: error: first'; "
                         "echo 'a.c:3:4: error: second'; exec sleep 600",
                         "", false, &error));
    while (!ed_build_has_error(&build) && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(build_location, sizeof build_location),
            w = ed_text_over(build_message, sizeof build_message);
    ed_build_error(&build, &p, &w);
    CHECK_TEXT(build_location, "a.c:1:2");
    CHECK_TEXT(build_message, "first (1 more error)");
    ed_build_close(&build);
    CHECK(
        ed_build_start(&build, "echo 'a.c:1:2: warning: no error'; sleep 0.1", "", false, &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) {
        CHECK(!ed_build_has_error(&build));
        usleep(500);
    }
}

TEST(an_early_module_is_offered_only_if_the_build_was_asked_for_one)
{
    ed_Error error = { .code = ED_OK };
    const char *command = "[ -z \"$EDDIE_EARLY\" ] || echo 'eddie: try a/b.so'";
    CHECK_EQ(build_run(command), ED_BUILD_GOOD);
    CHECK_TEXT(build.early_module, "");
    CHECK(ed_build_start(&build, command, "", true, &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.early_module, "a/b.so");
    CHECK_EQ(build.cause_rank, ED_RANK_NONE);
}

TEST(a_build_that_prints_without_end_is_read_and_does_not_wait)
{
    ed_Error error = { .code = ED_OK };
    CHECK_EQ(build_run("head -c 1000000 /dev/zero; echo; echo 'a.c:1:2: error: at last'; exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(build_location, "a.c:1:2");
    CHECK(ed_build_start(&build, "yes", "", false, &error));
    for (int i = 0; i < 50; i++) CHECK_EQ(ed_build_poll(&build), ED_BUILD_RUNS);
    ed_build_close(&build);
}

TEST(a_stopped_build_ends_with_all_it_started)
{
    ed_Error error = { .code = ED_OK };
    u64 start = ed_now_ns();
    CHECK(ed_build_start(&build, "sleep 30 & sleep 30", "", false, &error));
    ed_build_stop(&build);
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_STOPPED);
    CHECK(ed_now_ns() - start < 10000000000ull);
}

TEST(a_build_that_ignores_the_request_is_ended)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build, "trap '' TERM; sleep 30", "", false, &error));
    usleep(100000);
    ed_build_close(&build);
    CHECK(!build.runs);
}

/// True if a process of the group is running; a zombie is not.
static bool writes(pid_t group)
{
    char command[64];
    snprintf(command, sizeof command, "ps -eo pgid,stat | grep -q '^ *%d [^Z]'", group);
    return system(command) == 0;
}

TEST(a_stopped_build_has_ended_when_none_of_its_processes_is_left)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "sh -c \"trap '' TERM; echo deaf; exec sleep 30 >/dev/null 2>&1\""
                         " & sleep 30",
                         "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    pid_t group = (pid_t)build.child.group;
    ed_build_stop(&build);
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_STOPPED);
    CHECK(!writes(group));
}

TEST(a_stopped_build_may_tidy_up)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "sh -c \"trap 'sleep 0.05; echo tidy; exit' TERM; echo up; "
                         "sleep 30 & wait\" & sleep 30",
                         "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_build_stop(&build);
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_HAS(build.output, "tidy");
}

TEST(a_stopped_build_may_tidy_up_without_output)
{
    char path[] = "/tmp/eddie-test-XXXXXX", command[256];
    int file = mkstemp(path);
    ed_Error error = { .code = ED_OK };
    snprintf(command, sizeof command,
             "sh -c \"trap 'sleep 0.05; rm %s; exit' TERM; echo up; exec >/dev/null 2>&1; "
             "sleep 30 & wait\" & sleep 30",
             path);
    CHECK(file >= 0 && close(file) == 0);
    CHECK(ed_build_start(&build, command, "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_build_stop(&build);
    u64 stopped_ns = build.stopped_ns;
    ed_build_stop(&build);      // gives it no more time
    CHECK_EQ(build.stopped_ns, stopped_ns);
    do build.stopped_ns = ed_now_ns();      // however slow this machine is
    while (ed_build_poll(&build) == ED_BUILD_RUNS && usleep(500) == 0);
    CHECK(access(path, F_OK) != 0);
}

// --- the start of a build -----------------------------------------------------------------------

TEST(builds_run_with_english_messages)
{
    build_run("echo \"$LC_ALL\"; exit 1");
    CHECK_TEXT(build.output, "C.UTF-8\n");
}

TEST(a_build_that_the_system_cannot_start_is_reported)
{
    static const char *const calls[] = { "pipe2", "posix_spawn" };
    int before = open_files();
    for (u32 i = 0; i < ED_COUNT(calls); i++) {
        ed_Error error = { .code = ED_OK };
        failing_call(calls[i], EAGAIN);
        CHECK(!ed_build_start(&build, "true", "", false, &error));
        CHECK_TEXT(error.text, "the build cannot be started: Resource temporarily unavailable");
        CHECK(!build.runs);
        CHECK_EQ(open_files(), before);
    }
    CHECK_EQ(build_run("true"), ED_BUILD_GOOD);
}

// --- what is asked of a build -------------------------------------------------------------------

TEST(a_build_is_silent_only_while_it_runs)
{
    const u64 ms = 1000000;
    ed_Build it = { .runs = true, .output_ns = ed_now_ns() - 1000 * ms };
    CHECK(ed_build_silent(&it, 999));
    CHECK(!ed_build_silent(&it, 3600000));
    it.stopping = true;
    CHECK(!ed_build_silent(&it, 999));
    it.stopping = false;
    it.runs = false;
    CHECK(!ed_build_silent(&it, 999));
}

// --- its processes ------------------------------------------------------------------------------

TEST(without_a_running_build_there_is_nothing_to_poll_or_stop)
{
    CHECK_EQ(build_run("true"), ED_BUILD_GOOD);
    CHECK(build.ms > 0 && build.ms < 3600000);
    CHECK(!build.runs);
    ed_build_stop(&build);
    CHECK(!build.stopping);
    CHECK_EQ(ed_build_poll(&build), ED_BUILD_RUNS);
    ed_build_close(&build);
}

TEST(a_build_leads_a_group_has_no_input_and_leaves_nothing)
{
    int before = open_files();
    CHECK_EQ(build_run("cat; [ \"$(ps -o pgid= -p $$ | tr -d ' ')\" = $$ ]"), ED_BUILD_GOOD);
    CHECK(ed_build_start(&build, "sleep 600 >/dev/null 2>&1 & echo it runs", "", false, NULL));
    pid_t group = (pid_t)build.child.group;
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_GOOD);
    for (u32 i = 0; i < 100 && writes(group); i++) usleep(1000);
    CHECK(!writes(group));
    CHECK_EQ(open_files(), before);
}

/// The game ignores SIGCHLD, so the exit code of a build is lost.
static int build_without_children(void)
{
    signal(SIGCHLD, SIG_IGN);
    if (build_run("true") != ED_BUILD_GOOD) return 1;
    if (build_run("echo words; exit 1") != ED_BUILD_GOOD) return 2;
    return build_run("echo an error; exit 1") != ED_BUILD_FAILED;
}

TEST(without_its_exit_code_a_build_is_judged_by_its_output)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(build_without_children());
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_EQ(status, 0);
}
