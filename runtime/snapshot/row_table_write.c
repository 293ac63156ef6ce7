#include "runtime/snapshot/row_table.h"
#include <assert.h>
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/snapshot/canonicalize.h"
#include "runtime/snapshot/state_mask.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/snapshot/varlen.h"
#include "runtime/types/text_ptr.h"

#define BLOCK_BYTES 4096u      // copied at once, then cleaned while they are in the cache

// --- the state mask ------------------------------------------------------------------------------

/// The state mask of all elements in a block, so that one loop covers all bytes of the block.
typedef struct Mask {
    u8 *bytes;
    size_t size;             // a multiple of the element's
    bool masks_nothing;      // all bytes are state
} Mask;

static bool make_mask(const ed_Field *field, bool live, ed_Arena *arena, Mask *mask)
{
    u32 elements = field->size < BLOCK_BYTES ? BLOCK_BYTES / field->size : 1;
    mask->size = (size_t)elements * field->size;
    mask->bytes = (u8 *)ed_arena_push(arena, mask->size, 8);
    if (!mask->bytes) return false;
    ed_mask_element(field, live ? ED_MASK_LIVE : ED_MASK_FILE, mask->bytes);
    for (u32 i = 1; i < elements; i++)
        memcpy(mask->bytes + (size_t)i * field->size, mask->bytes, field->size);
    mask->masks_nothing = true;
    for (u32 i = 0; i < field->size && mask->masks_nothing; i++)
        mask->masks_nothing = mask->bytes[i] == 0xff;
    return true;
}

// --- sources of elements -------------------------------------------------------------------------

typedef struct Texts {
    bool zeros;      // a text has a zero byte inside, where a reader cuts it
    bool cut;        // the table is written again, with each text cut at a zero byte
    ed_ReadablePage page;
} Texts;

/// The elements of a table: one array, or the contents of a column's slots in the outer table.
typedef struct Source Source;
struct Source {
    const Source *outer;                // NULL: the elements are `items`
    const ed_VarlenColumn *column;      // a column of `outer`
    const void *items;
    u32 count;
    u32 size;          // bytes of an element
    Texts *texts;      // of the whole table
};

/// The elements that a slot takes: items, or bytes of text and a terminator.
typedef struct Taken {
    const u8 *items;
    u64 count;
} Taken;

/// A text ends at its first zero byte if `texts` is to cut it there.
static inline Taken taken(const ed_VarlenColumn *column, Texts *texts, const u8 *slot)
{
    if (column->pointers) {
        const ed_Span text = ed_text_ptr_read(slot, &texts->page);
        return (Taken){ text.at, text.at ? text.size + 1 : 0 };
    }
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    const u8 *items = (const u8 *)list.items;
    if (!items || !list.count) return (Taken){ NULL, 0 };
    if (!column->text || !texts->cut) return (Taken){ items, list.count + (u64)column->text };
    const u64 size = strnlen((const char *)items, list.count);
    return (Taken){ items, size ? size + 1 : 0 };
}

typedef void SpanFn(void *it, const u8 *items, u64 count);

typedef struct Each {
    const Source *source;
    SpanFn *fn;
    void *it;
} Each;

static void slot_span(void *it, u8 *slot)
{
    const Each *each = (const Each *)it;
    const Taken taking = taken(each->source->column, each->source->texts, slot);
    if (taking.count) each->fn(each->it, taking.items, taking.count);
}

/// Does the same as slot_span for the slots of `count` rows in a direct column, without calling
/// slot_span for each slot.
static void direct_spans(const Each *each, const u8 *rows, u32 count)
{
    const ed_VarlenColumn *column = each->source->column;
    size_t stride = each->source->outer->size;
    Texts *texts = each->source->texts;
    SpanFn *fn = each->fn;
    void *it = each->it;
    rows += column->offset;
    for (u32 i = 0; i < count; i++, rows += stride) {
        const Taken taking = taken(column, texts, rows);
        if (taking.count) fn(it, taking.items, taking.count);
    }
}

