/// The memory of a decoder, and the row tables that it finds (decode.h).
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/varlen.h"

#define DECODED_BYTES_MAX ((u64)4 << 30)      // in one push

void *ed_decode_push(ed_Decoder *d, u64 size)
{
    void *at = size <= DECODED_BYTES_MAX ? ed_arena_push_raw(d->arena, (size_t)size, 8) : NULL;
    if (!at)
        ed_read_fail(d->r, ED_ERR_LIMIT, d->r->at, "not enough memory to decode %llu bytes%s",
                     (unsigned long long)size, ed_limit_hint(d->arena->limit));
    return at;
}

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

bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_Array *slot)
{
    ed_Table table = ed_read_table(d->r);
    if (ed_read_ok(d->r)) check_table(d, field, &table);
    ed_OldTable *old = ed_read_ok(d->r) ? add_table(d) : NULL;
    if (!old) return false;
    *old = (ed_OldTable){ .field = field, .table = table };
    *slot = (ed_Array){ (u8 *)(uintptr_t)table.rows.at, table.count, d->table_count };
    return true;
}

const u8 *ed_table_rows(ed_Decoder *d, u32 index)
{
    ed_OldTable *table = &d->tables[index];
    if (table->rows) return table->rows;
    table->rows = ed_has_varlen(table->field)
                    ? ed_table_restore(d->r, d->arena, table->field, &table->table)
                    : table->table.rows.at;
    return table->rows;
}
