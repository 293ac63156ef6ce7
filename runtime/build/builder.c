#include "runtime/build/builder.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/build_messages.h"
#include "runtime/base/print.h"
#include "runtime/build/compile_commands.h"
#include "runtime/build/early.h"
#include "runtime/build/outputs.h"
#include "runtime/build/watch_list.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_lock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/system/machine.h"
#include "runtime/os/process/stop_request.h"

#define MEMORY_MAX ((size_t)1 << 30)
#define WAIT_MS 5u      // between two looks at a lock
// A build that a user starts is repeated until nothing is left to do, at most this often.
#define ROUNDS_MAX 3u

typedef struct Builder {
    const ed_BuildOptions *options;
    ed_Arena memory;
    ed_BuildConfig config;
    ed_BuildTools tools;
    ed_Sources sources;
    ed_Commands commands;
    ed_BuildSteps steps;
    const char *record;      // path
    i64 module_lock,
        own_lock;      // a running game takes the first, too; only builds take the second
} Builder;

// --- one build at a time -------------------------------------------------------------------------

static void report_waiting(const char *module)
{
    ed_print(stderr, "eddie: another build of %s is running; waiting for its end\n", module);
}

/// Takes a lock. Waits while another build has it. If the file system has no locks, builds without.
static bool take_lock(i64 *lock, const char *path, const char *module)
{
    bool reported = false;
    while (ed_file_lock_take(lock, path) == EWOULDBLOCK) {
        if (ed_stop_requested()) return false;
        if (!reported) report_waiting(module);
        reported = true;
        ed_sleep_ms(WAIT_MS);
    }
    return true;
}

static bool take_locks(Builder *it)
{
    const char *module = it->config.module;
    const char *of_module = ed_words_format(&it->memory, "%s.lock", module);
    const char *own = ed_words_format(&it->memory, "%s.build.lock", module);
    if (!it->options->from_game && !take_lock(&it->module_lock, of_module, module)) return false;
    return take_lock(&it->own_lock, own, module);
}

// --- preparing -----------------------------------------------------------------------------------

static int print_failure(const ed_Error *error)
{
    ed_print(stderr, "%s\n", error->text);
    return 1;
}

static bool read_config(Builder *it, ed_Error *error)
{
    const char *const *setting = it->options->settings;
    bool good = ed_build_config_read(&it->config, &it->memory, error);
    for (; good && setting && *setting; setting++)
        good = ed_build_config_set(&it->config, &it->memory, *setting, error);
    return good;
}

static bool prepare_build(Builder *it, ed_Error *error)
{
    ed_Arena *arena = &it->memory;
    if (!read_config(it, error) || !ed_sources_find(&it->sources, &it->config, arena, error)
        || !ed_build_tools_find(&it->tools, &it->config, it->sources.cpp, arena, error))
        return false;
    ed_commands_open(&it->commands, arena, &it->config, &it->tools, &it->sources);
    it->commands.color = it->options->color;
    int failed = ed_folder_make_all(it->commands.folder);
    if (!failed) return arena->refused == 0 || ed_arena_check(arena, error);
    ed_fail(error, ED_ERR_OS, "error: %s: the folder cannot be created: %s; %s",
            it->commands.folder, ed_errno_text(failed), ed_target_advice(failed));
    return false;
}

// --- the record ----------------------------------------------------------------------------------

static void mark_used(ed_Record *record, const ed_Words *names)
{
    for (u32 i = 0; i < names->count; i++) {
        ed_RecordStep *step = ed_record_find(record, names->at[i]);
        if (step) step->used = true;
    }
}

/// Removes the objects of sources that no longer exist.
static void remove_unused(Builder *it)
{
    const char *objects = ed_words_format(&it->memory, "%s/objects/", it->commands.folder);
    ed_Record *record = &it->steps.record;
    for (u32 i = 0; i < record->count; i++) {
        const ed_RecordStep *step = &record->steps[i];
        if (step->used) continue;
        record->changed = true;
        if (strncmp(step->name, objects, strlen(objects)) == 0) ed_file_remove(step->name);
    }
}

