#include "tests/storm/make.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/storm/links.h"

/// The last two have the same tag.
static const char *const words[] = {
    "hp",    "health", "heat", "pos",   "post",  "speed",  "angle",      "score",
    "power", "armor",  "mana", "level", "team",  "timer",  "name",       "title",
    "color", "shape",  "left", "right", "upper", "lower",  "mass",       "force",
    "range", "price",  "a",    "b",     "c",     "liquid", "costarring",
};

bool st_has_tag(const st_Type *owner, const char *name)
{
    bool items = st_is_named(owner->kind);
    u32 count = items ? owner->item_count : owner->field_count, tag = ed_tag(name, strlen(name));
    for (u32 i = 0; i < count; i++) {
        const char *other = items ? owner->items[i].name : owner->fields[i].name;
        if (ed_tag(other, strlen(other)) == tag) return true;
    }
    return false;
}

bool st_make_twin(char name[ST_NAME_MAX])
{
    char other[ST_NAME_MAX];
    bool liquid = strncmp(name, "liquid", 6) == 0;
    if (!st_is_twin(name)) return false;
    snprintf(other, sizeof other, "%s%.12s", liquid ? "costarring" : "liquid",
             name + (liquid ? 6 : 10));
    memcpy(name, other, sizeof other);
    return true;
}

static bool has_function(const st_Schema *schema, const char *name)
{
    for (u32 t = 0; t < schema->count; t++)
        if (schema->types[t].kind == ED_SYMBOL
            && st_find_item(&schema->types[t], name) < schema->types[t].item_count)
            return true;
    return false;
}

void st_make_name(st_Maker *m, const st_Type *owner, char name[ST_NAME_MAX])
{
    if (owner->kind == ED_SYMBOL) {
        do snprintf(name, ST_NAME_MAX, "%sfn%u", m->prefix, st_below(&m->random, 500));
        while (has_function(m->schema, name));
        return;
    }
    bool items = st_is_named(owner->kind);
    for (u32 more = 0;; more++) {
        const char *word = words[st_below(&m->random, ED_COUNT(words))];
        if (more > 2) snprintf(name, ST_NAME_MAX, "%s%u", word, st_below(&m->random, 90));
        else snprintf(name, ST_NAME_MAX, "%s", word);
        for (char *c = name; items && *c && !st_is_twin(name); c++)
            if (*c >= 'a' && *c <= 'z') *c = (char)(*c - 32);
        if (!st_has_tag(owner, name)) return;
    }
}

// --- numbers -------------------------------------------------------------------------------------

static long double make_whole(st_Random *r, ed_Kind kind)
{
    long double low, high, step = 0;
    st_range_of(kind, &low, &high);
    switch (st_below(r, 8)) {
    case 0: return 0;
    case 1: step = 1; break;
    case 2: step = low < 0 ? -1 : 2; break;
    case 3: return low;
    case 4: return high;
    case 5: step = low + 1; break;
    case 6: step = ldexpl(1, (int)st_below(r, 64)) + st_below(r, 3) - 1; break;
    default: step = (long double)(st_bits(r) >> st_below(r, 64)); break;
    }
    if (low < 0 && st_chance(r, 30)) step = 0 - step;      // whole numbers have no -0
    return step < low ? low : step > high ? high : step;
}

static long double make_real(st_Random *r, ed_Kind kind)
{
    static const long double edges[] = {
        0,
        -0.0L,
        1,
        -1,
        0.5L,
        -0.5L,
        1.5L,
        2.5L,
        -2.5L,
        0.1L,
        100.25L,
        127.5L,
        128,
        255.49L,
        -128.5L,
        65535.5L,
        1e10L,
        -1e10L,
        2147483647.5L,
        4294967295.0L,
        4294967296.0L,
        9223372036854775807.0L,
        18446744073709551616.0L,
        -9223372036854775808.0L,
        1e300L,
        -1e300L,
        3.5e38L,
        1e-300L,
        1e-45L,
        16777217.0L,
        0x1.fffffep127L,
        0x1.fffffefp127L,
        3.4028235677973366e38L,
    };
    long double value = edges[st_below(r, ED_COUNT(edges))];
    if (st_chance(r, 6)) value = NAN;
    else if (st_chance(r, 6)) value = st_chance(r, 50) ? INFINITY : -INFINITY;
    else if (st_chance(r, 30))
        value = (long double)(i64)st_bits(r) / ldexpl(1, (int)st_below(r, 70));
    else if (st_chance(r, 20))
        value = ldexpl(1, (int)st_below(r, 70)) - (st_chance(r, 50) ? 0.5L : 0);
    return kind == ED_F32 ? (long double)(f32)value : (long double)(f64)value;
}

