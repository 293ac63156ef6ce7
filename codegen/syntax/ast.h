/// A schema in memory: what was written, and beside it what the checker found out.
/// Everything lives in one arena; lists are linked in the order of definition.
#ifndef CG_SYNTAX_AST_H
#define CG_SYNTAX_AST_H
#include "codegen/diag/diag.h"
#include "runtime/base/limits.h"
#include "runtime/types/types.h"

#define CG_SOURCES_MAX ED_SCHEMA_FILES_MAX
#define CG_DEPTH_MAX 48u      // nesting of structs, expressions and consts
#define CG_RECORD_MAX ((u64)1 << 30)

typedef struct cg_Int {      // any i64 or u64
    bool negative;
    u64 size;
} cg_Int;

typedef struct cg_Number {      // what an expression comes to
    bool real;
    bool truth;      // true or false was written
    cg_Int i;
    f64 f;
} cg_Number;

typedef struct cg_Entry cg_Entry;
struct cg_Entry {
    const char *name;
    u32 hash;      // ed_tag of the name
    void *value;
    cg_Place place;
    const char *what;      // for messages
    cg_Entry *next;        // of the same slot
};

typedef struct cg_Map {      // names to anything
    cg_Entry **slots;
    u32 count, capacity;      // capacity is a power of two
} cg_Map;

typedef enum cg_ExprKind {
    CG_EXPR_INT,
    CG_EXPR_REAL,
    CG_EXPR_TEXT,
    CG_EXPR_NAME,
    CG_EXPR_UNARY,
    CG_EXPR_BINARY,
    CG_EXPR_LIST
} cg_ExprKind;

typedef struct cg_Expr cg_Expr;
struct cg_Expr {
    cg_ExprKind kind;
    cg_Place place;
    char op;      // + - * / | and < > for the shifts
    cg_Number number;
    const char *text;           // TEXT: the bytes; NAME: the name
    u32 size;                   // bytes of TEXT
    cg_Expr *left, *right;      // UNARY has only left
    cg_Expr *items;             // of LIST
    const char *member;         // as an item of LIST: `.x =`, or NULL
    cg_Place member_place;
    cg_Expr *next;      // as an item of LIST
};

typedef struct cg_Was cg_Was;
struct cg_Was {            // one old name
    const char *name;      // or path: "pos.x"
    cg_Place place;
    const char *to;      // "x" of `.x = left`, or NULL
    cg_Place to_place;
    bool path;       // more than a plain name, on either side
    bool taken;      // a field has that name again; found by the checker
    cg_Was *next;
};

typedef enum cg_AttrKind {
    CG_WAS,
    CG_TRANSIENT,
    CG_OPTIONAL,
    CG_POOL,
    CG_LIVE,
    CG_KEY,
    CG_FRESH,
    CG_UPGRADE,
    CG_RANGE,
    CG_UNIT,
    CG_ATTRS      // how many there are
} cg_AttrKind;

typedef struct cg_Attr cg_Attr;
struct cg_Attr {      // what stands in [[…]]
    cg_AttrKind kind;
    cg_Place place;        // of its word
    const char *text;      // of KEY and UPGRADE the name, of UNIT the text
    cg_Place text_place;
    cg_Expr *low, *high;      // of RANGE
    cg_Attr *next;
    // found by the checker
    cg_Number range[2];      // numbers of the field's type
    bool good;               // `range` holds
};

typedef struct cg_Attrs {
    cg_Attr *list;
    cg_Was *was, *last_was;      // of all [[was]] together
} cg_Attrs;

typedef struct cg_Dim cg_Dim;
struct cg_Dim {      // [4], [..8] or []
    ed_Shape shape;
    cg_Expr *bound;      // NULL for ED_DYNAMIC
    cg_Place place;
    cg_Dim *next;
};

typedef struct cg_Decl cg_Decl;
typedef struct cg_Value cg_Value;
typedef struct cg_Need cg_Need;

typedef struct cg_Item cg_Item;
struct cg_Item {      // a value of an enum or flags
    const char *name;
    const char *doc;
    cg_Place place;
    cg_Expr *expr;      // or NULL
    cg_Attrs attrs;
    cg_Item *next;
    // found by the checker
    cg_Int number;
};

