#include "tests/lib/doc.h"

/// Rows of Cell { u16 id; u8 kind; str text; }, with valid and invalid heaps.

static RowsRead read;

typedef struct Slot {
    u64 none;
    u32 count, zero;
} Slot;      // the slot of a text or list in a row
typedef struct CellRow {
    u16 id;
    u8 kind, pad[5];
    Slot text;
} CellRow;

/// A document whose Sheet.rows is a table of one Row with these cells. Its mood is 1, and the rest
/// is zero and empty.
static bool cells_read(const CellRow *cells, u32 count, const char *texts, u32 texts_size,
                       const ed_Schema *schema)
{
    u8 row[sizeof(Row)] = { 0 };
    const u32 one_cell_count = count;
    memcpy(row + offsetof(Row, cells) + 8, &one_cell_count, 4);
    row[offsetof(Row, mood)] = 1;
    ed_Writer w = doc_begin(&Sheet_type, Sheet_rows_tag);
    doc_table(&w, doc_type(&Row_type), 1, row, sizeof row, 8);
    // note numbers cells words titles held.text figure.circle.label figure.box.tags
    for (u32 part = 0; part < 8; part++) {
        if (part != 2) {
            ed_write_nil(&w);
            continue;
        }
        doc_table(&w, doc_type(&Cell_type), count, cells, count * sizeof *cells, 1);
        if (texts) doc_column(&w, ED_TABLE_NONE, texts_size, texts, texts_size);
        else ed_write_nil(&w);
    }
    return doc_reads(&w, &read, schema);
}

static const Cell *cell_at(u32 index)
{
    const Sheet *sheet = read.blocks[Sheet_root].at;
    return &sheet->rows.items[0].cells.items[index];
}

/// Reads into this schema, and into a later one, which converts the rows one by one.
static bool refused_everywhere(const CellRow *cells, u32 count, const char *texts, u32 size)
{
    bool refused = !cells_read(cells, count, texts, size, &later_schema);
    return refused && !cells_read(cells, count, texts, size, &rows_schema);
}

TEST(texts_of_rows_are_taken_in_order)
{
    const CellRow cells[3] = { { .id = 1, .text = { 0, 2, 0 } },
                               { .id = 2 },
                               { .id = 3, .text = { 0, 1, 0 } } };
    CHECK(cells_read(cells, 3, "ab\0c", 5, &rows_schema));
    CHECK_TEXT(ed_str_text(&cell_at(0)->text), "ab");
    CHECK_TEXT(ed_str_text(&cell_at(1)->text), "");
    CHECK_TEXT(ed_str_text(&cell_at(2)->text), "c");
    CHECK(!broken_invariant(&read.state));
}

TEST(a_heap_that_is_too_short_is_refused_with_an_error_message)
{
    const CellRow cells[1] = { { .text = { 0, 4, 0 } } };
    CHECK(refused_everywhere(cells, 1, "ab", 3));
    CHECK_HAS(read.error.text, "at byte ");
    CHECK_HAS(read.error.text, "Sheet.rows");
    CHECK_HAS(read.error.text, "heap");
    CHECK(refused_everywhere(cells, 1, NULL, 0));
}

TEST(a_heap_that_is_too_long_is_refused)
{
    const CellRow cells[1] = { { .text = { 0, 1, 0 } } };
    CHECK(refused_everywhere(cells, 1, "a\0b", 4));
    CHECK_HAS(read.error.text, "heap");
    const CellRow none[1] = { { .id = 1 } };
    CHECK(refused_everywhere(none, 1, "a", 2));
}

TEST(a_text_without_its_terminator_is_refused)
{
    const CellRow cells[2] = { { .text = { 0, 2, 0 } }, { .text = { 0, 1, 0 } } };
    CHECK(refused_everywhere(cells, 2, "abxc", 5));
    CHECK_HAS(read.error.text, "text");
}

TEST(counts_in_slots_that_wrap_around_are_refused)
{
    const CellRow most[1] = { { .text = { 0, UINT32_MAX, 0 } } };
    CHECK(refused_everywhere(most, 1, "a", 2));
    const CellRow two[2] = { { .text = { 0, UINT32_MAX - 1, 0 } }, { .text = { 0, 2, 0 } } };
    CHECK(refused_everywhere(two, 2, "a", 2));
}

/// Besides its count, a slot should hold only zeros. An address there is ignored.
TEST(addresses_in_slots_are_not_looked_at)
{
    const CellRow cells[1] = { { .text = { UINT64_MAX, 1, UINT32_MAX } } };
    CHECK(cells_read(cells, 1, "a", 2, &rows_schema));
    CHECK_TEXT(ed_str_text(&cell_at(0)->text), "a");
    CHECK(!broken_invariant(&read.state));
}

TEST(a_text_with_zero_bytes_in_it_is_cut_as_in_open_form)
{
    const CellRow cells[2] = { { .text = { 0, 3, 0 } }, { .text = { 0, 1, 0 } } };
    CHECK(cells_read(cells, 2, "a\0b\0c", 6, &rows_schema));
    CHECK_EQ(cell_at(0)->text.count, 1);
    CHECK_TEXT(ed_str_text(&cell_at(1)->text), "c");
    CHECK(!broken_invariant(&read.state));
}

// --- parts ---------------------------------------------------------------------------------------

/// A table of one Row that is all zero, with a heap of `parts` parts.
static bool reads_with_parts(u32 parts, bool nils)
{
    u8 row[sizeof(Row)] = { 0 };
    ed_Writer w = doc_begin(&Sheet_type, Sheet_rows_tag);
    doc_table(&w, doc_type(&Row_type), 1, row, sizeof row, parts);
    for (u32 i = 0; i < parts; i++) {
        if (nils) ed_write_nil(&w);
        else ed_write_u64(&w, 1);
    }
    return doc_reads(&w, &read, &rows_schema);
}

TEST(a_heap_has_one_part_for_each_slot)
{
    CHECK(reads_with_parts(8, true));
    CHECK(!broken_invariant(&read.state));
    CHECK(!reads_with_parts(7, true));
    CHECK_HAS(read.error.text, "a heap has 7 columns: expected 8");
    CHECK(!reads_with_parts(9, true));
    CHECK(!reads_with_parts(0, true));
}

TEST(a_part_that_is_not_a_table_is_refused)
{
    CHECK(!reads_with_parts(8, false));
    CHECK_HAS(read.error.text, "Sheet.rows");
}

TEST(a_part_of_elements_of_another_size_is_refused)
{
    u8 row[sizeof(Row)] = { 0 };
    const u32 three = 3;
    memcpy(row + offsetof(Row, numbers) + 8, &three, 4);
    ed_Writer w = doc_begin(&Sheet_type, Sheet_rows_tag);
    doc_table(&w, doc_type(&Row_type), 1, row, sizeof row, 8);
    for (u32 part = 0; part < 8; part++) {
        if (part == 1) doc_column(&w, ED_TABLE_NONE, 3, "123456", 6);
        else ed_write_nil(&w);
    }
    CHECK(!doc_reads(&w, &read, &rows_schema));
    CHECK_HAS(read.error.text, "6 bytes of rows: expected 3 rows of 4 bytes");
}

TEST(texts_that_together_are_longer_than_their_part_are_refused)
{
    CellRow cells[64];
    for (u32 i = 0; i < ED_COUNT(cells); i++) cells[i] = (CellRow){ .text = { 0, 1u << 26, 0 } };
    CHECK(refused_everywhere(cells, ED_COUNT(cells), "a", 2));
}
