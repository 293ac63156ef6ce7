#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/storm/links.h"

static st_Value *give_up(const st_Migration *c, st_Value *default_value)
{
    c->tally->defaulted++;
    return default_value;
}

static st_Value *exact(const st_Migration *c, st_Value *value)
{
    c->tally->exact++;
    return value;
}

static const st_Type *type_of(const st_Schema *schema, const st_Field *field)
{
    return field->type == ST_NONE ? NULL : &schema->types[field->type];
}

// --- numbers -------------------------------------------------------------------------------------

static st_Value *to_bool(const st_Migration *c, long double number, st_Value *default_value)
{
    if (isnan(number)) return give_up(c, default_value);
    if (number == 0 || number == 1) c->tally->exact++;
    else c->tally->rounded++;
    return st_value_number(number != 0);
}

static st_Value *to_whole(const st_Migration *c, ed_Kind kind, long double number,
                          st_Value *default_value)
{
    long double low, high, nearest = roundl(number);      // halves away from zero
    st_range_of(kind, &low, &high);
    if (isnan(number)) return give_up(c, default_value);
    if (nearest < low || nearest > high) {
        c->tally->saturated++;
        return st_value_number(nearest < low ? low : high);
    }
    if (nearest == number) c->tally->exact++;
    else c->tally->rounded++;
    return st_value_number(nearest + 0.0L);      // whole numbers have no -0
}

static st_Value *to_float(const st_Migration *c, ed_Kind kind, long double number)
{
    const long double most = 0x1.fffffep127L;
    if (kind == ED_F32 && isfinite(number) && fabsl(number) > most) {
        c->tally->saturated++;
        return st_value_number(number < 0 ? -most : most);
    }
    long double nearest = kind == ED_F32 ? (long double)(f32)number : (long double)(f64)number;
    if (nearest == number || isnan(number)) c->tally->exact++;
    else c->tally->rounded++;
    return st_value_number(nearest);
}

static st_Value *to_number(const st_Migration *c, ed_Kind kind, long double number,
                           st_Value *default_value)
{
    if (kind == ED_BOOL) return to_bool(c, number, default_value);
    if (st_is_float(kind)) return to_float(c, kind, number);
    return to_whole(c, kind, number, default_value);
}

/// The number that `number` becomes in another unit and back.
static long double there_and_back(const st_Migration *c, long double number)
{
    st_Tally unused = { 0 };
    st_Migration back = *c;
    back.tally = &unused;
    f64 factor = st_unit_factor(c->units.to, c->units.from);
    st_Value zero = { .form = ST_NUMBER };
    return to_number(&back, c->from->kind, (f64)number * factor, &zero)->number;
}

/// A number is exact in another unit if it becomes the same number in the old unit again. A whole
/// number is not if it was rounded, or if an f64 may not hold it.
static st_Value *to_other_unit(const st_Migration *c, long double number, st_Value *default_value)
{
    const f64 factor = st_unit_factor(c->units.from, c->units.to), old = (f64)number;
    f64 value = old * factor;
    bool overflows = isinf(value) && !isinf(old), wide = fabs(value) > 0x1p53;
    if (overflows) value = copysign(0x1.fffffffffffffp1023, value);
    if (!st_is_float(c->from->kind)) wide |= fabs(old) > 0x1p53;
    st_Tally before = *c->tally;
    st_Value *result = to_number(c, c->to->kind, value, default_value);
    bool rounded = c->tally->rounded != before.rounded, exact = c->tally->exact != before.exact;
    if (!rounded && !exact && !overflows) return result;
    bool lost = !isnan(old) && there_and_back(c, result->number) != number;
    if (!st_is_float(c->to->kind)) lost |= rounded || wide;
    *c->tally = before;
    if (overflows) c->tally->saturated++;
    else if (lost) c->tally->rounded++;
    else c->tally->exact++;
    return result;
}

// --- names of enums and flags --------------------------------------------------------------------

