#include "tests/lib/test.h"
#include <stdio.h>
#include "gen/schema.gen.h"
#include "runtime/debug/run_compare.h"
#include "runtime/value/state_diff.h"

// --- any two types as the only state of two games ------------------------------------------------

typedef struct Side {
    const ed_Type *const *states;
    ed_Schema schema;
    ed_RootMemory block;
    ed_State state;
} Side;

static void make(Side *side, const ed_Type *const *type)
{
    *side = (Side){ .states = type };
    side->schema = (ed_Schema){ .types = type, .type_count = 1, .states = type, .state_count = 1 };
    side->block.arena = test_arena();
    side->block.at = ed_arena_push(side->block.arena, (*type)->size, 8);
    (*type)->init(side->block.arena, side->block.at);
    side->state = (ed_State){ .game = "unit", .schema = &side->schema, .roots = &side->block };
}

static ed_RunDifference found[8];
static ed_RunComparison comparison;

static bool alike(const Side *one, const Side *other)
{
    comparison =
        (ed_RunComparison){ .arena = test_arena(), .found = found, .limit = ED_COUNT(found) };
    return ed_run_compare(&one->state, &other->state, &comparison);
}

static const ed_Type *const wholes[] = { &Whole_type };

TEST(two_states_with_the_same_values_are_alike)
{
    Side one, other;
    make(&one, wholes);
    make(&other, wholes);
    CHECK(alike(&one, &other));
    ((Whole *)other.block.at)->spark = 1;      // transient
    CHECK(alike(&one, &other));
}

TEST(every_value_that_differs_has_its_path)
{
    Side one, other;
    make(&one, wholes);
    make(&other, wholes);
    Whole *it = other.block.at;
    it->grid[1][2] = -4;
    ed_str_set(test_arena(), &it->note, "goodbye");
    it->mood = Mood_CALM;
    it->path_count = 2;
    it->at.y = 8;
    CHECK(!alike(&one, &other));
    CHECK_EQ(comparison.count, 6);
    CHECK(!comparison.more);
    CHECK_TEXT(found[0].path, "Whole.note");
    CHECK_TEXT(found[0].second, "\"goodbye\"");
    CHECK_TEXT(found[1].path, "Whole.mood");
    CHECK_TEXT(found[1].first, "\"ANGRY\"");
    CHECK_TEXT(found[2].path, "Whole.at.y");
    CHECK_TEXT(found[3].path, "Whole.grid[1][2]");
    CHECK_TEXT(found[3].first, "6");
    CHECK_TEXT(found[3].second, "-4");
    CHECK_TEXT(found[4].path, "Whole.path[0]");
    CHECK_TEXT(found[4].first, "nothing");
}

TEST(no_more_differences_are_looked_for_than_there_is_room)
{
    Side one, other;
    make(&one, wholes);
    make(&other, wholes);
    Whole *it = other.block.at;
    for (u32 i = 0; i < 8; i++)
        Point_array_add(other.block.arena, &it->trail), it->name[i % 7] = 'x';
    it->a = 9;
    it->b = 9;
    it->c = 9;
    it->d = 9;
    it->e = 9;
    it->f = 9;
    it->g = 9;
    it->h = 9;
    it->wide = 9;
    CHECK(!alike(&one, &other));
    CHECK_EQ(comparison.count, 8);
    CHECK(comparison.more);
}

/// A value that was not compared is not reported as different.
TEST(a_comparison_without_room_says_so)
{
    Side one, other;
    ed_Arena small;
    make(&one, wholes);
    make(&other, wholes);
    CHECK(ed_arena_open(&small, "small", 4096, NULL));
    comparison = (ed_RunComparison){ .arena = &small, .found = found, .limit = ED_COUNT(found) };
    CHECK(!ed_run_compare(&one.state, &other.state, &comparison));
    CHECK(comparison.full);
    CHECK_EQ(comparison.count, 0);
    CHECK(alike(&one, &other));
    CHECK(!comparison.full);
    ed_arena_close(&small);
}

