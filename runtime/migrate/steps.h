/// A pair of types as a program: one step for each old field, run over a block of rows at a time; a
/// single record is a block of one. Every conversion rule, every validity check and every count
/// stands in a step and nowhere else.
///
///   match (match.h)   which old field feeds which new one
///   ed_steps          compiled once for each pair of types and layout of the old rows
///   ed_steps_run      over rows of that layout
///
/// A step has two parts: the shape, from one array to another, and the element, from one value to
/// another over a run of elements at any stride. What means the same on both sides is copied for
/// the whole row at once (row_copy.h); its step then only checks and counts (copied.h).
#ifndef ED_MIGRATE_STEPS_H
#define ED_MIGRATE_STEPS_H
#include <assert.h>
#include "runtime/migrate/attic.h"
#include "runtime/migrate/plan.h"
#include "runtime/snapshot/decode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

#define ED_BLOCK_ROWS 256u      // migrated at a time, so that they stay in the cache

typedef struct ed_Steps ed_Steps;

typedef struct ed_LoadShared {       // the same for all of a load, also for values from the attic
    struct ed_Keeping *keeping;      // attic_retain.c
    struct ed_Returns *returns;      // attic_restore.c
    struct ed_Buffer *buffers;       // rows.c
} ed_LoadShared;

typedef struct ed_Load {      // one load: what every step needs
    ed_Decoder *d;            // old values; its reader is where failures go
    ed_Plan *plan;
    ed_Arena *arena;        // of the root that is being filled
    ed_Attic *columns;      // the attic, or NULL
    struct ed_LoadShared *shared;
    bool returning;      // the old values come from the attic
} ed_Load;

/// Which record it is, for the attic: a hash of the lists it is in and of its key in each, as its
/// writer had them, and as its reader will have them.
typedef struct ed_RecordKey {
    u64 from, to;
} ed_RecordKey;

/// A run of elements on both sides. `usual` leads to the defaults of the new ones, so that a value
/// that turns out to be invalid can be reset; `usual_stride` 0: one for all. Where `usual` is
/// NULL, nothing is stored before it is known to be good. The new ones are in one of three states:
///
///              fill   copied  usual     chosen
///   raw        true   false   NULL      NULL
///   default    false  false   any       NULL
///   copied     false  true    not NULL  any
typedef struct ed_Elements {
    const u8 *from;
    u8 *to;
    size_t from_stride, to_stride;
    u32 count;
    ed_OldLayout layout;      // of the old ones
    f64 scale;                // of all numbers, where a unit changed further out; else 1
    u32 first;                // index of the first in its array, for messages
    bool is_list;             // they are items of an array
    bool block;               // or a field of all items of a block
    bool declared;            // some record that they are in has a declared key, perhaps of twins
    bool fill;
    bool copied;           // the bytes that mean the same are copied; `usual` is known
    const u8 *chosen;      // only of copied ones: a 1 for each that is meant; NULL: all
    const u8 *usual;
    size_t usual_stride;
    u64 path;                      // hash of the names down to them
    bool keyed;                    // else the attic neither gains nor gives anything here
    ed_RecordKey key;              // of the first
    const ed_RecordKey *keys;      // of each; NULL: each is the previous one plus ED_KEY_STEP
} ed_Elements;

static inline void ed_elements_assert(const ed_Elements *run)
{
    assert(!run->fill || (!run->copied && !run->usual));
    assert(!run->copied || run->usual);
    assert(!run->chosen || run->copied);
    (void)run;
}

static inline ed_RecordKey ed_elements_key(const ed_Elements *run, u32 i)
{
    if (run->keys) return run->keys[i];
    return (ed_RecordKey){ run->key.from + i * (u64)ED_KEY_STEP,
                           run->key.to + i * (u64)ED_KEY_STEP };
}

static inline ed_Elements ed_elements_one(const ed_Elements *run, u32 i)
{
    ed_Elements one = *run;
    one.from += i * run->from_stride;
    one.to += i * run->to_stride;
    one.first += i;
    one.count = 1;
    one.block = false;
    one.chosen = NULL;
    if (one.usual) one.usual += i * run->usual_stride;
    one.key = ed_elements_key(run, i);
    one.keys = NULL;
    return one;
}

/// The same field of each.
static inline ed_Elements ed_elements_at(const ed_Elements *run, size_t from, size_t to)
{
    ed_Elements part = *run;
    part.from += from;
    part.to += to;
    if (part.usual) part.usual += to;
    return part;
}

static inline bool ed_is_chosen(const ed_Elements *run, u32 i)
{
    return !run->chosen || run->chosen[i];
}

static inline u32 ed_count_chosen(const ed_Elements *run)
{
    u32 count = 0;
    if (!run->chosen) return run->count;
    for (u32 i = 0; i < run->count; i++) count += run->chosen[i];
    return count;
}

/// NULL, and the reader fails, where memory is full.
ed_Steps *ed_steps(ed_Load *load, ed_TypePlan *pair, ed_OldLayout layout);
/// `rows`: at most ED_BLOCK_ROWS of them, if not all is copied.
void ed_steps_run(ed_Load *load, ed_Steps *steps, const ed_Elements *rows);
/// Gives rows their defaults where they are raw, and copies what is copied.
void ed_steps_begin(ed_Load *load, const ed_Steps *steps, ed_Elements *rows);

ED_C_END
#endif
