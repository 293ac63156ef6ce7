#include <string.h>
#include "runtime/migrate/field_step.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"

const ed_OldValue *ed_step_default(ed_Load *load, const ed_FieldStep *step)
{
    ed_FieldStep *own = (ed_FieldStep *)(uintptr_t)step;
    if (!own->has_default) own->defaults = ed_decode_default(load->d, step->plan->from);
    own->has_default = true;
    return &step->defaults;
}

ed_StepValue ed_step_value(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *value,
                           const ed_Elements *one)
{
    bool fixed = value->field->shape == ED_FIXED && value->field->packed_default_size;
    ed_StepValue part = { .value = *value,
                          .path = one->path,
                          .uses_attic = one->uses_attic && step->uses_attic };
    part.defaults = fixed ? *ed_step_default(load, step)
                          : (ed_OldValue){ .field = value->field, .state = ED_OLD_MISSING };
    part.declared = one->declared;
    part.key = one->key;
    return part;
}

ed_StepValue ed_step_value_item(ed_Load *load, ed_StepValue *list, u32 index)
{
    bool known =
        list->defaults.state == ED_OLD_VALUE && list->defaults.list && index < list->defaults.count;
    ed_StepValue item = *list;
    item.value = ed_old_item(load->d, &list->value, index);
    item.defaults = (ed_OldValue){ .field = list->defaults.field, .state = ED_OLD_MISSING };
    if (known) item.defaults = ed_old_item(load->d, &list->defaults, index);
    return item;
}

// --- keys of records -----------------------------------------------------------------------------

/// The attic key of a list whose records have no declared key. The key of item i is this one plus
/// (i + 1) * ED_KEY_STEP.
static u64 list_key(u64 outer, u32 count) { return ed_hash_u64(outer, count); }
static u64 fixed_key(u64 outer) { return ed_hash_u64(outer, 11); }
static u64 item_key(u64 list, u32 index) { return list + (index + 1ull) * ED_KEY_STEP; }

u64 ed_key_in_list(u64 outer, u64 declared, u32 index, u32 count)
{
    return declared ? ed_hash_u64(outer, declared) : item_key(list_key(outer, count), index);
}

u64 ed_key_in_fixed(u64 outer, u32 index) { return item_key(fixed_key(outer), index); }

/// The key of element `index` of a fixed array, through all dimensions.
static u64 key_in_dims(u64 outer, const ed_Field *field, u32 index)
{
    u32 left = field->count;
    for (u32 d = 0; d < ed_field_rank(field); d++) {
        left /= field->dims[d];
        outer = ed_key_in_fixed(outer, index / left % field->dims[d]);
    }
    return outer;
}

static bool is_struct_pair(const ed_TypePlan *pair)
{
    return pair && pair->from->kind == ED_STRUCT;
}

bool ed_has_declared_key(const ed_FieldStep *step)
{
    const ed_TypePlan *pair = step->plan->inner;
    return is_struct_pair(pair) && (pair->from->key || pair->to->key);
}

static u64 odd_hash(ed_Load *load, ed_OldValue *key)
{
    return key->state == ED_OLD_VALUE ? ed_old_hash(load->d, key) | 1 : 0;
}

static ed_OldValue field_of(ed_Load *load, const ed_OldValue *list, const u8 *item,
                            const ed_Field *field)
{
    ed_OldValue value = { .field = list->field, .layout = list->layout, .at = item };
    ed_OldRecordView record = ed_old_record_view(load->d, &value);
    return ed_old_field(load->d, &record, (u32)(field - record.type->fields));
}

/// The hash of a field of an old record, with bit 0 set. 0 if there is no such field or it has no
/// value.
static u64 key_hash(ed_Load *load, const ed_OldValue *list, const u8 *item, const ed_Field *key)
{
    if (!key) return 0;
    ed_OldValue value = field_of(load, list, item, key);
    return odd_hash(load, &value);
}

static bool keeps_key(const ed_TypePlan *pair)
{
    return pair->key && !ed_plan_changes(&pair->fields[pair->key - pair->from->fields]);
}

/// Returns the hash of a key whose values may change. It converts the old key as the record's own
/// step does later, but counts nothing, and frees what it stored. A key without an old value has
/// its default.
static u64 converted_key_hash(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list,
                              const u8 *item)
{
    const ed_TypePlan *pair = step->plan->inner;
    ed_Steps *steps = ed_conversion_steps(load, &step->conversion, list->layout);
    size_t used = load->arena->used;
    u8 *record = (u8 *)ed_arena_push(load->arena, pair->to->size, 8);
    u64 hash = 0;
    if (steps && record) {
        ed_field_init(pair->to->key, load->arena, record);
        if (pair->key) {
            ed_FieldStep *own = &steps->fields[pair->key - pair->from->fields];
            const ed_Tally before = *own->tally;
            ed_OldValue value = field_of(load, list, item, pair->key);
            ed_shape_migrate(load, own, &value, &(ed_Elements){ .to = record, .count = 1 });
            *own->tally = before;
        }
        ed_OldValue key = ed_old_of_memory(pair->to->key, record + pair->to->key->offset);
        hash = odd_hash(load, &key);
    }
    load->arena->used = used;
    return hash;
}

