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
        build_lock;      // a running game takes the first, too; only builds take the second
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

static bool take_locks(Builder *builder)
{
    const char *module = builder->config.module;
    const char *of_module = ed_words_format(&builder->memory, "%s.lock", module);
    const char *of_build = ed_words_format(&builder->memory, "%s.build.lock", module);
    if (!builder->options->from_game && !take_lock(&builder->module_lock, of_module, module))
        return false;
    return take_lock(&builder->build_lock, of_build, module);
}

// --- preparing -----------------------------------------------------------------------------------

static int print_failure(const ed_Error *error)
{
    ed_print(stderr, "%s\n", error->text);
    return 1;
}

static bool read_config(Builder *builder, ed_Error *error)
{
    const char *const *setting = builder->options->settings;
    bool good = ed_build_config_read(&builder->config, &builder->memory, error);
    for (; good && setting && *setting; setting++)
        good = ed_build_config_set(&builder->config, &builder->memory, *setting, error);
    return good;
}

static bool prepare_build(Builder *builder, ed_Error *error)
{
    ed_Arena *arena = &builder->memory;
    if (!read_config(builder, error)
        || !ed_sources_find(&builder->sources, &builder->config, arena, error)
        || !ed_build_tools_find(&builder->tools, &builder->config, builder->sources.cpp, arena,
                                error))
        return false;
    ed_commands_open(&builder->commands, arena, &builder->config, &builder->tools,
                     &builder->sources);
    builder->commands.color = builder->options->color;
    int failed = ed_folder_make_all(builder->commands.folder);
    if (!failed) return arena->refused == 0 || ed_arena_check(arena, error);
    ed_fail(error, ED_ERR_OS, "error: %s: the folder cannot be created: %s; %s",
            builder->commands.folder, ed_errno_text(failed), ed_target_advice(failed));
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
static void remove_unused(Builder *builder)
{
    const char *objects =
        ed_words_format(&builder->memory, "%s/objects/", builder->commands.folder);
    ed_Record *record = &builder->steps.record;
    for (u32 i = 0; i < record->count; i++) {
        const ed_RecordStep *step = &record->steps[i];
        if (step->used) continue;
        record->changed = true;
        if (strncmp(step->name, objects, strlen(objects)) == 0) ed_file_remove(step->name);
    }
}

static void read_record(Builder *builder)
{
    ed_Record *record = &builder->steps.record;
    ed_Words modules = { .count = 0 };
    ed_words_add(&modules, &builder->memory, builder->config.module);
    ed_words_add(&modules, &builder->memory, builder->commands.early);
    ed_words_add(&modules, &builder->memory, ed_command_schema(&builder->commands).name);
    builder->record = ed_words_format(&builder->memory, "%s.record", builder->config.module);
    ed_record_read(record, &builder->memory, builder->record);
    mark_used(record, &builder->commands.objects);
    mark_used(record, &builder->commands.early_objects);
    mark_used(record, &modules);
    remove_unused(builder);
}

/// Writes what was done, even if the build failed or was stopped later.
static i32 write_record(Builder *builder, i32 code)
{
    ed_Error error = { .code = ED_OK };
    if (!builder->steps.record.changed && ed_watch_list_exists(&builder->commands)) return code;
    if (!ed_record_write(&builder->steps.record, builder->record, &error))
        ed_print(stderr,
                 "error: %s; every build builds everything until this file can be written\n",
                 error.text);
    else if (!ed_watch_list_write(&builder->steps, &builder->commands, &error))
        ed_print(stderr, "error: %s; saves of some files are not noticed\n", error.text);
    else return code;
    return code ? code : 1;
}

// --- building ------------------------------------------------------------------------------------

static void announce_early(const Builder *builder)
{
    if (!builder->options->announce || !builder->tools.early.path) return;
    printf(ED_BUILD_TRY "%s\n", builder->commands.early);
    fflush(stdout);
}

/// Returns why there is no early compiler for this game; NULL if there is one, or none is wanted.
static const char *why_no_compiler(Builder *builder)
{
    if (!builder->config.early.count || builder->tools.early.path || builder->tools.cc.is_tcc
        || !builder->tools.object)
        return NULL;
    const char *compiler = builder->config.early.at[0];
    for (u32 i = 0; i < builder->sources.code.count; i++)
        if (ed_source_is_cpp(builder->sources.code.at[i]))
            return ed_words_format(&builder->memory, "%s is C++, and %s compiles only C",
                                   builder->sources.code.at[i], compiler);
    return ed_words_format(&builder->memory, "%s is not installed", compiler);
}

/// Tells the game why it gets no early module, if that is so.
static void explain_missing(Builder *builder)
{
    const char *why = builder->tools.early.path
                        ? ed_early_missing(&builder->steps, &builder->commands)
                        : why_no_compiler(builder);
    if (!why) return;
    ed_print(stdout, ED_BUILD_NO_EARLY "%s\n", why);
    fflush(stdout);
}

static i32 build_early(Builder *builder)
{
    bool built = false, linked = false;
    i32 code = 0;
    if (builder->options->announce)
        code = ed_early_link_changed(&builder->steps, &builder->commands, &linked);
    if (code) return code;
    if (linked) announce_early(builder);
    code = ed_early_build(&builder->steps, &builder->commands, linked, &built);
    if (built) announce_early(builder);
    return code;
}

/// After a compilation, the module is linked again even if the object is the same as before. If the
/// module were not replaced, a running game would assume that the build failed. `early`: the early
/// objects of the same sources.
static i32 compile_objects(Builder *builder, ed_BuildStep *objects, const char *const *early,
                           u32 count)
{
    i32 code = ed_build_steps_run(&builder->steps, objects, count);
    for (u32 i = 0; i < count; i++) {
        if (!objects[i].ran || objects[i].code) continue;
        ed_early_complete(&builder->steps, early[i], objects[i].name);
        ed_record_drop(&builder->steps.record, builder->config.module);
    }
    return code;
}

/// After an error that the early build found, compiles the files that tcc has compiled without one.
/// When the error is fixed, they need not be compiled again. Returns the exit code `failed`, or
/// ED_STEPS_STOPPED.
static i32 compile_others(Builder *builder, ed_BuildStep *objects, i32 failed)
{
    ed_Words good = { .count = 0 };
    for (u32 i = 0; i < builder->commands.code.count; i++) {
        ed_BuildStep early = ed_command_early(&builder->commands, i);
        if (!ed_build_step_is_current(&builder->steps, &early)) continue;
        objects[good.count] = objects[i];
        ed_words_add(&good, &builder->memory, early.name);
    }
    i32 code = compile_objects(builder, objects, good.at, good.count);
    return code == ED_STEPS_STOPPED ? code : failed;
}

static i32 link_module(Builder *builder)
{
    ed_BuildStep step = ed_command_link(&builder->commands);
    return ed_build_steps_run(&builder->steps, &step, 1);
}

static bool is_current(Builder *builder, ed_BuildStep *objects)
{
    ed_BuildStep link = ed_command_link(&builder->commands);
    bool current = ed_build_step_is_current(&builder->steps, &link);
    for (u32 i = 0; i < builder->commands.code.count && current; i++)
        current = ed_build_step_is_current(&builder->steps, &objects[i]);
    return current;
}

/// If a save restores the sources that the module was built from, nothing is compiled, but a game
/// may still run the early module of the save before. The new time stamp makes it load the module.
static void date_module(const Builder *builder)
{
    if (builder->options->saved)
        ed_file_set_written(builder->config.module, ED_LINK_FOLLOW, ED_FILE_NOW);
}

/// If this fails, there is a warning, and the build continues.
static void write_compile_commands(Builder *builder, const ed_BuildStep *objects)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_compile_commands_write(builder->commands.folder, objects, builder->commands.code.count,
                                   &builder->memory, &error))
        ed_print(stderr, "warning: %s\n", error.text);
}

