/// A record as it was before a change of its layout, for a game's upgrade function:
///   bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
///   {
///       it->angle = (f32)ed_old_f64(old, "degrees", 0) * (PI / 180);
///       return true;                    // false: the reload is refused
///   }
/// `it` is the new record, as the ordinary rules migrated it. Paths are those of the old layout:
/// "pos.x", "bag[2].id". If the old record has no value at a path, or one of another kind, the
/// functions return `otherwise`.
#ifndef ED_MIGRATE_OLD_RECORD_H
#define ED_MIGRATE_OLD_RECORD_H
#include "runtime/types/types.h"
ED_C_BEGIN

bool ed_old_has(const ed_OldRecord *old, const char *path);
/// The number of elements of an array; 1 for a single value, 0 if there is no value.
u32 ed_old_count(const ed_OldRecord *old, const char *path);
f64 ed_old_f64(const ed_OldRecord *old, const char *path, f64 otherwise);
/// A float is rounded to the nearest integer.
i64 ed_old_i64(const ed_OldRecord *old, const char *path, i64 otherwise);
u64 ed_old_u64(const ed_OldRecord *old, const char *path, u64 otherwise);
bool ed_old_bool(const ed_OldRecord *old, const char *path, bool otherwise);
/// A text, or the name of an enum's value or of a union's alternative. Valid until the upgrade
/// function returns.
const char *ed_old_text(const ed_OldRecord *old, const char *path, const char *otherwise);
/// Sets the error message of an upgrade function that refuses the record. Returns false, so that
/// the function can return the result of this call.
bool ed_old_refuse(const ed_OldRecord *old, const char *format, ...) ED_FORMAT(2, 3);

ED_C_END
#endif
