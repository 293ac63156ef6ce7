#include "host/app/actions.h"
#include "host/app/keys.h"
#include "host/app/keys_time.h"
#include "host/ui/thumbnail.h"
#include "tests/lib/printed.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static host_Loop loop;
static ed_Game game;
static ed_GameOptions options;

static bool is_open;

static void closed(void)
{
    host_inspect_close(&loop.inspect);
    host_save_picker_close(&loop.picker);
    host_overlay_close(&loop.overlay);
    host_window_close(&loop.window);
    ed_game_close(&game);
    folder_remove();
    is_open = false;
}

/// Opens a window and a game in a folder of its own.
static bool opened(void)
{
    ed_Error error = { .code = ED_OK };
    if (is_open) closed();      // by a failed test
    options = (ed_GameOptions){
        .module = "ui", .seed = 1, .frames = UINT64_MAX, .rewind_bytes = 32u << 20, .quiet = true
    };
    fake = (FakeSource){ .builds = 0 };
    loop = (host_Loop){ .game = &game, .now = 100 };
    if (ed_game_open(&game, &options, NULL) != ED_EXIT_NOT_YET) return false;
    game.saver.write = host_thumbnail_save;
    is_open = true;
    return screen_open(&loop.window, 900, 640) && host_overlay_open(&loop.overlay, &error)
        && folder_enter();
}

static bool key_with(SDL_Keycode sym, int mod, bool repeat)
{
    const SDL_Event event = { .key = { .type = SDL_KEYDOWN,
                                       .repeat = repeat,
                                       .keysym = { .sym = sym, .mod = (Uint16)mod } } };
    return host_keys_event(&loop, &event);
}

static bool key(SDL_Keycode sym) { return key_with(sym, KMOD_NONE, false); }

static bool wheel(int rows)
{
    const SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = rows } };
    return host_keys_event(&loop, &event);
}

static void update(u32 count)
{
    for (u32 i = 0; i < count; i++) ed_game_update(&game, NULL);
}

static u64 updates(void) { return ui_other->longer_than_the_column_of_names - 123456789012; }

// --- keys ----------------------------------------------------------------------------------------

TEST(keys_that_the_host_does_not_use_go_to_the_game)
{
    if (!opened()) return;
    CHECK(!key(SDLK_a));
    CHECK(!key(SDLK_ESCAPE));
    CHECK(!key(SDLK_RETURN));
    CHECK(!key(SDLK_PAGEUP));
    CHECK(!wheel(1));
    const SDL_Event up = { .key = { .type = SDL_KEYUP, .keysym = { .sym = SDLK_F1 } } };
    CHECK(!host_keys_event(&loop, &up));
    const SDL_Event quit = { .type = SDL_QUIT };
    CHECK(host_keys_event(&loop, &quit));
    CHECK(loop.ended);
    closed();
}

TEST(panels_are_opened_scrolled_and_closed)
{
    if (!opened()) return;
    CHECK(key(SDLK_F1));
    CHECK_EQ(loop.overlay.panel, HOST_PANEL_HELP);
    CHECK(!key(SDLK_PAGEDOWN));
    CHECK(key(SDLK_F3));
    CHECK_EQ(loop.overlay.panel, HOST_PANEL_REPORT);
    CHECK(key(SDLK_PAGEDOWN));
    CHECK_EQ(loop.overlay.scroll, 12);
    CHECK(wheel(1));
    CHECK_EQ(loop.overlay.scroll, 9);
    CHECK(key_with(SDLK_PAGEUP, KMOD_NONE, true));
    CHECK_EQ(loop.overlay.scroll, 0);
    CHECK(!key_with(SDLK_F3, KMOD_NONE, true));
    CHECK(key(SDLK_ESCAPE));
    CHECK_EQ(loop.overlay.panel, HOST_PANEL_NONE);
    closed();
}

TEST(fullscreen_is_toggled_by_alt_return)
{
    if (!opened()) return;
    CHECK(key_with(SDLK_RETURN, KMOD_ALT, false));
    CHECK(SDL_GetWindowFlags(loop.window.window) & SDL_WINDOW_FULLSCREEN_DESKTOP);
    CHECK(key_with(SDLK_RETURN, KMOD_ALT, false));
    CHECK(!(SDL_GetWindowFlags(loop.window.window) & SDL_WINDOW_FULLSCREEN_DESKTOP));
    closed();
}

