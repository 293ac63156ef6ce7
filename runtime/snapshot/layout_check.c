#include "runtime/snapshot/layout_check.h"
#include "runtime/types/field.h"
#include "runtime/types/types.h"

typedef enum Mark { UNSEEN, BUSY, DONE } Mark;

typedef struct Check {
    const ed_DocumentTypes *types;
    u8 *marks;      // of each type
} Check;

static bool is_inside(const ed_Field *field)
{
    return ed_field_is_record(field) && !ed_field_is_list(field);
}

/// Returns whether the field contains slots. Slots are read in place, so they must be aligned as in
/// this process. Numbers need no alignment.
static bool has_slots(const ed_Field *field)
{
    return ed_field_is_list(field) || ed_field_is_outer_text(field)
        || (is_inside(field) && field->type->has_slots);
}

/// Returns whether one element is as large as its type. The records of a list are outside the row:
/// ed_layout_check_element checks them when their own table is read.
static bool element_fits(const ed_Field *field)
{
    if (field->size == 0) return false;
    if (ed_field_is_record(field))
        return ed_field_is_list(field) || field->size == field->type->size;
    return field->kind == ED_CHARS || field->size == ed_kind_size(ed_field_number_kind(field));
}

/// Returns the rule that a field breaks, or NULL. `end` is where the field before it ends. In a
/// union, it is where the kind ends. Types that the field contains by value have been checked.
static const char *broken_rule(const ed_Type *type, const ed_Field *field, u64 end)
{
    // only a state has pools, and a state is never a row; the addresses of a pool in a row would
    // come from the document
    if (field->shape == ED_POOL) return "is a pool, which only a state can have";
    if (field->offset < ed_field_prefix_size(field) + end)
        return "overlaps the field before it: fields must be in the order of their offsets";
    if (field->offset + ed_field_bytes(field) > type->size) return "ends beyond its record";
    if (is_inside(field) && !field->type->laid_out)
        return "contains a type with inconsistent sizes and offsets";
    if (!element_fits(field)) return "differs in size from its type";
    if (!has_slots(field)) return NULL;
    if (field->offset % _Alignof(ed_Array))
        return "has a text or list at an offset that is not a multiple of 8";
    return type->size % _Alignof(ed_Array)
             ? "has a text or list in a record whose size is not a multiple of 8"
             : NULL;
}

/// Returns the first field that breaks a rule, or NULL.
static const ed_Field *broken_field(const ed_Type *type, const char **rule)
{
    u64 end = type->kind == ED_UNION ? sizeof(u32) : 0;
    *rule = NULL;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        *rule = broken_rule(type, field, end);
        if (*rule) return field;
        if (type->kind != ED_UNION) end = field->offset + ed_field_bytes(field);
    }
    return NULL;
}

static bool has_room(const ed_Type *type)
{
    return type->kind == ED_UNION ? type->size >= sizeof(u32) && type->field_count
                                  : type->size != 0;
}

static void check_type(const Check *check, u32 index, u32 depth)
{
    ed_Type *type = &check->types->types[index];
    const char *rule;
    if (check->marks[index] != UNSEEN || depth == ED_DEPTH_MAX) return;
    check->marks[index] = BUSY;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (is_inside(field))
            check_type(check, (u32)(field->type - check->types->types), depth + 1);
        type->has_slots |= has_slots(field);
    }
    bool record = type->kind == ED_STRUCT || type->kind == ED_UNION;
    type->laid_out = !record || (has_room(type) && !broken_field(type, &rule));
    check->marks[index] = DONE;
}

void ed_layout_check(ed_DocumentTypes *types, ed_Arena *arena)
{
    Check check = { types, (u8 *)ed_arena_push(arena, types->count, 1) };
    if (!check.marks) return;
    for (u32 t = 0; t < types->count; t++) check_type(&check, t, 0);
}

bool ed_layout_check_element(const ed_Field *field)
{
    bool record = ed_field_is_record(field);
    if (record) return field->type->laid_out && field->size == field->type->size;
    return element_fits(field);
}

void ed_layout_check_explain(const ed_Field *field, ed_Text *out)
{
    const ed_Type *type = ed_field_is_record(field) && !field->type->laid_out ? field->type : NULL;
    const ed_Field *broken = NULL;
    const char *rule = NULL;
    for (u32 depth = 0; type && depth < ED_DEPTH_MAX; depth++) {
        broken = broken_field(type, &rule);
        bool inner = broken && is_inside(broken) && !broken->type->laid_out;
        if (!inner || broken->offset + ed_field_bytes(broken) > type->size) break;
        type = broken->type;
    }
    if (!type)
        ed_text_add(out, "an element has %u bytes, which is not the size of its type", field->size);
    else if (!broken) ed_text_add(out, "%s has no size or no fields", type->name);
    else
        ed_text_add(out, "%s.%s (offset %u, size %llu, in a record of %u) %s", type->name,
                    broken->name, broken->offset, (unsigned long long)ed_field_bytes(broken),
                    type->size, rule);
}
