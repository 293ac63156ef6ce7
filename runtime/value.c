#include "runtime/value.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/convert.h"
#include "runtime/pool.h"
#include "runtime/init.h"

u32 ed_field_rank(const ed_Field *field)
{
    u32 rank = 0;
    if (field->shape == ED_BOUNDED || field->shape == ED_DYNAMIC || field->shape == ED_POOL) return 1;
    if (field->shape == ED_FIXED) while (rank < ED_DIMS_MAX && field->dims[rank]) rank++;
    return rank;
}

size_t ed_field_stride(const ed_Field *field, u32 dim)
{
    size_t stride = field->size;
    for (u32 d = dim + 1; d < ED_DIMS_MAX && field->dims[d]; d++) stride *= field->dims[d];
    return stride;
}

u32 ed_field_align(const ed_Field *field)
{
    bool typed = field->type && field->kind != ED_REF;
    u32 align = typed ? field->type->align : field->kind == ED_CHARS ? 1 : field->kind == ED_REF ? 4 : ed_kind_size(field->kind);
    return align < 8 ? align : 8;
}

ed_Place ed_place_field(const ed_Place *place, const ed_Field *field)
{
    return (ed_Place){ .field = field, .at = (u8 *)place->at + field->offset, .arena = place->arena };
}

/// The elements or rows along the next dimension of `place`: how many, how far apart, where the first is.
typedef struct Axis {
    u8    *items;
    u32    count;
    size_t stride;
} Axis;

static Axis axis_of(const ed_Place *place)
{
    const ed_Field *field = place->field;
    u8 *at = (u8 *)place->at;
    Axis axis = { at, 0, field->size };
    if (field->shape == ED_DYNAMIC || field->shape == ED_POOL) {
        const ed_Array *array = (const ed_Array *)place->at;
        axis.items = (u8 *)array->items;
        axis.count = array->count;
    } else if (field->shape == ED_BOUNDED) {
        memcpy(&axis.count, at - sizeof axis.count, sizeof axis.count);
        if (axis.count > field->count) axis.count = field->count;
    } else {
        axis.count  = field->dims[place->depth];
        axis.stride = ed_field_stride(field, place->depth);
    }
    return axis;
}

u32 ed_place_count(const ed_Place *place) { return axis_of(place).count; }

ed_Place ed_place_element(const ed_Place *place, u32 index)
{
    Axis axis = axis_of(place);
    ed_Place element = *place;
    element.at = axis.items + index * axis.stride;
    element.depth++;
    return element;
}

// --- finding -----------------------------------------------------------------------------------------------------------

static bool unknown(ed_Error *error, const char *owner, const ed_Near *near)
{
    ed_fail(error, ED_ERR_PATH, "%s has no '%s'%s%s%s", owner, near->name, near->best ? ": did you mean '" : "",
            near->best ? near->best : "", near->best ? "'?" : "");
    return false;
}

static bool find_root(const ed_State *state, const char *name, ed_Place *place, ed_Error *error)
{
    ed_Near near = ed_near(name);
    for (u32 i = 0; i < state->schema->state_count; i++) {
        const ed_Type *type = state->schema->states[i];
        ed_near_try(&near, type->name);
        if (strcmp(type->name, name) != 0) continue;
        *place = (ed_Place){ .type = type, .at = state->blocks[i].at, .arena = state->blocks[i].arena };
        return true;
    }
    return unknown(error, "the state", &near);
}

/// The value must be there: an optional one may not be, and of a union there is only one.
static bool check_there(const ed_Place *place, const ed_Type *type, const ed_Field *field, ed_Error *error)
{
    const ed_Field *outer = place->field;
    if (outer && outer->shape == ED_OPTIONAL && !((const u8 *)place->at)[-1]) {
        ed_fail(error, ED_ERR_PATH, "'%s' is not there now: it is optional", outer->name);
        return false;
    }
    const ed_Field *now = type->kind == ED_UNION ? ed_union_now(type, place->at) : field;
    if (now == field) return true;
    ed_fail(error, ED_ERR_PATH, "the %s is a '%s' now: it has no '%s'", type->name, now->name, field->name);
    return false;
}

