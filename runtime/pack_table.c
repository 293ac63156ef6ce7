#include "runtime/table.h"
#include <string.h>
#include "runtime/mask.h"
#include "runtime/parts.h"

#define BLOCK_BYTES 4096u        // that are copied, then cleaned while they are in the cache

static bool is_record(const ed_Field *field) { return field->kind == ED_STRUCT || field->kind == ED_UNION; }
static bool is_list(const ed_Field *field) { return field->shape == ED_DYNAMIC || field->shape == ED_POOL; }

// --- what is state, and what is not ---------------------------------------------------------------------------------------

/// The mask of as many elements as lie in a block, so that one loop goes over all of its bytes.
typedef struct Mask {
    u8    *bytes;
    size_t size;             // a multiple of the element's
    bool   whole;            // nothing is masked out
} Mask;

static bool make_mask(const ed_Field *field, bool live, ed_Arena *arena, Mask *mask)
{
    u32 elements = field->size < BLOCK_BYTES ? BLOCK_BYTES / field->size : 1;
    mask->size  = (size_t)elements * field->size;
    mask->bytes = (u8 *)ed_arena_push(arena, mask->size, 8);
    if (!mask->bytes) return false;
    ed_mask_element(field, live ? ED_MASK_LIVE : ED_MASK_FILE, mask->bytes);
    for (u32 i = 1; i < elements; i++) memcpy(mask->bytes + (size_t)i * field->size, mask->bytes, field->size);
    mask->whole = true;
    for (u32 i = 0; i < field->size && mask->whole; i++) mask->whole = mask->bytes[i] == 0xff;
    return true;
}

static void copy_masked(u8 *restrict to, const u8 *restrict from, const u8 *restrict mask, size_t size)
{
    size_t i = 0;
    for (; i + 32 <= size; i += 32) {
        u64 a[4], b[4];
        memcpy(a, from + i, 32);
        memcpy(b, mask + i, 32);
        for (u32 k = 0; k < 4; k++) a[k] &= b[k];
        memcpy(to + i, a, 32);
    }
    for (; i < size; i++) to[i] = from[i] & mask[i];
}

// --- what counts do not cover --------------------------------------------------------------------------------------------

static bool needs_cleaning(const ed_Field *field);

static bool any_needs_cleaning(const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++)
        if (!(type->fields[i].flags & ED_FIELD_TRANSIENT) && needs_cleaning(&type->fields[i])) return true;
    return false;
}

static bool needs_cleaning(const ed_Field *field)
{
    if (field->shape > ED_FIXED || field->kind == ED_CHARS || field->kind == ED_STR || field->kind == ED_UNION) return true;
    return field->kind == ED_STRUCT && any_needs_cleaning(field->type);
}

static void clean_field(const ed_Field *field, bool live, u8 *records, size_t stride, u32 count);

/// Behind the terminator.
static void clean_text(u8 *at, u32 size)
{
    u8 *end = (u8 *)memchr(at, 0, size);
    if (end) memset(end, 0, (size_t)(at + size - end));
}

/// The same without a branch for a word at a time: the bytes below the first zero are kept.
static void clean_words(u8 *at, u32 size)
{
    u64 alive = UINT64_MAX;
    for (u32 i = 0; i < size; i += 8) {
        u64 word;
        memcpy(&word, at + i, 8);
        u64 zero = (word - 0x0101010101010101ull) & ~word & 0x8080808080808080ull;
        u64 first = zero & (0 - zero);       // the lowest mark is always right
        word &= ((first >> 7) - 1) & alive;
        alive &= zero ? 0 : UINT64_MAX;
        memcpy(at + i, &word, 8);
    }
}

static void clean_slot(u8 *at)
{
    ed_Array slot;
    memcpy(&slot, at, sizeof slot);
    slot = (ed_Array){ .count = slot.items ? slot.count : 0 };
    memcpy(at, &slot, sizeof slot);
}

static void clean_element(const ed_Field *field, bool live, u8 *at, size_t stride, u32 count);

