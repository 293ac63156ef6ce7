#include "runtime/debug/script_commands.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/debug/console.h"
#include "runtime/debug/script_time.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/stop_request.h"
#include "runtime/value/value.h"

#define STEP_MAX 1000000000u
#define BUILD_POLL_MS 1u      // time between two polls of a build that a command waits for

typedef void Command(ed_Script *script, char *rest, ed_Reply *reply);

static void number_frame(ed_Script *script, ed_Reply *reply)
{
    ed_reply_number(reply, "frame", (f64)script->game->run->host.tick);
}

/// Releases tapped keys and clicked buttons: they last for one update.
static void end_taps(ed_Script *script)
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

/// Answers that the game is paused or returned to the previous build. While the game is paused,
/// every step has this answer.
static void reply_failed(ed_Script *script, ed_Reply *reply)
{
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    bool fresh = ed_source_poll_safety(script->game->source, &event),
         notice = ed_event_is_notice(&event);
    if (fresh && notice) ed_console_event(script->game, &event);
    fresh &= !notice;
    if (fresh) script->event = event;
    number_frame(script, reply);
    ed_reply_error(reply, "%s",
                   fresh ? event.line
                         : "the game is paused after a failure: fix the code, then reload");
}

static void command_step(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_Run *run = script->game->run;
    u64 count = 1;
    if (*rest && !ed_parse_uint(rest, STEP_MAX, &count)) {
        ed_reply_error(reply, "step %.64s: expected a number of frames, at most %u", rest,
                       STEP_MAX);
        return;
    }
    bool ok = !run->failed_phase;
    for (u64 i = 0; i < count && ok && !run->host.quit && !ed_stop_requested(); i++) {
        ed_script_poll_build(script);
        ok = ed_game_update(script->game, &script->input);
        end_taps(script);
    }
    if (run->failed_phase) {
        reply_failed(script, reply);
        return;
    }
    u64 frame = run->host.tick;
    number_frame(script, reply);
    if (!ok)
        ed_reply_error(reply, "frame %llu: %s", (unsigned long long)frame, run->frame_error.text);
    else
        ed_reply_ok(reply, "frame %llu%s", (unsigned long long)frame,
                    run->host.quit ? ", the game ended" : "");
    if (run->host.quit) script->ended = true;
}

static void command_save(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_Game *game = script->game;
    const bool broken = game->run->failed_phase;
    ed_SaveResult saved = { .frame = 0 };
    if (!*rest) {
        ed_reply_error(reply, "save needs the name of a file");
    } else if (!ed_saver_save(&game->saver, game->run, rest, &saved.error)
               || !ed_saver_wait(&game->saver, &saved) || saved.error.code) {
        ed_reply_error(reply, "%s", saved.error.text);
        if (game->run->failed_phase && !broken) reply_failed(script, reply);
    } else {
        char changes[256];
        ed_Text text = ed_text_over(changes, sizeof changes);
        if (saved.changes.count) ed_text_add(&text, "; ");
        ed_write_changes_describe(&saved.changes, &text);
        ed_reply_ok(reply, "%.900s: %zu bytes%s", rest, saved.bytes, changes);
        ed_reply_number(reply, "bytes", (f64)saved.bytes);
        number_frame(script, reply);
    }
}

static void command_load(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_Error error = { 0 };
    if (!*rest) {
        ed_reply_error(reply, "load needs the name of a snapshot");
    } else if (!ed_game_load(script->game, rest, &error)) {
        ed_reply_error(reply, "%s", error.text);
    } else {
        ed_reply_ok(reply, "frame %llu, %s", (unsigned long long)script->game->run->host.tick,
                    ed_game_report_line(script->game));
        number_frame(script, reply);
        reply->name = "report";
        reply->value = ed_game_report_json(script->game);
    }
}

