// A state of held.def with something in each kind of list,
// for the commands of docs/editors/eddie.gdb.
#include "gen/held.gen.h"

static void look(const Game *game, Actor_ref held, Actor_ref gone)
{
    (void)game, (void)held, (void)gone;      // the debugger stops here
}

int main(void)
{
    ed_Arena arena = { 0 };
    ed_Error error = { 0 };
    Game game = { 0 };
    if (!ed_arena_open(&arena, "state", (size_t)1 << 20, &error)) return 1;
    Game_init(&arena, &game);
    for (u32 i = 0; i < 4; i++) {
        Actor *actor = Actor_pool_add(&arena, &game.actors);
        if (!actor) return 1;
        actor->id = 10 + i;
    }
    Actor_ref gone = Actor_pool_ref(&game.actors, &game.actors.items[1]);
    Actor_ref held = Actor_pool_ref(&game.actors, &game.actors.items[3]);
    Actor_pool_remove(&game.actors, gone);
    Actor *first = &game.actors.items[0];
    if (!ed_str_set(&arena, &first->note, "a \"note\"")) return 1;
    first->target = held;
    look(&game, held, gone);
    ed_arena_close(&arena);
    return 0;
}
