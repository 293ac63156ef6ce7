#include "host/timekeys.h"
#include <math.h>
#include "host/action.h"

#define SLOW_MAX     3u                // 1/8
#define STALL_SECONDS 0.25             // a longer wait is not made up for
#define STEP_SECONDS (1.0 / ED_TICKS_PER_SECOND)

static void refuse(host_Loop *loop, const ed_Error *error)
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

static void start_back(host_Loop *loop)
{
    loop->rewinding = true;
    loop->owed = loop->steps = 0;
    loop->owed_back = STEP_SECONDS;
}

static void end_back(host_Loop *loop)
{
    loop->rewinding = false;
    loop->owed = 0;
    bool news = host_time_go_on(&loop->play->time, loop->play->run);
    if (news) host_action_state(loop, "rewound", "");
    host_source_settle(loop->play->source);
}

static bool is_held(void)
{
    const Uint8 *down = SDL_GetKeyboardState(NULL);
    return down[SDL_GetScancodeFromKey(SDLK_BACKSPACE)];
}

bool host_timekeys_hold(host_Loop *loop, f64 elapsed)
{
    ed_Error error = { .code = ED_OK };
    bool broken = loop->play->run->broken != ED_PHASE_NONE;
    if (!loop->rewinding) return false;
    if (!is_held()) { end_back(loop); return false; }
    host_input_seen(&loop->devices);      // what is pressed meanwhile is not for later
    loop->owed_back += fmin(elapsed, STALL_SECONDS) / (f64)(1u << loop->slow);
    u64 updates = (u64)(loop->owed_back / STEP_SECONDS + 1e-6);
    loop->owed_back -= (f64)updates * STEP_SECONDS;
    if (!updates) return true;
    if (!host_time_back(&loop->play->time, loop->play->run, updates, &error)) {
        loop->rewinding = false;
        refuse(loop, &error);
    } else if (broken) {
        host_overlay_strip(&loop->overlay, "", "");      // what failed has not happened
    }
    return true;
}

// --- the loop ------------------------------------------------------------------------------------

static void next_phase(host_Loop *loop)
{
    host_Time *time = &loop->play->time;
    host_Repeat *repeat = &time->repeat;
    ed_Error error = { .code = ED_OK };
    bool good = true;
    if (repeat->phase == HOST_REPEAT_PLAYING) {
        host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_PLAIN,
                         "the loop ended in round %u: the game is yours", repeat->round);
        host_repeat_stop(repeat);
    } else if (repeat->phase == HOST_REPEAT_TAKING) {
        good = host_repeat_end(repeat, loop->play->run, &error);
        host_time_changed(time, false);
        loop->owed = 0;
    } else {
        good = host_repeat_start(repeat, loop->play->run, &error);
    }
    if (!good) refuse(loop, &error);
}

bool host_timekeys_event(host_Loop *loop, const SDL_Keysym *key)
{
    const bool letters = loop->play->time.timeline.on
        && !(key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI));
    if (key->sym == SDLK_F10 && (key->mod & KMOD_SHIFT)) change_speed(loop);
    else if (letters && key->sym == SDLK_BACKSPACE)      start_back(loop);
    else if (letters && key->sym == SDLK_l)              next_phase(loop);
    else return false;
    return true;
}

// --- the note ------------------------------------------------------------------------------------

static void add_rewind(const host_Time *time, ed_Text *out)
{
    f64 all = host_seconds(host_time_length(time)), left = host_seconds(host_time_behind(time));
    ed_text_add(out, "rewind %.1f s of %.1f s", all - left, all);
    const char *drift = time->timeline.drift;
    if (time->timeline.drifts) ed_text_add(out, ", in jumps%s%s", *drift ? ": " : "", drift);
}

static void add_loop(const host_Repeat *repeat, ed_Text *out)
{
    if (repeat->phase == HOST_REPEAT_OFF) return;
    ed_text_add(out, "loop %.1f s", host_seconds(repeat->count));
    if (repeat->phase == HOST_REPEAT_TAKING) ed_text_add(out, ", L ends it");
    else                                     ed_text_add(out, ", round %u", repeat->round);
}

/// A loop that ended by itself is told once.
static void tell_end(host_Loop *loop)
{
    ed_Error *error = &loop->play->time.repeat.error;
    if (error->code == ED_OK) return;
    host_overlay_say(&loop->overlay, loop->now, HOST_MOOD_BAD, "the loop ended: %s", error->text);
    error->code = ED_OK;
}

void host_timekeys_note(host_Loop *loop)
{
    const host_Time *time = &loop->play->time;
    ed_Text out = ed_text_over(loop->overlay.time, sizeof loop->overlay.time);
    bool stands = loop->play->run->broken != ED_PHASE_NONE;
    loop->overlay.rewinds = time->timeline.on && (!stands || time->timeline.kept_count);
    tell_end(loop);
    if (loop->rewinding) add_rewind(time, &out);
    else                 add_loop(&time->repeat, &out);
    if (loop->slow) ed_text_add(&out, "%sspeed 1/%u", out.size ? ", " : "", 1u << loop->slow);
}
