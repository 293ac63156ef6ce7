/// Counts the calls that open, read, write, sync, close and rename files. Makes one of them fail,
/// kills the process at it, or runs a function of the test before or after it. The linker sends
/// these calls of the whole test program through here (WRAPPED in tests/tests.mk).
#ifndef TEST_FILE_CALLS_H
#define TEST_FILE_CALLS_H
#include "runtime/base/base.h"

typedef enum FileCall {
    OPEN_FOLDER,
    OPEN_LIST,      // to list the folder
    OPEN_FILE,      // to create it
    WRITE,
    SYNC_FILE,
    CLOSE_FILE,
    RENAME,
    SYNC_FOLDER,
    CLOSE_OTHER,
    FILE_CALLS
} FileCall;

// How a call fails, instead of an error number:
#define SHORT_WRITE (-1)
#define NO_WRITE (-2)
#define ZERO (-3)      // the opened file replaces standard input

typedef struct FileCalls {
    bool armed, before, after;      // before, after: kill the process before or after the call
    u32 count, at;                  // calls so far; the one that fails, from 0
    int fault;                      // 0: none
    int file;                       // the one that is written
    bool replaced;                  // a file replaced standard input
    FileCall calls[64];
    const char *name;      // of the file or folder that was opened last
    // Each runs once, also if not armed:
    void (*reading)(void), (*writing)(void);       // before a read or a write
    void (*creating)(void), (*created)(void);      // before and after a file is created
    void (*opening)(void), (*opened)(void);        // before and after anything else is opened
} FileCalls;
extern FileCalls file_calls;

#define NO_CALL (~0u)

/// From now on, calls are counted, and the call `at` (NO_CALL: none) has this fault.
void file_calls_arm(u32 at, int fault);
void file_calls_disarm(void);

#endif
