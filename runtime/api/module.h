/// The boundary between a host and a game: only function tables and plain values cross it.
/// A game exports one function, eddie_module, which returns the game's table. All memory of the
/// game comes from the host.
#ifndef ED_API_MODULE_H
#define ED_API_MODULE_H
#include "runtime/api/draw.h"
#include "runtime/api/input.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_Writer ed_Writer;      // msgpack/write.h
typedef struct ed_Report ed_Report;      // migrate/report.h

#define ED_VIEW_MAX 1000000          // logical units of a view, each way
#define ED_SCRATCH_MAX 16u           // tagged arenas of one game
#define ED_TICKS_PER_SECOND 60u      // updates; render runs at its own rate

/// How long the contents of a scratch arena live.
typedef enum ed_Lifetime {
    ED_LIFETIME_RELOAD,      // until the next reload or load: caches that are computed again
    ED_LIFETIME_KEEP         // until the module empties it
} ed_Lifetime;

typedef struct ed_Scratch {
    ed_Arena arena;
    u32 tag;      // 0: free
    ed_Lifetime life;
} ed_Scratch;

/// What the host passes to every call. The host sets it again before each call: if the module
/// writes to it, only `quit` has an effect. The addresses in `states` and `rigids` change only
/// before `load` is called.
typedef struct ed_Host {
    ed_RootMemory *states;       // in schema order; index with the generated Game_root
    ed_RootMemory *rigids;       // rigid memory, in schema order
    ed_Arena *frame;             // emptied before each update
    ed_Arena *frame_before;      // the previous update's, still readable
    ed_Scratch *scratch;         // ED_SCRATCH_MAX; use ed_host_scratch
    const ed_Input *input;
    ed_Draw *draw;       // in render only
    void *window;        // of the host, for a game that also draws by itself: below the
    void *renderer;      //   draw list. NULL without a window and in a trial
    u64 seed;
    u64 tick;        // updates since the start
    f32 alpha;       // in render: 0 to 1, the part of the next update that has passed
    bool first;      // in load: rigid memory is new and empty
    bool quit;       // set by the module: end the program
    bool trial;      // new code runs in a separate process on a copy of the state:
                     //   do not touch anything outside it
} ed_Host;

/// Returns the arena of that tag, and opens it at its first use. Returns NULL if all ED_SCRATCH_MAX
/// are in use or there is no memory.
ed_Arena *ed_host_scratch(ed_Host *host, const char *tag, ed_Lifetime life, size_t limit);

typedef struct ed_Module {
    u32 abi;                          // ED_ABI
    const char *game;                 // snapshots of another game are refused
    const char *title;                // of the window
    f32 view_width, view_height;      // logical units, 0 to ED_VIEW_MAX; less than 1
                                      //   counts as 1
    const ed_Schema *schema;
    /// Called after every load of code or state: sets pointers, builds caches.
    void (*load)(ed_Host *host);
    void (*start)(ed_Host *host);      ///< a new game; the state has the schema's defaults
    /// Called before other code takes over and before the game ends: ends threads, closes files,
    /// does not change the state.
    void (*unload)(ed_Host *host);
    void (*update)(ed_Host *host);      ///< one 60th of a second
    void (*render)(ed_Host *host);      ///< fills host->draw; does not change the state
    /// ed_snapshot_write, as linked into the module
    bool (*pack)(ed_Writer *w, const ed_State *state);
    /// ed_snapshot_read, as linked into the module
    bool (*unpack)(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error);
} ed_Module;

/// The version of what a host and a module share. It changes with every public struct.
#define ED_ABI 103u

/// The one symbol a module exports.
ED_EXPORT const ed_Module *eddie_module(void);

ED_C_END
#endif
