/// Values by path, such as "Game.enemies[3].pos.x". Finds, walks, prints (as JSON) and sets values,
/// using only the type tables.
#ifndef ED_VALUE_H
#define ED_VALUE_H
#include "runtime/types/state.h"
#include "runtime/value/path.h"
ED_C_BEGIN

typedef struct ed_DecodedTable ed_DecodedTable;      // snapshot/decode.h

/// A reference to a value: a whole record, or a field with `depth` of its dimensions indexed. The
/// record is one of a state, a row of a row table, or a decoded record (snapshot/decode.h).
typedef struct ed_ValueRef {
    const ed_Type *type;             // of the record, if field is NULL
    const ed_Field *field;           // NULL for a whole record
    void *at;                        // the record, the field's value, or the element
    u32 depth;                       // dimensions indexed; one element if equal to ed_field_rank
    ed_Arena *arena;                 // the root's arena; NULL if the memory is not that of a state
    const ed_Schema *schema;         // of the state, whose `roots` may be the targets of links;
    const ed_RootMemory *roots;      // NULL if the memory is not that of a state
} ed_ValueRef;

/// Finds a value by its path. A path selects a list item by its index, or by the value of one of
/// its fields as JSON: "Game.enemies[id=17].hp" finds the first item with that value. In an array
/// that is indexed by an enum, "Game.speed[ORC]" selects the element of the value, also by a former
/// name of the value.
bool ed_value_find(const ed_State *state, const char *path, ed_ValueRef *ref, ed_Error *error);
/// Does the same, and also accepts former names of roots and fields, except in brackets.
bool ed_value_find_was(const ed_State *state, const char *path, ed_ValueRef *ref);
/// Finds a value by its path in the record `ref`, such as "pos.x". Changes `ref`, even if it
/// returns false.
bool ed_value_find_in(ed_ValueRef *ref, const char *path, ed_Error *error);
/// Finds the index of the item that a step in brackets selects.
bool ed_value_find_index(const ed_ValueRef *list, const ed_PathStep *step, u32 *index,
                         ed_Error *error);

// --- walking: a value is absent, a list, a record, or one plain value ----------------------------

/// The elements along the next dimension of a list. In a decoded record, they may be rows of a row
/// table.
typedef struct ed_ValueItems {
    const ed_Field *field;      // of the elements, as they are laid out
    u8 *at;
    u32 count;
    size_t stride;      // bytes from one to the next
} ed_ValueItems;

/// Resolves the slots of a row table at its first call. Returns no items if the table is invalid,
/// and fails the reader of the document.
ed_ValueItems ed_value_items(const ed_ValueRef *list);
/// Returns the row table of an array in a decoded record, or NULL.
ed_DecodedTable *ed_value_table(const ed_ValueRef *list);
/// Returns a reference to a field whose value is at `at`, outside of the states.
static inline ed_ValueRef ed_value_at(const ed_Field *field, const void *at)
{
    return (ed_ValueRef){ NULL, field, (u8 *)(uintptr_t)at, 0, NULL, NULL, NULL };
}

/// Returns true for an optional value that is absent.
bool ed_value_is_absent(const ed_ValueRef *ref);
bool ed_value_is_list(const ed_ValueRef *ref);      ///< not all dimensions are indexed
/// Returns false for a text whose pointer does not lie in its root's arena, and for a pointer to a
/// text that leads to no memory.
bool ed_value_is_readable(const ed_ValueRef *ref);
/// Returns the type of a single struct or union, or NULL if the value is anything else or absent.
const ed_Type *ed_value_record(const ed_ValueRef *ref);
/// Returns the number of items in a list, or 0 if its pointer does not lie in its root's arena.
u32 ed_value_count(const ed_ValueRef *ref);
/// Returns the text of an element, which may be unterminated in a decoded record. `at` may be NULL
/// if it is empty. For a pointer to a text, `at` is NULL only if the pointer is null or leads to no
/// memory.
ed_Span ed_value_text(const ed_ValueRef *ref);
ed_ValueRef ed_value_root(const ed_State *state, u32 index);
/// Returns an item. `at` is NULL if the list is an invalid row table.
ed_ValueRef ed_value_item(const ed_ValueRef *ref, u32 index);
/// Returns a field of a struct, or the alternative that a union holds.
ed_ValueRef ed_value_field(const ed_ValueRef *ref, const ed_Field *field);
/// Counts the parts of any value: the items of a list, the fields of a struct, or 1 for the
/// alternative that a union holds.
u32 ed_value_part_count(const ed_ValueRef *ref);
ed_ValueRef ed_value_part(const ed_ValueRef *ref, u32 index);
/// Appends the last step of the value's path to `out`: "[3]", "[ORC]", ".pos", or the name of a
/// root.
void ed_value_print_step(const ed_ValueRef *ref, u32 index, ed_Text *out);

/// Prints the value as one line of JSON. ed_value_set accepts it if it is valid for its type, and
/// the value is then the same bit by bit. NaN and infinities are strings (ed_number_name). In
/// texts, a byte that is not UTF-8 becomes \udc80 to \udcff. An enum is printed as its name, or as
/// a number if it has no name; flags are printed as a list of names, without those that have no
/// name. A union is an object with the alternative that it holds; a pool is the list of its items.
/// A pointer of type ptr is null, and a symbol its name or null.
/// A pointer to a record is the path of the record, or null.
void ed_value_json(const ed_ValueRef *ref, ed_Text *out);

/// Adds the path of the record that a record pointer leads to: "Game.enemies[3]". Returns false and
/// adds nothing if it leads to none, or if it is not in a state, so that its containers are
/// unknown.
bool ed_value_target_path(const ed_ValueRef *ref, ed_Text *out);
/// Lists the values of an enum or flags for a message: "CALM, ANGRY, …".
void ed_value_list_names(const ed_Type *type, ed_Text *out);
/// Sets the error that the type has no field of that name, and suggests a similar name.
void ed_fail_no_field(const ed_Type *type, const char *name, ed_Error *error);

// --- value_set.c ---------------------------------------------------------------------------------

/// Sets a value. `text` is JSON as ed_value_json prints it. A single value may also be one of these
/// without quotes: the name of an enum value, names of flags joined by |, the name of a union's
/// alternative, a number in hex, or nan, inf or -inf.
///
/// A number outside of the type's range, an unknown name, and a list that does not have the length
/// of the fixed array are errors. After an error nothing is changed.
///
/// An object sets the whole record: fields that it does not name get their defaults, so {} resets
/// all of them. A list replaces the old one. In a pool, an item keeps its handle if the new list
/// has an item at its index.
bool ed_value_set(const ed_ValueRef *ref, const char *text, ed_Error *error);

ED_C_END
#endif
