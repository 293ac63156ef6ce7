#include "host/source.h"
#include <string.h>
#include <sys/stat.h>
#include "host/crash.h"
#include "runtime/live/live.h"

struct host_Source {
    ed_Live live;
    char    left[64];      // what the game that is frozen now has left; "" for none
};

const bool host_source_is_live = true;

static const char *const source_folders[] = { "schema", "game" };

static void watch_folders(ed_LiveConfig *config)
{
    u32 count = 0;
    for (u32 i = 0; i < ED_COUNT(source_folders); i++) {
        struct stat info;
        bool there = stat(source_folders[i], &info) == 0 && S_ISDIR(info.st_mode);
        if (there) config->watch[count++] = source_folders[i];
    }
    config->watching = config->watching && count > 0;
}

host_Source *host_source_open(ed_Arena *arena, const host_SourceConfig *config, ed_Error *error)
{
    host_Source *source = ed_arena_push(arena, sizeof *source, _Alignof(host_Source));
    if (!source) {
        ed_arena_fits(arena, error);
        return NULL;
    }
    ed_LiveConfig live = { .module_path = config->module_path,
                           .build_command = config->build_command,
                           .watching = config->watching, .no_quick = !config->quick,
                           .seed = config->seed, .checkpoint = config->checkpoint,
                           .fault = config->fault, .frozen = config->frozen };
    watch_folders(&live);
    bool reborn = config->checkpoint && ed_checkpoint_best(config->checkpoint);
    if (!ed_live_open(&source->live, &live, error)) return NULL;
    ed_Text left = ed_text_over(source->left, sizeof source->left);
    if (reborn) host_crash_newest(&left);      // as its parent has just saved it
    if (reborn && !config->frozen && source->left[0]) host_crash_settle(source->left);
    return source;
}

void host_source_close(host_Source *source)
{
    ed_live_close(&source->live);
}

ed_Run *host_source_run(host_Source *source)
{
    return &source->live.run;
}

void host_source_about(const host_Source *source, ed_Text *out)
{
    const ed_LiveConfig *config = &source->live.config;
    ed_text_add(out, "%s, %s", config->module_path,
                config->watching ? "watching" : "watching nothing");
    for (u32 i = 0; config->watching && config->watch[i]; i++)
        ed_text_add(out, "%s %s/", i ? " and" : "", config->watch[i]);
}

const char *host_source_watcher(void)
{
    return ed_watch_has_events() ? "inotify" : "polling";
}

/// What a game was frozen at goes to disk at once, whatever becomes of this process.
static void save_frozen(host_Source *source, ed_LiveEvent *event)
{
    const ed_Live *live = &source->live;
    ed_Text path = ed_text_over(source->left, sizeof source->left);
    ed_Error error = { .code = ED_OK };
    size_t size = strlen(event->line);
    bool saved = host_crash_save(live->config.checkpoint, &live->fault, live->config.module_path,
                                 event->line, &path, &error);
    ed_Text end = ed_text_over(event->line + size, sizeof event->line - size);
    if (saved) ed_text_add(&end, " (saved: %s)", source->left);
    else       ed_text_add(&end, " (not saved: %s)", error.text);
}

static bool take_event(host_Source *source, bool fresh, ed_LiveEvent *event)
{
    ed_Live *live = &source->live;
    if (fresh && live->event.kind == ED_LIVE_FROZEN && live->config.checkpoint && !live->reborn)
        save_frozen(source, &live->event);
    if (source->left[0] && !live->run.broken) {
        // What is begun anew or loaded instead is another game: this one is still to be had.
        if (fresh && live->event.kind == ED_LIVE_RELOADED) host_crash_settle(source->left);
        source->left[0] = 0;
    }
    if (fresh) *event = live->event;
    return fresh;
}

bool host_source_step(host_Source *source, ed_LiveEvent *event)
{
    return take_event(source, ed_live_step(&source->live), event);
}

bool host_source_mind(host_Source *source, ed_LiveEvent *event)
{
    return take_event(source, ed_live_mind(&source->live), event);
}

bool host_source_works(const host_Source *source)
{
    const ed_Live *live = &source->live;
    return live->build.pid || (live->trial.child && !live->trial.waits);
}

bool host_source_attend(host_Source *source, ed_LiveEvent *event)
{
    if (!host_source_works(source)) return host_source_mind(source, event);
    source->live.trial.held = true;
    bool fresh = ed_live_step(&source->live);
    source->live.trial.held = false;
    return take_event(source, fresh, event);
}

void host_source_settle(host_Source *source)
{
    ed_Live *live = &source->live;
    bool shared = live->config.checkpoint != NULL;
    ed_Checkpoint *checkpoint = shared ? live->config.checkpoint : &live->checkpoint;
    u64 now_ns = ed_now_ns();
    if (live->run.broken) return;
    if (ed_checkpoint_take(checkpoint, &live->run, now_ns))
        ed_checkpoint_settle(checkpoint, &checkpoint->last);
    ed_checkpoint_cost(checkpoint, now_ns, ed_now_ns() - now_ns);
}

bool host_source_back(host_Source *source, ed_LiveEvent *event, ed_Error *error)
{
    if (!ed_live_back(&source->live, error)) return false;
    if (source->left[0]) host_crash_settle(source->left);
    source->left[0] = 0;
    *event = source->live.event;
    return true;
}

bool host_source_has_before(const host_Source *source)
{
    return source->live.code.before != NULL;
}

const char *host_source_output(const host_Source *source) { return source->live.build.output; }

void host_source_build(host_Source *source)
{
    ed_live_build(&source->live);
}

bool host_source_stop_build(host_Source *source)
{
    return ed_live_stop_build(&source->live);
}

bool host_source_busy(const host_Source *source)
{
    return ed_live_busy(&source->live);
}

bool host_source_waits(const host_Source *source)
{
    return ed_live_waits(&source->live);
}

void host_source_wait(const host_Source *source, u32 ms)
{
    ed_live_wait(&source->live, ms);
}

void host_source_left(ed_Text *path)
{
    host_crash_newest(path);
}

void host_source_resumed(ed_Text *out)
{
    host_crash_resumed(out);
}

void host_source_taken(const char *path)
{
    host_crash_taken(path);
}
