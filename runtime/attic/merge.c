#include "runtime/attic/merge.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "runtime/value/compare.h"

// --- types ---------------------------------------------------------------------------------------

ed_MergeType *ed_merge_type(const ed_Merge *m, const ed_Type *type)
{
    for (u32 t = 0; t < m->schema->type_count; t++)
        if (m->types[t].type == type) return &m->types[t];
    return NULL;
}

static ed_Field element_of(const ed_Field *field)
{
    ed_Field element = *field;
    element.shape = ED_ONE;
    element.count = 1;
    element.offset = 0;
    memset(element.dims, 0, sizeof element.dims);
    return element;
}

static bool open_types(ed_Merge *m)
{
    u32 count = m->schema->type_count;
    m->types = (ed_MergeType *)ed_arena_push(&m->scratch, (count + 1ull) * sizeof *m->types, 8);
    for (u32 t = 0; m->types && t < count; t++) {
        const ed_Type *type = m->schema->types[t];
        m->types[t].type = type;
        m->types[t].fields = (ed_MergeField *)ed_arena_push(
            &m->scratch, (type->field_count + 1ull) * sizeof(ed_MergeField), 8);
        if (!m->types[t].fields) return false;
    }
    for (u32 t = 0; m->types && t < count; t++)
        for (u32 i = 0; i < m->types[t].type->field_count; i++) {
            const ed_Field *field = &m->types[t].type->fields[i];
            m->types[t].fields[i].field = field;
            m->types[t].fields[i].element = element_of(field);
            if (ed_field_is_record(field))
                m->types[t].fields[i].inner = ed_merge_type(m, field->type);
        }
    return m->types != NULL;
}

bool ed_merge_open(ed_Merge *m, const ed_Schema *schema)
{
    *m = (ed_Merge){ .schema = schema };
    if (!ed_arena_open(&m->scratch, "merge", ed_bytes_max, &m->error)
        || !ed_arena_open(&m->keys, "merge", ed_bytes_max, &m->error)
        || !ed_arena_open(&m->written, "merge", ed_snapshot_bytes_max(), &m->error))
        return false;
    ed_write_init(&m->w, &m->written);
    return open_types(m) || ed_arena_check(&m->scratch, &m->error);
}

void ed_merge_close(ed_Merge *m)
{
    ed_arena_close(&m->written);
    ed_arena_close(&m->keys);
    ed_arena_close(&m->scratch);
}

ed_MergeField *ed_merge_field(const ed_Merge *m, const ed_Field *field)
{
    for (u32 t = 0; t < m->schema->type_count; t++) {
        const ed_Type *type = m->types[t].type;
        if (type->field_count && field >= type->fields && field < type->fields + type->field_count)
            return &m->types[t].fields[field - type->fields];
    }
    return NULL;
}

static bool is_walked(const ed_MergeField *field)
{
    bool transient = field->field->flags & ED_FIELD_TRANSIENT;
    return !transient && field->has_source
        && (field->differs || (field->inner && field->inner->reaches));
}

/// Types may contain each other, so the first loop repeats until nothing changes.
bool ed_merge_find_walked(ed_Merge *m)
{
    for (bool again = true; again;) {
        again = false;
        for (u32 t = 0; t < m->schema->type_count; t++)
            for (u32 i = 0; i < m->types[t].type->field_count && !m->types[t].reaches; i++)
                again |= m->types[t].reaches = is_walked(&m->types[t].fields[i]);
    }
    for (u32 t = 0; t < m->schema->type_count; t++) {
        ed_MergeType *type = &m->types[t];
        u32 count = type->type->field_count;
        if (!type->walked)
            type->walked = (u32 *)ed_arena_push(&m->scratch, (count + 1ull) * sizeof(u32), 4);
        if (!type->walked) return ed_arena_check(&m->scratch, &m->error);
        type->walked_count = 0;
        for (u32 i = 0; i < count; i++)
            if (is_walked(&type->fields[i])) type->walked[type->walked_count++] = i;
    }
    return true;
}

// --- single values -------------------------------------------------------------------------------

/// A value in the three states.
typedef struct Versions {
    u8 *now;
    const u8 *base, *old;
    const u8 *initial;      // its default in a new state. NULL: only its type gives one
    bool is_added;          // the newer document had no record that contains it
} Versions;

static Versions at_offset(const Versions *record, size_t offset)
{
    return (Versions){ record->now + offset, record->base + offset, record->old + offset,
                       record->initial ? record->initial + offset : NULL, record->is_added };
}

