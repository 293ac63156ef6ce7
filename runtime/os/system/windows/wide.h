/// Paths and texts for the functions of Windows, and their errors. eddie uses UTF-8, with '/'
/// between the parts of a path; Windows uses UTF-16 with '\'. On failure, the functions that return
/// a bool set the last error of the thread. So after `ed_wide(…) && CreateDirectoryW(…)`,
/// ed_errno_of(GetLastError()) is the reason of either.
#ifndef ED_OS_WINDOWS_WIDE_H
#define ED_OS_WINDOWS_WIDE_H
#include <wchar.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Characters of a path of ED_PATH_MAX bytes (environment.h) after the conversion, with terminator.
#define ED_WIDE_MAX 4500u

/// Converts a path. Fails if it names a stream of a file ("file:stream"). A path that is too long
/// for the plain functions of Windows becomes absolute and gets the prefix "\\?\"; a shorter one
/// stays relative if it was. A caller that appends a name to it has to check the length, except for
/// a few characters such as "\*".
bool ed_wide(const char *path, wchar_t *room, u32 count);
/// Converts a path to UTF-8 with '/', without the prefix "\\?\". Writes "" on failure.
bool ed_narrow(const wchar_t *path, char *room, size_t size);

/// Converts a text that is not a path: its characters stay as they are.
bool ed_wide_text(const char *text, wchar_t *room, u32 count);
bool ed_narrow_text(const wchar_t *text, char *room, size_t size);

/// Returns the errno value that fits an error of Windows best; 0 for 0. The type of `error` is that
/// of GetLastError.
int ed_errno_of(unsigned long error);

ED_C_END
#endif
