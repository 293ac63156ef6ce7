/// The two layouts, each used by a separate source, as their generated types have the same names.
/// `kind` is the kind of the root's records. Entities, particles and quests are read and written
/// one by one, grids all at once.
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

/// Creates the root at the start of the empty arena, with room for `count` records; grids get their
/// tiles and heights at once. False if the arena is full.
bool bn_now_open(ed_RootMemory *block, bn_Kind kind, u32 count);
bool bn_now_put(ed_RootMemory *block, bn_Kind kind, const bn_Record *record);      ///< one more
/// Writes grids of the sizes that the root was opened with.
void bn_now_put_grids(ed_RootMemory *block, const bn_Grids *grids);

u32 bn_now_count(const void *root, bn_Kind kind);
u32 bn_next_count(const void *root, bn_Kind kind);
void bn_now_get(const void *root, bn_Kind kind, u32 index, bn_Record *out);
void bn_next_get(const void *root, bn_Kind kind, u32 index, bn_Record *out);
void bn_now_grids(const void *root, bn_Grids *out);
void bn_next_grids(const void *root, bn_Grids *out);

/// The number of tiles among `count` elements; the rest are heights.
u32 bn_tile_count(u32 count);
/// Fills a world of `count` records, always the same.
bool bn_now_fill(ed_RootMemory *block, bn_Kind kind, u32 count);
/// Copies record by record, with a push for each dynamic part: the minimum cost of rebuilding
/// pointers.
bool bn_now_copy_quests(ed_RootMemory *block, const void *root);

/// Index of the first different record, or -1.
i64 bn_now_differs(bn_Kind kind, const void *now, const void *other_now);
i64 bn_next_differs(bn_Kind kind, const void *now, const void *next);      ///< after the edit

ED_C_END
#endif
