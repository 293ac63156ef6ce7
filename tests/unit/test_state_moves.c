#include "runtime/migrate/state_moves.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

#define GAME "state Game { u8 n; } "

TEST(a_part_moves_to_another_state_whichever_comes_first)
{
    static const MigrateStates cases[] = {
        { GAME "state Set { u8 x; }",
          "state Game { u8 y; } state Set { u16 n [[was(Game.n)]]; u8 x; }", "Game.n", "7", "Set.n",
          "7",
          "1 field kept, added Game.y = 0 (1 record), renamed Game.n -> Set.n u8 -> u16 (1 "
          "exact)" },
        { "state Set { u8 x; } " GAME,
          "state Set { u8 x; u16 n [[was(Game.n)]]; } state Game { u8 y; }", "Game.n", "7", "Set.n",
          "7",
          "1 field kept, renamed Game.n -> Set.n u8 -> u16 (1 exact), added Game.y = 0 (1 "
          "record)" },
        { GAME, "state New { u8 n [[was(Game.n)]]; }", "Game.n", "7", "New.n", "7",
          "0 fields kept, added New (1 record), renamed Game.n -> New.n (1 record)" },
        { "state Game { str t; u8 list[]; }",
          "state New { char t[8] [[was(Game.t)]]; } state Game { u8 list[]; }", "Game.t", "'abc'",
          "New.t", "'abc'",
          "1 field kept, added New (1 record), renamed Game.t -> New.t str -> char[8] (1 exact)" },
    };
    CHECK_STATES(cases);
}

TEST(a_dropped_state_whose_parts_moved_counts_only_what_did_not_move)
{
    static const MigrateStates cases[] = {
        { GAME "state Old { u8 a; }", "state Game { u8 n; u8 a [[was(Old.a)]]; }", "Old.a", "7",
          "Game.a", "7", "1 field kept, renamed Old.a -> Game.a (1 record)" },
        { GAME "state Old { u8 a; u8 b; }", "state Game { u8 n; u8 a [[was(Old.a)]]; }", "Old.a",
          "7", "Game.a", "7",
          "1 field kept, dropped Old (1 record), renamed Old.a -> Game.a (1 record)" },
        { GAME "state Old { u8 a; u8 b; }", "state Game { u8 n; u8 a [[was(Old.a)]]; }", "Old.b",
          "7", "Game.a", "0",
          "1 field kept, dropped Old (1 record, 1 held a value), renamed Old.a -> Game.a (1 "
          "record)" },
    };
    CHECK_STATES(cases);
}

TEST(a_part_of_a_struct_moves_into_a_struct_of_another_state)
{
    static const MigrateStates cases[] = {
        { "struct In { u8 z; u8 x; } state Game { In in; } state Set { u8 a; }",
          "struct In { u8 z; u8 x; } state Game { u8 b; } "
          "state Set { u8 a; In to [[was(.x = Game.in.x)]]; }",
          "Game.in.x", "7", "Set.to", "{'z':0,'x':7}",
          "1 field kept, dropped Game.in (1 record), added Game.b = 0 (1 record), renamed "
          "Game.in.x -> Set.to.x (1 record)" },
        { "struct In { u8 x[]; } state Game { In in; } state Set { u8 a; }",
          "struct In { u16 x[]; } state Set { u8 a; In in [[was(Game.in)]]; }", "Game.in.x", "[7]",
          "Set.in.x", "[7]", NULL },
    };
    CHECK_STATES(cases);
}

TEST(a_build_from_before_a_move_finds_the_part_at_its_new_path)
{
    static const MigrateStates cases[] = {
        { "state Game { u8 a; } state Set { u8 n [[was(Game.n)]]; u8 x; }",
          "state Game { u8 a; u8 n; } state Set { u8 x; }", "Set.n", "7", "Game.n", "7",
          "2 fields kept, renamed Set.n -> Game.n (1 record)" },
        { "state Set { u8 n [[was(Game.n)]]; u8 x; }", "state Game { u8 n; } state Set { u8 x; }",
          "Set.n", "7", "Game.n", "7", NULL },
    };
    CHECK_STATES(cases);
}

