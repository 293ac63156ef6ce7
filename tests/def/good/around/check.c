// Files that refer to each other's types in a cycle.
#include "gen/items.gen.h"               // alone it knows the handle of an actor
static const Actor_ref nobody = { 0, 0 };

#include "../check.h"
#include "gen/schema.gen.h"

static void check(ed_Arena *arena)
{
    Game game;
    Game_init(arena, &game);
    Actor *actor = Actor_pool_add(arena, &game.actors);
    Item *item = Item_pool_add(arena, &game.items);
    CHECK(actor && item && item->weight == 2);
    CHECK(!Actor_pool_get(&game.actors, nobody));
    actor->held = Item_pool_ref(&game.items, item);
    item->owner = Actor_pool_ref(&game.actors, actor);
    CHECK(Item_pool_get(&game.items, actor->held) == item);
    CHECK(Actor_pool_get(&game.actors, item->owner) == actor);
    CHECK(actor->marks.count == 1 && actor->marks.items[0].power == 3);
    CHECK(actor->marks.items[0].rune.colour == Colour_BLUE);

    Mark *mark = Mark_array_add(arena, &game.root.marks);
    CHECK(mark && Mark_array_add(arena, &mark->rune.made_of));
    CHECK(mark->rune.made_of.items[0].rune.colour == Colour_BLUE);

    CHECK(game.tree.branches.count == 2 && game.tree.branches.items[1].rest.count == 0);
    Leaf *leaf = Leaf_pool_add(arena, &game.leaves);
    Branch *branch = Branch_array_add(arena, &game.tree.branches);
    CHECK(leaf && branch);
    branch->first = Leaf_pool_ref(&game.leaves, leaf);
    CHECK(Tree_array_add(arena, Leaves_set_trees(arena, &leaf->more)));
    CHECK(Leaf_pool_get(&game.leaves, branch->first)->more.trees.count == 1);
}
