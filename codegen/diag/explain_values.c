#include "codegen/diag/explain.h"

// The explanations for consts, enums, defaults and attributes.

const cg_Explanation cg_explanations_values[] = {
    // --- Consts and expressions ----------------------------------------------------------------

    { CG_E_CONST_TYPE,
      "A const is a number or a bool, and its type is written before its name. For strings and\n"
      "structs, use the default of a field.\n"
      "wrong:\n"
      "    const str TITLE = \"Last Ember\";\n"
      "right:\n"
      "    state Game { str title = \"Last Ember\"; }\n" },

    { CG_E_CONST_CYCLE,
      "Consts can refer to each other in any order, but a const cannot depend on itself.\n"
      "wrong:\n"
      "    const u32 WIDTH = HEIGHT * 2;\n"
      "    const u32 HEIGHT = WIDTH / 2;\n"
      "right:\n"
      "    const u32 WIDTH = HEIGHT * 2;\n"
      "    const u32 HEIGHT = 36;\n" },

    { CG_E_UNKNOWN_CONST,
      "A name used as a number must be a const of the schema. C macros and enums are not known\n"
      "here.\n"
      "wrong:\n"
      "    const u32 BAG_MAX = 8;\n"
      "    struct Bag { u32 items[BAG_SIZE]; }\n"
      "right:\n"
      "    const u32 BAG_MAX = 8;\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n" },

    { CG_E_NOT_A_NUMBER,
      "Only a const has a number. The size of a struct is not available in a schema, since it\n"
      "can change with every edit.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { u8 bytes[Item]; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { Item items[4]; }\n" },

    { CG_E_DIVISION_BY_ZERO,
      "Expressions are computed when the schema is compiled, and a division by zero has no\n"
      "result.\n"
      "wrong:\n"
      "    const u32 TILE = 0;\n"
      "    const u32 COUNT = 960 / TILE;\n"
      "right:\n"
      "    const u32 TILE = 16;\n"
      "    const u32 COUNT = 960 / TILE;\n" },

    { CG_E_OVERFLOW,
      "Integers are computed exactly, from -9223372036854775808 to 18446744073709551615, and\n"
      "never wrap around. The largest f64 is 1.797e308. The operands of |, << and >> must be\n"
      "integers: for |, not negative; on the right of << and >>, 0 to 63.\n"
      "wrong:\n"
      "    const u64 MASK = 1 << 64;\n"
      "right:\n"
      "    const u64 MASK = 1 << 63;\n" },

    { CG_E_EXPRESSION_TOO_BIG,
      "Parentheses, signs, braces and consts can be nested 48 levels deep, and an expression\n"
      "can have up to 1000 terms in a row. Declare a part of a longer expression as a const.\n"
      "for example:\n"
      "    const u32 SUM = 1 + 2 + 3 and so on, two thousand times\n"
      "instead:\n"
      "    const u32 PART = 500;\n"
      "    const u32 SUM = PART + 1;\n" },

    // --- Enums and flags -----------------------------------------------------------------------

    { CG_E_ENUM_BASE,
      "In C, the size of an enum depends on the compiler, so a schema specifies it. The base\n"
      "type of an enum is u8 to u64 or i8 to i64; that of flags must be unsigned.\n"
      "wrong:\n"
      "    enum Mood { CALM, ANGRY }\n"
      "    flags Status : i8 { ALIVE, BURNING }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_EMPTY_ENUM, "A field of an enum without values would have no initial value.\n"
                       "wrong:\n"
                       "    enum Mood : u8 { }\n"
                       "right:\n"
                       "    enum Mood : u8 { CALM }\n" },

    { CG_E_NUMBER_TWICE,
      "A number is converted back to a name when it is shown or migrated, so each number has one\n"
      "name only. If you rename a value, add its old name with was.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM = 1, QUIET = 1 }\n"
      "right:\n"
      "    enum Mood : u8 { CALM [[was(QUIET)]] = 1 }\n" },

    { CG_E_FLAGS_NUMBER,
      "Each value is one bit, in order. The bits of an old snapshot are matched by name, so no\n"
      "number has to be fixed.\n"
      "wrong:\n"
      "    flags Status : u8 { ALIVE = 1, BURNING = 2 }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n" },

    { CG_E_FLAGS_FULL, "u8 has bits for 8 values, u16 for 16, u32 for 32, u64 for 64.\n"
                       "wrong:\n"
                       "    flags Keys : u8 { A, B, C, D, E, F, G, H, START }\n"
                       "right:\n"
                       "    flags Keys : u16 { A, B, C, D, E, F, G, H, START }\n" },

    // --- Defaults ------------------------------------------------------------------------------

    { CG_E_VALUE_KIND,
      "The default of a number is a number, that of a bool is true, false, 1 or 0, that of\n"
      "char[N] or str is a string, and that of an enum is the name of a value. The same is true\n"
      "of consts, bounds and attributes. 2 is not converted to true, nor true to a number.\n"
      "wrong:\n"
      "    struct A { u32 lives = \"three\"; str name = 3; }\n"
      "right:\n"
      "    struct A { u32 lives = 3; str name = \"three\"; }\n" },

    { CG_E_VALUE_SHAPE,
      "The default of an array or struct is a list in braces; that of a single value is not.\n"
      "The list of a struct can name the fields; the list of an array can only name the values\n"
      "of an enum that is its bound.\n"
      "wrong:\n"
      "    struct A { u8 ammo[4] = 30; u32 hp = {100}; }\n"
      "right:\n"
      "    struct A { u8 ammo[4] = {30, 30, 30, 30}; u32 hp = 100; }\n" },

    { CG_E_VALUE_RANGE,
      "A C compiler would truncate the number, perhaps with a warning. u8 holds 0 to 255, i8\n"
      "holds -128 to 127, and so on. An integer type accepts 3.0 but not 3.5.\n"
      "wrong:\n"
      "    struct A { u8 hp = 300; }\n"
      "right:\n"
      "    struct A { u16 hp = 300; }\n" },

    { CG_E_TEXT_TOO_LONG,
      "char[N] holds N - 1 bytes, followed by a zero byte. A character outside ASCII takes two\n"
      "to four bytes.\n"
      "wrong:\n"
      "    struct A { char name[4] = \"eddie\"; }\n"
      "right:\n"
      "    struct A { char name[8] = \"eddie\"; }\n" },

    { CG_E_TOO_MANY_VALUES,
      "A list can have as many values as the array has elements or the struct has fields. If it\n"
      "has fewer values, the remaining fields of a struct have their own defaults, and the\n"
      "remaining elements of an array have the default of their type, such as 0.\n"
      "wrong:\n"
      "    struct A { u8 ammo[2] = {30, 30, 30}; }\n"
      "right:\n"
      "    struct A { u8 ammo[3] = {30, 30, 30}; }\n" },

    { CG_E_SET_TWICE,
      "In C the last value wins. Here it is an error, since it is usually a copy-and-paste\n"
      "mistake.\n"
      "wrong:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .x = 2}; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos = {.x = 1, .y = 2}; }\n" },

    { CG_E_UNKNOWN_VALUE,
      "The name of a value is written without that of its enum: CALM here, Mood_CALM in C.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    struct A { Mood mood = Mood_CALM; }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n"
      "    struct A { Mood mood = CALM; }\n" },

    { CG_E_UNKNOWN_FIELD, "A default (.x = 1), a key and was(.x = old) need existing fields.\n"
                          "wrong:\n"
                          "    struct Vec2 { f32 x; f32 y; }\n"
                          "    struct A { Vec2 pos = {.x = 1, .z = 2}; }\n"
                          "right:\n"
                          "    struct Vec2 { f32 x; f32 y; }\n"
                          "    struct A { Vec2 pos = {.x = 1, .y = 2}; }\n" },

    { CG_E_PTR_DEFAULT,
      "A ptr starts as null, since no address is known before the program runs. The module sets\n"
      "it when it is loaded.\n"
      "wrong:\n"
      "    rigid Assets { ptr font = 0; }\n"
      "right:\n"
      "    rigid Assets { ptr font; }\n" },

    { CG_E_ENDLESS_DEFAULT,
      "The default of a struct includes the initial items of its lists. So these items cannot be\n"
      "structs of the type that contains the list: each item would contain another one.\n"
      "wrong:\n"
      "    struct Node { u32 id; Node children[] = {{.id = 1}}; }\n"
      "right:\n"
      "    struct Node { u32 id; Node children[]; }\n" },

    // --- Attributes ----------------------------------------------------------------------------

    { CG_E_UNKNOWN_ATTRIBUTE,
      "C compilers ignore attributes that they do not know. Here, a misspelled attribute could\n"
      "lose values at the next reload, so it is an error.\n"
      "wrong:\n"
      "    struct A { f32 flash [[transiant]]; }\n"
      "right:\n"
      "    struct A { f32 flash [[transient]]; }\n" },

    { CG_E_ATTRIBUTE_PLACE,
      "Attributes are written after a name and its brackets, before the =. Some are for fields\n"
      "only, such as transient.\n"
      "wrong:\n"
      "    struct A { [[was(health)]] f32 hp = 100; }\n"
      "right:\n"
      "    struct A { f32 hp [[was(health)]] = 100; }\n" },

    { CG_E_WAS_PRESENT,
      "was(health) assigns the old value of health to this field, even if another field is now\n"
      "called health. So fields can swap names, but a field cannot have its own name as an old\n"
      "name. The old name of a value, alternative or declaration must no longer exist.\n"
      "wrong:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(CALM)]] }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY [[was(FURIOUS)]] }\n" },

    { CG_E_WAS_TWICE,
      "An old value can only be assigned to one field, so an old name can only be given once.\n"
      "A part of a field, as in was(.x = old), has one old name.\n"
      "wrong:\n"
      "    struct A { f32 hp [[was(health)]]; f32 armor [[was(health)]]; }\n"
      "right:\n"
      "    struct A { f32 hp [[was(health)]]; f32 armor; }\n" },

    { CG_E_RIGID_WAS,
      "Rigid memory is never migrated: a module whose rigid layout differs is refused, so old\n"
      "names have no use. Put data that must survive an edit into a state.\n"
      "wrong:\n"
      "    rigid Assets { ptr image [[was(texture)]]; }\n"
      "right:\n"
      "    rigid Assets { ptr image; }\n" },

    { CG_CODES, NULL }
};
