#include "runtime/build/early.h"
#include <string.h>

static bool is_good(const ed_BuildSteps *steps, const char *name)
{
    const ed_RecordStep *step = ed_record_find(&steps->record, name);
    return step && step->state == ED_STEP_GOOD;
}

/// Records again that the early compiler cannot compile a file. The files that the step read are
/// those of the earlier record.
static void record_again(ed_BuildSteps *steps, const ed_BuildStep *step, const ed_RecordStep *was)
{
    ed_Words files = { .count = 0 };
    for (u32 i = 0; i < was->file_count; i++)
        if (was->files[i]->hash != ED_ABSENT)
            ed_words_add(&files, steps->arena, was->files[i]->path);
    ed_build_step_record(steps, step, ED_STEP_UNABLE, &files);
}

/// Lets the other compiler check the files that the early one has failed to compile. If it accepts
/// a file, the early compiler lacks a feature: the file is recorded as ED_STEP_UNABLE, and is not
/// checked again.
static i32 check_failed(ed_BuildSteps *steps, const ed_Commands *commands,
                        const ed_BuildStep *early, ed_BuildStep *checks)
{
    u32 count = 0;
    for (u32 i = 0; i < commands->code.count; i++) {
        if (!early[i].code) continue;
        const ed_RecordStep *was = ed_record_find(&steps->record, early[i].name);
        if (was && was->state == ED_STEP_UNABLE) {
            record_again(steps, &early[i], was);
            continue;
        }
        ed_record_drop(&steps->record, early[i].name);
        checks[count] = ed_command_check(commands, i);
        checks[count].why = early[i].why;
        checks[count++].key = early[i].key;
    }
    return count ? ed_build_steps_run(steps, checks, count) : 0;
}

/// Compiles a file again that the early compiler could not compile and that has not changed since:
/// it may have failed for lack of memory or of space on the disk. If that succeeds, continues with
/// the next such file. After a failure, there is no early module anyway.
static i32 try_again(ed_BuildSteps *steps, ed_BuildStep *early, u32 count)
{
    i32 code = 0;
    for (u32 i = 0; i < count && !code; i++) {
        const ed_RecordStep *found = ed_record_find(&steps->record, early[i].name);
        if (early[i].ran || !found || found->state != ED_STEP_UNABLE) continue;
        const ed_RecordStep was = *found;
        ed_record_drop(&steps->record, early[i].name);
        code = ed_build_steps_run(steps, &early[i], 1);
        if (!early[i].code) continue;
        record_again(steps, &early[i], &was);
        break;
    }
    return code;
}

/// Returns the steps that compile, with room for as many others; NULL if the arena is full.
static ed_BuildStep *early_steps(ed_BuildSteps *steps, const ed_Commands *commands)
{
    u32 count = commands->code.count;
    ed_BuildStep *early = (ed_BuildStep *)ed_arena_push(steps->arena, 2 * count * sizeof *early,
                                                        _Alignof(ed_BuildStep));
    for (u32 i = 0; early && i < count; i++) early[i] = ed_command_early(commands, i);
    return early;
}

static void drop_good(ed_BuildSteps *steps, const char *name)
{
    if (is_good(steps, name)) ed_record_drop(&steps->record, name);
}

static i32 link_early(ed_BuildSteps *steps, const ed_Commands *commands, bool *built)
{
    ed_BuildStep step = ed_command_early_link(commands);
    i32 code = ed_build_steps_run(steps, &step, 1);
    if (step.ran && step.code) ed_build_step_record(steps, &step, ED_STEP_UNABLE, &step.inputs);
    *built = step.ran && !step.code;
    return code;
}

/// Returns the index of the only step that is not current, if all others are good; else `count`.
static u32 only_due(ed_BuildSteps *steps, ed_BuildStep *all, u32 count)
{
    u32 found = count;
    for (u32 i = 0; i < count; i++) {
        if (ed_build_step_is_current(steps, &all[i])) {
            if (!is_good(steps, all[i].name)) return count;
        } else {
            if (found < count) return count;
            found = i;
        }
    }
    return found;
}

bool ed_early_link_one(ed_BuildSteps *steps, const ed_Commands *commands)
{
    u32 count = commands->code.count;
    ed_BuildStep *early = early_steps(steps, commands);
    u32 one = early ? only_due(steps, early, count) : count;
    if (one == count) return false;
    ed_BuildStep step = ed_command_early_link_one(commands, one);
    drop_good(steps, commands->early);
    ed_build_steps_run(steps, &step, 1);
    return step.ran && !step.code;
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
    ed_BuildStep *early = early_steps(steps, commands);
    if (!early) return 0;
    i32 code = ed_build_steps_run(steps, early, count);
    if (!code) code = check_failed(steps, commands, early, early + count);
    if (!code) code = try_again(steps, early, count);
    if (code) return code;
    for (u32 i = 0; i < count; i++) {
        if (!is_good(steps, commands->early_objects.at[i])) return 0;
        // The game is offered the module again, even if it is the same.
        if (early[i].ran) again = true;
    }
    if (linked) {
        record_linked(steps, commands);
        return 0;
    }
    if (again) drop_good(steps, commands->early);
    return link_early(steps, commands, built);
}

/// Returns the record of the step if the early compiler could not do it; else NULL.
static const ed_RecordStep *find_unable(const ed_BuildSteps *steps, const char *name)
{
    const ed_RecordStep *step = ed_record_find(&steps->record, name);
    return step && step->state == ED_STEP_UNABLE ? step : NULL;
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
