/// The quick save: quick.state is the newest, and what it was before is kept under a number, the
/// oldest giving way.
#ifndef HOST_QUICK_H
#define HOST_QUICK_H
#include "runtime/base/err.h"

#define HOST_QUICK_STATE "quick.state"      // F5 and F9
#define HOST_QUICK_KEPT  8u                 // quick-1.state and so on

/// As ed_file_write_atomic, for any path; one that is quick.state keeps what was there. The picture
/// beside a slot or a quick save goes along with it: see thumb.h.
bool host_quick_write(const char *path, const void *bytes, size_t size, ed_Error *error);
#endif
