#include "host/ui/save_picker.h"
#include "host/ui/thumbnail.h"
#include "host/gfx/brush.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static host_Window window;
static host_SavePicker picker;
static ed_Run run;
static char text[1 << 17];
static ed_Text out;
static ed_Error error;

/// Opens a window and a game, in a new folder.
static bool opened(int width, int height)
{
    out = ed_text_over(text, sizeof text);
    error = (ed_Error){ .code = ED_OK };
    setenv("TZ", "UTC", 1);
    tzset();
    return screen_open(&window, width, height) && ed_run_open(&run, &ui_game, 1, &error)
        && folder_enter();
}

static void closed(void)
{
    folder_remove();
    host_save_picker_close(&picker);
    ed_run_close(&run);
    host_window_close(&window);
}

/// Gives the file a date that is always shown in the same way.
static void date_file(const char *path, time_t seconds)
{
    const struct timespec times[2] = { { .tv_sec = seconds }, { .tv_sec = seconds } };
    if (utimensat(AT_FDCWD, path, times, 0) != 0) test_fail(__FILE__, __LINE__, "%s", path);
}

/// Saves the game with its thumbnail after some updates.
static void save_slot(const char *path, u32 updates, time_t seconds)
{
    ed_Writer w = test_writer();
    for (u32 i = 0; i < updates; i++) ed_run_update(&run, NULL);
    host_thumbnail_take(&window, &run, path);
    ed_State state = ed_run_state(&run);
    ed_snapshot_write(&w, &state);
    if (!host_thumbnail_save(path, w.bytes, w.size, &error))
        test_fail(__FILE__, __LINE__, "%s", error.text);
    date_file(path, seconds);
}

static void save_bytes(const char *path, const char *bytes)
{
    ed_Error why = { .code = ED_OK };
    if (!ed_file_write_atomic(path, bytes, strlen(bytes), &why))
        test_fail(__FILE__, __LINE__, "%s", why.text);
    date_file(path, 1500000000);
}

static void frame(void) { host_save_picker_draw(&picker, &window, "ui"); }

static void add_frame(const char *title)
{
    for (u32 i = 0; i <= picker.slots.count; i++) frame();      // one file is read in each
    ed_text_add(&out, "%s\n", title);
    screen_list(&out, &picker.draw);
    ed_text_add(&out, "\n");
}

static host_Pick key_with(SDL_Keycode sym, SDL_Scancode scancode, int mod, bool repeat)
{
    const SDL_Event event = {
        .key = { .type = SDL_KEYDOWN,
                 .repeat = repeat,
                 .keysym = { .sym = sym, .scancode = scancode, .mod = (Uint16)mod } }
    };
    return host_save_picker_event(&picker, &event);
}

static host_Pick key(SDL_Keycode sym)
{
    host_Pick pick = key_with(sym, SDL_SCANCODE_UNKNOWN, KMOD_NONE, false);
    frame();
    return pick;
}

static host_Pick button(Uint8 which, float x, float y)
{
    const SDL_Event event = {
        .button = { .type = SDL_MOUSEBUTTONDOWN, .button = which, .x = (int)x, .y = (int)y }
    };
    return host_save_picker_event(&picker, &event);
}

static void motion(float x, float y)
{
    const SDL_Event event = { .motion = { .type = SDL_MOUSEMOTION, .x = (int)x, .y = (int)y } };
    host_save_picker_event(&picker, &event);
}

static void wheel(int rows)
{
    const SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = rows } };
    host_save_picker_event(&picker, &event);
    frame();
}

static bool open_picker(host_SavePickerPurpose purpose)
{
    if (host_save_picker_open(&picker, purpose, &error)) {
        frame();
        return true;
    }
    test_fail(__FILE__, __LINE__, "%s", error.text);
    return false;
}