/// The reader's item for a writer's item or a text; item_count if it has no such item.
static u32 item_for(const st_Migration *c, const st_Type *to, const char *name, const st_Type *from,
                    const st_Names *was)
{
    u32 index = st_find_item(to, name);
    for (u32 i = 0; i < to->item_count && index == to->item_count; i++)
        if (st_names_have(&to->items[i].was, name)) return i;
    if (!(c->o->features & ST_REVERSE) || !was) return index;
    for (u32 i = 0; i < was->count && index == to->item_count; i++)
        if (st_find_item(from, was->at[i]) == from->item_count)
            index = st_find_item(to, was->at[i]);
    return index;
}

u32 st_index_before(const st_Migration *c, u32 index)
{
    const st_Type *from = &c->o->from->types[c->from->enum_bound - 1],
                  *to = &c->o->to->types[c->to->enum_bound - 1];
    u32 item = 0;
    while (to->items[item].number != index) item++;
    u32 same = st_find_item(from, to->items[item].name);
    for (u32 i = 0; i < from->item_count && same == from->item_count; i++)
        if (item_for(c, to, from->items[i].name, from, &from->items[i].was) == item) same = i;
    return same < from->item_count ? (u32)from->items[same].number : ST_NONE;
}

static u32 item_numbered(const st_Type *type, long double number)
{
    u32 i = 0;
    while (i < type->item_count && type->items[i].number != number) i++;
    return i;
}

static st_Value *to_item(const st_Migration *c, u32 index, st_Value *default_value)
{
    const st_Type *type = type_of(c->o->to, c->to);
    return index == type->item_count ? give_up(c, default_value)
                                     : exact(c, st_value_number(type->items[index].number));
}

static st_Value *enum_to_enum(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    const st_Type *from = type_of(c->o->from, c->from), *to = type_of(c->o->to, c->to);
    const st_Item *item = &from->items[item_numbered(from, value->number)];
    return to_item(c, item_for(c, to, item->name, from, &item->was), default_value);
}

static st_Value *text_to_enum(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    const st_Type *to = type_of(c->o->to, c->to);
    u32 index = !value->text || memchr(value->text, 0, value->size)
                  ? to->item_count
                  : item_for(c, to, value->text, NULL, NULL);
    return to_item(c, index, default_value);
}

static st_Value *number_to_enum(const st_Migration *c, long double number, st_Value *default_value)
{
    const st_Type *to = type_of(c->o->to, c->to);
    return to_item(c, isnan(number) ? to->item_count : item_numbered(to, roundl(number)),
                   default_value);
}

static st_Value *flags_result(const st_Migration *c, u64 bits, bool whole)
{
    if (whole) c->tally->exact++;
    else c->tally->defaulted++;
    return st_value_number((long double)bits);
}

static st_Value *flags_to_flags(const st_Migration *c, u64 bits)
{
    const st_Type *from = type_of(c->o->from, c->from), *to = type_of(c->o->to, c->to);
    u64 kept = 0;
    bool whole = true;
    for (u32 i = 0; i < from->item_count; i++) {
        if (!(bits & (u64)from->items[i].number)) continue;
        u32 index = item_for(c, to, from->items[i].name, from, &from->items[i].was);
        if (index == to->item_count) whole = false;
        else kept |= (u64)to->items[index].number;
    }
    return flags_result(c, kept, whole);
}

static st_Value *number_to_flags(const st_Migration *c, long double number, st_Value *default_value)
{
    const st_Type *to = type_of(c->o->to, c->to);
    long double low, most, least, high, nearest = roundl(number);      // any 64 bits, signed or not
    u64 known = 0;
    st_range_of(ED_I64, &low, &most);
    st_range_of(ED_U64, &least, &high);
    if (isnan(number) || nearest < low || nearest > high) return give_up(c, default_value);
    u64 bits = nearest < 0 ? (u64)(i64)nearest : (u64)nearest;
    for (u32 i = 0; i < to->item_count; i++) known |= (u64)to->items[i].number;
    return flags_result(c, bits & known, (bits & ~known) == 0);
}

