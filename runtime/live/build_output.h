/// The files that builds create: the module and the files beside it.
#ifndef ED_LIVE_BUILD_OUTPUT_H
#define ED_LIVE_BUILD_OUTPUT_H
#include "runtime/live/watch.h"
ED_C_BEGIN

/// True if the module was built before `source_ns` (since 1970), or if its time stamp lies in the
/// future.
bool ed_build_output_is_older(const char *module_path, u64 source_ns);

/// Call it before a build. make compares time stamps: after a clock was set back, new files look
/// older than existing ones. So this function looks for a time stamp in the future, in the module's
/// folder and its direct subfolders; in those called game and early, where make may put objects,
/// also deeper. If there is one, all files there get an old time stamp; generated sources get a
/// slightly newer one. make then builds everything once. Returns true if the time stamps were
/// changed.
///
/// `lock` is the lock of the build (build_lock.h), used to read the file system's clock. With
/// ED_NO_LOCK, the system clock is used. A folder that contains the start folder or watched sources
/// belongs to the user: there only the time stamp of the module changes.
bool ed_build_output_invalidate(const char *module_path, i64 lock, const ed_Watch *watch);

ED_C_END
#endif