TEST(the_picker_shows_slots_thumbnails_and_reasons)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 90, 1600000000);
    save_slot("slot-5.state", 3600, 1600000100);
    save_bytes("slot-7.state", "no snapshot");
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    add_frame("for saving");
    CHECK_EQ(picker.at, 0);
    CHECK(picker.thumbs[1].width == 240 && picker.thumbs[1].height == 135);
    CHECK_EQ(picker.thumbs[1].pixels[0], 0xff0000ff);
    CHECK_EQ(picker.thumbs[1].pixels[239], 0x0000ffff);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    add_frame("for loading");
    CHECK_EQ(picker.at, 4);
    key(SDLK_7);
    add_frame("a file that is not a snapshot");
    key(SDLK_LEFT);
    key(SDLK_RIGHT);
    add_frame("selected again");
    key(SDLK_2);
    key(SDLK_DELETE);
    add_frame("Delete");
    host_save_picker_refuse(&picker, "the disk is full");
    add_frame("refused");
    folder_leave();
    CHECK_EXPECTED("picker_slots", text);
    closed();
}

TEST(the_picker_is_drawn_in_a_small_window)
{
    if (!opened(260, 300)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    add_frame("small");
    wheel(-3);
    add_frame("scrolled");
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    window.width = 240;
    add_frame("no hint fits");
    folder_leave();
    CHECK_EXPECTED("picker_small", text);
    closed();
}

TEST(keys_select_and_choose_a_slot)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    CHECK_EQ(picker.columns, 3);
    CHECK_EQ(key(SDLK_LEFT), HOST_PICK_TAKEN);
    CHECK_EQ(picker.at, 0);
    key(SDLK_RIGHT);
    key(SDLK_DOWN);
    CHECK_EQ(picker.at, 4);
    key(SDLK_UP);
    key(SDLK_UP);
    CHECK_EQ(picker.at, 1);
    CHECK_EQ(key(SDLK_RETURN), HOST_PICK_CHOSEN);
    CHECK_EQ(key_with(SDLK_RETURN, SDL_SCANCODE_RETURN, KMOD_ALT, false), HOST_PICK_PASSED);
    CHECK_EQ(key_with(SDLK_RETURN, SDL_SCANCODE_RETURN, KMOD_NONE, true), HOST_PICK_TAKEN);
    CHECK_EQ(key(SDLK_KP_ENTER), HOST_PICK_CHOSEN);
    CHECK_EQ(key(SDLK_9), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 8);
    CHECK_EQ(key(SDLK_KP_1), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 0);
    CHECK_EQ(key(SDLK_KP_9), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 8);
    CHECK_EQ(key_with(0xe9, SDL_SCANCODE_1, KMOD_NONE, false), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 0);
    CHECK_EQ(key_with(0xe9, SDL_SCANCODE_9, KMOD_NONE, false), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 8);
    CHECK_EQ(key_with(0xe9, SDL_SCANCODE_4, KMOD_NONE, false), HOST_PICK_CHOSEN);
    CHECK_EQ(picker.at, 3);
    CHECK_EQ(key(SDLK_x), HOST_PICK_TAKEN);
    CHECK_EQ(picker.at, 3);
    key(SDLK_ESCAPE);
    CHECK_EQ(picker.purpose, HOST_SAVE_PICKER_CLOSED);
    const SDL_Event letter = { .text = { .type = SDL_TEXTINPUT, .text = "x" } };
    CHECK_EQ(host_save_picker_event(&picker, &letter), HOST_PICK_TAKEN);
    CHECK_EQ(key(SDLK_RIGHT), HOST_PICK_PASSED);
    CHECK_EQ(host_save_picker_event(&picker, &letter), HOST_PICK_PASSED);
    closed();
}

TEST(an_empty_slot_is_not_loaded)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    CHECK_EQ(picker.at, 1);
    CHECK_EQ(key(SDLK_2), HOST_PICK_CHOSEN);
    CHECK_EQ(key(SDLK_1), HOST_PICK_TAKEN);
    CHECK_TEXT(picker.message, "slot 1 is empty");
    key(SDLK_RIGHT);
    CHECK_TEXT(picker.message, "");
    closed();
}

