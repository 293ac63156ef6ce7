#include "runtime/build/early.h"
#include <string.h>
#include "runtime/os/files/files.h"

// The step that compiles one file with the early compiler (tcc here) is in one of these states. cc
// is the other compiler.
//
// record  | inputs    | what it means               | what this build does
// --------|-----------|-----------------------------|--------------------------------------------
// no step | any       | not done, or an error of    | tcc compiles. If it fails, cc checks the
//         |           | the file stopped the build  | file: UNABLE, or the error ends the build
// GOOD    | unchanged | the early object is there   | nothing
// GOOD    | changed   | the object is too old       | as without a step
// UNABLE  | changed   | tcc failed on an earlier    | tcc compiles. If it fails, the step stays
//         |           | version, and cc did not     | UNABLE, and cc checks nothing
// UNABLE  | unchanged | tcc failed on this version  | tcc tries again, since it may have lacked
//         |           |                             | memory: GOOD, or the step stays UNABLE
//
// Example: a save adds an __int128 to sim.c. tcc fails, cc accepts the file, and the step of sim.c
// is UNABLE. While any step is, there is no early module: the game waits for cc.

static bool is_built(const ed_BuildSteps *steps, const char *name)
{
    const ed_RecordStep *step = ed_record_find(&steps->record, name);
    return step && step->state == ED_STEP_GOOD;
}

/// Returns the record of the step if the early compiler could not do it; else NULL.
static ed_RecordStep *find_unable(const ed_BuildSteps *steps, const char *name)
{
    ed_RecordStep *step = ed_record_find(&steps->record, name);
    return step && step->state == ED_STEP_UNABLE ? step : NULL;
}

/// Records again that the early compiler cannot compile a file. The files that the step read are
/// those of the earlier record.
static void record_unable_again(ed_BuildSteps *steps, const ed_BuildStep *step,
                                const ed_RecordStep *was)
{
    ed_Words files = { .count = 0 };
    for (u32 i = 0; i < was->file_count; i++)
        if (was->files[i]->hash != ED_ABSENT)
            ed_words_add(&files, steps->arena, was->files[i]->path);
    ed_build_step_record(steps, step, ED_STEP_UNABLE, &files);
}

/// Lets the other compiler check the files that the early one has failed to compile. If it accepts
/// a file, the early compiler lacks a feature: the step `check` records ED_STEP_UNABLE.
static i32 check_by_other_compiler(ed_BuildSteps *steps, const ed_Commands *commands,
                                   const ed_BuildStep *early, ed_BuildStep *checks)
{
    u32 count = 0;
    for (u32 i = 0; i < commands->code.count; i++) {
        if (!early[i].code) continue;
        const ed_RecordStep *was = find_unable(steps, early[i].name);
        if (was) {
            record_unable_again(steps, &early[i], was);
            continue;
        }
        ed_record_drop(&steps->record, early[i].name);
        checks[count] = ed_command_check(commands, i);
        checks[count].why = early[i].why;
        checks[count++].key = early[i].key;
    }
    return count ? ed_build_steps_run(steps, checks, count) : 0;
}

/// Compiles the UNABLE files again that have not changed: the early compiler may have failed for
/// lack of memory or of space on the disk. Stops at the first failure, after which there is no
/// early module anyway.
static i32 try_unchanged_again(ed_BuildSteps *steps, ed_BuildStep *early, u32 count)
{
    i32 code = 0;
    for (u32 i = 0; i < count && !code; i++) {
        const ed_RecordStep *found = find_unable(steps, early[i].name);
        if (early[i].ran || !found) continue;
        const ed_RecordStep was = *found;
        ed_record_drop(&steps->record, early[i].name);
        code = ed_build_steps_run(steps, &early[i], 1);
        if (!early[i].code) continue;
        record_unable_again(steps, &early[i], &was);
        break;
    }
    return code;
}

