#include "tests/storm/spell.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tests/storm/links.h"

static void put_number(long double number, ed_Text *out)
{
    bool whole = fabsl(number) < 1.9e19L
              && number == (number < 0 ? (long double)(i64)number : (long double)(u64)number);
    if (isnan(number)) ed_text_add(out, "nan");
    else if (whole && number == 0 && signbit(number)) ed_text_add(out, "-0.0");
    else if (whole && fabsl(number) < 1.8446744073709551616e19L)
        ed_text_add(out, number < 0 ? "-%llu" : "%llu", (unsigned long long)fabsl(number));
    else ed_text_add(out, "%.17Lg", number);
}

// --- defaults ------------------------------------------------------------------------------------

static void put_text(const st_Default *default_value, ed_Text *out)
{
    ed_text_add(out, "\"");
    for (u32 i = 0; i < default_value->size; i++) {
        u8 c = (u8)default_value->text[i];
        if (c >= ' ' && c < 127 && c != '"' && c != '\\') ed_text_add(out, "%c", c);
        else ed_text_add(out, "\\%03o", c);
    }
    ed_text_add(out, "\"");
}

static void spell_default(const st_Default *default_value, ed_Text *out)
{
    const char *comma = "";
    switch (default_value->form) {
    case ST_DEFAULT_NUMBER:
        if (default_value->truth) ed_text_add(out, default_value->number != 0 ? "true" : "false");
        else put_number(default_value->number, out);
        return;
    case ST_DEFAULT_TEXT: put_text(default_value, out); return;
    case ST_DEFAULT_NAMES:
        if (!default_value->names.count) ed_text_add(out, "0");
        for (u32 i = 0; i < default_value->names.count; i++)
            ed_text_add(out, "%s%s", i ? " | " : "", default_value->names.at[i]);
        return;
    case ST_DEFAULT_LIST:
    case ST_DEFAULT_STRUCT: break;
    }
    ed_text_add(out, "{");
    for (const st_Default *item = default_value->items; item; item = item->next) {
        ed_text_add(out, "%s", comma);
        if (default_value->form == ST_DEFAULT_STRUCT) ed_text_add(out, ".%s = ", item->member);
        spell_default(item, out);
        comma = ", ";
    }
    ed_text_add(out, "}");
}

// --- attributes ----------------------------------------------------------------------------------

typedef struct Attrs {
    ed_Text *out;
    bool open;
} Attrs;

static void attr(Attrs *attrs, const char *name)
{
    ed_text_add(attrs->out, "%s%s", attrs->open ? ", " : " [[", name);
    attrs->open = true;
}

static void attr_names(Attrs *attrs, const char *prefix, const st_Names *names)
{
    if (!names->count) return;
    attr(attrs, "was(");
    for (u32 i = 0; i < names->count; i++)
        ed_text_add(attrs->out, "%s%s%s", i ? ", " : "", prefix, names->at[i]);
    ed_text_add(attrs->out, ")");
}

static void close_attrs(Attrs *attrs)
{
    if (attrs->open) ed_text_add(attrs->out, "]]");
}

static void put_moves(Attrs *attrs, const char *prefix, const st_Field *field)
{
    if (!field->move_count) return;
    attr(attrs, "was(");
    for (u32 i = 0; i < field->move_count; i++) {
        const st_Move *move = &field->moves[i];
        ed_text_add(attrs->out, i ? ", " : "");
        if (move->to[0]) ed_text_add(attrs->out, ".%s = ", move->to);
        if (move->state[0]) ed_text_add(attrs->out, "%s%s.", prefix, move->state);
        ed_text_add(attrs->out, "%s", move->from);
    }
    ed_text_add(attrs->out, ")");
}

/// `table`: its name, if the field is a pointer to a row of one.
static void put_field_attrs(const char *prefix, const st_Field *field, const char *table,
                            ed_Text *out)
{
    Attrs attrs = { out, false };
    attr_names(&attrs, "", &field->was);
    put_moves(&attrs, prefix, field);
    if (field->transient) attr(&attrs, "transient");
    if (field->fresh) attr(&attrs, "fresh");
    if (field->shape == ED_OPTIONAL) attr(&attrs, "optional");
    if (field->kind == ED_PTR) attr(&attrs, "live");
    if (field->shape == ED_POOL) attr(&attrs, "pool");
    if (table) {
        attr(&attrs, "in(");
        ed_text_add(out, "%s%s)", prefix, table);
    }
    if (field->unit) {
        attr(&attrs, "unit(");
        ed_text_add(out, "\"%s\")", field->unit);
    }
    if (field->ranged) {
        attr(&attrs, "range(");
        ed_text_add(out, "%g, %g)", field->low, field->high);
    }
    close_attrs(&attrs);
}

