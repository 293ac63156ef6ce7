#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/limits.h"
#include "runtime/debug/exit_code.h"
#include "runtime/os/files/files.h"
#include "runtime/os/memory/memory_use.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/row_table.h"
#include "tests/lib/layout_doc.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"

#define MIB ((size_t)1 << 20)

// --- documents -----------------------------------------------------------------------------------

static char path[64];

static void begin_root(ed_Writer *w, u32 fields)
{
    ed_write_text(w, "roots");
    ed_write_map(w, 1);
    ed_write_u64(w, ed_tag("Game", 4));
    ed_write_map(w, fields);
    if (fields) ed_write_u64(w, ed_tag("list", 4));
}

static bool save(ed_Writer *w)
{
    ed_Error error = { .code = ED_OK };
    ed_write_text(w, "xxh64");
    ed_write_nil(w);
    strcpy(path, "/tmp/eddie-budget-XXXXXX");
    int file = mkstemp(path);
    if (file >= 0) close(file);
    bool good = ed_write_ok(w) && ed_file_write_atomic(path, w->bytes, w->size, &error);
    if (!good) test_fail(__FILE__, __LINE__, "%s cannot be written", path);
    return good;
}

/// The snapshot of a state Game without any values.
static bool save_empty(ed_Writer *w)
{
    begin_root(w, 0);
    return save(w);
}

/// The snapshot of a state Game whose `list` has so many records without values.
static bool save_list(ed_Writer *w, u32 count)
{
    begin_root(w, 1);
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) ed_write_map(w, 0);
    return save(w);
}

/// Opens the snapshot as the commands do. Returns false if it is refused. Sets the bytes of memory
/// that it takes.
static bool is_opened(u64 *bytes)
{
    static host_SnapshotFile file;
    printed_begin();
    u64 before = ed_memory_used(getpid());
    int code = host_snapshot_file_open(&file, path);
    u64 after = ed_memory_used(getpid());
    if (code == ED_EXIT_NOT_YET) host_snapshot_file_close(&file);
    printed_end();
    *bytes = after > before ? after - before : 0;
    return code == ED_EXIT_NOT_YET;
}

/// Returns false if the snapshot is refused or takes `most` bytes of memory. The first time, some
/// kernels count the address sanitizer's own memory for the addresses that are read, too.
static bool is_read(size_t most)
{
    u64 bytes;
    return is_opened(&bytes) && (bytes < most || (is_opened(&bytes) && bytes < most));
}

static bool is_refused(const char *why)
{
    u64 bytes;
    return !is_opened(&bytes) && strstr(printed_err, why)
        && strstr(printed_err, "raise the limit with --limit");
}

/// Types of two fields each that hold the type before by value.
static ed_Writer branching(u32 levels, const char *preset)
{
    ed_Writer w = layout_begin(levels + 1);
    TYPE(&w, "Last", "struct", { "x", "u1", ONE, NONE, NULL, preset });
    for (u32 i = 0; i < levels; i++) {
        char name[8] = { 'T', (char)('A' + i / 10), (char)('0' + i % 10), 0 };
        TYPE(&w, i + 1 < levels ? name : "Game", "struct", { "a", "V1", ONE, i, NULL, NULL },
             { "b", "V1", ONE, i, NULL, NULL });
    }
    return w;
}

// --- values --------------------------------------------------------------------------------------

TEST(types_that_branch_into_millions_of_values_are_refused_before_one_is_made)
{
    for (u32 way = 0; way < 2; way++) {
        ed_Writer w = branching(23, way ? "\x07" : NULL);
        CHECK(save_empty(&w));
        CHECK(is_refused("with Game, the states have more than 42"));
        ed_bytes_max *= 2;
        CHECK(is_read(64 * MIB));
        ed_bytes_max /= 2;
        CHECK(unlink(path) == 0);
    }
}

TEST(a_gigabyte_that_a_hundred_bytes_claim_is_refused)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "list", "u1", 1 << 30, NONE, NULL, NULL });
    CHECK(save_empty(&w));
    CHECK(w.size < 128);
    CHECK(is_refused(" values, the limit for a file of "));
    CHECK(unlink(path) == 0);
}

TEST(all_states_of_a_file_share_its_budget)
{
    static const char *const names[] = { "A", "B", "C" };
    for (u32 count = 2; count <= 3; count++) {
        ed_Writer w = layout_begin(count);
        for (u32 i = 0; i < count; i++)
            TYPE(&w, names[i], "struct", { "list", "u1", 32000000, NONE, NULL, NULL });
        ed_write_text(&w, "roots");
        ed_write_map(&w, count);
        for (u32 i = 0; i < count; i++) {
            ed_write_u64(&w, ed_tag(names[i], 1));
            ed_write_map(&w, 0);
        }
        CHECK(save(&w));
        CHECK(count == 2 ? is_read(8 * MIB) : is_refused("with C, the states"));
        CHECK(unlink(path) == 0);
    }
}

