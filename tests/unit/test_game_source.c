#include "runtime/debug/game_source.h"
#include "runtime/debug/crash_files.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/swap.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char before[4096], words[512];
static ed_Checkpoint checkpoint;
static ed_Fault fault;
static ed_GameSourceConfig config;
static ed_GameSource *source;
static ed_LiveEvent event;
static ed_Error error;

/// Makes a folder with a game that does not fail, for a source whose checkpoints and fault are in
/// memory that the test owns, as with a supervisor. Changes to the folder.
static bool begin(void)
{
    error = (ed_Error){ .code = ED_OK };
    fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    if (!swap_begin_folder() || !getcwd(before, sizeof before) || chdir(swap_folder) != 0)
        return false;
    const ed_LiveConfig live_config = swap_config(true);
    config = (ed_GameSourceConfig){ .module_path = live_config.module_path,
                                    .build_command = live_config.build_command,
                                    .seed = 7,
                                    .checkpoint = &checkpoint,
                                    .fault = &fault };
    return ed_checkpoint_open(&checkpoint, &error);
}

static void end(void)
{
    ed_checkpoint_close(&checkpoint);
    CHECK(chdir(before) == 0);
    ed_start_folder_save();
    swap_end_folder();
}

static bool opened(void)
{
    source = ed_source_open(test_arena(), &config, &error);
    if (!source) printf("%s\n", error.text);
    return source;
}

/// Runs updates until the code fails, and takes a checkpoint before each.
static void play(u32 updates)
{
    ed_Run *run = ed_source_run(source);
    for (u32 i = 0; i < updates && !run->failed_phase; i++) {
        checkpoint.due_ns = 0;
        ed_source_poll_safety(source, &event);
        ed_run_update(run, NULL);
    }
}

/// Builds, and returns the event that reports the result.
static ed_LiveKind reload(void)
{
    ed_source_build(source);
    for (u32 i = 0; i < 20000; i++) {
        if (ed_source_poll(source, &event) && event.kind != ED_LIVE_BUILDING) return event.kind;
        ed_source_sleep(source, 1);
    }
    return ED_LIVE_NOTHING;
}

/// The crash state that the next start offers.
static const char *offered(void)
{
    ed_Text out = ed_text_over(words, sizeof words);
    ed_source_crash_state(&out);
    return words;
}

// --- sources -------------------------------------------------------------------------------------

static const char *description(void)
{
    ed_Text out = ed_text_over(words, sizeof words);
    if (!opened()) return "cannot be opened";
    ed_source_describe(source, &out);
    ed_source_close(source);
    size_t size = strlen(config.module_path);
    return strncmp(words, config.module_path, size) == 0 ? words + size : words;
}

TEST(the_folders_schema_and_game_are_watched_if_they_exist)
{
    CHECK(begin());
    config.checkpoint = NULL;
    config.fault = NULL;
    config.watching = true;
    CHECK_TEXT(description(), ", watching off");
    CHECK(mkdir("game", 0777) == 0 && swap_write("schema", "", 0));      // schema is a file
    CHECK_TEXT(description(), ", watching game/");
    CHECK(unlink("schema") == 0 && mkdir("schema", 0777) == 0);
    CHECK_TEXT(description(), ", watching schema/ and game/");
    CHECK(rmdir("game") == 0);
    CHECK_TEXT(description(), ", watching schema/");
    config.watching = false;
    CHECK_TEXT(description(), ", watching off");
    end();
}

TEST(the_folders_that_build_cfg_names_are_watched)
{
    static const char settings[] = "sources = src ../none ../other\nschema = def\n";
    CHECK(begin());
    ed_start_folder_save();
    config.checkpoint = NULL;
    config.fault = NULL;
    config.watching = true;
    CHECK(mkdir("game", 0777) == 0 && mkdir("src", 0777) == 0 && mkdir("def", 0777) == 0);
    CHECK(swap_write("build.cfg", settings, sizeof settings - 1));
    CHECK_TEXT(description(), ", watching def/ and src/");
    CHECK(swap_write("build.cfg", "sources = src\nwrong\n", 20));
    CHECK_TEXT(description(), ", watching game/");
    end();
}

TEST(folders_beyond_the_limit_are_counted_in_the_description)
{
    char settings[256] = "schema = none\nsources =", name[16];
    CHECK(begin());
    ed_start_folder_save();
    config.checkpoint = NULL;
    config.fault = NULL;
    config.watching = true;
    for (u32 i = 0; i < ED_LIVE_FOLDERS_MAX + 2; i++) {
        snprintf(name, sizeof name, " s%u", i);
        CHECK(mkdir(name + 1, 0777) == 0);
        strcat(settings, name);
        CHECK(swap_write("build.cfg", settings, strlen(settings)));
        if (i + 1 == ED_LIVE_FOLDERS_MAX) CHECK_HAS(description(), " and s14/ and s15/");
        if (i + 1 == ED_LIVE_FOLDERS_MAX) CHECK(!strstr(description(), "limit"));
    }
    CHECK_HAS(description(), " and s15/; not watching the other 2: the limit is 16 folders");
    end();
}

