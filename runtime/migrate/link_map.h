/// Where the records of the old containers are now: the names of old record pointers (containers.h)
/// become names in the new schema. A container is followed to another name, shape or state. An
/// index of an array follows the values of an enum, or stays at its place in each dimension.
///
/// A handle and a pointer to the same record convert into each other. Which slot or index the
/// record has is known only when its pool is loaded, so until then
///   a pointer from a handle is a name with ED_NAME_SLOT, whose index is that of the slot
///   a handle from a pointer is { index of the item, ED_REF_BY_INDEX }
/// links.c turns them into pointers and handles.
#ifndef ED_MIGRATE_LINK_MAP_H
#define ED_MIGRATE_LINK_MAP_H
#include "runtime/migrate/plan.h"
#include "runtime/types/state.h"
ED_C_BEGIN

#define ED_NAME_SLOT ((u64)1 << 62)
#define ED_REF_BY_INDEX UINT32_MAX

typedef struct ed_MovedContainer {      // an old container
    const ed_Field *from;
    const ed_Field *to;      // the field that has its records now; NULL: none
    u32 number;              // of the new container
    bool same_index;         // elements keep their index
    u64 add;                 // what is added to a name if they do
} ed_MovedContainer;

struct ed_LinkMap {
    const ed_Schema *schema;      // the new one
    ed_MovedContainer *items;
    u32 count;
    bool same_names;      // all records keep their names
    bool may_lose;        // names may be left whose record does not exist
};

/// Returns whether old or new types have record pointers.
bool ed_link_map_is_needed(const ed_Plan *plan, const ed_Schema *schema);
/// Sets plan->links. plan->states has all old states, and state moves are known. Returns false if
/// memory is full.
bool ed_link_map_make(ed_Plan *plan, const ed_Schema *schema);

// The results are 0 if there is no such record.

/// Returns the new name of the record of `type` that had this name.
u64 ed_link_map_name(const ed_LinkMap *map, const ed_Type *type, u64 name);
/// Returns the name of the record of `type` in that slot of the pool that had records of `before`.
u64 ed_link_map_slot(const ed_LinkMap *map, const ed_Type *type, const ed_Type *before, u32 slot);
/// Returns the name of the record at that index, if only one container has records of `type`.
u64 ed_link_map_index(const ed_LinkMap *map, const ed_Type *type, u32 index);
/// Returns the index of the item that a handle to records of `type` gets, if it had this name.
bool ed_link_map_pool_index(const ed_LinkMap *map, const ed_Type *type, u64 name, u32 *index);

ED_C_END
#endif
