/// Libraries that name files relative to their own folder: $ORIGIN in a search path (-Wl,-rpath) or
/// in the name of a library that the code loads. The loader takes that folder from the path that it
/// is given. So a copy elsewhere gets a link in that folder, through which it is loaded:
///
///     build/game.so                                  the library
///     build/.loaded-eddie-code-ab12cd-game.so-1.so   a link to its copy, in this folder:
///     /tmp/eddie-code-ab12cd/game.so-1.so
#ifndef ED_OS_LIBRARY_ORIGIN_H
#define ED_OS_LIBRARY_ORIGIN_H
#include "runtime/base/err.h"
#include "runtime/os/system/environment.h"
ED_C_BEGIN

/// If `bytes` have the text $ORIGIN, makes a link to `copy`, an absolute path, in the folder of
/// `path`, where the library belongs. Otherwise, and always on Windows and macOS, `link` is "".
/// Removes links that ended processes left there. Returns false with an error if the link cannot be
/// made.
bool ed_library_link_origin(ed_Span bytes, const char *copy, const char *path,
                            char link[ED_PATH_MAX], ed_Error *error);
void ed_library_unlink_origin(const char *link);      ///< does nothing if `link` is ""

ED_C_END
#endif
