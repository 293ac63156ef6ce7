#include "runtime/migrate/rows.h"
#include <stdio.h>
#include "runtime/migrate/old_record.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/rows.h"
#include "tests/lib/test.h"

// --- blocks of rows ------------------------------------------------------------------------------

#define BEFORE \
    "struct In { u8 x; str s; } struct Item { u16 a; str t; u8 list[]; In in; In ins[]; }" \
    "state Game { Item at[]; }"

/// Later versions: all rows are copied as they are, copied with their slots, or converted.
static const char *const later[] = {
    BEFORE,
    "struct In { str s; u8 x; } struct Item { In ins[]; In in; u8 n = 4; u8 list[]; str t; u16 a; }"
    "state Game { Item at[]; }",
    "struct In { u8 x; char s[8]; } struct Item { str n = 'new'; In ins[]; i32 a; char t[8]; "
    "In in; u16 list[]; } state Game { Item at[]; }",
};

static void spell_row(ed_Text *out, u32 i)
{
    ed_text_add(out, "{'a':%u,'t':'t%u','list':[%u,7],'in':{'s':'in%u'},'ins':[", i, i % 300,
                i % 256, i);
    for (u32 k = 0; k < i % 3; k++) ed_text_add(out, "%s{'s':'%u.%u'}", k ? "," : "", i, k);
    ed_text_add(out, "]}");
}

static bool has(u32 row, const char *part, const char *format, u32 one, u32 other)
{
    char path[40], expected[40];
    snprintf(path, sizeof path, "Game.at[%u].%s", row, part);
    snprintf(expected, sizeof expected, format, one, other);
    return strcmp(migrate_get(path), expected) == 0;
}

/// Returns whether row `i` has what spell_row wrote.
static bool is_kept(u32 i)
{
    bool same = has(i, "a", "%u", i, 0) && has(i, "t", "'t%u'", i % 300, 0)
             && has(i, "list", "[%u,7]", i % 256, 0) && has(i, "in.s", "'in%u'", i, 0);
    for (u32 k = 0; k < i % 3 && same; k++) {
        char part[16];
        snprintf(part, sizeof part, "ins[%u].s", k);
        same = has(i, part, "'%u.%u'", i, k);
    }
    return same;
}

/// Migrates that many rows to each later version, in each form. NULL if all have their values.
static const char *numbered_rows_differ(u32 count)
{
    static char words[60000], where[60];
    ed_Text rows = ed_text_over(words, sizeof words);
    ed_text_add(&rows, "[");
    for (u32 i = 0; i < count; i++) {
        if (i) ed_text_add(&rows, ",");
        spell_row(&rows, i);
    }
    ed_text_add(&rows, "]");
    for (u32 form = 0; form < 2 * ED_COUNT(later); form++) {
        if (!migrate_begin(BEFORE, later[form / 2]) || !migrate_set("Game.at", words))
            return "the rows are not valid";
        migrate.old.open_form = form % 2;
        if (!migrate_pack() || !migrate_load()) return migrate.error.text;
        if (((const ed_Array *)migrate.new.roots[0].at)->count != count) return "the count";
        for (u32 i = 0; i < count; i++) {
            snprintf(where, sizeof where, "form %u, row %u of %u", form, i, count);
            if (!is_kept(i)) return where;
        }
    }
    return NULL;
}

/// Rows are migrated in blocks. The tested counts end inside a block, at its end and after it.
TEST(any_number_of_rows_is_migrated)
{
    static const u32 counts[] = { 0, 1, 2, 15, 16, 17, 31, 32, 33, 255, 256, 257, 511, 513 };
    for (u32 i = 0; i < ED_COUNT(counts); i++) {
        const char *differs = numbered_rows_differ(counts[i]);
        CHECK_TEXT(differs ? differs : "", "");
    }
}

