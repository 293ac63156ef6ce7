#include "runtime/debug/recorder.h"
#include "runtime/debug/recording.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "gen/schema.gen.h"

static ed_Run run;
static ed_Recorder record;
static ed_Error error;
static char path[64];

static void nothing(ed_Host *host) { (void)host; }

/// Starts a game and its recording to a new file.
static bool begin(void)
{
    static const ed_Module module = { .abi = ED_ABI,
                                      .game = "unit",
                                      .title = "Unit",
                                      .schema = &eddie_schema,
                                      .update = nothing,
                                      .render = nothing,
                                      .pack = ed_snapshot_write,
                                      .unpack = ed_snapshot_read };
    error = (ed_Error){ .code = ED_OK };
    snprintf(path, sizeof path, "/tmp/eddie-recorder-%d", (int)getpid());
    unlink(path);
    return ed_run_open(&run, &module, 5, &error) && ed_recorder_start(&record, &run, path, &error);
}

/// Closes the game, and reads what was recorded.
static bool read_back(ed_Recording *recording)
{
    static u8 bytes[1 << 16];
    ed_run_close(&run);
    ed_recorder_close(&record);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    unlink(path);
    return ed_recording_open(recording, bytes, size, &error);
}

TEST(a_recording_that_is_cut_off_was_sealed_every_second)
{
    ed_Recording recording;
    struct stat info;
    const ed_Input none = { .mouse_x = 0 };
    CHECK(begin());
    for (u32 i = 0; i < 2; i++) ed_recorder_note(&record, &run, NULL, false);
    size_t used = record.item.used;      // by one input
    for (u32 i = 2; i < 130; i++) ed_recorder_note(&record, &run, NULL, false);
    CHECK_EQ(record.item.used, used);
    CHECK(record.on && stat(path, &info) == 0);
    CHECK_EQ(record.updates, 130);
    CHECK_EQ(record.bytes, info.st_size);
    CHECK(read_back(&recording));
    CHECK(!record.on);
    CHECK_EQ(recording.seed, 5);
    CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_STATE);
    for (u32 i = 0; i < 130; i++) {
        CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_INPUT);
        CHECK(memcmp(&recording.input, &none, sizeof none) == 0);
        CHECK_EQ(recording.sealed, i / 60 * 60);
    }
    CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_TRUNCATED);
    CHECK_EQ(recording.sealed, 120);
}

TEST(after_a_jump_the_state_and_the_whole_input_are_recorded)
{
    ed_Recording recording;
    const ed_Input held = { .key_down = { [ED_KEY_A] = true }, .mouse_x = 3 };
    CHECK(begin());
    int file = (int)record.file;
    for (u32 i = 0; i < 4; i++) ed_recorder_note(&record, &run, &held, i == 2);
    CHECK(ed_recorder_stop(&record, &error));
    CHECK(!record.on && fcntl(file, F_GETFD) < 0);
    CHECK(read_back(&recording));
    for (u32 i = 0; i < 4; i++) {
        if (i % 2 == 0) CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_STATE);
        CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_INPUT);
        CHECK(memcmp(&recording.input, &held, sizeof held) == 0);
    }
    CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_LAST);
    CHECK_EQ(recording.sealed, 4);
}

TEST(a_recording_is_an_ordinary_file)
{
    ed_Recording recording;
    struct stat info;
    mode_t mask = umask(026);
    bool good = begin();
    umask(mask);
    CHECK(good && stat(path, &info) == 0);
    CHECK_EQ(info.st_mode & 07777, 0640);
    ed_recorder_note(&record, &run, NULL, false);
    CHECK(ed_recorder_stop(&record, &error));
    CHECK(!ed_recorder_stop(&record, &error));
    CHECK_TEXT(error.text, "nothing is being recorded");
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_recorder_start(&record, &run, path, &error));      // over the first one
    CHECK(ed_recorder_stop(&record, &error));
    CHECK(stat(path, &info) == 0);
    CHECK_EQ(info.st_size, record.bytes);
    CHECK(read_back(&recording));
    CHECK_EQ(ed_recording_next(&recording, &error), ED_RECORDING_LAST);
}

TEST(a_path_that_is_too_long_or_not_a_file_is_refused)
{
    ed_Recorder other = { .on = false };
    static char name[ED_RECORDER_PATH_MAX + 1];
    CHECK(begin());
    CHECK(!ed_recorder_start(&record, &run, "/tmp/eddie-other", &error));
    CHECK_HAS(error.text, " is being recorded: stop that first");
    memset(name, 'n', sizeof name - 1);
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_recorder_start(&other, &run, name, &error));
    CHECK_TEXT(error.text, "the path is longer than 1023 bytes");
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_recorder_start(&other, &run, "/dev/null", &error));
    CHECK_HAS(error.text, "/dev/null: ");
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_recorder_start(&other, &run, "/nowhere/a", &error));
    CHECK_HAS(error.text, "/nowhere/a: No such file or directory: ");
    CHECK(!other.on);
    ed_recorder_close(&other);
    ed_recorder_close(&record);
    ed_run_close(&run);
    unlink(path);
}

TEST(a_recording_that_cannot_be_synced_is_an_error)
{
    int ends[2];
    CHECK(begin());
    ed_recorder_note(&record, &run, NULL, false);
    CHECK(pipe(ends) == 0 && dup2(ends[1], (int)record.file) >= 0);
    CHECK(!ed_recorder_stop(&record, &error));
    CHECK_HAS(error.text, path);
    CHECK_HAS(error.text, ": Invalid argument");
    CHECK(!record.on);
    close(ends[0]);
    close(ends[1]);
    ed_recorder_close(&record);
    ed_run_close(&run);
    unlink(path);
}