TEST(records_without_values_in_lists_bounded_arrays_and_unions_count_as_their_defaults)
{
    for (u32 way = 0; way < 3; way++) {
        ed_Writer w = layout_begin(3);
        TYPE(&w, "Item", "struct", { "x", "u1", 1600000, NONE, NULL, NULL });
        TYPE(&w, "Either", "union", { "none", "u1", ONE, NONE, NULL, NULL },
             { "item", "V1", ONE, 0, NULL, NULL });
        TYPE(&w, "Game", "struct", { "list", "V1", way == 1 ? -50 : 0, way == 2, NULL, NULL });
        begin_root(&w, 1);
        ed_write_array(&w, 50);
        for (u32 i = 0; i < 50; i++) {
            if (way == 2) ed_write_array(&w, 2);
            if (way == 2) ed_write_u64(&w, ed_tag("item", 4));
            ed_write_map(&w, 0);
        }
        CHECK(save(&w));
        CHECK(is_refused(way == 2 ? "with item, the states" : "with list, the states"));
        CHECK(unlink(path) == 0);
    }
}

TEST(values_that_are_in_the_file_are_never_too_many)
{
    ed_Writer w = layout_begin(1);
    TYPE(&w, "Game", "struct", { "list", "u1", 6000000, NONE, NULL, NULL });
    begin_root(&w, 1);
    u8 *rows = ed_write_table(&w, ED_TABLE_NONE, 6000000, 6000000);
    memset(rows, 1, 6000000);
    ed_write_array(&w, 0);
    CHECK(save(&w));
    CHECK(is_read(64 * MIB));
    CHECK(unlink(path) == 0);
}

// --- memory --------------------------------------------------------------------------------------

/// A bounded array of a gigabyte, and 300 records of a megabyte with one value that is not zero.
TEST(capacity_that_is_not_used_takes_no_memory)
{
    ed_Writer w = layout_begin(3);
    TYPE(&w, "Chunk", "struct", { "hp", "u1", ONE, NONE, NULL, "\x07" },
         { "bag", "u8", -200000, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct", { "list", "V1", 0, 0, NULL, "\x90" },
         { "many", "u8", -60000000, NONE, NULL, NULL });
    TYPE(&w, "Unused", "struct", { "x", "u1", ONE, NONE, NULL, NULL });
    CHECK(save_list(&w, 300));
    CHECK(is_read(32 * MIB));
    CHECK(unlink(path) == 0);
}

TEST(records_that_take_too_much_memory_for_a_file_are_refused)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "hp", "u1", ONE, NONE, NULL, "\x07" },
         { "bag", "u1", -1000000, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct", { "list", "V1", 0, 0, NULL, NULL });
    CHECK(save_list(&w, 300));
    CHECK(is_refused("bytes, the limit for a file of "));
    CHECK(unlink(path) == 0);
}

#define WIDE 4000u

static char names[WIDE][8];
static Part parts[WIDE + 1];

/// Sets `parts` to 4000 fields with different names.
static void make_wide(const Part *each)
{
    for (u32 i = 0; i < WIDE; i++) {
        snprintf(names[i], sizeof names[i], "f%u", i);
        parts[i] = *each;
        parts[i].name = names[i];
    }
}

/// A record of 4000 fields takes 32 KB while it is decoded, and one byte in the document.
TEST(records_that_take_too_much_memory_to_decode_are_refused)
{
    ed_Writer w = layout_begin(2);
    make_wide(&(Part){ NULL, "u1", ONE, NONE, NULL, NULL });
    layout_type(&w, "Wide", "struct", parts, WIDE);
    TYPE(&w, "Game", "struct", { "list", "V1", 0, 0, NULL, NULL });
    CHECK(save_list(&w, 20000));
    CHECK(is_refused("not enough memory to decode 640000000 bytes"));
    CHECK(unlink(path) == 0);
}

// --- defaults ------------------------------------------------------------------------------------

static u8 *state_at_defaults(u32 arena)
{
    return ed_state_init(layout_schema.states[0], layout_arena(arena));
}

