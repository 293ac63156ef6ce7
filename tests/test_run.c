#include "tests/test.h"
#include "gen/schema.gen.h"
#include "runtime/run.h"

// --- a small game and a later version of it ------------------------------------------------------

static u32 loads, starts;
static void load(ed_Host *host) { loads++; (void)host; }

static void start(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    Point_array_add(host->states[Game_root].arena, &game->points)->x = 4;
    starts++;
}

static void update(ed_Host *host)
{
    Game *game = host->states[Game_root].at;
    game->tick++;
    *(u64 *)ed_arena_push(host->frame, 8, 8) = game->tick;
}

static void render(ed_Host *host) { ed_draw_rect(host->draw, 1, 2, 3, 4, 0xff00ffff); }

static ed_Module module_of(void)
{
    return (ed_Module){ .abi = ED_ABI, .game = "unit", .title = "Unit", .view_width = 100,
                        .view_height = 50, .schema = &eddie_schema, .load = load, .start = start,
                        .update = update, .render = render, .pack = ed_snapshot_write,
                        .unpack = ed_snapshot_read };
}

/// The same schema with one type of the states exchanged.
static ed_Schema schema_with(const ed_Type *const *states, const ed_Type *const *rigids)
{
    ed_Schema schema = eddie_schema;
    schema.states = states;
    schema.rigids = rigids;
    return schema;
}

TEST(a_game_starts_with_its_defaults_and_runs)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    loads = starts = 0;
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK_EQ(loads, 1);
    CHECK_EQ(starts, 1);
    Game *game = run.host.states[Game_root].at;
    CHECK(game->whole.at.y == 1);
    for (u32 i = 0; i < 3; i++) CHECK(ed_run_update(&run, NULL));
    CHECK_EQ(game->tick, 3);
    CHECK_EQ(*(u64 *)(void *)run.host.frame_before->base, 2);
    CHECK_EQ(ed_run_render(&run, 0)->count, 1);
    ed_run_close(&run);
}

TEST(the_same_layout_adopts_the_memory)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK(ed_run_replace(&run, &next, &error));
    CHECK(run.module == &next);
    CHECK_EQ(((Game *)run.host.states[Game_root].at)->points.count, 1);
    ed_run_close(&run);
}

// A twin is another build of the same sources.
TEST(a_twin_keeps_what_is_never_packed_and_the_report)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of(), twin = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    Game *game = run.host.states[Game_root].at;
    game->whole.spark = 7;
    CHECK(ed_run_replace(&run, &next, &error));
    game = run.host.states[Game_root].at;
    CHECK(game->whole.spark == 5);
    u32 rows = run.report.count;
    CHECK(rows > 0 || run.report.same_layout);
    game->whole.spark = 7;
    run.twin = true;
    CHECK(ed_run_replace(&run, &twin, &error));
    CHECK(run.module == &twin);
    CHECK(run.host.states[Game_root].at == game && game->whole.spark == 7);
    CHECK_EQ(run.report.count, rows);
    ed_run_close(&run);
}

TEST(what_was_packed_is_loaded_again)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    CHECK(ed_run_open(&run, &module, 5, &error));
    for (u32 i = 0; i < 10; i++) ed_run_update(&run, NULL);
    CHECK(ed_run_pack(&run, &bytes, &error));
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 1);
    memcpy(copy, bytes.at, bytes.size);
    for (u32 i = 0; i < 10; i++) ed_run_update(&run, NULL);
    CHECK(ed_run_load(&run, copy, bytes.size, &error));
    CHECK_EQ(((Game *)run.host.states[Game_root].at)->tick, 10);
    u32 rows = run.report.count;
    CHECK(rows > 10);
    CHECK(!ed_run_load(&run, copy, bytes.size - 1, &error));
    CHECK_EQ(run.report.count, rows);      // what failed takes no report away
    CHECK_TEXT(run.report.rows[0].type, "Game");
    error = (ed_Error){ .code = ED_OK };
    CHECK_EQ(run.host.tick, 10);
    ed_run_close(&run);
}

