#include "gen/unit.gen.h"
#include "runtime/migrate/load.h"
#include "runtime/snapshot/encode.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

static struct {
    ed_Report report;
    ed_Plan plan;
    ed_Reader r;
} job;

/// Packs `from` and reads it as `to` through a plan, as a reload does.
static bool migrate_record(const ed_Type *from_type, const void *from, const ed_Type *to_type,
                           void *to)
{
    ed_Arena *arena = test_arena();
    ed_Writer w = test_writer();
    ed_pack_record(&w, from_type, from);
    ed_report_init(&job.report, test_arena());
    ed_plan_begin(&job.plan, test_arena(), &job.report, &(ed_DocumentTypes){ .count = 0 }, false);
    ed_TypePlan *pair = ed_plan_pair(&job.plan, from_type, to_type, (ed_UnitPair){ NULL, NULL });
    to_type->init(arena, to);
    ed_read_init(&job.r, w.bytes, w.size);
    ed_LoadSession loading;
    ed_load_session_begin(&loading, &job.r, &job.plan, &(ed_State){ .game = "" });
    if (pair) ed_load_session_root(&loading, from_type, to_type, &(ed_RootMemory){ to, arena });
    ed_load_session_finish(&loading);
    ed_plan_finish(&job.plan);
    return pair && ed_read_ok(&job.r) && job.r.at == job.r.end && job.r.depth == 0;
}
#define MIGRATE(From, from, To, to) migrate_record(&From##_type, from, &To##_type, to)

static const ed_ReportRow *row_of(const char *type, const char *field)
{
    static const ed_ReportRow none;
    for (u32 i = 0; i < job.report.count; i++)
        if (strcmp(job.report.rows[i].type, type) == 0
            && strcmp(job.report.rows[i].field, field) == 0)
            return &job.report.rows[i];
    return &none;
}

TEST(added_dropped_reordered_and_renamed_fields_are_matched)
{
    Before from;
    After to;
    Before_init(test_arena(), &from);
    from.a = 11;
    from.gone = 33;
    from.at = (Point){ 4, 5 };
    from.path_count = 1;
    from.path[0] = (Point){ 6, 7 };
    CHECK(MIGRATE(Before, &from, After, &to));
    CHECK_EQ(to.fresh, 7);
    CHECK_EQ(to.b, 2);
    CHECK_EQ(to.c, 11);
    CHECK(to.at.x == 4 && to.at.y == 5 && to.at.z == 3);
    CHECK(to.path_count == 1 && to.path[0].x == 6 && to.path[0].z == 3);
    CHECK_EQ(row_of("After", "fresh")->outcome, ED_ADDED);
    CHECK_TEXT(row_of("After", "fresh")->default_json, "7");
    CHECK_EQ(row_of("After", "gone")->outcome, ED_DROPPED);
    CHECK_EQ(row_of("After", "gone")->lost, 1);
    CHECK_EQ(row_of("After", "c")->outcome, ED_RENAMED);
    CHECK_TEXT(row_of("After", "c")->before, "a");
    CHECK_EQ(row_of("Point3", "z")->records, 2);
}

TEST(a_swap_of_two_names_is_done_once)
{
    SwapOld from = { 1, 2 };
    SwapNew swapped, again;
    CHECK(MIGRATE(SwapOld, &from, SwapNew, &swapped));
    CHECK_EQ(swapped.a, 2);
    CHECK_EQ(swapped.b, 1);
    CHECK(MIGRATE(SwapNew, &swapped, SwapNew, &again));
    CHECK_EQ(again.a, 2);
    CHECK_EQ(again.b, 1);
}

TEST(a_name_that_is_taken_again_does_not_get_the_old_value)
{
    ChainOld from = { 1 };
    ChainNew to, again;
    CHECK(MIGRATE(ChainOld, &from, ChainNew, &to));
    CHECK_EQ(to.c, 1);
    CHECK_EQ(to.a, 5);
    to.a = 6;
    CHECK(MIGRATE(ChainNew, &to, ChainNew, &again));
    CHECK_EQ(again.c, 1);
    CHECK_EQ(again.a, 6);
}

TEST(a_value_is_not_renamed_back_to_a_name_that_another_old_value_has)
{
    const u32 calm = ed_tag("CALM", 4);
    const ed_Value values[] = {
        { .name = "CALM", .tag = calm },
        { .name = "SLEEPY", .number = 1, .tag = 2, .was = &calm, .was_count = 1 }
    };
    ed_Type from = { .name = "Mood", .kind = ED_ENUM, .values = values, .value_count = 2 };
    ed_Type to = { .name = "Mood", .kind = ED_ENUM, .values = values, .value_count = 1 };
    CHECK(!ed_value_counterpart(&from, &values[1], &to));
    from.values = &values[1];
    from.value_count = 1;
    CHECK(ed_value_counterpart(&from, &values[1], &to) == &values[0]);
}

TEST(the_same_type_keeps_everything_exactly)
{
    Arrays from = { .list = { 1, 2, 3, 4 }, .one = 5 }, to;
    CHECK(MIGRATE(Arrays, &from, Arrays, &to));
    CHECK_EQ(ed_report_count(&job.report, ED_KEPT), job.report.count);
    CHECK(ed_report_lossless(&job.report));
}

TEST(units_that_do_not_convert_are_reported)
{
    CHECK(migrate_begin("state Game { i32 v [[unit('m')]]; }",
                        "state Game { i32 v [[unit('s')]]; }"));
    CHECK(migrate_pack() && migrate_load());
    CHECK_TEXT(migrate_line(),
               "0 fields kept, converted Game.v i32 m -> i32 s (1 exact): no conversion between "
               "these units is known: the numbers are unchanged");
}
