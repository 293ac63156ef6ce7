#include "runtime/migrate/attic_layer.h"
#include "tests/lib/failing.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

static ed_AtticLayer *layer;

/// Opens a layer of a struct with the fields hp, a u32, and id, a u64.
static bool begin(size_t limit, ed_Arena *spare)
{
    ed_Writer w = pack_json("[{'name':'Enemy','size':16,'align':8,'fields':["
                            "[1,'hp','u4',0,null,null],[2,'id','u8',8,null,null]]}]");
    layer = ed_layer_open(limit, (ed_Span){ w.bytes, w.size }, spare);
    return layer != NULL;
}

static ed_AtticColumn *column(u64 path, u32 field)
{
    return ed_layer_column(layer, &(ed_AtticColumn){ .path = path, .field = field });
}

static ed_AtticItem *keep(ed_AtticColumn *in, u64 key, u64 became, const char *bytes)
{
    return ed_layer_retain(in, key, became, (ed_Span){ (const u8 *)bytes, strlen(bytes) });
}

static bool is(const ed_AtticItem *item, const char *bytes)
{
    if (!item) return false;
    ed_Span value = ed_item_value(item);
    return value.size == strlen(bytes) && memcmp(value.at, bytes, value.size) == 0;
}

// --- columns -------------------------------------------------------------------------------------

TEST(a_column_is_made_once_for_each_path_and_field)
{
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *one = column(5, 0);
    CHECK(one && column(5, 0) == one && layer->column_count == 1);
    CHECK(column(6, 0) != one && column(5, 1) != one && layer->column_count == 3);
    CHECK(ed_layer_column(layer, &(ed_AtticColumn){ .path = 5, .reduced = true }) != one);
    CHECK_TEXT(column(5, 1)->from->name, "id");
    ed_AtticColumn *root = column(5, ED_ROOT_FIELD);
    CHECK_TEXT(root->from->name, "Enemy");
    CHECK(root->from->kind == ED_STRUCT && root->alone->fields == root->from);
    for (u32 i = layer->column_count; i < ED_LAYER_COLUMNS_MAX; i++) CHECK(column(100 + i, 0));
    CHECK(!column(7, 0) && column(5, 0) == one);
    ed_layer_close(layer, NULL);
}

// --- items ---------------------------------------------------------------------------------------

TEST(items_follow_each_other_whatever_their_size_is)
{
    static const char *const texts[] = { "a", "1234567", "12345678", "123456789", "b" };
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0);
    for (u32 i = 0; i < ED_COUNT(texts); i++) CHECK(keep(in, i, 0, texts[i]));
    CHECK(!keep(in, 9, 0, ""));
    CHECK(in->count == 5 && layer->count == 5 && layer->item_count == 5);
    u32 i = 0;
    for (ed_AtticItem *item = NULL; (item = ed_layer_next(layer, item)) != NULL; i++)
        CHECK(item->key == i && is(item, texts[i]));
    CHECK_EQ(i, 5);
    ed_layer_close(layer, NULL);
}

TEST(an_item_is_found_by_its_column_its_key_and_the_value_that_replaced_it)
{
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *one = column(5, 0), *other = column(6, 0);
    CHECK(!ed_layer_find(one, 1, ED_BECAME_ANY));
    keep(one, 1, 0, "a");
    keep(other, 1, 0, "b");
    keep(one, 2, 7, "c");
    keep(one, 2, 8, "d");
    keep(one, 3, 9, "e");
    keep(one, 3, 9, "f");
    CHECK(is(ed_layer_find(one, 1, 0), "a") && is(ed_layer_find(one, 1, ED_BECAME_ANY), "a"));
    CHECK(is(ed_layer_find(other, 1, 0), "b") && !ed_layer_find(one, 1, 5));
    CHECK(is(ed_layer_find(one, 2, 7), "c") && is(ed_layer_find(one, 2, 8), "d"));
    CHECK(is(ed_layer_find(one, 2, ED_BECAME_ANY), "d"));      // the newest
    CHECK(!ed_layer_find(one, 3, 9));                          // two records with one key
    ed_layer_find(one, 2, 8)->taken = true;
    CHECK(!ed_layer_find(one, 2, 8) && is(ed_layer_find(one, 2, ED_BECAME_ANY), "c"));
    keep(one, 4, 0, "g");      // after the layer was searched
    CHECK(is(ed_layer_find(one, 4, 0), "g") && is(ed_layer_find(one, 1, 0), "a"));
    ed_layer_unmark(layer);
    CHECK(is(ed_layer_find(one, 2, 8), "d"));
    ed_layer_close(layer, NULL);
}

