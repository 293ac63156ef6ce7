#include "host/inspect/value.h"
#include <float.h>
#include <math.h>
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"

#define PREVIEW_FIELDS 4u       // a struct of up to this many numbers is shown as these numbers
#define STRING_SHOWN 96u        // bytes shown of a string
#define SLIDER_STEPS 200.0      // the slider of a float has at least this many steps
#define STEP_OF_DIGIT 0.01      // one step, relative to the place value of the first digit

static bool is_number(ed_Kind kind) { return kind >= ED_U8 && kind <= ED_F64; }
static bool is_float(ed_Kind kind) { return kind == ED_F32 || kind == ED_F64; }

host_Control host_value_control(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    if (!field || ed_value_is_list(ref)) return HOST_CONTROL_NONE;
    if (ed_value_is_absent(ref)) return HOST_CONTROL_ABSENT;
    bool color = field->kind == ED_U32 && field->unit && strcmp(field->unit, HOST_COLOR_UNIT) == 0;
    // ends of a range that differ may be equal as f64
    bool range = (field->flags & ED_FIELD_RANGE) && field->range_high > field->range_low;
    if (is_number(field->kind))
        return color ? HOST_CONTROL_COLOR : range ? HOST_CONTROL_SLIDER : HOST_CONTROL_NUMBER;
    switch (field->kind) {
    case ED_BOOL: return HOST_CONTROL_CHECKBOX;
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: return HOST_CONTROL_TEXT;
    case ED_ENUM:
    case ED_SYMBOL:
    case ED_UNION: return HOST_CONTROL_DROPDOWN;
    case ED_FLAGS: return HOST_CONTROL_FLAGS;
    case ED_RECORD_PTR:
    case ED_REF: return HOST_CONTROL_REF;
    case ED_STRUCT: return HOST_CONTROL_NONE;
    default: return HOST_CONTROL_POINTER;
    }
}

// --- handles -------------------------------------------------------------------------------------

/// Finds the pool that handles of a type refer to: the schema has exactly one, as a field of a
/// root.
static bool pool_of(const ed_State *state, const ed_Type *type, ed_ValueRef *pool,
                    const char **root)
{
    for (u32 s = 0; s < state->schema->state_count; s++) {
        const ed_Type *outer = state->schema->states[s];
        for (u32 i = 0; i < outer->field_count; i++) {
            if (outer->fields[i].shape != ED_POOL || outer->fields[i].type != type) continue;
            ed_ValueRef whole = ed_value_root(state, s);
            *pool = ed_value_field(&whole, &outer->fields[i]);
            *root = outer->name;
            return true;
        }
    }
    return false;
}

/// The pool slot that a handle refers to, or NULL.
static const ed_Slot *slot_of(const ed_State *state, const ed_ValueRef *ref, ed_ValueRef *pool,
                              const char **root)
{
    ed_Ref handle;
    memcpy(&handle, ref->at, sizeof handle);
    if (!handle.generation || !pool_of(state, ref->field->type, pool, root)) return NULL;
    const ed_Pool *items = (const ed_Pool *)pool->at;
    size_t bytes = (size_t)items->slot_count * sizeof(ed_Slot);
    if (handle.index >= items->slot_count || !ed_arena_holds(pool->arena, items->slots, bytes))
        return NULL;
    const ed_Slot *slot = &items->slots[handle.index];
    bool there = slot->generation == handle.generation && slot->at < ed_value_count(pool);
    return there ? slot : NULL;
}

bool host_value_follow(const ed_State *state, const ed_ValueRef *ref, char *path, size_t capacity)
{
    ed_ValueRef pool;
    const char *root;
    ed_Text out = ed_text_over(path, capacity);
    if (ref->field->kind == ED_RECORD_PTR) return ed_value_target_path(ref, &out) && !out.cut;
    const ed_Slot *slot = slot_of(state, ref, &pool, &root);
    if (slot) ed_text_add(&out, "%s.%s[%u]", root, pool.field->name, slot->at);
    return slot && !out.cut;
}

// --- values as text ------------------------------------------------------------------------------

static i64 bits_of(const ed_ValueRef *ref)
{
    return ed_number_bits(ed_field_number(ref->field, ref->at));
}