// --- text ----------------------------------------------------------------------------------------

/// Cuts to what fits, at a character boundary; bytes that are not UTF-8 are cut anywhere.
static u32 cut(const char *text, u32 size, u32 room)
{
    if (size <= room) return size;
    for (u32 at = room; at + 4 > room; at--) {
        if (((u8)text[at] & 0xc0) != 0x80) return at;      // a character begins here
        if (at == 0) break;
    }
    return room;
}

static st_Value *to_text(const st_Migration *c, const char *text, u32 size)
{
    const char *end = size ? memchr(text, 0, size) : NULL;
    u32 whole = end ? (u32)(end - text) : size;
    u32 kept = c->to->kind == ED_CHARS ? cut(text, whole, c->to->size - 1) : whole;
    if (kept == size) c->tally->exact++;
    else c->tally->truncated++;
    return st_value_text(text, kept);
}

static st_Value *enum_to_text(const st_Migration *c, const st_Value *value)
{
    const st_Type *from = type_of(c->o->from, c->from);
    const char *name = from->items[item_numbered(from, value->number)].name;
    return to_text(c, name, (u32)strlen(name));
}

// --- one value -----------------------------------------------------------------------------------

/// Whether a plain value and an alternative of a union have the same type, by name.
static bool same_type(const st_Migration *c, const st_Field *from, const st_Field *to)
{
    if (from->kind != to->kind) return false;
    return from->type == ST_NONE
        || strcmp(c->o->from->types[from->type].name, c->o->to->types[to->type].name) == 0;
}

static st_Value *choose(u32 alternative, st_Value *inner)
{
    st_Value *value = st_value_list(ST_CHOICE, 1);
    value->index = alternative;
    value->items[0] = inner;
    return value;
}

/// The initializer of the field that contains the union may have set this alternative.
static st_Value *default_alternative(const st_Migration *c, u32 index, st_Value *default_value)
{
    bool set = default_value->form == ST_CHOICE && default_value->index == index;
    return set ? default_value->items[0]
               : st_default_field(c->o->to, &type_of(c->o->to, c->to)->fields[index]);
}

static st_Value *union_to_union(const st_Migration *c, const st_Value *value,
                                st_Value *default_value)
{
    const st_Type *from = type_of(c->o->from, c->from), *to = type_of(c->o->to, c->to);
    st_Match match;
    st_Moves moves = { 0 };
    st_match_fields(c->o, from, to, &moves, &match);
    for (u32 i = 0; i < to->field_count; i++) {
        if (match.source[i] != value->index) continue;
        st_Migration inner = { c->o,
                               &from->fields[value->index],
                               &to->fields[i],
                               &c->o->tally[c->to->type][i],
                               c->units,
                               NULL,
                               true };
        c->tally->exact++;
        return choose(
            i, st_migrate_field(&inner, value->items[0], default_alternative(c, i, default_value)));
    }
    return give_up(c, default_value);
}

static st_Value *into_union(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    const st_Type *to = type_of(c->o->to, c->to);
    u32 only = ST_NONE, count = 0;
    for (u32 i = 0; i < to->field_count; i++)
        if (to->fields[i].shape == ED_ONE && same_type(c, c->from, &to->fields[i])) {
            only = i;
            count++;
        }
    if (count != 1) return give_up(c, default_value);
    st_Migration inner = { c->o, c->from, &to->fields[only], c->tally, c->units, NULL, true };
    return choose(only,
                  st_migrate_element(&inner, value, default_alternative(c, only, default_value)));
}

static st_Value *out_of_union(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    const st_Field *from = &type_of(c->o->from, c->from)->fields[value->index];
    if (from->shape != ED_ONE || !same_type(c, from, c->to)) return give_up(c, default_value);
    st_Migration inner = { c->o, from, c->to, c->tally, c->units, NULL, true };
    return st_migrate_element(&inner, value->items[0], default_value);
}

