#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/pool.h"
#include "tests/lib/layout_doc.h"
#include "tests/lib/test.h"

TEST(a_default_of_many_items_is_read_back)
{
    static char preset[4004] = "\xdc\x0f\xa0";
    memset(preset + 3, 7, 4000);
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "list", "u4", 0, NONE, NULL, preset });
    CHECK(layout_ends(&w));
    const u32_array *list = ed_state_init(layout_schema.states[0], test_arena());
    CHECK(list && list->count == 4000);
    CHECK(list->items[0] == 7 && list->items[3999] == 7);
}

TEST(a_default_that_does_not_fit_the_arena_is_refused)
{
    static char preset[4004] = "\xdc\x0f\xa0";
    ed_Arena small = { .name = "state Game" };
    memset(preset + 3, 7, 4000);
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "list", "u4", 0, NONE, NULL, preset });
    CHECK(layout_ends(&w) && ed_arena_open(&small, "state Game", 8192, NULL));
    CHECK(!ed_state_init(layout_schema.states[0], &small));
    ed_arena_close(&small);
}

TEST(a_default_that_holds_itself_is_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, "\x91\x80" });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "its default contains itself");
    w = layout_begin(2);
    TYPE(&w, "Pair", "struct", { "list", "V1", 0, 1, NULL, "\x91\x80" });
    TYPE(&w, "Game", "struct", { "pair", "V1", ONE, 0, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "its default contains itself");
    w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, "\x90" });
    CHECK(layout_ends(&w));      // an empty list ends the recursion
}

/// An array in place of a record, or a value in place of a list, is converted to a record, which
/// has that default again.
TEST(a_default_whose_conversion_would_repeat_itself_is_refused)
{
    static const char *const defaults[] = { "\x91\x90", "\x07",      "\xa1x",
                                            "\xc3",     "\xc4\x01x", "\xca\x3f\x80\x01\x01" };
    for (u32 i = 0; i < ED_COUNT(defaults); i++)
        for (i64 count = -2; count < 1; count += 2) {
            ed_Writer w = layout_begin(2);
            TYPE(&w, "Node", "struct", { "value", "u4", ONE, NONE, NULL, NULL },
                 { "children", "V1", 0, 0, NULL, defaults[i] });
            TYPE(&w, "Game", "struct", { "tree", "V1", count, 0, NULL, NULL });
            CHECK(!layout_ends(&w));
            CHECK_HAS(layout_error.text,
                      "the default of field Node.children does not fit: at byte ");
        }
}

/// Game has one field with that default. Type 0 is a struct Kid, 1 an enum, 2 a union.
static bool lays_out_with(Part part)
{
    ed_Writer w = layout_begin(4);
    TYPE(&w, "Kid", "struct", { "id", "u4", ONE, NONE, NULL, NULL },
         { "kids", "V1", 0, 0, NULL, NULL });
    ed_write_map(&w, 4);
    ed_write_text(&w, "name");
    ed_write_text(&w, "Mood");
    ed_write_text(&w, "kind");
    ed_write_text(&w, "enum");
    ed_write_text(&w, "values");
    ed_write_packed(&w,
                    "\x91\x92\xa1"
                    "A\x01",
                    5);
    ed_write_text(&w, "base");
    ed_write_text(&w, "u1");
    TYPE(&w, "Body", "union", { "kid", "V1", ONE, 0, NULL, NULL },
         { "size", "f4", ONE, NONE, NULL, NULL });
    part.name = "it";
    layout_type(&w, "Game", "struct", &part, 1);
    return layout_ends(&w);
}

