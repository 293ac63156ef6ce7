/// Reads files in /proc line by line. Signal handlers may call it: nothing is allocated.
#ifndef ED_OS_LINUX_PROC_FILE_H
#define ED_OS_LINUX_PROC_FILE_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_ProcFile {
    int file;        // -1: not open
    int failed;      // the errno value if it could not be opened, otherwise 0
    char bytes[4096];
    u32 size, at;
} ed_ProcFile;

bool ed_proc_open(ed_ProcFile *file, const char *path);
/// Reads the next line, cut to fit `room`. False at the end.
bool ed_proc_line(ed_ProcFile *file, char *line, u32 room);
void ed_proc_close(ed_ProcFile *file);      ///< also if it could not be opened

ED_C_END
#endif
