#include "runtime/snapshot/varlen.h"
#include <assert.h>
#include <string.h>
#include "runtime/base/copy_block.h"
#include "runtime/snapshot/layout_check.h"
#include "runtime/types/field.h"

#define WORK_MAX \
    (1u << 16)      // fields visited in a search: types from a file can branch without end

static const ed_Field text_bytes = { .name = "text", .kind = ED_U8, .size = 1, .count = 1 };

// --- finding columns -----------------------------------------------------------------------------

typedef struct Find {
    ed_Arena *arena;      // NULL: the first column sets `full` and ends the search
    ed_Array found;       // ed_VarlenColumn
    const ed_Field *path[ED_DEPTH_MAX];
    u32 depth;
    u32 left;      // fields that may still be visited
    bool full;
} Find;

/// Returns whether every row has exactly one slot, at a fixed offset: there is no array, optional
/// or union on the path to it.
static bool find_offset(const Find *f, const ed_Field *element, u32 *offset)
{
    *offset = 0;
    const ed_Type *owner = ed_field_is_record(element) ? element->type : NULL;
    for (u32 i = 0; i < f->depth; i++) {
        const ed_Field *step = f->path[i];
        bool leaf = i + 1 == f->depth;
        if (owner && owner->kind == ED_UNION) return false;
        if (step->shape != ED_ONE && !(leaf && ed_field_is_list(step))) return false;
        *offset += step->offset;
        owner = ed_field_is_record(step) ? step->type : NULL;
    }
    return true;
}

static void add(Find *f, const ed_Field *element, bool text, const ed_Field *slot)
{
    if (!f->arena) {
        f->full = true;
        return;
    }
    const ed_Field **path =
        (const ed_Field **)ed_arena_push(f->arena, f->depth * sizeof *path, _Alignof(ed_Field *));
    ed_VarlenColumn *column =
        path && f->found.count < ED_VARLEN_COLUMNS_MAX
            ? (ed_VarlenColumn *)ed_array_add(f->arena, &f->found, sizeof *column, 8)
            : NULL;
    if (!column) {
        f->full = true;
        return;
    }
    memcpy(path, f->path, f->depth * sizeof *path);
    *column = (ed_VarlenColumn){ .element = text ? &text_bytes : slot,
                                 .owner = ed_field_is_record(element) ? element->type : NULL,
                                 .path = path,
                                 .path_count = f->depth,
                                 .text = text,
                                 .pointers = text && slot->kind == ED_TEXT_PTR };
    column->direct = find_offset(f, element, &column->offset);
}

static void find_in(Find *f, const ed_Field *element, const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count && !f->full; i++) {
        const ed_Field *field = &type->fields[i];
        if (f->depth == ED_DEPTH_MAX || f->left-- == 0) {
            f->full = true;
            return;
        }
        if (field->flags & ED_FIELD_TRANSIENT) continue;
        f->path[f->depth++] = field;
        if (ed_field_is_list(field)) add(f, element, false, field);
        else if (ed_field_is_outer_text(field)) add(f, element, true, field);
        else if (ed_field_is_record(field)) find_in(f, element, field->type);
        f->depth--;
    }
}

bool ed_varlen_columns_find(const ed_Field *field, ed_Arena *arena, ed_VarlenColumns *columns)
{
    Find f = { .arena = arena, .left = WORK_MAX };
    *columns = (ed_VarlenColumns){ NULL, 0 };
    if (!ed_has_varlen(field)) return true;
    if (ed_field_is_outer_text(field)) add(&f, field, true, field);
    else find_in(&f, field, field->type);
    *columns = (ed_VarlenColumns){ (ed_VarlenColumn *)f.found.items, f.found.count };
    return !f.full;
}

bool ed_has_varlen(const ed_Field *field)
{
    Find f = { .left = WORK_MAX };
    if (ed_field_is_record(field)) find_in(&f, field, field->type);
    return f.full || ed_field_is_outer_text(field);
}

// --- walking slots -------------------------------------------------------------------------------

typedef struct Walk {
    const ed_VarlenColumn *column;
    ed_SlotFn *slot;
    void *it;
} Walk;

