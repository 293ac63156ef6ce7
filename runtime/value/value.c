#include "runtime/value/value.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/stable_pool.h"
#include "runtime/types/text_ptr.h"

#define KEY_BYTES_MAX 4096u      // JSON of a value that an item is found by

/// Returns whether the list is an array in a decoded record, which has a slot.
static bool has_slot(const ed_ValueRef *list, ed_Array *slot)
{
    if (list->depth || !(list->field->flags & ED_FIELD_DECODED)) return false;
    memcpy(slot, list->at, sizeof *slot);
    return true;
}

/// Returns the elements of all dimensions that are not indexed. Those in a row table have no
/// address yet.
static ed_ElementSpan elements_of(const ed_ValueRef *list)
{
    const ed_Field *field = list->field;
    ed_Array slot;
    bool decoded = has_slot(list, &slot), several = ed_field_rank(field) > 1;
    ed_ElementSpan all = decoded ? (ed_ElementSpan){ (u8 *)slot.items, slot.count }
                                 : ed_field_elements(field, (const u8 *)list->at);
    bool dimension = field->shape == ED_FIXED && all.count && (several || !decoded);
    if (dimension) all.count = field->dims[list->depth];
    return all;
}

ed_DecodedTable *ed_value_table(const ed_ValueRef *list)
{
    ed_Array slot;
    return ed_value_is_list(list) && has_slot(list, &slot) ? ed_slot_table(&slot) : NULL;
}

ed_ValueItems ed_value_items(const ed_ValueRef *list)
{
    const ed_Field *field = list->field;
    if (!ed_value_is_list(list)) return (ed_ValueItems){ .field = field };
    ed_ElementSpan all = elements_of(list);
    ed_DecodedTable *table = ed_value_table(list);
    if (table) {
        all.at = (u8 *)(uintptr_t)ed_table_rows(table);
        all.count = all.at ? all.count : 0;
        field = table->field;
    }
    size_t stride = field->shape == ED_FIXED ? ed_field_stride(field, list->depth) : field->size;
    return (ed_ValueItems){ field, all.at, all.count, stride };
}

ed_Span ed_value_text(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    const u8 *at = (const u8 *)ref->at;
    ed_Str str;
    if (field->kind == ED_CHARS && !(field->flags & ED_FIELD_DECODED))
        return (ed_Span){ at, strnlen((const char *)at, field->size) };
    if (field->kind == ED_TEXT_PTR && !(field->flags & ED_FIELD_DECODED)) {
        ed_ReadablePage page = { 0 };
        const char *text = ed_text_ptr(at);
        if (ref->arena) return ed_text_ptr_read(at, &page);
        return (ed_Span){ (const u8 *)text, text ? strlen(text) : 0 };
    }
    memcpy(&str, at, sizeof str);
    return (ed_Span){ (const u8 *)str.items, str.items ? str.count : 0 };
}

/// Returns whether an item of a stable pool in a state was removed.
static bool is_gap(const ed_ValueRef *item)
{
    const ed_State state = { .schema = item->schema,
                             .roots = (ed_RootMemory *)(uintptr_t)item->roots };
    ed_Container container;
    u32 index;
    return item->depth && item->roots
        && !ed_container_with(&state, item->field->type, (u64)(uintptr_t)item->at, &container,
                              &index);
}

bool ed_value_is_absent(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    if (field && field->shape == ED_POOL && (field->flags & ED_FIELD_STABLE)) return is_gap(ref);
    return field && field->shape == ED_OPTIONAL && !((const u8 *)ref->at)[-1];
}

bool ed_value_is_list(const ed_ValueRef *ref)
{
    return ref->field && ref->depth < ed_field_rank(ref->field);
}

const ed_Type *ed_value_record(const ed_ValueRef *ref)
{
    if (!ref->field) return ref->type;
    bool record =
        ed_field_is_record(ref->field) && !ed_value_is_list(ref) && !ed_value_is_absent(ref);
    return record ? ref->field->type : NULL;
}