TEST(many_items_are_found)
{
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0);
    for (u32 i = 0; i < 500; i++) CHECK(keep(in, i * 64, 0, i % 2 ? "odd" : "even"));
    for (u32 i = 0; i < 500; i++) CHECK(is(ed_layer_find(in, i * 64, 0), i % 2 ? "odd" : "even"));
    CHECK(!ed_layer_find(in, 500 * 64, 0) && layer->bucket_count == 1024);
    ed_layer_close(layer, NULL);
}

TEST(a_layer_has_a_limit)
{
    CHECK(begin(2 * sizeof(ed_AtticItem) + 16, NULL));
    ed_AtticColumn *in = column(5, 0);
    CHECK(keep(in, 1, 0, "12345678"));
    CHECK(!keep(in, 2, 0, "123456789"));
    CHECK(keep(in, 2, 0, "12345678") && ed_layer_bytes(layer) == layer->limit);
    CHECK(!keep(in, 3, 0, "1") && in->count == 2);
    ed_layer_close(layer, NULL);
}

// --- rows ----------------------------------------------------------------------------------------

static u32 values[64];

/// Keeps the values `first`, `first` + 1, …, which are 8 bytes apart.
static bool keep_rows(ed_AtticColumn *in, u64 first_key, const u64 *all, u32 count, u32 first)
{
    for (u32 i = 0; i < count; i++) values[2 * i] = first + i;
    return ed_layer_retain_rows(in, &(ed_RowKeys){ first_key, all, count }, (const u8 *)values, 8);
}

/// The first of the values, or UINT32_MAX.
static u32 take(ed_AtticColumn *in, u64 first_key, const u64 *all, u32 count)
{
    u32 size = 0, value;
    const u8 *at = ed_layer_take_rows(in, &(ed_RowKeys){ first_key, all, count }, &size);
    if (!at || size != 4) return UINT32_MAX;
    memcpy(&value, at, sizeof value);
    return value;
}

TEST(rows_are_taken_in_the_order_in_which_they_were_kept)
{
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0);
    CHECK(keep_rows(in, 100, NULL, 10, 40) && keep_rows(in, 900, NULL, 5, 70));
    CHECK(in->count == 15 && layer->count == 15 && layer->item_count == 0);
    CHECK_EQ(take(in, 101, NULL, 10), UINT32_MAX);      // other keys
    CHECK_EQ(take(in, 100, NULL, 11), UINT32_MAX);      // more than there are
    CHECK_EQ(take(in, 100, NULL, 4), 40);
    CHECK(layer->marked);
    CHECK_EQ(take(in, 100, NULL, 4), UINT32_MAX);      // taken already
    CHECK_EQ(take(in, 100 + 4 * (u64)ED_KEY_STEP, NULL, 6), 44);
    CHECK_EQ(take(in, 900, NULL, 5), 70);
    CHECK_EQ(take(in, 900, NULL, 5), UINT32_MAX);
    ed_layer_unmark(layer);
    CHECK(!layer->marked);
    CHECK_EQ(take(in, 100, NULL, 10), 40);
    ed_layer_close(layer, NULL);
}

TEST(rows_whose_keys_are_listed_are_taken_by_these_keys)
{
    const u64 keys[] = { 5, 3, 9, 7 }, others[] = { 5, 3, 9, 8 };
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0), *second = column(5, 1);
    CHECK(keep_rows(in, 0, keys, 4, 40));
    size_t used = layer->raw.used;
    CHECK(keep_rows(second, 0, keys, 4, 50));
    CHECK_EQ(layer->raw.used - used, sizeof(ed_AtticRows) + 4 * 8);      // the keys are shared
    CHECK_EQ(take(in, 0, others, 4), UINT32_MAX);
    CHECK_EQ(take(in, 5, NULL, 4), UINT32_MAX);
    CHECK_EQ(take(in, 0, keys, 3), 40);
    CHECK_EQ(take(in, 0, keys + 3, 1), 43);
    used = layer->raw.used;
    CHECK(keep_rows(in, 0, others, 4, 60));
    CHECK_EQ(layer->raw.used - used, sizeof(ed_AtticRows) + 4 * 8 + 4 * 4);
    ed_layer_close(layer, NULL);
}

