#include "host/loop.h"
#include <math.h>
#include "host/action.h"
#include "host/command.h"
#include "host/stop.h"
#include "host/tell.h"
#include "host/timekeys.h"

#define STEP_SECONDS   (1.0 / ED_TICKS_PER_SECOND)
#define STALL_SECONDS  0.25       // a longer wait is not made up for
#define UPDATES_MAX    5          // before each picture
#define JITTER_SECONDS 0.0015     // so near to a step a frame counts as one: 60 Hz never stutters
#define HELD_PART      0.75       // of a picture's time: a faster frame was not held by vsync
#define BUSY_PART      0.65       // of it are for a build before it is shown
#define SCRIPT_SECONDS 0.010      // of commands before each picture
#define HIDDEN_MS      50

static f64 clock_seconds(void)
{
    return (f64)SDL_GetPerformanceCounter() / (f64)SDL_GetPerformanceFrequency();
}

static void step_source(host_Play *play, ed_LiveEvent *event)
{
    event->kind = ED_LIVE_NOTHING;
    if (host_source_step(play->source, event)) host_tell_event(play, event);
}

void host_loop_headless(host_Play *play)
{
    bool over_told = false;
    host_tell_start(play);
    ed_LiveEvent event = { 0 };
    while (play->frames_left && !play->run->host.quit && !host_stop_asked()) {
        step_source(play, &event);
        // A build wants the processor more than we do
        if (host_source_busy(play->source)) SDL_Delay(1);
        if (event.kind == ED_LIVE_RELOADED) over_told = false;
        if (play->run->broken) {
            play->failed = true;
            // Else nobody comes to mend it.
            bool for_ever = play->options->watching && play->options->frames == UINT64_MAX;
            if (event.kind == ED_LIVE_FROZEN && !for_ever) break;
            SDL_Delay(1);
            continue;
        }
        host_play_count(play);
        if (host_play_update(play, NULL) || play->run->broken) continue;
        if (!over_told) host_tell_over(play);
        over_told = play->failed = true;
    }
}

static void update(host_Loop *loop)
{
    if (loop->play->frames_left == 0) { loop->ended = true; return; }
    ed_Run *run = loop->play->run;
    if (run->broken) { loop->owed = 0; return; }
    if (!host_play_update(loop->play, &loop->devices.input) && !run->broken) host_action_over(loop);
    host_input_seen(&loop->devices);
    host_play_count(loop->play);
    loop->ended |= run->host.quit || loop->play->frames_left == 0;
}

/// As many updates as the clock asks for.
static void advance(host_Loop *loop, f64 elapsed)
{
    if (fabs(elapsed - STEP_SECONDS) < JITTER_SECONDS) elapsed = STEP_SECONDS;
    if (!loop->paused) loop->owed += fmin(elapsed, STALL_SECONDS) / (f64)(1u << loop->slow);
    host_input_poll(&loop->devices);
    for (; loop->steps && !loop->ended; loop->steps--) update(loop);
    for (int i = 0; i < UPDATES_MAX && loop->owed >= STEP_SECONDS && !loop->ended; i++) {
        update(loop);
        loop->owed -= STEP_SECONDS;
    }
    if (loop->owed >= STEP_SECONDS) loop->owed = 0;
}

static void take_script(host_Loop *loop)
{
    host_Script *script = loop->script;
    f64 until = loop->now + SCRIPT_SECONDS;
    if (loop->play->run->broken) host_command_attend(script);      // the last frame failed
    while (host_script_run(script, 0) && clock_seconds() < until) { }
    if (script->event.number != loop->shown) host_action_reload(loop, &script->event);
    loop->shown = script->event.number;
    loop->ended |= script->ended;
}

static void take_source(host_Loop *loop)
{
    ed_LiveEvent event;
    step_source(loop->play, &event);
    if (event.kind != ED_LIVE_NOTHING) host_action_reload(loop, &event);
}

static void take_events(host_Loop *loop)
{
    SDL_Event event;
    while (SDL_PollEvent(&event))
        if (!host_action_event(loop, &event))
            host_input_event(&loop->devices, &event, &loop->window.view,
                             loop->window.pixels_per_point);
}

static bool has_report(const ed_Report *report) { return report->count || report->same_layout; }

/// What is wrong now, with all that the build said of it; then the last report.
static void fill_panel(const void *it, ed_Text *out)
{
    const host_Loop *loop = (const host_Loop *)it;
    const host_Overlay *overlay = &loop->overlay;
    const char *output = host_source_output(loop->play->source);
    const ed_Report *report = &loop->play->run->report;
    if (overlay->strip[0]) {
        bool place = overlay->strip_place[0] != 0;
        ed_text_add(out, "%s%s%s\n\n", overlay->strip_place, place ? ": " : "", overlay->strip);
        if (*output) ed_text_add(out, "the build said:\n%s\n", output);
        if (has_report(report)) ed_text_add(out, "the last reload:\n");
    }
    if (has_report(report)) ed_report_full(report, out);
}