bool ed_value_is_readable(const ed_ValueRef *ref)
{
    const ed_Str *str = (const ed_Str *)ref->at;
    const bool leaf = ref->field && !ed_value_is_list(ref);
    if (leaf && ref->field->kind == ED_TEXT_PTR)
        return !ed_text_ptr(ref->at) || ed_value_text(ref).at;
    if (!leaf || ref->field->kind != ED_STR || (!str->count && !str->capacity)) return true;
    return str->count <= str->capacity && ed_arena_holds(ref->arena, str->items, str->capacity);
}

u32 ed_value_count(const ed_ValueRef *ref)
{
    if (!ed_value_is_list(ref)) return 0;
    ed_ElementSpan all = elements_of(ref);
    bool inside = !ref->arena || !ed_field_is_list(ref->field)
               || ed_arena_holds(ref->arena, all.at, (size_t)all.count * ref->field->size);
    return inside ? all.count : 0;
}

ed_ValueRef ed_value_root(const ed_State *state, u32 index)
{
    return (ed_ValueRef){ .type = state->schema->states[index],
                          .at = state->roots[index].at,
                          .arena = state->roots[index].arena,
                          .schema = state->schema,
                          .roots = state->roots };
}

ed_ValueRef ed_value_item(const ed_ValueRef *ref, u32 index)
{
    ed_ValueItems items = ed_value_items(ref);
    ed_ValueRef item = *ref;
    item.field = items.field;
    item.at = items.at ? items.at + index * items.stride : NULL;
    item.depth++;
    return item;
}

ed_ValueRef ed_value_field(const ed_ValueRef *ref, const ed_Field *field)
{
    return (ed_ValueRef){ .field = field,
                          .at = (u8 *)ref->at + field->offset,
                          .arena = ref->arena,
                          .schema = ref->schema,
                          .roots = ref->roots };
}

u32 ed_value_part_count(const ed_ValueRef *ref)
{
    const ed_Type *record = ed_value_record(ref);
    if (record) return record->kind == ED_UNION ? 1 : record->field_count;
    return ed_value_is_list(ref) ? ed_value_count(ref) : 0;
}

ed_ValueRef ed_value_part(const ed_ValueRef *ref, u32 index)
{
    const ed_Type *record = ed_value_record(ref);
    if (!record) return ed_value_item(ref, index);
    return ed_value_field(ref, record->kind == ED_UNION ? ed_union_alternative(record, ref->at)
                                                        : &record->fields[index]);
}

void ed_value_print_step(const ed_ValueRef *ref, u32 index, ed_Text *out)
{
    if (ref->depth) ed_field_print_index(ref->field, ref->depth - 1, index, out);
    else if (ref->field) ed_text_add(out, ".%s", ref->field->name);
    else ed_text_add(out, "%s", ref->type->name);
}

// --- finding -------------------------------------------------------------------------------------

static bool unknown(ed_Error *error, const char *owner, const ed_Suggestion *near)
{
    ed_fail(error, ED_ERR_PATH, "%s has no '%s'%s%s%s", owner, near->name,
            near->best ? ": did you mean '" : "", near->best ? near->best : "",
            near->best ? "'?" : "");
    return false;
}

void ed_fail_no_field(const ed_Type *type, const char *name, ed_Error *error)
{
    if (!error) return;
    ed_Suggestion near = ed_suggestion(name);
    for (u32 i = 0; i < type->field_count; i++) ed_suggestion_try(&near, type->fields[i].name);
    unknown(error, type->name, &near);
}

