/// The three-way merge of a retained state into the state that was loaded (attic.h).
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/migrate/attic.h"
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/handles.h"
#include "runtime/migrate/load_document.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/layout.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "runtime/value/compare.h"

// --- documents in a layout -----------------------------------------------------------------------

/// A document that was loaded into some layout, in memory of its own.
typedef struct Loaded {
    ed_DocumentLoad load;
    ed_State state;
    ed_RootMemory roots[ED_ROOTS_MAX];
    ed_Arena arenas[ED_ROOTS_MAX];
    ed_Arena scratch;
    ed_Report report;
} Loaded;

/// A document, and how many renames there were before it was loaded.
typedef struct Source {
    ed_Span document;
    u32 renames;
    bool from_file;
} Source;

typedef struct Merging {
    ed_Attic *attic;
    ed_DocumentLoad *load;
    Source sources[ED_ATTIC_STATES_MAX + 1];      // that values of the new state come from: first
                                                  // the document, then merged states
    u32 source_count;
} Merging;

static Source source_of(const ed_Retained *retained)
{
    return (Source){ retained->document, retained->renames, retained->from_file };
}

static void close_loaded(Loaded *loaded)
{
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) ed_arena_close(&loaded->arenas[i]);
    ed_arena_close(&loaded->scratch);
}

/// Fails the load if memory is full. Any other error is one of the retained state alone.
static bool check_memory(const Merging *m, const ed_Error *error)
{
    bool memory = error->code == ED_ERR_LIMIT || error->code == ED_ERR_OS;
    if (memory && ed_read_ok(&m->load->r))
        ed_read_fail(&m->load->r, error->code, m->load->r.at,
                     "not enough memory to restore values from the attic: %s", error->text);
    return error->code == ED_OK;
}

/// False if it cannot be loaded. The caller closes it in any case.
static bool load_into(const Merging *m, const Source *source, const ed_Schema *schema,
                      Loaded *loaded)
{
    const ed_State *now = m->load->state;
    ed_Error error = { .code = ED_OK };
    *loaded = (Loaded){ .state = { .game = now->game,
                                   .schema = schema,
                                   .roots = loaded->roots,
                                   .live = true,
                                   .no_pointers = source->from_file || now->no_pointers,
                                   .budget = now->budget } };
    if (schema->state_count > ED_ROOTS_MAX) return false;
    if (!ed_arena_open(&loaded->scratch, "types of a retained state", ed_work_bytes_max(), &error))
        return check_memory(m, &error);
    for (u32 i = 0; i < schema->state_count; i++) {
        loaded->roots[i].arena = &loaded->arenas[i];
        if (!ed_arena_open(&loaded->arenas[i], "retained state", ed_bytes_max, &error))
            return check_memory(m, &error);
    }
    ed_DocumentLoad *load = &loaded->load;
    load->bytes = source->document;
    load->state = &loaded->state;
    load->scratch = &loaded->scratch;
    load->report = &loaded->report;
    ed_document_load_open(load);
    load->plan.live = false;      // no rename is assumed
    const ed_NamesToday names = { m->attic, source->renames };
    ed_document_load_run(load, ed_attic_rename_types, &names);
    return ed_arena_check(&loaded->scratch, &error) ? check_memory(m, &load->r.err)
                                                    : check_memory(m, &error);
}

/// Takes the former names from the types, or gives them back. Old values that are loaded into these
/// types are called as the types are now, and no former name may send them elsewhere.
static void swap_former_names(ed_DocumentTypes *types, u32 *counts)
{
    for (u32 t = 0; t < types->count; t++)
        for (u32 i = 0; i < types->types[t].field_count; i++) {
            ed_Field *field = (ed_Field *)(uintptr_t)&types->types[t].fields[i];
            u32 count = *counts;
            *counts++ = field->was_count;
            field->was_count = count;
        }
}

static u32 *push_counts(ed_Arena *arena, const ed_DocumentTypes *types)
{
    u64 fields = 1;
    for (u32 t = 0; t < types->count; t++) fields += types->types[t].field_count;
    return (u32 *)ed_arena_push(arena, fields * sizeof(u32), 4);
}

