/// The type tables: they describe state. The generator emits them, and every reader, writer and
/// tool walks them. The schema in a snapshot is read into the same tables, so old and new are
/// comparable.
#ifndef ED_TYPES_H
#define ED_TYPES_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
ED_C_BEGIN

#define ED_DIMS_MAX 4u        // dimensions of a fixed array
#define ED_NAME_MAX 64u       // bytes of a name, with its terminator
#define ED_ROOTS_MAX 16u      // states of a game; also the limit of its rigids

typedef enum ed_Kind {
    ED_BOOL,
    ED_U8,
    ED_U16,
    ED_U32,
    ED_U64,
    ED_I8,
    ED_I16,
    ED_I32,
    ED_I64,
    ED_F32,
    ED_F64,
    ED_CHARS,         // char[N]: inline text, terminated
    ED_STR,           // ed_Str: text of any length in the root's arena
    ED_TEXT_PTR,      // const char *: text by pointer (text_ptr.h)
    ED_ENUM,
    ED_FLAGS,       // an integer of kind ed_Type.base; ed_Type.values names its bits
    ED_SYMBOL,      // a pointer to what the module calls by a name of ed_Type.values (symbol.h)
    ED_STRUCT,
    ED_UNION,      // u32 kind, an index in ed_Type.fields; then the alternatives, at one offset
    ED_REF,        // ed_Ref into the pool of ed_Field.type
    ED_RECORD_PTR,      // a pointer to a record of ed_Field.type in a container of a state
    ED_PTR              // raw pointer: a field of rigid memory, or a [[live]] field of a state
} ed_Kind;

typedef enum ed_Shape {
    ED_ONE,           // T x
    ED_FIXED,         // T x[4][8]: `count` is 32, `dims` {4, 8}
    ED_BOUNDED,       // T x[..8]: `u32 x_count` in the four bytes before, then `count` items
    ED_DYNAMIC,       // T x[]: an ed_Array in the record, the items in the root's arena
    ED_OPTIONAL,      // T x [[optional]]: `bool has_x` in the byte before, then the value
    ED_POOL           // T x[] [[pool]]: an ed_Pool; `count` is its limit, 0 for none
} ed_Shape;

enum {
    ED_FIELD_TRANSIENT = 1u,      // never in a snapshot; has its default after a reload
    ED_FIELD_FRESH = 2u,          // [[fresh]]: starts with its default, unless the old field of
                                  // that name had [[fresh]] too
    ED_FIELD_RANGE = 4u,          // range_low and range_high are set
    ED_FIELD_STABLE = 32u,        // of a pool: its items do not move (stable_pool.h)
    ED_FIELD_RENAMED = 8u,        // of an old type: it has its name from a load after it was packed
    ED_FIELD_OWNS_NAME = 16u      // of an old type: such a load gave or left it its name, although
                                  // another field has that as a former name
};

typedef struct ed_Type ed_Type;
typedef struct ed_OldRecord ed_OldRecord;        // migrate/old_record.h
typedef struct ed_KeyedTable ed_KeyedTable;      // keyed_table.h

/// A field, or a part of it, whose old value was at another path in the record:
/// `[[was(pos.x)]]` is { "", "pos.x" }, and `[[was(.x = left)]]` is { "x", "left" }.
typedef struct ed_Move {
    const char *to;        // the path inside the field; "" is the whole field
    const char *from;      // the old path in the record
} ed_Move;

