#include "runtime/snapshot/defaults.h"
#include <stdio.h>
#include "gen/unit.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

#define TYPES \
    "{'name':'Point','size':2,'align':1,'fields':[[1,'x','u1',0,null,null]," \
    "[2,'y','u1',1,null,null,{'default':5}]]}," \
    "{'name':'Form','kind':'union','size':16,'align':4,'fields':[[1,'p','V2',4,null,1]," \
    "[2,'n','u4',8,null,null],[3,'l','u1',4,2,3]]}," \
    "{'name':'Late','kind':'enum','base':'u1','values':[['FIRST',3],['SECOND',9]]}," \
    "{'name':'Mood','kind':'enum','base':'u1','values':[['A',3],['B',0]]}," \
    "{'name':'Zero','size':1,'align':1,'fields':[[1,'a','u1',0,null,null]]}," \
    "{'name':'Note','size':24,'align':8,'fields':[[1,'t','S',8,null,null,{'default':'ab'}]]}]"

/// Types of which the first has one field, at offset 16.
static ed_DocumentTypes types_of(const char *field, u32 size)
{
    char words[2000];
    char code[8], rest[200];
    sscanf(field, "%7[^ ] %199[^\n]", code, rest);
    snprintf(words, sizeof words,
             "[{'name':'Game','size':%u,'align':8,'fields':[[1,'it','%s',16,%s]]}," TYPES, size,
             code, rest);
    return json_types(words);
}

// --- fields --------------------------------------------------------------------------------------

#define Z16 "00000000000000000000000000000000"
#define WRONG "{'rows':'!c400'}"      // a table cannot be a default

static const struct {
    const char *field, *bytes;
} fields[] = {
    { "u2 null,null", "16:0000" },
    { "u2 null,null,{'default':513}", "16:0102" },
    { "u2 null,null,{'default':'text'}", "16:0000" },
    { "u1 null,3", "16:03" },
    { "u1 null,4", "16:00" },
    { "u1 null,3,{'default':'SECOND'}", "16:09" },
    { "u1 null,3,{'default':" WRONG "}", "16:03" },
    { "u1 3,3", "16:030303" },
    { "u1 3,3,{'default':[9]}", "16:090303" },
    { "V2 null,1", "16:0005" },
    { "V2 null,1,{'default':{'#1':2}}", "16:0205" },
    { "V2 null,1,{'default':{'#1':2,'x':1}}", "16:0005" },
    { "V2 5,1,{'default':[{},{'#2':1}]}", "16:00050001000500050005" },
    { "V16 null,2", "16:00000000000500000000000000000000" },
    { "V16 null,2,{'default':[3,[9]]}", "16:02000000090300000000000000000000" },
    { "u2 -2,null", "12:0000000000000000" },
    { "u2 -2,null,{'default':[1]}", "12:0100000001000000" },
    { "u2 -2,null,{'default':[1," WRONG "]}", "12:0000000000000000" },
    { "u1 null,null,{'optional':true}", "15:0000" },
    { "u1 null,null,{'optional':true,'default':7}", "15:0107" },
    { "u1 null,null,{'optional':true,'default':" WRONG "}", "15:0000" },
    { "u1 0,null", "16:00000000000000000000000000000000" },
    { "V1 0,5,{'pool':3}", "16:" Z16 Z16 "000000000000000000000000"
                           "03000000" },
};

TEST(a_field_gets_its_default_or_that_of_its_type_and_other_bytes_are_left)
{
    for (u32 i = 0; i < ED_COUNT(fields); i++) {
        _Alignas(16) u8 memory[64];
        ed_DocumentTypes types = types_of(fields[i].field, 64);
        const ed_Field *field = &types.types[0].fields[0];
        u32 lead = ed_field_prefix_size(field);
        mark_unwritten(memory, sizeof memory);
        memset(memory + 16 - lead, 0, lead + ed_field_bytes(field));
        ed_field_init(field, test_arena(), memory);
        CHECK_TEXT(written_bytes(memory, sizeof memory), fields[i].bytes);
    }
}