static bool find_field(const char *name, ed_Place *place, ed_Error *error)
{
    const ed_Field *outer = place->field;
    bool record = !outer || outer->kind == ED_STRUCT || outer->kind == ED_UNION;
    if (outer && (!record || place->depth != ed_field_rank(outer))) {
        ed_fail(error, ED_ERR_PATH, "'%s' is %s: it has no '%s'", outer->name, record ? "an array, index it first" : "no struct", name);
        return false;
    }
    const ed_Type *type = outer ? outer->type : place->type;
    const ed_Field *field = ed_field_by_name(type, name, strlen(name));
    if (!field) {
        ed_Near near = ed_near(name);
        for (u32 i = 0; i < type->field_count; i++) ed_near_try(&near, type->fields[i].name);
        return unknown(error, type->name, &near);
    }
    if (!check_there(place, type, field, error)) return false;
    place->field = field;
    place->depth = 0;
    place->at    = (u8 *)place->at + field->offset;
    return true;
}

static bool find_index(unsigned long long index, ed_Place *place, ed_Error *error)
{
    if (!place->field || place->depth == ed_field_rank(place->field)) {
        ed_fail(error, ED_ERR_PATH, "'%s' is no array", place->field ? place->field->name : place->type->name);
        return false;
    }
    Axis axis = axis_of(place);
    if (index >= axis.count) {
        ed_fail(error, ED_ERR_PATH, "'%s' holds %u: there is no [%llu]", place->field->name, axis.count, index);
        return false;
    }
    place->at = axis.items + index * axis.stride;
    place->depth++;
    return true;
}

bool ed_value_find(const ed_State *state, const char *path, ed_Place *place, ed_Error *error)
{
    const char *at = path;
    for (bool first = true; first || *at; first = false) {
        char name[ED_NAME_MAX];
        if (*at == '[' && !first) {
            char *end;
            unsigned long long index = strtoull(at + 1, &end, 10);
            if (end == at + 1 || *end != ']') goto malformed;
            if (!find_index(index, place, error)) return false;
            at = end + 1;
            continue;
        }
        if (!first && *at++ != '.') goto malformed;
        size_t size = strcspn(at, ".[");
        if (size == 0 || size >= sizeof name) goto malformed;
        memcpy(name, at, size);
        name[size] = 0;
        if (!(first ? find_root(state, name, place, error) : find_field(name, place, error))) return false;
        at += size;
    }
    return true;
malformed:
    ed_fail(error, ED_ERR_PATH, "'%s' is no path: write it like Game.enemies[3].pos.x", path);
    return false;
}

// --- printing ----------------------------------------------------------------------------------------------------------

const ed_Field *ed_union_now(const ed_Type *type, const void *it)
{
    u32 kind;
    memcpy(&kind, it, sizeof kind);
    return &type->fields[kind < type->field_count ? kind : 0];
}

static void record_json(const ed_Type *type, const void *it, ed_Text *out)
{
    const ed_Field *only = type->kind == ED_UNION ? ed_union_now(type, it) : NULL;
    ed_text_add(out, "{");
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (only && field != only) continue;
        ed_text_add(out, "%s\"%s\":", i && !only ? "," : "", field->name);
        ed_value_json(&(ed_Place){ .field = field, .at = (u8 *)(uintptr_t)it + field->offset }, out);
    }
    ed_text_add(out, "}");
}

/// The fewest digits that read back as the same number; whole ones without an exponent.
static void float_json(f64 value, bool single, ed_Text *out)
{
    char text[40];
    if (!isfinite(value)) { ed_text_add(out, "null"); return; }
    f64 size = fabs(value);
    int least = size >= 10 && size < 1e15 ? (int)log10(size) + 1 : 1;
    for (int digits = least; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        f64 back = strtod(text, NULL);
        if (single ? (f32)back == (f32)value : back == value) break;
    }
    ed_text_add(out, "%s", text);
}