TEST(rows_become_items_when_one_of_them_is_looked_for)
{
    const u64 keys[] = { 5, 3, 9, 7 };
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0), *other = column(6, 0);
    CHECK(keep_rows(in, 0, keys, 4, 40) && keep_rows(other, 0, keys, 4, 60));
    CHECK_EQ(take(in, 0, keys, 2), 40);
    CHECK(is(ed_layer_find(in, 9, 0), "*") && is(ed_layer_find(in, 7, 0), "+"));
    CHECK(!ed_layer_find(in, 5, 0) && !ed_layer_find(in, 3, 0));      // taken
    CHECK(!in->rows && other->rows && layer->raw.base);
    CHECK(is(ed_layer_find(other, 5, 0), "<") && !other->rows && !layer->raw.base);
    CHECK(in->count == 4 && layer->item_count == 8 && !layer->failed);
    ed_layer_close(layer, NULL);
}

TEST(rows_that_cannot_become_items_stay)
{
    CHECK(begin((size_t)1 << 20, NULL));
    ed_AtticColumn *in = column(5, 0);
    CHECK(keep_rows(in, 100, NULL, 10, 40) && keep_rows(in, 9000, NULL, 3, 60));
    layer->arena.limit = 5 * (sizeof(ed_AtticItem) + 8);      // room for the second block
    ed_layer_make_items(layer);
    CHECK(layer->failed && in->rows && !in->rows->next && in->rows->keys.count == 10);
    CHECK(layer->item_count == 3 && in->count == 13);
    layer->arena.limit = layer->limit * 8;
    ed_layer_unmark(layer);
    CHECK(!layer->failed);
    CHECK_EQ(take(in, 100, NULL, 10), 40);
    CHECK(is(ed_layer_find(in, 9000 + (u64)ED_KEY_STEP, 0), "="));
    ed_layer_close(layer, NULL);
}

TEST(rows_over_the_limit_are_refused)
{
    size_t bytes = sizeof(ed_AtticRows) + 10 * 4;
    CHECK(begin(bytes, NULL));
    CHECK(!keep_rows(column(5, 0), 100, NULL, 11, 40)
          && keep_rows(column(5, 0), 100, NULL, 10, 40));
    CHECK(!keep(column(5, 0), 1, 0, "a") && layer->count == 10);
    ed_layer_close(layer, NULL);
}

TEST(rows_of_single_bytes_that_fill_a_layer_can_become_items)
{
    static u8 bytes[4000];
    ed_Writer w = pack_json("[{'name':'Enemy','size':1,'align':1,'fields':["
                            "[1,'on','u1',0,null,null]]}]");
    layer = ed_layer_open(sizeof(ed_AtticRows) + sizeof bytes, (ed_Span){ w.bytes, w.size }, NULL);
    CHECK(layer
          && ed_layer_retain_rows(column(5, 0), &(ed_RowKeys){ 1, NULL, sizeof bytes }, bytes, 1));
    CHECK(ed_layer_find(column(5, 0), 1 + 3999 * (u64)ED_KEY_STEP, 0) && !layer->failed);
    CHECK_EQ(layer->item_count, sizeof bytes);
    ed_layer_close(layer, NULL);
}

// --- memory --------------------------------------------------------------------------------------

TEST(the_memory_of_rows_is_used_again)
{
    ed_Arena spare = { .base = NULL };
    u32 open = failing_open();
    CHECK(begin((size_t)1 << 20, &spare));
    CHECK(keep_rows(column(5, 0), 100, NULL, 10, 40));
    const u8 *base = layer->raw.base;
    layer->users++;
    ed_layer_close(layer, &spare);
    CHECK(!spare.base && layer->users == 1);
    ed_layer_close(layer, &spare);
    CHECK(spare.base == base && spare.used == 0);
    CHECK(begin((size_t)2 << 20, &spare) && !layer->raw.base && spare.base == base);
    ed_layer_close(layer, &spare);
    CHECK(begin((size_t)1 << 20, &spare) && layer->raw.base == base && !spare.base);
    ed_layer_close(layer, NULL);
    CHECK_EQ(failing_open(), open + 3);      // those of the test
    ed_layer_close(NULL, NULL);
}
