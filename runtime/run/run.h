/// A running game: one module and the memory it works on. Owns every arena; knows nothing of files,
/// windows or loaders. A replace or load either happens whole, between two updates, or changes
/// nothing and says why.
#ifndef ED_RUN_H
#define ED_RUN_H
#include "runtime/base/limits.h"
#include "runtime/migrate/report.h"
#include "runtime/run/lend.h"
#include "runtime/types/state.h"
ED_C_BEGIN

struct ed_Attic;      // migrate/attic.h

#define ED_FRAME_BYTES_MAX ((size_t)64 << 20)
#define ED_RUN_ATTICS_MAX 4u      // the current one, two to go back to, one for a replace or load

typedef enum ed_PackFor {      // what packed state is for
    ED_PACK_FILE,              // a complete snapshot
    ED_PACK_UNSEALED,       // a snapshot, but ed_snapshot_seal must be called before it is written
                            // to disk
    ED_PACK_LIVE,           // for this process only: keeps pointers, without hash and attic
    ED_PACK_CHECKPOINT      // like LIVE, but with a hash, so that overwritten bytes are detected
} ed_PackFor;

/// What the module is doing.
typedef enum ed_Phase {
    ED_PHASE_NONE,
    ED_PHASE_CONSTRUCTOR,
    ED_PHASE_DESTRUCTOR,      // what the loader runs
    ED_PHASE_LOAD,
    ED_PHASE_START,
    ED_PHASE_UPDATE,
    ED_PHASE_RENDER,
    ED_PHASE_PACK,
    ED_PHASE_UNPACK,
    ED_PHASE_UNLOAD,
    ED_PHASE_COUNT
} ed_Phase;

const char *ed_phase_name(ed_Phase phase);      ///< "update"; "": none of them

