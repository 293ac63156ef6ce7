#include "runtime/debug/shared_game.h"
#include "tests/lib/test.h"

static ed_SharedGame parent, child;
static ed_Error error;

static bool open_both(void)
{
    i64 handles[ED_SHARED_HANDLES], inherited[ED_SHARED_HANDLES];
    error = (ed_Error){ .code = ED_OK };
    if (!ed_shared_game_open(&parent, &error)) return false;
    ed_shared_game_handles(&parent, handles);
    return ed_shared_game_inherit(&parent, inherited) <= ED_SHARED_HANDLES
        && ed_shared_game_attach(&child, handles, &error);
}

static void close_both(void)
{
    ed_shared_game_close(&child);
    ed_shared_game_close(&parent);
}

TEST(a_shared_game_is_the_same_at_two_addresses)
{
    CHECK(open_both());
    CHECK(parent.state != child.state);
    parent.state->frames_left = 17;
    CHECK_EQ(child.state->frames_left, 17);
    for (u32 i = 0; i < ED_CHECKPOINT_BUFFERS; i++) {
        CHECK(parent.checkpoint.buffers[i].at != child.checkpoint.buffers[i].at);
        child.checkpoint.buffers[i].at[5] = (u8)(i + 1);
        CHECK_EQ(parent.checkpoint.buffers[i].at[5], i + 1);
    }
    close_both();
    CHECK(!parent.state && !child.state);
}

TEST(handles_that_lead_to_no_shared_game_are_refused)
{
    i64 handles[ED_SHARED_HANDLES];
    CHECK(open_both());
    ed_shared_game_close(&child);
    for (u32 i = 0; i < ED_SHARED_HANDLES; i++) {
        ed_shared_game_handles(&parent, handles);
        handles[i] = 1000000000;
        error.code = ED_OK;
        CHECK(!ed_shared_game_attach(&child, handles, &error));
        CHECK_HAS(error.text, "cannot attach ");
        CHECK(!child.state && !child.memory.at && !child.checkpoint.buffers[0].at);
    }
    close_both();
}

TEST(a_shared_game_that_was_overwritten_becomes_valid_again)
{
    CHECK(open_both());
    memset(child.state, 0xa5, sizeof *child.state);
    ed_shared_game_recover(&parent);
    CHECK(!ed_checkpoint_best(&parent.checkpoint));
    CHECK_EQ(child.state->marks.last.size, 0);
    CHECK_EQ(child.state->fault.kind, ED_FAULT_NONE);
    close_both();
}
