#include "tests/lib/invariants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/snapshot/containers.h"
#include "runtime/types/pool.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"

typedef struct Extent {
    const u8 *at;
    size_t size;
} Extent;

typedef struct Check {
    const ed_State *state;
    const ed_Arena *arena;      // of the root
    Extent *extents;            // of lists and texts, with their capacity
    u32 count, capacity;
} Check;

static char broken[160];

static void report(const char *type, const char *field, const char *what)
{
    if (!*broken)
        snprintf(broken, sizeof broken, "%s%s%s %s", type, *field ? "." : "", field, what);
}

// --- lists and texts -----------------------------------------------------------------------------

static void add_extent(Check *check, const void *at, size_t size)
{
    if (check->count == check->capacity) {
        check->capacity = check->capacity ? check->capacity * 2 : 64;
        check->extents = realloc(check->extents, check->capacity * sizeof *check->extents);
        if (!check->extents) abort();
    }
    check->extents[check->count++] = (Extent){ at, size };
}

static int by_address(const void *one, const void *other)
{
    const Extent *a = one, *b = other;
    return a->at < b->at ? -1 : a->at > b->at;
}

static void check_overlaps(const Check *check)
{
    if (check->count) qsort(check->extents, check->count, sizeof *check->extents, by_address);
    for (u32 i = 1; i < check->count; i++)
        if (check->extents[i - 1].at + check->extents[i - 1].size > check->extents[i].at)
            report("memory", "", "has lists that overlap");
}

/// Returns false if the items must not be read.
static bool list_holds(Check *check, const char *type, const ed_Field *field, const ed_Array *list,
                       size_t size)
{
    bool inside =
        !list->capacity || ed_arena_holds(check->arena, list->items, list->capacity * size);
    bool good = list->count <= list->capacity && inside && (list->items || !list->count);
    if (!good) report(type, field->name, "is a list outside its arena or over its capacity");
    if (good && list->capacity) add_extent(check, list->items, list->capacity * size);
    return good;
}

// --- values --------------------------------------------------------------------------------------

static void check_record(Check *check, const ed_Type *type, const u8 *it);

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
static bool handle_holds(const Check *check, const ed_Type *to, const u8 *at)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    if (!ref.generation) return ref.index == 0;
    for (u32 s = 0; s < check->state->schema->state_count; s++) {
        const ed_Type *root = check->state->schema->states[s];
        for (u32 i = 0; i < root->field_count; i++) {
            const ed_Field *field = &root->fields[i];
            const u8 *at_pool = (const u8 *)check->state->roots[s].at + field->offset;
            const ed_Pool *pool = (const ed_Pool *)(const void *)at_pool;
            if (field->shape == ED_POOL && field->type == to)
                return ed_pool_get(pool, ref, field->size) != NULL;
        }
    }
    return false;
}

/// The pointer leads to a record in a container, or is null.
static bool record_ptr_holds(const Check *check, const ed_Type *to, const u8 *at)
{
    u64 address;
    u32 index;
    ed_Container container;
    memcpy(&address, at, sizeof address);
    return !address
        || (!(address & ED_NAME_BIT)
            && ed_container_with(check->state, to, address, &container, &index));
}

static void check_text(Check *check, const char *type, const ed_Field *field, const u8 *at)
{
    ed_Array text;
    memcpy(&text, at, sizeof text);
    if (!list_holds(check, type, field, &text, 1) || !text.items) return;
    if (text.count >= text.capacity || ((const u8 *)text.items)[text.count])
        report(type, field->name, "is not terminated");
    if (text.count && memchr(text.items, 0, text.count))
        report(type, field->name, "has a zero byte before its end");
}

