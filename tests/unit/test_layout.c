#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/pool.h"
#include "tests/lib/layout_doc.h"
#include "tests/lib/test.h"

/// A snapshot of the unit schema with points and a path in Game.
static ed_Writer a_snapshot(void)
{
    static ed_RootMemory blocks[2];
    ed_Writer w = test_writer();
    for (u32 i = 0; i < 2; i++)
        blocks[i] =
            (ed_RootMemory){ ed_state_init(eddie_schema.states[i], test_arena()), test_arena() };
    Game *game = blocks[Game_root].at;
    for (u32 i = 0; i < 5; i++) Point_array_add(test_arena(), &game->points)->x = (f32)i;
    game->whole.path_count = 2;
    ed_snapshot_write(
        &w, &(ed_State){ .game = "unit", .frame = 7, .schema = &eddie_schema, .roots = blocks });
    return w;
}

static size_t find(const ed_Writer *w, const char *text)
{
    size_t at = 0;
    while (at < w->size && memcmp(w->bytes + at, text, strlen(text)) != 0) at++;
    return at;
}

TEST(a_snapshot_is_read_and_written_again_without_its_game)
{
    ed_Writer one = a_snapshot();
    ed_Writer two = layout_again(one.bytes, one.size);
    CHECK_TEXT(layout_error.text, "");
    two.bytes = memcpy(ed_arena_push(test_arena(), two.size, 1), two.bytes, two.size);
    ed_Writer three = layout_again(two.bytes, two.size);
    CHECK(two.size && three.size == two.size && memcmp(two.bytes, three.bytes, two.size) == 0);
    // `spark` is transient: other sizes, the same values
    size_t a = find(&one, "\xa5roots"), b = find(&two, "\xa5roots");
    CHECK(one.size - a == two.size - b
          && memcmp(one.bytes + a, two.bytes + b, one.size - a - 8) == 0);
    CHECK_EQ(layout_document.frame, 7);
    CHECK_TEXT(layout_document.game, "unit");
}

TEST(computed_offsets_equal_the_generated_ones)
{
    ed_Writer w = a_snapshot();
    CHECK(layout_read(w.bytes, w.size));
    for (u32 t = 0; t < layout_schema.type_count; t++) {
        const ed_Type *type = layout_schema.types[t], *twin = NULL;
        for (u32 i = 0; i < eddie_schema.type_count; i++)
            if (eddie_schema.types[i]->tag == type->tag) twin = eddie_schema.types[i];
        CHECK(twin);
        // it holds Whole, whose last field is transient and not in a document
        if (twin == &Game_type) continue;
        for (u32 i = 0; i < type->field_count; i++) {
            CHECK_EQ(type->fields[i].offset, twin->fields[i].offset);
            CHECK_EQ(type->fields[i].size, twin->fields[i].size);
        }
        CHECK_EQ(type->align, twin->align);
    }
}

TEST(a_document_by_hand_is_laid_out)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL },
         { "few", "u1", -3, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct", { "held", "V1", ONE, 0, "optional", NULL },
         { "bag", "V1", -2, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    CHECK_EQ(layout_schema.types[0]->size, 12);                   // id, few_count, few[3], padding
    CHECK_EQ(layout_schema.states[0]->fields[0].offset, 4);       // after has_held
    CHECK_EQ(layout_schema.states[0]->fields[1].offset, 20);      // after bag_count
    CHECK_EQ(layout_schema.states[0]->size, 44);
}

TEST(a_type_that_holds_itself_is_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", ONE, 0, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_TEXT(layout_error.text,
               "invalid type Game.inner: it contains itself or a later type by value");
}

TEST(a_type_with_a_list_of_itself_is_laid_out)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    CHECK_EQ(layout_schema.states[0]->fields[0].size, sizeof(ed_Array));
}

TEST(counts_over_the_limit_are_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "many", "u8", INT32_MAX, NONE, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_TEXT(layout_error.text, "type Game exceeds 1 GiB at field many");
    w = layout_begin(3);
    TYPE(&w, "A", "struct", { "a", "u1", 1 << 20, NONE, NULL, NULL });
    TYPE(&w, "B", "struct", { "b", "V1", 1 << 10, 0, NULL, NULL });
    TYPE(&w, "Game", "struct", { "c", "V1", -2, 1, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_TEXT(layout_error.text, "type Game exceeds 1 GiB at field c");
}

TEST(invalid_unions_and_pools_are_refused)
{
    ed_Writer w = layout_begin(1);
    layout_type(&w, "Game", "union", NULL, 0);
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "a union without alternatives");
    w = layout_begin(1);
    TYPE(&w, "Game", "union", { "few", "u1", -3, NONE, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text,
              "an alternative must be one value, a fixed array or a list without a bound");
    w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "pool", "u1", 0, NONE, "pool", NULL });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "a pool must contain structs");
}

