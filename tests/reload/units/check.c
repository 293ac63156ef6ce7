#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.bodies[1].angle", "3.1415927");
    set("Game.bodies[1].pos.y", "1.5");
    set("Game.bodies[1].speed", "10");
    set("Game.bodies[1].wait", "1500");
    set("Game.bodies[1].plain", "4");
    set("Game.bodies[1].odd", "5");
    set("Game.bodies[1].wide", "100");
    set("Game.turn", "0.5");
    set("Game.list[2]", "0.25");
    add("Game.trail", 3);
    set("Game.trail[2].y", "0.5");
}

void check(void)
{
    is("Game.bodies[1]",
       "{\"angle\":180,\"pos\":{\"x\":0,\"y\":150,\"z\":0},\"speed\":36,\"wait\":1.5,"
       "\"plain\":4,\"odd\":5,\"wide\":32767}");
    is("Game.turn", "180");
    is("Game.list", "[0,0,250]");
    is("Game.trail[1]", "{\"x\":0,\"y\":0,\"z\":0}");
    is("Game.trail[2]", "{\"x\":0,\"y\":50,\"z\":0}");
    reported("converted Body.angle f32 rad -> f32 deg (2 exact)");
    reported("converted Body.odd f32 px -> f32 m (2 exact): "
             "no conversion between these units is known: the numbers are unchanged");
    reported("converted Body.wide i16 m -> i16 mm (1 exact, 1 saturated)");
}

void back(void)
{
    is("Game.bodies[1].wait", "1500");
    is("Game.bodies[1].pos.y", "1.5");
    is("Game.trail[2].y", "0.5");
    either("Game.bodies[1].wide", "100", "33");
}
