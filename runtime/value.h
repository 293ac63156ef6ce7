/// Values by path: "Game.enemies[3].pos.x". Finds, prints as JSON and sets state through the type tables alone.
#ifndef ED_VALUE_H
#define ED_VALUE_H
#include "runtime/snapshot.h"
ED_C_BEGIN

/// A place in state: a whole record, or a field with `depth` of its dimensions indexed.
typedef struct ed_Place {
    const ed_Type  *type;        // of the record, where field is NULL
    const ed_Field *field;       // or NULL for a whole record
    void           *at;          // the record, the field's value, or the element
    u32             depth;       // dimensions indexed; ed_field_rank of them make it one element
    ed_Arena       *arena;       // of the root
} ed_Place;

u32 ed_field_rank(const ed_Field *field);      ///< dimensions: 0 for one value, 1 for bounded and dynamic arrays
size_t ed_field_stride(const ed_Field *field, u32 dim);   ///< bytes from one row of a fixed array's dimension to the next
u32    ed_field_align (const ed_Field *field);            ///< of one element

const ed_Field *ed_union_now(const ed_Type *type, const void *it);   ///< the alternative a union holds

/// One step further in, unchecked: a field of the record there; how many elements the next dimension has, and one of them.
ed_Place ed_place_field  (const ed_Place *place, const ed_Field *field);
u32      ed_place_count  (const ed_Place *place);
ed_Place ed_place_element(const ed_Place *place, u32 index);

bool ed_value_find(const ed_State *state, const char *path, ed_Place *place, ed_Error *error);
/// One line. NaN and infinities, which JSON lacks, are null; enums are names, flags lists of names.
void ed_value_json(const ed_Place *place, ed_Text *out);
/// `text` is a number, true, false, a "text", or the name of an enum value; flags: names joined by |.
/// A number outside the type's range is refused. Unchanged on failure.
bool ed_value_set (const ed_Place *place, const char *text, ed_Error *error);

ED_C_END
#endif
