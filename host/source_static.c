#include "host/source.h"
#include <SDL.h>
#include "host/supervise.h"
#include "runtime/live/process.h"

struct host_Source {
    ed_Run run;
    bool   asked;
    u32    number;      // of the last event
};

const bool host_source_is_live = false;

host_Source *host_source_open(ed_Arena *arena, const host_SourceConfig *config, ed_Error *error)
{
    host_Source *source = ed_arena_push(arena, sizeof *source, _Alignof(host_Source));
    if (!source) {
        ed_arena_fits(arena, error);
        return NULL;
    }
    if (!ed_run_prepare(&source->run, eddie_module(), error)) return NULL;
    source->run.caller.call = ed_process_call;
    if (ed_run_start(&source->run, config->seed, error)) return source;
    ed_run_close(&source->run);
    return NULL;
}

void host_source_close(host_Source *source)
{
    ed_run_close(&source->run);
}

ed_Run *host_source_run(host_Source *source)
{
    return &source->run;
}

void host_source_about(const host_Source *source, ed_Text *out)
{
    ed_text_add(out, "%s", source->run.module->title);
}

const char *host_source_watcher(void)
{
    return "nothing: the game is inside";
}

bool host_source_step(host_Source *source, ed_LiveEvent *event)
{
    if (!source->asked) return false;
    source->asked = false;
    *event = (ed_LiveEvent){ .kind = ED_LIVE_REFUSED, .number = ++source->number };
    ed_Text text = ed_text_over(event->line, sizeof event->line);
    ed_text_add(&text, "this program has its game inside: nothing to reload");
    return true;
}

bool host_source_has_before(const host_Source *source)
{
    (void)source;
    return false;
}

const char *host_source_output(const host_Source *source)
{
    (void)source;
    return "";
}

void host_source_build(host_Source *source)
{
    source->asked = true;
}

bool host_source_stop_build(host_Source *source)
{
    (void)source;
    return false;
}

bool host_source_busy(const host_Source *source)
{
    return source->asked;
}

bool host_source_waits(const host_Source *source)
{
    return source->asked;
}

void host_source_wait(const host_Source *source, u32 ms)
{
    (void)source;
    SDL_Delay(ms);
}

bool host_source_mind(host_Source *source, ed_LiveEvent *event)
{
    (void)source, (void)event;
    return false;
}

bool host_source_attend(host_Source *source, ed_LiveEvent *event)
{
    return host_source_mind(source, event);
}

bool host_source_works(const host_Source *source)
{
    (void)source;
    return false;
}

void host_source_settle(host_Source *source)
{
    (void)source;
}

bool host_source_back(host_Source *source, ed_LiveEvent *event, ed_Error *error)
{
    (void)source, (void)event;
    ed_fail(error, ED_ERR_MODULE, "this program has its game inside: there is no other code");
    return false;
}

/// Nothing changes while it runs: nobody watches over it.
int host_supervise(const host_Options *options, host_RunFn *run)
{
    return run(options, NULL);
}

void host_source_left(ed_Text *path)
{
    (void)path;
}

void host_source_resumed(ed_Text *out)
{
    (void)out;
}

void host_source_taken(const char *path)
{
    (void)path;
}