TEST(a_slot_is_deleted_by_two_presses)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_TAKEN);
    key(SDLK_LEFT);
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_TAKEN);
    CHECK(!picker.delete_asked);      // the slot is empty
    key(SDLK_RIGHT);
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_TAKEN);
    CHECK(picker.delete_asked);
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_DELETE);
    CHECK(!picker.delete_asked);
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_TAKEN);
    motion(picker.cells[1].x + 9, picker.cells[1].y + 9);
    CHECK(picker.delete_asked);      // it is still selected
    motion(picker.cells[2].x + 9, picker.cells[2].y + 9);
    motion(picker.cells[1].x + 9, picker.cells[1].y + 9);
    CHECK(picker.at == 1 && !picker.delete_asked);
    closed();
}

TEST(the_mouse_selects_chooses_and_closes)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    const host_Area cell = picker.cells[5];
    motion(cell.x + 5, cell.y + 5);
    CHECK_EQ(picker.at, 5);
    CHECK_EQ(button(SDL_BUTTON_RIGHT, cell.x + 5, cell.y + 5), HOST_PICK_TAKEN);
    CHECK_EQ(button(SDL_BUTTON_LEFT, cell.x + 5, cell.y + 5), HOST_PICK_CHOSEN);
    CHECK_EQ(button(SDL_BUTTON_LEFT, picker.panel.x + 3, picker.panel.y + 3), HOST_PICK_TAKEN);
    CHECK_EQ(picker.purpose, HOST_SAVE_PICKER_SAVE);
    CHECK_EQ(button(SDL_BUTTON_LEFT, picker.panel.x - 3, picker.panel.y), HOST_PICK_TAKEN);
    CHECK_EQ(picker.purpose, HOST_SAVE_PICKER_CLOSED);
    closed();
}

