#include "runtime/debug/game_source.h"
#include <string.h>
#include "runtime/build/config.h"
#include "runtime/debug/crash_files.h"
#include "runtime/live/live.h"
#include "runtime/live/watch.h"
#include "runtime/os/files/file_info.h"

struct ed_GameSource {
    ed_Live *live;
    ed_LiveConfig config;
    u32 folder_count;         // that exist; the first ED_LIVE_FOLDERS_MAX are watched
    bool crash_is_saved;      // the next pause reports a crash that the parent process saved
    /// The crash file of the game that is paused now; "" if there is no such file.
    char crash_state[64];
};

const bool ed_source_is_live = true;

static void add_folders(ed_GameSource *source, const ed_Words *folders)
{
    for (u32 i = 0; i < folders->count; i++) {
        if (ed_file_kind(folders->at[i]) != ED_FILE_FOLDER) continue;
        u32 number = source->folder_count++;
        if (number < ED_LIVE_FOLDERS_MAX) source->config.watch[number] = folders->at[i];
    }
}

/// Watches the folders that are built. If build.cfg has an error, watches the default folders; the
/// next build reports the error.
static void watch_folders(ed_GameSource *source, ed_Arena *arena)
{
    const ed_Span empty = { (const u8 *)"", 0 };
    ed_Error error = { .code = ED_OK };
    ed_BuildConfig build;
    if (!ed_build_config_read(&build, arena, &error))
        ed_build_config_parse(&build, arena, "", empty, &error);
    add_folders(source, &build.schema);
    add_folders(source, &build.sources);
    source->config.watching = source->config.watching && source->folder_count > 0;
}

ed_GameSource *ed_source_open(ed_Arena *arena, const ed_GameSourceConfig *config, ed_Error *error)
{
    ed_GameSource *source = ed_arena_push(arena, sizeof *source, _Alignof(ed_GameSource));
    if (!source) {
        ed_arena_check(arena, error);
        return NULL;
    }
    source->config = (ed_LiveConfig){ .module_path = config->module_path,
                                      .build_command = config->build_command,
                                      .watching = config->watching,
                                      .no_early_builds = !config->early_builds,
                                      .hang_ms = config->hang_ms,
                                      .seed = config->seed,
                                      .checkpoint = config->checkpoint,
                                      .fault = config->fault,
                                      .start_paused = config->start_paused };
    watch_folders(source, arena);
    bool restarted = config->checkpoint && ed_checkpoint_best(config->checkpoint);
    source->live = ed_live_open(&source->config, error);
    if (!source->live) return NULL;
    source->crash_is_saved = restarted && config->start_paused;
    ed_Text path = ed_text_over(source->crash_state, sizeof source->crash_state);
    if (restarted) ed_crash_newest(&path);      // the parent just saved it
    if (restarted && !config->start_paused && source->crash_state[0])
        ed_crash_mark_recovered(source->crash_state);
    return source;
}

void ed_source_close(ed_GameSource *source) { ed_live_close(source->live); }

ed_Run *ed_source_run(ed_GameSource *source) { return ed_live_run(source->live); }

void ed_source_describe(const ed_GameSource *source, ed_Text *out)
{
    const ed_LiveConfig *config = &source->config;
    ed_text_add(out, "%s, %s", config->module_path, config->watching ? "watching" : "watching off");
    for (u32 i = 0; config->watching && i < ED_LIVE_FOLDERS_MAX && config->watch[i]; i++)
        ed_text_add(out, "%s %s/", i ? " and" : "", config->watch[i]);
    if (config->watching && source->folder_count > ED_LIVE_FOLDERS_MAX)
        ed_text_add(out, "; not watching the other %u: the limit is %u folders",
                    source->folder_count - ED_LIVE_FOLDERS_MAX, ED_LIVE_FOLDERS_MAX);
    if (config->watching && !ed_watch_has_events())
        ed_text_add(out, "; the system reports no changes here, so saves are found by polling");
}

const char *ed_source_watcher(void) { return ed_watch_has_events() ? "events" : "polling"; }