TEST(what_is_refused_leaves_state_and_code_as_they_were)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    ed_run_update(&run, NULL);
    void *at = run.host.states[Game_root].at;

    ed_Module other = module_of();
    other.abi++;
    CHECK(!ed_run_replace(&run, &other, &error));
    CHECK_EQ(error.code, ED_ERR_ABI);

    error = (ed_Error){ .code = ED_OK };
    other = module_of();
    other.game = "chess";
    CHECK(!ed_run_replace(&run, &other, &error));
    CHECK_EQ(error.code, ED_ERR_GAME);

    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_run_load(&run, "junk", 4, &error));
    CHECK_EQ(error.code, ED_ERR_FORMAT);

    CHECK(run.module == &module && run.host.states[Game_root].at == at);
    CHECK_EQ(((Game *)at)->tick, 1);
    ed_run_close(&run);
}

/// No snapshot of it could be read again.
TEST(a_struct_of_too_many_fields_is_refused_before_it_runs)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Type wide = *eddie_schema.states[0];
    wide.field_count = ED_FIELDS_MAX + 1;
    const ed_Type *types[] = { &wide };
    ed_Schema schema = eddie_schema;
    schema.types = types;
    schema.type_count = 1;
    module.schema = &schema;
    CHECK(!ed_run_open(&run, &module, 1, &error));
    CHECK_HAS(error.text, "has 4097 fields: 4096 are the limit");
}

TEST(a_changed_rigid_layout_is_refused_and_named)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    ed_Type assets = Assets_type;
    ed_Field fields[2] = { Assets_type.fields[0], Assets_type.fields[1] };
    fields[0].count = fields[0].dims[0] = 16;
    assets.fields = fields;
    const ed_Type *const rigids[] = { &assets };
    ed_Schema schema = schema_with(eddie_schema.states, rigids);
    next.schema = &schema;
    CHECK(ed_run_open(&run, &module, 5, &error));
    CHECK(!ed_run_replace(&run, &next, &error));
    CHECK_TEXT(error.text, "rigid memory changed: Assets.fonts ptr[8] -> ptr[16]: restart, or move "
                           "it to state");
    CHECK(run.module == &module);
    ed_run_close(&run);
}

TEST(a_limit_that_is_met_is_told_once_and_the_game_goes_on)
{
    static ed_Run run;
    ed_Module module = module_of();
    ed_Error error = { .code = ED_OK };
    CHECK(ed_run_open(&run, &module, 5, &error));
    ed_arena_push(run.states[Game_root].arena, SIZE_MAX / 2, 1);
    CHECK(!ed_run_update(&run, NULL));
    CHECK_HAS(run.over.text, "state Game is full");
    CHECK(ed_run_update(&run, NULL));
    ed_run_close(&run);
}

TEST(a_run_packs_the_bytes_of_its_state_whichever_module_it_has)
{
    static ed_Run run;
    ed_Module module = module_of(), next = module_of();
    ed_Error error = { .code = ED_OK };
    const ed_Type *const states[] = { eddie_schema.states[0] };
    ed_Schema schema = schema_with(states, eddie_schema.rigids);
    schema.state_count = 1;
    next.schema = &schema;
    CHECK(ed_run_open(&run, &module, 5, &error));
    for (u32 i = 0; i < 4; i++) {      // the second pack of a module has its types at hand
        if (i == 2) CHECK(ed_run_replace(&run, &next, &error));
        ed_Span bytes;
        ed_Writer w = test_writer();
        ed_State state = ed_run_state(&run);
        CHECK(ed_run_pack(&run, &bytes, &error));
        CHECK(ed_snapshot_write(&w, &state));
        CHECK(bytes.size == w.size && memcmp(bytes.at, w.bytes, w.size) == 0);
    }
    ed_run_close(&run);
}
