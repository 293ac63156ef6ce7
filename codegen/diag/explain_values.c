#include "codegen/diag/explain.h"

// The explanations for consts, enums, defaults and attributes.

const cg_Text cg_texts_values[] = {
    // --- Consts and expressions ----------------------------------------------------------------

    { CG_E_CONST_TYPE,
      "A const is a number or a bool, of a type that is written out. Texts and structs have\n"
      "their place as the default of a field.\n"
      "wrong:\n"
      "    const str TITLE = \"Last Ember\";\n"
      "right:\n"
      "    state Game { str title = \"Last Ember\"; }\n" },

    { CG_E_CONST_CYCLE,
      "Consts may use each other in any order, but some value has to come first.\n"
      "wrong:\n"
      "    const u32 WIDTH = HEIGHT * 2;\n"
      "    const u32 HEIGHT = WIDTH / 2;\n"
      "right:\n"
      "    const u32 WIDTH = HEIGHT * 2;\n"
      "    const u32 HEIGHT = 36;\n" },

    { CG_E_UNKNOWN_CONST,
      "Where a number is wanted, a name is that of a const in one of the schema's files. Macros\n"
      "and enums of the C are not known here.\n"
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
      "Whole numbers are computed exactly, from -9223372036854775808 to 18446744073709551615,\n"
      "and never wrap around. Shifts go from 0 to 63 bits; |, << and >> take whole numbers only.\n"
      "wrong:\n"
      "    const u64 MASK = 1 << 64;\n"
      "right:\n"
      "    const u64 MASK = 1 << 63;\n" },

    { CG_E_EXPRESSION_TOO_BIG,
      "48 parentheses, signs, braces or consts inside each other and 1000 terms in a row are more\n"
      "than anybody reads. A part with a name of its own is a const.\n"
      "for example:\n"
      "    const u32 SUM = 1 + 2 + 3 and so on, a thousand times\n"
      "instead:\n"
      "    const u32 PART = 500;\n"
      "    const u32 SUM = PART + 1;\n" },

    // --- Enums and flags -----------------------------------------------------------------------

    { CG_E_ENUM_BASE,
      "In C the size of an enum is the compiler's choice; a schema names it. Enums take u8 to u64\n"
      "and i8 to i64, flags only those without a sign.\n"
      "wrong:\n"
      "    enum Mood { CALM, ANGRY }\n"
      "    flags Status : i8 { ALIVE, BURNING }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_EMPTY_ENUM, "A field of it would have nothing to start with.\n"
                       "wrong:\n"
                       "    enum Mood : u8 { }\n"
                       "right:\n"
                       "    enum Mood : u8 { CALM }\n" },

    { CG_E_NUMBER_TWICE,
      "A number is turned back into a name when it is shown or converted; with two names for it\n"
      "one would win by accident. A value that was renamed keeps its old name with was.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM = 1, QUIET = 1 }\n"
      "right:\n"
      "    enum Mood : u8 { CALM [[was(QUIET)]] = 1 }\n" },

    { CG_E_FLAGS_NUMBER,
      "Each value is one bit, in order. The bits of an old snapshot are found by name, so none\n"
      "has to be nailed down.\n"
      "wrong:\n"
      "    flags Status : u8 { ALIVE = 1, BURNING = 2 }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_FLAGS_FULL, "u8 has room for 8 values, u16 for 16, up to u64 for 64.\n"
                       "wrong:\n"
                       "    flags Keys : u8 { A, B, C, D, E, F, G, H, START }\n"
                       "right:\n"
                       "    flags Keys : u16 { A, B, C, D, E, F, G, H, START }\n" },

    // --- Defaults ------------------------------------------------------------------------------

    { CG_E_VALUE_KIND,
      "A number for a number, true or false for a bool, a text for a text, and the name of a\n"
      "value for an enum. Nothing is turned into something else behind your back, as 2 into true.\n"
      "wrong:\n"
      "    struct A { u32 lives = \"three\"; str name = 3; }\n"
      "right:\n"
      "    struct A { u32 lives = 3; str name = \"three\"; }\n" },

    { CG_E_VALUE_SHAPE,
      "Arrays and structs have a list in braces as their default, single values have none.\n"
      "Members may be named in the list of a struct, but not in that of an array.\n"
      "wrong:\n"
      "    struct A { u8 ammo[4] = 30; u32 hp = {100}; }\n"
      "right:\n"
      "    struct A { u8 ammo[4] = {30, 30, 30, 30}; u32 hp = 100; }\n" },

    { CG_E_VALUE_RANGE,
      "A C compiler would cut it and perhaps warn. u8 holds 0 to 255, i8 -128 to 127, and so on;\n"
      "a whole number type takes 3.0 but not 3.5.\n"
      "wrong:\n"
      "    struct A { u8 hp = 300; }\n"
      "right:\n"
      "    struct A { u16 hp = 300; }\n" },

    { CG_E_TEXT_TOO_LONG,
      "char[N] holds N - 1 bytes and the zero at the end. Letters outside ASCII take two to four\n"
      "bytes each.\n"
      "wrong:\n"
      "    struct A { char name[4] = \"eddie\"; }\n"
      "right:\n"
      "    struct A { char name[8] = \"eddie\"; }\n" },

    { CG_E_TOO_MANY_VALUES,
      "An array takes as many values as its bound says, a struct as many as it has fields. Fewer\n"
      "are fine: the rest starts as it would without.\n"
      "wrong:\n"
      "    struct A { u8 ammo[2] = {30, 30, 30}; }\n"
      "right:\n"
      "    struct A { u8 ammo[3] = {30, 30, 30}; }\n" },

    { CG_E_SET_TWICE,
      "C would take the last one; here a second value is a slip of copy and paste.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .x = 2}; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .y = 2}; }\n" },

    { CG_E_UNKNOWN_VALUE,
      "Values are named as in the enum, without its name in front: CALM here, Mood_CALM in C.\n"
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
      "A ptr starts as null: no address is known before the program runs. The module sets it\n"
      "when it is loaded.\n"
      "wrong:\n"
      "    rigid Assets { ptr font = 0; }\n"
      "right:\n"
      "    rigid Assets { ptr font; }\n" },

    { CG_E_ENDLESS_DEFAULT,
      "What sets a struct sets what its lists start with, so a list cannot start with the struct\n"
      "it is in: each would bring one more.\n"
      "wrong:\n"
      "    struct Node { u32 id; Node children[] = {{.id = 1}}; }\n"
      "right:\n"
      "    struct Node { u32 id; Node children[]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_UNKNOWN_ATTRIBUTE,
      "C may ignore attributes it does not know. Here one letter off would cost values at the\n"
      "next reload, so each is known or refused.\n"
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
      "was(health) says: what an old snapshot has under health belongs here now. While there is a\n"
      "field health itself, the value has a home, and it would be taken from it. An enum's values\n"
      "cannot swap names either; fields can.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(CALM)]] }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(FURIOUS)]] }\n" },

    { CG_E_WAS_TWICE,
      "An old value goes to one place. Which of the two had the name is for you to say.\n"
      "wrong:\n"
      "    struct A { f32 hp [[was(health)]]; f32 armor [[was(health)]]; }\n"
      "right:\n"
      "    struct A { f32 hp [[was(health)]]; f32 armor; }\n" },

    { CG_E_RIGID_WAS,
      "Rigid memory is never converted: a module with another layout of it is refused, so no old\n"
      "value ever needs a new place. What has to survive an edit belongs into state.\n"
      "wrong:\n"
      "    rigid Assets { ptr image [[was(texture)]]; }\n"
      "right:\n"
      "    rigid Assets { ptr image; }\n" },

    { CG_CODES, NULL }
};
