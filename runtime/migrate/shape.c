#include <string.h>
#include "runtime/migrate/rows.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/field.h"
#include "runtime/value/compare.h"

// --- cut items -----------------------------------------------------------------------------------

/// The value of a whole field. Its default is only known for a fixed array, which has a default for
/// each element.
static ed_StepValue value_of(ed_Load *load, ed_FieldStep *step, const ed_ValueRef *value)
{
    bool fixed = value->field->shape == ED_FIXED && step->plan->from->packed_default_size;
    return (ed_StepValue){ *value,
                           fixed ? *ed_step_default(load, step) : (ed_ValueRef){ .at = NULL },
                           ed_value_is_absent(value) };
}

/// An item, with its default if `list` has defaults.
static ed_StepValue item_of(const ed_StepValue *list, u32 index)
{
    const ed_ValueRef *defaults = &list->defaults;
    bool known = defaults->at && ed_value_is_list(defaults) && index < ed_value_count(defaults);
    return (ed_StepValue){ ed_value_item(&list->value, index),
                           known ? ed_value_item(defaults, index) : (ed_ValueRef){ .at = NULL },
                           false };
}

static void cut_items(ed_Load *load, ed_FieldStep *step, const ed_StepValue *list, u32 first);

static void cut_item(ed_Load *load, ed_FieldStep *step, const ed_StepValue *list, u32 index)
{
    ed_StepValue item = item_of(list, index);
    if (!item.value.at) return;
    if (ed_value_is_list(&item.value)) cut_items(load, step, &item, 0);
    else if (ed_value_differs(&item.value, &item.defaults)) step->tally->truncated++;
}

/// Counts the items of a list from `first` on as cut. Each single value counts as truncated, unless
/// it is its default.
static void cut_items(ed_Load *load, ed_FieldStep *step, const ed_StepValue *list, u32 first)
{
    u32 count = ed_value_count(&list->value);
    if (first < count) step->unseen++;
    for (u32 i = first; i < count && ed_load_ok(load); i++) cut_item(load, step, list, i);
}

// --- from one shape to another -------------------------------------------------------------------

u32 ed_shape_room(const ed_Field *field, u32 dim)
{
    if (dim >= ed_field_rank(field)) return 1;
    switch (field->shape) {
    case ED_FIXED: return field->dims[dim];
    case ED_BOUNDED: return field->count;
    case ED_POOL: return field->count ? field->count : UINT32_MAX;
    case ED_DYNAMIC: return UINT32_MAX;
    default: return 1;
    }
}

/// Migrates a value to a single element. If the value is a list or an array, its first item is
/// migrated, in every dimension. An empty list leaves the default.
static void migrate_first(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to)
{
    ed_StepValue now = *part;
    while (ed_value_is_list(&now.value)) {
        if (!ed_value_count(&now.value) || !ed_load_ok(load)) return;
        cut_items(load, step, &now, 1);
        now = item_of(&now, 0);
        if (!now.value.at) return;
    }
    ed_Elements element = { .to = to, .count = 1 };
    if (now.absent) ed_convert_absent(&step->conversion);
    else if (ed_load_ok(load)) ed_convert_value(load, &step->conversion, &now.value, &element);
}

static void migrate_fixed(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to,
                          u32 dim);

static bool has_index(const u32 *indices, u32 count, u32 index)
{
    for (u32 i = 0; i < count; i++)
        if (indices[i] == index) return true;
    return false;
}

/// Migrates each element from the index that its enum value had before.
static void migrate_by_index(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to,
                             u32 dim)
{
    const u32 *indices = step->indices[dim];
    u32 room = step->to->dims[dim], count = ed_value_count(&part->value);
    size_t stride = ed_field_stride(step->to, dim);
    for (u32 i = 0; i < room && ed_load_ok(load); i++) {
        if (indices[i] >= count) continue;
        ed_StepValue item = item_of(part, indices[i]);
        if (item.value.at) migrate_fixed(load, step, &item, to + i * stride, dim + 1);
    }
    for (u32 i = 0; i < count && ed_load_ok(load); i++) {
        if (has_index(indices, room, i)) continue;
        step->unseen++;
        cut_item(load, step, part, i);
    }
}

