#include "runtime/live/live_inner.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/live/process.h"

#define RESET_SHOWN 100u      // bytes of the list of variables in the line of an event
#define MORE_TIME "; Shift F11 allows ten times as long (option --hang-ms)"

ed_Text ed_live_begin_event(ed_Live *live, ed_LiveKind kind)
{
    // A good build clears what the user saw of an earlier event, so a lasting problem is reported
    // again.
    if (kind == ED_LIVE_RELOADED || kind == ED_LIVE_UNCHANGED) live->reported.unprotected = false;
    if (kind == ED_LIVE_RELOADED) live->candidate.refused_hang = false;
    if (kind == ED_LIVE_RELOADED) live->reported.change_count = 0;
    live->event = (ed_LiveEvent){ .kind = kind,
                                  .number = live->event.number + 1,
                                  .build_ms = live->build.ms,
                                  .trial_ms = live->trial.ms };
    return ed_text_over(live->event.line, sizeof live->event.line);
}

/// Describes what keeps running after a build failed or was refused.
static const char *what_still_runs(const ed_Live *live)
{
    if (live->run.failed_phase) return "the game stays paused";
    if (ed_live_leads_to_state(live))
        return "the game continues; F8 returns to the build and the state before this save";
    return ed_live_runs_early_build(live) ? "still running the early build of this save"
                                          : "still running the previous build";
}

bool ed_live_report_not_started(ed_Live *live, const ed_Error *error)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_text_add(&line, "%s; %s", error->text, what_still_runs(live));
    return true;
}

bool ed_live_report_refused(ed_Live *live, const ed_Error *error)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "%s refused: %s; %s", live->config.module_path, error->text,
                what_still_runs(live));
    return true;
}

/// Adds "game/sim.c:41: null-pointer dereference, in update (hit < update)" and sets the event's
/// location.
static void add_fault(ed_Live *live, const ed_Fault *fault, ed_Text *line)
{
    char functions[256];
    ed_Text location = ed_text_over(live->event.location, sizeof live->event.location),
            calls = ed_text_over(functions, sizeof functions);
    ed_fault_locate(fault, &location, &calls);
    if (location.size) ed_text_add(line, "%s: ", live->event.location);
    ed_fault_describe(fault, line);
    if (calls.size && strcmp(functions, ed_phase_name(fault->phase)) != 0)
        ed_text_add(line, " (%s)", functions);
}

bool ed_live_report_failed(ed_Live *live, const ed_Fault *fault, const char *what)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "%s refused: ", live->config.module_path);
    add_fault(live, fault, &line);
    if (*what) ed_text_add(&line, ": %s", what);
    ed_text_add(&line, "; %s", what_still_runs(live));
    live->candidate.refused_hang = fault->kind == ED_FAULT_HANG;
    if (live->candidate.refused_hang) ed_text_add(&line, MORE_TIME);
    return true;
}

bool ed_live_report_build_failed(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_Text location = ed_text_over(live->event.location, sizeof live->event.location);
    char message[800];
    ed_Text text = ed_text_over(message, sizeof message);
    ed_build_error(&live->build, &location, &text);
    ed_text_add(&line, "%s%s%s; %s", live->event.location, location.size ? ": " : "", message,
                what_still_runs(live));
    return true;
}

/// Compiler warnings are reported with the first event after a build: the next build would not
/// print them again.
static void add_warning(const ed_Live *live, ed_Text *line)
{
    if (live->build.warnings) ed_text_add(line, "; ");
    ed_build_warning(&live->build, line);
}

/// Names the variables that start again, if one of them was not named before.
static void add_reset(const ed_Live *live, ed_Text *line)
{
    const ed_VariablesReset *reset = &live->reset;
    size_t size = strlen(reset->text), shown = ed_utf8_cut(reset->text, size, RESET_SHOWN);
    if (reset->fresh)
        ed_text_add(line, "; %u variable%s again: %.*s%s", reset->count,
                    reset->count == 1 ? " starts" : "s start", (int)shown, reset->text,
                    shown < size ? "…" : "");
    if (*reset->shared)
        ed_text_add(line,
                    "; %s: shared with the previous build, which stays in memory (g++ makes "
                    "unique symbols: add -fno-gnu-unique)",
                    reset->shared);
}

void ed_live_describe_reset(const ed_Live *live, ed_Text *out)
{
    const ed_VariablesReset *reset = &live->reset;
    if (reset->count)
        ed_text_add(
            out,
            "%u variable%s of the module started again at the last reload: %s\n"
            "  only what the schema describes is kept: move what has to last to a state, or set "
            "it in load()\n",
            reset->count, reset->count == 1 ? "" : "s", reset->text);
}

