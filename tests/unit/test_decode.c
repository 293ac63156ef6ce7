#include "runtime/snapshot/decode.h"
#include "runtime/value/compare.h"
#include "tests/lib/test.h"

static ed_Arena arena, bytes;
static ed_Writer w;
static ed_Reader r;
static ed_Decoder d;

static void begin(void)
{
    if (!arena.base) ed_arena_open(&arena, "old values", (size_t)1 << 28, NULL);
    if (!bytes.base) ed_arena_open(&bytes, "bytes", (size_t)1 << 20, NULL);
    ed_arena_reset(&arena);
    ed_arena_reset(&bytes);
    ed_write_init(&w, &bytes);
}

static const u8 *decode(const ed_Type *type, const ed_DecodedType **old)
{
    ed_read_init(&r, w.bytes, w.size);
    d = (ed_Decoder){ .r = &r, .arena = &arena, .types = type, .type_count = 1 };
    *old = ed_decoded_type(&d, type);
    return *old ? ed_decode_record(&d, *old) : NULL;
}

static ed_ValueRef decode_record(const ed_Type *type, const ed_DecodedType **old)
{
    const u8 *at = decode(type, old);
    return (ed_ValueRef){ .type = *old ? &(*old)->type : NULL, .at = (u8 *)(uintptr_t)at };
}

static ed_ValueRef field_of(const ed_ValueRef *record, u32 index)
{
    return ed_value_field(record, &ed_value_record(record)->fields[index]);
}

static const ed_Field two[] = {
    { .name = "hp", .tag = 1, .kind = ED_U16, .size = 2, .count = 1 },
    { .name = "name", .tag = 2, .kind = ED_CHARS, .size = 8, .count = 1 },
};
static const ed_Type enemy = {
    .name = "Enemy", .kind = ED_STRUCT, .fields = two, .field_count = 2
};

TEST(a_field_that_a_record_leaves_out_has_its_default)
{
    const ed_DecodedType *old;
    begin();
    ed_write_map(&w, 1);
    ed_write_u64(&w, 2);
    ed_write_text(&w, "orc");
    ed_ValueRef record = decode_record(&enemy, &old);
    CHECK(record.at != NULL);
    if (!record.at) return;
    ed_ValueRef name = field_of(&record, 1);
    CHECK(*(u8 *)field_of(&record, 0).at == 0);
    CHECK_EQ(ed_value_text(&name).size, 3);
}

TEST(a_number_over_its_own_type_is_counted)
{
    const ed_DecodedType *old;
    u16 hp = 0;
    begin();
    ed_write_map(&w, 1);
    ed_write_u64(&w, 1);
    ed_write_u64(&w, 70000);
    ed_ValueRef record = decode_record(&enemy, &old);
    CHECK(record.at != NULL);
    if (!record.at) return;
    memcpy(&hp, field_of(&record, 0).at, sizeof hp);
    CHECK_EQ(hp, 65535);
    CHECK_EQ(old->lost[0].saturated, 1);
}

/// A record with a single field, an array of two dimensions; its value has to be written next.
static ed_Type begin_map(u32 rows, u32 columns)
{
    static ed_Field tiles;
    tiles = (ed_Field){ .name = "tiles",
                        .tag = 1,
                        .kind = ED_U8,
                        .size = 1,
                        .shape = ED_FIXED,
                        .count = rows * columns,
                        .dims = { rows, columns } };
    begin();
    ed_write_map(&w, 1);
    ed_write_u64(&w, 1);
    return (ed_Type){ .name = "Map", .kind = ED_STRUCT, .fields = &tiles, .field_count = 1 };
}

TEST(an_array_larger_than_its_bytes_is_refused_without_allocating)
{
    const ed_DecodedType *old;
    ed_Type type = begin_map(4, 1u << 24);
    ed_write_array(&w, 1);
    ed_write_array(&w, 1);
    ed_write_u64(&w, 7);
    CHECK(!decode(&type, &old));
    CHECK_HAS(r.err.text, "elements of tiles");
    CHECK(arena.used < 4096);
}

TEST(nil_for_an_array_of_several_dimensions_has_no_elements)
{
    const ed_DecodedType *old;
    ed_Type type = begin_map(3, 2);
    ed_write_nil(&w);
    ed_ValueRef record = decode_record(&type, &old);
    CHECK(record.at != NULL);
    if (!record.at) return;
    ed_ValueRef tiles = field_of(&record, 0);
    CHECK(ed_value_is_list(&tiles));
    CHECK_EQ(ed_value_count(&tiles), 0);
    CHECK(ed_value_is_nothing(&tiles));
}