/// What the game would have now if it had not changed the state `old` before the document `since`:
/// `old` in the layout of `since`, and then in the new layout.
static bool load_base(const Merging *m, const Source *old, const Source *since, Loaded *base)
{
    ed_Arena arena = { .base = NULL }, packed = { .base = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Document document;
    ed_Schema schema;
    Loaded between;
    ed_Writer w = { .bytes = NULL };
    bool good =
        ed_arena_open(&arena, "types of a retained state", ed_work_bytes_max(), &error)
        && ed_arena_open(&packed, "retained state", ed_snapshot_bytes_max(), &error)
        && ed_document_read(since->document.at, since->document.size, &arena, &document, &error)
        && ed_layout(&document, &arena, &schema, &error);
    check_memory(m, &error);
    u32 *counts = good ? push_counts(&arena, &document.types) : NULL;
    if (counts) {
        ed_attic_rename_types(&(ed_NamesToday){ m->attic, since->renames }, &document.types);
        swap_former_names(&document.types, counts);
        good = load_into(m, old, &schema, &between);
        swap_former_names(&document.types, counts);
        ed_write_init(&w, &packed);
        if (good) ed_document_begin(&w, &between.state, false);
        if (good) ed_document_end(&w, &between.state, 0);
        close_loaded(&between);
    }
    good = check_memory(m, (ed_arena_check(&arena, &error), &error)) && good;
    ed_arena_close(&arena);
    const Source middle = { { w.bytes, w.size }, UINT32_MAX, old->from_file };
    *base = (Loaded){ .scratch = { .base = NULL } };
    good = good && check_memory(m, &w.err) && load_into(m, &middle, m->load->state->schema, base);
    ed_arena_close(&packed);
    return good;
}

// --- which fields --------------------------------------------------------------------------------

/// What the merge knows of a pair of types, besides its plan.
typedef struct LostPair {
    bool *fields;      // for each old field: the retained reload lost something in it
    bool inside;       // in this type or in one that it contains
} LostPair;

/// A place in the types of the retained state: a hash of the fields from the root to it. A type
/// that contains itself has one place, that of the first time it is entered.
typedef struct Place {
    const struct Place *outer;
    const ed_Type *type;
    u64 path;
} Place;

typedef struct Merge {      // of one retained state
    const ed_Retained *retained;
    const ed_Plan *plan;           // from the retained state to the new layout
    const ed_Plan *current;        // from the document to the new layout
    const ed_Plan *base_plan;      // of the last load of base
    LostPair *pairs;               // for each of plan->pairs
    ed_Arena *scratch, *keys;
    ed_Arena *arena;      // of the new root
    ed_Decoder d;         // reads values in memory
    ed_Reader r;
    ed_Writer w;
    struct Defaults *defaults;
    bool taken;            // a value of the field that is being merged was taken from the old state
    bool kept;             // or was not changed by the game, and is the same in the old state
    bool any;              // a value of any field was taken
    bool counts_kept;      // false if another merge of this state has counted them
} Merge;

/// A value in the three states, which have the same layout.
typedef struct Versions {
    u8 *now;
    const u8 *base, *old;
} Versions;

static Versions at_offset(const Versions *record, size_t offset)
{
    return (Versions){ record->now + offset, record->base + offset, record->old + offset };
}

static bool is_lost(const ed_Retained *retained, const ed_Type *types, const ed_Type *type,
                    u32 field)
{
    for (u32 i = 0; i < retained->lost_count; i++)
        if (retained->lost[i].field == field && types + retained->lost[i].type == type) return true;
    return false;
}

static u64 path_of(const ed_Type *types, const ed_Type *type, u64 outer, u32 field)
{
    return ed_hash_u64(ed_hash_u64(outer, (u64)(type - types)), field);
}

static Place enter(const Place *outer, const ed_Type *type, u64 path)
{
    for (const Place *place = outer; place; place = place->outer)
        if (place->type == type) return (Place){ outer, type, place->path };
    return (Place){ outer, type, path };
}

static bool is_whole(const ed_Retained *retained, u64 path)
{
    for (u32 i = 0; i < retained->whole_count; i++)
        if (retained->whole[i] == path) return true;
    return false;
}

static u32 moved_from(const ed_TypePlan *pair, u32 move)
{
    return (u32)(ed_match_part(pair->from, pair->moves[move].path, NULL).outer
                 - pair->from->fields);
}

static LostPair *lost_of(const Merge *m, const ed_TypePlan *pair)
{
    return pair ? &m->pairs[pair - m->plan->pairs] : NULL;
}

static bool reaches_loss(const Merge *m, const ed_PlanField *field)
{
    const LostPair *inner = lost_of(m, field->inner);
    return inner && inner->inside;
}

/// Whether a type has a lost field, or contains one that has.
static bool has_loss(const Merge *m, const ed_Type *type, u32 depth)
{
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (is_lost(m->retained, m->plan->types, type, i)) return true;
        if (depth && ed_field_is_record(field) && has_loss(m, field->type, depth - 1)) return true;
    }
    return false;
}

#define CONVERTED_DEPTH 4u      // of records that are converted to values of another kind

static bool mark_pair(Merge *m, u32 index)
{
    const ed_TypePlan *pair = &m->plan->pairs[index];
    LostPair *lost = &m->pairs[index];
    lost->fields = (bool *)ed_arena_push(m->scratch, pair->from->field_count + 1u, 1);
    for (u32 i = 0; lost->fields && i < pair->from->field_count; i++) {
        const ed_PlanField *field = &pair->fields[i];
        bool converted = field->to && !field->inner && ed_field_is_record(field->from);
        lost->fields[i] = is_lost(m->retained, m->plan->types, pair->from, i)
                       || (converted && has_loss(m, field->from->type, CONVERTED_DEPTH));
        lost->inside |= lost->fields[i];
    }
    return lost->fields != NULL;
}

/// Types may contain each other, so the loop repeats until nothing changes.
static bool mark_pairs(Merge *m)
{
    m->pairs = (LostPair *)ed_arena_push(m->scratch, (m->plan->count + 1) * sizeof *m->pairs, 8);
    for (u32 p = 0; p < m->plan->count; p++)
        if (!m->pairs || !mark_pair(m, p)) return false;
    for (bool again = m->pairs != NULL; again;) {
        again = false;
        for (u32 p = 0; p < m->plan->count; p++) {
            const ed_TypePlan *pair = &m->plan->pairs[p];
            bool reaches = m->pairs[p].inside;
            for (u32 i = 0; !reaches && i < pair->from->field_count; i++)
                reaches = pair->fields[i].to && reaches_loss(m, &pair->fields[i]);
            for (u32 i = 0; !reaches && i < pair->move_count; i++)
                reaches = reaches_loss(m, &pair->moves[i].field);
            again |= reaches && !m->pairs[p].inside;
            m->pairs[p].inside = reaches;
        }
    }
    return m->pairs != NULL;
}

// --- single values -------------------------------------------------------------------------------

static ed_Field element_of(const ed_Field *field)
{
    ed_Field element = *field;
    element.shape = ED_ONE;
    element.count = 1;
    element.offset = 0;
    memset(element.dims, 0, sizeof element.dims);
    return element;
}

static bool same(Merge *m, const ed_Field *field, const u8 *one, const u8 *other)
{
    ed_ValueRef a = ed_value_at(field, one), b = ed_value_at(field, other);
    (void)m;
    return ed_value_same(&a, &b);
}

/// How a field of a new record begins, and how an element of its type begins.
typedef struct Defaults {
    struct Defaults *next;
    const ed_Field *field;
    const ed_Field *source;      // that feeds it in base, or NULL
    u8 *whole, *element;
} Defaults;

static const ed_Field *source_of_base(const Merge *m, const ed_Field *field)
{
    for (u32 p = 0; p < m->base_plan->count; p++) {
        const ed_TypePlan *pair = &m->base_plan->pairs[p];
        for (u32 i = 0; i < pair->from->field_count; i++)
            if (pair->fields[i].to == field) return pair->fields[i].from;
        for (u32 i = 0; i < pair->move_count; i++)
            if (pair->moves[i].field.to == field) return pair->moves[i].field.from;
    }
    return NULL;
}

