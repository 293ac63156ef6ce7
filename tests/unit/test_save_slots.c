#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "gen/schema.gen.h"
#include "runtime/debug/save_slots.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/start_folder.h"

// --- a folder of its own, and states in it ------------------------------------------------------

static char before[4096], folder[64];
static ed_SaveSlots slots;
static ed_Error error;

static void enter(void)
{
    strcpy(folder, "/tmp/eddie-slots-XXXXXX");
    error = (ed_Error){ .code = ED_OK };
    bool there = getcwd(before, sizeof before) && mkdtemp(folder) && chdir(folder) == 0;
    if (!there) test_fail(__FILE__, __LINE__, "no folder: %s", folder);
    ed_start_folder_save();
}

static void leave(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    bool gone = chdir(before) == 0 && system(command) == 0;
    if (!gone) test_fail(__FILE__, __LINE__, "%s stays", folder);
    ed_start_folder_save();
}

static ed_Span state_of(const char *game, u64 frame)
{
    static ed_RootMemory blocks[8];
    ed_Writer w = test_writer();
    ed_State state = { .game = game, .frame = frame, .schema = &eddie_schema, .roots = blocks };
    for (u32 i = 0; i < eddie_schema.state_count; i++) {
        blocks[i].arena = test_arena();
        blocks[i].at = ed_state_init(eddie_schema.states[i], test_arena());
    }
    ed_snapshot_write(&w, &state);
    return (ed_Span){ w.bytes, w.size };
}

static void put(const char *path, const void *bytes, size_t size, long age)
{
    struct timespec now, times[2];
    ed_file_write_atomic(path, bytes, size, &error);
    clock_gettime(CLOCK_REALTIME, &now);
    times[0] = times[1] = (struct timespec){ now.tv_sec - age, 0 };
    utimensat(AT_FDCWD, path, times, 0);
}

static void put_state(const char *path, const char *game, u64 frame, long age)
{
    ed_arena_reset(test_arena());
    ed_Span bytes = state_of(game, frame);
    put(path, bytes.at, bytes.size, age);
}

static const ed_SaveSlot *read_slot(u32 i)
{
    ed_Arena scratch = { 0 };
    ed_arena_open(&scratch, "reading", ED_SAVE_SLOT_MEMORY_MAX, &error);
    ed_save_slots_read(&slots.at[i], "unit", &scratch);
    ed_arena_close(&scratch);
    return &slots.at[i];
}

static bool is_there(const char *path) { return access(path, F_OK) == 0; }

// --- what there is ------------------------------------------------------------------------------

TEST(there_are_nine_slots_in_an_empty_folder)
{
    enter();
    ed_save_slots_list(&slots, true);
    leave();
    CHECK_EQ(slots.count, 9);
    CHECK_EQ(slots.at[8].status, ED_SAVE_SLOT_EMPTY);
    CHECK_EQ(ed_save_slots_first(&slots, true), 0);
    CHECK_EQ(ed_save_slots_first(&slots, false), 0);
    CHECK_TEXT(slots.at[2].path, "slot-3.state");
    CHECK_TEXT(slots.at[2].name, "slot 3");
}

TEST(a_slot_has_its_frame_and_size)
{
    enter();
    put_state("slot-3.state", "unit", 812, 0);
    ed_save_slots_list(&slots, false);
    ed_SaveSlotStatus seen = slots.at[2].status;
    const ed_SaveSlot *slot = read_slot(2);
    struct stat st;
    bool known = stat("slot-3.state", &st) == 0;
    leave();
    CHECK(known && seen == ED_SAVE_SLOT_UNREAD);
    CHECK_EQ(slot->status, ED_SAVE_SLOT_GOOD);
    CHECK_EQ(slot->frame, 812);
    CHECK_EQ(slot->bytes, st.st_size);
    CHECK_TEXT(slot->why, "");
}

