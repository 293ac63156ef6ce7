#include "runtime/migrate/load.h"
#include "runtime/limits.h"
#include "runtime/migrate/returns.h"

void ed_loading_begin(ed_Loading *loading, ed_Reader *r, ed_Plan *plan, ed_Attic *attic,
                      ed_Span types, bool live)
{
    *loading = (ed_Loading){ .plan = plan, .attic = attic };
    loading->d = (ed_Decoder){ .r = r, .arena = &loading->arena, .types = plan->types,
                               .type_count = plan->type_count, .live = live };
    ed_arena_open(&loading->arena, "old values", ed_bytes_max, &r->err);
    if (attic) ed_columns_begin(&attic->columns, types);
}

static void migrate_root(ed_Loading *loading, ed_PlanPair *pair, const ed_Block *block)
{
    ed_Reader *r = loading->d.r;
    ed_Attic *attic = loading->attic;
    ed_Load load = { &loading->d, loading->plan, block->arena, attic ? &attic->columns : NULL,
                     &loading->returns, &loading->buffers };
    const ed_OldType *type = ed_old_type(&loading->d, pair->from);
    const u8 *record = type ? ed_decode_record(&loading->d, type) : NULL, *end = r->at;
    u32 tag = pair->to->tag, place = attic ? ed_attic_first_tag(attic, 0, pair->from->tag) : tag;
    if (attic && place != tag) ed_attic_alias(attic, 0, tag, place);
    ed_RecordKey key = { place, place };
    ed_Steps *steps = record ? ed_steps(&load, pair, ED_OLD_OPEN) : NULL;
    if (steps)
        ed_steps_run(&load, steps, (ed_Elements){ .from = record, .to = (u8 *)block->at, .count = 1,
                                                  .path = place, .keys = attic ? &key : NULL }, 1);
    if (ed_read_ok(r)) r->at = end;
}

void ed_loading_root(ed_Loading *loading, const ed_Type *from, const ed_Type *to,
                     const ed_Block *block)
{
    ed_Reader *r = loading->d.r;
    ed_PlanPair *pair = ed_plan_pair(loading->plan, from ? from : to, to);
    if (!pair) {
        ed_read_fail(r, ED_ERR_LIMIT, r->at, "there are too many types or fields to compare");
        return;
    }
    if (!ed_read_enter(r, to->name, 0)) return;
    migrate_root(loading, pair, block);
    ed_read_leave(r);
    if (ed_read_ok(r) && !ed_arena_fits(block->arena, &r->err)) r->at = r->end;
}

/// What did not fit the writer's own types counts with the field.
static void count_lost(const ed_Plan *plan, const ed_OldType *type)
{
    for (u32 p = 0; p < plan->count; p++) {
        const ed_PlanPair *pair = &plan->pairs[p];
        for (u32 i = 0; pair->from == type->type && i < pair->from->field_count; i++) {
            ed_ReportRow *row = pair->fields[i].row;
            const ed_Tally *lost = &type->fields[i].lost;
            if (!row) continue;
            row->tally.saturated += lost->saturated;
            row->tally.rounded   += lost->rounded;
            row->tally.truncated += lost->truncated;
            row->tally.defaulted += lost->defaulted;
        }
    }
}

void ed_loading_finish(ed_Loading *loading)
{
    const ed_Decoder *d = &loading->d;
    for (const ed_OldType *type = d->known; type; type = type->next)
        count_lost(loading->plan, type);
    ed_Load load = { .d = &loading->d, .plan = loading->plan, .returns = &loading->returns };
    if (ed_read_ok(d->r)) ed_keep_finish(&load);
    ed_arena_close(&loading->arena);
}

/// Types of layers that go now may be in the plan.
void ed_loading_close(ed_Loading *loading)
{
    ed_Columns *columns = loading->attic ? &loading->attic->columns : NULL;
    if (columns && ed_read_ok(loading->d.r)) ed_columns_commit(columns);
    else if (columns)                        ed_columns_abort(columns);
}