static st_Value *copy_handle(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    const st_Type *from = type_of(c->o->from, c->from), *to = type_of(c->o->to, c->to);
    bool none = value->index == 0 && value->generation == 0;
    bool kin = strcmp(from->name, to->name) == 0 || st_names_have(&to->was, from->name)
            || ((c->o->features & ST_REVERSE) && st_names_have(&from->was, to->name));
    if (!kin && !none) return give_up(c, default_value);
    return exact(c, st_value_copy(value));      // st_settle_refs checks the item at the end
}

static st_Value *copy_pointer(const st_Migration *c, const st_Value *value)
{
    st_Value *copy = st_value_copy(value);
    if (!c->o->live) copy->index = 0;
    return exact(c, copy);
}

// --- links: st_settle_links finds the new records at the end --------------------------------------

static st_Value *pending(const st_Migration *c, st_Form form, const st_Value *target,
                         bool by_handle)
{
    st_Value *value = st_value_list(form, 0);
    value->target = target;
    value->by_handle = by_handle;
    value->tally = c->tally;
    return exact(c, value);
}

static st_Value *from_link(const st_Migration *c, const st_Value *link)
{
    st_Form form = c->to->kind == ED_REF ? ST_HANDLE : ST_LINK;
    const st_Value *target = st_link_target(c->o->from, c->o->states, c->from->type, link);
    return target ? pending(c, form, target, false) : exact(c, st_value_list(form, 0));
}

/// The item that a handle refers to, or NULL.
static const st_Value *item_of(const st_Migration *c, const st_Value *handle)
{
    for (u32 t = 0; t < c->o->from->count; t++)
        for (u32 i = 0; c->o->states[t] && i < c->o->from->types[t].field_count; i++) {
            const st_Field *field = &c->o->from->types[t].fields[i];
            const st_Value *pool = c->o->states[t]->items[i];
            if (field->shape != ED_POOL || field->type != c->from->type || field->transient)
                continue;
            for (u32 k = 0; k < pool->count; k++)
                if (pool->owners[k] == handle->index
                    && pool->slots[handle->index].generation == handle->generation)
                    return pool->items[k];
        }
    return NULL;
}

static st_Value *handle_to_link(const st_Migration *c, const st_Value *handle)
{
    const st_Value *item = item_of(c, handle);
    return item ? pending(c, ST_LINK, item, true) : exact(c, st_value_list(ST_LINK, 0));
}

/// The number that stands for null: -1, which is the largest u32 or u64. Returns false if
/// there is no such number.
static bool null_number(ed_Kind kind, long double *number)
{
    *number = kind == ED_U32 ? (long double)UINT32_MAX : -1;
    if (kind == ED_U64) *number = (long double)UINT64_MAX;
    return kind >= ED_I8 || kind == ED_U32 || kind == ED_U64;
}

/// A whole number is the index in the only container.
static st_Value *number_to_link(const st_Migration *c, long double number, st_Value *default_value)
{
    const st_Schema *to = c->o->to;
    u32 code = 0, containers = 0;
    long double null;
    if (null_number(c->from->kind, &null) && number == null)
        return exact(c, st_value_list(ST_LINK, 0));
    for (u32 t = 0; t < to->count; t++)
        for (u32 i = 0; i < to->types[t].field_count; i++) {
            const st_Field *field = &to->types[t].fields[i];
            if (!st_is_container(&to->types[t], field) || field->type != c->to->type) continue;
            code = st_link_code(t, i);
            containers++;
        }
    bool whole = number >= 0 && number <= UINT32_MAX && number == floorl(number);
    if (containers != 1 || !whole) return give_up(c, default_value);
    st_Value *link = pending(c, ST_LINK, NULL, false);
    link->generation = code;
    link->index = (u32)number;
    return link;
}

/// The index of the record.
static st_Value *link_to_number(const st_Migration *c, const st_Value *link,
                                st_Value *default_value)
{
    long double null;
    bool exists = null_number(c->to->kind, &null);
    if (!link->generation && !exists) return give_up(c, default_value);
    return to_number(c, c->to->kind, link->generation ? (long double)link->index : null,
                     default_value);
}

