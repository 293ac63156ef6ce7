/// The two layouts, each seen by a source of its own: their generated types have the same names.
/// `root` is a record of the root `kind`; entities, particles and quests are got and put one by
/// one, grids whole.
#ifndef BN_LAYOUT_H
#define BN_LAYOUT_H
#include "runtime/snapshot/document.h"
#include "tests/bench/sample.h"
ED_C_BEGIN

typedef union bn_Record {
    bn_Entity entity;
    bn_Particle particle;
    bn_Quest quest;
} bn_Record;

/// A record of that root at the start of the empty arena, and room for `count` records; grids have
/// their tiles and heights at once. False over the arena's limit.
bool bn_now_open(ed_Block *block, bn_Kind kind, u32 count);
bool bn_now_put(ed_Block *block, bn_Kind kind, const bn_Record *record);      ///< one more
/// The same sizes as it was opened with.
void bn_now_put_grids(ed_Block *block, const bn_Grids *grids);

u32 bn_now_count(const void *root, bn_Kind kind);
u32 bn_next_count(const void *root, bn_Kind kind);
void bn_now_get(const void *root, bn_Kind kind, u32 index, bn_Record *out);
void bn_next_get(const void *root, bn_Kind kind, u32 index, bn_Record *out);
void bn_now_grids(const void *root, bn_Grids *out);
void bn_next_grids(const void *root, bn_Grids *out);

/// How many of `count` elements are tiles; the rest are heights.
u32 bn_tile_count(u32 count);
/// A world of `count` records, always the same.
bool bn_now_fill(ed_Block *block, bn_Kind kind, u32 count);
/// A copy record by record, each dynamic part pushed by itself: the least that rebuilding pointers
/// costs.
bool bn_now_copy_quests(ed_Block *block, const void *root);

/// Index of the first record that is not the same, or -1.
i64 bn_now_differs(bn_Kind kind, const void *now, const void *other_now);
i64 bn_next_differs(bn_Kind kind, const void *now, const void *next);      ///< after the edit

ED_C_END
#endif