long double st_make_number(st_Random *r, ed_Kind kind)
{
    return st_is_float(kind) ? make_real(r, kind) : make_whole(r, kind);
}

// --- defaults ------------------------------------------------------------------------------------

static st_Default *make_element(st_Maker *m, const st_Field *field, u32 depth);

static st_Default *make_text(st_Maker *m, const st_Field *field)
{
    static const char *const texts[] = {
        "",
        "a",
        "eddie",
        "\xc3\xa9",
        "\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e",
        "a\xf0\x9f\x98\x80z",
        "say \"x\"\t\\",
        "CALM",
        "a somewhat longer text",
    };
    st_Default *default_value = st_new(sizeof *default_value);
    const char *text = texts[st_below(&m->random, ED_COUNT(texts))];
    if (field->kind == ED_CHARS && strlen(text) >= field->size) text = "a";
    default_value->form = ST_DEFAULT_TEXT;
    snprintf(default_value->text, sizeof default_value->text, "%s", text);
    default_value->size = (u32)strlen(text);
    return default_value;
}

static st_Default *make_names(st_Maker *m, const st_Field *field)
{
    const st_Type *type = &m->schema->types[field->type];
    st_Default *default_value = st_new(sizeof *default_value);
    u32 count = field->kind == ED_FLAGS ? st_below(&m->random, 3) : 1;
    default_value->form = ST_DEFAULT_NAMES;
    for (u32 i = 0; i < count; i++)
        st_names_add(&default_value->names,
                     type->items[st_below(&m->random, type->item_count)].name);
    return default_value;
}

static st_Default *make_list(st_Maker *m, const st_Field *field, u32 dim, u32 rank, u32 depth)
{
    if (dim == rank) return make_element(m, field, depth);
    st_Default *list = st_new(sizeof *list);
    u32 room = field->shape == ED_FIXED   ? field->dims[dim]
             : field->shape == ED_BOUNDED ? field->limit
                                          : 4;
    u32 count = st_below(&m->random, room + 1);
    const st_Default **end = &list->items;
    list->form = ST_DEFAULT_LIST;
    for (u32 i = 0; i < count; i++) {
        st_Default *item = make_list(m, field, dim + 1, rank, depth);
        if (!item) break;
        *end = item;
        end = &item->next;
    }
    return list;
}

static st_Default *make_value(st_Maker *m, const st_Field *field, u32 depth)
{
    if (field->shape == ED_POOL) return NULL;
    bool many = field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC;
    return make_list(m, field, 0, field->shape == ED_FIXED ? field->rank : many ? 1 : 0, depth);
}

static st_Default *make_struct(st_Maker *m, const st_Field *field, u32 depth)
{
    const st_Type *type = &m->schema->types[field->type];
    st_Default *record = st_new(sizeof *record);
    const st_Default **end = &record->items;
    record->form = ST_DEFAULT_STRUCT;
    for (u32 i = 0; i < type->field_count && depth < 3; i++) {
        st_Default *item =
            st_chance(&m->random, 30) ? make_value(m, &type->fields[i], depth + 1) : NULL;
        if (!item) continue;
        snprintf(item->member, sizeof item->member, "%s", type->fields[i].name);
        *end = item;
        end = &item->next;
    }
    return record;
}

static st_Default *make_alternative(st_Maker *m, const st_Field *field, u32 depth)
{
    const st_Type *type = &m->schema->types[field->type];
    const st_Field *chosen = &type->fields[st_below(&m->random, type->field_count)];
    st_Default *item = depth < 3 ? make_value(m, chosen, depth + 1) : NULL;
    if (!item) return NULL;
    st_Default *default_value = st_new(sizeof *default_value);
    default_value->form = ST_DEFAULT_STRUCT;
    default_value->items = item;
    snprintf(item->member, sizeof item->member, "%s", chosen->name);
    return default_value;
}