static void read_record(Builder *it)
{
    ed_Record *record = &it->steps.record;
    ed_Words modules = { .count = 0 };
    ed_words_add(&modules, &it->memory, it->config.module);
    ed_words_add(&modules, &it->memory, it->commands.early);
    ed_words_add(&modules, &it->memory, ed_command_schema(&it->commands).name);
    it->record = ed_words_format(&it->memory, "%s.record", it->config.module);
    ed_record_read(record, &it->memory, it->record);
    mark_used(record, &it->commands.objects);
    mark_used(record, &it->commands.early_objects);
    mark_used(record, &modules);
    remove_unused(it);
}

/// Writes what was done, even if the build failed or was stopped later.
static i32 write_record(Builder *it, i32 code)
{
    ed_Error error = { .code = ED_OK };
    if (!it->steps.record.changed && ed_watch_list_exists(&it->commands)) return code;
    if (!ed_record_write(&it->steps.record, it->record, &error))
        ed_print(stderr,
                 "error: %s; every build builds everything until this file can be written\n",
                 error.text);
    else if (!ed_watch_list_write(&it->steps, &it->commands, &error))
        ed_print(stderr, "error: %s; saves of some files are not noticed\n", error.text);
    else return code;
    return code ? code : 1;
}

// --- building ------------------------------------------------------------------------------------

static void announce_early(const Builder *it)
{
    if (!it->options->announce || !it->tools.early.path) return;
    printf(ED_BUILD_TRY "%s\n", it->commands.early);
    fflush(stdout);
}

/// Returns why there is no early compiler for this game; NULL if there is one, or none is wanted.
static const char *why_no_compiler(Builder *it)
{
    if (!it->config.early.count || it->tools.early.path || it->tools.cc.is_tcc || !it->tools.object)
        return NULL;
    const char *compiler = it->config.early.at[0];
    for (u32 i = 0; i < it->sources.code.count; i++)
        if (ed_source_is_cpp(it->sources.code.at[i]))
            return ed_words_format(&it->memory, "%s is C++, and %s compiles only C",
                                   it->sources.code.at[i], compiler);
    return ed_words_format(&it->memory, "%s is not installed", compiler);
}

/// Tells the game why it gets no early module, if that is so.
static void explain_missing(Builder *it)
{
    const char *why =
        it->tools.early.path ? ed_early_missing(&it->steps, &it->commands) : why_no_compiler(it);
    if (!why) return;
    ed_print(stdout, ED_BUILD_NO_EARLY "%s\n", why);
    fflush(stdout);
}

static i32 build_early(Builder *it)
{
    bool built = false, linked = ed_early_link_one(&it->steps, &it->commands);
    if (linked) announce_early(it);
    i32 code = ed_early_build(&it->steps, &it->commands, linked, &built);
    if (built) announce_early(it);
    return code;
}

/// After a compilation, the module is linked again even if the object is the same as before. If the
/// module were not replaced, a running game would assume that the build failed. `early`: the early
/// objects of the same sources.
static i32 compile_objects(Builder *it, ed_BuildStep *objects, const char *const *early, u32 count)
{
    i32 code = ed_build_steps_run(&it->steps, objects, count);
    for (u32 i = 0; i < count; i++) {
        if (!objects[i].ran || objects[i].code) continue;
        ed_early_complete(&it->steps, early[i], objects[i].name);
        ed_record_drop(&it->steps.record, it->config.module);
    }
    return code;
}

/// After an error that the early build found, compiles the files without one. When the error is
/// fixed, only its file is left to compile. Returns the exit code `failed`, or ED_STEPS_STOPPED.
static i32 compile_others(Builder *it, ed_BuildStep *objects, i32 failed)
{
    ed_Words good = { .count = 0 };
    for (u32 i = 0; i < it->commands.code.count; i++) {
        const char *early = it->commands.early_objects.at[i];
        if (!ed_record_find(&it->steps.record, early)) continue;
        objects[good.count] = objects[i];
        ed_words_add(&good, &it->memory, early);
    }
    i32 code = compile_objects(it, objects, good.at, good.count);
    return code == ED_STEPS_STOPPED ? code : failed;
}

static i32 link_module(Builder *it)
{
    ed_BuildStep step = ed_command_link(&it->commands);
    return ed_build_steps_run(&it->steps, &step, 1);
}

static bool is_current(Builder *it, ed_BuildStep *objects)
{
    ed_BuildStep link = ed_command_link(&it->commands);
    bool current = ed_build_step_is_current(&it->steps, &link);
    for (u32 i = 0; i < it->commands.code.count && current; i++)
        current = ed_build_step_is_current(&it->steps, &objects[i]);
    return current;
}

