#include "runtime/debug/crash_files.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "gen/schema.gen.h"

static char folder[64], before[512], words[512];
static time_t now;      // at the start of the test

/// Changes to the folder. If an earlier test saved a start folder, crash files would go there, so
/// this function saves the new one.
static bool go(const char *path)
{
    if (chdir(path) != 0) return false;
    if (*ed_start_folder()) ed_start_folder_save();
    return true;
}

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    now = time(NULL);
    return getcwd(before, sizeof before) && mkdtemp(folder) && go(folder);
}

static void end(void)
{
    char command[128];
    CHECK(go(before));
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

/// Writes a file that is dated so many seconds before the start of the test.
static bool leave(const char *name, const char *text, long seconds)
{
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = now - seconds } };
    FILE *file = fopen(name, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0
        && utimensat(AT_FDCWD, name, times, 0) == 0;
}

static const char *newest(void)
{
    ed_Text out = ed_text_over(words, sizeof words);
    ed_crash_newest(&out);
    return words;
}

static const char *resumed(void)
{
    ed_Text out = ed_text_over(words, sizeof words);
    ed_crash_describe_resumed(&out);
    return words;
}

static const char *command(const char *module)
{
    ed_Text out = ed_text_over(words, sizeof words);
    ed_crash_command("crash-1.state", module, &out);
    return words;
}

TEST(the_command_that_resumes_a_game_can_be_pasted_into_a_shell)
{
    CHECK_TEXT(command("build/game.so"), "eddie --state crash-1.state");
    CHECK_TEXT(command("other/game.so"), "eddie --state crash-1.state other/game.so");
    CHECK_TEXT(command("it's mine/game.so"), "eddie --state crash-1.state 'it'\\''s mine/game.so'");
}

TEST(the_newest_crash_file_of_the_last_hour_is_offered_until_it_is_resumed)
{
    CHECK(begin());
    CHECK_TEXT(newest(), "");
    CHECK(leave("crash-1.state", "", 4000));
    CHECK_TEXT(newest(), "");
    CHECK(leave("crash-2.state", "", 60) && leave("crash-3.state", "", 120));
    CHECK_TEXT(newest(), "crash-2.state");
    ed_crash_mark_resumed("other.state");
    CHECK_TEXT(newest(), "crash-2.state");
    ed_crash_mark_resumed("crash-2.state");
    CHECK_TEXT(newest(), "crash-3.state");
    ed_crash_mark_recovered("crash-3.state");
    CHECK_TEXT(newest(), "");
    CHECK(leave("crash-8.state", "", 10));
    CHECK_TEXT(newest(), "crash-8.state");
    end();
}

static time_t time_of(const char *name)
{
    struct stat info;
    return stat(name, &info) == 0 ? info.st_mtime : 0;
}

TEST(a_crash_file_that_is_resumed_is_dated_two_hours_back)
{
    char name[64];
    CHECK(begin());
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        snprintf(name, sizeof name, "crash-%u.state", i);
        CHECK(leave(name, "", 10));
        CHECK_TEXT(newest(), name);
        ed_crash_mark_resumed(name);
        CHECK_TEXT(newest(), "");
        CHECK(time_of(name) >= now - 7200 && time_of(name) <= time(NULL) - 7200);
    }
    CHECK(leave("slot-1.state", "", 10));
    ed_crash_mark_resumed("slot-1.state");
    CHECK_EQ(time_of("slot-1.state"), now - 10);      // any other file stays as it is
    end();
}

TEST(a_long_cause_of_a_crash_is_cut)
{
    char text[400] = "";
    CHECK(begin());
    memset(text, 'x', sizeof text - 1);
    int files = open_files();
    CHECK(leave("crash-1.txt", text, 10));
    CHECK_EQ(strspn(resumed(), "x"), 319);
    CHECK_HAS(words, "x, 1");
    CHECK_EQ(open_files(), files);
    end();
}

TEST(a_resumed_crash_is_described_by_its_report)
{
    CHECK(begin());
    CHECK_TEXT(resumed(), "");
    CHECK(leave("crash-4.txt", "division by zero, in update; and more\nat: game/a.c:3\n", 125));
    CHECK_TEXT(resumed(), "division by zero, in update, 2 min ago; crash-4.state was removed");
    CHECK(leave("crash-4.state", "", 8000));
    CHECK_TEXT(resumed(),
               "division by zero, in update, 2 min ago; the game continued, and its state is still "
               "in crash-4.state");
    end();
}

// --- saving --------------------------------------------------------------------------------------

