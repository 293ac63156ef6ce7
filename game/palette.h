/// The colors of the game, 0xRRGGBBAA: a cold violet ground, a warm player, one clear hue for each
/// enemy.
#ifndef GAME_PALETTE_H
#define GAME_PALETTE_H

#define INK 0x0b0818ffu      // behind everything
#define GROUND 0x1e1840ffu
#define GROUND_LIGHT 0x241d4cffu
#define GROUND_DARK 0x191436ffu
#define GROUND_LINE 0x2f2762ffu
#define WALL_TOP 0x433880ffu
#define WALL_TOP_LIT 0x4d4192ffu
#define WALL_FRONT 0x2a2258ffu
#define WALL_FOOT 0x17122fffu
#define WALL_EDGE 0x8b74ffffu

#define AMBER 0xffb347ffu
#define AMBER_DEEP 0xff7a2fffu
#define AMBER_PALE 0xffe8a3ffu
#define MAGENTA 0xff4f9affu
#define CYAN 0x39d5ffffu
#define GREEN 0xa6f04affu
#define RED 0xff4d4dffu
#define VIOLET 0xb08cffffu
#define GOLD 0xffd447ffu
#define WHITE 0xffffffffu
#define BLACK 0x000000ffu
#define SMOKE 0x2a2348ffu

#define TEXT 0xf0eaffffu
#define TEXT_DIM 0xa79fd6ffu
#define PANEL 0x0d0a1fc8u

#endif
