/// The state of a game: its roots in memory, and how a snapshot of it is written or read.
#ifndef ED_TYPES_STATE_H
#define ED_TYPES_STATE_H
#include "runtime/msgpack/read.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_Attic ed_Attic;      // migrate/attic.h

typedef struct ed_RootMemory {      // one root in memory
    void *at;                       // the record, at the arena's start
    ed_Arena *arena;                // holds the record and its dynamic parts
} ed_RootMemory;

typedef struct ed_State {      // what a snapshot holds
    const char *game;
    u64 frame;      // updates since the start
    const ed_Schema *schema;
    ed_RootMemory *roots;      // one for each of schema->states, in order
    bool live;                 // the document never leaves the process: the old and new schema are
                               // consecutive saves
    bool is_undo;              // live, and the new schema is the one before the old one: an edit
                               // was undone
    bool open_form;            // open form: all records are maps, no row tables
    bool no_hash;              // the hash is left zero; ed_snapshot_seal sets it, on any thread
    ed_Span types;             // the schema, already written by ed_document_types_write; or size 0
    ed_Attic *attic;           // retains dropped values and restores them; or NULL
    ed_Span attic_bytes;       // without `attic`: a copy of a document's attic; or size 0
} ed_State;

ED_C_END
#endif
