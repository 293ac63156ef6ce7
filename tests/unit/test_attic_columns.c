#include <stdio.h>
#include <string.h>
#include "runtime/migrate/attic.h"
#include "runtime/snapshot/type_tables.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- a layer of a few values ---------------------------------------------------------------------

static ed_Attic attic, other;

static ed_Span types_of(const char *words)
{
    static const ed_Type *types[1];
    ed_Writer w = test_writer();
    types[0] = test_type("Enemy", words, NULL, NULL);
    ed_document_types_write_all(
        &w, &(ed_Schema){ .types = types, .type_count = 1, .states = types, .state_count = 1 });
    return (ed_Span){ w.bytes, w.size };
}

static ed_AtticItem *keep(u64 path, u64 key, u64 number)
{
    ed_Writer w = test_writer();
    ed_write_u64(&w, number);
    ed_AtticColumn wanted = { .path = path, .field_tag = 7, .path_tag = 8 };
    return ed_attic_retain(&attic, ed_attic_pending(&attic, &wanted), key, 0,
                           (ed_Span){ w.bytes, w.size });
}

static ed_AtticColumn *column_of(const ed_Attic *columns, u64 path)
{
    for (u32 l = columns->count; l-- > 0;)
        for (u32 c = 0; c < columns->layers[l]->column_count; c++)
            if (columns->layers[l]->columns[c].path == path) return &columns->layers[l]->columns[c];
    return NULL;
}

static const ed_AtticItem *item_of(const ed_Attic *columns, u64 path, u64 key)
{
    ed_AtticColumn *column = column_of(columns, path);
    return column ? ed_layer_find(column, key, ED_BECAME_ANY) : NULL;
}

/// Two columns, of paths 100 and 200, with keys 1 and 2 each.
static void begin(void)
{
    ed_attic_init(&attic, (size_t)1 << 20, NULL);
    ed_attic_begin(&attic, types_of("hp:u32 id:u32"));
    for (u32 i = 0; i < 4; i++) keep(i < 2 ? 100 : 200, 1 + i % 2, 40 + i);
    ed_attic_alias(&attic, 5, 6, 7);
    ed_attic_commit(&attic);
}

/// The error, or "".
static const char *read_again(const u8 *bytes, size_t size)
{
    static char text[sizeof(ed_Error)];
    ed_Reader r;
    ed_attic_init(&other, (size_t)1 << 20, NULL);
    ed_read_init(&r, bytes, size);
    ed_attic_read(&r, &other);
    snprintf(text, sizeof text, "%s", r.err.text);
    return text;
}

// --- copies --------------------------------------------------------------------------------------

TEST(a_copy_of_the_attic_shares_its_layers)
{
    begin();
    ed_attic_copy(&other, &attic);
    CHECK(other.layers[0] == attic.layers[0]);
    CHECK_EQ(ed_attic_first_tag(&other, 5, 6), 7);
    ed_attic_clear(&attic);
    CHECK(item_of(&other, 100, 2) != NULL);
    ed_attic_clear(&other);
}

TEST(values_restored_from_a_copy_stay_in_the_original)
{
    begin();
    ed_attic_copy(&other, &attic);
    ed_attic_begin(&other, types_of("hp:u32 id:u32"));
    ed_AtticColumn *at = column_of(&other, 100);
    ed_attic_take(&other, at, ed_layer_find(at, 1, 0), NULL);
    ed_attic_commit(&other);
    CHECK(item_of(&other, 100, 1) == NULL);
    CHECK_EQ(ed_attic_count(&other), 3);
    CHECK(item_of(&attic, 100, 1) != NULL);
    CHECK_EQ(ed_attic_count(&attic), 4);
    ed_attic_clear(&attic);
    ed_attic_clear(&other);
}

TEST(an_abort_leaves_the_attic_as_it_was_in_every_copy)
{
    ed_RetainedAgain move;
    begin();
    ed_attic_copy(&other, &attic);
    ed_attic_begin(&other, types_of("hp:u32 id:u32"));
    ed_AtticColumn *at = column_of(&other, 100), *more = column_of(&other, 200);
    ed_attic_take(&other, at, ed_layer_find(at, 1, 0), &move);
    ed_attic_mark_returned(more);
    ed_attic_alias(&other, 5, 6, 9);
    ed_attic_abort(&other);
    CHECK(item_of(&other, 100, 1) != NULL && item_of(&attic, 100, 1) != NULL);
    CHECK_EQ(ed_attic_first_tag(&other, 5, 6), 7);
    ed_attic_begin(&other, types_of("hp:u32 id:u32"));
    ed_attic_commit(&other);
    CHECK_EQ(ed_attic_count(&other), 4);
    CHECK(other.layers[0] == attic.layers[0]);
    ed_attic_clear(&attic);
    ed_attic_clear(&other);
}