static i32 run_all_steps(Builder *builder)
{
    u32 count = builder->commands.code.count;
    ed_BuildStep schema = ed_command_schema(&builder->commands);
    i32 code = ed_build_steps_run(&builder->steps, &schema, 1);
    if (code) return code;
    ed_BuildStep *objects = (ed_BuildStep *)ed_arena_push(&builder->memory, count * sizeof *objects,
                                                          _Alignof(ed_BuildStep));
    if (!objects) return 1;
    for (u32 i = 0; i < count; i++) objects[i] = ed_command_compile(&builder->commands, i);
    write_compile_commands(builder, objects);
    bool current = is_current(builder, objects);
    bool early = builder->options->early || (builder->options->announce && !current);
    if (early && builder->tools.early.path) code = build_early(builder);
    if (code > 0 && !current) return compile_others(builder, objects, code);
    if (!code && builder->options->announce && !current) explain_missing(builder);
    if (!code && !current)
        code = compile_objects(builder, objects, builder->commands.early_objects.at, count);
    if (!code && current) date_module(builder);
    return code || current ? code : link_module(builder);
}

static void print_end(const Builder *builder)
{
    if (builder->options->quiet || (builder->options->brief && !builder->steps.started)) return;
    if (!builder->steps.started) ed_print(stdout, "%s is up to date\n", builder->config.module);
    else
        ed_print(stdout, "%s was built: %u program%s started\n", builder->config.module,
                 builder->steps.started, builder->steps.started == 1 ? "" : "s");
}

