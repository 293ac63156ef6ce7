/// The state of a game: its roots in memory, and the options for writing or reading a snapshot.
#ifndef ED_TYPES_STATE_H
#define ED_TYPES_STATE_H
#include "runtime/msgpack/read.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Attic ed_Attic;      // attic/attic.h

typedef struct ed_RootMemory {      // one root in memory
    void *at;                       // the record, at the arena's start
    ed_Arena *arena;                // holds the record and its dynamic parts
} ed_RootMemory;

/// What the values of a document may still cost its reader (snapshot/budget.h).
typedef struct ed_Budget {
    u64 values, bytes;      // that may still be made
    u64 file_bytes;         // of the document, for the message
} ed_Budget;

typedef struct ed_State {      // what is written to a snapshot or read from it
    const char *game;
    u64 frame;      // updates since the start
    const ed_Schema *schema;
    ed_RootMemory *roots;      // one for each of schema->states, in order; NULL while writing: all
                               // states have their defaults
    bool live;                 // the document is from this run of the game (reload, checkpoint,
                               // trial), not from a file: it has pointers and no attic, and a
                               // rename may be assumed (migrate/plan.h, rule 4). A dry run of a
                               // reload sets it for a file, too
    bool no_pointers;          // only if live: this is another process (a trial), where the
                               // pointers are not valid, so they become NULL
    bool is_undo;              // only if live: the edit was undone, so the reader's schema is the
                               // one that the game had before the writer's
    bool open_form;            // write all records as maps, without row tables
    bool seal_later;          // write a zero hash; the caller sets it with ed_snapshot_seal, on any
                              // thread. If false, the hash is written at once, or nil if live
    ed_Span types;            // the schema as written by ed_document_types_write, to be copied;
                              // size 0: written from `schema`
    ed_Attic *attic;          // retains states whose values are lost, and restores them; or NULL
    ed_Span attic_bytes;      // if `attic` is NULL: the attic of another document, to be copied;
                              // size 0: no attic
    ed_Budget *budget;      // while reading: what the values may cost; NULL: bounded by the arenas
    bool no_defaults;       // while reading: values that the document lacks become zero
    size_t bytes_max;      // the host's ed_bytes_max, for the module, which has its own; 0: its own
} ed_State;

ED_C_END
#endif
