#include "runtime/attic/snapshot.h"
#include "tests/lib/doc.h"
#include "tests/lib/sample.h"
#include <stdlib.h>
#include "runtime/run/run.h"
#include "runtime/value/value.h"

static RowsRead read;

/// Checks that a read is refused, with an offset and `words` in its message.
#define CHECK_REFUSED(call, words) \
    do { \
        CHECK(!(call)); \
        CHECK_HAS(read.error.text, "at byte "); \
        CHECK_HAS(read.error.text, words); \
    } while (0)

static const Plain plains[3] = { { .a = 1, .b = 2, .c = 3 },
                                 { .a = 4, .b = 5, .c = 6 },
                                 { .a = 7, .b = 8, .c = 9 } };

/// A document whose Small.list is a table with these claims.
static bool list_reads(u64 type, u32 count, size_t bytes)
{
    u8 *rows = ed_arena_push(test_arena(), bytes, 8);
    memcpy(rows, plains, bytes < sizeof plains ? bytes : sizeof plains);
    ed_Writer w = doc_begin(&Small_type, Small_list_tag);
    doc_column(&w, type, count, rows, bytes);
    return doc_reads(&w, &read, &rows_schema);
}

TEST(rows_are_read)
{
    CHECK(list_reads(doc_type(&Plain_type), 3, sizeof plains));
    const Small *small = read.blocks[Small_root].at;
    CHECK_EQ(small->list.count, 3);
    CHECK_EQ(small->list.items[2].c, 9);
    CHECK(!broken_invariant(&read.state));
}

TEST(no_rows_are_an_empty_list)
{
    CHECK(list_reads(doc_type(&Plain_type), 0, 0));
    CHECK_EQ(((Small *)read.blocks[Small_root].at)->list.count, 0);
    CHECK(!broken_invariant(&read.state));
    u8 nothing = 0;
    for (u32 later = 0; later < 2; later++) {
        ed_Writer w = doc_begin(&Sheet_type, Sheet_rows_tag);
        doc_table(&w, doc_type(&Row_type), 0, &nothing, 0, 8);
        for (u32 i = 0; i < 8; i++) ed_write_nil(&w);
        CHECK(doc_reads(&w, &read, later ? &later_schema : &rows_schema));
        CHECK(!broken_invariant(&read.state));
    }
}

/// The table of Small.list in a document written by hand: keys in any order, some of them missing.
static ed_Writer begin_map(u32 keys)
{
    ed_Writer w = doc_begin(&Small_type, Small_list_tag);
    ed_write_map(&w, keys);
    return w;
}

static void put_rows(ed_Writer *w, const void *rows, size_t size)
{
    ed_write_text(w, "rows");
    ed_write_bin(w, rows, size);
}

static void put_count(ed_Writer *w, u64 count)
{
    ed_write_text(w, "count");
    ed_write_u64(w, count);
}

/// Sheet.pool with one row. Its tables of handles and free slots announce these counts.
static bool pool_reads(u32 handles, u32 free_slots)
{
    u8 *row = ed_arena_push(test_arena(), sizeof(Row), 8);
    ed_Ref ref = { 0, 1 };
    ed_Writer w = doc_begin(&Sheet_type, Sheet_pool_tag);
    ed_write_map(&w, 3);
    ed_write_text(&w, "handles");
    doc_column(&w, ED_TABLE_NONE, handles, &ref, sizeof ref);
    ed_write_text(&w, "free");
    doc_column(&w, ED_TABLE_NONE, free_slots, &ref, 0);
    ed_write_text(&w, "items");
    doc_table(&w, doc_type(&Row_type), 1, row, sizeof *row * sizeof(Row), 8);
    for (u32 i = 0; i < 8; i++) ed_write_nil(&w);
    return doc_reads(&w, &read, &rows_schema);
}