static const Defaults *defaults_of(Merge *m, const ed_Field *field)
{
    ed_Field alone;
    for (const Defaults *known = m->defaults; known; known = known->next)
        if (known->field == field) return known;
    Defaults *defaults = (Defaults *)ed_arena_push(m->scratch, sizeof *defaults, 8);
    u8 *record = ed_field_wrap(field, m->scratch, &alone),
       *element = (u8 *)ed_arena_push(m->scratch, field->size, 16);
    if (!defaults || !record || !element) {
        ed_arena_check(m->scratch, &m->r.err);
        return NULL;
    }
    ed_init_element(field, m->scratch, element);
    *defaults =
        (Defaults){ m->defaults, field, source_of_base(m, field), record + alone.offset, element };
    m->defaults = defaults;
    return defaults;
}

/// Whether element `index` of a field is as it begins.
static bool is_default(Merge *m, const ed_Field *field, u32 index, const u8 *at)
{
    ed_Field element = element_of(field);
    bool inside = field->shape == ED_ONE || field->shape == ED_FIXED;
    const Defaults *defaults = defaults_of(m, field);
    if (!defaults) return false;
    return same(m, &element, at,
                inside ? defaults->whole + (size_t)index * field->size : defaults->element);
}

/// Whether element `index` of a fixed array is beyond the array that the state before the load had.
static bool is_beyond(const ed_Field *from, const ed_Field *to, u32 index)
{
    u32 left = to->count;
    if (from->shape != ED_FIXED || to->shape != ED_FIXED
        || ed_field_rank(from) != ed_field_rank(to))
        return false;
    for (u32 d = 0; d < ed_field_rank(to); d++) {
        left /= to->dims[d];
        if (index / left % to->dims[d] >= from->dims[d]) return true;
    }
    return false;
}

/// Whether the state before the load had no such element, as far as one can tell.
static bool was_absent(Merge *m, const ed_Field *field, u32 index, const u8 *now)
{
    const Defaults *defaults = defaults_of(m, field);
    if (!defaults) return false;
    bool inside = field->shape == ED_ONE || field->shape == ED_FIXED;
    return (inside && !defaults->source) || (inside && is_beyond(defaults->source, field, index))
        || is_default(m, field, index, now);
}

/// The same for a whole list or an optional value.
static bool was_absent_list(Merge *m, const ed_Field *field, const u8 *now)
{
    const Defaults *defaults = defaults_of(m, field);
    return defaults && (!defaults->source || same(m, field, now, defaults->whole));
}

/// Whether the old value may be a default that stands for a value that could not be converted.
static bool is_stand_in(Merge *m, const ed_PlanField *field, u32 index, const u8 *old)
{
    if (!field->row || !field->row->tally.defaulted) return false;
    ed_Field element = element_of(field->to);
    ed_ValueRef value = ed_value_at(&element, old);
    return ed_value_is_nothing(&value) || is_default(m, field->to, index, old);
}

/// Stores a copy of the old element.
static void take(Merge *m, const ed_Field *element, u8 *now, const u8 *old)
{
    m->taken = m->any = true;
    if (element->kind != ED_STR && !ed_field_is_record(element)) {
        memcpy(now, old, element->size);
        return;
    }
    ed_Reader r;
    m->w.size = 0;
    ed_pack_element(&m->w, element, old);
    ed_read_init(&r, m->w.bytes, m->w.size);
    if (ed_write_ok(&m->w))
        ed_decode_into(&r, element, m->arena, m->d.live ? ED_DECODE_POINTERS : 0, now);
    const ed_Error *error = ed_write_ok(&m->w) ? &r.err : &m->w.err;
    if (error->code && ed_read_ok(&m->r)) m->r.err = *error;
}

static void take_if_unchanged(Merge *m, const ed_PlanField *field, const ed_Field *element,
                              u32 index, const Versions *at)
{
    if (!same(m, element, at->now, at->base) || is_stand_in(m, field, index, at->old)) return;
    if (same(m, element, at->now, at->old)) m->kept = true;
    else take(m, element, at->now, at->old);
}

static void merge_record(Merge *m, const ed_TypePlan *pair, const Place *place, const Versions *at);
static void merge_field(Merge *m, const ed_PlanField *field, bool lost, const Place *place,
                        u64 path, const Versions *at);

/// A field to merge: what the functions below pass on.
typedef struct Target {
    const ed_PlanField *field;
    bool lost;
    const Place *place;      // of the record with the field
    u64 path;                // of the field
} Target;

static void merge_union(Merge *m, const Target *target, const ed_Field *element, u32 index,
                        const Versions *at)
{
    const ed_TypePlan *pair = target->field->inner;
    const ed_Field *now = ed_union_alternative(element->type, at->now);
    if (now != ed_union_alternative(element->type, at->base)
        || now != ed_union_alternative(element->type, at->old)) {
        if (target->lost) take_if_unchanged(m, target->field, element, index, at);
        return;
    }
    const Place place = enter(target->place, pair->from, target->path);
    for (u32 i = 0; i < pair->from->field_count; i++) {
        if (pair->fields[i].to != now) continue;
        const Versions inside = at_offset(at, now->offset);
        merge_field(m, &pair->fields[i], lost_of(m, pair)->fields[i], &place,
                    path_of(m->plan->types, pair->from, place.path, i), &inside);
    }
}

/// Element `index` of a field or of a list.
static void merge_element(Merge *m, const Target *target, const ed_Field *element, u32 index,
                          const Versions *at)
{
    const ed_TypePlan *pair = target->field->inner;
    bool gone = target->lost && (!pair || was_absent(m, target->field->to, index, at->now));
    if (gone && (!pair || same(m, element, at->now, at->base)))      // there was no such record
        take_if_unchanged(m, target->field, element, index, at);
    else if (pair && element->kind == ED_UNION) merge_union(m, target, element, index, at);
    else if (pair && lost_of(m, pair)->inside) {
        const Place place = enter(target->place, pair->from, target->path);
        merge_record(m, pair, &place, at);
    }
}

// --- lists ---------------------------------------------------------------------------------------

