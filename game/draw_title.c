/// Draws the title screen and the screen at the end of a run.
#include "game/paint.h"

#define GLYPH_WIDTH 5u
#define GLYPH_HEIGHT 7u
#define BLOCK 9.0f      // pixels per dot of a letter
#define LETTER_FOOT 0xe2452cffu
#define LETTER_WAIT 0.07f        // seconds between the starts of two letters
#define LETTER_SECONDS 0.7f      // seconds until a letter is in place

typedef struct Glyph {
    char letter;
    const char *rows[GLYPH_HEIGHT];
} Glyph;

static const Glyph glyphs[] = {
    { 'A', { ".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#" } },
    { 'B', { "####.", "#...#", "#...#", "####.", "#...#", "#...#", "####." } },
    { 'D', { "####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####." } },
    { 'E', { "#####", "#....", "#....", "####.", "#....", "#....", "#####" } },
    { 'F', { "#####", "#....", "#....", "####.", "#....", "#....", "#...." } },
    { 'L', { "#....", "#....", "#....", "#....", "#....", "#....", "#####" } },
    { 'M', { "#...#", "##.##", "#.#.#", "#.#.#", "#...#", "#...#", "#...#" } },
    { 'R', { "####.", "#...#", "#...#", "####.", "#.#..", "#..#.", "#...#" } },
    { 'S', { ".####", "#....", "#....", ".###.", "....#", "....#", "####." } },
    { 'T', { "#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.." } }
};

static const Glyph *glyph_of(char letter)
{
    for (u32 i = 0; i < ED_COUNT(glyphs); i++) {
        if (glyphs[i].letter == letter) return &glyphs[i];
    }
    return NULL;
}

// --- Lettering -----------------------------------------------------------------------------------

/// Draws one letter of dots: pale at the top, deep at the bottom, with a shine that moves across.
static void draw_glyph(const View *view, const Glyph *glyph, f32 x, f32 y, f32 block, f32 shine_at,
                       f32 alpha)
{
    for (u32 row = 0; row < GLYPH_HEIGHT; row++) {
        f32 down = (f32)row / (GLYPH_HEIGHT - 1);
        ed_Color upper = color_mix(AMBER_PALE, AMBER, down * 2);
        ed_Color color = down < 0.5f ? upper : color_mix(AMBER, LETTER_FOOT, down * 2 - 1);
        for (u32 column = 0; column < GLYPH_WIDTH; column++) {
            if (glyph->rows[row][column] != '#') continue;
            f32 left = x + (f32)column * block, top = y + (f32)row * block;
            f32 shine = clamp(1 - fabsf(left - shine_at - (f32)row * 5) / 34, 0, 1);
            ed_Color lit = color_fade(color_mix(color, WHITE, shine), alpha);
            ed_draw_rect(view->draw, left, top, block + 0.5f, block + 0.5f, lit);
        }
    }
}

static void draw_glyph_shadow(const View *view, const Glyph *glyph, f32 x, f32 y, f32 block,
                              f32 alpha)
{
    for (u32 row = 0; row < GLYPH_HEIGHT; row++) {
        for (u32 column = 0; column < GLYPH_WIDTH; column++) {
            if (glyph->rows[row][column] != '#') continue;
            ed_draw_rect(view->draw, x + (f32)column * block - 2, y + (f32)row * block - 2,
                         block + 4, block + 9, color_fade(INK, alpha));
        }
    }
}

static void draw_letters(const View *view, const char *text, f32 middle, f32 y, f32 block,
                         f32 seconds)
{
    f32 each = block * (GLYPH_WIDTH + 1);
    u32 count = 0;
    while (text[count]) count++;
    f32 left = middle - ((f32)count * each - block) / 2;
    f32 shine_at = left - 200 + fmodf(view->seconds * 330, (f32)count * each + 900);
    for (u32 pass = 0; pass < 2; pass++) {
        for (u32 i = 0; i < count; i++) {
            const Glyph *glyph = glyph_of(text[i]);
            f32 come = clamp((seconds - (f32)i * LETTER_WAIT) / LETTER_SECONDS, 0, 1);
            if (!glyph || come <= 0) continue;
            f32 x = left + (f32)i * each;
            f32 at = y - 170 * (1 - ease_back(come))
                   + 3.5f * sinf(view->seconds * 1.8f + (f32)i * 0.55f);
            if (pass == 0) draw_glyph_shadow(view, glyph, x, at, block, come * 0.9f);
            else draw_glyph(view, glyph, x, at, block, shine_at, come);
        }
    }
}

// --- The title -----------------------------------------------------------------------------------

typedef struct Hint {
    const char *keys, *does;
} Hint;

static const Hint hints[] = { { "WASD", "move" },        { "MOUSE", "aim, hold to fire" },
                              { "SPACE", "dash" },       { "1-4 / WHEEL", "weapon" },
                              { "TAB", "edit the map" }, { "O", "counters" } };

