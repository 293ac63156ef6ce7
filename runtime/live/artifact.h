/// What builds make: the module, and what lies beside it.
#ifndef ED_LIVE_ARTIFACT_H
#define ED_LIVE_ARTIFACT_H
#include "runtime/live/watch.h"
#include "runtime/os/files.h"
ED_C_BEGIN

/// True where a module was made before `source_ns`, since 1970, or cannot have been made when it
/// says so.
bool ed_output_is_older(const char *module_path, u64 source_ns);

/// Before a build: make compares time stamps, and after a clock was set back its new files are
/// older than the old ones. So if a file in the module's folder, or in a folder inside it, is from
/// the future, all files there become old (sources a little less so), and make builds everything
/// again, once. True where it did that. `lock` is the open lock (build_lock.h), by which
/// the file system tells its own time; -1: the system's clock does. A folder that holds the working
/// folder or watched sources is the user's: there it is done to the module alone.
bool ed_output_invalidate(const char *module_path, int lock, const ed_Watch *watch);

ED_C_END
#endif
