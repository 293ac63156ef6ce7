/// Which handles of a state lead to an item: the one rule for the writer and for the reader. A dead
/// handle (its item is gone, its slot is out of range, its pool is transient or was changed without
/// its functions) is not state: the writer leaves it out and the reader clears it.
#ifndef ED_SNAPSHOT_HANDLE_POOLS_H
#define ED_SNAPSHOT_HANDLE_POOLS_H
#include "runtime/msgpack/write.h"
#include "runtime/types/pool.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_HandlePool {      // a pool that a snapshot of the state contains
    const ed_Type *type;            // of its items
    const ed_Pool *pool;
    bool whole;      // changed by its functions only: its handles can be trusted
} ed_HandlePool;

struct ed_Handles {      // the pools of one state, looked up once for many handles
    const ed_HandlePool *pools;
    u32 count;
};

/// Valid until a pool of the state changes. `check`: looks whether the game changed pools without
/// their functions, which what was just read needs not. False where `arena` is full.
bool ed_handles_find(const ed_State *state, bool check, ed_Arena *arena, ed_Handles *handles);
/// The pool that handles to items of `type` lead to: the schema has one for each type that is
/// referred to. NULL where it is transient or not in a state.
const ed_HandlePool *ed_handles_pool(const ed_Handles *handles, const ed_Type *type);
/// True where the handle at that address leads to an item; `pool` may be NULL.
bool ed_handle_lives(const ed_HandlePool *pool, const void *at);

ED_C_END
#endif