TEST(the_picker_scrolls_to_the_selected_slot)
{
    if (!opened(600, 240)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    CHECK(picker.visible_rows < picker.rows);
    key(SDLK_9);
    CHECK_EQ(picker.first, picker.rows - picker.visible_rows);
    CHECK(picker.cells[8].w > 0 && picker.cells[0].w == 0);
    wheel(1);
    CHECK_EQ(picker.first, picker.rows - picker.visible_rows - 1);
    wheel(50);
    CHECK_EQ(picker.first, 0);
    wheel(-50);
    CHECK_EQ(picker.first, picker.rows - picker.visible_rows);
    wheel(50);
    key(SDLK_DELETE);
    CHECK_EQ(picker.first, picker.rows - picker.visible_rows);
    key(SDLK_1);
    CHECK_EQ(picker.first, 0);
    window.height = 150;
    frame();
    key(SDLK_4);      // not in the last row
    CHECK(picker.visible_rows == 1 && picker.rows > 2);
    CHECK_EQ(picker.first, 3 / picker.columns);
    wheel(-50);
    window.height = 640;      // all rows fit again
    frame();
    CHECK_EQ(picker.first, 0);
    CHECK_EQ(picker.visible_rows, picker.rows);
    closed();
}

TEST(arrows_scroll_to_the_slot_that_they_select)
{
    if (!opened(600, 240)) return;
    save_slot("slot-2.state", 90, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    const u32 columns = picker.columns, rows = picker.rows, page = picker.visible_rows;
    CHECK(page < rows);
    for (u32 i = 1; i < rows; i++) {
        key(SDLK_DOWN);
        CHECK_EQ(picker.at / columns, i);
        CHECK_EQ(picker.first, i < page ? 0 : i + 1 - page);
    }
    key(SDLK_DOWN);
    CHECK_EQ(picker.at / columns, rows - 1);
    for (u32 i = rows - 1; i-- > 0;) {
        key(SDLK_UP);
        CHECK_EQ(picker.at / columns, i);
        CHECK(picker.first <= i && i < picker.first + page);
    }
    wheel(-50);
    key(SDLK_RIGHT);
    CHECK_EQ(picker.first, 0);
    closed();
}

TEST(a_row_that_is_not_full_ends_the_list)
{
    if (!opened(900, 640)) return;
    save_slot("quick.state", 1, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    CHECK_EQ(picker.slots.count, 10);
    key(SDLK_8);
    CHECK_EQ(picker.at, 7);
    key(SDLK_DOWN);
    CHECK_EQ(picker.at, 9);      // there is no slot right below
    key(SDLK_DOWN);
    CHECK_EQ(picker.at, 9);
    key(SDLK_RIGHT);
    CHECK_EQ(picker.at, 9);
    key(SDLK_UP);
    CHECK_EQ(picker.at, 6);
    key(SDLK_8);
    key(SDLK_RIGHT);
    CHECK_EQ(picker.at, 8);
    closed();
}

TEST(the_picker_has_as_many_cells_as_fit)
{
    static const struct {
        int width, height;
        u32 columns, rows;
    } cases[] = { { 900, 287, 3, 1 }, { 900, 288, 3, 2 }, { 900, 389, 3, 2 }, { 900, 390, 3, 3 },
                  { 900, 900, 3, 3 }, { 514, 640, 3, 3 }, { 513, 640, 2, 5 }, { 356, 640, 2, 5 },
                  { 355, 640, 1, 5 }, { 120, 640, 1, 9 }, { 900, 150, 3, 1 } };
    if (!opened(900, 640) || !open_picker(HOST_SAVE_PICKER_SAVE)) return;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        window.width = cases[i].width;
        window.height = cases[i].height;
        frame();
        if (picker.columns != cases[i].columns || picker.visible_rows != cases[i].rows)
            test_fail(__FILE__, __LINE__, "%d x %d: %u columns, %u rows", cases[i].width,
                      cases[i].height, picker.columns, picker.visible_rows);
    }
    CHECK(picker.panel.y == 0);      // the panel is taller than the window
    window.height = 186;
    frame();
    CHECK(picker.panel.y == 12);
    closed();
}

static u32 count_of(const char *part)
{
    u32 count = 0;
    out = ed_text_over(text, sizeof text);
    screen_list(&out, &picker.draw);
    for (const char *at = text; (at = strstr(at, part)); at++) count++;
    return count;
}

TEST(one_file_is_read_in_each_frame)
{
    if (!opened(900, 640)) return;
    save_bytes("slot-1.state", "1");
    save_bytes("slot-4.state", "4");
    save_bytes("slot-9.state", "9");
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;      // draws a frame
    for (u32 i = 1; i <= 3; i++) {
        CHECK_EQ(count_of("'damaged'"), i);
        CHECK_EQ(count_of("'no picture'"), i);
        CHECK_EQ(count_of("'empty'"), 6);
        CHECK_EQ(count_of("'1 bytes'"), 3);
        frame();
    }
    closed();
}

TEST(slots_are_listed_again_after_a_change)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 1, 1600000000);
    save_slot("quick.state", 1, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    for (u32 i = 0; i < 10; i++) frame();
    key(SDLK_9);
    key(SDLK_RIGHT);
    CHECK_EQ(picker.at, 9);
    CHECK(picker.thumbs[1].width > 0 && picker.thumbs[9].width > 0);
    host_save_picker_refuse(&picker, "a reason");
    CHECK(unlink("slot-2.state") == 0 && unlink("quick.state") == 0);
    host_save_picker_refresh(&picker);
    CHECK_EQ(picker.slots.count, 9);
    CHECK_EQ(picker.at, 8);
    CHECK_TEXT(picker.message, "");
    const host_Area cell = { 25, 173, 278, 94 };
    CHECK_EQ(button(SDL_BUTTON_LEFT, cell.x + 5, cell.y + 5), HOST_PICK_TAKEN);
    CHECK_EQ(picker.at, 8);      // nothing was drawn there yet
    for (u32 i = 0; i < 10; i++) frame();
    CHECK_EQ(picker.thumbs[1].width, 0);
    closed();
}

TEST(a_reason_for_a_refusal_is_followed_by_the_question_whether_to_delete)
{
    if (!opened(900, 640)) return;
    save_bytes("slot-3.state", "junk");
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    for (u32 i = 0; i < 10; i++) frame();
    CHECK_EQ(key(SDLK_3), HOST_PICK_TAKEN);
    CHECK_HAS(picker.message, "slot-3.state: ");
    CHECK_EQ(key(SDLK_DELETE), HOST_PICK_TAKEN);      // asks, and does not delete yet
    CHECK_EQ(count_of("'press Delete again to delete slot-3.state'"), 1);
    CHECK_EQ(key(SDLK_3), HOST_PICK_TAKEN);
    CHECK(!picker.delete_asked);
    closed();
}

/// The pixels of that color in an area of the window.
static u32 pixels_in(int x, int y, int w, int h, ed_Color color)
{
    return screen_count(&window, (SDL_Rect){ x, y, w, h }, color);
}

TEST(the_picker_covers_the_game_and_dims_the_rest)
{
    if (!opened(900, 640)) return;
    save_slot("slot-2.state", 1, 1600000000);
    if (!open_picker(HOST_SAVE_PICKER_SAVE)) return;
    for (u32 i = 0; i < 10; i++) frame();
    screen_clear(&window);
    frame();
    const ed_Color dimmed = 0x6f6f6fff;
    CHECK_EQ(pixels_in(0, 0, 900, 1, dimmed), 900);
    CHECK_EQ(pixels_in(0, 639, 900, 1, dimmed), 900);
    CHECK_EQ(pixels_in(0, 0, 1, 640, dimmed), 640);
    CHECK_EQ(pixels_in(13, 137, 3, 366, ACCENT), 3 * 366);
    CHECK_EQ(pixels_in(12, 137, 1, 366, dimmed), 366);
    CHECK(pixels_in(320, 179, 70, 80, 0xff0000ff) > 5000);      // the picture of slot 2
    CHECK(pixels_in(392, 179, 70, 80, 0x0000ffff) > 5000);
    closed();
}

TEST(sizes_of_files_are_shown_in_the_unit_that_fits)
{
    static const struct {
        off_t size;
        const char *text;
    } files[] = {
        { 0, "'0 bytes'" },
        { 999, "'999 bytes'" },
        { 1000, "'1.0 KB'" },
        { 999999, "'1000.0 KB'" },
        { 1000000, "'1.0 MB'" },
        { 64 << 20, "'67.1 MB'" },
        { (64 << 20) + 1, "'67.1 MB'" },
        { 999999999, "'1000.0 MB'" },
        { 1000000000, "'1.0 GB'" },
    };
    char path[32];
    if (!opened(900, 640)) return;
    for (u32 i = 0; i < ED_COUNT(files); i++) {
        snprintf(path, sizeof path, "slot-%u.state", i + 1);
        save_bytes(path, "");
        CHECK(truncate(path, files[i].size) == 0);
        date_file(path, 1500000000);
    }
    if (!open_picker(HOST_SAVE_PICKER_LOAD)) return;
    add_frame("sizes");
    const char *at = text;
    for (u32 i = 0; i < ED_COUNT(files); i++) {
        snprintf(path, sizeof path, "'slot %u'", i + 1);
        at = strstr(at, path);
        CHECK(at != NULL);
        const char *state = strstr(at, files[i].size > 64 << 20 ? "'too large to " : "'damaged'"),
                   *size = strstr(at, files[i].text), *next = strstr(at + 1, "'slot ");
        CHECK(state && size && (!next || (state < next && size < next)));
    }
    closed();
}

TEST(a_thumbnail_is_the_one_of_its_state)
{
    static ed_Color pixels[HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE];
    ed_Sprite sprite;
    if (!opened(900, 640)) return;
    save_slot("slot-1.state", 1, 1600000000);
    CHECK(access("slot-1.png", F_OK) == 0);
    CHECK(host_thumbnail_read("slot-1.state", test_arena(), pixels, &sprite));
    ed_Writer w = test_writer();
    ed_run_update(&run, NULL);
    ed_State state = ed_run_state(&run);
    ed_snapshot_write(&w, &state);
    CHECK(host_thumbnail_save("slot-1.state", w.bytes, w.size, &error));
    CHECK(access("slot-1.png", F_OK) != 0);      // no thumbnail was drawn of this state
    CHECK(!host_thumbnail_read("slot-1.state", test_arena(), pixels, &sprite));
    host_thumbnail_take(&window, &run, "other.state");
    CHECK(host_thumbnail_save("other.state", w.bytes, w.size, &error));
    CHECK(access("other.png", F_OK) != 0);
    closed();
}

TEST(a_picture_is_reduced_to_the_size_of_a_thumbnail)
{
    static ed_Color pixels[HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE];
    ed_Sprite sprite;
    if (!opened(900, 640)) return;
    SDL_Surface *flat = SDL_CreateRGBSurfaceWithFormat(0, 480, 1, 32, SDL_PIXELFORMAT_RGBA8888);
    CHECK(flat != NULL);
    for (int x = 0; x < 480; x++) ((u32 *)flat->pixels)[x] = x % 2 ? 0x10203040 : 0x30405061;
    CHECK(IMG_SavePNG(flat, "slot-3.png") == 0);
    SDL_FreeSurface(flat);
    CHECK(host_thumbnail_read("slot-3.state", test_arena(), pixels, &sprite));
    CHECK(sprite.width == 240 && sprite.height == 1);
    CHECK_EQ(pixels[0], 0x20304051);      // the mean of two pixels, rounded up
    CHECK_EQ(pixels[239], 0x20304051);
    SDL_Surface *narrow = SDL_CreateRGBSurfaceWithFormat(0, 1, 480, 32, SDL_PIXELFORMAT_RGBA8888);
    CHECK(narrow && IMG_SavePNG(narrow, "slot-3.png") == 0);
    SDL_FreeSurface(narrow);
    CHECK(host_thumbnail_read("slot-3.state", test_arena(), pixels, &sprite));
    CHECK(sprite.width == 1 && sprite.height == 240);
    int allocations = SDL_GetNumAllocations();
    CHECK(host_thumbnail_read("slot-3.state", test_arena(), pixels, &sprite));
    CHECK_EQ(SDL_GetNumAllocations(), allocations);
    closed();
}

TEST(a_thumbnail_has_the_means_of_the_rows_that_it_covers)
{
    static ed_Color pixels[HOST_THUMBNAIL_SIDE * HOST_THUMBNAIL_SIDE];
    ed_Sprite sprite;
    if (!opened(900, 640)) return;
    SDL_Surface *high = SDL_CreateRGBSurfaceWithFormat(0, 3, 720, 32, SDL_PIXELFORMAT_RGBA8888);
    CHECK(high != NULL);
    for (int y = 0; y < 720; y++)
        for (int x = 0; x < 3; x++)
            ((u32 *)high->pixels)[y * high->pitch / 4 + x] =
                0xff | (u32)(y / 3) << 8 | (u32)x << 24;
    CHECK(IMG_SavePNG(high, "slot-3.png") == 0);
    SDL_FreeSurface(high);
    CHECK(host_thumbnail_read("slot-3.state", test_arena(), pixels, &sprite));
    CHECK(sprite.width == 1 && sprite.height == 240);
    for (u32 y = 0; y < 240; y++) CHECK_EQ(pixels[y], 0x010000ff | y << 8);
    closed();
}

TEST(a_thumbnail_is_kept_until_its_state_is_saved)
{
    ed_Writer w = test_writer();
    if (!opened(900, 640)) return;
    ed_State state = ed_run_state(&run);
    ed_snapshot_write(&w, &state);
    host_thumbnail_take(&window, &run, "slot-1.state");
    host_thumbnail_take(&window, &run, "slot-2.state");
    host_thumbnail_take(&window, &run, "slot-3.state");
    for (u32 i = 1; i <= 4; i++) {      // nothing was drawn for the fourth one
        char path[32];
        snprintf(path, sizeof path, "slot-%u.state", i);
        CHECK(host_thumbnail_save(path, w.bytes, w.size, &error));
        snprintf(path, sizeof path, "slot-%u.png", i);
        CHECK_EQ(access(path, F_OK) == 0, i < 4);
    }
    CHECK(mkdir("slot-5.state", 0700) == 0);
    host_thumbnail_take(&window, &run, "slot-5.state");
    CHECK(!host_thumbnail_save("slot-5.state", w.bytes, w.size, &error));
    CHECK(access("slot-5.png", F_OK) != 0);      // the state was not saved
    closed();
}