TEST(quick_saves_follow_the_slots_newest_first_and_can_only_be_loaded)
{
    enter();
    put_state("quick.state", "unit", 3, 10);
    put_state("quick-5.state", "unit", 2, 20);
    put_state("quick-2.state", "unit", 1, 30);
    put_state("quick-8.state", "unit", 1, 40);
    ed_save_slots_list(&slots, false);
    u32 without = slots.count;
    ed_save_slots_list(&slots, true);
    leave();
    CHECK_EQ(without, 9);
    CHECK_EQ(slots.count, 13);
    CHECK_TEXT(slots.at[9].path, "quick.state");
    CHECK_TEXT(slots.at[10].path, "quick-5.state");
    CHECK_TEXT(slots.at[11].name, "quick 2");
    CHECK_TEXT(slots.at[12].path, "quick-8.state");
}

TEST(a_state_of_another_game_says_which)
{
    enter();
    put_state("slot-1.state", "other", 5, 0);
    ed_save_slots_list(&slots, false);
    const ed_SaveSlot *slot = read_slot(0);
    leave();
    CHECK_EQ(slot->status, ED_SAVE_SLOT_FOREIGN);
    CHECK_TEXT(slot->why,
               "slot-1.state: the snapshot belongs to the game 'other', but this game is 'unit'");
}

TEST(the_long_name_of_another_game_is_cut)
{
    enter();
    put_state("slot-1.state", "a_game_with_a_name_of_more_than_48_characters_in_all", 5, 0);
    ed_save_slots_list(&slots, false);
    const ed_SaveSlot *slot = read_slot(0);
    leave();
    CHECK_HAS(slot->why, "game 'a_game_with_a_name_of_more_than_48_characters_in', but");
}

TEST(a_slot_may_be_a_link_to_a_state)
{
    enter();
    put_state("mine.state", "unit", 812, 0);
    bool made = symlink("mine.state", "slot-1.state") == 0;
    ed_save_slots_list(&slots, false);
    const ed_SaveSlot *slot = read_slot(0);
    leave();
    CHECK(made);
    CHECK_EQ(slot->status, ED_SAVE_SLOT_GOOD);
    CHECK_EQ(slot->frame, 812);
}

TEST(reading_one_slot_after_another_takes_no_more_memory)
{
    ed_Arena scratch;
    enter();
    put_state("slot-1.state", "unit", 1, 0);
    put_state("slot-2.state", "unit", 1, 0);
    ed_save_slots_list(&slots, false);
    bool good = ed_arena_open(&scratch, "reading", ED_SAVE_SLOT_MEMORY_MAX, &error);
    ed_save_slots_read(&slots.at[0], "unit", &scratch);
    size_t used = scratch.used;
    ed_save_slots_read(&slots.at[1], "unit", &scratch);
    leave();
    CHECK(good && slots.at[1].status == ED_SAVE_SLOT_GOOD);
    CHECK_EQ(scratch.used, used);
    ed_arena_close(&scratch);
}

TEST(a_slot_that_was_altered_or_is_not_a_snapshot_is_damaged)
{
    enter();
    ed_Span bytes = state_of("unit", 5);
    ((u8 *)(uintptr_t)bytes.at)[bytes.size / 2] ^= 1;
    put("slot-1.state", bytes.at, bytes.size, 0);
    put("slot-2.state", "hello", 5, 0);
    put("slot-3.state", "", 0, 0);
    bool made = mkdir("slot-4.state", 0700) == 0 && symlink("nowhere", "slot-5.state") == 0;
    ed_save_slots_list(&slots, false);
    for (u32 i = 0; i < 5; i++) read_slot(i);
    leave();
    CHECK(made);
    for (u32 i = 0; i < 5; i++) {
        CHECK_EQ(slots.at[i].status, ED_SAVE_SLOT_DAMAGED);
        CHECK_HAS(slots.at[i].why, slots.at[i].path);
    }
    CHECK_HAS(slots.at[3].why, "not a file");
    CHECK_HAS(slots.at[4].why, "does not exist");
}

