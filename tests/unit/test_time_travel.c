#include "runtime/debug/recording.h"
#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/played.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

TEST(later_moments_are_discarded_after_a_rewind)
{
    CHECK(played_begin(8 << 20));
    played_advance(60);
    CHECK(ed_time_back(&played_time, &played, 40, &played_error));
    played_advance(5);
    CHECK_EQ(played.host.tick, 25);
    CHECK_EQ(ed_time_length(&played_time), 25);
    ed_Span now = played_packed();
    played_advance(1);
    CHECK(ed_time_back(&played_time, &played, 1, &played_error));
    CHECK(played_same(played_packed(), now));
    played_end();
}

TEST(a_rewind_to_a_later_frame_keeps_a_value_that_was_set)
{
    CHECK(played_begin(8 << 20));
    played_advance(10);
    played_advance_unkept(10);
    played_game()->whole.g = 99;
    ed_time_changed(&played_time, false);
    played_advance(10);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK_EQ(played_game()->whole.g, 99);
    CHECK_EQ(played.host.tick, 25);
    CHECK(ed_time_back(&played_time, &played, 10, &played_error));
    CHECK_EQ(played_game()->whole.g, 0);
    CHECK_EQ(played.host.tick, 15);
    CHECK(!played_time.timeline.drifts);
    played_end();
}

TEST(a_value_that_was_set_right_after_a_rewind_stays_in_the_current_timeline)
{
    CHECK(played_begin(8 << 20));
    played_advance(10);
    CHECK(ed_time_back(&played_time, &played, 10, &played_error));
    ed_time_continue(&played_time, &played);
    CHECK_EQ(played_time.timeline.kept_count, 1);      // the state of this moment
    played_game()->whole.g = 99;
    ed_time_changed(&played_time, false);
    CHECK(ed_time_back(&played_time, &played, 0, &played_error));
    CHECK_EQ(played_game()->whole.g, 99);
    played_end();
}

TEST(the_game_continues_from_a_restored_moment_without_a_jump)
{
    CHECK(played_begin(8 << 20));
    played_advance_unkept(20);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(!ed_time_continue(&played_time, &played));
    CHECK_EQ(played_time.timeline.kept_count, 1);
    played_advance_unkept(1);
    CHECK_EQ(played_time.timeline.kept_count, 1);
    played_end();
}

TEST(a_new_frame_number_between_two_updates_is_noticed)
{
    CHECK(played_begin(8 << 20));
    played_keep_at(10);
    CHECK(ed_run_restart(&played, 1, &played_error));
    played_game()->whole.g = 99;
    ed_Span wanted = played_packed();
    played_advance(5);
    CHECK(ed_time_back(&played_time, &played, 5, &played_error));
    CHECK(played_same(played_packed(), wanted));
    CHECK(!played_time.timeline.drifts);
    played_end();
}

TEST(values_that_do_not_fit_after_a_rewind_are_reported)
{
    static ed_ReportRow row;
    CHECK(played_begin(8 << 20));
    played_advance(10);
    for (u32 i = 0; i < 2; i++) {
        CHECK(ed_time_back(&played_time, &played, 2, &played_error));
        row.tally.rounded = i;
        played.restore_report = (ed_Report){ .rows = &row, .count = 1 };
        CHECK_EQ(ed_time_continue(&played_time, &played), i);
        CHECK_EQ(played.report.rows == &row, i);
        CHECK(!played_time.back && !ed_time_continue(&played_time, &played));
    }
    played.report = (ed_Report){ .arena = NULL };
    played_end();
}

TEST(a_load_while_the_game_is_rewound_discards_the_later_moments)
{
    CHECK(played_begin(8 << 20));
    played_advance(10);
    CHECK(ed_time_back(&played_time, &played, 4, &played_error));
    ed_time_changed(&played_time, true);
    CHECK_EQ(ed_time_length(&played_time), 6);
    CHECK(!played_time.back && played_time.changed);
    played_end();
}

TEST(the_moments_behind_are_counted_from_the_current_one)
{
    CHECK(played_begin(8 << 20));
    played_advance(90);
    CHECK_EQ(ed_time_left(&played_time), 90);
    CHECK(ed_time_back(&played_time, &played, 30, &played_error));
    CHECK_EQ(ed_time_left(&played_time), 60);
    CHECK(ed_seconds_from_updates(ed_time_left(&played_time) * ED_TICKS_PER_SECOND) == 60);
    played_end();
}

TEST(time_travel_that_is_closed_leaves_nothing_open)
{
    u32 open = failing_open();
    int files = open_files();
    CHECK(played_begin(8 << 20));
    const char path[] = "/tmp/eddie-test-closed";
    CHECK(ed_input_loop_start(&played_time.loop, &played, &played_error));
    CHECK(ed_recorder_start(&played_time.record, &played, path, &played_error));
    played_advance(3);
    played_end();
    unlink(path);
    CHECK_EQ(failing_open(), open);
    CHECK_EQ(open_files(), files);
    CHECK(!played_time.record.on && !played_time.timeline.on);
}