TEST(a_move_is_made_once)
{
    static const MigrateStates cases[] = {
        { "state Game { u8 n; } state Set { u8 n [[was(Game.n)]]; u8 x; }",
          "state Game { u8 n; } state Set { u8 x; }", "Game.n", "7", "Game.n", "7",
          "2 fields kept, dropped Set.n (1 record)" },
        { "state Game { u8 n; } state Set { u8 n [[was(Game.n)]]; u8 x; }",
          "state Game { u8 n; } state Set { u8 n [[was(Game.n)]]; u16 x; }", "Game.n", "7", "Set.n",
          "0", "2 fields kept, converted Set.x u8 -> u16 (1 exact)" },
        { "state Game { u8 n; } state Set { u8 n [[was(Game.n)]]; u8 x; }",
          "state Game { u8 n; } state Set { u8 n [[was(Game.n)]]; u16 x; }", "Game.n", "7",
          "Game.n", "7", NULL },
    };
    CHECK_STATES(cases);
}

TEST(a_part_goes_to_one_destination_and_a_destination_takes_one_part)
{
    static const MigrateStates cases[] = {
        { GAME, "state A { u8 n [[was(Game.n)]]; } state B { u8 n [[was(Game.n)]]; }", "Game.n",
          "7", "A.n", "7",
          "0 fields kept, added A (1 record), renamed Game.n -> A.n (1 record), added B (1 "
          "record)" },
        { GAME, "state A { u8 n [[was(Game.n)]]; } state B { u8 n [[was(Game.n)]]; }", "Game.n",
          "7", "B.n", "0", NULL },
        { "state Game { u8 n; u8 m; }", "state A { u8 n [[was(Game.m, Game.n)]]; }", "Game.m", "7",
          "A.n", "7", NULL },
        { "state Game { u8 n; u8 m; }", "state A { u8 n [[was(Game.m, Game.n)]]; }", "Game.n", "7",
          "A.n", "0", NULL },
        { "struct In { u8 x; } state Game { u8 n; } state Set { In in; }",
          "struct In { u8 x; } state Game { u8 n; } state Set { u8 n [[was(in.x, Game.n)]]; }",
          "Set.in.x", "7", "Set.n", "7", "1 field kept, renamed Set.in.x -> n (1 record)" },
        { "state Set { u8 n [[was(Game.n)]]; u8 x; }",
          "state Game { u8 n [[fresh]]; } state Set { u8 x; }", "Set.n", "7", "Game.n", "0", NULL },
        { "state Old { u8 n; }",
          "state Game [[was(Old)]] { u8 x; } state Set { u8 n [[was(Game.n)]]; }", "Old.n", "7",
          "Set.n", "7", NULL },
    };
    CHECK_STATES(cases);
}

/// Returns whether a load from one schema to the other lists the old states.
static bool needs_states(const char *from, const char *to)
{
    ed_Plan plan = { .count = 0 };
    ed_Type types[4];
    if (!migrate_begin(from, to)) return false;
    const ed_Schema *old = migrate.old.schema;
    for (u32 i = 0; i < old->type_count && i < ED_COUNT(types); i++) types[i] = *old->types[i];
    plan.types = types;
    plan.type_count = old->type_count;
    return ed_states_are_needed(&plan, migrate.new.schema);
}

TEST(old_states_are_listed_for_moves_in_either_schema_and_for_upgrade_functions)
{
    static const char *const plain = "struct In { u8 x; } state Game { u8 n; In in; }",
                             *const moves = "state Game { u8 n [[was(Set.n)]]; }",
                             *const inside =
                                 "struct In { u8 x; } state Game { u8 n [[was(in.x)]]; In in; }",
                             *const upgrade =
                                 "struct In [[upgrade(up)]] { u8 x; } state Game { In in; }",
                             *const gather =
                                 "struct In { u8 x; } state Game { In in [[was(.x = n)]]; }",
                             *const renames = "state Game { u8 n [[was(m)]]; }";
    CHECK(!needs_states(plain, plain) && !needs_states(plain, renames));
    CHECK(!needs_states(plain, gather) && !needs_states(gather, plain));
    CHECK(needs_states(plain, moves) && needs_states(moves, plain));
    CHECK(needs_states(plain, inside) && needs_states(plain, upgrade));
    CHECK(!needs_states(upgrade, plain));
}
