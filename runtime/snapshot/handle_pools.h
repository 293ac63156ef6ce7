/// Decides which handles of a state refer to an item. The writer and the reader share this rule. A
/// handle is dead if its item was removed, its slot is out of range, or its pool is transient or
/// was changed without the pool's functions. Dead handles are not state: the writer writes them as
/// null handles, and the reader clears them.
#ifndef ED_SNAPSHOT_HANDLE_POOLS_H
#define ED_SNAPSHOT_HANDLE_POOLS_H
#include "runtime/msgpack/write.h"
#include "runtime/types/pool.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_HandlePool {      // a pool that a snapshot of the state contains
    const ed_Type *type;            // of its items
    const ed_Pool *pool;
    bool whole;      // only the pool's functions changed it, so its handles are reliable
} ed_HandlePool;

struct ed_HandlePools {      // the pools of one state, found once and used for many handles
    const ed_HandlePool *pools;
    u32 count;
};

/// Finds the pools of the state. The result is valid until a pool changes. With `check`, also tests
/// whether only the pool's functions changed each pool (`whole`). A state that was just read needs
/// no such test. Returns false if `arena` is full.
bool ed_handle_pools_find(const ed_State *state, bool check, ed_Arena *arena,
                          ed_HandlePools *handles);
/// Returns the pool that handles to items of `type` refer to: the schema has one pool for each type
/// that handles refer to. Returns NULL if that pool is transient or not in a state.
const ed_HandlePool *ed_handle_pool_of(const ed_HandlePools *handles, const ed_Type *type);
/// Returns whether the handle at that address refers to an item. `pool` may be NULL.
bool ed_handle_lives(const ed_HandlePool *pool, const void *at);

ED_C_END
#endif
