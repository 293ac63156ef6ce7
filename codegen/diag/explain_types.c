#include "codegen/diag/explain.h"

// The explanations for names, types and layout.

const cg_Explanation cg_explanations_types[] = {
    // --- Names ---------------------------------------------------------------------------------

    { CG_E_NAME_TAKEN,
      "The names of a schema become names in the generated C, whose headers must also compile as\n"
      "C++. So the keywords of both languages are reserved, and names that start with ed_ or _.\n"
      "Macros of common C headers are reserved as well, and so are the functions and types of\n"
      "the headers that eddie includes, such as memcpy. A field can still have the name of a\n"
      "function or type.\n"
      "wrong:\n"
      "    struct A { bool new; u32 class; }\n"
      "right:\n"
      "    struct A { bool fresh; u32 rank; }\n" },

    { CG_E_NAME_TOO_LONG,
      "A name can have at most 63 characters, in the schema, in snapshots and in type tables.\n"
      "wrong:\n"
      "    struct A { u32 the_number_of_enemies_that_are_still_alive_in_the_current_level_now; }\n"
      "right:\n"
      "    struct A { u32 enemies_alive; }    // in the current level\n" },

    { CG_E_GENERATED_NAME_TAKEN,
      "struct Actor generates Actor_init, Actor_type, Actor_hp_tag and more; enum Mood\n"
      "generates Mood_CALM and Mood_type. Two declarations must not generate the same name.\n"
      "wrong:\n"
      "    struct Foo { u8 x; }\n"
      "    struct Foo_array { u8 y; }\n"
      "right:\n"
      "    struct Foo { u8 x; }\n"
      "    struct FooGrid { u8 y; }\n" },

    { CG_E_COUNT_TAKEN,
      "A bounded list has a generated count: in C, items_count is before items. A field with\n"
      "this name is probably a count that was maintained by hand.\n"
      "wrong:\n"
      "    struct Bag { u32 items[..8]; u32 items_count; }\n"
      "right:\n"
      "    struct Bag { u32 items[..8]; }\n" },

    { CG_E_FIELD_NAMED_AS_TYPE,
      "C allows a field such as `Vec2 Vec2;`. C++ does not allow it everywhere, and the headers\n"
      "must compile as both.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 Vec2; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_E_DECLARED_TWICE,
      "All files of a schema share one set of names, like the C that is generated from them. A\n"
      "file is read only once even if it is included twice, so an #include never causes this\n"
      "error.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    enum Item : u8 { SWORD, SHIELD }\n"
      "right:\n"
      "    struct Item { u32 id; ItemKind kind; }\n"
      "    enum ItemKind : u8 { SWORD, SHIELD }\n" },

    { CG_E_FIELD_TWICE,
      "Values are found by name, in C and in a snapshot, so each name must be unique in its\n"
      "struct.\n"
      "wrong:\n"
      "    struct A { f32 x; f32 x; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_VALUE_TWICE,
      "Values are matched by name when their numbers change, so each name must be unique.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY, CALM }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY, AFRAID }\n" },

    { CG_E_TAG_COLLISION,
      "A field is identified by its tag, a 32-bit hash of its name. In rare cases, two names or\n"
      "old names in a struct have the same tag. Rename one of them.\n"
      "wrong:\n"
      "    struct A { u32 macallums; u32 declinate; }\n"
      "right:\n"
      "    struct A { u32 macallums; u32 declinates; }\n" },

    // --- Types and layout ----------------------------------------------------------------------

    { CG_E_UNKNOWN_TYPE,
      "The type of a field is one of bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 char[N] str\n"
      "char *, a ref or a ptr, or an enum, flags, struct or union that any file of the schema\n"
      "declares, in any order. Names are case-sensitive.\n"
      "wrong:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapn held; }\n"
      "right:\n"
      "    struct Weapon { u32 ammo; }\n"
      "    struct Actor { Weapon held; }\n" },

    { CG_E_NOT_A_TYPE,
      "A const is a number. A state or rigid is a root: each root has its own arena and cannot\n"
      "be part of another type. Put what two roots share into a struct.\n"
      "wrong:\n"
      "    state Game { u32 seed; }\n"
      "    state Editor { Game copy; }\n"
      "right:\n"
      "    struct Rules { u32 seed; }\n"
      "    state Game { Rules rules; }\n"
      "    state Editor { Rules copy; }\n" },

    { CG_E_PTR_IN_STATE,
      "State is saved to disk and can move at a reload, so addresses in it would become\n"
      "invalid. [[live]] marks a pointer to rigid memory, which does not move: it is kept\n"
      "across a reload, and null after the state is loaded from disk. To refer to a record, use\n"
      "a ref.\n"
      "wrong:\n"
      "    state Game { ptr picture; }\n"
      "right:\n"
      "    state Game { ptr picture [[live]]; }\n" },

    { CG_E_ARRAY_BOUND,
      "A bound is an integer from 1 to 1073741824, or a const with such a value. Empty brackets\n"
      "declare a list of any length. The bound of a fixed array can also be an enum with the\n"
      "values 0, 1, 2 and so on: the array then has one element for each value.\n"
      "wrong:\n"
      "    struct A { u32 grid[0]; }\n"
      "right:\n"
      "    enum Kind : u8 { ORC, ELF }\n"
      "    struct A { u32 grid[8]; u32 found[]; f32 speed[Kind]; }\n" },

    { CG_E_TEXT_SIZE,
      "char[N] is text of at most N - 1 bytes, followed by a zero byte. So N must be at least\n"
      "2. Use str for text of any length, and u8 for a small number.\n"
      "wrong:\n"
      "    struct A { char name; }\n"
      "right:\n"
      "    struct A { char name[32]; str story; }\n" },

    { CG_E_LIST_DIMENSIONS,
      "Only fixed arrays can have several dimensions. For a list of rows, put the row into a\n"
      "struct.\n"
      "wrong:\n"
      "    struct A { u8 rows[][8]; }\n"
      "right:\n"
      "    struct Row { u8 cells[8]; }\n"
      "    struct A { Row rows[]; }\n" },

    { CG_E_LIST_ELEMENT,
      "The items of a list of any length cannot be char[N], char * or ptr. For a list of\n"
      "strings, use str; for a list of pointers, add a bound.\n"
      "wrong:\n"
      "    struct A { char names[][16]; }\n"
      "right:\n"
      "    struct A { str names[]; }\n" },

    { CG_E_TOO_MANY_DIMENSIONS,
      "An array can have up to four dimensions. For more, put the inner dimensions into a\n"
      "struct.\n"
      "wrong:\n"
      "    struct A { u8 grid[2][2][2][2][2]; }\n"
      "right:\n"
      "    struct Cube { u8 cell[2][2][2]; }\n"
      "    struct A { Cube grid[2][2]; }\n" },

    { CG_E_RECURSIVE_STRUCT,
      "A struct that contains itself would be infinitely large. A list stores its items outside\n"
      "of the struct, so a tree is a struct with a list of its own type, or with indices into a\n"
      "common list.\n"
      "wrong:\n"
      "    struct Node { u32 id; Node left; Node right; }\n"
      "right:\n"
      "    struct Node { u32 id; Node children[]; }\n" },

    { CG_E_EMPTY_STRUCT, "C does not allow a struct without members.\n"
                         "wrong:\n"
                         "    struct Marker { }\n"
                         "right:\n"
                         "    struct Marker { u32 id; }\n" },

    { CG_E_STRUCT_TOO_DEEP,
      "Structs and arrays can be nested 48 levels deep, so that code that walks the state, such\n"
      "as the reader of snapshots, has a limit. The items of a list of any length are counted\n"
      "separately. In the default of a field, such lists can be nested 64 levels deep.\n"
      "for example:\n"
      "    struct A { B b; }  struct B { C c; }  and so on, 50 times\n"
      "instead:\n"
      "    one of them as a list: struct B { C c[]; }\n" },

    { CG_E_STRUCT_TOO_BIG,
      "A struct can be at most 1 GiB in size. A fixed array is stored inside its struct, and a\n"
      "reload copies the whole struct. Use a list for large data: it takes only the memory that\n"
      "it needs.\n"
      "wrong:\n"
      "    state Game { f64 heights[30000][30000]; }\n"
      "right:\n"
      "    state Game { f64 heights[]; u32 width; }\n" },

    { CG_E_TOO_MANY_ROOTS,
      "All files together can have up to 16 states and 16 rigids, since each of them has its\n"
      "own arena. Combine related states into one, with a struct for each part.\n"
      "for example:\n"
      "    state Player { u32 hp; }  state World { u32 seed; }  and so on, 17 times\n"
      "instead:\n"
      "    struct Player { u32 hp; }  struct World { u32 seed; }  and so on\n"
      "    state Game { Player player; World world; }\n" },

    { CG_CODES, NULL }
};
