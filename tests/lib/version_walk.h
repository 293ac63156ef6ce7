/// Walks through versions of a game (tests/lib/versions.h) whose only state Z has a few fields, for
/// tests of the attic.
#ifndef TEST_VERSION_WALK_H
#define TEST_VERSION_WALK_H
#include "runtime/run/run.h"

extern ed_Run walk_run;
extern const char *walk_items;      ///< the fields of Item, a struct with the key `id`

/// Starts a game with these fields.
bool walk_begin(const char *words);
/// Reloads into a version with these fields of the state, and of Item.
bool walk_to(const char *words);
bool walk_to_with(const char *words, const char *item_words);
/// The same for versions that are written as in a .def file, with ' instead of ".
bool walk_begin_schema(const char *schema);
bool walk_to_schema(const char *schema);
/// Reloads into these versions of the state, one after the other.
#define WALK(...) walk_through((const char *const[]){ __VA_ARGS__, NULL })
bool walk_through(const char *const *words);
ed_Module *walk_version(const char *words, const char *item_words);

void walk_set(const char *path, const char *value);
/// A value as JSON. It is valid until the next call, also of walk_ids.
const char *walk_get(const char *path);
/// The array or pool that is the first field.
ed_Array *walk_list(void);
/// Adds that many items to it. Their ids start from 1.
void walk_grow(u32 count);
const char *walk_ids(void);
u64 walk_retained(void);      ///< the number of values in the attic

#endif