/// The inner type is small enough to be copied; the outer one is not.
TEST(a_default_that_is_copied_is_the_same_everywhere)
{
    ed_Writer w = layout_begin(3);
    TYPE(&w, "Inner", "struct", { "x", "u1", ONE, NONE, NULL, "\x07" },
         { "y", "u2", 3, NONE, NULL, "\x93\x01\x02\x03" });
    TYPE(&w, "Outer", "struct", { "a", "V1", ONE, 0, NULL, NULL },
         { "b", "V1", 700, 0, NULL, NULL }, { "n", "u1", -20000, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct", { "c", "V1", 3, 1, NULL, NULL });
    CHECK(layout_ends(&w));
    const u8 *it = state_at_defaults(2), inner[8] = { 7, 0, 1, 0, 2, 0, 3, 0 };
    const ed_Type *outer = layout_schema.types[1];
    for (u32 i = 0; i < 3; i++)
        for (u32 k = 0; k < 701; k++)
            CHECK(memcmp(it + i * outer->size + k * sizeof inner, inner, sizeof inner) == 0);
    CHECK_EQ(layout_schema.states[0]->default_values, 3 * (701 * 2 + 1));
}

TEST(records_do_not_share_a_list_of_their_default)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "list", "u1", 0, NONE, NULL, "\x92\x01\x02" });
    TYPE(&w, "Game", "struct", { "a", "V1", 2, 0, NULL, NULL }, { "b", "V1", ONE, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    const ed_Array *lists = (const ed_Array *)(const void *)state_at_defaults(2);
    for (u32 i = 0; i < 3; i++) CHECK(lists[i].count == 2 && *(u8 *)lists[i].items == 1);
    CHECK(lists[0].items != lists[1].items && lists[1].items != lists[2].items);
}

/// An empty text that is a default has memory for its terminator.
TEST(records_do_not_share_an_empty_text_of_their_default)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "text", "S", ONE, NONE, NULL, "\xa0" });
    TYPE(&w, "Game", "struct", { "a", "V1", 2, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    const ed_Str *texts = (const ed_Str *)(const void *)state_at_defaults(2);
    CHECK(texts[0].items && texts[1].items && texts[0].items != texts[1].items);
}

// --- lookups -------------------------------------------------------------------------------------

// Comparing each value with all names would take many times as long, on a busy machine, too.
#define HANGS_S 8
#define MANY 100000u

static void put_enum(ed_Writer *w, const char *kind, u32 count)
{
    ed_write_map(w, 4);
    ed_write_text(w, "name");
    ed_write_text(w, "Mood");
    ed_write_text(w, "kind");
    ed_write_text(w, kind);
    ed_write_text(w, "base");
    ed_write_text(w, "u4");
    ed_write_text(w, "values");
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "m%u", i);
        ed_write_array(w, 3);
        ed_write_text(w, name);
        ed_write_u64(w, count - i / 2 * 2);      // each number twice
        ed_write_array(w, 1);
        ed_write_u64(w, ed_tag("m7", 2));
    }
}

/// Written to the document as a type with one field that has many former names.
static void put_former(ed_Writer *w, u32 count)
{
    ed_write_map(w, 3);
    ed_write_text(w, "name");
    ed_write_text(w, "Item");
    ed_write_text(w, "kind");
    ed_write_text(w, "struct");
    ed_write_text(w, "fields");
    ed_write_array(w, 1);
    ed_write_array(w, 7);
    ed_write_u64(w, ed_tag("x", 1));
    ed_write_text(w, "x");
    ed_write_text(w, "u1");
    ed_write_u64(w, 0);
    ed_write_nil(w);
    ed_write_nil(w);
    ed_write_map(w, 1);
    ed_write_text(w, "was");
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) ed_write_u64(w, 100 + i);
}

TEST(many_values_of_a_type_with_many_names_are_read_in_time)
{
    for (u32 way = 0; way < 3; way++) {
        ed_Writer w = layout_begin(2);
        if (way == 2) put_former(&w, MANY);
        else put_enum(&w, "enum", MANY);
        TYPE(&w, "Game", "struct", { "list", way == 2 ? "V1" : "u4", 0, 0, NULL, NULL });
        begin_root(&w, 1);
        ed_write_array(&w, MANY);
        for (u32 i = 0; i < MANY; i++) {
            if (way == 0) ed_write_u64(&w, 2);
            if (way == 1) ed_write_text(&w, "m99999");
            if (way == 2) ed_write_map(&w, 1);
            if (way == 2) ed_write_u64(&w, 1);
            if (way == 2) ed_write_u64(&w, 0);
        }
        CHECK(save(&w));
        clock_t start = clock();
        CHECK(is_read(64 * MIB));
        CHECK((clock() - start) / CLOCKS_PER_SEC < HANGS_S);
        CHECK(unlink(path) == 0);
    }
}

