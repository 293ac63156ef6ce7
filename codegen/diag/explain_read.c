#include "codegen/diag/explain.h"

// The explanations for input that cannot be read or parsed: files, characters, expected tokens, and
// C features that a schema does not have.

const cg_Text cg_texts_read[] = {
    // --- Files ---------------------------------------------------------------------------------

    { CG_E_UNREADABLE_FILE,
      "A path is relative to the folder in which eddiec runs; the path of an #include is relative\n"
      "to the folder of the including file. Folders, devices, and files over 16 MiB are refused\n"
      "as well: a schema is small, so such a path is probably a mistake.\n"
      "for example:\n"
      "    eddiec scheme/game.def             the folder is called schema\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_UNWRITABLE_FILE,
      "The generated files are written to the folder given by -o, or to build/gen without it. All\n"
      "files are first written under temporary names, and renamed when the last one is complete.\n"
      "So a full disk or a missing permission leaves the old files unchanged.\n"
      "for example:\n"
      "    eddiec -o /usr/gen schema/*.def    where only root may write\n"
      "instead:\n"
      "    eddiec -o build/gen schema/*.def\n" },

    { CG_E_FILE_NAME,
      "actor.def becomes actor.gen.h and actor.gen.c. So the name must end in .def and consist of\n"
      "letters, digits, _, - and dots. schema.def is reserved: schema.gen.h and schema.gen.c are\n"
      "generated from all files together.\n"
      "for example:\n"
      "    eddiec schema/schema.def\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_FILE_NAME_CLASH,
      "The names of generated files do not contain folders, and their include guards do not\n"
      "distinguish capitals. So two files of the same name would overwrite each other.\n"
      "for example:\n"
      "    eddiec items/math.def world/math.def\n"
      "instead:\n"
      "    eddiec items/items_math.def world/math.def\n" },

    { CG_E_NOT_TEXT,
      "A schema is UTF-8. A zero byte comes from UTF-16 or from a file that is not text, an\n"
      "invalid byte above 127 usually from Latin-1. Only comments and \"texts\" may contain more\n"
      "than ASCII. They are copied to the generated C, which every compiler must be able to read.\n"
      "for example:\n"
      "    a comment with an é that was saved as Latin-1\n"
      "instead:\n"
      "    save the file as UTF-8; in most editors that is a choice in the save dialog\n" },

    { CG_E_FILE_CYCLE,
      "Each .def file becomes a header. It includes the header of a type that it contains by\n"
      "value: alone, in an array with a bound, or as an optional. It also includes that of a\n"
      "const that is used as a bound. Headers cannot include each other in a circle. A list, a\n"
      "pool and a ref need no header, and a plain #include of each other is fine.\n"
      "for example:\n"
      "    a.def:  struct A { u32 x; }  struct C { B held; }\n"
      "    b.def:  struct B { A held; }\n"
      "instead:\n"
      "    a.def:  struct A { u32 x; }\n"
      "    b.def:  struct B { A held; }  struct C { B held; }\n" },

    { CG_E_INCLUDE_FORM,
      "A schema cannot use C headers: the generator, and every tool that opens a snapshot, must\n"
      "be able to read all of it. So #include names another schema, in quotes, relative to the\n"
      "folder of the including file.\n"
      "wrong:\n"
      "    #include <math.h>\n"
      "    struct A { f32 x; }\n"
      "right:\n"
      "    #include \"math.def\"\n"
      "    struct A { Vec2 at; }\n" },

    { CG_E_PREPROCESSOR,
      "There is no preprocessor: a macro has no type, and its text could mean something else in\n"
      "each file. A number with a name is a const, which is also generated in C.\n"
      "wrong:\n"
      "    #define BAG_MAX 64\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n"
      "right:\n"
      "    const u32 BAG_MAX = 64;\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n" },

    { CG_E_SCHEMA_TOO_BIG,
      "A schema has at most 16384 files. eddiec uses at most 4 GiB of memory for what it reads,\n"
      "and as much for what it writes. A schema near these limits was probably generated:\n"
      "generate less of it, or put more into each file.\n"
      "for example:\n"
      "    20000 files with one struct each\n"
      "instead:\n"
      "    one file with 20000 structs\n" },

    // --- Characters and numbers ----------------------------------------------------------------

    { CG_E_ODD_CHARACTER,
      "Names consist of a to z, A to Z, 0 to 9 and _, since they become C names. Other letters\n"
      "may occur in comments and in \"texts\". A single @, $, & or ? has no meaning in a schema.\n"
      "wrong:\n"
      "    struct Größe { f32 x; }\n"
      "right:\n"
      "    /// Größe\n"
      "    struct Size { f32 x; }\n" },

    { CG_E_OPEN_COMMENT,
      "A comment ends at the next */, and can have any number of lines. Without a */, the rest of\n"
      "the file would silently be a comment, so it is refused.\n"
      "wrong:\n"
      "    struct A { u32 x; }   /* one of many\n"
      "right:\n"
      "    struct A { u32 x; }   /* one of many */\n" },

    { CG_E_OPEN_TEXT,
      "A text ends on the line on which it begins; otherwise, a forgotten quote would include the\n"
      "rest of the file. Several texts in a row are joined, as in C.\n"
      "wrong:\n"
      "    struct A { char name[16] = \"eddie; }\n"
      "right:\n"
      "    struct A { char name[16] = \"eddie\"; }\n" },

    { CG_E_BAD_ESCAPE,
      "Texts accept C's escapes: \\n \\t \\r \\\\ \\\" \\' \\a \\b \\f \\v, \\x41 and \\101. \\0 "
      "is refused:\n"
      "every text already ends with a zero byte, and another one would silently cut it short.\n"
      "wrong:\n"
      "    struct A { char path[16] = \"C:\\game\"; }\n"
      "right:\n"
      "    struct A { char path[16] = \"C:\\\\game\"; }\n" },

    { CG_E_CHARACTER_SIZE,
      "'a' is the number of one byte, as in C. Texts are written in double quotes.\n"
      "wrong:\n"
      "    struct A { char name[16] = 'eddie'; }\n"
      "right:\n"
      "    struct A { char name[16] = \"eddie\"; u8 key = 'e'; }\n" },

    { CG_E_BAD_NUMBER,
      "Numbers are written as in C: 12, 0x1f, 0b101, 1.5, 2e-3. Digits of another base, two\n"
      "points, or letters inside a number make it invalid.\n"
      "wrong:\n"
      "    const u32 SIZE = 0x1g;\n"
      "right:\n"
      "    const u32 SIZE = 0x1f;\n" },

    { CG_E_LEADING_ZERO,
      "In C, 010 is eight, which is rarely intended. So a schema refuses such numbers.\n"
      "wrong:\n"
      "    const u32 SIZE = 010;\n"
      "right:\n"
      "    const u32 SIZE = 10;\n" },

    { CG_E_NUMBER_SUFFIX,
      "A number has the type of its const or field, so suffixes such as u and l have no meaning.\n"
      "An f after a number with a point is accepted, for values that are pasted from C.\n"
      "wrong:\n"
      "    const u32 SIZE = 64u;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_NUMBER_TOO_BIG,
      "Whole numbers have 64 bits: up to 18446744073709551615. For f32 and f64, write a point;\n"
      "the limits are then 3.4e38 and 1.797e308.\n"
      "wrong:\n"
      "    const f64 FAR = 100000000000000000000;\n"
      "right:\n"
      "    const f64 FAR = 1.0e20;\n" },

    // --- Expected tokens -----------------------------------------------------------------------

    { CG_E_EXPECTED_DECLARATION,
      "A file is a sequence of declarations, and each begins with its keyword: const, enum,\n"
      "flags, struct, union, state, rigid. There are no functions, variables or typedefs; the\n"
      "name of a struct alone is a type.\n"
      "wrong:\n"
      "    u32 score;\n"
      "right:\n"
      "    state Game { u32 score; }\n" },

    { CG_E_EXPECTED_FIELD,
      "The braces of a struct contain fields: a type, a name, and a semicolon.\n"
      "wrong:\n"
      "    struct A { = 4; }\n"
      "right:\n"
      "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_TYPE,
      "A const has its type before its name; an enum has its base type after a colon. The type\n"
      "decides which values fit, and how many bytes they take.\n"
      "wrong:\n"
      "    enum Mood : { CALM, ANGRY }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n" },

    { CG_E_EXPECTED_NAME,
      "Every declaration needs a name, since eddie identifies everything by name. This is how a\n"
      "value is found again when the layout changes.\n"
      "wrong:\n"
      "    struct A { u32; }\n"
      "right:\n"
      "    struct A { u32 score; }\n" },

    { CG_E_EXPECTED_BODY,
      "A { follows the name of a struct, enum or flags, its attributes and its base type. There\n"
      "are no forward declarations, since the order does not matter.\n"
      "wrong:\n"
      "    struct Item;\n"
      "    struct Bag { Item first; }\n"
      "right:\n"
      "    struct Bag { Item first; }\n"
      "    struct Item { u32 id; }\n" },

    { CG_E_EXPECTED_SEPARATOR,
      "Fields and consts end with a semicolon, including the last one. Values of enums and of\n"
      "lists are separated by commas; one after the last value is allowed.\n"
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
      "Each { ( [ and [[ needs its closing bracket. The message shows where it was expected, and\n"
      "the note where the bracket was opened; the mistake may be anywhere between them.\n"
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
      "A const needs a value, and so does each member that is named in the default of a struct.\n"
      "wrong:\n"
      "    const u32 SIZE 64;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_EXPECTED_VALUE, "After the =, write a number, a text, a name, or a list in braces.\n"
                           "wrong:\n"
                           "    struct A { u32 x = ; }\n"
                           "right:\n"
                           "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_ATTRIBUTE,
      "The double brackets contain at least one attribute; several are separated by commas.\n"
      "wrong:\n"
      "    struct A { u32 x [[]]; }\n"
      "right:\n"
      "    struct A { u32 x [[transient]]; }\n" },

    { CG_E_EXPECTED_OLD_NAME,
      "was lists the former names of a value: at least one name, without quotes.\n"
      "wrong:\n"
      "    struct A { u32 hp [[was(\"health\")]]; }\n"
      "right:\n"
      "    struct A { u32 hp [[was(health)]]; }\n" },

    // --- Features of C that schemas do not have ------------------------------------------------

    { CG_E_C_TYPE,
      "The sizes of int and long differ between machines, and a snapshot can be read on all of\n"
      "them. eddie's number types name their size: u8 to u64, i8 to i64, f32, f64. There are also\n"
      "bool, and char[N] and str for text. The generated C uses the same names.\n"
      "wrong:\n"
      "    struct A { unsigned int score; float hp; }\n"
      "right:\n"
      "    struct A { u32 score; f32 hp; }\n" },

    { CG_E_TYPE_KEYWORD, "As in C++, the name alone is the type.\n"
                         "wrong:\n"
                         "    struct Item { u32 id; }\n"
                         "    struct Bag { struct Item first; }\n"
                         "right:\n"
                         "    struct Item { u32 id; }\n"
                         "    struct Bag { Item first; }\n" },

    { CG_E_FIELD_QUALIFIER,
      "A field is data: it can be read and written, and it is packed and unpacked like the\n"
      "others. A value that never changes is a const, outside of the struct.\n"
      "wrong:\n"
      "    struct A { const u32 max = 4; }\n"
      "right:\n"
      "    const u32 MAX = 4;\n"
      "    struct A { u32 count = MAX; }\n" },

    { CG_E_POINTER,
      "State is packed, moved to a new arena and unpacked whenever its layout changes, so an\n"
      "address would become invalid. Use str or char[N] for text, a list for any number of items,\n"
      "and an index for one of them. Raw pointers are allowed in rigid memory, as ptr.\n"
      "wrong:\n"
      "    struct Enemy { u32 id; }\n"
      "    state Game { Enemy *enemies; }\n"
      "right:\n"
      "    struct Enemy { u32 id; }\n"
      "    state Game { Enemy enemies[]; u32 target; }\n" },

    { CG_E_BITFIELD,
      "Each compiler chooses where the bits of a field are, and the state must be the same with\n"
      "all of them. Use flags for single bits, and u8 for small numbers.\n"
      "wrong:\n"
      "    struct A { u32 alive : 1; u32 burning : 1; }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n"
      "    struct A { Status status; }\n" },

    { CG_E_TWO_FIELDS,
      "Each field has its own type, default, attributes and comment, so each is declared on its\n"
      "own.\n"
      "wrong:\n"
      "    struct A { f32 x, y; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_NESTED_TYPE,
      "Every type has a name, which its table, its functions and the report use. So it is\n"
      "declared on its own.\n"
      "wrong:\n"
      "    struct A { struct { f32 x; f32 y; } pos; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_CODES, NULL }
};