static void reply_event(ed_Script *script, ed_Reply *reply)
{
    const ed_LiveEvent *event = &script->event;
    if (ed_event_is_good(event)) ed_reply_ok(reply, "%s", event->line);
    else ed_reply_error(reply, "%s", event->line);
    ed_reply_number(reply, "build_ms", event->build_ms);
    ed_reply_number(reply, "swap_ms", event->swap_ms);
    if (event->kind != ED_LIVE_RELOADED) return;
    reply->name = "report";
    reply->value = ed_game_report_json(script->game);
}

static bool is_progress(const ed_LiveEvent *event)
{
    bool state = event->kind == ED_LIVE_NOTHING || event->kind == ED_LIVE_BUILDING
              || event->kind == ED_LIVE_PAUSED;
    return state || event->early || event->kind == ED_LIVE_COMPILED || ed_event_is_notice(event);
}

/// Joins the event of the early build with that of the finished build. A script gets one event for
/// both when the compiler is done.
static void merge_events(const ed_LiveEvent *early, ed_LiveEvent *event)
{
    char end[sizeof event->line];
    u32 number = event->number;
    snprintf(end, sizeof end, "%s", event->line);
    *event = *early;
    event->number = number;
    size_t size = strlen(event->line);
    ed_Text line = ed_text_over(event->line + size, sizeof event->line - size);
    ed_text_add(&line, "; %s", end);
}

/// Prints an event that is not the result of a build, since no command returns it.
static void print_other(ed_Script *script, const ed_LiveEvent *event)
{
    if (ed_event_is_notice(event) || event->kind == ED_LIVE_PAUSED)
        ed_console_event(script->game, event);
}

void ed_script_poll_build(ed_Script *script)
{
    ed_LiveEvent event = { .kind = ED_LIVE_NOTHING };
    if (!ed_source_poll_build(script->game->source, &event)) return;
    print_other(script, &event);
    if (ed_event_is_notice(&event)) return;
    script->event = event;
    if (!is_progress(&event)) script->kept = event;
}

/// Takes the result of a build that no command waited for, unless there is a newer save.
static bool take_kept(ed_Script *script)
{
    if (!script->kept.number || ed_source_busy(script->game->source)) return false;
    script->event = script->kept;
    script->kept.number = 0;
    return true;
}

/// Polls the source until a build has a result. At the time limit, or if the program has to end,
/// takes the event of the early build, or returns false if it had none.
static bool wait_for_event(ed_Script *script, u64 wait_ms)
{
    ed_LiveEvent *event = &script->event, early = { .kind = ED_LIVE_NOTHING };
    u64 until_ns = ed_now_ns() + wait_ms * 1000000u;
    for (;;) {
        bool fresh = ed_source_poll(script->game->source, event);
        if (fresh) print_other(script, event);
        if (fresh && event->early) early = *event;
        if (fresh && event->kind == ED_LIVE_COMPILED && early.early) {
            merge_events(&early, event);
            return true;
        }
        if (fresh && !is_progress(event)) {
            script->kept.number = 0;
            return true;
        }
        if (take_kept(script)) return true;
        if (ed_now_ns() >= until_ns || ed_stop_requested()) {
            if (early.early) *event = early;
            return early.early;
        }
        if (!fresh) ed_sleep_ms(BUILD_POLL_MS);
    }
}

static void command_reload(ed_Script *script, char *rest, ed_Reply *reply)
{
    if (*rest) {
        ed_reply_error(reply, "reload takes no arguments: %.64s", rest);
        return;
    }
    ed_source_build(script->game->source);
    if (wait_for_event(script, ED_SCRIPT_BUILD_WAIT_MS)) reply_event(script, reply);
    else
        ed_reply_error(reply,
                       "the build command is still running after %u s: stop-build stops it, reload "
                       "starts it again",
                       ED_SCRIPT_BUILD_WAIT_MS / 1000);
}

