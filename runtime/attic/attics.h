/// The attics of a running game: the current one, and those that are held so that the game can go
/// back to an earlier module.
#ifndef ED_ATTIC_ATTICS_H
#define ED_ATTIC_ATTICS_H
#include "runtime/base/arena.h"
ED_C_BEGIN

struct ed_Attic;      // attic.h

#define ED_ATTICS_MAX 3u      // the current one, one to go back to, one for a reload or load

typedef struct ed_Attics {
    struct ed_Attic *all;          // ED_ATTICS_MAX
    struct ed_Attic *current;      // one of them
    u32 users[ED_ATTICS_MAX];      // reference counts; 0: free and empty
    ed_Arena spare;                // memory for the next retained state
} ed_Attics;

/// Opens all attics in `arena` and makes an empty one the current one. Returns false if memory is
/// full.
bool ed_attics_open(ed_Attics *attics, ed_Arena *arena, ed_Error *error);
void ed_attics_close(ed_Attics *attics);

struct ed_Attic *ed_attics_find_free(ed_Attics *attics);      ///< an empty one that nothing uses
/// Makes `attic` the current one.
void ed_attics_use(ed_Attics *attics, struct ed_Attic *attic);
void ed_attics_use_empty(ed_Attics *attics);
/// Makes a copy the current one, because others may hold the attic that a reload is about to change.
void ed_attics_use_copy(ed_Attics *attics);
/// Counts a user of an attic. While it is held, no reload or load changes it. Both do nothing for
/// NULL.
void ed_attics_hold(ed_Attics *attics, const struct ed_Attic *attic);
void ed_attics_drop(ed_Attics *attics, const struct ed_Attic *attic);
/// Returns the arena that the next reload retains its document in, or NULL if it cannot be opened.
const ed_Arena *ed_attics_spare(ed_Attics *attics);

ED_C_END
#endif
