/// A running game: one module and the memory it works on. It owns every arena and knows nothing of
/// files, windows or loaders. A replace or load takes place between two updates. It either succeeds
/// completely, or keeps the state and sets the error, unless the function says otherwise.
#ifndef ED_RUN_H
#define ED_RUN_H
#include "runtime/attic/attics.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/report.h"
#include "runtime/msgpack/write.h"
#include "runtime/run/module_memory.h"
#include "runtime/types/state.h"
ED_C_BEGIN

#define ED_FRAME_BYTES_MAX ((size_t)64 << 20)

typedef enum ed_PackFor {      // what the packed state is used for
    ED_PACK_FILE,              // a complete snapshot
    ED_PACK_UNSEALED,          // a snapshot; call ed_snapshot_seal before writing it to disk
    ED_PACK_LIVE,              // for this run of the game: with pointers, without hash and attic
    ED_PACK_CHECKPOINT         // like LIVE, but with a hash, so that overwritten bytes are detected
} ed_PackFor;

/// Which function of the module is running.
typedef enum ed_Phase {
    ED_PHASE_NONE,
    ED_PHASE_CONSTRUCTOR,
    ED_PHASE_DESTRUCTOR,      // the loader runs constructors and destructors
    ED_PHASE_LOAD,
    ED_PHASE_START,
    ED_PHASE_UPDATE,
    ED_PHASE_RENDER,
    ED_PHASE_PACK,
    ED_PHASE_UNPACK,
    ED_PHASE_UNLOAD,
    ED_PHASE_COUNT
} ed_Phase;

const char *ed_phase_name(ed_Phase phase);      ///< "update"; "" for ED_PHASE_NONE

