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

// --- blocks ----------------------------------------------------------------------------------------

typedef struct ItemBlocks {
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
} ItemBlocks;

static const u8 zero_number[8];

/// Returns whether the blocks need a copy of the defaults, to which invalid values are reset.
static bool needs_defaults(const ItemBlocks *blocks)
{
    const ed_Conversion *conversion = &blocks->step->conversion;
    if (blocks->rows->fill) return false;
    return ed_conversion_is_number(conversion) ? conversion->from_kind != conversion->to_kind
                                               : conversion->inner != NULL;
}

static void size_blocks(ItemBlocks *blocks)
{
    const ed_Steps *steps = blocks->steps;
    bool small = !blocks->table && (!steps || steps->few_steps);
    size_t bytes = small ? SMALL_BLOCK_BYTES : BLOCK_BYTES;
    size_t wider =
        blocks->field->size > blocks->step->to->size ? blocks->field->size : blocks->step->to->size;
    size_t rows = wider ? bytes / wider : ED_BLOCK_ROWS;
    blocks->block_rows = rows < 1 ? 1 : rows > ED_BLOCK_ROWS ? ED_BLOCK_ROWS : (u32)rows;
    bool unchecked = steps && steps->unchecked;
    bool plain = unchecked && blocks->rows->fill && !blocks->table && steps->copy->image;
    bool numbers = ed_conversion_is_number(&blocks->step->conversion) && !needs_defaults(blocks);
    if (plain || numbers) blocks->block_rows = blocks->rows->count;
}

static bool take_buffers(ed_Load *load, ItemBlocks *blocks)
{
    if (blocks->table && !blocks->in_place)
        blocks->block = take_buffer(load, blocks->block_rows * blocks->field->size);
    if (needs_defaults(blocks) && ed_load_ok(load))
        blocks->defaults = take_buffer(load, (size_t)blocks->block_rows * blocks->step->to->size);
    return ed_load_ok(load);
}

/// The items of a block, with slots that point to their texts and lists. NULL if the slots are
/// invalid.
static const u8 *read_block(ed_Load *load, ItemBlocks *blocks, u32 first, u32 count, u8 *to)
{
    const u8 *items = blocks->from + first * blocks->field->size;
    if (!blocks->table) return items;
    u8 *copy = blocks->in_place ? to : bytes_of(blocks->block);
    ed_copy_block(copy, items, count * blocks->field->size);
    for (u32 p = 0; p < blocks->step->conversion.columns.count; p++) {
        ed_varlen_resolve(&blocks->readers[p], copy, blocks->field->size, count);
        if (!blocks->readers[p].bad) continue;
        ed_read_fail(load->d->r, ED_ERR_FORMAT, blocks->table->at,
                     "the rows refer to more elements than their heap contains, or a text is not "
                     "terminated");
        return NULL;
    }
    return copy;
}

static void migrate_block(ed_Load *load, ItemBlocks *blocks, u32 first, u32 count)
{
    const ed_Rows *rows = blocks->rows;
    u32 size = blocks->step->to->size;
    u8 *to = rows->to + (size_t)first * size;
    const u8 *items = read_block(load, blocks, first, count, to);
    if (!items) return;
    ed_Elements block = { .from = items,
                          .to = to,
                          .field = blocks->field,
                          .from_stride = blocks->field->size,
                          .to_stride = size,
                          .count = count,
                          .number = first + 1,
                          .state = rows->fill ? ED_NEW_RAW : ED_NEW_DEFAULT,
                          .has_new_slots = blocks->new_columns };
    if (blocks->defaults) {
        memcpy(bytes_of(blocks->defaults), to, (size_t)count * size);
        block.defaults = bytes_of(blocks->defaults);
        block.defaults_stride = size;
    }
    if (blocks->in_place) {
        block.state = ED_NEW_COPIED;
        block.defaults = blocks->steps ? blocks->steps->copy->image : zero_number;
    }
    ed_convert_run(load, &blocks->step->conversion, &block);
}

