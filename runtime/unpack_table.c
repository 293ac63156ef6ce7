#include "runtime/rows.h"
#include <string.h>
#include "runtime/copy.h"
#include "runtime/init.h"
#include "runtime/mask.h"
#include "runtime/pack.h"
#include "runtime/value.h"

#define BLOCK_BYTES 16384u                 // of the wider of the two rows

// --- one row the other way -----------------------------------------------------------------------

ed_Job ed_rows_job(const ed_Rows *run, const ed_Job *list, u32 row)
{
    if (run->pool) return ed_job_handle(list, ed_pool_ref(run->pool, row));
    if (run->to->shape != ED_FIXED) return ed_job_item(list, row, run->table.count, run->to_count);
    ed_Job job = *list;
    u32 left = run->table.count, rank = ed_field_rank(run->to);
    const u8 *at = list->u->r->at;
    for (u32 d = 0; d < rank; d++) {
        left /= run->to->dims[d];
        list->u->r->at = d + 1 == rank ? at : list->u->r->end;
        job = ed_job_item(&job, row / left % run->to->dims[d], run->to->dims[d], run->to->dims[d]);
    }
    return job;
}

static const u8 *place_of(const ed_Rows *run, u32 row)
{
    return run->table.at + (size_t)row * run->from->size;
}

typedef struct Block {
    u32       first, count;          // rows
    const u8 *from;                  // the writer's, with pointers
    u8       *to;
    const u8 *usual;                 // the reader's defaults,
    size_t    usual_stride;          //   one for all where 0
} Block;

/// Back to the default, for what is read into it value by value.
static void reset_field(const ed_Rows *run, const Block *block, const ed_PlanField *plan, u32 i)
{
    const ed_Field *to = plan->to;
    if (!to) return;
    u32 start = to->offset - ed_field_lead(to);
    u64 size  = ed_field_lead(to) + ed_field_bytes(to);
    memcpy(block->to + (size_t)i * run->to->size + start,
           block->usual + i * block->usual_stride + start, size);
}

static void unpack_row(const ed_Rows *run, const Block *block, u32 i)
{
    const ed_Unpack *u = run->u;
    u32 row = block->first + i;
    u8 *to = block->to + (size_t)i * run->to->size;
    ed_Aside aside;
    if (!ed_read_enter(u->r, NULL, row)) return;
    ed_aside_begin(&aside, u);
    ed_pack_element(&aside.w, run->from, block->from + (size_t)i * run->from->size);
    ed_aside_read(&aside, u, place_of(run, row));
    if (run->kept) memcpy(to, block->usual + i * block->usual_stride, run->to->size);
    else { memset(to, 0, run->to->size); ed_init_element(run->to, u->arena, to); }
    ed_Job list = *run->job;
    list.u = &aside.u;
    ed_Job job = ed_rows_job(run, &list, row);
    if (ed_read_ok(u->r)) ed_unpack_element(&job, to);
    ed_aside_end(&aside, u);
    ed_read_leave(u->r);
}

/// The record a row is, for a field of it: only what tells records apart is there to be read.
static ed_Job record_job(const ed_Rows *run, ed_Aside *aside, const u8 *from, u32 row)
{
    const ed_PlanPair *pair = run->bulk->pair;
    aside->w.size = 0;
    ed_write_map(&aside->w, pair->key != NULL);
    if (pair->key) {
        ed_write_u64(&aside->w, pair->key->tag);
        ed_pack_field(&aside->w, pair->key, from);
    }
    ed_aside_read(aside, run->u, place_of(run, row));
    ed_Job list = *run->job;
    list.u = &aside->u;
    return ed_rows_job(run, &list, row);
}

