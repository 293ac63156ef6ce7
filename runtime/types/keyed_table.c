#include "runtime/types/keyed_table.h"
#include <string.h>
#include "runtime/types/number.h"
#include "runtime/types/text_ptr.h"

static bool is_name(const char *text)
{
    size_t size = 0;
    for (; text[size]; size++) {
        const char c = text[size], lower = (char)(c | 0x20);
        if (!(c >= '0' && c <= '9') && !(lower >= 'a' && lower <= 'z') && c != '_') return false;
    }
    return size > 0 && size < ED_NAME_MAX;
}

/// Adds the key of a row as text.
static void add_key(const ed_Field *key, const u8 *at, ed_Text *out)
{
    const ed_Value *value = key->kind == ED_ENUM ? ed_number_value(key->type, at) : NULL;
    const char *pointer = key->kind == ED_TEXT_PTR ? ed_text_ptr(at) : NULL;
    if (value) ed_text_add(out, "%s", value->name);
    else if (key->kind == ED_CHARS) ed_text_add(out, "%.*s", (int)key->size, (const char *)at);
    else if (key->kind == ED_TEXT_PTR) ed_text_add(out, "%s", pointer ? pointer : "");
    else {
        const ed_Number number = ed_field_number(key, at);
        if (number.form == ED_FORMAT_INT) ed_text_add(out, "%lld", (long long)number.i);
        else ed_text_add(out, "%llu", (unsigned long long)number.u);
    }
}

static bool check_row(const ed_KeyedTable *table, u32 index, const ed_Text *name, ed_Error *error)
{
    const char *text = table->names[index].text;
    if (name->cut || !is_name(text) || strcmp(text, "null") == 0) {
        ed_fail(error, ED_ERR_MODULE,
                "%s[%u].%s is \"%.40s\": a key that identifies a row has only letters, digits and "
                "_, at most %u",
                table->type->name, index, table->row->key->name, text, ED_NAME_MAX - 1);
        return false;
    }
    const u32 tag = ed_tag(text, strlen(text));
    for (u32 i = 0; i < index; i++) {
        if (table->values[i + 1].tag != tag) continue;
        ed_fail(error, ED_ERR_MODULE,
                "%s[%u] and %s[%u] have the same key %s: give one of them another one",
                table->type->name, i, table->type->name, index, text);
        return false;
    }
    return true;
}

bool ed_keyed_table_read(const ed_KeyedTable *table, ed_Error *error)
{
    const ed_Field *key = table->row->key;
    const u8 *rows = (const u8 *)table->type->rows;
    if (*table->count > table->room) {
        ed_fail(error, ED_ERR_MODULE, "%s has %u rows: raise its bound in the schema, %u",
                table->type->name, *table->count, table->room);
        return false;
    }
    for (u32 i = 0; i < *table->count; i++) {
        char *text = table->names[i].text;
        ed_Text name = ed_text_over(text, ED_NAME_MAX);
        add_key(key, rows + (size_t)i * table->type->row_size + key->offset, &name);
        if (!check_row(table, i, &name, error)) return false;
        table->values[i + 1] = (ed_Value){ .name = text,
                                           .number = (i64)(ED_NAME_BIT | i),
                                           .tag = ed_tag(text, strlen(text)) };
    }
    table->type->value_count = *table->count + 1;
    table->type->open_values = false;
    return true;
}