static void migrate_fixed(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to,
                          u32 dim)
{
    const ed_Field *field = step->to;
    const ed_ValueRef *value = &part->value;
    if (dim == ed_field_rank(field)) {
        migrate_first(load, step, part, to);
        return;
    }
    size_t stride = ed_field_stride(field, dim);
    if (!ed_value_is_list(value)) {      // the first item of the new dimension
        migrate_fixed(load, step, part, to, dim + 1);
        return;
    }
    if (step->indices[dim]) {
        migrate_by_index(load, step, part, to, dim);
        return;
    }
    u32 room = field->dims[dim], count = ed_value_count(value), kept = count < room ? count : room;
    bool whole = dim == 0 && step->same_shape && count == room;
    bool plain = dim + 1 == ed_field_rank(field) && value->depth + 1 >= ed_field_rank(value->field);
    if (whole || plain)
        ed_rows_migrate(load, step, value,
                        &(ed_Rows){ .count = whole ? field->count : kept, .to = to });
    for (u32 i = 0; !whole && !plain && i < kept && ed_load_ok(load); i++) {
        ed_StepValue item = item_of(part, i);
        if (item.value.at) migrate_fixed(load, step, &item, to + i * stride, dim + 1);
    }
    cut_items(load, step, part, kept);
}

/// Migrates the first `kept` items to `items`, which is raw memory. The other items are cut.
static void migrate_items(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *items,
                          u32 kept)
{
    const ed_Field *to = step->to;
    const ed_ValueRef *value = &part->value;
    bool list = ed_value_is_list(value);
    if (list && value->depth + 1 >= ed_field_rank(value->field)) {
        ed_rows_migrate(load, step, value, &(ed_Rows){ .count = kept, .to = items, .fill = true });
        cut_items(load, step, part, kept);
        return;
    }
    if (to->size <= ED_SPARSE_BYTES) memset(items, 0, (size_t)kept * to->size);
    ed_init_elements(to, load->arena, items, kept);
    if (!list && kept) migrate_first(load, step, part, items);
    else
        for (u32 i = 0; i < kept && ed_load_ok(load); i++) {
            ed_StepValue item = item_of(part, i);
            if (item.value.at) migrate_first(load, step, &item, items + (size_t)i * to->size);
        }
    if (list) cut_items(load, step, part, kept);
}

/// Returns whether the elements are within the budget. Rows of a table cost nothing.
static bool is_affordable(ed_Load *load, const ed_FieldStep *step, const ed_ValueRef *value,
                          u32 count)
{
    bool decoded = (value->field->flags & ED_FIELD_DECODED) && !ed_value_table(value);
    return !decoded || ed_budget_take(load->shared->budget, step->to, count, load->d->r);
}

static u32 count_of(const ed_StepValue *part)
{
    if (part->absent) return 0;
    return ed_value_is_list(&part->value) ? ed_value_count(&part->value) : 1;
}

static void migrate_list(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part,
                         ed_Array *array)
{
    u32 count = count_of(part), room = ed_shape_room(step->to, 0),
        kept = count < room ? count : room;
    *array = (ed_Array){ NULL, 0, 0 };
    if (!is_affordable(load, step, &part->value, kept)) return;
    u8 *items = kept ? (u8 *)ed_push_rows(load->arena, step->to, kept) : NULL;
    if (kept && !items) {
        ed_read_fail(load->d->r, ED_ERR_LIMIT, load->d->r->at,
                     "%u items of %u bytes do not fit into the memory of %s", kept, step->to->size,
                     load->arena->name);
        return;
    }
    if (kept) *array = (ed_Array){ items, kept, kept };
    if (count) migrate_items(load, step, part, items, kept);
}

