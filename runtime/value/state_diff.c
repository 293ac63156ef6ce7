#include "runtime/value/state_diff.h"
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"

#define PATH_MAX_BYTES 16384u
#define KEY_MAX 96u              // bytes of a key's JSON that are hashed
#define NO_INDEX UINT32_MAX      // an index: no such record

/// Two types that are compared with each other, and how their fields match.
typedef struct Pair {
    const ed_Type *one, *other;
    const ed_Field **match;      // for each field of `one`: the matching field of `other`, or NULL
    bool *met;                   // for each field of `other`: it matches a field of `one`
    bool same_values;            // both are enums, or flags, with the same names and numbers
    u32 *indices;                // both index arrays, with different values: the index in `other`
                                 // for each index in `one`, or NO_INDEX; otherwise NULL
} Pair;

typedef struct Walk {
    const ed_Diff *diff;
    ed_Text path, pattern;
    ed_Array pairs;                       // of Pair
    const ed_Containers *containers;      // of the first and the second state; NULL: unknown
    bool full;                            // the arena is full
} Walk;

static void compare(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other);

static bool stopped(const Walk *w) { return w->full || (w->diff->enough && *w->diff->enough); }

static void report(Walk *w, ed_DiffKind kind, const ed_ValueRef *one, const ed_ValueRef *other)
{
    w->diff->report(w->diff->to, kind, w->path.at, w->pattern.at, one, other);
}

static void *push(Walk *w, size_t size)
{
    void *at = ed_arena_push(w->diff->arena, size ? size : 1, 8);
    w->full |= !at;
    return at;
}

static void cut_back(ed_Text *text, size_t size)
{
    text->size = size;
    text->cut = false;
    text->at[size] = 0;
}

// --- types ---------------------------------------------------------------------------------------

static bool same_values(const ed_Type *one, const ed_Type *other)
{
    if (one->kind != other->kind || one->value_count != other->value_count) return false;
    for (u32 i = 0; i < one->value_count; i++) {
        const ed_Value *a = &one->values[i], *b = &other->values[i];
        if (a->number != b->number || strcmp(a->name, b->name) != 0) return false;
    }
    return true;
}

const ed_Field *ed_diff_counterpart(const ed_Type *type, const ed_Field *field)
{
    const ed_Field *found = ed_field_by_any_name(type, field->name, strlen(field->name));
    for (u32 i = 0; !found && i < type->field_count; i++)
        for (u32 k = 0; k < field->was_count; k++)
            if (field->was[k] == type->fields[i].tag) found = &type->fields[i];
    return found;
}

static void fill_indices(Walk *w, Pair *pair)
{
    const ed_Type *one = pair->one, *other = pair->other;
    if (pair->same_values || !ed_is_index_type(one) || !ed_is_index_type(other)) return;
    pair->indices = (u32 *)push(w, one->value_count * sizeof *pair->indices);
    if (w->full) return;
    for (u32 i = 0; i < one->value_count; i++) pair->indices[i] = NO_INDEX;
    for (u32 k = 0; k < other->value_count; k++) {
        u32 i = ed_index_before(one, other, k);
        if (i != NO_INDEX) pair->indices[i] = k;
    }
}

static void fill_pair(Walk *w, Pair *pair)
{
    pair->match = (const ed_Field **)push(w, pair->one->field_count * sizeof *pair->match);
    pair->met = (bool *)push(w, pair->other->field_count);
    pair->same_values = same_values(pair->one, pair->other);
    fill_indices(w, pair);
    if (w->full) return;
    for (u32 i = 0; i < pair->one->field_count; i++) {
        pair->match[i] = ed_diff_counterpart(pair->other, &pair->one->fields[i]);
        if (pair->match[i]) pair->met[pair->match[i] - pair->other->fields] = true;
    }
}

/// Finds or adds the pair of two types. Returns a copy, because adding pairs may move the array.
/// Its pointers may be NULL if the arena is full.
static Pair pair_of(Walk *w, const ed_Type *one, const ed_Type *other)
{
    const Pair *pairs = (const Pair *)w->pairs.items;
    for (u32 i = 0; i < w->pairs.count; i++)
        if (pairs[i].one == one && pairs[i].other == other) return pairs[i];
    Pair pair = { .one = one, .other = other };
    fill_pair(w, &pair);
    w->full =
        w->full || !ed_array_reserve(w->diff->arena, &w->pairs, w->pairs.count + 1, sizeof pair, 8);
    if (!w->full) ((Pair *)w->pairs.items)[w->pairs.count++] = pair;
    return pair;
}

