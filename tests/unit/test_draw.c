#include "tests/lib/test.h"
#include <math.h>
#include <stdio.h>
#include "runtime/api/draw.h"
#include "runtime/api/input.h"
#include "runtime/api/module.h"
#include "tests/lib/failing.h"

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
    static const ed_Color a[4] = { 1, 2, 3, 4 }, b[4] = { 1, 2, 3, 4 }, c[4] = { 1, 2, 3, 5 },
                          d[4] = { 5, 2, 3, 4 };
    CHECK_EQ(ed_sprite_from_pixels(a, 2, 2).id, ed_sprite_from_pixels(b, 2, 2).id);
    CHECK(ed_sprite_from_pixels(a, 2, 2).id != ed_sprite_from_pixels(c, 2, 2).id);
    CHECK(ed_sprite_from_pixels(a, 2, 2).id != ed_sprite_from_pixels(d, 2, 2).id);
    CHECK(ed_sprite_from_pixels(a, 2, 2).id != ed_sprite_from_pixels(a, 4, 1).id);
}

TEST(every_key_has_a_name_that_finds_it)
{
    for (u32 key = 1; key < ED_KEY_COUNT; key++)
        CHECK_EQ(ed_key_from_name(ed_key_name((ed_Key)key)), key);
    CHECK_EQ(ed_key_from_name("SPACE"), ED_KEY_SPACE);
    CHECK_EQ(ed_key_from_name("spac"), ED_KEY_NONE);
    CHECK_EQ(ed_key_from_name("spaces"), ED_KEY_NONE);
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

static bool is(const ed_DrawItem *item, ed_DrawKind kind, ed_Color color, const f32 *v)
{
    return item->kind == kind && item->color == color && item->align == 0
        && memcmp(item->v, v, sizeof item->v) == 0;
}

TEST(each_function_adds_its_item)
{
    static const f32 rect[6] = { 11, 22, 3, 4 }, outline[6] = { 11, 22, 3, 4, 5 },
                     line[6] = { 11, 22, 13, 24, 5 }, circle[6] = { 11, 22, 3 },
                     triangle[6] = { 11, 22, 13, 24, 15, 26 }, sprite[6] = { 11, 22, 3, 4, 0.5f },
                     clip[6] = { 11, 22, 3, 4 }, none[6] = { 10, 20, -1 };
    static const ed_Color pixels[2] = { 1, 2 };
    ed_Sprite picture = ed_sprite_from_pixels(pixels, 2, 1);
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    CHECK(draw.width == 320 && draw.height == 180);
    ed_draw_origin(&draw, 10, 20);
    ed_draw_rect(&draw, 1, 2, 3, 4, 7);
    ed_draw_rect_outline(&draw, 1, 2, 3, 4, 5, 7);
    ed_draw_line(&draw, 1, 2, 3, 4, 5, 7);
    ed_draw_circle(&draw, 1, 2, 3, 7);
    ed_draw_triangle(&draw, 1, 2, 3, 4, 5, 6, 7);
    ed_draw_sprite(&draw, &picture, 1, 2, 3, 4, 0.5f, 7);
    ed_draw_clip(&draw, 1, 2, 3, 4);
    ed_draw_unclip(&draw);
    CHECK_EQ(draw.count, 8);
    CHECK(is(&draw.items[0], ED_DRAW_RECT, 7, rect));
    CHECK(is(&draw.items[1], ED_DRAW_RECT_OUTLINE, 7, outline));
    CHECK(is(&draw.items[2], ED_DRAW_LINE, 7, line));
    CHECK(is(&draw.items[3], ED_DRAW_CIRCLE, 7, circle));
    CHECK(is(&draw.items[4], ED_DRAW_TRIANGLE, 7, triangle));
    CHECK(is(&draw.items[5], ED_DRAW_SPRITE, 7, sprite));
    CHECK(is(&draw.items[6], ED_DRAW_CLIP, 0, clip) && is(&draw.items[7], ED_DRAW_CLIP, 0, none));
    const ed_Sprite *drawn = &draw.items[5].sprite;
    CHECK(drawn->pixels == pixels && drawn->width == 2 && drawn->height == 1);
}

TEST(a_text_item_has_its_alignment_size_and_terminated_text)
{
    static const f32 at[3] = { 11, 22, 9 };
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_origin(&draw, 10, 20);
    ed_draw_text(&draw, 1, 2, 9, ED_ALIGN_RIGHT, 7, "%s", "one");
    ed_draw_text(&draw, 1, 2, 9, ED_ALIGN_LEFT, 8, "%u", 2u);
    const ed_DrawItem *one = &draw.items[0], *two = &draw.items[1];
    CHECK(one->kind == ED_DRAW_TEXT && one->align == ED_ALIGN_RIGHT && one->color == 7);
    CHECK(memcmp(one->v, at, sizeof at) == 0);
    CHECK(one->text_at == 0 && one->text_size == 3 && two->text_at == 4 && two->text_size == 1);
    CHECK(memcmp(draw.text,
                 "one\0"
                 "2",
                 6)
              == 0
          && draw.text_size == 6);
}

TEST(a_cleared_list_begins_as_a_new_one)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_origin(&draw, 10, 20);
    ed_draw_blend(&draw, ED_BLEND_ADD);
    ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "x");
    draw.dropped = 4;
    ed_draw_clear(&draw);
    CHECK(draw.count == 0 && draw.dropped == 0 && draw.text_size == 0);
    ed_draw_rect(&draw, 1, 2, 3, 4, 5);
    CHECK(draw.items[0].v[0] == 1 && draw.items[0].v[1] == 2);
    CHECK_EQ(draw.items[0].blend, ED_BLEND_ALPHA);
}