static st_Default *make_element(st_Maker *m, const st_Field *field, u32 depth)
{
    if (st_is_text(field->kind)) return make_text(m, field);
    if (st_is_named(field->kind)) return make_names(m, field);
    if (field->kind == ED_STRUCT) return make_struct(m, field, depth);
    if (field->kind == ED_UNION) return make_alternative(m, field, depth);
    if (!st_is_number(field->kind)) return NULL;
    st_Default *default_value = st_new(sizeof *default_value);
    long double number = st_make_number(&m->random, field->kind);
    default_value->form = ST_DEFAULT_NUMBER;
    default_value->truth = field->kind == ED_BOOL;
    default_value->number = isfinite(number) && fabsl(number) < 3e38L ? number : 1;
    return default_value;
}

void st_make_default(st_Maker *m, st_Field *field)
{
    field->default_value = make_value(m, field, 0);
    if (!st_default_fits(m->schema, field)) field->default_value = NULL;
}

// --- types ---------------------------------------------------------------------------------------

/// Whether `outer` holds an `inner` by value, at any depth.
static bool holds(const st_Schema *schema, u32 outer, u32 inner)
{
    if (outer == inner) return true;
    const st_Type *type = &schema->types[outer];
    for (u32 i = 0; i < type->field_count; i++) {
        const st_Field *f = &type->fields[i];
        bool by_value = f->shape != ED_DYNAMIC && f->shape != ED_POOL
                     && (f->kind == ED_STRUCT || f->kind == ED_UNION);
        if (by_value && holds(schema, f->type, inner)) return true;
    }
    return false;
}

/// The number of single values in a record. A dynamic array or a pool counts as one. A type held by
/// value must stay small.
static u32 weight(const st_Schema *schema, u32 type)
{
    u32 sum = 0;
    for (u32 i = 0; i < schema->types[type].field_count; i++) {
        const st_Field *f = &schema->types[type].fields[i];
        u32 count = 1;
        for (u32 d = 0; f->shape == ED_FIXED && d < f->rank; d++) count *= f->dims[d];
        if (f->shape == ED_BOUNDED) count = f->limit;
        bool inner = f->shape != ED_DYNAMIC && f->shape != ED_POOL
                  && (f->kind == ED_STRUCT || f->kind == ED_UNION);
        sum += count * (inner ? weight(schema, f->type) : 1);
    }
    return sum;
}

u32 st_pick_type(st_Maker *m, u32 owner, ed_Kind kind, bool by_value)
{
    u32 found[ST_TYPES_MAX], count = 0;
    for (u32 i = 0; i < m->schema->count; i++) {
        const st_Type *type = &m->schema->types[i];
        if (type->gone || type->root || type->kind != kind) continue;
        bool inner = by_value && (kind == ED_STRUCT || kind == ED_UNION);
        if (inner
            && (holds(m->schema, i, owner) || weight(m->schema, i) > 60
                || weight(m->schema, owner) > 200))
            continue;
        if (type->field_count || type->item_count) found[count++] = i;
    }
    return count ? found[st_below(&m->random, count)] : ST_NONE;
}

u32 st_make_type(st_Maker *m, ed_Kind kind)
{
    static const char *const stems[] = {
        [ED_ENUM] = "Mood",   [ED_FLAGS] = "Bits",   [ED_SYMBOL] = "Think",
        [ED_STRUCT] = "Part", [ED_UNION] = "Either",
    };
    if (m->schema->count == ST_TYPES_MAX) return ST_NONE;
    u32 index = m->schema->count++;
    st_Type *type = &m->schema->types[index];
    memset(type, 0, sizeof *type);
    snprintf(type->name, sizeof type->name, "%s%u", stems[kind], index);
    type->kind = kind;
    return index;
}

void st_make_items(st_Maker *m, st_Type *type, u32 count)
{
    static const u32 bits[] = { [ED_U8] = 8, [ED_U16] = 16, [ED_U32] = 32, [ED_U64] = 64 };
    for (; count && type->item_count < ST_ITEMS_MAX; count--) {
        st_Item *item = &type->items[type->item_count];
        memset(item, 0, sizeof *item);
        st_make_name(m, type, item->name);
        if (type->kind == ED_FLAGS) {
            if (type->item_count == bits[type->base]) return;
            item->number = ldexpl(1, (int)type->item_count);
        } else if (type->kind == ED_SYMBOL) {
            item->number = type->item_count;
        } else {
            bool next = st_chance(&m->random, type->item_count ? 80 : 60);
            item->number = next && type->item_count ? type->items[type->item_count - 1].number + 1
                         : next                     ? 0
                                                    : make_whole(&m->random, type->base);
            long double low, high;
            st_range_of(type->base, &low, &high);
            bool taken = item->number > high;
            for (u32 i = 0; i < type->item_count; i++)
                taken |= type->items[i].number == item->number;
            if (taken) continue;
        }
        type->item_count++;
    }
}

