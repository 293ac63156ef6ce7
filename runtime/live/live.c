#include "runtime/live/live.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define CHANGED_TEXT_MAX 65536u

// --- events ------------------------------------------------------------------------------------------------------------

/// Starts the next event and gives its line to write.
static ed_Text begin_event(ed_Live *live, ed_LiveKind kind)
{
    live->event = (ed_LiveEvent){ .kind = kind, .number = live->event.number + 1, .build_ms = live->build.ms };
    return ed_text_over(live->event.line, sizeof live->event.line);
}

static bool tell_refused(ed_Live *live, const ed_Error *error)
{
    ed_Text line = begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "%s refused: %s; the old code runs on", live->config.module_path, error->text);
    return true;
}

static bool tell_build_failed(ed_Live *live)
{
    ed_Text line = begin_event(live, ED_LIVE_BUILD_FAILED);
    ed_Text place = ed_text_over(live->event.place, sizeof live->event.place);
    char words[400];
    ed_Text text = ed_text_over(words, sizeof words);
    ed_build_error(&live->build, &place, &text);
    ed_text_add(&line, "%s%s%s; the old code runs on", live->event.place, place.size ? ": " : "", words);
    return true;
}

/// What the compiler warned of is said at once: the next build would be silent about it.
static void add_warning(const ed_Live *live, ed_Text *line)
{
    if (live->build.warnings) ed_text_add(line, "; ");
    ed_build_warning(&live->build, line);
}

static bool tell_reloaded(ed_Live *live, f64 swap_ms)
{
    ed_Text line = begin_event(live, ED_LIVE_RELOADED);
    live->event.swap_ms = swap_ms;
    ed_text_add(&line, "reloaded in %.0f ms (swap %.1f): ", live->build.ms + swap_ms, swap_ms);
    ed_report_line(&live->run.report, &line);
    add_warning(live, &line);
    return true;
}

// --- from a built file to running code ---------------------------------------------------------------------------------

static bool read_library(ed_Live *live, ed_Span *bytes, u64 *hash, ed_Error *error)
{
    ed_arena_reset(&live->file);
    return ed_library_read(live->config.module_path, &live->file, bytes, hash, error);
}

static bool open_library(ed_Live *live, ed_Library *library, ed_Span bytes, u64 hash, ed_Error *error)
{
    return ed_library_open(library, bytes, hash, live->config.module_path, live->folder.path, ++live->loaded, error);
}

/// The new module beside the old one; then the state; then the old one may go.
static bool swap(ed_Live *live)
{
    ed_Error error = { .code = ED_OK };
    ed_Library next;
    ed_Span bytes;
    u64 hash, start = ed_now_ns();
    if (!read_library(live, &bytes, &hash, &error)) return tell_refused(live, &error);
    if (hash == live->library.hash) {
        ed_Text line = begin_event(live, ED_LIVE_UNCHANGED);
        ed_text_add(&line, "built in %.0f ms: the code is the one that runs", live->build.ms);
        add_warning(live, &line);
        return true;
    }
    if (!ed_folder_renew(&live->folder, &error) || !open_library(live, &next, bytes, hash, &error)) return tell_refused(live, &error);
    if (!ed_run_replace(&live->run, next.module, &error)) {
        ed_library_close(&next);
        return tell_refused(live, &error);
    }
    ed_library_close(&live->before);
    live->before  = live->library;
    live->library = next;
    return tell_reloaded(live, (f64)(ed_now_ns() - start) / 1e6);
}

// --- building ----------------------------------------------------------------------------------------------------------

static bool start_build(ed_Live *live)
{
    char changed[CHANGED_TEXT_MAX];
    ed_Text text = ed_text_over(changed, sizeof changed);
    ed_Error error = { .code = ED_OK };
    ed_watch_changed(&live->watch, &text);
    live->pending = false;
    if (!ed_build_start(&live->build, live->config.build_command, changed, &error)) {
        ed_Text line = begin_event(live, ED_LIVE_BUILD_FAILED);
        ed_text_add(&line, "%s; the old code runs on", error.text);
        return true;
    }
    ed_Text line = begin_event(live, ED_LIVE_BUILDING);
    ed_text_add(&line, "building");
    return true;
}