/// Saves the state of a game that crashed, in case the process ends, and adds the result to the
/// event.
static void save_failed_state(ed_GameSource *source, ed_LiveEvent *event)
{
    ed_Text path = ed_text_over(source->crash_state, sizeof source->crash_state);
    ed_Error error = { .code = ED_OK };
    size_t size = strlen(event->line);
    bool saved = ed_crash_save(source->config.checkpoint, ed_live_fault(source->live),
                               source->config.module_path, event->line, &path, &error);
    ed_Text end = ed_text_over(event->line + size, sizeof event->line - size);
    if (saved) ed_text_add(&end, " (saved: %s)", source->crash_state);
    else ed_text_add(&end, " (not saved: %s)", error.text);
}

static bool take_event(ed_GameSource *source, bool fresh, ed_LiveEvent *event)
{
    if (fresh) *event = *ed_live_event(source->live);
    if (fresh && event->kind == ED_LIVE_PAUSED) {
        if (source->config.checkpoint && !source->crash_is_saved) save_failed_state(source, event);
        source->crash_is_saved = false;
    }
    if (source->crash_state[0] && !ed_live_run(source->live)->failed_phase) {
        // Only a reload continues the game that crashed. After a new game or a load, its state is
        // still offered.
        if (fresh && event->kind == ED_LIVE_RELOADED) ed_crash_mark_recovered(source->crash_state);
        source->crash_state[0] = 0;
    }
    return fresh;
}

bool ed_source_poll(ed_GameSource *source, ed_LiveEvent *event)
{
    return take_event(source, ed_live_step(source->live), event);
}

bool ed_source_poll_safety(ed_GameSource *source, ed_LiveEvent *event)
{
    return take_event(source, ed_live_poll_safety(source->live), event);
}

bool ed_source_is_building(const ed_GameSource *source)
{
    return ed_live_is_building(source->live);
}

bool ed_source_poll_build(ed_GameSource *source, ed_LiveEvent *event)
{
    return take_event(source, ed_live_poll_build(source->live), event);
}

void ed_source_restart_checkpoints(ed_GameSource *source)
{
    ed_live_restart_checkpoints(source->live);
}

/// The game that crashed, if any, continues.
static bool continue_crashed(ed_GameSource *source, ed_LiveEvent *event)
{
    if (source->crash_state[0]) ed_crash_mark_recovered(source->crash_state);
    source->crash_state[0] = 0;
    *event = *ed_live_event(source->live);
    return true;
}

bool ed_source_use_previous_build(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    return ed_live_back(source->live, error) && continue_crashed(source, event);
}

bool ed_source_allow_longer(ed_GameSource *source, ed_LiveEvent *event, ed_Error *error)
{
    return ed_live_allow_longer(source->live, error) && continue_crashed(source, event);
}

bool ed_source_has_previous_build(const ed_GameSource *source)
{
    return ed_live_has_previous(source->live);
}

bool ed_source_returns_state(const ed_GameSource *source)
{
    return ed_live_returns_state(source->live);
}

const char *ed_source_build_output(const ed_GameSource *source)
{
    return ed_live_build_output(source->live);
}

void ed_source_describe_reset(const ed_GameSource *source, ed_Text *out)
{
    ed_live_describe_reset(source->live, out);
}

void ed_source_build(ed_GameSource *source) { ed_live_build(source->live); }

bool ed_source_stop_build(ed_GameSource *source) { return ed_live_stop_build(source->live); }

bool ed_source_busy(const ed_GameSource *source) { return ed_live_busy(source->live); }

bool ed_source_has_pending_save(const ed_GameSource *source)
{
    return ed_live_has_pending_save(source->live);
}

void ed_source_sleep(const ed_GameSource *source, u32 ms) { ed_live_wait(source->live, ms); }

void ed_source_crash_state(ed_Text *path) { ed_crash_newest(path); }

void ed_source_describe_resumed(ed_Text *out) { ed_crash_describe_resumed(out); }

void ed_source_mark_resumed(const char *path) { ed_crash_mark_resumed(path); }