static void take_optional(Merge *m, const Target *target, const Versions *at)
{
    ed_Field element = element_of(target->field->to);
    u8 *there = at->now - 1;
    memset(at->now, 0, element.size);
    m->taken = m->any = true;
    *there = at->old[-1] != 0;
    if (!*there) return;
    ed_init_element(&element, m->arena, at->now);
    take(m, &element, at->now, at->old);
}

static void merge_optional(Merge *m, const Target *target, const Versions *at)
{
    const ed_Field *to = target->field->to;
    ed_Field element = element_of(to);
    bool now = at->now[-1], old = at->old[-1];
    if (now != (bool)at->base[-1]) return;
    bool gone = target->lost && (now != old || was_absent_list(m, to, at->now))
             && same(m, to, at->now, at->base);
    if (gone && same(m, to, at->now, at->old)) m->kept = true;
    else if (gone) take_optional(m, target, at);
    else if (now && old) merge_element(m, target, &element, 0, at);
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

typedef enum MatchBy { BY_INDEX, BY_HANDLE, BY_KEY } MatchBy;

static bool index_keys(Merge *m, Items *items)
{
    u64 room = 16;
    while (room < items->count * 2ull) room *= 2;
    items->mask = (u32)(room - 1);
    items->slots = (u32 *)ed_arena_push(m->keys, room * sizeof *items->slots, 4);
    items->hashes = (u64 *)ed_arena_push(m->keys, (items->count + 1ull) * sizeof *items->hashes, 8);
    if (!items->slots || !items->hashes) return false;
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

/// The only item with that key. UINT32_MAX if no item has it, or several have.
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

/// Whether the current document has keys for records of the new type.
static bool has_keys(const ed_Plan *plan, const ed_Type *type)
{
    for (u32 p = 0; p < plan->count; p++)
        if (plan->pairs[p].to == type && plan->pairs[p].key && plan->pairs[p].from->key)
            return true;
    return false;
}

static MatchBy match_by(const Merge *m, const ed_PlanField *field)
{
    const ed_TypePlan *pair = field->inner;
    if (field->to->shape == ED_POOL && field->from->shape == ED_POOL) return BY_HANDLE;
    return pair && pair->key && has_keys(m->current, pair->to) ? BY_KEY : BY_INDEX;
}

/// False if memory is full.
static bool open_items(Merge *m, const ed_Field *to, MatchBy by, const u8 *at, Items *items)
{
    ed_ElementSpan all = ed_field_elements(to, at);
    *items = (Items){ .at = all.at, .count = all.count, .size = to->size };
    if (by == BY_HANDLE) memcpy(&items->pool, at, sizeof items->pool);
    if (by != BY_KEY) return true;
    items->key = to->type->key;
    return index_keys(m, items);
}

/// The item of another state for an item of this one, or UINT32_MAX.
static u32 find_item(const Items *own, u32 index, const Items *other, MatchBy by)
{
    if (by == BY_HANDLE) {
        ed_Ref ref = ed_pool_ref(&own->pool, index);
        return ed_pool_has(&other->pool, ref) ? other->pool.slots[ref.index].at : UINT32_MAX;
    }
    if (by == BY_INDEX) return index < other->count ? index : UINT32_MAX;
    u64 hash = own->hashes[index];
    return find_key(own, hash) == UINT32_MAX ? UINT32_MAX : find_key(other, hash);
}

/// Adds an old item at the end of the new list, if there is room.
static void add_item(Merge *m, const ed_Field *to, const ed_Field *element, u8 *at, const u8 *old)
{
    u8 *item = NULL;
    u32 align = ed_field_align(to), count;
    switch (to->shape) {
    case ED_POOL: item = (u8 *)ed_pool_add(m->arena, (ed_Pool *)(void *)at, to->size, align); break;
    case ED_DYNAMIC:
        item = (u8 *)ed_array_add(m->arena, (ed_Array *)(void *)at, to->size, align);
        break;
    default:
        count = ed_bounded_count(to, at);
        if (count == to->count) return;
        item = at + (size_t)count * to->size;
        memset(item, 0, to->size);
        count++;
        memcpy(at - sizeof count, &count, sizeof count);
    }
    if (!item) return;
    ed_init_element(element, m->arena, item);
    take(m, element, item, old);
}

static void clear_list(const ed_Field *to, u8 *at)
{
    u32 none = 0, count = to->shape == ED_BOUNDED ? ed_bounded_count(to, at) : 0;
    if (to->shape == ED_DYNAMIC) memset(at, 0, sizeof(ed_Array));
    if (to->shape != ED_BOUNDED) return;
    memset(at, 0, (size_t)count * to->size);
    memcpy(at - sizeof none, &none, sizeof none);
}

/// Replaces the whole list by the old one.
static void take_list(Merge *m, const ed_Field *to, const ed_Field *element, u8 *now,
                      const Items *old)
{
    clear_list(to, now);
    m->taken = m->any = true;
    for (u32 i = 0; i < old->count && ed_read_ok(&m->r); i++)
        add_item(m, to, element, now, old->at + (size_t)i * to->size);
}

/// Adds the old items that the current document did not have room for.
static void take_cut_items(Merge *m, const ed_Field *to, const ed_Field *element, u8 *at,
                           MatchBy by, const Items *now, const Items *base, const Items *old)
{
    for (u32 i = by == BY_INDEX ? now->count : 0; i < old->count && ed_read_ok(&m->r); i++)
        if (find_item(old, i, base, by) == UINT32_MAX && find_item(old, i, now, by) == UINT32_MAX)
            add_item(m, to, element, at, old->at + (size_t)i * to->size);
}

/// Values that are not records are one value with their list. Records are merged one by one, and
/// those that were cut off come back if the list still has the length that it was cut to.
static void merge_list(Merge *m, const Target *target, const Versions *at)
{
    const ed_Field *to = target->field->to;
    ed_Field element = element_of(to);
    MatchBy by = match_by(m, target->field);
    Items now, base, old;
    size_t used = m->keys->used;
    if (!open_items(m, to, by, at->now, &now) || !open_items(m, to, by, at->base, &base)
        || !open_items(m, to, by, at->old, &old)) {
        ed_arena_check(m->keys, &m->r.err);
        return;
    }
    bool length = now.count == base.count, lost = target->lost,
         whole =
             lost && length && to->shape != ED_POOL
             && (!target->field->inner || old.count < now.count || was_absent_list(m, to, at->now));
    if (whole && same(m, to, at->now, at->base)) {
        if (same(m, to, at->now, at->old)) m->kept = true;
        else take_list(m, to, &element, at->now, &old);
    } else if (target->field->inner) {
        m->kept |= lost && length;
        // the list may have the length of the old one again, while that of base was cut in between
        bool matched = length || by != BY_INDEX || now.count == old.count;
        for (u32 i = 0; matched && i < now.count && ed_read_ok(&m->r); i++) {
            // base and old have the same items, unless the layout in between cut some
            u32 b = find_item(&now, i, &base, by);
            if (b == UINT32_MAX) continue;
            u32 o = base.count == old.count ? b : find_item(&base, b, &old, by);
            if (o == UINT32_MAX) continue;
            merge_element(m, target, &element, i,
                          &(Versions){ now.at + (size_t)i * to->size,
                                       base.at + (size_t)b * to->size,
                                       old.at + (size_t)o * to->size });
        }
        if (lost && length && old.count > now.count)
            take_cut_items(m, to, &element, at->now, by, &now, &base, &old);
    }
    m->keys->used = used;
}

// --- records -------------------------------------------------------------------------------------

static void merge_field(Merge *m, const ed_PlanField *field, bool lost, const Place *place,
                        u64 path, const Versions *at)
{
    const Target target = { field, lost && !is_whole(m->retained, path), place, path };
    const ed_Field *to = field->to;
    ed_Field element = element_of(to);
    if ((!target.lost && !reaches_loss(m, field)) || !ed_read_ok(&m->r)) return;
    const bool taken = m->taken, kept = m->kept;      // of an outer field
    m->taken = m->kept = false;
    switch (to->shape) {
    case ED_ONE: merge_element(m, &target, &element, 0, at); break;
    case ED_FIXED:
        for (u32 i = 0; i < to->count && ed_read_ok(&m->r); i++) {
            const Versions item = at_offset(at, (size_t)i * to->size);
            merge_element(m, &target, &element, i, &item);
        }
        break;
    case ED_OPTIONAL: merge_optional(m, &target, at); break;
    default: merge_list(m, &target, at);
    }
    if (field->row) {
        field->row->tally.restored += m->taken;
        field->row->lost += m->taken || (m->kept && m->counts_kept);
    }
    m->taken = taken;
    m->kept = kept;
}

static void merge_record(Merge *m, const ed_TypePlan *pair, const Place *place, const Versions *at)
{
    const bool *lost = lost_of(m, pair)->fields;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        const ed_PlanField *field = &pair->fields[i];
        if (!field->to) continue;
        const Versions value = at_offset(at, field->to->offset);
        merge_field(m, field, lost[i], place, path_of(m->plan->types, pair->from, place->path, i),
                    &value);
    }
    for (u32 i = 0; i < pair->move_count; i++) {
        const ed_PlanMove *move = &pair->moves[i];
        u32 from = moved_from(pair, i);
        const Versions value = at_offset(at, move->base + move->field.to->offset);
        merge_field(m, &move->field, lost[from], place,
                    path_of(m->plan->types, pair->from, place->path, from), &value);
    }
}

// --- states --------------------------------------------------------------------------------------

/// Whether the pair is that of a state, or of parts that move from one to another.
static bool is_of_state(const ed_Plan *plan, const ed_TypePlan *pair)
{
    for (u32 i = 0; i < plan->state_count; i++)
        if (plan->states[i].from == pair->from && plan->states[i].to == pair->to) return true;
    return pair->between_states;
}

static ed_ReportRow *row_of(const ed_Report *report, const char *type, const char *field)
{
    for (u32 i = 0; i < report->count; i++) {
        ed_ReportRow *row = &report->rows[i];
        if (row->outcome != ED_DROPPED && row->outcome != ED_UPGRADE && strcmp(row->type, type) == 0
            && strcmp(row->field, field) == 0)
            return row;
    }
    return NULL;
}

/// Restores a state that was removed as a whole.
static void merge_whole_state(Merge *m, const ed_Report *report, const ed_Type *type,
                              const Versions *at)
{
    const ed_Field state = {
        .name = type->name, .kind = ED_STRUCT, .type = type, .size = type->size, .count = 1
    };
    const ed_PlanField field = { .to = &state };
    m->taken = m->kept = false;
    take_if_unchanged(m, &field, &state, 0, at);
    ed_ReportRow *row = m->taken || m->kept ? row_of(report, type->name, "") : NULL;
    if (!row) return;
    row->outcome = ED_RESTORED;
    row->tally.restored = 1;
}

static void merge_states(Merge *m, const ed_DocumentLoad *load, const Loaded *base,
                         const Loaded *old)
{
    const ed_State *now = load->state;
    const ed_Type *types = m->plan->types;
    for (u32 p = 0; p < m->plan->count && ed_read_ok(&m->r); p++)
        for (u32 s = 0; s < now->schema->state_count; s++) {
            const ed_TypePlan *pair = &m->plan->pairs[p];
            if (now->schema->states[s] != pair->to || !is_of_state(m->plan, pair)) continue;
            const Versions at = { (u8 *)now->roots[s].at, (const u8 *)base->roots[s].at,
                                  (const u8 *)old->roots[s].at };
            const Place place = { NULL, pair->from, path_of(types, pair->from, 0, ED_WHOLE_STATE) };
            bool whole = is_lost(m->retained, types, pair->from, ED_WHOLE_STATE)
                      && !is_whole(m->retained, place.path);
            m->arena = now->roots[s].arena;
            if (whole) merge_whole_state(m, load->report, pair->to, &at);
            else merge_record(m, pair, &place, &at);
        }
}

// --- what is whole again -------------------------------------------------------------------------

#define PLACES_MAX 1024u      // of a walk through the types

typedef struct Walk {
    ed_Attic *attic;
    ed_Retained *retained;
    const ed_Plan *plan;
    const ed_Report *report;      // of the load
    u32 places;                   // that were visited
    bool *contains, *seen;        // types that contain a lost field; pairs that were visited
    bool *open;                   // for each of retained->lost: it is not whole everywhere
    ed_Error error;
} Walk;

/// Whether all values of the field were loaded without a loss.
static bool is_exact(const ed_TypePlan *pair, u32 field)
{
    const ed_PlanField *plan = &pair->fields[field];
    if (!plan->to && plan->moved != ED_MOVED_WHOLE) return false;
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next) {
        if (!steps) continue;
        const ed_FieldStep *step = &steps->fields[field];
        if (plan->to && (ed_step_is_impossible(step) || ed_step_losses(step))) return false;
        for (u32 i = 0; i < pair->move_count; i++)
            if (moved_from(pair, i) == field && ed_step_losses(&steps->moves[i])) return false;
    }
    return true;
}