static st_Value *migrate_link(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    ed_Kind from = c->from->kind, to = c->to->kind;
    if (from == ED_RECORD_PTR && (to == ED_RECORD_PTR || to == ED_REF)) return from_link(c, value);
    if (from == ED_REF && to == ED_RECORD_PTR) return handle_to_link(c, value);
    if (st_is_number(from) && to == ED_RECORD_PTR)
        return number_to_link(c, value->number, default_value);
    if (from == ED_RECORD_PTR && st_is_number(to)) return link_to_number(c, value, default_value);
    return give_up(c, default_value);
}

/// Carries an absent optional to a field that always has a value.
static st_Value *from_nothing(const st_Migration *c, st_Value *default_value)
{
    const bool refers = c->to->kind == ED_REF || c->to->kind == ED_RECORD_PTR;
    return refers ? exact(c, default_value) : give_up(c, default_value);
}

/// Goes through the nearest whole number, and counts the rounding.
static st_Value *number_to_named(const st_Migration *c, long double number, st_Value *default_value)
{
    u64 exact = c->tally->exact;
    st_Value *found = c->to->kind == ED_ENUM ? number_to_enum(c, number, default_value)
                                             : number_to_flags(c, number, default_value);
    bool rounded = c->tally->exact > exact && number != roundl(number);
    c->tally->exact -= rounded;
    c->tally->rounded += rounded;
    return found;
}

static bool has_one_name(ed_Kind kind) { return kind == ED_ENUM || kind == ED_SYMBOL; }

static st_Value *migrate_simple(const st_Migration *c, const st_Value *value,
                                st_Value *default_value)
{
    ed_Kind from = c->from->kind, to = c->to->kind;
    bool counts = st_is_number(from) || st_is_named(from);
    if (from == ED_TEXT_PTR && to == ED_TEXT_PTR && !value->text)
        return exact(c, st_value_null_text());
    if (st_is_text(from) && st_is_text(to)) return to_text(c, value->text, value->size);
    if (st_is_text(from) && has_one_name(to)) return text_to_enum(c, value, default_value);
    if (has_one_name(from) && st_is_text(to)) return enum_to_text(c, value);
    if (has_one_name(from) && has_one_name(to)) return enum_to_enum(c, value, default_value);
    if (from == ED_SYMBOL || to == ED_SYMBOL) return give_up(c, default_value);
    if (from == ED_FLAGS && to == ED_FLAGS) return flags_to_flags(c, (u64)value->number);
    if (from == ED_FLAGS && to == ED_ENUM) return give_up(c, default_value);
    if (from == ED_ENUM && to == ED_FLAGS) return give_up(c, default_value);
    if (counts && (to == ED_ENUM || to == ED_FLAGS))
        return number_to_named(c, value->number, default_value);
    if (counts && st_is_number(to)) {
        bool scaled = from != ED_BOOL && to != ED_BOOL && !st_is_named(from);
        bool other = scaled && st_unit_factor(c->units.from, c->units.to) != 1;
        return other ? to_other_unit(c, value->number, default_value)
                     : to_number(c, to, value->number, default_value);
    }
    return give_up(c, default_value);
}

st_Value *st_migrate_element(const st_Migration *c, const st_Value *value, st_Value *default_value)
{
    ed_Kind from = c->from->kind, to = c->to->kind;
    // a null handle is a value
    bool none = c->from->kind == ED_REF && c->from->shape != ED_OPTIONAL;
    if (value->form == ST_ABSENT && !(none && to == ED_UNION))
        return from_nothing(c, default_value);
    if (from == ED_UNION && to == ED_UNION) return union_to_union(c, value, default_value);
    if (to == ED_UNION) return into_union(c, value, default_value);
    if (from == ED_UNION) return out_of_union(c, value, default_value);
    if (from == ED_REF && to == ED_REF) return copy_handle(c, value, default_value);
    if (from == ED_PTR && to == ED_PTR) return copy_pointer(c, value);
    if (from == ED_RECORD_PTR || to == ED_RECORD_PTR) return migrate_link(c, value, default_value);
    if (from != ED_STRUCT || to != ED_STRUCT) return migrate_simple(c, value, default_value);
    c->tally->exact++;
    return st_migrate_record(c->o, c->from->type, c->to->type, value, default_value, c->units);
}