typedef struct cg_Field cg_Field;
struct cg_Field {
    const char *name;
    const char *doc;
    cg_Place place;
    const char *type_name;      // as it was written: "ref(Actor)"
    cg_Place type_place;
    const char *target;      // of ref(Actor): "Actor"; else NULL
    cg_Dim *dims;
    cg_Expr *preset;
    cg_Attrs attrs;
    cg_Field *next;
    // found by the checker
    bool broken;       // told already: nothing more about it
    ed_Kind kind;      // of one element
    ed_Shape shape;
    cg_Decl *type;        // of enums, flags, structs, unions; of a ref its target
    u32 size, align;      // of one element
    u32 count;            // as in ed_Field
    u32 dim[ED_DIMS_MAX];
    u32 dim_count;
    const char *dim_text[ED_DIMS_MAX + 1];      // as the C spells each bound; of char the text size
                                                // last
    u32 index;                                  // in its record
    u32 stamp;      // of the default that is being read and has a value for it
    u32 offset;
    u32 pad;               // bytes before it, or before its count or its `has_`
    cg_Value *value;       // its default, or NULL
    const u8 *packed;      // the same packed; NULL where it is zero. By emit/packed_default.c
    u32 packed_size;
    bool zero;      // its default is all zero
};

typedef enum cg_DeclKind {
    CG_CONST,
    CG_ENUM,
    CG_FLAGS,
    CG_STRUCT,
    CG_STATE,
    CG_RIGID,
    CG_UNION,
    CG_UNKNOWN      // a name that was declared in a way we could not read
} cg_DeclKind;

typedef enum cg_Step { CG_NEW, CG_BUSY, CG_DONE, CG_FAILED } cg_Step;

struct cg_Decl {
    cg_DeclKind kind;
    const char *name;
    const char *doc;
    cg_Place place;
    const char *type_name;      // of a const; the base of enum and flags
    cg_Place type_place;
    cg_Expr *expr;      // of a const
    cg_Item *items;
    cg_Field *fields;      // of a union its alternatives
    cg_Attrs attrs;
    cg_Decl *next;      // in the same schema, files in order
    // found by the checker
    cg_Map members;      // its fields or its items, by name; of equal ones the first
    cg_Map made;         // generated names that begin with its name
    cg_Step step;
    ed_Kind base;
    const cg_Item *start;      // what an enum starts with: its zero, else its first value
    cg_Number number;          // of a const
    u32 size, align;
    u32 tail;                  // padding behind the last field; of a union all bytes
    u32 depth;                 // steps of a path through it: structs and dimensions
    bool zero;                 // its default is all zero
    bool listed;               // a field is a list of any length of it
    bool referred;             // by a ref
    bool refs_listed;          // a field is a list of any length of refs to it
    const cg_Field *pool;      // the first one of it, or NULL
    const cg_Field *second_pool;
    bool pool_told;                // a ref and no pool, or two; of a rigid: that it has refs
    const cg_Field *key;           // or NULL
    const cg_Field *measured;      // the first field in it, by value, that has a unit, or NULL
    bool numbers;                  // it holds numbers by value
    cg_Decl *state, *rigid;        // the first that holds it, however deep, or NULL
    cg_Decl *next_held;
    cg_Need *needs;      // of its default; used up by check/default_cycles.c
    cg_Decl *needed_by;
    cg_Step follow;
    bool placed;                    // in `sorted`
    const cg_Source *named_in;      // by the emitter: the last header that names it
    bool named_apart;               // a header names it without the one of its own file
    ed_Type *table;                 // by emit/type_tables.c, or NULL
    cg_Decl *next_sorted;           // what it needs comes before it
    cg_Decl *next_here;             // in the same order, of the same file
};

typedef enum cg_ValueKind {
    CG_VALUE_NUMBER,
    CG_VALUE_NAMES,
    CG_VALUE_TEXT,
    CG_VALUE_LIST,
    CG_VALUE_STRUCT,
    CG_VALUE_UNION      // `items` is the alternative's
} cg_ValueKind;

