/// State to MessagePack and back, driven by the type tables; open form. What is written stands beside what reads it.
///   record  = { tag: value }            records = [record…]           transient fields are left out
///   T x[4][8] = four arrays of eight    bounded and dynamic arrays = an array      char[N], str = str      enum = number
#ifndef ED_PACK_H
#define ED_PACK_H
#include "runtime/plan.h"
#include "runtime/read.h"
#include "runtime/write.h"
ED_C_BEGIN

void ed_pack_record(ed_Writer *w, const ed_Type *type, const void *it);
void ed_pack_field (ed_Writer *w, const ed_Field *field, const void *it);    ///< of the record `it`
void ed_pack_rows  (ed_Writer *w, const ed_Type *type, const void *rows, u32 count);

/// One record by tag into `it`, which holds its defaults already. `pair` is the plan for the writer's type;
/// NULL takes the tags as they come. Fails in `r` where the bytes are not what they claim or the arena is full.
void ed_unpack_record(ed_Reader *r, ed_Arena *arena, ed_PlanPair *pair, const ed_Type *type, void *it);
/// An array of at most `count` records into `rows`, defaults set first. False where the reader failed.
bool ed_unpack_rows(ed_Reader *r, ed_Arena *arena, const ed_Type *type, void *rows, u32 count);

/// True for nil, false, 0, empty text and whatever holds only such values.
bool ed_packed_is_zero(ed_Span value);

ED_C_END
#endif
