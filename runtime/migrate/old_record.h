/// A record as it was before a change of its layout, for a game's upgrade function:
///   bool actor_upgrade(ed_Arena *arena, Actor *it, const ed_OldRecord *old)
///   {
///       it->angle = (f32)ed_old_f64(old, "degrees", 0) * (PI / 180);
///       return true;                    // false refuses the reload, and the previous build keeps running
///   }
/// `it` holds what the usual rules made of the record already. Paths are of the old layout:
/// "pos.x", "bag[2].id". Where the old record has no such value, or one of another kind, the
/// caller's own is returned.
#ifndef ED_MIGRATE_OLD_RECORD_H
#define ED_MIGRATE_OLD_RECORD_H
#include "runtime/types/types.h"
ED_C_BEGIN

bool ed_old_has(const ed_OldRecord *old, const char *path);
/// Elements of an array; 1 for a value, 0 for none.
u32 ed_old_count(const ed_OldRecord *old, const char *path);
f64 ed_old_f64(const ed_OldRecord *old, const char *path, f64 otherwise);
/// Of a float: the nearest.
i64 ed_old_i64(const ed_OldRecord *old, const char *path, i64 otherwise);
u64 ed_old_u64(const ed_OldRecord *old, const char *path, u64 otherwise);
bool ed_old_bool(const ed_OldRecord *old, const char *path, bool otherwise);
/// Text, or the name of an enum's value or of a union's alternative; until the function returns.
const char *ed_old_text(const ed_OldRecord *old, const char *path, const char *otherwise);
/// Says why the upgrade function fails; returns false, to be returned.
bool ed_old_refuse(const ed_OldRecord *old, const char *format, ...) ED_FORMAT(2, 3);

ED_C_END
#endif
