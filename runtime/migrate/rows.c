#include "runtime/migrate/rows.h"
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/types/field.h"

// Bytes of the old rows or of the new rows of a block, whichever are larger. Small blocks stay in a
// first-level cache of 32 KiB; but each step and each column takes time to begin, so types with
// many steps have larger blocks.
#define BLOCK_BYTES 16384u
#define SMALL_BLOCK_BYTES 4096u

// --- buffers -------------------------------------------------------------------------------------

struct ed_Buffer {      // followed by `size` bytes
    ed_Buffer *next;
    size_t size;
};

/// Returns NULL and fails the reader if memory is full.
static ed_Buffer *take_buffer(ed_Load *load, size_t size)
{
    for (ed_Buffer **at = &load->shared->buffers; *at; at = &(*at)->next) {
        ed_Buffer *buffer = *at;
        if (buffer->size < size) continue;
        *at = buffer->next;
        return buffer;
    }
    size_t rounded = size < BLOCK_BYTES ? BLOCK_BYTES : size;
    ed_Buffer *buffer =
        (ed_Buffer *)ed_arena_push_raw(load->d->arena, sizeof *buffer + rounded, 64);
    if (buffer) buffer->size = rounded;
    else
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at,
                     "not enough memory to read %zu bytes", size);
    return buffer;
}

static void give_back(ed_Load *load, ed_Buffer *buffer)
{
    if (!buffer) return;
    buffer->next = load->shared->buffers;
    load->shared->buffers = buffer;
}

static u8 *bytes_of(ed_Buffer *buffer) { return (u8 *)(buffer + 1); }

void *ed_push_rows(ed_Arena *arena, const ed_Field *to, u32 count)
{
    size_t size = (size_t)count * to->size;
    return to->size > ED_SPARSE_BYTES ? ed_arena_push(arena, size, ed_field_align(to))
                                      : ed_arena_push_raw(arena, size, ed_field_align(to));
}

// --- runs ----------------------------------------------------------------------------------------

typedef struct Run {
    const ed_Rows *rows;
    ed_FieldStep *step;
    const ed_Field *field;      // of the old elements, as they are laid out
    const ed_Steps *steps;      // if the elements are records, else NULL
    const ed_Table *table;      // NULL if the elements have no columns
    const u8 *from;
    u32 block_rows;
    bool in_place;                 // elements are copied to their destination, then resolved
    bool new_columns;              // slots of copied fields point to new texts and lists
    ed_VarlenReader *readers;      // one for each column
    ed_Buffer *block, *defaults, *reader_buffer;
} Run;

static const u8 zero_number[8];

/// Returns whether the run needs a copy of the defaults, to which invalid values are reset.
static bool needs_defaults(const Run *run)
{
    const ed_Conversion *e = &run->step->conversion;
    if (run->rows->fill) return false;
    return ed_conversion_is_number(e) ? e->from_kind != e->to_kind : e->inner != NULL;
}

static void size_blocks(Run *run)
{
    const ed_Steps *steps = run->steps;
    bool small = !run->table && (!steps || steps->few_steps);
    size_t bytes = small ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
    size_t wider = run->field->size > run->step->to->size ? run->field->size : run->step->to->size;
    size_t rows = wider ? bytes / wider : ED_BLOCK_ROWS;
    run->block_rows = rows < 1 ? 1 : rows > ED_BLOCK_ROWS ? ED_BLOCK_ROWS : (u32)rows;
    bool unchecked = steps && steps->unchecked;
    bool plain = unchecked && run->rows->fill && !run->table && steps->copy->image;
    bool numbers = ed_conversion_is_number(&run->step->conversion) && !needs_defaults(run);
    if (plain || numbers) run->block_rows = run->rows->count;
}

static bool take_buffers(ed_Load *load, Run *run)
{
    if (run->table && !run->in_place)
        run->block = take_buffer(load, run->block_rows * run->field->size);
    if (needs_defaults(run) && ed_load_ok(load))
        run->defaults = take_buffer(load, (size_t)run->block_rows * run->step->to->size);
    return ed_load_ok(load);
}

