#include "codegen/diag/explain.h"

// The explanations for input that cannot be read or parsed: files, characters, expected tokens, and
// C features that a schema does not have.

const cg_Explanation cg_explanations_read[] = {
    // --- Files ---------------------------------------------------------------------------------

    { CG_E_UNREADABLE_FILE,
      "Paths on the command line are relative to the current folder; the path of an #include is\n"
      "relative to the including file. A folder, a device, or a file over 16 MiB is an error as\n"
      "well: a schema is small, so such a path is probably a mistake.\n"
      "for example:\n"
      "    eddiec scheme/game.def             the folder is called schema\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_UNWRITABLE_FILE,
      "Output goes to the folder given with -o (default: build/gen). New files are first\n"
      "written beside the old ones, and renamed once all of them are complete. So a full disk\n"
      "or a missing permission leaves the old files unchanged.\n"
      "for example:\n"
      "    eddiec -o /usr/gen schema/*.def    where only root may write\n"
      "instead:\n"
      "    eddiec -o build/gen schema/*.def\n" },

    { CG_E_FILE_NAME,
      "actor.def becomes actor.gen.h and actor.gen.c, so the name must end in .def and consist\n"
      "of letters, digits, _, - and dots. schema.def is reserved: schema.gen.h and schema.gen.c\n"
      "are generated from all files together.\n"
      "for example:\n"
      "    eddiec schema/schema.def\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_FILE_NAME_CLASH,
      "The names of generated files do not include folders, and their include guards ignore\n"
      "case. So two files with the same name would overwrite each other.\n"
      "for example:\n"
      "    eddiec items/math.def world/math.def\n"
      "instead:\n"
      "    eddiec items/items_math.def world/math.def\n" },

    { CG_E_NOT_TEXT,
      "A schema is UTF-8 text. A zero byte comes from UTF-16 or from a file that is not text;\n"
      "an invalid byte above 127 comes from Latin-1 or a similar encoding. Only comments and\n"
      "strings can contain characters outside ASCII. They must be valid UTF-8 as well, so that\n"
      "every compiler can read the generated C.\n"
      "for example:\n"
      "    a comment with an é that was saved as Latin-1\n"
      "instead:\n"
      "    save the file as UTF-8; in most editors that is a choice in the save dialog\n" },

    { CG_E_FILE_CYCLE,
      "Each .def file becomes a header. It includes the header of every type that it contains\n"
      "by value (a single value, an array, a bounded list or an optional), and of every const\n"
      "that it uses as a bound. A list of an enum or flags needs the header, too. Such headers\n"
      "cannot include each other in a cycle. A list of structs or unions of any length, a pool\n"
      "and a ref need no header, and .def files can #include each other.\n"
      "for example:\n"
      "    a.def:  struct A { u32 x; }  struct C { B held; }\n"
      "    b.def:  struct B { A held; }\n"
      "instead:\n"
      "    a.def:  struct A { u32 x; }\n"
      "    b.def:  struct B { A held; }  struct C { B held; }\n" },

    { CG_E_INCLUDE_FORM,
      "A schema does not use C headers, since eddiec and every tool that opens a snapshot must\n"
      "understand all of it. So #include takes another schema file in quotes, with a path\n"
      "relative to the including file.\n"
      "wrong:\n"
      "    #include <math.h>\n"
      "    struct A { f32 x; }\n"
      "right:\n"
      "    #include \"math.def\"\n"
      "    struct A { Vec2 at; }\n" },

    { CG_E_PREPROCESSOR,
      "Schemas have no preprocessor: a macro has no type, and its meaning could differ from\n"
      "file to file. Declare a constant as a const, which the generated C contains as well.\n"
      "wrong:\n"
      "    #define BAG_MAX 64\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n"
      "right:\n"
      "    const u32 BAG_MAX = 64;\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n" },

    { CG_E_SCHEMA_TOO_BIG,
      "The limits are 16384 files, 16 MiB for the packed defaults of all fields, 4 GiB of memory\n"
      "for the schema, and 4 GiB for the output. A snapshot has additional limits. A schema of\n"
      "that size was probably generated; generate less, or put more into each file. eddiec\n"
      "reserves 8 GiB of address space, so a limit of `ulimit -v` must be higher than that.\n"
      "for example:\n"
      "    17000 files with one struct each\n"
      "instead:\n"
      "    one file with 17000 structs\n" },

    // --- Characters and numbers ----------------------------------------------------------------

    { CG_E_ODD_CHARACTER,
      "Names consist of the letters a to z and A to Z, digits and _, since they become C names.\n"
      "Other letters are allowed in comments and strings. @, $, & and ? have no meaning in a\n"
      "schema.\n"
      "wrong:\n"
      "    struct Größe { f32 x; }\n"
      "right:\n"
      "    /// Größe\n"
      "    struct Size { f32 x; }\n" },

    { CG_E_OPEN_COMMENT,
      "A comment ends at the next */, even if that is on a later line. Without it, the rest of\n"
      "the file would silently become part of the comment.\n"
      "wrong:\n"
      "    struct A { u32 x; }   /* one of many\n"
      "right:\n"
      "    struct A { u32 x; }   /* one of many */\n" },

    { CG_E_OPEN_TEXT,
      "A string must end on the line on which it starts. Otherwise a missing quote would make\n"
      "the rest of the file part of the string. Adjacent strings are joined, as in C.\n"
      "wrong:\n"
      "    struct A { char name[16] = \"eddie; }\n"
      "right:\n"
      "    struct A { char name[16] = \"eddie\"; }\n" },

    { CG_E_BAD_ESCAPE,
      "Strings support C's escapes: \\n \\t \\r \\\\ \\\" \\' \\a \\b \\f \\v, \\x41 and \\101.\n"
      "\\0 is a character, but cannot be part of a string: every string is terminated by a zero\n"
      "byte, and another one would cut it off.\n"
      "wrong:\n"
      "    struct A { char path[16] = \"C:\\game\"; }\n"
      "right:\n"
      "    struct A { char path[16] = \"C:\\\\game\"; }\n" },

    { CG_E_CHARACTER_SIZE,
      "'a' is a number, the value of one byte, as in C. Strings are written in double quotes.\n"
      "wrong:\n"
      "    struct A { char name[16] = 'eddie'; }\n"
      "right:\n"
      "    struct A { char name[16] = \"eddie\"; u8 key = 'e'; }\n" },

    { CG_E_BAD_NUMBER,
      "Numbers are written as in C: 12, 0x1f, 0b101, 1.5, 2e-3. A number is invalid if it\n"
      "contains a stray letter, a second decimal point, or a digit that its base does not have.\n"
      "wrong:\n"
      "    const u32 SIZE = 0x1g;\n"
      "right:\n"
      "    const u32 SIZE = 0x1f;\n" },

    { CG_E_LEADING_ZERO,
      "In C, 010 is eight, which is rarely intended. So a schema does not allow leading zeros.\n"
      "wrong:\n"
      "    const u32 SIZE = 010;\n"
      "right:\n"
      "    const u32 SIZE = 10;\n" },

    { CG_E_NUMBER_SUFFIX,
      "A number has the type of its const or field, so suffixes such as u and l have no\n"
      "meaning. An f after a number with a decimal point is accepted, so that values can be\n"
      "pasted from C.\n"
      "wrong:\n"
      "    const u32 SIZE = 64u;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_NUMBER_TOO_BIG,
      "Integers have 64 bits: the largest is 18446744073709551615. For f32 and f64, write the\n"
      "number with a decimal point; their limits are 3.4e38 and 1.797e308.\n"
      "wrong:\n"
      "    const f64 FAR = 100000000000000000000;\n"
      "right:\n"
      "    const f64 FAR = 1.0e20;\n" },

    // --- Expected tokens -----------------------------------------------------------------------

    { CG_E_EXPECTED_DECLARATION,
      "A file is a list of declarations. Each starts with a keyword: const, enum, flags,\n"
      "struct, union, state or rigid. There are no functions, variables or typedefs; the name\n"
      "of a struct is a type without a typedef.\n"
      "wrong:\n"
      "    u32 score;\n"
      "right:\n"
      "    state Game { u32 score; }\n" },

    { CG_E_EXPECTED_FIELD,
      "The body of a struct consists of fields. A field is a type, a name and a semicolon.\n"
      "wrong:\n"
      "    struct A { = 4; }\n"
      "right:\n"
      "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_TYPE,
      "The type of a const is written before its name; the base type of an enum is written\n"
      "after its name and a colon. The type determines the size and the range of the values.\n"
      "wrong:\n"
      "    enum Mood : { CALM, ANGRY }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n" },

    { CG_E_EXPECTED_NAME,
      "Every declaration and every field needs a name: values are matched by name when the\n"
      "layout changes.\n"
      "wrong:\n"
      "    struct A { u32; }\n"
      "right:\n"
      "    struct A { u32 score; }\n" },

    { CG_E_EXPECTED_BODY,
      "The name of a struct, enum or flags, with its attributes and base type, is followed by\n"
      "{. There are no forward declarations; the order of declarations does not matter.\n"
      "wrong:\n"
      "    struct Item;\n"
      "    struct Bag { Item first; }\n"
      "right:\n"
      "    struct Bag { Item first; }\n"
      "    struct Item { u32 id; }\n" },

    { CG_E_EXPECTED_SEPARATOR,
      "Every field and every const ends with a semicolon, including the last one. The values of\n"
      "an enum or a list are separated by commas; a comma after the last value is allowed.\n"
      "wrong:\n"
      "    struct A {\n"
      "        u32 x\n"
      "        u32 y;\n"
      "    }\n"
      "right:\n"
      "    struct A {\n"
      "        u32 x;\n"
      "        u32 y;\n"
      "    }\n" },

    { CG_E_EXPECTED_CLOSE,
      "Every { ( [ and [[ must be closed. The error is where the closing bracket was expected. If\n"
      "there is a note, it is where the declaration or the bracket begins; the mistake can be\n"
      "anywhere in between.\n"
      "wrong:\n"
      "    struct A {\n"
      "        u32 x;\n"
      "    struct B {\n"
      "        u32 y;\n"
      "    }\n"
      "right:\n"
      "    struct A {\n"
      "        u32 x;\n"
      "    }\n"
      "    struct B {\n"
      "        u32 y;\n"
      "    }\n" },

    { CG_E_EXPECTED_EQUALS,
      "A const needs a value, and so does every field that is named in the default of a struct.\n"
      "wrong:\n"
      "    const u32 SIZE 64;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_EXPECTED_VALUE,
      "The = must be followed by a number, a string, a name, or a list in braces.\n"
      "wrong:\n"
      "    struct A { u32 x = ; }\n"
      "right:\n"
      "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_ATTRIBUTE,
      "[[ ]] contains at least one attribute; several are separated by commas.\n"
      "wrong:\n"
      "    struct A { u32 x [[]]; }\n"
      "right:\n"
      "    struct A { u32 x [[transient]]; }\n" },

    { CG_E_EXPECTED_OLD_NAME,
      "The attribute was(...) lists the old names: at least one, without quotes.\n"
      "wrong:\n"
      "    struct A { u32 hp [[was(\"health\")]]; }\n"
      "right:\n"
      "    struct A { u32 hp [[was(health)]]; }\n" },

    // --- Features of C that schemas do not have ------------------------------------------------

    { CG_E_C_TYPE,
      "The size of int and long depends on the machine, but a snapshot must be readable on all\n"
      "machines. eddie's types have fixed sizes: bool, u8 to u64, i8 to i64, f32 and f64.\n"
      "char[N] and str are text. The generated C uses the same names.\n"
      "wrong:\n"
      "    struct A { unsigned int score; float hp; }\n"
      "right:\n"
      "    struct A { u32 score; f32 hp; }\n" },

    { CG_E_TYPE_KEYWORD,
      "As in C++, the name of a struct, enum or union is the type, without the keyword.\n"
      "wrong:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { struct Item first; }\n"
      "right:\n"
      "    struct Item { u32 id; }\n"
      "    struct Bag { Item first; }\n" },

    { CG_E_FIELD_QUALIFIER,
      "A field is data that is read, written and packed, so it has no qualifiers. Declare a\n"
      "value that never changes as a const, outside of the struct.\n"
      "wrong:\n"
      "    struct A { const u32 max = 4; }\n"
      "right:\n"
      "    const u32 MAX = 4;\n"
      "    struct A { u32 count = MAX; }\n" },

    { CG_E_POINTER,
      "When the layout changes, the state is packed and then unpacked into new memory. A pointer\n"
      "is kept if it leads to a struct that a state directly holds, to a function that the\n"
      "schema lists, or to a text. Use a list for several items. Any other pointer is a ptr, in\n"
      "rigid memory.\n"
      "wrong:\n"
      "    struct Enemy { u32 *scores; }\n"
      "right:\n"
      "    functions Think : void (Enemy *self) { stand, chase }\n"
      "    struct Enemy { u32 scores[]; Enemy *target; Think think; char *name; }\n"
      "    state Game { Enemy enemies[..8]; }\n" },

    { CG_E_BITFIELD,
      "The position of a bitfield's bits depends on the compiler, but the state must have the\n"
      "same layout with all compilers. Use flags for single bits and u8 for small numbers.\n"
      "wrong:\n"
      "    struct A { u32 alive : 1; u32 burning : 1; }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n"
      "    struct A { Status status; }\n" },

    { CG_E_TWO_FIELDS,
      "Each field has its own type, default, attributes and comment, so each needs its own\n"
      "declaration.\n"
      "wrong:\n"
      "    struct A { f32 x, y; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_NESTED_TYPE,
      "Every type needs a name for its tables and functions, so it is declared separately.\n"
      "wrong:\n"
      "    struct A { struct { f32 x; f32 y; } pos; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_CODES, NULL }
};
