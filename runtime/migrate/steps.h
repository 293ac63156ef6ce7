/// The compiled steps of a pair of types: one for each old field, run over a block of rows at a
/// time. A single record is a block of one row. Whatever form a value comes in, it is converted,
/// checked and counted here and nowhere else.
///
///   match (match.h)   which old field feeds which new one
///   ed_steps          compiled once for each pair of types, and again for decoded records
///   ed_steps_run      run over rows
///
/// A step has two parts. The shape (shape.c) migrates one array to another. The conversion
/// (convert.h) converts single values, in elements at any stride; its rules are in convert.c. Fields
/// whose bytes mean the same on both sides are copied with the whole row (row_copy.h). Their steps
/// then only check and count the values (check_copied.h).
#ifndef ED_MIGRATE_STEPS_H
#define ED_MIGRATE_STEPS_H
#include <assert.h>
#include "runtime/migrate/plan.h"
#include "runtime/snapshot/budget.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_BLOCK_ROWS 256u      // rows migrated at a time, few enough for the cache

typedef struct ed_Steps ed_Steps;

typedef struct ed_LoadShared {      // shared by the states of a load
    struct ed_Buffer *buffers;      // rows.c
    ed_Budget *budget;              // what the values may still cost, or NULL
} ed_LoadShared;

typedef struct ed_Load {      // one load: what every step needs
    ed_Decoder *d;            // reads old values; errors are set in its reader
    ed_Plan *plan;
    ed_Arena *arena;      // of the root that is being loaded
    ed_LoadShared *shared;
} ed_Load;

typedef enum ed_NewState {
    ED_NEW_DEFAULT,      // the elements have their defaults
    ED_NEW_RAW,          // memory that was not written yet
    ED_NEW_COPIED        // bytes that mean the same on both sides are already copied
} ed_NewState;

/// A run of old elements and of the new elements that they are migrated to. `defaults` points to
/// the defaults of the new elements, to which invalid values are reset. If `defaults_stride` is 0,
/// all share one default. If `defaults` is NULL, invalid values are not stored.
typedef struct ed_Elements {
    const ed_Field *field;      // of the old elements, as they are laid out
    const u8 *from;
    u8 *to;
    size_t from_stride, to_stride;
    u32 count;
    u32 number;              // in its array, of the first element, from 1; 0: not in an array
    ed_NewState state;       // of the new elements
    bool has_new_slots;      // slots in the old elements refer to new texts and lists (rows.h)
    const u8 *chosen;        // if copied: 1 for each element to process; NULL: all
    const u8 *defaults;
    size_t defaults_stride;
} ed_Elements;

static inline void ed_elements_assert(const ed_Elements *elements)
{
    assert(elements->state != ED_NEW_RAW || !elements->defaults);
    assert(elements->state != ED_NEW_COPIED || elements->defaults);
    assert(!elements->chosen || elements->state == ED_NEW_COPIED);
    (void)elements;
}

/// The old and the new element `i`.
static inline const u8 *ed_old_at(const ed_Elements *elements, u32 i)
{
    return elements->from + i * elements->from_stride;
}

static inline u8 *ed_new_at(const ed_Elements *elements, u32 i)
{
    return elements->to + i * elements->to_stride;
}

static inline ed_Elements ed_elements_one(const ed_Elements *elements, u32 i)
{
    ed_Elements element = *elements;
    element.from += i * elements->from_stride;
    element.to += i * elements->to_stride;
    if (element.number) element.number += i;
    element.count = 1;
    element.chosen = NULL;
    if (element.defaults) element.defaults += i * elements->defaults_stride;
    return element;
}

/// The same field of each element, at these offsets.
static inline ed_Elements ed_elements_at(const ed_Elements *elements, size_t from, size_t to)
{
    ed_Elements part = *elements;
    part.from += from;
    part.to += to;
    if (part.defaults) part.defaults += to;
    return part;
}

static inline bool ed_is_chosen(const ed_Elements *elements, u32 i)
{
    return !elements->chosen || elements->chosen[i];
}

static inline u32 ed_count_chosen(const ed_Elements *elements)
{
    u32 count = 0;
    if (!elements->chosen) return elements->count;
    for (u32 i = 0; i < elements->count; i++) count += elements->chosen[i];
    return count;
}

/// The steps of a pair, compiled at first use. `from` is the pair's old type, or the decoded type of
/// it. Fails the reader and returns NULL if memory is full.
ed_Steps *ed_steps(ed_Load *load, ed_TypePlan *pair, const ed_Type *from);
/// The same steps if they are compiled already, or else NULL.
ed_Steps *ed_steps_known(const ed_TypePlan *pair, const ed_Type *from);
/// Migrates rows: at most ED_BLOCK_ROWS, unless all their fields are copied without a check.
void ed_steps_run(ed_Load *load, ed_Steps *steps, const ed_Elements *rows);
/// Sets raw rows to their defaults and runs the row copy, if the layout allows it. Updates the
/// state of `rows` accordingly.
void ed_steps_begin(ed_Load *load, const ed_Steps *steps, ed_Elements *rows);

ED_C_END
#endif