TEST(a_large_slot_is_not_read)
{
    enter();
    put("slot-1.state", "", 0, 0);
    put("slot-2.state", "", 0, 0);
    bool made = truncate("slot-1.state", (off_t)ED_SAVE_SLOT_READ_MAX + 1) == 0
             && truncate("slot-2.state", (off_t)ED_SAVE_SLOT_READ_MAX) == 0;
    ed_save_slots_list(&slots, false);
    const ed_SaveSlot *slot = read_slot(0);
    leave();
    CHECK(made);
    CHECK_EQ(slot->status, ED_SAVE_SLOT_LARGE);
    CHECK_EQ(slots.at[1].status, ED_SAVE_SLOT_UNREAD);
}

TEST(the_first_empty_or_oldest_slot_is_selected_to_save_and_the_newest_to_load)
{
    enter();
    put_state("slot-1.state", "unit", 1, 30);
    put_state("slot-2.state", "unit", 1, 10);
    ed_save_slots_list(&slots, true);
    u32 empty = ed_save_slots_first(&slots, true), newest = ed_save_slots_first(&slots, false);
    for (u32 i = 3; i <= 9; i++) {
        char path[32];
        snprintf(path, sizeof path, "slot-%u.state", i);
        put_state(path, "unit", 1, i == 6 || i == 8 ? 90 : 20);
    }
    ed_save_slots_list(&slots, false);
    u32 oldest = ed_save_slots_first(&slots, true);
    put_state("slot-4.state", "unit", 1, 10);
    put_state("slot-2.state", "unit", 1, 10);
    ed_save_slots_list(&slots, false);
    u32 first_newest = ed_save_slots_first(&slots, false);
    leave();
    CHECK_EQ(empty, 2);
    CHECK_EQ(newest, 1);
    CHECK_EQ(oldest, 5);      // of two, the first
    CHECK_EQ(first_newest, 1);
}

TEST(deleting_a_slot_deletes_its_picture)
{
    enter();
    put_state("slot-3.state", "unit", 1, 0);
    put("slot-3.png", "x", 1, 0);
    put("slot-4.png", "x", 1, 0);
    ed_save_slots_list(&slots, false);
    bool good = ed_save_slots_remove(&slots.at[2], &error);
    bool left = is_there("slot-3.state") || is_there("slot-3.png"), other = is_there("slot-4.png");
    leave();
    CHECK(good && !left && other);
}

TEST(a_slot_that_cannot_be_removed_says_why)
{
    enter();
    bool made = mkdir("slot-3.state", 0700) == 0;
    ed_save_slots_list(&slots, false);
    bool good = ed_save_slots_remove(&slots.at[2], &error);
    leave();
    CHECK(made && !good);
    CHECK_HAS(error.text, "slot-3.state: cannot be removed: ");
}

// --- words --------------------------------------------------------------------------------------

static const char *ago(u64 seconds)
{
    static char text[64];
    const u64 now = 1700000000u, second = 1000000000u;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_save_slots_ago(now * second, (now - seconds) * second, &out);
    return text;
}

TEST(the_age_of_a_slot_is_printed_in_one_unit)
{
    CHECK_TEXT(ago(0), "just now");
    CHECK_TEXT(ago(4), "just now");
    CHECK_TEXT(ago(5), "5 s ago");
    CHECK_TEXT(ago(59), "59 s ago");
    CHECK_TEXT(ago(60), "1 min ago");
    CHECK_TEXT(ago(3599), "59 min ago");
    CHECK_TEXT(ago(3600), "1 h ago");
    CHECK_TEXT(ago(7200), "2 h ago");
    CHECK_TEXT(ago(86399), "23 h ago");
    CHECK_TEXT(ago(86400), "1 day ago");
    CHECK_TEXT(ago(86400 * 2 - 1), "1 day ago");
    CHECK_TEXT(ago(86400 * 2), "2 days ago");
    CHECK_TEXT(ago(86400 * 30 - 1), "29 days ago");
    CHECK_HAS(ago(86400 * 30), "2023-10-1");
    CHECK_HAS(ago(86400 * 40), "2023-10-0");
    CHECK_HAS(ago((u64)-86400), "2023-11-1");      // in the future: prints the date
}