static bool same(const ed_Field *field, const u8 *one, const u8 *other)
{
    if (field->shape == ED_ONE && !ed_field_is_text(field) && !ed_field_is_record(field))
        return memcmp(one, other, field->size) == 0;
    ed_ValueRef a = ed_value_at(field, one), b = ed_value_at(field, other);
    return ed_value_same(&a, &b);
}

static bool is_ok(const ed_Merge *m) { return m->error.code == ED_OK; }

/// Returns the default that an element of the field has if the record around it gives none, or NULL
/// if memory is full.
static const u8 *element_default(ed_Merge *m, ed_MergeField *merged)
{
    const ed_Field *field = merged->field;
    if (merged->element_default) return merged->element_default;
    merged->element_default = (u8 *)ed_arena_push(&m->scratch, field->size, 16);
    if (merged->element_default) ed_init_element(field, &m->scratch, merged->element_default);
    ed_arena_check(&m->scratch, &m->error);
    return merged->element_default;
}

/// Returns whether an old value may be a default that stands for a value that could not be
/// converted, or for none.
static bool is_stand_in(const ed_MergeField *merged, const ed_Field *element, const Versions *at)
{
    bool inconvertible = merged->row && merged->row->tally.defaulted;
    if (!inconvertible && !merged->has_new_elements) return false;      // as most are not
    if (merged->was_merged) return false;      // it may be the value of an older state
    bool in_list = merged->field->shape > ED_FIXED && merged->field->shape != ED_OPTIONAL;
    ed_ValueRef value = ed_value_at(element, at->old);
    return (in_list && ed_value_is_nothing(&value)) || same(element, at->old, at->initial);
}

/// Returns whether an old list or optional value may be a default that stands for a value that could
/// not be converted.
static bool is_stand_in_whole(const ed_MergeField *merged, const Versions *at)
{
    bool inconvertible = merged->row && merged->row->tally.defaulted;
    return inconvertible && !merged->was_merged && at->initial
        && same(merged->field, at->old, at->initial);
}

/// Stores a copy of the old element.
static void take(ed_Merge *m, const ed_Field *element, u8 *now, const u8 *old)
{
    m->taken = m->any = true;
    if (!ed_field_is_outer_text(element) && !ed_field_is_record(element)) {
        memcpy(now, old, element->size);
        return;
    }
    ed_Reader r;
    m->w.size = 0;
    m->w.live = m->pointers;
    ed_pack_element(&m->w, element, old);
    ed_read_init(&r, m->w.bytes, m->w.size);
    if (ed_write_ok(&m->w))
        ed_decode_into(&r, element, m->arena, m->pointers ? ED_DECODE_POINTERS : 0, now);
    const ed_Error *error = ed_write_ok(&m->w) ? &r.err : &m->w.err;
    if (error->code && is_ok(m)) m->error = *error;
}

static void merge_value(ed_Merge *m, const ed_Field *element, const Versions *at)
{
    if (!same(element, at->now, at->base)) return;
    if (same(element, at->now, at->old)) m->kept = true;
    else take(m, element, at->now, at->old);
}

static void merge_record(ed_Merge *m, const ed_MergeType *type, const Versions *at, bool differs);
static void merge_field(ed_Merge *m, ed_MergeField *merged, const Versions *at, bool differs);

/// Merges the alternative of a union if it is the same in all states.
static void merge_union(ed_Merge *m, const ed_MergeField *merged, const ed_Field *element,
                        const Versions *at, bool differs)
{
    const ed_Type *type = element->type;
    const ed_Field *now = ed_union_alternative(type, at->now);
    if (now == ed_union_alternative(type, at->base) && now == ed_union_alternative(type, at->old)) {
        Versions inside = at_offset(at, now->offset);
        if (ed_union_alternative(type, at->initial) != now) inside.initial = NULL;
        merge_field(m, &merged->inner->fields[now - type->fields], &inside, differs);
    } else if (!m->base_is_now || differs) merge_value(m, element, at);
}

static void merge_element(ed_Merge *m, ed_MergeField *merged, const ed_Field *element,
                          const Versions *versions, bool differs)
{
    Versions at = *versions;
    if (!at.initial) at.initial = element_default(m, merged);
    at.is_added |= !merged->had_records;
    if (!at.initial || is_stand_in(merged, element, &at)) return;
    if (!merged->inner) merge_value(m, element, &at);
    else if (element->kind == ED_UNION) merge_union(m, merged, element, &at, differs);
    else merge_record(m, merged->inner, &at, differs);
}

