#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/snapshot/decode_inner.h"
#include "runtime/snapshot/encode.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/pool.h"

// --- row tables ----------------------------------------------------------------------------------

void ed_refuse_table(ed_Decoder *d, const char *name)
{
    ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at, "the table does not have the type of %s", name);
}

static void check_table(ed_Decoder *d, const ed_Field *field, ed_Table *table)
{
    bool known = field->type >= d->types && field->type < d->types + d->type_count;
    bool other = known && field->kind <= ED_UNION && table->type != ED_TABLE_NONE
              && table->type != (u64)(field->type - d->types);
    bool wrong_count = field->shape == ED_FIXED && field->count != table->count;
    if (other) {
        d->r->at = table->at;
        ed_refuse_table(d, field->name);
    } else if (wrong_count)
        ed_read_fail(d->r, ED_ERR_FORMAT, table->at,
                     "the table of %s has %u elements instead of %u", field->name, table->count,
                     field->count);
    else ed_table_check(d->r, field, table);
}

static ed_OldTable *add_table(ed_Decoder *d)
{
    if (d->table_count == d->table_capacity) {
        u32 capacity = d->table_capacity ? d->table_capacity * 2 : 16;
        ed_OldTable *more = (ed_OldTable *)ed_decode_push(d, capacity * sizeof *more);
        if (!more) return NULL;
        if (d->table_count) memcpy(more, d->tables, d->table_count * sizeof *more);
        d->tables = more;
        d->table_capacity = capacity;
    }
    return &d->tables[d->table_count++];
}

bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_OldArray *array)
{
    ed_Table table = ed_read_table(d->r);
    if (ed_read_ok(d->r)) check_table(d, field, &table);
    ed_OldTable *old = ed_read_ok(d->r) ? add_table(d) : NULL;
    if (!old) return false;
    *old = (ed_OldTable){ .field = field, .table = table };
    *array = (ed_OldArray){ table.rows.at, table.count, d->table_count };
    return true;
}

const u8 *ed_old_rows(ed_Decoder *d, u32 table)
{
    ed_OldTable *old = &d->tables[table - 1];
    if (old->rows) return old->rows;
    old->rows = ed_has_varlen(old->field)
                  ? ed_table_restore(d->r, d->arena, old->field, &old->table)
                  : old->table.rows.at;
    return old->rows;
}

// --- locating values -----------------------------------------------------------------------------

static ed_OldValue in_row(const ed_Field *field, const u8 *at)
{
    ed_OldValue old = { .field = field,
                        .layout = ED_OLD_ROW,
                        .state = ED_OLD_VALUE,
                        .count = 1,
                        .size = field->size,
                        .at = at,
                        .storage = at };
    ed_ElementSpan all = ed_field_elements(field, at);
    bool single = field->shape == ED_ONE || field->shape == ED_OPTIONAL;
    if (field->shape == ED_OPTIONAL && !all.count) old.state = ED_OLD_NIL;
    if (single) return old;
    old.list = true;
    old.at = all.at;
    old.count = field->shape == ED_FIXED ? field->dims[0] : all.count;
    return old;
}

static ed_OldValue in_array(ed_Decoder *d, ed_OldValue old, const u8 *at)
{
    ed_OldArray array;
    memcpy(&array, at, sizeof array);
    bool several = old.field->shape == ED_FIXED && ed_field_rank(old.field) > 1;
    old.list = true;
    old.at = array.items;
    old.count = several && array.count ? old.field->dims[0] : array.count;
    old.size = old.open->size;
    if (!array.table) return old;
    bool slots = ed_has_varlen(old.field);
    old.layout = ED_OLD_ROW;
    old.size = old.field->size;
    old.table = slots && !d->tables[array.table - 1].rows ? array.table : 0;
    if (slots && !old.table) old.at = d->tables[array.table - 1].rows;
    old.open = NULL;
    return old;
}

