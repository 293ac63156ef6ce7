#include <stdio.h>
#include "runtime/snapshot/decode.h"
#include "runtime/types/pool.h"
#include "tests/lib/json_types.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

static ed_DocumentTypes types;
static ed_Reader r;
static ed_Decoder d;

/// Lays out decoded records of the first of these types. Returns NULL if it is refused.
static const ed_DecodedType *decode_type(const char *words)
{
    types = json_types(words);
    ed_read_init(&r, "", 0);
    d = (ed_Decoder){
        .r = &r, .arena = test_arena(), .types = types.types, .type_count = types.count
    };
    return ed_decoded_type(&d, &types.types[0]);
}

#define GAME(fields) "[{'name':'Game','size':64,'align':8,'fields':[" fields "]},"
#define MORE \
    "{'name':'Point','size':2,'align':1,'fields':[[1,'x','u1',0,null,null]," \
    "[2,'y','u1',1,null,null,{'default':5}]]}," \
    "{'name':'Form','kind':'union','size':24,'align':8,'fields':[[1,'n','u4',8,null,null]," \
    "[2,'t','S',8,null,null],[3,'p','V2',8,null,1]]}," \
    "{'name':'Late','kind':'enum','base':'u2','values':[['FIRST',3],['SECOND',9]]}," \
    "{'name':'Dots','size':8,'align':8,'fields':[[1,'at','V2',0,3,1]]}]"

// --- layout --------------------------------------------------------------------------------------

