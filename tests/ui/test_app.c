#include "host/app/actions.h"
#include "host/ui/thumbnail.h"
#include "tests/lib/printed.h"
#include "tests/ui/app.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool wheel(int rows)
{
    const SDL_Event event = { .wheel = { .type = SDL_MOUSEWHEEL, .y = rows } };
    return host_keys_event(&app, &event);
}

// --- keys ----------------------------------------------------------------------------------------

TEST(keys_that_the_host_does_not_use_go_to_the_game)
{
    if (!app_opened()) return;
    CHECK(!app_key(SDLK_a));
    CHECK(!app_key(SDLK_ESCAPE));
    CHECK(!app_key(SDLK_RETURN));
    CHECK(!app_key(SDLK_PAGEUP));
    CHECK(!wheel(1));
    const SDL_Event up = { .key = { .type = SDL_KEYUP, .keysym = { .sym = SDLK_F1 } } };
    CHECK(!host_keys_event(&app, &up));
    const SDL_Event quit = { .type = SDL_QUIT };
    CHECK(host_keys_event(&app, &quit));
    CHECK(app.ended);
    app_closed();
}

TEST(panels_are_opened_scrolled_and_closed)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F1));
    CHECK_EQ(app.overlay.panel, HOST_PANEL_HELP);
    CHECK(!app_key(SDLK_PAGEDOWN));
    CHECK(app_key(SDLK_F3));
    CHECK_EQ(app.overlay.panel, HOST_PANEL_REPORT);
    CHECK(app_key(SDLK_PAGEDOWN));
    CHECK_EQ(app.overlay.scroll, 12);
    CHECK(wheel(1));
    CHECK_EQ(app.overlay.scroll, 9);
    CHECK(app_key_with(SDLK_PAGEUP, KMOD_NONE, true));
    CHECK_EQ(app.overlay.scroll, 0);
    CHECK(!app_key_with(SDLK_F3, KMOD_NONE, true));
    CHECK(app_key(SDLK_ESCAPE));
    CHECK_EQ(app.overlay.panel, HOST_PANEL_NONE);
    app_closed();
}

TEST(fullscreen_is_toggled_by_alt_return)
{
    if (!app_opened()) return;
    CHECK(app_key_with(SDLK_RETURN, KMOD_ALT, false));
    CHECK(SDL_GetWindowFlags(app.window.window) & SDL_WINDOW_FULLSCREEN_DESKTOP);
    CHECK(app_key_with(SDLK_RETURN, KMOD_ALT, false));
    CHECK(!(SDL_GetWindowFlags(app.window.window) & SDL_WINDOW_FULLSCREEN_DESKTOP));
    app_closed();
}

TEST(the_inspector_gets_keys_until_a_panel_covers_it)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F2));
    CHECK(app.inspect.open);
    CHECK_TEXT(app.overlay.status, "");
    CHECK(app_key(SDLK_a));
    CHECK(app_key(SDLK_F3));
    CHECK(app_key(SDLK_PAGEDOWN));
    CHECK_EQ(app.overlay.scroll, 12);
    CHECK(wheel(1));
    CHECK_EQ(app.overlay.scroll, 9);
    CHECK(app_key(SDLK_PAGEUP));
    CHECK_EQ(app.overlay.scroll, 0);
    CHECK(app_key(SDLK_a));
    CHECK(app_key(SDLK_ESCAPE));
    CHECK(app.inspect.open);
    CHECK(app_key(SDLK_ESCAPE));
    CHECK(!app.inspect.open);
    app_closed();
}

TEST(a_script_disables_keys_that_change_the_state)
{
    static ed_Script script;
    if (!app_opened()) return;
    app.script = &script;
    CHECK(!app_key(SDLK_F6));
    CHECK(!app_key(SDLK_F7));
    CHECK(!app_key(SDLK_F10));
    CHECK(!app_key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK(app_key(SDLK_F1));
    CHECK_EQ(fake.builds, 0);
    app_closed();
}

TEST(builds_are_started_and_stopped)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F6));
    CHECK_EQ(fake.builds, 1);
    CHECK(app_key_with(SDLK_F6, KMOD_SHIFT, false));
    CHECK_EQ(fake.builds, 1);
    CHECK_TEXT(app.overlay.status, "no build is running");
    app.overlay.status[0] = 0;
    fake.building = true;
    CHECK(app_key_with(SDLK_F6, KMOD_SHIFT, false));
    CHECK_EQ(fake.stops, 2);
    CHECK_TEXT(app.overlay.status, "");
    app_closed();
}