bool ed_live_report_reloaded(ed_Live *live, f64 swap_ms, const ed_Fault *before)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_RELOADED);
    live->event.swap_ms = swap_ms;
    live->event.early = live->code.early_build != 0;
    ed_text_add(&line, "reloaded in %.0f ms (%s", live->build.ms + live->trial.ms + swap_ms,
                live->code.early_build ? "early build, " : "");
    if (live->trial.ms > 0) ed_text_add(&line, "trial %.0f, ", live->trial.ms);
    else ed_text_add(&line, "not tested, ");
    ed_text_add(&line, "swap %.1f): ", swap_ms);
    ed_report_line(&live->run.report, &line);
    add_reset(live, &line);
    if (before) {
        ed_text_add(&line, "; the previous build failed: ");
        ed_fault_describe(before, &line);
    }
    if (live->unload_failures)
        ed_text_add(&line, "; %u older build%s in memory: unloading failed", live->unload_failures,
                    live->unload_failures == 1 ? " stays" : "s stay");
    add_warning(live, &line);
    return true;
}

/// The event has no build and no trial, so their times are 0.
bool ed_live_report_back(ed_Live *live, f64 swap_ms, bool with_state)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_RELOADED);
    live->event.build_ms = live->event.trial_ms = 0;
    live->reset.count = 0;      // the previous build has its variables as it left them
    live->event.swap_ms = swap_ms;
    if (with_state) {
        ed_text_add(&line,
                    "back to the previous build and its state (frame %llu, swap %.1f ms); F8 again "
                    "returns to what ran before",
                    (unsigned long long)live->run.host.tick, swap_ms);
        return true;
    }
    ed_text_add(&line, "back to the previous build (swap %.1f ms): ", swap_ms);
    ed_report_line(&live->run.report, &line);
    return true;
}

bool ed_live_report_compiled(ed_Live *live, f64 swap_ms)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_COMPILED);
    live->event.swap_ms = swap_ms;
    ed_text_add(&line, "compiled");
    add_reset(live, &line);
    add_warning(live, &line);
    return true;
}

bool ed_live_report_unchanged(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_UNCHANGED);
    live->event.early = live->candidate.is_early;      // the compiler has not finished yet
    ed_text_add(&line,
                "no changes%s: ", live->run.failed_phase ? ", still the code that failed" : "");
    if (live->candidate.is_early || live->latest.wrote_module)
        ed_text_add(&line, "built in %.0f ms", live->build.ms);
    else ed_text_add(&line, "nothing was built");
    add_warning(live, &line);
    return true;
}

bool ed_live_report_not_built(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_text_add(&line,
                "%s was saved and the build succeeded, but it did not update %s; check the build "
                "command (%s); %s",
                ed_watch_reported_source(&live->watch), live->config.module_path,
                live->config.build_command, what_still_runs(live));
    return true;
}

bool ed_live_report_paused(ed_Live *live, bool back, const ed_Error *error)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_PAUSED);
    add_fault(live, &live->fault, &line);
    if (back)
        ed_text_add(&line, "; paused at frame %llu: fix and save to resume",
                    (unsigned long long)live->run.host.tick);
    else
        ed_text_add(&line, "; paused%s%s",
                    error->code ? ", and the previous state cannot be restored: " : "",
                    error->text);
    if (live->fault.kind == ED_FAULT_HANG) ed_text_add(&line, MORE_TIME);
    live->reported_fault = ed_live_fault_of(live)->number;
    live->pause = ED_PAUSE_REPORTED;
    return true;
}

bool ed_live_report_full(ed_Live *live)
{
    if (!live->watch.full || live->reported.full) return false;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line,
                "too much to watch (limits: %u sources, %u folders, %u bytes in a path): some "
                "saves will not be noticed; press F6 or use the script command reload",
                ED_WATCH_FILES_MAX, ED_WATCH_TREE_MAX, ED_WATCH_PATH_MAX - 1);
    return live->reported.full = true;
}

bool ed_live_report_untested(ed_Live *live)
{
    if (!live->candidate.untested[0] || live->reported.untested) return false;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
    ed_text_add(&line, "new code is not tested before it takes over: %s", live->candidate.untested);
    return live->reported.untested = true;
}

bool ed_live_report_lost(ed_Live *live)
{
    if (!live->lost_code[0]) return false;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
    ed_text_add(&line,
                "the code that ran before cannot be used: %s; this is %s, as it was built last",
                live->lost_code, live->config.module_path);
    live->lost_code[0] = 0;
    return true;
}

bool ed_live_report_longer(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
    ed_text_add(&line, "a call may now use %g s of processor time (--hang-ms %u)",
                live->config.hang_ms / 1000.0, live->config.hang_ms);
    return true;
}