/// Whether a field that the document did not have got no value back: no record was found.
static bool is_still_added(const ed_Report *report, const ed_TypePlan *pair, u32 field)
{
    const ed_Field *to = pair->fields[field].to;
    const ed_ReportRow *row = to ? row_of(report, pair->to->name, to->name) : NULL;
    return row && row->outcome == ED_ADDED;
}

static void add_whole(Walk *walk, u64 path)
{
    ed_Retained *retained = walk->retained;
    if (is_whole(retained, path)) return;
    u64 *more = (u64 *)ed_attic_push(walk->attic, (retained->whole_count + 1ull) * sizeof *more);
    if (!more) {
        ed_arena_check(&walk->attic->memory, &walk->error);
        return;
    }
    if (retained->whole_count) memcpy(more, retained->whole, retained->whole_count * sizeof *more);
    more[retained->whole_count++] = path;
    retained->whole = more;
}

static void add_lost(Walk *walk, const ed_Type *type, u32 field)
{
    ed_Retained *retained = walk->retained;
    u32 count = retained->lost_count;
    if (is_lost(retained, walk->plan->types, type, field)) return;
    ed_LostField *more = (ed_LostField *)ed_attic_push(walk->attic, (count + 1ull) * sizeof *more);
    if (!more) {
        ed_arena_check(&walk->attic->memory, &walk->error);
        return;
    }
    memcpy(more, retained->lost, count * sizeof *more);
    more[count] =
        (ed_LostField){ .type = (u32)(type - walk->plan->types),
                        .field = field,
                        .type_name = ed_attic_text(walk->attic, type->name),
                        .field_name = ed_attic_text(walk->attic, type->fields[field].name) };
    if (!more[count].type_name || !more[count].field_name) {
        ed_arena_check(&walk->attic->memory, &walk->error);
        return;
    }
    retained->lost = more;
    retained->lost_count++;
}