static bool end_build(ed_Live *live, ed_BuildEnd end)
{
    if (end == ED_BUILD_STOPPED || live->pending) return false;      // of a text that is no longer there
    if (end == ED_BUILD_FAILED) return tell_build_failed(live);
    live->pending = ed_watch_settle(&live->watch);
    return swap(live);
}

/// What is not watched is said once.
static bool tell_full(ed_Live *live)
{
    if (!live->watch.full || live->told_full) return false;
    ed_Text line = begin_event(live, ED_LIVE_REFUSED);
    ed_text_add(&line, "more than %u sources, %u folders or %u bytes in a path: not all saves are seen, reload by hand",
                ED_WATCH_FILES_MAX, ED_WATCH_TREE_MAX, ED_WATCH_PATH_MAX - 1);
    return live->told_full = true;
}

/// Before anything of this frame can change the code: what is kept is of code that ran.
static void keep_checkpoint(ed_Live *live)
{
    u64 now_ns = ed_now_ns();
    if (live->config.no_checkpoints || !ed_checkpoint_due(&live->checkpoint, now_ns)) return;
    ed_checkpoint_take(&live->checkpoint, &live->run, now_ns);
    ed_checkpoint_cost(&live->checkpoint, now_ns, ed_now_ns() - now_ns);
}

ed_LiveCheckpoint ed_live_checkpoint(const ed_Live *live)
{
    const ed_Checkpoint *last = &live->checkpoint;
    return (ed_LiveCheckpoint){ last->bytes, last->frame, last->bytes.size ? ed_now_ns() - last->taken_ns : 0 };
}

bool ed_live_step(ed_Live *live)
{
    keep_checkpoint(live);
    if (live->config.watching && tell_full(live)) return true;
    if (live->config.watching && ed_watch_poll(&live->watch)) live->pending = true;
    if (live->build.pid) {
        if (live->pending) ed_build_stop(&live->build);      // a newer save ends a running build
        ed_BuildEnd end = ed_build_poll(&live->build);
        if (end != ED_BUILD_RUNS && end_build(live, end)) return true;
    }
    return live->pending && !live->build.pid && start_build(live);
}

void ed_live_build(ed_Live *live)
{
    ed_watch_look(&live->watch);
    live->pending = true;
}

bool ed_live_busy(const ed_Live *live) { return live->pending || live->build.pid || live->watch.event_ns; }

// --- opening and closing -----------------------------------------------------------------------------------------------

static bool load_first(ed_Live *live, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    if (!read_library(live, &bytes, &hash, &why)) {
        ed_fail(error, why.code, "%s: build the game first, or name its module", why.text);
        return false;
    }
    bool good = open_library(live, &live->library, bytes, hash, &why)
             && ed_run_open(&live->run, live->library.module, live->config.seed, &why);
    if (!good) ed_fail(error, why.code, "%s: %s", live->config.module_path, why.text);
    return good;
}

/// A save that came while the program started was seen by nobody else.
static bool sources_are_newer(const ed_Live *live)
{
    struct stat st;
    return stat(live->config.module_path, &st) == 0 && live->watch.newest_ns > ed_file_time_ns(&st);
}

bool ed_live_open(ed_Live *live, const ed_LiveConfig *config, ed_Error *error)
{
    memset(live, 0, sizeof *live);
    live->config = *config;
    live->watch.inotify = -1;
    if (!live->config.build_command) live->config.build_command = ED_BUILD_COMMAND;
    bool good = ed_arena_open(&live->file, "module file", ED_LIBRARY_BYTES_MAX + 64, error) && ed_folder_open(&live->folder, error)
             && ed_watch_open(&live->watch, live->config.watch, error) && load_first(live, error);
    if (!good) { ed_live_close(live); return false; }
    live->pending = config->watching && sources_are_newer(live);
    return true;
}

void ed_live_close(ed_Live *live)
{
    ed_build_close(&live->build);
    ed_checkpoint_close(&live->checkpoint);
    if (live->run.module) ed_run_close(&live->run);
    ed_library_close(&live->before);
    ed_library_close(&live->library);
    ed_watch_close(&live->watch);
    ed_arena_close(&live->file);
    ed_folder_close(&live->folder);
}