/// If a save restores the sources that the module was built from, nothing is compiled, but a game
/// may still run the early module of the save before. The new time stamp makes it load the module.
static void date_module(const Builder *it)
{
    if (it->options->saved) ed_file_set_written(it->config.module, ED_LINK_FOLLOW, ED_FILE_NOW);
}

/// If this fails, there is a warning, and the build continues.
static void write_compile_commands(Builder *it, const ed_BuildStep *objects)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_compile_commands_write(it->commands.folder, objects, it->commands.code.count,
                                   &it->memory, &error))
        ed_print(stderr, "warning: %s\n", error.text);
}

static i32 run_all_steps(Builder *it)
{
    u32 count = it->commands.code.count;
    ed_BuildStep schema = ed_command_schema(&it->commands);
    i32 code = ed_build_steps_run(&it->steps, &schema, 1);
    if (code) return code;
    ed_BuildStep *objects =
        (ed_BuildStep *)ed_arena_push(&it->memory, count * sizeof *objects, _Alignof(ed_BuildStep));
    if (!objects) return 1;
    for (u32 i = 0; i < count; i++) objects[i] = ed_command_compile(&it->commands, i);
    write_compile_commands(it, objects);
    bool current = is_current(it, objects);
    bool early = it->options->early || (it->options->announce && !current);
    if (early && it->tools.early.path) code = build_early(it);
    if (code > 0 && !current) return compile_others(it, objects, code);
    if (!code && it->options->announce && !current) explain_missing(it);
    if (!code && !current)
        code = compile_objects(it, objects, it->commands.early_objects.at, count);
    if (!code && current) date_module(it);
    return code || current ? code : link_module(it);
}

static void print_end(const Builder *it)
{
    if (it->options->quiet || (it->options->brief && !it->steps.started)) return;
    if (!it->steps.started) ed_print(stdout, "%s is up to date\n", it->config.module);
    else
        ed_print(stdout, "%s was built: %u program%s started\n", it->config.module,
                 it->steps.started, it->steps.started == 1 ? "" : "s");
}

static i32 build_locked(Builder *it)
{
    ed_Error error = { .code = ED_OK };
    it->steps.arena = it->steps.inputs.arena = &it->memory;
    // Only builds create files in the folder of the module.
    it->steps.inputs.own = it->commands.folder;
    it->steps.lock = it->own_lock;
    it->steps.quiet = it->options->quiet;
    it->steps.verbose = it->options->verbose;
    it->steps.at_once = it->options->at_once ? it->options->at_once : ed_machine_processors();
    ed_file_hashes_open(&it->steps.hashes, &it->memory, ed_file_lock_now_ns(it->own_lock));
    read_record(it);
    if (!ed_outputs_check(&it->commands, &it->steps.record, &error)) return print_failure(&error);
    i32 code = write_record(it, run_all_steps(it));
    if (it->memory.refused) {
        ed_arena_check(&it->memory, &error);
        ed_print(stderr, "error: ");
        return print_failure(&error);
    }
    if (code == ED_STEPS_STOPPED) return ED_BUILD_STOPPED_CODE;
    return code;
}

/// Builds once. `again`: a build has just ended. `started`: how many programs ran.
static int run_once(const ed_BuildOptions *options, bool again, u32 *started)
{
    static Builder builder;      // large
    Builder *it = &builder;
    ed_Error error = { .code = ED_OK };
    memset(it, 0, sizeof *it);
    it->options = options;
    it->module_lock = it->own_lock = ED_NO_LOCK;
    if (!ed_arena_open_fixed(&it->memory, "the build", MEMORY_MAX, &error))
        return print_failure(&error);
    int code = prepare_build(it, &error) ? 0 : print_failure(&error);
    if (!code) code = take_locks(it) ? build_locked(it) : ED_BUILD_STOPPED_CODE;
    *started = it->steps.started;
    ed_file_lock_release(&it->own_lock);
    ed_file_lock_release(&it->module_lock);
    if (!code && (!again || *started)) print_end(it);
    ed_arena_close(&it->memory);
    return code;
}

int ed_builder_run(const ed_BuildOptions *options)
{
    u32 started = 1;
    int code = 0;
    u32 rounds = options->from_game ? 1 : ROUNDS_MAX;
    ed_stop_listen();
    for (u32 i = 0; i < rounds && started && !code; i++) code = run_once(options, i > 0, &started);
    return code;
}
