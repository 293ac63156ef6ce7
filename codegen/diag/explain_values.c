#include "codegen/diag/explain.h"

// The explanations for consts, enums, defaults and attributes.

const cg_Text cg_texts_values[] = {
    // --- Consts and expressions ----------------------------------------------------------------

    { CG_E_CONST_TYPE,
      "A const is a number or a bool, and its type is given. Texts and structs are possible as\n"
      "the default of a field.\n"
      "wrong:\n"
      "    const str TITLE = \"Last Ember\";\n"
      "right:\n"
      "    state Game { str title = \"Last Ember\"; }\n" },

    { CG_E_CONST_CYCLE, "Consts may use each other in any order, but not in a circle.\n"
                        "wrong:\n"
                        "    const u32 WIDTH = HEIGHT * 2;\n"
                        "    const u32 HEIGHT = WIDTH / 2;\n"
                        "right:\n"
                        "    const u32 WIDTH = HEIGHT * 2;\n"
                        "    const u32 HEIGHT = 36;\n" },

    { CG_E_UNKNOWN_CONST,
      "Where a number is expected, a name is that of a const in one of the schema's files. Macros\n"
      "and enums of C are not known here.\n"
      "wrong:\n"
      "    const u32 BAG_MAX = 8;\n"
      "    struct Bag { u32 items[BAG_SIZE]; }\n"
      "right:\n"
      "    const u32 BAG_MAX = 8;\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n" },

    { CG_E_NOT_A_NUMBER,
      "Only a const has a number. A struct has a size in C, but that is not part of the schema:\n"
      "it may change with every edit.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { u8 bytes[Item]; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { Item items[4]; }\n" },

    { CG_E_DIVISION_BY_ZERO,
      "The value is computed when the schema is compiled, and a division by zero has no value.\n"
      "wrong:\n"
      "    const u32 TILE = 0;\n"
      "    const u32 COUNT = 960 / TILE;\n"
      "right:\n"
      "    const u32 TILE = 16;\n"
      "    const u32 COUNT = 960 / TILE;\n" },

    { CG_E_OVERFLOW,
      "Whole numbers are computed exactly, from -9223372036854775808 to 18446744073709551615, and\n"
      "never wrap around. Shifts go from 0 to 63 bits; |, << and >> accept only whole numbers.\n"
      "wrong:\n"
      "    const u64 MASK = 1 << 64;\n"
      "right:\n"
      "    const u64 MASK = 1 << 63;\n" },

    { CG_E_EXPRESSION_TOO_BIG,
      "An expression has at most 48 parentheses, signs, braces or consts inside each other, and\n"
      "1000 terms in a row. Declare a part of it as a const.\n"
      "for example:\n"
      "    const u32 SUM = 1 + 2 + 3 and so on, a thousand times\n"
      "instead:\n"
      "    const u32 PART = 500;\n"
      "    const u32 SUM = PART + 1;\n" },

    // --- Enums and flags -----------------------------------------------------------------------

    { CG_E_ENUM_BASE,
      "In C, the compiler chooses the size of an enum; in a schema, you name it. Enums take u8 to\n"
      "u64 and i8 to i64, flags only the unsigned types.\n"
      "wrong:\n"
      "    enum Mood { CALM, ANGRY }\n"
      "    flags Status : i8 { ALIVE, BURNING }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_EMPTY_ENUM, "A field of this type would have no initial value.\n"
                       "wrong:\n"
                       "    enum Mood : u8 { }\n"
                       "right:\n"
                       "    enum Mood : u8 { CALM }\n" },

    { CG_E_NUMBER_TWICE,
      "A number becomes a name when it is shown or converted. With two names for it, the result\n"
      "would be arbitrary. A value that was renamed keeps its old name with was.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM = 1, QUIET = 1 }\n"
      "right:\n"
      "    enum Mood : u8 { CALM [[was(QUIET)]] = 1 }\n" },

    { CG_E_FLAGS_NUMBER,
      "Each value is one bit, in the order of declaration. The bits of an old snapshot are found\n"
      "by name, so they need no fixed numbers.\n"
      "wrong:\n"
      "    flags Status : u8 { ALIVE = 1, BURNING = 2 }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_FLAGS_FULL, "u8 has space for 8 values, u16 for 16, up to u64 for 64.\n"
                       "wrong:\n"
                       "    flags Keys : u8 { A, B, C, D, E, F, G, H, START }\n"
                       "right:\n"
                       "    flags Keys : u16 { A, B, C, D, E, F, G, H, START }\n" },

    // --- Defaults ------------------------------------------------------------------------------

    { CG_E_VALUE_KIND,
      "A number takes a number, a bool takes true or false, a text takes a text, and an enum\n"
      "takes the name of a value. Nothing is converted implicitly, such as 2 to true.\n"
      "wrong:\n"
      "    struct A { u32 lives = \"three\"; str name = 3; }\n"
      "right:\n"
      "    struct A { u32 lives = 3; str name = \"three\"; }\n" },

    { CG_E_VALUE_SHAPE,
      "The default of an array or a struct is a list in braces; that of a single value is not.\n"
      "Members may be named in the list of a struct, but not in that of an array.\n"
      "wrong:\n"
      "    struct A { u8 ammo[4] = 30; u32 hp = {100}; }\n"
      "right:\n"
      "    struct A { u8 ammo[4] = {30, 30, 30, 30}; u32 hp = 100; }\n" },

    { CG_E_VALUE_RANGE,
      "A C compiler would truncate the value, perhaps with a warning. u8 has 0 to 255, i8 -128 to\n"
      "127, and so on. A whole number type accepts 3.0 but not 3.5.\n"
      "wrong:\n"
      "    struct A { u8 hp = 300; }\n"
      "right:\n"
      "    struct A { u16 hp = 300; }\n" },

    { CG_E_TEXT_TOO_LONG,
      "char[N] has space for N - 1 bytes and the zero at the end. Letters outside ASCII take two\n"
      "to four bytes each.\n"
      "wrong:\n"
      "    struct A { char name[4] = \"eddie\"; }\n"
      "right:\n"
      "    struct A { char name[8] = \"eddie\"; }\n" },

    { CG_E_TOO_MANY_VALUES,
      "An array takes as many values as its bound says, a struct as many as it has fields. Fewer\n"
      "are fine: the rest gets its own defaults.\n"
      "wrong:\n"
      "    struct A { u8 ammo[2] = {30, 30, 30}; }\n"
      "right:\n"
      "    struct A { u8 ammo[3] = {30, 30, 30}; }\n" },

    { CG_E_SET_TWICE,
      "C would take the last value; a second one is probably a copy-and-paste mistake.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .x = 2}; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .y = 2}; }\n" },

    { CG_E_UNKNOWN_VALUE,
      "Values are named as in the enum, without the name of the enum: CALM here, Mood_CALM in C.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    struct A { Mood mood = Mood_CALM; }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    struct A { Mood mood = CALM; }\n" },

    { CG_E_UNKNOWN_FIELD, "The names after the dots are those of the struct's fields.\n"
                          "wrong:\n"
                          "    struct Vec2 { f32 x; f32 y; }\n"
                          "    struct A { Vec2 pos = {.x = 1, .z = 2}; }\n"
                          "right:\n"
                          "    struct Vec2 { f32 x; f32 y; }\n"
                          "    struct A { Vec2 pos = {.x = 1, .y = 2}; }\n" },

    { CG_E_PTR_DEFAULT,
      "A ptr starts as null: no address is known before the program runs. The module sets it when\n"
      "it is loaded.\n"
      "wrong:\n"
      "    rigid Assets { ptr font = 0; }\n"
      "right:\n"
      "    rigid Assets { ptr font; }\n" },

    { CG_E_ENDLESS_DEFAULT,
      "The default of a struct includes the defaults of its lists. So the default of a list\n"
      "cannot contain the struct that the list is in: each one would add another.\n"
      "wrong:\n"
      "    struct Node { u32 id; Node children[] = {{.id = 1}}; }\n"
      "right:\n"
      "    struct Node { u32 id; Node children[]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_UNKNOWN_ATTRIBUTE,
      "A C compiler may ignore attributes that it does not know. Here, a misspelled one could\n"
      "cost values at the next reload, so unknown attributes are refused.\n"
      "wrong:\n"
      "    struct A { f32 flash [[transiant]]; }\n"
      "right:\n"
      "    struct A { f32 flash [[transient]]; }\n" },

    { CG_E_ATTRIBUTE_PLACE,
      "Attributes follow the name they belong to and its brackets, before the =. An attribute of\n"
      "a single field, such as transient, belongs to a field.\n"
      "wrong:\n"
      "    struct A { [[was(health)]] f32 hp = 100; }\n"
      "right:\n"
      "    struct A { f32 hp [[was(health)]] = 100; }\n" },

    { CG_E_WAS_PRESENT,
      "was(health) says that the value of health in an old snapshot now belongs to this field. If\n"
      "there is also a field called health, that value belongs there. Values of an enum cannot\n"
      "swap names; fields can.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(CALM)]] }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(FURIOUS)]] }\n" },

    { CG_E_WAS_TWICE, "An old value goes to only one field. Decide which of the two had the name.\n"
                      "wrong:\n"
                      "    struct A { f32 hp [[was(health)]]; f32 armor [[was(health)]]; }\n"
                      "right:\n"
                      "    struct A { f32 hp [[was(health)]]; f32 armor; }\n" },

    { CG_E_RIGID_WAS,
      "Rigid memory is never converted: a module with another layout of it is refused, so no old\n"
      "value is ever migrated. Data that has to survive an edit belongs in state.\n"
      "wrong:\n"
      "    rigid Assets { ptr image [[was(texture)]]; }\n"
      "right:\n"
      "    rigid Assets { ptr image; }\n" },

    { CG_CODES, NULL }
};