u64 ed_new_key(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list, const u8 *item)
{
    const ed_TypePlan *pair = step->plan->inner;
    if (!is_struct_pair(pair) || !pair->to->key) return 0;
    return keeps_key(pair) ? key_hash(load, list, item, pair->key)
                           : converted_key_hash(load, step, list, item);
}

u64 ed_declared_key(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list,
                    const u8 *item)
{
    const ed_TypePlan *pair = step->plan->inner;
    return is_struct_pair(pair) ? key_hash(load, list, item, pair->from->key) : 0;
}

/// The hashes of the keys that the old type and the new type declare.
static ed_RecordKey declared_keys(ed_Load *load, const ed_FieldStep *step, const ed_OldValue *list,
                                  const u8 *item)
{
    const ed_TypePlan *pair = step->plan->inner;
    u64 from = ed_declared_key(load, step, list, item);
    bool same = is_struct_pair(pair) && keeps_key(pair) && pair->key == pair->from->key;
    return (ed_RecordKey){ from, same ? from : ed_new_key(load, step, list, item) };
}

static bool handle_of(ed_Load *load, const ed_OldValue *list, u32 index, ed_Ref *ref)
{
    ed_OldArray handles;
    if (list->field->shape != ED_POOL) return false;
    memcpy(&handles, list->storage + sizeof handles, sizeof handles);
    const u8 *at = handles.table ? ed_old_rows(load->d, handles.table) : handles.items;
    if (!at || index >= handles.count) return false;
    memcpy(ref, at + (size_t)index * sizeof *ref, sizeof *ref);
    return true;
}

/// The key of item `first` by its index, on both sides. The keys of the next items follow in steps
/// of ED_KEY_STEP.
static ed_RecordKey index_key(const ed_StepValue *part, const ed_Field *to, u32 to_count, u32 first)
{
    const ed_OldValue *list = &part->value;
    u64 from = list->field->shape == ED_FIXED ? fixed_key(part->key.from)
                                              : list_key(part->key.from, list->count);
    u64 into = to->shape == ED_FIXED ? fixed_key(part->key.to) : list_key(part->key.to, to_count);
    return (ed_RecordKey){ item_key(from, first), item_key(into, first) };
}

/// If an item has a declared key or a handle, replaces its record key, which was made from its
/// index, with one that is made from the declared key or the handle.
static void name_record(ed_Load *load, const ed_FieldStep *step, const ed_StepValue *part,
                        u32 index, const u8 *item, ed_RecordKey *key)
{
    const ed_OldValue *list = &part->value;
    bool from_fixed = list->field->shape == ED_FIXED, to_fixed = step->to->shape == ED_FIXED;
    ed_RecordKey named = { 0, 0 };
    ed_Ref ref;
    if (!from_fixed || !to_fixed) named = declared_keys(load, step, list, item);
    bool pool = handle_of(load, list, index, &ref);
    if (pool) named.from = ed_hash_u64(ref.generation, ref.index) | 1;
    if (step->to->shape == ED_POOL) named.to = pool ? named.from : ed_hash_u64(1, index) | 1;
    if (!from_fixed && named.from) key->from = ed_hash_u64(part->key.from, named.from);
    if (!to_fixed && named.to) key->to = ed_hash_u64(part->key.to, named.to);
}

void ed_record_keys(ed_Load *load, const ed_FieldStep *step, const ed_StepValue *part, u32 to_count,
                    u32 dim, ed_RecordKey *memory, ed_Elements *items)
{
    const ed_OldValue *list = &part->value;
    bool fixed = list->field->shape == ED_FIXED && step->to->shape == ED_FIXED;
    bool whole = fixed && list->level == 0 && dim == 0 && ed_field_rank(step->to) > 1;
    bool named = list->field->shape == ED_POOL || step->to->shape == ED_POOL
              || (ed_has_declared_key(step) && !fixed);
    items->uses_attic = true;
    items->key = index_key(part, step->to, to_count, items->first);
    items->keys = NULL;
    if (!whole && !named) return;
    for (u32 i = 0; i < items->count; i++) {
        u32 index = items->first + i;
        memory[i] = ed_elements_key(items, i);
        if (whole) {
            memory[i].from = key_in_dims(part->key.from, list->field, index);
            memory[i].to = key_in_dims(part->key.to, step->to, index);
        } else
            name_record(load, step, part, index, items->from + (size_t)i * list->size, &memory[i]);
    }
    items->key = memory[0];
    items->keys = memory;
}