/// The bytes of a record that are no field of it may be those of another alternative.
static void clean_gaps(const ed_Type *type, bool live, u8 *at)
{
    u32 end = 0;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        u32 start = field->offset - ed_field_lead(field);
        if ((field->flags & ED_FIELD_TRANSIENT) || (field->kind == ED_PTR && !live)) continue;
        memset(at + end, 0, start - end);
        end = field->offset + (u32)ed_field_bytes(field);
        for (u32 k = 0; field->kind == ED_STRUCT && !is_list(field) && k < field->count; k++)
            clean_gaps(field->type, live, at + field->offset + (size_t)k * field->size);
    }
    memset(at + end, 0, type->size - end);
}

static void clean_union(const ed_Type *type, bool live, u8 *at)
{
    u32 kind = ed_union_kind(type, at);
    ed_Type held = { .kind = ED_STRUCT, .size = type->size, .fields = &type->fields[kind], .field_count = 1 };
    clean_gaps(&held, live, at);
    memcpy(at, &kind, sizeof kind);
    clean_field(held.fields, live, at, 0, 1);
}

static void clean_element(const ed_Field *field, bool live, u8 *at, size_t stride, u32 count)
{
    if (field->kind == ED_STRUCT) {
        for (u32 i = 0; i < field->type->field_count; i++) clean_field(&field->type->fields[i], live, at, stride, count);
        return;
    }
    bool words = field->size % 8 == 0;
    for (u32 i = 0; i < count; i++, at += stride) {
        if      (field->kind == ED_STR)   clean_slot(at);
        else if (field->kind == ED_UNION) clean_union(field->type, live, at);
        else if (field->kind == ED_CHARS) words ? clean_words(at, field->size) : clean_text(at, field->size);
    }
}

static void clean_bounded(const ed_Field *field, bool live, u8 *at)
{
    u32 count = ed_list_count(field, at);
    memcpy(at - sizeof count, &count, sizeof count);
    memset(at + (size_t)count * field->size, 0, (size_t)(field->count - count) * field->size);
    clean_element(field, live, at, field->size, count);
}

static void clean_optional(const ed_Field *field, bool live, u8 *at)
{
    static const u8 none[sizeof(u32)];
    bool nothing = field->kind == ED_REF && memcmp(at + sizeof(u32), none, sizeof none) == 0;      // a handle to nothing is none
    at[-1] = at[-1] && !nothing;
    if (at[-1]) clean_element(field, live, at, 0, 1);
    else        memset(at, 0, field->size);
}

/// Of `count` records, `stride` bytes apart.
static void clean_field(const ed_Field *field, bool live, u8 *records, size_t stride, u32 count)
{
    u8 *at = records + field->offset;
    if ((field->flags & ED_FIELD_TRANSIENT) || !needs_cleaning(field)) return;
    bool inline_array = field->shape == ED_ONE || field->shape == ED_FIXED;
    for (u32 i = 0; inline_array && i < field->count; i++) clean_element(field, live, at + (size_t)i * field->size, stride, count);
    if (inline_array) return;
    for (u32 i = 0; i < count; i++, at += stride) {
        if      (is_list(field))               clean_slot(at);
        else if (field->shape == ED_BOUNDED)   clean_bounded(field, live, at);
        else                                   clean_optional(field, live, at);
    }
}

// --- where the elements lie: in one array, or in the slots of records that do --------------------------------------------

typedef struct Source Source;
struct Source {
    const Source  *outer;        // NULL: `items` is all there is
    const ed_Part *part;         // of the outer's elements
    const void    *items;
    u32            count;
    u32            size;         // bytes of an element
};

typedef void SpanFn(void *it, const u8 *items, u64 count);

typedef struct Each {
    const Source *source;
    SpanFn       *fn;
    void         *it;
} Each;

static void slot_span(void *it, u8 *slot)
{
    const Each *each = (const Each *)it;
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    if (list.items && list.count) each->fn(each->it, (const u8 *)list.items, list.count + (u64)each->source->part->text);
}