/// A field returned with this load, at least in part. What the new layout lacks inside of it is lost
/// from now on.
static void lose_inside(Walk *walk, const ed_TypePlan *pair)
{
    bool *seen = &walk->seen[pair - walk->plan->pairs];
    if (*seen) return;
    *seen = true;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        const ed_PlanField *field = &pair->fields[i];
        if (!is_exact(pair, i)) add_lost(walk, pair->from, i);
        if (field->to && field->inner) lose_inside(walk, field->inner);
    }
}

/// Finds the types that contain a lost field, or a type that contains one. Only these are walked
/// through.
static void find_types(Walk *walk)
{
    const ed_Type *types = walk->plan->types;
    for (u32 l = 0; l < walk->retained->lost_count; l++)
        walk->contains[walk->retained->lost[l].type] = true;
    for (bool again = true; again;) {
        again = false;
        for (u32 t = 0; t < walk->plan->type_count; t++)
            for (u32 i = 0; i < types[t].field_count && !walk->contains[t]; i++) {
                const ed_Field *field = &types[t].fields[i];
                if (ed_field_is_record(field) && walk->contains[field->type - types])
                    again = walk->contains[t] = true;
            }
    }
}

/// Marks the places where lost fields are whole.
static void walk_whole(Walk *walk, const ed_TypePlan *pair, const Place *place)
{
    const ed_Type *types = walk->plan->types;
    for (const Place *outer = place->outer; outer; outer = outer->outer)
        if (outer->type == pair->from) return;
    if (!walk->contains[pair->from - types] || ++walk->places > PLACES_MAX) return;
    for (u32 i = 0; i < pair->from->field_count; i++) {
        u64 path = path_of(types, pair->from, place->path, i);
        const ed_TypePlan *inner = pair->fields[i].to ? pair->fields[i].inner : NULL;
        bool exact = is_exact(pair, i);
        if (is_lost(walk->retained, types, pair->from, i) && !is_whole(walk->retained, path)
            && !is_still_added(walk->report, pair, i)) {
            if (exact) add_whole(walk, path);
            if (inner) lose_inside(walk, inner);
        }
        if (!inner || !exact) continue;
        const Place next = enter(place, inner->from, path);
        walk_whole(walk, inner, &next);
    }
}

/// Finds lost fields that are not whole in some place of the types.
static void walk_open(Walk *walk, const ed_Type *type, const Place *place)
{
    const ed_Type *types = walk->plan->types;
    for (const Place *outer = place->outer; outer; outer = outer->outer)
        if (outer->type == type) return;
    if (!walk->contains[type - types] || ++walk->places > PLACES_MAX) return;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        u64 path = path_of(types, type, place->path, i);
        for (u32 l = 0; l < walk->retained->lost_count; l++) {
            const ed_LostField *lost = &walk->retained->lost[l];
            if (types + lost->type == type && lost->field == i)
                walk->open[l] |= !is_whole(walk->retained, path);
        }
        if (!ed_field_is_record(field)) continue;
        const Place next = enter(place, field->type, path);
        walk_open(walk, field->type, &next);
    }
}