TEST(handles_that_are_announced_and_not_there_are_refused)
{
    CHECK(pool_reads(1, 0));
    CHECK(!broken_invariant(&read.state));
    CHECK_REFUSED(pool_reads(2, 0), "expected 2 rows of 8 bytes");
    CHECK_REFUSED(pool_reads(1, 3), "expected 3 rows of 8 bytes");
    // the sum of the two counts is 0 in 32 bits
    CHECK_REFUSED(pool_reads(1, UINT32_MAX), "expected 4294967295 rows of 8 bytes");
}

TEST(rows_anywhere_in_memory_are_read)
{
    for (u32 shift = 0; shift < 16; shift++) {
        u8 pad[16] = { 0 };
        ed_Writer w = begin_map(4);
        ed_write_text(&w, "pad");
        ed_write_bin(&w, pad, shift);
        put_count(&w, 3);
        ed_write_text(&w, "type");
        ed_write_u64(&w, doc_type(&Plain_type));
        put_rows(&w, plains, sizeof plains);
        CHECK(doc_reads(&w, &read, &rows_schema));
        CHECK(!broken_invariant(&read.state));
    }
}

// --- where no table may stand --------------------------------------------------------------------

static bool value_reads(const ed_Type *root, u32 tag, const ed_Schema *schema)
{
    ed_Writer w = doc_begin(root, tag);
    doc_column(&w, doc_type(&Plain_type), 3, plains, sizeof plains);
    return doc_reads(&w, &read, schema);
}

TEST(a_table_where_a_single_value_is_expected_is_refused)
{
    CHECK_REFUSED(value_reads(&Sheet_type, Sheet_count_tag, &rows_schema),
                  "the table does not have the type");
    CHECK_REFUSED(value_reads(&Sheet_type, Sheet_tree_tag, &rows_schema),
                  "expected one record of Node");
    CHECK_REFUSED(value_reads(&Sheet_type, Sheet_plain_tag, &rows_schema), "Sheet.plain");
}

TEST(a_table_for_a_dropped_single_value_is_refused)
{
    CHECK_REFUSED(value_reads(&Sheet_type, Sheet_count_tag, &later_schema),
                  "the table does not have the type");
}

TEST(a_table_for_a_field_nobody_knows_is_passed_over)
{
    CHECK(value_reads(&Small_type, 12345, &rows_schema));
    CHECK(!broken_invariant(&read.state));
}

TEST(a_fixed_array_takes_a_table_of_its_count_only)
{
    u8 rows[3 * 4] = "abc\0de\0\0f\0\0";
    for (u32 count = 0; count < 4; count++) {
        ed_Writer w = doc_begin(&Small_type, Small_texts_tag);
        doc_column(&w, ED_TABLE_NONE, count, rows, count * 4);
        CHECK_EQ(doc_reads(&w, &read, &rows_schema), count == 2);
        CHECK(count == 2 || strstr(read.error.text, "Small.texts"));
    }
    CHECK(!broken_invariant(&read.state));
}

static const char *value(const char *path)
{
    static char text[100];
    ed_ValueRef place;
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_value_find(&read.state, path, &place, &read.error)) ed_value_json(&place, &out);
    return text;
}

/// In open form an array has its own count, whatever the type says.
TEST(an_open_array_of_numbers_that_is_too_long_or_too_short_is_cut_or_filled_up)
{
    static const struct {
        u32 count;
        const char *dice;
    } cases[] = { { 4, "[1,2,3,4]" }, { 3, "[1,2,3,0]" }, { 0, "[0,0,0,0]" }, { 9, "[1,2,3,4]" } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        ed_Writer w = doc_begin(&Small_type, Small_dice_tag);
        ed_write_array(&w, cases[i].count);
        for (u32 d = 0; d < cases[i].count; d++) ed_write_u64(&w, d + 1);
        CHECK(doc_reads(&w, &read, &later_schema));
        CHECK_TEXT(value("LaterSmall.dice"), cases[i].dice);
        CHECK_TEXT(value("LaterSmall.behind"), "7");
    }
}

TEST(a_bounded_array_keeps_what_has_room)
{
    const Spot spots[6] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 6 } };
    ed_Writer w = doc_begin(&Small_type, Small_spots_tag);
    doc_column(&w, doc_type(&Spot_type), 6, spots, sizeof spots);
    CHECK(doc_reads(&w, &read, &rows_schema));
    const Small *small = read.blocks[Small_root].at;
    CHECK_EQ(small->spots_count, 4);
    CHECK(small->spots[3].x == 4);
    CHECK(!broken_invariant(&read.state));
}

