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

bool ed_decode_table(ed_Decoder *d, const ed_Field *field, ed_Array *slot)
{
    ed_Table table = ed_read_table(d->r);
    if (ed_read_ok(d->r)) check_table(d, field, &table);
    ed_DecodedTable *decoded =
        ed_read_ok(d->r) ? (ed_DecodedTable *)ed_decode_push(d, sizeof *decoded) : NULL;
    if (!decoded) return false;
    *decoded = (ed_DecodedTable){ .d = d, .field = field, .table = table };
    *slot = (ed_Array){ decoded, table.count, ED_SLOT_TABLE };
    return true;
}

const u8 *ed_table_rows(ed_DecodedTable *table)
{
    if (!table->rows)
        table->rows = ed_has_varlen(table->field) ? ed_table_restore(table->d->r, table->d->arena,
                                                                     table->field, &table->table)
                                                  : table->table.rows.at;
    return table->rows;
}