TEST(a_save_less_than_a_second_in_the_future_is_shown_as_just_now)
{
    char text[64];
    const u64 now = 1700000000u, second = 1000000000u;
    ed_Text out = ed_text_over(text, sizeof text);
    ed_save_slots_ago(now * second, (now + 1) * second - 1, &out);
    CHECK_TEXT(text, "just now");
    out = ed_text_over(text, sizeof text);
    ed_save_slots_ago(now * second, (now + 1) * second, &out);
    CHECK_HAS(text, "2023-11-1");
}

// --- pictures -----------------------------------------------------------------------------------

TEST(only_slots_and_quick_saves_have_pictures)
{
    char picture[ED_SAVE_SLOT_NAME_MAX];
    CHECK(ed_save_slots_picture("slot-9.state", picture));
    CHECK_TEXT(picture, "slot-9.png");
    CHECK(ed_save_slots_picture("slot-1.state", picture));
    CHECK_TEXT(picture, "slot-1.png");
    CHECK(ed_save_slots_picture("quick.state", picture));
    CHECK_TEXT(picture, "quick.png");
    CHECK(ed_save_slots_picture("quick-8.state", picture));
    CHECK_TEXT(picture, "quick-8.png");
    CHECK(!ed_save_slots_picture("slot-10.state", picture));
    CHECK(!ed_save_slots_picture("quick-9.state", picture));
    CHECK(!ed_save_slots_picture("saves/slot-1.state", picture));
    CHECK(!ed_save_slots_picture("mine.state", picture));
}

static bool fits(u32 width, u32 height, size_t size, u8 first)
{
    static u8 png[ED_PICTURE_BYTES_MAX + 1];
    const u8 head[24] = { first,
                          'P',
                          'N',
                          'G',
                          '\r',
                          '\n',
                          0x1a,
                          '\n',
                          0,
                          0,
                          0,
                          13,
                          'I',
                          'H',
                          'D',
                          'R',
                          (u8)(width >> 24),
                          (u8)(width >> 16),
                          (u8)(width >> 8),
                          (u8)width,
                          (u8)(height >> 24),
                          (u8)(height >> 16),
                          (u8)(height >> 8),
                          (u8)height };
    memcpy(png, head, sizeof head);
    return ed_save_slots_picture_fits((ed_Span){ png, size });
}

TEST(a_picture_of_an_unlikely_size_is_refused)
{
    CHECK(fits(240, 135, 33, 0x89));
    CHECK(fits(2048, 2048, ED_PICTURE_BYTES_MAX, 0x89));
    CHECK(fits(1, 1, 1000, 0x89));
    CHECK(!fits(2049, 1, 1000, 0x89));
    CHECK(!fits(1, 2049, 1000, 0x89));
    CHECK(!fits(0, 10, 1000, 0x89));
    CHECK(!fits(10, 0x80000001u, 1000, 0x89));
    CHECK(!fits(10, 10, ED_PICTURE_BYTES_MAX + 1, 0x89));
    CHECK(!fits(10, 10, 32, 0x89));
    CHECK(!fits(10, 10, 1000, 'x'));
}

TEST(the_frame_of_a_snapshot_is_read_from_its_first_bytes)
{
    u64 frame = 0;
    ed_Span bytes = state_of("unit", 4711), cut = { bytes.at, 64 };
    CHECK(ed_save_slots_frame(bytes, &frame) && frame == 4711);
    frame = 0;
    CHECK(ed_save_slots_frame(cut, &frame) && frame == 4711);
    CHECK(!ed_save_slots_frame((ed_Span){ bytes.at, 8 }, &frame));
    CHECK(!ed_save_slots_frame((ed_Span){ (const u8 *)"hello", 5 }, &frame));
    CHECK(!ed_save_slots_frame((ed_Span){ (const u8 *)"\x81\x01\x02", 3 }, &frame));
    CHECK(!ed_save_slots_frame((ed_Span){ (const u8 *)"\x81\xa1"
                                                      "a\x02",
                                          4 },
                               &frame));
    CHECK(!ed_save_slots_frame((ed_Span){ (const u8 *)"", 0 }, &frame));
}