TEST(each_row_of_a_table_has_its_own_default_again_after_an_invalid_value)
{
    CHECK(migrate_begin("struct Item { f32 v; } state Game { Item at[3]; }",
                        "struct Item { u8 v; u8 n = 4; } state Game { "
                        "Item at[3] = {{.v = 7}, {.v = 8, .n = 5}, {.v = 9}}; }"));
    CHECK(migrate_set("Game.at", "[{'v':'nan'},{'v':'nan'},{'v':2}]"));
    CHECK(migrate_pack() && migrate_load());
    CHECK_TEXT(migrate_get("Game.at"), "[{'v':7,'n':4},{'v':8,'n':5},{'v':2,'n':4}]");
    CHECK_TEXT(migrate_counts(1), "1 exact, 2 defaulted; n: added 4 in 3, 5 in Game.at[1]");
}

static bool refuse_300(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    u32 n;
    (void)arena;
    memcpy(&n, it, sizeof n);
    return n != 300 || ed_old_refuse(old, "no");
}

TEST(an_error_in_a_row_of_any_block_names_the_row)
{
    CHECK(migrate_begin("struct Item { u16 n; } state Game { Item at[400]; }",
                        "struct Item [[upgrade(item_up)]] { u32 n; } state Game { Item at[]; }"));
    u16 *numbers = migrate.old.roots[0].at;
    for (u32 i = 0; i < 400; i++) numbers[i] = (u16)i;
    migrate_type("Item")->upgrade = refuse_300;
    CHECK(migrate_pack());
    CHECK(!migrate_load());
    CHECK_HAS(migrate.error.text, "Game.at[300]");
}

// --- columns -------------------------------------------------------------------------------------

TEST(texts_and_lists_of_any_depth_are_migrated)
{
    static const MigrateCase cases[] = {
        { "str v[]", "str v[]", "['a','','bc']", "['a','','bc']", "3 exact" },
        { "str v[]; u8 n", "u16 n; str v[]", "={'v':['a','bc'],'n':1}", "={'n':1,'v':['a','bc']}",
          "n: 1 exact; 2 exact" },
        { "str v[2]; u8 n", "u16 n; str v[2]", "={'v':['','bc'],'n':1}", "={'n':1,'v':['','bc']}",
          "n: 1 exact; 2 exact" },
        { "str v[..2]; u8 n", "u16 n; str v[..2]", "={'v':['bc'],'n':1}", "={'n':1,'v':['bc']}",
          "n: 1 exact; 1 exact" },
        { "str v [[optional]]; u8 n", "u16 n; str v [[optional]]", "={'v':'bc','n':1}",
          "={'n':1,'v':'bc'}", "n: 1 exact; 1 exact" },
        { "In v[]", "In v[]", "[{'s':'a','all':[1]},{'s':'','all':[]}]",
          "[{'all':[1],'s':'a'},{'all':[],'s':''}]", "2 exact; In.all: 1 exact; In.s: 2 exact" },
        { "In v[2]", "In v[2]", "[{'s':'a','all':[1,2]},{}]",
          "[{'all':[1,2],'s':'a'},{'all':[],'s':''}]", "2 exact; In.all: 2 exact; In.s: 2 exact" },
        { "str v; u8 gone[]; u8 n", "u16 n; str v", "={'v':'bc','gone':[1],'n':1}",
          "={'n':1,'v':'bc'}", "n: 1 exact; 1 exact; gone: dropped 1 lost" },
        { "Any v", "Any v", "{'s':'abc'}", "{'s':'abc'}", "1 exact; Any.s: 1 exact" },
        { "Any v[]", "Any v[]", "[{'s':'a'},{'all':{'s':'b'}}]",
          "[{'s':'a'},{'all':{'all':[],'s':'b'}}]",
          "2 exact; Any.all: 1 exact; Any.s: 1 exact; In.s: 1 exact" },
    };
    CHECK_MIGRATED("struct In { str s; u8 all[]; } union Any { In all; str s; }",
                   "struct In { u16 all[]; str s; } union Any { In all; str s; }", cases);
}