static bool find_root(const ed_State *state, const ed_PathStep *step, bool was, ed_ValueRef *ref,
                      ed_Error *error)
{
    const ed_Schema *schema = state->schema;
    u32 i = 0, count = schema->state_count;
    while (i < count && strcmp(schema->states[i]->name, step->name) != 0) i++;
    if (i == count && was) i = ed_root_by_name(schema->states, count, step->name);
    if (i < count) {
        *ref = ed_value_root(state, i);
        return true;
    }
    ed_Suggestion near = ed_suggestion(step->name);
    for (i = 0; i < count; i++) ed_suggestion_try(&near, schema->states[i]->name);
    return unknown(error, "the state", &near);
}

/// Checks that the record has the field now: an optional record may be absent, and a union holds
/// only one alternative.
static bool check_there(const ed_ValueRef *ref, const ed_Type *type, const ed_Field *field,
                        ed_Error *error)
{
    if (ed_value_is_absent(ref)) {
        ed_fail(error, ED_ERR_PATH, "'%s' is optional and has no value now", ref->field->name);
        return false;
    }
    const ed_Field *now = type->kind == ED_UNION ? ed_union_alternative(type, ref->at) : field;
    if (now == field) return true;
    ed_fail(error, ED_ERR_PATH, "the %s is currently '%s' and has no '%s'", type->name, now->name,
            field->name);
    return false;
}

static bool find_field(const ed_PathStep *step, bool was, ed_ValueRef *ref, ed_Error *error)
{
    const ed_Field *outer = ref->field;
    bool record = !outer || ed_field_is_record(outer);
    if (outer && (!record || ref->depth != ed_field_rank(outer))) {
        ed_fail(error, ED_ERR_PATH, "'%s' is %s and has no '%s'", outer->name,
                record ? "an array (index it first)" : "not a struct", step->name);
        return false;
    }
    const ed_Type *type = outer ? outer->type : ref->type;
    const ed_Field *field = was ? ed_field_by_any_name(type, step->name, step->name_size)
                                : ed_field_by_name(type, step->name, step->name_size);
    if (!field) {
        ed_fail_no_field(type, step->name, error);
        return false;
    }
    if (!check_there(ref, type, field, error)) return false;
    *ref = ed_value_field(ref, field);
    return true;
}

/// Finds the first item of a list whose field has that value.
static bool find_by_value(const ed_ValueRef *list, const ed_PathStep *step, u32 *index,
                          ed_Error *error)
{
    char words[KEY_BYTES_MAX];
    const ed_Type *type = ed_field_is_record(list->field) ? list->field->type : NULL;
    const ed_Field *field = type && list->depth + 1 == ed_field_rank(list->field)
                              ? ed_field_by_name(type, step->name, step->name_size)
                              : NULL;
    if (!field || type->kind != ED_STRUCT) {
        ed_fail(error, ED_ERR_PATH, "'%s' is not a list of records with a field '%s'",
                list->field->name, step->name);
        return false;
    }
    for (u32 i = 0, count = ed_value_count(list); i < count; i++) {
        ed_Text out = ed_text_over(words, sizeof words);
        ed_ValueRef item = ed_value_item(list, i), value = ed_value_field(&item, field);
        ed_value_json(&value, &out);
        *index = i;
        if (!out.cut && out.size == step->value_size && memcmp(words, step->value, out.size) == 0)
            return true;
    }
    ed_fail(error, ED_ERR_PATH, "'%s' has no record with %s=%.*s", list->field->name, step->name,
            (int)step->value_size, step->value);
    return false;
}

static bool find_named(const ed_ValueRef *list, const ed_PathStep *step, u32 *index,
                       ed_Error *error)
{
    char names[160];
    ed_Text out = ed_text_over(names, sizeof names);
    const ed_Field *field = list->field;
    const ed_Type *type = field->index_types[list->depth];
    *index = ed_field_index_by_name(field, list->depth, step->name, step->name_size);
    if (*index != UINT32_MAX) return true;
    if (type) {
        ed_value_list_names(type, &out);
        ed_fail(error, ED_ERR_PATH, "'%s' has no element '%s': expected a value of %s: %s",
                field->name, step->name, type->name, names);
    } else
        ed_fail(error, ED_ERR_PATH, "'%s' has no element '%s': expected an index or field=value",
                field->name, step->name);
    return false;
}