static void unpack_row_field(const ed_Rows *run, const Block *block,
                             const ed_PlanField *plan, u32 i)
{
    const ed_Unpack *u = run->u;
    u32 row = block->first + i;
    const u8 *from = block->from + (size_t)i * run->from->size;
    ed_Aside aside;
    if (!ed_read_enter(u->r, NULL, row)) return;
    ed_aside_begin(&aside, u);
    ed_Job record = record_job(run, &aside, from, row);
    aside.w.size = 0;
    ed_write_map(&aside.w, 1);
    ed_write_u64(&aside.w, plan->from->tag);
    ed_pack_field(&aside.w, plan->from, from);
    ed_aside_read(&aside, u, place_of(run, row));
    reset_field(run, block, plan, i);      // not before: the writer's row may lie there
    if (ed_read_ok(u->r))
        ed_unpack_members(&record, run->bulk->pair, run->to->type,
                          block->to + (size_t)i * run->to->size);
    ed_aside_end(&aside, u);
    ed_read_leave(u->r);
}

/// What waits in the attic for this row and did not come back for all at once.
static void bring_back_row(const ed_Rows *run, const Block *block, u32 i)
{
    const ed_Unpack *u = run->u;
    u32 row = block->first + i;
    const u8 *from = block->from + (size_t)i * run->from->size;
    ed_Aside aside;
    if (!ed_read_enter(u->r, NULL, row)) return;
    ed_aside_begin(&aside, u);
    ed_Job record = record_job(run, &aside, from, row);
    const ed_PlanPair *pair = run->bulk->pair;
    for (u32 k = 0; k < pair->return_count && ed_read_ok(u->r); k++)
        if (!ed_rows_is_back(run, k))
            ed_unpack_return(&record, pair, &pair->returns[k],
                             block->to + (size_t)i * run->to->size);
    ed_aside_end(&aside, u);
    ed_read_leave(u->r);
}

// --- a block of rows -----------------------------------------------------------------------------

/// Marked rows of a field; all of them where `marks` is NULL.
static void redo_field(const ed_Rows *run, const Block *block, const ed_BulkField *field,
                       const u8 *marks)
{
    for (u32 i = 0; i < block->count && ed_read_ok(run->u->r); i++) {
        if (marks && !marks[i]) continue;
        if (run->bulk->from->kind == ED_STRUCT) unpack_row_field(run, block, field->plan, i);
        else                                    unpack_row(run, block, i);
    }
}

/// False where a part of another table has rows that cannot go at once: then none of it does.
static bool run_fields(const ed_Rows *run, const Block *block)
{
    u8 marks[ED_BULK_ROWS_MAX];
    for (u32 f = 0; f < run->bulk->field_count && ed_read_ok(run->u->r); f++) {
        const ed_BulkField *field = &run->bulk->fields[f];
        bool slow = field->slow || run->slow[f] || (field->keeps && !run->job);
        bool marked = !slow && ed_bulk_field(run->bulk, field, block->from, block->to, block->count,
                                             run->moved, marks);
        if (!run->job && (slow || marked)) return false;
        if (!run->job) continue;
        if (!slow && field->by_row)
            ed_bulk_count_rows(run->bulk, field, block->from, block->count, marked ? marks : NULL);
        for (u32 i = 0; marked && i < block->count; i++) run->others[f] += marks[i];
        if (!slow && field->keeps) ed_rows_keep(run, f, block->from, block->first, block->count);
        if (slow || marked) redo_field(run, block, field, slow ? NULL : marks);
    }
    for (u32 i = 0; run->returns && run->early && i < block->count && ed_read_ok(run->u->r); i++)
        bring_back_row(run, block, i);
    if (run->returns && !run->early) ed_rows_return(run, block->to, block->first, block->count);
    return true;
}

/// The writer's rows with their slots resolved, in `copy`.
static bool resolve(const ed_Rows *run, u8 *copy, u32 count)
{
    for (u32 p = 0; p < run->parts.count; p++) {
        ed_heap_resolve(&run->heaps[p], copy, run->from->size, count);
        if (run->heaps[p].bad)
            ed_read_fail(run->u->r, ED_ERR_FORMAT, run->table.at,
                         "the rows count more than their heap holds, or a text without an end");
    }
    return ed_read_ok(run->u->r);
}

/// Buffers of one block.
typedef struct Buffers { u8 *from, *usual; u32 rows; } Buffers;