/// The items of a block, with slots that point to their texts and lists. NULL if the slots are
/// invalid.
static const u8 *read_block(ed_Load *load, Run *run, u32 first, u32 count, u8 *to)
{
    const u8 *items = run->from + first * run->field->size;
    if (!run->table) return items;
    u8 *copy = run->in_place ? to : bytes_of(run->block);
    ed_copy_block(copy, items, count * run->field->size);
    for (u32 p = 0; p < run->step->conversion.columns.count; p++) {
        ed_varlen_resolve(&run->readers[p], copy, run->field->size, count);
        if (!run->readers[p].bad) continue;
        ed_read_fail(load->d->r, ED_ERR_FORMAT, run->table->at,
                     "the rows refer to more elements than their heap contains, or a text is not "
                     "terminated");
        return NULL;
    }
    return copy;
}

static void run_block(ed_Load *load, Run *run, u32 first, u32 count)
{
    const ed_Rows *rows = run->rows;
    u32 size = run->step->to->size;
    u8 *to = rows->to + (size_t)first * size;
    const u8 *items = read_block(load, run, first, count, to);
    if (!items) return;
    ed_Elements block = { .from = items,
                          .to = to,
                          .field = run->field,
                          .from_stride = run->field->size,
                          .to_stride = size,
                          .count = count,
                          .number = first + 1,
                          .state = rows->fill ? ED_NEW_RAW : ED_NEW_DEFAULT,
                          .has_new_slots = run->new_columns };
    if (run->defaults) {
        memcpy(bytes_of(run->defaults), to, (size_t)count * size);
        block.defaults = bytes_of(run->defaults);
        block.defaults_stride = size;
    }
    if (run->in_place) {
        block.state = ED_NEW_COPIED;
        block.defaults = run->steps ? run->steps->copy->image : zero_number;
    }
    ed_convert_run(load, &run->step->conversion, &block);
}

static void run_blocks(ed_Load *load, Run *run)
{
    u32 count = run->rows->count;
    size_blocks(run);
    if (!count || !take_buffers(load, run)) return;
    for (u32 first = 0; first < count && ed_load_ok(load); first += run->block_rows) {
        u32 left = count - first;
        run_block(load, run, first, left < run->block_rows ? left : run->block_rows);
    }
    give_back(load, run->block);
    give_back(load, run->defaults);
}

// --- columns -------------------------------------------------------------------------------------

/// The step of the field that a column belongs to. NULL unless that field and the records around it
/// are copied.
static ed_FieldStep *step_of(const ed_Steps *steps, const ed_VarlenColumn *column)
{
    ed_FieldStep *step = NULL;
    for (u32 i = 0; i < column->path_count; i++) {
        if (step)
            steps = step->conversion.inner
                      ? ed_steps_known(step->conversion.inner, step->from->type)
                      : NULL;
        if (!steps) return NULL;
        step = &steps->fields[column->path[i] - steps->pair->from->fields];
        if (!step->copied) return NULL;
    }
    return step;
}

static void *push_column(ed_Load *load, const ed_Table *table, const ed_Field *to)
{
    void *items = ed_push_rows(load->arena, to, table->count);
    if (!items)
        ed_read_fail(load->d->r, ED_ERR_LIMIT, table->at,
                     "%u items of %u bytes do not fit into the memory of %s", table->count,
                     to->size, load->arena->name);
    return items;
}

static void migrate_table(ed_Load *load, ed_FieldStep *step, const ed_Table *table,
                          const ed_Rows *rows);

static void migrate_texts(ed_Load *load, ed_VarlenReader *reader)
{
    static const ed_Field byte = { .kind = ED_U8, .size = 1, .count = 1 };
    u8 *texts = (u8 *)push_column(load, &reader->table, &byte);
    if (texts) memcpy(texts, reader->at, reader->table.count);
    if (texts) reader->at = texts;
}

static void migrate_lists(ed_Load *load, ed_FieldStep *step, ed_VarlenReader *reader)
{
    const ed_Field *to = step->to;
    u8 *items = (u8 *)push_column(load, &reader->table, to);
    if (!items || !ed_read_enter(load->d->r, to->name, 0)) return;
    migrate_table(load, step, &reader->table,
                  &(ed_Rows){ .count = reader->table.count, .to = items, .fill = true });
    ed_read_leave(load->d->r);
    reader->at = items;
    reader->size = to->size;
}

