// A game that draws 16 bars side by side with host->renderer. The draw list adds a row of bars at
// the bottom of the picture.
#include <SDL.h>
#include <math.h>
#include "gen/schema.gen.h"
#include "runtime/eddie.h"

#define WIDTH  640
#define HEIGHT 360
#define BARS   16
#define SMALL  10                  // the texture is this many times smaller

static Uint8 shade(const Game *game, int i) { return (Uint8)(15 * i + game->step); }

static void draw_bars(SDL_Renderer *renderer, const Game *game, int width, int height, int count)
{
    for (int i = 0; i < count; i++) {
        SDL_Rect bar = { i * width / BARS, 0, (i + 1) * width / BARS - i * width / BARS, height };
        SDL_SetRenderDrawColor(renderer, shade(game, i), (Uint8)(255 - 15 * i), 99, 255);
        SDL_RenderFillRect(renderer, &bar);
    }
}

static SDL_Texture *texture_of(ed_Host *host)
{
    Media *media = host->rigids[Media_rigid].at;
    if (media->renderer != host->renderer)
        media->texture = SDL_CreateTexture(host->renderer, SDL_PIXELFORMAT_ARGB8888,
                                           SDL_TEXTUREACCESS_TARGET, WIDTH / SMALL, HEIGHT / SMALL);
    media->renderer = host->renderer;
    return media->texture;
}

static void draw_by_texture(ed_Host *host, const Game *game, bool null)
{
    SDL_Renderer *renderer = host->renderer;
    SDL_Texture *texture = texture_of(host), *before = SDL_GetRenderTarget(renderer);
    SDL_SetRenderTarget(renderer, texture);
    draw_bars(renderer, game, WIDTH / SMALL, HEIGHT / SMALL, BARS);
    SDL_SetRenderTarget(renderer, null ? NULL : before);
    SDL_RenderCopy(renderer, texture, NULL, &(SDL_Rect){ 0, 0, WIDTH, HEIGHT });
}

static void leave(ed_Host *host)
{
    SDL_Renderer *renderer = host->renderer;
    SDL_RenderSetLogicalSize(renderer, 50, 40);
    SDL_RenderSetScale(renderer, 3, 5);
    SDL_RenderSetViewport(renderer, &(SDL_Rect){ 7, 7, 20, 20 });
    SDL_RenderSetClipRect(renderer, &(SDL_Rect){ 1, 1, 4, 4 });
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_ADD);
    SDL_SetRenderTarget(renderer, texture_of(host));
    SDL_RenderSetClipRect(renderer, &(SDL_Rect){ 1, 1, 4, 4 });
}

static void draw(ed_Host *host, const Game *game, int count)
{
    SDL_Renderer *renderer = host->renderer;
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_NONE);
    switch (game->way) {
    case Way_PLAIN: break;
    case Way_OWN_TARGET:   draw_by_texture(host, game, true); return;
    case Way_OWN_AND_BACK: draw_by_texture(host, game, false); return;
    case Way_CLEARS:
        SDL_SetRenderDrawColor(renderer, shade(game, 0), 255, 99, 255);
        SDL_RenderClear(renderer);
        return;
    case Way_PRESENTS:
        draw_bars(renderer, game, WIDTH, HEIGHT, BARS / 2);
        SDL_RenderPresent(renderer);
        break;
    case Way_LOGICAL:
        SDL_RenderSetLogicalSize(renderer, WIDTH / 2, HEIGHT / 2);
        draw_bars(renderer, game, WIDTH / 2, HEIGHT / 2, BARS);
        return;
    case Way_LEAVES: break;
    }
    draw_bars(renderer, game, WIDTH, HEIGHT, count);
    if (game->way == Way_LEAVES) leave(host);
}

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    const bool *pressed = host->input->key_pressed;
    game->tick++;
    if (pressed[ED_KEY_C]) game->step += 8;
    if (pressed[ED_KEY_W]) game->way = (Way)((game->way + 1) % (Way_LEAVES + 1));
    if (pressed[ED_KEY_D]) game->disturbs = !game->disturbs;
    if (game->disturbs && host->renderer) leave(host);
    if (game->fails_in_update) game->step = 8;      // must not be drawn
    if (game->fails_in_update || pressed[ED_KEY_U]) *(volatile int *)0 = 1;
    if (pressed[ED_KEY_R]) game->fails_in_render = true;
}

/// Adds items of every kind and of an unknown kind, with each bad number in each of their fields.
static void draw_nonsense(ed_Draw *list)
{
    static const float bad[] = { NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, -1, 0, 1e9f };
    static const ed_Color pixel = 0xff00ffff;
    for (unsigned kind = 0; kind <= ED_DRAW_CLIP + 1; kind++)
        for (unsigned i = 0; i < sizeof bad / sizeof *bad * 7; i++) {
            ed_draw_origin(list, i % 7 == 6 ? bad[i / 7] : 0, 0);
            ed_draw_text(list, 0, 0, 9, (ed_Align)(i % 5), 0xff, "\xff %u\n", i);
            ed_DrawItem *item = &list->items[list->count - 1];
            item->kind = (Uint8)kind;
            item->blend = (Uint8)i;
            item->sprite = ed_sprite_from_pixels(&pixel, 1, 1);
            for (unsigned k = 0; k < 6; k++) item->v[k] = k == i % 7 ? bad[i / 7] : 9;
            item->text_at += i % 2 * 0x7fffffffu;
            item->text_size += i % 3 * 0x7fffffffu;
        }
    ed_draw_origin(list, 0, 0);
    ed_draw_unclip(list);
}

/// Where it fails, half of the next picture has been drawn.
static void render(ed_Host *host)
{
    Game next = *(const Game *)host->states[Game_root].at;
    bool fails = next.fails_in_render;
    if (fails) next.step += 100;
    if (host->renderer) draw(host, &next, fails ? BARS / 2 : BARS);
    ed_Draw *list = host->draw;
    if (next.nonsense) draw_nonsense(list);
    for (int i = 0; i < BARS; i++) {
        if (fails && i == BARS / 2) *(volatile int *)0 = 1;
        ed_draw_rect(list, (float)i * WIDTH / BARS, HEIGHT * 0.875f, WIDTH / BARS, HEIGHT / 8,
                     (ed_Color)(255 - 15 * i) << 8 | (ed_Color)shade(&next, i) << 16 | 0xff);
    }
}

static const ed_Module module = {
    .abi = ED_ABI, .game = "picture", .title = "picture", .view_width = WIDTH,
    .view_height = HEIGHT, .schema = &eddie_schema, .update = update, .render = render,
    .pack = ed_snapshot_write, .unpack = ed_snapshot_read,
};

ED_EXPORT const ed_Module *eddie_module(void) { return &module; }