// --- layouts that differ -------------------------------------------------------------------------

static ed_Type befores, afters;
static const ed_Type *const before_type[] = { &befores }, *const after_type[] = { &afters };
static char lacks[256];

static void note_lack(void *it, const char *name)
{
    (void)it;
    snprintf(lacks + strlen(lacks), sizeof lacks - strlen(lacks), "%s;", name);
}

TEST(common_fields_are_compared_whatever_their_offsets)
{
    befores = Before_type;
    afters = After_type;
    afters.name = befores.name;
    afters.tag = befores.tag;
    Side one, other;
    make(&one, before_type);
    make(&other, after_type);
    CHECK(alike(&one, &other) == false);      // y is 1 in Point, 0 in Point3; a is 1, but c is 0
    for (u32 i = 0; i < comparison.count; i++) {
        CHECK(strcmp(found[i].path, "Before.b") != 0);
        CHECK(strcmp(found[i].path, "Before.gone") != 0);
        CHECK(strcmp(found[i].path, "Before.fresh") != 0);
    }
    ((After *)other.block.at)->b = 5;
    CHECK(!alike(&one, &other));
    bool found_b = false;
    for (u32 i = 0; i < comparison.count; i++) found_b |= strcmp(found[i].path, "Before.b") == 0;
    CHECK(found_b);
    lacks[0] = 0;
    ed_run_compare_missing(&one.schema, &other.schema, note_lack, NULL);
    CHECK_TEXT(lacks, "Before.gone;");
    lacks[0] = 0;
    ed_run_compare_missing(&other.schema, &one.schema, note_lack, NULL);
    CHECK_TEXT(lacks, "Before.fresh;");
}

TEST(numbers_are_the_same_in_whatever_type)
{
    befores = Numbers_type;
    afters = Others_type;
    afters.name = befores.name;
    afters.tag = befores.tag;
    Side one, other;
    make(&one, before_type);
    make(&other, after_type);
    ((Numbers *)one.block.at)->n = -7;
    ((Others *)other.block.at)->n = -7;
    alike(&one, &other);
    for (u32 i = 0; i < comparison.count; i++) CHECK(strcmp(found[i].path, "Numbers.n") != 0);
    ((Others *)other.block.at)->n = -8;
    CHECK(!alike(&one, &other));
    CHECK_TEXT(found[0].path, "Numbers.n");
}

static void note_pattern(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                         const ed_ValueRef *one, const ed_ValueRef *other)
{
    (void)kind, (void)path, (void)one, (void)other;
    snprintf((char *)to, 64, "%s", pattern);
}

TEST(a_pattern_leaves_out_what_stands_between_brackets)
{
    char pattern[64] = "";
    ed_ValueRef place = { .type = &Whole_type };
    ed_Diff diff = { .arena = test_arena(), .report = note_pattern, .to = pattern };
    CHECK(ed_diff_values(&diff, "Game.list[name=\"a].b\"][3].x", NULL, &place));
    CHECK_TEXT(pattern, "Game.list[][].x");
}

// --- what a layout lacks -------------------------------------------------------------------------

TEST(types_and_fields_that_only_one_schema_has_are_listed)
{
    static ed_Type quiet, point;
    quiet = Quiet_type;
    point = Point_type;
    point.name = quiet.name;      // the same type, after its fields were replaced
    point.tag = quiet.tag;
    const ed_Type *const ones[] = { &Numbers_type, &quiet, &Tree_type }, *const others[] = {
        &Numbers_type, &point
    };
    const ed_Schema one = { .types = ones, .type_count = 3 },
                    other = { .types = others, .type_count = 2 };
    lacks[0] = 0;
    ed_run_compare_missing(&one, &other, note_lack, NULL);
    CHECK_TEXT(lacks, "Quiet.n;Quiet.name;Quiet.mood;Quiet.status;Quiet.flag;Quiet.inner;Tree;");
    lacks[0] = 0;
    ed_run_compare_missing(&other, &one, note_lack, NULL);
    CHECK_TEXT(lacks, "Quiet.y;");
}