static void check_element(Check *check, const char *type, const ed_Field *field, const u8 *at)
{
    const void *address;
    ed_ReadablePage page = { 0 };
    switch (field->kind) {
    case ED_BOOL:
        if (*at > 1) report(type, field->name, "is neither 0 nor 1");
        break;
    case ED_CHARS:
        if (!memchr(at, 0, field->size)) report(type, field->name, "is not terminated");
        break;
    case ED_STR: check_text(check, type, field, at); break;
    case ED_TEXT_PTR:
        if (ed_text_ptr(at) && !ed_text_ptr_read(at, &page).at)
            report(type, field->name, "is a pointer to no text");
        break;
    case ED_ENUM:
    case ED_FLAGS:
        if (!named_holds(field->type, at)) report(type, field->name, "is not a value of its enum");
        break;
    case ED_STRUCT:
    case ED_UNION: check_record(check, field->type, at); break;
    case ED_REF:
        if (!handle_holds(check, field->type, at))
            report(type, field->name, "is a handle without an item");
        break;
    case ED_RECORD_PTR:
        if (!record_ptr_holds(check, field->type, at))
            report(type, field->name, "is a pointer without a record");
        break;
    case ED_SYMBOL:
        if (!ed_symbol_value(field->type, at))
            report(type, field->name, "is a pointer without a name");
        break;
    case ED_PTR:
        memcpy(&address, at, sizeof address);
        if (address && !check->state->live) report(type, field->name, "is an address from a file");
        break;
    default: break;
    }
}

static void check_elements(Check *check, const char *type, const ed_Field *field, const u8 *at,
                           u32 count)
{
    for (u32 i = 0; i < count && !*broken; i++)
        check_element(check, type, field, at + (size_t)i * field->size);
}

static void check_pool(Check *check, const char *type, const ed_Field *field, const u8 *at)
{
    const ed_Pool *pool = (const ed_Pool *)(const void *)at;
    ed_Array items = { pool->items, pool->count, pool->capacity };
    if (!list_holds(check, type, field, &items, field->size)) return;
    if (!ed_pool_is_valid(pool) || (field->count && pool->count > field->count))
        report(type, field->name, "is an invalid pool");
    check_elements(check, type, field, pool->items, pool->count);
}

static void check_field(Check *check, const char *type, const ed_Field *field, const u8 *at)
{
    ed_Array list;
    u32 count = field->count;
    if (field->shape == ED_POOL) {
        check_pool(check, type, field, at);
        return;
    }
    if (field->shape == ED_DYNAMIC) {
        memcpy(&list, at, sizeof list);
        if (list_holds(check, type, field, &list, field->size))
            check_elements(check, type, field, list.items, list.count);
        return;
    }
    if (field->shape == ED_OPTIONAL && at[-1] > 1)
        report(type, field->name, "has a flag that is neither 0 nor 1");
    if (field->shape == ED_OPTIONAL) count = at[-1];
    if (field->shape == ED_BOUNDED) memcpy(&count, at - sizeof count, sizeof count);
    if (field->shape == ED_BOUNDED && count > field->count)
        report(type, field->name, "has a count over its limit");
    if (!*broken) check_elements(check, type, field, at, count);
}

static void check_record(Check *check, const ed_Type *type, const u8 *it)
{
    u32 first = 0, end = type->field_count;
    if (type->kind == ED_UNION) {
        memcpy(&first, it, sizeof first);
        if (first >= end) {
            report(type->name, "", "has an unknown alternative");
            return;
        }
        end = first + 1;
    }
    for (u32 i = first; i < end && !*broken; i++)
        check_field(check, type->name, &type->fields[i], it + type->fields[i].offset);
}

const char *broken_invariant(const ed_State *state)
{
    *broken = 0;
    for (u32 s = 0; s < state->schema->state_count && !*broken; s++) {
        const ed_Type *root = state->schema->states[s];
        Check check = { .state = state, .arena = state->roots[s].arena };
        if (!ed_arena_holds(check.arena, state->roots[s].at, root->size)) {
            report(root->name, "", "is outside its arena");
            break;
        }
        add_extent(&check, state->roots[s].at, root->size);
        check_record(&check, root, state->roots[s].at);
        check_overlaps(&check);
        free(check.extents);
    }
    return *broken ? broken : NULL;
}
