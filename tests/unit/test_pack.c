#include "gen/unit.gen.h"
#include "runtime/snapshot/encode.h"
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