static void rows_spans(void *it, const u8 *items, u64 count)
{
    Each *each = (Each *)it;
    ed_part_each(each->source->part, (u8 *)(uintptr_t)items, each->source->outer->size, count, slot_span, each);
}

/// Every run of elements, in order.
static void each_span(const Source *source, SpanFn *fn, void *it)
{
    Each each = { source, fn, it };
    if (source->outer)      each_span(source->outer, rows_spans, &each);
    else if (source->count) fn(it, (const u8 *)source->items, source->count);
}

static void add_count(void *it, const u8 *items, u64 count)
{
    (void)items;
    *(u64 *)it += count;
}

// --- the rows ----------------------------------------------------------------------------------------------------------

typedef struct Fill {
    const ed_Field *field;
    Mask            mask;
    bool            clean, live;
    u8             *to;
} Fill;

static void fill_block(Fill *fill, const u8 *items, u32 count)
{
    size_t size = (size_t)count * fill->field->size;
    if (fill->mask.whole) memcpy(fill->to, items, size);
    else                  copy_masked(fill->to, items, fill->mask.bytes, size);
    if (fill->clean) clean_element(fill->field, fill->live, fill->to, fill->field->size, count);
    fill->to += size;
}

static void fill_rows(void *it, const u8 *items, u64 count)
{
    Fill *fill = (Fill *)it;
    u64 block = fill->mask.size / fill->field->size;
    if (fill->mask.whole && !fill->clean) block = UINT32_MAX;
    for (u64 i = 0; i < count; i += block)
        fill_block(fill, items + i * fill->field->size, (u32)(count - i < block ? count - i : block));
}

// --- a table -----------------------------------------------------------------------------------------------------------

static u64 index_of(const ed_Listing *listing, const ed_Field *field)
{
    for (u32 i = 0; is_record(field) && i < listing->count; i++) if (listing->types[i] == field->type) return i;
    return ED_TABLE_NONE;
}

static void pack_table(ed_Writer *w, const ed_Field *field, const Source *source);

static void pack_heap(ed_Writer *w, const ed_Field *field, const Source *source)
{
    ed_Parts parts;
    if (!ed_parts_find(field, w->listing->scratch, &parts)) {
        ed_fail(&w->err, ED_ERR_LIMIT, "%s has more than %u texts and lists inside", field->name, ED_PARTS_MAX);
        return;
    }
    ed_write_array(w, parts.count);
    for (u32 i = 0; i < parts.count && ed_write_ok(w); i++)
        pack_table(w, parts.at[i].element, &(Source){ .outer = source, .part = &parts.at[i], .size = parts.at[i].element->size });
}

static void pack_table(ed_Writer *w, const ed_Field *field, const Source *source)
{
    ed_Arena *scratch = w->listing->scratch;
    size_t before = scratch->used;
    u64 count = 0;
    each_span(source, add_count, &count);
    if (count == 0) { ed_write_nil(w); return; }
    if (count > UINT32_MAX || w->depth == ED_DEPTH_MAX) {
        ed_fail(&w->err, ED_ERR_LIMIT, "%s holds more, or lists deeper in lists, than could be read back", field->name);
        return;
    }
    w->depth++;
    Fill fill = { .field = field, .live = w->live, .clean = needs_cleaning(&(ed_Field){ .kind = field->kind, .type = field->type }) };
    if (!make_mask(field, w->live, scratch, &fill.mask)) ed_arena_fits(scratch, &w->err);
    fill.to = ed_write_table(w, index_of(w->listing, field), (u32)count, (size_t)count * field->size);
    if (fill.to && ed_write_ok(w)) each_span(source, fill_rows, &fill);
    pack_heap(w, field, source);
    scratch->used = before;
    w->depth--;
}

void ed_pack_table(ed_Writer *w, const ed_Field *field, const void *items, u32 count)
{
    pack_table(w, field, &(Source){ .items = items, .count = count, .size = field->size });
}