// --- depth ---------------------------------------------------------------------------------------

TEST(lists_in_lists_are_written_only_as_deep_as_they_can_be_read)
{
    static ed_RootMemory blocks[2];
    for (u32 open = 0; open < 2; open++) {
        u32 depth = 1;
        ed_State state = rows_state(blocks);
        ed_Writer w = test_writer();
        Node *at = &((Sheet *)blocks[Sheet_root].at)->tree;
        for (state.open_form = open; depth < 100; depth++) {
            at = Node_array_add(blocks[Sheet_root].arena, &at->children);
            at->value = depth;
            w.size = 0;
            if (!ed_snapshot_write(&w, &state)) {
                CHECK_HAS(w.err.text, "deep");
                break;
            }
            CHECK(rows_read(&read, &later_schema, w.bytes, w.size)
                  && !broken_invariant(&read.state));
            CHECK(rows_read(&read, &rows_schema, w.bytes, w.size)
                  && !broken_invariant(&read.state));
        }
        CHECK(depth > 20 && depth < 100);
    }
}

/// Nested tables of one node, each in the heap of the outer one.
TEST(tables_deeper_than_the_limit_are_refused)
{
    Node node = { .value = 1, .children = { NULL, 1, 0 } };
    for (u32 depth = 1; depth < 300; depth += 40) {
        ed_Writer w = doc_begin(&Sheet_type, Sheet_tree_tag);
        ed_write_map(&w, 1);
        ed_write_u64(&w, Node_children_tag);
        for (u32 i = 0; i < depth; i++) {
            node.children.count = i + 1 < depth;
            doc_table(&w, doc_type(&Node_type), 1, &node, sizeof node, 1);
        }
        ed_write_nil(&w);
        bool good = doc_reads(&w, &read, &rows_schema);
        if (depth == 1) CHECK(good);
        if (good) CHECK(!broken_invariant(&read.state));
        else CHECK_HAS(read.error.text, "nested deeper than 64");
        if (depth > 64) CHECK(!good);
    }
}

// --- cut and flipped -----------------------------------------------------------------------------

static ed_Writer no_hash(u32 rows, bool open)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    rows_fill(&state, rows);
    state.open_form = open;
    ed_snapshot_write(&w, &state);
    rows_unseal(&w);
    return w;
}

TEST(every_cut_of_a_document_of_tables_is_refused)
{
    ed_Writer w = no_hash(3, false);
    CHECK(rows_read(&read, &rows_schema, w.bytes, w.size));
    for (size_t size = 0; size < w.size; size += sample_step(7)) {
        u8 *copy = malloc(size ? size : 1);
        memcpy(copy, w.bytes, size);
        bool good = rows_read(&read, &rows_schema, copy, size);
        free(copy);
        CHECK(!good && *read.error.text);
    }
}

static void flip(const ed_Schema *schema, u32 *accepted)
{
    ed_Writer w = no_hash(1, false);
    for (size_t bit = 0; bit < w.size * 8; bit += sample_step(11)) {
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        bool good = rows_read(&read, schema, w.bytes, w.size);
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        *accepted += good;
        const char *broken = good ? broken_invariant(&read.state) : NULL;
        if (broken) {
            test_fail(__FILE__, __LINE__, "bit %zu of byte %zu: %s", bit % 8, bit / 8, broken);
            return;
        }
        CHECK(good || *read.error.text);
    }
}

TEST(every_flipped_bit_of_tables_is_refused_or_leaves_the_invariants)
{
    u32 accepted = 0;
    flip(&rows_schema, &accepted);
    CHECK(accepted > 300);
}

TEST(every_flipped_bit_of_tables_that_are_converted_is_refused_or_leaves_the_invariants)
{
    u32 accepted = 0;
    flip(&later_schema, &accepted);
    CHECK(accepted > 300);
}

