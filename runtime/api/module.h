/// The boundary between a host and a game: only the structs of this folder cross it. A game exports
/// one function, eddie_module, which returns the game's table. All memory of the game comes from
/// the host.
#ifndef ED_API_MODULE_H
#define ED_API_MODULE_H
#include "runtime/api/draw.h"
#include "runtime/api/input.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_Writer ed_Writer;      // msgpack/write.h
typedef struct ed_Report ed_Report;      // migrate/report.h

#define ED_VIEW_MAX 1000000          // largest width and height of a view, in logical units
#define ED_SCRATCH_MAX 16u           // tagged arenas per game
#define ED_TICKS_PER_SECOND 60u      // updates per second; render runs at its own rate

/// How long the contents of a scratch arena live.
typedef enum ed_Lifetime {
    ED_LIFETIME_RELOAD,      // until the next reload or load; for caches that can be recomputed
    ED_LIFETIME_KEEP         // until the module empties the arena
} ed_Lifetime;

typedef struct ed_Scratch {
    ed_Arena arena;
    u32 tag;      // hash of the tag; 0: a free slot
    ed_Lifetime life;
} ed_Scratch;

/// The host passes this struct to load, start, unload, update and render, and sets all of it before
/// each call. If the module writes to it, only `quit` has an effect. The addresses in `states` and
/// `rigids` change only before `load` is called.
typedef struct ed_Host {
    ed_RootMemory *states;       // in schema order; index with the generated Game_root
    ed_RootMemory *rigids;       // rigid memory, in schema order
    ed_Arena *frame;             // emptied before each update
    ed_Arena *frame_before;      // frame of the previous update; can still be read
    ed_Scratch *scratch;         // ED_SCRATCH_MAX slots; use ed_host_scratch
    const ed_Input *input;
    ed_Draw *draw;       // in render only
    void *window;        // the host's window and renderer, for a game that also draws
    void *renderer;      //   directly, under the draw list; NULL without a window and in a trial
    u64 seed;
    u64 tick;        // number of updates since the start
    f32 alpha;       // in render: 0 to 1, how much of the time to the next update has passed
    bool first;      // in load: this is the first load, so rigid memory has only its defaults
    bool quit;       // the module sets it to end the program
    bool trial;      // true in a trial, which runs new code in a separate process on a copy
                     //   of the state: do not change anything outside the process
} ed_Host;

/// Returns the arena with that tag, and opens it at its first use. Returns NULL if all
/// ED_SCRATCH_MAX arenas are in use or memory is full.
ed_Arena *ed_host_scratch(ed_Host *host, const char *tag, ed_Lifetime life, size_t limit);

typedef struct ed_Module {
    u32 abi;                          // ED_ABI
    const char *game;                 // snapshots of another game are refused
    const char *title;                // window title
    f32 view_width, view_height;      // logical units, 0 to ED_VIEW_MAX; less than 1
                                      //   counts as 1
    const ed_Schema *schema;
    /// Called after code or state was loaded. Sets pointers and builds caches.
    void (*load)(ed_Host *host);
    void (*start)(ed_Host *host);      ///< begins a new game; the state has the schema's defaults
    /// Called before the module is replaced and before the game ends. Ends threads and closes
    /// files; must not change the state.
    void (*unload)(ed_Host *host);
    void (*update)(ed_Host *host);      ///< advances the game by a 60th of a second
    void (*render)(ed_Host *host);      ///< fills host->draw; must not change the state
    /// Set it to ed_snapshot_write, which is linked into the module.
    bool (*pack)(ed_Writer *w, const ed_State *state);
    /// Set it to ed_snapshot_read, which is linked into the module.
    bool (*unpack)(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error);
} ed_Module;

/// The version of the interface between host and module. Increased when a public struct changes.
#define ED_ABI 126u

/// The only symbol of a game that a host looks up. On Linux, it also looks up a table of the
/// runtime in the module: see runtime/os/c_library/c_library.h.
ED_EXPORT const ed_Module *eddie_module(void);

ED_C_END
#endif
