#include "runtime/debug/time_travel.h"

bool ed_time_open(ed_TimeTravel *time, size_t rewind_bytes, ed_Error *error)
{
    *time = (ed_TimeTravel){ .tick = 0 };
    return ed_rewind_open(&time->timeline, rewind_bytes, error);
}

void ed_time_close(ed_TimeTravel *time)
{
    ed_recorder_close(&time->record);
    ed_input_loop_close(&time->loop);
    ed_rewind_close(&time->timeline);
}

static bool has_jumped(const ed_TimeTravel *time, const ed_Run *run)
{
    return time->changed || time->tick != run->host.tick || time->module != run->module;
}

/// Remembers the module and the tick after an update, for has_jumped. After a failure, the state
/// always counts as jumped.
static void note_tick(ed_TimeTravel *time, const ed_Run *run)
{
    time->module = run->module;
    time->tick = run->host.tick;
    time->changed = run->failed_phase != ED_PHASE_NONE;
}

bool ed_time_update(ed_TimeTravel *time, ed_Run *run, const ed_Input *input)
{
    if (run->failed_phase) return false;
    if (time->back) ed_time_continue(time, run);
    bool jumped = has_jumped(time, run);
    input = ed_input_loop_input(&time->loop, run, input, &jumped);
    if (run->failed_phase) return false;
    ed_rewind_note(&time->timeline, run, input, jumped);
    ed_recorder_note(&time->record, run, input, jumped);
    bool good = ed_run_update(run, input);
    note_tick(time, run);
    return good;
}

void ed_time_changed(ed_TimeTravel *time, bool other_timeline)
{
    time->changed = true;
    if (time->back) ed_rewind_forget(&time->timeline, time->at);
    time->back = false;
    if (other_timeline) ed_input_loop_stop(&time->loop);
}

bool ed_time_back(ed_TimeTravel *time, ed_Run *run, u64 updates, ed_Error *error)
{
    ed_Rewind *timeline = &time->timeline;
    if (!timeline->on) {
        ed_fail(error, ED_ERR_RANGE, "rewinding is off: --rewind MB turns it on");
        return false;
    }
    if (!time->back) {
        ed_rewind_leave(timeline, run, has_jumped(time, run));
        time->wanted = timeline->now;
        ed_input_loop_stop(&time->loop);
    }
    if (!timeline->kept_count) {
        const char *why =
            timeline->error.code ? timeline->error.text : "there is nothing to rewind yet";
        ed_fail(error, ED_ERR_RANGE, "%s", why);
        return false;
    }
    u64 most = time->wanted - timeline->first;
    time->wanted -= updates < most ? updates : most;
    time->at = time->wanted;
    bool good = ed_rewind_go(timeline, run, &time->at, error);
    time->back = good;
    time->record.begun = false;      // the next update starts from another state
    if (!good) ed_time_changed(time, true);
    return good;
}

bool ed_time_continue(ed_TimeTravel *time, ed_Run *run)
{
    if (!time->back) return false;
    time->back = false;
    ed_rewind_forget(&time->timeline, time->at);
    note_tick(time, run);
    if (ed_report_lossless(&run->restore_report)) return false;
    run->report = run->restore_report;
    return true;
}

u64 ed_time_length(const ed_TimeTravel *time) { return time->timeline.now - time->timeline.first; }

u64 ed_time_left(const ed_TimeTravel *time)
{
    return (time->back ? time->wanted : time->timeline.now) - time->timeline.first;
}
