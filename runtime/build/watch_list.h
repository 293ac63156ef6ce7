/// Writes the list of files that a running game watches: what the build has read, wherever it is.
/// Files of the system, of eddie and those that builds write are left out. See runtime/live/watch.h
/// for the format. The name of the list is that of the module, and ".inputs".
#ifndef ED_BUILD_WATCH_LIST_H
#define ED_BUILD_WATCH_LIST_H
#include "runtime/build/commands.h"
ED_C_BEGIN

/// Returns false if an earlier build could not write the list, or if the file was deleted.
bool ed_watch_list_exists(const ed_Commands *commands);
/// Writes the list, unless the file has the same text. On failure, deletes a list of an earlier
/// build, if that is possible.
bool ed_watch_list_write(ed_BuildSteps *steps, const ed_Commands *commands, ed_Error *error);

ED_C_END
#endif
