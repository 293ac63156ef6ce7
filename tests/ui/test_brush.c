#include "host/gfx/brush.h"
#include "tests/ui/screen.h"
#include <stdio.h>

static host_Window window;
static ed_Draw draws[2];
static host_Brush brush;

/// Letters of this size are 8 points wide.
#define SIZE 13.0f

static bool opened(void)
{
    brush = (host_Brush){ &window.batch, &draws[0], &draws[1], 1 };
    return screen_open(&window, 320, 180) && ed_draw_open(&draws[0], test_arena(), 1, 1)
        && ed_draw_open(&draws[1], test_arena(), 1, 1);
}

TEST(text_is_cut_between_two_letters)
{
    static const struct {
        const char *text;
        float width;
        size_t head, tail;
    } cases[] = {
        { "", 0, 0, 0 },      { "abcd", 32, 4, 4 },  { "abcd", 31, 2, 2 },
        { "abcd", 24, 2, 2 }, { "abcd", 23, 1, 1 },  { "abcd", 8, 0, 0 },
        { "abcd", 0, 0, 0 },  { "äöü", 24, 6, 6 },   { "äöü", 23, 2, 2 },
        { "äöü", 16, 2, 2 },  { "a€b€c", 39, 5, 5 }, { "€€€€€€€€", 63, 18, 18 },
    };
    if (!opened()) return;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        const char *text = cases[i].text;
        CHECK_EQ(host_brush_fitting(&brush, HOST_FACE_SANS, SIZE, text, cases[i].width, false),
                 cases[i].head);
        CHECK_EQ(host_brush_fitting(&brush, HOST_FACE_SANS, SIZE, text, cases[i].width, true),
                 cases[i].tail);
    }
    host_window_close(&window);
}

/// The text that is drawn last, in the list for that face.
static const char *last(host_Face face)
{
    const ed_Draw *draw = &draws[face == HOST_FACE_MONO];
    return draw->count ? draw->text + draw->items[draw->count - 1].text_at : "nothing";
}

TEST(text_that_is_cut_ends_with_an_ellipsis)
{
    if (!opened()) return;
    CHECK(host_brush_put(&brush, HOST_FACE_SANS, 5, 0, SIZE, 32, 0xff, "abcd") == 37);
    CHECK_TEXT(last(HOST_FACE_SANS), "abcd");
    CHECK(host_brush_put(&brush, HOST_FACE_SANS, 5, 0, SIZE, 31, 0xff, "abcd") == 21);
    CHECK_TEXT(last(HOST_FACE_SANS), "ab…");
    CHECK(host_brush_put(&brush, HOST_FACE_SANS, 5, 0, SIZE, 6.5f, 0xff, "ab") == 5);
    CHECK_TEXT(last(HOST_FACE_SANS), "…");
    CHECK_EQ(draws[0].count, 3);
    CHECK(host_brush_put(&brush, HOST_FACE_SANS, 5, 0, SIZE, 6.4f, 0xff, "ab") == 5);
    CHECK_EQ(draws[0].count, 3);      // there is no space for an ellipsis
    CHECK_EQ(draws[1].count, 0);
    host_brush_put(&brush, HOST_FACE_MONO, 5, 0, SIZE, 99, 0xff, "code");
    CHECK_TEXT(last(HOST_FACE_MONO), "code");
    host_window_close(&window);
}

TEST(a_path_that_is_cut_begins_with_a_step)
{
    static const struct {
        int letters;      // that fit
        const char *text;
    } cases[] = {
        { 20, "Scene.foes[12].pos.x" },
        { 19, "…foes[12].pos.x" },
        { 16, "…foes[12].pos.x" },
        { 15, "…[12].pos.x" },
        { 11, "…[12].pos.x" },
        { 10, "…pos.x" },
        { 7, "…pos.x" },
        { 6, "…x" },
        { 2, "…x" },
        { 1, "…" },
    };
    if (!opened()) return;
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        host_brush_tail(&brush, HOST_FACE_MONO, 0, 0, SIZE, 8 * (float)cases[i].letters, 0xff,
                        "Scene.foes[12].pos.x");
        CHECK_TEXT(last(HOST_FACE_MONO), cases[i].text);
    }
    host_brush_tail(&brush, HOST_FACE_SANS, 0, 0, SIZE, 32, 0xff, "a_name");
    CHECK_TEXT(last(HOST_FACE_SANS), "…ame");
    host_window_close(&window);
}

TEST(an_area_holds_its_left_and_upper_edge)
{
    const host_Area area = { 10, 20, 5, 6 };
    CHECK(host_area_holds(&area, 10, 20) && host_area_holds(&area, 14, 25));
    CHECK(!host_area_holds(&area, 9, 20) && !host_area_holds(&area, 15, 20));
    CHECK(!host_area_holds(&area, 10, 19) && !host_area_holds(&area, 10, 26));
}
