#include "host/command.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "host/command_time.h"
#include "host/count.h"
#include "host/stop.h"
#include "host/tell.h"
#include "runtime/value/value.h"

#define STEP_MAX 1000000000u

typedef void Command(host_Script *script, char *rest, host_Answer *answer);

static void wait_a_little(void)
{
    struct timespec pause = { .tv_nsec = 1000000 };
    nanosleep(&pause, NULL);
}

static f64 now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (f64)now.tv_sec * 1e3 + (f64)now.tv_nsec / 1e6;
}

static void number_frame(host_Script *script, host_Answer *answer)
{
    host_answer_number(answer, "frame", (f64)script->play->run->host.tick);
}

/// Taps and clicks last for one update.
static void end_taps(host_Script *script)
{
    ed_Input *input = &script->input;
    for (u32 i = 0; i < ED_KEY_COUNT; i++) {
        if (script->tapped[i]) input->key_down[i] = false;
        input->key_pressed[i] = script->tapped[i] = false;
    }
    for (u32 i = 0; i < ED_MOUSE_COUNT; i++) {
        if (script->clicked[i]) input->mouse_down[i] = false;
        input->mouse_pressed[i] = script->clicked[i] = false;
    }
    input->mouse_moved = false;
}

/// Answers with what happened: the game is frozen, or went back to the code before this one. With
/// every later step of a frozen game again.
static void answer_failed(host_Script *script, host_Answer *answer)
{
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    bool fresh = host_source_mind(script->play->source, &event) && !host_event_is_notice(&event);
    if (fresh) script->event = event;
    number_frame(script, answer);
    host_answer_error(answer, "%s",
                      fresh ? event.line : "the game is frozen: reload fixed code");
}

static void command_step(host_Script *script, char *rest, host_Answer *answer)
{
    ed_Run *run = script->play->run;
    u64 count = 1;
    if (*rest && !host_count_read(rest, STEP_MAX, &count)) {
        host_answer_error(answer, "step %.64s: expected a number of frames, at most %u", rest,
                          STEP_MAX);
        return;
    }
    bool ok = !run->broken;
    for (u64 i = 0; i < count && ok && !run->host.quit && !host_stop_asked(); i++) {
        host_command_attend(script);
        ok = host_play_update(script->play, &script->input);
        end_taps(script);
    }
    if (run->broken) { answer_failed(script, answer); return; }
    u64 frame = run->host.tick;
    number_frame(script, answer);
    if (!ok) host_answer_error(answer, "frame %llu: %s", (unsigned long long)frame, run->over.text);
    else
        host_answer_ok(answer, "frame %llu%s", (unsigned long long)frame,
                       run->host.quit ? ", the game ended" : "");
    if (run->host.quit) script->ended = true;
}

static void command_save(host_Script *script, char *rest, host_Answer *answer)
{
    host_Play *play = script->play;
    const bool broken = play->run->broken;
    ed_SaveResult saved = { .frame = 0 };
    if (!*rest) {
        host_answer_error(answer, "save needs the name of a file");
    } else if (!ed_saver_save(&play->saver, play->run, rest, &saved.error)
               || !ed_saver_wait(&play->saver, &saved)
               || saved.error.code) {
        host_answer_error(answer, "%s", saved.error.text);
        if (play->run->broken && !broken) answer_failed(script, answer);
    } else {
        host_answer_ok(answer, "%.900s: %zu bytes", rest, saved.bytes);
        host_answer_number(answer, "bytes", (f64)saved.bytes);
        number_frame(script, answer);
    }
}

static void command_load(host_Script *script, char *rest, host_Answer *answer)
{
    ed_Error error = { 0 };
    if (!*rest) {
        host_answer_error(answer, "load needs the name of a snapshot");
    } else if (!host_play_load(script->play, rest, &error)) {
        host_answer_error(answer, "%s", error.text);
    } else {
        host_answer_ok(answer, "frame %llu, %s", (unsigned long long)script->play->run->host.tick,
                       host_play_report_line(script->play));
        number_frame(script, answer);
        answer->name = "report";
        answer->value = host_play_report_json(script->play);
    }
}

static void answer_event(host_Script *script, host_Answer *answer)
{
    const ed_LiveEvent *event = &script->event;
    if (host_event_is_good(event)) host_answer_ok(answer, "%s", event->line);
    else host_answer_error(answer, "%s", event->line);
    host_answer_number(answer, "build_ms", event->build_ms);
    host_answer_number(answer, "swap_ms", event->swap_ms);
    if (event->kind != ED_LIVE_RELOADED) return;
    answer->name = "report";
    answer->value = host_play_report_json(script->play);
}

static bool is_progress(const ed_LiveEvent *event)
{
    bool state = event->kind == ED_LIVE_NOTHING || event->kind == ED_LIVE_BUILDING
              || event->kind == ED_LIVE_FROZEN;
    return state || event->quick || event->kind == ED_LIVE_COMPILED || host_event_is_notice(event);
}

