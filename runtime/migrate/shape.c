#include <string.h>
#include "runtime/migrate/rows.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/field.h"

// --- cut items -----------------------------------------------------------------------------------

/// The value of a whole field. Its `defaults` is set only for a fixed array, which has a default
/// for each element; otherwise it is MISSING.
static ed_StepValue value_of(ed_Load *load, ed_FieldStep *step, const ed_OldValue *value)
{
    bool fixed = value->field->shape == ED_FIXED && step->plan->from->packed_default_size;
    return (ed_StepValue){ *value, fixed ? *ed_step_default(load, step)
                                         : (ed_OldValue){ .field = value->field,
                                                          .state = ED_OLD_MISSING } };
}

/// An item, with its default if `list` has defaults.
static ed_StepValue item_of(ed_Load *load, ed_StepValue *list, u32 index)
{
    bool known =
        list->defaults.state == ED_OLD_VALUE && list->defaults.list && index < list->defaults.count;
    return (ed_StepValue){ ed_old_item(load->d, &list->value, index),
                           known ? ed_old_item(load->d, &list->defaults, index)
                                 : (ed_OldValue){ .field = list->defaults.field,
                                                  .state = ED_OLD_MISSING } };
}

static void cut_items(ed_Load *load, ed_FieldStep *step, ed_StepValue *list, u32 first);

static void cut_item(ed_Load *load, ed_FieldStep *step, ed_StepValue *list, u32 index)
{
    ed_StepValue item = item_of(load, list, index);
    if (item.value.list) cut_items(load, step, &item, 0);
    else if (ed_old_differs(load->d, &item.value, &item.defaults)) step->tally->truncated++;
}

/// Counts the items of a list from `first` on as cut. Each single value counts as truncated, unless
/// it is its default.
static void cut_items(ed_Load *load, ed_FieldStep *step, ed_StepValue *list, u32 first)
{
    if (first < list->value.count) step->unseen++;
    for (u32 i = first; i < list->value.count && ed_load_ok(load); i++)
        cut_item(load, step, list, i);
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
    while (now.value.list) {
        if (!now.value.count || !ed_load_ok(load)) return;
        cut_items(load, step, &now, 1);
        now = item_of(load, &now, 0);
    }
    ed_Elements one = { .to = to, .count = 1 };
    if (ed_load_ok(load)) ed_convert_value(load, &step->conversion, &now.value, &one);
}

static void migrate_fixed(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *to, u32 dim);

static bool has_index(const u32 *indices, u32 count, u32 index)
{
    for (u32 i = 0; i < count; i++)
        if (indices[i] == index) return true;
    return false;
}

/// Migrates each element from the index that its enum value had before.
static void migrate_by_index(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *to, u32 dim)
{
    const u32 *indices = step->indices[dim];
    u32 room = step->to->dims[dim], count = part->value.count;
    size_t stride = ed_field_stride(step->to, dim);
    for (u32 i = 0; i < room && ed_load_ok(load); i++) {
        if (indices[i] >= count) continue;
        ed_StepValue item = item_of(load, part, indices[i]);
        migrate_fixed(load, step, &item, to + i * stride, dim + 1);
    }
    for (u32 i = 0; i < count && ed_load_ok(load); i++) {
        if (has_index(indices, room, i)) continue;
        step->unseen++;
        cut_item(load, step, part, i);
    }
}

static void migrate_fixed(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *to, u32 dim)
{
    const ed_Field *field = step->to;
    ed_OldValue *value = &part->value;
    if (dim == ed_field_rank(field)) {
        migrate_first(load, step, part, to);
        return;
    }
    size_t stride = ed_field_stride(field, dim);
    if (!value->list) {      // the first item of the new dimension
        migrate_fixed(load, step, part, to, dim + 1);
        return;
    }
    if (step->indices[dim]) {
        migrate_by_index(load, step, part, to, dim);
        return;
    }
    u32 room = field->dims[dim], kept = value->count < room ? value->count : room;
    bool whole = dim == 0 && step->same_shape && value->count == room;
    bool plain = dim + 1 == ed_field_rank(field) && value->level + 1 >= ed_field_rank(value->field);
    if (whole || plain)
        ed_rows_migrate(load, step, value,
                        &(ed_Rows){ .count = whole ? field->count : kept, .to = to });
    for (u32 i = 0; !whole && !plain && i < kept && ed_load_ok(load); i++) {
        ed_StepValue item = item_of(load, part, i);
        migrate_fixed(load, step, &item, to + i * stride, dim + 1);
    }
    cut_items(load, step, part, kept);
}