// --- plain values --------------------------------------------------------------------------------

static bool same_texts(const ed_ValueRef *a, const ed_ValueRef *b)
{
    const ed_Span one = ed_value_text(a), other = ed_value_text(b);
    const bool pointers = a->field->kind == ED_TEXT_PTR && b->field->kind == ED_TEXT_PTR;
    if (pointers && !one.at != !other.at) return false;
    return one.size == other.size && (!one.size || memcmp(one.at, other.at, one.size) == 0);
}

static bool same_json(const ed_ValueRef *one, const ed_ValueRef *other)
{
    char words[2][8192];
    ed_Text a = ed_text_over(words[0], sizeof words[0]),
            b = ed_text_over(words[1], sizeof words[1]);
    ed_value_json(one, &a);
    ed_value_json(other, &b);
    return strcmp(words[0], words[1]) == 0;
}

static bool is_number(const ed_Field *field)
{
    return field->kind <= ED_F64 || ed_field_is_named(field);
}

static ed_Number number_of(const ed_ValueRef *ref) { return ed_field_number(ref->field, ref->at); }

/// Returns true for a handle that leads to no item. Two such handles count as equal.
static bool is_dead(const Walk *w, u32 side, const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    return w->containers && field && field->kind == ED_REF && !ed_value_is_list(ref)
        && !ed_handle_lives(ed_pool_of(&w->containers[side], field->type), ref->at);
}

static bool same_plain(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other)
{
    const ed_Field *a = one->field, *b = other->field;
    if (is_dead(w, 0, one) && is_dead(w, 1, other)) return true;
    if (ed_field_is_text(a) && ed_field_is_text(b)) return same_texts(one, other);
    bool by_name =
        ed_field_is_named(a) && ed_field_is_named(b) && !pair_of(w, a->type, b->type).same_values;
    if (is_number(a) && is_number(b) && !by_name)
        return ed_number_equal(number_of(one), number_of(other));
    if (a->kind != b->kind || by_name || a->kind == ED_RECORD_PTR) return same_json(one, other);
    return a->kind == ED_PTR || memcmp(one->at, other->at, a->size) == 0;
}

/// Reports two plain values. An f32 beside an f64 is shown as an f64, because the fewest digits of
/// an f32 may be those of another f64: 0.1f is 0.10000000149011612.
static void report_plain(Walk *w, ed_ValueRef one, ed_ValueRef other)
{
    ed_ValueRef *narrow = one.field->kind == ED_F32 ? &one : &other,
                *wide = narrow == &one ? &other : &one;
    static const ed_Field plain = { .kind = ED_F64, .size = sizeof(f64), .count = 1 };
    f64 value;
    if (narrow->field->kind == ED_F32 && wide->field->kind == ED_F64) {
        value = number_of(narrow).f;
        *narrow = (ed_ValueRef){ .field = &plain, .at = &value };
    }
    report(w, ED_DIFF_CHANGED, &one, &other);
}

// --- records -------------------------------------------------------------------------------------

static void add_name(Walk *w, const char *name)
{
    ed_text_add(&w->path, ".%s", name);
    ed_text_add(&w->pattern, ".%s", name);
}

static void compare_field(Walk *w, const ed_ValueRef *one, const ed_Field *a,
                          const ed_ValueRef *other, const ed_Field *b)
{
    size_t path = w->path.size, pattern = w->pattern.size;
    if (((a ? a->flags : 0) | (b ? b->flags : 0)) & ED_FIELD_TRANSIENT) return;
    ed_ValueRef first = a ? ed_value_field(one, a) : *one,
                second = b ? ed_value_field(other, b) : *other;
    add_name(w, a ? a->name : b->name);
    if (a && b) compare(w, &first, &second);
    else if (a) report(w, ED_DIFF_ONLY_FIRST, &first, NULL);
    else report(w, ED_DIFF_ONLY_SECOND, NULL, &second);
    cut_back(&w->path, path);
    cut_back(&w->pattern, pattern);
}

