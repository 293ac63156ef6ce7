#include "runtime/snapshot/packed_defaults.h"
#include <string.h>
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/row_table.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"

// --- zero defaults -------------------------------------------------------------------------------

/// What is known about the default of a type or field:
///   KNOWN           the other two flags were computed
///   ALL_ZERO        it consists only of zero numbers and empty texts
///   ZERO_OR_ABSENT  it may also contain absent values (nil) and empty lists
/// A default with ALL_ZERO has ZERO_OR_ABSENT too. The default of an optional field that has a
/// value, or of a list field that has items, has neither, even if these contain only zeros.
enum { KNOWN = 1, ALL_ZERO = 2, ZERO_OR_ABSENT = 4 };

static bool is_large(const ed_Field *field)
{
    return field->shape <= ED_FIXED && ed_field_bytes(field) > ED_DEFAULT_FULL_MAX;
}

static u8 zero_of_record(const ed_PackedDefaults *p, const ed_Type *type);

/// Returns the flags of one element without a default in the schema.
static u8 zero_of_element(const ed_PackedDefaults *p, const ed_Field *field)
{
    switch (field->kind) {
    case ED_REF:
    case ED_RECORD_PTR:
    case ED_TEXT_PTR:
    case ED_PTR: return ZERO_OR_ABSENT;
    case ED_UNION: return 0;      // its tag is not zero
    case ED_STRUCT: return zero_of_record(p, field->type);
    case ED_ENUM:
        return !field->type->value_count || ed_value_by_number(field->type, 0)
                 ? ALL_ZERO | ZERO_OR_ABSENT
                 : 0;
    default: return ALL_ZERO | ZERO_OR_ABSENT;
    }
}

static bool default_is_zero(const ed_Field *field, bool absent)
{
    ed_Reader r;
    ed_read_init(&r, field->packed_default, field->packed_default_size);
    return ed_read_is_zero(&r, absent);
}

static u8 zero_of_field(const ed_PackedDefaults *p, const ed_Field *field)
{
    if (!field->packed_default)
        return field->shape > ED_FIXED ? ZERO_OR_ABSENT : zero_of_element(p, field);
    if (field->shape > ED_FIXED) return ed_default_is_nothing(field) ? ZERO_OR_ABSENT : 0;
    u8 zero = default_is_zero(field, false) ? ALL_ZERO | ZERO_OR_ABSENT
            : default_is_zero(field, true)  ? ZERO_OR_ABSENT
                                            : 0;
    // the field's default is zero, but that of its type is not, so it must be written
    if ((zero & ALL_ZERO) && !(zero_of_element(p, field) & ALL_ZERO)) zero = 0;
    // the default of a large field may omit parts, which then have the type's default
    return is_large(field) ? zero & zero_of_element(p, field) : zero;
}

static u8 zero_of_record(const ed_PackedDefaults *p, const ed_Type *type)
{
    u8 *known = &p->zero[ed_type_list_index(p->type_list, type)], zero = ALL_ZERO | ZERO_OR_ABSENT;
    if (*known) return *known & (ALL_ZERO | ZERO_OR_ABSENT);
    for (u32 i = 0; i < type->field_count && zero; i++)
        if (!(type->fields[i].flags & ED_FIELD_TRANSIENT))
            zero &= zero_of_field(p, &type->fields[i]);
    *known = KNOWN | zero;
    return zero;
}

bool ed_packed_defaults_make(const ed_TypeList *type_list, ed_PackedDefaults *defaults)
{
    u8 *zero = (u8 *)ed_arena_push(type_list->scratch, type_list->count + 1, 1);
    *defaults = (ed_PackedDefaults){ type_list, zero };
    return zero != NULL;
}

bool ed_packed_default_is_needed(const ed_PackedDefaults *defaults, const ed_Field *field)
{
    if (field->shape > ED_FIXED)
        return true;      // it also shows a reader what shape the value has
    if (!field->packed_default && is_large(field)) return false;
    return !(zero_of_field(defaults, field) & ALL_ZERO);
}

// --- writing -------------------------------------------------------------------------------------

static bool is_written(const ed_Field *field)
{
    return !(field->flags & ED_FIELD_TRANSIENT) && (field->packed_default || !is_large(field));
}

static void write_record(const ed_PackedDefaults *p, ed_Writer *w, const ed_Type *type)
{
    u32 count = 0;
    for (u32 i = 0; i < type->field_count; i++) count += is_written(&type->fields[i]);
    ed_write_map(w, count);
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (!is_written(field)) continue;
        ed_write_u64(w, field->tag);
        ed_packed_default_write(p, w, field);
    }
}

static void write_element(const ed_PackedDefaults *p, ed_Writer *w, const ed_Field *field)
{
    const ed_Type *type = field->type;
    u64 element[2] = { 0 };      // enough also for a text, which ends at the first zero
    switch (field->kind) {
    case ED_STRUCT: write_record(p, w, type); break;
    case ED_UNION:
        ed_write_array(w, 2);
        ed_write_u64(w, type->fields[0].tag);
        ed_packed_default_write(p, w, &type->fields[0]);
        break;
    default:
        ed_init_element(field, NULL, element);
        ed_pack_element(w, field, element);
        break;
    }
}

/// All elements are equal, so the first one is written and the others are copied from it.
static void write_fixed(const ed_PackedDefaults *p, ed_Writer *w, const ed_Field *field, u32 dim)
{
    if (dim == ed_field_rank(field)) {
        write_element(p, w, field);
        return;
    }
    ed_write_array(w, field->dims[dim]);
    size_t start = w->size;
    write_fixed(p, w, field, dim + 1);
    size_t size = w->size - start;
    for (u32 i = 1; i < field->dims[dim] && ed_write_ok(w); i++) {
        u8 *at = ed_write_raw_room(w, size);
        if (at) memcpy(at, w->bytes + start, size);
    }
}

void ed_packed_default_write(const ed_PackedDefaults *defaults, ed_Writer *w, const ed_Field *field)
{
    static const struct {
        u64 lead;
        ed_Pool pool;      // the largest storage of a field that is absent or has no items
    } nothing;
    ed_Field alone = *field;
    alone.offset = sizeof nothing.lead;
    if (field->packed_default)
        ed_write_packed(w, field->packed_default, field->packed_default_size);
    else if (field->shape <= ED_FIXED) write_fixed(defaults, w, field, 0);
    else ed_pack_field(w, &alone, &nothing);      // no items, or no value
}

/// Returns whether the state is written with the field. Adds its size to `bytes` if it is.
static bool is_in_state(const ed_Field *field, u64 *bytes)
{
    u64 size = ed_field_bytes(field);
    if (field->flags & ED_FIELD_TRANSIENT || size > ED_DEFAULT_FULL_MAX
        || *bytes + size > ED_PACKED_DEFAULTS_BYTES_MAX)
        return false;
    *bytes += size;
    return true;
}

void ed_packed_default_state(const ed_PackedDefaults *defaults, ed_Writer *w, const ed_Type *state)
{
    u32 count = 0;
    u64 counted = 0, written = 0;
    for (u32 i = 0; i < state->field_count; i++) count += is_in_state(&state->fields[i], &counted);
    ed_write_map(w, count);
    for (u32 i = 0; i < state->field_count && ed_write_ok(w); i++) {
        if (!is_in_state(&state->fields[i], &written)) continue;
        ed_write_u64(w, state->fields[i].tag);
        ed_packed_default_write(defaults, w, &state->fields[i]);
    }
}
