#include "runtime/debug/game_source.h"
#include "runtime/debug/supervise.h"
#include "runtime/live/process.h"
#include "runtime/os/system/clock.h"

struct ed_GameSource {
    ed_Run run;
    bool asked;
    u32 number;      // number of the last event
};

const bool ed_source_is_live = false;

ed_GameSource *ed_source_open(ed_Arena *arena, const ed_GameSourceConfig *config, ed_Error *error)
{
    ed_GameSource *source = ed_arena_push(arena, sizeof *source, _Alignof(ed_GameSource));
    if (!source) {
        ed_arena_check(arena, error);
        return NULL;
    }
    if (!ed_run_prepare(&source->run, eddie_module(), error)) return NULL;
    source->run.caller.call = ed_process_call;
    if (ed_run_start(&source->run, config->seed, error)) return source;
    ed_run_close(&source->run);
    return NULL;
}

void ed_source_close(ed_GameSource *source) { ed_run_close(&source->run); }

ed_Run *ed_source_run(ed_GameSource *source) { return &source->run; }

void ed_source_describe(const ed_GameSource *source, ed_Text *out)
{
    ed_text_add(out, "%s", source->run.module->title);
}

const char *ed_source_watcher(void) { return "nothing: this program has a built-in game"; }

bool ed_source_poll(ed_GameSource *source, ed_LiveEvent *event)
{
    if (!source->asked) return false;
    source->asked = false;
    *event = (ed_LiveEvent){ .kind = ED_LIVE_REFUSED, .number = ++source->number };
    ed_Text text = ed_text_over(event->line, sizeof event->line);
    ed_text_add(&text, "this program has a built-in game: nothing to reload");
    return true;
}

bool ed_source_has_previous_build(const ed_GameSource *source)
{
    (void)source;
    return false;
}

bool ed_source_returns_state(const ed_GameSource *source)
{
    (void)source;
    return false;
}

const char *ed_source_build_output(const ed_GameSource *source)
{
    (void)source;
    return "";
}

void ed_source_describe_reset(const ed_GameSource *source, ed_Text *out)
{
    (void)source, (void)out;
}

void ed_source_build(ed_GameSource *source) { source->asked = true; }

bool ed_source_stop_build(ed_GameSource *source)
{
    (void)source;
    return false;
}

bool ed_source_busy(const ed_GameSource *source) { return source->asked; }

bool ed_source_has_pending_save(const ed_GameSource *source) { return source->asked; }

void ed_source_sleep(const ed_GameSource *source, u32 ms)
{
    (void)source;
    ed_sleep_ms(ms);
}

bool ed_source_poll_safety(ed_GameSource *source, ed_LiveEvent *event)
{
    (void)source, (void)event;
    return false;
}

bool ed_source_poll_build(ed_GameSource *source, ed_LiveEvent *event)
{
    return ed_source_poll_safety(source, event);
}

bool ed_source_is_building(const ed_GameSource *source)
{
    (void)source;
    return false;
}

void ed_source_restart_checkpoints(ed_GameSource *source) { (void)source; }

bool ed_source_use_previous_build(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    (void)source, (void)event;
    ed_fail(error, ED_ERR_MODULE, "this program has a built-in game: there is no other build");
    return false;
}

bool ed_source_allow_longer(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    (void)source, (void)event;
    ed_fail(error, ED_ERR_MODULE, "this program has a built-in game: its calls have no limit");
    return false;
}

/// The code does not change at run time, so there is no supervisor.
void ed_supervise_begin(void) {}

int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run, const char *const *arguments)
{
    (void)arguments;
    return run(options, NULL);
}

void ed_source_crash_state(ed_Text *path) { (void)path; }

void ed_source_describe_resumed(ed_Text *out) { (void)out; }

void ed_source_mark_resumed(const char *path) { (void)path; }
