/// C's layout rules for structs and unions. The generator uses them for the structs that it
/// generates (codegen/check/layout.c), and the runtime for the schema of a snapshot
/// (snapshot/layout.c).
#ifndef ED_TYPES_C_LAYOUT_H
#define ED_TYPES_C_LAYOUT_H
#include "runtime/types/pool.h"
ED_C_BEGIN

typedef struct ed_Member {
    ed_Shape shape;
    u32 size, align;      // of an element
    u32 count;            // elements of a fixed or bounded array, else 1
} ed_Member;

static inline u64 ed_align_up(u64 at, u64 align) { return (at + align - 1) / align * align; }

static inline u32 ed_member_align(const ed_Member *m)
{
    if (m->shape == ED_DYNAMIC || m->shape == ED_POOL) return 8;
    return m->shape == ED_BOUNDED && m->align < 4 ? 4 : m->align;
}

static inline u64 ed_member_size(const ed_Member *m)
{
    if (m->shape == ED_DYNAMIC) return sizeof(ed_Array);
    return m->shape == ED_POOL ? sizeof(ed_Pool) : (u64)m->size * m->count;
}

/// Returns the size of the count or flag before the member.
static inline u32 ed_member_prefix_size(const ed_Member *m)
{
    return m->shape == ED_BOUNDED ? 4 : m->shape == ED_OPTIONAL ? 1 : 0;
}

/// Returns the offset of the member if the member before it ends at `at`.
static inline u64 ed_member_offset(const ed_Member *m, u64 at)
{
    return ed_align_up(at + ed_member_prefix_size(m), ed_member_align(m));
}

/// A union is `u32 kind`, then all alternatives at an offset equal to the union's alignment.
static inline u32 ed_union_align(u32 most_aligned) { return most_aligned < 4 ? 4 : most_aligned; }
static inline u64 ed_union_size(u64 largest, u32 align)
{
    return align + ed_align_up(largest, align);
}

ED_C_END
#endif