/// Calls the module: `fn(arg)`. Returns false if the call did not return normally, for example
/// because it faulted or was aborted after a timeout.
typedef bool ed_CallFn(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

typedef struct ed_GuardedCall {
    ed_CallFn *call;      // NULL: the module is called directly, without a guard
    void *it;
} ed_GuardedCall;

typedef struct ed_Run {
    const ed_Module *module;
    ed_Host host;      // the host sets window, renderer and trial; the module gets a copy
    ed_ModuleCopy module_copy;      // the copies that the module gets (module_memory.h)
    ed_Extents extents;             // base and limit of the arenas that the module gets
    ed_Draw draw;          // passed to render; untrusted, as render may overwrite any of it
    ed_Draw drawn;         // the last list that a render completed
    ed_Draw lists[2];      // two empty lists, each with its own memory; renders alternate
    u32 list;              // index in `lists` of the one that the next render fills
    ed_Input input;        // of the last update; render reads it too
    ed_RootMemory states[ED_ROOTS_MAX], rigids[ED_ROOTS_MAX];
    ed_Arena state_arenas[ED_ROOTS_MAX][2];      // one in use, one for the next layout
    ed_Arena rigid_arenas[ED_ROOTS_MAX];
    ed_Arena frames[2];
    ed_Arena buffer;           // packed state; reused by every reload
    ed_Arena work[2];          // the writer's types and the report of a load: one arena for the
                               //   last load, one for the next
    ed_Arena list_memory;      // memory of `lists` and `attics`
    ed_Arena types_arena;
    ed_Span types;                // the module's types, packed at first use and cached,
                                  //   since packing them takes longer than packing a small state
    ed_Attics attics;             // states from before reloads that lost something. The current
                                  //   one is empty in a new game; a load replaces it with that of
                                  //   the snapshot, or with an empty one
    bool keep_attic;              // snapshots include the attic
    bool open_form;               // snapshots are in open form, without row tables
    ed_WriteChanges changes;      // what the last pack did not write as it is in memory
    const ed_Schema *previous_schema;      // of the module before the current one, while it is
                                           //   still loaded, else NULL. If the next module has
                                           //   this layout, an edit was undone
    bool same_sources;                     // the next module is another build of the same
                                           //   sources: if it has the same layout, it adopts
                                           //   the state, transient fields included, and the
                                           //   report stays
    ed_Scratch scratch[ED_SCRATCH_MAX];
    ed_Report report;              // of the last replace or load that succeeded
    ed_Report restore_report;      // of the last restore; emptied before the next document is read
    ed_Error frame_error;       // why the last update or render was incomplete, for example because
                                //   an arena reached its limit
    size_t document_bytes;      // size of the document that is being unpacked, otherwise 0
    ed_GuardedCall caller;      // set between prepare and start, or later
    ed_Phase failed_phase;      // the phase in which the module failed, or ED_PHASE_NONE. After a
                                //   failure, only upgrade functions and functions that set defaults
                                //   are called, until ed_run_resume or ed_run_start
} ed_Run;

/// Starts a new game of `module`: ed_run_prepare, then ed_run_start. On failure, everything is
/// closed again.
bool ed_run_open(ed_Run *run, const ed_Module *module, u64 seed, ed_Error *error);
/// Opens the memory and sets the defaults of the state and of rigid memory. Of the module's code,
/// only the generated functions that set defaults (ed_Type.init) are called.
bool ed_run_prepare(ed_Run *run, const ed_Module *module, ed_Error *error);
bool ed_run_start(ed_Run *run, u64 seed, ed_Error *error);      ///< false if the module failed
void ed_run_close(ed_Run *run);

/// Returns false if an arena was full or the module failed, with the error in `frame_error`.
bool ed_run_update(ed_Run *run, const ed_Input *input);
/// Returns the last list that a render completed. If this render fails, that is the previous list.
const ed_Draw *ed_run_render(ed_Run *run, f32 alpha);

bool ed_run_restart(ed_Run *run, u64 seed,
                    ed_Error *error);      ///< starts a new game with the same module
/// Returns the current state, for the functions of attic/snapshot.h and value/value.h. It is
/// valid until the next load or replace.
ed_State ed_run_state(ed_Run *run);
/// Returns the arena that the next reload with a different layout writes this state to, or NULL if
/// it cannot be opened.
const ed_Arena *ed_run_spare(ed_Run *run, u32 state);

typedef struct ed_RunSizes {       // bytes
    u64 states[ED_ROOTS_MAX];      // used by each state
    u64 attic;                     // of the newest retained state
} ed_RunSizes;

ed_RunSizes ed_run_sizes(const ed_Run *run);
/// Packs all state. The bytes stay valid until the next pack, load or replace.
bool ed_run_pack(ed_Run *run, ed_Span *bytes, ed_Error *error);
/// Packs into the caller's arena, which is cleared first. The bytes stay valid until the arena is
/// used again.
bool ed_run_pack_into(ed_Run *run, ed_PackFor use, ed_Arena *arena, ed_Span *bytes,
                      ed_Error *error);
/// Loads the state of a snapshot and sets `report`. If the module failed earlier, its load function
/// is not called, it stays marked as failed, and `restore_report` is set instead of `report`. If
/// the module's load function fails, this returns false, but the loaded state stays in use.
bool ed_run_load(ed_Run *run, const void *bytes, size_t size, ed_Error *error);
/// Does the same in a trial: the state was packed for a reload, by the game's process, which still
/// runs the code from before the edit. As in a reload, a removed and an added field may be matched
/// as a rename (migrate/plan.h, rule 4).
bool ed_run_load_edited(ed_Run *run, const void *bytes, size_t size, ed_Error *error);
/// Replaces the module with `next`. If the layout is the same and has no transient fields, `next`
/// adopts the memory; otherwise the state is packed and unpacked. If `next` fails in its unpack or
/// load, the current module stays in use.
bool ed_run_replace(ed_Run *run, const ed_Module *next, ed_Error *error);
/// Does the same with `packed`, the current state, which the caller packed for this process. `next`
/// unpacks it unless it adopts the memory. If `next` faults, it may have written anywhere, so the
/// current module's state is restored from `packed`. If `packed` is NULL, the state may be damaged
/// after a fault.
bool ed_run_replace_packed(ed_Run *run, const ed_Module *next, const ed_Span *packed,
                           ed_Error *error);
/// Goes back to an earlier module, with the state and the attic that it had. The caller packed the
/// state for this process (`packed`) and held the attic (ed_attics_hold). The current module is
/// unloaded, and its state is dropped. `failed_phase` is the phase in which `module` failed before,
/// or ED_PHASE_NONE; a failed module is not called. Returns false if the state cannot be read; the
/// current module then stays in use.
bool ed_run_roll_back(ed_Run *run, const ed_Module *module, ed_Span packed, struct ed_Attic *attic,
                      ed_Phase failed_phase, ed_Error *error);
/// Loads a state without calling the module's load and unpack, so it also works after the module
/// failed; upgrade functions of its schema may run. Keeps `failed_phase` and sets `restore_report`.
/// `live`: the bytes were packed by this process.
bool ed_run_restore(ed_Run *run, const void *bytes, size_t size, bool live, ed_Error *error);
/// Clears the failure and calls the module's load function again.
bool ed_run_resume(ed_Run *run, ed_Error *error);

ED_C_END
#endif
