#include "runtime/rows.h"
#include <string.h>
#include "runtime/job_attic.h"
#include "runtime/mask.h"
#include "runtime/pack.h"
#include "runtime/packed.h"

// --- where a row is, for the attic ---------------------------------------------------------------

static bool is_plain(const ed_Field *field)
{
    return field->kind <= ED_F64 && field->shape == ED_ONE;
}

/// By index alone a place can be told from the list's at any time.
static bool goes_by_index(const ed_Rows *rows)
{
    bool fixed = rows->to->shape == ED_FIXED || rows->from->shape == ED_FIXED;
    return !rows->pool && !fixed && !rows->bulk->pair->key;
}

/// Keys that lie in the row itself.
static bool can_tell_places(const ed_Rows *rows)
{
    const ed_Field *key = rows->bulk->pair->key;
    if (!key || rows->pool) return true;
    return key->shape == ED_ONE && (key->kind <= ED_CHARS || key->kind == ED_ENUM
                                    || key->kind == ED_FLAGS);
}

static ed_Spot keyed_spot(const ed_Rows *rows, u32 row)
{
    const ed_Field *key = rows->bulk->pair->key;
    const u8 *from = rows->rows + (size_t)row * rows->from->size;
    u64 hash = key ? ed_packed_hash_number(key->kind, from + key->offset) | 1 : 0;
    return ed_job_keyed(rows->job, row, rows->table.count, rows->to_count, hash).spot;
}

/// Through the record with its key in open form, as a reader of that form finds it.
static ed_Spot looked_up_spot(const ed_Rows *rows, u32 row)
{
    const ed_Field *key = rows->bulk->pair->key;
    ed_Aside aside;
    ed_aside_begin(&aside, rows->u);
    ed_write_map(&aside.w, key != NULL);
    if (key) ed_write_u64(&aside.w, key->tag);
    if (key) ed_pack_field(&aside.w, key, rows->rows + (size_t)row * rows->from->size);
    ed_aside_read(&aside, rows->u, rows->table.at);
    ed_Job list = *rows->job;
    list.u = &aside.u;
    ed_Spot spot = ed_rows_job(rows, &list, row).spot;
    ed_aside_end(&aside, rows->u);
    return spot;
}

static void find_spots(ed_Rows *rows)
{
    const ed_Field *key = rows->bulk->pair->key;
    bool keyed = rows->to->shape != ED_FIXED && (!key || is_plain(key));
    rows->spots = (ed_Spot *)ed_aside_push(rows->u, rows->table.count * sizeof *rows->spots);
    for (u32 i = 0; rows->spots && i < rows->table.count && ed_read_ok(rows->u->r); i++)
        rows->spots[i] = rows->pool ? ed_job_handle(rows->job, ed_pool_ref(rows->pool, i)).spot
                       : keyed      ? keyed_spot(rows, i)
                                    : looked_up_spot(rows, i);
}

// --- what it gains -------------------------------------------------------------------------------

static const u64 *places_of(ed_Rows *rows)
{
    u64 *places = rows->spots
        ? (u64 *)ed_aside_push(rows->u, rows->table.count * sizeof *places) : NULL;
    for (u32 i = 0; places && i < rows->table.count; i++) places[i] = rows->spots[i].to;
    return places;
}

static bool wants_attic(const ed_Rows *rows)
{
    const ed_PlanPair *pair = rows->bulk ? rows->bulk->pair : NULL;
    bool wants = pair && pair->return_count;
    for (u32 f = 0; rows->bulk && f < rows->bulk->field_count; f++)
        wants |= rows->bulk->fields[f].keeps;
    return wants && rows->u->plan->attic;
}

void ed_rows_keep(const ed_Rows *rows, u32 field, const u8 *from, u32 first, u32 count)
{
    const ed_AtticRows *attic = rows->attic ? rows->attic[field] : NULL;
    const ed_Field *kept = rows->bulk->fields[field].plan->from;
    u8 *to = attic ? attic->values + (size_t)first * attic->size : NULL;
    if (to)
        ed_bulk_gather(from + kept->offset - ed_field_lead(kept), rows->from->size, to,
                       attic->size, count);
}

// --- what it gives -------------------------------------------------------------------------------

/// No two of them are the same: of two records with one key nobody knows whose a value is.
static bool all_differ(const ed_Rows *rows)
{
    u64 size = 16;
    while (size < (u64)rows->table.count * 2) size *= 2;
    u64 *seen = (u64 *)ed_aside_push(rows->u, size * sizeof *seen);
    for (u32 i = 0; seen && i < rows->table.count; i++) {
        u64 place = rows->spots[i].from | 1, at = (place >> 1) & (size - 1);
        for (; seen[at]; at = (at + 1) & (size - 1)) if (seen[at] == place) return false;
        seen[at] = place;
    }
    return seen != NULL;
}

static bool same_places(const ed_Rows *rows, const ed_AtticRows *attic)
{
    if (attic->count != rows->table.count || !attic->places != !rows->spots) return false;
    if (!rows->spots)
        return attic->list == rows->job->spot.from && attic->list_count == rows->table.count;
    for (u32 i = 0; i < attic->count; i++)
        if (attic->places[i] != rows->spots[i].from) return false;
    return rows->pool || all_differ(rows);
}

/// The steps for the elements of a value, if all of them can go at once.
static const ed_Bulk *bulk_of(const ed_Rows *rows, const ed_PlanBack *back)
{
    const ed_Field *from = back->field.from, *to = back->field.to;
    bool each = from->shape == to->shape && from->count == to->count
             && (from->shape == ED_ONE || from->shape == ED_FIXED)
             && memcmp(from->dims, to->dims, sizeof from->dims) == 0;
    const ed_Bulk *bulk = each && back->field.scale == 1
        ? ed_bulk(rows->u->plan, &back->field, rows->u->live) : NULL;
    return bulk && !bulk->slow_count && !bulk->parts.count ? bulk : NULL;
}

