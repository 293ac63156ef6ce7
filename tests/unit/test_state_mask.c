#include "runtime/snapshot/state_mask.h"
#include <stdio.h>
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

TEST(a_mask_selects_the_bytes_that_are_state)
{
    u8 mask[400], from[400], bytes[400], wanted[400];
    for (u32 i = 0; i < sizeof from; i++) {
        from[i] = (u8)(i * 13 + 1);
        mask[i] = i % 3 ? 0xff : i % 2 ? 1 : 0;
    }
    for (u32 size = 0; size <= 200; size++) {
        memset(bytes, 0xee, sizeof bytes);
        memset(wanted, 0xee, sizeof wanted);
        for (u32 i = 0; i < size; i++) wanted[1 + i] = from[i] < mask[i] ? from[i] : mask[i];
        ed_mask_copy(bytes + 1, from, mask, size);
        CHECK(memcmp(bytes, wanted, sizeof bytes) == 0);
        ed_mask_copy(from, from, mask, size);
        CHECK(memcmp(from, wanted + 1, size) == 0);
    }
}

TEST(the_mask_of_a_record_has_its_fields_counts_and_flags)
{
    static const ed_Field fields[] = {
        { .kind = ED_BOOL, .size = 1, .count = 1, .offset = 0 },
        { .kind = ED_U16, .size = 2, .count = 3, .shape = ED_BOUNDED, .offset = 8 },
        { .kind = ED_U8, .size = 1, .count = 1, .shape = ED_OPTIONAL, .offset = 16 },
        { .kind = ED_PTR, .size = 8, .count = 1, .offset = 24 },
        { .kind = ED_U32, .size = 4, .count = 1, .offset = 32, .flags = ED_FIELD_TRANSIENT },
        { .kind = ED_U32, .size = 4, .shape = ED_DYNAMIC, .offset = 40 },
    };
    static const char *const expected[] = {
        [ED_MASK_FILE] = "1000111111111101100000000000000000000000111111111111111100000000",
        [ED_MASK_LIVE] = "1000111111111101100000001111111100000000111111111111111100000000",
        [ED_MASK_FIELDS] = "1000111111111101100000001111111111110000111111111111111100000000",
    };
    static const ed_Type type = {
        .kind = ED_STRUCT, .size = 64, .fields = fields, .field_count = 6
    };
    const ed_Field record = { .kind = ED_STRUCT, .size = 64, .count = 1, .type = &type };
    for (u32 scope = 0; scope < ED_COUNT(expected); scope++) {
        u8 mask[64] = { 0 };
        ed_mask_element(&record, (ed_MaskScope)scope, mask);
        for (u32 i = 0; i < 64; i++) CHECK_EQ(mask[i] != 0, expected[scope][i] == '1');
        CHECK(mask[0] == 1 && mask[15] == 1 && mask[16] == 0xff && mask[8] == 0xff);
    }
}

// A pair and an array share the memory of a union. The pair's second number covers the array's
// second element.
TEST(the_mask_of_an_array_in_a_union_keeps_the_bits_of_the_other_alternatives)
{
    static const ed_Field byte = { .kind = ED_U8, .size = 1, .count = 1 };
    static const ed_Field pair_fields[] = {
        { .kind = ED_U8, .size = 1, .count = 1 },
        { .kind = ED_U64, .size = 8, .count = 1, .offset = 8 }
    };
    static const ed_Type spaced = {
        .kind = ED_STRUCT, .size = 8, .fields = &byte, .field_count = 1
    };
    static const ed_Type pair = {
        .kind = ED_STRUCT, .size = 16, .fields = pair_fields, .field_count = 2
    };
    static const ed_Field alternatives[] = {
        { .kind = ED_STRUCT, .type = &pair, .size = 16, .count = 1, .offset = 8 },
        { .kind = ED_STRUCT,
          .type = &spaced,
          .size = 8,
          .shape = ED_FIXED,
          .count = 2,
          .offset = 8 }
    };
    const ed_Type both = { .kind = ED_UNION, .size = 24, .fields = alternatives, .field_count = 2 };
    const ed_Field record = { .kind = ED_UNION, .size = 24, .count = 1, .type = &both };
    u8 mask[24] = { 0 };
    ed_mask_element(&record, ED_MASK_FILE, mask);
    for (u32 i = 0; i < 24; i++) CHECK_EQ(mask[i] != 0, i < 4 || i == 8 || i >= 16);
}

TEST(the_mask_of_a_field_has_a_bit_for_each_byte_of_its_values)
{
    static const struct {
        const char *field, *mask;
    } all[] = {
        { "'u2',8,null,null", "8:ffff" },
        { "'?',8,null,null", "8:01" },
        { "'?',8,7,null", "8:01010101010101" },
        { "'S5',8,null,null", "8:ffffffffff" },
        { "'R',8,null,1", "8:ffffffffffffffff" },
        { "'P',8,null,null", "" },
        { "'P',8,2,null", "" },
        { "'S',8,null,null", "8:ffffffffffffffffffffffffffffffff" },
        { "'V4',8,0,1", "8:ffffffffffffffffffffffffffffffff" },
        { "'V4',8,null,1", "8:01 10:ffff" },
        { "'V4',8,3,1", "8:01 10:ffff01 14:ffff01 18:ffff" },
        { "'V4',8,[1,2],1", "8:01 10:ffff01 14:ffff" },
        { "'V4',8,-2,1", "4:ffffffff01 10:ffff01 14:ffff" },
        { "'u2',8,-2,null", "4:ffffffffffffffff" },
        { "'V4',8,null,1,{'optional':true}", "7:0101 10:ffff" },
        { "'V16',8,null,2", "8:ffffffff 16:01ff 20:ffff" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[1000];
        u8 mask[32] = { 0 };
        snprintf(words, sizeof words,
                 "[{'name':'Game','size':32,'align':8,'fields':[[1,'it',%s]]},"
                 "{'name':'Item','size':4,'align':2,'fields':[[1,'a','?',0,null,null],"
                 "[2,'b','u2',2,null,null]]},"
                 "{'name':'Form','kind':'union','size':16,'align':4,'fields':["
                 "[1,'a','?',8,2,null],[2,'b','u1',9,null,null],[3,'c','u2',12,null,null]]}]",
                 all[i].field);
        ed_DocumentTypes types = json_types(words);
        const ed_Field game = { .kind = ED_STRUCT, .type = &types.types[0], .size = 32 };
        ed_mask_element(&game, ED_MASK_FILE, mask);
        for (u32 b = 0; b < sizeof mask; b++)
            if (!mask[b]) mark_unwritten(&mask[b], 1);
        CHECK_TEXT(written_bytes(mask, sizeof mask), all[i].mask);
    }
}