static void draw(host_Loop *loop)
{
    host_Window *window = &loop->window;
    host_Overlay *overlay = &loop->overlay;
    host_window_follow(window, loop->play->run->module);
    const ed_Draw *list = host_window_render(window, loop->play->run,
                                             (f32)(loop->owed / STEP_SECONDS));
    host_View view = host_view_fit(list->width, list->height, window->width, window->height);
    host_picture_show(&window->picture, view.area);
    host_draw_list(&window->batch, list, &view, HOST_FACE_SANS);
    overlay->has_before = host_source_has_before(loop->play->source);
    overlay->building = host_source_waits(loop->play->source);
    overlay->paused = loop->paused;
    host_timekeys_note(loop);
    overlay->inspecting = loop->inspect.focus;
    overlay->frozen = loop->play->run->broken != ED_PHASE_NONE;
    bool some = overlay->strip[0] || has_report(&loop->play->run->report);
    overlay->report = NULL;
    if (overlay->panel == HOST_PANEL_REPORT && some) {
        const char *text = host_play_text(loop->play, fill_panel, loop);
        overlay->report = text ? text : "the report is too long to show";
    }
    host_inspect_draw(&loop->inspect, window, loop->play->run, loop->now);
    host_overlay_draw(overlay, window, loop->now);
    host_picker_draw(&loop->picker, window, loop->play->run->module->game);
    host_batch_flush(&window->batch);
}

/// Until `part` of a picture's time is over: saves and builds go on meanwhile.
static void rest(host_Loop *loop, f64 part)
{
    f64 until = loop->now + part / (f64)loop->window.refresh, left;
    while ((left = until - clock_seconds()) >= 0.001) {
        if (loop->script) { SDL_Delay((Uint32)(left * 1000)); continue; }
        host_source_wait(loop->play->source, (u32)(left * 1000));
        take_source(loop);
    }
}

/// A build is not kept waiting by vsync; where that does not hold a frame, sleep does.
static void show(host_Loop *loop)
{
    f64 whole = 1.0 / (f64)loop->window.refresh;
    if (!loop->script && host_source_busy(loop->play->source)) rest(loop, BUSY_PART);
    SDL_RenderPresent(loop->window.renderer);
    if (clock_seconds() - loop->now <= whole * HELD_PART) rest(loop, 1);
}

static void frame(host_Loop *loop)
{
    f64 before = loop->now;
    loop->now = clock_seconds();
    host_action_saved(loop);
    take_events(loop);
    if (loop->script) {
        take_script(loop);
    } else {
        take_source(loop);
        f64 elapsed = loop->now - before;
        bool shown = !host_window_hidden(&loop->window);
        bool picking = loop->picker.purpose != HOST_PICKER_CLOSED;
        if (shown && !host_timekeys_hold(loop, elapsed) && !picking) advance(loop, elapsed);
    }
    loop->ended |= host_stop_asked();
    if (host_window_hidden(&loop->window)) {
        SDL_WaitEventTimeout(NULL, HIDDEN_MS);
        return;
    }
    draw(loop);
    show(loop);
}

bool host_loop_window(host_Play *play, host_Script *script, ed_Error *error)
{
    host_Loop *loop = ed_arena_push(&play->own, sizeof *loop, _Alignof(host_Loop));
    if (!loop) return ed_arena_fits(&play->own, error);
    loop->play = play;
    loop->script = script;
    if (!host_window_open(&loop->window, play->run->module, error)) return false;
    if (script) script->shot.window = &loop->window;
    play->run->host.window = loop->window.window;
    play->run->host.renderer = loop->window.renderer;
    bool ok = host_overlay_open(&loop->overlay, error);
    if (!script) host_tell_start(play);
    loop->now = clock_seconds();
    bool fresh = !play->reborn && !play->run->broken;
    if (fresh && play->options->state) host_action_started(loop);
    else if (fresh && !script)         host_action_offer(loop);
    loop->ended = !ok || play->frames_left == 0;
    while (!loop->ended) frame(loop);
    host_input_close(&loop->devices);
    host_inspect_close(&loop->inspect);
    host_picker_close(&loop->picker);
    host_overlay_close(&loop->overlay);
    play->run->host.window = play->run->host.renderer = NULL;
    host_window_close(&loop->window);
    return ok;
}
