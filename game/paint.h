/// Shared by all drawing files: the view of one frame, colors, pictures and light. Drawing reads
/// the state and does not change it.
#ifndef GAME_PAINT_H
#define GAME_PAINT_H
#include "game/palette.h"
#include "game/util.h"
#include "gen/game.gen.h"
#include "runtime/eddie.h"

/// The cached pictures, made in art.c.
typedef enum Art {
    ART_PLAYER,
    ART_GUN,
    ART_CHASER,
    ART_SHOOTER,
    ART_CHARGER,
    ART_BOMBER,
    ART_SPLITTER,      // ART_CHASER to here: in the order of EnemyKind
    ART_COIN,
    ART_HEALTH,
    ART_SHIELD,
    ART_WEAPON,        // ART_COIN to here: in the order of PickupKind
    ART_GLOW,          // a soft white circle
    ART_VIGNETTE,      // dark corners
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
    Vec2 corner;      // world position of the view's top left corner
    Vec2 mouse;       // position in the view
    f32 seconds;      // for animations; starts again at 0 every 10 minutes
} View;

// art.c
/// Makes the pictures again if their sources changed.
void art_load(ed_Host *host);
ed_Sprite art_sprite(const Assets *assets, Art art);      ///< without pixels if memory was full

// paint.c
ed_Color color_fade(ed_Color color, f32 alpha);      ///< multiplies the alpha of `color`
ed_Color color_mix(ed_Color one, ed_Color other, f32 t);
void paint_art(const View *view, Art art, Vec2 at, Vec2 size, f32 angle, ed_Color color);
void paint_glow(const View *view, Vec2 at, f32 radius, ed_Color color);      ///< additive light
void paint_world_begin(const View *view);       ///< positions are in the world from now on
void paint_screen_begin(const View *view);      ///< positions are in the view from now on
bool paint_is_visible(const View *view, Vec2 at, f32 reach);
void paint_text(const View *view, f32 x, f32 y, f32 size, ed_Align align, ed_Color color,
                const char *text);

// draw_*.c
void draw_ground(const View *view);
void draw_actors(const View *view);
void draw_effects(const View *view);
void draw_hud(const View *view);
void draw_title(const View *view);
void draw_game_over(const View *view);

#endif