TEST(a_system_without_events_is_named_in_the_description)
{
    struct rlimit limit;
    CHECK(begin());
    config.checkpoint = NULL;
    config.fault = NULL;
    config.watching = true;
    CHECK(mkdir("game", 0777) == 0 && opened() && getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const struct rlimit none = { .rlim_cur = 0, .rlim_max = limit.rlim_max };
    ed_Text out = ed_text_over(words, sizeof words);
    CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    ed_source_describe(source, &out);
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK_HAS(words, "; the system reports no changes here, so saves are found by polling");
    ed_source_close(source);
    end();
}

// --- crashes -------------------------------------------------------------------------------------

TEST(each_crash_is_saved_once_and_offered_until_fixed_code_runs)
{
    CHECK(begin());
    CHECK(swap_put_failing("game.so", NOW, FAULT_SEGV, PHASE_UPDATE, 4) && opened());
    play(10);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_EQ(event.kind, ED_LIVE_PAUSED);
    CHECK_HAS(event.line, "null-pointer dereference, in update");
    CHECK_HAS(event.line, ": fix and save to resume (saved: crash-1.state)");
    CHECK_TEXT(offered(), "crash-1.state");
    CHECK(!ed_source_poll_safety(source, &event));
    CHECK(swap_put_failing("new.so", NOW, FAULT_ABORT, PHASE_UPDATE, 20));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_TEXT(offered(), "");
    play(30);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_HAS(event.line, "abort was called, or an assert failed, in update");
    CHECK_HAS(event.line, " (saved: crash-2.state)");
    // A new game is no fix, so the crash can still be resumed.
    CHECK(ed_run_restart(ed_source_run(source), 7, &error));
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_TEXT(offered(), "crash-2.state");
    CHECK(access("crash-3.state", F_OK) != 0);
    ed_source_close(source);
    end();
}

TEST(without_a_supervisor_a_crash_is_not_saved)
{
    CHECK(begin());
    config.checkpoint = NULL;
    config.fault = NULL;
    CHECK(swap_put_failing("game.so", NOW, FAULT_SEGV, PHASE_UPDATE, 4) && opened());
    play(10);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_EQ(event.kind, ED_LIVE_PAUSED);
    CHECK(!strstr(event.line, "saved: "));
    CHECK_TEXT(offered(), "");
    ed_source_close(source);
    end();
}

TEST(a_crash_that_cannot_be_saved_is_reported_with_the_reason)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 1; i <= ED_CRASH_FILES; i++) {
        snprintf(name, sizeof name, "crash-%u.state", i);
        CHECK(mkdir(name, 0777) == 0);
    }
    CHECK(swap_put_failing("game.so", NOW, FAULT_SEGV, PHASE_UPDATE, 4) && opened());
    play(10);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_HAS(event.line, ": fix and save to resume (not saved: crash-1.state: ");
    ed_source_close(source);
    end();
}

TEST(a_return_to_the_previous_build_resumes_a_crash)
{
    CHECK(begin());
    CHECK(opened());
    CHECK(!ed_source_has_previous_build(source));
    CHECK(!ed_source_use_previous_build(source, &event, &error));
    CHECK_TEXT(error.text, "there is no previous build");
    play(2);
    CHECK(swap_put_failing("new.so", NEXT, FAULT_SEGV, PHASE_UPDATE, 8));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK(ed_source_has_previous_build(source));
    play(20);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_TEXT(offered(), "crash-1.state");
    CHECK(ed_source_use_previous_build(source, &event, &error));
    CHECK_EQ(event.kind, ED_LIVE_RELOADED);
    CHECK_HAS(event.line, "back to the previous build");
    CHECK_TEXT(offered(), "");
    ed_source_close(source);
    end();
}

TEST(a_rewound_game_has_a_checkpoint_at_once)
{
    CHECK(begin());
    CHECK(opened());
    play(3);
    checkpoint.due_ns = UINT64_MAX;
    ed_run_update(ed_source_run(source), NULL);
    ed_source_restart_checkpoints(source);
    CHECK_EQ(checkpoint.last.frame, 4);
    ed_source_close(source);
    end();
}

// --- a game that continues after its process ended -----------------------------------------------

/// Ends a first process after five updates, and leaves a crash file as its supervisor does.
static bool play_before(void)
{
    if (!opened()) return false;
    play(5);
    ed_source_close(source);
    return swap_write("crash-1.state", "", 0);
}

TEST(a_game_that_continues_leaves_no_crash_to_resume)
{
    CHECK(begin());
    CHECK(swap_put_failing("game.so", NOW, FAULT_SEGV, PHASE_UPDATE, 9) && play_before());
    CHECK(opened());
    CHECK_EQ(ed_source_run(source)->host.tick, 3);      // of the proved checkpoint
    CHECK_TEXT(offered(), "");
    play(10);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_HAS(event.line, " (saved: crash-2.state)");
    ed_source_close(source);
    end();
}

TEST(a_game_that_continues_paused_is_saved_once_and_offered_until_it_is_fixed)
{
    CHECK(begin());
    CHECK(play_before());
    fault = (ed_Fault){ .kind = ED_FAULT_EXIT, .phase = ED_PHASE_UPDATE };
    config.start_paused = true;
    CHECK(opened());
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_EQ(event.kind, ED_LIVE_PAUSED);
    CHECK(!strstr(event.line, "saved: "));
    CHECK_TEXT(offered(), "crash-1.state");
    CHECK(swap_put_failing("new.so", NOW, FAULT_SEGV, PHASE_UPDATE, 12));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_TEXT(offered(), "");
    play(20);
    CHECK(ed_source_poll_safety(source, &event));
    CHECK_HAS(event.line, " (saved: crash-2.state)");
    ed_source_close(source);
    end();
}

TEST(starting_a_new_game_keeps_the_file_of_an_earlier_crash)
{
    CHECK(begin());
    CHECK(swap_write("crash-1.state", "", 0) && opened());
    CHECK_TEXT(offered(), "crash-1.state");
    CHECK(swap_put("new.so", NOW));
    CHECK_EQ(reload(), ED_LIVE_RELOADED);
    CHECK_TEXT(offered(), "crash-1.state");
    ed_source_close(source);
    end();
}
