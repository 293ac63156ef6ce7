#include "runtime/snapshot/encode.h"
#include <stdio.h>
#include <stdlib.h>
#include "gen/unit.gen.h"
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/types/pool.h"
#include "tests/lib/json_types.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

static Whole whole_of(ed_Arena *arena)
{
    Whole it;
    Whole_init(arena, &it);
    it.truth = true;
    it.d = UINT64_MAX;
    it.h = INT64_MIN;
    it.wide = 0.1;
    it.path_count = 2;
    it.path[1].x = 4;
    Point_array_add(arena, &it.trail)->x = 5;
    ed_str_set(arena, ed_array_add(arena, (ed_Array *)(void *)&it.words, sizeof(ed_Str), 8),
               "word");
    memcpy(it.names[1], "abc", 4);
    return it;
}

static ed_Writer packed(const Whole *it)
{
    ed_Writer w = test_writer();
    Whole_pack(&w, it, 1);
    return w;
}

TEST(what_is_packed_comes_back)
{
    ed_Arena *arena = test_arena();
    Whole it = whole_of(test_arena()), back;
    ed_Writer w = packed(&it);
    ed_Reader r;
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Whole_unpack(&r, arena, &back, 1));
    CHECK(r.at == r.end);
    ed_Writer again = packed(&back);
    CHECK_EQ(again.size, w.size);
    CHECK(memcmp(again.bytes, w.bytes, w.size) == 0);
    CHECK_TEXT(ed_str_text(&back.words.items[0]), "word");
    CHECK_EQ(back.path_count, 2);
    CHECK(back.trail.items[0].x == 5 && back.trail.items[0].y == 1);
    CHECK(back.wide == 0.1 && back.h == INT64_MIN);
}

TEST(equal_state_is_equal_bytes_whatever_the_padding_and_text_ends_hold)
{
    Whole one = whole_of(test_arena()), other;
    memset(&other, 0xaa, sizeof other);
    Whole_init(test_arena(), &other);
    other = whole_of(test_arena());
    memcpy(other.name, "eddie\0x", 8);
    ed_Writer a = packed(&one), b = packed(&other);
    CHECK(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
}

TEST(a_record_is_a_map_keyed_by_tag)
{
    Point point = { 1, 2 };
    CHECK_BYTES(ed_pack_record(&w, &Point_type, &point),
                "\x82\xce\xfd\x0c\x50\x87\xca\x3f\x80\x00\x00"
                "\xce\xfc\x0c\x4e\xf4\xca\x40\x00\x00\x00");
    CHECK_EQ(Point_x_tag, 0xfd0c5087u);
}

TEST(transient_fields_are_left_out_and_come_back_as_default)
{
    Whole it = whole_of(test_arena()), back;
    it.spark = 99;
    ed_Writer w = packed(&it);
    ed_Reader r;
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Whole_unpack(&r, test_arena(), &back, 1));
    CHECK(back.spark == 5);
}

TEST(types_that_hold_arrays_of_themselves_come_back)
{
    ed_Arena *arena = test_arena();
    Tree root, back;
    Tree_init(arena, &root);
    root.value = 1;
    Tree *child = Tree_array_add(arena, &root.children);
    child->value = 2;
    Tree_array_add(arena, &child->children)->value = 3;
    ed_Writer w = test_writer();
    ed_Reader r;
    Tree_pack(&w, &root, 1);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Tree_unpack(&r, arena, &back, 1));
    CHECK_EQ(back.children.items[0].children.items[0].value, 3);
}

TEST(a_tree_too_deep_to_read_is_not_written)
{
    ed_Arena *arena = test_arena();
    ed_Writer w = test_writer();
    Tree root, *at = &root;
    Tree_init(arena, &root);
    for (u32 i = 0; i < 40; i++) at = Tree_array_add(arena, &at->children);
    ed_pack_record(&w, &Tree_type, &root);
    CHECK(!ed_write_ok(&w));
    CHECK_EQ(w.err.code, ED_ERR_DEPTH);
}

// --- values of each kind and shape ---------------------------------------------------------------

#define TYPES \
    "{'name':'Point','size':4,'align':2,'fields':[[1,'x','u2',0,null,null]," \
    "[2,'y','u2',2,null,null]]}," \
    "{'name':'Form','kind':'union','size':16,'align':8,'fields':[[1,'n','u2',8,null,null]," \
    "[2,'m','u4',12,null,null]]}," \
    "{'name':'Mood','kind':'enum','base':'u1','values':[['CALM',0],['ANGRY',7]]}]"

/// A field at offset 16, given by its code, count, type, and other attributes.
static ed_Field *field_of(const char *field)
{
    char words[1000], code[8], rest[200];
    sscanf(field, "%7[^ ] %199[^\n]", code, rest);
    snprintf(words, sizeof words,
             "[{'name':'Game','size':64,'align':8,'fields':[[1,'it','%s',16,%s]]}," TYPES, code,
             rest);
    ed_DocumentTypes types = json_types(words);
    return json_field(&types, 0, 0);
}