/// Removes lost fields that are whole everywhere.
static void remove_whole(Walk *walk)
{
    ed_Retained *retained = walk->retained;
    const ed_Type *types = walk->plan->types;
    u32 count = 0;
    walk->open = (bool *)ed_attic_push(walk->attic, retained->lost_count);
    if (!walk->open) {
        ed_arena_check(&walk->attic->memory, &walk->error);
        return;
    }
    walk->places = 0;
    find_types(walk);
    for (u32 s = 0; s < walk->plan->state_count; s++) {
        const ed_Type *from = walk->plan->states[s].from;
        if (!from) continue;
        const Place place = { NULL, from, path_of(types, from, 0, ED_WHOLE_STATE) };
        walk_open(walk, from, &place);
        for (u32 l = 0; l < retained->lost_count; l++)
            if (retained->lost[l].field == ED_WHOLE_STATE && types + retained->lost[l].type == from)
                walk->open[l] |= !is_whole(retained, place.path);
    }
    for (u32 l = 0; l < retained->lost_count; l++)
        if (walk->open[l] || walk->places > PLACES_MAX) retained->lost[count++] = retained->lost[l];
    retained->lost_count = count;
}

static void note_whole(const Merging *merging, ed_Retained *retained, const ed_Plan *plan)
{
    ed_Attic *attic = merging->attic;
    Walk walk = {
        .attic = attic, .retained = retained, .plan = plan, .report = merging->load->report
    };
    walk.contains = (bool *)ed_attic_push(attic, plan->type_count);
    walk.seen = (bool *)ed_attic_push(attic, plan->count);
    if (!walk.contains || !walk.seen) {
        check_memory(merging, (ed_arena_check(&attic->memory, &walk.error), &walk.error));
        return;
    }
    find_types(&walk);
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (!is_of_state(plan, pair)) continue;
        const Place place = { NULL, pair->from,
                              path_of(plan->types, pair->from, 0, ED_WHOLE_STATE) };
        if (is_lost(retained, plan->types, pair->from, ED_WHOLE_STATE) && !pair->between_states)
            add_whole(&walk, place.path);
        walk_whole(&walk, pair, &place);
    }
    remove_whole(&walk);
    check_memory(merging, &walk.error);
}

// --- the report ----------------------------------------------------------------------------------

/// Counts what was restored, and what it lost in the new layout, in the report of the load. In a
/// field that the document did not have, every value of the retained state counts. What several
/// states restored in one field counts once.
static void count_restored(const ed_Report *report, const ed_ReportRow *merged)
{
    ed_ReportRow *row = merged->lost ? row_of(report, merged->type, merged->field) : NULL;
    if (!row) return;
    const ed_Tally *from = &merged->tally;
    ed_Tally *to = &row->tally;
    bool added = row->outcome == ED_ADDED || row->outcome == ED_RESTORED;
    u64 losses = ed_tally_losses(from), restored = added ? merged->lost : from->restored;
    if (!restored) return;
    if (row->outcome == ED_CONVERTED) {
        to->exact -= to->exact < restored ? to->exact : restored;
        restored -= restored < losses ? restored : losses;
    }
    if (restored > to->restored) to->restored = restored;
    to->saturated += from->saturated;
    to->rounded += from->rounded;
    to->defaulted += from->defaulted;
    // items that are still cut were counted when they were cut
    if (row->outcome == ED_ADDED) to->truncated += from->truncated;
    if (row->outcome == ED_ADDED || row->outcome == ED_KEPT) row->outcome = ED_RESTORED;
}

static bool is_in_pool(const ed_Plan *plan, const ed_Type *type)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].to->field_count; i++) {
            const ed_Field *field = &plan->pairs[p].to->fields[i];
            if (field->shape == ED_POOL && field->type == type) return true;
        }
    return false;
}

/// Says why a field did not get its values back.
static void note_retained(ed_DocumentLoad *load, const ed_TypePlan *pair, const ed_LostField *lost)
{
    char buffer[200];
    const ed_PlanField *field = &pair->fields[lost->field];
    ed_ReportRow *row = field->to ? row_of(load->report, pair->to->name, field->to->name) : NULL;
    if (!row || row->outcome != ED_ADDED || row->note || !row->records) return;
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next)
        if (ed_step_is_impossible(&steps->fields[lost->field])) {
            row->note = "the old values in the attic have a different type and stay there";
            return;
        }
    ed_Text text = ed_text_over(buffer, sizeof buffer);
    ed_text_add(&text, "%llu old value%s in the attic belong%s to no current record",
                (unsigned long long)lost->values, lost->values == 1 ? "" : "s",
                lost->values == 1 ? "s" : "");
    if (!pair->to->key && !is_in_pool(&load->plan, pair->to))
        ed_text_add(&text,
                    ", because a list has a different length; add [[key(field)]] to %s to identify "
                    "its records",
                    pair->to->name);
    row->note = ed_plan_text(&load->plan, &text);
}

static void report_merged(ed_DocumentLoad *load, const ed_Retained *retained, const Loaded *old)
{
    const ed_Plan *plan = &old->load.plan;
    for (u32 i = 0; i < old->report.count; i++) count_restored(load->report, &old->report.rows[i]);
    for (u32 i = 0; i < retained->lost_count; i++)
        for (u32 p = 0; p < plan->count; p++)
            if (plan->pairs[p].from == &plan->types[retained->lost[i].type]
                && retained->lost[i].field != ED_WHOLE_STATE)
                note_retained(load, &plan->pairs[p], &retained->lost[i]);
}

// --- one retained state --------------------------------------------------------------------------

