/// Rewind: keeps the last seconds of a game as the input of each update, and the state at
/// intervals. A state in between is computed again from the previous kept one, since the same state
/// and input lead to the same result. Whether that holds is checked at the next kept state; if it
/// does not, only kept states can be returned to.
///
/// Moment m is what the m-th update started with; the last moment is the present. States are packed
/// for this process and read by tag, so later layouts can use them. All of them together take at
/// most one percent of the time, and the memory lasts for some minutes. The oldest states are
/// removed first.
#ifndef ED_DEBUG_REWIND_H
#define ED_DEBUG_REWIND_H
#include "runtime/debug/determinism.h"
#include "runtime/debug/page_store.h"
#include "runtime/run/run.h"

typedef enum ed_RewindProof {
    ED_REWIND_UNCHECKED,
    ED_REWIND_EXACT,       // updates from this state lead to exactly the next kept one
    ED_REWIND_INEXACT      // they do not: the code changed, or the game does not depend on state
                           // and input alone
} ed_RewindProof;

typedef struct ed_RewindState {      // a kept state
    ed_StoredDocument state;
    u64 moment;
    u32 code;      // the number of the code that ran
    bool cut;      // no update led here, but a load, a new game, other code, or a value that was
                   // set
    ed_RewindProof proof;
    u32 proof_code;      // the number of the code it was checked with
} ed_RewindState;

typedef struct ed_Rewind {
    ed_PageStore pages;
    ed_Arena memory, buffer;      // both rings; the state being packed or read
    ed_Input *inputs;             // of moment m: inputs[m % limit]
    ed_RewindState *kept;         // ring: kept[(first_kept + i) % limit]
    u32 limit;                    // the maximum number of moments
    u32 first_kept, kept_count;
    u64 first, now;      // the first and the last moment
    u64 due_ns;          // when the next state is due
    u32 spacing;         // but not before so many moments after the last
    u32 code;
    const ed_Module *module;      // the module that ran last
    bool on;
    bool drifts;                              // states that this code computed again were different
    char drift[ED_DETERMINISM_TEXT_MAX];      // where that was first seen, or empty
    ed_Error error;                           // why there is nothing to return to
} ed_Rewind;

/// `bytes_max` 0: rewinding is off, and every call does nothing.
bool ed_rewind_open(ed_Rewind *timeline, size_t bytes_max, ed_Error *error);
void ed_rewind_close(ed_Rewind *timeline);

/// Call it before each update. `cut`: something other than an update changed the state.
void ed_rewind_note(ed_Rewind *timeline, ed_Run *run, const ed_Input *input, bool cut);
/// Call it before the first step back from the present: keeps the current state, so it can be
/// checked and returned to.
void ed_rewind_leave(ed_Rewind *timeline, ed_Run *run, bool cut);
/// Restores the state of `moment`, or of the last kept moment before it; `moment` gets which one.
/// The module is called again if it had failed. False if the state cannot be read or the code fails
/// on it.
bool ed_rewind_go(ed_Rewind *timeline, ed_Run *run, u64 *moment, ed_Error *error);
/// Discards what followed `moment`.
void ed_rewind_forget(ed_Rewind *timeline, u64 moment);

static inline f64 ed_seconds_from_updates(u64 updates)
{
    return (f64)updates / ED_TICKS_PER_SECOND;
}
#endif
