/// For tests of watching sources (runtime/live/watch.h): a folder that is watched.
#ifndef TEST_WATCHED_H
#define TEST_WATCHED_H
#include "runtime/live/watch.h"

extern ed_Watch watch;
extern char watched_folder[64];

/// Watches a new folder with the file a.c in it.
bool watched_begin(void);
void watched_end(void);
/// The path of a file in the folder. It is valid until the next call.
const char *watched_path(const char *name);
void watched_copy_path(char path[128], const char *name);
void watched_write(const char *name, const char *text);
/// Polls as a main loop does, for up to a second.
bool watched_seen(void);

#endif