static void compare_structs(Walk *w, const ed_ValueRef *one, const ed_Type *a,
                            const ed_ValueRef *other, const ed_Type *b)
{
    Pair pair = pair_of(w, a, b);
    for (u32 i = 0; i < a->field_count && !stopped(w); i++)
        compare_field(w, one, &a->fields[i], other, pair.match[i]);
    for (u32 i = 0; i < b->field_count && !stopped(w); i++)
        if (!pair.met[i]) compare_field(w, one, NULL, other, &b->fields[i]);
}

static void compare_unions(Walk *w, const ed_ValueRef *one, const ed_Type *a,
                           const ed_ValueRef *other, const ed_Type *b)
{
    const ed_Field *first = ed_union_alternative(a, one->at),
                   *second = ed_union_alternative(b, other->at);
    if (strcmp(first->name, second->name) == 0) compare_field(w, one, first, other, second);
    else report(w, ED_DIFF_CHANGED, one, other);
}

// --- lists ---------------------------------------------------------------------------------------

/// How the records of two lists match.
typedef struct Match {
    u32 *to;        // for each record of the first list: its index in the second, or NO_INDEX
    bool *met;      // for each record of the second list: it matches a record of the first
    const ed_Field *key, *other_key;      // key fields that records are matched by, or NULL
    bool by_value;                        // elements are matched by the enum value at their index
} Match;

static ed_ValueRef key_at(const ed_ValueRef *list, const ed_Field *key, u32 index)
{
    ed_ValueRef item = ed_value_item(list, index);
    return ed_value_field(&item, key);
}

/// Hashes a key so that equal keys of two lists have the same hash: integers by value, because the
/// other list's key may have another width, and enums by name if the other list's key has names.
static u64 hash_key(const ed_ValueRef *key, bool by_name)
{
    char words[KEY_MAX];
    ed_Text out = ed_text_over(words, sizeof words);
    if (ed_field_is_text(key->field)) {
        ed_Span text = ed_value_text(key);
        return ed_hash_bytes(0, text.at, text.size);
    }
    if (key->field->type && by_name) {
        ed_value_json(key, &out);
        size_t quote = words[0] == '"';
        return ed_hash_bytes(0, words + quote, out.size - 2 * quote);
    }
    return ed_hash_u64(0, (u64)ed_number_bits(number_of(key)));
}

/// A hash table of the keys of one list.
typedef struct Keys {
    const ed_ValueRef *list;
    const ed_Field *key;
    bool by_name;
    u32 *slots;      // indices into the list; NO_INDEX: a free slot
    u64 size;        // number of slots, a power of two
} Keys;

/// Returns the slot that has the key, or the free slot to put it into.
static u32 *key_slot(Walk *w, const Keys *keys, const ed_ValueRef *key)
{
    for (u64 at = hash_key(key, keys->by_name);; at++) {
        u32 *slot = &keys->slots[at & (keys->size - 1)];
        if (*slot == NO_INDEX) return slot;
        ed_ValueRef there = key_at(keys->list, keys->key, *slot);
        if (same_plain(w, key, &there)) return slot;
    }
}

/// Returns false if two records have the same key, or the arena is full.
static bool make_keys(Walk *w, Keys *keys, const ed_ValueRef *list, const ed_Field *key,
                      bool by_name)
{
    u32 count = ed_value_count(list);
    *keys = (Keys){ .list = list, .key = key, .by_name = by_name, .size = 16 };
    while (keys->size < (u64)count * 2) keys->size *= 2;
    keys->slots = (u32 *)push(w, keys->size * sizeof *keys->slots);
    if (w->full) return false;
    memset(keys->slots, 0xff, keys->size * sizeof *keys->slots);
    for (u32 i = 0; i < count; i++) {
        ed_ValueRef value = key_at(list, key, i);
        u32 *slot = key_slot(w, keys, &value);
        if (*slot != NO_INDEX) return false;
        *slot = i;
    }
    return true;
}

static bool is_key(const ed_Field *key)
{
    return key && key->shape == ED_ONE && !ed_field_is_record(key) && key->kind != ED_PTR
        && !ed_field_refers(key);
}

static bool has_names(const ed_Field *key)
{
    return ed_field_is_text(key) || ed_field_is_named(key);
}

