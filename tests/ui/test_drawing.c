#include "host/gfx/draw_list.h"
#include "host/gfx/text.h"
#include "tests/ui/screen.h"
#include <math.h>

static host_Window window;
static ed_Draw draw;
static char text[1 << 18];
static ed_Text out;

static bool opened(void)
{
    out = ed_text_over(text, sizeof text);
    return screen_open(&window, 800, 600) && ed_draw_open(&draw, test_arena(), 400, 300);
}

/// Converts the list to triangles, adds them to the text, and begins a new list.
static void add_shape(const char *title)
{
    const host_View view = { 2, 10, 20, { 10, 20, 780, 560 } };
    window.batch.vertex_count = window.batch.index_count = 0;
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    ed_text_add(&out, "%s\n", title);
    screen_triangles(&out, &window.batch);
    ed_text_add(&out, "\n");
    ed_draw_clear(&draw);
}

TEST(rectangles_and_lines_become_triangles)
{
    const ed_Color color = 0x204060ff;
    if (!opened()) return;
    ed_draw_rect(&draw, 10.2f, 20.4f, 30, 5, color);
    add_shape("a rectangle is aligned to pixels");
    ed_draw_rect(&draw, 40, 20, -30, -5, color);
    add_shape("negative sizes");
    ed_draw_rect(&draw, 10, 20, 0.2f, 5, color);
    ed_draw_rect(&draw, 10, 20, 5, 0.2f, color);
    add_shape("thinner than a pixel");
    ed_draw_rect(&draw, 10, 20, 0, 5, color);
    add_shape("empty");
    ed_draw_rect_outline(&draw, 10, 20, 30, 15, 2, color);
    add_shape("outline");
    ed_draw_rect_outline(&draw, 10, 20, 30, 15, 0.25f, color);
    add_shape("thin outline");
    ed_draw_rect_outline(&draw, 10, 20, 30, 8, 4, color);
    ed_draw_rect_outline(&draw, 10, 20, 8, 30, 4, color);
    add_shape("outlines that fill the rectangle");
    ed_draw_line(&draw, 10, 20, 10, 40, 3, color);
    ed_draw_line(&draw, 40, 20, 10, 20, 3, color);
    add_shape("vertical and horizontal lines");
    ed_draw_line(&draw, 10, 20, 40, 60, 3, color);
    add_shape("slanted line");
    ed_draw_line(&draw, 10, 20, 40, 60, 0.25f, color);
    add_shape("thin slanted line");
    CHECK_EXPECTED("drawing_lines", text);
    host_window_close(&window);
}

TEST(circles_and_triangles_fade_at_their_edges)
{
    const ed_Color color = 0x204060ff;
    if (!opened()) return;
    ed_draw_triangle(&draw, 10, 20, 40, 20, 10, 60, color);
    add_shape("triangle");
    ed_draw_triangle(&draw, 10, 20, 10, 60, 40, 20, color);
    add_shape("triangle in the other direction");
    ed_draw_triangle(&draw, 10, 20, 20, 20, 30, 20, color);
    add_shape("triangle without an area");
    ed_draw_triangle(&draw, 10, 20, 60, 20.5f, 110, 20, color);
    add_shape("sharp triangle");
    ed_draw_circle(&draw, 50, 60, 2, color);
    add_shape("small circle");
    ed_draw_circle(&draw, 50, 60, 0.1f, color);
    add_shape("circle smaller than a pixel");
    ed_draw_circle(&draw, 50, 60, 0, color);
    ed_draw_circle(&draw, 50, 60, -1, color);
    ed_draw_circle_outline(&draw, 50, 60, 0, 1, color);
    ed_draw_circle_outline(&draw, 50, 60, 2, 0, color);
    add_shape("no circles");
    ed_draw_circle_outline(&draw, 50, 60, 4, 1, color);
    add_shape("ring");
    ed_draw_circle_outline(&draw, 50, 60, 4, 0.2f, color);
    add_shape("thin ring");
    ed_draw_circle_outline(&draw, 50, 60, 2, 2, color);
    add_shape("ring that is a circle");
    ed_draw_circle_outline(&draw, 50, 60, 0.5f, 0.4f, color);
    add_shape("small ring");
    CHECK_EXPECTED("drawing_circles", text);
    host_window_close(&window);
}