static const Part of_no_form[] = {
    { NULL, "V1", 0, 0, NULL, "\x91\x90" },      // an array for a struct
    { NULL, "V1", 0, 0, NULL, "\x91\xc0" },
    { NULL, "V1", 0, 0, NULL, "\xc0" },
    { NULL, "V1", 0, 0, NULL, "\x80" },
    { NULL, "V1", 0, 0, NULL, "\x91\x91\x80" },
    { NULL, "V1", 0, 0, NULL,
      "\x91\x81\xa1"
      "a\x07" },      // a key that is not a tag
    { NULL, "V1", 0, 0, NULL,
      "\x85\xa4type\x01\xa5"
      "count\x01\xa3pad\xc4\x01p\xa4rows\xc4\x04rrrr"
      "\xa4heap\x90" },
    { NULL, "V1", ONE, 0, NULL, "\x90" },
    { NULL, "V1", ONE, 0, NULL, "\x07" },
    { NULL, "V1", ONE, 0, "optional", "\x91\x80" },
    { NULL, "V1", -2, 0, NULL, "\x93\x80\x80\x80" },      // over its capacity
    { NULL, "V1", 2, 0, NULL, "\x93\x80\x80\x80" },
    { NULL, "V1", 0, 0, "pool", "\x91\x80" },
    { NULL, "V1", 0, 0, "pool",
      "\x83\xa7handles\x80\xa4"
      "free\x90\xa5items\x90" },
    { NULL, "V1", 0, 0, "pool",
      "\x83\xa7handles\x90\xa4"
      "free\x90\xa5items\x91\x90" },
    { NULL, "V1", ONE, 2, NULL, "\x80" },      // a map for a union
    { NULL, "V1", ONE, 2, NULL, "\x90" },
    { NULL, "V1", ONE, 2, NULL, "\x92\x05\x80" },      // no alternative has that tag
    { NULL, "u1", ONE, 1, NULL, "\x91\x01" },
    { NULL, "u4", ONE, NONE, NULL, "\x91\x01" },
    { NULL, "u4", ONE, NONE, NULL, "\xa1x" },
    { NULL, "u4", 2, NONE, NULL, "\x01" },
    { NULL, "S8", ONE, NONE, NULL, "\x01" },
    { NULL, "S", ONE, NONE, NULL, "\x80" },
    { NULL, "R", ONE, 0, NULL, "\x91\x01" },
    { NULL, "P", ONE, NONE, NULL, "\x01" },
};

TEST(a_default_of_another_form_than_its_field_is_refused)
{
    for (u32 i = 0; i < ED_COUNT(of_no_form); i++) {
        if (lays_out_with(of_no_form[i])) test_fail(__FILE__, __LINE__, "default %u is taken", i);
        CHECK_HAS(layout_error.text, "the default of field Game.it does not fit: at byte ");
    }
}

TEST(a_default_of_the_form_of_its_field_is_taken)
{
    static const Part good[] = {
        { NULL, "V1", 0, 0, NULL, "\x90" },
        { NULL, "V1", 0, 0, NULL, "\x92\x80\x81\x05\x07" },      // a tag that is not known
        { NULL, "V1", ONE, 0, "optional", "\xc0" },
        { NULL, "V1", ONE, 0, "optional", "\x80" },
        { NULL, "V1", -2, 0, NULL, "\x91\x80" },
        { NULL, "V1", 2, 0, NULL, "\x92\x80\x80" },
        { NULL, "V1", 2, 0, NULL, "\x91\x80" },      // the others are at zero
        { NULL, "V1", 0, 0, "pool",
          "\x83\xa5items\x90\xa7handles\x90\xa4"
          "free\x90" },
        { NULL, "V1", ONE, 2, NULL, "\x92\xce\x23\xa0\xd9\x5c\xca\x01\x01\x01\x01" },
        { NULL, "u1", ONE, 1, NULL,
          "\xa1"
          "A" },
        { NULL, "u1", ONE, 1, NULL, "\x01" },
        { NULL, "u4", ONE, NONE, NULL, "\xc3" },
        { NULL, "f4", 2, NONE, NULL, "\x92\x01\xca\x01\x01\x01\x01" },
        { NULL, "S8", ONE, NONE, NULL, "\xa1x" },
        { NULL, "R", ONE, 0, NULL, "\xc0" },
        { NULL, "R", ONE, 0, NULL, "\x92\x01\x01" },
        { NULL, "P", ONE, NONE, NULL, "\xc0" },
    };
    for (u32 i = 0; i < ED_COUNT(good); i++) {
        bool taken = lays_out_with(good[i]);
        if (!taken) test_fail(__FILE__, __LINE__, "default %u: %s", i, layout_error.text);
        CHECK(taken && ed_state_init(layout_schema.states[0], layout_arena(2)));
    }
}

