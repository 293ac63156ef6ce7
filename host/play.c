#include "host/play.h"
#include "host/print.h"
#include <stdio.h>
#include <string.h>
#include "runtime/os/files.h"

#define TEXT_FIRST ((size_t)64 << 10)

/// The memory that the first save, reload and checkpoint of the state will be packed into.
static void commit_ahead(host_Play *play)
{
    ed_Run *run = play->run;
    size_t bytes = 0;
    for (u32 i = 0; i < run->module->schema->state_count; i++) bytes += run->states[i].arena->used;
    bytes += bytes / 64;
    ed_ahead_add(&play->ahead, ed_saver_memory(&play->saver), bytes);
    ed_ahead_add(&play->ahead, &run->buffer, bytes);
    for (u32 i = 0; play->vault && i < 2; i++)
        ed_ahead_add(&play->ahead, &play->vault->checkpoint.memory[i], bytes);
    ed_ahead_start(&play->ahead);
}

static bool start(host_Play *play, ed_Error *error)
{
    const host_Options *options = play->options;
    bool memory = ed_arena_open(&play->own, "host", HOST_MEMORY_MAX, error)
        && ed_arena_open(&play->file, "snapshot file", ed_snapshot_bytes_max(), error)
        && ed_arena_open(&play->text, "host text", HOST_TEXT_BYTES_MAX, error);
    if (!memory) return false;
    host_SourceConfig config = { .module_path = options->module,
                                 .build_command = options->build_command,
                                 .watching = options->watching, .quick = options->quick,
                                 .seed = options->seed };
    host_Vault *vault = play->vault;
    if (vault) {
        config.checkpoint = &vault->checkpoint;
        config.fault      = &vault->fault;
        config.frozen     = vault->frozen;
    }
    play->source = host_source_open(&play->own, &config, error);
    if (!play->source) return false;
    play->run = host_source_run(play->source);
    commit_ahead(play);
    play->run->keep_attic = options->keep_attic;
    play->run->open = options->open;
    bool by_hand = options->script || !options->headless;      // else nobody asks to go back
    return host_time_open(&play->time, by_hand ? options->rewind_bytes : 0, error);
}

/// What an earlier process recorded tells how it came to its end: it is not written over.
static int start_recording(host_Play *play)
{
    ed_Error error = { 0 };
    const char *path = play->options->record;
    if (play->reborn) host_print(stderr, "eddie: %s ends where the game was started again\n", path);
    if (play->reborn) return HOST_GO_ON;
    if (host_record_start(&play->time.record, play->run, path, &error)) return HOST_GO_ON;
    host_print(stderr, "eddie: not recorded: %s\n", error.text);
    host_play_close(play);
    return HOST_EXIT_FAILED;
}

int host_play_open(host_Play *play, const host_Options *options, host_Vault *vault)
{
    *play = (host_Play){ .options = options, .vault = vault };
    ed_saver_open(&play->saver);
    play->saver.write = host_quick_write;
    ed_Error error = { 0 };
    play->reborn = vault && ed_checkpoint_best(&vault->checkpoint);
    play->frames_left = play->reborn ? vault->frames_left : options->frames;
    if (!start(play, &error)) {
        host_print(stderr, "eddie: %s\n", error.text);
        host_play_close(play);
        return HOST_EXIT_FAILED;
    }
    if (options->state && !play->reborn && !host_play_load(play, options->state, &error)) {
        host_print(stderr, "eddie: %s\n", error.text);
        host_play_close(play);
        return HOST_EXIT_STATE;
    }
    if (!options->record) return HOST_GO_ON;
    return start_recording(play);
}

void host_play_count(host_Play *play)
{
    play->frames_left--;
    if (play->vault) play->vault->frames_left = play->frames_left;
}

void host_play_finish(host_Play *play)
{
    ed_SaveResult saved;
    ed_Error error = { 0 };
    while (ed_saver_wait(&play->saver, &saved)) {
        if (!saved.error.code) continue;
        host_print(stderr, "eddie: not saved: %s\n", saved.error.text);
        play->failed = true;
    }
    if (!play->time.record.on || host_record_stop(&play->time.record, &error)) return;
    host_print(stderr, "eddie: not recorded to its end: %s\n", error.text);
    play->failed = true;
}

void host_play_close(host_Play *play)
{
    ed_ahead_end(&play->ahead);
    ed_saver_close(&play->saver);
    host_time_close(&play->time);
    if (play->source) host_source_close(play->source);
    ed_arena_close(&play->text);
    ed_arena_close(&play->file);
    ed_arena_close(&play->own);
}

/// Every message about a file starts with its name, once.
static void name_file(ed_Error *error, const char *path, const ed_Error *cause)
{
    size_t size = strlen(path);
    bool named = strncmp(cause->text, path, size) == 0 && cause->text[size] == ':';
    if (named) ed_fail(error, cause->code, "%s", cause->text);
    else ed_fail(error, cause->code, "%s: %s", path, cause->text);
    error->at = cause->at;
}

bool host_play_load(host_Play *play, const char *path, ed_Error *error)
{
    ed_Error cause = { 0 };
    ed_Span bytes;
    ed_arena_reset(&play->file);
    bool ok = ed_file_read(path, ed_snapshot_bytes_max(), &play->file, &bytes, &cause)
        && ed_run_load(play->run, bytes.at, bytes.size, &cause);
    if (!ok) name_file(error, path, &cause);
    else host_time_changed(&play->time, true);
    return ok;
}

const char *host_play_text(host_Play *play, void (*fill)(const void *it, ed_Text *out),
                           const void *it)
{
    for (size_t size = TEXT_FIRST; size <= HOST_TEXT_BYTES_MAX; size *= 4) {
        ed_arena_reset(&play->text);
        char *buffer = ed_arena_push(&play->text, size, 1);
        if (!buffer) return NULL;
        ed_Text out = ed_text_over(buffer, size);
        fill(it, &out);
        if (!out.cut) return buffer;
    }
    return NULL;
}

static void fill_line(const void *it, ed_Text *out) { ed_report_line(it, out); }
static void fill_json(const void *it, ed_Text *out) { ed_report_json(it, out); }

const char *host_play_report_line(host_Play *play)
{
    const char *text = host_play_text(play, fill_line, &play->run->report);
    return text ? text : "done";
}

const char *host_play_report_json(host_Play *play)
{
    const char *text = host_play_text(play, fill_json, &play->run->report);
    return text ? text : "null";
}

bool host_play_update(host_Play *play, const ed_Input *input)
{
    host_Record *record = &play->time.record;
    bool recorded = record->on, good = host_time_update(&play->time, play->run, input);
    if (!recorded || record->on) return good;
    host_print(stderr, "eddie: not recorded any more: %s\n", record->error.text);
    play->failed = true;
    return good;
}