bool ed_value_find_index(const ed_ValueRef *list, const ed_PathStep *step, u32 *index,
                         ed_Error *error)
{
    if (!ed_value_is_list(list)) {
        ed_fail(error, ED_ERR_PATH, "'%s' is not an array",
                list->field ? list->field->name : list->type->name);
        return false;
    }
    if (step->kind == ED_PATH_KEY) return find_by_value(list, step, index, error);
    if (step->kind == ED_PATH_NAMED) return find_named(list, step, index, error);
    u32 count = ed_value_count(list);
    *index = (u32)step->index;
    if (step->index < count) return true;
    ed_fail(error, ED_ERR_PATH, "'%s' has length %u: index %llu is out of range", list->field->name,
            count, (unsigned long long)step->index);
    return false;
}

static bool find_step(const ed_PathStep *step, bool was, ed_ValueRef *ref, ed_Error *error)
{
    u32 index;
    if (step->kind == ED_PATH_FIELD) return find_field(step, was, ref, error);
    if (!ed_value_find_index(ref, step, &index, error)) return false;
    *ref = ed_value_item(ref, index);
    return true;
}

static bool find(const ed_State *state, const char *text, bool was, ed_ValueRef *ref,
                 ed_Error *error)
{
    ed_Path path = ed_path(text);
    ed_PathStep step;
    bool found = ed_path_next(&path, &step, error) && find_root(state, &step, was, ref, error);
    while (found && *path.rest)
        found = ed_path_next(&path, &step, error) && find_step(&step, was, ref, error);
    return found;
}

bool ed_value_find(const ed_State *state, const char *path, ed_ValueRef *ref, ed_Error *error)
{
    return find(state, path, false, ref, error);
}

bool ed_value_find_was(const ed_State *state, const char *path, ed_ValueRef *ref)
{
    return find(state, path, true, ref, NULL);
}

bool ed_value_find_in(ed_ValueRef *ref, const char *path, ed_Error *error)
{
    ed_Path rest = ed_path(path);
    ed_PathStep step;
    bool found = *path != 0;
    while (found && *rest.rest)
        found = ed_path_next(&rest, &step, error) && find_step(&step, false, ref, error);
    return found;
}

void ed_value_list_names(const ed_Type *type, ed_Text *out)
{
    for (u32 i = 0; i < type->value_count && !out->cut; i++)
        ed_text_add(out, "%s%s", i ? ", " : "", type->values[i].name);
    if (out->cut) memcpy(out->at + out->size - strlen("…"), "…", strlen("…"));
}

// --- printing ------------------------------------------------------------------------------------

/// Prints the fewest digits that read back as the same number, and integers below 1e15 without an
/// exponent. The search starts at FLT_DIG or DBL_DIG digits: these are never too many, because %g
/// omits trailing zeros. Subnormal numbers are less precise, so their search starts at one digit.
static void float_json(f64 value, bool single, ed_Text *out)
{
    char text[40];
    f64 size = fabs(value);
    int sure = size < (single ? (f64)FLT_MIN : DBL_MIN) ? 1 : single ? FLT_DIG : DBL_DIG;
    int least = size >= 10 && size < 1e15 ? (int)log10(size) + 1 : 1;
    if (least < sure) least = sure;
    for (int digits = least; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        f64 back = strtod(text, NULL);
        if (single ? (f32)back == (f32)value : back == value) break;
    }
    ed_text_add(out, "%s", text);
}