/// Each list is two steps of a path, as a reader counts them.
TEST(defaults_nested_deeper_than_values_may_be_are_refused)
{
    for (u32 types = 30; types <= 40; types += 10) {
        ed_Writer w = layout_begin(types);
        TYPE(&w, "Last", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        for (u32 i = 1; i < types; i++) {
            char name[8] = { 'T', (char)('A' + i / 10), (char)('0' + i % 10), 0 };
            TYPE(&w, i + 1 < types ? name : "Game", "struct",
                 { "list", "V1", 0, i - 1, NULL, "\x91\x80" });
        }
        CHECK(layout_ends(&w) == (types == 30));
        if (types == 40) CHECK_HAS(layout_error.text, "it is nested too deeply");
    }
}

/// Nineteen lists of ten make 10^19 records from a small document.
TEST(defaults_that_branch_without_end_are_refused_soon)
{
    for (u32 types = 5; types <= 20; types += 15) {
        ed_Writer w = layout_begin(types);
        TYPE(&w, "Last", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        for (u32 i = 1; i < types; i++) {
            char name[8] = { 'T', (char)('A' + i), 0 };
            TYPE(&w, i + 1 < types ? name : "Game", "struct",
                 { "list", "V1", 0, i - 1, NULL, "\x9a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80" });
        }
        CHECK(layout_ends(&w) == (types == 5));
        if (types == 20) CHECK_HAS(layout_error.text, ": its default exceeds 64 MiB");
    }
}

/// A pool whose default is half right is left out whole, so that no slot is without an owner.
TEST(a_default_that_is_not_a_value_is_left_out)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct",
         { "pool", "V4", 0, 0, "pool",
           "\x83\xa7handles\x90\xa4"
           "free\x91\x92\x01\x01\xa5items\x90" },
         { "after", "u4", ONE, NONE, NULL, "\x07" });
    CHECK(layout_ends(&w));
    void *it = ed_state_init(layout_schema.states[0], layout_arena(2));
    const ed_Pool *pool = (const ed_Pool *)it;
    CHECK(ed_pool_is_valid(pool) && pool->slot_count == 0);
    CHECK_EQ(*(u32 *)(void *)((u8 *)it + layout_schema.states[0]->fields[1].offset), 7);
}

/// A default that is present and zero, rather than absent.
TEST(an_optional_with_a_default_value_gets_it_again)
{
    ed_Writer one = layout_begin(1);
    TYPE(&one, "Game", "struct",
         { "x", "u4", ONE, NONE, "optional", (char[]){ (char)0xcc, 1, 0 } });
    CHECK(layout_ends(&one));
    CHECK(layout_again(one.bytes, one.size).size);
    const u8 *it = ed_state_init(layout_schema.states[0], layout_arena(2));
    CHECK(it[layout_schema.states[0]->fields[0].offset - 1]);
    ed_Writer zero = layout_begin(1);
    TYPE(&zero, "Game", "struct", { "x", "f4", ONE, NONE, "optional", "\xc2" });      // false: zero
    CHECK(layout_ends(&zero));
    for (u32 i = 0; i < 2; i++) {
        it = ed_state_init(layout_schema.states[0], layout_arena(2));
        CHECK(it[layout_schema.states[0]->fields[0].offset - 1]);
        ed_Writer w = layout_again(zero.bytes, zero.size);
        CHECK(w.size);
        zero.bytes = memcpy(ed_arena_push(test_arena(), w.size, 1), w.bytes, w.size);
        zero.size = w.size;
        CHECK(layout_read(zero.bytes, zero.size));
    }
}

TEST(a_list_with_default_zeros_gets_them_again)
{
    for (i64 count = -4; count < 1; count += 4) {
        ed_Writer w = layout_begin(1);
        TYPE(&w, "Game", "struct", { "list", "f4", count, NONE, NULL, "\x92\xc2\xc2" });
        CHECK(layout_ends(&w));
        for (u32 i = 0; i < 2; i++) {
            const u8 *it = ed_state_init(layout_schema.states[0], layout_arena(2));
            const ed_Field *field = &layout_schema.states[0]->fields[0];
            u32 found;
            memcpy(&found,
                   count ? it + field->offset - 4 : it + field->offset + offsetof(ed_Array, count),
                   sizeof found);
            CHECK_EQ(found, 2);
            ed_Writer next = layout_again(w.bytes, w.size);
            CHECK(next.size
                  && layout_read(
                      memcpy(ed_arena_push(test_arena(), next.size, 1), next.bytes, next.size),
                      next.size));
        }
    }
}