static void walk(const Walk *w, u32 depth, const ed_Type *owner, u8 *record)
{
    const ed_Field *field = w->column->path[depth];
    u8 *at = record + field->offset;
    bool leaf = depth + 1 == w->column->path_count;
    if (owner && owner->kind == ED_UNION && ed_union_alternative(owner, record) != field) return;
    if (ed_field_is_list(field)) {
        w->slot(w->it, at);
        return;
    }
    ed_ElementSpan all = ed_field_elements(field, at);
    for (u32 i = 0; i < all.count; i++) {
        if (leaf) w->slot(w->it, all.at + (size_t)i * field->size);
        else walk(w, depth + 1, field->type, all.at + (size_t)i * field->size);
    }
}

void ed_varlen_each_slot(const ed_VarlenColumn *column, u8 *rows, size_t stride, u64 count,
                         ed_SlotFn *slot, void *it)
{
    Walk w = { column, slot, it };
    if (column->direct) {
        for (u64 i = 0; i < count; i++) slot(it, rows + i * stride + column->offset);
        return;
    }
    for (u64 i = 0; i < count; i++) walk(&w, 0, column->owner, rows + i * stride);
}

// --- checking tables -----------------------------------------------------------------------------

bool ed_table_check(ed_Reader *r, const ed_Field *field, const ed_Table *table)
{
    if (!ed_read_ok(r)) return false;
    bool good = ed_layout_check_element(field);
    bool sized = (u64)table->count * field->size == table->rows.size;
    if (!good) {
        char why[192];
        ed_Text text = ed_text_over(why, sizeof why);
        ed_layout_check_explain(field, &text);
        ed_read_fail(r, ED_ERR_FORMAT, table->at,
                     "a table of %s: the sizes and offsets of its type are inconsistent: %s",
                     field->name, why);
    } else if (!sized)
        ed_read_fail(r, ED_ERR_FORMAT, table->at, "%zu bytes of rows: expected %u rows of %u bytes",
                     table->rows.size, table->count, field->size);
    return good && sized;
}

// --- reading columns -----------------------------------------------------------------------------

static void read_column(ed_Reader *r, ed_VarlenReader *reader)
{
    if (ed_read_format(r) == ED_FORMAT_NIL) {
        ed_read_nil(r);
        return;
    }
    reader->table = ed_read_table(r);
    if (ed_table_check(r, reader->column->element, &reader->table))
        reader->at = reader->table.rows.at;
}

void ed_varlen_read(ed_Reader *r, const ed_Table *table, const ed_VarlenColumns *columns,
                    ed_VarlenReader *readers)
{
    const u8 *after = r->at;
    u32 count = 0;
    if (table->heap.at) r->at = table->heap.at;
    if (table->heap.at && ed_read_ok(r)) count = ed_read_array(r);
    if (ed_read_ok(r) && count != columns->count)
        ed_read_fail(r, ED_ERR_FORMAT, table->at, "a heap has %u columns: expected %u", count,
                     columns->count);
    for (u32 i = 0; i < columns->count && ed_read_ok(r); i++) {
        readers[i] =
            (ed_VarlenReader){ .column = &columns->at[i], .size = columns->at[i].element->size };
        read_column(r, &readers[i]);
    }
    if (ed_read_ok(r)) r->at = after;
}

// --- slots ---------------------------------------------------------------------------------------

/// What resolve_slot reads and updates. A local copy, so that the compiler can keep it in registers
/// for a block of rows.
typedef struct Cursor {
    const u8 *at;
    u64 used, count;
    u32 size;
    bool text, pointers, no_inner_zeros, bad;
} Cursor;

static Cursor cursor_of(const ed_VarlenReader *reader)
{
    return (Cursor){ .at = reader->at,
                     .used = reader->used,
                     .count = reader->table.count,
                     .size = reader->size,
                     .text = reader->column->text,
                     .pointers = reader->column->pointers,
                     .no_inner_zeros = reader->no_inner_zeros,
                     .bad = reader->bad };
}

static inline void resolve_slot(Cursor *c, u8 *slot)
{
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    u64 taken = list.count ? list.count + (u64)c->text : 0;
    bool good = taken <= c->count - c->used && taken <= UINT32_MAX;
    if (good && taken && c->text) good = c->at[c->used + list.count] == 0;
    c->bad |= !good;
    if (!good) taken = 0;
    // an empty column may have no address
    const u8 *items = taken ? c->at + c->used * c->size : NULL;
    list.items = (void *)(uintptr_t)items;
    list.count = taken ? list.count : 0;
    list.capacity = (u32)taken;
    // a text ends at its first zero byte
    if (c->text && !c->no_inner_zeros && taken)
        list.count = (u32)strnlen((const char *)items, list.count);
    c->used += taken;
    memcpy(slot, &list, sizeof list);
}