static void named_json(const ed_Type *type, ed_Number number, ed_Text *out)
{
    i64 bits = ed_number_bits(number);
    const ed_Value *value = ed_value_by_number(type, bits);
    if (type->kind != ED_FLAGS) {
        if (value) ed_text_json(out, value->name, strlen(value->name));
        else ed_text_add(out, "%lld", (long long)bits);
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
    ed_Ref handle;
    memcpy(&handle, at, sizeof handle);
    if (handle.generation) ed_text_add(out, "[%u,%u]", handle.index, handle.generation);
    else ed_text_add(out, "null");
}

static void add_path(const ed_State *state, const ed_Container *container, u32 index, ed_Text *out)
{
    const ed_Field *field = container->field;
    ed_text_add(out, "%s.%s", state->schema->states[container->state]->name, field->name);
    for (u32 d = 0; d < ed_field_rank(field); d++) {
        u32 span = (u32)ed_field_elements_per_index(field, d);
        ed_field_print_index(field, d, index / span, out);
        index %= span;
    }
}

bool ed_value_target_path(const ed_ValueRef *ref, ed_Text *out)
{
    const ed_State state = { .schema = ref->schema,
                             .roots = (ed_RootMemory *)(uintptr_t)ref->roots };
    ed_Container container;
    u32 index;
    u64 address;
    memcpy(&address, ref->at, sizeof address);
    if (!address || !ref->roots
        || !ed_container_with(&state, ref->field->type, address, &container, &index))
        return false;
    add_path(&state, &container, index, out);
    return true;
}

static void record_ptr_json(const ed_ValueRef *ref, ed_Text *out)
{
    char path[ED_NAME_MAX * 4];
    ed_Text text = ed_text_over(path, sizeof path);
    if (ed_value_target_path(ref, &text)) ed_text_json(out, path, text.size);
    else ed_text_add(out, "null");
}

static void text_json(const ed_ValueRef *ref, ed_Text *out)
{
    const ed_Span text = ed_value_text(ref);
    const bool none = ref->field->kind == ED_TEXT_PTR && !text.at;
    if (none) ed_text_add(out, "null");
    else ed_text_json_exact(out, text.at ? (const char *)text.at : "", text.size);
}

static void element_json(const ed_ValueRef *ref, ed_Text *out)
{
    const ed_Field *field = ref->field;
    const void *at = ref->at;
    ed_Number number;
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: text_json(ref, out); return;
    case ED_PTR: ed_text_add(out, "null"); return;
    case ED_REF: ref_json(at, out); return;
    case ED_RECORD_PTR: record_ptr_json(ref, out); return;
    default: break;
    }
    number = ed_field_number(field, at);
    if (field->kind == ED_SYMBOL && !number.u) ed_text_add(out, "null");
    else if (field->type) named_json(field->type, number, out);
    else if (number.form == ED_FORMAT_BOOL) ed_text_add(out, number.u ? "true" : "false");
    else if (number.form == ED_FORMAT_UINT) ed_text_add(out, "%llu", (unsigned long long)number.u);
    else if (number.form == ED_FORMAT_INT) ed_text_add(out, "%lld", (long long)number.i);
    else if (isfinite(number.f)) float_json(number.f, field->kind == ED_F32, out);
    else {
        ed_text_add(out, "\"");
        ed_number_name(number, out);
        ed_text_add(out, "\"");
    }
}

void ed_value_json(const ed_ValueRef *ref, ed_Text *out)
{
    bool record = ed_value_record(ref), list = ed_value_is_list(ref);
    if (ed_value_is_absent(ref)) {
        ed_text_add(out, "null");
        return;
    }
    if (!record && !list) {
        element_json(ref, out);
        return;
    }
    const bool gaps = list && (ref->field->flags & ED_FIELD_STABLE);
    u32 printed = 0;
    ed_text_add(out, record ? "{" : "[");
    for (u32 i = 0, count = ed_value_part_count(ref); i < count && !out->cut; i++) {
        ed_ValueRef part = ed_value_part(ref, i);
        if (gaps && ed_value_is_absent(&part)) continue;
        if (printed++) ed_text_add(out, ",");
        if (record) ed_text_add(out, "\"%s\":", part.field->name);
        ed_value_json(&part, out);
    }
    ed_text_add(out, record ? "}" : "]");
}
