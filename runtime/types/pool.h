/// Records with stable handles: `Actor actors[] [[pool]]`. The items stay packed together, so a
/// loop over them is a loop over an array; a handle goes by its slot, which knows where the item is
/// now.
///   get     slots[ref.index], if the generations agree
///   remove  the last item takes the place; pointers move, handles hold
#ifndef ED_TYPES_POOL_H
#define ED_TYPES_POOL_H
#include "runtime/types/types.h"
ED_C_BEGIN

/// A handle. Generation 0 is none: all zero refers to nothing.
typedef struct ed_Ref {
    u32 index;                   // of the slot
    u32 generation;              // of the slot when it was given out
} ed_Ref;

typedef struct ed_Slot {
    u32 generation;              // 1 at first, one more each time its item goes; never 0
    u32 at;                      // the item's index; of a free slot the next free one + 1, 0 ends
} ed_Slot;

/// In a record. Generated `Actor_pool` has this layout with typed items; its start is that of
/// ed_Array.
typedef struct ed_Pool {
    void    *items;              // NULL while empty
    u32      count, capacity;    // of items
    u32     *owners;             // for each item its slot; `capacity` of them
    ed_Slot *slots;
    u32      slot_count, slot_capacity;
    u32      free_slot;          // the first free slot + 1, 0: none
    u32      limit;              // items at most; 0: as the arena allows
} ed_Pool;

/// One more item, zeroed, as the last; NULL over the limit: nothing changed. Generated
/// `Actor_pool_add` sets its defaults.
void  *ed_pool_add   (ed_Arena *arena, ed_Pool *pool, u32 size, u32 align);
ed_Ref ed_pool_ref   (const ed_Pool *pool, u32 index);            ///< of the item there
bool   ed_pool_has   (const ed_Pool *pool, ed_Ref ref);           ///< its item is still there
void  *ed_pool_get   (const ed_Pool *pool, ed_Ref ref, u32 size); ///< NULL where the item is gone
/// False where it was gone already.
bool   ed_pool_remove(ed_Pool *pool, ed_Ref ref, u32 size);
void   ed_pool_clear (ed_Pool *pool, u32 size);      ///< all items go; handles to them find nothing
/// False where the items were changed without these functions (`count = 0`, an array's add):
/// handles cannot be trusted then.
bool   ed_pool_is_whole(const ed_Pool *pool);

ED_C_END
#endif