TEST(the_inspector_gets_keys_until_a_panel_covers_it)
{
    if (!opened()) return;
    CHECK(key(SDLK_F2));
    CHECK(loop.inspect.open);
    CHECK(key(SDLK_a));
    CHECK(key(SDLK_F3));
    CHECK(key(SDLK_PAGEDOWN));
    CHECK_EQ(loop.overlay.scroll, 12);
    CHECK(key(SDLK_ESCAPE));
    CHECK(loop.inspect.open);
    CHECK(key(SDLK_ESCAPE));
    CHECK(!loop.inspect.open);
    closed();
}

TEST(a_script_disables_keys_that_change_the_state)
{
    static ed_Script script;
    if (!opened()) return;
    loop.script = &script;
    CHECK(!key(SDLK_F6));
    CHECK(!key(SDLK_F7));
    CHECK(!key(SDLK_F10));
    CHECK(!key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK(key(SDLK_F1));
    CHECK_EQ(fake.builds, 0);
    closed();
}

TEST(builds_are_started_and_stopped)
{
    if (!opened()) return;
    CHECK(key(SDLK_F6));
    CHECK_EQ(fake.builds, 1);
    CHECK(key_with(SDLK_F6, KMOD_SHIFT, false));
    CHECK_EQ(fake.builds, 1);
    CHECK_TEXT(loop.overlay.status, "no build is running");
    loop.overlay.status[0] = 0;
    fake.building = true;
    CHECK(key_with(SDLK_F6, KMOD_SHIFT, false));
    CHECK_EQ(fake.stops, 2);
    CHECK_TEXT(loop.overlay.status, "");
    closed();
}

// --- saving and loading --------------------------------------------------------------------------

TEST(a_quick_save_is_loaded_again)
{
    if (!opened()) return;
    update(5);
    CHECK(key(SDLK_F5));
    CHECK(host_action_wait_for_saves(&loop));
    CHECK_HAS(loop.overlay.status, "saved quick.state: frame 5, 1.");
    CHECK_EQ(loop.overlay.status_mood, HOST_MOOD_GOOD);
    update(7);
    loop.strip_topic = HOST_STRIP_LIMIT;
    host_overlay_set_error(&loop.overlay, "", "a limit");
    CHECK(key(SDLK_F9));
    CHECK_EQ(updates(), 5);
    CHECK_HAS(loop.overlay.status, "loaded quick.state: frame 5, ");
    CHECK_TEXT(loop.overlay.strip, "");
    CHECK(unlink("quick.state") == 0);
    CHECK(key(SDLK_F9));
    CHECK_HAS(loop.overlay.status, "not loaded: quick.state: ");
    CHECK_EQ(loop.overlay.status_mood, HOST_MOOD_BAD);
    CHECK_EQ(updates(), 5);
    closed();
}

TEST(an_earlier_quick_save_is_kept_with_its_picture)
{
    if (!opened()) return;
    key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&loop));
    CHECK(access("quick.png", F_OK) == 0);
    update(1);
    key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&loop));
    CHECK(access("quick-1.state", F_OK) == 0 && access("quick-1.png", F_OK) == 0);
    CHECK(access("quick.state", F_OK) == 0 && access("quick.png", F_OK) == 0);
    closed();
}

TEST(slots_are_saved_loaded_and_deleted)
{
    if (!opened()) return;
    update(3);
    CHECK(key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_SAVE);
    CHECK(key(SDLK_2));
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    CHECK(host_action_wait_for_saves(&loop));
    CHECK(access("slot-2.state", F_OK) == 0);
    update(4);
    loop.overlay.panel = HOST_PANEL_HELP;
    CHECK(key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK_EQ(loop.overlay.panel, HOST_PANEL_NONE);
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_LOAD);
    CHECK(key(SDLK_2));
    CHECK_EQ(updates(), 3);
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    CHECK(key_with(SDLK_F9, KMOD_SHIFT, false));
    key(SDLK_DELETE);
    key(SDLK_DELETE);
    CHECK(access("slot-2.state", F_OK) != 0);
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_LOAD);
    closed();
}

TEST(a_slot_that_cannot_be_loaded_keeps_the_picker_open)
{
    if (!opened()) return;
    FILE *file = fopen("slot-1.state", "w");
    CHECK(file && fputs("nothing", file) >= 0 && fclose(file) == 0);
    CHECK(key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK(key(SDLK_1));
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_LOAD);
    CHECK_HAS(loop.picker.message, "slot-1.state");
    closed();
}