/// Sets memory that is written as OFFSET:HEX, with zeros around it.
static void set_memory(u8 *memory, size_t size, const char *words)
{
    char *digits;
    u8 *at = memory + strtoul(words, &digits, 10);
    memset(memory, 0, size);
    for (digits++; *digits; digits += 2)
        *at++ = (u8)strtoul((char[]){ digits[0], digits[1], 0 }, NULL, 16);
}

static bool is_packed(const ed_Writer *w, const char *words)
{
    ed_Writer expected = pack_json(words);
    return ed_write_ok(w) && w->size == expected.size
        && memcmp(w->bytes, expected.bytes, w->size) == 0;
}

TEST(a_field_is_written_in_the_form_of_its_kind_and_shape)
{
    static const struct {
        const char *field, *memory, *value;
        u32 changes;      // values that are not written as they are
    } all[] = {
        { "u2 null,null", "16:0102", "513", 0 },
        { "i1 null,null", "16:f9", "-7", 0 },
        { "f4 null,null", "16:0000003f", "0.5", 0 },
        { "? null,null", "16:01", "true", 0 },
        { "u1 null,3", "16:07", "7", 0 },
        { "u1 null,3", "16:08", "8", 0 },
        { "S6 null,null", "16:616200636465", "'ab'", 0 },
        { "S6 null,null", "16:616263646566", "'abcdef'", 0 },
        { "S null,null", "16:00", "''", 0 },
        { "R null,1", "16:0300000001000000", "[3,1]", 0 },
        { "R null,1", "16:0300000000000000", "null", 0 },
        { "P null,null", "16:05", "null", 0 },
        { "V4 null,1", "16:01000200", "{'#1':1,'#2':2}", 0 },
        { "V16 null,2", "16:01000000000000000300000001020000", "[2,513]", 0 },
        { "V16 null,2", "16:09000000000000000300000001020000", "[1,3]", 1 },
        { "u1 3,null", "16:010203", "[1,2,3]", 0 },
        { "u1 [2,2],null", "16:01020304", "[[1,2],[3,4]]", 0 },
        { "V4 [1,2],1", "16:0100020003000400", "[[{'#1':1,'#2':2},{'#1':3,'#2':4}]]", 0 },
        { "u2 -3,null", "12:0200000001000200", "[1,2]", 0 },
        { "u2 -3,null", "12:09000000010002000300", "[1,2,3]", 1 },
        { "u2 -3,null", "12:00", "[]", 0 },
        { "u2 null,null,{'optional':true}", "15:010102", "513", 0 },
        { "u2 null,null,{'optional':true}", "15:000102", "null", 0 },
        { "V4 null,1,{'optional':true}", "15:0101000200", "{'#1':1,'#2':2}", 0 },
        { "u2 0,null", "16:00", "[]", 0 },
        { "u2 0,null", "24:05", "[]", 1 },      // a count without memory
        { "V4 0,1,{'pool':9}", "16:00", "{'handles':[],'free':[],'items':[]}", 0 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        _Alignas(16) u8 memory[64];
        ed_Writer w = test_writer();
        set_memory(memory, sizeof memory, all[i].memory);
        ed_pack_field(&w, field_of(all[i].field), memory);
        if (!is_packed(&w, all[i].value))
            test_fail(__FILE__, __LINE__, "%s is not %s", all[i].field, all[i].value);
        CHECK_EQ(w.changes.count, all[i].changes);
    }
}

TEST(every_element_of_an_array_is_written_however_many_there_are)
{
    static const u32 counts[] = { 1, 127, 128, 129, 255, 256, 257, 1000 };
    for (u32 c = 0; c < ED_COUNT(counts); c++) {
        u16 items[1000];
        ed_Field element = { .name = "it", .kind = ED_U16, .size = 2, .shape = ED_DYNAMIC };
        ed_Array list = { items, counts[c], 0 };
        ed_Writer w = test_writer(), expected = test_writer();
        ed_write_array(&expected, counts[c]);
        for (u32 i = 0; i < counts[c]; i++) {
            items[i] = (u16)(i * 331);
            ed_write_u64(&expected, items[i]);
        }
        ed_pack_field(&w, &element, &list);
        CHECK(w.size == expected.size && memcmp(w.bytes, expected.bytes, w.size) == 0);
    }
}

TEST(pointers_are_written_for_this_run_and_texts_with_zero_bytes_only_without_handles)
{
    static const ed_Containers none = { NULL, 0 };
    static const ed_Field text = { .name = "text", .kind = ED_STR, .size = 16, .count = 1 };
    char bytes[] = "ab\0c";
    const ed_Str zeros = { bytes, 4, 5 };
    u8 memory[64];
    for (u32 i = 0; i < 2; i++) {
        ed_Writer pointer = test_writer(), cut = test_writer(), handle = test_writer();
        pointer.live = i;
        set_memory(memory, sizeof memory, "16:05");
        ed_pack_field(&pointer, field_of("P null,null"), memory);
        CHECK(is_packed(&pointer, i ? "5" : "null"));
        cut.containers = handle.containers = i ? &none : NULL;
        ed_pack_field(&cut, &text, &zeros);
        CHECK(is_packed(&cut, i ? "'ab'" : "'!a461620063'"));
        CHECK_EQ(cut.changes.count, i);
        set_memory(memory, sizeof memory, "16:0300000001000000");
        ed_pack_field(&handle, field_of("R null,1"), memory);
        CHECK(is_packed(&handle, i ? "null" : "[3,1]"));
    }
}

TEST(a_pool_is_its_handles_its_free_slots_in_order_and_its_items)
{
    ed_Arena *arena = test_arena();
    ed_Pool pool = { .limit = 0 };
    struct {
        u64 before[2];
        ed_Pool pool;
    } game;
    for (u16 i = 0; i < 4; i++) *(u16 *)ed_pool_add(arena, &pool, 4, 4) = i;
    ed_pool_remove(&pool, (ed_Ref){ 0, 1 }, 4);      // item 3 takes its place
    ed_pool_remove(&pool, (ed_Ref){ 2, 1 }, 4);
    for (u32 broken = 0; broken < 2; broken++) {
        ed_Writer w = test_writer();
        game.pool = pool;
        game.pool.count -= broken;
        ed_pack_field(&w, field_of("V4 0,1,{'pool':0}"), &game);
        CHECK(is_packed(&w, broken ? "{'handles':[[0,3]],'free':[],'items':[{'#1':3,'#2':0}]}"
                                   : "{'handles':[[3,1],[1,1]],'free':[[2,2],[0,2]],"
                                     "'items':[{'#1':3,'#2':0},{'#1':1,'#2':0}]}"));
        CHECK_EQ(w.changes.count, broken);
    }
}

// --- tables --------------------------------------------------------------------------------------

TEST(arrays_of_records_and_other_large_arrays_are_tables)
{
    static const struct {
        const char *field, *memory;
        bool table;
    } all[] = {
        { "u1 63,null", "16:00", false },   { "u1 64,null", "16:00", true },
        { "u1 [8,8],null", "16:00", true }, { "u4 -15,null", "12:0f", false },
        { "u4 -16,null", "12:0f", false },  { "u4 -16,null", "12:10", true },
        { "S6 11,null", "16:00", true },    { "R 7,1", "16:00", false },
        { "R 8,1", "16:00", true },         { "P 20,null", "16:00", false },
        { "V4 1,1", "16:00", true },        { "V4 -3,1", "12:01", true },
        { "V4 -3,1", "12:00", false },      { "V16 1,2", "16:00", true },
        { "V4 0,1", "16:00", false },       { "V4 null,1", "16:00", false },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        for (u32 listed = 0; listed < 2; listed++) {
            _Alignas(16) u8 memory[256];
            ed_TypeList type_list = { .scratch = test_arena() };
            ed_Writer w = test_writer();
            ed_Reader r;
            set_memory(memory, sizeof memory, all[i].memory);
            w.type_list = listed ? &type_list : NULL;
            ed_pack_field(&w, field_of(all[i].field), memory);
            ed_read_init(&r, w.bytes, w.size);
            if (ed_table_follows(&r) != (listed && all[i].table))
                test_fail(__FILE__, __LINE__, "%s with %s", all[i].field, all[i].memory);
        }
}

TEST(records_above_1_MiB_and_rows_for_a_module_are_never_tables)
{
    const u8 *memory = ed_arena_push(test_arena(), (1 << 20) + 1, 8);
    ed_TypeList type_list = { .scratch = test_arena() };
    for (u32 size = 1 << 20; size <= (1 << 20) + 1; size++) {
        ed_Type type = { .name = "Large", .kind = ED_STRUCT, .size = size };
        ed_Field field = { .kind = ED_STRUCT,
                           .type = &type,
                           .shape = ED_FIXED,
                           .count = 1,
                           .dims = { 1 },
                           .size = size };
        ed_Writer w = test_writer(), rows = test_writer();
        w.type_list = rows.type_list = &type_list;
        ed_pack_field(&w, &field, memory);
        ed_pack_rows(&rows, &type, memory, 1);
        CHECK_EQ(w.bytes[0] == 0x85, size == 1 << 20);      // the map of a table
        CHECK(is_packed(&rows, "[{}]"));
    }
}

TEST(a_value_at_the_depth_limit_is_refused_as_a_reader_would)
{
    static const struct {
        const char *field;
        u32 levels;      // that the value takes
    } all[] = { { "u2 null,null", 1 },
                { "V4 null,1", 2 },
                { "u1 3,null", 2 },
                { "V4 [1,2],1", 4 },
                { "V16 null,2", 2 } };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        for (u32 depth = ED_DEPTH_MAX - 5; depth <= ED_DEPTH_MAX; depth++) {
            u8 memory[64] = { 0 };
            ed_Writer w = test_writer();
            w.depth = depth;
            ed_pack_field(&w, field_of(all[i].field), memory);
            CHECK_EQ(ed_write_ok(&w), depth + all[i].levels <= ED_DEPTH_MAX);
            CHECK(!ed_write_ok(&w) || w.depth == depth);
        }
}
