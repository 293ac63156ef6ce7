/// Limits. Snapshots may come from untrusted sources, and code may allocate in an endless loop. So
/// everything that grows with a game's state is bounded by one number, ed_bytes_max. It limits
/// address space; the system provides memory only when it is used.
#ifndef ED_BASE_LIMITS_H
#define ED_BASE_LIMITS_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_DEPTH_MAX 64u                    // nesting depth of values
#define ED_BYTES_MAX ((size_t)1 << 30)      // initial value of ed_bytes_max
#define ED_SCHEMA_FILES_MAX 16384u          // files of one schema
#define ED_SCHEMA_DEPTH_MAX 8u              // nesting depth of folders in schema/

/// The limit of one root with its lists and texts. Set it before an arena is opened.
extern size_t ed_bytes_max;

/// The limit of a snapshot. A sixteenth is added for types, handles and counts.
static inline size_t ed_snapshot_bytes_max(void) { return ed_bytes_max + ed_bytes_max / 16; }

/// The limit of the attic.
static inline size_t ed_attic_bytes_max(void) { return ed_bytes_max / 4; }
/// The limit of temporary memory: for the type tables, the plan and the report of a reload, and for
/// decoding a single value.
static inline size_t ed_work_bytes_max(void) { return ed_bytes_max / 2; }

/// Returns the hint to append to a message about an exceeded limit that depends on ed_bytes_max, or
/// is fixed and small: "" for a limit below that of the attic, the smallest that --limit changes.
/// For an arena, use ed_arena_limit_hint, which knows larger fixed limits, too.
static inline const char *ed_limit_hint(size_t limit)
{
    return limit >= ed_attic_bytes_max() ? "; raise the limit with --limit" : "";
}

ED_C_END
#endif
