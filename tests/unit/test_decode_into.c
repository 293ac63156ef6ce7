#include "runtime/snapshot/decode.h"
#include <stdio.h>
#include "gen/unit.gen.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/pool.h"
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

// --- values of a game's own memory ---------------------------------------------------------------

#define POINT \
    "{'name':'Point','size':4,'align':2,'fields':[[1,'x','u2',0,null,null]," \
    "[2,'y','u2',2,null,null]]}"
#define FORM \
    "{'name':'Form','kind':'union','size':16,'align':8,'fields':[[1,'n','u2',8,null,null]," \
    "[2,'m','u4',12,null,null]]}"
#define MOOD "{'name':'Mood','kind':'enum','base':'u1','values':[['CALM',0],['ANGRY',7]]}"
#define WAYS "{'name':'Ways','kind':'flags','base':'u2','values':[['LEFT',1],['UP',4]]}"
enum { BYTES = 64 };

/// Decodes a value into a field at offset 16 of memory that has no values yet. The field is given
/// by its code, count, type, and other attributes. Returns the bytes that were written.
static const char *decoded(const char *field, const char *value, u32 options)
{
    _Alignas(16) u8 memory[BYTES];
    char words[1000], code[8], rest[200];
    sscanf(field, "%7[^ ] %199[^\n]", code, rest);
    snprintf(words, sizeof words,
             "[{'name':'Game','size':64,'align':8,'fields':[[1,'it','%s',16,%s]]}," POINT "," FORM
             "," MOOD "," WAYS "]",
             code, rest);
    ed_DocumentTypes types = json_types(words);
    ed_Reader r = json_reader(value);
    mark_unwritten(memory, sizeof memory);
    ed_decode_into(&r, &types.types[0].fields[0], test_arena(), options, memory);
    if (ed_read_ok(&r) && r.at != r.end) return "a part of the value is not read";
    return ed_read_ok(&r) ? written_bytes(memory, sizeof memory) : strchr(r.err.text, ':') + 2;
}

