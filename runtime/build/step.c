#include "runtime/build/step.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/system/code_page.h"
#include "runtime/os/files/file_lock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"

#define LIST_BYTES_MAX ((size_t)64 << 20)

// --- what changed --------------------------------------------------------------------------------

/// Variables in which compilers find further folders.
static const char *const variables[] = { "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                                         "LIBRARY_PATH" };

static u64 hash_word(u64 hash, const char *word)
{
    const u64 both[] = { hash, ed_hash_of_bytes(word, strlen(word)) };
    return ed_hash_of_bytes(both, sizeof both);
}

static u64 key_of_step(const ed_BuildStep *step)
{
    u64 key = hash_word(step->tool->version, step->tool->path);
    for (u32 i = 0; i < step->arguments.count; i++) key = hash_word(key, step->arguments.at[i]);
    for (u32 i = 0; i < ED_COUNT(variables); i++) {
        const char *value = getenv(variables[i]);
        key = hash_word(key, value ? value : "");
    }
    return key;
}

static bool is_unchanged(ed_BuildSteps *steps, ed_RecordFile *file)
{
    u64 mark = file->mark;
    if (file->round == steps->hashes.round) return true;
    if (!file->hash || !ed_file_hashes_match(&steps->hashes, file->path, file->hash, &file->mark))
        return false;
    file->round = steps->hashes.round;
    // With a known mark, the file need not be read by the next build.
    if (file->hash != ED_ABSENT && mark == ED_NO_MARK && file->mark != mark)
        steps->record.changed = true;
    return true;
}

/// Looks at all files, even if one changed: those that did not need not be read after the step.
static bool are_unchanged(ed_BuildSteps *steps, const ed_RecordStep *was)
{
    bool unchanged = true;
    for (u32 i = 0; i < was->file_count; i++) unchanged &= is_unchanged(steps, was->files[i]);
    return unchanged;
}

bool ed_build_step_is_current(ed_BuildSteps *steps, ed_BuildStep *step)
{
    ed_RecordStep *was = ed_record_find(&steps->record, step->name);
    if (!step->key) step->key = key_of_step(step);
    if (!was) return false;
    was->used = true;
    return was->key == step->key && are_unchanged(steps, was);
}

// --- recording -----------------------------------------------------------------------------------

void ed_build_step_record(ed_BuildSteps *steps, const ed_BuildStep *step, ed_StepState state,
                          const ed_Words *files)
{
    ed_Words read = { .count = 0 }, absent = { .count = 0 };
    u32 written = state == ED_STEP_GOOD ? step->outputs.count : 0;
    ed_words_add_all(&read, steps->arena, files);
    ed_inputs_find(&steps->inputs, &step->arguments, step->begun_ns, &read, &absent);
    ed_RecordStep *to = ed_record_put(&steps->record, step->name, step->key, state,
                                      read.count + absent.count + written);
    if (!to) return;
    if (step->why) to->why = step->why;
    ed_RecordFile **next = to->files;
    for (u32 i = 0; i < read.count; i++) {
        const char *path = read.at[i];
        u64 hash = ed_file_hashes_get_as_read(&steps->hashes, path, step->reads, step->begun_ns);
        u64 mark = ed_file_hashes_mark(&steps->hashes, path);
        **next++ = (ed_RecordFile){ .path = path, .hash = hash, .mark = mark };
    }
    for (u32 i = 0; i < absent.count; i++) {
        **next = (ed_RecordFile){ .path = absent.at[i], .hash = ED_ABSENT };
        ed_file_hashes_match(&steps->hashes, absent.at[i], ED_ABSENT, &(*next)->mark);
        next++;
    }
    for (u32 i = 0; i < written; i++) {
        const char *path = step->outputs.at[i];
        ed_file_hashes_forget(&steps->hashes, path);
        u64 hash = ed_file_hashes_get(&steps->hashes, path);
        **next++ = (ed_RecordFile){ .path = path, .hash = hash };
    }
}

/// Reads which files the program has read. Returns false if the list is missing or damaged: then
/// the step runs again in the next build.
static bool read_list(ed_BuildSteps *steps, const ed_BuildStep *step, ed_Words *files)
{
    ed_Span text;
    ed_Error unused = { .code = ED_OK };
    ed_words_add_all(files, steps->arena, &step->inputs);
    if (!step->list) return true;
    bool good = ed_file_read(step->list, LIST_BYTES_MAX, steps->arena, &text, &unused)
             && ed_text_to_utf8(&text, steps->arena)
             && ed_dependencies_parse(files, steps->arena, text, step->form);
    if (!step->keep_list) ed_file_remove(step->list);
    return good;
}

// --- running -------------------------------------------------------------------------------------

typedef struct Batch {
    ed_BuildSteps *steps;
    ed_BuildStep **all;      // the steps that run
    ed_Job *jobs;
    i32 code;      // of the first failure
} Batch;

/// Prints an error and returns the exit code for it.
static i32 print_failure(const char *path, const char *what, int why)
{
    ed_print(stderr, "error: %s: %s: %s; %s\n", path, what, ed_errno_text(why),
             ed_target_advice(why));
    return 1;
}

static void print_command(const ed_Job *job)
{
    for (u32 i = 0; job->arguments[i]; i++)
        ed_print(stdout, "%s%s", i ? " " : "", job->arguments[i]);
    ed_print(stdout, "\n");
}

static void begin_step(void *context, u32 at)
{
    Batch *batch = (Batch *)context;
    ed_BuildStep *step = batch->all[at];
    u64 file_ns = ed_file_lock_now_ns(batch->steps->lock);
    if (batch->steps->verbose) print_command(&batch->jobs[at]);
    else if (!batch->steps->quiet && step->verb)
        ed_print(stdout, "  %-4s %s\n", step->verb, step->subject);
    fflush(stdout);
    // If this fails, the program reports it.
    ed_folder_make_all(ed_words_folder(batch->steps->arena, step->name));
    step->reads = batch->steps->hashes.reads;
    step->begun_ns = file_ns ? file_ns : ed_date_ns();
    batch->steps->started++;
}

/// The exit code of a step. Prints an error if its program was killed or could not be started, or
/// if its exit code is unknown.
static i32 code_of(const ed_BuildStep *step, const ed_Job *job)
{
    if (job->end == ED_CHILD_EXITED) return job->code;
    if (job->failed) {
        ed_print(stderr,
                 "error: %s: cannot be started: %s; try again, or name another program in %s\n",
                 step->tool->path, ed_errno_text(job->failed), ED_BUILD_CONFIG_FILE);
        return 1;
    }
    if (job->end == ED_CHILD_KILLED)
        ed_print(stderr, "error: %s was killed by signal %d while it built %s; try again\n",
                 step->tool->path, job->code, step->name);
    else
        ed_print(stderr, "error: %s ended, but its exit code is unknown; try again\n",
                 step->tool->path);
    return 1;
}

static i32 take_result(ed_BuildSteps *steps, ed_BuildStep *step)
{
    ed_Words files = { .count = 0 };
    bool listed = read_list(steps, step, &files);
    int failed = step->temporary ? ed_file_rename(step->temporary, step->name) : 0;
    if (failed) return print_failure(step->name, "cannot be replaced", failed);
    if (listed) ed_build_step_record(steps, step, step->state, &files);
    else ed_record_drop(&steps->record, step->name);
    return 0;
}

/// Returns why a program failed: the first line that reports an error, without that word; otherwise
/// the first line; or how it ended if it printed nothing.
static const char *find_error(ed_BuildSteps *steps, const ed_Job *job)
{
    static const char word[] = "error: ";
    if (job->failed) return ed_words_format(steps->arena, "%s", ed_errno_text(job->failed));
    if (!job->output.size)
        return ed_words_format(steps->arena, "%s %d",
                               job->end == ED_CHILD_KILLED ? "killed by signal" : "exit code",
                               job->code);
    const char *text = (const char *)job->output.at;
    const char *error = ed_find(text, job->output.size, word);
    size_t at = error ? (size_t)(error - text) : 0, start = at;
    while (start && text[start - 1] != '\n') start--;
    size_t next = error ? at + strlen(word) : 0, end = next;
    while (end < job->output.size && text[end] != '\n') end++;
    char *line = (char *)ed_arena_push(steps->arena, at - start + end - next + 1, 1);
    if (!line) return "";
    memcpy(line, text + start, at - start);
    memcpy(line + (at - start), text + next, end - next);
    ed_text_strip_control(line);
    return line;
}

static bool is_named_in(const char *line, size_t size, const char *path)
{
    size_t length = strlen(path);
    return size > length && memcmp(line, path, length) == 0 && line[length] == ':';
}

/// Returns the input that a message of the program is about, such as "game/map.c:12: error: …" or
/// "In file included from game/map.c:3:". Returns NULL if it names no input.
static const char *find_culprit(const ed_BuildStep *step, ed_Span output)
{
    static const char included[] = "In file included from ";
    const char *line = (const char *)output.at, *end = line + output.size;
    while (line < end) {
        const char *line_end = (const char *)memchr(line, '\n', (size_t)(end - line));
        if (!line_end) line_end = end;
        size_t size = (size_t)(line_end - line), skip = strlen(included);
        if (size <= skip || memcmp(line, included, skip) != 0) skip = 0;
        for (u32 i = 0; i < step->inputs.count; i++)
            if (is_named_in(line + skip, size - skip, step->inputs.at[i]))
                return step->inputs.at[i];
        line = line_end + 1;
    }
    return NULL;
}

static void remove_unfinished(const ed_BuildStep *step)
{
    if (step->temporary) ed_file_remove(step->temporary);
    if (step->list && !step->keep_list) ed_file_remove(step->list);
}

static bool end_step(void *context, u32 at)
{
    Batch *batch = (Batch *)context;
    ed_BuildStep *step = batch->all[at];
    step->ran = true;
    if (step->may_fail && batch->jobs[at].end != ED_CHILD_EXITED) step->code = 1;
    else step->code = code_of(step, &batch->jobs[at]);
    if (!step->code) step->code = take_result(batch->steps, step);
    if (step->code && step->may_fail) {
        step->why = find_error(batch->steps, &batch->jobs[at]);
        step->culprit = find_culprit(step, batch->jobs[at].output);
    }
    if (step->code) remove_unfinished(step);
    if (step->code && !step->may_fail && !batch->code) batch->code = step->code;
    return !batch->code;
}

static const char *const *all_arguments(ed_BuildSteps *steps, const ed_BuildStep *step)
{
    ed_Words words = { .count = 0 };
    ed_words_add_all(&words, steps->arena, &step->arguments);
    ed_words_add_all(&words, steps->arena, &step->more);
    return words.at;
}

/// Returns false if the arena is full.
static bool prepare_jobs(Batch *batch, ed_BuildStep *all, u32 count, u32 *due)
{
    ed_Arena *arena = batch->steps->arena;
    batch->all = (ed_BuildStep **)ed_arena_push(arena, count * sizeof(ed_BuildStep *) + 1,
                                                _Alignof(ed_BuildStep *));
    batch->jobs = (ed_Job *)ed_arena_push(arena, count * sizeof(ed_Job) + 1, _Alignof(ed_Job));
    if (!batch->all || !batch->jobs) return false;
    for (u32 i = 0; i < count; i++) {
        ed_BuildStep *step = &all[i];
        step->ran = false;
        step->code = 0;
        if (ed_build_step_is_current(batch->steps, step)) continue;
        batch->jobs[*due] = (ed_Job){ .program = step->tool->path,
                                      .arguments = all_arguments(batch->steps, step),
                                      .prints = step->prints };
        batch->all[(*due)++] = step;
    }
    return arena->refused == 0;
}

i32 ed_build_steps_run(ed_BuildSteps *steps, ed_BuildStep *all, u32 count)
{
    Batch batch = { .steps = steps };
    ed_Error error = { .code = ED_OK };
    u32 due = 0;
    if (!prepare_jobs(&batch, all, count, &due)) {
        ed_arena_check(steps->arena, &error);
        ed_print(stderr, "error: %s\n", error.text);
        return 1;
    }
    const ed_JobsUser user = { &batch, begin_step, end_step };
    if (!due || ed_jobs_run(batch.jobs, due, steps->at_once, &user)) return batch.code;
    for (u32 i = 0; i < due; i++)
        if (!batch.all[i]->ran) remove_unfinished(batch.all[i]);
    return ED_STEPS_STOPPED;
}