/// Merges one retained state, compared with `since`. Returns whether a value was taken.
static bool merge_since(Merging *merging, const ed_Retained *retained, const Source *since,
                        const Loaded *old)
{
    Loaded base;
    const Source source = source_of(retained);
    ed_Arena scratch = { .base = NULL }, keys = { .base = NULL }, written = { .base = NULL };
    Merge m = { .retained = retained,
                .plan = &old->load.plan,
                .current = &merging->load->plan,
                .scratch = &scratch,
                .keys = &keys,
                .counts_kept = since == &merging->sources[0] };
    ed_Error error = { .code = ED_OK };
    bool good = load_base(merging, &source, since, &base)
             && ed_arena_open(&scratch, "merge", ed_bytes_max, &error)
             && ed_arena_open(&keys, "merge", ed_bytes_max, &error)
             && ed_arena_open(&written, "merge", ed_snapshot_bytes_max(), &error)
             && (mark_pairs(&m) || !ed_arena_check(&scratch, &error));
    if (check_memory(merging, &error) && good) {
        ed_read_init(&m.r, NULL, 0);
        ed_write_init(&m.w, &written);
        m.w.live = !source.from_file;
        m.d = (ed_Decoder){ .r = &m.r, .arena = &scratch, .live = !source.from_file };
        m.base_plan = &base.load.plan;
        merge_states(&m, merging->load, &base, old);
        const ed_State *now = merging->load->state;
        for (u32 i = 0; i < now->schema->state_count; i++)
            ed_arena_check(now->roots[i].arena, &m.r.err);
        ed_arena_check(&scratch, &m.r.err);
        check_memory(merging, &m.r.err);
    }
    close_loaded(&base);
    ed_arena_close(&written);
    ed_arena_close(&keys);
    ed_arena_close(&scratch);
    return m.any;
}

/// Removes what a file says of fields that do not exist.
static void check_lost(ed_Retained *retained, const ed_DocumentTypes *types)
{
    u32 count = 0;
    for (u32 i = 0; i < retained->lost_count; i++) {
        const ed_LostField *lost = &retained->lost[i];
        bool known = lost->type < types->count
                  && (lost->field == ED_WHOLE_STATE
                      || lost->field < types->types[lost->type].field_count);
        if (known) retained->lost[count++] = *lost;
    }
    retained->lost_count = count;
}

static void merge_retained(Merging *merging, ed_Retained *retained)
{
    Loaded old;
    const Source source = source_of(retained);
    bool taken = false;
    if (load_into(merging, &source, merging->load->state->schema, &old)) {
        check_lost(retained, &old.load.types);
        for (u32 i = 0; i < old.report.count; i++) old.report.rows[i].lost = 0;
        for (u32 i = 0; i < merging->source_count && ed_read_ok(&merging->load->r); i++)
            taken |= merge_since(merging, retained, &merging->sources[i], &old);
        report_merged(merging->load, retained, &old);
        note_whole(merging, retained, &old.load.plan);
    } else if (ed_read_ok(&merging->load->r) && old.load.r.err.code != ED_ERR_UPGRADE)
        ed_attic_give_up(merging->attic, retained);      // it is damaged
    close_loaded(&old);
    if (taken) merging->sources[merging->source_count++] = source;
}

// --- which states --------------------------------------------------------------------------------

/// Whether the new layout has the field, and a part of the current document that it is in had not.
static bool is_added(const ed_Plan *plan, const ed_Type *type, const ed_Field *field)
{
    bool found = false;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->to != type || pair->between_states) continue;
        if (ed_match_source(pair, field) == pair->from->field_count) return true;
        found = true;
    }
    return !found;
}

static bool changes(const ed_PlanField *field)
{
    const ed_UnitPair units = field->units;
    bool unit = units.from && units.to && strcmp(units.from, units.to) != 0;
    bool record = ed_field_is_record(field->from) && ed_field_is_record(field->to);
    return unit || ed_plan_changes(field)
        || (record && !ed_same_layout(field->from->type, field->to->type, NULL, 0));
}

/// Whether the load converts a field of that name, or a part of it moves.
static bool is_converted(const ed_Plan *plan, const char *name)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].from->field_count; i++) {
            const ed_PlanField *field = &plan->pairs[p].fields[i];
            if (field->to && strcmp(field->to->name, name) == 0 && changes(field)) return true;
        }
    return false;
}

static bool is_wanted_field(const ed_LostField *lost, const ed_DocumentLoad *load)
{
    const ed_Schema *schema = load->state->schema;
    u32 tag = ed_tag(lost->field_name, strlen(lost->field_name));
    for (u32 t = 0; t < schema->type_count; t++)
        for (u32 f = 0; f < schema->types[t]->field_count; f++) {
            const ed_Field *field = &schema->types[t]->fields[f];
            if (ed_field_was(field, tag) || field->move_count) return true;
            if (field->tag == tag && is_added(&load->plan, schema->types[t], field)) return true;
        }
    return is_converted(&load->plan, lost->field_name);
}

/// Whether the load turns a record into a value of another kind. What a retained state lost may be
/// in that record.
static bool converts_records(const ed_Plan *plan)
{
    for (u32 p = 0; p < plan->count; p++)
        for (u32 i = 0; i < plan->pairs[p].from->field_count; i++) {
            const ed_PlanField *field = &plan->pairs[p].fields[i];
            if (field->to && ed_field_is_record(field->from) && !field->inner) return true;
        }
    return false;
}

/// Whether the new layout may take a value of the retained state: what it lost has a field again, or
/// one with another type. Looks only at names, so that states that nobody asks for cost nothing.
static bool is_wanted(const ed_Retained *retained, const ed_DocumentLoad *load)
{
    const ed_Schema *schema = load->state->schema;
    if (converts_records(&load->plan)) return true;
    for (u32 i = 0; i < retained->lost_count; i++) {
        const ed_LostField *lost = &retained->lost[i];
        bool wanted = lost->field == ED_WHOLE_STATE
                        ? ed_root_by_name(schema->states, schema->state_count, lost->type_name)
                              < schema->state_count
                        : is_wanted_field(lost, load);
        if (wanted) return true;
    }
    return false;
}

bool ed_attic_merge(ed_Attic *attic, ed_DocumentLoad *load)
{
    Merging merging = { .attic = attic, .load = load };
    merging.sources[merging.source_count++] =
        (Source){ load->bytes, attic->load_renames, !load->loading.d.live };
    for (u32 i = attic->count; i-- > 0 && ed_read_ok(&load->r);)
        if (is_wanted(&attic->states[i], load)) merge_retained(&merging, &attic->states[i]);
    ed_attic_remove_empty(attic);
    if (merging.source_count > 1 && ed_read_ok(&load->r)
        && !ed_handles_clear_dangling(load->state, &load->plan))
        ed_read_fail(&load->r, ED_ERR_LIMIT, load->r.at, "%s: memory limit reached",
                     load->scratch->name);
    return ed_read_ok(&load->r);
}