static void named_json(const ed_Type *type, ed_Number number, ed_Text *out)
{
    i64 bits = number.form == ED_FORM_INT ? number.i : (i64)number.u;
    const ed_Value *value = ed_value_by_number(type, bits);
    if (type->kind == ED_ENUM) {
        if (value) ed_text_json(out, value->name, strlen(value->name));
        else       ed_text_add(out, "%lld", (long long)bits);
        return;
    }
    ed_text_add(out, "[");
    bool first = true;
    for (u32 i = 0; i < type->value_count; i++) {
        u64 bit = (u64)type->values[i].number;
        if (!bit || ((u64)bits & bit) != bit) continue;
        ed_text_add(out, "%s\"%s\"", first ? "" : ",", type->values[i].name);
        first = false;
    }
    ed_text_add(out, "]");
}

static void ref_json(const void *at, ed_Text *out)
{
    ed_Ref ref;
    memcpy(&ref, at, sizeof ref);
    if (ref.generation) ed_text_add(out, "[%u,%u]", ref.index, ref.generation);
    else                ed_text_add(out, "null");
}

static void element_json(const ed_Field *field, const void *at, ed_Text *out)
{
    const ed_Str *str = (const ed_Str *)at;
    ed_Number number;
    switch (field->kind) {
    case ED_STRUCT: case ED_UNION: record_json(field->type, at, out); return;
    case ED_CHARS:  ed_text_json(out, (const char *)at, strnlen((const char *)at, field->size)); return;
    case ED_STR:    ed_text_json(out, ed_str_text(str), str->count); return;
    case ED_PTR:    ed_text_add(out, "null"); return;
    case ED_REF:    ref_json(at, out); return;
    default: break;
    }
    number = ed_number_load(field->type ? field->type->base : field->kind, at);
    if (field->type)                        named_json(field->type, number, out);
    else if (number.form == ED_FORM_BOOL)   ed_text_add(out, number.u ? "true" : "false");
    else if (number.form == ED_FORM_UINT)   ed_text_add(out, "%llu", (unsigned long long)number.u);
    else if (number.form == ED_FORM_INT)    ed_text_add(out, "%lld", (long long)number.i);
    else                                    float_json(number.f, field->kind == ED_F32, out);
}

void ed_value_json(const ed_Place *place, ed_Text *out)
{
    if (!place->field) { record_json(place->type, place->at, out); return; }
    bool absent = place->field->shape == ED_OPTIONAL && !((const u8 *)place->at)[-1];
    if (absent) { ed_text_add(out, "null"); return; }
    if (place->depth == ed_field_rank(place->field)) { element_json(place->field, place->at, out); return; }
    Axis axis = axis_of(place);
    ed_Place inner = *place;
    inner.depth++;
    ed_text_add(out, "[");
    for (u32 i = 0; i < axis.count && !out->cut; i++) {
        if (i) ed_text_add(out, ",");
        inner.at = axis.items + i * axis.stride;
        ed_value_json(&inner, out);
    }
    ed_text_add(out, "]");
}

// --- setting -----------------------------------------------------------------------------------------------------------

static bool refuse(const ed_Place *place, const char *text, const char *expected, ed_Error *error)
{
    ed_fail(error, ED_ERR_TYPE, "'%s' takes %s, not %s", place->field ? place->field->name : place->type->name, expected,
            text);
    return false;
}

/// Two hex digits of `\u00xx`: what ed_text_json writes of control characters. 0 for others.
static char control_from(const char *digits)
{
    unsigned code;
    if (strncmp(digits, "00", 2) != 0 || strspn(digits + 2, "0123456789abcdefABCDEF") < 2) return 0;
    return sscanf(digits + 2, "%2x", &code) == 1 && code < 0x80 ? (char)code : 0;
}

/// Text between quotes with JSON's escapes undone; its size, or SIZE_MAX where it is none or too long.
static size_t unquote(const char *text, char *out, size_t capacity)
{
    size_t size = 0, n = strlen(text);
    if (n < 2 || text[0] != '"' || text[n - 1] != '"') return SIZE_MAX;
    for (size_t i = 1; i < n - 1; i++) {
        char c = text[i];
        if (size + 1 == capacity) return SIZE_MAX;
        if (c == '"') return SIZE_MAX;
        if (c == '\\') {
            c = text[++i];
            if (i == n - 1) return SIZE_MAX;
            bool code = c == 'u' && n - 1 - i > 4;
            c = code ? control_from(text + i + 1) : c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r'
                : c == '"' || c == '\\' || c == '/' ? c : 0;
            i += code ? 4 : 0;
            if (!c) return SIZE_MAX;
        }
        out[size++] = c;
    }
    out[size] = 0;
    return size;
}