typedef struct ed_Field {
    const char *name;
    const char *doc;      // or NULL
    u32 tag;
    u32 offset;                 // of the value; for ED_BOUNDED of the first item
    u32 size;                   // bytes of one element
    u32 count;                  // elements; for ED_BOUNDED the capacity; 0 for ED_DYNAMIC
    u32 dims[ED_DIMS_MAX];      // for ED_FIXED, outermost first; 0 ends
    /// For ED_FIXED, the enum whose values are the indices of a dimension, or NULL.
    const ed_Type *index_types[ED_DIMS_MAX];
    ed_Kind kind;      // of one element
    ed_Shape shape;
    u32 flags;                // ED_FIELD_…
    const ed_Type *type;      // for ED_ENUM, ED_FLAGS, ED_SYMBOL, ED_STRUCT, ED_UNION; ED_REF and
                              // ED_RECORD_PTR refer to it
    const u32 *was;           // tags of former names
    u32 was_count;
    u32 move_count;
    const ed_Move *moves;
    const char *unit;      // "m/s", or NULL
    f64 range_low, range_high;
    const u8 *packed_default;      // its default in MessagePack; NULL: the default of its type
    u32 packed_default_size;
} ed_Field;

/// Returns whether the field refers to records of its type, which are elsewhere.
static inline bool ed_field_refers(const ed_Field *field)
{
    return field->kind == ED_REF || field->kind == ED_RECORD_PTR;
}

static inline bool ed_field_is_record(const ed_Field *field)
{
    return field->kind == ED_STRUCT || field->kind == ED_UNION;
}

/// Returns whether the field is a number whose values have names. (A symbol is one in a snapshot.)
static inline bool ed_field_is_named(const ed_Field *field)
{
    return field->kind == ED_ENUM || field->kind == ED_FLAGS || field->kind == ED_SYMBOL;
}

static inline bool ed_field_is_text(const ed_Field *field)
{
    return field->kind >= ED_CHARS && field->kind <= ED_TEXT_PTR;
}

/// Returns whether the field is a text whose bytes are outside of the record.
static inline bool ed_field_is_outer_text(const ed_Field *field)
{
    return field->kind == ED_STR || field->kind == ED_TEXT_PTR;
}

/// Returns whether the elements are outside of the record.
static inline bool ed_field_is_list(const ed_Field *field)
{
    return field->shape == ED_DYNAMIC || field->shape == ED_POOL;
}

/// A link is an address in memory and a name in a snapshot: a number with this bit, which no
/// address has. Null is 0 in both.
#define ED_NAME_BIT ((u64)1 << 63)

typedef struct ed_Value {      // of an enum, flags or symbols
    const char *name;
    const char *doc;
    i64 number;      // flags: the bit itself; u64 values keep their bits
    u32 tag;
    const u32 *was;
    u32 was_count;
} ed_Value;

/// An entry of a sorted index of fields or values: finds them among thousands.
typedef struct ed_TypeKey {
    i64 key;          // the tag, or the number of a value
    u32 index;        // of the field or the value
    bool former;      // the tag of a former name; after the entries for present names
} ed_TypeKey;

struct ed_Type {
    const char *name;
    const char *doc;
    ed_Kind kind;      // ED_STRUCT, ED_UNION, ED_ENUM, ED_FLAGS or ED_SYMBOL
    u32 tag;           // of its name
    u32 was_count;
    const u32 *was;              // tags of former names
    ed_Kind base;                // the number under an enum or flags; of symbols ED_U64
    u32 size, align;             // bytes
    const ed_Field *fields;      // in definition order; of a union the alternatives, at one offset
    u32 field_count;
    const ed_Value *values;
    u32 value_count;
    /// Of symbols, in a module: the addresses of `values`, or the rows of a table, in the order of
    /// the values after null; the index of a row is in the low half of its number. If both are
    /// NULL, the type was read from a document, and values in memory are numbers.
    void (*const *addresses)(void);
    const void *rows;
    u32 row_size;
    bool open_values;         // of a keyed table that was not read yet: it may have any rows
    const ed_Field *key;      // the field that identifies a record, or NULL
    bool laid_out;            // read from a document: its sizes and offsets passed the layout
                              // check, so its rows can be read
    bool has_slots;           // read from a document: its rows have slots of texts or lists
                              // (snapshot/row_table.h)
    bool zero_default;        // laid out from a document: its default is only zero bytes
    // read from a document: sorted indices of the fields or values by tag, with former names, and
    // of the values by number. NULL: they are searched one by one
    const ed_TypeKey *by_tag, *by_number;
    u32 by_tag_count;
    u64 default_values;            // laid out from a document: single values in its default
    const u8 *image;               // laid out from a document: its default, to be copied; NULL: set
                                   // field by field
    const char *upgrade_name;      // of the game's function, or NULL
    void (*upgrade_at)(void);      // that function; NULL if the game does not define it
    /// Generated code that calls upgrade_at with a pointer to the type's own struct.
    bool (*upgrade)(ed_Arena *arena, void *it, const ed_OldRecord *old);
    /// Of a state with [[globals]]: where the game's pointer to it is, which is set before each
    /// call. NULL for other types.
    void *globals;
    /// Generated code that sets all fields of *it to their defaults. The memory need not be zeroed.
    /// NULL for types read from a snapshot.
    void (*init)(ed_Arena *arena, void *it);
};