static void migrate_blocks(ed_Load *load, ItemBlocks *blocks)
{
    u32 count = blocks->rows->count;
    size_blocks(blocks);
    if (!count || !take_buffers(load, blocks)) return;
    for (u32 first = 0; first < count && ed_load_ok(load); first += blocks->block_rows) {
        u32 left = count - first;
        migrate_block(load, blocks, first, left < blocks->block_rows ? left : blocks->block_rows);
    }
    give_back(load, blocks->block);
    give_back(load, blocks->defaults);
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

static void prepare_column(ed_Load *load, const ItemBlocks *blocks, ed_VarlenReader *reader)
{
    const ed_VarlenColumn *column = reader->column;
    ed_Decoder *d = load->d;
    if (!reader->table.count) return;
    ed_FieldStep *step = blocks->new_columns ? step_of(blocks->steps, column) : NULL;
    bool moves = step || (blocks->new_columns && !column->path_count);
    if (moves && column->text) migrate_texts(load, reader);
    else if (moves) migrate_lists(load, step, reader);
    else if (ed_has_varlen(column->element))
        reader->at = ed_table_restore(d->r, d->arena, column->element, &reader->table);
}

static bool open_columns(ed_Load *load, ItemBlocks *blocks)
{
    ed_Decoder *d = load->d;
    const ed_VarlenColumns *columns = &blocks->step->conversion.columns;
    blocks->reader_buffer = take_buffer(load, columns->count * sizeof *blocks->readers);
    if (!blocks->reader_buffer) return false;
    blocks->readers = (ed_VarlenReader *)(void *)bytes_of(blocks->reader_buffer);
    ed_varlen_read(d->r, blocks->table, columns, blocks->readers);
    for (u32 i = 0; i < columns->count && ed_load_ok(load); i++) {
        ed_varlen_scan_texts(&blocks->readers[i], blocks->table->rows.at, blocks->field->size,
                             blocks->table->count);
        prepare_column(load, blocks, &blocks->readers[i]);
    }
    return ed_load_ok(load);
}

static void close_columns(ed_Load *load, ItemBlocks *blocks)
{
    for (u32 i = 0; i < blocks->step->conversion.columns.count && ed_load_ok(load); i++)
        if (blocks->readers[i].used != blocks->readers[i].table.count)
            ed_read_fail(load->d->r, ED_ERR_FORMAT, blocks->table->at,
                         "the rows and their heap have different numbers of elements");
    give_back(load, blocks->reader_buffer);
}

// --- tables --------------------------------------------------------------------------------------

static bool find_columns(ed_Load *load, ed_Conversion *conversion)
{
    if (!conversion->has_columns
        && !ed_varlen_columns_find(conversion->from, load->plan->arena, &conversion->columns))
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at,
                     "too many texts and lists in one record, or not enough memory");
    conversion->has_columns = true;
    return ed_load_ok(load);
}

/// Returns whether columns can be migrated before the rows: all rows are certain to be copied,
/// including their slots.
static bool copies_slots(ed_Load *load, const ed_Conversion *conversion, const ed_Rows *rows)
{
    if (ed_field_is_outer_text(conversion->from))
        return conversion->to->kind == conversion->from->kind && rows->fill;
    const ed_Steps *steps = ed_conversion_steps(load, conversion, conversion->from);
    return steps && steps->has_slots && (!rows->fill || steps->copy->image);
}

/// Returns whether rows are copied as a whole, with all their slots.
static bool is_whole(const ItemBlocks *blocks)
{
    if (!blocks->new_columns || !blocks->rows->fill) return false;
    return !blocks->steps || (blocks->steps->same && blocks->steps->copy->image);
}

static void migrate_table(ed_Load *load, ed_FieldStep *step, const ed_Table *table,
                          const ed_Rows *rows)
{
    ItemBlocks blocks = {
        .rows = rows, .step = step, .from = table->rows.at, .field = step->plan->from
    };
    if (!find_columns(load, &step->conversion)) return;
    if (step->conversion.columns.count) blocks.table = table;
    blocks.new_columns = blocks.table && copies_slots(load, &step->conversion, rows);
    blocks.steps = ed_conversion_steps(load, &step->conversion, blocks.field);
    blocks.in_place = is_whole(&blocks);
    if (blocks.table && !open_columns(load, &blocks)) return;
    migrate_blocks(load, &blocks);
    if (blocks.table) close_columns(load, &blocks);
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
    ItemBlocks blocks = { .rows = rows,
                          .step = step,
                          .from = items.at,
                          .field = items.field,
                          .steps = ed_conversion_steps(load, &step->conversion, items.field) };
    if (ed_load_ok(load)) migrate_blocks(load, &blocks);
}