// --- records -------------------------------------------------------------------------------------

static st_Tally *moved_tally(st_Oracle *o, u32 type, const char *to)
{
    u32 i = 0;
    if (!strchr(to, '.')) return &o->tally[type][st_find_field(&o->to->types[type], to)];
    while (i < o->moved_count && (o->moved[i].type != type || strcmp(o->moved[i].to, to) != 0)) i++;
    if (i == ED_COUNT(o->moved)) i--;      // more than the edits make
    if (i == o->moved_count) {
        o->moved[o->moved_count++].type = type;
        snprintf(o->moved[i].to, sizeof o->moved[i].to, "%s", to);
    }
    return &o->moved[i].tally;
}

static void migrate_move(st_Oracle *o, const st_StateMove *move, const st_Value *value,
                         st_Value *record, st_Units units)
{
    st_Place source = st_move_resolve(o->from, move->from, units.from, (st_Value *)(uintptr_t)value,
                                      move->from_path),
             target = st_move_resolve(o->to, move->to, units.to, record, move->to_path);
    st_Migration c = { o,
                       source.field,
                       target.field,
                       moved_tally(o, move->to, move->to_path),
                       { source.unit, target.unit },
                       NULL,
                       false };
    *target.value = st_migrate_field(&c, *source.value, *target.value);
}

static void migrate_moves(st_Oracle *o, const st_Moves *moves, u32 from, u32 to,
                          const st_Value *value, st_Value *record, st_Units units)
{
    for (u32 i = 0; i < moves->count; i++) {
        st_StateMove move = { .from = from, .to = to };
        memcpy(move.from_path, moves->at[i].from, sizeof move.from_path);
        memcpy(move.to_path, moves->at[i].to, sizeof move.to_path);
        migrate_move(o, &move, value, record, units);
    }
}

st_Value *st_migrate_record(st_Oracle *o, u32 from, u32 to, const st_Value *value,
                            st_Value *default_value, st_Units units)
{
    const st_Type *old = &o->from->types[from], *new = &o->to->types[to];
    st_Match match;
    st_Moves moves;
    st_find_moves(o, old, new, &moves);
    st_match_fields(o, old, new, &moves, &match);
    for (u32 i = 0; i < new->field_count; i++) {
        u32 source = match.source[i];
        if (source == ST_NONE) continue;
        const st_Field *one = &old->fields[source], *other = &new->fields[i];
        st_Units own = { st_unit_of(old, one, units.from), st_unit_of(new, other, units.to) };
        st_Migration c = { o, one, other, &o->tally[to][i], own, NULL, false };
        default_value->items[i] =
            st_migrate_field(&c, value->items[source], default_value->items[i]);
    }
    migrate_moves(o, &moves, from, to, value, default_value, units);
    default_value->origin = value;
    return default_value;
}

void st_oracle_run(st_Oracle *o, st_Value *const *states, st_Value **result)
{
    for (u32 i = 0; i < o->to->count; i++)
        result[i] =
            o->to->types[i].root && !o->to->types[i].gone ? st_default_record(o->to, i) : NULL;
    st_StateMoves moves;
    o->states = states;
    st_find_state_moves(o, &moves);
    for (u32 i = 0; i < moves.count; i++)
        migrate_move(o, &moves.at[i], states[moves.at[i].from], result[moves.at[i].to],
                     (st_Units){ NULL, NULL });
    for (u32 i = 0; i < o->from->count; i++) {
        if (!states[i]) continue;
        u32 to = st_match_root(o, i);
        const st_Units none = { NULL, NULL };
        if (to != ST_NONE) result[to] = st_migrate_record(o, i, to, states[i], result[to], none);
    }
    st_settle_refs(o, result);
}
