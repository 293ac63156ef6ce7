/// Names of temporary files, which a save writes beside its target: NAME.PID-COUNTER.part. A long
/// NAME is cut, to leave room for the rest.
#ifndef ED_OS_PART_NAME_H
#define ED_OS_PART_NAME_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_PART_NAMES_TRIED 100u      // counters of one process

/// Writes the temporary name for the file `of`, and a zero byte.
void ed_part_name(char *name, size_t room, const char *of, u32 process, u32 counter);
/// Returns true for a temporary name of the file `of`, from any process.
bool ed_part_name_is_of(const char *name, const char *of);

ED_C_END
#endif
