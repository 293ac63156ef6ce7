/// File descriptors: calls that are repeated when a signal interrupts them, and the status of a
/// file in the form of file_info.h.
#ifndef ED_OS_POSIX_DESCRIPTOR_H
#define ED_OS_POSIX_DESCRIPTOR_H
#include <sys/stat.h>
#include "runtime/os/files/file_info.h"
ED_C_BEGIN

/// Opens a file as openat does; other programs do not inherit it. Returns -1 and sets errno on
/// failure.
int ed_descriptor_open(int folder, const char *name, int flags, mode_t mode);
/// Reads fewer bytes only at the end of the file, or on failure: then returns false and sets errno.
bool ed_descriptor_read(int fd, void *bytes, size_t size, size_t *got);
/// Returns false and sets errno on failure.
bool ed_descriptor_write(int fd, const void *bytes, size_t size);
bool ed_descriptor_sync(int fd);      ///< returns false and sets errno on failure
/// Closes a new file, and removes it unless it was written completely (`good`). Returns false and
/// sets errno if it is not there afterwards.
bool ed_descriptor_finish(int fd, bool good, int folder, const char *name);

ed_FileInfo ed_file_info_from(const struct stat *st);

ED_C_END
#endif
