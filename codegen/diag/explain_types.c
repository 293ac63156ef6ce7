#include "codegen/diag/explain.h"

// The explanations for names, types and layout.

const cg_Text cg_texts_types[] = {
    // --- Names ---------------------------------------------------------------------------------

    { CG_E_NAME_TAKEN,
      "Names of the schema become names in C, and the headers also compile as C++. So the\n"
      "keywords of both, the names in C's headers, and names that begin with ed_ or _ are\n"
      "reserved. A macro of a header is reserved everywhere. A function, type or struct is\n"
      "reserved only for declarations, so a field may be called random or index.\n"
      "wrong:\n"
      "    struct A { bool new; u32 class; }\n"
      "right:\n"
      "    struct A { bool fresh; u32 rank; }\n" },

    { CG_E_NAME_TOO_LONG,
      "Every snapshot contains the names, and every table has space for names of 63 characters.\n"
      "wrong:\n"
      "    struct A { u32 the_number_of_enemies_that_are_still_alive_in_the_current_level_now; }\n"
      "right:\n"
      "    struct A { u32 enemies_alive; }    // in the current level\n" },

    { CG_E_MADE_NAME_TAKEN,
      "struct Actor generates Actor_init, Actor_type, Actor_hp_tag and others; enum Mood\n"
      "generates Mood_CALM and Mood_type. Two declarations must not generate the same name.\n"
      "wrong:\n"
      "    struct Foo { u8 x; }\n"
      "    struct Foo_array { u8 y; }\n"
      "right:\n"
      "    struct Foo { u8 x; }\n"
      "    struct FooGrid { u8 y; }\n" },

    { CG_E_COUNT_TAKEN,
      "A bounded list has its own count: the C struct has items_count beside items. A field of\n"
      "that name is probably a count that was maintained by hand.\n"
      "wrong:\n"
      "    struct Bag { u32 items[..8]; u32 items_count; }\n"
      "right:\n"
      "    struct Bag { u32 items[..8]; }\n" },

    { CG_E_FIELD_NAMED_AS_TYPE,
      "C accepts `Vec2 Vec2;`, but C++ refuses it, and the headers are for both.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 Vec2; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_E_DECLARED_TWICE,
      "All files of a schema share one set of names, as does the C that they become. A file that\n"
      "is included twice is read once, so an #include never causes this error.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    enum Item : u8 { SWORD, SHIELD }\n"
      "right:\n"
      "    struct Item { u32 id; ItemKind kind; }\n"
      "    enum ItemKind : u8 { SWORD, SHIELD }\n" },

    { CG_E_FIELD_TWICE,
      "A value is found by its name, in C and in a snapshot. So a name can belong to only one\n"
      "field.\n"
      "wrong:\n"
      "    struct A { f32 x; f32 x; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_VALUE_TWICE,
      "A value is found by its name when its number changes, so each name occurs only once.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY, CALM }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY, AFRAID }\n" },

    { CG_E_TAG_COLLISION,
      "A field is identified by its tag, 32 bits that are computed from its name; old names have\n"
      "tags, too. Once in some billion pairs, two names have the same tag. Then one of them needs\n"
      "another spelling.\n"
      "wrong:\n"
      "    struct A { u32 macallums; u32 declinate; }\n"
      "right:\n"
      "    struct A { u32 macallums; u32 declinates; }\n" },

    // --- Types and layout ----------------------------------------------------------------------

    { CG_E_UNKNOWN_TYPE,
      "The type of a field is one of bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 char[N] str, or\n"
      "an enum, flags, struct or union in any file of the schema, in any order. Names are\n"
      "case-sensitive.\n"
      "wrong:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapn held; }\n"
      "right:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapon held; }\n" },

    { CG_E_NOT_A_TYPE,
      "A const is a number, and state and rigid are roots: each has its own arena and cannot be\n"
      "part of another type. What two roots have in common is a struct.\n"
      "wrong:\n"
      "    state Game { u32 seed; }\n"
      "    state Editor { Game copy; }\n"
      "right:\n"
      "    struct Rules { u32 seed; }\n"
      "    state Game { Rules rules; }\n"
      "    state Editor { Rules copy; }\n" },

    { CG_E_PTR_IN_STATE,
      "State outlives the program, in snapshots, and moves at a reload, so an address would\n"
      "become invalid. [[live]] declares that a ptr points into rigid memory, which does not\n"
      "move: it is kept across a reload, and null when the state comes from disk. To refer to a\n"
      "record, use a ref.\n"
      "wrong:\n"
      "    state Game { ptr picture; }\n"
      "right:\n"
      "    state Game { ptr picture [[live]]; }\n" },

    { CG_E_ARRAY_BOUND,
      "A bound is a whole number from 1 to 1073741824, or a const with such a value. Empty\n"
      "brackets mean any length.\n"
      "wrong:\n"
      "    struct A { u32 grid[0]; }\n"
      "right:\n"
      "    struct A { u32 grid[8]; u32 found[]; }\n" },

    { CG_E_TEXT_SIZE,
      "char is text with space for N bytes, including the zero at the end: at least 2, and a\n"
      "fixed number. Text of any length is str; one small number is u8.\n"
      "wrong:\n"
      "    struct A { char name; }\n"
      "right:\n"
      "    struct A { char name[32]; str story; }\n" },

    { CG_E_LIST_DIMENSIONS,
      "Only arrays of fixed size have several dimensions. In a list of any length, each row would\n"
      "have its own length, so a row is a struct.\n"
      "wrong:\n"
      "    struct A { u8 rows[][8]; }\n"
      "right:\n"
      "    struct Row { u8 cells[8]; }\n"
      "    struct A { Row rows[]; }\n" },

    { CG_E_LIST_ELEMENT,
      "A list of texts of any number is a list of str. A list of pointers, which only rigid\n"
      "memory can have, needs a bound.\n"
      "wrong:\n"
      "    struct A { char names[][16]; }\n"
      "right:\n"
      "    struct A { str names[]; }\n" },

    { CG_E_TOO_MANY_DIMENSIONS,
      "The type tables have space for four dimensions. For more, a struct per level is clearer.\n"
      "wrong:\n"
      "    struct A { u8 grid[2][2][2][2][2]; }\n"
      "right:\n"
      "    struct Cube { u8 cell[2][2][2]; }\n"
      "    struct A { Cube grid[2][2]; }\n" },

    { CG_E_RECURSIVE_STRUCT,
      "A struct inside itself would have no end. A list stores its elements elsewhere, so a tree\n"
      "is a struct with a list of its own type, or with indices into one common list.\n"
      "wrong:\n"
      "    struct Node { u32 id; Node left; Node right; }\n"
      "right:\n"
      "    struct Node { u32 id; Node children[]; }\n" },

    { CG_E_EMPTY_STRUCT, "C has no struct without members, and there would be nothing to keep.\n"
                         "wrong:\n"
                         "    struct Marker { }\n"
                         "right:\n"
                         "    struct Marker { u32 id; }\n" },

    { CG_E_STRUCT_TOO_DEEP,
      "All code that walks the state, including the reader of a snapshot, goes one level deeper\n"
      "for each struct and each dimension, and has a limit for that. Inside a list, the count\n"
      "starts again.\n"
      "for example:\n"
      "    struct A { B b; }  struct B { C c; }  and so on, 50 times\n"
      "instead:\n"
      "    one of them as a list: struct B { C c[]; }\n" },

    { CG_E_STRUCT_TOO_BIG,
      "Fixed arrays are stored inside their struct, and all of it is copied at a reload. Data of\n"
      "that size is a list, which takes only the memory that it needs, in the arena of its root.\n"
      "wrong:\n"
      "    state Game { f64 heights[30000][30000]; }\n"
      "right:\n"
      "    state Game { f64 heights[]; u32 width; }\n" },

    { CG_E_TOO_MANY_ROOTS,
      "Each root has its own arena, and the host has space for 16 states and 16 rigids in all\n"
      "files together. Data that belongs together is better in one root anyway: its structs share\n"
      "the arena, and each is found by its field.\n"
      "for example:\n"
      "    state Player { u32 hp; }  state World { u32 seed; }  and so on, 17 times\n"
      "instead:\n"
      "    struct Player { u32 hp; }  struct World { u32 seed; }  and so on\n"
      "    state Game { Player player; World world; }\n" },

    { CG_CODES, NULL }
};