// --- lists ---------------------------------------------------------------------------------------

static void merge_optional(ed_Merge *m, ed_MergeField *merged, const Versions *at, bool differs)
{
    const ed_Field *element = &merged->element;
    bool now = at->now[-1], old = at->old[-1];
    if (now != (bool)at->base[-1] || (m->base_is_now && !differs && now != old)) return;
    Versions value = *at;
    if (at->initial && !at->initial[-1]) value.initial = NULL;
    if (now && old) merge_element(m, merged, element, &value, differs);
    else if (now == old) m->kept = true;
    else if (!now || same(element, at->now, at->base)) {
        memset(at->now, 0, element->size);
        at->now[-1] = old;
        if (old) ed_init_element(element, m->arena, at->now);
        if (old) take(m, element, at->now, at->old);
        m->taken = m->any = true;
    }
}

/// The items of a list in one of the three states.
typedef struct Items {
    u8 *at;
    u32 count, size;
    ed_Pool pool;             // if items are matched by handle
    const ed_Field *key;      // if items are matched by key
    u64 *hashes;              // of the keys
    u32 *slots;               // index + 1 of an item, by hash; 0: empty
    u32 mask;
} Items;

static bool index_keys(ed_Merge *m, Items *items)
{
    u64 room = 16;
    while (room < items->count * 2ull) room *= 2;
    items->mask = (u32)(room - 1);
    items->slots = (u32 *)ed_arena_push(&m->keys, room * sizeof *items->slots, 4);
    items->hashes =
        (u64 *)ed_arena_push(&m->keys, (items->count + 1ull) * sizeof *items->hashes, 8);
    if (!items->slots || !items->hashes) return ed_arena_check(&m->keys, &m->error);
    for (u32 i = 0; i < items->count; i++) {
        const u8 *item = items->at + (size_t)i * items->size;
        ed_ValueRef key = ed_value_at(items->key, item + items->key->offset);
        u64 hash = items->hashes[i] = ed_value_hash(&key);
        u32 slot = (u32)hash & items->mask;
        while (items->slots[slot]) slot = (slot + 1) & items->mask;
        items->slots[slot] = i + 1;
    }
    return true;
}

/// Returns the only item with that key, or UINT32_MAX if no item has it, or several have.
static u32 find_key(const Items *items, u64 hash)
{
    u32 found = UINT32_MAX;
    for (u32 slot = (u32)hash & items->mask; items->slots[slot]; slot = (slot + 1) & items->mask) {
        if (items->hashes[items->slots[slot] - 1] != hash) continue;
        if (found != UINT32_MAX) return UINT32_MAX;
        found = items->slots[slot] - 1;
    }
    return found;
}

/// Returns false if memory is full.
static bool open_items(ed_Merge *m, const ed_MergeField *merged, const u8 *at, Items *items)
{
    const ed_Field *field = merged->field;
    ed_ElementSpan all = ed_field_elements(field, at);
    *items = (Items){ .at = all.at, .count = all.count, .size = field->size };
    if (merged->by == ED_BY_HANDLE) memcpy(&items->pool, at, sizeof items->pool);
    if (merged->by != ED_BY_KEY) return true;
    items->key = field->type->key;
    return index_keys(m, items);
}

/// Returns the item of another state for an item of this one, or UINT32_MAX.
static u32 find_item(const Items *own, u32 index, const Items *other, ed_MatchBy by)
{
    if (by == ED_BY_HANDLE) {
        ed_Ref ref = ed_pool_ref(&own->pool, index);
        return ed_pool_has(&other->pool, ref) ? other->pool.slots[ref.index].at : UINT32_MAX;
    }
    if (by == ED_BY_INDEX) return index < other->count ? index : UINT32_MAX;
    u64 hash = own->hashes[index];
    return find_key(own, hash) == UINT32_MAX ? UINT32_MAX : find_key(other, hash);
}

