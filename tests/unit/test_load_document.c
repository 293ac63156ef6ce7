#include "runtime/migrate/load_document.h"
#include <stdio.h>
#include "tests/lib/migrate_values.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

// --- which state of the document becomes which ---------------------------------------------------

TEST(a_state_is_matched_by_its_name_and_then_by_a_former_name_on_either_side)
{
    static const struct {
        const char *from, *to, *path, *line;      // the old path; the new one is New.n
    } cases[] = {
        { "state New { u8 n; }", "state New { u8 n; }", "New.n", "1 field kept" },
        { "state Old { u8 n; }", "state New [[was(Old)]] { u8 n; }", "Old.n", "1 field kept" },
        { "state Later [[was(New)]] { u8 n; }", "state New { u8 n; }", "Later.n", "1 field kept" },
        { "state Old { u8 n; } state New { u8 n; }", "state New { u8 n; }", "New.n",
          "1 field kept, dropped Old (1 record)" },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(migrate_begin(cases[i].from, cases[i].to));
        CHECK(migrate_set(cases[i].path, "7") && migrate_pack() && migrate_load());
        CHECK_TEXT(migrate_get("New.n"), "7");
        CHECK_TEXT(migrate_line(), cases[i].line);
    }
}

TEST(the_index_of_a_state_is_found_by_name_or_tag_and_is_the_count_otherwise)
{
    CHECK(migrate_begin("state Old { u8 n; } state B { u8 n; }",
                        "state A { u8 n; } state B [[was(Old)]] { u8 n; }"));
    const ed_Type *const *old = migrate.old.schema->states;
    const ed_Schema *schema = migrate.new.schema;
    CHECK_EQ(ed_snapshot_root(schema, ed_tag("B", 1), NULL), 1);
    CHECK_EQ(ed_snapshot_root(schema, ed_tag("Old", 3), NULL), 1);
    CHECK_EQ(ed_snapshot_root(schema, 77, NULL), 2);
    CHECK_EQ(ed_snapshot_root(schema, 0, old[0]), 1);
    CHECK_EQ(ed_snapshot_root(schema, ed_tag("A", 1), old[1]), 1);      // the name counts
}

// --- documents that were written by hand ---------------------------------------------------------

#define DOCUMENT(types, roots) \
    "{'eddie':1,'game':'','frame':9,'types':[" types "],'roots':{" roots "},'xxh64':null}"

/// Loads a document in which each %u is the tag of the state Game.
static bool load_words(const char *to, const char *words)
{
    char all[1000];
    u32 tag = ed_tag("Game", 4);
    snprintf(all, sizeof all, words, tag, tag, tag);
    if (!migrate_begin("state Game { u8 n; }", to)) return false;
    migrate.document = pack_json(all);
    return migrate_load();
}

TEST(a_document_without_types_has_those_of_its_reader)
{
    char words[400];
    snprintf(words, sizeof words, DOCUMENT("", "'#%%u':{'#%u':300}"), ed_tag("n", 1));
    CHECK(load_words("state Game { u8 n; }", words));
    CHECK_TEXT(migrate_get("Game.n"), "255");
    CHECK_TEXT(migrate_line(), "0 fields kept, converted Game.n (1 saturated)");
    CHECK_EQ(migrate.new.frame, 9);
}

TEST(a_state_without_a_type_or_with_an_impossible_tag_is_dropped)
{
    static const struct {
        const char *root, *line;
    } cases[] = {
        { "'#77':{}", "0 fields kept, dropped a state (1 record), added Game (1 record)" },
        { "'#77':{'#1':5}",
          "0 fields kept, dropped a state (1 record, 1 held a value), added Game (1 record)" },
        { "'#77':{'#1':[0,'',null]}",
          "0 fields kept, dropped a state (1 record), added Game (1 record)" },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char words[400];
        snprintf(words, sizeof words, DOCUMENT("", "%s"), cases[i].root);
        CHECK(load_words("state Game { u8 n = 4; }", words));
        CHECK_TEXT(migrate_line(), cases[i].line);
        CHECK_TEXT(migrate_get("Game.n"), "4");
    }
    char words[400];      // a tag has 32 bits
    snprintf(words, sizeof words, DOCUMENT("", "'#%llu':{'#1':5}"),
             (1ull << 32) + ed_tag("Game", 4));
    CHECK(load_words("state Game { u8 n = 4; }", words));
    CHECK_HAS(migrate_line(), "dropped a state (1 record, 1 held a value)");
}

TEST(the_first_of_two_states_with_the_same_name_counts)
{
    CHECK(load_words("state Game { u8 n; }", DOCUMENT("", "'#%u':{},'#%u':{'#1':5}")));
    CHECK_HAS(migrate_line(), "dropped Game (1 record");
}

TEST(a_document_with_more_states_than_the_limit_is_refused)
{
    static char words[20000];
    for (u32 count = ED_DOCUMENT_ROOTS_MAX; count <= ED_DOCUMENT_ROOTS_MAX + 1; count++) {
        ed_Text roots = ed_text_over(words, sizeof words);
        ed_text_add(&roots, "{'eddie':1,'game':'','frame':0,'types':[],'roots':{");
        for (u32 i = 0; i < count; i++) ed_text_add(&roots, "%s'#%u':{}", i ? "," : "", i + 1);
        ed_text_add(&roots, "},'xxh64':null}");
        CHECK(migrate_begin("state Game { u8 n; }", "state Game { u8 n; }"));
        migrate.document = pack_json(words);
        CHECK_EQ(migrate_load(), count == ED_DOCUMENT_ROOTS_MAX);
    }
    CHECK_HAS(migrate.error.text, "257 roots: the limit is 256");
}

// --- options of a load ---------------------------------------------------------------------------

TEST(a_document_of_another_game_is_refused_at_the_name)
{
    CHECK(migrate_begin("state Game { u8 n; }", "state Game { u8 n; }"));
    migrate.old.game = "chess";
    migrate.new.game = "go";
    CHECK(migrate_pack() && !migrate_load());
    CHECK_EQ(migrate.error.code, ED_ERR_GAME);
    CHECK_HAS(migrate.error.text, "belongs to the game 'chess', but this game is 'go'");
}

TEST(a_state_that_was_loaded_without_defaults_is_zero_where_the_document_has_nothing)
{
    CHECK(migrate_begin("state Game { u8 n = 3; }", "state Game { u8 n = 3; u8 more = 4; }"));
    migrate.new.no_defaults = true;
    CHECK(migrate_pack() && migrate_load());
    CHECK_TEXT(migrate_get("Game"), "{'n':3,'more':0}");
}

static void rename_state(const void *it, ed_DocumentTypes *types)
{
    const char *name = it;
    for (u32 i = 0; i < types->count; i++)
        if (strcmp(types->types[i].name, "Old") == 0) {
            types->types[i].name = name;
            types->types[i].tag = ed_tag(name, strlen(name));
        }
}

TEST(states_are_matched_by_the_names_that_their_types_are_given_before)
{
    CHECK(migrate_begin("state Other { u8 n; } state Old { u8 n; }", "state New { u16 n; }"));
    CHECK(migrate_set("Old.n", "7") && migrate_pack());
    ed_DocumentLoad load = { .bytes = { migrate.document.bytes, migrate.document.size },
                             .state = &migrate.new,
                             .scratch = test_arena(),
                             .report = &migrate.report };
    CHECK(ed_document_load_open(&load));
    CHECK(ed_document_load_run(&load, rename_state, "New"));
    CHECK_TEXT(migrate_get("New.n"), "7");
    CHECK_HAS(migrate_line(), "dropped Other (1 record)");
}
