#include "runtime/attic.h"

// Types inside a type that are looked through; more count as having it.
#define TYPES_SEEN_MAX 256u

typedef struct Seen {
    const ed_Type *types[TYPES_SEEN_MAX];
    u32            count;
} Seen;

static bool holds(const ed_Type *type, u32 tag, Seen *seen)
{
    if (type->tag == tag) return true;
    for (u32 i = 0; i < seen->count; i++) if (seen->types[i] == type) return false;
    if (seen->count == TYPES_SEEN_MAX) return true;
    seen->types[seen->count++] = type;
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (ed_field_is_record(field) && holds(field->type, tag, seen)) return true;
    }
    return false;
}

static bool layer_holds(const ed_AtticLayer *layer, u32 tag)
{
    for (u32 i = 0; i < layer->column_count; i++) {
        const ed_AtticColumn *column = &layer->columns[i];
        bool record = column->from && ed_field_is_record(column->from);
        const ed_Type *type = column->root ? column->root : record ? column->from->type : NULL;
        Seen seen = { .count = 0 };
        if (column->count && type && holds(type, tag, &seen)) return true;
    }
    return false;
}

bool ed_attic_holds(const ed_Attic *attic, u32 type_tag)
{
    bool any = layer_holds(&attic->pending, type_tag);
    for (u32 i = 0; i < attic->count && !any; i++) any = layer_holds(&attic->layers[i], type_tag);
    return any;
}
