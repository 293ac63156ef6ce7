/// The functions of a folder of tests/reload, for one kind of edit: they fill the state in the
/// layout of old.def, check it in that of new.def, and again back in the old one. The driver runs
/// it live and from snapshots. Going back live, the attic restores what the edit dropped or cut; a
/// snapshot comes without an attic.
#ifndef ED_RELOAD_H
#define ED_RELOAD_H
#include "runtime/run/run.h"
#include "runtime/value/value.h"

extern bool live;      // false: by way of a snapshot

void set(const char *path, const char *value);      ///< as the script command
/// Adds items with their defaults to a dynamic array or pool.
void add(const char *path, u32 count);
/// Removes an item of a dynamic array or pool; the last one takes its index.
void remove_item(const char *path, u32 index);
void is(const char *path, const char *json);      ///< as print shows it
/// Expects `kept` live, and `lost` by way of a snapshot.
void either(const char *path, const char *kept, const char *lost);
const char *text(const char *format, ...) ED_FORMAT(1, 2);      ///< valid for the next 7 calls
/// Expects this text in the full report of the last step.
void reported(const char *part);
void lossless(bool expected);      ///< true: that report must say that nothing was lost
bool find(const char *path, ed_ValueRef *place);      ///< false, and reported, if nothing is there
void fail(const char *what, const char *path, const char *words);

void fill(void);       ///< in the old layout
void check(void);      ///< in the new layout
void back(void);       ///< in the old layout again
#endif