static void number_text(const ed_ValueRef *ref, ed_Text *out)
{
    ed_Number number = ed_number_load(ref->field->kind, ref->at);
    if (is_float(ref->field->kind) && !isfinite(number.f)) ed_number_name(number, out);
    else ed_value_json(ref, out);
}

static void enum_text(const ed_ValueRef *ref, ed_Text *out)
{
    i64 bits = bits_of(ref);
    const ed_Value *value = ed_value_by_number(ref->field->type, bits);
    if (value) ed_text_add(out, "%s", value->name);
    else ed_text_add(out, "%lld (not a %s value)", (long long)bits, ref->field->type->name);
}

static void flags_text(const ed_ValueRef *ref, ed_Text *out)
{
    bool some = false;
    for (u32 i = 0; i < host_value_choices(ref); i++) {
        if (!host_value_chosen(ref, i)) continue;
        ed_text_add(out, "%s%s", some ? " | " : "", ref->field->type->values[i].name);
        some = true;
    }
    if (!some) ed_text_add(out, "none");
}

/// Adds the start of a string, on one line.
static void string_text(const ed_ValueRef *ref, ed_Text *out)
{
    const bool readable = ed_value_is_readable(ref);
    const ed_Span text = readable ? ed_value_text(ref) : (ed_Span){ NULL, 0 };
    const char *bytes = text.at ? (const char *)text.at : "";
    if (ref->field->kind == ED_TEXT_PTR && !text.at) {
        ed_text_add(out, readable ? "none" : "points to no memory");
        return;
    }
    size_t shown = ed_utf8_cut(bytes, text.size, STRING_SHOWN);
    ed_text_json(out, bytes, shown);
    if (shown < text.size) ed_text_add(out, " … %zu bytes", text.size);
}

static void ref_text(const ed_State *state, const ed_ValueRef *ref, ed_Text *out)
{
    ed_ValueRef pool;
    const char *root;
    if (ref->field->kind == ED_RECORD_PTR) {
        bool none = !*(void *const *)ref->at;
        if (!ed_value_target_path(ref, out))
            ed_text_add(out, none ? "none" : "a %s that was removed", ref->field->type->name);
        return;
    }
    const ed_Slot *slot = slot_of(state, ref, &pool, &root);
    if (slot) ed_text_add(out, "%s %u", ref->field->type->name, slot->at);
    else ed_text_add(out, "none");
}

static bool is_plain(const ed_Type *type)
{
    bool plain =
        type->kind == ED_STRUCT && type->field_count > 0 && type->field_count <= PREVIEW_FIELDS;
    for (u32 i = 0; plain && i < type->field_count; i++)
        plain = is_number(type->fields[i].kind) && type->fields[i].shape == ED_ONE;
    return plain;
}

/// Adds the type and the key: "Enemy, id 7".
static void record_text(const ed_ValueRef *ref, ed_Text *out)
{
    const ed_Type *type = ref->field->type;
    ed_text_add(out, "%s", type->name);
    if (!type->key || !is_number(type->key->kind) || ed_field_rank(type->key)) return;
    ed_ValueRef key = ed_value_field(ref, type->key);
    ed_text_add(out, ", %s ", type->key->name);
    ed_value_json(&key, out);
}

/// Adds the number of items for a list, the values for a struct of a few numbers, otherwise the
/// type's name.
static void group_text(const ed_ValueRef *ref, ed_Text *out)
{
    if (!ref->field) {
        ed_text_add(out, "state");
    } else if (ed_value_is_list(ref)) {
        const ed_Field *field = ref->field;
        const char *name = field->type ? field->type->name : ed_kind_name(field->kind);
        ed_text_add(out, "%s […%u", name, ed_value_count(ref));
        for (u32 d = ref->depth + 1; d < ed_field_rank(field); d++)
            ed_text_add(out, "×%u", field->dims[d]);
        ed_text_add(out, "]");
    } else if (is_plain(ref->field->type)) {
        for (u32 i = 0; i < ref->field->type->field_count; i++) {
            ed_ValueRef part = ed_value_field(ref, &ref->field->type->fields[i]);
            if (i) ed_text_add(out, ", ");
            number_text(&part, out);
        }
    } else {
        record_text(ref, out);
    }
}