// --- a refusal -----------------------------------------------------------------------------------

static void nothing(ed_Host *host) { (void)host; }

static const ed_ReportRow *row_of_field(const char *name)
{
    for (u32 i = 0; i < read.report.count; i++) {
        const ed_ReportRow *row = &read.report.rows[i];
        if (strcmp(row->type, "Row") == 0 && strcmp(row->field, name) == 0) return row;
    }
    return NULL;
}

TEST(invalid_values_of_a_row_are_corrected_and_counted)
{
    ed_Writer w = no_hash(3, false);
    ed_Table table = rows_table(&w, Sheet_type.tag, Sheet_rows_tag);
    CHECK(rows_read(&read, &rows_schema, w.bytes, w.size));
    const u64 names = row_of_field("name")->tally.exact,
              figures = row_of_field("figure")->tally.exact;
    Row *row = (Row *)(uintptr_t)table.rows.at;
    u32 index = 0;
    while (row[index].figure.kind != Figure_number) index++;      // has nothing in the heap
    memset((u8 *)&row[index] + offsetof(Row, name), 'x', sizeof row->name);
    memset((u8 *)&row[index] + offsetof(Row, figure.kind), 9, 1);
    CHECK(rows_read(&read, &rows_schema, w.bytes, w.size));
    const Row *now = &((Sheet *)read.blocks[Sheet_root].at)->rows.items[index];
    CHECK_TEXT(now->name, "xxxxxxx");
    CHECK_EQ(now->figure.kind, 0);
    CHECK_EQ(row_of_field("name")->tally.truncated, 1);
    CHECK_EQ(row_of_field("name")->tally.exact, names - 1);
    CHECK_EQ(row_of_field("figure")->tally.exact, figures);
}

/// Rows lie on a multiple of 64 bytes, so the kind of a union is at a multiple of four.
TEST(a_union_kind_one_past_the_last_leaves_the_invariants)
{
    const u32 behind = Figure_type.field_count;
    ed_Writer w = no_hash(1, false);
    for (size_t at = 0; at + sizeof behind <= w.size; at += sizeof behind) {
        u8 before[sizeof behind];
        memcpy(before, w.bytes + at, sizeof before);
        memcpy(w.bytes + at, &behind, sizeof behind);
        bool good = rows_read(&read, &rows_schema, w.bytes, w.size);
        memcpy(w.bytes + at, before, sizeof before);
        const char *broken = good ? broken_invariant(&read.state) : NULL;
        if (broken) test_fail(__FILE__, __LINE__, "at byte %zu: %s", at, broken);
        if (broken) return;
    }
}

TEST(a_refused_table_leaves_a_running_game_as_it_was)
{
    static ed_Run run;
    ed_Module module = { .abi = (u32)ED_ABI,
                         .game = "rows",
                         .title = "rows",
                         .view_width = 16,
                         .view_height = 9,
                         .schema = &rows_schema,
                         .update = nothing,
                         .render = nothing,
                         .pack = ed_snapshot_write,
                         .unpack = ed_snapshot_read };
    ed_Error error = { .code = ED_OK };
    ed_Span before, after;
    ed_Writer good = no_hash(4, false), w = doc_begin(&Small_type, Small_list_tag);
    doc_column(&w, doc_type(&Plain_type), 3, plains, 35);
    ed_write_text(&w, "xxh64");
    ed_write_nil(&w);
    CHECK(ed_run_open(&run, &module, 1, &error) && ed_run_load(&run, good.bytes, good.size, &error)
          && ed_run_pack(&run, &before, &error));
    u8 *copy = memcpy(ed_arena_push(test_arena(), before.size, 1), before.at, before.size);
    bool loaded = ed_run_load(&run, w.bytes, w.size, &error);
    bool packed = ed_run_pack(&run, &after, &(ed_Error){ .code = ED_OK });
    bool same = packed && after.size == before.size && memcmp(copy, after.at, after.size) == 0;
    ed_run_close(&run);
    CHECK(!loaded && same);
    CHECK_HAS(error.text, "Small.list");
}