static bool make_buffers(const ed_Rows *run, Buffers *buffers)
{
    u32 wider = run->from->size > run->to->size ? run->from->size : run->to->size;
    u32 rows = BLOCK_BYTES / wider;
    buffers->rows  = rows < 1 ? 1 : rows > ED_BULK_ROWS_MAX ? ED_BULK_ROWS_MAX : rows;
    buffers->from  = run->parts.count && !(run->bulk && run->bulk->same)
        ? (u8 *)ed_aside_push(run->u, (size_t)buffers->rows * run->from->size) : NULL;
    buffers->usual = run->kept
        ? (u8 *)ed_aside_push(run->u, (size_t)buffers->rows * run->to->size) : NULL;
    return ed_read_ok(run->u->r);
}

static bool run_block(const ed_Rows *run, Block *block, const Buffers *buffers)
{
    u32 from_size = run->from->size, to_size = run->to->size;
    if (run->bulk) block->usual = run->bulk->image;
    if (run->kept) {
        memcpy(buffers->usual, block->to, (size_t)block->count * to_size);
        block->usual = buffers->usual;
        block->usual_stride = to_size;
    }
    u8 *copy = run->bulk && run->bulk->same ? block->to : buffers->from;
    if (copy) {
        ed_copy_block(copy, block->from, (size_t)block->count * from_size);
        block->from = copy;
    }
    if (run->parts.count && !resolve(run, copy, block->count)) return false;
    if (!run->bulk) {
        for (u32 i = 0; i < block->count && ed_read_ok(run->u->r); i++) unpack_row(run, block, i);
        return true;
    }
    if (copy != block->to)
        ed_bulk_copy(run->bulk, block->from, block->to, block->count, !run->kept);
    return run_fields(run, block);
}

/// The writer's memory is the reader's, and there is nothing in it that could be wrong.
static bool is_one_copy(const ed_Rows *run)
{
    const ed_Bulk *bulk = run->bulk;
    bool plain = bulk && bulk->same && !run->parts.count
              && !(bulk->pair && bulk->pair->return_count);
    for (u32 f = 0; plain && f < bulk->field_count; f++)
        plain = bulk->fields[f].step_count == 0 && !bulk->fields[f].by_row;
    return plain;
}

static bool run_blocks(const ed_Rows *run)
{
    Buffers buffers;
    if (is_one_copy(run)) {
        memcpy(run->into, run->rows, run->table.rows.size);
        return true;
    }
    if (!make_buffers(run, &buffers)) return false;
    for (u32 i = 0; i < run->table.count && ed_read_ok(run->u->r); i += buffers.rows) {
        u32 left = run->table.count - i;
        Block block = { .first = i, .count = left < buffers.rows ? left : buffers.rows,
                        .from = run->rows + (size_t)i * run->from->size,
                        .to = run->into + (size_t)i * run->to->size };
        if (!run_block(run, &block, &buffers)) return false;
    }
    for (u32 p = 0; p < run->parts.count; p++)
        if (ed_read_ok(run->u->r) && run->heaps[p].used != run->heaps[p].table.count)
            ed_read_fail(run->u->r, ED_ERR_FORMAT, run->table.at,
                         "the heap holds more than the rows count");
    return ed_read_ok(run->u->r);
}

// --- parts ---------------------------------------------------------------------------------------

static bool open_run(ed_Rows *run, const ed_Unpack *u, const ed_PlanField *plan,
                     const ed_Table *table);

static void *push_items(const ed_Rows *run, u32 count, const ed_Field *field)
{
    void *items = ed_arena_push_raw(run->u->arena, (size_t)count * field->size,
                                    ed_field_align(field));
    if (!items)
        ed_read_fail(run->u->r, ED_ERR_LIMIT, run->table.at, "%u items of %u bytes do not fit %s",
                     count, field->size, run->u->arena->name);
    return items;
}

/// All elements of a part into one block of the reader's. NULL where some cannot go at once, with
/// nothing done.
static ed_Rows *run_part(const ed_Rows *outer, const ed_PlanField *plan, const ed_Table *table)
{
    const ed_Unpack *u = outer->u;
    size_t used = u->arena->used;
    ed_Rows *run = (ed_Rows *)ed_aside_push(u, sizeof *run);
    if (!run || !ed_read_enter(u->r, plan->to->name, 0)) return NULL;
    bool good = open_run(run, u, plan, table) && run->bulk
             && !(run->bulk->pair && run->bulk->pair->return_count);
    if (good) run->into = (u8 *)push_items(run, table->count, run->to);
    good = good && run->into && run_blocks(run);
    ed_read_leave(u->r);
    if (!good) u->arena->used = used;
    return good ? run : NULL;
}

