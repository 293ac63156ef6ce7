#include <stdio.h>
#include "runtime/run/run.h"
#include "runtime/types/number.h"
#include "runtime/value/value.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- fields that are described by words ----------------------------------------------------------

static ed_Run run;
static ed_Error error;
static char text[2000];

/// Makes a game of the fields `words`, see versions.h. `attributes` lists their attributes: "b<a"
/// is b [[was(a)]], "b!" is b [[fresh]], and "b-" is b [[transient]].
static ed_Module *game_of(const char *words, const char *attributes)
{
    char names[100];
    test_Version *v = test_version("Game", words, test_type("Item", "x:u32", NULL, NULL));
    strcpy(names, attributes);
    for (char *word = strtok(names, " "); word; word = strtok(NULL, " ")) {
        char *sign = word + strcspn(word, "<!-"), kind = *sign;
        *sign = 0;
        ed_Field *field = test_field(v->states[0], word);
        if (kind == '!') field->flags |= ED_FIELD_FRESH;
        if (kind == '-') field->flags |= ED_FIELD_TRANSIENT;
        if (kind != '<') continue;
        field->was = test_was(sign + 1);
        field->was_count = 1;
    }
    return &v->module;
}

typedef struct Edit {
    const char *before, *attributes, *after, *attributes_after;
    const char *values;      // of the new fields; the old ones had 1, 2, 3, …
    const char *report;
} Edit;

static void show(const char **values, const char **report)
{
    static char json[500];
    ed_Text out = ed_text_over(text, sizeof text), all = ed_text_over(json, sizeof json);
    ed_ValueRef root;
    ed_State state = ed_run_state(&run);
    root = ed_value_root(&state, 0);
    ed_value_json(&root, &all);
    for (char *at = json; *at; at++)
        if (*at == '"') memmove(at, at + 1, strlen(at));
    ed_report_full(&run.report, &out);
    *values = json;
    *report = strchr(text, '\n') + 1;      // without the number of kept fields
}

/// Makes the edit in a running game, or loads the old state from a snapshot. `undo`: the new schema
/// is the one before the old one.
static bool make_edit(const Edit *edit, bool live, bool undo)
{
    ed_Module *before = game_of(edit->before, edit->attributes),
              *after = game_of(edit->after, edit->attributes_after);
    ed_Span bytes;
    error = (ed_Error){ .code = ED_OK };
    if (!ed_run_open(&run, before, 1, &error)) return false;
    const ed_Type *type = before->schema->states[0];
    for (u32 i = 0; i < type->field_count; i++)
        ed_number_store(type->fields[i].kind, (u8 *)run.states[0].at + type->fields[i].offset,
                        (ed_Number){ .form = ED_FORMAT_UINT, .u = i + 1 });
    if (live) {
        run.previous_schema = undo ? after->schema : NULL;
        return ed_run_replace(&run, after, &error);
    }
    if (!ed_run_pack_into(&run, ED_PACK_FILE, test_arena(), &bytes, &error)) return false;
    ed_run_close(&run);
    return ed_run_open(&run, after, 1, &error) && ed_run_load(&run, bytes.at, bytes.size, &error);
}

#define CHECK_EDITS(edits, live, undo) \
    do { \
        for (u32 i_ = 0; i_ < ED_COUNT(edits); i_++) { \
            const char *values_, *report_; \
            CHECK(make_edit(&edits[i_], live, undo)); \
            show(&values_, &report_); \
            ed_run_close(&run); \
            CHECK_TEXT(values_, edits[i_].values); \
            CHECK_TEXT(report_, edits[i_].report); \
        } \
    } while (0)

// --- the rules, in their order -------------------------------------------------------------------

