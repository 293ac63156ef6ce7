/// How much may be asked for. Bytes may come from anybody and code may allocate without end, so
/// whatever can grow with a game's state is bounded, by one number. It is address space: memory is
/// taken as it is needed.
#ifndef ED_BASE_LIMITS_H
#define ED_BASE_LIMITS_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_DEPTH_MAX 64u                      // nesting of values, on every path
#define ED_BYTES_MAX ((size_t)1 << 30)       // unless the program raises it
#define ED_SCHEMA_FILES_MAX  16384u           // of one schema
#define ED_SCHEMA_DEPTH_MAX  8u               // of folders in its folder, as in runtime/game.mk

/// Of one root with its lists and texts. Set before anything is opened, then left.
extern size_t ed_bytes_max;

/// Of a snapshot, and of a state that is packed: what stands around the values, types, handles and
/// counts, comes on top of them.
static inline size_t ed_snapshot_bytes_max(void) { return ed_bytes_max + ed_bytes_max / 16; }

/// Of all that reloads dropped.
static inline size_t ed_attic_bytes_max(void) { return ed_bytes_max / 4; }
/// Of what a reload puts aside on its way: a writer's types, rows that have to be made memory
/// again.
static inline size_t ed_work_bytes_max(void) { return ed_bytes_max / 2; }

/// What to say behind a limit that is one of these.
static inline const char *ed_limit_hint(size_t limit)
{
    return limit >= ed_attic_bytes_max() ? "; --limit raises that" : "";
}

ED_C_END
#endif
