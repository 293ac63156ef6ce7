#include "host/inspect/filter.h"
#include "tests/lib/test.h"

// A search visits at most CHAIN_MAX types, and all searches of one walk together MEMO_MAX.
#define CHAIN_MAX 2048u
#define MEMO_MAX (HOST_FILTER_MEMO / 2)

static host_Filter filter;
static ed_Type types[2 * MEMO_MAX];
static ed_Field fields[2 * MEMO_MAX];

/// Each type has one field, which has the next type; that of the last one is a number.
static bool opened(u32 count)
{
    for (u32 i = 0; i < count; i++) {
        bool last = i + 1 == count;
        fields[i] = (ed_Field){ .name = last ? "number" : "next",
                                .kind = last ? ED_U32 : ED_STRUCT,
                                .type = last ? NULL : &types[i + 1] };
        types[i] =
            (ed_Type){ .name = "Chain", .kind = ED_STRUCT, .fields = &fields[i], .field_count = 1 };
    }
    return host_filter_open(&filter, test_arena());
}

TEST(a_search_finds_the_last_type_of_a_chain)
{
    if (!opened(CHAIN_MAX)) return;
    host_filter_set(&filter, "number");
    CHECK(host_filter_below(&filter, 0, &types[0]));
    CHECK(host_filter_below(&filter, 0, &types[0]));      // the result is kept
    CHECK(host_filter_below(&filter, 0, &types[CHAIN_MAX - 1]));
    host_filter_set(&filter, "none");
    host_filter_begin(&filter);
    CHECK(!host_filter_below(&filter, 0, &types[0]));
    for (u32 i = 0; i < CHAIN_MAX; i++) CHECK(!host_filter_below(&filter, 0, &types[i]));
}

TEST(a_search_that_is_too_large_counts_as_a_match)
{
    if (!opened(CHAIN_MAX + 1)) return;
    host_filter_set(&filter, "none");
    CHECK(host_filter_below(&filter, 0, &types[0]));
    host_filter_begin(&filter);
    CHECK(!host_filter_below(&filter, 0, &types[1]));      // one type less
}

TEST(searches_of_too_many_types_count_as_matches)
{
    if (!opened(2 * MEMO_MAX)) return;
    host_filter_set(&filter, "none");
    for (u32 i = 0; i < 2 * MEMO_MAX; i += CHAIN_MAX) {
        fields[i + CHAIN_MAX - 1].kind = ED_U32;
        CHECK_EQ(host_filter_below(&filter, 0, &types[i]), i + CHAIN_MAX > MEMO_MAX);
    }
    CHECK(!host_filter_below(&filter, 0, &types[0]));      // known from before
    host_filter_begin(&filter);
    CHECK(!host_filter_below(&filter, 0, &types[MEMO_MAX]));
}

TEST(a_search_reaches_a_type_that_is_known_to_contain_a_match)
{
    if (!opened(100)) return;
    host_filter_set(&filter, "number");
    CHECK(host_filter_below(&filter, 0, &types[50]));
    fields[99].name = "other";      // so only the kept result leads to a match
    CHECK(host_filter_below(&filter, 0, &types[0]));
    CHECK(!host_filter_below(&filter, 0, &types[51]));
}

TEST(the_parts_of_a_filter_match_one_after_the_other)
{
    static const char *const path[] = { "game", "player", "pos", "x" };
    static const struct {
        const char *text;
        u32 count, hit;      // the number of parts; of names until the whole filter matches
    } cases[] = {
        { "", 0, 0 },
        { "ame", 1, 1 },
        { "player", 1, 2 },
        { "GAME.POS", 2, 3 },
        { "game.x", 2, 4 },
        { "pos.player", 2, 9 },
        { "game.", 1, 1 },
        { "p.p", 2, 3 },
        { "game[3].pos", 2, 3 },
        { "a[b.c].e", 3, 9 },
        { "g.p.p.x", 4, 4 },
        { "w", 1, 9 },
        { "a.l.o.x.y.z.1.2.3", 8, 9 },
    };
    if (!opened(1)) return;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        host_filter_set(&filter, cases[i].text);
        CHECK_EQ(filter.count, cases[i].count);
        u8 mask = 0;
        CHECK_EQ(host_filter_hit(&filter, mask), cases[i].hit == 0);
        for (u32 k = 0; k < ED_COUNT(path); k++) {
            mask = host_filter_step(&filter, mask, path[k]);
            if (host_filter_hit(&filter, mask) != (k + 1 >= cases[i].hit))
                test_fail(__FILE__, __LINE__, "'%s' at %s", cases[i].text, path[k]);
        }
    }
}

TEST(long_parts_of_a_filter_match_nothing)
{
    char text[2 * HOST_FILTER_MAX + 16] = "a.a.a.a.a.a.a.";
    if (!opened(1)) return;
    memset(text + strlen(text), 'a', 2 * HOST_FILTER_MAX);
    host_filter_set(&filter, text);
    CHECK_EQ(filter.count, HOST_FILTER_PARTS);
    CHECK_EQ(strlen(filter.parts[HOST_FILTER_PARTS - 1]), HOST_FILTER_MAX - 1);
    u8 mask = 0;
    for (u32 i = 0; i < 9; i++) mask = host_filter_step(&filter, mask, "a");
    CHECK(!host_filter_hit(&filter, mask));
}
