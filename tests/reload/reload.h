/// What a folder of tests/reload says about one kind of edit: fill the state in old.def's layout,
/// check it in new.def's, and again back in the old one. The driver runs it live and from
/// snapshots. Going back live, the attic gives back what the edit dropped or cut; from a snapshot
/// there is none.
#ifndef ED_RELOAD_H
#define ED_RELOAD_H
#include "runtime/run/run.h"
#include "runtime/value/value.h"

extern bool live;      // false: by way of a snapshot

void set(const char *path, const char *value);      ///< as the script command
/// Items with their defaults, to a dynamic array or pool.
void add(const char *path, u32 count);
/// An item of a dynamic array or pool; the last takes its place.
void gone(const char *path, u32 index);
void is(const char *path, const char *json);      ///< as print shows it
/// Live, and by way of a snapshot.
void either(const char *path, const char *kept, const char *lost);
const char *text(const char *format, ...) ED_FORMAT(1, 2);      ///< of the last few calls
/// The full report of the last step holds these words.
void reported(const char *part);
void lossless(bool expected);                      ///< whether that report says anything was lost
bool find(const char *path, ed_Place *place);      ///< false, and told, where there is none
void fail(const char *what, const char *path, const char *words);

void fill(void);       ///< in the old layout
void check(void);      ///< in the new layout
void back(void);       ///< in the old layout again
#endif