TEST(each_array_and_text_is_a_slot_and_each_field_is_aligned_to_8)
{
    static const struct {
        const char *field, *layout;
    } all[] = {
        { "'u1',0,null,null", "0+1 of 8" },
        { "'f8',0,null,null", "0+8 of 8" },
        { "'u2',0,null,3", "0+2 of 8" },
        { "'R',0,null,1", "0+8 of 8" },
        { "'P',0,null,null", "0+8 of 8" },
        { "'S4',0,null,null", "0+16 of 16" },
        { "'S',0,null,null", "0+16 of 16" },
        { "'u1',0,1000,null", "0+1 of 16" },
        { "'u1',0,[4,4],null", "0+1 of 16" },
        { "'u1',4,-9,null", "0+1 of 16" },
        { "'S4',0,0,null", "0+16 of 16" },
        { "'V2',0,0,1", "0+0 of 16" },
        { "'V2',0,0,1,{'pool':5}", "0+0 of 48" },
        { "'u1',1,null,null,{'optional':true}", "8+1 of 16" },
        { "'S4',1,null,null,{'optional':true}", "8+16 of 24" },
        { "'V2',0,null,1", "0+16 of 16" },
        { "'V24',0,null,2", "0+24 of 24" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[1000], layout[50];
        snprintf(words, sizeof words, GAME("[1,'a',%s],[2,'b','u1',60,null,null]") MORE,
                 all[i].field);
        const ed_DecodedType *type = decode_type(words);
        CHECK(type);
        const ed_Field *a = &type->fields[0], *b = &type->fields[1];
        snprintf(layout, sizeof layout, "%u+%u of %u", a->offset, a->size, b->offset);
        CHECK_TEXT(layout, all[i].layout);
        CHECK(type->type.size == b->offset + 8 && type->type.align == 8);
        CHECK(type->type.fields == type->fields && type->writer == &types.types[0]);
    }
}

TEST(the_alternatives_of_a_union_share_the_bytes_after_its_kind)
{
    CHECK(decode_type(GAME("[1,'form','V24',0,null,2]") MORE));
    const ed_DecodedType *form = ed_decoded_type(&d, &types.types[2]);
    for (u32 i = 0; i < 3; i++) CHECK_EQ(form->fields[i].offset, 8);
    CHECK_EQ(form->type.size, 24);
}

TEST(a_type_is_laid_out_once_and_the_records_of_a_list_when_one_is_decoded)
{
    const ed_DecodedType *game = decode_type(GAME("[1,'a','V2',0,null,1],[2,'b','V2',2,null,1],"
                                                  "[3,'games','V64',8,0,0]") MORE);
    CHECK(game && ed_decoded_type(&d, &types.types[0]) == game);
    CHECK(game->fields[0].type == game->fields[1].type);
    CHECK(ed_decoded_of(game->fields[0].type) == ed_decoded_type(&d, &types.types[1]));
    CHECK(game->fields[2].type == &types.types[0] && game->fields[2].size == 0);
}

// --- types without a layout ----------------------------------------------------------------------

TEST(a_type_that_contains_itself_by_value_is_refused_each_time)
{
    static const char *const fields[] = { GAME("[1,'a','V64',0,null,0]") MORE,
                                          GAME("[1,'a','V64',8,null,0,{'optional':true}]") MORE };
    for (u32 i = 0; i < ED_COUNT(fields); i++) {
        CHECK(!decode_type(fields[i]));
        CHECK_HAS(r.err.text, "invalid type Game: it contains itself by value");
        ed_read_init(&r, "", 0);
        CHECK(!ed_decoded_type(&d, &types.types[0]));
        CHECK_HAS(r.err.text, "invalid type Game: it was already refused");
    }
}

/// Each type but the last has fields of the next one: T0 has `count` of them, the others 64. So the
/// records of T0 have `count` times 2 MiB.
static bool decode_large(u32 count)
{
    char *words = ed_arena_push(test_arena(), 100000, 1);
    ed_Text out = ed_text_over(words, 100000);
    for (u32 t = 0; t < 4; t++) {
        ed_text_add(&out, "%s{'name':'T%u','size':8,'align':1,'fields':[", t ? "," : "[", t);
        for (u32 i = 0; i < (t ? 64 : count); i++) {
            ed_text_add(&out, "%s[%u,'f','%s',0,null,", i ? "," : "", i, t == 3 ? "u1" : "V8");
            ed_text_add(&out, t == 3 ? "null]" : "%u]", t + 1);
        }
        ed_text_add(&out, "]}");
    }
    ed_text_add(&out, "]");
    return decode_type(words);
}

TEST(a_type_whose_records_exceed_1_GiB_is_refused)
{
    CHECK(!decode_large(513));
    CHECK_HAS(r.err.text, "invalid type T0: larger than 1 GiB");
    CHECK(!decode_large(512));
    CHECK_HAS(r.err.text, "not enough memory to decode 1073741824 bytes");
    CHECK(decode_large(2));
}

// --- defaults ------------------------------------------------------------------------------------

#define TABLE "{'rows':'!c400'}"      // where no table may be

TEST(a_decoded_record_begins_with_the_defaults_of_its_writers_type)
{
    static const struct {
        const char *field, *image;
        bool known;
    } all[] = {
        { "'u1',0,null,null", "00", false },
        { "'u1',0,null,null,{'default':7}", "07", true },
        { "'u1',0,null,null,{'default':300}", "ff", true },
        { "'u1',0,null,null,{'default':'text'}", "00", true },
        { "'u1',0,null,null,{'default':" TABLE "}", "00", false },
        { "'u2',0,null,3", "0300", false },
        { "'u2',0,null,3,{'default':9}", "0900", true },
        { "'u2',0,null,3,{'default':" TABLE "}", "0300", false },
        { "'V2',0,null,1", "00000000000000000500000000000000", false },
        { "'V2',0,null,1,{'default':{'#1':2}}", "02000000000000000500000000000000", true },
        { "'V2',0,null,1,{'default':{'#1':2,'x':1}}", "00000000000000000500000000000000", false },
        { "'V24',0,null,2", "000000000000000000000000000000000000000000000000", false },
        { "'V24',0,null,2,{'default':[3,{'#1':2}]}",
          "020000000000000002000000000000000500000000000000", true },
        { "'u1',1,null,null,{'optional':true,'default':7}", "07", true },
        { "'u1',1,null,null,{'optional':true,'default':" TABLE "}", "00", false },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[1000], image[100];
        ed_Text out = ed_text_over(image, sizeof image);
        snprintf(words, sizeof words, GAME("[1,'a',%s]") MORE, all[i].field);
        const ed_DecodedType *type = decode_type(words);
        CHECK(type && ed_read_ok(&r));
        const ed_Field *a = &type->fields[0];
        add_hex(&out, type->type.image + a->offset, a->size);
        CHECK_TEXT(image, all[i].image);
        CHECK_EQ(ed_decoded_default_is_known(a), all[i].known);
        CHECK_EQ(type->lost[0].saturated + type->lost[0].defaulted, 0);
        if (a->shape == ED_OPTIONAL) CHECK_EQ(type->type.image[a->offset - 1], all[i].known);
    }
}

TEST(the_default_of_a_text_or_list_is_in_the_slot_and_an_invalid_one_is_empty)
{
    static const struct {
        const char *field;
        u32 count;
    } all[] = {
        { "'S',0,null,null,{'default':'abc'}", 3 },
        { "'S',0,null,null,{'default':" TABLE "}", 0 },
        { "'u2',0,0,null,{'default':[1,2]}", 2 },
        { "'u2',0,0,null,{'default':[1," TABLE "]}", 0 },
        { "'u2',0,4,null", 0 },
        { "'V2',0,0,1,{'default':[{},{},{},{}]}", 4 },
        { "'V64',0,0,0,{'default':[{}]}", 1 },      // a game in a game
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[1000];
        ed_Array slot;
        snprintf(words, sizeof words, GAME("[1,'a',%s]") MORE, all[i].field);
        const ed_DecodedType *type = decode_type(words);
        CHECK(type && ed_read_ok(&r));
        memcpy(&slot, type->type.image, sizeof slot);
        CHECK_EQ(slot.count, all[i].count);
        CHECK(slot.count || !slot.items);
    }
}

TEST(a_record_in_the_default_of_its_own_type_does_not_contain_itself)
{
    ed_Array slot, inner;
    const ed_DecodedType *type = decode_type(GAME("[1,'a','V64',0,0,0,{'default':[{},{}]}]") MORE);
    CHECK(type && ed_read_ok(&r));
    memcpy(&slot, type->type.image, sizeof slot);
    CHECK_EQ(slot.count, 2);
    memcpy(&inner, slot.items, sizeof inner);
    CHECK_EQ(inner.count, 0);
}

TEST(records_in_the_default_of_their_own_type_do_not_contain_each_other)
{
    ed_Array slot, inner = { NULL, 0, 0 }, innermost = { NULL, 0, 0 };
    const ed_DecodedType *type =
        decode_type(GAME("[1,'a','V64',0,0,0,{'default':[{'#1':[{}]}]}]") MORE);
    CHECK(type && ed_read_ok(&r));
    memcpy(&slot, type->type.image, sizeof slot);
    CHECK_EQ(slot.count, 1);
    memcpy(&inner, slot.items, sizeof inner);
    CHECK_EQ(inner.count, 1);
    memcpy(&innermost, inner.items, sizeof innermost);
    CHECK_EQ(innermost.count, 0);
}

TEST(a_default_that_does_not_fit_the_memory_is_an_error)
{
    ed_Arena small;
    types = json_types(GAME("[1,'a','u1',0,0,null,{'default':[1,2,3,4]}]") MORE);
    ed_arena_open(&small, "decoded values", 4096, NULL);
    ed_read_init(&r, "", 0);
    d = (ed_Decoder){ .r = &r, .arena = &small, .types = types.types, .type_count = types.count };
    size_t needed = sizeof(ed_DecodedType) + sizeof(ed_Field) + sizeof(ed_Tally) + 16;
    ed_arena_push(&small, 4096 - needed, 8);
    CHECK(!ed_decoded_type(&d, &types.types[0]));
    CHECK_EQ(r.err.code, ED_ERR_LIMIT);
    ed_arena_close(&small);
}

/// The types of a document in any order, whose defaults have records of each other.
TEST(a_default_with_records_of_another_type_starts_from_the_default_of_that_type)
{
    static const struct {
        const char *from, *to, *path, *value;
    } all[] = {
        { "struct A { str s[3] = {'x'}; } struct B { A a[1] = {}; u8 n = 1; u32 list[]; }"
          "struct C { B bs[] = {{}, {.list = {}}, {.n = 2, .list = {2, 1, 1}}}; }"
          "state Game { B b; C c [[optional]]; }",
          "struct B { u32 list[]; } struct C { B bs[]; } state Game { C c [[optional]]; }",
          "Game.c", "null" },
        { "struct B { u8 n = 3; u32 list[]; } struct C { B bs[] = {{}, {.n = 2}}; }"
          "state Game { C cs[1]; }",
          "struct B { u8 n; } struct C { B bs[]; } state Game { C cs[]; }", "Game.cs[0].bs",
          "[{'n':3},{'n':2}]" },
        { "struct C { A as[]; u8 n = 4; } struct B { C cs[] = {{}}; } struct A { B b; u8 n = 5; }"
          "state Game { A a; }",
          "struct C { A as[]; u16 n; } struct B { C cs[]; } struct A { B b; u16 n; }"
          "state Game { A a; }",
          "Game.a", "{'b':{'cs':[{'as':[],'n':4}]},'n':5}" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK(migrate_begin(all[i].from, all[i].to) && migrate_pack() && migrate_load());
        CHECK_TEXT(migrate_get(all[i].path), all[i].value);
    }
}
