#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check_inline(ed_Arena *arena)
{
    Arrays it;
    Arrays_init(arena, &it);
    CHECK(it.fixed[0] == 30 && it.fixed[1] == 30 && it.fixed[2] == 0);
    CHECK(it.grid[0][1] == 2 && it.grid[1][0] == -3 && it.grid[1][1] == 0);
    CHECK(it.deep[0][0][0][0] == 1 && it.deep[1][0][0][0] == 2);
    CHECK(strcmp(it.names[1], "c") == 0 && strcmp(it.name, "a") == 0);
    CHECK(it.bytes_count == 2 && it.bytes[1] == 2 && it.longs_count == 1 && it.longs[0] == 7);
    CHECK(it.points_count == 2 && it.points[0].x == 5 && it.points[0].y == 1
          && it.points[1].y == 1);
    CHECK(it.corners[0][0].x == 9 && it.corners[1][1].x == 0 && it.corners[1][1].y == 1);
    CHECK(it.labels_count == 1 && strcmp(it.labels[0], "ab") == 0);
    CHECK(strcmp(ed_str_text(&it.lines[0]), "first") == 0 && it.words_count == 1);
}

static void check_lists(ed_Arena *arena)
{
    Arrays it;
    Arrays_init(arena, &it);
    CHECK(it.list.count == 3 && it.list.items[2] == 3);
    CHECK(it.paths.count == 2 && it.paths.items[0].y == 2 && it.paths.items[1].x == 0
          && it.paths.items[1].y == 1);
    CHECK(it.notes.count == 2 && strcmp(ed_str_text(&it.notes.items[0]), "one") == 0
          && it.bools.count == 0);
    Vec2 *more = Vec2_array_add(arena, &it.paths);
    CHECK(more && more->y == 1 && it.paths.count == 3);
    Vec2_array_remove(&it.paths, 0);
    CHECK(it.paths.count == 2 && it.paths.items[0].y == 1);
}

static void check_layout(void)
{
    for (u32 i = 0; i < Arrays_type.field_count; i++) {
        const ed_Field *field = &Arrays_type.fields[i];
        CHECK(field->offset + field->size <= sizeof(Arrays));
    }
    CHECK(offsetof(Arrays, bytes) == offsetof(Arrays, bytes_count) + 4);
    CHECK(offsetof(Arrays, longs) == offsetof(Arrays, longs_count) + 4);
    CHECK(offsetof(Small, b) == offsetof(Small, b_count) + 4);
    CHECK(sizeof(Holes) == 1 + 1 + 2 + 1 + 3 + 4 + 1 + 3 + 8 + 4 + 4);
}

static void check_by_kind(ed_Arena *arena)
{
    ByKind it;
    ByKind_init(arena, &it);
    CHECK(it.speed[Kind_ORC] == 1 && it.speed[Kind_ELF] == 0 && it.speed[Kind_TROLL] == 3);
    CHECK(it.plain[0] == 4 && it.plain[1] == 5 && it.plain[2] == 0);
    CHECK(it.both[0] == 0 && it.both[1] == 6 && it.both[2] == 7);
    CHECK(it.rank[0] == Rank_LOW && it.rank[1] == Rank_HIGH && it.rank[2] == Rank_LOW);
    CHECK(it.at[0][1].x == 8 && it.at[0][1].y == 1 && it.at[0][0].y == 1 && it.at[1][1].x == 0);
    CHECK(it.title[0].count == 0 && strcmp(ed_str_text(&it.title[1]), "elf") == 0);
    CHECK(it.large[0][0] == 0 && it.large[1][1] == 2 && it.large[2][0] == 0);
}

static void check(ed_Arena *arena)
{
    check_by_kind(arena);
    check_inline(arena);
    check_lists(arena);
    check_layout();
}
