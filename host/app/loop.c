#include "host/app/loop.h"
#include <math.h>
#include "host/app/actions.h"
#include "host/app/keys.h"
#include "host/app/keys_time.h"
#include "host/app/loop_headless.h"
#include "runtime/debug/console.h"
#include "runtime/debug/script_commands.h"
#include "runtime/os/process/stop_request.h"

#define UPDATES_MAX 5      // updates between two drawn frames; further ones are dropped
// a frame time this close to an update's time counts as one update, so that 60 Hz never stutters
#define JITTER_SECONDS 0.0015
// as fractions of a frame's time
#define VSYNC_FRACTION 0.75       // a frame that ends earlier was not delayed by vsync
#define POLL_FRACTION 0.65        // how long a running build is polled
#define SCRIPT_SECONDS 0.010      // time for commands before each frame is drawn
#define HIDDEN_MS 50              // between frames while the window is hidden

static f64 clock_seconds(void)
{
    return (f64)SDL_GetPerformanceCounter() / (f64)SDL_GetPerformanceFrequency();
}

/// A game that ends itself may do so by mistake, or because of an edit. A user who can still edit
/// it decides.
static void end_by_game(host_Loop *loop)
{
    if (ed_source_is_live && loop->game->options->frames == UINT64_MAX)
        host_action_pause_ended(loop);
    else loop->ended = true;
}

static void update_game(host_Loop *loop)
{
    ed_Run *run = loop->game->run;
    if (run->failed_phase) {
        loop->owed = 0;
        return;
    }
    if (!ed_game_update(loop->game, &loop->devices.input) && !run->failed_phase)
        host_action_show_limit(loop);
    host_action_show_trouble(loop);
    host_input_clear_events(&loop->devices);
    ed_game_count(loop->game);
    loop->ended |= loop->game->frames_left == 0;
    if (run->host.quit) end_by_game(loop);
}

void host_loop_advance(host_Loop *loop, f64 elapsed)
{
    if (fabs(elapsed - HOST_UPDATE_SECONDS) < JITTER_SECONDS) elapsed = HOST_UPDATE_SECONDS;
    if (!loop->paused) loop->owed += fmin(elapsed, HOST_STALL_SECONDS) / (f64)(1u << loop->slow);
    host_input_poll(&loop->devices);
    for (; loop->steps && !loop->ended; loop->steps--) update_game(loop);
    for (int i = 0; i < UPDATES_MAX && loop->owed >= HOST_UPDATE_SECONDS && !loop->ended; i++) {
        loop->owed -= HOST_UPDATE_SECONDS;
        update_game(loop);
    }
    if (loop->owed >= HOST_UPDATE_SECONDS) loop->owed = 0;
}

static void take_script(host_Loop *loop)
{
    ed_Script *script = loop->script;
    f64 until = loop->now + SCRIPT_SECONDS;
    if (loop->game->run->failed_phase) ed_script_poll_build(script);      // the last frame failed
    while (ed_script_run(script, 0) && clock_seconds() < until) {}
    if (script->event.number != loop->script_event_shown)
        host_action_show_reload(loop, &script->event);
    loop->script_event_shown = script->event.number;
    loop->ended |= script->ended;
}

static void take_source(host_Loop *loop)
{
    ed_LiveEvent event;
    host_loop_poll_source(loop->game, &event);
    if (event.kind != ED_LIVE_NOTHING) host_action_show_reload(loop, &event);
}

static void take_events(host_Loop *loop)
{
    SDL_Event event;
    while (SDL_PollEvent(&event))
        if (!host_keys_event(loop, &event))
            host_input_event(&loop->devices, &event, &loop->window.view,
                             loop->window.pixels_per_point);
}

static bool has_report(const ed_Report *report) { return report->count || report->same_layout; }

/// Writes the text of the report panel: the current problem with the whole build output, then the
/// last report.
static void fill_panel(const void *it, ed_Text *out)
{
    const host_Loop *loop = (const host_Loop *)it;
    const host_Overlay *overlay = &loop->overlay;
    const char *output = ed_source_build_output(loop->game->source);
    const ed_Report *report = &loop->game->run->report;
    if (overlay->strip[0]) {
        bool location = overlay->strip_location[0] != 0;
        ed_text_add(out, "%s%s%s\n\n", overlay->strip_location, location ? ": " : "",
                    overlay->strip);
        if (*output) ed_text_add(out, "build output:\n%s\n", output);
        if (has_report(report)) ed_text_add(out, "last reload:\n");
    }
    if (!has_report(report)) return;
    ed_report_full(report, out);
    ed_source_describe_reset(loop->game->source, out);
}

