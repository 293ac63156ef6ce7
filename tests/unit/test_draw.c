#include "tests/lib/test.h"
#include <math.h>
#include "runtime/api/draw.h"
#include "runtime/api/input.h"

static ed_Draw draw;

TEST(items_stand_in_the_order_they_were_drawn_moved_by_the_origin)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_origin(&draw, 10, 20);
    ed_draw_rect(&draw, 1, 2, 3, 4, 0xff0000ff);
    ed_draw_line(&draw, 0, 0, 5, 5, 1, 0xffffffff);
    ed_draw_blend(&draw, ED_BLEND_ADD);
    ed_draw_text(&draw, 0, 0, 12, ED_ALIGN_CENTER, 0xffffffff, "%d left", 7);
    CHECK_EQ(draw.count, 3);
    CHECK(draw.items[0].v[0] == 11 && draw.items[0].v[1] == 22 && draw.items[0].v[2] == 3);
    CHECK(draw.items[1].v[2] == 15 && draw.items[1].v[3] == 25);
    CHECK_EQ(draw.items[1].blend, ED_BLEND_ALPHA);
    CHECK_EQ(draw.items[2].blend, ED_BLEND_ADD);
    CHECK_TEXT(draw.text + draw.items[2].text_at, "7 left");
}

TEST(a_clip_holds_until_it_is_taken_off)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_clip(&draw, 1, 2, 30, -4);
    ed_draw_unclip(&draw);
    CHECK(draw.items[0].kind == ED_DRAW_CLIP && draw.items[0].v[2] == 30
          && draw.items[0].v[3] == 0);
    CHECK(draw.items[1].kind == ED_DRAW_CLIP && draw.items[1].v[2] < 0);
}

TEST(a_clip_without_a_valid_size_cuts_everything)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_clip(&draw, 1, 2, NAN, NAN);
    CHECK(draw.items[0].v[2] == 0 && draw.items[0].v[3] == 0);
}

TEST(what_does_not_fit_the_list_is_counted)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    for (u32 n = 0; n < ED_DRAW_ITEMS_MAX + 5; n++) ed_draw_circle(&draw, 0, 0, 1, 0);
    CHECK_EQ(draw.count, ED_DRAW_ITEMS_MAX);
    CHECK_EQ(draw.dropped, 5);
    ed_draw_clear(&draw);
    for (u32 n = 0; n < ED_DRAW_TEXT_MAX / 10 + 5; n++)
        ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "ten bytes");
    CHECK(draw.dropped > 0 && draw.text_size <= ED_DRAW_TEXT_MAX);
}

TEST(equal_pixels_are_one_sprite)
{
    static const ed_Color a[4] = { 1, 2, 3, 4 }, b[4] = { 1, 2, 3, 4 }, c[4] = { 1, 2, 3, 5 };
    CHECK_EQ(ed_sprite_from_pixels(a, 2, 2).id, ed_sprite_from_pixels(b, 2, 2).id);
    CHECK(ed_sprite_from_pixels(a, 2, 2).id != ed_sprite_from_pixels(c, 2, 2).id);
    CHECK(ed_sprite_from_pixels(a, 2, 2).id != ed_sprite_from_pixels(a, 4, 1).id);
}

TEST(every_key_has_a_name_that_finds_it)
{
    for (u32 key = 1; key < ED_KEY_COUNT; key++)
        CHECK_EQ(ed_key_from_name(ed_key_name((ed_Key)key)), key);
    CHECK_EQ(ed_key_from_name("SPACE"), ED_KEY_SPACE);
    CHECK_EQ(ed_key_from_name("nothing"), ED_KEY_NONE);
}

TEST(a_ring_has_a_center_a_radius_and_a_thickness)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_origin(&draw, 10, 20);
    ed_draw_circle_outline(&draw, 1, 2, 30, 4, 0xff0000ff);
    CHECK_EQ(draw.items[0].kind, ED_DRAW_CIRCLE_OUTLINE);
    CHECK(draw.items[0].v[0] == 11 && draw.items[0].v[1] == 22);
    CHECK(draw.items[0].v[2] == 30 && draw.items[0].v[3] == 4);
}
