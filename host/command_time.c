#include "host/command_time.h"
#include <string.h>
#include "host/count.h"

static void answer_frame(host_Script *script, host_Answer *answer)
{
    host_answer_number(answer, "frame", (f64)script->play->run->host.tick);
}

/// What did not fit the present layout.
static void answer_report(host_Script *script, host_Answer *answer)
{
    size_t size = strlen(answer->words);
    ed_Text out = ed_text_over(answer->words + size, sizeof answer->words - size);
    ed_text_add(&out, ", %s", host_play_report_line(script->play));
    answer->name = "report";
    answer->value = host_play_report_json(script->play);
}

/// Where states are kept only every so often, and those between cannot be computed again, it is the
/// last one before.
void host_command_rewind(host_Script *script, char *rest, host_Answer *answer)
{
    host_Time *time = &script->play->time;
    ed_Run *run = script->play->run;
    ed_Error error = { 0 };
    u64 updates = 1, length = host_time_length(time);
    if (*rest && !host_count_read(rest, UINT32_MAX, &updates)) {
        host_answer_error(answer, "rewind %.64s: expected a number of frames", rest);
    } else if (time->timeline.on && updates > length) {
        const ed_Error *why = &time->timeline.error;
        host_answer_error(answer, "rewind %llu: there are %llu frames to go back over%s%s",
                          (unsigned long long)updates, (unsigned long long)length,
                          why->code ? ": " : "", why->code ? why->text : "");
    } else if (!host_time_back(time, run, updates, &error)) {
        host_answer_error(answer, "%s", error.text);
    } else {
        u64 further = time->wanted - time->at;
        bool news = host_time_go_on(time, run);
        host_source_settle(script->play->source);
        answer_frame(script, answer);
        host_answer_number(answer, "further", (f64)further);
        const char *drift = time->timeline.drift;
        const char *why = time->timeline.drifts ? ", the same input led to another state" : "";
        unsigned long long frame = run->host.tick;
        if (!further) host_answer_ok(answer, "frame %llu", frame);
        else host_answer_ok(answer, "frame %llu, %llu further back: those between cannot be "
                            "computed again%s%s%s", frame, (unsigned long long)further, why,
                            *drift ? ": " : "", drift);
        if (news) answer_report(script, answer);
    }
}

static void loop_start(host_Script *script, host_Answer *answer)
{
    ed_Error error = { 0 };
    if (host_repeat_start(&script->play->time.repeat, script->play->run, &error))
        host_answer_ok(answer, "frame %llu", (unsigned long long)script->play->run->host.tick);
    else host_answer_error(answer, "%s", error.text);
}

static void loop_end(host_Script *script, host_Answer *answer)
{
    host_Repeat *repeat = &script->play->time.repeat;
    ed_Error error = { 0 };
    if (repeat->phase != HOST_REPEAT_TAKING) {
        host_answer_error(answer, "no loop was started%s%s",
                          repeat->error.code ? " any more: " : "", repeat->error.text);
    } else if (!host_repeat_end(repeat, script->play->run, &error)) {
        host_answer_error(answer, "%s", error.text);
    } else {
        host_time_changed(&script->play->time, false);
        host_answer_ok(answer, "frame %llu, a loop of %u frames",
                       (unsigned long long)script->play->run->host.tick, repeat->count);
        host_answer_number(answer, "frames", repeat->count);
    }
}

static void loop_stop(host_Script *script, host_Answer *answer)
{
    host_Repeat *repeat = &script->play->time.repeat;
    if (repeat->phase == HOST_REPEAT_OFF) {
        host_answer_error(answer, "there is no loop%s%s", repeat->error.code ? " any more: " : "",
                          repeat->error.text);
        return;
    }
    host_repeat_stop(repeat);
    host_answer_ok(answer, "frame %llu, round %u", (unsigned long long)script->play->run->host.tick,
                   repeat->round);
    host_answer_number(answer, "round", repeat->round);
}

void host_command_loop(host_Script *script, char *rest, host_Answer *answer)
{
    if      (strcmp(rest, "start") == 0) loop_start(script, answer);
    else if (strcmp(rest, "end") == 0)   loop_end(script, answer);
    else if (strcmp(rest, "stop") == 0)  loop_stop(script, answer);
    else { host_answer_error(answer, "loop %.64s: expected start, end or stop", rest); return; }
    answer_frame(script, answer);
}

static void record_stop(host_Script *script, host_Answer *answer)
{
    host_Record *record = &script->play->time.record;
    ed_Error error = { 0 };
    if (!host_record_stop(record, &error)) { host_answer_error(answer, "%s", error.text); return; }
    host_answer_ok(answer, "%.900s: %llu frames, %llu bytes", record->path,
                   (unsigned long long)record->updates, (unsigned long long)record->bytes);
    host_answer_number(answer, "frames", (f64)record->updates);
    host_answer_number(answer, "bytes", (f64)record->bytes);
}

/// A file that is called stop is ./stop.
void host_command_record(host_Script *script, char *rest, host_Answer *answer)
{
    ed_Error error = { 0 };
    if (strcmp(rest, "stop") == 0) { record_stop(script, answer); return; }
    if (!*rest) host_answer_error(answer, "record needs the name of a file, or stop");
    else if (!host_record_start(&script->play->time.record, script->play->run, rest, &error))
        host_answer_error(answer, "%s", error.text);
    else host_answer_ok(answer, "%.900s", rest);
}
