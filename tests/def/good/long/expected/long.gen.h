// From long.def by eddiec: edit that file, not this one.
#ifndef GEN_LONG_H
#define GEN_LONG_H
#include "runtime/snapshot/encode.h"
#include "runtime/types/types.h"
ED_C_BEGIN

/// Names of any length: the lines made of them are broken.
typedef u32 Traits;
enum {
    Traits_ELITE_WITH_A_LONG_NAME = 1 << 0,
    Traits_SMALL_WITH_A_LONG_NAME = 1 << 1,
    Traits_BURNING_WITH_A_LONG_NAME = 1 << 2,
    Traits_HIDDEN_WITH_A_LONG_NAME = 1 << 3,
    Traits_LAST_WITH_A_LONG_NAME = 1 << 4,
};
extern const ed_Type Traits_type;

typedef struct RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63;
typedef struct RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array {
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *items;
    u32 count, capacity;
} RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array;

struct RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 {
    u32    field_with_a_name_that_is_almost_as_long_as_names_may_be_there;
    Traits traits;
};

__extension__ enum {
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_field_with_a_name_that_is_almost_as_long_as_names_may_be_there_tag = 0xf2ec345bu,
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_traits_tag = 0x88612808u,
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_kinds_with_a_name_that_is_long_tag = 0x5c91ff97u,  // traits was kinds_with_a_name_that_is_long
};

extern const ed_Type RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type;

/// Every default of the schema.
static inline void RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_init(ed_Arena *arena,
        RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *it)
{
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type.init(arena, it);
}

/// An array of maps by tag.
static inline void RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_pack(ed_Writer *w,
        const RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *rows, u32 count)
{
    ed_pack_rows(w, &RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type, rows, count);
}

/// What the writer lacked keeps its default; false where the reader failed.
static inline bool RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_unpack(ed_Reader *r,
        ed_Arena *arena, RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *rows,
        u32 count)
{
    return ed_unpack_rows(r, arena, &RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type,
        rows, count);
}

/// One more, with its defaults; NULL over the arena's limit.
static inline RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array_add(ed_Arena *arena,
        RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array *array)
{
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *it = (RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *)ed_array_add(arena,
        (ed_Array *)(void *)array, sizeof *it,
        RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type.align);
    if (it) {
        RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type.init(arena, it);
    }
    return it;
}

/// The last one takes its place.
static inline void RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array_remove(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_array *array,
        u32 index)
{
    ed_array_remove_swap((ed_Array *)(void *)array, index, sizeof *array->items);
}

ED_C_END
#endif
