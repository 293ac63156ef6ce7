/// A small process that watches over the one the game runs in. It has the checkpoints and the last
/// fault in memory that both share: when the other one dies they go to disk, and where the game's
/// code is to blame or the machine's, the host is started again on them, three times a minute at
/// most.
#ifndef HOST_SUPERVISE_H
#define HOST_SUPERVISE_H
#include "host/options.h"
#include "runtime/live/checkpoint.h"
#include "runtime/live/guard.h"

typedef enum host_End {              // no stray byte makes one of these
    HOST_END_NONE,
    HOST_END_BEGUN = 0x0be90f1e,     // the game is over: what fails from here on starts nothing
                                     //   again
    HOST_END_TIDY  = 0x071d7e4d      // it came to its end by itself
} host_End;

typedef struct host_Vault {          // in shared memory: a process that failed may have written
                                     //   anything there
    ed_Checkpoint checkpoint;
    ed_Fault      fault;
    bool          frozen;            // the process at hand begins with what the last one left,
                                     //   and does not call its code
    host_End      end;
    u64           frames_left;       // of those that the options ask for
} host_Vault;

typedef int host_RunFn(const host_Options *options, host_Vault *vault);

/// Runs `run` in a child and returns its exit code. Under a debugger, and where no process is to be
/// had, runs it here and now, with a vault of its own.
int host_supervise(const host_Options *options, host_RunFn *run);
#endif
