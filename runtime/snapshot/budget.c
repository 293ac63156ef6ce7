#include "runtime/snapshot/budget.h"
#include "runtime/base/limits.h"
#include "runtime/types/types.h"

#define PAGE_BYTES 4096u
#define VALUE_BYTES 16u      // of the largest single value, a text or a list

static u64 values_max(u64 file_bytes) { return ed_bytes_max / 256 + 16 * file_bytes; }

static u64 bytes_max(u64 file_bytes) { return ed_bytes_max / 4 + PAGE_BYTES * file_bytes; }

size_t ed_budget_decoded_max(const ed_Budget *budget)
{
    u64 most = ed_bytes_max / 4 + 1024 * budget->file_bytes;
    return most < ed_bytes_max ? (size_t)most : ed_bytes_max;
}

ed_Budget ed_budget_of(u64 file_bytes)
{
    return (ed_Budget){ values_max(file_bytes), bytes_max(file_bytes), file_bytes };
}

bool ed_budget_is_sparse(const ed_Type *type)
{
    return type->size > PAGE_BYTES && type->size / VALUE_BYTES > type->default_values
        && !type->init;
}

static bool take(ed_Budget *budget, u64 values, u64 bytes, const char *name, ed_Reader *r)
{
    const u64 file = budget->file_bytes;
    bool values_fit = values <= budget->values, bytes_fit = bytes <= budget->bytes;
    if (values_fit && bytes_fit) {
        budget->values -= values;
        budget->bytes -= bytes;
        return true;
    }
    ed_read_fail(r, ED_ERR_LIMIT, r->at,
                 "with %s, the states have more than %llu %s, the limit for a file of %llu bytes; "
                 "raise the limit with --limit",
                 name, (unsigned long long)(values_fit ? bytes_max(file) : values_max(file)),
                 values_fit ? "bytes" : "values", (unsigned long long)file);
    return false;
}

bool ed_budget_take_state(ed_Budget *budget, const ed_Type *type, ed_Reader *r)
{
    return take(budget, type->default_values, 0, type->name, r);
}

u64 ed_budget_values(const ed_Field *field, u64 count)
{
    if (field->kind <= ED_F64)
        return count / VALUE_BYTES * field->size
             + (count % VALUE_BYTES * field->size + VALUE_BYTES - 1) / VALUE_BYTES;
    u64 each = field->kind == ED_CHARS   ? 1 + field->size / VALUE_BYTES
             : ed_field_is_record(field) ? field->type->default_values
                                         : 1;
    return count && each > ED_VALUES_MAX / count ? ED_VALUES_MAX : each * count;
}

bool ed_budget_take(ed_Budget *budget, const ed_Field *field, u32 count, ed_Reader *r)
{
    if (!budget) return true;
    u64 values = ed_budget_values(field, count), bytes = (u64)count * field->size;
    bool sparse = field->kind == ED_STRUCT && field->size > ED_SPARSE_BYTES;
    if (sparse) bytes = values * VALUE_BYTES + (u64)count * PAGE_BYTES;
    return take(budget, values, bytes, field->name, r);
}
