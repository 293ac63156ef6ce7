/// Containers: what directly in a state holds records, and so can hold the target of a link.
/// Decides what a link refers to. The writer and the reader share these rules.
///
/// A handle refers to an item of the only pool of its type. It is dead if its item was removed, its
/// slot is out of range, or its pool is transient or was changed without the pool's functions. Dead
/// handles are not state: the writer writes them as null handles, and the reader clears them.
///
/// A record pointer has the address of an element of a container. In a snapshot, and until all of
/// it is loaded, it is a name: ED_NAME_BIT, the number of the container and the index of the
/// element, in a stable pool without the gaps. The containers of a schema are numbered in the order
/// of its states and their fields. No address has ED_NAME_BIT, so a name cannot be mistaken for
/// one.
#ifndef ED_SNAPSHOT_CONTAINERS_H
#define ED_SNAPSHOT_CONTAINERS_H
#include "runtime/msgpack/write.h"
#include "runtime/types/pool.h"
#include "runtime/types/state.h"
ED_C_BEGIN

typedef struct ed_Container {      // a field that a snapshot of the state contains
    const ed_Type *type;           // of its records
    const ed_Field *field;
    u32 state;      // index in ed_Schema.states
    u8 *items;
    u32 count;
    u32 shift;      // with `inverse`, divides by the size of a record (containers.c)
    u64 inverse;
    const ed_Pool *pool;      // NULL: it is not a pool
    // of a stable pool, whose gaps have no numbers in a snapshot; else NULL
    const u32 *ranks;        // for each index, how many items are before it
    const u32 *indices;      // the opposite: for each item, its index
    u32 rank_count;
    bool whole;      // only the pool's functions changed it, so its handles are reliable
} ed_Container;

struct ed_Containers {      // of one state, found once and used for many links
    const ed_Container *items;
    u32 count;
};

/// Returns whether the field of a state is a container.
bool ed_is_container(const ed_Field *field);
/// Finds the containers of the state. The result is valid until one of them changes. With `check`,
/// also tests whether only the pool's functions changed each pool (`whole`). A state that was just
/// read needs no such test. Returns false if `arena` is full.
bool ed_containers_find(const ed_State *state, bool check, ed_Arena *arena,
                        ed_Containers *containers);
/// Returns the pool that handles to items of `type` refer to: the schema has one pool for each type
/// that handles refer to. Returns NULL if that pool is transient or not in a state.
const ed_Container *ed_pool_of(const ed_Containers *containers, const ed_Type *type);
/// Returns whether the handle at that address refers to an item. `pool` may be NULL.
bool ed_handle_lives(const ed_Container *pool, const void *at);

static inline u64 ed_link_name(u32 container, u32 index)
{
    return ED_NAME_BIT | (u64)container << 32 | index;
}
static inline u32 ed_name_container(u64 name) { return (u32)(name >> 32) & 0x3fffffffu; }
static inline u32 ed_name_index(u64 name) { return (u32)name; }

/// Returns the index of the record at `address`, or a larger number than any count. An address
/// inside a record gives such a number, too: division by a power of two is a rotation, and exact
/// division by an odd number is a multiplication by its inverse.
static inline u64 ed_container_index(const ed_Container *container, u64 address)
{
    u64 product = (address - (u64)(uintptr_t)container->items) * container->inverse;
    u32 shift = container->shift;
    return product >> shift | product << (-shift & 63);
}
/// Returns the only container with records of `type`, and its number. Returns NULL if there are
/// several, or if it is a stable pool.
const ed_Container *ed_only_container(const ed_Containers *containers, const ed_Type *type,
                                      u32 *number);
/// Returns the name of the record of `type` at `address`, or 0 if no container has it. A name stays
/// what it is: the states of an attic are written before their pointers get addresses.
u64 ed_link_find(const ed_Containers *containers, const ed_Type *type, u64 address);
/// Finds the container that has the record of `type` at `address`, or that the name `address` leads
/// to, and the record's index. Needs no memory, and takes longer than ed_link_find.
bool ed_container_with(const ed_State *state, const ed_Type *type, u64 address,
                       ed_Container *container, u32 *index);
/// Returns the address of the record that has that name, or 0 if it does not exist.
u64 ed_link_address(const ed_Containers *containers, const ed_Type *type, u64 name);

ED_C_END
#endif
