#include "gen/schema.gen.h"
#include "runtime/attic/dry_run.h"
#include "runtime/migrate/possible_values.h"
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/number.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"

// --- any record ----------------------------------------------------------------------------------

static u64 seed = 1;

static u64 dice(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static u32 upto(u32 most) { return (u32)(dice() % (most + 1)); }

static void fill_record(const ed_Type *type, ed_Arena *arena, void *it, u32 depth);

static void fill_number(ed_Kind kind, void *at)
{
    static const f64 odd[] = { 0,     1,     -1,       0.5,          255,  256,
                               -129,  65536, 16777217, 4294967296.0, 1e10, 9007199254740993.0,
                               -1e20, 1e300 };
    u64 bits = dice() >> upto(63);
    if (kind == ED_BOOL) bits &= 1;
    memcpy(at, &bits, ed_kind_size(kind));
    if (kind == ED_F32 || kind == ED_F64)
        ed_number_store(kind, at, ed_number_from_f64(odd[upto(ED_COUNT(odd) - 1)]));
}

static i64 some_value(const ed_Type *type)
{
    u64 bits = 0;
    if (type->kind == ED_ENUM) return type->values[upto(type->value_count - 1)].number;
    for (u32 i = 0; i < type->value_count; i++)
        if (upto(1)) bits |= (u64)type->values[i].number;
    return (i64)bits;
}

static void fill_element(const ed_Field *field, ed_Arena *arena, void *at, u32 depth)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    i64 number;
    switch (field->kind) {
    case ED_STRUCT: fill_record(field->type, arena, at, depth + 1); break;
    case ED_CHARS: memcpy(at, letters, upto(field->size < 40 ? field->size - 1 : 40)); break;
    case ED_STR: ed_str_put(arena, at, letters, upto(20)); break;
    case ED_ENUM:
    case ED_FLAGS:
        number = some_value(field->type);
        ed_number_store(field->type->base, at, ed_number_from_bits(field->type->base, number));
        break;
    default: fill_number(field->kind, at); break;
    }
}

static void fill_field(const ed_Field *field, ed_Arena *arena, void *it, u32 depth)
{
    u8 *at = (u8 *)it + field->offset;
    ed_Array *array = (ed_Array *)(void *)at;
    bool dynamic = field->shape == ED_DYNAMIC;
    u32 count = field->shape == ED_BOUNDED ? upto(field->count)
              : dynamic                    ? upto(depth < 3 ? 6 : 0)
                                           : field->count;
    if (field->shape == ED_BOUNDED) memcpy(at - 4, &count, 4);
    for (u32 i = 0; i < count; i++) {
        u8 *item = dynamic ? (u8 *)ed_array_add(arena, array, field->size, 8)
                           : at + (size_t)i * field->size;
        if (dynamic) ed_init_element(field, arena, item);
        memset(item, 0, field->kind == ED_STRUCT ? 0 : field->size);
        fill_element(field, arena, item, depth);
    }
}

static void fill_record(const ed_Type *type, ed_Arena *arena, void *it, u32 depth)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & ED_FIELD_TRANSIENT))
            fill_field(&type->fields[i], arena, it, depth);
}

// --- what the engine lost was predicted ----------------------------------------------------------

static u32 happened(const ed_ReportRow *row)
{
    const ed_Tally *t = &row->tally;
    return (t->saturated ? ED_MAY_SATURATE : 0) | (t->rounded ? ED_MAY_ROUND : 0)
         | (t->truncated ? ED_MAY_TRUNCATE : 0) | (t->defaulted ? ED_MAY_DEFAULT : 0)
         | (row->lost ? ED_MAY_DROP : 0);
}

static ed_Plan plan;
static ed_Report report;

static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[4];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "dry run", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

/// Memory for the steps, valid until the next call.
static ed_Load *load_into(ed_Arena *arena)
{
    static ed_Reader r;
    static ed_Decoder d;
    static ed_LoadShared shared;
    static ed_Load load;
    shared = (ed_LoadShared){ .buffers = NULL };
    ed_read_init(&r, NULL, 0);
    d = (ed_Decoder){ .r = &r, .arena = arena_at(2) };
    load = (ed_Load){ .d = &d, .plan = &plan, .arena = arena, .shared = &shared };
    return &load;
}

