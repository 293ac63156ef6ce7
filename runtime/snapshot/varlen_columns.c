#include "runtime/snapshot/varlen_columns.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

#define WORK_MAX (1u << 16)      // fields looked at; types from a file may branch without end

static const ed_Field text_bytes = { .name = "text", .kind = ED_U8, .size = 1, .count = 1 };

// --- finding them --------------------------------------------------------------------------------

typedef struct Find {
    ed_Arena *arena;      // NULL: the first part that is found fills it
    ed_Array found;       // ed_Part
    const ed_Field *way[ED_DEPTH_MAX];
    u32 depth;
    u32 left;      // fields that may still be looked at
    bool full;
} Find;

/// One slot a row at a fixed offset: no array, no choice on the way.
static bool find_offset(const Find *f, const ed_Field *element, u32 *offset)
{
    *offset = 0;
    const ed_Type *owner = ed_field_is_record(element) ? element->type : NULL;
    for (u32 i = 0; i < f->depth; i++) {
        const ed_Field *step = f->way[i];
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
    const ed_Field **way =
        (const ed_Field **)ed_arena_push(f->arena, f->depth * sizeof *way, _Alignof(ed_Field *));
    ed_Part *part = way && f->found.count < ED_PARTS_MAX
                      ? (ed_Part *)ed_array_add(f->arena, &f->found, sizeof *part, 8)
                      : NULL;
    if (!part) {
        f->full = true;
        return;
    }
    memcpy(way, f->way, f->depth * sizeof *way);
    *part = (ed_Part){ .element = text ? &text_bytes : slot,
                       .owner = ed_field_is_record(element) ? element->type : NULL,
                       .way = way,
                       .way_count = f->depth,
                       .text = text };
    part->direct = find_offset(f, element, &part->offset);
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
        f->way[f->depth++] = field;
        if (ed_field_is_list(field)) add(f, element, false, field);
        else if (field->kind == ED_STR) add(f, element, true, field);
        else if (ed_field_is_record(field)) find_in(f, element, field->type);
        f->depth--;
    }
}

bool ed_parts_find(const ed_Field *field, ed_Arena *arena, ed_Parts *parts)
{
    Find f = { .arena = arena, .left = WORK_MAX };
    *parts = (ed_Parts){ NULL, 0 };
    if (!ed_parts_any(field)) return true;
    if (field->kind == ED_STR) add(&f, field, true, field);
    else find_in(&f, field, field->type);
    *parts = (ed_Parts){ (ed_Part *)f.found.items, f.found.count };
    return !f.full;
}

bool ed_parts_any(const ed_Field *field)
{
    Find f = { .left = WORK_MAX };
    if (ed_field_is_record(field)) find_in(&f, field, field->type);
    return f.full || field->kind == ED_STR;
}

// --- walking them --------------------------------------------------------------------------------

typedef struct Walk {
    const ed_Part *part;
    ed_SlotFn *slot;
    void *it;
} Walk;

static void walk(const Walk *w, u32 depth, const ed_Type *owner, u8 *record)
{
    const ed_Field *field = w->part->way[depth];
    u8 *at = record + field->offset;
    bool leaf = depth + 1 == w->part->way_count;
    if (owner && owner->kind == ED_UNION && &owner->fields[ed_union_kind(owner, record)] != field)
        return;
    if (ed_field_is_list(field)) {
        w->slot(w->it, at);
        return;
    }      // the slot itself
    ed_ElementSpan all = ed_field_elements(field, at);
    for (u32 i = 0; i < all.count; i++) {
        if (leaf) w->slot(w->it, all.at + (size_t)i * field->size);
        else walk(w, depth + 1, field->type, all.at + (size_t)i * field->size);
    }
}

void ed_part_each(const ed_Part *part, u8 *rows, size_t stride, u64 count, ed_SlotFn *slot,
                  void *it)
{
    Walk w = { part, slot, it };
    if (part->direct) {
        for (u64 i = 0; i < count; i++) slot(it, rows + i * stride + part->offset);
        return;
    }
    for (u64 i = 0; i < count; i++) walk(&w, 0, part->owner, rows + i * stride);
}