// --- on disk -------------------------------------------------------------------------------------

TEST(no_other_file_is_recorded_over)
{
    char path[] = "/tmp/eddie-test-XXXXXX";
    CHECK(played_begin(0));
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, "a letter to somebody", 20) == 20);
    int files = open_files();
    CHECK(!ed_recorder_start(&played_time.record, &played, path, &played_error));
    CHECK_HAS(played_error.text, "is not a recording");
    CHECK_EQ(open_files(), files);
    CHECK_EQ(lseek(file, 0, SEEK_END), 20);
    CHECK(ftruncate(file, 0) == 0);
    played_error.code = ED_OK;
    CHECK(ed_recorder_start(&played_time.record, &played, path, &played_error));
    played_advance(3);
    CHECK(ed_recorder_stop(&played_time.record, &played_error));
    CHECK_EQ(played_time.record.updates, 3);
    CHECK(ed_recorder_start(&played_time.record, &played, path,
                            &played_error));      // an existing recording may be replaced
    CHECK(!ed_recorder_start(&played_time.record, &played, "/tmp/another", &played_error));
    close(file);
    unlink(path);
    played_end();
}

TEST(a_recording_that_cannot_begin_is_refused_and_recording_stays_off)
{
    static char path[8000];
    CHECK(played_begin(0));
    memset(path, 'n', sizeof path - 1);
    CHECK(!ed_recorder_start(&played_time.record, &played, path, &played_error));
    CHECK_HAS(played_error.text, "the path is longer than ");
    CHECK(!played_time.record.on);
    for (u64 at = 1; at <= 3; at++) {      // its two arenas, and what is written
        failing_begin(at, true);
        bool good =
            ed_recorder_start(&played_time.record, &played, "/tmp/eddie-test-begin", &played_error);
        CHECK(failing_end() && !good);
        CHECK(!played_time.record.on);
        CHECK(!ed_recorder_stop(&played_time.record, &played_error));
    }
    unlink("/tmp/eddie-test-begin");
    played_end();
}

TEST(a_full_disk_ends_a_recording_and_not_the_game)
{
    CHECK(played_begin(0));
    CHECK(ed_recorder_start(&played_time.record, &played, "/tmp/eddie-test-full", &played_error));
    played_advance(3);
    int full = open("/dev/full", O_WRONLY);
    CHECK(full >= 0 && dup2(full, (int)played_time.record.file) >= 0);
    played_advance(3);
    CHECK(!played_time.record.on);
    CHECK_HAS(played_time.record.error.text, "No space left");
    CHECK_EQ(played.host.tick, 6);
    close(full);
    unlink("/tmp/eddie-test-full");
    played_end();
}

TEST(a_state_that_cannot_be_packed_ends_a_recording_and_not_the_game)
{
    CHECK(played_begin(0));
    CHECK(ed_recorder_start(&played_time.record, &played, "/tmp/eddie-test-fails", &played_error));
    played_advance(3);
    played_fails = true;
    ed_time_changed(&played_time, false);
    played_advance(3);
    CHECK(!played_time.record.on);
    CHECK_TEXT(played_time.record.error.text, "it does not fit");
    CHECK_EQ(played_time.record.updates, 3);
    CHECK_EQ(played.host.tick, 6);
    unlink("/tmp/eddie-test-fails");
    played_end();
}

/// The items of a recording: s for a state, i for an input, e for the end.
static const char *items_of(const char *path)
{
    static char items[64];
    static u8 bytes[1 << 20];
    ed_Recording recording;
    ed_RecordingItem item = ED_RECORDING_STATE;
    u32 count = 0;
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (!ed_recording_open(&recording, bytes, size, &played_error)) return played_error.text;
    while (item == ED_RECORDING_STATE || item == ED_RECORDING_INPUT) {
        item = ed_recording_next(&recording, &played_error);
        items[count++] = item == ED_RECORDING_STATE ? 's'
                       : item == ED_RECORDING_INPUT ? 'i'
                       : item == ED_RECORDING_LAST  ? 'e'
                                                    : '?';
    }
    items[count] = 0;
    return items;
}

TEST(a_recording_has_the_state_after_all_that_is_not_an_update)
{
    static ed_Module other;
    const char path[] = "/tmp/eddie-test-jumps";
    CHECK(played_begin(8 << 20));
    CHECK(ed_recorder_start(&played_time.record, &played, path, &played_error));
    played_advance(2);
    other = played_module;
    played.module = &other;
    played_advance(2);
    CHECK(ed_time_back(&played_time, &played, 1, &played_error));
    played_advance(2);
    CHECK(ed_run_restart(&played, 1, &played_error));
    played_advance(2);
    ed_time_changed(&played_time, false);
    played_advance(2);
    CHECK(ed_recorder_stop(&played_time.record, &played_error));
    CHECK_TEXT(items_of(path), "siisiisiisiisiie");
    unlink(path);
    played_end();
}