TEST(a_crash_can_be_resumed_once)
{
    if (!opened()) return;
    CHECK(key(SDLK_F4));
    CHECK_HAS(loop.overlay.status, "no crash to resume");
    fake.resumed = "it was resumed";
    CHECK(key(SDLK_F4));
    CHECK_TEXT(loop.overlay.status, "it was resumed");
    update(2);
    key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&loop));
    update(2);
    fake.crash_state = "quick.state";
    host_action_offer_resume(&loop);
    CHECK_TEXT(loop.overlay.status, "the last game crashed: F4 resumes it from quick.state");
    CHECK(loop.overlay.status_at > loop.now + 7 && loop.overlay.status_at < loop.now + 8);
    CHECK(!fake.marked);
    CHECK(key(SDLK_F4));
    CHECK_EQ(updates(), 2);
    CHECK(fake.marked != NULL);
    fake.marked = NULL;
    fake.crash_state = "gone.state";
    CHECK(key(SDLK_F4));
    CHECK(!fake.marked);
    closed();
}

TEST(a_game_is_started_over)
{
    if (!opened()) return;
    update(9);
    host_overlay_set_error(&loop.overlay, "a.c:1", "an error");
    loop.limit_shown = true;
    CHECK(key(SDLK_F7));
    CHECK_EQ(updates(), 0);
    CHECK_TEXT(loop.overlay.status, "started over");
    CHECK_TEXT(loop.overlay.strip, "");
    CHECK(!loop.limit_shown);
    closed();
}