static inline void resolve_pointer(Cursor *c, u8 *slot)
{
    u64 taken;
    memcpy(&taken, slot, sizeof taken);
    const bool good = !taken || (taken <= c->count - c->used && c->at[c->used + taken - 1] == 0);
    c->bad |= !good;
    if (!good) taken = 0;
    // an empty column may have no address
    const u64 address = taken ? (u64)(uintptr_t)(c->at + c->used) : 0;
    c->used += taken;
    memcpy(slot, &address, sizeof address);
}

static void resolve_any(void *it, u8 *slot)
{
    Cursor *c = (Cursor *)it;
    if (c->pointers) resolve_pointer(c, slot);
    else resolve_slot(c, slot);
}

void ed_varlen_resolve(ed_VarlenReader *reader, u8 *rows, size_t stride, u64 count)
{
    Cursor c = cursor_of(reader);
    assert(!c.count || c.at);      // ed_varlen_read
    const bool direct = reader->column->direct;
    u8 *slots = rows + reader->column->offset;
    if (direct && c.pointers)
        for (u64 i = 0; i < count; i++) resolve_pointer(&c, slots + i * stride);
    else if (direct)
        for (u64 i = 0; i < count; i++) resolve_slot(&c, slots + i * stride);
    else ed_varlen_each_slot(reader->column, rows, stride, count, resolve_any, &c);
    reader->used = c.used;
    reader->bad = c.bad;
}

static void count_text(void *it, u8 *slot)
{
    ed_Array list;
    memcpy(&list, slot, sizeof list);
    *(u64 *)it += list.count != 0;
}

/// If a column has as many zero bytes as texts, all of them are terminators.
void ed_varlen_scan_texts(ed_VarlenReader *reader, const u8 *rows, size_t stride, u64 count)
{
    u64 texts = 0;
    u8 *slots = (u8 *)(uintptr_t)rows;      // not written
    if (!reader->column->text || reader->column->pointers || !reader->table.count) return;
    if (reader->column->direct)
        for (u64 i = 0; i < count; i++)
            count_text(&texts, slots + i * stride + reader->column->offset);
    else ed_varlen_each_slot(reader->column, slots, stride, count, count_text, &texts);
    reader->no_inner_zeros = ed_count_zeros(reader->at, reader->table.count) == texts;
}

// --- restoring rows in memory --------------------------------------------------------------------

static bool restore_columns(ed_Reader *r, ed_Arena *arena, const ed_Table *table,
                            const ed_VarlenColumns *columns, ed_VarlenReader *readers)
{
    ed_varlen_read(r, table, columns, readers);
    for (u32 i = 0; i < columns->count && ed_read_ok(r); i++) {
        ed_VarlenReader *reader = &readers[i];
        if (reader->table.count && ed_has_varlen(reader->column->element))
            reader->at = ed_table_restore(r, arena, reader->column->element, &reader->table);
    }
    return ed_read_ok(r);
}

/// Copies the rows, because rows in the document may be unaligned and their slots are changed.
u8 *ed_table_restore(ed_Reader *r, ed_Arena *arena, const ed_Field *field, const ed_Table *table)
{
    ed_VarlenColumns columns;
    // ed_table_check
    assert(ed_layout_check_element(field));
    assert(table->rows.size == (u64)table->count * field->size);
    if (!ed_read_enter(r, NULL, 0)) return NULL;      // limits lists inside lists
    u8 *rows = (u8 *)ed_arena_push_raw(arena, table->rows.size, ED_TABLE_ALIGN);
    bool found = rows && ed_varlen_columns_find(field, arena, &columns);
    ed_VarlenReader *readers =
        found ? (ed_VarlenReader *)ed_arena_push(arena, columns.count * sizeof *readers, 8) : NULL;
    if (!readers)
        ed_read_fail(r, ED_ERR_LIMIT, table->at, "not enough memory to read %u rows", table->count);
    else if (restore_columns(r, arena, table, &columns, readers)) {
        memcpy(rows, table->rows.at, table->rows.size);
        for (u32 i = 0; i < columns.count; i++) {
            ed_varlen_resolve(&readers[i], rows, field->size, table->count);
            if (readers[i].bad || readers[i].used != readers[i].table.count)
                ed_read_fail(
                    r, ED_ERR_FORMAT, table->at,
                    "the rows and their columns have different numbers of elements, or a text is "
                    "not terminated");
        }
    }
    ed_read_leave(r);
    return ed_read_ok(r) ? rows : NULL;
}