/// Returns the base of an enum, flags or symbols, or else the field's kind.
static inline ed_Kind ed_field_number_kind(const ed_Field *field)
{
    return ed_field_is_named(field) ? field->type->base : field->kind;
}

typedef struct ed_Schema {
    const ed_Type *const *types;      // every type, after the types that it contains
    u32 type_count;
    const ed_Type *const *states;      // a state has the name of its type
    u32 state_count;
    const ed_Type *const *rigids;
    u32 rigid_count;
    const ed_KeyedTable *const *keyed;      // in a module: tables whose rows have keys
    u32 keyed_count;
} ed_Schema;

/// A dynamic array in a record. Generated `Item_array` has this layout with typed items.
typedef struct ed_Array {
    void *items;      // NULL while empty
    u32 count;
    u32 capacity;
} ed_Array;

/// Text of any length, terminated. Use ed_str_text, which returns "" for an empty one.
typedef struct ed_Str {
    char *items;
    u32 count;         // bytes without the terminator
    u32 capacity;      // bytes with the terminator
} ed_Str;

typedef struct u8_array {
    u8 *items;
    u32 count, capacity;
} u8_array;
typedef struct u16_array {
    u16 *items;
    u32 count, capacity;
} u16_array;
typedef struct u32_array {
    u32 *items;
    u32 count, capacity;
} u32_array;
typedef struct u64_array {
    u64 *items;
    u32 count, capacity;
} u64_array;
typedef struct i8_array {
    i8 *items;
    u32 count, capacity;
} i8_array;
typedef struct i16_array {
    i16 *items;
    u32 count, capacity;
} i16_array;
typedef struct i32_array {
    i32 *items;
    u32 count, capacity;
} i32_array;
typedef struct i64_array {
    i64 *items;
    u32 count, capacity;
} i64_array;
typedef struct f32_array {
    f32 *items;
    u32 count, capacity;
} f32_array;
typedef struct f64_array {
    f64 *items;
    u32 count, capacity;
} f64_array;
typedef struct bool_array {
    bool *items;
    u32 count, capacity;
} bool_array;
typedef struct str_array {
    ed_Str *items;
    u32 count, capacity;
} str_array;

/// Makes room for `count` items of `size` bytes; the items may move. Returns false and changes
/// nothing if the arena is full.
bool ed_array_reserve(ed_Arena *arena, ed_Array *array, u32 count, u32 size, u32 align);
/// Adds a zeroed item. Returns NULL if the arena is full. Generated `Item_array_add` also sets
/// defaults.
void *ed_array_add(ed_Arena *arena, ed_Array *array, u32 size, u32 align);
/// Removes an item; the last item moves to its index.
void ed_array_remove_swap(ed_Array *array, u32 index, u32 size);