TEST(saves_that_are_still_written_are_awaited_before_the_slots_are_listed)
{
    if (!opened()) return;
    key(SDLK_F5);
    CHECK(key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK_HAS(loop.overlay.status, "saved quick.state: frame 0, ");
    CHECK_EQ(loop.picker.slots.count, 10);
    key(SDLK_ESCAPE);
    loop.rewinding = true;
    CHECK(key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    loop.rewinding = false;
    closed();
}

TEST(a_slot_that_cannot_be_deleted_keeps_the_picker_open)
{
    if (!opened()) return;
    CHECK(mkdir("slot-3.state", 0700) == 0);
    CHECK(key_with(SDLK_F9, KMOD_SHIFT, false));
    key(SDLK_3);
    CHECK_HAS(loop.picker.message, "slot-3.state: is not a file");
    key(SDLK_DELETE);
    CHECK_TEXT(loop.picker.message, "");
    key(SDLK_DELETE);
    CHECK_HAS(loop.picker.message, "slot-3.state: cannot be removed: ");
    CHECK_EQ(loop.picker.purpose, HOST_SAVE_PICKER_LOAD);
    closed();
}

TEST(a_save_that_fails_is_shown)
{
    if (!opened()) return;
    host_action_save(&loop, "none/a.state");
    CHECK(!host_action_wait_for_saves(&loop));
    CHECK_HAS(loop.overlay.status, "not saved: none/a.state: ");
    CHECK_EQ(loop.overlay.status_mood, HOST_MOOD_BAD);
    CHECK(host_action_wait_for_saves(&loop));
    CHECK(game.failed);      // as for a save that fails after the window was closed
    closed();
}

/// The events that are printed for what the window shows.
static const char *printed(void (*act)(void))
{
    options.quiet = false;
    options.json = true;
    printed_begin();
    act();
    printed_end();
    options.quiet = true;
    return printed_out;
}

static void save_quickly(void)
{
    key(SDLK_F5);
    host_action_wait_for_saves(&loop);
}

static void save_nowhere(void)
{
    host_action_save(&loop, "none/a.state");
    host_action_wait_for_saves(&loop);
}

static void save_to_a_long_name(void)
{
    static char name[2 * ED_SAVER_PATH_MAX];
    memset(name, 'a', sizeof name - 1);
    host_action_save(&loop, name);
}

static void start_over(void) { key(SDLK_F7); }
static void load_quickly(void) { key(SDLK_F9); }
static void resume(void) { key(SDLK_F4); }
static void go_to_previous_build(void) { key(SDLK_F8); }

TEST(what_the_window_shows_is_printed_too)
{
    if (!opened()) return;
    CHECK_HAS(printed(save_quickly),
              "{\"event\":\"saved\",\"line\":\"saved quick.state: frame 0, ");
    CHECK_HAS(printed(load_quickly),
              "{\"event\":\"loaded\",\"line\":\"loaded quick.state: frame 0, all ");
    CHECK_HAS(printed_out, ",\"report\":[{");
    CHECK(unlink("quick.state") == 0);
    CHECK_HAS(printed(load_quickly),
              "{\"event\":\"not-loaded\",\"line\":\"not loaded: quick.state: cannot");
    CHECK_HAS(printed(save_nowhere),
              "{\"event\":\"not-saved\",\"line\":\"not saved: none/a.state: ");
    CHECK_HAS(printed(save_to_a_long_name), "{\"event\":\"not-saved\",\"line\":\"not saved: aaaa");
    CHECK_HAS(printed_out, "…: the name is too long\",\"frame\":0}\n");
    CHECK_TEXT(printed(start_over),
               "{\"event\":\"started-over\",\"line\":\"started over\",\"frame\":0}\n");
    CHECK_HAS(printed(resume), "{\"event\":\"no-crash\",\"line\":\"no crash to resume: no game ");
    CHECK_TEXT(printed(go_to_previous_build), "");
    game.run->failed_phase = ED_PHASE_UPDATE;
    CHECK_HAS(printed(go_to_previous_build),
              "{\"event\":\"refused\",\"line\":\"there is no previous build\",\"frame\":0}\n");
    fake.has_previous = true;
    CHECK_HAS(printed(go_to_previous_build),
              "{\"event\":\"reloaded\",\"line\":\"reloaded the previous build\",");
    CHECK_TEXT(printed_err, "");
    closed();
}

TEST(without_a_crash_nothing_is_offered)
{
    if (!opened()) return;
    host_action_offer_resume(&loop);
    CHECK_TEXT(loop.overlay.status, "");
    closed();
}

// --- reloads and failures ------------------------------------------------------------------------

static ed_LiveEvent event_of(ed_LiveKind kind, const char *location, const char *line)
{
    ed_LiveEvent event = { .kind = kind };
    snprintf(event.location, sizeof event.location, "%s", location);
    snprintf(event.line, sizeof event.line, "%s", line);
    return event;
}

TEST(reloads_are_shown_by_what_they_did)
{
    if (!opened()) return;
    ed_LiveEvent event = event_of(ED_LIVE_BUILD_FAILED, "a.c:2", "build failed: a.c:2: wrong");
    loop.strip_topic = HOST_STRIP_LIMIT;
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.strip, "wrong");
    CHECK_TEXT(loop.overlay.strip_location, "a.c:2");
    CHECK_EQ(loop.strip_topic, HOST_STRIP_BUILD);
    event = event_of(ED_LIVE_RELOADED, "", "reloaded");
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.strip, "");
    CHECK_TEXT(loop.overlay.status, "reloaded");
    CHECK_EQ(loop.overlay.status_mood, HOST_MOOD_GOOD);
    event = event_of(ED_LIVE_COMPILED, "", "compiled");
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.status, "reloaded; compiled");
    event = event_of(ED_LIVE_UNCHANGED, "", "no changes");
    host_action_show_reload(&loop, &event);
    CHECK_EQ(loop.overlay.status_mood, HOST_MOOD_PLAIN);
    event = event_of(ED_LIVE_STALLED, "", "a build prints nothing");
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.strip, "a build prints nothing");
    event = event_of(ED_LIVE_NOTICE, "", "the game changed a handler");
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.status, "the game changed a handler");
    CHECK_TEXT(loop.overlay.strip, "a build prints nothing");
    closed();
}

TEST(a_reload_keeps_the_error_of_a_game_that_is_still_paused)
{
    if (!opened()) return;
    ed_LiveEvent event = event_of(ED_LIVE_PAUSED, "", "crashed");
    host_action_show_reload(&loop, &event);
    game.run->failed_phase = ED_PHASE_UPDATE;
    event = event_of(ED_LIVE_UNCHANGED, "", "no changes");
    host_action_show_reload(&loop, &event);
    CHECK_TEXT(loop.overlay.strip, "crashed");
    CHECK(key(SDLK_F8));
    CHECK_TEXT(loop.overlay.status, "there is no previous build");
    fake.has_previous = true;
    CHECK(key(SDLK_F8));
    CHECK_TEXT(loop.overlay.status, "reloaded the previous build");
    CHECK_TEXT(loop.overlay.strip, "");
    loop.overlay.status[0] = 0;
    CHECK(key(SDLK_F8));
    CHECK_TEXT(loop.overlay.status, "");
    closed();
}

