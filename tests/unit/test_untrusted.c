#include <stddef.h>
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "runtime/snapshot/document.h"
#include "tests/lib/doc.h"

static RowsRead read;

static size_t memory_used(void)
{
    size_t used = 0;
    for (u32 i = 0; i < 2; i++) used += read.blocks[i].arena->used;
    return used;
}

// --- floods: what is claimed takes no memory, what is nested takes no stack ----------------------

/// A document whose Small.list is these packed bytes.
static bool list_reads(const void *bytes, size_t size)
{
    ed_Writer w = doc_begin(&Small_type, Small_list_tag);
    ed_write_packed(&w, bytes, size);
    return doc_reads(&w, &read, &rows_schema);
}

TEST(five_bytes_that_announce_four_billion_values_take_no_memory)
{
    static const char *const claims[] = { "\xdd\xff\xff\xff\xff", "\xdf\xff\xff\xff\xff",
                                          "\xc6\xff\xff\xff\xff", "\xdb\xff\xff\xff\xff" };
    for (u32 i = 0; i < ED_COUNT(claims); i++) {
        CHECK(!list_reads(claims[i], 5));
        CHECK_HAS(read.error.text, "at byte ");
        CHECK(memory_used() < 65536);
    }
}

/// Each header alone is valid: it announces no more than the bytes left. Together they announce a
/// billion values.
TEST(arrays_that_together_announce_more_values_than_bytes_are_refused)
{
    static u8 bytes[100000];
    for (size_t at = 0; at + 5 < sizeof bytes; at += 5) {
        u32 left = (u32)(sizeof bytes - at - 5);
        u8 header[5] = { 0xdd, (u8)(left >> 24), (u8)(left >> 16), (u8)(left >> 8), (u8)left };
        memcpy(bytes + at, header, 5);
    }
    CHECK(!list_reads(bytes, sizeof bytes));
    CHECK(*read.error.text);
    CHECK(memory_used() < (size_t)4
                              << 20);      // at most one list of as many rows as there are bytes
}

TEST(a_hundred_thousand_arrays_or_maps_in_each_other_are_refused)
{
    static u8 bytes[200001];
    for (u32 way = 0; way < 2; way++) {
        for (size_t at = 0; at + 2 < sizeof bytes; at += 2)
            memcpy(bytes + at, way ? "\x81\x01" : "\x91\x91", 2);
        bytes[sizeof bytes - 1] = 0xc0;
        CHECK(!list_reads(bytes, sizeof bytes)
              || ((const Small *)read.blocks[Small_root].at)->list.count <= 1);
        ed_Writer w = doc_begin(&Sheet_type, Sheet_tree_tag);
        for (u32 i = 0; i < 1000; i++) {      // each a node with one child
            ed_write_map(&w, 1);
            ed_write_u64(&w, Node_children_tag);
            if (!way) ed_write_array(&w, 1);
        }
        ed_write_array(&w, 0);
        CHECK(!doc_reads(&w, &read, &rows_schema));
        CHECK_HAS(read.error.text, "nested deeper than 64");
    }
}

TEST(a_hundred_thousand_values_nobody_knows_are_passed_over)
{
    ed_Writer w = doc_begin(&Small_type, 12345);
    ed_write_array(&w, 100000);
    for (u32 i = 0; i < 100000; i++) ed_write_array(&w, 0);
    CHECK(doc_reads(&w, &read, &rows_schema));
    CHECK(!broken_invariant(&read.state));
}

// --- what is never taken from a file -------------------------------------------------------------

static ed_Writer no_hash(void)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    rows_fill(&state, 3);
    ed_snapshot_write(&w, &state);
    rows_unseal(&w);
    return w;
}

TEST(an_address_in_a_file_is_ignored)
{
    ed_Writer w = no_hash();
    ed_Table table = rows_table(&w, Sheet_type.tag, Sheet_rows_tag);
    CHECK_EQ(table.count, 3);
    u8 *rows = (u8 *)(uintptr_t)table.rows.at;
    for (u32 i = 0; i < 3; i++)
        memset(rows + i * sizeof(Row) + offsetof(Row, sprite), 0x41, sizeof(void *));
    CHECK(rows_read(&read, &rows_schema, w.bytes, w.size));
    const Sheet *sheet = read.blocks[Sheet_root].at;
    for (u32 i = 0; i < 3; i++) CHECK(sheet->rows.items[i].sprite == NULL);
}

TEST(a_format_in_the_name_of_a_game_is_printed_literally)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    state.game = "%n%s%x\x1b[2J";
    CHECK(ed_snapshot_write(&w, &state));
    CHECK(!rows_read(&read, &rows_schema, w.bytes, w.size));
    CHECK_HAS(read.error.text, "'%n%s%x?[2J'");
}

TEST(what_an_error_quotes_has_no_control_characters)
{
    ed_Error error = { .code = ED_OK };
    ed_fail(&error, ED_ERR_PATH, "%s", "a\x1b[2J\n\x7f\xc2\x9b\xff\xc3\xa9");
    CHECK_TEXT(error.text, "a?[2J?????\xc3\xa9");
}

/// A name that is cut at a zero byte could be that of another game.
TEST(a_zero_in_the_name_of_a_game_is_refused)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    ed_Document about;
    ed_Error error = { .code = ED_OK };
    state.game = "one\x01two";
    CHECK(ed_snapshot_write(&w, &state));
    rows_unseal(&w);
    *(u8 *)memchr(w.bytes + 8, 1, w.size - 8) = 0;
    CHECK(!ed_document_read(w.bytes, w.size, test_arena(), &about, &error));
    CHECK_HAS(error.text, "zero byte");
    CHECK(!rows_read(&read, &rows_schema, w.bytes, w.size));
    CHECK_HAS(read.error.text, "zero byte");
}

/// Names reach terminals, messages and paths of values.
TEST(names_are_letters_digits_and_underscores)
{
    static const char *const names[] = { "\xa5%n%n%",
                                         "\xa5../..",
                                         "\xa5"
                                         "a\x1b[1m",
                                         "\xa5"
                                         "a b c",
                                         "\xa0",
                                         "\xa5"
                                         "a\0b\0c" };
    ed_Writer good = no_hash();
    size_t at = 0;
    while (memcmp(good.bytes + at, "\xa5Plain", 6) != 0) at++;
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        ed_Writer w = test_writer();
        ed_write_packed(&w, good.bytes, at);
        ed_write_packed(&w, names[i], *names[i] == (char)0xa0 ? 1 : 6);
        ed_write_packed(&w, good.bytes + at + 6, good.size - at - 6);
        CHECK(!rows_read(&read, &rows_schema, w.bytes, w.size));
        CHECK_HAS(read.error.text, "at byte ");
    }
}

// --- other than regular files --------------------------------------------------------------------

TEST(devices_are_refused_and_files_that_never_end_too)
{
    static const char *const paths[] = { "/dev/zero", "/dev/null", "/dev/tty", "/proc/self/mem" };
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        ed_Span bytes = { NULL, 0 };
        ed_Error error = { .code = ED_OK };
        bool good = ed_file_read(paths[i], 1000, test_arena(), &bytes, &error);
        // a file of size 0 is read as empty
        CHECK(good ? bytes.size == 0 : *error.text != 0);
    }
}
