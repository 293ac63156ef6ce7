#include "runtime/attic/attics.h"
#include "runtime/attic/attic.h"
#include "tests/lib/test.h"

static ed_Attics attics;

/// Retains a state of one value in the current attic.
static bool retain(void)
{
    static const u8 document[] = { 0xc0 };
    ed_Attic *attic = attics.current;
    ed_LostField *lost = (ed_LostField *)ed_attic_push(attic, sizeof *lost);
    if (!lost) return false;
    *lost = (ed_LostField){ "Game", "n", 1 };
    return ed_attic_add(
        attic,
        (ed_Retained){ .document = { document, sizeof document }, .lost = lost, .lost_count = 1 });
}

TEST(an_attic_is_emptied_when_nothing_uses_it_any_more)
{
    ed_Error error = { .code = ED_OK };
    attics = (ed_Attics){ .all = NULL };
    CHECK(ed_attics_open(&attics, test_arena(), &error) && retain());
    ed_Attic *attic = attics.current;
    ed_attics_hold(&attics, attic);
    ed_attics_use_empty(&attics);
    CHECK(attics.current != attic && ed_attic_count(attics.current) == 0);
    CHECK_EQ(ed_attic_count(attic), 1);
    CHECK(ed_attics_find_free(&attics) != attic);
    ed_attics_use(&attics, attic);
    ed_attics_drop(&attics, attic);
    CHECK_EQ(ed_attic_count(attic), 1);
    ed_attics_use_copy(&attics);
    CHECK(attics.current != attic && ed_attic_count(attics.current) == 1);
    CHECK_EQ(ed_attic_count(attic), 0);
    ed_attics_drop(&attics, NULL);
    ed_attics_use_empty(&attics);
    CHECK_EQ(ed_attic_count(attics.current), 0);
    ed_attics_close(&attics);
}

TEST(the_spare_memory_has_room_for_any_snapshot)
{
    ed_Error error = { .code = ED_OK };
    attics = (ed_Attics){ .all = NULL };
    CHECK(ed_attics_open(&attics, test_arena(), &error));
    CHECK(ed_attics_spare(&attics) == &attics.spare && attics.spare.base);
    CHECK_EQ(attics.spare.limit, ed_snapshot_bytes_max());
    ed_attics_close(&attics);
    CHECK(!attics.spare.base);
}