/// The slot of a text or a list is 8 bytes of zero, and then its count.
TEST(a_slot_that_disagrees_with_the_column_is_refused)
{
    static const char *const to[] = { "str t; u8 list[]", "u8 n; u8 list[]; str t",
                                      "char t[4]; u16 list[]" };
    for (u32 i = 0; i < 4 * ED_COUNT(to); i++) {
        char schema[100];
        u32 more = i % 2, offset = i % 4 < 2 ? 8 : 24, count = more ? 9 : 1;
        snprintf(schema, sizeof schema, "struct Item { %s; } state Game { Item at[]; }", to[i / 4]);
        CHECK(migrate_begin("struct Item { str t; u8 list[]; } state Game { Item at[]; }", schema));
        CHECK(migrate_set("Game.at", "[{'t':'ab','list':[1,2]},{'t':'c','list':[3]}]"));
        CHECK(migrate_pack() && migrate_poke(0, offset, &count, 4));
        CHECK(!migrate_load());
        CHECK_HAS(migrate.error.text, "heap");
        CHECK_HAS(migrate.error.text, "Game.at");
    }
}

TEST(a_text_without_its_terminator_is_refused)
{
    for (u32 i = 0; i < 2; i++) {
        CHECK(migrate_begin("struct Item { str t; } state Game { Item at[]; }",
                            i ? "struct Item { u8 n; str t; } state Game { Item at[]; }"
                              : "struct Item { str t; } state Game { Item at[]; }"));
        CHECK(migrate_set("Game.at", "[{'t':'abcd'},{'t':'efgh'}]") && migrate_pack());
        u8 *at = migrate.document.bytes, *end = at + migrate.document.size - 10;
        while (at < end && memcmp(at, "abcd\0efgh", 10) != 0) at++;
        CHECK(at < end);
        at[4] = 'x';
        rows_unseal(&migrate.document);
        CHECK(!migrate_load());
        CHECK_HAS(migrate.error.text, "or a text is not terminated");
    }
}

TEST(rows_that_do_not_fit_into_memory_are_an_error_with_their_path)
{
    static const char *const schemas[][2] = { { "u8 at[60000]", "u64 at[]" },
                                              { "str at[]", "str at[]" } };
    for (u32 i = 0; i < ED_COUNT(schemas); i++) {
        ed_Arena small = { .base = NULL };
        char from[100], to[100], words[70000];
        snprintf(from, sizeof from, "state Game { %s; }", schemas[i][0]);
        snprintf(to, sizeof to, "state Game { %s; }", schemas[i][1]);
        CHECK(migrate_begin(from, to));
        memset(words, 'a', sizeof words);
        memcpy(words, "['", 2);
        strcpy(words + sizeof words - 15, "','','','','']");
        CHECK(i == 0 || migrate_set("Game.at", words));
        CHECK(migrate_pack() && ed_arena_open(&small, "small", 65536, NULL));
        migrate.new.roots[0].arena = &small;
        bool good = migrate_load();
        ed_arena_close(&small);
        CHECK(!good);
        CHECK_HAS(migrate.error.text, "do not fit into the memory of small");
        CHECK_HAS(migrate.error.text, "Game.at");
    }
}

/// The rows of `at` are copied with the new lists of `list`, but in their `parts` only `x` is copied.
TEST(a_list_in_a_record_that_is_copied_in_part_is_converted)
{
    const char *types = "struct In { u8 list[]; } struct Text { char t[8]; } ";
    char from[300], to[300];
    snprintf(from, sizeof from,
             "%s struct Part { u8 x; In in; Text text; } struct Item { Part parts[2]; u8 list[]; } "
             "state Game { Item at[2]; }",
             types);
    snprintf(to, sizeof to,
             "%s struct Part { u8 x; In in; char t[8] [[was(text.t)]]; } "
             "struct Item { Part parts[2]; u8 list[]; } state Game { Item at[2]; }",
             types);
    CHECK(migrate_begin(from, to));
    CHECK(migrate_set("Game.at[0].parts[1].in.list", "[1,2]"));
    CHECK(migrate_set("Game.at[1].list", "[3]"));
    CHECK(migrate_set("Game.at[1].parts[0].in.list", "[4]"));
    CHECK(migrate_pack() && migrate_load());
    memset(migrate.document.bytes, 0xee, migrate.document.size);
    CHECK_TEXT(migrate_get("Game.at[0].parts[1].in"), "{'list':[1,2]}");
    CHECK_TEXT(migrate_get("Game.at[1].parts[0].in"), "{'list':[4]}");
    CHECK_TEXT(migrate_get("Game.at[1].list"), "[3]");
}
