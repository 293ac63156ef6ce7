#include "runtime/snapshot/type_code.h"
#include <stdio.h>
#include "runtime/types/field.h"

// --- codes: a letter as in numpy, then the size of one element in bytes --------------------------

static const char *const codes[] = {
    [ED_BOOL] = "?", [ED_U8] = "u1",  [ED_U16] = "u2",       [ED_U32] = "u4",
    [ED_U64] = "u8", [ED_I8] = "i1",  [ED_I16] = "i2",       [ED_I32] = "i4",
    [ED_I64] = "i8", [ED_F32] = "f4", [ED_F64] = "f8",       [ED_STR] = "S",
    [ED_REF] = "R",  [ED_PTR] = "P",  [ED_RECORD_PTR] = "L", [ED_TEXT_PTR] = "T",
};

void ed_code_write(ed_Writer *w, const ed_Field *field)
{
    char code[16];
    ed_Kind kind = ed_field_number_kind(field);
    if (codes[kind]) {
        ed_write_text(w, codes[kind]);
        return;
    }
    snprintf(code, sizeof code, "%c%u", kind == ED_CHARS ? 'S' : 'V', field->size);
    ed_write_text(w, code);
}

const char *ed_code_of(ed_Kind kind) { return codes[kind]; }

bool ed_code_kind(ed_Span code, ed_Kind *kind)
{
    for (u32 k = 0; k < ED_COUNT(codes); k++)
        if (codes[k] && ed_span_is(code, codes[k])) {
            *kind = (ed_Kind)k;
            return true;
        }
    return false;
}

/// Returns the size after the letter of a code, or 0 if it is invalid.
static u32 read_size(ed_Span code)
{
    u64 size = 0;
    for (size_t i = 1; i < code.size && size <= INT32_MAX; i++) {
        if (code.at[i] < '0' || code.at[i] > '9') return 0;
        size = size * 10 + (u64)(code.at[i] - '0');
    }
    return size <= INT32_MAX ? (u32)size : 0;
}

void ed_code_read(ed_Reader *r, ed_Field *field)
{
    const u8 *at = r->at;
    ed_Span span = ed_read_str(r);
    if (!ed_read_ok(r)) return;
    // the byte order, in numpy's notation
    if (span.size && span.at[0] == '>') {
        ed_read_fail(r, ED_ERR_FORMAT, at,
                     "big-endian tables are not supported: write their rows in little-endian order "
                     "and the codes without >");
        return;
    }
    if (span.size && span.at[0] == '<') span = (ed_Span){ span.at + 1, span.size - 1 };
    if (ed_code_kind(span, &field->kind)) {
        field->size = ed_kind_size(field->kind);
        return;
    }
    field->size = read_size(span);
    if (!field->size || (span.at[0] != 'S' && span.at[0] != 'V')) {
        ed_read_fail(r, ED_ERR_FORMAT, at, "unknown field code");
        return;
    }
    field->kind = span.at[0] == 'S' ? ED_CHARS : ED_STRUCT;
}

// --- counts: nil one value, n or [n, m] fixed, -n bounded, 0 dynamic -----------------------------

void ed_count_write(ed_Writer *w, const ed_Field *field)
{
    u32 rank = ed_field_rank(field);
    switch (field->shape) {
    case ED_ONE:
    case ED_OPTIONAL: ed_write_nil(w); break;
    case ED_BOUNDED: ed_write_i64(w, -(i64)field->count); break;
    case ED_DYNAMIC:
    case ED_POOL: ed_write_u64(w, 0); break;
    case ED_FIXED:
        if (rank > 1) ed_write_array(w, rank);
        for (u32 d = 0; d < rank; d++) ed_write_u64(w, field->dims[d]);
        break;
    }
}

static u32 read_dim(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 dim = ed_read_u64(r);
    if (ed_read_ok(r) && (dim == 0 || dim > INT32_MAX))
        ed_read_fail(r, ED_ERR_RANGE, at, "an array dimension is out of range");
    return (u32)dim;
}

void ed_count_read(ed_Reader *r, ed_Field *field)
{
    const u8 *at = r->at;
    ed_Format form = ed_read_format(r);
    field->count = 1;
    if (form == ED_FORMAT_NIL) {
        ed_read_nil(r);
        field->shape = ED_ONE;
        return;
    }
    if (form == ED_FORMAT_ARRAY) {
        u32 rank = ed_read_array(r);
        u64 total = 1;
        field->shape = ED_FIXED;
        if (rank == 0 || rank > ED_DIMS_MAX) {
            ed_read_fail(r, ED_ERR_RANGE, at, "an array cannot have %u dimensions", rank);
            return;
        }
        for (u32 d = 0; d < rank && ed_read_ok(r); d++) {
            field->dims[d] = read_dim(r);
            total *= field->dims[d];
            if (total > INT32_MAX) {
                ed_read_fail(r, ED_ERR_RANGE, at, "an array has more than 2^31 - 1 elements");
                return;
            }
        }
        field->count = (u32)total;
        return;
    }
    i64 count = ed_read_i64(r);
    if (count > INT32_MAX || count < -(i64)INT32_MAX) {
        ed_read_fail(r, ED_ERR_RANGE, at, "a count is out of range");
        return;
    }
    field->shape = count > 0 ? ED_FIXED : count < 0 ? ED_BOUNDED : ED_DYNAMIC;
    field->count = (u32)(count < 0 ? -count : count);
    if (count > 0) field->dims[0] = field->count;
}
