#include "runtime/claim.h"
#include "runtime/mask.h"
#include "runtime/order.h"

typedef enum Mark { UNSEEN, BUSY, BAD, GOOD, SLOTS } Mark;      // SLOTS: good, and has slots in it

typedef struct Check {
    const ed_Tables *tables;
    u8              *marks;      // of each type
} Check;


static bool holds(const Check *check, const ed_Type *type, u32 depth);

/// One element is as large as its type says, and that type holds.
static bool element_holds(const Check *check, const ed_Field *field, u32 depth)
{
    if (field->size == 0) return false;
    if (!field->type || field->kind == ED_REF)
        return field->kind == ED_CHARS || field->size == ed_kind_size(field->kind);
    if (field->kind == ED_ENUM || field->kind == ED_FLAGS)
        return field->size == ed_kind_size(field->type->base);
    return ed_field_is_list(field)
        || (field->size == field->type->size && holds(check, field->type, depth + 1));
}

/// Slots are read where they lie, so they lie as in this process; numbers may lie anywhere.
static bool has_slots(const Check *check, const ed_Field *field)
{
    if (ed_field_is_list(field) || field->kind == ED_STR) return true;
    return ed_field_is_record(field) && check->marks[field->type - check->tables->types] == SLOTS;
}

static bool fields_hold(const Check *check, const ed_Type *type, u32 depth, bool *slots)
{
    bool is_union = type->kind == ED_UNION;
    u64 end = is_union ? sizeof(u32) : 0;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        // a state's, and states are not in rows: its addresses would be the document's
        if (field->shape == ED_POOL) return false;
        if (field->offset < ed_field_lead(field) || field->offset - ed_field_lead(field) < end)
            return false;
        if (field->offset + ed_field_bytes(field) > type->size
            || !element_holds(check, field, depth))
            return false;
        if (!is_union) end = field->offset + ed_field_bytes(field);
        if (!has_slots(check, field)) continue;
        *slots = true;
        if (field->offset % _Alignof(ed_Array) || type->size % _Alignof(ed_Array)) return false;
    }
    return type->size >= end && (!is_union || type->field_count);
}

static bool holds(const Check *check, const ed_Type *type, u32 depth)
{
    u8 *mark = &check->marks[type - check->tables->types];
    bool slots = false;
    if (*mark != UNSEEN || depth == ED_DEPTH_MAX) return *mark >= GOOD;
    *mark = BUSY;
    bool record = type->kind == ED_STRUCT || type->kind == ED_UNION;
    bool bad = record && !(type->size && fields_hold(check, type, depth, &slots));
    *mark = bad ? BAD : slots ? SLOTS : GOOD;
    for (u32 i = 0; i < type->field_count; i++)
        ((ed_Type *)(uintptr_t)type)->big |= ed_order_is_big(&type->fields[i]);
    return *mark != BAD;
}

void ed_claims_check(ed_Tables *tables, ed_Arena *arena)
{
    Check check = { tables, (u8 *)ed_arena_push(arena, tables->count, 1) };
    if (!check.marks) return;
    for (u32 t = 0; t < tables->count; t++)
        tables->types[t].laid_out = holds(&check, &tables->types[t], 0);
}

bool ed_claims_element(const ed_Field *field)
{
    bool record = ed_field_is_record(field);
    if (record) return field->type->laid_out && field->size == field->type->size;
    return element_holds(NULL, &(ed_Field){ .kind = field->kind, .type = field->type,
                                            .size = field->size }, 0);
}