TEST(a_field_that_is_wrapped_is_alone_in_a_record_and_has_its_default)
{
    for (u32 i = 0; i < ED_COUNT(fields); i++) {
        ed_DocumentTypes types = types_of(fields[i].field, 64);
        ed_Field alone, *field = json_field(&types, 0, 0);
        field->offset = 48;
        const u8 *it = ed_field_wrap(field, test_arena(), &alone);
        u32 lead = ed_field_prefix_size(field);
        char shown[100];
        ed_Text out = ed_text_over(shown, sizeof shown);
        ed_text_add(&out, "%u:", alone.offset - lead);
        add_hex(&out, it + alone.offset - lead, lead + ed_field_bytes(field));
        CHECK_TEXT(shown, fields[i].bytes);
    }
}

// --- elements ------------------------------------------------------------------------------------

TEST(each_element_of_an_array_has_the_default_of_its_type)
{
    static const u32 sizes[] = { 2, 4096, 5000 };      // larger ones are not copied as a whole
    for (u32 s = 0; s < ED_COUNT(sizes); s++)
        for (u32 count = 0; count < 8; count++) {
            ed_DocumentTypes types = types_of("V2 null,1", 64);
            ed_Field element = types.types[0].fields[0];
            u8 *items = ed_arena_push(test_arena(), (size_t)8 * sizes[s], 8);
            element.size = types.types[1].size = sizes[s];
            ed_init_elements(&element, test_arena(), items, count);
            for (u32 i = 0; i < 8; i++)
                CHECK_EQ(items[(size_t)i * sizes[s] + 1], i < count ? 5 : 0);
        }
}

TEST(each_element_has_its_own_texts)
{
    struct {
        u64 other;
        ed_Str text;
    } notes[3] = { { 0 } };
    ed_DocumentTypes types = types_of("V24 null,6", 64);
    ed_init_elements(&types.types[0].fields[0], test_arena(), notes, 3);
    for (u32 i = 0; i < 3; i++) CHECK_TEXT(ed_str_text(&notes[i].text), "ab");
    notes[1].text.items[0] = 'x';
    CHECK_TEXT(ed_str_text(&notes[0].text), "ab");
    CHECK_TEXT(ed_str_text(&notes[2].text), "ab");
}

// --- records -------------------------------------------------------------------------------------

typedef enum How { ZERO, COPIED, MADE } How;

static const struct {
    const char *field;
    How how;
} type_defaults[] = {
    { "u1 null,null", ZERO },
    { "u1 null,null,{'default':0}", COPIED },
    { "u1 null,null,{'default':7}", COPIED },
    { "u1 null,3", COPIED },
    { "u1 null,4", ZERO },
    { "u1 3,3", COPIED },
    { "V1 null,5", ZERO },
    { "V2 null,1", COPIED },
    { "V16 null,2", COPIED },
    { "V24 null,6", MADE },
    { "S null,null", ZERO },
    { "S null,null,{'default':''}", MADE },
    { "u1 0,null", ZERO },
    { "u1 0,null,{'default':[]}", ZERO },
    { "u1 0,null,{'default':[0]}", MADE },
    { "u1 -9,null,{'default':[0]}", COPIED },
    { "u1 null,null,{'optional':true}", ZERO },
    { "u1 null,null,{'optional':true,'default':null}", ZERO },
    { "u1 null,null,{'optional':true,'default':0}", COPIED },
    { "V1 0,5,{'pool':0}", ZERO },
    { "V1 0,5,{'pool':3}", COPIED },      // the limit
    { "V1 0,5,{'pool':0,'default':[{'#1':1}]}", MADE },
    { "V1 0,5,{'pool':0,'default':[{}]}", MADE },
};

TEST(the_default_of_a_type_from_a_document_is_zero_or_copied_or_made_for_each_record)
{
    ed_Arena *memory = test_arena();
    for (u32 i = 0; i < ED_COUNT(type_defaults) * 2; i++) {
        bool large = i >= ED_COUNT(type_defaults);
        u32 c = i % ED_COUNT(type_defaults);
        u8 *record = ed_arena_push(memory, 5000, 8);
        ed_DocumentTypes types = types_of(type_defaults[c].field, large ? 5000 : 64);
        ed_Type *game = &types.types[0];
        ed_Writer before = test_writer(), after = test_writer();
        CHECK(ed_type_init(game, memory, record));
        ed_pack_record(&before, game, record);
        for (u32 t = 1; t < types.count; t++)
            if (types.types[t].fields) ed_type_default_make(&types.types[t], memory);
        ed_Arena *arena = test_arena();
        ed_type_default_make(game, arena);
        How how = game->zero_default ? ZERO : game->image ? COPIED : MADE;
        How expected = large && type_defaults[c].how == COPIED ? MADE : type_defaults[c].how;
        if (how != expected)
            test_fail(__FILE__, __LINE__, "%s is %u, not %u", type_defaults[c].field, how,
                      expected);
        CHECK_EQ(arena->used != 0, how == COPIED);
        memset(record, 0x77, 5000);
        CHECK(ed_type_init(game, memory, record));
        ed_pack_record(&after, game, record);
        if (before.size != after.size || memcmp(before.bytes, after.bytes, after.size) != 0)
            test_fail(__FILE__, __LINE__, "%s: records differ", type_defaults[c].field);
    }
}

