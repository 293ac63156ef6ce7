/// The writer counts what it does not write as it is in memory, in open form and in tables.
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/pool.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

static char text[256];

/// Writes a state of one root, and returns what the writer changed.
static const char *changes_of(const ed_Schema *schema, ed_RootMemory *root, bool open)
{
    ed_State state = { .game = "", .schema = schema, .roots = root, .open_form = open };
    ed_Writer w = test_writer();
    ed_Text out = ed_text_over(text, sizeof text);
    if (ed_snapshot_write(&w, &state)) ed_write_changes_describe(&w.changes, &out);
    else ed_text_add(&out, "%s", w.err.text);
    return text;
}

static void put_zero(Defaults *it, ed_Arena *arena)
{
    ed_str_put(arena, &it->words[0], "ab\0c", 4);
}

static void put_zeros_in_table(Defaults *it, ed_Arena *arena)
{
    for (u32 i = 0; i < 2; i++) {
        it->holds[i].loose[0].has_word = true;
        ed_str_put(arena, &it->holds[i].loose[0].word, "\0", 1);
    }
}

static void fill_text(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    memset(it->names[1], 'x', sizeof it->names[1]);
}

static void fill_text_in_table(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    memset(it->quiets[2].name, 'x', sizeof it->quiets[2].name);
}

static void count_too_far(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    it->few_count = 3;
}

static void lose_items(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    it->holder.list.items = NULL;
    it->holder.list.count = 5;
}

static void lose_text(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    it->words[1] = (ed_Str){ .count = 5 };
}

static void use_unknown_kind(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    it->form.kind = 9;
}

static void use_unknown_kind_in_table(Defaults *it, ed_Arena *arena)
{
    (void)arena;
    it->forms[1].kind = 9;
}

static void change_nothing(Defaults *it, ed_Arena *arena)
{
    ed_str_put(arena, &it->words[0], "ab", 2);
    it->few_count = 2;
}

TEST(what_the_writer_changes_is_counted_and_named)
{
    static const struct {
        void (*edit)(Defaults *it, ed_Arena *arena);
        const char *expected;
    } cases[] = {
        { put_zero,
          "1 value cannot be saved as it is: the text 'words' ends at its first zero byte" },
        { put_zeros_in_table,
          "2 values cannot be saved as they are; the first: the text 'word' ends "
          "at its first zero byte" },
        { fill_text, "1 value cannot be saved as it is: the text 'names' has no terminator, so its "
                     "end is cut off" },
        { fill_text_in_table,
          "1 value cannot be saved as it is: the text 'name' has no terminator, "
          "so its end is cut off" },
        { count_too_far,
          "1 value cannot be saved as it is: the count of 'few' is above its limit and "
          "becomes the limit" },
        { lose_items,
          "1 value cannot be saved as it is: 'list' has a count but no memory and becomes "
          "empty" },
        { lose_text,
          "1 value cannot be saved as it is: 'words' has a count but no memory and becomes "
          "empty" },
        { use_unknown_kind,
          "1 value cannot be saved as it is: 'Form' has an unknown kind and becomes "
          "its first alternative" },
        { use_unknown_kind_in_table, "1 value cannot be saved as it is: 'Form' has an unknown kind "
                                     "and becomes its first alternative" },
        { change_nothing, "" },
    };
    const ed_Type *type = &Defaults_type;
    ed_Schema schema = eddie_schema;
    schema.states = &type;
    schema.state_count = 1;
    for (u32 i = 0; i < 2 * ED_COUNT(cases); i++) {
        ed_RootMemory root = { .arena = test_arena() };
        root.at = ed_state_init(type, root.arena);
        cases[i / 2].edit((Defaults *)root.at, root.arena);
        CHECK_TEXT(changes_of(&schema, &root, i % 2), cases[i / 2].expected);
    }
}

TEST(a_pool_that_was_changed_without_its_functions_is_counted)
{
    const ed_Type *item = test_type("Item", "id:u32", NULL, NULL);
    test_Version *version = test_version("Game", "pool:Item[9]pool", item);
    ed_RootMemory root = { .arena = test_arena() };
    root.at = ed_state_init(version->states[0], root.arena);
    ed_Pool *pool = (ed_Pool *)root.at;
    CHECK(ed_pool_add(root.arena, pool, item->size, 8)
          && ed_pool_add(root.arena, pool, item->size, 8));
    CHECK_TEXT(changes_of(&version->schema, &root, false), "");
    pool->count = 1;
    CHECK_TEXT(
        changes_of(&version->schema, &root, false),
        "1 value cannot be saved as it is: the pool 'pool' was changed without its functions, "
        "so its items get new handles");
}