ed_OldValue ed_old_field(ed_Decoder *d, const ed_OldRecordView *record, u32 index)
{
    const ed_Field *field = &record->type->fields[index];
    if (!record->open) return in_row(field, record->at + field->offset);
    const ed_OldField *open = &record->open->fields[index];
    bool is_union = record->type->kind == ED_UNION;
    ed_OldValue old = { .field = field,
                        .open = open,
                        .layout = ED_OLD_OPEN,
                        .count = 1,
                        .size = open->size,
                        .at = record->at + open->offset,
                        .storage = record->at + open->offset,
                        .state = (ed_OldState)record->at[is_union ? sizeof(u32) : index] };
    bool array = field->shape != ED_ONE && field->shape != ED_OPTIONAL;
    return array && old.state == ED_OLD_VALUE ? in_array(d, old, old.at) : old;
}

ed_OldValue ed_old_item(ed_Decoder *d, ed_OldValue *list, u32 index)
{
    if (list->table) {
        list->at = ed_old_rows(d, list->table);
        list->table = 0;
    }
    ed_OldValue item = *list;
    bool fixed = list->field->shape == ED_FIXED;
    item.level = list->level + 1;
    item.list = fixed && item.level < ed_field_rank(list->field);
    item.count = item.list ? list->field->dims[item.level] : 1;
    size_t stride =
        fixed ? list->size * ed_field_elements_per_index(list->field, list->level) : list->size;
    item.at = list->at ? list->at + index * stride : NULL;
    if (!item.at) item.state = ED_OLD_MISSING;      // after a failure
    return item;
}

ed_OldRecordView ed_old_record_view(ed_Decoder *d, const ed_OldValue *value)
{
    const ed_Type *type = value->field->type;
    const ed_OldType *open = NULL;
    if (value->layout == ED_OLD_OPEN) {
        bool met = value->open && value->open->inner;
        open = met ? value->open->inner : ed_old_type(d, type);
    }
    return (ed_OldRecordView){ type, open, value->at };
}

bool ed_old_next(ed_Decoder *d, const ed_OldRecordView *record, u32 *index, ed_OldValue *field)
{
    const ed_Type *type = record->type;
    while (*index < type->field_count) {
        u32 i = (*index)++;
        bool held = type->kind != ED_UNION || i == ed_old_kind(record);
        if (!held || (!d->with_transient && (type->fields[i].flags & ED_FIELD_TRANSIENT))) continue;
        *field = ed_old_field(d, record, i);
        return true;
    }
    return false;
}

u32 ed_old_kind(const ed_OldRecordView *record) { return ed_union_index(record->type, record->at); }

ed_OldText ed_old_value_text(const ed_OldValue *value)
{
    ed_OldText text;
    if (value->layout != ED_OLD_OPEN && value->field->kind == ED_CHARS)
        return (ed_OldText){ (const char *)value->at,
                             (u32)strnlen((const char *)value->at, value->field->size) };
    // a slot is read the same way: ed_Str begins with the same members
    memcpy(&text, value->at, sizeof text.at + sizeof text.size);
    if (!text.at) text.size = 0;
    return text;
}

// --- zero and empty values -----------------------------------------------------------------------

static u32 plain_size(const ed_Field *field) { return ed_kind_size(ed_field_number_kind(field)); }

static bool record_is_nothing(ed_Decoder *d, const ed_OldRecordView *record)
{
    ed_OldValue field;
    if (record->type->kind == ED_UNION && ed_old_kind(record) != 0) return false;
    for (u32 i = 0; ed_old_next(d, record, &i, &field);)
        if (!ed_old_is_nothing(d, &field)) return false;
    return true;
}

static bool element_is_nothing(ed_Decoder *d, const ed_OldValue *value)
{
    static const u8 zeros[16];
    if (value->field->shape == ED_OPTIONAL && value->level == 0) return false;
    if (ed_field_is_text(value->field)) return ed_old_value_text(value).size == 0;
    if (ed_field_is_record(value->field)) {
        ed_OldRecordView record = ed_old_record_view(d, value);
        return record_is_nothing(d, &record);
    }
    if (value->field->kind == ED_PTR && !d->live) return true;
    return memcmp(value->at, zeros, plain_size(value->field)) == 0;
}

