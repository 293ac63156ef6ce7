#include "host/app/actions.h"
#include "host/app/keys_time.h"
#include "host/ui/thumbnail.h"
#include "tests/ui/app.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <math.h>
#include <stdio.h>

TEST(the_app_pauses_and_makes_single_steps)
{
    if (!app_opened()) return;
    app.owed = 1;
    CHECK(app_key(SDLK_F10));
    CHECK(app.paused);
    CHECK(app.owed == 0);
    CHECK(app_key(SDLK_F11));
    CHECK(app_key_with(SDLK_F11, KMOD_NONE, true));
    CHECK_EQ(app.steps, 2);
    CHECK(app.paused);
    CHECK(app_key(SDLK_F10));
    CHECK(!app.paused);
    CHECK_EQ(app.steps, 0);
    CHECK(app_key(SDLK_F11));
    CHECK(app.paused);
    CHECK_EQ(app.steps, 1);
    app_closed();
}

// --- updates that are due ------------------------------------------------------------------------

/// The number of updates that are made after so many seconds.
static u64 advanced(f64 elapsed)
{
    const u64 before = app_updates();
    host_loop_advance(&app, elapsed);
    return app_updates() - before;
}

static bool owes(f64 updates) { return fabs(app.owed - updates * HOST_UPDATE_SECONDS) < 1e-9; }

TEST(updates_follow_the_clock)
{
    if (!app_opened()) return;
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS), 1);
    CHECK(owes(0));
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS / 2), 0);
    CHECK(owes(0.5));
    CHECK_EQ(advanced(2 * HOST_UPDATE_SECONDS), 2);
    CHECK(owes(0.5));
    CHECK_EQ(advanced(0.6 * HOST_UPDATE_SECONDS), 1);
    CHECK(owes(0.1));
    app_closed();
}

TEST(sticks_are_read_before_updates)
{
    if (!app_opened()) return;
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");      // the window has no focus
    CHECK(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0);
    int index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, SDL_CONTROLLER_AXIS_MAX,
                                          SDL_CONTROLLER_BUTTON_MAX, 0);
    app.devices.pad = SDL_GameControllerOpen(index);
    CHECK(app.devices.pad != NULL);
    SDL_Joystick *stick = SDL_GameControllerGetJoystick(app.devices.pad);
    SDL_JoystickSetVirtualAxis(stick, SDL_CONTROLLER_AXIS_LEFTX, 32767);
    SDL_JoystickUpdate();
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS), 1);
    CHECK(app.devices.input.left_x > 0.9f);
    host_input_close(&app.devices);
    SDL_JoystickDetachVirtual(index);
    SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER);
    app_closed();
}

TEST(a_frame_that_is_almost_on_time_counts_as_one_update)
{
    if (!app_opened()) return;
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS + 0.0014), 1);
    CHECK(owes(0));
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS - 0.0014), 1);
    CHECK(owes(0));
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS + 0.0016), 1);
    CHECK(owes(0.0016 / HOST_UPDATE_SECONDS));
    app_closed();
}

TEST(updates_that_a_frame_has_no_time_for_are_dropped)
{
    if (!app_opened()) return;
    CHECK_EQ(advanced(5.5 * HOST_UPDATE_SECONDS), 5);
    CHECK(owes(0.5));
    CHECK_EQ(advanced(5.8 * HOST_UPDATE_SECONDS), 5);
    CHECK(owes(0));
    CHECK_EQ(advanced(100), 5);
    CHECK(owes(0));
    app_closed();
}

TEST(a_pause_stops_the_clock_but_not_single_updates)
{
    if (!app_opened()) return;
    CHECK(app_key(SDLK_F11) && app_key(SDLK_F11));
    CHECK_EQ(advanced(2 * HOST_UPDATE_SECONDS), 2);
    CHECK(owes(0));
    CHECK_EQ(app.steps, 0);
    CHECK_EQ(advanced(2 * HOST_UPDATE_SECONDS), 0);
    CHECK(app_key(SDLK_F10));
    CHECK(app_key_with(SDLK_F10, KMOD_SHIFT, false));      // half the speed
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS), 0);
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS), 1);
    app_game.frames_left = 3;
    app.steps = 2;
    CHECK_EQ(advanced(5 * HOST_UPDATE_SECONDS), 3);
    CHECK(app.ended);
    app.steps = 2;
    CHECK_EQ(advanced(5 * HOST_UPDATE_SECONDS), 0);
    app_closed();
}