/// Returns the steps that compile, with room for as many others; NULL if the arena is full.
static ed_BuildStep *make_early_steps(ed_BuildSteps *steps, const ed_Commands *commands)
{
    u32 count = commands->code.count;
    ed_BuildStep *early = (ed_BuildStep *)ed_arena_push(steps->arena, 2 * count * sizeof *early,
                                                        _Alignof(ed_BuildStep));
    for (u32 i = 0; early && i < count; i++) early[i] = ed_command_early(commands, i);
    return early;
}

static void forget_built(ed_BuildSteps *steps, const char *name)
{
    if (is_built(steps, name)) ed_record_drop(&steps->record, name);
}

static i32 link_early(ed_BuildSteps *steps, const ed_Commands *commands, bool *built)
{
    ed_BuildStep step = ed_command_early_link(commands);
    i32 code = ed_build_steps_run(steps, &step, 1);
    if (step.ran && step.code) ed_build_step_record(steps, &step, ED_STEP_UNABLE, &step.inputs);
    *built = step.ran && !step.code;
    return code;
}

// --- from the sources that changed ---------------------------------------------------------------

// The sources that changed are compiled by few processes: starting one costs as much as compiling
// several files. A process takes at least this many, if another processor could take some of them.
// Fewer sources are linked in the order of all sources. So if the same ones change again, but not
// their code, the module is the same, and the game is not reloaded.
#define GROUP_SOURCES 16u

typedef struct ChangedSources {
    ed_Words sources;      // that changed
    ed_Words others;       // the objects of the others
    ed_Words all;          // both, in the order of all sources
} ChangedSources;

/// Returns false if nothing changed, or if an object that did not change is missing.
static bool find_changed(ed_BuildSteps *steps, const ed_Commands *commands, ed_BuildStep *early,
                         ChangedSources *found)
{
    *found = (ChangedSources){ .sources = { .count = 0 } };
    for (u32 i = 0; i < commands->code.count; i++) {
        bool current = ed_build_step_is_current(steps, &early[i]);
        if (current && !is_built(steps, early[i].name)) return false;
        const char *file = current ? early[i].name : commands->code.at[i];
        ed_words_add(current ? &found->others : &found->sources, steps->arena, file);
        ed_words_add(&found->all, steps->arena, file);
    }
    return found->sources.count != 0;
}

/// Returns 0 if one process is to compile all of the sources.
static u32 count_groups(const ed_BuildSteps *steps, u32 sources)
{
    u32 groups = sources / GROUP_SOURCES;
    if (groups > steps->at_once) groups = steps->at_once;
    return groups > 1 ? groups : 0;
}

/// Checks the source that the early compiler failed to compile. Returns the exit code if it has an
/// error.
static i32 check_culprit(ed_BuildSteps *steps, const ed_Commands *commands, ed_BuildStep *early,
                         const ed_BuildStep *failed)
{
    u32 count = commands->code.count;
    for (u32 i = 0; i < count; i++) {
        if (!failed->culprit || strcmp(commands->code.at[i], failed->culprit) != 0) continue;
        early[i].code = failed->code;
        early[i].why = failed->why;
        early[i].reads = failed->reads;
        early[i].begun_ns = failed->begun_ns;
        return check_by_other_compiler(steps, commands, early, early + count);
    }
    return 0;
}

/// Compiles the sources to one object per group: `objects`. Sets the group that failed, or NULL.
/// Returns the exit code of ed_build_steps_run.
static i32 compile_groups(ed_BuildSteps *steps, const ed_Commands *commands,
                          const ed_Words *sources, ed_Words *objects, const ed_BuildStep **failed)
{
    u32 count = count_groups(steps, sources->count), next = 0;
    ed_BuildStep *groups =
        (ed_BuildStep *)ed_arena_push(steps->arena, count * sizeof *groups, _Alignof(ed_BuildStep));
    *failed = NULL;
    if (!groups) return 1;
    for (u32 i = 0; i < count; i++) {
        ed_Words some = { .count = 0 };
        for (u32 end = (i + 1) * sources->count / count; next < end; next++)
            ed_words_add(&some, steps->arena, sources->at[next]);
        groups[i] = ed_command_early_group(commands, &some, i);
        ed_words_add(objects, steps->arena, groups[i].name);
    }
    i32 code = ed_build_steps_run(steps, groups, count);
    for (u32 i = 0; i < count; i++) {
        ed_record_drop(&steps->record, groups[i].name);
        if (groups[i].code && !*failed) *failed = &groups[i];
    }
    return code;
}

