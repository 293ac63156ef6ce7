/// What every drawing file needs: the view of one frame, colours that fade, pictures and light.
/// Drawing reads the state and changes none of it.
#ifndef GAME_PAINT_H
#define GAME_PAINT_H
#include "game/palette.h"
#include "game/util.h"
#include "gen/game.gen.h"
#include "runtime/eddie.h"

/// The pictures of the cache, in the order of `sources` in art.c.
typedef enum Art {
    ART_PLAYER,
    ART_GUN,
    ART_CHASER,
    ART_SHOOTER,
    ART_CHARGER,
    ART_BOMBER,
    ART_SPLITTER,      // in the order of EnemyKind
    ART_COIN,
    ART_HEALTH,
    ART_SHIELD,
    ART_WEAPON,        // in the order of PickupKind
    ART_GLOW,          // white, soft, round
    ART_VIGNETTE,      // black at the corners
    ART_COUNT
} Art;

typedef struct Editor Editor;
typedef struct Debug Debug;
typedef struct Assets Assets;

typedef struct View {
    ed_Draw *draw;
    const Game *game;
    const Editor *editor;
    const Debug *debug;
    const Assets *assets;
    Vec2 corner;      // of the world, at the top left of the view
    Vec2 mouse;       // in the view
    f32 seconds;      // since the start
} View;

// art.c
/// Makes the pictures that are missing or old.
void art_load(ed_Host *host);
ed_Sprite art_sprite(const Assets *assets, Art art);      ///< no pixels where memory was refused

// paint.c
ed_Color color_fade(ed_Color color, f32 alpha);      ///< alpha multiplied
ed_Color color_mix(ed_Color one, ed_Color other, f32 t);
void paint_art(const View *view, Art art, Vec2 at, Vec2 size, f32 angle, ed_Color color);
void paint_glow(const View *view, Vec2 at, f32 radius, ed_Color color);      ///< added light
void paint_world_begin(const View *view);       ///< positions that follow are of the world
void paint_screen_begin(const View *view);      ///< positions that follow are of the view
bool paint_sees(const View *view, Vec2 at, f32 reach);
void paint_text(const View *view, f32 x, f32 y, f32 size, ed_Align align, ed_Color color,
                const char *text);

// draw_*.c
void draw_ground(const View *view);
void draw_actors(const View *view);
void draw_effects(const View *view);
void draw_hud(const View *view);
void draw_title(const View *view);
void draw_over(const View *view);

#endif
