/// State out of MessagePack, driven by the type tables and a plan; reads what pack.h writes, in any
/// order and width.
#ifndef ED_UNPACK_H
#define ED_UNPACK_H
#include "runtime/plan.h"
ED_C_BEGIN

typedef struct ed_Unpack {           // what reading needs at every level
    ed_Reader *r;
    ed_Arena  *arena;                // of the root
    ed_Plan   *plan;                 // NULL: by hand, tags are taken as they come
    bool       live;                 // the bytes are of this process: pointers in them hold
} ed_Unpack;

/// Where a value is, for the attic: in the writer's state and in the reader's. They part where a
/// list has other counts. `list` is the place of the list that it has no room in, in the reader's.
typedef struct ed_Spot { u64 from, to, list; } ed_Spot;

/// One record by tag into `it`, which holds its defaults already. `pair` is the plan for the
/// writer's type, or NULL. Fails in `r` where the bytes are not what they claim or the arena is
/// full.
void ed_unpack_record(const ed_Unpack *u, ed_PlanPair *pair, const ed_Type *type, void *it,
                      ed_Spot spot);

ED_C_END
#endif
