#include <string.h>
#include "runtime/packed.h"
#include "runtime/unpack_inner.h"
#include "runtime/value.h"

// --- in open form --------------------------------------------------------------------------------

bool ed_unpack_has_to_open(const ed_Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool may_hold_tables = from && (ed_field_is_record(from) || ed_table_follows(job->u->r));
    return may_hold_tables && !job->u->r->aside && from->preset_size;
}

bool ed_unpack_is_looked_at(const ed_Job *job)
{
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    bool record = from && ed_field_is_record(from) && !job->u->r->aside;
    return record && (job->plan->back || from->kind != job->to->kind
                      || from->shape != job->to->shape);
}

void ed_unpack_opened(const ed_Job *job, const ed_Field *from, ed_OpenedFn *read, void *it)
{
    const ed_Unpack *u = job->u;
    const u8 *at = u->r->at;
    ed_Aside aside;
    ed_aside_begin(&aside, u);
    ed_open_field(u, u->r, from, job->level, &aside.w);
    ed_aside_read(&aside, u, at);
    ed_Job opened = *job;
    opened.u = &aside.u;
    if (ed_read_ok(u->r)) read(&opened, it);
    ed_aside_end(&aside, u);
}

void ed_unpack_opened_record(const ed_Job *record, ed_PlanPair *pair, const ed_Type *type, void *it)
{
    const ed_Unpack *u = record->u;
    const u8 *at = u->r->at;
    ed_Aside aside;
    ed_aside_begin(&aside, u);
    ed_open_record(u, u->r, pair->from, &aside.w);
    ed_aside_read(&aside, u, at);
    ed_Job opened = *record;
    opened.u = &aside.u;
    if (ed_read_ok(u->r)) ed_unpack_record_of(&opened, pair, type, it);
    ed_aside_end(&aside, u);
}

// --- tables --------------------------------------------------------------------------------------

static bool same_dims(const ed_Field *one, const ed_Field *other)
{
    return one->shape == other->shape && memcmp(one->dims, other->dims, sizeof one->dims) == 0;
}

bool ed_unpack_by_rows(const ed_Job *job, const ed_Table *table)
{
    const ed_Field *from = job->plan->from, *to = job->to;
    if (job->plan->back || job->level) return false;
    if (to->shape == ED_FIXED) return same_dims(from, to);
    bool list = ed_field_rank(from) == 1 && ed_field_rank(to) == 1;
    return list && (to->shape == ED_DYNAMIC || to->count == 0 || table->count <= to->count);
}

static bool is_table_of(const ed_Job *job, ed_Table *table)
{
    ed_Reader *r = job->u->r;
    const ed_Field *from = job->plan ? job->plan->from : NULL;
    const ed_Plan *plan = job->u->plan;
    if (!ed_read_ok(r)) return false;
    bool known = from && from->type >= plan->types && from->type < plan->types + plan->type_count;
    bool other = known && from->kind <= ED_UNION && table->type != ED_TABLE_NONE
              && table->type != (u64)(from->type - plan->types);
    bool good = from && ed_field_rank(from) && !other
             && (from->shape != ED_FIXED || from->count == table->count);
    if (!good)
        ed_read_fail(r, ED_ERR_FORMAT, table->at,
                     "a table of something else than the types say of %s",
                     from ? from->name : "it");
    return good && ed_table_check(r, ed_aside_arena(job->u), from, table);
}

static void unpack_rows_into(const ed_Job *job, const ed_Table *table, u8 *at)
{
    u32 count = table->count;
    u8 *items = ed_field_is_list(job->to) ? (u8 *)ed_unpack_push_raw(job, count) : at;
    if (!items) return;
    if (job->to->shape == ED_BOUNDED) {
        memcpy(at - sizeof count, &count, sizeof count);
        memset(at + (size_t)count * job->to->size, 0,
               (size_t)(job->to->count - count) * job->to->size);
    }
    ed_unpack_rows_of(job, table, items, count, NULL);
    ed_Array array = { count ? items : NULL, count, count };
    if (job->to->shape == ED_DYNAMIC) memcpy(at, &array, sizeof array);
    if (job->to->shape == ED_POOL)    ed_unpack_listed_pool(job, &array, (ed_Pool *)(void *)at);
}

void ed_unpack_table(const ed_Job *job, void *it)
{
    ed_Reader *r = job->u->r;
    const u8 *start = r->at;
    ed_Table table = ed_read_table(r);
    if (!is_table_of(job, &table)) return;
    bool list = job->to->shape != ED_ONE && job->to->shape != ED_OPTIONAL;
    if (list && ed_unpack_by_rows(job, &table)) {
        unpack_rows_into(job, &table, (u8 *)it + job->to->offset);
        return;
    }
    ed_Field from = *job->plan->from;
    if (from.shape == ED_POOL) from.shape = ED_DYNAMIC;      // its items
    r->at = start;
    ed_unpack_opened(job, &from, ed_unpack_shape, it);
}