static void make_named(st_Maker *m, ed_Kind kind)
{
    u32 index = st_make_type(m, kind);
    if (index == ST_NONE) return;
    st_Type *type = &m->schema->types[index];
    u32 first = kind == ED_FLAGS ? ED_U8 : st_chance(&m->random, 50) ? ED_U8 : ED_I8;
    type->base = (ed_Kind)(first + st_below(&m->random, 4));
    while (!type->item_count) st_make_items(m, type, 1 + st_below(&m->random, 5));
}

/// The first item is null.
static void make_functions(st_Maker *m)
{
    u32 index = st_make_type(m, ED_SYMBOL);
    if (index == ST_NONE) return;
    st_Type *type = &m->schema->types[index];
    type->base = ED_U64;
    snprintf(type->items[0].name, ST_NAME_MAX, "null");
    type->item_count = 1;
    st_make_items(m, type, 1 + st_below(&m->random, 4));
}

/// A table of records of some struct. st_repair gives it its items.
static void make_table(st_Maker *m)
{
    u32 rows = st_pick_type(m, 0, ED_STRUCT, false), bound = st_pick_type(m, 0, ED_ENUM, false);
    u32 index = rows == ST_NONE ? ST_NONE : st_make_type(m, ED_SYMBOL);
    if (index == ST_NONE) return;
    st_Type *type = &m->schema->types[index];
    snprintf(type->name, sizeof type->name, "rows%u", index);
    type->base = ED_U64;
    type->table = true;
    type->rows = rows;
    type->bound = bound == ST_NONE ? 0 : bound + 1;
    type->item_count = 2 + st_below(&m->random, 3);
}

// --- fields --------------------------------------------------------------------------------------

u32 st_pick_container(st_Maker *m)
{
    u32 found[ST_TYPES_MAX * 4], count = 0;
    for (u32 t = 0; t < m->schema->count; t++)
        for (u32 i = 0; i < m->schema->types[t].field_count && count < ED_COUNT(found); i++) {
            const st_Type *type = &m->schema->types[t];
            if (st_is_container(type, &type->fields[i])) found[count++] = type->fields[i].type;
        }
    return count ? found[st_below(&m->random, count)] : ST_NONE;
}

/// A type that a handle can refer to.
static u32 pooled_type(st_Maker *m)
{
    u32 found[ST_TYPES_MAX * 2], count = 0;
    for (u32 t = 0; t < m->schema->count; t++)
        for (u32 i = 0; i < m->schema->types[t].field_count && count < ED_COUNT(found); i++)
            if (m->schema->types[t].fields[i].shape == ED_POOL && !m->schema->types[t].gone)
                found[count++] = m->schema->types[t].fields[i].type;
    return count ? found[st_below(&m->random, count)] : ST_NONE;
}