static int vertices_of_circle(float radius)
{
    window.batch.vertex_count = window.batch.index_count = 0;
    ed_draw_clear(&draw);
    ed_draw_circle(&draw, 0, 0, radius, 0xff);
    const host_View view = { 1, 0, 0, { 0, 0, 800, 600 } };
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    return window.batch.vertex_count / 3;
}

TEST(larger_circles_have_more_corners)
{
    if (!opened()) return;
    CHECK_EQ(vertices_of_circle(0.6f), 8);
    CHECK_EQ(vertices_of_circle(20), 32);
    CHECK_EQ(vertices_of_circle(1000), 223);
    CHECK_EQ(vertices_of_circle(7000), 256);
    host_window_close(&window);
}

TEST(text_is_aligned_and_drawn_from_the_atlas)
{
    if (!opened()) return;
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_LEFT, 0xffffffff, "ab a");
    add_shape("left");
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_CENTER, 0xffffffff, "ab");
    add_shape("centered");
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_RIGHT, 0xffffffff, "ab\nb");
    add_shape("right, two lines");
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_LEFT, 0xffffffff, "\xff\u00e4");
    add_shape("an invalid byte, and a letter that the font does not have");
    ed_draw_text(&draw, 10, 20, 200, ED_ALIGN_LEFT, 0xffffffff, "a");
    add_shape("larger than any glyph");
    ed_draw_text(&draw, 10, 20, 0.1f, ED_ALIGN_LEFT, 0xffffffff, "a");
    add_shape("smaller than any glyph");
    CHECK_EXPECTED("drawing_text", text);
    CHECK(host_text_width(&window.batch, HOST_FACE_SANS, "ab\nabc\na", 8, 16) == 24);
    host_window_close(&window);
}

TEST(sprites_are_placed_mirrored_and_rotated)
{
    static const ed_Color pixels[6] = { 0xff0000ff, 0x00ff00ff, 0x0000ffff, 1, 2, 3 };
    ed_Sprite sprite = ed_sprite_from_pixels(pixels, 3, 2);
    if (!opened()) return;
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffff80);
    add_shape("as it is");
    CHECK_EQ(window.batch.atlas.pixels[0], 0xffff0000);
    CHECK_EQ(window.batch.atlas.pixels[5], 0x03000000);
    ed_draw_sprite(&draw, &sprite, 50, 60, -30, -20, 0, 0xffffffff);
    add_shape("mirrored both ways");
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 1.5707963f, 0xffffffff);
    add_shape("rotated by a quarter");
    ed_draw_sprite(&draw, &sprite, 50, 60, 300, 20, 0.5f, 0xffffffff);
    add_shape("a large one, rotated: in pieces");
    ed_draw_sprite(&draw, &sprite, 50, 60, 5000, 20, 0, 0xffffffff);
    add_shape("a very large one: what the clip shows of it");
    ed_draw_sprite(&draw, &sprite, 50, 60, 20, 300, 0.5f, 0xffffffff);
    add_shape("a high one, rotated: in pieces");
    ed_draw_sprite(&draw, &sprite, 50, 60, 20, 5000, 0, 0xffffffff);
    add_shape("a very high one");
    ed_draw_sprite(&draw, &sprite, -2550, 60, 5000, 20, 0, 0xffffffff);      // not visible
    ed_draw_sprite(&draw, &sprite, 50, 60, 5000, 20, 0.5f, 0xffffffff);
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, NAN, 0xffffffff);
    ed_draw_sprite(&draw, &sprite, 50, -2550, 20, 5000, 0, 0xffffffff);
    ed_draw_sprite(&draw, &sprite, 50, 60, 20, 5000, 0.5f, 0xffffffff);
    sprite.width = 0;
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffffff);
    sprite.width = 3;
    sprite.height = 0;
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffffff);
    sprite.height = 2;
    sprite.pixels = NULL;
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffffff);
    add_shape("not visible, rotated and too large, at no angle, without pixels");
    CHECK_EXPECTED("drawing_sprites", text);
    host_window_close(&window);
}