TEST(a_field_takes_the_value_of_its_former_name_then_of_its_name)
{
    static const Edit edits[] = {
        { "a:u32 b:u32", "", "b:u32 a:u32", "", "{b:2,a:1}", "" },
        { "a:u32 b:u32 c:u32", "", "x:u32 b:u32 c:u32", "x<a", "{x:1,b:2,c:3}",
          "renamed Game.a -> x (1 record)\n" },
        { "a:u32 b:u32 c:u32", "", "a:u32 b:u32 x:u32", "x<c", "{a:1,b:2,x:3}",
          "renamed Game.c -> x (1 record)\n" },
        { "a:u32 b:u32", "", "a:u32 b:u32", "a<b b<a", "{a:2,b:1}",
          "renamed Game.b -> a (1 record)\nrenamed Game.a -> b (1 record)\n" },
        // the old schema had the same rename, so the names are not swapped again
        { "a:u32 b:u32", "a<b b<a", "a:u32 b:u32", "a<b b<a", "{a:1,b:2}", "" },
        { "x:u32 a:u32", "x<a", "x:u32 a:u32 more:u32", "x<a", "{x:1,a:2,more:0}",
          "added Game.more = 0 (1 record)\n" },
        // a name that is used again
        { "a:u32", "", "x:u32 a:u32=5", "x<a", "{x:1,a:5}",
          "renamed Game.a -> x (1 record)\nadded Game.a = 5 (1 record)\n" },
        // two fields claim the same former name: the first gets it
        { "a:u32 b:u32", "", "x:u32 y:u32=5 b:u32", "x<a y<a", "{x:1,y:5,b:2}",
          "renamed Game.a -> x (1 record)\nadded Game.y = 5 (1 record)\n" },
    };
    CHECK_EDITS(edits, true, false);
    CHECK_EDITS(edits, false, false);
}

TEST(old_code_reads_new_state_by_the_former_names_of_the_state)
{
    static const Edit edits[] = {
        { "x:u32 b:u32", "x<a", "a:u32 b:u32", "", "{a:1,b:2}",
          "renamed Game.x -> a (1 record)\n" },
        { "b:u32 x:u32", "x<a", "a:u64 b:u32", "", "{a:2,b:1}",
          "renamed Game.x -> a u32 -> u64 (1 exact)\n" },
        // a field that has the name now is preferred to one that had it before
        { "x:u32 a:u32", "x<a", "a:u32", "", "{a:2}",
          "dropped Game.x (1 record, 1 held a value)\n" },
    };
    CHECK_EDITS(edits, false, false);
}

TEST(an_edit_that_is_undone_gives_the_names_their_values_back)
{
    static const Edit edits[] = {
        { "a:u32 b:u32", "a<b b<a", "a:u32 b:u32", "", "{a:2,b:1}",
          "renamed Game.b -> a (1 record)\nrenamed Game.a -> b (1 record)\n" },
        { "x:u32 a:u32", "x<a", "a:u32", "", "{a:1}",
          "renamed Game.x -> a (1 record)\ndropped Game.a (1 record, 1 held a value): kept in the "
          "attic\n" },
        { "c:u32 x:u32", "x<a", "a:u32 c:u32", "", "{a:2,c:1}",
          "renamed Game.x -> a (1 record)\n" },
        { "x:u32", "x<a", "x:u32 more:u32", "x<a", "{x:1,more:0}",
          "added Game.more = 0 (1 record)\n" },
    };
    CHECK_EDITS(edits, true, true);
}

#define ASSUMED(name) ": assumed rename: add [[was(" name ")]] to confirm, [[fresh]] to reset\n"