// --- saving and loading --------------------------------------------------------------------------

TEST(a_quick_save_is_loaded_again)
{
    if (!app_opened()) return;
    app_update(5);
    CHECK(app_key(SDLK_F5));
    CHECK(host_action_wait_for_saves(&app));
    CHECK_HAS(app.overlay.status, "saved quick.state: frame 5, 2.");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_GOOD);
    app_update(7);
    app.strip_topic = HOST_STRIP_LIMIT;
    host_overlay_set_error(&app.overlay, "", "a limit");
    app.owed = 1;
    CHECK(app_key(SDLK_F9));
    CHECK_EQ(app_updates(), 5);
    CHECK(app.owed == 0);
    CHECK_HAS(app.overlay.status, "loaded quick.state: frame 5, ");
    CHECK_TEXT(app.overlay.strip, "");
    CHECK(unlink("quick.state") == 0);
    CHECK(app_key(SDLK_F9));
    CHECK_HAS(app.overlay.status, "not loaded: quick.state: ");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_BAD);
    CHECK_EQ(app_updates(), 5);
    app_closed();
}

TEST(an_earlier_quick_save_is_kept_with_its_picture)
{
    if (!app_opened()) return;
    app_key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&app));
    CHECK(access("quick.png", F_OK) == 0);
    app_update(1);
    app_key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&app));
    CHECK(access("quick-1.state", F_OK) == 0 && access("quick-1.png", F_OK) == 0);
    CHECK(access("quick.state", F_OK) == 0 && access("quick.png", F_OK) == 0);
    app_closed();
}

TEST(slots_are_saved_loaded_and_deleted)
{
    if (!app_opened()) return;
    app_update(3);
    CHECK(app_key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_SAVE);
    CHECK(app_key(SDLK_2));
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    CHECK(host_action_wait_for_saves(&app));
    CHECK(access("slot-2.state", F_OK) == 0);
    app_update(4);
    app.overlay.panel = HOST_PANEL_HELP;
    CHECK(app_key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK_EQ(app.overlay.panel, HOST_PANEL_NONE);
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_LOAD);
    CHECK(app_key(SDLK_2));
    CHECK_EQ(app_updates(), 3);
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    CHECK(app_key_with(SDLK_F9, KMOD_SHIFT, false));
    app_key(SDLK_DELETE);
    app_key(SDLK_DELETE);
    CHECK(access("slot-2.state", F_OK) != 0);
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_LOAD);
    CHECK_EQ(app.picker.slots.at[1].status, ED_SAVE_SLOT_EMPTY);
    app_closed();
}

TEST(a_slot_that_cannot_be_loaded_keeps_the_picker_open)
{
    if (!app_opened()) return;
    FILE *file = fopen("slot-1.state", "w");
    CHECK(file && fputs("nothing", file) >= 0 && fclose(file) == 0);
    CHECK(app_key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK(app_key(SDLK_1));
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_LOAD);
    CHECK_HAS(app.picker.message, "slot-1.state");
    app_closed();
}

TEST(a_crash_can_be_resumed_once)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F4));
    CHECK_HAS(app.overlay.status, "no crash to resume");
    fake.resumed = "it was resumed";
    CHECK(app_key(SDLK_F4));
    CHECK_TEXT(app.overlay.status, "it was resumed");
    app_update(2);
    app_key(SDLK_F5);
    CHECK(host_action_wait_for_saves(&app));
    app_update(2);
    fake.crash_state = "quick.state";
    host_action_offer_resume(&app);
    CHECK_TEXT(app.overlay.status, "the last game crashed: F4 resumes it from quick.state");
    CHECK(app.overlay.status_at > app.now + 7 && app.overlay.status_at < app.now + 8);
    CHECK(!fake.marked);
    CHECK(app_key(SDLK_F4));
    CHECK_EQ(app_updates(), 2);
    CHECK(fake.marked != NULL);
    fake.marked = NULL;
    fake.crash_state = "gone.state";
    CHECK(app_key(SDLK_F4));
    CHECK(!fake.marked);
    app_closed();
}

