#include "host/app/keys_time.h"
#include <math.h>
#include "host/app/actions.h"

#define SLOW_MAX 3u      // 1/8

static void refuse_time(host_Loop *loop, const ed_Error *error)
{
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "%s", error->text);
}

// --- slow motion ---------------------------------------------------------------------------------

static void change_speed(host_Loop *loop)
{
    loop->slow = (loop->slow + 1) % (SLOW_MAX + 1);
    if (!loop->slow) host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN, "full speed");
}

// --- rewind --------------------------------------------------------------------------------------

static void start_rewind(host_Loop *loop)
{
    loop->rewinding = true;
    loop->owed = loop->steps = 0;
    loop->rewind_owed = HOST_UPDATE_SECONDS;
}

static void end_rewind(host_Loop *loop)
{
    loop->rewinding = false;
    bool changed = ed_time_continue(&loop->game->time, loop->game->run);
    if (changed) host_action_show_state(loop, "rewound", "");
    ed_source_restart_checkpoints(loop->game->source);
}

static bool is_backspace_held(void)
{
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    return down[SDL_GetScancodeFromKey(SDLK_BACKSPACE)];
}

bool host_keys_time_hold(host_Loop *loop, f64 elapsed)
{
    ed_Error error = { .code = ED_OK };
    if (!loop->rewinding) return false;
    if (!is_backspace_held()) {
        end_rewind(loop);
        return false;
    }
    host_input_clear_events(&loop->devices);      // ignore keys that are pressed while rewinding
    loop->rewind_owed += fmin(elapsed, HOST_STALL_SECONDS) / (f64)(1u << loop->slow);
    u64 updates = (u64)(loop->rewind_owed / HOST_UPDATE_SECONDS + 1e-6);
    loop->rewind_owed -= (f64)updates * HOST_UPDATE_SECONDS;
    if (!updates) return true;
    if (!ed_time_back(&loop->game->time, loop->game->run, updates, &error)) {
        loop->rewinding = false;
        refuse_time(loop, &error);
    } else {
        host_action_hide_outdated_messages(loop);
    }
    return true;
}

// --- the loop of input ---------------------------------------------------------------------------

/// Starts recording a loop of input, then starts repeating it, then stops it.
static void next_phase(host_Loop *loop)
{
    ed_TimeTravel *time = &loop->game->time;
    ed_InputLoop *input_loop = &time->loop;
    ed_Error error = { .code = ED_OK };
    bool good = true;
    if (input_loop->phase == ED_INPUT_LOOP_PLAYING) {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN,
                         "loop stopped in round %u; you have control", input_loop->round);
        ed_input_loop_stop(input_loop);
    } else if (input_loop->phase == ED_INPUT_LOOP_RECORDING) {
        good = ed_input_loop_play(input_loop, loop->game->run, &error);
        ed_time_changed(time, false);
        loop->owed = 0;
    } else {
        good = ed_input_loop_start(input_loop, loop->game->run, &error);
    }
    if (!good) refuse_time(loop, &error);
}

bool host_keys_time_event(host_Loop *loop, const SDL_Keysym *key)
{
    const bool enabled =
        loop->game->time.timeline.on && !(key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    if (key->sym == SDLK_F10 && (key->mod & KMOD_SHIFT)) change_speed(loop);
    else if (enabled && key->sym == SDLK_BACKSPACE) start_rewind(loop);
    else if (enabled && key->sym == SDLK_l) next_phase(loop);
    else return false;
    return true;
}

// --- the note ------------------------------------------------------------------------------------

static void add_rewind(const ed_TimeTravel *time, ed_Text *out)
{
    f64 all = ed_seconds_from_updates(ed_time_length(time)),
        left = ed_seconds_from_updates(ed_time_left(time));
    ed_text_add(out, "rewound %.1f s of %.1f s", all - left, all);
    const char *drift = time->timeline.drift;
    if (time->timeline.drifts)
        ed_text_add(out, ", only to stored states, since updates are not deterministic%s%s",
                    *drift ? ": " : "", drift);
}

static void add_loop(const ed_InputLoop *input_loop, ed_Text *out)
{
    f64 seconds = ed_seconds_from_updates(input_loop->count);
    if (input_loop->phase == ED_INPUT_LOOP_RECORDING)
        ed_text_add(out, "recording a loop: %.1f s; L repeats it", seconds);
    else if (input_loop->phase == ED_INPUT_LOOP_PLAYING)
        ed_text_add(out, "loop of %.1f s, round %u; L stops it", seconds, input_loop->round);
}

/// If an error stopped the loop of input, shows the error once.
static void show_loop_error(host_Loop *loop)
{
    ed_Error *error = &loop->game->time.loop.error;
    if (error->code == ED_OK) return;
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "loop stopped: %s", error->text);
    error->code = ED_OK;
}

void host_keys_time_note(host_Loop *loop)
{
    const ed_TimeTravel *time = &loop->game->time;
    ed_Text out = ed_text_over(loop->overlay.time, sizeof loop->overlay.time);
    bool crashed = loop->game->run->failed_phase != ED_PHASE_NONE;
    loop->overlay.can_rewind = time->timeline.on && (!crashed || time->timeline.kept_count);
    show_loop_error(loop);
    if (loop->rewinding) add_rewind(time, &out);
    else add_loop(&time->loop, &out);
    if (loop->slow) ed_text_add(&out, "%sspeed 1/%u", out.size ? ", " : "", 1u << loop->slow);
}