static void rows_spans(void *it, const u8 *items, u64 count)
{
    Each *each = (Each *)it;
    if (each->source->column->direct) direct_spans(each, items, (u32)count);
    else
        ed_varlen_each_slot(each->source->column, (u8 *)(uintptr_t)items, each->source->outer->size,
                            count, slot_span, each);
}

/// Calls `fn` for every run of consecutive elements, in order.
static void each_span(const Source *source, SpanFn *fn, void *it)
{
    Each each = { source, fn, it };
    if (source->outer) each_span(source->outer, rows_spans, &each);
    else if (source->count) fn(it, (const u8 *)source->items, source->count);
}

static void add_count(void *it, const u8 *items, u64 count)
{
    (void)items;
    *(u64 *)it += count;
}

// --- the rows ------------------------------------------------------------------------------------

typedef struct Fill {
    const ed_Field *field;
    Mask mask;
    ed_Canonicalizer clean;
    bool plain;      // nothing to mask or clean
    ed_VarlenColumns columns;
    u64 *counts;      // of each direct column: elements that its slots take
    u8 *to;
    Texts *texts;
    ed_WriteChanges *changes;
    bool zeros;      // a text that was copied has a zero byte inside
} Fill;

/// Counts the elements of direct columns while the rows are in the cache.
static void count_columns(const Fill *fill, const u8 *items, u32 count)
{
    for (u32 p = 0; p < fill->columns.count; p++) {
        const ed_VarlenColumn *column = &fill->columns.at[p];
        const u8 *at = items + column->offset;
        size_t stride = fill->field->size;
        u64 sum = 0;
        if (!column->direct) continue;
        for (u32 i = 0; i < count; i++, at += stride) sum += taken(column, fill->texts, at).count;
        fill->counts[p] += sum;
    }
}

typedef struct Cut {
    const ed_Field *field;
    ed_WriteChanges *changes;
} Cut;

static void cut_slot(void *it, u8 *slot)
{
    const Cut *cut = (const Cut *)it;
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    u32 size = list.items ? (u32)strnlen((const char *)list.items, list.count) : list.count;
    if (size == list.count) return;
    ed_write_change(cut->changes, ED_CHANGE_ZERO_BYTE, cut->field->name);
    list.count = size;
    memcpy(slot, &list, sizeof list);
}

static void cut_slots(const Fill *fill, u32 count)
{
    for (u32 p = 0; p < fill->columns.count; p++) {
        const ed_VarlenColumn *column = &fill->columns.at[p];
        Cut cut = { column->path_count ? column->path[column->path_count - 1] : fill->field,
                    fill->changes };
        if (column->text && !column->pointers)
            ed_varlen_each_slot(column, fill->to, fill->field->size, count, cut_slot, &cut);
    }
}

static void fill_block(Fill *fill, const u8 *items, u32 count)
{
    count_columns(fill, items, count);
    size_t size = (size_t)count * fill->field->size;
    ed_mask_copy(fill->to, items, fill->mask.bytes, size);
    if (fill->texts->cut) cut_slots(fill, count);
    if (fill->clean.count)
        ed_canonicalize(&fill->clean, fill->to, fill->field->size, count, fill->changes);
    fill->to += size;
}

static void fill_rows(void *it, const u8 *items, u64 count)
{
    Fill *fill = (Fill *)it;
    if (fill->plain) {
        size_t size = (size_t)count * fill->field->size;
        ed_copy_bytes(fill->to, items, size);
        fill->to += size;
        return;
    }
    u64 block = fill->mask.size / fill->field->size;
    for (u64 i = 0; i < count; i += block)
        fill_block(fill, items + i * fill->field->size,
                   (u32)(count - i < block ? count - i : block));
}

/// Copies a text and adds a terminator, because the game's text may have none.
static void fill_text(void *it, const u8 *text, u64 size)
{
    Fill *fill = (Fill *)it;
    fill->zeros |= ed_copy_text(fill->to, text, size - 1);
    fill->to[size - 1] = 0;
    fill->to += size;
}