static bool set_text(const ed_Place *place, const char *text, ed_Error *error)
{
    char bytes[4096];
    size_t size = unquote(text, bytes, sizeof bytes);
    if (size == SIZE_MAX) return refuse(place, text, "a text in quotes of less than 4096 bytes", error);
    if (place->field->kind == ED_STR) {
        if (ed_str_put(place->arena, (ed_Str *)place->at, bytes, size)) return true;
        ed_fail(error, ED_ERR_LIMIT, "%s is full", place->arena->name);
        return false;
    }
    if (size >= place->field->size) {
        ed_fail(error, ED_ERR_RANGE, "'%s' holds %u bytes of text, not %zu", place->field->name, place->field->size - 1, size);
        return false;
    }
    memset(place->at, 0, place->field->size);
    memcpy(place->at, bytes, size);
    return true;
}

/// A number as typed. UINT or INT where it is whole and fits, else F64; form NONE where it is no number.
static ed_Number parse_number(const char *text)
{
    char *end;
    errno = 0;
    if (strcmp(text, "true") == 0)  return (ed_Number){ .form = ED_FORM_BOOL, .u = 1 };
    if (strcmp(text, "false") == 0) return (ed_Number){ .form = ED_FORM_BOOL };
    if (!*text || !strchr("-.0123456789", text[0])) return (ed_Number){ .form = ED_FORM_NONE };
    if (text[0] == '-') {
        i64 value = strtoll(text, &end, 0);
        if (*end == 0 && end != text && errno == 0 && value < 0) return (ed_Number){ .form = ED_FORM_INT, .i = value };
    } else {
        u64 value = strtoull(text, &end, 0);
        if (*end == 0 && end != text && errno == 0) return (ed_Number){ .form = ED_FORM_UINT, .u = value };
    }
    f64 value = strtod(text, &end);
    if (*end != 0 || end == text || !isfinite(value)) return (ed_Number){ .form = ED_FORM_NONE };
    return ed_number_from_f64(value);
}

/// One name of an enum; names of flags between |, or as they are printed: ["A","B"]. Nothing at all is no flag set.
static bool parse_names(const ed_Type *type, const char *text, i64 *number)
{
    bool flags = type->kind == ED_FLAGS;
    const char *marks = flags ? "|,[]\" " : "\" ";
    u32 count = 0;
    *number = 0;
    for (const char *at = text + strspn(text, marks); *at; at += strspn(at, marks), count++) {
        size_t size = strcspn(at, marks);
        const ed_Value *value = ed_value_by_name(type, at, size);
        if (!value || (count && !flags)) return false;
        *number |= value->number;
        at += size;
    }
    return flags ? *text != 0 : count == 1;
}

/// "Mood: CALM, ANGRY, …"
static bool refuse_named(const ed_Place *place, const char *text, ed_Error *error)
{
    char names[200];
    const ed_Type *type = place->field->type;
    ed_Text out = ed_text_over(names, sizeof names - 8);
    for (u32 i = 0; i < type->value_count && !out.cut; i++) ed_text_add(&out, "%s%s", i ? ", " : "", type->values[i].name);
    if (out.cut) memcpy(names + out.size, "…", sizeof "…");
    ed_fail(error, ED_ERR_TYPE, "'%s' takes %s: %s, not %.64s", place->field->name, type->name, names, text);
    return false;
}

static bool set_named(const ed_Place *place, const char *text, ed_Error *error)
{
    const ed_Type *type = place->field->type;
    i64 number;
    if (!parse_names(type, text, &number)) {
        ed_Number typed = parse_number(text);
        bool whole = (typed.form == ED_FORM_INT || typed.form == ED_FORM_UINT) && ed_number_to_bits(type->base, typed, &number);
        if (!whole) number = 0;
        u64 known = 0;
        for (u32 i = 0; i < type->value_count; i++) known |= (u64)type->values[i].number;
        bool fits = type->kind == ED_ENUM ? ed_value_by_number(type, number) != NULL : ((u64)number & ~known) == 0;
        if (!whole || !fits) return refuse_named(place, text, error);
    }
    ed_number_store(type->base, place->at, ed_number_from_bits(type->base, number));
    return true;
}