TEST(a_game_is_started_over)
{
    if (!app_opened()) return;
    app_update(9);
    host_overlay_set_error(&app.overlay, "a.c:1", "an error");
    app.limit_shown = true;
    CHECK(ed_input_loop_start(&app_game.time.loop, app_game.run, &(ed_Error){ .code = ED_OK }));
    CHECK(app_key(SDLK_F7));
    CHECK_EQ(app_updates(), 0);
    CHECK(app_game.time.changed);
    CHECK_EQ(app_game.time.loop.phase, ED_INPUT_LOOP_OFF);
    CHECK_TEXT(app.overlay.status, "started over");
    CHECK_TEXT(app.overlay.strip, "");
    CHECK(!app.limit_shown);
    app_closed();
}

TEST(saves_that_are_still_written_are_awaited_before_the_slots_are_listed)
{
    if (!app_opened()) return;
    app_key(SDLK_F5);
    CHECK(app_key_with(SDLK_F9, KMOD_SHIFT, false));
    CHECK_HAS(app.overlay.status, "saved quick.state: frame 0, ");
    CHECK_EQ(app.picker.slots.count, 10);
    app_key(SDLK_ESCAPE);
    app.rewinding = true;
    app.overlay.status[0] = 0;
    CHECK(app_key_with(SDLK_F5, KMOD_SHIFT, false));
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_CLOSED);
    CHECK(host_action_wait_for_saves(&app));
    CHECK_TEXT(app.overlay.status, "");      // it is no quick save either
    app.rewinding = false;
    app_closed();
}

TEST(a_slot_that_cannot_be_deleted_keeps_the_picker_open)
{
    if (!app_opened()) return;
    CHECK(mkdir("slot-3.state", 0700) == 0);
    CHECK(app_key_with(SDLK_F9, KMOD_SHIFT, false));
    app_key(SDLK_3);
    CHECK_HAS(app.picker.message, "slot-3.state: is not a file");
    app_key(SDLK_DELETE);
    CHECK_TEXT(app.picker.message, "");
    app_key(SDLK_DELETE);
    CHECK_HAS(app.picker.message, "slot-3.state: cannot be removed: ");
    CHECK_EQ(app.picker.purpose, HOST_SAVE_PICKER_LOAD);
    app_closed();
}

TEST(a_save_that_fails_is_shown)
{
    if (!app_opened()) return;
    host_action_save(&app, "none/a.state");
    CHECK(!host_action_wait_for_saves(&app));
    CHECK_HAS(app.overlay.status, "not saved: none/a.state: ");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_BAD);
    CHECK(host_action_wait_for_saves(&app));
    CHECK(app_game.failed);      // as for a save that fails after the window was closed
    app_closed();
}

/// What is printed on standard output for what the window shows.
static const char *printed(void (*act)(void))
{
    printed_begin();
    act();
    printed_end();
    return printed_out;
}

static void save_quickly(void)
{
    app_key(SDLK_F5);
    host_action_wait_for_saves(&app);
}

static void save_nowhere(void)
{
    host_action_save(&app, "none/a.state");
    host_action_wait_for_saves(&app);
}

static void save_to_a_long_name(void)
{
    static char name[2 * ED_SAVER_PATH_MAX];
    memset(name, 'a', sizeof name - 1);
    host_action_save(&app, name);
}

static void start_over(void) { app_key(SDLK_F7); }
static void load_quickly(void) { app_key(SDLK_F9); }
static void resume(void) { app_key(SDLK_F4); }
static void go_to_previous_build(void) { app_key(SDLK_F8); }

TEST(what_the_window_shows_is_printed_too)
{
    if (!app_opened()) return;
    app_options.quiet = false;
    app_options.json = true;
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
    app_game.run->failed_phase = ED_PHASE_UPDATE;
    CHECK_HAS(printed(go_to_previous_build),
              "{\"event\":\"refused\",\"line\":\"there is no previous build\",\"frame\":0}\n");
    fake.has_previous = true;
    CHECK_HAS(printed(go_to_previous_build),
              "{\"event\":\"reloaded\",\"line\":\"reloaded the previous build\",");
    CHECK_TEXT(printed_err, "");
    app_closed();
}

