/// What the attic promises when an edit is undone: which states come back as they were, and which
/// values may differ (runtime/attic/attic.h).
#ifndef ST_PROMISE_H
#define ST_PROMISE_H
#include "tests/storm/pair.h"

/// Returns whether undoing the edit of the pair restores its state. `walked`: by way of a third
/// schema.
bool st_is_promised(const st_Pair *pair, bool walked);
/// Returns whether an edit with this schema loses values: fresh fields clear the handles to their
/// items, and make a rename ambiguous. A part that moves loses its retained values. If two former
/// names both existed, the way back takes either.
bool st_loses_values(const st_Schema *schema);
/// Returns whether a list has two records with the same key, which cannot be distinguished.
bool st_has_equal_keys(const st_Schema *schema, u32 type, const st_Value *value);
/// Changes the values in `expected` that are not restored: transient ones start from their default,
/// and fresh ones are taken from `found`, so that they are not compared.
void st_mask_unrestored(const st_Pair *pair, const st_Field *field, st_Value *expected,
                        const st_Value *default_value, const st_Value *found);
/// Copies handles, and pools whose slots differ, from `found` to `expected`, so that they are not
/// compared. A pool of another size gives its items new handles, and clears those to items that do
/// not fit; an optional handle becomes absent. Values retained for an item are found by its handle.
void st_mask_handles(st_Value *expected, const st_Value *found);
#endif