TEST(text_that_just_fits_the_list_is_drawn_and_one_more_byte_is_dropped)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    draw.text_size = ED_DRAW_TEXT_MAX - 5;
    ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "fives");
    CHECK(draw.count == 0 && draw.dropped == 1 && draw.text_size == ED_DRAW_TEXT_MAX - 5);
    ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "four");
    CHECK(draw.count == 1 && draw.dropped == 1 && draw.text_size == ED_DRAW_TEXT_MAX);
    ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "%s", "");
    CHECK(draw.count == 1 && draw.dropped == 2);
    draw.text_size = UINT32_MAX;      // written by the game
    ed_draw_text(&draw, 0, 0, 9, ED_ALIGN_LEFT, 0, "x");
    CHECK(draw.count == 1 && draw.dropped == 3);
}

TEST(a_clip_that_is_not_positive_is_empty)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    ed_draw_clip(&draw, 0, 0, 0, 5);
    ed_draw_clip(&draw, 0, 0, -5, 0.25f);
    CHECK(draw.items[0].v[2] == 0 && draw.items[0].v[3] == 5);
    CHECK(draw.items[1].v[2] == 0 && draw.items[1].v[3] == 0.25f);
}

TEST(an_item_that_does_not_fit_changes_no_other)
{
    CHECK(ed_draw_open(&draw, test_arena(), 320, 180));
    for (u32 n = 0; n < ED_DRAW_ITEMS_MAX; n++) ed_draw_circle(&draw, 1, 2, 3, 0);
    CHECK_EQ(draw.dropped, 0);
    ed_draw_rect(&draw, 9, 9, 9, 9, 9);
    CHECK(draw.dropped == 1 && draw.items[ED_DRAW_ITEMS_MAX - 1].kind == ED_DRAW_CIRCLE);
}

TEST(a_draw_list_without_memory_is_refused)
{
    for (u64 request = 1; request <= 2; request++) {
        failing_begin(request, true);
        bool good = ed_draw_open(&draw, test_arena(), 320, 180);
        CHECK(failing_end() && !good);
    }
}

TEST(a_sprite_has_the_size_and_a_hash_of_its_pixels)
{
    static const ed_Color pixels[6] = { 1, 2, 3, 4, 5, 6 }, last[6] = { 1, 2, 3, 4, 5, 7 };
    ed_Sprite sprite = ed_sprite_from_pixels(pixels, 3, 2);
    CHECK(sprite.pixels == pixels && sprite.width == 3 && sprite.height == 2);
    CHECK(sprite.id != ed_sprite_from_pixels(last, 3, 2).id);
    CHECK(ed_sprite_from_pixels(pixels, 0, 2).id != ed_sprite_from_pixels(pixels, 1, 1).id);
}

TEST(an_unknown_key_is_reported_as_none)
{
    CHECK_TEXT(ed_key_name(ED_KEY_NONE), "none");
    CHECK_TEXT(ed_key_name(ED_KEY_COUNT), "none");
    CHECK_TEXT(ed_key_name(ED_KEY_PERIOD), "period");
    CHECK_EQ(ed_key_from_name("none"), ED_KEY_NONE);
    CHECK_EQ(ed_key_from_name("a"), ED_KEY_A);
    CHECK_EQ(ed_key_from_name(""), ED_KEY_NONE);
}

// --- scratch arenas ------------------------------------------------------------------------------

TEST(a_scratch_arena_is_opened_once_for_each_tag)
{
    static ed_Scratch slots[ED_SCRATCH_MAX];
    ed_Host host = { .scratch = slots };
    char tag[8];
    memset(slots, 0, sizeof slots);
    ed_Arena *first = ed_host_scratch(&host, "path", ED_LIFETIME_KEEP, 8192);
    CHECK(first == &slots[0].arena && first->limit == 8192 && slots[0].tag);
    CHECK_TEXT(first->name, "scratch path");
    CHECK_EQ(slots[0].life, ED_LIFETIME_KEEP);
    for (u32 i = 1; i < ED_SCRATCH_MAX; i++) {
        snprintf(tag, sizeof tag, "t%u", i);
        CHECK(ed_host_scratch(&host, tag, ED_LIFETIME_RELOAD, 4096) == &slots[i].arena);
    }
    CHECK(ed_host_scratch(&host, "path", ED_LIFETIME_RELOAD, 4096) == first);
    CHECK(ed_host_scratch(&host, "t15", ED_LIFETIME_RELOAD, 4096) == &slots[15].arena);
    CHECK(!ed_host_scratch(&host, "no room", ED_LIFETIME_KEEP, 4096));
    for (u32 i = 0; i < ED_SCRATCH_MAX; i++) ed_arena_close(&slots[i].arena);
}

TEST(a_scratch_arena_that_cannot_be_opened_leaves_its_slot_free)
{
    static ed_Scratch slots[ED_SCRATCH_MAX];
    ed_Host host = { .scratch = slots };
    memset(slots, 0, sizeof slots);
    CHECK(!ed_host_scratch(&host, "huge", ED_LIFETIME_KEEP, (size_t)1 << 62));
    CHECK_EQ(slots[0].tag, 0);
}