static void migrate_bounded(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to)
{
    u32 count = count_of(part), room = step->to->count, kept = count < room ? count : room;
    if (!is_affordable(load, step, &part->value, kept)) return;
    // items after the last one are zero, and mostly in memory that was never written
    memset(to, 0, (size_t)ed_bounded_count(step->to, to) * step->to->size);
    memcpy(to - sizeof kept, &kept, sizeof kept);
    if (count) migrate_items(load, step, part, to, kept);
}

static void migrate_optional(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, u8 *to)
{
    bool has_value = count_of(part) != 0;
    if (part->absent) step->tally->exact++;
    if (has_value && !is_affordable(load, step, &part->value, 1)) return;
    if (!has_value || !to[-1]) memset(to, 0, step->to->size);
    if (has_value && !to[-1]) ed_init_elements(step->to, load->arena, to, 1);
    to[-1] = has_value;
    if (has_value) migrate_first(load, step, part, to);
}

// --- pools ---------------------------------------------------------------------------------------

static void migrate_pool(ed_Load *load, ed_FieldStep *step, const ed_StepValue *part, ed_Pool *pool)
{
    ed_Array items;
    const ed_ValueRef *value = &part->value;
    migrate_list(load, step, part, &items);
    *pool = (ed_Pool){ .items = items.items,
                       .count = items.count,
                       .capacity = items.count,
                       .limit = step->to->count };
    if (!ed_load_ok(load)) return;
    ed_Array parts[ED_POOL_PARTS] = { { NULL, 0, 0 } };
    if (value->field->shape == ED_POOL) memcpy(parts, value->at, sizeof parts);
    const ed_Array *handles = &parts[ED_POOL_HANDLES], *free_handles = &parts[ED_POOL_FREE];
    bool known = handles->count || free_handles->count;
    ed_decode_pool_slots(load->d, load->arena, known ? handles : NULL, free_handles, items.count,
                         pool);
}

// --- one field of one record ---------------------------------------------------------------------

/// Returns whether the value is a null handle. In a snapshot, that is the same as an absent handle.
static bool is_no_handle(const ed_ValueRef *value)
{
    ed_Ref ref;
    bool single = value->field->shape == ED_ONE || value->field->shape == ED_OPTIONAL;
    if (value->field->kind != ED_REF || !single || ed_value_is_absent(value)) return false;
    memcpy(&ref, value->at, sizeof ref);
    return !ref.generation;
}

void ed_shape_migrate(ed_Load *load, ed_FieldStep *step, const ed_ValueRef *value,
                      const ed_Elements *element)
{
    u8 *to = element->to + step->base + step->to->offset;
    if (!ed_load_ok(load)) return;
    if (step->pointer_mismatch) {
        step->tally->defaulted++;
        return;
    }
    bool always = step->to->shape == ED_ONE || step->to->shape == ED_FIXED;
    bool choice = value->field->shape == ED_ONE && step->to->kind == ED_UNION && always;
    if (!ed_read_enter(load->d->r, step->to->name, 0)) return;
    ed_StepValue part = value_of(load, step, value);
    part.absent |= is_no_handle(value) && !choice;
    ed_Array array;
    switch (step->to->shape) {
    case ED_ONE: migrate_first(load, step, &part, to); break;
    case ED_FIXED: migrate_fixed(load, step, &part, to, 0); break;
    case ED_BOUNDED: migrate_bounded(load, step, &part, to); break;
    case ED_OPTIONAL: migrate_optional(load, step, &part, to); break;
    case ED_POOL: migrate_pool(load, step, &part, (ed_Pool *)(void *)to); break;
    case ED_DYNAMIC:
        migrate_list(load, step, &part, &array);
        memcpy(to, &array, sizeof array);
        break;
    }
    ed_read_leave(load->d->r);
}
