/// Memory that is going to be filled, committed by a thread before it is: most of what the first pack
/// or reload of a large state takes is fresh pages.
#ifndef ED_AHEAD_H
#define ED_AHEAD_H
#include <pthread.h>
#include "runtime/arena.h"
ED_C_BEGIN

#define ED_AHEAD_PARTS_MAX 24u
#define ED_AHEAD_MIN ((size_t)8 << 20)       // bytes; less is found fast enough

typedef struct ed_AheadPart {
    ed_Arena arena;                  // a copy
    size_t   start, end;
} ed_AheadPart;

typedef struct ed_Ahead {            // zeroed: nothing is to be done
    ed_AheadPart parts[ED_AHEAD_PARTS_MAX];
    u32          count;
    bool         started;            // the thread is to be joined
    bool         ending;             // atomic
    pthread_t    thread;
} ed_Ahead;

/// The arena is going to be filled up to `end`. Before the start; it is closed after the end.
void ed_ahead_add  (ed_Ahead *ahead, const ed_Arena *arena, size_t end);
/// Where it is worth it, and the system has twice as much to spare. The arenas may be in use.
void ed_ahead_start(ed_Ahead *ahead);
/// What is not committed by now is not. Forgets all parts.
void ed_ahead_end  (ed_Ahead *ahead);

ED_C_END
#endif
