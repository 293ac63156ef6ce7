/// Links of the model: record pointers. A link has the number of its container and the index of the
/// element in it. A container is what directly in a state holds records.
#ifndef ST_LINKS_H
#define ST_LINKS_H
#include "runtime/types/state.h"
#include "tests/storm/oracle.h"

/// The generation of a link to an element of that container. That of null is 0.
static inline u32 st_link_code(u32 root, u32 field) { return 1 + root * ST_FIELDS_MAX + field; }
#define ST_DANGLING UINT32_MAX      // the generation of a pointer that leads nowhere
static inline u32 st_link_root(u32 code) { return (code - 1) / ST_FIELDS_MAX; }
static inline u32 st_link_field(u32 code) { return (code - 1) % ST_FIELDS_MAX; }

/// Whether the field of a type holds records that links can lead to.
bool st_is_container(const st_Type *type, const st_Field *field);
/// Whether any state has a container of exactly that type.
bool st_has_container(const st_Schema *schema, u32 type);
/// Whether a record of type `outer` is one of type `inner`, or begins with one.
bool st_begins_with(const st_Schema *schema, u32 outer, u32 inner);

/// The elements of a field, in the order of memory.
u32 st_element_count(const st_Value *value);
st_Value *st_element(st_Value *value, u32 index);

/// The record that a link leads to; NULL if it does not exist, or has another type.
const st_Value *st_link_target(const st_Schema *schema, st_Value *const *states, u32 type,
                               const st_Value *link);

/// Makes the links that a migration left pending lead to the records that were made from their
/// targets. Counts those that have none.
void st_settle_links(st_Oracle *o, st_Value *const *states);

// --- in memory -----------------------------------------------------------------------------------

/// The states that links in memory lead to: see st_put and st_take.
typedef struct st_Memory {
    const st_Schema *schema;
    const char *prefix;
    const ed_Schema *tables;
    const ed_RootMemory *roots;
} st_Memory;

u64 st_link_address(const st_Memory *memory, const st_Value *link);
st_Value *st_link_at(const st_Memory *memory, u64 address);

#endif
