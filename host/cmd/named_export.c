#include "host/cmd/named_export.h"
#include <string.h>
#include "runtime/types/number.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"

static bool is_set(const ed_Value *value, u64 bits)
{
    return value->number && (bits & (u64)value->number) == (u64)value->number;
}

static void write_flags(ed_Writer *w, const ed_Type *type, u64 bits)
{
    u32 count = 0;
    for (u32 i = 0; i < type->value_count; i++) count += is_set(&type->values[i], bits);
    ed_write_array(w, count);
    for (u32 i = 0; i < type->value_count; i++)
        if (is_set(&type->values[i], bits)) ed_write_text(w, type->values[i].name);
}

static void write_named(ed_Writer *w, const ed_Type *type, const void *at)
{
    const ed_Value *value = type->kind == ED_FLAGS ? NULL : ed_number_value(type, at);
    if (type->kind == ED_FLAGS)
        write_flags(w, type, (u64)ed_number_bits(ed_number_load(type->base, at)));
    else if (value && type->kind == ED_SYMBOL && !value->number) ed_write_nil(w);
    else if (value) ed_write_text(w, value->name);
    else ed_number_write(w, type->base, at);
}

static void write_ref(ed_Writer *w, const void *at)
{
    ed_Ref handle;
    memcpy(&handle, at, sizeof handle);
    if (!handle.generation) {
        ed_write_nil(w);
        return;
    }
    ed_write_array(w, 2);
    ed_write_u64(w, handle.index);
    ed_write_u64(w, handle.generation);
}

static void write_record_ptr(ed_Writer *w, const ed_ValueRef *ref)
{
    char path[ED_NAME_MAX * 4];
    ed_Text text = ed_text_over(path, sizeof path);
    if (ed_value_target_path(ref, &text)) ed_write_text(w, path);
    else ed_write_nil(w);
}

static void write_text(ed_Writer *w, const ed_ValueRef *ref)
{
    const ed_Span text = ed_value_text(ref);
    if (ref->field->kind == ED_TEXT_PTR && !text.at) ed_write_nil(w);
    else ed_write_str(w, (const char *)text.at, text.size);
}

static void write_value(ed_Writer *w, const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    const void *at = ref->at;
    switch (field->kind) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: write_text(w, ref); return;
    case ED_PTR: ed_write_nil(w); return;
    case ED_REF: write_ref(w, at); return;
    case ED_RECORD_PTR: write_record_ptr(w, ref); return;
    case ED_ENUM:
    case ED_FLAGS:
    case ED_SYMBOL: write_named(w, field->type, at); return;
    default: ed_number_write(w, field->kind, at); return;
    }
}

void host_named_export(ed_Writer *w, const ed_ValueRef *ref)
{
    bool record = ed_value_record(ref);
    if (ed_value_is_absent(ref)) {
        ed_write_nil(w);
        return;
    }
    if (!record && !ed_value_is_list(ref)) {
        write_value(w, ref);
        return;
    }
    u32 count = ed_value_part_count(ref);
    if (record) ed_write_map(w, count);
    else ed_write_array(w, count);
    for (u32 i = 0; i < count && ed_write_ok(w); i++) {
        ed_ValueRef part = ed_value_part(ref, i);
        if (record) ed_write_text(w, part.field->name);
        host_named_export(w, &part);
    }
}

void host_named_export_state(ed_Writer *w, const ed_State *state)
{
    ed_write_map(w, state->schema->state_count);
    for (u32 i = 0; i < state->schema->state_count; i++) {
        ed_ValueRef root = ed_value_root(state, i);
        ed_write_text(w, root.type->name);
        host_named_export(w, &root);
    }
}
