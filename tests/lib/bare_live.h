/// For tests of the live loop alone (runtime/live/live.h): a game that runs under live editing
/// without a library.
#ifndef TEST_BARE_LIVE_H
#define TEST_BARE_LIVE_H
#include "runtime/live/live_inner.h"

extern ed_Live bare;
extern ed_Module bare_module;
extern char bare_folder[64], bare_module_path[96];

/// Starts the game, and watches a new folder.
bool bare_begin(void);
void bare_end(void);
/// The path of a file in the folder. It is still valid after one more call.
const char *bare_path(const char *name);
bool bare_write(const char *name, const char *text);
/// Makes the module's file, and registers it as the loaded one: a build does not have to change it.
bool bare_make_module(void);

#endif
