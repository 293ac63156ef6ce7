/// A schema and its values as the storm models them: plain structs that share only the kinds and
/// shapes with the engine. A schema is one block without pointers into itself, so an assignment
/// copies it. Every number is a long double, which holds each bool, integer and float exactly.
#ifndef ST_MODEL_H
#define ST_MODEL_H
#include "runtime/types/types.h"

_Static_assert(sizeof(long double) > sizeof(f64),
               "the model needs a float that holds every i64, u64 and f64");

enum {
    ST_NAME_MAX = 24,
    ST_PATH_MAX = 56,
    ST_WAS_MAX = 4,
    ST_MOVES_MAX = 3,
    ST_FIELDS_MAX = 14,
    ST_ITEMS_MAX = 10,
    ST_TYPES_MAX = 20,
    ST_DIMS_MAX = 3,
    ST_NONE = 255
};

/// What to generate and compare: one bit per feature, so that each can be left out.
enum {
    ST_UNIONS = 1,
    ST_OPTIONAL = 2,
    ST_POOLS = 4,
    ST_LIVE = 8,
    ST_KEYS = 16,
    ST_FRESH = 32,
    ST_RANGES = 64,
    ST_UNITS = 128,
    ST_MOVES = 256,
    ST_REVERSE = 512,       // the writer's `was` read backwards
    ST_RENAMES = 1024,      // a rename is guessed between two live saves
    ST_ATTIC = 2048,        // dropped values are restored
    ST_TALLIES = 4096,      // the counts of the report are compared, too
    ST_GAMES = 8192,        // instead of edits: games with handles that run
    ST_LINKS = 16384,       // pointers to records, functions, rows of tables and texts
    ST_ALL = 8191 | ST_LINKS
};

typedef struct st_Names {
    u32 count;
    char at[ST_WAS_MAX][ST_NAME_MAX];
} st_Names;

typedef struct st_Item {      // a value of an enum, or a bit of flags
    char name[ST_NAME_MAX];
    long double number;
    st_Names was;
} st_Item;

typedef struct st_Move {
    char to[ST_PATH_MAX], from[ST_PATH_MAX];
    char state[ST_NAME_MAX];      // the state that has `from`, if it is another one; else ""
} st_Move;

/// A default as the schema writes it: `{.x = 1, .list = {2, 3}}`. It never changes once made, so
/// schemas share it.
typedef struct st_Default st_Default;
struct st_Default {
    enum {
        ST_DEFAULT_NUMBER,
        ST_DEFAULT_TEXT,
        ST_DEFAULT_NAMES,
        ST_DEFAULT_LIST,
        ST_DEFAULT_STRUCT
    } form;
    long double number;
    char text[ST_PATH_MAX];
    u32 size;                      // bytes of text
    st_Names names;                // the enum value, or the flags
    char member[ST_NAME_MAX];      // its name as an item of a struct
    bool truth;                    // the number is written as true or false
    const st_Default *items, *next;
};

typedef struct st_Field {
    char name[ST_NAME_MAX];
    ed_Kind kind;
    ed_Shape shape;
    u32 rank, dims[ST_DIMS_MAX];      // of a fixed array
    u32 enum_bound;                   // index of the enum that is the first bound, + 1; 0: a number
    u32 limit;                        // of a bounded array; of a pool, 0 for none
    u32 size;                         // bytes of char[N]
    u32 type;      // index of the enum, flags, functions, table, struct or union, or of what a ref
                   // or a pointer leads to; or ST_NONE
    bool bounds_are_consts;      // bounds are written as consts
    bool transient, fresh, ranged;
    f64 low, high;
    const char *unit;
    st_Names was;
    u32 move_count;
    st_Move moves[ST_MOVES_MAX];
    const st_Default *default_value;
} st_Field;

typedef struct st_Type {
    char name[ST_NAME_MAX];
    ed_Kind kind;      // ED_STRUCT, ED_UNION, ED_ENUM, ED_FLAGS or ED_SYMBOL
    bool table;        // of ED_SYMBOL: a table of constants, not functions
    u32 rows;          // of a table: the struct of its rows
    u32 bound;         // of a table: the enum that is its bound, + 1; 0: a number
    bool root;         // a state
    bool gone;         // a removed type stays, so that indices keep their meaning
    ed_Kind base;
    char key[ST_NAME_MAX];
    st_Names was;
    u32 field_count, item_count;
    st_Field fields[ST_FIELDS_MAX];
    st_Item items[ST_ITEMS_MAX];
} st_Type;

