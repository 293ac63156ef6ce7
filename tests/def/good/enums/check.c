#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static void check(ed_Arena *arena)
{
    Actor it;
    Actor_init(arena, &it);
    CHECK(it.mood == 4 && it.calm == 0 && it.sign == -1 && it.huge == UINT64_MAX
          && it.low == INT64_MIN);
    CHECK(it.one == NoZero_ONE && it.two == NoZero_TWO && it.many[0][0] == NoZero_TWO
          && it.many[1][2] == NoZero_ONE);
    CHECK(it.status == 5 && it.none == 0 && it.wide == 4 && it.all == 0x80000001u);
    CHECK(it.moods.count == 2 && it.moods.items[1] == Mood_AFRAID);
    CHECK(it.each_count == 2 && it.each[1] == (Status_ALIVE | Status_BURNING));
    CHECK(Mood_type.value_count == 3 && Mood_type.values[2].was_count == 2);
    CHECK(ed_value_by_name(&Mood_type, "SCARED", 6) == &Mood_type.values[2]);
    CHECK(ed_value_by_number(&Huge_type, -1) == &Huge_type.values[2]);
}
