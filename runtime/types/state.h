/// The state of a game: its roots in memory, and how a snapshot of it is written or read.
#ifndef ED_TYPES_STATE_H
#define ED_TYPES_STATE_H
#include "runtime/msgpack/read.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Columns ed_Columns;     // migrate/attic.h

typedef struct ed_Block {        // one root in memory
    void     *at;                // the record, at the arena's start
    ed_Arena *arena;             // holds the record and its dynamic parts
} ed_Block;

typedef struct ed_State {        // what a snapshot holds
    const char      *game;
    u64              frame;      // updates since the start
    const ed_Schema *schema;
    ed_Block        *blocks;     // one for each of schema->states, in order
    bool             live;       // the document never leaves the process: old and new are two saves
                                 // one after the other
    bool             back;       // and the new one is what was there before the old one: an edit
                                 // taken back
    bool             open;       // records as maps all through, for people and tools: no tables
    bool             unsealed;   // the hash is left zero: ed_snapshot_seal fills it in, on another
                                 // thread if need be
    ed_Span          types;      // the schema by ed_tables_write, where it is at hand: it is the
                                 // same every time; else size 0
    ed_Columns      *attic;      // where dropped values stay, and come back from; or NULL
    ed_Span          kept;       // an attic as a document had it, written as it stands where
                                 // there is none; else size 0
} ed_State;

ED_C_END
#endif