/// Replace the text. Return false if the arena is full; the text is then unchanged. A save ends a
/// text at its first zero byte, and reports it.
bool ed_str_set(ed_Arena *arena, ed_Str *str, const char *text);
bool ed_str_put(ed_Arena *arena, ed_Str *str, const char *bytes, size_t size);
const char *ed_str_text(const ed_Str *str);
/// Returns a copy of a text in the arena of a state, for a field that is a `char *`. Returns NULL if
/// the arena is full.
const char *ed_text_copy(ed_Arena *arena, const char *text);

/// The new enum value or flag for an old one: by name, then by a `was` on either side. NULL if the
/// new type has no such value.
const ed_Value *ed_value_counterpart(const ed_Type *from, const ed_Value *value, const ed_Type *to);
/// Returns whether the values of an enum can be the indices of an array: 0 to value_count - 1.
bool ed_is_index_type(const ed_Type *type);
/// The index of the old element for an element of an array, if the indices of both are the values
/// of enums: that of the same value. UINT32_MAX if the old enum has no such value.
u32 ed_index_before(const ed_Type *from, const ed_Type *to, u32 index);
/// Appends an index along dimension `dim` as it is in a path: "[ORC]" if an enum has that value,
/// otherwise "[2]".
void ed_field_print_index(const ed_Field *field, u32 dim, u32 index, ed_Text *out);
/// Returns the index of the enum value with that name or former name. Returns UINT32_MAX if the
/// enum has no such value, or if the indices of the dimension are not the values of an enum.
u32 ed_field_index_by_name(const ed_Field *field, u32 dim, const char *name, size_t size);

u32 ed_kind_size(ed_Kind kind);      ///< bytes of a scalar, ed_Str, handle or pointer; else 0
const char *ed_kind_name(ed_Kind kind);      ///< as the schema language spells it

/// Returns whether a record of `type` is one of `part` or begins with one, as a C struct does whose
/// first member is a `part`. Then a pointer to `part` can lead to it.
bool ed_begins_with(const ed_Type *type, const ed_Type *part);

/// Different names may have the same tag. So where both names are known, these compare the names.
bool ed_same_field_name(const ed_Field *one, const ed_Field *other);
bool ed_same_type_name(const ed_Type *one, const ed_Type *other);

/// Finds a field by the tag in a document, then by a former name of that tag.
const ed_Field *ed_field_by_tag(const ed_Type *type, u32 tag);
const ed_Field *ed_field_by_name(const ed_Type *type, const char *name, size_t size);
/// Matches names first, then former names.
const ed_Field *ed_field_by_any_name(const ed_Type *type, const char *name, size_t size);
const ed_Value *ed_value_by_number(const ed_Type *type, i64 number);
/// Matches names first, then former names.
const ed_Value *ed_value_by_name(const ed_Type *type, const char *name, size_t size);
/// Returns the index of the root with that tag, else of the root with a former name of that tag,
/// else `count`.
u32 ed_root_by_tag(const ed_Type *const *roots, u32 count, u32 tag);
/// Does the same for a name: matches names first, then former names.
u32 ed_root_by_name(const ed_Type *const *roots, u32 count, const char *name);

/// Writes the type of a field, as in a schema: "Item[..64]", "char[32]"; "u32 optional" and "Item[]
/// pool" if the field has that attribute.
void ed_field_spell(const ed_Field *field, ed_Text *out);

/// Returns whether both have the same ed_Shape, and the same dimensions if they are arrays. The
/// same enum value must have the same index.
bool ed_same_shape(const ed_Field *one, const ed_Field *other);

/// Returns whether memory of type `one` can be used as type `other` without a migration: the bytes
/// have the same meaning, the fields and values have the same former names, moves and units, and
/// `other` has no new upgrade function. Compares every field inside. If it returns false, `where`
/// gets the first difference: "Assets.fonts changed from ptr[8] to ptr[16]".
bool ed_same_layout(const ed_Type *one, const ed_Type *other, char *where, size_t where_size);

ED_C_END
#endif