/// The elements as the writer had them, for who reads them one by one.
static void restore_part(ed_Rows *run, u32 p)
{
    ed_Heap *heap = &run->heaps[p];
    if (ed_parts_any(heap->part->element))
        heap->at = ed_table_restore(run->u->r, ed_aside_arena(run->u), heap->part->element,
                                    &heap->table);
}

static void copy_text(ed_Rows *run, u32 p)
{
    ed_Heap *heap = &run->heaps[p];
    u8 *text = (u8 *)push_items(run, heap->table.count, heap->part->element);
    if (text) memcpy(text, heap->at, heap->table.count);
    heap->at = text;
}

static u32 field_of_part(const ed_Rows *run, u32 p)
{
    return run->bulk->from->kind == ED_STRUCT
        ? (u32)(run->parts.at[p].way[0] - run->bulk->pair->from->fields) : 0;
}

static void prepare_part(ed_Rows *run, u32 p)
{
    ed_Heap *heap = &run->heaps[p];
    ed_PartWay way = run->bulk && !run->slow[field_of_part(run, p)]
        ? run->bulk->ways[p] : ED_PART_RAW;
    if (heap->table.count == 0) return;
    if (way == ED_PART_SAME && heap->part->text) { copy_text(run, p); return; }
    if (way == ED_PART_RAW) { restore_part(run, p); return; }
    run->inner[p] = run_part(run, run->bulk->part_plans[p], &heap->table);
    if (!ed_read_ok(run->u->r)) return;
    if (!run->inner[p]) run->slow[field_of_part(run, p)] = true;
    if (!run->inner[p] || way == ED_PART_CHANGED) restore_part(run, p);
    if (!run->inner[p]) return;
    if (way == ED_PART_SAME) heap->at = run->inner[p]->into;
    run->moved[p] = (ed_BulkMoved){ heap->at, run->inner[p]->into, heap->part->element->size,
                                    run->inner[p]->to->size };
}

/// True where some row of a field cannot go at once. Asked before where the field has lists: what
/// is in them is counted with all of them, so they go at once for every row or for none.
static bool any_marked(const ed_Rows *run, u32 f)
{
    const ed_BulkField *field = &run->bulk->fields[f];
    u8 marks[ED_BULK_ROWS_MAX];
    u32 block = BLOCK_BYTES / run->to->size + 1 < ED_BULK_ROWS_MAX
        ? BLOCK_BYTES / run->to->size + 1 : ED_BULK_ROWS_MAX;
    size_t before = ed_aside_arena(run->u)->used;
    u8 *to = (u8 *)ed_aside_push(run->u, (size_t)block * run->to->size);
    bool marked = false;
    for (u32 i = 0; to && field->step_count && !marked && i < run->table.count; i += block) {
        u32 count = run->table.count - i < block ? run->table.count - i : block;
        marked = ed_bulk_field(run->bulk, field, run->rows + (size_t)i * run->from->size, to, count,
                               run->moved, marks);
    }
    ed_aside_arena(run->u)->used = before;
    return marked;
}

static void look_at_lists(ed_Rows *run)
{
    for (u32 p = 0; run->bulk && p < run->parts.count; p++) {
        u32 f = field_of_part(run, p);
        bool list = !run->parts.at[p].text && run->bulk->ways[p] != ED_PART_RAW
                 && run->heaps[p].table.count;
        if (list && !run->slow[f]) run->slow[f] = any_marked(run, f);
    }
}