typedef struct st_Schema {
    u32 count;
    st_Type types[ST_TYPES_MAX];
} st_Schema;

// --- values --------------------------------------------------------------------------------------

typedef enum st_Form {
    ST_NUMBER,      // bool, integer, float, enum and flags
    ST_TEXT,        // text NULL: a null pointer
    ST_RECORD,      // items: one for each field of its type
    ST_LIST,        // items; an array of more dimensions is a list of lists
    ST_ABSENT,      // an optional without a value
    ST_CHOICE,      // a union: items[0] is the alternative with that index
    ST_HANDLE,
    ST_POINTER,      // index: 0 is null, any other number is an address
    ST_LINK,         // to a record, see links.h; generation 0: null
    ST_POOL          // items, and the slots that refer to them
} st_Form;

typedef struct st_Slot {
    u32 generation, at;      // in a free slot, the next free one + 1
} st_Slot;

typedef struct st_Value st_Value;
struct st_Value {
    st_Form form;
    long double number;
    const char *text;
    u32 size;      // bytes of text
    u32 count;
    st_Value **items;
    u32 index, generation;       // of a handle or a link; a choice and a pointer have an index only
    const st_Value *origin;      // of a record: the old one that it was made from
    // of a link or handle while a migration runs: the old record that it led to, whether it was a
    // handle, and where it is counted if it is lost
    const st_Value *target;
    bool by_handle;
    struct st_Tally *tally;
    u32 *owners;      // the slot of each item of a pool
    st_Slot *slots;
    u32 slot_count, free_slot;
    const u8 *steps;      // how to make a pool: 255 adds an item, a slot number removes its item
    u32 step_count;
};

/// Zeroed memory that is valid until the end of the batch.
void *st_new(size_t size);
void st_new_reset(void);

st_Value *st_value_number(long double number);
st_Value *st_value_text(const char *text, u32 size);
st_Value *st_value_list(st_Form form, u32 count);      ///< its items are NULL
st_Value *st_value_copy(const st_Value *value);

st_Value *st_value_null_text(void);

bool st_is_named(ed_Kind kind);      ///< enum, flags, functions or table
bool st_is_text(ed_Kind kind);
bool st_is_number(ed_Kind kind);      ///< bool, integer or float
bool st_is_float(ed_Kind kind);
void st_range_of(ed_Kind kind, long double *low,
                 long double *high);      ///< of a bool or an integer

u32 st_find_field(const st_Type *type, const char *name);      ///< its index, or field_count
u32 st_find_item(const st_Type *type, const char *name);
void st_remove_field(st_Type *type, u32 index);
/// Whether the values of an enum are 0 to item_count - 1, so that it can be a bound.
bool st_is_bound(const st_Type *type);
u32 st_find_type(const st_Schema *schema, const char *name);      ///< or ST_NONE
bool st_names_have(const st_Names *names, const char *name);
/// Does nothing if the name exists or has a twin, or if the list is full.
void st_names_add(st_Names *names, const char *name);
/// Returns whether another name with the same tag is known. Such names are never former names: a
/// document has only the tags of these.
bool st_is_twin(const char *name);
void st_names_drop(st_Names *names, u32 index);

/// True if the value is empty: 0, "", absent, a list without items, or a record or a fixed array of
/// empty values.
bool st_is_zero(const st_Schema *schema, const st_Field *field, const st_Value *value);

// defaults.c: defaults of a record, of a field in one, and of an element that a list gains.
st_Value *st_default_record(const st_Schema *schema, u32 type);
st_Value *st_default_field(const st_Schema *schema, const st_Field *field);
st_Value *st_default_element(const st_Schema *schema, const st_Field *field);
/// Whether the schema compiler accepts the default of that field.
bool st_default_fits(const st_Schema *schema, const st_Field *field);

#endif
