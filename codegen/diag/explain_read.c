#include "codegen/diag/explain.h"

// The explanations for input that cannot be read or parsed: files, characters, expected tokens, and
// C features that a schema does not have.

const cg_Text cg_texts_read[] = {
    // --- Files ---------------------------------------------------------------------------------

    { CG_E_UNREADABLE_FILE,
      "The path is taken from the directory eddiec runs in; that of an #include from the\n"
      "directory of the file that includes. A directory, a device, and a file over 16 MiB\n"
      "are refused as well: a schema is small, so such a path is a slip.\n"
      "for example:\n"
      "    eddiec scheme/game.def             the folder is called schema\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_UNWRITABLE_FILE,
      "What is generated goes to the directory of -o, build/gen without it. All files are\n"
      "written beside the old ones first and renamed when the last one is whole, so a full\n"
      "disk or a missing permission leaves the old set as it was.\n"
      "for example:\n"
      "    eddiec -o /usr/gen schema/*.def    where only root may write\n"
      "instead:\n"
      "    eddiec -o build/gen schema/*.def\n" },

    { CG_E_FILE_NAME,
      "actor.def becomes actor.gen.h and actor.gen.c, so the name ends in .def and is made of\n"
      "letters, digits, _, - and dots. schema.def is taken: schema.gen.h and schema.gen.c\n"
      "stand for all files together.\n"
      "for example:\n"
      "    eddiec schema/schema.def\n"
      "instead:\n"
      "    eddiec schema/game.def\n" },

    { CG_E_FILE_NAME_CLASH,
      "Folders do not count in the names of generated files, nor do capitals in the guards\n"
      "inside: two files of one name would overwrite each other.\n"
      "for example:\n"
      "    eddiec items/math.def world/math.def\n"
      "instead:\n"
      "    eddiec items/items_math.def world/math.def\n" },

    { CG_E_NOT_TEXT,
      "A schema is UTF-8. A zero byte comes from UTF-16 or from a file that is not text at all,\n"
      "an odd byte above 127 from Latin-1 and its kin. Only comments and \"texts\" may hold more\n"
      "than ASCII, but even there the generated C must be readable by every compiler.\n"
      "for example:\n"
      "    a comment with an é that was saved as Latin-1\n"
      "instead:\n"
      "    save the file as UTF-8; in most editors that is a choice in the save dialog\n" },

    { CG_E_FILE_CYCLE,
      "Each .def becomes a header, which includes that of a type it holds by value: alone, in an\n"
      "array with a bound or as an optional; and that of a const which is a bound. Headers cannot\n"
      "include each other, two or more in a circle. A list, a pool and a ref need no header, and\n"
      "plain #include of each other is fine.\n"
      "for example:\n"
      "    a.def:  struct A { u32 x; }  struct C { B held; }\n"
      "    b.def:  struct B { A held; }\n"
      "instead:\n"
      "    a.def:  struct A { u32 x; }\n"
      "    b.def:  struct B { A held; }  struct C { B held; }\n" },

    { CG_E_INCLUDE_FORM,
      "A schema knows nothing of C headers: what it says must be readable by the generator and\n"
      "by every tool that opens a snapshot. So #include takes another schema, in quotes, found\n"
      "from the folder of the file that includes it.\n"
      "wrong:\n"
      "    #include <math.h>\n"
      "    struct A { f32 x; }\n"
      "right:\n"
      "    #include \"math.def\"\n"
      "    struct A { Vec2 at; }\n" },

    { CG_E_PREPROCESSOR,
      "There is no preprocessor: a macro has no type, and its text would mean something else in\n"
      "each file. A number with a name is a const, which the C gets as well.\n"
      "wrong:\n"
      "    #define BAG_MAX 64\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n"
      "right:\n"
      "    const u32 BAG_MAX = 64;\n"
      "    struct Bag { u32 items[BAG_MAX]; }\n" },

    { CG_E_SCHEMA_TOO_BIG,
      "At most 16384 files, 2 GiB of memory for what was read and as much for what is written.\n"
      "A schema that comes near has most likely been generated; generate less of it, or put\n"
      "more into each file.\n"
      "for example:\n"
      "    20000 files with one struct each\n"
      "instead:\n"
      "    one file with 20000 structs\n" },

    // --- Characters and numbers ----------------------------------------------------------------

    { CG_E_ODD_CHARACTER,
      "Names are made of a to z, A to Z, 0 to 9 and _, since they become C names. Other letters\n"
      "may stand in comments and in \"texts\". A lone @, $, & or ? has no use in a schema.\n"
      "wrong:\n"
      "    struct Größe { f32 x; }\n"
      "right:\n"
      "    /// Größe\n"
      "    struct Size { f32 x; }\n" },

    { CG_E_OPEN_COMMENT,
      "A comment ends at the next */, over any number of lines. Without one, the rest of the file\n"
      "would silently be a comment, so it is refused.\n"
      "wrong:\n"
      "    struct A { u32 x; }   /* one of many\n"
      "right:\n"
      "    struct A { u32 x; }   /* one of many */\n" },

    { CG_E_OPEN_TEXT,
      "A text ends on the line it begins on; a quote that is forgotten would swallow the rest\n"
      "of the file. Several texts in a row are one, as in C.\n"
      "wrong:\n"
      "    struct A { char name[16] = \"eddie; }\n"
      "right:\n"
      "    struct A { char name[16] = \"eddie\"; }\n" },

    { CG_E_BAD_ESCAPE,
      "Texts take C's escapes: \\n \\t \\r \\\\ \\\" \\' \\a \\b \\f \\v, \\x41 and \\101.\n"
      "Not \\0: every text ends with a zero byte of its own, and a second one would cut it short\n"
      "unseen.\n"
      "wrong:\n"
      "    struct A { char path[16] = \"C:\\game\"; }\n"
      "right:\n"
      "    struct A { char path[16] = \"C:\\\\game\"; }\n" },

    { CG_E_CHARACTER_SIZE, "'a' is the number of one byte, as in C. Texts stand in double quotes.\n"
                           "wrong:\n"
                           "    struct A { char name[16] = 'eddie'; }\n"
                           "right:\n"
                           "    struct A { char name[16] = \"eddie\"; u8 key = 'e'; }\n" },

    { CG_E_BAD_NUMBER,
      "Numbers are written as in C: 12, 0x1f, 0b101, 1.5, 2e-3. Digits of another base, two\n"
      "points, or letters in between make it something nobody can read.\n"
      "wrong:\n"
      "    const u32 SIZE = 0x1g;\n"
      "right:\n"
      "    const u32 SIZE = 0x1f;\n" },

    { CG_E_LEADING_ZERO,
      "In C 010 is eight. Few who write it mean that, so a schema takes neither reading.\n"
      "wrong:\n"
      "    const u32 SIZE = 010;\n"
      "right:\n"
      "    const u32 SIZE = 10;\n" },

    { CG_E_NUMBER_SUFFIX,
      "The type is that of the const or field, so suffixes such as u and l have no meaning.\n"
      "An f after a number with a point is accepted, for values that are pasted from C.\n"
      "wrong:\n"
      "    const u32 SIZE = 64u;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_NUMBER_TOO_BIG,
      "Whole numbers have 64 bits: up to 18446744073709551615. For f32 and f64 write a point,\n"
      "which goes up to 3.4e38 and 1.797e308.\n"
      "wrong:\n"
      "    const f64 FAR = 100000000000000000000;\n"
      "right:\n"
      "    const f64 FAR = 1.0e20;\n" },

    // --- Expected tokens -----------------------------------------------------------------------

    { CG_E_EXPECTED_DECLARATION,
      "A file is a row of declarations, and each begins with its word: const, enum, flags,\n"
      "struct, state, rigid. There are no functions, variables or typedefs; a struct's name is\n"
      "a type right away.\n"
      "wrong:\n"
      "    u32 score;\n"
      "right:\n"
      "    state Game { u32 score; }\n" },

    { CG_E_EXPECTED_FIELD,
      "Inside the braces of a struct stand fields: a type, a name, and a semicolon.\n"
      "wrong:\n"
      "    struct A { = 4; }\n"
      "right:\n"
      "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_TYPE,
      "A const says its type before its name, and an enum the one it is stored as after a\n"
      "colon. The type decides what fits, and how many bytes it takes.\n"
      "wrong:\n"
      "    enum Mood : { CALM, ANGRY }\n"
      "right:\n"
      "    enum Mood : u8 { CALM, ANGRY }\n" },

    { CG_E_EXPECTED_NAME,
      "What is declared needs a name: identity in eddie is the name. It is how a value finds\n"
      "its place again when the layout changes.\n"
      "wrong:\n"
      "    struct A { u32; }\n"
      "right:\n"
      "    struct A { u32 score; }\n" },

    { CG_E_EXPECTED_BODY,
      "A { follows the name of a struct, enum or flags, its attributes and its base type.\n"
      "There are no forward declarations: order does not matter.\n"
      "wrong:\n"
      "    struct Item;\n"
      "    struct Bag { Item first; }\n"
      "right:\n"
      "    struct Bag { Item first; }\n"
      "    struct Item { u32 id; }\n" },

    { CG_E_EXPECTED_SEPARATOR,
      "Fields and consts end with a semicolon, also the last one. Values of enums and of lists\n"
      "are separated by commas; one after the last value is allowed.\n"
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
      "Each { ( [ and [[ has its partner. The message stands where the partner would have been\n"
      "due, and the note where it began; the slip may be anywhere between.\n"
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
      "A const has a value, and so has each member that is named in the default of a struct.\n"
      "wrong:\n"
      "    const u32 SIZE 64;\n"
      "right:\n"
      "    const u32 SIZE = 64;\n" },

    { CG_E_EXPECTED_VALUE, "A number, a text, a name, or a list in braces follows the =.\n"
                           "wrong:\n"
                           "    struct A { u32 x = ; }\n"
                           "right:\n"
                           "    struct A { u32 x = 4; }\n" },

    { CG_E_EXPECTED_ATTRIBUTE,
      "Between the double brackets stands at least one attribute; several are parted by commas.\n"
      "wrong:\n"
      "    struct A { u32 x [[]]; }\n"
      "right:\n"
      "    struct A { u32 x [[transient]]; }\n" },

    { CG_E_EXPECTED_OLD_NAME,
      "was tells under which names a value may come: at least one, plain and not in quotes.\n"
      "wrong:\n"
      "    struct A { u32 hp [[was(\"health\")]]; }\n"
      "right:\n"
      "    struct A { u32 hp [[was(health)]]; }\n" },

    // --- Features of C that schemas do not have ------------------------------------------------

    { CG_E_C_TYPE,
      "int and long have another size on another machine, and a snapshot is read on all of them.\n"
      "eddie's types say their size: u8 to u64, i8 to i64, f32, f64, bool; char[N] and str are\n"
      "text. The C that is generated has the same names.\n"
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
      "A field is data: it may be read and written, and it is packed and unpacked like the\n"
      "others. What never changes is a const, outside.\n"
      "wrong:\n"
      "    struct A { const u32 max = 4; }\n"
      "right:\n"
      "    const u32 MAX = 4;\n"
      "    struct A { u32 count = MAX; }\n" },

    { CG_E_POINTER,
      "State is packed, moved to a fresh arena and unpacked at each change of its layout, and\n"
      "an address would lead nowhere after that. Text is str or char[N], any number of things\n"
      "is a list, and one of them is an index. Raw pointers live in rigid memory, as ptr.\n"
      "wrong:\n"
      "    struct Enemy { u32 id; }\n"
      "    state Game { Enemy *enemies; }\n"
      "right:\n"
      "    struct Enemy { u32 id; }\n"
      "    state Game { Enemy enemies[]; u32 target; }\n" },

    { CG_E_BITFIELD,
      "Where the bits of a field lie is up to each compiler, and the state must be the same\n"
      "under all of them. For single bits there are flags, for small numbers u8.\n"
      "wrong:\n"
      "    struct A { u32 alive : 1; u32 burning : 1; }\n"
      "right:\n"
      "    flags Status : u8 { ALIVE, BURNING }\n"
      "    struct A { Status status; }\n" },

    { CG_E_TWO_FIELDS,
      "Each field has its own type, default, attributes and comment, so each has its own line.\n"
      "wrong:\n"
      "    struct A { f32 x, y; }\n"
      "right:\n"
      "    struct A { f32 x; f32 y; }\n" },

    { CG_E_NESTED_TYPE,
      "Every type has a name that its table, its functions and the report can use, so it is\n"
      "declared on its own.\n"
      "wrong:\n"
      "    struct A { struct { f32 x; f32 y; } pos; }\n"
      "right:\n"
      "    struct Vec2 { f32 x; f32 y; }\n"
      "    struct A { Vec2 pos; }\n" },

    { CG_CODES, NULL }
};
