#include "tests/storm/garble.h"
#include <string.h>
#include "runtime/types/pool.h"

static void scribble(st_Random *r, u8 *at, size_t size)
{
    for (size_t i = 0; i < size; i++) at[i] = (u8)st_below(r, 256);
}

/// Garbage after the end of a text, and sometimes over the terminator, too.
static void garble_chars(st_Random *r, const ed_Field *field, u8 *at)
{
    size_t used = strnlen((const char *)at, field->size);
    bool whole = st_chance(r, 20);
    if (used + 1 < field->size) scribble(r, at + used + 1, field->size - used - 1);
    for (u32 i = 0; whole && i < field->size; i++) at[i] |= (u8)(at[i] == 0) * 'x';
}

/// Sometimes puts a zero byte into the text, or overwrites its terminator.
static void garble_str(st_Random *r, u8 *at)
{
    ed_Str str;
    memcpy(&str, at, sizeof str);
    if (!str.items || !str.count) return;
    if (st_chance(r, 20)) str.items[st_below(r, str.count)] = 0;
    if (st_chance(r, 20)) str.items[str.count] = '!';
}

static void garble_handle(st_Random *r, u8 *at)
{
    const ed_Ref refs[] = { { st_below(r, 9), st_below(r, 9) },
                            { st_below(r, 9), 0 },
                            { UINT32_MAX, UINT32_MAX } };
    if (st_chance(r, 30)) memcpy(at, &refs[st_below(r, ED_COUNT(refs))], sizeof *refs);
}

static void garble_pointer(st_Random *r, u8 *at)
{
    const u64 addresses[] = { 16, 0x7000, 0xffff, UINT64_MAX >> 1 };
    if (st_chance(r, 20)) memcpy(at, &addresses[st_below(r, ED_COUNT(addresses))], sizeof(u64));
}

static void garble_element(st_Random *r, const ed_Field *field, u8 *at)
{
    u8 truth = (u8)(1 + st_below(r, 255));
    switch (field->kind) {
    case ED_STRUCT:
    case ED_UNION: st_garble(r, field->type, at); break;
    case ED_BOOL:
        if (*at) *at = truth;
        break;
    case ED_CHARS: garble_chars(r, field, at); break;
    case ED_STR: garble_str(r, at); break;
    case ED_REF: garble_handle(r, at); break;
    case ED_SYMBOL:
    case ED_RECORD_PTR:
    case ED_TEXT_PTR: garble_pointer(r, at); break;
    default: break;
    }
}

static void garble_field(st_Random *r, const ed_Field *field, u8 *at)
{
    ed_Array list = { at, field->count, 0 };
    if (field->flags & ED_FIELD_TRANSIENT) return;
    if (field->shape == ED_OPTIONAL && !at[-1]) {
        scribble(r, at, field->size);
        return;
    }
    if (field->shape == ED_OPTIONAL) at[-1] = (u8)(1 + st_below(r, 255));
    if (ed_field_is_list(field)) memcpy(&list, at, sizeof list);
    if (field->shape == ED_BOUNDED) {
        memcpy(&list.count, at - sizeof list.count, sizeof list.count);
        scribble(r, at + (size_t)list.count * field->size,
                 (size_t)(field->count - list.count) * field->size);
        u32 more = list.count + 1 + st_below(r, 9);
        if (list.count == field->count) memcpy(at - sizeof more, &more, sizeof more);
    }
    for (u32 i = 0; i < list.count; i++)
        garble_element(r, field, (u8 *)list.items + (size_t)i * field->size);
}

static void garble_union(st_Random *r, const ed_Type *type, u8 *it)
{
    u32 kind;
    memcpy(&kind, it, sizeof kind);
    const ed_Field *field = &type->fields[kind];
    u32 used = field->offset
             + (field->shape == ED_DYNAMIC ? (u32)sizeof(ed_Array) : field->size * field->count);
    scribble(r, it + used, type->size - used);
    garble_field(r, field, it + field->offset);
    u32 unknown = type->field_count + st_below(r, 9);
    if (kind == 0) memcpy(it, &unknown, sizeof unknown);
}

void st_garble(st_Random *r, const ed_Type *type, void *record)
{
    u8 *it = record;
    if (type->kind == ED_UNION) {
        garble_union(r, type, it);
        return;
    }
    for (u32 i = 0; i < type->field_count; i++)
        garble_field(r, &type->fields[i], it + type->fields[i].offset);
}