/// Adds an old item at the end of the new list, if there is room.
static void add_item(ed_Merge *m, const ed_MergeField *merged, u8 *at, const u8 *old)
{
    u8 *item = NULL;
    const ed_Field *field = merged->field;
    u32 align = ed_field_align(field), count;
    switch (field->shape) {
    case ED_POOL:
        item = (u8 *)ed_pool_add(m->arena, (ed_Pool *)(void *)at, field->size, align);
        break;
    case ED_DYNAMIC:
        item = (u8 *)ed_array_add(m->arena, (ed_Array *)(void *)at, field->size, align);
        break;
    default:
        count = ed_bounded_count(field, at);
        if (count == field->count) return;
        item = at + (size_t)count * field->size;
        memset(item, 0, field->size);
        count++;
        memcpy(at - sizeof count, &count, sizeof count);
    }
    if (!item) return;
    ed_init_element(&merged->element, m->arena, item);
    take(m, &merged->element, item, old);
}

static void clear_list(const ed_Field *field, u8 *at)
{
    u32 none = 0, count = field->shape == ED_BOUNDED ? ed_bounded_count(field, at) : 0;
    if (field->shape == ED_DYNAMIC) memset(at, 0, sizeof(ed_Array));
    if (field->shape != ED_BOUNDED) return;
    memset(at, 0, (size_t)count * field->size);
    memcpy(at - sizeof none, &none, sizeof none);
}

static const u8 *item_at(const Items *items, u32 index)
{
    return items->at + (size_t)index * items->size;
}

static void take_list(ed_Merge *m, const ed_MergeField *merged, u8 *now, const Items *old)
{
    clear_list(merged->field, now);
    m->taken = m->any = true;
    for (u32 i = 0; i < old->count && is_ok(m); i++) add_item(m, merged, now, item_at(old, i));
}

/// The items of the same list in the three states.
typedef struct Lists {
    Items now, base, old;
} Lists;

/// Finds the item of base and that of old for an item of now. Base and old have the same items,
/// unless the layout in between cut some.
static bool find_versions(const ed_Merge *m, const Lists *lists, u32 index, ed_MatchBy by,
                          u32 *base, u32 *old)
{
    if (m->base_is_now) {
        *base = index;
        *old = find_item(&lists->now, index, &lists->old, by);
        return *old != UINT32_MAX;
    }
    *base = find_item(&lists->now, index, &lists->base, by);
    if (*base == UINT32_MAX) return false;
    bool same_items = lists->base.count == lists->old.count;
    *old = same_items ? *base : find_item(&lists->base, *base, &lists->old, by);
    return *old != UINT32_MAX;
}

static void merge_items(ed_Merge *m, ed_MergeField *merged, const Lists *lists, bool is_added,
                        bool differs)
{
    for (u32 i = 0; i < lists->now.count && is_ok(m); i++) {
        u32 b, o;
        if (!find_versions(m, lists, i, merged->by, &b, &o)) continue;
        const Versions item = { lists->now.at + (size_t)i * lists->now.size,
                                item_at(&lists->base, b), item_at(&lists->old, o), NULL, is_added };
        merge_element(m, merged, &merged->element, &item, differs);
    }
}

/// Adds the old items that a layout in between had no room for.
static void take_cut_items(ed_Merge *m, const ed_MergeField *merged, u8 *at, const Lists *lists)
{
    u32 start = merged->by == ED_BY_INDEX ? lists->now.count : 0;
    for (u32 i = start; i < lists->old.count && is_ok(m); i++)
        if (find_item(&lists->old, i, &lists->base, merged->by) == UINT32_MAX
            && find_item(&lists->old, i, &lists->now, merged->by) == UINT32_MAX)
            add_item(m, merged, at, item_at(&lists->old, i));
}

/// A pool that was empty gets the handles of the old one, too.
static void take_slots(ed_Merge *m, u8 *at, const Items *old)
{
    ed_Pool now;
    memcpy(&now, at, sizeof now);
    size_t slots = old->pool.slot_count * sizeof *now.slots;
    if (!slots || now.count != old->count) return;
    now.slots = (ed_Slot *)ed_arena_push(m->arena, slots, _Alignof(ed_Slot));
    if (!now.slots) return;
    memcpy(now.slots, old->pool.slots, slots);
    if (now.count) memcpy(now.owners, old->pool.owners, now.count * sizeof *now.owners);
    now.slot_count = now.slot_capacity = old->pool.slot_count;
    now.free_slot = old->pool.free_slot;
    memcpy(at, &now, sizeof now);
}

/// Returns whether the list is taken as a whole if it was not changed: its items are not records, it
/// had fewer of them, or the newer document had no records for it.
static bool is_one_value(const ed_MergeField *merged, const Lists *lists, bool is_added)
{
    return merged->field->shape != ED_POOL
        && (!merged->inner || lists->old.count < lists->now.count || is_added
            || !merged->had_records);
}