TEST(an_index_of_names_finds_what_a_search_finds)
{
    ed_Writer w = layout_begin(3);
    put_enum(&w, "enum", 100);
    put_former(&w, 100);
    TYPE(&w, "Game", "struct", { "mood", "u4", ONE, 0, NULL, NULL });
    CHECK(layout_ends(&w));
    const ed_Type *mood = layout_schema.types[0], *item = layout_schema.types[1];
    ed_Type searched = *mood;
    searched.by_tag = searched.by_number = NULL;
    CHECK(mood->by_tag && mood->by_number && item->by_tag);
    for (u32 i = 0; i < 102; i++) {
        char name[16];
        int size = snprintf(name, sizeof name, "m%u", i);
        CHECK(ed_value_by_number(mood, i) == ed_value_by_number(&searched, i));
        CHECK(ed_value_by_name(mood, name, (size_t)size)
              == ed_value_by_name(&searched, name, (size_t)size));
        CHECK((ed_field_by_tag(item, 99 + i) != NULL) == (i >= 1 && i <= 100));
    }
    CHECK(ed_field_by_tag(item, ed_tag("x", 1)) == item->fields);
}

TEST(flags_have_at_most_64_values)
{
    for (u32 count = 64; count <= 65; count++) {
        ed_Writer w = layout_begin(2);
        put_enum(&w, "flags", count);
        TYPE(&w, "Game", "struct", { "mood", "u4", ONE, 0, NULL, NULL });
        CHECK(layout_ends(&w) == (count == 64));
    }
    CHECK_HAS(layout_error.text, "Mood has 65 flags: the limit is 64");
}

/// Each field has a default of a type with as many fields.
TEST(many_defaults_of_a_wide_type_are_read)
{
    ed_Writer w = layout_begin(2);
    make_wide(&(Part){ NULL, "u1", ONE, NONE, NULL, NULL });
    layout_type(&w, "Wide", "struct", parts, WIDE);
    make_wide(&(Part){ NULL, "V1", ONE, 0, NULL, "\x80" });
    layout_type(&w, "Game", "struct", parts, WIDE);
    CHECK(save_empty(&w));
    ed_bytes_max *= 4;
    CHECK(is_read(64 * MIB));
    ed_bytes_max /= 4;
    CHECK(unlink(path) == 0);
}

/// The report of a root with 4000 fields has as many rows.
TEST(many_dangling_handles_in_a_wide_type_are_cleared_in_time)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "x", "u1", ONE, NONE, NULL, NULL });
    make_wide(&(Part){ NULL, "u1", ONE, NONE, NULL, NULL });
    parts[WIDE] = (Part){ "list", "R", 0, 0, NULL, NULL };
    layout_type(&w, "Game", "struct", parts, WIDE + 1);
    begin_root(&w, 1);
    ed_write_array(&w, 1000000);
    for (u32 i = 0; i < 1000000; i++) {
        ed_write_array(&w, 2);
        ed_write_u64(&w, 1);
        ed_write_u64(&w, 1);
    }
    CHECK(save(&w));
    clock_t start = clock();
    CHECK(is_read(64 * MIB));
    CHECK((clock() - start) / CLOCKS_PER_SEC < HANGS_S);
    CHECK(unlink(path) == 0);
}

// --- commands ------------------------------------------------------------------------------------

TEST(info_shows_a_file_that_other_commands_refuse)
{
    ed_Writer w = layout_begin(2);
    TYPE(&w, "Item", "struct", { "x", "u1", ONE, NONE, NULL, "\x07" });
    TYPE(&w, "Game", "struct", { "list", "V1", 1 << 30, 0, NULL, NULL });
    CHECK(save_empty(&w));
    CHECK_EQ(printed_run(host_snapshot_info, (const char *[]){ "info", path, NULL }), ED_EXIT_OK);
    CHECK_HAS(printed_out, "types: 2, with 2 fields");
    CHECK_HAS(printed_out, "  Game");
    CHECK(!strstr(printed_out, "record"));
    const char *const as_json[] = { "info", "--json", path, NULL };
    CHECK_EQ(printed_run(host_snapshot_info, as_json), ED_EXIT_OK);
    CHECK_HAS(printed_out, "\"roots\":[{\"path\":\"Game\",\"bytes\":1,\"records\":null}]");
    CHECK_EQ(printed_run(host_cat, (const char *[]){ "cat", path, NULL }), ED_EXIT_STATE);
    CHECK_EQ(printed_run(host_get, (const char *[]){ "get", path, "Game", NULL }), ED_EXIT_STATE);
    CHECK_EQ(printed_run(host_diff, (const char *[]){ "diff", path, path, NULL }), ED_EXIT_STATE);
    CHECK(unlink(path) == 0);
}
