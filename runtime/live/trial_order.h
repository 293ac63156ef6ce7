/// What the game's process and the process of a trial share: memory that the latter attaches. The
/// game's process writes the order before it releases the other one (runtime/os/process/helper.h),
/// which then writes the report.
#ifndef ED_LIVE_TRIAL_ORDER_H
#define ED_LIVE_TRIAL_ORDER_H
#include "runtime/live/checkpoint.h"
#include "runtime/live/fault.h"
#include "runtime/live/library.h"
ED_C_BEGIN

#define ED_TRIAL_ARGUMENT "--eddie-trial"      // followed by the handle of the memory
#define ED_TRIAL_GOOD_MARK 0x600dc0deu
#define ED_TRIAL_GAME_MAX 128u

typedef struct ed_TrialOrder {
    // Written before the process starts. It compares the version with its own and attaches the
    // buffers.
    u32 abi, bytes;      // ED_ABI, and the size of ed_TrialMemory
    i64 buffers[ED_CHECKPOINT_BUFFERS];
    u64 bytes_max;      // ed_bytes_max
    // Written before the trial begins.
    u32 buffer;      // where the state is
    u64 size;
    u64 seed;
    ed_Input input;
    bool keep_attic, open_form;          // as in ed_Run
    char game[ED_TRIAL_GAME_MAX];        // the name of the running game
    char copy[ED_LIBRARY_PATH_MAX];      // the library to be tested, as in ed_Library
    char link[ED_PATH_MAX];
} ed_TrialOrder;

typedef struct ed_TrialReport {
    ed_Fault fault;
    ed_Error error;
    u64 memory;        // bytes that the process used when it began
    u32 begun;         // atomic: set when the process begins; then `memory` is valid
    u32 good;          // ED_TRIAL_GOOD_MARK if it finished: no stray byte produces that value
    u32 migrates;      // atomic: set before a migration to another layout
    u32 migrated;      // atomic: set after it; then `sizes` is valid
    ed_RunSizes sizes;
} ed_TrialReport;

typedef struct ed_TrialMemory {
    ed_TrialOrder order;
    ed_TrialReport report;
} ed_TrialMemory;

ED_C_END
#endif