TEST(a_sprite_that_is_too_large_is_reduced)
{
    static ed_Color pixels[2 * HOST_CELL_MAX * 3];
    const int long_side = 2 * HOST_CELL_MAX;
    if (!opened()) return;
    for (u32 i = 0; i < ED_COUNT(pixels); i++) pixels[i] = i << 8 | 0xff;
    ed_Sprite sprite = ed_sprite_from_pixels(pixels, (u16)long_side, 3);
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffffff);
    add_shape("wide");
    const u32 *reduced = window.batch.atlas.pixels;
    for (u32 i = 0; i < 3 * HOST_CELL_MAX; i++) CHECK_EQ(reduced[i], 0xff000000 | 2 * i);
    sprite = ed_sprite_from_pixels(pixels, 3, (u16)long_side);
    ed_draw_sprite(&draw, &sprite, 50, 60, 30, 20, 0, 0xffffffff);
    add_shape("high");
    for (u32 y = 0; y < HOST_CELL_MAX; y++)
        for (u32 x = 0; x < 3; x++) CHECK_EQ(reduced[3 * y + x], 0xff000000 | (6 * y + x));
    host_window_close(&window);
}

TEST(clips_and_blend_modes_begin_a_new_batch)
{
    const host_View view = { 2, 10, 20, { 10, 20, 780, 560 } };
    if (!opened()) return;
    ed_draw_rect(&draw, 0, 0, 1, 1, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.vertex_count, 4);
    CHECK_EQ(window.batch.clip.w, 780);
    ed_draw_clip(&draw, 5, 6, 20, 10);
    ed_draw_rect(&draw, 0, 0, 1, 1, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    const SDL_Rect clip = window.batch.clip;
    CHECK(clip.x == 20 && clip.y == 32 && clip.w == 40 && clip.h == 20);
    CHECK_EQ(window.batch.vertex_count, 4);      // the others are drawn
    ed_draw_clip(&draw, -500, 0, 20, 10);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    const SDL_Rect nowhere = { -1, -1, 1, 1 };
    CHECK(SDL_RectEquals(&window.batch.clip, &nowhere));
    ed_draw_unclip(&draw);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK(SDL_RectEquals(&window.batch.clip, &view.area));
    ed_draw_clip(&draw, 5, 6, 0, 10);      // empty
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK(SDL_RectEquals(&window.batch.clip, &nowhere));
    ed_draw_clear(&draw);
    ed_draw_rect(&draw, 0, 0, 1, 1, 0xff);
    ed_draw_blend(&draw, ED_BLEND_ADD);
    ed_draw_rect(&draw, 0, 0, 1, 1, 0xff);
    ed_draw_rect(&draw, 0, 0, 1, 1, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.blend, SDL_BLENDMODE_ADD);
    CHECK_EQ(window.batch.vertex_count, 8);
    host_batch_flush(&window.batch);
    CHECK_EQ(window.batch.vertex_count, 0);
    CHECK_EQ(window.batch.index_count, 0);
    host_window_close(&window);
}

TEST(a_view_fits_into_the_output_with_its_shape)
{
    host_View view = host_view_fit(320, 180, 800, 600);
    CHECK(view.scale == 2.5f && view.x == 0 && view.y == 75);
    CHECK(view.area.w == 800 && view.area.h == 450 && view.area.y == 75);
    view = host_view_fit(100, 100, 801, 600);
    CHECK(view.scale == 6 && view.x == 100 && view.area.w == 600 && view.area.x == 100);
    view = host_view_fit(0, -5, 800, 600);
    CHECK(view.scale == 600 && view.x == 100);
}

TEST(distant_points_are_clamped)
{
    const host_View view = { 1, 0, 0, { 0, 0, 800, 600 } };
    if (!opened()) return;
    ed_draw_rect(&draw, -1e20f, NAN, 2e20f, 1e20f, 0xff);
    ed_draw_triangle(&draw, 0, 0, INFINITY, 0, 0, -INFINITY, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    for (int i = 0; i < window.batch.vertex_count; i++) {
        SDL_FPoint at = window.batch.vertices[i].position;
        CHECK(fabsf(at.x) <= HOST_VERTEX_MAX_PX && fabsf(at.y) <= HOST_VERTEX_MAX_PX);
    }
    host_window_close(&window);
}

TEST(a_full_batch_is_flushed)
{
    const host_View view = { 1, 0, 0, { 0, 0, 800, 600 } };
    if (!opened()) return;
    for (u32 i = 0; i < HOST_BATCH_VERTICES / 4 + 1; i++) ed_draw_rect(&draw, 0, 0, 2, 2, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.vertex_count, 4);
    CHECK_EQ(window.batch.index_count, 6);
    ed_draw_clear(&draw);
    host_batch_flush(&window.batch);
    // A slanted line asks for room for a shape with four corners: 36 indices. It uses 30.
    const u32 lines = (HOST_BATCH_INDICES - 36) / 30 + 1;
    for (u32 i = 0; i < lines; i++) ed_draw_line(&draw, 0, 0, 2, 5, 2, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.index_count, 30 * lines);
    CHECK_EQ(window.batch.vertex_count, 8 * lines);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.index_count, 30 * lines);
    ed_draw_line(&draw, 0, 0, 2, 5, 2, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.index_count, 30);
    CHECK_EQ(window.batch.vertex_count, 8);
    host_window_close(&window);
}

TEST(a_circle_that_does_not_fit_into_the_batch_flushes_it)
{
    const host_View view = { 1, 0, 0, { 0, 0, 800, 600 } };
    if (!opened()) return;
    ed_draw_circle_outline(&draw, 50, 60, 30, 4, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    const u32 circle = (u32)window.batch.index_count, line = 30;
    ed_draw_clear(&draw);
    host_batch_flush(&window.batch);
    // lines leave room for most of the circle
    for (u32 i = 0; i < (HOST_BATCH_INDICES - circle * 5 / 6) / line; i++)
        ed_draw_line(&draw, 0, 0, 2, 5, 2, 0xff);
    ed_draw_circle_outline(&draw, 50, 60, 30, 4, 0xff);
    host_draw_list(&window.batch, &draw, &view, HOST_FACE_SANS);
    CHECK_EQ(window.batch.index_count, circle);
    host_window_close(&window);
}

TEST(a_closed_batch_has_released_everything)
{
    if (!opened()) return;
    host_fonts_open(&window.batch.fonts);
    CHECK(window.batch.arena.base && window.batch.atlas.texture && TTF_WasInit() == 1);
    host_batch_close(&window.batch);
    CHECK(!window.batch.arena.base && !window.batch.atlas.texture && TTF_WasInit() == 0);
    host_window_close(&window);
}

// --- the atlas -----------------------------------------------------------------------------------

static const host_Cell *added(u64 key, int w, int h)
{
    const host_Cell cell = { .kind = HOST_CELL_SPRITE, .key = key, .at = { 0, 0, w, h } };
    return host_atlas_add(&window.batch.atlas, &cell);
}

TEST(pictures_of_similar_height_share_a_row_of_the_atlas)
{
    if (!opened()) return;
    const host_Atlas *atlas = &window.batch.atlas;
    const host_Cell *one = added(1, 10, 20), *two = added(2, 30, 20), *low = added(3, 10, 11),
                    *high = added(4, 10, 40), *similar = added(5, 10, 12), *empty = added(6, 0, 0);
    CHECK(one && one->at.x == 0 && one->at.y == 5);
    CHECK(two && two->at.x == 11 && two->at.y == 5);
    CHECK(low && low->at.x == 0 && low->at.y == 26);
    CHECK(high && high->at.x == 0 && high->at.y == 38);
    CHECK(similar && similar->at.x == 42 && similar->at.y == 5);
    CHECK(empty && empty->at.w == 0);
    CHECK_EQ(atlas->shelf_count, 3);
    CHECK(host_atlas_find(atlas, HOST_CELL_SPRITE, 2) == two);
    CHECK(!host_atlas_find(atlas, HOST_CELL_GLYPH, 2));
    CHECK(!host_atlas_find(atlas, HOST_CELL_SPRITE, 7));
    host_window_close(&window);
}

TEST(a_row_of_the_atlas_is_filled_to_its_end)
{
    if (!opened()) return;
    CHECK(added(1, HOST_ATLAS_SIZE / 2 - 1, 20)->at.y == 5);
    CHECK(added(2, HOST_ATLAS_SIZE / 2 - 1, 20)->at.x == HOST_ATLAS_SIZE / 2);
    CHECK(added(3, 1, 20)->at.y == 26);
    host_window_close(&window);
}

TEST(a_full_atlas_is_cleared_and_filled_again)
{
    if (!opened()) return;
    host_Atlas *atlas = &window.batch.atlas;
    CHECK(added(1, 10, 1020) && added(2, 10, HOST_ATLAS_SIZE - 1021 - 5 - 1));
    CHECK(!added(3, HOST_CELL_MAX, 10));
    CHECK_EQ(atlas->cell_count, 2);
    host_atlas_clear(atlas);
    CHECK(!host_atlas_find(atlas, HOST_CELL_SPRITE, 1));
    CHECK(added(3, HOST_CELL_MAX, 10)->at.y == 5);
    host_atlas_clear(atlas);
    u64 key = 0;
    while (added(key, 0, 0)) key++;
    CHECK_EQ(key, HOST_ATLAS_CELLS / 4 * 3);
    host_window_close(&window);
}

TEST(the_number_of_rows_of_the_atlas_is_limited)
{
    if (!opened()) return;
    u64 key = 0;
    while (added(key, HOST_CELL_MAX, 5)) key++;
    CHECK_EQ(key, HOST_ATLAS_SHELVES);
    CHECK_EQ(window.batch.atlas.shelf_count, HOST_ATLAS_SHELVES);
    host_window_close(&window);
}

TEST(text_is_drawn_even_if_the_atlas_is_full)
{
    if (!opened()) return;
    const host_Atlas *atlas = &window.batch.atlas;
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_LEFT, 0xffffffff, "a");
    add_shape("with space");
    u64 key = 0;
    while (added(key, HOST_CELL_MAX, 100)) key++;
    for (int w = HOST_CELL_MAX; w > 0; w /= 2)
        while (added(key, w, 8)) key++;
    ed_draw_rect(&draw, 10, 20, 8, 8, 0xff);
    ed_draw_text(&draw, 10, 20, 8, ED_ALIGN_LEFT, 0xffffffff, "b");
    add_shape("without space");
    CHECK_EQ(window.batch.vertex_count, 4);      // the rectangle was drawn before
    CHECK_EQ(atlas->cell_count, 1);
    u32 set = 0;
    for (u32 i = 0; i < 64; i++) set += atlas->pixels[i] == 0xffffffffu;
    CHECK(set > 10 && set < 40);      // the letter was drawn again
    host_window_close(&window);
}
