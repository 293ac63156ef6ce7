#include "runtime/debug/script_time.h"
#include <string.h>
#include "runtime/base/str.h"

static void reply_frame(ed_Script *script, ed_Reply *reply)
{
    ed_reply_number(reply, "frame", (f64)script->game->run->host.tick);
}

/// Adds the report on values that did not fit the current layout.
static void reply_report(ed_Script *script, ed_Reply *reply)
{
    size_t size = strlen(reply->text);
    ed_Text out = ed_text_over(reply->text + size, sizeof reply->text - size);
    ed_text_add(&out, ", %s", ed_game_report_line(script->game));
    reply->name = "report";
    reply->value = ed_game_report_json(script->game);
}

/// Goes back to the requested moment. If that moment was not kept and cannot be recomputed, goes to
/// the last kept one before it.
void ed_script_rewind(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_TimeTravel *time = &script->game->time;
    ed_Run *run = script->game->run;
    ed_Error error = { 0 };
    u64 updates = 1, length = ed_time_length(time);
    if (*rest && !ed_parse_uint(rest, UINT32_MAX, &updates)) {
        ed_reply_error(reply, "rewind %.64s: expected a number of frames", rest);
    } else if (time->timeline.on && updates > length) {
        const ed_Error *why = &time->timeline.error;
        ed_reply_error(reply, "rewind %llu: only %llu frames can be rewound%s%s",
                       (unsigned long long)updates, (unsigned long long)length,
                       why->code ? ": " : "", why->code ? why->text : "");
    } else if (!ed_time_back(time, run, updates, &error)) {
        ed_reply_error(reply, "%s", error.text);
    } else {
        u64 further = time->wanted - time->at;
        bool news = ed_time_continue(time, run);
        ed_source_restart_checkpoints(script->game->source);
        reply_frame(script, reply);
        ed_reply_number(reply, "further", (f64)further);
        const char *drift = time->timeline.drift;
        const char *why = time->timeline.drifts ? "; the same input led to a different state" : "";
        unsigned long long frame = run->host.tick;
        if (!further) ed_reply_ok(reply, "frame %llu", frame);
        else
            ed_reply_ok(
                reply,
                "frame %llu, %llu before the requested frame: the frames in between cannot be "
                "recomputed%s%s%s",
                frame, (unsigned long long)further, why, *drift ? ": " : "", drift);
        if (news) reply_report(script, reply);
    }
}

static void loop_start(ed_Script *script, ed_Reply *reply)
{
    ed_Error error = { 0 };
    if (ed_input_loop_start(&script->game->time.loop, script->game->run, &error))
        ed_reply_ok(reply, "frame %llu", (unsigned long long)script->game->run->host.tick);
    else ed_reply_error(reply, "%s", error.text);
}

static void loop_end(ed_Script *script, ed_Reply *reply)
{
    ed_InputLoop *loop = &script->game->time.loop;
    ed_Error error = { 0 };
    if (loop->phase != ED_INPUT_LOOP_RECORDING) {
        ed_reply_error(reply, "no loop is being recorded%s%s", loop->error.code ? " anymore: " : "",
                       loop->error.text);
    } else if (!ed_input_loop_play(loop, script->game->run, &error)) {
        ed_reply_error(reply, "%s", error.text);
    } else {
        ed_time_changed(&script->game->time, false);
        ed_reply_ok(reply, "frame %llu, a loop of %u frames",
                    (unsigned long long)script->game->run->host.tick, loop->count);
        ed_reply_number(reply, "frames", loop->count);
    }
}

static void loop_stop(ed_Script *script, ed_Reply *reply)
{
    ed_InputLoop *loop = &script->game->time.loop;
    if (loop->phase == ED_INPUT_LOOP_OFF) {
        ed_reply_error(reply, "no loop is running%s%s", loop->error.code ? " anymore: " : "",
                       loop->error.text);
        return;
    }
    ed_input_loop_stop(loop);
    ed_reply_ok(reply, "frame %llu, round %u", (unsigned long long)script->game->run->host.tick,
                loop->round);
    ed_reply_number(reply, "round", loop->round);
}

void ed_script_loop(ed_Script *script, char *rest, ed_Reply *reply)
{
    if (strcmp(rest, "start") == 0) loop_start(script, reply);
    else if (strcmp(rest, "end") == 0) loop_end(script, reply);
    else if (strcmp(rest, "stop") == 0) loop_stop(script, reply);
    else {
        ed_reply_error(reply, "loop %.64s: expected start, end or stop", rest);
        return;
    }
    reply_frame(script, reply);
}

static void record_stop(ed_Script *script, ed_Reply *reply)
{
    ed_Recorder *record = &script->game->time.record;
    ed_Error error = { 0 };
    if (!ed_recorder_stop(record, &error)) {
        ed_reply_error(reply, "%s", error.text);
        return;
    }
    ed_reply_ok(reply, "%.900s: %llu frames, %llu bytes", record->path,
                (unsigned long long)record->updates, (unsigned long long)record->bytes);
    ed_reply_number(reply, "frames", (f64)record->updates);
    ed_reply_number(reply, "bytes", (f64)record->bytes);
}

/// A file named stop can be given as ./stop.
void ed_script_record(ed_Script *script, char *rest, ed_Reply *reply)
{
    ed_Error error = { 0 };
    if (strcmp(rest, "stop") == 0) {
        record_stop(script, reply);
        return;
    }
    if (!*rest) ed_reply_error(reply, "record needs the name of a file, or stop");
    else if (!ed_recorder_start(&script->game->time.record, script->game->run, rest, &error))
        ed_reply_error(reply, "%s", error.text);
    else ed_reply_ok(reply, "%.900s", rest);
}
