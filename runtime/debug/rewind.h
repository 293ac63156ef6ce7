/// The last seconds of a game: the input of each update, and the state every so often. The state at
/// any moment in between is computed again from the one before it: the same state and input make
/// the same state. Whether that holds is seen at the next state that was kept; where it does not,
/// only kept states are there to go back to.
///
/// Moment m is what the m-th update began with; the last one is now. States are packed for this
/// process and found by tag, so they are there for later layouts too. How often one is kept: all of
/// them together take a hundredth of the time at most, and the memory lasts for some minutes. The
/// oldest gives way.
#ifndef ED_DEBUG_REWIND_H
#define ED_DEBUG_REWIND_H
#include "runtime/debug/determinism.h"
#include "runtime/debug/page_store.h"
#include "runtime/run/run.h"

typedef enum ed_RewindProof {
    ED_REWIND_UNCHECKED,
    ED_REWIND_EXACT,       // updates from this state lead to the next one that was kept,
                           //   to the byte
    ED_REWIND_INEXACT      // they do not: other code, or a game that does not depend on
                           //   state and input alone
} ed_RewindProof;

typedef struct ed_RewindState {      // a state
    ed_StoredDocument state;
    u64 moment;
    u32 code;      // number of the code that ran
    bool cut;      // no update led here: a load, a new game, other code, a value
                   //   that was set
    ed_RewindProof proof;
    u32 proof_code;      // number of the code it was seen with
} ed_RewindState;

typedef struct ed_Rewind {
    ed_PageStore pages;
    ed_Arena memory, buffer;      // of the two rings; of the state that is packed or read
    ed_Input *inputs;             // of moment m: inputs[m % limit]
    ed_RewindState *kept;         // likewise, kept[(first_kept + i) % limit]
    u32 limit;                    // moments there may be
    u32 first_kept, kept_count;
    u64 first, now;      // moments
    u64 due_ns;          // the next state
    u32 spacing;         // and no sooner than so many moments after the last
    u32 code;
    const ed_Module *module;      // that was running
    bool on;
    bool drifts;      // states that this code computed again came out otherwise
    char drift[ED_DETERMINISM_TEXT_MAX];      //   and where that was first seen; or empty
    ed_Error error;                           // why there is nothing to go back to
} ed_Rewind;

/// `bytes_max` 0: it stays off, and every call does nothing.
bool ed_rewind_open(ed_Rewind *timeline, size_t bytes_max, ed_Error *error);
void ed_rewind_close(ed_Rewind *timeline);

/// Before each update. `cut`: since the last one the state was changed by something else.
void ed_rewind_note(ed_Rewind *timeline, ed_Run *run, const ed_Input *input, bool cut);
/// Before the first step back from now: what is now can be proved, and be gone back to.
void ed_rewind_leave(ed_Rewind *timeline, ed_Run *run, bool cut);
/// Puts the state to `moment`, or to the last one before it that is kept; `moment` gets which. The
/// module is called again if it had failed. False where the state cannot be read, or the code fails
/// on it.
bool ed_rewind_go(ed_Rewind *timeline, ed_Run *run, u64 *moment, ed_Error *error);
/// What was ahead of `moment` did not happen.
void ed_rewind_forget(ed_Rewind *timeline, u64 moment);

static inline f64 ed_seconds_from_updates(u64 updates)
{
    return (f64)updates / ED_TICKS_PER_SECOND;
}
#endif