TEST(a_value_is_stored_in_the_bytes_of_its_field_and_the_rest_is_left)
{
    static const struct {
        const char *field, *value, *bytes;
    } all[] = {
        { "u2 null,null", "513", "16:0102" },
        { "u1 null,null", "300", "16:ff" },
        { "i1 null,null", "-7", "16:f9" },
        { "u1 null,null", "'text'", "" },
        { "f4 null,null", "0.5", "16:0000003f" },
        { "? null,null", "true", "16:01" },
        { "u1 null,3", "'ANGRY'", "16:07" },
        { "u1 null,3", "'HAPPY'", "" },
        { "u1 null,3", "7", "16:07" },
        { "u1 null,3", "6", "" },
        { "u2 null,4", "6", "16:0400" },
        { "u2 null,4", "'UP'", "16:0400" },
        { "S6 null,null", "'ab'", "16:616200000000" },
        { "S6 null,null", "'abcdefgh'", "16:616263646500" },
        { "S6 null,null", "5", "" },
        { "R null,1", "[3,1]", "16:0300000001000000" },
        { "R null,1", "null", "16:0000000000000000" },
        { "V4 null,1", "{'#2':513}", "18:0102" },
        { "V4 null,1", "{'#7':513,'#1':1}", "16:0100" },
        { "V4 null,1", "5", "" },
        { "V16 null,2", "[2,513]", "16:01000000000000000000000001020000" },
        { "V16 null,2", "[9,513]", "" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        CHECK_TEXT(decoded(all[i].field, all[i].value, 0), all[i].bytes);
}

TEST(an_array_or_optional_value_is_stored_with_its_count_or_bool)
{
    static const struct {
        const char *field, *value, *bytes;
    } all[] = {
        { "u1 4,null", "[1,2,3,4]", "16:01020304" },
        { "u1 4,null", "[1,2]", "16:0102" },
        { "u1 4,null", "[1,2,3,4,5]", "16:01020304" },
        { "u1 4,null", "[1,'text',3]", "16:01 18:03" },
        { "u1 4,null", "7", "16:07" },
        { "u1 [2,2],null", "[[1],[3,4,5]]", "16:01 18:0304" },
        { "u1 [2,2],null", "[1,[3]]", "18:03" },
        { "u2 -3,null", "[1,2]",
          "12:0200000001000200"
          "0000" },
        { "u2 -3,null", "[1,2,3,4]", "12:03000000010002000300" },
        { "u2 -3,null", "[]", "12:00000000000000000000" },
        { "u2 -3,null", "null", "12:00000000000000000000" },
        { "u2 null,null,{'optional':true}", "513", "15:010102" },
        { "u2 null,null,{'optional':true}", "null", "15:000000" },
        { "u2 null,null,{'optional':true}", "'text'", "15:010000" },
        { "V4 null,1,{'optional':true}", "{'#2':1}", "15:0100000100" },
        { "u1 0,null", "[]", "16:00000000000000000000000000000000" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        CHECK_TEXT(decoded(all[i].field, all[i].value, 0), all[i].bytes);
}

TEST(pointers_and_transient_fields_are_read_only_on_request)
{
    static const struct {
        u32 options;
        const char *pointer, *fields, *text;
    } all[] = {
        { 0, "16:0000000000000000", "16:01", "ab" },
        { ED_DECODE_POINTERS, "16:0500000000000000", "16:01", "ab" },
        { ED_DECODE_TRANSIENT, "16:0000000000000000", "16:01020000", "ab\0c" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        u8 memory[8];
        ed_Str text = { NULL, 0, 0 };
        ed_Field str = { .name = "text", .kind = ED_STR, .size = sizeof text, .count = 1 };
        CHECK_TEXT(decoded("P null,null", "5", all[i].options), all[i].pointer);
        ed_DocumentTypes types = json_types("[{'name':'Game','size':8,'align':8,'fields':["
                                            "[1,'a','u1',0,null,null],[2,'b','u1',1,null,null]]}]");
        json_field(&types, 0, 1)->flags |= ED_FIELD_TRANSIENT;
        ed_Field game = { .name = "game", .kind = ED_STRUCT, .type = &types.types[0], .size = 8 };
        ed_Reader r = json_reader("{'#1':1,'#2':2} '!a461620063'");
        mark_unwritten(memory, sizeof memory);
        ed_decode_into(&r, &game, test_arena(), all[i].options, memory);
        ed_decode_into(&r, &str, test_arena(), all[i].options, &text);
        CHECK(ed_read_ok(&r));
        bool transient = all[i].options == ED_DECODE_TRANSIENT;
        CHECK_TEXT(written_bytes(memory, sizeof memory), transient ? "0:0102" : "0:01");
        CHECK_EQ(text.count, transient ? 4 : 2);
        CHECK(memcmp(text.items, all[i].text, text.count) == 0);
    }
}

TEST(nothing_is_stored_after_an_error)
{
    u8 byte = 7;
    ed_Field field = { .name = "it", .kind = ED_U8, .size = 1, .count = 1 };
    ed_Reader r = json_reader("3");
    ed_read_fail(&r, ED_ERR_FORMAT, r.at, "earlier");
    ed_decode_into(&r, &field, test_arena(), 0, &byte);
    CHECK_EQ(byte, 7);
}

TEST(text_from_outside_is_cut_terminated_and_free_of_zero_bytes)
{
    ed_Writer w = test_writer();
    ed_Reader r;
    Whole back;
    ed_write_array(&w, 1);
    ed_write_map(&w, 3);
    ed_write_u64(&w, Whole_name_tag);
    ed_write_text(&w, "abcdef\xc3\xa4g");
    ed_write_u64(&w, Whole_note_tag);
    ed_write_str(&w, "ab\0cd", 5);
    ed_write_u64(&w, Whole_names_tag);
    ed_write_array(&w, 3);
    ed_write_text(&w, "xyzw");
    ed_write_text(&w, "p");
    ed_write_text(&w, "no room");
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Whole_unpack(&r, test_arena(), &back, 1));
    CHECK_TEXT(back.name, "abcdef");
    CHECK_TEXT(ed_str_text(&back.note), "ab");
    CHECK_TEXT(back.names[0], "xyz");
    CHECK_TEXT(back.names[1], "p");
}

TEST(an_enum_name_with_zero_bytes_is_not_a_name)
{
    ed_Writer w = test_writer();
    ed_Reader r;
    Whole back;
    ed_write_array(&w, 1);
    ed_write_map(&w, 1);
    ed_write_u64(&w, Whole_mood_tag);
    ed_write_str(&w, "AFRAID\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Whole_unpack(&r, test_arena(), &back, 1));
    CHECK_EQ(back.mood, Mood_ANGRY);
}

TEST(an_enum_number_nobody_knows_is_the_default)
{
    ed_Writer w = test_writer();
    ed_Reader r;
    Whole back;
    ed_write_array(&w, 1);
    ed_write_map(&w, 2);
    ed_write_u64(&w, Whole_mood_tag);
    ed_write_u64(&w, 77);
    ed_write_u64(&w, Whole_status_tag);
    ed_write_u64(&w, 0xff02);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Whole_unpack(&r, test_arena(), &back, 1));
    CHECK_EQ(back.mood, Mood_ANGRY);
    CHECK_EQ(back.status, Status_BURNING);
}

TEST(records_beyond_the_count_are_skipped_and_missing_ones_have_their_defaults)
{
    Point points[3];
    ed_Writer w = test_writer();
    ed_Reader r;
    ed_write_array(&w, 2);
    for (u32 i = 0; i < 2; i++) ed_pack_record(&w, &Point_type, &(Point){ (f32)i + 1, 5 });
    ed_write_u64(&w, 77);
    memset(points, 0x7f, sizeof points);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Point_unpack(&r, test_arena(), points, 1));
    CHECK(points[0].x == 1 && ed_read_u64(&r) == 77);
    CHECK(memcmp(&points[1], &points[2], sizeof *points) == 0);      // still unset
    ed_read_init(&r, w.bytes, w.size);
    CHECK(Point_unpack(&r, test_arena(), points, 3));
    CHECK(points[1].x == 2 && points[1].y == 5 && points[2].x == 0 && points[2].y == 1);
    CHECK_EQ(ed_read_u64(&r), 77);
}

TEST(items_over_the_arenas_limit_are_refused_with_an_error_message)
{
    ed_Arena small;
    ed_Writer w = test_writer();
    ed_Reader r;
    Whole back;
    CHECK(ed_arena_open(&small, "state Game", 4096, NULL));
    ed_write_array(&w, 1);
    ed_write_map(&w, 1);
    ed_write_u64(&w, Whole_numbers_tag);
    ed_write_array(&w, 5000);
    for (u32 i = 0; i < 5000; i++) ed_write_u64(&w, i);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(!Whole_unpack(&r, &small, &back, 1));
    CHECK_EQ(r.err.code, ED_ERR_LIMIT);
    CHECK_HAS(r.err.text, "do not fit into the memory of state Game");
    ed_arena_close(&small);
}

TEST(a_tree_deeper_than_the_limit_is_refused)
{
    ed_Writer w = test_writer();
    ed_Reader r;
    Tree back;
    ed_write_array(&w, 1);
    for (u32 i = 0; i < 100; i++) {
        ed_write_map(&w, 1);
        ed_write_u64(&w, Tree_children_tag);
        ed_write_array(&w, 1);
    }
    ed_write_map(&w, 0);
    ed_read_init(&r, w.bytes, w.size);
    CHECK(!Tree_unpack(&r, test_arena(), &back, 1));
    CHECK_EQ(r.err.code, ED_ERR_DEPTH);
}

TEST(a_value_that_is_not_a_union_leaves_nothing_of_another_item)
{
    ed_DocumentTypes types = json_types("[{'name':'Game','size':16,'align':8,'fields':["
                                        "[1,'list','V16',0,0,1]]}," FORM "]");
    ed_Arena *arena = test_arena();
    static const char *const values[] = { "[[2,5],[2,5],[2,5]]", "[[9,7],5,[2,5]]" };
    ed_Array list = { NULL, 0, 0 };
    u32 kinds[3];
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        ed_Reader r = json_reader(values[i]);
        ed_arena_reset(arena);
        ed_decode_into(&r, &types.types[0].fields[0], arena, 0, &list);
        CHECK(ed_read_ok(&r) && list.count == 3);
    }
    for (u32 i = 0; i < 3; i++) memcpy(&kinds[i], (u8 *)list.items + (size_t)i * 16, 4);
    CHECK(kinds[0] == 0 && kinds[1] == 0 && kinds[2] == 1);
}

// --- pools ---------------------------------------------------------------------------------------

/// Returns the handle of each item, then the free slots in the order in which they will be used.
static const char *pool_text(const ed_Pool *pool)
{
    static char text[500];
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 i = 0; i < pool->count; i++) {
        ed_Ref ref = ed_pool_ref(pool, i);
        ed_text_add(&out, "%u,%u ", ref.index, ref.generation);
    }
    ed_text_add(&out, "free");
    for (u32 slot = pool->free_slot, i = 0; slot && i < 9; slot = pool->slots[slot - 1].at, i++)
        ed_text_add(&out, " %u,%u", slot - 1, pool->slots[slot - 1].generation);
    if (!ed_pool_is_valid(pool)) ed_text_add(&out, " invalid");
    return text;
}

/// Parses handles that are written as "INDEX,GENERATION INDEX,GENERATION".
static ed_Array handles_of(const char *words, ed_Ref *refs)
{
    u32 count = 0;
    for (int size;
         sscanf(words, "%u,%u %n", &refs[count].index, &refs[count].generation, &size) == 2;
         words += size)
        count++;
    return (ed_Array){ refs, count, 0 };
}

TEST(the_slots_of_a_pool_are_those_that_its_handles_name)
{
    static const char *const bad = "a handle is out of range or used twice";
    const struct {
        const char *handles, *spare;
        u32 kept;
        const char *expected;
    } all[] = {
        { "1,5 0,2", "2,7", 2, "1,5 0,2 free 2,7" },
        { "1,5", "2,3 0,4", 1, "1,5 free 2,3 0,4" },
        { "", "1,3 0,4", 0, "free 1,3 0,4" },
        { "", "", 0, "free" },
        { "2,1 1,2 0,3", "3,9", 1, "2,1 free 3,9 0,4 1,3" },
        { "0,4294967295 1,1", "", 0, "free 1,2 0,1" },
        { "1,1 1,2", "", 2, bad },
        { "2,1 0,1", "", 2, bad },
        { "0,0", "", 1, bad },
        { "0,1", "0,1", 1, bad },
        { "0,1", "2,1", 1, bad },
        { "0,1", "1,0", 1, bad },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Ref refs[2][8];
        ed_Array handles = handles_of(all[i].handles, refs[0]);
        ed_Array spare = handles_of(all[i].spare, refs[1]);
        ed_Reader r = json_reader("null");
        ed_Decoder d = { .r = &r };
        ed_Pool pool = { .count = all[i].kept, .items = refs, .capacity = all[i].kept };
        ed_decode_pool_slots(&d, test_arena(), &handles, &spare, all[i].kept, &pool);
        CHECK_TEXT(ed_read_ok(&r) ? pool_text(&pool) : strchr(r.err.text, ':') + 2,
                   all[i].expected);
    }
}

static const ed_Field items_field = {
    .name = "items", .kind = ED_U32, .size = 4, .count = 4, .shape = ED_POOL
};

TEST(a_plain_list_keeps_the_handles_of_the_items_that_stay)
{
    static const struct {
        const char *value, *handles;
    } all[] = {
        { "[7,8,9]", "0,1 1,1 2,1 free" },
        { "[7]", "0,1 free 1,2 2,2" },
        { "7", "0,1 free 1,2 2,2" },
        { "[7,8,9,10]", "0,1 1,1 2,1 3,1 free" },
        { "[7,8,9,10,11]", "0,1 1,1 2,1 3,1 free" },
        { "[]", "free 0,2 1,2 2,2" },
        { "{'items':[7],'handles':[],'free':[]}", "0 handles for 1 items" },
        { "{'items':[],'handles':[],'free':[]}", "free 0,2 1,2 2,2" },
        { "{'items':[7],'handles':[[2,5]],'free':[[0,1],[1,1]]}", "2,5 free 0,1 1,1" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Arena *arena = test_arena();
        ed_Pool pool = { .limit = 4 };
        for (u32 n = 0; n < 3; n++) ed_pool_add(arena, &pool, 4, 4);
        ed_Reader r = json_reader(all[i].value);
        ed_decode_into(&r, &items_field, arena, 0, &pool);
        CHECK_TEXT(ed_read_ok(&r) ? pool_text(&pool) : strchr(r.err.text, ':') + 2, all[i].handles);
        CHECK(!pool.count || !ed_read_ok(&r) || *(u32 *)pool.items == 7);
        CHECK_EQ(pool.limit, 4);
    }
}

TEST(a_pool_may_have_more_handles_than_the_value_buffer_has_room_for)
{
    enum { COUNT = 3000 };
    ed_Pool pool = { .limit = 0 };
    ed_Field field = items_field;
    ed_Writer w = test_writer();
    field.count = 0;
    ed_write_map(&w, 3);
    ed_write_text(&w, "free");
    ed_write_array(&w, 0);
    ed_write_text(&w, "handles");
    ed_write_array(&w, COUNT);
    for (u32 i = 0; i < COUNT; i++) {
        ed_write_array(&w, 2);
        ed_write_u64(&w, COUNT - 1 - i);
        ed_write_u64(&w, 1);
    }
    ed_write_text(&w, "items");
    ed_write_array(&w, COUNT);
    for (u32 i = 0; i < COUNT; i++) ed_write_u64(&w, i);
    ed_Reader r;
    ed_read_init(&r, w.bytes, w.size);
    ed_decode_into(&r, &field, test_arena(), 0, &pool);
    CHECK(ed_read_ok(&r) && ed_pool_is_valid(&pool));
    CHECK_EQ(*(u32 *)ed_pool_get(&pool, (ed_Ref){ 0, 1 }, 4), COUNT - 1);
}

TEST(a_pool_that_does_not_fit_the_memory_of_the_state_is_refused)
{
    static const char *const values[] = { "[1,2]", "{'items':[1],'handles':[[9,1]],'free':[[0,1]]}",
                                          "{'items':[1],'handles':[[0,1]],'free':[]}" };
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        ed_Arena small;
        ed_Pool pool = { .limit = 0 };
        ed_Reader r = json_reader(values[i]);
        CHECK(ed_arena_open(&small, "state Game", 4096, NULL));
        ed_arena_push(&small, 4096 - (i == 2 ? 8 : 0), 1);
        ed_decode_into(&r, &items_field, &small, 0, &pool);
        CHECK_EQ(r.err.code, ED_ERR_LIMIT);
        CHECK_HAS(r.err.text, i == 2 ? "1 handles do not fit into the memory of state Game"
                                     : "do not fit into the memory of state Game");
        ed_arena_close(&small);
    }
}