/// Reaches a limit, too, as code that fails may do.
static void fail(ed_Host *host)
{
    ed_arena_push(host->frame, SIZE_MAX / 2, 1);
    app_game.run->failed_phase = ED_PHASE_UPDATE;
}

TEST(a_game_that_fails_owes_no_updates)
{
    static ed_Module failing;
    if (!app_opened()) return;
    failing = ui_game;
    failing.update = fail;
    app_game.run->module = &failing;
    CHECK_EQ(advanced(2 * HOST_UPDATE_SECONDS), 0);
    CHECK_EQ(app_game.run->failed_phase, ED_PHASE_UPDATE);
    CHECK_TEXT(app.overlay.strip, "");      // the event of the failure will fill it later
    CHECK_EQ(advanced(1.5 * HOST_UPDATE_SECONDS), 0);
    CHECK(owes(0));
    CHECK(app_key(SDLK_F11));
    CHECK_EQ(advanced(HOST_UPDATE_SECONDS), 0);
    CHECK_EQ(app.steps, 0);
    app_closed();
}

// --- slow motion, loops and rewinding ------------------------------------------------------------

static const char *time_note(void)
{
    app.overlay.time[0] = 0;
    host_keys_time_note(&app);
    return app.overlay.time;
}

TEST(slow_motion_has_three_speeds)
{
    if (!app_opened()) return;
    CHECK_TEXT(time_note(), "");
    for (u32 i = 0; i < 3; i++) CHECK(app_key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK_TEXT(time_note(), "speed 1/8");
    CHECK_TEXT(app.overlay.status, "");
    CHECK(!app.paused);
    CHECK(app_key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK_TEXT(app.overlay.status, "full speed");
    CHECK_TEXT(time_note(), "");
    app_closed();
}

TEST(a_loop_of_input_is_recorded_repeated_and_stopped)
{
    if (!app_opened()) return;
    CHECK(!app_key_with(SDLK_l, KMOD_CTRL, false));
    CHECK(app_key(SDLK_l));
    app_update(30);
    CHECK_TEXT(time_note(), "recording a loop: 0.5 s; L repeats it");
    app.owed = 1;
    CHECK(!app_game.time.changed);
    CHECK(app_key(SDLK_l));
    CHECK(app.owed == 0);
    CHECK_EQ(app_updates(), 0);
    CHECK(app_game.time.changed);
    app_update(31);
    CHECK_TEXT(time_note(), "loop of 0.5 s, round 2; L stops it");
    CHECK(app_key(SDLK_l));
    CHECK_TEXT(app.overlay.status, "loop stopped in round 2; you have control");
    CHECK_TEXT(time_note(), "");
    app_closed();
}

TEST(an_error_that_stopped_a_loop_is_shown_once)
{
    if (!app_opened()) return;
    ed_fail(&app_game.time.loop.error, ED_ERR_LIMIT, "the loop is too long");
    CHECK_TEXT(time_note(), "");
    CHECK_TEXT(app.overlay.status, "loop stopped: the loop is too long");
    CHECK_EQ(app.overlay.status_mood, HOST_MOOD_BAD);
    app.overlay.status[0] = 0;
    time_note();
    CHECK_TEXT(app.overlay.status, "");
    app_closed();
}

TEST(backspace_rewinds_while_it_is_held)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!app_opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    CHECK(!host_keys_time_hold(&app, 1));
    app_update(60);
    time_note();
    CHECK(app.overlay.can_rewind);
    app.owed = 1;
    CHECK(app_key(SDLK_BACKSPACE));
    CHECK(app.rewinding && app.owed == 0);
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&app, 0));
    CHECK_EQ(app_updates(), 59);
    CHECK(host_keys_time_hold(&app, 9 * HOST_UPDATE_SECONDS));
    CHECK_EQ(app_updates(), 50);
    CHECK_HAS(time_note(), "rewound 0.2 s of 1.0 s");
    CHECK(host_keys_time_hold(&app, 100));      // a gap counts as a quarter of a second
    CHECK_EQ(app_updates(), 35);
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&app, 1));
    CHECK(!app.rewinding);
    CHECK_EQ(fake.restarts, 1);
    CHECK_TEXT(app.overlay.status, "");      // no value was lost
    CHECK_EQ(app_updates(), 35);
    app_update(1);
    CHECK_EQ(app_updates(), 36);
    app_closed();
}

