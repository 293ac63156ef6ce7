/// "Did you mean": the one of a few known names that a mistyped one looks like.
#ifndef HOST_NEAR_H
#define HOST_NEAR_H
#include "runtime/str.h"

/// The nearest name within a small edit distance, or NULL.
const char *host_near(const char *name, const char *const *names, u32 count);
/// Adds ": did you mean NAME?" where there is one, else nothing.
void host_near_add(ed_Text *out, const char *name, const char *const *names, u32 count);
#endif