bool ed_old_is_nothing(ed_Decoder *d, ed_OldValue *value)
{
    if (value->state != ED_OLD_VALUE) return true;
    if (!value->list) return element_is_nothing(d, value);
    if (value->field->shape != ED_FIXED) return value->count == 0;
    for (u32 i = 0; i < value->count; i++) {
        ed_OldValue item = ed_old_item(d, value, i);
        if (!ed_old_is_nothing(d, &item)) return false;
    }
    return true;
}

// --- equality ------------------------------------------------------------------------------------

static bool same_record(ed_Decoder *d, const ed_OldRecordView *one, const ed_OldRecordView *other)
{
    ed_OldValue a;
    if (one->type->kind == ED_UNION && ed_old_kind(one) != ed_old_kind(other)) return false;
    for (u32 i = 0; ed_old_next(d, one, &i, &a);) {
        ed_OldValue b = ed_old_field(d, other, i - 1);
        if (!ed_old_same(d, &a, &b)) return false;
    }
    return true;
}

static bool same_element(ed_Decoder *d, const ed_OldValue *one, const ed_OldValue *other)
{
    if (ed_field_is_record(one->field)) {
        ed_OldRecordView a = ed_old_record_view(d, one), b = ed_old_record_view(d, other);
        return same_record(d, &a, &b);
    }
    if (!ed_field_is_text(one->field))
        return memcmp(one->at, other->at, plain_size(one->field)) == 0;
    ed_OldText a = ed_old_value_text(one), b = ed_old_value_text(other);
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool ed_old_same(ed_Decoder *d, ed_OldValue *one, ed_OldValue *other)
{
    if (one->state != other->state || one->list != other->list || one->count != other->count)
        return false;
    if (one->state != ED_OLD_VALUE) return true;
    if (!one->list) return same_element(d, one, other);
    for (u32 i = 0; i < one->count; i++) {
        ed_OldValue a = ed_old_item(d, one, i), b = ed_old_item(d, other, i);
        if (!ed_old_same(d, &a, &b)) return false;
    }
    return true;
}

bool ed_old_differs(ed_Decoder *d, ed_OldValue *value, ed_OldValue *defaults)
{
    if (value->state == ED_OLD_MISSING) return false;
    if (defaults->state == ED_OLD_MISSING) return !ed_old_is_nothing(d, value);
    return !ed_old_same(d, value, defaults);
}

ed_OldValue ed_old_of_memory(const ed_Field *field, const u8 *at) { return in_row(field, at); }

// --- hashing -------------------------------------------------------------------------------------

/// Every hash starts with a number for its kind of value, so that values of different kinds differ.
static u64 hash_number(ed_Number n)
{
    bool real = n.form == ED_FORMAT_F32 || n.form == ED_FORMAT_F64;
    bool whole = real && n.f >= -9e15 && n.f <= 9e15 && n.f == (f64)(i64)n.f;
    if (whole) return ed_hash_u64(1, (u64)(i64)n.f);
    if (real) return ed_hash_bytes(2, &n.f, sizeof n.f);
    return ed_hash_u64(1, (u64)ed_number_bits(n));
}

static u64 hash_plain(ed_Decoder *d, const ed_OldValue *value)
{
    const ed_Field *field = value->field;
    i64 bits;
    if (field->kind == ED_REF) return ed_hash_bytes(7, value->at, sizeof(ed_Ref));
    if (field->kind == ED_PTR) return d->live ? ed_hash_bytes(8, value->at, sizeof(void *)) : 8;
    ed_Kind kind = ed_field_number_kind(field);
    ed_Number number = ed_number_load(kind, value->at);
    if (field->kind == ED_ENUM && ed_number_to_bits(kind, number, &bits)) {
        const ed_Value *known = ed_value_by_number(field->type, bits);
        if (known) return ed_hash_u64(3, known->tag);
    }
    return hash_number(number);
}

static u64 hash_record(ed_Decoder *d, const ed_OldRecordView *record)
{
    u64 hash = 6;
    ed_OldValue field;
    for (u32 i = 0; ed_old_next(d, record, &i, &field);)
        hash = ed_hash_u64(ed_hash_u64(hash, field.field->tag), ed_old_hash(d, &field));
    return hash;
}

u64 ed_old_hash(ed_Decoder *d, ed_OldValue *value)
{
    u64 hash = 9;
    if (value->state != ED_OLD_VALUE) return 5;
    if (!value->list) {
        if (ed_field_is_text(value->field)) {
            ed_OldText text = ed_old_value_text(value);
            return ed_hash_bytes(4, text.at, text.size);
        }
        if (!ed_field_is_record(value->field)) return hash_plain(d, value);
        ed_OldRecordView record = ed_old_record_view(d, value);
        return hash_record(d, &record);
    }
    for (u32 i = 0; i < value->count && ed_read_ok(d->r); i++) {
        ed_OldValue item = ed_old_item(d, value, i);
        hash = ed_hash_u64(hash, ed_old_hash(d, &item));
    }
    return ed_hash_u64(hash, value->count);
}

// --- writing in open form ------------------------------------------------------------------------

static void write_struct(ed_Decoder *d, ed_Writer *w, const ed_OldRecordView *record)
{
    u32 count = 0;
    ed_OldValue field;
    for (u32 i = 0; ed_old_next(d, record, &i, &field);) count += field.state != ED_OLD_MISSING;
    ed_write_map(w, count);
    for (u32 i = 0; ed_old_next(d, record, &i, &field);) {
        if (field.state == ED_OLD_MISSING) continue;
        ed_write_u64(w, field.field->tag);
        ed_old_write(d, w, &field);
    }
}

static void write_union(ed_Decoder *d, ed_Writer *w, const ed_OldRecordView *record)
{
    if (!record->type->field_count) {
        ed_write_nil(w);
        return;
    }
    ed_OldValue field = ed_old_field(d, record, ed_old_kind(record));
    ed_write_array(w, 2);
    ed_write_u64(w, field.field->tag);
    ed_old_write(d, w, &field);
}

static void write_element(ed_Decoder *d, ed_Writer *w, const ed_OldValue *value)
{
    const ed_Field *field = value->field;
    if (ed_field_is_text(field)) {
        ed_OldText text = ed_old_value_text(value);
        ed_write_str(w, text.at ? text.at : "", text.size);
    } else if (ed_field_is_record(field)) {
        ed_OldRecordView record = ed_old_record_view(d, value);
        if (field->kind == ED_UNION) write_union(d, w, &record);
        else write_struct(d, w, &record);
    } else ed_pack_element(w, field, value->at);
}

static void write_items(ed_Decoder *d, ed_Writer *w, ed_OldValue *value)
{
    ed_write_array(w, value->count);
    for (u32 i = 0; i < value->count && ed_read_ok(d->r) && ed_write_ok(w); i++) {
        ed_OldValue item = ed_old_item(d, value, i);
        ed_old_write(d, w, &item);
    }
}

ed_OldArray ed_old_part(const ed_OldValue *pool, ed_PoolPart part)
{
    ed_OldArray array;
    memcpy(&array, pool->storage + part * sizeof array, sizeof array);
    return array;
}

static void write_handles(ed_Writer *w, ed_OldArray handles)
{
    ed_write_array(w, handles.count);
    for (u32 i = 0; i < handles.count; i++)
        ed_pack_element(w, &ed_handles_field, handles.items + i * sizeof(ed_Ref));
}

void ed_old_write(ed_Decoder *d, ed_Writer *w, ed_OldValue *value)
{
    bool pool = value->field->shape == ED_POOL && value->level == 0;
    if (value->state != ED_OLD_VALUE) {
        ed_write_nil(w);
        return;
    }
    if (pool) {
        ed_write_map(w, 3);
        ed_write_text(w, "handles");
        write_handles(w, ed_old_part(value, ED_POOL_HANDLES));
        ed_write_text(w, "free");
        write_handles(w, ed_old_part(value, ED_POOL_FREE));
        ed_write_text(w, "items");
    }
    if (value->list) write_items(d, w, value);
    else write_element(d, w, value);
}
