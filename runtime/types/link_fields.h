/// Visits the links in the state of a game: the fields whose value refers to something else. Types
/// that lead to none are not visited.
#ifndef ED_TYPES_LINK_FIELDS_H
#define ED_TYPES_LINK_FIELDS_H
#include "runtime/types/state.h"
#include "runtime/types/types.h"
ED_C_BEGIN

typedef struct ed_LinkFields ed_LinkFields;

typedef struct ed_LinkField {      // a field that leads to links
    const ed_Field *field;
    const ed_LinkFields *inner;      // of the field's record; NULL: the field itself is a link
    u32 number;                      // of a link: from 0, different for each field of the schema
} ed_LinkField;

struct ed_LinkFields {      // the fields of a type that lead to links
    const ed_Type *type;
    ed_LinkField *items;
    u32 count;
};

typedef struct ed_Links {      // of a schema
    const ed_Schema *schema;
    const ed_LinkFields *types;      // one for each of schema->types
    u32 field_count;                 // of links
} ed_Links;

typedef bool ed_IsLink(const ed_Field *field);
/// Finds the links of a schema. Returns false if `arena` is full.
bool ed_links_find(const ed_Schema *schema, ed_IsLink *is_link, ed_Arena *arena, ed_Links *links);

/// Returns whether any type has such a field.
bool ed_has_links(const ed_Schema *schema, ed_IsLink *is_link);

typedef struct ed_LinkRun {      // `count` links of one field of `owner`, `stride` bytes apart
    const ed_Type *owner;
    const ed_LinkField *link;
    u32 root;      // the state that it is in
    u8 *at;
    size_t stride;
    u32 count;
} ed_LinkRun;

typedef void ed_LinkFn(void *it, const ed_LinkRun *run);
/// Calls `fn` for all links, in runs that are as long as possible.
void ed_links_each(const ed_Links *links, const ed_RootMemory *roots, ed_LinkFn *fn, void *it);

ED_C_END
#endif