TEST(a_limit_is_shown_once)
{
    if (!opened()) return;
    snprintf(game.run->frame_error.text, sizeof game.run->frame_error.text, "frame memory is full");
    host_action_show_limit(&loop);
    CHECK_TEXT(loop.overlay.strip, "frame memory is full");
    CHECK(host_overlay_escape(&loop.overlay));
    host_action_show_limit(&loop);
    CHECK_TEXT(loop.overlay.strip, "");
    closed();
}

TEST(the_editor_opens_only_a_location)
{
    if (!opened()) return;
    CHECK(key(SDLK_F12));
    CHECK_TEXT(loop.overlay.status, "");
    setenv("EDDIE_EDITOR", "true %f:%l:%c", 1);
    host_overlay_set_error(&loop.overlay, "", "no location");
    CHECK(key(SDLK_F12));
    CHECK_TEXT(loop.overlay.status, "");
    host_overlay_set_error(&loop.overlay, "game/sim.c:1", "an error");
    CHECK(key(SDLK_F12));
    CHECK_TEXT(loop.overlay.status, "opening game/sim.c:1");
    unsetenv("EDDIE_EDITOR");
    closed();
}

// --- time ----------------------------------------------------------------------------------------

TEST(pause_and_single_steps)
{
    if (!opened()) return;
    loop.owed = 1;
    CHECK(key(SDLK_F10));
    CHECK(loop.paused);
    CHECK(loop.owed == 0);
    CHECK(key(SDLK_F11));
    CHECK(key_with(SDLK_F11, KMOD_NONE, true));
    CHECK_EQ(loop.steps, 2);
    CHECK(loop.paused);
    CHECK(key(SDLK_F10));
    CHECK(!loop.paused);
    CHECK_EQ(loop.steps, 0);
    CHECK(key(SDLK_F11));
    CHECK(loop.paused);
    CHECK_EQ(loop.steps, 1);
    closed();
}

static const char *time_note(void)
{
    loop.overlay.time[0] = 0;
    host_keys_time_note(&loop);
    return loop.overlay.time;
}

TEST(slow_motion_has_three_speeds)
{
    if (!opened()) return;
    CHECK_TEXT(time_note(), "");
    for (u32 i = 0; i < 3; i++) CHECK(key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK_TEXT(time_note(), "speed 1/8");
    CHECK(!loop.paused);
    CHECK(key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK_TEXT(loop.overlay.status, "full speed");
    CHECK_TEXT(time_note(), "");
    closed();
}

TEST(a_loop_of_input_is_recorded_repeated_and_stopped)
{
    if (!opened()) return;
    CHECK(!key_with(SDLK_l, KMOD_CTRL, false));
    CHECK(key(SDLK_l));
    update(30);
    CHECK_TEXT(time_note(), "recording a loop: 0.5 s; L repeats it");
    loop.owed = 1;
    CHECK(key(SDLK_l));
    CHECK(loop.owed == 0);
    CHECK_EQ(updates(), 0);
    update(31);
    CHECK_TEXT(time_note(), "loop of 0.5 s, round 2; L stops it");
    CHECK(key(SDLK_l));
    CHECK_TEXT(loop.overlay.status, "loop stopped in round 2; you have control");
    CHECK_TEXT(time_note(), "");
    closed();
}

TEST(backspace_rewinds_while_it_is_held)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    CHECK(!host_keys_time_hold(&loop, 1));
    update(60);
    time_note();
    CHECK(loop.overlay.can_rewind);
    loop.owed = 1;
    CHECK(key(SDLK_BACKSPACE));
    CHECK(loop.rewinding && loop.owed == 0);
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&loop, 0));
    CHECK_EQ(updates(), 59);
    CHECK(host_keys_time_hold(&loop, 9 * HOST_UPDATE_SECONDS));
    CHECK_EQ(updates(), 50);
    CHECK_HAS(time_note(), "rewound 0.2 s of 1.0 s");
    CHECK(host_keys_time_hold(&loop, 100));      // a gap counts as a quarter of a second
    CHECK_EQ(updates(), 35);
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&loop, 1));
    CHECK(!loop.rewinding);
    CHECK_EQ(fake.restarts, 1);
    CHECK_EQ(updates(), 35);
    update(1);
    CHECK_EQ(updates(), 36);
    closed();
}

