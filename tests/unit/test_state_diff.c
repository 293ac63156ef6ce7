#include "runtime/value/state_diff.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "runtime/run/run.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/pool.h"
#include "tests/lib/failing.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- two states that are described by words, see versions.h --------------------------------------

typedef struct Side {
    test_Version *version;
    ed_RootMemory block;
    ed_State state;
} Side;

static Side one, other;
static ed_Error error;
static char text[4000];

static void make(Side *side, const char *state, const char *words, const ed_Type *item)
{
    side->version = test_version(state, words, item);
    side->block.arena = test_arena();
    side->block.at = ed_state_init(side->version->states[0], side->block.arena);
    side->state = (ed_State){ .game = "", .schema = &side->version->schema, .roots = &side->block };
}

static const ed_Type *item_of(const char *words, const char *key)
{
    return test_type("Item", words, NULL, key);
}

static bool set(const Side *side, const char *path, const char *value)
{
    ed_ValueRef ref;
    error = (ed_Error){ .code = ED_OK };
    bool good =
        ed_value_find(&side->state, path, &ref, &error) && ed_value_set(&ref, value, &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

static bool stops, enough;

static void note(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                 const ed_ValueRef *a, const ed_ValueRef *b)
{
    static const char signs[] = "~-+<>%";
    ed_Text *out = to;
    ed_text_add(out, "%c %s %s", signs[kind], path, strcmp(path, pattern) != 0 ? pattern : "");
    if (a) ed_value_json(a, out);
    ed_text_add(out, "|");
    if (b) ed_value_json(b, out);
    ed_text_add(out, "\n");
    enough = stops;
}

/// The differences, a line for each: kind, path, pattern if it differs, both values.
static const char *differences(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_Diff diff = { .arena = test_arena(), .report = note, .to = &out, .enough = &enough };
    enough = false;
    if (!ed_diff_states(&diff, &one.state, &other.state)) return "the arena is full";
    return text;
}

static bool both(const char *words, const ed_Type *item, const char *path, const char *a,
                 const char *b)
{
    stops = false;
    make(&one, "Game", words, item);
    make(&other, "Game", words, item);
    return set(&one, path, a) && set(&other, path, b);
}

TEST(records_with_a_key_are_matched_by_it)
{
    const ed_Type *item = item_of("id:u32 hp:u32", "id");
    CHECK(both("list:Item[]", item, "Game.list",
               "[{\"id\":1,\"hp\":5},{\"id\":2},{\"id\":3},{\"id\":4}]",
               "[{\"id\":3,\"hp\":7},{\"id\":1,\"hp\":5},{\"id\":5},{\"id\":4}]"));
    CHECK_TEXT(differences(), "% Game.list [{\"id\":1,\"hp\":5},{\"id\":2,\"hp\":0},{\"id\":3,"
                              "\"hp\":0},{\"id\":4,\"hp\":0}]|[{\"id\":3,\"hp\":7},{\"id\":1,"
                              "\"hp\":5},{\"id\":5,\"hp\":0},{\"id\":4,\"hp\":0}]\n"
                              "- Game.list[id=2] Game.list[]{\"id\":2,\"hp\":0}|\n"
                              "~ Game.list[id=3].hp Game.list[].hp0|7\n"
                              "+ Game.list[id=5] Game.list[]|{\"id\":5,\"hp\":0}\n");
}

TEST(records_in_the_same_order_are_no_difference_of_order)
{
    const ed_Type *item = item_of("id:u32 hp:u32", "id");
    CHECK(both("list:Item[]", item, "Game.list", "[{\"id\":1},{\"id\":2},{\"id\":3}]",
               "[{\"id\":1},{\"id\":3}]"));
    CHECK_TEXT(differences(), "- Game.list[id=2] Game.list[]{\"id\":2,\"hp\":0}|\n");
}

TEST(records_whose_keys_are_not_unique_are_matched_by_index)
{
    const ed_Type *item = item_of("id:u32 hp:u32", "id");
    CHECK(both("list:Item[]", item, "Game.list", "[{\"id\":1},{\"id\":1},{\"id\":2}]",
               "[{\"id\":2},{\"id\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[0].id Game.list[].id1|2\n"
                              "- Game.list[2] Game.list[]{\"id\":2,\"hp\":0}|\n");
    CHECK(both("list:Item[]", item, "Game.list", "[{\"id\":2},{\"id\":1}]",
               "[{\"id\":1},{\"id\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[0].id Game.list[].id2|1\n");
}

TEST(many_records_are_found_by_their_keys)
{
    const ed_Type *item = item_of("id:u32 hp:u32", "id");
    stops = false;
    make(&one, "Game", "list:Item[]", item);
    make(&other, "Game", "list:Item[]", item);
    for (u32 i = 0; i < 100; i++) {
        u32 *a = ed_array_add(one.block.arena, one.block.at, 8, 8),
            *b = ed_array_add(other.block.arena, other.block.at, 8, 8);
        a[0] = b[0] = i * 16;
        a[1] = i;
        b[1] = i == 77 ? 5 : i;
    }
    CHECK_TEXT(differences(), "~ Game.list[id=1232].hp Game.list[].hp77|5\n");
}

TEST(keys_of_another_width_or_sign_are_matched_by_value)
{
    const ed_Type *narrow = item_of("id:i8 hp:u32", "id"), *wide = item_of("id:i64 hp:u32", "id");
    stops = false;
    make(&one, "Game", "list:Item[]", narrow);
    make(&other, "Game", "list:Item[]", wide);
    CHECK(set(&one, "Game.list", "[{\"id\":-5},{\"id\":7}]"));
    CHECK(set(&other, "Game.list", "[{\"id\":-5},{\"id\":7,\"hp\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[id=7].hp Game.list[].hp0|1\n");
}

static const ed_Value run_walk[] = { { .name = "RUN", .number = 0 },
                                     { .name = "WALK", .number = 1 } },
                      walk_run[] = { { .name = "WALK", .number = 0 },
                                     { .name = "RUN", .number = 1 } };

static const ed_Type *gait_of(const ed_Value *values, u32 count)
{
    ed_Type *gait = ed_arena_push(test_arena(), sizeof *gait, 8);
    *gait = (ed_Type){ .name = "Gait",
                       .kind = ED_ENUM,
                       .base = ED_U8,
                       .size = 1,
                       .values = values,
                       .value_count = count };
    return gait;
}

static const ed_Type *item_with_enum(const ed_Value *values)
{
    return test_type("Item", "gait:Gait hp:u32", gait_of(values, 2), "gait");
}

TEST(keys_of_an_enum_are_matched_by_name_when_the_numbers_changed)
{
    stops = false;
    make(&one, "Game", "list:Item[]", item_with_enum(run_walk));
    make(&other, "Game", "list:Item[]", item_with_enum(walk_run));
    CHECK(set(&one, "Game.list", "[{\"gait\":\"RUN\"},{\"gait\":\"WALK\"}]"));
    CHECK(set(&other, "Game.list", "[{\"gait\":\"RUN\"},{\"gait\":\"WALK\",\"hp\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[gait=\"WALK\"].hp Game.list[].hp0|1\n");
}

TEST(keys_are_matched_when_an_enum_became_a_number_or_a_text)
{
    const ed_Type *number = item_of("gait:u64 hp:u32", "gait"),
                  *chars = item_of("gait:u64 hp:u32", "gait");
    test_field(chars, "gait")->kind = ED_CHARS;
    stops = false;
    make(&one, "Game", "list:Item[]", item_with_enum(run_walk));
    CHECK(set(&one, "Game.list", "[{\"gait\":\"RUN\"},{\"gait\":\"WALK\"}]"));
    make(&other, "Game", "list:Item[]", number);
    CHECK(set(&other, "Game.list", "[{\"gait\":0},{\"gait\":1,\"hp\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[gait=\"WALK\"].hp Game.list[].hp0|1\n");
    make(&other, "Game", "list:Item[]", chars);
    CHECK(set(&other, "Game.list", "[{\"gait\":\"RUN\"},{\"gait\":\"WALK\",\"hp\":1}]"));
    CHECK_TEXT(differences(), "~ Game.list[gait=\"WALK\"].hp Game.list[].hp0|1\n");
}

static ed_Value gaits[] = { { .name = "RUN" },
                            { .name = "WALK", .number = 1 },
                            { .name = "WALK" },
                            { .name = "CRAWL", .number = 1 },
                            { .name = "RUSH", .number = 2 } };

/// Makes two states with an array that is indexed by an enum: RUN, WALK; then WALK, CRAWL, RUSH,
/// with a former name of RUSH.
static void make_indexed(const char *words, const char *other_words, const ed_Type *item,
                         const char *was)
{
    for (u32 i = 0; i < ED_COUNT(gaits); i++)
        gaits[i].tag = ed_tag(gaits[i].name, strlen(gaits[i].name));
    gaits[4].was = was ? test_was(was) : NULL;
    gaits[4].was_count = was != NULL;
    stops = false;
    make(&one, "Game", words, item);
    make(&other, "Game", other_words, item);
    test_field(one.version->states[0], "a")->index_types[0] = gait_of(gaits, 2);
    test_field(other.version->states[0], "a")->index_types[0] = gait_of(gaits + 2, 3);
}

TEST(elements_of_arrays_indexed_by_enums_are_matched_by_the_name_of_the_value)
{
    make_indexed("a:u8[2]", "a:u8[3]", NULL, NULL);
    CHECK(set(&one, "Game.a", "[1,2]") && set(&other, "Game.a", "[3,4,5]"));
    CHECK_TEXT(differences(), "- Game.a[RUN] Game.a[]1|\n"
                              "~ Game.a[WALK] Game.a[]2|3\n"
                              "+ Game.a[CRAWL] Game.a[]|4\n"
                              "+ Game.a[RUSH] Game.a[]|5\n");
}

TEST(elements_of_renamed_values_are_matched_in_both_directions)
{
    make_indexed("a:u8[2]", "a:u8[3]", NULL, "RUN");
    CHECK(set(&one, "Game.a", "[1,2]") && set(&other, "Game.a", "[2,4,5]"));
    CHECK_TEXT(differences(), "~ Game.a[RUN] Game.a[]1|5\n+ Game.a[CRAWL] Game.a[]|4\n");
    Side old = one;
    one = other;
    other = old;
    one.state.roots = &one.block;
    other.state.roots = &other.block;
    CHECK_TEXT(differences(), "- Game.a[CRAWL] Game.a[]4|\n~ Game.a[RUSH] Game.a[]5|1\n");
}

TEST(elements_keep_their_positions_if_only_one_array_is_indexed_by_an_enum)
{
    make_indexed("a:u8[2]", "a:u8[3]", NULL, NULL);
    test_field(other.version->states[0], "a")->index_types[0] = NULL;
    CHECK(set(&one, "Game.a", "[1,2]") && set(&other, "Game.a", "[1,4,5]"));
    CHECK_TEXT(differences(), "~ Game.a[WALK] Game.a[]2|4\n+ Game.a[2] Game.a[]|5\n");
}

TEST(records_of_arrays_indexed_by_enums_are_matched_by_the_value_and_not_by_their_key)
{
    make_indexed("a:Item[2]", "a:Item[3]", item_of("id:u32 hp:u32", "id"), "RUN");
    CHECK(set(&one, "Game.a", "[{\"id\":1},{\"id\":2}]"));
    CHECK(set(&other, "Game.a", "[{\"id\":1},{\"id\":5},{\"id\":2}]"));
    CHECK_TEXT(differences(), "~ Game.a[RUN].id Game.a[].id1|2\n"
                              "~ Game.a[WALK].id Game.a[].id2|1\n"
                              "+ Game.a[CRAWL] Game.a[]|{\"id\":5,\"hp\":0}\n");
}

TEST(items_of_a_pool_are_matched_by_handle_and_other_items_by_index)
{
    const ed_Type *item = item_of("id:u32 hp:u32", NULL);
    ed_ValueRef ref;
    CHECK(both("pool:Item[9]pool", item, "Game.pool", "[{\"id\":1},{\"id\":2},{\"id\":3}]",
               "[{\"id\":1},{\"id\":2},{\"id\":3}]"));
    CHECK(ed_value_find(&other.state, "Game.pool", &ref, &error));
    ed_pool_remove(ref.at, ed_pool_ref(ref.at, 0), item->size);
    CHECK_TEXT(differences(), "% Game.pool [{\"id\":1,\"hp\":0},{\"id\":2,\"hp\":0},{\"id\":3,"
                              "\"hp\":0}]|[{\"id\":3,\"hp\":0},{\"id\":2,\"hp\":0}]\n"
                              "- Game.pool[0] Game.pool[]{\"id\":1,\"hp\":0}|\n");
    CHECK(both("list:u32[]", item, "Game.list", "[1,2]", "[1,3,4]"));
    CHECK_TEXT(differences(), "~ Game.list[1] Game.list[]2|3\n+ Game.list[2] Game.list[]|4\n");
}

TEST(fields_that_only_one_layout_has_are_listed)
{
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:u32=1 b:u32=2", item);
    make(&other, "Game", "c:u32=3 b:u32=2", item);
    CHECK_TEXT(differences(), "< Game.a 1|\n> Game.c |3\n");
    test_field(other.version->states[0], "c")->was = test_was("a");
    test_field(other.version->states[0], "c")->was_count = 1;
    CHECK_TEXT(differences(), "~ Game.a 1|3\n");
    test_field(other.version->states[0], "c")->was_count = 0;
    test_field(one.version->states[0], "a")->was = test_was("c");
    test_field(one.version->states[0], "a")->was_count = 1;
    CHECK_TEXT(differences(), "~ Game.a 1|3\n");
    CHECK(!ed_diff_counterpart(other.version->states[0], test_field(item, "x")));
    test_field(one.version->states[0], "a")->flags = ED_FIELD_TRANSIENT;
    CHECK_TEXT(differences(), "");
}

TEST(states_that_only_one_game_has_are_listed)
{
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:u32=1", item);
    make(&other, "Play", "a:u32=1", item);
    CHECK_TEXT(differences(), "- Game {\"a\":1}|\n+ Play |{\"a\":1}\n");
}

TEST(numbers_are_compared_by_value_and_nan_is_nan)
{
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:u8=5 f:f32 g:f64", item);
    make(&other, "Game", "a:i64 f:f32 g:f64", item);
    CHECK(set(&other, "Game.a", "5"));
    *(f32 *)(void *)((u8 *)one.block.at + 4) = NAN;
    *(f32 *)(void *)((u8 *)other.block.at + 8) = -NAN;
    CHECK_TEXT(differences(), "");
    CHECK(set(&other, "Game.a", "-5") && set(&other, "Game.f", "1"));
    CHECK_TEXT(differences(), "~ Game.a 5|-5\n~ Game.f \"nan\"|1\n");
}

/// A table of one value in each of two layouts. A number that a reload would convert exactly is not
/// a difference.
TEST(numbers_of_different_types_are_compared_by_value)
{
    static const struct {
        const char *one, *other, *a, *b;
        bool equal;
    } cases[] = {
        { "a:f32", "a:f64", "0.5", "0.5", true },
        { "a:f32", "a:f64", "0.1", "0.10000000149011612", true },
        { "a:f32", "a:f64", "0.1", "0.1", false },
        { "a:f64", "a:f32", "0.1", "0.1", false },
        { "a:f32", "a:f64", "1e30", "1.0000000150474662e30", true },
        { "a:f32", "a:i64", "16777216", "16777216", true },
        { "a:i64", "a:f64", "9007199254740993", "9007199254740992", false },
        { "a:f64", "a:i64", "1e300", "9223372036854775807", false },
        { "a:f64", "a:u64", "18446744073709551616", "18446744073709551615", false },
        { "a:u64", "a:i64", "18446744073709551615", "-1", false },
        { "a:u64", "a:i64", "7", "7", true },
        { "a:i8", "a:i64", "-7", "-7", true },
        { "a:f32", "a:i32", "2.5", "2", false },
        { "a:f32", "a:u32", "1e10", "4294967295", false },
        { "a:bool", "a:u8", "true", "1", true },
        { "a:u8", "a:bool", "2", "true", false },
        { "a:f32", "a:bool", "1", "true", true },
    };
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        make(&one, "Game", cases[i].one, item);
        make(&other, "Game", cases[i].other, item);
        CHECK(set(&one, "Game.a", cases[i].a) && set(&other, "Game.a", cases[i].b));
        bool equal = !*differences();
        if (equal != cases[i].equal)
            printf("%s = %s, %s = %s\n", cases[i].one, cases[i].a, cases[i].other, cases[i].b);
        CHECK_EQ(equal, cases[i].equal);
    }
}

TEST(an_f32_beside_an_f64_is_shown_with_the_digits_of_an_f64)
{
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:f32 b:f64", item);
    make(&other, "Game", "a:f64 b:f32", item);
    CHECK(set(&one, "Game.a", "0.1") && set(&other, "Game.a", "0.1"));
    CHECK(set(&one, "Game.b", "0.1") && set(&other, "Game.b", "0.1"));
    CHECK_TEXT(differences(), "~ Game.a 0.10000000149011612|0.1\n"
                              "~ Game.b 0.1|0.10000000149011612\n");
}

TEST(not_a_number_differs_from_each_infinity_and_from_null)
{
    static const f32 odd[] = { NAN, INFINITY, -INFINITY };
    static const f64 wide[] = { NAN, INFINITY, -INFINITY };
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:f32", item);
    make(&other, "Game", "a:f64", item);
    for (u32 i = 0; i < 9; i++) {
        memcpy(one.block.at, &odd[i % 3], sizeof(f32));
        memcpy(other.block.at, &wide[i / 3], sizeof(f64));
        CHECK_EQ(!*differences(), i % 3 == i / 3);
    }
}

TEST(a_list_and_a_value_are_different)
{
    const ed_Type *item = item_of("x:u32", NULL);
    stops = false;
    make(&one, "Game", "a:u32[] b:Item", item);
    make(&other, "Game", "a:u32 b:u32", item);
    CHECK_TEXT(differences(), "~ Game.a []|0\n~ Game.b {\"x\":0}|0\n");
}

TEST(a_comparison_ends_when_enough_is_found)
{
    const ed_Type *item = item_of("id:u32", "id");
    CHECK(both("list:u32[]", item, "Game.list", "[1,2,3]", "[5,6,7,8]"));
    stops = true;
    CHECK_TEXT(differences(), "~ Game.list[0] Game.list[]1|5\n");
    CHECK(both("list:Item[]", item, "Game.list", "[{\"id\":1}]", "[{\"id\":2},{\"id\":3}]"));
    stops = true;
    CHECK_TEXT(differences(), "- Game.list[id=1] Game.list[]{\"id\":1}|\n");
}

TEST(a_comparison_without_memory_is_reported)
{
    const ed_Type *item = item_of("id:u32 hp:u32", "id");
    for (u64 at = 1;; at++) {
        CHECK(at < 200);
        if (at % 40 == 1)
            CHECK(both("list:Item[]", item, "Game.list", "[{\"id\":1}]", "[{\"id\":2}]"));
        ed_Text out = ed_text_over(text, sizeof text);
        ed_Diff diff = { .arena = test_arena(), .report = note, .to = &out };
        failing_begin(at, true);
        bool good = ed_diff_states(&diff, &one.state, &other.state), refused = failing_end();
        CHECK_EQ(good, !refused);
        if (!refused) break;
    }
}