static void draw_frame(host_Loop *loop)
{
    host_Window *window = &loop->window;
    host_Overlay *overlay = &loop->overlay;
    host_window_update(window, loop->game->run->module);
    const ed_Draw *list =
        host_window_render(window, loop->game->run, (f32)(loop->owed / HOST_UPDATE_SECONDS));
    host_View view = host_view_fit(list->width, list->height, window->width, window->height);
    host_picture_show(&window->picture, view.area);
    host_draw_list(&window->batch, list, &view, HOST_FACE_SANS);
    overlay->has_previous_build = ed_source_has_previous_build(loop->game->source);
    overlay->building = ed_source_has_pending_save(loop->game->source);
    overlay->paused = loop->paused;
    host_keys_time_note(loop);
    overlay->inspecting = loop->inspect.focus;
    overlay->crashed = loop->game->run->failed_phase != ED_PHASE_NONE;
    bool some = overlay->strip[0] || has_report(&loop->game->run->report);
    overlay->report = NULL;
    if (overlay->panel == HOST_PANEL_REPORT && some) {
        const char *text = ed_game_text(loop->game, fill_panel, loop);
        overlay->report = text ? text : "the report is too long to show";
    }
    host_inspect_draw(&loop->inspect, window, loop->game->run, loop->now);
    host_overlay_draw(overlay, window, loop->now);
    host_save_picker_draw(&loop->picker, window, loop->game->run->module->game);
    host_batch_flush(&window->batch);
}

/// Waits until a fraction of the frame's time has passed. Meanwhile polls for saved sources and
/// finished builds, unless a script runs: the script's commands poll.
static void wait_and_poll(host_Loop *loop, f64 fraction)
{
    f64 until = loop->now + fraction / (f64)loop->window.refresh, left;
    while ((left = until - clock_seconds()) >= 0.001) {
        if (loop->script) {
            SDL_Delay((Uint32)(left * 1000));
            continue;
        }
        ed_source_sleep(loop->game->source, (u32)(left * 1000));
        take_source(loop);
    }
}

/// Presents the frame. SDL may wait for vsync there, without polling, so a running build is polled
/// first, for a part of the frame's time. If SDL did not wait, then waits and polls until the whole
/// frame's time is over.
static void present_frame(host_Loop *loop)
{
    f64 whole = 1.0 / (f64)loop->window.refresh;
    if (!loop->script && ed_source_busy(loop->game->source)) wait_and_poll(loop, POLL_FRACTION);
    SDL_RenderPresent(loop->window.renderer);
    if (clock_seconds() - loop->now <= whole * VSYNC_FRACTION) wait_and_poll(loop, 1);
}

static void run_frame(host_Loop *loop)
{
    f64 before = loop->now;
    loop->now = clock_seconds();
    host_action_show_saves(loop);
    take_events(loop);
    if (loop->script) {
        take_script(loop);
    } else {
        take_source(loop);
        f64 elapsed = loop->now - before;
        bool shown = !host_window_hidden(&loop->window);
        bool picking = loop->picker.purpose != HOST_SAVE_PICKER_CLOSED;
        if (shown && !host_keys_time_hold(loop, elapsed) && !picking)
            host_loop_advance(loop, elapsed);
    }
    loop->ended |= ed_stop_requested();
    if (host_window_hidden(&loop->window)) {
        SDL_WaitEventTimeout(NULL, HIDDEN_MS);
        return;
    }
    draw_frame(loop);
    present_frame(loop);
}

bool host_loop_window(ed_Game *game, ed_Script *script, host_Screenshot *shot, ed_Error *error)
{
    host_Loop *loop = ed_arena_push(&game->memory, sizeof *loop, _Alignof(host_Loop));
    if (!loop) return ed_arena_check(&game->memory, error);
    loop->game = game;
    loop->script = script;
    if (!host_window_open(&loop->window, game->run->module, error)) return false;
    shot->window = &loop->window;
    game->run->host.window = loop->window.window;
    game->run->host.renderer = loop->window.renderer;
    bool ok = host_overlay_open(&loop->overlay, error);
    if (!script) ed_console_start(game);
    loop->now = clock_seconds();
    bool fresh = !game->restarted && !game->run->failed_phase;
    if (fresh && game->options->state) host_action_show_started(loop);
    else if (fresh && !script) host_action_offer_resume(loop);
    loop->ended = !ok || game->frames_left == 0;
    while (!loop->ended) run_frame(loop);
    host_input_close(&loop->devices);
    host_inspect_close(&loop->inspect);
    host_save_picker_close(&loop->picker);
    host_overlay_close(&loop->overlay);
    game->run->host.window = game->run->host.renderer = NULL;
    host_window_close(&loop->window);
    return ok;
}
