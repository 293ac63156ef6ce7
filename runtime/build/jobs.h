/// Runs programs, several at once. What a program prints is kept until it ends, then printed whole,
/// so that the messages of two compilers are not mixed.
#ifndef ED_BUILD_JOBS_H
#define ED_BUILD_JOBS_H
#include "runtime/base/arena.h"
#include "runtime/os/process/child.h"
ED_C_BEGIN

#define ED_JOBS_MAX 256u      // programs that run at once

typedef enum ed_JobOutput {
    ED_JOB_PRINTS,              // what it printed
    ED_JOB_PRINTS_FAILURE,      // the same, if it failed
    ED_JOB_SILENT
} ed_JobOutput;

typedef struct ed_Job {
    const char *program;      // a path
    const char *const *arguments;
    ed_JobOutput prints;      // on standard error
    ed_ChildEnd end;          // ED_CHILD_RUNS: was not started
    i32 code;                 // exit code or signal
    int failed;               // errno value if it could not be started
    ed_Span output;           // what it printed; valid until `end` of the user returns
} ed_Job;

typedef struct ed_JobsUser {
    void *it;
    void (*begin)(void *it, u32 job);      // before a program starts
    /// After a program ended, or could not be started. Returns false to start no more programs;
    /// those that run are waited for.
    bool (*end)(void *it, u32 job);
} ed_JobsUser;

/// Runs all jobs, at most `at_once` of them at a time, and prints their output on standard error.
/// Returns false after a request to end this program (stop_request.h): then all programs, with the
/// programs that they started, have been ended.
bool ed_jobs_run(ed_Job *jobs, u32 count, u32 at_once, const ed_JobsUser *user);

ED_C_END
#endif
