#include "host/inspect/changed.h"
#include <stdio.h>
#include "tests/lib/test.h"

TEST(a_value_is_marked_while_it_differs_from_that_at_the_last_reload)
{
    host_ChangeMarks seen;
    CHECK(host_changed_init(&seen, test_arena()));
    host_changed_start_epoch(&seen, 1);
    CHECK(!host_changed_note(&seen, "Game.a", 5));
    CHECK(host_changed_note(&seen, "Game.a", 6));
    CHECK(!host_changed_note(&seen, "Game.a", 5));
    CHECK(host_changed_note(&seen, "Game.a", 7));
    host_changed_start_epoch(&seen, 1);
    CHECK(host_changed_note(&seen, "Game.a", 7));
    host_changed_start_epoch(&seen, 2);
    CHECK(!host_changed_note(&seen, "Game.a", 7));
    CHECK(host_changed_note(&seen, "Game.a", 8));
}

TEST(no_value_is_marked_right_after_a_reload)
{
    char path[32];
    host_ChangeMarks seen;
    CHECK(host_changed_init(&seen, test_arena()));
    for (u32 i = 0; i < 20 * HOST_CHANGED_MAX; i++) {
        snprintf(path, sizeof path, "Game.a[%u]", i);
        CHECK(!host_changed_note(&seen, path, 1));
        CHECK(host_changed_note(&seen, path, 2));
    }
    host_changed_start_epoch(&seen, 1);
    for (u32 i = 20 * HOST_CHANGED_MAX; i-- > 0;) {
        snprintf(path, sizeof path, "Game.a[%u]", i);
        CHECK(!host_changed_note(&seen, path, 2));
    }
}