bool ed_live_report_protection(ed_Live *live)
{
    const ed_Checkpoint *checkpoint = ed_live_checkpoint_of(live);
    const ed_Error *error = &checkpoint->error;
    const ed_CheckpointState *best = ed_checkpoint_best(checkpoint);
    bool fails = error->code != ED_OK && error->code != ED_ERR_CRASH;
    if (live->run.failed_phase || fails == live->reported.unprotected) return false;
    live->reported.unprotected = fails;
    ed_Text line = ed_live_begin_event(live, fails ? ED_LIVE_UNPROTECTED : ED_LIVE_PROTECTED);
    if (!fails) {
        ed_text_add(&line, "the game's state is protected again");
        return true;
    }
    ed_text_add(&line, "the game's state is no longer protected: %s; ", error->text);
    if (best)
        ed_text_add(&line, "a failure would take the game back to frame %llu",
                    (unsigned long long)best->frame);
    else ed_text_add(&line, "a failure would lose it");
    if (error->code != ED_ERR_OS)
        ed_text_add(&line, "; saving, rewinding and changing its layout fail, too");
    return true;
}

/// A hash of a reason, without its numbers: a mistake that moves to another line is still the same.
static u64 hash_of_reason(const char *why)
{
    u64 hash = 0;
    for (; *why; why++)
        if (*why < '0' || *why > '9') hash = ed_hash_bytes(hash, why, 1);
    return hash;
}

bool ed_live_report_no_early(ed_Live *live)
{
    char *why = live->build.no_early;
    if (!*why) return false;
    u64 reason = hash_of_reason(why);
    bool is_new = reason != live->reported.no_early;
    if (is_new) {
        ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
        ed_text_add(&line, "no early build: %s", why);
    }
    live->reported.no_early = reason;
    *why = 0;
    return is_new;
}

bool ed_live_report_silent(ed_Live *live)
{
    u32 ms = live->config.silent_ms ? live->config.silent_ms : ED_BUILD_SILENT_MS;
    if (live->latest.silence_reported || !ed_build_silent(&live->build, ms)) return false;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_STALLED);
    ed_text_add(&line,
                "the build is still running and has printed nothing for %g s; to stop it, press "
                "Shift F6 or use the script command stop-build; the build command is: %s",
                ms / 1000.0, live->config.build_command);
    return live->latest.silence_reported = true;
}

bool ed_live_report_loop(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_STALLED);
    ed_text_add(&line,
                "each build writes %s, which would start the next build; these changes are "
                "ignored: change the build so that it writes the file only if its content changes",
                live->watch.changed);
    return live->self_writes.is_loop = true;
}

bool ed_live_report_blocked(ed_Live *live, const char *path)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line,
                "%s is a pipe, a socket or a device, not a file; a build could wait for it "
                "forever, so nothing is built until you remove it",
                path);
    live->request = ED_REQUEST_BLOCKED;
    return true;
}

bool ed_live_report_stopped(ed_Live *live)
{
    ed_Text line = ed_live_begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_text_add(&line, "the build was stopped by hand after %.0f s; %s", live->build.ms / 1000,
                what_still_runs(live));
    return true;
}

/// The hash of the field of a change; the elements of an array or a list have the same field.
static u64 hash_change(const ed_WriteChanges *changes)
{
    u64 hash = changes->what;
    bool in_index = false;
    for (const char *at = changes->field; *at; at++) {
        in_index = *at == '[' || (in_index && *at != ']');
        if (!in_index) hash = ed_hash_u64(hash, (u64)*at);
    }
    return hash;
}

static bool report_changes(ed_Live *live, const ed_WriteChanges *changes)
{
    ed_LiveReported *reported = &live->reported;
    if (!changes->count) return false;
    u64 hash = hash_change(changes);
    for (u32 i = 0; i < reported->change_count; i++)
        if (reported->changes[i] == hash) return false;
    if (reported->change_count == ED_LIVE_CHANGES_MAX) return false;
    reported->changes[reported->change_count++] = hash;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
    ed_write_changes_describe(changes, &line);
    return true;
}

bool ed_live_report_changes(ed_Live *live)
{
    const ed_WriteChanges of_swap = live->reported.of_swap;
    live->reported.of_swap.count = 0;
    return report_changes(live, &of_swap) || report_changes(live, &live->run.changes);
}

bool ed_live_report_process(ed_Live *live)
{
    char message[512];
    ed_Text news = ed_text_over(message, sizeof message);
    if (!ed_process_changes(&news)) return false;
    ed_Text line = ed_live_begin_event(live, ED_LIVE_NOTICE);
    ed_text_add(&line, "%s", message);
    return true;
}
