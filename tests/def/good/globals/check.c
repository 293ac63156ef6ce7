#include "../check.h"
#include "gen/schema.globals.h"

static void add_thing(u32 id)
{
    things[things_count++].id = id;
    score += 10;
}

static void check(ed_Arena *arena)
{
    static u64 memory[64];
    Menu menu;
    Game_globals = (Game *)(void *)memory;
    Menu_globals = &menu;
    Game_init(arena, Game_globals);
    Menu_init(arena, &menu);
    CHECK(sizeof *Game_globals <= sizeof memory && score == 5 && &score == (u32 *)(void *)memory);
    add_thing(7);
    CHECK(score == 15 && things_count == 1 && things[0].id == 7);
    CHECK(board[0][2] == 3 && sizeof board == 6 && strcmp(label, "start") == 0);
    CHECK(!has_best && !is_open);
    has_best = true;
    best = -score + 20;
    is_open = !is_open;
    CHECK(has_best && best == 5 && is_open);
    Thing *thing = Thing_array_add(arena, &list);
    CHECK(thing && list.count == 1);
}