TEST(only_failures_are_printed_if_the_host_is_quiet)
{
    static void (*const successes[])(void) = { save_quickly, load_quickly, start_over, resume };
    if (!app_opened()) return;
    for (u32 i = 0; i < ED_COUNT(successes); i++) {
        CHECK_TEXT(printed(successes[i]), "");
        CHECK_TEXT(printed_err, "");
    }
    CHECK(unlink("quick.state") == 0);
    CHECK_TEXT(printed(load_quickly), "");
    CHECK_HAS(printed_err, "not loaded: quick.state: cannot");
    CHECK_TEXT(printed(save_nowhere), "");
    CHECK_HAS(printed_err, "not saved: none/a.state: ");
    app_game.run->failed_phase = ED_PHASE_UPDATE;
    CHECK_TEXT(printed(go_to_previous_build), "");
    CHECK_TEXT(printed_err, "there is no previous build\n");
    app_closed();
}

TEST(without_a_crash_nothing_is_offered)
{
    if (!app_opened()) return;
    host_action_offer_resume(&app);
    CHECK_TEXT(app.overlay.status, "");
    app_closed();
}

// --- reloads and failures ------------------------------------------------------------------------

TEST(reloads_are_shown_by_what_they_did)
{
    if (!app_opened()) return;
    ed_LiveEvent event = app_event(ED_LIVE_BUILD_FAILED, "a.c:2", "build failed: a.c:2: wrong");
    app.strip_topic = HOST_STRIP_LIMIT;
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "wrong");
    CHECK_TEXT(app.overlay.strip_location, "a.c:2");
    CHECK_EQ(app.strip_topic, HOST_STRIP_BUILD);
    event = app_event(ED_LIVE_RELOADED, "", "reloaded");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "");
    CHECK_TEXT(app.overlay.status, "reloaded");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_GOOD);
    event = app_event(ED_LIVE_COMPILED, "", "compiled");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.status, "reloaded; compiled");
    event = app_event(ED_LIVE_UNCHANGED, "", "no changes");
    host_action_show_reload(&app, &event);
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_PLAIN);
    event = app_event(ED_LIVE_STALLED, "", "a build prints nothing");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "a build prints nothing");
    event = app_event(ED_LIVE_NOTICE, "", "the game changed a handler");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.status, "the game changed a handler");
    CHECK_TEXT(app.overlay.strip, "a build prints nothing");
    app_closed();
}

TEST(a_state_that_is_not_protected_is_shown_until_it_is_again)
{
    if (!app_opened()) return;
    ed_LiveEvent event = app_event(ED_LIVE_UNPROTECTED, "", "no longer protected");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "no longer protected");
    event = app_event(ED_LIVE_PROTECTED, "", "protected again");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "");
    CHECK_TEXT(app.overlay.status, "protected again");
    // the error of a build that came after it stays
    event = app_event(ED_LIVE_UNPROTECTED, "", "no longer protected");
    host_action_show_reload(&app, &event);
    event = app_event(ED_LIVE_BUILD_FAILED, "a.c:1", "wrong");
    host_action_show_reload(&app, &event);
    event = app_event(ED_LIVE_PROTECTED, "", "protected again");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "wrong");
    app_closed();
}

TEST(an_error_of_a_task_beside_the_game_is_shown_once)
{
    if (!app_opened()) return;
    ed_Error error = { .code = ED_OK };
    host_action_show_trouble(&app);
    CHECK_TEXT(app.overlay.status, "");
    snprintf(app_game.trouble, sizeof app_game.trouble, "the recording stopped");
    app_game.troubles = 1;
    host_action_show_trouble(&app);
    CHECK_TEXT(app.overlay.status, "the recording stopped");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_BAD);
    host_action_load(&app, "missing.state", &error);
    host_action_show_trouble(&app);
    CHECK_HAS(app.overlay.status, "missing.state");
    app_closed();
}

