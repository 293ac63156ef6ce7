/// Rewind: keeps the last minutes of a game as the input of each update, and the state at
/// intervals. A state in between is recomputed from the kept state before it, on the assumption
/// that the same state and input lead to the same result. This is checked by recomputing the next
/// kept state, too. If that gives a different state, only kept states can be returned to.
///
/// Moment m is the state and input that the m-th update started with; the last moment is the
/// present. States are packed for this process and read by tag, so later layouts can use them.
/// Packing usually takes at most one percent of the time, and the memory lasts for some minutes.
/// When it is full, the oldest states are removed.
#ifndef ED_DEBUG_REWIND_H
#define ED_DEBUG_REWIND_H
#include "runtime/debug/determinism.h"
#include "runtime/debug/page_store.h"
#include "runtime/run/run.h"

typedef enum ed_RewindProof {
    ED_REWIND_UNCHECKED,
    ED_REWIND_EXACT,       // updates from this state lead to exactly the next kept one
    ED_REWIND_INEXACT      // they do not: the code changed, or the game depends on more than state
                           // and input
} ed_RewindProof;

typedef struct ed_RewindState {      // a kept state
    ed_StoredDocument state;
    u64 moment;
    u32 code;         // number of the code that ran
    bool jumped;      // the state is not the result of the update before: a load, a new game, other
                      // code or a value that was set changed it
    ed_RewindProof proof;
    u32 proof_code;      // number of the code that `proof` was found with
} ed_RewindState;

typedef struct ed_Rewind {
    ed_PageStore pages;
    ed_Arena memory, buffer;      // memory: both rings; buffer: the state being packed or read
    ed_Input *inputs;             // ring: the input of moment m is inputs[m % limit]
    ed_RewindState *kept;         // ring: kept state i is kept[(first_kept + i) % limit]
    u32 limit;                    // the maximum number of moments
    u32 first_kept, kept_count;
    u64 first, now;      // first and last moment
    u64 due_ns;          // when the next state is due
    u32 spacing;         // minimum number of moments between two states
    u32 code;
    const ed_Module *module;      // the module that ran last
    bool on;
    bool drifts;                              // a state that this code recomputed was different
    char drift[ED_DETERMINISM_TEXT_MAX];      // the first difference that was found, or empty
    ed_Error error;                           // why the last state could not be kept
} ed_Rewind;

/// If `bytes_max` is 0, rewinding is off, and the other functions do nothing.
bool ed_rewind_open(ed_Rewind *timeline, size_t bytes_max, ed_Error *error);
void ed_rewind_close(ed_Rewind *timeline);

/// Call it before each update. `jumped`: since the last update, something else changed the state.
void ed_rewind_note(ed_Rewind *timeline, ed_Run *run, const ed_Input *input, bool jumped);
/// Call it before the first step back from the present. Keeps the current state: the game can
/// return to it, and recomputed states are compared with it.
void ed_rewind_leave(ed_Rewind *timeline, ed_Run *run, bool jumped);
/// Restores the state of `moment`, or of the last kept moment before it; `moment` receives the
/// restored one. A module that had failed is called again. False if the state cannot be read or the
/// code fails on it.
bool ed_rewind_go(ed_Rewind *timeline, ed_Run *run, u64 *moment, ed_Error *error);
/// Discards all moments after `moment`.
void ed_rewind_forget(ed_Rewind *timeline, u64 moment);

static inline f64 ed_seconds_from_updates(u64 updates)
{
    return (f64)updates / ED_TICKS_PER_SECOND;
}
#endif