void host_value_text(const ed_State *state, const ed_ValueRef *ref, ed_Text *out)
{
    switch (host_value_control(ref)) {
    case HOST_CONTROL_NONE: group_text(ref, out); break;
    case HOST_CONTROL_NUMBER:
    case HOST_CONTROL_SLIDER: number_text(ref, out); break;
    case HOST_CONTROL_COLOR: ed_text_add(out, "#%08x", host_value_u32(ref)); break;
    case HOST_CONTROL_CHECKBOX: ed_value_json(ref, out); break;
    case HOST_CONTROL_FLAGS: flags_text(ref, out); break;
    case HOST_CONTROL_TEXT: string_text(ref, out); break;
    case HOST_CONTROL_REF: ref_text(state, ref, out); break;
    case HOST_CONTROL_ABSENT: ed_text_add(out, "absent"); break;
    case HOST_CONTROL_POINTER:
        ed_text_add(out, *(void *const *)ref->at ? "pointer" : "null");
        break;
    case HOST_CONTROL_DROPDOWN:
        if (ref->field->kind != ED_UNION) enum_text(ref, out);
        else ed_text_add(out, "%s", ed_union_alternative(ref->field->type, ref->at)->name);
        break;
    }
}

u64 host_value_hash(const ed_State *state, const ed_ValueRef *ref)
{
    char text[256];
    ed_Text out = ed_text_over(text, sizeof text);
    host_value_text(state, ref, &out);
    return ed_hash_bytes(0, text, out.size);
}

void host_value_about(const ed_ValueRef *ref, ed_Text *out)
{
    const ed_Field *field = ref->field;
    if (!field) {
        ed_text_add(out, "state");
        return;
    }
    f64 low = field->range_low, high = field->range_high;
    if (ref->depth == 0) ed_field_spell(field, out);
    else if (field->type) ed_text_add(out, "%s", field->type->name);
    else ed_text_add(out, "%s", ed_kind_name(field->kind));
    if (field->flags & ED_FIELD_RANGE) ed_text_add(out, ", %g to %g", low, high);
    if (field->unit) ed_text_add(out, ", %s", field->unit);
    if (field->flags & ED_FIELD_TRANSIENT)
        ed_text_add(out, ", transient: reset to its default on reload");
    if (field->kind == ED_PTR) ed_text_add(out, ", pointer set by the game");
}

void host_value_default(const ed_ValueRef *ref, ed_Text *out)
{
    switch (ref->field->kind) {
    case ED_BOOL: ed_text_add(out, "false"); break;
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: ed_text_add(out, "\"\""); break;
    case ED_STRUCT: ed_text_add(out, "{}"); break;
    case ED_ENUM:
    case ED_SYMBOL:
    case ED_UNION: host_value_choose(ref, 0, out); break;
    case ED_PTR:
    case ED_RECORD_PTR:
    case ED_REF: break;
    default: ed_text_add(out, "0"); break;
    }
}

// --- numbers -------------------------------------------------------------------------------------

/// Adds the number as the field would store it, saturated at the limits of its type. The number is
/// stored in a temporary buffer; the byte before it stands for the `has_` member of an optional
/// field.
static void number_stored(const ed_ValueRef *ref, ed_Number number, ed_Text *out)
{
    union {
        u8 bytes[16];
        u64 aligned;
    } room = { .bytes = { 0 } };
    ed_ValueRef there = *ref;
    if (number.form == ED_FORMAT_INT && number.i >= 0)
        number = (ed_Number){ .form = ED_FORMAT_UINT, .u = (u64)number.i };
    room.bytes[7] = 1;
    there.at = room.bytes + 8;
    if (is_float(ref->field->kind)) number = ed_number_from_f64(isfinite(number.f) ? number.f : 0);
    ed_number_store(ref->field->kind, there.at, number);
    ed_value_json(&there, out);
}

/// Returns the place value of the first digit of `size`: 100 for 345.
static f64 digit_of(f64 size)
{
    return size > 0 && isfinite(size) ? pow(10, floor(log10(size))) : 1;
}

static f64 rounded(f64 value, f64 unit)
{
    // For a unit below one, divide by a whole number: 3 * 0.1 is not 0.3, but 3 / 10 is.
    return unit < 1 ? round(value / unit) / round(1 / unit) : round(value / unit) * unit;
}