void st_make_kind(st_Maker *m, u32 owner, st_Field *field)
{
    static const u32 weights[] = {
        [ED_BOOL] = 4,       [ED_U8] = 4,     [ED_U16] = 3,     [ED_U32] = 4,      [ED_U64] = 4,
        [ED_I8] = 3,         [ED_I16] = 3,    [ED_I32] = 4,     [ED_I64] = 4,      [ED_F32] = 6,
        [ED_F64] = 4,        [ED_CHARS] = 6,  [ED_STR] = 6,     [ED_TEXT_PTR] = 5, [ED_ENUM] = 8,
        [ED_FLAGS] = 5,      [ED_SYMBOL] = 6, [ED_STRUCT] = 14, [ED_UNION] = 7,    [ED_REF] = 6,
        [ED_RECORD_PTR] = 7, [ED_PTR] = 2
    };
    const bool links = m->features & ST_LINKS;
    bool by_value = field->shape != ED_DYNAMIC && field->shape != ED_POOL;
    field->kind = (ed_Kind)st_weighted(&m->random, weights, ED_COUNT(weights));
    field->type = ST_NONE;
    if (field->shape == ED_POOL) field->kind = ED_STRUCT;
    if (field->kind == ED_UNION && !(m->features & ST_UNIONS)) field->kind = ED_F32;
    if (field->kind == ED_PTR
        && (!(m->features & ST_LIVE) || m->schema->types[owner].kind == ED_UNION))
        field->kind = ED_U16;
    if (field->kind == ED_SYMBOL && !links) field->kind = ED_ENUM;
    if (field->kind == ED_TEXT_PTR && !links) field->kind = ED_STR;
    if (field->kind == ED_REF || field->kind == ED_RECORD_PTR) {
        field->type = field->kind == ED_REF ? pooled_type(m)
                    : links                 ? st_pick_container(m)
                                            : ST_NONE;
        if (field->type == ST_NONE) field->kind = ED_U32;
    }
    if (field->kind == ED_STRUCT || field->kind == ED_UNION || st_is_named(field->kind)) {
        field->type = st_pick_type(m, owner, field->kind, by_value);
        if (field->type == ST_NONE) field->kind = ED_I32;
    }
    if (field->kind == ED_CHARS) field->size = 2 + st_below(&m->random, 12);
    if (field->shape == ED_POOL && field->kind != ED_STRUCT) field->shape = ED_ONE;
    if (field->shape == ED_DYNAMIC
        && (field->kind == ED_CHARS || field->kind == ED_TEXT_PTR || field->kind == ED_PTR))
        field->kind = ED_STR;
    if (field->kind == ED_PTR) field->shape = ED_ONE;
    if (field->kind != ED_CHARS) field->size = 0;
}

void st_make_shape(st_Maker *m, u32 owner, st_Field *field)
{
    static const u32 weights[] = { [ED_ONE] = 10,    [ED_FIXED] = 5,    [ED_BOUNDED] = 3,
                                   [ED_DYNAMIC] = 4, [ED_OPTIONAL] = 3, [ED_POOL] = 2 };
    bool inner = field->kind == ED_STRUCT || field->kind == ED_UNION,
         root = m->schema->types[owner].root;
    field->shape = (ed_Shape)st_weighted(&m->random, weights, ED_COUNT(weights));
    bool alternative = m->schema->types[owner].kind == ED_UNION;
    if (alternative && field->shape != ED_FIXED && field->shape != ED_DYNAMIC)
        field->shape = ED_ONE;
    if (field->kind == ED_PTR) field->shape = ED_ONE;
    if (field->shape == ED_OPTIONAL && !(m->features & ST_OPTIONAL)) field->shape = ED_ONE;
    if (field->shape == ED_POOL && (!(m->features & ST_POOLS) || field->kind != ED_STRUCT || !root))
        field->shape = ED_DYNAMIC;
    if (field->shape == ED_DYNAMIC && field->kind == ED_CHARS)
        field->shape = alternative ? ED_ONE : ED_BOUNDED;
    bool by_value = field->shape != ED_DYNAMIC && field->shape != ED_POOL;
    if (inner && by_value
        && (holds(m->schema, field->type, owner) || weight(m->schema, field->type) > 60))
        field->shape = ED_DYNAMIC;
    field->rank =
        field->shape == ED_FIXED ? 1 + st_below(&m->random, st_chance(&m->random, 40) ? 3 : 1) : 0;
    for (u32 d = 0; d < ST_DIMS_MAX; d++)
        field->dims[d] = d < field->rank ? 1
                                               + st_below(&m->random, inner             ? 2
                                                                      : field->rank > 1 ? 3
                                                                                        : 5)
                                         : 0;
    field->enum_bound = 0;
    if (field->rank && st_chance(&m->random, 40)) {
        u32 bound = st_pick_type(m, owner, ED_ENUM, true);
        if (bound != ST_NONE && st_is_bound(&m->schema->types[bound])) {
            field->enum_bound = bound + 1;
            field->dims[0] = m->schema->types[bound].item_count;
        }
    }
    field->limit = field->shape == ED_BOUNDED ? 1 + st_below(&m->random, inner ? 3 : 6) : 0;
    if (field->shape == ED_POOL && st_chance(&m->random, 40))
        field->limit = 1 + st_below(&m->random, 5);
    field->bounds_are_consts = st_chance(&m->random, 10);
}

