/// Lets links into a module that is replaced lead to the next module, in memory that is adopted as
/// it is. Both libraries must be loaded.
#ifndef ED_RUN_RELINK_H
#define ED_RUN_RELINK_H
#include "runtime/types/state.h"
ED_C_BEGIN

/// The states have the same layout in both schemas. A link to what has no name becomes null.
/// Returns false and changes nothing if memory is full.
bool ed_relink(const ed_Schema *from, const ed_Schema *to, const ed_RootMemory *roots,
               ed_Error *error);

ED_C_END
#endif