/// What a quick build began, its end completes: a script gets to hear of both at once,
/// when the compiler is done.
static void join_events(const ed_LiveEvent *quick, ed_LiveEvent *event)
{
    char end[sizeof event->line];
    u32 number = event->number;
    snprintf(end, sizeof end, "%s", event->line);
    *event = *quick;
    event->number = number;
    size_t size = strlen(event->line);
    ed_Text line = ed_text_over(event->line + size, sizeof event->line - size);
    ed_text_add(&line, "; %s", end);
}

void host_command_attend(host_Script *script)
{
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    if (!host_source_attend(script->play->source, &event)) return;
    bool notice = host_event_is_notice(&event);
    if (notice || event.kind == ED_LIVE_FROZEN) host_tell_event(script->play, &event);
    if (notice) return;
    script->event = event;
    if (!is_progress(&event)) script->kept = event;
}

/// What came while nobody waited, unless a newer save is on its way.
static bool take_kept(host_Script *script)
{
    if (!script->kept.number || host_source_busy(script->play->source)) return false;
    script->event = script->kept;
    script->kept.number = 0;
    return true;
}

/// Lets the source work until it has an answer. False when the time is up.
static bool wait_for_event(host_Script *script, u64 wait_ms)
{
    ed_LiveEvent *event = &script->event, quick = { .kind = ED_LIVE_NOTHING };
    f64 until = now_ms() + (f64)wait_ms;
    for (;;) {
        bool told = host_source_step(script->play->source, event);
        if (told && host_event_is_notice(event)) host_tell_event(script->play, event);
        if (told && event->quick) quick = *event;
        if (told && event->kind == ED_LIVE_COMPILED && quick.quick) {
            join_events(&quick, event);
            return true;
        }
        if (told && !is_progress(event)) { script->kept.number = 0; return true; }
        if (take_kept(script)) return true;
        if (now_ms() >= until || host_stop_asked()) {
            if (quick.quick) *event = quick;
            return quick.quick;
        }
        if (!told) wait_a_little();
    }
}

static void command_reload(host_Script *script, char *rest, host_Answer *answer)
{
    if (*rest) { host_answer_error(answer, "reload takes nothing: %.64s", rest); return; }
    host_source_build(script->play->source);
    if (wait_for_event(script, HOST_BUILD_MS_MAX)) answer_event(script, answer);
    else host_answer_error(answer,
                           "the build command still runs after %u s: stop-build "
                           "ends it, reload starts it again", HOST_BUILD_MS_MAX / 1000);
}

static void command_wait_reload(host_Script *script, char *rest, host_Answer *answer)
{
    u64 wait_ms = 0;
    if (!host_count_read(rest, UINT32_MAX, &wait_ms)) {
        host_answer_error(answer, "wait-reload needs a number of milliseconds");
    } else if (!script->play->options->watching) {
        host_answer_error(answer, "wait-reload sees no save under --no-watch: use reload");
    } else if (!wait_for_event(script, wait_ms)) {
        host_answer_error(answer, "no reload within %llu ms", (unsigned long long)wait_ms);
    } else {
        answer_event(script, answer);
    }
}

static void command_stop_build(host_Script *script, char *rest, host_Answer *answer)
{
    if (*rest) host_answer_error(answer, "stop-build takes nothing: %.64s", rest);
    else if (!host_source_stop_build(script->play->source))
        host_answer_error(answer, "no build runs");
    else if (!wait_for_event(script, HOST_BUILD_MS_MAX))
        host_answer_error(answer, "the build does not end");
    else host_answer_ok(answer, "%s", script->event.line);
}

static bool find_place(host_Script *script, const char *path, ed_Place *place, host_Answer *answer)
{
    ed_State state = ed_run_state(script->play->run);
    ed_Error error = { 0 };
    if (ed_value_find(&state, path, place, &error)) return true;
    host_answer_error(answer, "%s", error.text);
    return false;
}

static void fill_value(const void *it, ed_Text *out) { ed_value_json(it, out); }

static void answer_value(host_Script *script, const ed_Place *place, host_Answer *answer)
{
    answer->value = host_play_text(script->play, fill_value, place);
    if (!answer->value) {
        host_answer_error(answer, "more than %zu MiB of text: print a part of it",
                          HOST_TEXT_BYTES_MAX >> 20);
        return;
    }
    host_answer_ok(answer, "%s", "");
    answer->name = "value";
    answer->value_in_text = true;
}

static void command_print(host_Script *script, char *rest, host_Answer *answer)
{
    ed_Place place = { 0 };
    if (!*rest) host_answer_error(answer, "print needs a path, like Game.actors[3].pos");
    else if (find_place(script, rest, &place, answer)) answer_value(script, &place, answer);
}

