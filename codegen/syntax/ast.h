/// A schema in memory: the declarations as parsed, and what the checker computes for them.
/// Everything is allocated in one arena; lists are linked in the order of definition, unless noted.
#ifndef CG_SYNTAX_AST_H
#define CG_SYNTAX_AST_H
#include "codegen/diag/diag.h"
#include "runtime/base/limits.h"
#include "runtime/types/types.h"

#define CG_SOURCES_MAX ED_SCHEMA_FILES_MAX
#define CG_DEPTH_MAX 48u                  // nesting of structs, expressions and consts
#define CG_RECORD_MAX ((u64)1 << 30)      // bytes of a struct, and elements of an array

typedef struct cg_Int {      // any i64 or u64, as sign and magnitude
    bool negative;
    u64 magnitude;
} cg_Int;

typedef struct cg_Number {      // the value of an expression
    bool real;
    bool truth;      // written as true or false
    cg_Int i;
    f64 f;
} cg_Number;

typedef struct cg_Entry cg_Entry;
struct cg_Entry {
    const char *name;
    u32 hash;      // ed_tag of the name
    void *value;
    cg_Location location;
    const char *what;      // what the name stands for, for messages
    cg_Entry *next;        // next entry in the same slot
};

typedef struct cg_Map {      // a map from names to anything
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
    cg_Location location;
    char op;      // + - * / | and < > for the shifts
    cg_Number number;
    const char *text;           // TEXT: the bytes; NAME: the name
    u32 size;                   // bytes of TEXT
    cg_Expr *left, *right;      // UNARY has only left
    cg_Expr *items;             // of LIST
    const char *member;         // if this is an item of a LIST: `x` of `.x = 1`, or NULL
    cg_Location member_location;
    cg_Expr *next;      // next item of the same LIST
};

typedef struct cg_OldName cg_OldName;
struct cg_OldName {        // an argument of [[was(…)]]
    const char *name;      // the old name, or a path such as "pos.x"
    cg_Location location;
    const char *to;      // "x" of `.x = left`, or NULL
    cg_Location to_location;
    bool path;       // either side is a path, not a plain name
    bool taken;      // the name is in use again; set by the checker
    cg_OldName *next;
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
    CG_PLAIN,
    CG_HEADER,
    CG_GLOBALS,
    CG_IN,
    CG_STABLE,
    CG_ATTRS      // the number of attributes
} cg_AttrKind;

typedef struct cg_Attr cg_Attr;
struct cg_Attr {      // an attribute in [[…]]
    cg_AttrKind kind;
    cg_Location location;      // of the attribute's name
    const char *text;          // the name of KEY, UPGRADE and IN, the text of UNIT and HEADER
    cg_Location text_location;
    cg_Expr *low, *high;      // of RANGE
    cg_Attr *next;
    // set by the checker
    cg_Number range[2];      // numbers of the field's type
    bool good;               // `range` was evaluated and is valid
};

typedef struct cg_Attrs {
    cg_Attr *list;
    cg_OldName *was, *last_was;      // the names of all [[was]] attributes
} cg_Attrs;

typedef struct cg_Dim cg_Dim;
struct cg_Dim {      // [4], [..8] or []
    ed_Shape shape;
    cg_Expr *bound;      // NULL for ED_DYNAMIC
    cg_Location location;
    cg_Dim *next;
};

typedef struct cg_Decl cg_Decl;
typedef struct cg_DefaultValue cg_DefaultValue;
typedef struct cg_DefaultEdge cg_DefaultEdge;

typedef struct cg_EnumValue cg_EnumValue;
struct cg_EnumValue {      // a value that an enum or flags declares, or a function
    const char *name;
    const char *doc;
    cg_Location location;
    cg_Expr *expr;      // NULL if not given
    cg_Attrs attrs;
    cg_EnumValue *next;
    // set by the checker
    cg_Int number;
};

