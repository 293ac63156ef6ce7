#include "runtime/snapshot/containers.h"
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

#define ONE_FIELD "[1,'n','u4',0,null,null]"

static ed_DocumentTypes types;
static ed_Pool game[3], editor[1];      // the states: records that have only pools

/// Two states with pools of Item, Temp and Note. The pool of Temp is transient, and that of Item
/// has two items and a free slot.
static ed_State state_with_pools(void)
{
    static const ed_Type *states[2];
    static ed_Schema schema = { .states = states, .state_count = 2 };
    static ed_RootMemory roots[2] = { { .at = game }, { .at = editor } };
    types = json_types("[{'name':'Game','size':144,'align':8,'fields':["
                       "[1,'list','V4',0,0,4],"
                       "[2,'temps','V4',48,0,3,{'pool':0}],[3,'items','V4',96,0,2,{'pool':0}]]},"
                       "{'name':'Editor','size':48,'align':8,'fields':["
                       "[1,'notes','V4',0,0,4,{'pool':0}]]},"
                       "{'name':'Item','size':4,'align':4,'fields':[" ONE_FIELD "]},"
                       "{'name':'Temp','size':4,'align':4,'fields':[" ONE_FIELD "]},"
                       "{'name':'Note','size':4,'align':4,'fields':[" ONE_FIELD "]}]");
    json_field(&types, 0, 1)->flags |= ED_FIELD_TRANSIENT;
    states[0] = &types.types[0];
    states[1] = &types.types[1];
    memset(game, 0, sizeof game);
    memset(editor, 0, sizeof editor);
    ed_Arena *arena = test_arena();
    for (u32 i = 0; i < 3; i++) ed_pool_add(arena, &game[2], 4, 4);
    ed_pool_remove(&game[2], (ed_Ref){ 1, 1 }, 4);
    return (ed_State){ .schema = &schema, .roots = roots };
}

TEST(the_containers_of_all_states_that_are_not_transient_are_found)
{
    ed_State state = state_with_pools();
    ed_Containers containers;
    CHECK(ed_containers_find(&state, true, test_arena(), &containers));
    CHECK_EQ(containers.count, 3);
    CHECK(ed_pool_of(&containers, &types.types[2])->pool == &game[2]);
    CHECK(ed_pool_of(&containers, &types.types[3]) == NULL);
    CHECK(ed_pool_of(&containers, &types.types[4])->pool == &editor[0]);
    state.roots = NULL;      // states that have their defaults
    CHECK(ed_containers_find(&state, true, test_arena(), &containers) && containers.count == 0);
}

TEST(a_handle_lives_if_its_slot_has_an_item_of_its_generation)
{
    static const struct {
        ed_Ref ref;
        bool lives;
    } all[] = {
        { { 0, 1 }, true },  { { 2, 1 }, true },  { { 1, 1 }, false }, { { 1, 2 }, false },
        { { 0, 0 }, false }, { { 0, 2 }, false }, { { 3, 1 }, false }, { { UINT32_MAX, 1 }, false },
    };
    ed_State state = state_with_pools();
    ed_Containers containers;
    CHECK(ed_containers_find(&state, true, test_arena(), &containers));
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        u8 unaligned[sizeof(ed_Ref) + 1];
        memcpy(unaligned + 1, &all[i].ref, sizeof(ed_Ref));
        const ed_Container *pool = ed_pool_of(&containers, &types.types[2]);
        CHECK_EQ(ed_handle_lives(pool, unaligned + 1), all[i].lives);
        CHECK(!ed_handle_lives(NULL, unaligned + 1));
    }
}

TEST(no_handle_lives_in_a_pool_that_was_changed_without_its_functions)
{
    const ed_Ref ref = { 0, 1 };
    for (u32 check = 0; check < 2; check++) {
        ed_State state = state_with_pools();
        ed_Containers containers;
        game[2].count = 1;
        CHECK(ed_containers_find(&state, check, test_arena(), &containers));
        CHECK_EQ(ed_handle_lives(ed_pool_of(&containers, &types.types[2]), &ref), !check);
    }
}

TEST(pools_are_not_found_without_memory)
{
    ed_State state = state_with_pools();
    ed_Containers containers;
    ed_Arena full;
    CHECK(ed_arena_open(&full, "full", 4096, NULL));
    ed_arena_push(&full, 4096, 1);
    CHECK(!ed_containers_find(&state, true, &full, &containers));
    ed_arena_close(&full);
}
