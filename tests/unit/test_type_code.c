#include "runtime/snapshot/type_code.h"
#include "runtime/types/field.h"
#include "tests/lib/json_types.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

static bool is_packed(const ed_Writer *w, const char *words)
{
    ed_Writer expected = pack_json(words);
    return w->size == expected.size && memcmp(w->bytes, expected.bytes, w->size) == 0;
}

// --- codes ---------------------------------------------------------------------------------------

TEST(each_kind_has_a_code_that_is_read_back_with_its_size)
{
    static const struct {
        ed_Kind kind;
        u32 size;
        const char *code;
    } all[] = {
        { ED_BOOL, 1, "?" },      { ED_U8, 1, "u1" },
        { ED_U16, 2, "u2" },      { ED_U32, 4, "u4" },
        { ED_U64, 8, "u8" },      { ED_I8, 1, "i1" },
        { ED_I16, 2, "i2" },      { ED_I32, 4, "i4" },
        { ED_I64, 8, "i8" },      { ED_F32, 4, "f4" },
        { ED_F64, 8, "f8" },      { ED_STR, 16, "S" },
        { ED_REF, 8, "R" },       { ED_PTR, 8, "P" },
        { ED_CHARS, 1, "S1" },    { ED_CHARS, INT32_MAX, "S2147483647" },
        { ED_STRUCT, 48, "V48" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Field field = { .kind = all[i].kind, .size = all[i].size }, back = { .kind = ED_BOOL };
        ed_Writer w = test_writer(), expected = test_writer();
        ed_Reader r;
        ed_code_write(&w, &field);
        ed_write_text(&expected, all[i].code);
        CHECK(w.size == expected.size && memcmp(w.bytes, expected.bytes, w.size) == 0);
        ed_read_init(&r, w.bytes, w.size);
        ed_code_read(&r, &back);
        CHECK(ed_read_ok(&r) && r.at == r.end);
        CHECK(back.kind == field.kind && back.size == field.size);
        const char *code = ed_code_of(field.kind);
        bool alone = field.kind != ED_CHARS && field.kind != ED_STRUCT;
        CHECK(alone ? code && strcmp(code, all[i].code) == 0 : !code);
    }
}

TEST(an_enum_has_the_code_of_its_base_and_a_union_that_of_a_record)
{
    static const ed_Type mood = { .kind = ED_ENUM, .base = ED_I16 };
    static const ed_Type ways = { .kind = ED_FLAGS, .base = ED_U64 };
    ed_Field field = { .kind = ED_ENUM, .size = 2, .type = &mood };
    CHECK_BYTES(ed_code_write(&w, &field), "\xa2i2");
    field = (ed_Field){ .kind = ED_FLAGS, .size = 8, .type = &ways };
    CHECK_BYTES(ed_code_write(&w, &field), "\xa2u8");
    field = (ed_Field){ .kind = ED_UNION, .size = 24 };
    CHECK_BYTES(ed_code_write(&w, &field), "\xa3V24");
}

TEST(a_code_that_no_field_has_is_refused)
{
    static const struct {
        const char *words, *error;
    } all[] = {
        { "'<u4'", "" },
        { "'<V48'", "" },
        { "'<'", "unknown field code" },
        { "''", "unknown field code" },
        { "'u3'", "unknown field code" },
        { "'u'", "unknown field code" },
        { "'u44'", "unknown field code" },
        { "'U4'", "unknown field code" },
        { "'V'", "unknown field code" },
        { "'V0'", "unknown field code" },
        { "'S0'", "unknown field code" },
        { "'S1x'", "unknown field code" },
        { "'S:'", "unknown field code" },
        { "'S/'", "unknown field code" },
        { "'S-1'", "unknown field code" },
        { "'S2147483648'", "unknown field code" },
        { "'S18446744073709551617'", "unknown field code" },      // 1 in 64 bits
        { "'>u4'", "big-endian tables are not supported" },
        { "5", "expected text, found a number" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Field field = { .kind = ED_BOOL };
        ed_Reader r = json_reader(all[i].words);
        ed_code_read(&r, &field);
        CHECK_EQ(ed_read_ok(&r), !*all[i].error);
        CHECK_HAS(r.err.text, all[i].error);
    }
}

TEST(the_kind_of_a_code_is_found_only_for_exactly_that_code)
{
    static const struct {
        const char *code;
        int kind;      // -1: none
    } all[] = { { "u1", ED_U8 }, { "f8", ED_F64 }, { "S", ED_STR }, { "?", ED_BOOL }, { "u", -1 },
                { "u11", -1 },   { "S16", -1 },    { "", -1 },      { "V8", -1 } };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Kind kind = ED_PTR;
        ed_Span code = { (const u8 *)all[i].code, strlen(all[i].code) };
        CHECK_EQ(ed_code_kind(code, &kind), all[i].kind >= 0);
        if (all[i].kind >= 0) CHECK_EQ(kind, all[i].kind);
    }
}

// --- counts --------------------------------------------------------------------------------------

TEST(the_count_of_a_field_is_its_shape_and_is_read_back)
{
    static const struct {
        ed_Field field;
        const char *count;
        ed_Shape back;      // an attribute tells an optional from one value, and a pool from a list
    } all[] = {
        { { .shape = ED_ONE, .count = 1 }, "null", ED_ONE },
        { { .shape = ED_OPTIONAL, .count = 1 }, "null", ED_ONE },
        { { .shape = ED_DYNAMIC }, "0", ED_DYNAMIC },
        { { .shape = ED_POOL }, "0", ED_DYNAMIC },
        { { .shape = ED_BOUNDED, .count = 3 }, "-3", ED_BOUNDED },
        { { .shape = ED_BOUNDED, .count = INT32_MAX }, "-2147483647", ED_BOUNDED },
        { { .shape = ED_FIXED, .count = 3, .dims = { 3 } }, "3", ED_FIXED },
        { { .shape = ED_FIXED, .count = INT32_MAX, .dims = { INT32_MAX } },
          "2147483647",
          ED_FIXED },
        { { .shape = ED_FIXED, .count = 6, .dims = { 2, 3 } }, "[2,3]", ED_FIXED },
        { { .shape = ED_FIXED, .count = 24, .dims = { 1, 2, 3, 4 } }, "[1,2,3,4]", ED_FIXED },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Field back = { .count = 77 };
        ed_Writer w = test_writer();
        ed_count_write(&w, &all[i].field);
        CHECK(is_packed(&w, all[i].count));
        ed_Reader r = json_reader(all[i].count);
        ed_count_read(&r, &back);
        CHECK(ed_read_ok(&r) && r.at == r.end);
        CHECK(back.shape == all[i].back && back.count == all[i].field.count);
        CHECK(memcmp(back.dims, all[i].field.dims, sizeof back.dims) == 0);
    }
}

TEST(a_count_that_no_field_has_is_refused)
{
    static const struct {
        const char *words, *error;
    } all[] = {
        { "[5]", "" },
        { "2147483648", "a count is out of range" },
        { "-2147483648", "a count is out of range" },
        { "[0]", "an array dimension is out of range" },
        { "[2147483648]", "an array dimension is out of range" },
        { "[]", "an array cannot have 0 dimensions" },
        { "[1,1,1,1,1]", "an array cannot have 5 dimensions" },
        { "[65536,32768]", "an array has more than 2^31 - 1 elements" },
        { "[65536,65536,65536,65536]", "an array has more than 2^31 - 1 elements" },
        { "'text'", "expected a number, found text" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Field field = { .count = 0 };
        ed_Reader r = json_reader(all[i].words);
        ed_count_read(&r, &field);
        CHECK_EQ(ed_read_ok(&r), !*all[i].error);
        CHECK_HAS(r.err.text, all[i].error);
    }
}