typedef struct cg_Field cg_Field;
struct cg_Field {
    const char *name;
    const char *doc;
    cg_Location location;
    const char *type_name;      // as written: "ref(Actor)"
    cg_Location type_location;
    const char *target;      // of ref(Actor) and Actor *: "Actor"; else NULL
    bool pointer;            // written with a *
    bool is_const;           // written with const before the type
    cg_Dim *dims;
    cg_Expr *default_expr;      // NULL if not given
    cg_Attrs attrs;
    cg_Field *next;
    // set by the checker
    bool broken;       // it has an error, which was reported
    ed_Kind kind;      // of one element
    ed_Shape shape;
    cg_Decl *type;        // enum, flags, functions, struct or union; for a ref or a pointer, its
                          // target; else NULL
    u32 size, align;      // of one element
    u32 count;            // as in ed_Field
    u32 dim[ED_DIMS_MAX];
    cg_Decl *dim_enum[ED_DIMS_MAX];      // the enum that is the bound, or NULL
    u32 dim_count;
    const char *dim_text[ED_DIMS_MAX + 1];      // the bounds as spelled in C, followed by the N of
                                                // char[N]
    u32 index;                                  // in its record
    // Set by check/defaults.c. Each {…} that is the default of a struct gets a number when it is
    // checked; this is the number of the latest one that sets this field. If it is already the
    // number of the current one, the default sets the field twice.
    u32 set_by;
    u32 offset;
    u32 pad;      // padding bytes before the field, or before its count or `has_` member
    cg_DefaultValue *default_value;      // `default_expr`, checked; or NULL
    /// The given default in MessagePack; NULL if none was given or if it is zero. Set by
    /// emit/packed_default.c.
    const u8 *packed;
    u32 packed_size;
    bool zero;      // the default is all zero
};

typedef struct cg_Mention cg_Mention;
struct cg_Mention {      // a name in the signature of functions
    const char *name;
    cg_Location location;
    cg_Decl *type;      // the struct or union of that name, or NULL; set by the checker
    cg_Mention *next;
};

typedef enum cg_DeclKind {
    CG_CONST,
    CG_ENUM,
    CG_FLAGS,
    CG_FUNCTIONS,      // a set of functions of one type
    CG_TABLE,          // an array of constant records
    CG_STRUCT,
    CG_STATE,
    CG_RIGID,
    CG_UNION,
    CG_UNKNOWN      // the declaration could not be read, or an unknown name was reported
} cg_DeclKind;

/// The progress of a depth-first search. CG_BUSY: the declaration is on the current path.
typedef enum cg_Visit { CG_NEW, CG_BUSY, CG_DONE, CG_FAILED } cg_Visit;

