#include "runtime/debug/game.h"
#include <stdio.h>
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/os/files/files.h"

#define TEXT_FIRST ((size_t)64 << 10)

/// Commits memory for the first save, reload and checkpoint ahead of time.
static void commit_ahead(ed_Game *game)
{
    ed_Run *run = game->run;
    size_t bytes = 0;
    for (u32 i = 0; i < run->module->schema->state_count; i++) bytes += run->states[i].arena->used;
    bytes += bytes / 64;
    ed_commit_memory_add(&game->ahead, ed_saver_memory(&game->saver), bytes);
    ed_commit_memory_add(&game->ahead, &run->buffer, bytes);
    for (u32 i = 0; game->shared && i < 2; i++)
        ed_commit_memory_add(&game->ahead, &game->shared->checkpoint.memory[i], bytes);
    ed_commit_memory_start(&game->ahead);
}

static bool start_game(ed_Game *game, ed_Error *error)
{
    const ed_GameOptions *options = game->options;
    bool memory = ed_arena_open(&game->memory, "host", ED_GAME_MEMORY_MAX, error)
               && ed_arena_open(&game->file, "snapshot file", ed_snapshot_bytes_max(), error)
               && ed_arena_open_fixed(&game->text, "host text", ED_GAME_TEXT_BYTES_MAX, error);
    if (!memory) return false;
    ed_GameSourceConfig config = { .module_path = options->module,
                                   .build_command = options->build_command,
                                   .watching = options->watching,
                                   .early_builds = options->early_builds,
                                   .hang_ms = options->hang_ms,
                                   .seed = options->seed };
    ed_SharedGame *shared = game->shared;
    if (shared) {
        config.checkpoint = &shared->checkpoint;
        config.fault = &shared->state->fault;
        config.start_paused = shared->state->paused;
    }
    game->source = ed_source_open(&game->memory, &config, error);
    if (!game->source) return false;
    game->run = ed_source_run(game->source);
    commit_ahead(game);
    game->run->keep_attic = options->keep_attic;
    game->run->open_form = options->open;
    bool by_hand = options->script || !options->headless;      // without a user, nothing is rewound
    return ed_time_open(&game->time, by_hand ? options->rewind_bytes : 0, error);
}

/// Starts the requested recording. A restarted game keeps the recording of the earlier process,
/// which shows how that process ended.
static int start_recording(ed_Game *game)
{
    ed_Error error = { 0 };
    const char *path = game->options->record;
    if (game->restarted)
        ed_print(stderr, "eddie: the recording %s ends where the game was restarted\n", path);
    if (game->restarted) return ED_EXIT_NOT_YET;
    if (ed_recorder_start(&game->time.record, game->run, path, &error)) return ED_EXIT_NOT_YET;
    ed_print(stderr, "eddie: not recorded: %s\n", error.text);
    ed_game_close(game);
    return ED_EXIT_FAILED;
}

int ed_game_open(ed_Game *game, const ed_GameOptions *options, ed_SharedGame *shared)
{
    *game = (ed_Game){ .options = options, .shared = shared };
    ed_saver_open(&game->saver);
    game->saver.write = ed_quick_save_write;
    ed_Error error = { 0 };
    game->restarted = shared && ed_checkpoint_best(&shared->checkpoint);
    game->frames_left = game->restarted ? shared->state->frames_left : options->frames;
    if (!start_game(game, &error)) {
        ed_print(stderr, "eddie: %s\n", error.text);
        ed_game_close(game);
        return ED_EXIT_FAILED;
    }
    if (options->state && !game->restarted && !ed_game_load(game, options->state, &error)) {
        ed_print(stderr, "eddie: %s\n", error.text);
        ed_game_close(game);
        return ED_EXIT_STATE;
    }
    if (!options->record) return ED_EXIT_NOT_YET;
    return start_recording(game);
}

void ed_game_count(ed_Game *game)
{
    game->frames_left--;
    if (game->shared) game->shared->state->frames_left = game->frames_left;
}

void ed_game_finish(ed_Game *game)
{
    ed_SaveResult saved;
    ed_Error error = { 0 };
    while (ed_saver_wait(&game->saver, &saved)) {
        if (!saved.error.code) continue;
        ed_print(stderr, "eddie: not saved: %s\n", saved.error.text);
        game->failed = true;
    }
    if (!game->time.record.on || ed_recorder_stop(&game->time.record, &error)) return;
    ed_print(stderr, "eddie: the recording is incomplete: %s\n", error.text);
    game->failed = true;
}

void ed_game_close(ed_Game *game)
{
    ed_commit_memory_end(&game->ahead);
    ed_saver_close(&game->saver);
    ed_time_close(&game->time);
    if (game->source) ed_source_close(game->source);
    ed_arena_close(&game->text);
    ed_arena_close(&game->file);
    ed_arena_close(&game->memory);
}

bool ed_game_load(ed_Game *game, const char *path, ed_Error *error)
{
    ed_Error cause = { 0 };
    ed_Span bytes;
    ed_arena_reset(&game->file);
    bool ok = ed_file_read(path, ed_snapshot_bytes_max(), &game->file, &bytes, &cause)
           && ed_run_load(game->run, bytes.at, bytes.size, &cause);
    if (ok) {
        ed_time_changed(&game->time, true);
        return true;
    }
    ed_fail(error, cause.code, "%s: %s", path, ed_without_path(cause.text, path));
    error->at = cause.at;
    return false;
}

const char *ed_game_text(ed_Game *game, void (*fill)(const void *it, ed_Text *out), const void *it)
{
    for (size_t size = TEXT_FIRST; size <= ED_GAME_TEXT_BYTES_MAX; size *= 4) {
        ed_arena_reset(&game->text);
        char *buffer = ed_arena_push(&game->text, size, 1);
        if (!buffer) return NULL;
        ed_Text out = ed_text_over(buffer, size);
        fill(it, &out);
        if (!out.cut) return buffer;
    }
    return NULL;
}

static void fill_line(const void *it, ed_Text *out) { ed_report_line(it, out); }
static void fill_json(const void *it, ed_Text *out) { ed_report_json(it, out); }

const char *ed_game_report_line(ed_Game *game)
{
    const char *text = ed_game_text(game, fill_line, &game->run->report);
    return text ? text : "done";
}

const char *ed_game_report_json(ed_Game *game)
{
    const char *text = ed_game_text(game, fill_json, &game->run->report);
    return text ? text : "null";
}

/// Reports an error of a task that runs beside the game: prints it, and keeps it for a window.
static void report_trouble(ed_Game *game, const char *what, const ed_Error *error)
{
    snprintf(game->trouble, sizeof game->trouble, "%s: %s", what, error->text);
    game->troubles++;
    ed_print(stderr, "eddie: %s\n", game->trouble);
}

bool ed_game_update(ed_Game *game, const ed_Input *input)
{
    const ed_Recorder *record = &game->time.record;
    const ed_Rewind *timeline = &game->time.timeline;
    bool recorded = record->on, kept = timeline->error.code == ED_OK;
    bool good = ed_time_update(&game->time, game->run, input);
    game->dangles =
        good && game->options->check_pointers && !ed_pointer_check(&game->pointers, game->run);
    if (game->dangles) good = false;
    if (kept && timeline->error.code && !game->run->failed_phase)
        report_trouble(game, "rewinding is not possible", &timeline->error);
    if (!recorded || record->on) return good;
    report_trouble(game, "the recording stopped", &record->error);
    game->failed = true;
    return good;
}