TEST(a_default_is_nothing_only_if_it_has_no_item_and_no_value)
{
    static const struct {
        const char *field;
        bool nothing;
    } all[] = {
        { "u1 0,null,{'default':[]}", true },
        { "u1 0,null,{'default':[0]}", false },
        { "u1 -3,null,{'default':[]}", true },
        { "u1 -3,null,{'default':[0]}", false },
        { "u1 null,null,{'optional':true,'default':null}", true },
        { "u1 null,null,{'optional':true,'default':0}", false },
        { "V1 0,5,{'pool':0,'default':[]}", true },
        { "V1 0,5,{'pool':0,'default':null}", true },
        { "V1 0,5,{'pool':0,'default':[{'#1':1}]}", false },
        { "V1 0,5,{'pool':0,'default':[{}]}", false },
        { "V1 0,5,{'pool':0,'default':{'items':[],'handles':[],'free':[]}}", true },
        { "V1 0,5,{'pool':0,'default':{'items':[],'handles':[],'free':[[0,1]]}}", false },
        { "V1 0,5,{'pool':0,'default':{'items':[{}],'handles':[[0,1]],'free':[]}}", false },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_DocumentTypes types = types_of(all[i].field, 64);
        if (ed_default_is_nothing(&types.types[0].fields[0]) != all[i].nothing)
            test_fail(__FILE__, __LINE__, "%s", all[i].field);
    }
}

TEST(a_union_that_is_set_has_the_default_of_one_alternative)
{
    static const char *const bytes[] = { "0:00000000000500000000000000000000",
                                         "0:01000000000000000000000000000000",
                                         "0:02000000030300000000000000000000" };
    ed_DocumentTypes types = types_of("V16 null,2", 64);
    const ed_Type *form = &types.types[2];
    for (u32 i = 0; i < form->field_count; i++) {
        _Alignas(8) u8 memory[24];
        mark_unwritten(memory, sizeof memory);
        ed_union_set(form, &form->fields[i], test_arena(), memory);
        CHECK_TEXT(written_bytes(memory, sizeof memory), bytes[i]);
        memory[8] = 7;
        ed_union_choose(form, &form->fields[i], test_arena(), memory);
        CHECK_EQ(memory[8], 7);      // it held the alternative
        ed_union_choose(form, &form->fields[(i + 1) % 3], test_arena(), memory);
        CHECK_TEXT(written_bytes(memory, sizeof memory), bytes[(i + 1) % 3]);
    }
}

TEST(a_state_whose_defaults_do_not_fit_its_memory_is_not_made)
{
    ed_DocumentTypes types = types_of("u1 0,null,{'default':[1,2,3,4,5,6,7,8,9]}", 4088);
    ed_Arena small;
    CHECK(ed_arena_open(&small, "state Game", 4096, NULL));
    CHECK(!ed_state_init(&types.types[0], &small));
    ed_arena_reset(&small);
    types.types[0].size = 4080;
    const u8 *it = ed_state_init(&types.types[0], &small);
    CHECK(it && it == small.base && *(const u32 *)(const void *)(it + 24) == 9);
    ed_arena_close(&small);
}

TEST(init_sets_every_default)
{
    Whole it;
    Whole_init(test_arena(), &it);
    CHECK_TEXT(it.name, "eddie");
    CHECK_TEXT(ed_str_text(&it.note), "hello");
    CHECK_EQ(it.mood, Mood_ANGRY);
    CHECK_EQ(it.status, Status_ALIVE | Status_HIDDEN);
    CHECK(it.at.y == 1);
    CHECK_EQ(it.grid[1][2], 6);
    CHECK_EQ(it.numbers.count, 2);
    CHECK_EQ(it.numbers.items[1], 8);
    CHECK(it.spark == 5);
}