static void command_wait_reload(ed_Script *script, char *rest, ed_Reply *reply)
{
    u64 wait_ms = 0;
    if (!ed_parse_uint(rest, UINT32_MAX, &wait_ms)) {
        ed_reply_error(reply, "wait-reload needs a number of milliseconds");
    } else if (!script->game->options->watching) {
        ed_reply_error(reply, "wait-reload does not work with --no-watch: use reload");
    } else if (!wait_for_event(script, wait_ms)) {
        ed_reply_error(reply, "no reload within %llu ms", (unsigned long long)wait_ms);
    } else {
        reply_event(script, reply);
    }
}

static void command_stop_build(ed_Script *script, char *rest, ed_Reply *reply)
{
    if (*rest) ed_reply_error(reply, "stop-build takes no arguments: %.64s", rest);
    else if (!ed_source_stop_build(script->game->source))
        ed_reply_error(reply, "no build is running");
    else if (!wait_for_event(script, ED_SCRIPT_BUILD_WAIT_MS))
        ed_reply_error(reply, "the build could not be stopped");
    else ed_reply_ok(reply, "%s", script->event.line);
}

static bool find_value(ed_Script *script, const char *path, ed_ValueRef *ref, ed_Reply *reply)
{
    ed_State state = ed_run_state(script->game->run);
    ed_Error error = { 0 };
    if (ed_value_find(&state, path, ref, &error)) return true;
    ed_reply_error(reply, "%s", error.text);
    return false;
}

static void fill_value(const void *it, ed_Text *out) { ed_value_json(it, out); }

static void reply_value(ed_Script *script, const ed_ValueRef *ref, ed_Reply *reply)
{
    reply->value = ed_game_text(script->game, fill_value, ref);
    if (!reply->value) {
        ed_reply_error(reply, "the text is longer than %zu MiB: print a part of the value",
                       ED_GAME_TEXT_BYTES_MAX >> 20);
        return;
    }
    ed_reply_ok(reply, "%s", "");
    reply->name = "value";
    reply->value_in_text = true;
}

static void command_print(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_ValueRef ref = { 0 };
    if (!*rest) ed_reply_error(reply, "print needs a path, like Game.actors[3].pos");
    else if (find_value(script, rest, &ref, reply)) reply_value(script, &ref, reply);
}

static void command_set(ed_Script *script, char *rest, ed_Reply *reply)
{
    size_t size = strcspn(rest, " \t");
    char *value = rest + size + strspn(rest + size, " \t");
    if (!*value) {
        ed_reply_error(reply, "set needs a path and a value, like Game.score 7");
        return;
    }
    rest[size] = 0;
    ed_ValueRef ref = { 0 };
    ed_Error error = { 0 };
    if (!find_value(script, rest, &ref, reply)) return;
    if (!ed_value_set(&ref, value, &error)) {
        ed_reply_error(reply, "%s", error.text);
        return;
    }
    ed_time_changed(&script->game->time, false);
    reply_value(script, &ref, reply);
}

static void unknown_key(const char *name, ed_Reply *reply)
{
    ed_Suggestion near = ed_suggestion(name);
    for (u32 key = 1; key < ED_KEY_COUNT; key++) ed_suggestion_try(&near, ed_key_name((ed_Key)key));
    if (near.best) ed_reply_error(reply, "unknown key %.64s: did you mean %s?", name, near.best);
    else ed_reply_error(reply, "unknown key %.64s", name);
}

static void command_key(ed_Script *script, char *rest, ed_Reply *reply)
{
    bool sign = (*rest == '+' || *rest == '-') && rest[1];
    const char *name = rest + (sign ? 1 : 0);
    ed_Key key = *name ? ed_key_from_name(name) : ED_KEY_NONE;
    if (!*name) {
        ed_reply_error(
            reply, "key needs a name: NAME (press and release), +NAME (hold) or -NAME (release)");
        return;
    }
    if (key == ED_KEY_NONE) {
        unknown_key(name, reply);
        return;
    }
    bool down = !sign || *rest == '+';
    script->input.key_pressed[key] |= down && !script->input.key_down[key];
    script->input.key_down[key] = down;
    script->tapped[key] = !sign;
    ed_reply_ok(reply, "%s%s", sign ? (down ? "+" : "-") : "", ed_key_name(key));
}

