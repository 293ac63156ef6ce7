/// Values by path: "Game.enemies[3].pos.x". Finds, walks, prints as JSON
/// and sets state through the type tables alone.
#ifndef ED_VALUE_H
#define ED_VALUE_H
#include "runtime/types/state.h"
#include "runtime/value/path.h"
ED_C_BEGIN

/// A place in state: a whole record, or a field with `depth` of its dimensions indexed.
typedef struct ed_ValueRef {
    const ed_Type *type;        // of the record, where field is NULL
    const ed_Field *field;      // or NULL for a whole record
    void *at;                   // the record, the field's value, or the element
    u32 depth;                  // dimensions indexed; ed_field_rank of them make it one element
    ed_Arena *arena;            // of the root
} ed_ValueRef;

/// The item of a list goes by its index, or by the value of a field of it, as JSON:
/// "Game.enemies[id=17].hp" is the first.
bool ed_value_find(const ed_State *state, const char *path, ed_ValueRef *place, ed_Error *error);
/// Also by the names that roots and fields had before.
bool ed_value_find_was(const ed_State *state, const char *path, ed_ValueRef *place);

// --- what is inside: none, a list of places, a record of places, or one plain value --------------

/// An optional value that is not there.
bool ed_place_is_none(const ed_ValueRef *place);
bool ed_place_is_list(const ed_ValueRef *place);      ///< dimensions are left
/// False for a text that the game left pointing outside of its root's arena.
bool ed_place_is_sound(const ed_ValueRef *place);
/// Its type where it is one struct or union that is there, else NULL.
const ed_Type *ed_place_record(const ed_ValueRef *place);
/// Items of a list; 0 for one that the game left pointing outside of its root's arena.
u32 ed_place_count(const ed_ValueRef *place);
ed_ValueRef ed_place_root(const ed_State *state, u32 index);
ed_ValueRef ed_place_item(const ed_ValueRef *place, u32 index);
/// Of a record; of a union the one it holds.
ed_ValueRef ed_place_field(const ed_ValueRef *place, const ed_Field *field);
/// Whatever is inside: items of a list, fields of a record, of a union the one it holds.
u32 ed_place_part_count(const ed_ValueRef *place);
ed_ValueRef ed_place_part(const ed_ValueRef *place, u32 index);
/// Adds the last step of the path to it: "[3]", ".pos", and of a root its name.
void ed_place_step(const ed_ValueRef *place, u32 index, ed_Text *out);

/// One line. NaN and infinities, which JSON lacks, are null; enums are names, flags lists of names;
/// a union is an object of the one alternative it holds, a pool the list of its items.
void ed_value_json(const ed_ValueRef *place, ed_Text *out);

/// Fails because the type has no field of that name, and names a similar one.
void ed_fail_no_field(const ed_Type *type, const char *name, ed_Error *error);

// --- value_set.c ---------------------------------------------------------------------------------

/// `text` is JSON as ed_value_json prints it. Bare too, where one value is meant: the name of an
/// enum value, names of flags joined by |, the name of a union's alternative, a number in hex.
/// Strict: a number outside of the type's range, a name nobody knows and a list of another length
/// than a fixed array's are refused, and then nothing is changed.
/// An object is a whole record: fields it does not name get their defaults, and {} is all of them.
/// A list takes the place of the old one; in a pool, items that stay in their place keep their
/// handles.
bool ed_value_set(const ed_ValueRef *place, const char *text, ed_Error *error);

ED_C_END
#endif
