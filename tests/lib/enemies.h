/// A small game whose only state is a list of enemies, in any version (tests/lib/versions.h).
#ifndef TEST_ENEMIES_H
#define TEST_ENEMIES_H
#include "runtime/run/run.h"
#include "tests/lib/versions.h"

extern ed_Run enemies_run;

/// The version with these fields of Enemy. `list`: the name of the list.
test_Version *enemies_version_of(const char *words, const char *key, const char *list);
/// Starts a game with these fields.
bool enemies_begin(const char *words, const char *key);
/// Reloads into a version with these fields.
bool enemies_become(const char *words, const char *key);
/// Adds enemies until there are that many.
void enemies_grow(u32 count);
void enemies_set(u32 index, const char *field, const char *value);
/// A value as JSON, or the report of the last reload in one line. Valid until the next of either.
const char *enemies_value(u32 index, const char *field);
const char *enemies_line(void);

#endif
