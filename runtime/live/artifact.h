/// The files that builds create: the module and the files beside it.
#ifndef ED_LIVE_ARTIFACT_H
#define ED_LIVE_ARTIFACT_H
#include "runtime/live/watch.h"
#include "runtime/os/files.h"
ED_C_BEGIN

/// True if the module was built before `source_ns` (since 1970), or if its own time stamp cannot be
/// right.
bool ed_output_is_older(const char *module_path, u64 source_ns);

/// Call it before a build. make compares time stamps: after a clock was set back, new files are
/// older than existing ones. If a file in the module's folder or a subfolder has a time stamp in
/// the future, this gives all files there an old time stamp (sources a slightly newer one), so that
/// make builds everything once. Returns true if it did that. `lock` is the open lock file
/// (build_lock.h), used to read the file system's clock; -1: the system clock is used. A folder
/// that contains the working folder or watched sources belongs to the user: there only the module's
/// own time stamp is changed.
bool ed_output_invalidate(const char *module_path, int lock, const ed_Watch *watch);

ED_C_END
#endif
