/// Counts the open files of the test program, so that a test notices one that was left open.
#ifndef TEST_OPEN_FILES_H
#define TEST_OPEN_FILES_H
#include <stdbool.h>

int open_files(void);
/// Closes all files but the standard streams.
void close_files(void);

/// Closes standard input, so that the next file that is opened has descriptor 0. Returns a copy.
int stdin_close(void);
/// Opens it again; false if a file was left open there.
bool stdin_restore(int copy);

#endif