static void prepare_column(ed_Load *load, const Run *run, ed_VarlenReader *reader)
{
    const ed_VarlenColumn *column = reader->column;
    ed_Decoder *d = load->d;
    if (!reader->table.count) return;
    ed_FieldStep *step = run->new_columns ? step_of(run->steps, column) : NULL;
    bool moves = step || (run->new_columns && !column->path_count);
    if (moves && column->text) migrate_texts(load, reader);
    else if (moves) migrate_lists(load, step, reader);
    else if (ed_has_varlen(column->element))
        reader->at = ed_table_restore(d->r, d->arena, column->element, &reader->table);
}

static bool open_columns(ed_Load *load, Run *run)
{
    ed_Decoder *d = load->d;
    const ed_VarlenColumns *columns = &run->step->conversion.columns;
    run->reader_buffer = take_buffer(load, columns->count * sizeof *run->readers);
    if (!run->reader_buffer) return false;
    run->readers = (ed_VarlenReader *)(void *)bytes_of(run->reader_buffer);
    ed_varlen_read(d->r, run->table, columns, run->readers);
    for (u32 i = 0; i < columns->count && ed_load_ok(load); i++) {
        ed_varlen_scan_texts(&run->readers[i], run->table->rows.at, run->field->size,
                             run->table->count);
        prepare_column(load, run, &run->readers[i]);
    }
    return ed_load_ok(load);
}

static void close_columns(ed_Load *load, Run *run)
{
    for (u32 i = 0; i < run->step->conversion.columns.count && ed_load_ok(load); i++)
        if (run->readers[i].used != run->readers[i].table.count)
            ed_read_fail(load->d->r, ED_ERR_FORMAT, run->table->at,
                         "the rows and their heap have different numbers of elements");
    give_back(load, run->reader_buffer);
}

// --- tables --------------------------------------------------------------------------------------

static bool find_columns(ed_Load *load, ed_Conversion *e)
{
    if (!e->has_columns && !ed_varlen_columns_find(e->from, load->plan->arena, &e->columns))
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at,
                     "too many texts and lists in one record, or not enough memory");
    e->has_columns = true;
    return ed_load_ok(load);
}

/// Returns whether columns can be migrated before the rows: all rows are certain to be copied,
/// including their slots.
static bool copies_slots(ed_Load *load, const ed_Conversion *e, const ed_Rows *rows)
{
    if (e->from->kind == ED_STR) return e->to->kind == ED_STR && rows->fill;
    const ed_Steps *steps = ed_conversion_steps(load, e, e->from);
    return steps && steps->has_slots && (!rows->fill || steps->copy->image);
}

/// Returns whether rows are copied as a whole, with all their slots.
static bool is_whole(const Run *run)
{
    if (!run->new_columns || !run->rows->fill) return false;
    return !run->steps || (run->steps->same && run->steps->copy->image);
}

static void migrate_table(ed_Load *load, ed_FieldStep *step, const ed_Table *table,
                          const ed_Rows *rows)
{
    Run run = { .rows = rows, .step = step, .from = table->rows.at, .field = step->plan->from };
    if (!find_columns(load, &step->conversion)) return;
    if (step->conversion.columns.count) run.table = table;
    run.new_columns = run.table && copies_slots(load, &step->conversion, rows);
    run.steps = ed_conversion_steps(load, &step->conversion, run.field);
    run.in_place = is_whole(&run);
    if (run.table && !open_columns(load, &run)) return;
    run_blocks(load, &run);
    if (run.table) close_columns(load, &run);
}

void ed_rows_migrate(ed_Load *load, ed_FieldStep *step, const ed_ValueRef *list,
                     const ed_Rows *rows)
{
    ed_DecodedTable *table = ed_value_table(list);
    if (!rows->count) return;
    if (table && rows->count == table->table.count) {
        migrate_table(load, step, &table->table, rows);
        return;
    }
    ed_ValueItems items = ed_value_items(list);
    Run run = { .rows = rows,
                .step = step,
                .from = items.at,
                .field = items.field,
                .steps = ed_conversion_steps(load, &step->conversion, items.field) };
    if (ed_load_ok(load)) run_blocks(load, &run);
}