/// All that is known before the first row: the steps, and where the parts are.
static bool open_run(ed_Rows *run, const ed_Unpack *u, const ed_PlanField *plan,
                     const ed_Table *table)
{
    *run = (ed_Rows){ .u = u, .from = plan->from, .to = plan->to, .table = *table,
                      .rows = table->rows.at, .to_count = table->count };
    run->bulk = ed_bulk(u->plan, plan, u->live);
    if (run->bulk)
        run->parts = run->bulk->parts;
    else if (!ed_parts_find(plan->from, ed_aside_arena(u), &run->parts))
        ed_read_fail(u->r, ED_ERR_LIMIT, table->at, "it has too many texts and lists inside");
    run->heaps = (ed_Heap *)ed_aside_push(u, run->parts.count * sizeof *run->heaps);
    run->moved = (ed_BulkMoved *)ed_aside_push(u, run->parts.count * sizeof *run->moved);
    run->inner = (ed_Rows **)ed_aside_push(u, run->parts.count * sizeof *run->inner);
    run->slow  = (bool *)ed_aside_push(u, run->bulk ? run->bulk->field_count : 1);
    run->others = (u64 *)ed_aside_push(u, (run->bulk ? run->bulk->field_count : 1)
                                          * sizeof *run->others);
    if (!ed_read_ok(u->r)) return false;
    ed_heap_read(u->r, ed_aside_arena(u), table, &run->parts, run->heaps);
    if (ed_read_ok(u->r)) look_at_lists(run);
    for (u32 p = 0; p < run->parts.count && ed_read_ok(u->r); p++) {
        ed_heap_look(&run->heaps[p], run->rows, run->from->size, table->count);
        prepare_part(run, p);
    }
    return ed_read_ok(u->r);
}

// --- counting what went at once ------------------------------------------------------------------

static void count_parts(const ed_Rows *run);

/// What is the same for every row.
static void count_records(const ed_Rows *run)
{
    for (u32 f = 0; run->bulk && f < run->bulk->field_count; f++)
        if (!run->slow[f] && !run->bulk->fields[f].slow)
            ed_bulk_count(run->bulk, &run->bulk->fields[f], run->table.count - run->others[f]);
    if (!run->bulk || run->bulk->from->kind != ED_STRUCT) return;
    if (run->bulk->plan->row) run->bulk->plan->row->tally.exact += run->table.count;
    run->bulk->pair->records += run->table.count;
}

static void count_part(const ed_Rows *run)
{
    count_records(run);
    for (u32 f = 0; f < run->bulk->field_count; f++) {
        const ed_BulkField *field = &run->bulk->fields[f];
        for (u32 i = 0; field->by_row && i < run->table.count; i += ED_BULK_ROWS_MAX) {
            u32 left = run->table.count - i;
            ed_bulk_count_rows(run->bulk, field, run->rows + (size_t)i * run->from->size,
                               left < ED_BULK_ROWS_MAX ? left : ED_BULK_ROWS_MAX, NULL);
        }
    }
    count_parts(run);
}

static void count_parts(const ed_Rows *run)
{
    for (u32 p = 0; p < run->parts.count; p++)
        if (run->inner[p] && !run->slow[field_of_part(run, p)]) count_part(run->inner[p]);
}

// --- a whole table -------------------------------------------------------------------------------

/// New fields whose values waited in the attic: what is there for all rows at once, the others row
/// by row.
static void return_rows(const ed_Rows *run)
{
    bool all = ed_rows_returned(run);
    Block block = { .count = 1, .to = run->into };
    for (u32 i = 0; !all && i < run->table.count && ed_read_ok(run->u->r); i++) {
        block.first = i;
        block.from  = run->rows + (size_t)i * run->from->size;
        block.to    = run->into + (size_t)i * run->to->size;
        bring_back_row(run, &block, 0);
    }
}

void ed_unpack_rows_of(const ed_Job *job, const ed_Table *table, u8 *into, u32 to_count,
                       const ed_Pool *pool)
{
    const ed_Unpack *u = job->u;
    size_t before = ed_aside_arena(u)->used;
    ed_Rows run;
    if (open_run(&run, u, job->plan, table)) {
        run.job      = job;
        run.into     = into;
        run.pool     = pool;
        run.to_count = to_count;
        run.kept     = job->to->shape == ED_FIXED;
        ed_rows_open_attic(&run);
        if (ed_read_ok(u->r) && run_blocks(&run)) {
            if (run.returns && !run.early) return_rows(&run);
            count_records(&run);
            count_parts(&run);
        }
    }
    ed_aside_arena(u)->used = before;
}
