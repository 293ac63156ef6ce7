#include "runtime/debug/pointer_check.h"
#include <string.h>
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

static void *at(const char *path)
{
    ed_ValueRef ref;
    ed_State state = ed_run_state(&walk_run);
    return ed_value_find(&state, path, &ref, NULL) ? ref.at : NULL;
}

/// Lets a pointer lead into the middle of a record.
static void break_pointer(const char *path)
{
    u8 *inside = (u8 *)at("Game.items[1]") + 1;
    memcpy(at(path), &inside, sizeof inside);
}

TEST(a_pointer_that_dangles_is_found_once)
{
    ed_PointerCheck check = { .found = "" };
    CHECK(walk_begin_schema("struct Item { u32 id; Item *next; } "
                            "state Game { Item items[3]; Item *last; } state More { Item one; }"));
    walk_set("Game.items[0].next", "\"More.one\"");
    walk_set("Game.last", "\"Game.items[1]\"");
    CHECK(ed_pointer_check(&check, &walk_run));
    break_pointer("Game.items[2].next");
    CHECK(!ed_pointer_check(&check, &walk_run));
    CHECK_HAS(walk_run.frame_error.text, "Game.items[2].next points to no Item of the state");
    CHECK(ed_pointer_check(&check, &walk_run));
    break_pointer("Game.last");      // after one that was found already
    CHECK(ed_pointer_check(&check, &walk_run));
    walk_set("Game.items[2].next", "null");
    walk_run.frame_error = (ed_Error){ .code = ED_OK };      // as an update does
    CHECK(!ed_pointer_check(&check, &walk_run));
    CHECK_HAS(walk_run.frame_error.text, "Game.last points to");
    walk_set("Game.last", "null");
    CHECK(ed_pointer_check(&check, &walk_run));
    break_pointer("Game.last");
    CHECK(!ed_pointer_check(&check, &walk_run));
    ed_run_close(&walk_run);
}