TEST(values_restored_in_part_are_found_by_their_current_hash)
{
    ed_RetainedAgain move;
    begin();
    ed_attic_begin(&attic, types_of("hp:u32 id:u32"));
    ed_AtticColumn *at = column_of(&attic, 100);
    ed_attic_take(&attic, at, ed_layer_find(at, 1, 0), &move);
    move.key = 9;
    move.became = 33;
    ed_attic_commit(&attic);
    CHECK(item_of(&attic, 100, 1) == NULL);
    at = column_of(&attic, 100);
    CHECK(ed_layer_find(at, 9, 33) != NULL);
    CHECK(ed_layer_find(at, 9, 35) == NULL);
    CHECK_EQ(ed_attic_count(&attic), 4);
    ed_attic_clear(&attic);
}

TEST(values_without_a_record_are_discarded_when_their_field_returns)
{
    begin();
    ed_attic_begin(&attic, types_of("hp:u32 id:u32"));
    ed_AtticColumn *at = column_of(&attic, 100);
    ed_attic_take(&attic, at, ed_layer_find(at, 1, 0), NULL);
    ed_attic_mark_returned(at);
    ed_attic_commit(&attic);
    CHECK(column_of(&attic, 100) == NULL);
    CHECK_EQ(ed_attic_count(&attic), 2);
    ed_attic_clear(&attic);
}

// --- in a snapshot -------------------------------------------------------------------------------

TEST(columns_are_read_back_as_they_were_written)
{
    begin();
    ed_Writer w = test_writer(), again = test_writer();
    ed_attic_write(&w, &attic);
    CHECK_TEXT(read_again(w.bytes, w.size), "");
    CHECK_EQ(ed_attic_count(&other), 4);
    CHECK(other.layers[0]->from_file);
    CHECK_EQ(ed_attic_first_tag(&other, 5, 6), 7);
    const ed_AtticItem *item = item_of(&other, 200, 2);
    CHECK(item && item->size == 1 && *(const u8 *)(item + 1) == 43);
    ed_attic_write(&again, &other);
    CHECK(again.size == w.size && memcmp(again.bytes, w.bytes, w.size) == 0);
    ed_attic_clear(&attic);
    ed_attic_clear(&other);
}

TEST(every_cut_and_every_flipped_bit_of_columns_is_refused_or_read)
{
    begin();
    ed_Writer w = test_writer();
    ed_attic_write(&w, &attic);
    for (size_t size = 0; size < w.size; size++) {
        CHECK(*read_again(w.bytes, size));
        CHECK_EQ(other.count, 0);
    }
    u32 good = 0;
    for (size_t at = 0; at < w.size; at++)
        for (u32 bit = 0; bit < 8; bit++) {
            w.bytes[at] ^= (u8)(1u << bit);
            good += !*read_again(w.bytes, w.size);
            ed_attic_clear(&other);
            w.bytes[at] ^= (u8)(1u << bit);
        }
    CHECK(good > 0);
    ed_attic_clear(&attic);
}

TEST(an_attic_of_another_format_is_ignored)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 2);
    ed_write_text(&w, "aliases");
    ed_write_array(&w, 0);
    ed_write_text(&w, "layers");
    ed_write_array(&w, 0);
    CHECK_TEXT(read_again(w.bytes, w.size), "");
    CHECK(other.left_out);
    CHECK_EQ(other.count, 0);
    ed_attic_clear(&other);
}

TEST(more_layers_than_the_limit_are_refused)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 3);
    ed_write_text(&w, "form");
    ed_write_u64(&w, 2);
    ed_write_text(&w, "aliases");
    ed_write_array(&w, 0);
    ed_write_text(&w, "layers");
    ed_write_array(&w, 65);
    for (u32 i = 0; i < 65; i++) ed_write_nil(&w);
    CHECK_HAS(read_again(w.bytes, w.size), "65 layers in the attic: the limit is 64");
    ed_attic_clear(&other);
}