// --- declarations --------------------------------------------------------------------------------

static void put_bound(const char *prefix, const st_Field *field, u32 bound, ed_Text *out)
{
    if (field->bounds_are_consts) ed_text_add(out, "%sN%u", prefix, bound);
    else ed_text_add(out, "%u", bound);
}

static void put_field(const st_Schema *schema, const char *prefix, const st_Field *field,
                      ed_Text *out)
{
    const st_Type *owner = field->type == ST_NONE ? NULL : &schema->types[field->type];
    const char *type = owner ? owner->name : NULL,
               *table = field->kind == ED_SYMBOL && owner->table ? owner->name : NULL;
    ed_text_add(out, "    ");
    if (table) ed_text_add(out, "const %s%s *", prefix, schema->types[owner->rows].name);
    else if (field->kind == ED_RECORD_PTR) ed_text_add(out, "%s%s *", prefix, type);
    else if (field->kind == ED_REF) ed_text_add(out, "ref(%s%s)", prefix, type);
    else if (type) ed_text_add(out, "%s%s", prefix, type);
    else ed_text_add(out, "%s", ed_kind_name(field->kind));
    ed_text_add(out, " %s", field->name);
    bool bounded = field->shape == ED_BOUNDED || (field->shape == ED_POOL && field->limit);
    if (!bounded && (field->shape == ED_DYNAMIC || field->shape == ED_POOL)) ed_text_add(out, "[]");
    for (u32 d = 0; field->shape == ED_FIXED && d < field->rank; d++) {
        ed_text_add(out, "[");
        if (!d && field->enum_bound)
            ed_text_add(out, "%s%s", prefix, schema->types[field->enum_bound - 1].name);
        else put_bound(prefix, field, field->dims[d], out);
        ed_text_add(out, "]");
    }
    if (bounded) {
        ed_text_add(out, "[..");
        put_bound(prefix, field, field->limit, out);
        ed_text_add(out, "]");
    }
    if (field->kind == ED_CHARS) ed_text_add(out, "[%u]", field->size);
    put_field_attrs(prefix, field, table, out);
    if (field->default_value) {
        ed_text_add(out, " = ");
        spell_default(field->default_value, out);
    }
    ed_text_add(out, ";\n");
}

static void put_items(const st_Type *type, ed_Text *out)
{
    for (u32 i = 0; i < type->item_count; i++) {
        const st_Item *item = &type->items[i];
        bool plain =
            type->kind == ED_FLAGS || item->number == (i ? type->items[i - 1].number + 1 : 0);
        ed_text_add(out, "%s%s", i ? ", " : " ", item->name);
        if (!plain) {
            ed_text_add(out, " = ");
            put_number(item->number, out);
        }
        Attrs attrs = { out, false };
        attr_names(&attrs, "", &item->was);
        close_attrs(&attrs);
    }
    ed_text_add(out, " }\n");
}

/// The functions have their names in all schemas of a pair, so they have no prefix. The first item
/// is null.
static void put_functions(const char *prefix, const st_Type *type, ed_Text *out)
{
    ed_text_add(out, "functions %s%s : void (i32 x) {", prefix, type->name);
    for (u32 i = 1; i < type->item_count; i++) {
        Attrs attrs = { out, false };
        ed_text_add(out, "%s %s", i > 1 ? "," : "", type->items[i].name);
        attr_names(&attrs, "", &type->items[i].was);
        close_attrs(&attrs);
    }
    ed_text_add(out, " }\n");
}

static void put_table(const st_Schema *schema, const char *prefix, const st_Type *type,
                      ed_Text *out)
{
    ed_text_add(out, "table %s%s %s%s[", prefix, schema->types[type->rows].name, prefix,
                type->name);
    if (type->bound) ed_text_add(out, "%s%s", prefix, schema->types[type->bound - 1].name);
    else ed_text_add(out, "%u", type->item_count - 1);
    ed_text_add(out, "];\n");
}

static void put_type(const st_Schema *schema, const char *prefix, const st_Type *type, ed_Text *out)
{
    if (type->kind == ED_SYMBOL) {
        if (type->table) put_table(schema, prefix, type, out);
        else put_functions(prefix, type, out);
        return;
    }
    bool named = st_is_named(type->kind);
    ed_text_add(out, "%s %s%s", type->root ? "state" : ed_kind_name(type->kind), prefix,
                type->name);
    if (named) ed_text_add(out, " : %s", ed_kind_name(type->base));
    Attrs attrs = { out, false };
    attr_names(&attrs, prefix, &type->was);
    if (type->key[0]) {
        attr(&attrs, "key(");
        ed_text_add(out, "%s)", type->key);
    }
    close_attrs(&attrs);
    ed_text_add(out, " {%s", named ? "" : "\n");
    if (named) {
        put_items(type, out);
        return;
    }
    for (u32 i = 0; i < type->field_count; i++) put_field(schema, prefix, &type->fields[i], out);
    ed_text_add(out, "}\n");
}