static void command_mouse(ed_Script *script, char *rest, ed_Reply *reply)
{
    char *second = NULL, *end = NULL;
    f32 x = strtof(rest, &second);
    f32 y = strtof(second, &end);
    bool ok = second != rest && end != second && !*end && x - x == 0 && y - y == 0;
    if (!ok) {
        ed_reply_error(reply, "mouse needs X and Y in units of the view");
        return;
    }
    script->input.mouse_x = x;
    script->input.mouse_y = y;
    script->input.mouse_moved = true;
    ed_reply_ok(reply, "%g %g", (f64)x, (f64)y);
}

static void command_click(ed_Script *script, char *rest, ed_Reply *reply)
{
    static const char *const names[ED_MOUSE_COUNT] = { "left", "middle", "right" };
    const char *name = *rest ? rest : names[ED_MOUSE_LEFT];
    for (u32 i = 0; i < ED_MOUSE_COUNT; i++) {
        if (strcmp(name, names[i]) != 0) continue;
        script->input.mouse_down[i] = script->input.mouse_pressed[i] = script->clicked[i] = true;
        ed_reply_ok(reply, "%s", name);
        return;
    }
    ed_reply_error(reply, "click %.64s: expected left, middle or right", name);
}

static void command_shot(ed_Script *script, char *rest, ed_Reply *reply)
{
    const ed_Screenshot *screenshot = &script->screenshot;
    const bool broken = script->game->run->failed_phase;
    ed_Error error = { 0 };
    int width = 0, height = 0;
    if (!*rest) {
        ed_reply_error(reply, "shot needs the name of a PNG file");
    } else if (!screenshot->save) {
        ed_reply_error(reply, "shot: this program takes no screenshots");
    } else if (!screenshot->save(screenshot->context, script->game->run, rest, &width, &height,
                                 &error)) {
        ed_reply_error(reply, "%s", error.text);
    } else if (script->game->run->failed_phase && !broken) {
        reply_failed(script, reply);
    } else {
        ed_reply_ok(reply, "%.900s: %d x %d", rest, width, height);
        ed_reply_number(reply, "width", width);
        ed_reply_number(reply, "height", height);
    }
}

static void command_quit(ed_Script *script, char *rest, ed_Reply *reply)
{
    if (*rest) {
        ed_reply_error(reply, "quit takes no arguments: %.64s", rest);
        return;
    }
    script->ended = true;
    ed_reply_ok(reply, "%s", "");
}

static const struct {
    const char *name;
    Command *run;
} commands[] = {
    { "step", command_step },
    { "save", command_save },
    { "load", command_load },
    { "reload", command_reload },
    { "wait-reload", command_wait_reload },
    { "stop-build", command_stop_build },
    { "print", command_print },
    { "set", command_set },
    { "key", command_key },
    { "mouse", command_mouse },
    { "click", command_click },
    { "shot", command_shot },
    { "rewind", ed_script_rewind },
    { "loop", ed_script_loop },
    { "record", ed_script_record },
    { "quit", command_quit },
};

static void unknown_command(const char *name, ed_Reply *reply)
{
    ed_Suggestion near = ed_suggestion(name);
    for (u32 i = 0; i < ED_COUNT(commands); i++) ed_suggestion_try(&near, commands[i].name);
    if (near.best) ed_reply_error(reply, "unknown command %s: did you mean %s?", name, near.best);
    else ed_reply_error(reply, "unknown command %s", name);
}

void ed_script_run_command(ed_Script *script, const char *name, char *rest, ed_Reply *reply)
{
    for (u32 i = 0; i < ED_COUNT(commands); i++) {
        if (strcmp(name, commands[i].name) != 0) continue;
        commands[i].run(script, rest, reply);
        return;
    }
    unknown_command(name, reply);
}
