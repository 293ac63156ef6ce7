/// Counts the open files of the test program, so that a test notices one that was left open.
#ifndef TEST_OPEN_FILES_H
#define TEST_OPEN_FILES_H

int open_files(void);

#endif