struct cg_Decl {
    cg_DeclKind kind;
    const char *name;
    const char *doc;
    cg_Location location;
    const char *type_name;      // of a const; the base of enum and flags
    cg_Location type_location;
    cg_Expr *expr;              // of a const
    cg_EnumValue *values;       // of enum, flags, functions and tables; of the last two null is the
                                // first. The checker makes those of a table, one for each row
    cg_Field *rows;             // of a table: a field like `State states[StateKind]`
    const char *signature;      // of functions: "void (Actor *self)"; NULL if a C header has it
    cg_Mention *mentions;       // of functions: the declared types in the signature
    cg_Field *fields;           // for a union, its alternatives
    cg_Attrs attrs;
    bool is_extern;      // a C header declares the type; nothing is generated for it but tables
    cg_Decl *next;       // in the same schema, in the order of the files
    // set by the checker
    cg_Map members;        // fields or values by name; if names are equal, the first
    cg_Map generated;      // names in the generated C that start with the declaration's name
    cg_Visit visit;
    ed_Kind base;
    const cg_EnumValue *initial;      // of an enum: its value 0, otherwise its first value
    cg_Number number;                 // of a const
    u32 size, align;
    u32 tail;                  // padding after the last field; for a union, the size of the byte
                               // array `_all`, which pads it to its alignment; 0: none is needed
    u32 depth;                 // deepest nesting of structs and dimensions inside it
    bool zero;                 // the default is all zero
    bool listed;               // some field is an unbounded list of it
    bool referred;             // some ref refers to it
    bool refs_listed;          // some field is an unbounded list of refs to it
    bool pointers_listed;      // some field is an unbounded list of pointers to it
    const cg_Field *container;      // the first field of a state that holds it directly, or NULL
    const cg_Field *pool;           // the first pool of this struct, or NULL
    const cg_Field *second_pool;
    bool pool_error_reported;        // for a struct: that refs to it have no pool, or two pools
    bool rigid_ref_reported;         // for a rigid: that it contains refs
    const cg_Field *key;             // the field of [[key]], or NULL
    const cg_Field *unit_field;      // the first field with a unit, contained by value at any
                                     // depth; or NULL
    bool has_numbers;                // it, or a struct that it contains by value, has numbers
    cg_Decl *state, *rigid;          // the first one that contains it, at any depth, or NULL
    cg_Decl *next_held;              // in the work list of check/pools.c
    // for the depth-first search of check/default_cycles.c
    cg_DefaultEdge *default_edges;      // to the types that its default sets, in any order
    cg_Decl *path_previous;             // the previous declaration on the path
    cg_Visit cycle_step;
    bool is_sorted;                    // it is in `sorted`
    const cg_Source *declared_in;      // used by the emitter: the last header that declares it
    bool is_forward_declared;      // a header declares it without including the header of its file
    ed_Type *table;                // set by emit/memory_tables.c, or NULL
    cg_Decl *next_sorted;          // in an order where each type follows those it needs
    cg_Decl *next_here;            // in the same order, but of the same file
};

typedef enum cg_DefaultKind {
    CG_DEFAULT_NUMBER,
    CG_DEFAULT_NAMES,
    CG_DEFAULT_TEXT,
    CG_DEFAULT_TEXT_PTR,
    CG_DEFAULT_LIST,
    CG_DEFAULT_STRUCT,
    CG_DEFAULT_UNION      // `items` has the value of the alternative
} cg_DefaultKind;

struct cg_DefaultValue {      // the default of a field, or an item of such a default; checked
    cg_DefaultKind kind;
    // of NUMBER; of NAMES: the number of the enum value, or the bits of the flags; of UNION: the
    // index of the alternative
    cg_Number number;
    const char *text;
    u32 size;              // bytes of TEXT
    u32 count;             // items of STRUCT and NAMES; of LIST the elements up to its last item
    u32 index;             // for an item of LIST: the element; items are sorted by it
    u32 outer_set_by;      // for an item of STRUCT: what `set_by` of its field was before this {…}
                           // was checked; it is restored afterwards
    cg_DefaultValue *items;
    cg_Field *field;                     // for an item of STRUCT and UNION
    const cg_EnumValue *enum_value;      // for an item of NAMES
    cg_DefaultValue *next;
};

typedef struct cg_Link cg_Link;
struct cg_Link {            // a file includes another one or uses its declarations
    u32 to;                 // in cg_Schema.sources
    bool included;          // the schema has an #include line for it
    bool used;              // by a type, a bound or a default
    bool needs_header;      // a type is contained by value, an enum or flags is used, or a const is
                            // a bound, so the header needs the other header
    bool in_header;      // the header includes the other header; otherwise the C file does, if used
    cg_Location location;      // of the first use that sets `needs_header`
    cg_Link *next;
};

typedef struct cg_FileLinks {      // the links and the declarations of a source
    cg_Map by_stem;                // its links by file name
    cg_Link *links;                // in the order of the sources after check/includes.c
    u32 link_count;
    u32 component;      // for check/includes.c: equal for files whose links form a cycle
    cg_Decl *sorted, *last_sorted;      // its declarations: next_here
} cg_FileLinks;