TEST(a_rename_is_assumed_if_one_field_was_replaced_by_one)
{
    static const Edit edits[] = {
        { "a:u32 hp:u32 b:u32", "", "a:u32 life:u32 b:u32", "", "{a:1,life:2,b:3}",
          "renamed Game.hp -> life (1 record)" ASSUMED("hp") },
        { "hp:u32 b:u32", "", "life:u32 b:u32", "", "{life:1,b:2}",
          "renamed Game.hp -> life (1 record)" ASSUMED("hp") },
        { "b:u32 hp:u32", "", "b:u32 life:u32", "", "{b:1,life:2}",
          "renamed Game.hp -> life (1 record)" ASSUMED("hp") },
        // at another position only if the names are similar
        { "health:u32 b:u32", "", "b:u32 helth:u32", "", "{b:2,helth:1}",
          "renamed Game.health -> helth (1 record)" ASSUMED("health") },
        { "hp:u32 b:u32", "", "b:u32 life:u32=5", "", "{b:2,life:5}",
          "added Game.life = 5 (1 record)\ndropped Game.hp (1 record, 1 held a value): if it was "
          "renamed to life, add [[was(hp)]] to that field\n" },
        // of another type
        { "hp:u32 b:u32", "", "life:u16=5 b:u32", "", "{life:5,b:2}",
          "added Game.life = 5 (1 record)\ndropped Game.hp (1 record, 1 held a value): kept in the "
          "attic\n" },
        { "hp:u32 b:u32", "", "life:u32[2] b:u32", "", "{life:[0,0],b:2}",
          "added Game.life = [0,0] (1 record)\ndropped Game.hp (1 record, 1 held a value): kept in "
          "the attic\n" },
        // more than one
        { "hp:u32 mp:u32 b:u32", "", "life:u32 b:u32", "", "{life:0,b:3}",
          "added Game.life = 0 (1 record)\n"
          "dropped Game.hp (1 record, 1 held a value): if it was renamed to life, add [[was(hp)]] "
          "to that field\n"
          "dropped Game.mp (1 record, 1 held a value): if it was renamed to life, add [[was(mp)]] "
          "to that field\n" },
        { "hp:u32 b:u32", "", "life:u32 b:u32 soul:u32 far:u64", "", "{life:0,b:2,soul:0,far:0}",
          "added Game.life = 0 (1 record)\nadded Game.soul = 0 (1 record)\n"
          "added Game.far = 0 (1 record)\ndropped Game.hp (1 record, 1 held a value): if it was "
          "renamed to life or soul, add [[was(hp)]] to that field\n" },
        // transient fields have no position in a snapshot
        { "t:u32 hp:u32 b:u32", "t-", "b:u32 life:u32", "", "{b:3,life:0}",
          "added Game.life = 0 (1 record)\ndropped Game.hp (1 record, 1 held a value): if it was "
          "renamed to life, add [[was(hp)]] to that field\n" },
        { "hp:u32 b:u32", "", "t:u32 life:u32 b:u32", "t-", "{t:0,life:1,b:2}",
          "renamed Game.hp -> life (1 record)" ASSUMED("hp") },
        { "hp:u32 b:u32", "", "life:u32=5 b:u32", "life!", "{life:5,b:2}",
          "added Game.life = 5 (1 record)\ndropped Game.hp (1 record, 1 held a value): kept in the "
          "attic\n" },
    };
    CHECK_EDITS(edits, true, false);
}

TEST(no_rename_is_assumed_in_a_snapshot)
{
    static const Edit edits[] = {
        { "a:u32 hp:u32", "", "a:u32 life:u32=5", "", "{a:1,life:5}",
          "added Game.life = 5 (1 record)\ndropped Game.hp (1 record, 1 held a value)\n" },
    };
    CHECK_EDITS(edits, false, false);
}

TEST(a_fresh_field_starts_with_its_default_unless_it_was_fresh)
{
    static const Edit edits[] = {
        { "a:u32 b:u32", "", "a:u32=5 b:u32", "a!", "{a:5,b:2}",
          "added Game.a = 5 (1 record)\ndropped Game.a (1 record, 1 held a value)\n" },
        { "a:u32 b:u32", "a!", "a:u32=5 b:u64", "a!", "{a:1,b:2}",
          "converted Game.b u32 -> u64 (1 exact)\n" },
        { "a:u32 b:u32", "a!", "a:u32=5 b:u32", "", "{a:1,b:2}", "" },
        { "a:u32 b:u32", "b!", "x:u32=5 b:u32", "x!", "{x:5,b:2}",
          "added Game.x = 5 (1 record)\ndropped Game.a (1 record, 1 held a value)\n" },
    };
    CHECK_EDITS(edits, false, false);
}