static const ed_Field four[] = {
    { .name = "hp", .tag = 0x11223344, .kind = ED_U16, .size = 2, .count = 1 },
    { .name = "cache",
      .tag = 3,
      .kind = ED_U16,
      .size = 2,
      .count = 1,
      .flags = ED_FIELD_TRANSIENT },
    { .name = "slots", .tag = 0x21223344, .kind = ED_I16, .size = 2, .shape = ED_DYNAMIC },
    { .name = "at", .tag = 0x31223344, .kind = ED_STRUCT, .type = &enemy, .count = 1 },
};
static const ed_Type owner = {
    .name = "Owner", .kind = ED_STRUCT, .fields = four, .field_count = 4
};

static void write_owner(u64 hp, i64 slot)
{
    begin();
    ed_write_map(&w, 3);
    ed_write_u64(&w, four[0].tag);
    ed_write_u64(&w, hp);
    ed_write_u64(&w, four[2].tag);
    ed_write_array(&w, 4);
    for (u32 i = 0; i < 3; i++) ed_write_i64(&w, slot);
    ed_write_text(&w, "no number");
    ed_write_u64(&w, four[3].tag);
    ed_write_map(&w, 2);
    ed_write_u64(&w, 1);
    ed_write_u64(&w, hp);
    ed_write_u64(&w, 2);
    ed_write_text(&w, "orc");
}

TEST(unexpected_values_are_converted_among_expected_ones)
{
    const ed_DecodedType *old;
    write_owner(300, -40000);
    ed_ValueRef record = decode_record(&owner, &old);
    CHECK(record.at != NULL);
    if (!record.at) return;
    ed_ValueRef slots = field_of(&record, 2), at = field_of(&record, 3);
    static const i16 wanted[4] = { INT16_MIN, INT16_MIN, INT16_MIN, 0 };
    CHECK_EQ(ed_value_count(&slots), 4);
    CHECK(memcmp(ed_value_items(&slots).at, wanted, sizeof wanted) == 0);
    CHECK_EQ(old->lost[2].saturated, 3);
    CHECK_EQ(old->lost[2].defaulted, 1);
    ed_ValueRef name = field_of(&at, 1);
    CHECK_EQ(ed_value_text(&name).size, 3);
}

TEST(a_document_cut_at_any_byte_is_an_error_at_one_of_its_bytes)
{
    const ed_DecodedType *old;
    write_owner(70000, 5);
    for (size_t size = w.size; size-- > 0;) {
        w.size = size;
        ed_arena_reset(&arena);
        CHECK(!decode(&owner, &old));
        CHECK_EQ(r.err.code, ED_ERR_SHORT);
        CHECK(r.err.at <= size);
    }
}

TEST(an_error_among_expected_fields_has_its_path)
{
    const ed_DecodedType *old;
    write_owner(300, 5);
    w.bytes[w.size - 4] = 0xc1;
    CHECK(!decode(&owner, &old));
    CHECK_EQ(r.err.at, w.size - 4);
    CHECK_TEXT(r.err.path, "at.name");
}

/// Reads with a path that already has so many steps.
static void decode_at_depth(const ed_Type *type, u32 depth)
{
    ed_read_init(&r, w.bytes, w.size);
    d = (ed_Decoder){ .r = &r, .arena = &arena, .types = type, .type_count = 1 };
    const ed_DecodedType *old = ed_decoded_type(&d, type);
    while (r.depth < depth) ed_read_enter(&r, "in", 0);
    ed_decode_record(&d, old);
}

TEST(plain_values_below_the_depth_limit_are_refused)
{
    static const ed_Type list = {
        .name = "List", .kind = ED_STRUCT, .fields = &four[2], .field_count = 1
    };
    begin();
    ed_write_map(&w, 2);
    ed_write_u64(&w, 1);
    ed_write_u64(&w, 300);
    ed_write_u64(&w, 2);
    ed_write_text(&w, "long enough to look ahead");
    decode_at_depth(&enemy, ED_DEPTH_MAX - 1);
    CHECK(ed_read_ok(&r));
    decode_at_depth(&enemy, ED_DEPTH_MAX);
    CHECK_EQ(r.err.code, ED_ERR_DEPTH);
    begin();
    ed_write_map(&w, 1);
    ed_write_u64(&w, four[2].tag);
    ed_write_array(&w, 20);
    for (u32 i = 0; i < 20; i++) ed_write_u64(&w, 5);
    for (u32 i = 0; i < 20; i++) ed_write_nil(&w);      // what follows the record
    decode_at_depth(&list, ED_DEPTH_MAX - 2);
    CHECK(ed_read_ok(&r));
    decode_at_depth(&list, ED_DEPTH_MAX - 1);
    CHECK_EQ(r.err.code, ED_ERR_DEPTH);
}