static void nothing(ed_Host *host) { (void)host; }

static bool take_checkpoint(ed_Checkpoint *checkpoint, u64 frame)
{
    static ed_Run run;
    static ed_Module module;
    ed_Error error = { .code = ED_OK };
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .schema = &eddie_schema,
                          .update = nothing,
                          .render = nothing,
                          .pack = ed_snapshot_write,
                          .unpack = ed_snapshot_read };
    bool good = ed_run_open(&run, &module, 5, &error);
    run.host.tick = frame;
    good = good && ed_checkpoint_take(checkpoint, &run, 1);
    ed_run_close(&run);
    return good;
}

TEST(a_crash_takes_the_first_free_number_and_then_that_of_the_oldest)
{
    static ed_Checkpoint checkpoint;
    char name[64], saved[64];
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    for (u32 i = 1; i <= ED_CRASH_FILES + 1; i++) {
        ed_Error error = { .code = ED_OK };
        ed_Text out = ed_text_over(saved, sizeof saved);
        CHECK(ed_crash_save(&checkpoint, &fault, "game.so", "it ended", &out, &error));
        snprintf(name, sizeof name, "crash-%u.state", i > ED_CRASH_FILES ? 3 : i);
        CHECK_TEXT(saved, name);
        struct timespec old[2] = { { .tv_nsec = UTIME_OMIT },
                                   { .tv_sec = time(NULL) - (i == 3 ? 2000 : 1000 + i) } };
        CHECK(utimensat(AT_FDCWD, saved, old, 0) == 0);
    }
    ed_checkpoint_close(&checkpoint);
    end();
}

TEST(a_crash_skips_a_number_that_a_folder_has)
{
    static ed_Checkpoint checkpoint;
    char name[64];
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    for (u32 i = 2; i <= ED_CRASH_FILES; i++) {
        snprintf(name, sizeof name, "crash-%u.state", i);
        CHECK(leave(name, "", i == 5 ? 90 : 30));
    }
    const struct timespec old[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1000 } };
    CHECK(mkdir("crash-1.state", 0777) == 0 && utimensat(AT_FDCWD, "crash-1.state", old, 0) == 0);
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(ed_crash_save(&checkpoint, &fault, "game.so", "it ended", &out, &error));
    CHECK_TEXT(words, "crash-5.state");
    ed_checkpoint_close(&checkpoint);
    end();
}

TEST(a_game_without_a_checkpoint_leaves_no_crash_file)
{
    static const ed_Checkpoint none;
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    ed_Error error = { .code = ED_OK };
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(begin());
    CHECK(!ed_crash_save(&none, &fault, "game.so", "it ended", &out, &error));
    CHECK_TEXT(error.text, "no complete state was saved yet");
    CHECK_TEXT(newest(), "");
    end();
}

static const char *text_of(const char *path)
{
    static char text[2048];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = 0;
    if (file) fclose(file);
    return text;
}

TEST(a_report_beside_the_state_has_the_reason_and_how_to_resume)
{
    static ed_Checkpoint checkpoint;
    const ed_Fault fault = { .kind = ED_FAULT_NONE, .module = "/tmp/copy.so" };
    ed_Error error = { .code = ED_OK };
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    CHECK(ed_crash_save(&checkpoint, &fault, "my game.so", "it ended; later", &out, &error));
    CHECK_TEXT(text_of("crash-1.txt"), "it ended; later\nmodule: my game.so, loaded as "
                                       "/tmp/copy.so\nframe: 12\nresume it with: eddie --state "
                                       "crash-1.state 'my game.so'\n");
    CHECK_TEXT(resumed(),
               "it ended, just now; the game continued, and its state is still in crash-1.state");
    ed_checkpoint_close(&checkpoint);
    end();
}

TEST(a_name_in_a_report_cannot_look_like_a_line_of_its_own)
{
    static ed_Checkpoint checkpoint;
    const ed_Fault fault = { .kind = ED_FAULT_NONE, .module = "/tmp/\nat: b.c:1" };
    ed_Error error = { .code = ED_OK };
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    CHECK(ed_crash_save(&checkpoint, &fault, "a\033\nframe: 7", "it\nended", &out, &error));
    CHECK_TEXT(text_of("crash-1.txt"), "it?ended\nmodule: a??frame: 7, loaded as "
                                       "/tmp/?at: b.c:1\nframe: 12\nresume it with: eddie --state "
                                       "crash-1.state 'a??frame: 7'\n");
    ed_checkpoint_close(&checkpoint);
    end();
}