static bool migrate(const ed_Type *from, const ed_Type *to)
{
    ed_Arena *arena = arena_at(0), *into = arena_at(1);
    void *old = ed_state_init(from, arena), *new = ed_state_init(to, into);
    fill_record(from, arena, old, 0);
    ed_report_init(&report, arena_at(3));
    ed_plan_begin(&plan, report.arena, &report, &(ed_DocumentTypes){ .count = 0 }, false);
    ed_TypePlan *pair = ed_plan_pair(&plan, from, to, (ed_UnitPair){ NULL, NULL });
    ed_Load *load = load_into(into);
    ed_Steps *steps = pair ? ed_steps(load, pair, pair->from) : NULL;
    if (steps)
        ed_steps_run(load, steps,
                     &(ed_Elements){ .from = (const u8 *)old, .to = (u8 *)new, .count = 1 });
    ed_plan_finish(&plan);
    return steps && ed_read_ok(load->d->r);
}

static const char *unpredicted(void)
{
    static char text[300];
    static u32 losses[ED_REPORT_ROWS_MAX];      // copied, as the dry run counts in the same rows
    for (u32 r = 0; r < report.count; r++) losses[r] = happened(&report.rows[r]);
    for (u32 p = 0; p < plan.count; p++)
        for (u32 i = 0; i < plan.pairs[p].from->field_count; i++) {
            const ed_PlanField *field = &plan.pairs[p].fields[i];
            u32 found = field->row ? losses[field->row - report.rows] : 0;
            u32 predicted = ed_possible_losses(load_into(arena_at(1)), field);
            if (!(found & ~predicted)) continue;
            ed_Text out = ed_text_over(text, sizeof text);
            ed_text_add(&out, "%s.%s %s -> %s: %x, predicted %x", field->row->type,
                        field->row->field, field->row->from,
                        field->row->to ? field->row->to : "nothing", found, predicted);
            return text;
        }
    return "";
}

TEST(a_dry_run_predicts_every_loss_of_the_migration)
{
    for (u32 a = 0; a < eddie_schema.type_count; a++)
        for (u32 b = 0; b < eddie_schema.type_count; b++) {
            const ed_Type *from = eddie_schema.types[a], *to = eddie_schema.types[b];
            for (u32 i = 0; i < 8 && from->kind == ED_STRUCT && to->kind == ED_STRUCT; i++) {
                if (from == &Assets_type || to == &Assets_type) break;
                CHECK(migrate(from, to));
                CHECK_TEXT(unpredicted(), "");
            }
        }
}

// --- whole documents -----------------------------------------------------------------------------

static ed_Span defaults(ed_RootMemory *blocks)
{
    ed_Writer w = test_writer();
    for (u32 i = 0; i < 2; i++)
        blocks[i] =
            (ed_RootMemory){ ed_state_init(eddie_schema.states[i], test_arena()), test_arena() };
    ed_snapshot_write(&w, &(ed_State){ .game = "", .schema = &eddie_schema, .roots = blocks });
    return (ed_Span){ w.bytes, w.size };
}

TEST(the_same_schema_loses_nothing)
{
    char text[200];
    ed_RootMemory blocks[2];
    ed_Error error = { .code = ED_OK };
    bool at_next;
    ed_Span bytes = defaults(blocks);
    for (u32 bare = 0; bare < 2; bare++) {
        CHECK(ed_dry_run(&(ed_DryRun){ bytes, bytes, .bare = bare }, test_arena(), &report,
                         &at_next, &error));
        ed_Text out = ed_text_over(text, sizeof text);
        ed_report_line(&report, &out);
        CHECK(ed_report_lossless(&report) && ed_report_count(&report, ED_KEPT) == report.count);
        CHECK_TEXT(text, "all 29 fields kept");
    }
}

TEST(the_error_says_which_document_is_refused)
{
    ed_RootMemory blocks[2];
    ed_Span good = defaults(blocks), bad = { (const u8 *)"nothing", 7 };
    ed_Error error = { .code = ED_OK };
    bool at_next = true;
    CHECK(!ed_dry_run(&(ed_DryRun){ bad, good, .bare = false }, test_arena(), &report, &at_next,
                      &error));
    CHECK(!at_next && error.code == ED_ERR_FORMAT);
    error = (ed_Error){ .code = ED_OK };
    CHECK(!ed_dry_run(&(ed_DryRun){ good, bad, .bare = false }, test_arena(), &report, &at_next,
                      &error));
    CHECK(at_next && error.code == ED_ERR_FORMAT);
}
