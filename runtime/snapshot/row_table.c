#include "runtime/snapshot/row_table.h"
#include <string.h>
#include "runtime/types/pool.h"

#define KEYS 5u

// --- writing -------------------------------------------------------------------------------------

static size_t header_of_bin(size_t size)
{
    return size <= UINT8_MAX ? 2 : size <= UINT16_MAX ? 3 : 5;
}

u8 *ed_write_table(ed_Writer *w, u64 type, u32 count, size_t bytes)
{
    static const u8 zeros[ED_TABLE_ALIGN];
    ed_write_map(w, KEYS);
    ed_write_text(w, "type");
    if (type == ED_TABLE_NONE) ed_write_nil(w);
    else ed_write_u64(w, type);
    ed_write_text(w, "count");
    ed_write_u64(w, count);
    ed_write_text(w, "pad");
    size_t start = w->size + header_of_bin(0) + 1 + strlen("rows") + header_of_bin(bytes);
    ed_write_bin(w, zeros, (ED_TABLE_ALIGN - start % ED_TABLE_ALIGN) % ED_TABLE_ALIGN);
    ed_write_text(w, "rows");
    u8 *rows = ed_write_bin_room(w, bytes);
    ed_write_text(w, "heap");
    return rows;
}

// --- reading -------------------------------------------------------------------------------------

bool ed_table_follows(const ed_Reader *r)
{
    if (ed_read_format(r) != ED_FORMAT_MAP) return false;
    const u8 *key_at = r->at + (*r->at < 0x90 ? 1 : *r->at == 0xde ? 3 : 5);
    // a table's keys are texts, and the first byte of a text is at least a0
    if (key_at >= r->end || *key_at < 0xa0) return false;
    ed_Reader ahead;
    ed_read_init(&ahead, r->at, (size_t)(r->end - r->at));
    ed_read_map(&ahead);
    ed_Span key = ed_read_str(&ahead);      // one of the five; a pool has other keys
    return ed_span_is(key, "type") || ed_span_is(key, "count") || ed_span_is(key, "pad")
        || ed_span_is(key, "rows") || ed_span_is(key, "heap");
}

static u64 read_type(ed_Reader *r)
{
    if (ed_read_format(r) != ED_FORMAT_NIL) return ed_read_u64(r);
    ed_read_nil(r);
    return ED_TABLE_NONE;
}

static u32 read_row_count(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 count = ed_read_u64(r);
    if (count > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "a table can have at most 2^32 - 1 rows");
    return (u32)count;
}

ed_Table ed_read_table(ed_Reader *r)
{
    const u8 *at = r->at;
    ed_Table table = { .type = ED_TABLE_NONE, .at = at };
    u32 keys = ed_read_map(r);
    for (u32 i = 0; i < keys && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r);
        if (ed_span_is(key, "type")) table.type = read_type(r);
        else if (ed_span_is(key, "count")) table.count = read_row_count(r);
        else if (ed_span_is(key, "rows")) {
            table.rows = ed_read_bin(r);
            table.at = table.rows.at;
        } else if (ed_span_is(key, "heap")) table.heap = ed_read_skip(r);
        else ed_read_skip(r);
    }
    if (ed_read_ok(r) && !table.rows.at)
        ed_read_fail(r, ED_ERR_FORMAT, at, "a table has no \"rows\"");
    return table;
}

const ed_Field ed_handles_field = {
    .name = "handles", .kind = ED_REF, .shape = ED_DYNAMIC, .size = sizeof(ed_Ref)
};

void ed_read_pool(ed_Reader *r, ed_Span parts[ED_POOL_PARTS])
{
    static const char *const names[ED_POOL_PARTS] = { "items", "handles", "free" };
    const u8 *at = r->at;
    bool missing = false;
    memset(parts, 0, ED_POOL_PARTS * sizeof *parts);
    for (u32 i = ed_read_map(r); i > 0 && ed_read_ok(r); i--) {
        ed_Span key = ed_read_str(r), value = ed_read_skip(r);
        for (u32 p = 0; p < ED_POOL_PARTS; p++)
            if (ed_span_is(key, names[p])) parts[p] = value;
    }
    for (u32 p = 0; p < ED_POOL_PARTS; p++) missing |= !parts[p].at;
    if (ed_read_ok(r) && missing)
        ed_read_fail(r, ED_ERR_FORMAT, at, "a pool must have \"items\", \"handles\" and \"free\"");
}

// --- zero values ---------------------------------------------------------------------------------

/// Returns whether all bytes of the rows are zero: then every list is empty and every value zero.
static bool table_is_zero(ed_Reader *r)
{
    ed_Table table = ed_read_table(r);
    for (size_t i = 0; i < table.rows.size; i++)
        if (table.rows.at[i]) return false;
    return ed_read_ok(r);
}

bool ed_read_is_zero(ed_Reader *r, bool absent)
{
    if (ed_table_follows(r)) return table_is_zero(r);
    ed_Format form = ed_read_format(r);
    bool zero = false;
    if (form == ED_FORMAT_NIL) {
        ed_read_nil(r);
        return absent;
    }
    if (form == ED_FORMAT_STR) return ed_read_str(r).size == 0;
    if (form == ED_FORMAT_BIN) return ed_read_bin(r).size == 0;
    if (form == ED_FORMAT_ARRAY || form == ED_FORMAT_MAP) {
        u32 count = form == ED_FORMAT_MAP ? ed_read_map(r) : ed_read_array(r);
        if (count == 0 && !absent) return false;
        if (!ed_read_enter(r, NULL, 0)) return false;
        zero = true;
        for (u32 i = 0; i < count && zero && ed_read_ok(r); i++) {
            if (form == ED_FORMAT_MAP) ed_read_skip(r);      // the key
            zero = ed_read_is_zero(r, absent);
        }
        ed_read_leave(r);
    } else if (form != ED_FORMAT_EXT) {
        ed_Number number = ed_read_number(r);
        zero = number.u == 0 && number.i == 0;
    }
    return zero && ed_read_ok(r);
}