static void note_bounds(const st_Field *field, bool *used, u32 count)
{
    if (!field->bounds_are_consts) return;
    for (u32 d = 0; field->shape == ED_FIXED && d < field->rank; d++)
        if (field->dims[d] < count) used[field->dims[d]] = true;
    if (field->limit && field->limit < count) used[field->limit] = true;
}

void st_spell_schema(const st_Schema *schema, const char *prefix, ed_Text *out)
{
    bool used[64] = { false };
    for (u32 t = 0; t < schema->count; t++)
        for (u32 i = 0; i < schema->types[t].field_count; i++)
            note_bounds(&schema->types[t].fields[i], used, ED_COUNT(used));
    for (u32 i = 0; i < ED_COUNT(used); i++)
        if (used[i]) ed_text_add(out, "const u32 %sN%u = %u;\n", prefix, i, i);
    for (u32 t = 0; t < schema->count; t++)
        if (!schema->types[t].gone) put_type(schema, prefix, &schema->types[t], out);
}

// --- values --------------------------------------------------------------------------------------

static void put_named(const st_Type *type, long double number, ed_Text *out)
{
    bool some = false, flags = type->kind == ED_FLAGS;
    ed_text_add(out, flags ? "[" : "");
    for (u32 i = 0; i < type->item_count; i++) {
        bool hit = flags ? ((u64)number & (u64)type->items[i].number) != 0
                         : type->items[i].number == number;
        if (hit) ed_text_add(out, "%s\"%s\"", some ? "," : "", type->items[i].name);
        some |= hit;
    }
    if (!some && !flags) put_number(number, out);      // a number without a name in the enum
    ed_text_add(out, flags ? "]" : "");
}

static void put_link(const st_Schema *schema, const st_Value *link, ed_Text *out)
{
    const st_Type *root = &schema->types[st_link_root(link->generation) % ST_TYPES_MAX];
    if (!link->generation) ed_text_add(out, "null");
    else if (link->generation == ST_DANGLING) ed_text_add(out, "dangling %u", link->index);
    else
        ed_text_add(out, "\"%s.%s[%u]\"", root->name,
                    root->fields[st_link_field(link->generation)].name, link->index);
}

static void put_record(const st_Schema *schema, const st_Type *type, const st_Value *value,
                       ed_Text *out)
{
    ed_text_add(out, "{");
    for (u32 i = 0; i < value->count && i < type->field_count; i++) {
        ed_text_add(out, "%s\"%s\":", i ? "," : "", type->fields[i].name);
        st_spell_value(schema, &type->fields[i], value->items[i], out);
    }
    ed_text_add(out, "}");
}

static void put_pool(const st_Value *value, ed_Text *out)
{
    ed_text_add(out, "/");
    for (u32 i = 0; i < value->count; i++) ed_text_add(out, "%s%u", i ? "," : "", value->owners[i]);
    ed_text_add(out, "/");
    for (u32 i = 0; i < value->slot_count; i++)
        ed_text_add(out, "%s%u@%u", i ? "," : "", value->slots[i].generation, value->slots[i].at);
    ed_text_add(out, "/%u", value->free_slot);
}

void st_spell_value(const st_Schema *schema, const st_Field *field, const st_Value *value,
                    ed_Text *out)
{
    const st_Type *type = field->type == ST_NONE ? NULL : &schema->types[field->type];
    switch (value->form) {
    case ST_NUMBER:
        if (type) put_named(type, value->number, out);
        else put_number(value->number, out);
        return;
    case ST_TEXT:
        if (value->text) ed_text_json(out, value->text, value->size);
        else ed_text_add(out, "null");
        return;
    case ST_ABSENT: ed_text_add(out, "null"); return;
    case ST_HANDLE: ed_text_add(out, "[%u,%u]", value->index, value->generation); return;
    case ST_POINTER: ed_text_add(out, "ptr%u", value->index); return;
    case ST_LINK: put_link(schema, value, out); return;
    case ST_RECORD: put_record(schema, type, value, out); return;
    case ST_CHOICE:
        ed_text_add(out, "{\"%s\":", type->fields[value->index].name);
        st_spell_value(schema, &type->fields[value->index], value->items[0], out);
        ed_text_add(out, "}");
        return;
    case ST_LIST:
    case ST_POOL: break;
    }
    ed_text_add(out, "[");
    for (u32 i = 0; i < value->count; i++) {
        ed_text_add(out, i ? "," : "");
        st_spell_value(schema, field, value->items[i], out);
    }
    ed_text_add(out, "]");
    if (value->form == ST_POOL) put_pool(value, out);
}
