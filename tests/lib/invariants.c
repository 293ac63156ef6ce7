#include "tests/lib/invariants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/types/pool.h"

typedef struct Extent {
    const u8 *at;
    size_t size;
} Extent;

typedef struct Look {
    const ed_State *state;
    const ed_Arena *arena;      // of the root
    Extent *extents;            // of dynamic parts, with the room they have
    u32 count, capacity;
} Look;

static char broken[160];

static void tell(const char *type, const char *field, const char *what)
{
    if (!*broken) snprintf(broken, sizeof broken, "%s.%s %s", type, field, what);
}

// --- dynamic parts -------------------------------------------------------------------------------

static void add_extent(Look *look, const void *at, size_t size)
{
    if (look->count == look->capacity) {
        look->capacity = look->capacity ? look->capacity * 2 : 64;
        look->extents = realloc(look->extents, look->capacity * sizeof *look->extents);
        if (!look->extents) abort();
    }
    look->extents[look->count++] = (Extent){ at, size };
}

static int by_address(const void *one, const void *other)
{
    const Extent *a = one, *b = other;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void look_for_overlaps(const Look *look)
{
    if (look->count) qsort(look->extents, look->count, sizeof *look->extents, by_address);
    for (u32 i = 1; i < look->count; i++)
        if (look->extents[i - 1].at + look->extents[i - 1].size > look->extents[i].at)
            tell("memory", "", "has a list over another");
}

/// False where the items are not to be looked at.
static bool list_holds(Look *look, const char *type, const ed_Field *field, const ed_Array *list,
                       size_t size)
{
    bool inside =
        !list->capacity || ed_arena_holds(look->arena, list->items, list->capacity * size);
    bool good = list->count <= list->capacity && inside && (list->items || !list->count);
    if (!good) tell(type, field->name, "is a list outside its arena or over its capacity");
    if (good && list->capacity) add_extent(look, list->items, list->capacity * size);
    return good;
}

// --- values --------------------------------------------------------------------------------------

static void look_at_record(Look *look, const ed_Type *type, const u8 *it);

static i64 number_of(const ed_Type *type, const u8 *at)
{
    u64 bits = 0;
    bool is_signed = type->base >= ED_I8 && type->base <= ED_I64;
    memcpy(&bits, at, type->size);
    u32 shift = 64 - 8 * type->size;
    return is_signed ? (i64)(bits << shift) >> shift : (i64)bits;
}

static bool named_holds(const ed_Type *type, const u8 *at)
{
    u64 all = 0;
    if (type->kind == ED_ENUM) return ed_value_by_number(type, number_of(type, at)) != NULL;
    for (u32 i = 0; i < type->value_count; i++) all |= (u64)type->values[i].number;
    return ((u64)number_of(type, at) & ~all) == 0;
}

/// The handle refers to an item, or is null.
static bool handle_holds(const Look *look, const ed_Type *to, const u8 *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    if (!ref.generation) return ref.index == 0;
    for (u32 s = 0; s < look->state->schema->state_count; s++) {
        const ed_Type *root = look->state->schema->states[s];
        for (u32 i = 0; i < root->field_count; i++) {
            const ed_Field *field = &root->fields[i];
            const u8 *at_pool = (const u8 *)look->state->roots[s].at + field->offset;
            const ed_Pool *pool = (const ed_Pool *)(const void *)at_pool;
            if (field->shape == ED_POOL && field->type == to)
                return ed_pool_get(pool, ref, field->size) != NULL;
        }
    }
    return false;
}

static void look_at_text(Look *look, const char *type, const ed_Field *field, const u8 *at)
{
    ed_Array text;
    memcpy(&text, at, sizeof text);
    if (!list_holds(look, type, field, &text, 1) || !text.items) return;
    if (text.count >= text.capacity || ((const u8 *)text.items)[text.count])
        tell(type, field->name, "is a text without end");
    if (text.count && memchr(text.items, 0, text.count))
        tell(type, field->name, "ends before its count");
}

static void look_at_element(Look *look, const char *type, const ed_Field *field, const u8 *at)
{
    const void *address;
    switch (field->kind) {
    case ED_BOOL:
        if (*at > 1) tell(type, field->name, "is no bool");
        break;
    case ED_CHARS:
        if (!memchr(at, 0, field->size)) tell(type, field->name, "has no end");
        break;
    case ED_STR: look_at_text(look, type, field, at); break;
    case ED_ENUM:
    case ED_FLAGS:
        if (!named_holds(field->type, at)) tell(type, field->name, "is not a value of its enum");
        break;
    case ED_STRUCT:
    case ED_UNION: look_at_record(look, field->type, at); break;
    case ED_REF:
        if (!handle_holds(look, field->type, at)) tell(type, field->name, "is a handle to nothing");
        break;
    case ED_PTR:
        memcpy(&address, at, sizeof address);
        if (address && !look->state->live) tell(type, field->name, "is an address out of a file");
        break;
    default: break;
    }
}

static void look_at_elements(Look *look, const char *type, const ed_Field *field, const u8 *at,
                             u32 count)
{
    for (u32 i = 0; i < count && !*broken; i++)
        look_at_element(look, type, field, at + (size_t)i * field->size);
}

static void look_at_pool(Look *look, const char *type, const ed_Field *field, const u8 *at)
{
    const ed_Pool *pool = (const ed_Pool *)(const void *)at;
    ed_Array items = { pool->items, pool->count, pool->capacity };
    if (!list_holds(look, type, field, &items, field->size)) return;
    if (!ed_pool_is_valid(pool) || (field->count && pool->count > field->count))
        tell(type, field->name, "is a pool in pieces");
    look_at_elements(look, type, field, pool->items, pool->count);
}

static void look_at_field(Look *look, const char *type, const ed_Field *field, const u8 *at)
{
    ed_Array list;
    u32 count = field->count;
    if (field->shape == ED_POOL) {
        look_at_pool(look, type, field, at);
        return;
    }
    if (field->shape == ED_DYNAMIC) {
        memcpy(&list, at, sizeof list);
        if (list_holds(look, type, field, &list, field->size))
            look_at_elements(look, type, field, list.items, list.count);
        return;
    }
    if (field->shape == ED_OPTIONAL && at[-1] > 1) tell(type, field->name, "is there and is not");
    if (field->shape == ED_OPTIONAL) count = at[-1];
    if (field->shape == ED_BOUNDED) memcpy(&count, at - sizeof count, sizeof count);
    if (field->shape == ED_BOUNDED && count > field->count)
        tell(type, field->name, "counts more than it has room for");
    if (!*broken) look_at_elements(look, type, field, at, count);
}

static void look_at_record(Look *look, const ed_Type *type, const u8 *it)
{
    u32 first = 0, end = type->field_count;
    if (type->kind == ED_UNION) {
        memcpy(&first, it, sizeof first);
        if (first >= end) {
            tell(type->name, "", "holds no alternative of it");
            return;
        }
        end = first + 1;
    }
    for (u32 i = first; i < end && !*broken; i++)
        look_at_field(look, type->name, &type->fields[i], it + type->fields[i].offset);
}

const char *broken_invariant(const ed_State *state)
{
    *broken = 0;
    for (u32 s = 0; s < state->schema->state_count && !*broken; s++) {
        const ed_Type *root = state->schema->states[s];
        Look look = { .state = state, .arena = state->roots[s].arena };
        if (!ed_arena_holds(look.arena, state->roots[s].at, root->size)) {
            tell(root->name, "", "is outside its arena");
            break;
        }
        add_extent(&look, state->roots[s].at, root->size);
        look_at_record(&look, root, state->roots[s].at);
        look_for_overlaps(&look);
        free(look.extents);
    }
    return *broken ? broken : NULL;
}