TEST(a_crash_that_was_rewound_is_no_longer_shown)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!app_opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    app_game.run->failed_phase = ED_PHASE_UPDATE;
    time_note();
    CHECK(!app.overlay.can_rewind);      // there is no earlier state
    app_game.run->failed_phase = ED_PHASE_NONE;
    app_update(20);
    app_game.run->failed_phase = ED_PHASE_UPDATE;
    ed_LiveEvent event = app_event(ED_LIVE_PAUSED, "", "crashed");
    host_action_show_reload(&app, &event);
    time_note();
    CHECK(app.overlay.can_rewind);
    CHECK(app_key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&app, 2 * HOST_UPDATE_SECONDS));
    CHECK(!app_game.run->failed_phase);
    CHECK_TEXT(app.overlay.strip, "");
    app_game.run->failed_phase = ED_PHASE_UPDATE;      // with a build that failed after the crash
    event = app_event(ED_LIVE_BUILD_FAILED, "", "a build failed");
    host_action_show_reload(&app, &event);
    CHECK(host_keys_time_hold(&app, 2 * HOST_UPDATE_SECONDS));
    CHECK(!app_game.run->failed_phase);
    CHECK_TEXT(app.overlay.strip, "a build failed");
    app_game.time.timeline.drifts = true;
    CHECK_HAS(time_note(), " of 0.3 s, only to stored states, since updates are not deterministic");
    snprintf(app_game.time.timeline.drift, sizeof app_game.time.timeline.drift,
             "Scene.count is lost");
    CHECK_HAS(time_note(), "are not deterministic: Scene.count is lost");
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&app, 1));
    app_closed();
}

TEST(a_limit_that_was_rewound_is_no_longer_shown)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!app_opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    app_update(20);
    snprintf(app_game.run->frame_error.text, sizeof app_game.run->frame_error.text,
             "frame memory is full");
    host_action_show_limit(&app);
    CHECK(app_key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    CHECK(host_keys_time_hold(&app, HOST_UPDATE_SECONDS));
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&app, 1));
    CHECK_TEXT(app.overlay.strip, "");
    host_action_show_limit(&app);      // it is shown again when it is reached again
    CHECK_TEXT(app.overlay.strip, "frame memory is full");
    app_closed();
}

TEST(slow_motion_rewinds_slowly)
{
    Uint8 *down = (Uint8 *)(uintptr_t)SDL_GetKeyboardState(NULL);
    if (!app_opened()) return;
    const SDL_Scancode backspace = SDL_GetScancodeFromKey(SDLK_BACKSPACE);
    app_update(30);
    CHECK(app_key_with(SDLK_F10, KMOD_SHIFT, false));
    CHECK(app_key(SDLK_BACKSPACE));
    down[backspace] = SDL_PRESSED;
    app.devices.input.key_pressed[ED_KEY_A] = true;
    CHECK(host_keys_time_hold(&app, 0));
    CHECK(!app.devices.input.key_pressed[ED_KEY_A]);
    CHECK_EQ(app_updates(), 29);
    CHECK(host_keys_time_hold(&app, HOST_UPDATE_SECONDS));
    CHECK_EQ(app_updates(), 29);
    CHECK(host_keys_time_hold(&app, HOST_UPDATE_SECONDS));
    CHECK_EQ(app_updates(), 28);
    CHECK_HAS(time_note(), "rewound 0.0 s of 0.5 s");
    down[backspace] = SDL_RELEASED;
    CHECK(!host_keys_time_hold(&app, 1));
    app_closed();
}

TEST(an_edit_in_the_inspector_is_a_new_timeline)
{
    if (!app_opened()) return;
    app_update(1);
    CHECK(!app_game.time.changed);
    CHECK(app_key(SDLK_F2));
    CHECK(app_key(SDLK_RIGHT));
    CHECK(app_key(SDLK_DOWN));
    CHECK(!app_game.time.changed);
    ed_input_loop_start(&app_game.time.loop, app_game.run, &(ed_Error){ .code = ED_OK });
    CHECK(app_key_with(SDLK_RIGHT, KMOD_CTRL, false));
    CHECK_EQ(ui_scene->count, 4);
    CHECK(app_game.time.changed);
    CHECK_EQ(app_game.time.loop.phase,
             ED_INPUT_LOOP_RECORDING);      // it continues with the new value
    app_closed();
}

TEST(without_a_rewind_buffer_its_keys_go_to_the_game)
{
    if (!app_opened()) return;
    app_game.time.timeline.on = false;
    CHECK(!app_key(SDLK_BACKSPACE));
    CHECK(!app_key(SDLK_l));
    time_note();
    CHECK(!app.overlay.can_rewind);
    app_game.time.timeline.on = true;
    app_closed();
}