static i32 build_locked(Builder *builder)
{
    ed_Error error = { .code = ED_OK };
    builder->steps.arena = builder->steps.inputs.arena = &builder->memory;
    // Only builds create files in the folder of the module.
    builder->steps.inputs.build_folder = builder->commands.folder;
    builder->steps.lock = builder->build_lock;
    builder->steps.quiet = builder->options->quiet;
    builder->steps.verbose = builder->options->verbose;
    builder->steps.at_once =
        builder->options->at_once ? builder->options->at_once : ed_machine_processors();
    ed_file_hashes_open(&builder->steps.hashes, &builder->memory,
                        ed_file_lock_now_ns(builder->build_lock));
    read_record(builder);
    if (!ed_outputs_check(&builder->commands, &builder->steps.record, &error))
        return print_failure(&error);
    i32 code = write_record(builder, run_all_steps(builder));
    if (builder->memory.refused) {
        ed_arena_check(&builder->memory, &error);
        ed_print(stderr, "error: ");
        return print_failure(&error);
    }
    if (code == ED_STEPS_STOPPED) return ED_BUILD_STOPPED_CODE;
    return code;
}

/// Builds once. `again`: a build has just ended. `started`: how many programs ran.
static int run_once(const ed_BuildOptions *options, bool again, u32 *started)
{
    static Builder the_builder;      // large
    Builder *builder = &the_builder;
    ed_Error error = { .code = ED_OK };
    memset(builder, 0, sizeof *builder);
    builder->options = options;
    builder->module_lock = builder->build_lock = ED_NO_LOCK;
    if (!ed_arena_open_fixed(&builder->memory, "the build", MEMORY_MAX, &error))
        return print_failure(&error);
    int code = prepare_build(builder, &error) ? 0 : print_failure(&error);
    if (!code) code = take_locks(builder) ? build_locked(builder) : ED_BUILD_STOPPED_CODE;
    *started = builder->steps.started;
    ed_file_lock_release(&builder->build_lock);
    ed_file_lock_release(&builder->module_lock);
    if (!code && (!again || *started)) print_end(builder);
    ed_arena_close(&builder->memory);
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