static void draw_hints(const View *view, f32 seconds)
{
    f32 width = view->draw->width, y = view->draw->height - 74;
    f32 alpha = clamp(seconds - 1.1f, 0, 1);
    f32 each = width / (f32)ED_COUNT(hints);
    ed_draw_rect(view->draw, 0, y - 14, width, 62, color_fade(INK, 0.66f * alpha));
    ed_draw_rect(view->draw, 0, y - 14, width, 1, color_fade(WALL_EDGE, 0.5f * alpha));
    for (u32 i = 0; i < ED_COUNT(hints); i++) {
        f32 x = each * ((f32)i + 0.5f);
        paint_text(view, x, y - 3, 15, ED_ALIGN_CENTER, color_fade(AMBER_PALE, alpha),
                   hints[i].keys);
        paint_text(view, x, y + 18, 13, ED_ALIGN_CENTER, color_fade(TEXT_DIM, alpha),
                   hints[i].does);
    }
}

void draw_title(const View *view)
{
    const Game *game = view->game;
    f32 width = view->draw->width, height = view->draw->height, middle = width / 2;
    f32 seconds = game->mode_time;
    f32 alpha = clamp(seconds - 0.9f, 0, 1);
    paint_screen_begin(view);
    ed_draw_rect(view->draw, 0, 0, width, height, color_fade(INK, 0.34f));
    paint_glow(view, vec2(middle, height * 0.33f), 430,
               color_fade(AMBER_DEEP, 0.34f * ease_out(seconds)));
    draw_letters(view, "LAST EMBER", middle, height * 0.24f, BLOCK, seconds);
    paint_text(view, middle, height * 0.41f, 19, ED_ALIGN_CENTER, color_fade(TEXT, alpha),
               "hold the light against the dark");
    f32 beat = 0.45f + 0.55f * pulse(view->seconds, 0.8f);
    paint_text(view, middle, height * 0.6f, 24, ED_ALIGN_CENTER,
               color_fade(AMBER_PALE, alpha * beat), "press SPACE or click to begin");
    if (game->scores_count) {
        char text[48];
        ed_Text out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "best %u, wave %u", game->scores[0].points, game->scores[0].wave);
        paint_text(view, middle, height * 0.68f, 16, ED_ALIGN_CENTER, color_fade(GOLD, alpha),
                   text);
    }
    draw_hints(view, seconds);
}

// --- The end of a run ----------------------------------------------------------------------------

static void draw_scores(const View *view, f32 top, f32 alpha)
{
    const Game *game = view->game;
    f32 middle = view->draw->width / 2;
    for (u32 i = 0; i < game->scores_count; i++) {
        const Score *score = &game->scores[i];
        bool mine = i + 1 == game->rank;
        ed_Color color = color_fade(mine ? GOLD : TEXT_DIM, alpha);
        f32 y = top + (f32)i * 23;
        char text[32];
        if (mine)
            ed_draw_rect(view->draw, middle - 170, y - 2, 340, 22, color_fade(GOLD, 0.13f * alpha));
        ed_Text out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "%u.  %s", i + 1, score->name);
        paint_text(view, middle - 158, y, 15, ED_ALIGN_LEFT, color, text);
        out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "wave %u", score->wave);
        paint_text(view, middle + 58, y, 15, ED_ALIGN_RIGHT, color, text);
        out = ed_text_over(text, sizeof text);
        ed_text_add(&out, "%u", score->points);
        paint_text(view, middle + 158, y, 15, ED_ALIGN_RIGHT, color, text);
    }
}

void draw_game_over(const View *view)
{
    const Game *game = view->game;
    f32 width = view->draw->width, height = view->draw->height, middle = width / 2;
    f32 seconds = game->mode_time - 0.7f;
    f32 alpha = clamp(seconds * 1.5f, 0, 1);
    paint_screen_begin(view);
    ed_draw_rect(view->draw, 0, 0, width, height, color_fade(INK, 0.62f * alpha));
    if (seconds <= 0) return;
    paint_glow(view, vec2(middle, height * 0.22f), 380, color_fade(RED, 0.28f * alpha));
    draw_letters(view, "EMBER FADES", middle, height * 0.13f, 7, seconds);
    char text[96];
    ed_Text out = ed_text_over(text, sizeof text);
    u32 shown = (u32)((f32)game->score * ease_out(seconds / 1.6f));
    ed_text_add(&out, "%u", shown);
    paint_text(view, middle, height * 0.29f, 46, ED_ALIGN_CENTER, color_fade(AMBER_PALE, alpha),
               text);
    out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "wave %u, %u enemies, level %u", game->wave.number, game->kills,
                game->player.level);
    paint_text(view, middle, height * 0.4f, 17, ED_ALIGN_CENTER, color_fade(TEXT, alpha), text);
    if (game->rank == 1) {
        paint_text(view, middle, height * 0.46f, 20, ED_ALIGN_CENTER, color_fade(GOLD, alpha),
                   "a new best");
    }
    draw_scores(view, height * 0.53f, clamp(seconds - 0.5f, 0, 1));
    f32 beat = 0.45f + 0.55f * pulse(view->seconds, 0.8f);
    paint_text(view, middle, height * 0.83f, 20, ED_ALIGN_CENTER,
               color_fade(AMBER_PALE, alpha * beat), "SPACE: play again     ESC: title");
}