static void merge_list(ed_Merge *m, ed_MergeField *merged, const Versions *at, bool differs)
{
    const ed_Field *field = merged->field;
    Lists lists;
    size_t used = m->keys.used;
    if (!open_items(m, merged, at->now, &lists.now) || !open_items(m, merged, at->old, &lists.old))
        return;
    lists.base = lists.now;
    if (!m->base_is_now && !open_items(m, merged, at->base, &lists.base)) return;
    u32 length = m->base_is_now && !differs ? lists.old.count : lists.base.count;
    bool same_length = lists.now.count == length;
    if (same_length && is_one_value(merged, &lists, at->is_added)
        && same(field, at->now, at->base)) {
        if (same(field, at->now, at->old)) m->kept = true;
        else take_list(m, merged, at->now, &lists.old);
    } else if (merged->inner) {
        m->kept |= same_length;
        // the list may have the length of the old one, while that of base was cut in between
        if (same_length || merged->by != ED_BY_INDEX || lists.now.count == lists.old.count)
            merge_items(m, merged, &lists, at->is_added, differs);
        if (same_length && lists.old.count > lists.now.count)
            take_cut_items(m, merged, at->now, &lists);
        if (merged->by == ED_BY_HANDLE && !lists.now.count && !lists.now.pool.slot_count)
            take_slots(m, at->now, &lists.old);
    }
    m->keys.used = used;
}

// --- records -------------------------------------------------------------------------------------

static void merge_elements(ed_Merge *m, ed_MergeField *merged, const Versions *at, bool differs)
{
    const ed_Field *field = merged->field;
    for (u32 i = 0; i < (field->shape == ED_FIXED ? field->count : 1) && is_ok(m); i++) {
        const Versions item = at_offset(at, (size_t)i * field->size);
        merge_element(m, merged, &merged->element, &item, differs);
    }
}

/// `at`: the value of the field. `differs`: that of the field around it may, and what is taken in it
/// counts there.
static void merge_field(ed_Merge *m, ed_MergeField *merged, const Versions *at, bool differs)
{
    if ((!differs && !is_walked(merged)) || !is_ok(m)) return;
    if (merged->field->flags & ED_FIELD_TRANSIENT) return;
    const bool taken = m->taken, kept = m->kept;
    const bool whole = merged->field->shape != ED_ONE && merged->field->shape != ED_FIXED;
    if (whole && is_stand_in_whole(merged, at)) return;
    m->taken = m->kept = false;
    bool all = differs || merged->differs;
    switch (merged->field->shape) {
    case ED_ONE:
    case ED_FIXED: merge_elements(m, merged, at, all); break;
    case ED_OPTIONAL: merge_optional(m, merged, at, all); break;
    default: merge_list(m, merged, at, all);
    }
    merged->touched |= m->taken || m->kept;
    if (!differs) {
        merged->taken += m->taken;
        merged->kept += m->kept && !m->taken && !m->again;
    }
    m->taken = taken || (differs && m->taken);
    m->kept = kept || (differs && m->kept);
}

static void merge_record(ed_Merge *m, const ed_MergeType *type, const Versions *at, bool differs)
{
    u32 count = differs ? type->type->field_count : type->walked_count;
    for (u32 i = 0; i < count; i++) {
        u32 index = differs ? i : type->walked[i];
        const Versions value = at_offset(at, type->type->fields[index].offset);
        merge_field(m, &type->fields[index], &value, differs);
    }
}

bool ed_merge_state(ed_Merge *m, const ed_Type *type, ed_RootMemory *now, const ed_RootMemory *base,
                    const ed_RootMemory *old, bool differs)
{
    ed_MergeType *merged = ed_merge_type(m, type);
    m->arena = now->arena;
    m->taken = m->kept = false;
    if (!merged || (!differs && !merged->reaches)) return false;
    if (!merged->initial) merged->initial = ed_state_init(type, &m->scratch);
    const Versions at = { (u8 *)now->at, (const u8 *)base->at, (const u8 *)old->at,
                          (const u8 *)merged->initial, false };
    if (merged->initial) merge_record(m, merged, &at, differs);
    ed_arena_check(now->arena, &m->error);
    ed_arena_check(&m->scratch, &m->error);
    return m->taken || m->kept;
}