/// Writes the bytes to a buffer of the checkpoint.
static ed_CheckpointState put_bytes(const ed_Checkpoint *checkpoint, u32 buffer, const void *bytes,
                                    size_t size)
{
    memcpy(checkpoint->buffers[buffer].at, bytes, size);
    return (ed_CheckpointState){ .buffer = buffer, .size = size };
}

TEST(the_best_checkpoint_that_is_complete_is_saved)
{
    static ed_Checkpoint checkpoint, other;
    static char damaged[1 << 16], saved[sizeof damaged];
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 4) && take_checkpoint(&other, 9));
    const ed_CheckpointState last = checkpoint.last, none = { .size = 0 };
    ed_Span bytes = ed_checkpoint_bytes(&checkpoint, &last),
            others = ed_checkpoint_bytes(&other, &other.last);
    CHECK(last.buffer == 0 && last.size < sizeof damaged);
    memcpy(damaged, bytes.at, last.size);
    damaged[last.size / 2] ^= 1;
    const ed_CheckpointState bad = put_bytes(&checkpoint, 1, damaged, last.size),
                             proved = put_bytes(&checkpoint, 2, others.at, others.size);
    const struct {
        ed_CheckpointState proved, last, saved;
        const char *frame;
    } cases[] = {
        { none, last, last, "\nframe: 4\n" },
        { bad, last, last, "\nframe: 4\n" },
        { proved, last, proved, "\nframe: 9\n" },
        { proved, bad, proved, "\nframe: 9\n" },
        { none, bad, none, NULL },
        { bad, bad, none, NULL },
    };
    u32 open = failing_open();
    int files = open_files();
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char report[64];
        ed_Error error = { .code = ED_OK };
        ed_Text out = ed_text_over(words, sizeof words);
        checkpoint.proved = cases[i].proved;
        checkpoint.last = cases[i].last;
        bool good = ed_crash_save(&checkpoint, &fault, "game.so", "it ended", &out, &error);
        CHECK_EQ(good, cases[i].frame != NULL);
        if (!good) continue;
        FILE *file = fopen(words, "r");
        size_t size = file ? fread(saved, 1, sizeof saved, file) : 0;
        if (file) fclose(file);
        CHECK_EQ(size, cases[i].saved.size);
        CHECK(memcmp(saved, ed_checkpoint_bytes(&checkpoint, &cases[i].saved).at, size) == 0);
        snprintf(report, sizeof report, "crash-%u.txt", i + 1);
        CHECK_HAS(text_of(report), cases[i].frame);
    }
    CHECK_EQ(failing_open(), open);
    CHECK_EQ(open_files(), files);
    ed_checkpoint_close(&checkpoint);
    ed_checkpoint_close(&other);
    end();
}

TEST(a_crash_that_cannot_be_saved_leaves_no_report)
{
    static ed_Checkpoint checkpoint;
    char name[64];
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    ed_Error error = { .code = ED_OK };
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        snprintf(name, sizeof name, "crash-%u.state", i);
        CHECK(mkdir(name, 0777) == 0);
    }
    CHECK(!ed_crash_save(&checkpoint, &fault, "game.so", "it ended", &out, &error));
    CHECK_HAS(error.text, "crash-1.state");
    CHECK_TEXT(words, "");
    CHECK(access("crash-1.txt", F_OK) != 0);
    ed_checkpoint_close(&checkpoint);
    end();
}

TEST(of_crash_files_of_the_same_age_the_one_with_the_lowest_number_counts)
{
    static ed_Checkpoint checkpoint;
    char name[64];
    const ed_Fault fault = { .kind = ED_FAULT_NONE };
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(take_checkpoint(&checkpoint, 12));
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        snprintf(name, sizeof name, "crash-%u.state", i);
        CHECK(leave(name, "", 30));
    }
    CHECK_TEXT(newest(), "crash-1.state");
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(ed_crash_save(&checkpoint, &fault, "game.so", "it ended", &out, &error));
    CHECK_TEXT(words, "crash-1.state");
    ed_checkpoint_close(&checkpoint);
    end();
}

TEST(states_of_the_last_hour_are_offered)
{
    CHECK(begin());
    CHECK(leave("crash-1.state", "", 3590));
    CHECK_TEXT(newest(), "crash-1.state");
    CHECK(leave("crash-1.state", "", 3610));
    CHECK_TEXT(newest(), "");
    CHECK(leave("crash-9.state", "", 10));      // there are no more than eight
    CHECK_TEXT(newest(), "");
    end();
}