/// Lists of structs with a pool would be written as rows that contain it, which cannot be read.
TEST(a_pool_anywhere_but_in_a_state_is_refused)
{
    for (i64 count = 0; count < 3; count++) {
        ed_Writer w = layout_begin(3);
        TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        TYPE(&w, "Box", "struct", { "pool", "V4", 0, 0, "pool", NULL });
        TYPE(&w, "Game", "struct", { "boxes", "V64", count == 1 ? ONE : count, 1, NULL, NULL });
        CHECK(!layout_ends(&w));
        CHECK_HAS(layout_error.text,
                  "Game.boxes: it contains a pool, but only states can have pools");
    }
}

/// The schema compiler and the reader of snapshots accept the same units.
TEST(a_unit_in_a_snapshot_is_one_that_a_schema_may_have)
{
    static const struct {
        const char *unit;
        bool good;
    } units[] = { { "m/s^2", true },
                  { "\xc2\xb5m", true },
                  { "\xc2\x9b"
                    "2J",
                    false },
                  { "m\xe2\x80\xae", false },
                  { "m\xff", false },
                  { "m s", false },
                  { "", false } };
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        ed_Writer w = layout_begin(1);
        ed_write_map(&w, 2);
        ed_write_text(&w, "name");
        ed_write_text(&w, "Game");
        ed_write_text(&w, "fields");
        ed_write_array(&w, 1);
        ed_write_array(&w, 7);
        ed_write_u64(&w, 5);
        ed_write_text(&w, "x");
        ed_write_text(&w, "f4");
        ed_write_u64(&w, 0);
        ed_write_nil(&w);
        ed_write_nil(&w);
        ed_write_map(&w, 1);
        ed_write_text(&w, "unit");
        ed_write_text(&w, units[i].unit);
        CHECK(layout_ends(&w) == units[i].good);
        if (!units[i].good) CHECK_HAS(layout_error.text, "expected a unit, such as m/s^2");
    }
}

TEST(two_fields_of_one_tag_are_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "a", "u4", ONE, NONE, NULL, NULL },
         { "b", "u4", ONE, NONE, NULL, NULL }, { "a", "u4", ONE, NONE, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "two of its fields have the same tag");
}

/// An enum of one byte with these values, which are packed.
static ed_Writer an_enum(const char *values)
{
    ed_Writer w = layout_begin(2);
    ed_write_map(&w, 4);
    ed_write_text(&w, "name");
    ed_write_text(&w, "Mood");
    ed_write_text(&w, "kind");
    ed_write_text(&w, "enum");
    ed_write_text(&w, "values");
    ed_write_packed(&w, values, strlen(values));
    ed_write_text(&w, "base");
    ed_write_text(&w, "u1");
    TYPE(&w, "Game", "struct", { "mood", "u1", ONE, 0, NULL, NULL });
    return w;
}

TEST(an_enum_needs_values_that_its_base_holds)
{
    ed_Writer w = an_enum("\x91\x92\xa1"
                          "A\xcc\xff");
    CHECK(layout_ends(&w));
    w = an_enum("\x91\x92\xa1"
                "A\xcd\x01\x01");
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "Mood.A is 257, which does not fit its base");
    w = an_enum("\x91\x92\xa1"
                "A\xff");
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "Mood.A is -1");
    w = an_enum("\x91\x92\xa1"
                "A\xca\x3f\x80\x01\x01");
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "expected a whole number");
    w = an_enum("\x90");
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "an enum without values");
}

TEST(an_empty_struct_has_a_size)
{
    ed_Writer w = layout_begin(2);
    layout_type(&w, "Empty", "struct", NULL, 0);
    TYPE(&w, "Game", "struct", { "list", "V1", 0, 0, NULL, NULL },
         { "few", "V1", -4, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    CHECK_EQ(layout_schema.types[0]->size, 1);
}

TEST(nesting_too_deep_is_refused)
{
    ed_Writer w = layout_begin(70);
    for (u32 i = 0; i < 70; i++) {
        char name[8] = { 'T', (char)('A' + i / 10), (char)('0' + i % 10), 0 };
        bool last = i == 69;
        TYPE(&w, last ? "Game" : name, "struct",
             { "inner", i ? "V1" : "u1", ONE, i ? i - 1 : NONE, NULL, NULL });
    }
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "it is nested too deeply");
}

TEST(a_root_without_a_type_is_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Other", "struct", { "a", "u1", ONE, NONE, NULL, NULL });
    CHECK(!layout_ends(&w));
    CHECK_HAS(layout_error.text, "the root 0x");
}

TEST(flipped_bits_are_refused_or_laid_out)
{
    ed_Writer w = a_snapshot();
    w.bytes[w.size - 9] = 0xc0;      // not sealed: every flip is read
    w.size -= 8;
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        ed_Writer out = layout_again(w.bytes, w.size);
        bool reported = out.size || *layout_error.text;
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        CHECK(reported);
    }
}
