/// This process: how its program can be started again, its parent, and a variable that the parent
/// gave it.
#ifndef ED_OS_SELF_H
#define ED_OS_SELF_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Writes a path that starts the program of this process again, even if its file was replaced or
/// deleted meanwhile. On macOS, a replaced file is started in its new version, and a deleted one
/// cannot be. Returns false if the path is unknown or longer than the room.
bool ed_self_program(char *path, size_t room);

i64 ed_self_id(void);      ///< the ID of this process
/// The ID of its parent. After the parent's end, that of another process; on Windows, 0.
i64 ed_self_parent_id(void);
/// From now on, this process is asked to end (stop_request.h) when its parent ends. Returns false
/// if the parent, whose ID is `parent`, has ended already.
bool ed_self_end_with(i64 parent);

/// Copies the value of an environment variable and removes the variable, so that neither this
/// program nor those that it starts see it. Returns false if it is not set. A longer value is cut.
bool ed_self_take_variable(const char *name, char *value, size_t room);

ED_C_END
#endif
