#include <string.h>
#include "runtime/snapshot/decode_inner.h"

void ed_refuse_table(ed_Decoder *d, const char *name)
{
    ed_read_fail(d->r, ED_ERR_FORMAT, d->r->at,
                 "a table of something else than the types say of %s", name);
}

static void check_table(ed_Decoder *d, const ed_Field *field, ed_Table *table)
{
    bool known = field->type >= d->types && field->type < d->types + d->type_count;
    bool other = known && field->kind <= ED_UNION && table->type != ED_TABLE_NONE
              && table->type != (u64)(field->type - d->types);
    bool short_of = field->shape == ED_FIXED && field->count != table->count;
    if (other || short_of) {
        d->r->at = table->at;
        ed_refuse_table(d, field->name);
    } else ed_table_check(d->r, d->arena, field, table);
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
    old->rows = ed_parts_any(old->field) ? ed_table_restore(d->r, d->arena, old->field, &old->table)
                                         : old->table.rows.at;
    return old->rows;
}
