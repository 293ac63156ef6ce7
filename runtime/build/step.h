/// A step of a build: one program that reads files and writes others. A step runs only if its
/// command, a file that it read or a file that it wrote is not the same as when it last succeeded.
#ifndef ED_BUILD_STEP_H
#define ED_BUILD_STEP_H
#include "runtime/build/dependencies.h"
#include "runtime/build/file_hashes.h"
#include "runtime/build/inputs.h"
#include "runtime/build/jobs.h"
#include "runtime/build/record.h"
#include "runtime/build/tools.h"
ED_C_BEGIN

#define ED_STEPS_STOPPED (-1)      // instead of an exit code: the build was asked to end

/// What all steps of a build share.
typedef struct ed_BuildSteps {
    ed_Arena *arena;
    ed_FileHashes hashes;
    ed_Inputs inputs;
    ed_Record record;
    i64 lock;          // of this build: the file system's clock is read through it
    u32 at_once;       // programs that run at once
    bool quiet;        // prints only errors
    bool verbose;      // prints each command
    u32 started;       // programs so far
} ed_BuildSteps;

typedef struct ed_BuildStep {
    const char *name;         // the path of the output, which names the step in the record
    const char *verb;         // printed when it runs, before what it reads: "cc"
    const char *subject;      // what it reads, for messages
    const ed_BuildTool *tool;
    ed_Words arguments;         // of the command, from the name of the program on
    ed_Words more;              // arguments that do not matter for the output
    const char *temporary;      // is renamed to `name`; NULL: the program writes its files itself
    const char *list;           // in which the program lists what it read; NULL: it does not
    ed_DependencyForm form;
    bool keep_list;
    ed_Words inputs, outputs;      // files that it is known to read and to write
    ed_StepState state;            // after success
    ed_JobOutput prints;
    bool may_fail;            // if it fails, other steps continue
    const char *why;          // why a step that may fail did: a line that the program printed
    const char *culprit;      // the first input that it named then; NULL: it named none
    u64 key;                  // of the command; 0: not computed yet
    u64 reads, begun_ns;      // when it began, see ed_file_hashes_get_as_read
    i32 code;                 // exit code, after it has run; 0: good, or it was not run
    bool ran;
} ed_BuildStep;

/// True if the step need not run. Its recorded result can also be a failure, see ed_StepState.
bool ed_build_step_is_current(ed_BuildSteps *steps, ed_BuildStep *step);
/// Records that the step was done, with these files, with what ed_inputs_find adds to them, and, if
/// `state` is ED_STEP_GOOD, its outputs.
void ed_build_step_record(ed_BuildSteps *steps, const ed_BuildStep *step, ed_StepState state,
                          const ed_Words *files);

/// Runs the steps that are not current, several at once. After a failure, starts no others. Returns
/// 0, the exit code of the first step that failed, or ED_STEPS_STOPPED. Errors have been printed.
i32 ed_build_steps_run(ed_BuildSteps *steps, ed_BuildStep *all, u32 count);

ED_C_END
#endif