/// Loads a snapshot of `before`, whose first number is 3, into `after`.
static void load_into(test_Version *before, test_Version *after, const char **values,
                      const char **report)
{
    ed_Span bytes;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_run_open(&run, &before->module, 1, &error));
    *(u32 *)run.states[0].at = 3;
    CHECK(ed_run_pack_into(&run, ED_PACK_FILE, test_arena(), &bytes, &error));
    ed_run_close(&run);
    CHECK(ed_run_open(&run, &after->module, 1, &error));
    CHECK(ed_run_load(&run, bytes.at, bytes.size, &error));
    show(values, report);
    ed_run_close(&run);
}

TEST(a_part_does_not_move_into_a_fresh_field)
{
    static const ed_Move moves[] = { { "x", "left" } };
    const char *values, *report;
    test_Version *parts = test_version("Game", "pos:Item", test_type("Item", "x:u32", NULL, NULL)),
                 *single =
                     test_version("Game", "left:u32=5", test_type("Item", "x:u32", NULL, NULL));
    ed_Field *pos = test_field(parts->states[0], "pos");
    pos->moves = moves;
    pos->move_count = 1;
    test_field(single->states[0], "left")->flags |= ED_FIELD_FRESH;
    load_into(parts, single, &values, &report);
    CHECK_TEXT(values, "{left:5}");
    CHECK_TEXT(report, "added Game.left = 5 (1 record)\n"
                       "dropped Game.pos (1 record, 1 held a value)\n");
    test_field(parts->types[0], "x")->flags |= ED_FIELD_FRESH;
    load_into(single, parts, &values, &report);
    CHECK_TEXT(values, "{pos:{x:0}}");
    CHECK_TEXT(report, "added Game.pos = {\"x\":0} (1 record)\n"
                       "dropped Game.left (1 record, 1 held a value)\n");
}

TEST(a_transient_field_is_neither_read_nor_reported)
{
    static const Edit edits[] = {
        { "a:u32 b:u32", "", "a:u32=5 b:u32", "a-", "{a:5,b:2}",
          "dropped Game.a (1 record, 1 held a value)\n" },
        { "a:u32 b:u32", "a-", "a:u32=5 b:u32", "", "{a:5,b:2}", "added Game.a = 5 (1 record)\n" },
        { "a:u32 b:u32", "a-", "a:u32=5 b:u64", "a-", "{a:5,b:2}",
          "converted Game.b u32 -> u64 (1 exact)\n" },
    };
    CHECK_EDITS(edits, false, false);
}

// --- parts that moved ----------------------------------------------------------------------------

#define VEC "struct Vec { u8 x; u8 y; } "

TEST(a_part_returns_to_its_old_place_only_if_that_is_free)
{
    static const MigrateStates cases[] = {
        { VEC "state Game { Vec pos [[was(.x = x)]]; }", VEC "state Game { u8 x; u8 n; }",
          "Game.pos.x", "7", "Game.x", "7", NULL },
        // the old schema has an x of its own
        { VEC "state Game { Vec pos [[was(.x = x)]]; u8 x; }", VEC "state Game { u8 x; u8 n; }",
          "Game.pos.x", "7", "Game.x", "0", NULL },
        // the new one still has pos.x
        { VEC "state Game { Vec pos [[was(.x = x)]]; }", VEC "state Game { Vec pos; u8 x; }",
          "Game.pos.x", "7", "Game.x", "0", NULL },
        { VEC "state Game { Vec pos [[was(.x = x)]]; }", VEC "state Game { Vec pos; u8 x; }",
          "Game.pos.x", "7", "Game.pos.x", "7", NULL },
    };
    CHECK_STATES(cases);
}
