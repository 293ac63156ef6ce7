#include "codegen/diag/explain.h"

// The explanations for names, types and layout.

const cg_Text cg_texts_types[] = {
    // --- Names ---------------------------------------------------------------------------------

    { CG_E_NAME_TAKEN,
      "Names of the schema become names in C, and the headers compile as C++ too. So the words\n"
      "of both, the names in C's headers, and what begins with ed_ or _ are not free. A macro\n"
      "of a header takes its name everywhere; a function, type or struct only from declarations,\n"
      "so a field may be called random or index.\n"
      "wrong:\n"
      "    struct A { bool new; u32 class; }\n"
      "right:\n"
      "    struct A { bool fresh; u32 rank; }\n" },

    { CG_E_NAME_TOO_LONG,
      "Every snapshot carries its names and every table has room for them: 63 characters.\n"
      "wrong:\n"
      "    struct A { u32 the_number_of_enemies_that_are_still_alive_in_the_current_level_now; }\n"
      "right:\n"
      "    struct A { u32 enemies_alive; }    // in the current level\n" },

    { CG_E_MADE_NAME_TAKEN,
      "From struct Actor come Actor_init, Actor_type, Actor_hp_tag and some more; from enum Mood\n"
      "Mood_CALM and Mood_type. Two declarations must not arrive at the same one.\n"
      "wrong:\n"
      "    struct Foo { u8 x; }\n"
      "    struct Foo_array { u8 y; }\n"
      "right:\n"
      "    struct Foo { u8 x; }\n"
      "    struct FooGrid { u8 y; }\n" },

    { CG_E_COUNT_TAKEN,
      "A bounded list brings its own count: beside items stands items_count in the C struct.\n"
      "A field of that name is most likely the count that was kept by hand.\n"
      "wrong:\n"
      "    struct Bag { u32 items[..8]; u32 items_count; }\n"
      "right:\n"
      "    struct Bag { u32 items[..8]; }\n" },

    { CG_E_FIELD_NAMED_AS_TYPE,
      "C takes `Vec2 Vec2;`, C++ refuses it, and the headers are for both.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 Vec2; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_E_DECLARED_TWICE,
      "All files of a schema share one set of names, as the C they become does. A file that is\n"
      "included twice is read once, so this is never the fault of an #include.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    enum Item : u8 { SWORD, SHIELD }\n"
      "right:\n"
      "    struct Item { u32 id; ItemKind kind; }\n"
      "    enum ItemKind : u8 { SWORD, SHIELD }\n" },

    { CG_E_FIELD_TWICE,
      "The name is what a value is found by, in C and in a snapshot: it can lead to one place.\n"
      "wrong:\n"
      "    struct A { f32 x; f32 x; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_VALUE_TWICE,
      "The name is what a value is found by when numbers move, so each stands once.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY, CALM }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY, AFRAID }\n" },

    { CG_E_TAG_COLLISION,
      "A field is known by its tag, 32 bits that are computed from its name, old names included.\n"
      "Once in some billion pairs two names meet; one of them needs another spelling.\n"
      "wrong:\n"
      "    struct A { u32 macallums; u32 declinate; }\n"
      "right:\n"
      "    struct A { u32 macallums; u32 declinates; }\n" },

    // --- Types and layout ----------------------------------------------------------------------

    { CG_E_UNKNOWN_TYPE,
      "A field's type is one of bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 char[N] str, or an\n"
      "enum, flags, struct or union of any file of the schema, before or after. Capitals count.\n"
      "wrong:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapn held; }\n"
      "right:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapon held; }\n" },

    { CG_E_NOT_A_TYPE,
      "A const is a number, and state and rigid are roots: each has an arena of its own and\n"
      "stands by itself. What two roots have in common is a struct.\n"
      "wrong:\n"
      "    state Game { u32 seed; }\n"
      "    state Editor { Game copy; }\n"
      "right:\n"
      "    struct Rules { u32 seed; }\n"
      "    state Game { Rules rules; }\n"
      "    state Editor { Rules copy; }\n" },

    { CG_E_PTR_IN_STATE,
      "State outlives the program, in snapshots, and moves at a reload; an address does not\n"
      "survive that. [[live]] says that it points into long-term memory, which stays: it is kept\n"
      "over a reload and null when the state comes from disk. A record is found by a ref.\n"
      "wrong:\n"
      "    state Game { ptr picture; }\n"
      "right:\n"
      "    state Game { ptr picture [[live]]; }\n" },

    { CG_E_ARRAY_BOUND,
      "A bound is a whole number from 1 up to 1073741824, or a const with one. Nothing between\n"
      "the brackets means any length.\n"
      "wrong:\n"
      "    struct A { u32 grid[0]; }\n"
      "right:\n"
      "    struct A { u32 grid[8]; u32 found[]; }\n" },

    { CG_E_TEXT_SIZE,
      "char is text with room for N bytes, the zero at the end included: at least 2, and a fixed\n"
      "number. Text of any length is str; one small number is u8.\n"
      "wrong:\n"
      "    struct A { char name; }\n"
      "right:\n"
      "    struct A { char name[32]; str story; }\n" },

    { CG_E_LIST_DIMENSIONS,
      "Only arrays of fixed size have several dimensions. In a list of any length each row would\n"
      "have a length of its own, so a row is a struct.\n"
      "wrong:\n"
      "    struct A { u8 rows[][8]; }\n"
      "right:\n"
      "    struct Row { u8 cells[8]; }\n"
      "    struct A { Row rows[]; }\n" },

    { CG_E_LIST_ELEMENT,
      "A list of texts is one of str. Pointers stay in rigid memory, which has no arena to grow\n"
      "in: give the list a bound.\n"
      "wrong:\n"
      "    struct A { char names[][16]; }\n"
      "right:\n"
      "    struct A { str names[]; }\n" },

    { CG_E_TOO_MANY_DIMENSIONS,
      "Four is the limit of the tables. What goes beyond is clearer as a struct per level.\n"
      "wrong:\n"
      "    struct A { u8 grid[2][2][2][2][2]; }\n"
      "right:\n"
      "    struct Cube { u8 cell[2][2][2]; }\n"
      "    struct A { Cube grid[2][2]; }\n" },

    { CG_E_RECURSIVE_STRUCT,
      "A struct inside itself has no end. A list holds its elements elsewhere, so a tree is a\n"
      "struct with a list of its own kind, or with indices into one common list.\n"
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
      "Everything that walks the state, the reader of a snapshot too, goes down one step for each\n"
      "struct and each dimension, and has a limit on it. A list starts a new count.\n"
      "for example:\n"
      "    struct A { B b; }  struct B { C c; }  and so on, 50 times\n"
      "instead:\n"
      "    one of them as a list: struct B { C c[]; }\n" },

    { CG_E_STRUCT_TOO_BIG,
      "Fixed arrays lie inside their struct, and the whole of it is copied at a reload. What is\n"
      "that large is a list: it takes the room it needs, in the arena of its root.\n"
      "wrong:\n"
      "    state Game { f64 heights[30000][30000]; }\n"
      "right:\n"
      "    state Game { f64 heights[]; u32 width; }\n" },

    { CG_E_TOO_MANY_ROOTS,
      "Each root has an arena of its own, and the host has room for 16 states and 16 rigids, over\n"
      "all files. What belongs together is better one root anyway: its structs share the arena,\n"
      "and each is found by its field.\n"
      "for example:\n"
      "    state Player { u32 hp; }  state World { u32 seed; }  and so on, 17 times\n"
      "instead:\n"
      "    struct Player { u32 hp; }  struct World { u32 seed; }  and so on\n"
      "    state Game { Player player; World world; }\n" },

    { CG_CODES, NULL }
};