i32 ed_early_link_changed(ed_BuildSteps *steps, const ed_Commands *commands, bool *linked)
{
    i32 code = 0;
    ChangedSources changed;
    ed_Words from = { .count = 0 }, objects = { .count = 0 };
    const ed_BuildStep *failed = NULL;
    ed_BuildStep *early = make_early_steps(steps, commands);
    *linked = false;
    if (!early || !find_changed(steps, commands, early, &changed)) return 0;
    bool grouped = count_groups(steps, changed.sources.count) != 0;
    if (grouped) code = compile_groups(steps, commands, &changed.sources, &objects, &failed);
    ed_words_add_all(&from, steps->arena, grouped ? &objects : &changed.all);
    if (grouped) ed_words_add_all(&from, steps->arena, &changed.others);
    ed_BuildStep link = ed_command_early_link_from(commands, &from);
    if (!code && !failed) {
        forget_built(steps, commands->early);
        code = ed_build_steps_run(steps, &link, 1);
        *linked = link.ran && !link.code;
        if (link.code) failed = &link;
    }
    for (u32 i = 0; i < objects.count; i++) ed_file_remove(objects.at[i]);
    return code || !failed ? code : check_culprit(steps, commands, early, failed);
}

/// Records the module as linked from the objects: it has the same code.
static void record_linked(ed_BuildSteps *steps, const ed_Commands *commands)
{
    ed_BuildStep link = ed_command_early_link(commands);
    ed_build_step_is_current(steps, &link);      // sets its key
    link.reads = UINT64_MAX;                     // nothing changed the objects since
    ed_build_step_record(steps, &link, ED_STEP_GOOD, &link.inputs);
}

i32 ed_early_build(ed_BuildSteps *steps, const ed_Commands *commands, bool linked, bool *built)
{
    u32 count = commands->code.count;
    bool again = false;
    ed_BuildStep *early = make_early_steps(steps, commands);
    if (!early) return 0;
    i32 code = ed_build_steps_run(steps, early, count);
    if (!code) code = check_by_other_compiler(steps, commands, early, early + count);
    if (!code) code = try_unchanged_again(steps, early, count);
    if (code) return code;
    for (u32 i = 0; i < count; i++) {
        if (!is_built(steps, commands->early_objects.at[i])) return 0;
        // The game is offered the module again, even if it is the same.
        if (early[i].ran) again = true;
    }
    if (linked) {
        record_linked(steps, commands);
        return 0;
    }
    if (again) forget_built(steps, commands->early);
    return link_early(steps, commands, built);
}

const char *ed_early_missing(const ed_BuildSteps *steps, const ed_Commands *commands)
{
    const char *compiler = commands->config->early.at[0];
    for (u32 i = 0; i < commands->code.count; i++) {
        const char *file = commands->code.at[i];
        const ed_RecordStep *step = find_unable(steps, commands->early_objects.at[i]);
        if (!step) continue;
        bool named = strncmp(step->why, file, strlen(file)) == 0;      // already in the message
        return ed_words_format(steps->arena, "%s cannot compile %s%s%s", compiler,
                               named ? "" : file, named ? "" : ": ", step->why);
    }
    const ed_RecordStep *link = find_unable(steps, commands->early);
    if (!link) return NULL;
    return ed_words_format(steps->arena, "%s cannot link %s: %s", compiler, commands->early,
                           link->why);
}

void ed_early_complete(ed_BuildSteps *steps, const char *early, const char *object)
{
    ed_RecordStep *to = ed_record_find(&steps->record, early);
    const ed_RecordStep *from = ed_record_find(&steps->record, object);
    if (to && from) ed_record_extend(&steps->record, to, from);
}