/// Migrates the first `kept` items to `items`, which is raw memory. The other items are cut.
static void migrate_items(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *items,
                          u32 kept)
{
    const ed_Field *to = step->to;
    ed_OldValue *value = &part->value;
    bool single = value->list && value->level + 1 >= ed_field_rank(value->field);
    if (single) {
        ed_rows_migrate(load, step, value, &(ed_Rows){ .count = kept, .to = items, .fill = true });
        cut_items(load, step, part, kept);
        return;
    }
    if (to->size <= ED_SPARSE_BYTES) memset(items, 0, (size_t)kept * to->size);
    ed_init_elements(to, load->arena, items, kept);
    if (!value->list && kept) migrate_first(load, step, part, items);
    else
        for (u32 i = 0; i < kept && ed_load_ok(load); i++) {
            ed_StepValue item = item_of(load, part, i);
            migrate_first(load, step, &item, items + (size_t)i * to->size);
        }
    if (value->list) cut_items(load, step, part, kept);
}

/// Returns whether the elements are within the budget. Rows of a table cost nothing.
static bool is_affordable(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *value,
                          u32 count)
{
    bool decoded = value->field->flags & ED_FIELD_DECODED;
    return !decoded || ed_budget_take(load->shared->budget, step->to, count, load->d->r);
}

static u32 count_of(const ed_OldValue *value)
{
    if (value->state != ED_OLD_VALUE) return 0;
    return value->list ? value->count : 1;
}

static void migrate_list(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, ed_Array *array)
{
    u32 count = count_of(&part->value), room = ed_shape_room(step->to, 0),
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

static void migrate_bounded(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *to)
{
    u32 count = count_of(&part->value), room = step->to->count, kept = count < room ? count : room;
    if (!is_affordable(load, step, &part->value, kept)) return;
    // items after the last one are zero, and mostly in memory that was never written
    memset(to, 0, (size_t)ed_bounded_count(step->to, to) * step->to->size);
    memcpy(to - sizeof kept, &kept, sizeof kept);
    if (count) migrate_items(load, step, part, to, kept);
}

static void migrate_optional(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, u8 *to)
{
    bool none = part->value.state == ED_OLD_NIL, has_value = !none && count_of(&part->value) != 0;
    if (none) step->tally->exact++;
    if (has_value && !is_affordable(load, step, &part->value, 1)) return;
    if (!has_value || !to[-1]) memset(to, 0, step->to->size);
    if (has_value && !to[-1]) ed_init_elements(step->to, load->arena, to, 1);
    to[-1] = has_value;
    if (has_value) migrate_first(load, step, part, to);
}

// --- pools ---------------------------------------------------------------------------------------

static void migrate_pool(ed_Load *load, ed_FieldStep *step, ed_StepValue *part, ed_Pool *pool)
{
    ed_Array items;
    const ed_OldValue value = part->value;
    migrate_list(load, step, part, &items);
    *pool = (ed_Pool){ .items = items.items,
                       .count = items.count,
                       .capacity = items.count,
                       .limit = step->to->count };
    if (!ed_load_ok(load)) return;
    ed_Array handles = { NULL, 0, 0 }, free_handles = handles;
    if (value.field->shape == ED_POOL) {
        handles = ed_old_part(&value, ED_POOL_HANDLES);
        free_handles = ed_old_part(&value, ED_POOL_FREE);
    }
    bool known = handles.count == value.count && (handles.count || free_handles.count);
    ed_decode_pool_slots(load->d, load->arena, known ? &handles : NULL, &free_handles, items.count,
                         pool);
}

// --- one field of one record ---------------------------------------------------------------------

/// Returns whether the value is a null handle. In a snapshot, that is the same as an absent handle.
static bool is_no_handle(const ed_OldValue *value)
{
    ed_Ref ref;
    bool single = value->field->shape == ED_ONE || value->field->shape == ED_OPTIONAL;
    if (value->field->kind != ED_REF || !single || value->state != ED_OLD_VALUE) return false;
    memcpy(&ref, value->at, sizeof ref);
    return !ref.generation;
}

void ed_shape_migrate(ed_Load *load, ed_FieldStep *step, ed_OldValue *value, const ed_Elements *one)
{
    u8 *to = one->to + step->base + step->to->offset;
    if (value->state == ED_OLD_MISSING || !ed_load_ok(load)) return;
    if (step->pointer_mismatch) {
        step->tally->defaulted++;
        return;
    }
    bool always = step->to->shape == ED_ONE || step->to->shape == ED_FIXED;
    bool choice = value->field->shape == ED_ONE && step->to->kind == ED_UNION && always;
    if (is_no_handle(value) && !choice) value->state = ED_OLD_NIL;
    if (!ed_read_enter(load->d->r, step->to->name, 0)) return;
    ed_StepValue part = value_of(load, step, value);
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