static ed_Number add_whole(ed_Number from, i64 by)
{
    i64 sum;
    u64 size = by < 0 ? 0 - (u64)by : (u64)by;
    if (from.form == ED_FORMAT_INT) {
        bool over = __builtin_add_overflow(from.i, by, &sum);
        if (over) sum = by < 0 ? INT64_MIN : INT64_MAX;
        return (ed_Number){ .form = ED_FORMAT_INT, .i = sum };
    }
    u64 up = from.u + size < size ? UINT64_MAX : from.u + size;
    u64 down = from.u > size ? from.u - size : 0;
    return (ed_Number){ .form = ED_FORMAT_UINT, .u = by < 0 ? down : up };
}

/// Gives a number of a signed kind the form INT, even if it is positive, so that add_whole can take
/// it below zero.
static ed_Number signed_from(ed_Kind kind, ed_Number number)
{
    bool whole = number.form == ED_FORMAT_UINT && kind >= ED_I8 && kind <= ED_I64;
    return whole ? (ed_Number){ .form = ED_FORMAT_INT, .i = (i64)number.u } : number;
}

void host_value_moved(const ed_ValueRef *ref, const u8 from[8], f64 steps, ed_Text *out)
{
    ed_Kind kind = ref->field->kind;
    ed_Number number = signed_from(kind, ed_number_load(kind, from));
    if (is_float(kind)) {
        f64 unit = digit_of(fmax(fabs(number.f), 1)) * STEP_OF_DIGIT;
        if (isfinite(number.f))
            number.f = fmax(fmin(rounded(number.f + steps * unit, unit * 0.1), DBL_MAX), -DBL_MAX);
    } else {
        f64 size = number.form == ED_FORMAT_INT ? fabs((f64)number.i) : (f64)number.u;
        f64 by = fmax(fmin(round(steps * fmax(digit_of(size) * STEP_OF_DIGIT, 1)), 9e18), -9e18);
        number = add_whole(number, (i64)by);
    }
    number_stored(ref, number, out);
}

void host_value_at_fraction(const ed_ValueRef *ref, f64 fraction, ed_Text *out)
{
    const ed_Field *field = ref->field;
    f64 low = field->range_low, high = field->range_high;
    f64 unit = digit_of((high - low) / SLIDER_STEPS);
    f64 value = low + (high - low) * fmax(0, fmin(fraction, 1));
    if (is_float(field->kind) && fraction > 0 && fraction < 1)
        value = fmax(low, fmin(rounded(value, unit), high));
    number_stored(ref, ed_number_from_f64(value), out);
}

static f64 number_of(const ed_ValueRef *ref)
{
    ed_Number number = ed_number_load(ref->field->kind, ref->at);
    if (number.form == ED_FORMAT_INT) return (f64)number.i;
    return number.form == ED_FORMAT_UINT ? (f64)number.u : number.f;
}

f64 host_value_fraction(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    f64 fraction = (number_of(ref) - field->range_low) / (field->range_high - field->range_low);
    return fraction >= 0 ? fmin(fraction, 1) : 0;
}

u32 host_value_u32(const ed_ValueRef *ref)
{
    u32 value;
    memcpy(&value, ref->at, sizeof value);
    return value;
}

// --- names ---------------------------------------------------------------------------------------

u32 host_value_choices(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    if (!field) return 0;
    if (field->kind == ED_UNION) return field->type->field_count;
    return ed_field_is_named(field) ? field->type->value_count : 0;
}

const char *host_value_choice(const ed_ValueRef *ref, u32 i)
{
    const ed_Type *type = ref->field->type;
    return type->kind == ED_UNION ? type->fields[i].name : type->values[i].name;
}

bool host_value_chosen(const ed_ValueRef *ref, u32 i)
{
    const ed_Type *type = ref->field->type;
    if (type->kind == ED_UNION) return ed_union_alternative(type, ref->at) == &type->fields[i];
    i64 bits = bits_of(ref), number = type->values[i].number;
    return type->kind != ED_FLAGS ? bits == number : number && (bits & number) == number;
}

void host_value_choose(const ed_ValueRef *ref, u32 i, ed_Text *out)
{
    if (ref->field->kind != ED_FLAGS) {
        ed_text_add(out, "%s", host_value_choice(ref, i));
        return;
    }
    const ed_Type *type = ref->field->type;
    i64 bits = bits_of(ref), flag = type->values[i].number;
    bits = host_value_chosen(ref, i) ? bits & ~flag : bits | flag;
    ed_text_add(out, "%llu", (unsigned long long)bits);
}