typedef struct cg_Schema {
    ed_Arena *arena;
    cg_Diag *diag;
    cg_Source *sources[CG_SOURCES_MAX];
    cg_FileLinks files[CG_SOURCES_MAX];      // one per source
    u32 source_count;
    cg_Map ids;         // of sources, by device and inode
    cg_Map guards;      // of sources, by their header guard
    cg_Decl *decls, *last;
    cg_Decl *sorted, *last_sorted;
    cg_Map names;                  // of all declarations
    u32 struct_default_count;      // number of {…} of structs checked so far; see cg_Field.set_by
    bool is_incomplete;            // something could not be read, so unknown names are not reported
} cg_Schema;

void *cg_new(ed_Arena *arena, size_t size);      // zeroed; ends the program when the arena is full
/// Releases everything allocated since the arena had `used` bytes.
void cg_arena_rewind(ed_Arena *arena, size_t used);
char *cg_copy(ed_Arena *arena, const char *bytes, size_t size);      ///< with a zero byte after it
char *cg_format(ed_Arena *arena, const char *format, ...) ED_FORMAT(2, 3);

cg_Entry *cg_map_find(const cg_Map *map, const char *name);      ///< or NULL
cg_Entry *cg_map_find_tag(const cg_Map *map, u32 tag);      // the first name with that tag, or NULL
/// Adds a name and returns NULL. If the name already has an entry, returns that one unchanged.
cg_Entry *cg_map_add(ed_Arena *arena, cg_Map *map, const char *name, void *value,
                     cg_Location location, const char *what);

cg_Decl *cg_decl_find(const cg_Schema *schema, const char *name);
/// Records an unknown name that was reported, so that it is not reported again.
void cg_decl_add_unknown(cg_Schema *schema, const char *name, cg_Location location);
bool cg_decl_is_record(const cg_Decl *decl);      ///< has fields: struct, state, rigid, union
bool cg_decl_is_inner(const cg_Decl *decl);       ///< can be part of a record: struct, union
/// The kind of a field whose type is `decl`.
ed_Kind cg_kind_of(const cg_Decl *decl);
/// Returns whether the declaration has values: enum, flags, functions, table.
bool cg_decl_has_values(const cg_Decl *decl);
/// Returns whether it is a table whose rows have the names of their keys: `table Item items[..64]`.
bool cg_table_is_keyed(const cg_Decl *decl);
bool cg_kind_is_record(ed_Kind kind);      ///< ED_STRUCT, ED_UNION
/// The first attribute of that kind, or NULL.
cg_Attr *cg_attr(const cg_Attrs *attrs, cg_AttrKind kind);
/// The name of the generated member that precedes the field in the C struct: the count of a bounded
/// list, "%s_count", or the flag of an optional, "has_%s". NULL for other fields.
const char *cg_field_companion(ed_Arena *arena, const cg_Field *field);
/// The keywords, by kind; and "name" for CG_UNKNOWN.
extern const char *const cg_decl_words[CG_UNKNOWN + 1];
const char *cg_decl_word(const cg_Decl *decl);      ///< the keyword, such as "struct"
cg_Field *cg_field_find(const cg_Decl *decl, const char *name);               ///< or NULL
cg_EnumValue *cg_enum_value_find(const cg_Decl *decl, const char *name);      ///< or NULL
/// Returns whether the values have their bare names in C: those of a C header do, or with
/// [[plain]].
bool cg_decl_is_plain(const cg_Decl *decl);
/// The name of a value in C: "Mood_CALM", or "CALM" if the enum or flags are plain.
const char *cg_enum_value_c_name(ed_Arena *arena, const cg_Decl *decl, const cg_EnumValue *value);
bool cg_default_is_zero(const cg_DefaultValue *value);
/// True if the value of the whole field is zero, including its count or `has_` member.
bool cg_field_default_is_zero(const cg_Field *field, const cg_DefaultValue *value);
/// The declaration whose name the C type of a field contains, or NULL.
cg_Decl *cg_field_names(const cg_Field *field);
f64 cg_real_of(cg_Number number);      ///< also of an integer
bool cg_int_fits(cg_Int number, ed_Kind kind);

#endif