TEST(a_crash_that_was_rewound_is_no_longer_shown)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    game.run->failed_phase = ED_PHASE_UPDATE;
    time_note();
    CHECK(!loop.overlay.can_rewind);      // there is no earlier state
    game.run->failed_phase = ED_PHASE_NONE;
    update(20);
    game.run->failed_phase = ED_PHASE_UPDATE;
    ed_LiveEvent event = event_of(ED_LIVE_PAUSED, "", "crashed");
    host_action_show_reload(&loop, &event);
    time_note();
    CHECK(loop.overlay.can_rewind);
    CHECK(key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&loop, 2 * HOST_UPDATE_SECONDS));
    CHECK(!game.run->failed_phase);
    CHECK_TEXT(loop.overlay.strip, "");
    game.run->failed_phase = ED_PHASE_UPDATE;      // with a build that failed after the crash
    event = event_of(ED_LIVE_BUILD_FAILED, "", "a build failed");
    host_action_show_reload(&loop, &event);
    CHECK(host_keys_time_hold(&loop, 2 * HOST_UPDATE_SECONDS));
    CHECK(!game.run->failed_phase);
    CHECK_TEXT(loop.overlay.strip, "a build failed");
    game.time.timeline.drifts = true;
    CHECK_HAS(time_note(), " of 0.3 s, only to saved states, since updates are not deterministic");
    snprintf(game.time.timeline.drift, sizeof game.time.timeline.drift, "Scene.count is lost");
    CHECK_HAS(time_note(), "are not deterministic: Scene.count is lost");
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&loop, 1));
    closed();
}

TEST(a_limit_that_was_rewound_is_no_longer_shown)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    update(20);
    snprintf(game.run->frame_error.text, sizeof game.run->frame_error.text, "frame memory is full");
    host_action_show_limit(&loop);
    CHECK(key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&loop, HOST_UPDATE_SECONDS));
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&loop, 1));
    CHECK_TEXT(loop.overlay.strip, "");
    host_action_show_limit(&loop);      // it is shown again when it is reached again
    CHECK_TEXT(loop.overlay.strip, "frame memory is full");
    closed();
}

TEST(slow_motion_rewinds_slowly)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    update(30);
    CHECK(key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK(key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    loop.devices.input.key_pressed[ED_KEY_A] = true;
    CHECK(host_keys_time_hold(&loop, 0));
    CHECK(!loop.devices.input.key_pressed[ED_KEY_A]);
    CHECK_EQ(updates(), 29);
    CHECK(host_keys_time_hold(&loop, HOST_UPDATE_SECONDS));
    CHECK_EQ(updates(), 29);
    CHECK(host_keys_time_hold(&loop, HOST_UPDATE_SECONDS));
    CHECK_EQ(updates(), 28);
    CHECK_HAS(time_note(), "rewound 0.0 s of 0.5 s");
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&loop, 1));
    closed();
}

TEST(an_edit_in_the_inspector_is_a_new_timeline)
{
    if (!opened()) return;
    update(1);
    CHECK(!game.time.changed);
    CHECK(key(SDLK_F2));
    CHECK(key(SDLK_RIGHT));
    CHECK(key(SDLK_DOWN));
    CHECK(!game.time.changed);
    ed_input_loop_start(&game.time.loop, game.run, &(ed_Error){ .code = ED_OK });
    CHECK(key_with(SDLK_RIGHT, KMOD_CTRL, false));
    CHECK_EQ(ui_scene->count, 4);
    CHECK(game.time.changed);
    CHECK_EQ(game.time.loop.phase, ED_INPUT_LOOP_RECORDING);      // it continues with the new value
    closed();
}

TEST(without_a_rewind_buffer_its_keys_go_to_the_game)
{
    if (!opened()) return;
    game.time.timeline.on = false;
    CHECK(!key(SDLK_BACKSPACE));
    CHECK(!key(SDLK_l));
    time_note();
    CHECK(!loop.overlay.can_rewind);
    game.time.timeline.on = true;
    closed();
}
