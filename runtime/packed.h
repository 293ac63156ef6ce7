/// Looking into packed values where they lie: nothing is unpacked, nothing allocated.
#ifndef ED_PACKED_H
#define ED_PACKED_H
#include "runtime/table.h"
ED_C_BEGIN

/// True for nil, false, 0, empty text and whatever holds only such values.
bool ed_packed_is_zero(ed_Span value);
/// True where a field without a default begins with such a value: also for an empty list, an absent
/// optional, and the first alternative of a union at zero. A list of zeros is not an empty one.
/// `field` is the writer's, with `rank` of its dimensions left; NULL: what is in lists is compared
/// with zero.
bool ed_packed_is_nothing(ed_Span value, const ed_Field *field, u32 rank);
/// True where nothing is absent in it and all is zero: a value of zeros is another one than none, a
/// list of zeros another than an empty one.
bool ed_packed_is_there_and_zero(ed_Span value);

/// Equal values have equal hashes, whatever the width they are written in: 5, 5.0f and 5 as u64 are
/// one value. An enum's number counts by its name where `field` is the writer's and has one;
/// `field` may be NULL.
u64 ed_packed_hash(ed_Span value, const ed_Field *field);
/// The same of a bool, number or float that lies in memory.
u64 ed_packed_hash_number(ed_Kind kind, const void *at);

/// The value of `tag` in a record; an empty span where it is no map or has none.
ed_Span ed_packed_member(ed_Span record, u32 tag);

/// The array of items in a packed pool, or the array itself; an empty span where it is neither.
ed_Span ed_packed_items(ed_Span list);

/// An item of an array or pool; an empty span where there is none.
ed_Span ed_packed_item(ed_Span list, u64 index);

/// The value at a path of fields, as in "pos.x" or "bag[2].id", in a record of `type`; `field` gets
/// the writer's field it ends in and `indexed` how many of its dimensions the path went into. An
/// empty span where there is none.
ed_Span ed_packed_find(ed_Span record, const ed_Type *type, const char *path,
                       const ed_Field **field, u32 *indexed);

ED_C_END
#endif