/// False where a value is not carried exactly: all of them go one by one then.
static bool all_exact(const ed_Rows *rows, const ed_Bulk *bulk, const ed_AtticRows *attic)
{
    u8 marks[ED_BULK_ROWS_MAX];
    const ed_BulkField *field = bulk->fields;
    u64 all = (u64)attic->count * bulk->from->count;
    u8 *values = field->step_count
        ? (u8 *)ed_aside_push(rows->u, (size_t)ED_BULK_ROWS_MAX * bulk->to->size) : NULL;
    for (u64 i = 0; values && i < all; i += ED_BULK_ROWS_MAX) {
        u32 count = all - i < ED_BULK_ROWS_MAX ? (u32)(all - i) : ED_BULK_ROWS_MAX;
        if (ed_bulk_field(bulk, field, attic->values + i * bulk->from->size, values, count,
                          NULL, marks))
            return false;
    }
    return values || !field->step_count;
}

/// A field that comes back for all rows at once.
struct ed_Return {
    const ed_PlanField *plan;        // NULL: it does not
    const ed_Bulk      *bulk;
    ed_AtticRows       *attic;
    u8                 *values;      // of the rows of a block
};

static bool find_return(const ed_Rows *rows, const ed_PlanField *plan, ed_Return *found)
{
    ed_PlanBack *back = plan->back;
    ed_AtticRows *attic = back && !back->next
        ? ed_attic_rows(rows->u->plan->attic, back->column) : NULL;
    const ed_Bulk *bulk = attic && same_places(rows, attic) ? bulk_of(rows, back) : NULL;
    bool whole = bulk && attic->size == bulk->from->size * bulk->from->count
              && bulk->to->count <= ED_BULK_ROWS_MAX;
    if (!whole || !all_exact(rows, bulk, attic)) return false;
    u8 *values = (u8 *)ed_aside_push(rows->u,
                                     (size_t)ED_BULK_ROWS_MAX * bulk->to->size * bulk->to->count);
    *found = (ed_Return){ plan, bulk, attic, values };
    return values != NULL;
}

void ed_rows_return(const ed_Rows *rows, u8 *to, u32 first, u32 count)
{
    const ed_PlanPair *pair = rows->bulk->pair;
    u8 marks[ED_BULK_ROWS_MAX];
    for (u32 i = 0; i < pair->return_count; i++) {
        const ed_Return *one = &rows->returns[i];
        if (!one->plan) continue;
        const ed_Field *field = one->plan->to;
        const u8 *from = one->attic->values + (size_t)first * one->attic->size;
        for (u32 e = 0; e < field->count; e++) {     // as many elements at a time as there are rows
            const u8 *part = from + (size_t)e * count * one->bulk->from->size;
            u8 *values = one->values + (size_t)e * count * field->size;
            ed_bulk_copy(one->bulk, part, values, count, true);
            ed_bulk_field(one->bulk, one->bulk->fields, part, values, count, NULL, marks);
        }
        ed_bulk_scatter(one->values, to + field->offset, rows->to->size,
                        field->size * field->count, count);
    }
}

bool ed_rows_returned(const ed_Rows *rows)
{
    const ed_PlanPair *pair = rows->bulk->pair;
    bool all = true;
    for (u32 i = 0; i < pair->return_count; i++) {
        const ed_Return *one = &rows->returns[i];
        all &= one->plan != NULL;
        if (!one->plan) continue;
        ed_bulk_count(one->bulk, one->bulk->fields,
                      (u64)one->attic->count * one->bulk->from->count);
        if (one->plan->row) one->plan->row->tally.restored += one->attic->count;
        ed_attic_take_rows(one->plan->back->column, one->attic);
    }
    return all;
}

bool ed_rows_is_back(const ed_Rows *rows, u32 i) { return rows->returns[i].plan != NULL; }

void ed_rows_open_attic(ed_Rows *rows)
{
    if (!wants_attic(rows)) return;
    const ed_Bulk *bulk = rows->bulk;
    bool good = can_tell_places(rows);
    rows->early = !good;
    if (good && !goes_by_index(rows)) find_spots(rows);
    const u64 *places = good ? places_of(rows) : NULL;
    rows->attic   = (ed_AtticRows **)ed_aside_push(rows->u,
                                                   bulk->field_count * sizeof *rows->attic);
    rows->returns = (ed_Return *)ed_aside_push(rows->u, (bulk->pair->return_count + 1)
                                                        * sizeof *rows->returns);
    for (u32 f = 0; f < bulk->field_count && ed_read_ok(rows->u->r); f++) {
        const ed_PlanField *plan = bulk->fields[f].plan;
        if (!bulk->fields[f].keeps) continue;
        rows->slow[f] |= !good;
        ed_AtticRows wanted = { .count = rows->table.count,
                                .size = ed_field_lead(plan->from) + (u32)ed_field_bytes(plan->from),
                                .list = rows->job->spot.to, .list_count = rows->to_count,
                                .places = places };
        if (good) rows->attic[f] = ed_job_keep_rows(rows->job, bulk->pair, plan, &wanted);
    }
    for (u32 i = 0; good && i < bulk->pair->return_count && ed_read_ok(rows->u->r); i++)
        if (!find_return(rows, &bulk->pair->returns[i], &rows->returns[i]))
            rows->returns[i].plan = NULL;
}