TEST(a_reload_keeps_the_error_of_a_game_that_is_still_paused)
{
    if (!app_opened()) return;
    ed_LiveEvent event = app_event(ED_LIVE_PAUSED, "", "crashed");
    host_action_show_reload(&app, &event);
    app_game.run->failed_phase = ED_PHASE_UPDATE;
    event = app_event(ED_LIVE_UNCHANGED, "", "no changes");
    host_action_show_reload(&app, &event);
    CHECK_TEXT(app.overlay.strip, "crashed");
    CHECK(app_key(SDLK_F8));
    CHECK_TEXT(app.overlay.status, "there is no previous build");
    fake.has_previous = true;
    CHECK(app_key(SDLK_F8));
    CHECK_TEXT(app.overlay.status, "reloaded the previous build");
    CHECK_TEXT(app.overlay.strip, "");
    app.overlay.status[0] = 0;
    CHECK(app_key(SDLK_F8));
    CHECK_TEXT(app.overlay.status, "");
    app_closed();
}

TEST(the_previous_build_is_used_in_a_running_game_only_if_the_strip_offers_it)
{
    if (!app_opened()) return;
    fake.has_previous = true;
    CHECK(app_key(SDLK_F8));
    CHECK_TEXT(app.overlay.status, "");
    fake.returns_state = true;
    CHECK(app_key(SDLK_F8));
    CHECK_TEXT(app.overlay.status, "reloaded the previous build");
    app_closed();
}

TEST(keys_of_the_system_are_no_keys_of_the_host_or_the_game)
{
    static const SDL_Keymod modifiers[] = { KMOD_LALT, KMOD_RCTRL, KMOD_LGUI };
    if (!app_opened()) return;
    for (u32 i = 0; i < ED_COUNT(modifiers); i++) {
        CHECK(app_key_with(SDLK_F4, modifiers[i], false));
        CHECK(app_key_with(SDLK_F5, modifiers[i], false));
        CHECK(app_key_with(SDLK_F10, (SDL_Keymod)(modifiers[i] | KMOD_SHIFT), false));
        CHECK(app_key_with(SDLK_ESCAPE, modifiers[i], false));
    }
    CHECK_TEXT(app.overlay.status, "");
    CHECK(!app.paused && !app.slow && !app_game.saver.count);
    CHECK(app_key(SDLK_F4));
    CHECK_HAS(app.overlay.status, "no crash");
    app_closed();
}

TEST(a_game_that_ended_itself_continues_with_f10)
{
    if (!app_opened()) return;
    app_game.run->host.quit = true;
    host_action_pause_ended(&app);
    CHECK(app.paused && !app_game.run->host.quit);
    CHECK_HAS(app.overlay.strip, "the game ended itself at frame ");
    CHECK(app_key(SDLK_F10));
    CHECK(!app.paused);
    CHECK_TEXT(app.overlay.strip, "");
    app_closed();
}

TEST(shift_f11_allows_more_time_after_a_hang)
{
    if (!app_opened()) return;
    ed_LiveEvent event = app_event(ED_LIVE_PAUSED, "", "it hung");
    host_action_show_reload(&app, &event);
    CHECK(app_key_with(SDLK_F11, KMOD_SHIFT, false));
    CHECK_TEXT(app.overlay.status, "no call has exceeded its limit");
    fake.hung = true;
    CHECK(app_key_with(SDLK_F11, KMOD_SHIFT, false));
    CHECK_TEXT(app.overlay.status, "a longer limit");
    CHECK_TEXT(app.overlay.strip, "");
    CHECK(!app.steps && !app.paused);
    app_closed();
}

TEST(a_limit_is_shown_once)
{
    if (!app_opened()) return;
    snprintf(app_game.run->frame_error.text, sizeof app_game.run->frame_error.text,
             "frame memory is full");
    host_action_show_limit(&app);
    CHECK_TEXT(app.overlay.strip, "frame memory is full");
    CHECK(host_overlay_escape(&app.overlay));
    host_action_show_limit(&app);
    CHECK_TEXT(app.overlay.strip, "");
    app_closed();
}

TEST(the_editor_opens_only_a_location)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F12));
    CHECK_TEXT(app.overlay.status, "");
    setenv("EDDIE_EDITOR", "true %f:%l:%c", 1);
    host_overlay_set_error(&app.overlay, "", "no location");
    CHECK(app_key(SDLK_F12));
    CHECK_TEXT(app.overlay.status, "");
    host_overlay_set_error(&app.overlay, "game/sim.c:1", "an error");
    CHECK(app_key(SDLK_F12));
    CHECK_TEXT(app.overlay.status, "opening game/sim.c:1");
    unsetenv("EDDIE_EDITOR");
    app_closed();
}