/// An alternative by its name: the union becomes it, with its defaults.
static bool set_union(const ed_Place *place, const char *text, ed_Error *error)
{
    const ed_Type *type = place->field->type;
    size_t start = strspn(text, "\" "), size = strcspn(text + start, "\" ");
    const ed_Field *alternative = ed_field_by_name(type, text + start, size);
    if (!alternative) return refuse(place, text, "the name of an alternative", error);
    ed_union_set(type, alternative, place->arena, place->at);
    return true;
}

static bool set_ref(const ed_Place *place, const char *text, ed_Error *error)
{
    unsigned long long index = 0, generation = 0;
    char end;
    bool none = strcmp(text, "null") == 0;
    bool good = !strchr(text, '-') && sscanf(text, " [ %llu , %llu ] %c", &index, &generation, &end) == 2;
    if (!none && (!good || index > UINT32_MAX || generation > UINT32_MAX || !generation))
        return refuse(place, text, "null or a handle, [index, generation]", error);
    ed_Ref ref = { (u32)index, (u32)generation };
    memcpy(place->at, &ref, sizeof ref);
    return true;
}

/// A struct as a whole takes nothing but its defaults.
static bool set_struct(const ed_Place *place, const char *text, ed_Error *error)
{
    if (strcmp(text, "{}") != 0) return refuse(place, text, "{} for its defaults; else name a field of it", error);
    ed_type_init(place->field->type, place->arena, place->at);
    return true;
}

/// "u8, 0 to 255": what it can hold is what the farthest numbers become in it.
static bool refuse_number(const ed_Place *place, const char *text, ed_Error *error)
{
    char expected[80];
    u8 low[8], high[8];
    ed_Kind kind = place->field->kind;
    ed_Text out = ed_text_over(expected, sizeof expected);
    ed_text_add(&out, "%s", ed_kind_name(kind));
    if (kind >= ED_U8 && kind <= ED_I64) {
        ed_number_store(kind, low, (ed_Number){ .form = ED_FORM_INT, .i = INT64_MIN });
        ed_number_store(kind, high, (ed_Number){ .form = ED_FORM_UINT, .u = UINT64_MAX });
        ed_Field plain = { .kind = kind };
        ed_text_add(&out, ", ");
        element_json(&plain, low, &out);
        ed_text_add(&out, " to ");
        element_json(&plain, high, &out);
    }
    return refuse(place, text, expected, error);
}

static bool set_number(const ed_Place *place, const char *text, ed_Error *error)
{
    ed_Number number = parse_number(text);
    u8 value[8];
    ed_Fit fit = number.form ? ed_number_store(place->field->kind, value, number) : ED_FIT_NONE;
    bool is_float = place->field->kind == ED_F32 || place->field->kind == ED_F64;
    if (fit != ED_FIT_EXACT && !(is_float && fit == ED_FIT_ROUNDED))
        return refuse_number(place, text, error);
    memcpy(place->at, value, place->field->size);
    return true;
}

static bool set_element(const ed_Place *place, const char *text, ed_Error *error)
{
    switch (place->field->kind) {
    case ED_PTR:                 return refuse(place, text, "nothing from outside", error);
    case ED_CHARS: case ED_STR:  return set_text(place, text, error);
    case ED_ENUM: case ED_FLAGS: return set_named(place, text, error);
    case ED_UNION:               return set_union(place, text, error);
    case ED_STRUCT:              return set_struct(place, text, error);
    case ED_REF:                 return set_ref(place, text, error);
    default:                     return set_number(place, text, error);
    }
}

bool ed_value_set(const ed_Place *place, const char *text, ed_Error *error)
{
    if (!place->field || place->depth != ed_field_rank(place->field))
        return refuse(place, text, "no single value: name a field or an element of it", error);
    if (place->field->shape != ED_OPTIONAL) return set_element(place, text, error);
    u8 *there = (u8 *)place->at - 1;
    if (strcmp(text, "null") == 0) {
        memset(place->at, 0, place->field->size);
        *there = 0;
        return true;
    }
    if (!set_element(place, text, error)) return false;
    *there = 1;
    return true;
}