void st_make_field(st_Maker *m, u32 owner, st_Field *field)
{
    memset(field, 0, sizeof *field);
    st_make_name(m, &m->schema->types[owner], field->name);
    st_make_kind(m, owner, field);
    st_make_shape(m, owner, field);
    if (m->schema->types[owner].kind == ED_UNION) return;
    if (st_chance(&m->random, 35)) st_make_default(m, field);
    if (st_chance(&m->random, 4)) field->transient = true;
    else if ((m->features & ST_FRESH) && st_chance(&m->random, 2)) field->fresh = true;
    bool number = st_is_number(field->kind) && field->kind != ED_BOOL;
    bool can_have_unit = number || field->kind == ED_STRUCT;
    if (can_have_unit && (m->features & ST_UNITS) && st_chance(&m->random, 20))
        field->unit = st_pick_unit(m);
    if (number && (m->features & ST_RANGES) && st_chance(&m->random, 10)) {
        field->ranged = true;
        field->high = 100;
    }
}

static void make_fields(st_Maker *m, u32 owner, u32 count)
{
    st_Type *type = &m->schema->types[owner];
    for (u32 i = 0; i < count; i++) {
        st_Field field;
        st_make_field(m, owner, &field);
        type->fields[type->field_count++] = field;
    }
}

/// Handles need a pool to refer to, so they are made after the pools.
static void sprinkle_refs(st_Maker *m)
{
    for (u32 tries = st_below(&m->random, 6); tries; tries--) {
        st_Type *type = &m->schema->types[st_below(&m->random, m->schema->count)];
        st_Field *field = &type->fields[st_below(&m->random, type->field_count)];
        u32 target = pooled_type(m);
        if (st_is_named(type->kind) || target == ST_NONE || field->shape == ED_POOL) continue;
        field->kind = ED_REF;
        field->type = target;
        field->size = 0;
        field->default_value = NULL;
    }
}

/// Pointers need containers to lead to, so they are made after the states.
static void sprinkle_links(st_Maker *m)
{
    for (u32 tries = st_below(&m->random, 10); tries; tries--) {
        st_Type *type = &m->schema->types[st_below(&m->random, m->schema->count)];
        u32 target = st_pick_container(m);
        if (st_is_named(type->kind) || target == ST_NONE) continue;
        st_Field *field = &type->fields[st_below(&m->random, type->field_count)];
        if (field->shape == ED_POOL) continue;
        field->kind = ED_RECORD_PTR;
        field->type = target;
        field->size = 0;
        field->default_value = NULL;
    }
}

/// Sometimes gives a struct a key, one of its whole numbers.
static void make_key(st_Maker *m, st_Type *type)
{
    u32 index = st_below(&m->random, type->field_count);
    const st_Field *field = &type->fields[index];
    bool whole = field->kind >= ED_U16 && field->kind <= ED_U64 && field->shape == ED_ONE
              && !field->transient;
    if ((m->features & ST_KEYS) && whole && st_chance(&m->random, 40))
        memcpy(type->key, field->name, sizeof type->key);
}

void st_make_schema(st_Maker *m)
{
    st_Random *r = &m->random;
    u32 enums = 1 + st_below(r, 2), structs = 1 + st_below(r, 4),
        unions = m->features & ST_UNIONS ? st_below(r, 3) : 0;
    memset(m->schema, 0, sizeof *m->schema);
    for (u32 i = 0; i < enums; i++) make_named(m, ED_ENUM);
    make_named(m, ED_FLAGS);
    if (m->features & ST_LINKS) make_functions(m);
    for (u32 i = 0; i < structs; i++)
        make_fields(m, st_make_type(m, ED_STRUCT), 1 + st_below(r, 6));
    for (u32 i = 0; i < unions; i++) make_fields(m, st_make_type(m, ED_UNION), 1 + st_below(r, 4));
    if (unions) make_fields(m, st_make_type(m, ED_STRUCT), 1 + st_below(r, 4));
    for (u32 t = 0; t < m->schema->count; t++)
        if (m->schema->types[t].kind == ED_STRUCT) make_key(m, &m->schema->types[t]);
    if (m->features & ST_LINKS) make_table(m);
    st_repair(m->schema);
    u32 roots = st_chance(r, 85) ? 1 : 2;
    for (u32 i = 0; i < roots; i++) {
        u32 root = st_make_type(m, ED_STRUCT);
        snprintf(m->schema->types[root].name, ST_NAME_MAX, i ? "Editor" : "Game");
        m->schema->types[root].root = true;
        make_fields(m, root, 3 + st_below(r, 8));
    }
    if (m->features & ST_POOLS) sprinkle_refs(m);
    if (m->features & ST_LINKS) sprinkle_links(m);
    st_repair(m->schema);
}