struct cg_Value {      // a default, checked against its field
    cg_ValueKind kind;
    cg_Number number;      // NAMES too: the sum
    const char *text;
    u32 size;       // bytes of TEXT
    u32 count;      // items of LIST, STRUCT and NAMES
    u32 stamp;      // as an item of STRUCT: what its field had before
    cg_Value *items;
    cg_Field *field;          // as an item of STRUCT and UNION
    const cg_Item *name;      // as an item of NAMES
    cg_Value *next;
};

typedef struct cg_Link cg_Link;
struct cg_Link {         // one file includes another, or uses what it declares
    u32 to;              // in cg_Schema.sources
    bool included;       // written with #include
    bool used;           // by a type or a bound
    bool whole;          // by more than lists, pools and refs: what is in the type counts
    bool shown;          // the header includes the other one; else the code does, if used
    cg_Place place;      // of the first use that is whole
    cg_Link *next;
};

typedef struct cg_File {      // what is known of a source beside its text
    cg_Map by_stem;           // its links
    cg_Link *links;           // in the order of the sources, once check/includes.c has sorted them
    u32 link_count;
    u32 knot;      // by check/includes.c: the same for files that lead to each other
    cg_Decl *sorted, *last_sorted;      // its declarations: next_here
} cg_File;

typedef struct cg_Schema {
    ed_Arena *arena;
    cg_Diag *diag;
    cg_Source *sources[CG_SOURCES_MAX];
    cg_File files[CG_SOURCES_MAX];      // one for each source
    u32 source_count;
    cg_Map ids;         // of sources, by device and inode
    cg_Map guards;      // of sources, by the guard of their header
    cg_Decl *decls, *last;
    cg_Decl *sorted, *last_sorted;
    cg_Map names;       // of all declarations
    u32 stamp;          // of the last default of a struct
    bool doubtful;      // something could not be read: unknown names mean nothing
} cg_Schema;

void *cg_new(ed_Arena *arena, size_t size);      ///< zeroed; ends the program over the limit
/// Gives back all that was made since the arena had `used` bytes.
void cg_drop(ed_Arena *arena, size_t used);
char *cg_copy(ed_Arena *arena, const char *bytes, size_t size);      ///< terminated
char *cg_format(ed_Arena *arena, const char *format, ...) ED_FORMAT(2, 3);

cg_Entry *cg_map_find(const cg_Map *map, const char *name);      ///< or NULL
cg_Entry *cg_map_find_tag(const cg_Map *map, u32 tag);      ///< the first name of that tag, or NULL
/// The entry that was there before, which stays, or NULL.
cg_Entry *cg_map_add(ed_Arena *arena, cg_Map *map, const char *name, void *value, cg_Place place,
                     const char *what);

cg_Decl *cg_decl_find(const cg_Schema *schema, const char *name);
/// A name that was told to be unknown is not told again.
void cg_decl_forget(cg_Schema *schema, const char *name, cg_Place place);
bool cg_decl_is_record(const cg_Decl *decl);      ///< it has fields: struct, state, rigid, union
bool cg_decl_is_inner(const cg_Decl *decl);       ///< a type of fields: struct, union
bool cg_kind_is_record(ed_Kind kind);             ///< the same of a field's kind
/// The attribute, or NULL where it was not written.
cg_Attr *cg_attr(const cg_Attrs *attrs, cg_AttrKind kind);
/// What a field keeps in front of its value, as a member of its own: "%s_count", "has_%s" or NULL.
const char *cg_field_lead(ed_Arena *arena, const cg_Field *field);
const char *cg_decl_word(const cg_Decl *decl);                       ///< "struct"
cg_Field *cg_field_find(const cg_Decl *decl, const char *name);      ///< or NULL
cg_Item *cg_item_find(const cg_Decl *decl, const char *name);        ///< or NULL
bool cg_value_is_zero(const cg_Value *value);
/// With its count or its `has_`.
bool cg_field_value_is_zero(const cg_Field *field, const cg_Value *value);
bool cg_int_fits(cg_Int number, ed_Kind kind);

#endif
