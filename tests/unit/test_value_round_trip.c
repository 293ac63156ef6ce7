/// What ed_value_json prints, ed_value_set takes, and the value is the same again, bit by bit.
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"

#define ROUNDS 40u                   // random values of each type
#define RECORD_BYTES_MAX 16384u      // of the types that are tested
#define JSON_BYTES ((size_t)1 << 20)

static u64 seed = 1;

static u64 dice(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static u32 upto(u32 most) { return (u32)(dice() % (most + 1)); }

// --- any value -----------------------------------------------------------------------------------

/// Any bits; and of the floats, every second one is a NaN, an infinity, or next to one.
static void fill_number(ed_Kind kind, void *at)
{
    u64 bits = dice() >> upto(63);
    if (kind == ED_BOOL) bits &= 1;
    if (kind == ED_F32 && upto(1)) bits = (bits & 0x80000001) | 0x7f800000 >> upto(1);
    if (kind == ED_F32 && upto(1)) bits |= (u64)1 << upto(22);
    if (kind == ED_F64 && upto(1)) bits = (bits << 63) | 0x7ff0000000000000 >> upto(1);
    if (kind == ED_F64 && upto(1)) bits |= (u64)1 << upto(51);
    memcpy(at, &bits, ed_kind_size(kind));
}

static void fill_named(const ed_Type *type, void *at)
{
    u64 bits = 0;
    if (type->kind == ED_ENUM) bits = (u64)type->values[upto(type->value_count - 1)].number;
    else
        for (u32 i = 0; i < type->value_count; i++)
            if (upto(1)) bits |= (u64)type->values[i].number;
    ed_number_store(type->base, at, ed_number_from_bits(type->base, (i64)bits));
}

/// Any bytes except zero: well-formed UTF-8, parts of it, and controls.
static u32 fill_bytes(char *at, u32 most)
{
    static const char some[] = "a\"\\/\x01\x1b\t\n\x7f\xc2\x9b\xc3\xa4\xe2\x80\xae\xf0\x9f\x98\x80"
                               "\xff\x80\xed\xb3\xbf";
    u32 size = upto(most);
    for (u32 i = 0; i < size; i++) at[i] = some[upto(sizeof some - 2)];
    return size;
}

static void fill_record(const ed_ValueRef *ref, u32 depth);

static void fill_element(const ed_Field *field, ed_Arena *arena, void *at, u32 depth)
{
    char bytes[40];
    ed_Ref handle = { upto(9), upto(2) };
    if (!handle.generation) handle.index = 0;
    switch (field->kind) {
    case ED_STRUCT:
    case ED_UNION:
        fill_record(&(ed_ValueRef){ .type = field->type, .at = at, .arena = arena }, depth + 1);
        break;
    case ED_CHARS:
        memset(at, 0, field->size);
        fill_bytes((char *)at, field->size - 1);
        break;
    case ED_STR: ed_str_put(arena, (ed_Str *)at, bytes, fill_bytes(bytes, sizeof bytes)); break;
    case ED_REF: memcpy(at, &handle, sizeof handle); break;
    case ED_PTR: break;
    case ED_ENUM:
    case ED_FLAGS: fill_named(field->type, at); break;
    default: fill_number(field->kind, at); break;
    }
}

static void fill_field(const ed_Field *field, ed_Arena *arena, u8 *at, u32 depth)
{
    ed_Array *list = (ed_Array *)(void *)at;
    u32 count = field->shape == ED_DYNAMIC ? upto(depth < 3 ? 3 : 0) : upto(field->count);
    if (field->shape == ED_OPTIONAL) at[-1] = (u8)count;
    if (field->shape == ED_BOUNDED) memcpy(at - sizeof count, &count, sizeof count);
    if (field->shape == ED_ONE || field->shape == ED_FIXED) count = field->count;
    if (field->shape == ED_DYNAMIC) list->count = 0;
    for (u32 i = 0; i < count; i++) {
        u8 *item = field->shape == ED_DYNAMIC ? (u8 *)ed_array_add(arena, list, field->size, 8)
                                              : at + (size_t)i * field->size;
        if (field->shape != ED_ONE && field->shape != ED_FIXED) ed_init_element(field, arena, item);
        fill_element(field, arena, item, depth);
    }
}

static void fill_record(const ed_ValueRef *ref, u32 depth)
{
    const ed_Type *type = ref->type;
    u32 kind = upto(type->field_count - 1);
    bool held = type->kind == ED_UNION;
    if (held) memset(ref->at, 0, type->size);
    if (held) memcpy(ref->at, &kind, sizeof kind);
    for (u32 i = held ? kind : 0; i < (held ? kind + 1 : type->field_count); i++)
        fill_field(&type->fields[i], ref->arena, (u8 *)ref->at + type->fields[i].offset, depth);
}

// --- there and back ------------------------------------------------------------------------------

static char text[JSON_BYTES];
static ed_Error error;

static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[4];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "values", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

static ed_ValueRef record_of(const ed_Type *type, u32 index)
{
    ed_Arena *arena = arena_at(index);
    return (ed_ValueRef){ .type = type, .at = ed_state_init(type, arena), .arena = arena };
}

/// Returns the values of a record, transient ones included, as bytes. No bit is converted.
static ed_Span packed(const ed_ValueRef *ref, u32 index)
{
    ed_Writer w;
    ed_write_init(&w, arena_at(index));
    for (u32 i = 0; i < ref->type->field_count; i++)
        if (ref->type->kind == ED_STRUCT) ed_pack_field(&w, &ref->type->fields[i], ref->at);
    if (ref->type->kind == ED_UNION) ed_pack_record(&w, ref->type, ref->at);
    return (ed_Span){ w.bytes, w.size };
}

static const char *print(const ed_ValueRef *ref)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_value_json(ref, &out);
    return out.cut ? "too long" : text;
}

/// Returns why a record did not come back from its JSON, or "".
static const char *round_trip(const ed_Type *type)
{
    ed_ValueRef one = record_of(type, 0), other = record_of(type, 1);
    fill_record(&one, 0);
    error = (ed_Error){ .code = ED_OK };
    if (!ed_value_set(&other, print(&one), &error)) return error.text;
    ed_Span a = packed(&one, 2), b = packed(&other, 3);
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0 ? "" : "the bytes differ";
}

TEST(what_is_printed_can_be_set_for_every_type)
{
    for (u32 t = 0; t < eddie_schema.type_count; t++) {
        const ed_Type *type = eddie_schema.types[t];
        bool record = type->kind == ED_STRUCT || type->kind == ED_UNION;
        for (u32 i = 0; record && type->size <= RECORD_BYTES_MAX && i < ROUNDS; i++)
            CHECK_TEXT(round_trip(type), "");
    }
}

TEST(each_value_in_a_record_can_be_set_alone)
{
    for (u32 t = 0; t < eddie_schema.type_count; t++) {
        const ed_Type *type = eddie_schema.types[t];
        if (type->kind != ED_STRUCT || type->size > RECORD_BYTES_MAX) continue;
        ed_ValueRef one = record_of(type, 0), other = record_of(type, 1);
        fill_record(&one, 0);
        for (u32 i = 0; i < type->field_count; i++) {
            ed_ValueRef from = ed_value_part(&one, i), to = ed_value_part(&other, i);
            error = (ed_Error){ .code = ED_OK };
            if (!ed_value_set(&to, print(&from), &error)) CHECK_TEXT(error.text, "");
        }
        ed_Span a = packed(&one, 2), b = packed(&other, 3);
        CHECK(a.size == b.size && memcmp(a.at, b.at, a.size) == 0);
    }
}