static void command_set(host_Script *script, char *rest, host_Answer *answer)
{
    size_t size = strcspn(rest, " \t");
    char *value = rest + size + strspn(rest + size, " \t");
    if (!*value) {
        host_answer_error(answer, "set needs a path and a value, like Game.score 7");
        return;
    }
    rest[size] = 0;
    ed_Place place = { 0 };
    ed_Error error = { 0 };
    if (!find_place(script, rest, &place, answer)) return;
    if (!ed_value_set(&place, value, &error)) {
        host_answer_error(answer, "%s", error.text);
        return;
    }
    host_time_changed(&script->play->time, false);
    answer_value(script, &place, answer);
}

static void unknown_key(const char *name, host_Answer *answer)
{
    ed_Near near = ed_near(name);
    for (u32 key = 1; key < ED_KEY_COUNT; key++) ed_near_try(&near, ed_key_name((ed_Key)key));
    if (near.best) host_answer_error(answer, "no key %.64s: did you mean %s?", name, near.best);
    else host_answer_error(answer, "no key %.64s", name);
}

static void command_key(host_Script *script, char *rest, host_Answer *answer)
{
    bool sign = (*rest == '+' || *rest == '-') && rest[1];
    const char *name = rest + (sign ? 1 : 0);
    ed_Key key = *name ? ed_key_from_name(name) : ED_KEY_NONE;
    if (!*name) {
        host_answer_error(answer, "key needs a name: a tap, +NAME down, -NAME up");
        return;
    }
    if (key == ED_KEY_NONE) { unknown_key(name, answer); return; }
    bool down = !sign || *rest == '+';
    script->input.key_pressed[key] |= down && !script->input.key_down[key];
    script->input.key_down[key] = down;
    script->tapped[key] = !sign;
    host_answer_ok(answer, "%s%s", sign ? (down ? "+" : "-") : "", ed_key_name(key));
}

static void command_mouse(host_Script *script, char *rest, host_Answer *answer)
{
    char *second = NULL, *end = NULL;
    f32 x = strtof(rest, &second);
    f32 y = strtof(second, &end);
    bool ok = second != rest && end != second && !*end && x - x == 0 && y - y == 0;
    if (!ok) { host_answer_error(answer, "mouse needs X and Y in units of the view"); return; }
    script->input.mouse_x = x;
    script->input.mouse_y = y;
    script->input.mouse_moved = true;
    host_answer_ok(answer, "%g %g", (f64)x, (f64)y);
}

static void command_click(host_Script *script, char *rest, host_Answer *answer)
{
    static const char *const names[ED_MOUSE_COUNT] = { "left", "middle", "right" };
    const char *name = *rest ? rest : names[ED_MOUSE_LEFT];
    for (u32 i = 0; i < ED_MOUSE_COUNT; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        script->input.mouse_down[i] = script->input.mouse_pressed[i] = script->clicked[i] = true;
        host_answer_ok(answer, "%s", name);
        return;
    }
    host_answer_error(answer, "click %.64s: expected left, middle or right", name);
}

static void command_shot(host_Script *script, char *rest, host_Answer *answer)
{
    const bool broken = script->play->run->broken;
    ed_Error error = { 0 };
    if (!*rest) {
        host_answer_error(answer, "shot needs the name of a PNG file");
    } else if (!host_shot_save(&script->shot, script->play->run, rest, &error)) {
        host_answer_error(answer, "%s", error.text);
    } else if (script->play->run->broken && !broken) {
        answer_failed(script, answer);
    } else {
        host_answer_ok(answer, "%.900s: %d x %d", rest, script->shot.width, script->shot.height);
        host_answer_number(answer, "width", script->shot.width);
        host_answer_number(answer, "height", script->shot.height);
    }
}

static void command_quit(host_Script *script, char *rest, host_Answer *answer)
{
    if (*rest) { host_answer_error(answer, "quit takes nothing: %.64s", rest); return; }
    script->ended = true;
    host_answer_ok(answer, "%s", "");
}

static const struct { const char *name; Command *run; } commands[] = {
    { "step", command_step },     { "save", command_save },   { "load", command_load },
    { "reload", command_reload }, { "wait-reload", command_wait_reload },
    { "stop-build", command_stop_build },
    { "print", command_print },   { "set", command_set },     { "key", command_key },
    { "mouse", command_mouse },   { "click", command_click }, { "shot", command_shot },
    { "rewind", host_command_rewind }, { "loop", host_command_loop },
    { "record", host_command_record },
    { "quit", command_quit },
};

static void unknown_command(const char *name, host_Answer *answer)
{
    ed_Near near = ed_near(name);
    for (u32 i = 0; i < ED_COUNT(commands); i++) ed_near_try(&near, commands[i].name);
    if (near.best)
        host_answer_error(answer, "unknown command %s: did you mean %s?", name, near.best);
    else host_answer_error(answer, "unknown command %s", name);
}

void host_command_run(host_Script *script, const char *name, char *rest, host_Answer *answer)
{
    for (u32 i = 0; i < ED_COUNT(commands); i++) {
        if (strcmp(name, commands[i].name) != 0) continue;
        commands[i].run(script, rest, answer);
        return;
    }
    unknown_command(name, answer);
}
