#include "tests/reload/reload.h"

/// A number without a unit has the unit of the field that contains it, before the reload and after.

void fill(void)
{
    set("Game.bodies[1].left", "1.5");
    set("Game.bodies[1].top", "2.5");
    set("Game.bodies[1].near", "7");
    set("Game.bodies[1].aim", "{\"x\":3.5,\"y\":4.5}");
    set("Game.bodies[1].size", "{\"w\":1,\"h\":2}");
    set("Game.bodies[1].frame", "{\"w\":3,\"h\":4}");
    set("Game.bodies[1].plain", "{\"w\":5,\"h\":6}");
    set("Game.door", "{\"left\":1.5,\"high\":2}");
    set("Game.rope.length", "2");
    add("Game.rope.parts", 1);
    set("Game.rope.parts[0]", "{\"thick\":3,\"wide\":4}");
    add("Game.coins", 2);
    set("Game.coins[0]", "{\"id\":7,\"weight\":2000}");
    set("Game.coins[1]", "{\"id\":8,\"weight\":3000}");
}

void check(void)
{
    is("Game.bodies[1].pos", "{\"x\":150,\"y\":250}");
    is("Game.bodies[1].far.near", "7");
    is("Game.bodies[1].aim_x", "350");
    is("Game.bodies[1].aim_y", "4.5");
    is("Game.bodies[1].size", "{\"w\":100,\"h\":2}");
    is("Game.bodies[1].frame", "{\"w\":3,\"h\":4}");
    is("Game.bodies[1].plain", "{\"w\":5,\"h\":6}");
    is("Game.door.at", "{\"x\":150,\"y\":200}");
    is("Game.rope.length", "2000");
    is("Game.rope.parts", "[{\"thick\":3,\"wide\":400}]");
    is("Game.coins", "[{\"id\":7,\"weight\":2},{\"id\":8,\"weight\":3}]");
    reported("renamed Body.left -> pos.x f32 m -> f32 cm (2 exact)");
    reported("renamed Body.near -> far.near f32 px -> f32 m (2 exact): "
             "no conversion between these units is known: the numbers are unchanged");
    reported("renamed Body.aim.x -> aim_x f32 m -> f32 cm (2 exact)");
    reported("renamed Body.aim.y -> aim_y f32 m -> f32 (2 exact)");
    reported("converted Size.w f32 m -> f32 cm (2 exact)");
    reported("converted Size.w f32 s -> f32 cm (2 exact): "
             "no conversion between these units is known: the numbers are unchanged");
    reported("renamed Door.left -> at.x f32 m -> f32 cm (1 exact)");
    reported("converted Part.wide f32 m -> f32 cm (1 exact)");
}

// The units are found on the way back, too.
void back(void)
{
    is("Game.bodies[1].left", "1.5");
    is("Game.bodies[1].top", "2.5");
    is("Game.bodies[1].near", "7");
    is("Game.bodies[1].aim", "{\"x\":3.5,\"y\":4.5}");
    is("Game.bodies[1].size", "{\"w\":1,\"h\":2}");
    is("Game.bodies[1].frame", "{\"w\":3,\"h\":4}");
    is("Game.door", "{\"left\":1.5,\"high\":2}");
    is("Game.rope.length", "2");
    is("Game.rope.parts", "[{\"thick\":3,\"wide\":4}]");
    is("Game.coins", "[{\"id\":7,\"weight\":2000},{\"id\":8,\"weight\":3000}]");
}