static bool match_by_key(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other, Match *match)
{
    const ed_Type *a = one->field->type, *b = other->field->type;
    Keys keys, first;
    bool keyed = ed_field_is_record(one->field) && ed_field_is_record(other->field)
              && is_key(a->key) && is_key(b->key) && strcmp(a->key->name, b->key->name) == 0;
    if (!keyed) return false;
    bool by_name = has_names(a->key) && has_names(b->key);
    if (!make_keys(w, &first, one, a->key, by_name) || !make_keys(w, &keys, other, b->key, by_name))
        return false;
    match->key = a->key;
    match->other_key = b->key;
    for (u32 i = 0, count = ed_value_count(one); i < count; i++) {
        ed_ValueRef value = key_at(one, a->key, i);
        match->to[i] = *key_slot(w, &keys, &value);
    }
    return true;
}

static bool match_by_handle(const ed_ValueRef *one, const ed_ValueRef *other, Match *match)
{
    if (one->field->shape != ED_POOL || other->field->shape != ED_POOL) return false;
    const ed_Pool *a = (const ed_Pool *)one->at, *b = (const ed_Pool *)other->at;
    for (u32 i = 0; i < a->count; i++) {
        const u8 *there = (const u8 *)ed_pool_get(b, ed_pool_ref(a, i), other->field->size);
        match->to[i] =
            there ? (u32)((size_t)(there - (const u8 *)b->items) / other->field->size) : NO_INDEX;
    }
    return true;
}

/// Matches the elements of two arrays whose indices are the values of enums.
static bool match_by_value(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other, Match *match)
{
    const ed_Type *a = one->field->index_types[one->depth],
                  *b = other->field->index_types[other->depth];
    if (!a || !b) return false;
    const u32 *indices = pair_of(w, a, b).indices;
    for (u32 i = 0; i < a->value_count && !w->full; i++) match->to[i] = indices ? indices[i] : i;
    match->by_value = true;
    return true;
}

static void match_lists(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other, Match *match)
{
    u32 count = ed_value_count(one), others = ed_value_count(other);
    *match =
        (Match){ .to = (u32 *)push(w, count * sizeof *match->to), .met = (bool *)push(w, others) };
    if (w->full) return;
    if (!match_by_value(w, one, other, match) && !match_by_key(w, one, other, match) && !w->full
        && !match_by_handle(one, other, match))
        for (u32 i = 0; i < count; i++) match->to[i] = i < others ? i : NO_INDEX;
    for (u32 i = 0; i < count && !w->full; i++)
        if (match->to[i] != NO_INDEX) match->met[match->to[i]] = true;
}

static void add_item(Walk *w, const ed_ValueRef *list, const ed_Field *key, u32 index)
{
    ed_text_add(&w->pattern, "[]");
    if (!key) {
        ed_field_print_index(list->field, list->depth, index, &w->path);
        return;
    }
    ed_ValueRef value = key_at(list, key, index);
    ed_text_add(&w->path, "[%s=", key->name);
    ed_value_json(&value, &w->path);
    ed_text_add(&w->path, "]");
}

static void compare_item(Walk *w, const ed_ValueRef *one, u32 i, const ed_ValueRef *other, u32 k,
                         const Match *match)
{
    size_t path = w->path.size, pattern = w->pattern.size;
    ed_ValueRef first, second;
    if (i != NO_INDEX) first = ed_value_item(one, i);
    if (k != NO_INDEX) second = ed_value_item(other, k);
    if (i != NO_INDEX) add_item(w, one, match->key, i);
    else add_item(w, other, match->other_key, k);
    if (i != NO_INDEX && k != NO_INDEX) compare(w, &first, &second);
    else if (i != NO_INDEX) report(w, ED_DIFF_GONE, &first, NULL);
    else report(w, ED_DIFF_NEW, NULL, &second);
    cut_back(&w->path, path);
    cut_back(&w->pattern, pattern);
}

static bool in_order(const Match *match, u32 count)
{
    u32 last = 0;
    for (u32 i = 0; i < count; i++) {
        if (match->to[i] == NO_INDEX) continue;
        if (match->to[i] < last) return false;
        last = match->to[i];
    }
    return true;
}

