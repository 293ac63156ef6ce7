#include "host/time.h"

bool host_time_open(host_Time *time, size_t rewind_bytes, ed_Error *error)
{
    *time = (host_Time){ .tick = 0 };
    return host_timeline_open(&time->timeline, rewind_bytes, error);
}

void host_time_close(host_Time *time)
{
    host_record_close(&time->record);
    host_repeat_close(&time->repeat);
    host_timeline_close(&time->timeline);
}

static bool is_cut(const host_Time *time, const ed_Run *run)
{
    return time->changed || time->tick != run->host.tick || time->module != run->module;
}

/// From here on the state is changed by updates, until something else is seen.
static void follow(host_Time *time, const ed_Run *run)
{
    time->module  = run->module;
    time->tick    = run->host.tick;
    time->changed = run->broken != ED_PHASE_NONE;
}

bool host_time_update(host_Time *time, ed_Run *run, const ed_Input *input)
{
    if (run->broken) return false;
    if (time->back) host_time_go_on(time, run);
    bool cut = is_cut(time, run);
    input = host_repeat_input(&time->repeat, run, input, &cut);
    if (run->broken) return false;
    host_timeline_note(&time->timeline, run, input, cut);
    host_record_note(&time->record, run, input, cut);
    bool good = ed_run_update(run, input);
    follow(time, run);
    return good;
}

void host_time_changed(host_Time *time, bool other_course)
{
    time->changed = true;
    if (time->back) host_timeline_forget(&time->timeline, time->at);
    time->back = false;
    if (other_course) host_repeat_stop(&time->repeat);
}

bool host_time_back(host_Time *time, ed_Run *run, u64 updates, ed_Error *error)
{
    host_Timeline *timeline = &time->timeline;
    if (!timeline->on) {
        ed_fail(error, ED_ERR_RANGE, "there is no rewind: --rewind MB gives it memory");
        return false;
    }
    if (!time->back) {
        host_timeline_leave(timeline, run, is_cut(time, run));
        time->wanted = timeline->now;
        host_repeat_stop(&time->repeat);
    }
    if (!timeline->kept_count) {
        const char *why = timeline->error.code ? timeline->error.text
                                               : "nothing happened yet that could be rewound";
        ed_fail(error, ED_ERR_RANGE, "%s", why);
        return false;
    }
    u64 most = time->wanted - timeline->first;
    time->wanted -= updates < most ? updates : most;
    time->at = time->wanted;
    bool good = host_timeline_go(timeline, run, &time->at, error);
    time->back = good;
    time->record.begun = false;      // whatever comes next comes from another state
    follow(time, run);
    if (!good) host_time_changed(time, true);
    return good;
}

bool host_time_go_on(host_Time *time, ed_Run *run)
{
    if (!time->back) return false;
    time->back = false;
    host_timeline_forget(&time->timeline, time->at);
    follow(time, run);
    if (ed_report_lossless(&run->restored)) return false;
    run->report = run->restored;
    return true;
}

u64 host_time_length(const host_Time *time) { return time->timeline.now - time->timeline.first; }

u64 host_time_behind(const host_Time *time)
{
    return (time->back ? time->wanted : time->timeline.now) - time->timeline.first;
}
