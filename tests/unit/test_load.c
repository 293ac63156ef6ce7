#include "runtime/migrate/load.h"
#include <stdio.h>
#include "runtime/migrate/old_record.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

// --- states that are added or dropped ------------------------------------------------------------

#define GAME "state Game { u8 n; } "

TEST(a_dropped_state_counts_as_lost_if_a_value_was_not_its_default)
{
    static const MigrateStates cases[] = {
        { GAME "state Old { u8 v = 5; }", GAME, "Old.v", "5", "Game.n", "0",
          "1 field kept, dropped Old (1 record)" },
        { GAME "state Old { u8 v = 5; }", GAME, "Old.v", "0", "Game.n", "0",
          "1 field kept, dropped Old (1 record, 1 held a value)" },
        { GAME "struct P { u8 x; } state Old { u8 a; P list[]; }", GAME, "Old.list", "[{}]",
          "Game.n", "0", "1 field kept, dropped Old (1 record, 1 held a value)" },
        { GAME "struct P { u8 x; } state Old { u8 a; P list[]; }", GAME, "Game.n", "7", "Game.n",
          "7", "1 field kept, dropped Old (1 record)" },
    };
    CHECK_STATES(cases);
}

TEST(an_added_state_is_at_its_defaults)
{
    static const MigrateStates cases[] = {
        { GAME, "state New { str t = 'new'; } " GAME, "Game.n", "7", "New.t", "'new'",
          "1 field kept, added New (1 record)" },
        { GAME, "state New { u8 n; } " GAME, "Game.n", "7", "Game.n", "7",
          "1 field kept, added New (1 record)" },
    };
    CHECK_STATES(cases);
}

// --- values that do not fit the writer's own type ------------------------------------------------

/// A document of the state Game with the field v, which was written by hand.
static bool load_words(const char *to, const char *code, const char *value)
{
    char words[500];
    if (!migrate_begin(GAME, to)) return false;
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':[{'name':'Game','size':8,'align':8,'fields':"
             "[[%u,'v','%s',0,null,null]]}],'roots':{'#%u':{'#%u':%s}},'xxh64':null}",
             ed_tag("v", 1), code, ed_tag("Game", 4), ed_tag("v", 1), value);
    migrate.document = pack_json(words);
    return migrate_load();
}

TEST(a_value_that_does_not_fit_its_old_type_is_counted_once)
{
    static const struct {
        const char *to, *code, *value, *becomes, *line;
    } cases[] = {
        { "u8 v", "u1", "300", "255", "0 fields kept, converted Game.v (1 saturated)" },
        { "u32 v", "u1", "300", "255", "0 fields kept, converted Game.v u8 -> u32 (1 saturated)" },
        { "u32 v", "u4", "1.5", "2", "0 fields kept, converted Game.v (1 rounded)" },
        { "u32 v", "u4", "'x'", "0", "0 fields kept, converted Game.v (1 set to the default)" },
        { "char v[8]", "S4", "'hello'", "'hello'",
          "0 fields kept, converted Game.v char[4] -> char[8] (1 exact)" },
        { "u8 v", "u2", "300", "255", "0 fields kept, converted Game.v u16 -> u8 (1 saturated)" },
    };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char to[60];
        snprintf(to, sizeof to, "state Game { %s; }", cases[i].to);
        CHECK(load_words(to, cases[i].code, cases[i].value));
        CHECK_TEXT(migrate_get("Game.v"), cases[i].becomes);
        CHECK_TEXT(migrate_line(), cases[i].line);
    }
}

// --- upgrade functions of states -----------------------------------------------------------------

static bool count_old(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    (void)arena;
    *(u8 *)it = (u8)(100 + ed_old_u64(old, "n", 50) + ed_old_u64(old, "Set.n", 0));
    return ed_old_u64(old, "Set.n", 0) != 13 || ed_old_refuse(old, "no");
}

TEST(the_upgrade_function_of_a_state_reads_the_old_states_even_if_it_is_new)
{
    static const struct {
        const char *from, *set;
        u8 becomes;
    } cases[] = { { "state Game { u8 n; } state Set { u8 n; }", "3", 103 },
                  { "state Set { u8 n; }", "3", 153 } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(migrate_begin(cases[i].from, "state Game [[upgrade(up)]] { u8 n; }"));
        CHECK(migrate_set("Set.n", cases[i].set) && migrate_pack());
        migrate_type("Game")->upgrade = count_old;
        CHECK(migrate_load());
        CHECK_EQ(*(u8 *)migrate.new.roots[0].at, cases[i].becomes);
        CHECK_HAS(migrate_line(), "up ran");
        CHECK(migrate_begin(cases[i].from, "state Game [[upgrade(up)]] { u8 n; }"));
        CHECK(migrate_set("Set.n", "13") && migrate_pack());
        migrate_type("Game")->upgrade = count_old;
        CHECK(!migrate_load());
        CHECK_HAS(migrate.error.text, "Game: up refused: no");
    }
}