// --- a table -------------------------------------------------------------------------------------

static u64 index_of(const ed_TypeList *type_list, const ed_Field *field)
{
    u32 i =
        ed_field_is_record(field) ? ed_type_list_index(type_list, field->type) : type_list->count;
    return i < type_list->count ? i : ED_TABLE_NONE;
}

static void pack_table(ed_Writer *w, const ed_Field *field, const Source *source, u64 count);

static void pack_heap(ed_Writer *w, const Fill *fill, const Source *source)
{
    ed_write_array(w, fill->columns.count);
    for (u32 p = 0; p < fill->columns.count && ed_write_ok(w); p++) {
        const ed_VarlenColumn *column = &fill->columns.at[p];
        Source inner = {
            .outer = source, .column = column, .size = column->element->size, .texts = source->texts
        };
        u64 count = fill->counts[p];
        if (!column->direct) each_span(&inner, add_count, &count);
        pack_table(w, column->element, &inner, count);
    }
}

static bool make_fill(ed_Writer *w, const ed_Field *field, Fill *fill)
{
    ed_Arena *scratch = w->type_list->scratch;
    *fill = (Fill){ .field = field,
                    .clean = ed_canonicalizer_make(field, w->live, w->containers, scratch) };
    if (!ed_varlen_columns_find(field, scratch, &fill->columns)) {
        ed_fail(&w->err, ED_ERR_LIMIT,
                "the type of %s contains more than %u fields that are texts or lists, or memory is "
                "full",
                field->name, ED_VARLEN_COLUMNS_MAX);
        return false;
    }
    fill->counts = (u64 *)ed_arena_push(scratch, fill->columns.count * sizeof *fill->counts, 8);
    bool good =
        !fill->clean.full && fill->counts && make_mask(field, w->live, scratch, &fill->mask);
    fill->plain = good && fill->mask.masks_nothing && !fill->clean.count;
    return good || ed_arena_check(scratch, &w->err);
}

static void pack_table(ed_Writer *w, const ed_Field *field, const Source *source, u64 count)
{
    ed_Arena *scratch = w->type_list->scratch;
    size_t before = scratch->used;
    Fill fill;
    if (count == 0) {
        ed_write_nil(w);
        return;
    }
    if (w->depth == ED_DEPTH_MAX) {
        ed_fail(&w->err, ED_ERR_DEPTH, "%s is nested deeper than %u: it could not be read back",
                field->name, ED_DEPTH_MAX);
        return;
    }
    if (count > UINT32_MAX) {
        ed_fail(&w->err, ED_ERR_LIMIT, "%s has more than %u elements: it could not be read back",
                field->name, UINT32_MAX);
        return;
    }
    w->depth++;
    if (make_fill(w, field, &fill)) {
        bool text = source->column && source->column->text;
        u8 *rows = ed_write_table(w, index_of(w->type_list, field), (u32)count,
                                  (size_t)count * field->size);
        fill.to = rows;
        fill.texts = source->texts;
        fill.changes = &w->changes;
        if (rows && ed_write_ok(w)) {
            each_span(source, text ? fill_text : fill_rows, &fill);
            // the outer table has counted the elements of a column
            assert(fill.to == rows + (size_t)count * field->size);
        }
        source->texts->zeros |= fill.zeros;
        pack_heap(w, &fill, source);
    }
    scratch->used = before;
    w->depth--;
}

void ed_pack_table(ed_Writer *w, const ed_Field *field, const void *items, u32 count)
{
    Texts texts = { .cut = false };
    size_t start = w->size;
    ed_WriteChanges changes = w->changes;
    Source all = { .items = items, .count = count, .size = field->size, .texts = &texts };
    pack_table(w, field, &all, count);
    if (!texts.zeros || !ed_write_ok(w)) return;
    texts.cut = true;
    w->size = start;
    w->changes = changes;      // the same values are noted again
    pack_table(w, field, &all, count);
}
