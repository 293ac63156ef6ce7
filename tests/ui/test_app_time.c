#include "host/app/actions.h"
#include "host/app/keys_time.h"
#include "host/ui/thumbnail.h"
#include "tests/ui/app.h"
#include "tests/ui/fake_source.h"
#include "tests/ui/folder.h"
#include "tests/ui/game.h"
#include "tests/ui/screen.h"
#include <stdio.h>

TEST(pause_and_single_steps)
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
    CHECK(app_key(SDLK_l));
    CHECK(app.owed == 0);
    CHECK_EQ(app_updates(), 0);
    app_update(31);
    CHECK_TEXT(time_note(), "loop of 0.5 s, round 2; L stops it");
    CHECK(app_key(SDLK_l));
    CHECK_TEXT(app.overlay.status, "loop stopped in round 2; you have control");
    CHECK_TEXT(time_note(), "");
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
    CHECK_HAS(time_note(), " of 0.3 s, only to saved states, since updates are not deterministic");
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