static void compare_lists(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other)
{
    size_t mark = w->diff->arena->used;
    u32 pairs = w->pairs.count;
    Match match;
    match_lists(w, one, other, &match);
    u32 count = ed_value_count(one), others = ed_value_count(other);
    if (!w->full && !match.by_value && !in_order(&match, count))
        report(w, ED_DIFF_ORDER, one, other);
    for (u32 i = 0; i < count && !stopped(w); i++)
        compare_item(w, one, i, other, match.to[i], &match);
    for (u32 k = 0; k < others && !stopped(w); k++)
        if (!match.met[k]) compare_item(w, one, NO_INDEX, other, k, &match);
    // New pairs are in the arena too, and are needed later.
    if (pairs == w->pairs.count) w->diff->arena->used = mark;
}

// --- any value -----------------------------------------------------------------------------------

static bool is_absent(const Walk *w, u32 side, const ed_ValueRef *ref)
{
    if (ed_value_is_absent(ref)) return true;
    return ref->field && ref->field->shape == ED_OPTIONAL && is_dead(w, side, ref);
}

static void compare(Walk *w, const ed_ValueRef *one, const ed_ValueRef *other)
{
    const ed_Type *a = ed_value_record(one), *b = ed_value_record(other);
    bool absent = is_absent(w, 0, one), absent_too = is_absent(w, 1, other),
         list = ed_value_is_list(one);
    if (stopped(w) || (absent && absent_too)) return;
    bool alike = absent == absent_too && list == ed_value_is_list(other) && !a == !b
              && (!a || a->kind == b->kind);
    if (!alike) report(w, ED_DIFF_CHANGED, one, other);
    else if (list) compare_lists(w, one, other);
    else if (a && a->kind == ED_UNION) compare_unions(w, one, a, other, b);
    else if (a) compare_structs(w, one, a, other, b);
    else if (!same_plain(w, one, other)) report_plain(w, *one, *other);
}

static void begin(Walk *w, const ed_Diff *diff, const char *path)
{
    *w = (Walk){ .diff = diff };
    char *texts = (char *)push(w, 2 * (size_t)PATH_MAX_BYTES);
    if (w->full) return;
    w->path = ed_text_over(texts, PATH_MAX_BYTES);
    w->pattern = ed_text_over(texts + PATH_MAX_BYTES, PATH_MAX_BYTES);
    ed_text_add(&w->path, "%s", path);
    ed_PathStep step;
    for (ed_Path rest = ed_path(path); *rest.rest && ed_path_next(&rest, &step, NULL);)
        ed_text_add(&w->pattern, "%s%s",
                    step.kind != ED_PATH_FIELD ? "[]"
                    : w->pattern.size          ? "."
                                               : "",
                    step.kind == ED_PATH_FIELD ? step.name : "");
}

static bool diff_values(const ed_Diff *diff, const ed_Containers *containers, const char *path,
                        const ed_ValueRef *one, const ed_ValueRef *other)
{
    Walk w;
    begin(&w, diff, path);
    w.containers = containers;
    if (w.full) return false;
    if (one && other) compare(&w, one, other);
    else if (one) report(&w, ED_DIFF_GONE, one, NULL);
    else if (other) report(&w, ED_DIFF_NEW, NULL, other);
    return !w.full;
}

bool ed_diff_values(const ed_Diff *diff, const char *path, const ed_ValueRef *one,
                    const ed_ValueRef *other)
{
    return diff_values(diff, NULL, path, one, other);
}

bool ed_diff_states(const ed_Diff *diff, const ed_State *one, const ed_State *other)
{
    ed_Containers containers[2];
    bool good = ed_containers_find(one, true, diff->arena, &containers[0])
             && ed_containers_find(other, true, diff->arena, &containers[1]);
    ed_ValueRef first, second;
    for (u32 i = 0; good && i < one->schema->state_count; i++) {
        first = ed_value_root(one, i);
        bool both = ed_value_find(other, first.type->name, &second, NULL);
        good = diff_values(diff, containers, first.type->name, &first, both ? &second : NULL);
    }
    for (u32 i = 0; good && i < other->schema->state_count; i++) {
        second = ed_value_root(other, i);
        if (!ed_value_find(one, second.type->name, &first, NULL))
            good = diff_values(diff, containers, second.type->name, NULL, &second);
    }
    return good;
}