/// Calls the module: `fn(arg)`. False where that did not come back, by whatever means it was
/// brought to an end.
typedef bool ed_CallFn(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

typedef struct ed_GuardedCall {
    ed_CallFn *call;      // NULL: called as any function is
    void *it;
} ed_GuardedCall;

typedef struct ed_Run {
    const ed_Module *module;
    ed_Host host;            // window, renderer and trial are the host's to
                             // set; the module gets a copy
    ed_Lent lent;            // what the module gets
    ed_Extents extents;      // where the memory it gets is
    ed_Draw draw;            // handed to render, which may write anything to it
    ed_Draw drawn;           // the last whole list, and what render fills next:
    ed_Draw lists[2];        //   both empty, with memory of their own
    u32 list;                // of `lists`, the next
    ed_Input input;          // of the last update, for render too
    ed_RootMemory states[ED_ROOTS_MAX], rigids[ED_ROOTS_MAX];
    ed_Arena state_arenas[ED_ROOTS_MAX][2];      // one in use, one for the next layout
    ed_Arena rigid_arenas[ED_ROOTS_MAX];
    ed_Arena frames[2];
    ed_Arena buffer;       // packed state, kept from reload to reload
    ed_Arena work[2];      // writer's types, report: of the last, the next
    ed_Arena own;          // draw list
    ed_Arena types_arena;
    ed_Span types;                           // of the module, packed at first use: most of the
                                             // cost of a small state
    struct ed_Attic *attic;                  // what reloads dropped; a load or a new game
                                             // begins with an empty one
    struct ed_Attic *attics;                 // ED_RUN_ATTICS_MAX of them; `attic` is one
    u32 attic_users[ED_RUN_ATTICS_MAX];      // 0: free and empty
    ed_Arena attic_spare;                    // used again by the next reload
    bool keep_attic;                         // packed state holds it too
    bool open;                               // snapshots have no tables
    const ed_Schema *before;                 // the schema of the previous module while that is
                                             // loaded, or NULL. If it is loaded again, an edit
                                             // was undone
    bool same_sources;                       // the module to come is another build of the same
                                             //   sources: where its layout is the same, state
                                             //   and report stay, transient fields too
    ed_Scratch scratch[ED_SCRATCH_MAX];
    ed_Report report;        // of the last replace or load that succeeded
    ed_Report restored;      // of the last restore: reported on request until the state is replaced
                             // again
    ed_Error over;      // why the last update or render was incomplete; a limit is reported once
    ed_GuardedCall caller;      // set between prepare and start, or later
    ed_Phase broken;            // the phase in which the module failed: it is not called again.
                                // ED_PHASE_NONE: no failure
} ed_Run;

/// Starts a new game of `module`: prepare, then start. On failure nothing stays open.
bool ed_run_open(ed_Run *run, const ed_Module *module, u64 seed, ed_Error *error);
/// Memory and every default; nothing of the module is called yet.
bool ed_run_prepare(ed_Run *run, const ed_Module *module, ed_Error *error);
bool ed_run_start(ed_Run *run, u64 seed, ed_Error *error);      ///< false where the module failed
void ed_run_close(ed_Run *run);

/// False when a limit was met or the module failed: see `over`.
bool ed_run_update(ed_Run *run, const ed_Input *input);
/// The last list that a render completed: that of a module that failed is the one before.
const ed_Draw *ed_run_render(ed_Run *run, f32 alpha);

bool ed_run_restart(ed_Run *run, u64 seed,
                    ed_Error *error);      ///< a new game with the same module
/// The state as it is now, for the functions of migrate/snapshot.h and value/value.h. Valid until
/// the next load or replace.
ed_State ed_run_state(const ed_Run *run);
/// The arena that a reload with another layout will write this state to, or NULL if it cannot be
/// opened.
const ed_Arena *ed_run_spare(ed_Run *run, u32 state);
/// The arena that the next reload will write the attic's rows to, or NULL if it cannot be opened.
const ed_Arena *ed_run_attic_spare(ed_Run *run);

typedef struct ed_RunSizes {       // bytes
    u64 states[ED_ROOTS_MAX];      // used by each state
    u64 attic;                     // used by the rows of the attic's newest layer
} ed_RunSizes;

ed_RunSizes ed_run_sizes(const ed_Run *run);
/// Packs all state. The bytes stay valid until the next pack, load or replace.
bool ed_run_pack(ed_Run *run, ed_Span *bytes, ed_Error *error);
/// Packs into the caller's arena, which is cleared first. The bytes stay valid until the arena is
/// used again.
bool ed_run_pack_into(ed_Run *run, ed_PackFor use, ed_Arena *arena, ed_Span *bytes,
                      ed_Error *error);
/// Loads the state of a snapshot; `report` has the migration report. If the module had failed, it
/// is not called and stays in that state.
bool ed_run_load(ed_Run *run, const void *bytes, size_t size, ed_Error *error);
/// Replaces the module by `next`: a same layout adopts the memory, another one packs and unpacks. A
/// module that fails on the way is refused and the current one continues.
bool ed_run_replace(ed_Run *run, const ed_Module *next, ed_Error *error);
/// The same with the state as it is now, packed for this process by the caller: `next` unpacks
/// that, and after a fault of `next` the current module continues with it, as `next` may have
/// written anywhere. NULL: after a fault what the memory holds is not known.
bool ed_run_replace_packed(ed_Run *run, const ed_Module *next, const ed_Span *packed,
                           ed_Error *error);
/// Goes back to an earlier module, its state, packed for this process, and its attic, held since.
/// The current module is unloaded, not asked for its state. `broken`: the phase in which `module`
/// had failed by then; it is not called. False where the state cannot be read: then the current
/// module continues.
bool ed_run_return(ed_Run *run, const ed_Module *module, ed_Span packed, struct ed_Attic *attic,
                   ed_Phase broken, ed_Error *error);
/// The attic stays as it is until it is dropped as often as it was held: replace and load leave it
/// and use another one. ED_RUN_ATTICS_MAX limits how many different ones may be held.
void ed_run_hold_attic(ed_Run *run, const struct ed_Attic *attic);
void ed_run_drop_attic(ed_Run *run, const struct ed_Attic *attic);      ///< NULL: nothing happens
/// Takes a state without the module's own functions, whether or not it failed, and leaves that as
/// it is. `live`: the bytes are of this process.
bool ed_run_restore(ed_Run *run, const void *bytes, size_t size, bool live, ed_Error *error);
/// Calls the module again that failed.
bool ed_run_resume(ed_Run *run, ed_Error *error);

ED_C_END
#endif
