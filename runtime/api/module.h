/// The boundary between a host and a game: function tables and plain values only.
/// A game is one function, eddie_module, that returns its table; everything it owns it gets from
/// the host.
#ifndef ED_API_MODULE_H
#define ED_API_MODULE_H
#include "runtime/api/draw.h"
#include "runtime/api/input.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_Writer ed_Writer;       // msgpack/write.h
typedef struct ed_Report ed_Report;       // migrate/report.h

#define ED_VIEW_MAX 1000000       // logical units of a view, each way
#define ED_SCRATCH_MAX 16u        // tagged arenas of one game
#define ED_TICKS_PER_SECOND 60u   // updates; render is apart

/// How long scratch lives.
typedef enum ed_Life {
    ED_LIFE_RELOAD,      // emptied at every reload and load: caches that are computed again
    ED_LIFE_KEEP         // until the module empties it
} ed_Life;

typedef struct ed_Scratch {
    ed_Arena arena;
    u32      tag;                 // 0: free
    ed_Life  life;
} ed_Scratch;

/// What the host hands in at every call, set again before each: of what the module writes into it
/// only `quit` has an effect. The addresses in `states` and `rigids` change only at a load.
typedef struct ed_Host {
    ed_Block       *states;       // in schema order; index with the generated Game_root
    ed_Block       *rigids;       // long-term memory, likewise
    ed_Arena       *frame;        // emptied before each update
    ed_Arena       *frame_before; // the previous update's, still readable
    ed_Scratch     *scratch;      // ED_SCRATCH_MAX; use ed_host_scratch
    const ed_Input *input;
    ed_Draw        *draw;         // in render only
    void           *window;       // the host's own, for a game that draws for itself too, beneath
    void           *renderer;     //   the draw list; NULL without a window and in a trial
    u64             seed;
    u64             tick;         // updates since the start
    f32             alpha;        // in render: 0 to 1, how far real time is into the next update
    bool            first;        // in load: rigid memory is new and empty
    bool            quit;         // set by the module: end the program
    bool            trial;        // in a separate process, on a copy of the state, before new code
                                  //   takes over: touch nothing outside
} ed_Host;

/// The arena of that tag, opened at first use. NULL where all are taken or memory is refused.
ed_Arena *ed_host_scratch(ed_Host *host, const char *tag, ed_Life life, size_t limit);

typedef struct ed_Module {
    u32              abi;                        // ED_ABI
    const char      *game;                       // snapshots of another game are refused
    const char      *title;                      // of the window
    f32              view_width, view_height;    // logical units, 0 to ED_VIEW_MAX; less than 1
                                                 //   counts as 1
    const ed_Schema *schema;
    /// After every load of code or state: set pointers, build caches.
    void (*load)  (ed_Host *host);
    void (*start) (ed_Host *host);   ///< a new game, over the defaults of the schema
    /// Before other code takes over or the game ends: end threads, close files; changes no state.
    void (*unload)(ed_Host *host);
    void (*update)(ed_Host *host);   ///< one 60th of a second
    void (*render)(ed_Host *host);   ///< fills host->draw; changes no state
    /// ed_snapshot_write, as linked into the module
    bool (*pack)  (ed_Writer *w, const ed_State *state);
    /// ed_snapshot_read, likewise
    bool (*unpack)(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error);
} ed_Module;

/// The version of what a host and a module share. It changes with every public struct.
#define ED_ABI 100u

/// The one symbol a module exports.
ED_EXPORT const ed_Module *eddie_module(void);

ED_C_END
#endif
