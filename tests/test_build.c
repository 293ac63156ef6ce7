#include "tests/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/build.h"
#include "runtime/live/watch.h"

static ed_Build build;
static char place[128], words[256];

static ed_BuildEnd run(const char *command)
{
    ed_Error error = { .code = ED_OK };
    ed_BuildEnd end = ED_BUILD_RUNS;
    if (!ed_build_start(&build, command, "-W a.c", false, &error)) return ED_BUILD_FAILED;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(place, sizeof place), w = ed_text_over(words, sizeof words);
    ed_build_error(&build, &p, &w);
    return end;
}

TEST(a_build_ends_good_or_failed)
{
    CHECK_EQ(run("true"), ED_BUILD_GOOD);
    CHECK_EQ(run("exit 3"), ED_BUILD_FAILED);
    CHECK_HAS(words, "exit code 3");
    CHECK_EQ(run("kill -9 $$"), ED_BUILD_FAILED);
    CHECK_HAS(words, "signal 9");
    CHECK_EQ(run("no-such-command-here"), ED_BUILD_FAILED);
    CHECK_HAS(words, "not found");
}

TEST(a_build_is_told_what_changed)
{
    CHECK_EQ(run("[ \"$EDDIE_CHANGED\" = '-W a.c' ]"), ED_BUILD_GOOD);
}

TEST(the_first_placed_error_is_found_among_other_words)
{
    CHECK_EQ(run("echo 'In file included from x.c:1:'; echo 'game/a.c:3:5: warning: w'; "
                 "echo 'game/a.c:12:7: error: no such thing'; echo 'b.c:1:1: error: later'; "
                 "exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(place, "game/a.c:12:7");
    CHECK_TEXT(words, "no such thing (1 error more)");
    run("echo 'a.c:5: undefined reference to `f`' >&2; exit 1");
    CHECK_TEXT(place, "a.c:5");
    CHECK_HAS(words, "undefined reference");
}

TEST(help_and_the_number_of_errors_come_with_the_first)
{
    run("echo \"a.def:3:5: error: 'float' is C's name\"; echo 'float x;'; echo 'help: write f32'; "
        "echo 'a.def:9:1: error: b'; echo 'help: other'; exit 1");
    CHECK_TEXT(words, "'float' is C's name: write f32 (1 error more)");
    run("echo './game/sim.h:1:9: error: x'; exit 1");
    CHECK_TEXT(place, "game/sim.h:1:9");
}

TEST(warnings_of_a_good_build_are_kept)
{
    char text[128];
    ed_Text out = ed_text_over(text, sizeof text);
    CHECK_EQ(run("echo 'a.c:3:5: warning: unused'; echo 'a.c:4:5: warning: unused too'"),
             ED_BUILD_GOOD);
    ed_build_warning(&build, &out);
    CHECK_TEXT(text, "a.c:3:5: warning: unused (1 warning more)");
}

TEST(errors_are_told_while_the_build_goes_on)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build,
                         "echo 'a.c:1:2: error: first'; "
                         "echo 'a.c:3:4: error: second'; exec sleep 600", "", false, &error));
    while (!ed_build_erred(&build) && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(place, sizeof place), w = ed_text_over(words, sizeof words);
    ed_build_error(&build, &p, &w);
    CHECK_TEXT(place, "a.c:1:2");
    CHECK_TEXT(words, "first (1 error more)");
    ed_build_close(&build);
    CHECK(ed_build_start(&build, "echo 'a.c:1:2: warning: no error'; sleep 0.1", "", false,
                         &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) { CHECK(!ed_build_erred(&build)); usleep(500); }
}

TEST(a_module_is_offered_where_one_was_asked_for)
{
    ed_Error error = { .code = ED_OK };
    const char *command = "[ -z \"$EDDIE_QUICK\" ] || echo 'eddie: try a/b.so'";
    CHECK_EQ(run(command), ED_BUILD_GOOD);
    CHECK_TEXT(build.offer, "");
    CHECK(ed_build_start(&build, command, "", true, &error));
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_TEXT(build.offer, "a/b.so");
    CHECK_EQ(build.weight, 0);
}

TEST(a_build_that_prints_without_end_is_read_and_does_not_wait)
{
    ed_Error error = { .code = ED_OK };
    CHECK_EQ(run("head -c 1000000 /dev/zero; echo; echo 'a.c:1:2: error: at last'; exit 1"),
             ED_BUILD_FAILED);
    CHECK_TEXT(place, "a.c:1:2");
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
    CHECK_EQ(build.pid, 0);
}

/// True where a process of the group has not ended; one that nobody waits for has.
static bool writes(pid_t group)
{
    char command[64];
    snprintf(command, sizeof command, "ps -eo pgid,stat | grep -q '^ *%d [^Z]'", group);
    return system(command) == 0;
}

TEST(a_stopped_build_is_over_when_nothing_of_it_is_left)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build, "sh -c \"trap '' TERM; echo deaf; exec sleep 30 >/dev/null 2>&1\""
                         " & sleep 30", "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    pid_t group = build.pid;
    ed_build_stop(&build);
    ed_BuildEnd end;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    CHECK_EQ(end, ED_BUILD_STOPPED);
    CHECK(!writes(group));
}

TEST(a_stopped_build_may_tidy_up)
{
    ed_Error error = { .code = ED_OK };
    CHECK(ed_build_start(&build, "sh -c \"trap 'sleep 0.05; echo tidy; exit' TERM; echo up; "
                         "sleep 30 & wait\" & sleep 30", "", false, &error));
    while (!build.output_size && ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    ed_build_stop(&build);
    while (ed_build_poll(&build) == ED_BUILD_RUNS) usleep(500);
    CHECK_HAS(build.output, "tidy");
}
