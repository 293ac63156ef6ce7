/// What a folder of tests/reload says about one kind of edit: fill the state in old.def's layout, check it in new.def's.
/// The driver runs it live, from a snapshot, and back again to the old layout.
#ifndef ED_RELOAD_H
#define ED_RELOAD_H
#include "runtime/run.h"

void set(const char *path, const char *value);      ///< as the script command
void add(const char *path, u32 count);              ///< items with their defaults, to a dynamic array
void is (const char *path, const char *json);       ///< as print shows it
void reported(const char *part);                    ///< the full report of the last step holds these words
void lossless(bool expected);                       ///< whether that report says anything was lost

void fill (void);      ///< in the old layout
void check(void);      ///< in the new layout
void back (void);      ///< in the old layout again
#endif
