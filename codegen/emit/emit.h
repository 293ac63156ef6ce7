/// Generates C from a checked schema. The text of all files is generated in memory; main writes
/// them.
#ifndef CG_EMIT_H
#define CG_EMIT_H
#include "codegen/syntax/ast.h"
#include "codegen/syntax/file.h"

#define CG_COLUMNS 100u      // line length of generated code

typedef struct cg_Out {      // the text of a file while it is generated
    ed_Arena *arena;
    cg_Schema *schema;
    char *text;
    size_t size, capacity;
    bool failed;          // the arena was full
    bool arena_used;      // the function being generated uses its parameter `arena`
} cg_Out;

/// Generates all files of the schema into `outputs`. Their contents are allocated in `arena`.
/// Returns false with an error in `outputs->diag` if the arena is full.
bool cg_emit(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs);

// out.c: shared by all files of the emitter
/// The part of an include guard for a file: "MY_FILE" for "my-file".
char *cg_guard(ed_Arena *arena, const char *stem);
void cg_put(cg_Out *out, const char *format, ...) ED_FORMAT(2, 3);
/// If the arena was full, reports that, with `help` for what to do, and returns false.
bool cg_out_check(const cg_Out *out, cg_Diag *diag, const char *help);
/// Inserts a string at an offset.
void cg_insert(cg_Out *out, size_t at, const char *text);
/// Breaks the lines after the offset `from` that are too long. `separator`: where to break,
/// ", ." in a table, ", " in a call, or " | ". Continuation lines start with `indent`.
void cg_wrap(cg_Out *out, size_t from, const char *separator, const char *indent);
/// Writes the bytes as a C string literal, with quotes.
void cg_put_text(cg_Out *out, const char *bytes, size_t size);
/// The size of the line without trailing backslashes, which would continue the comment on the next
/// line. A backslash can also be written as a trigraph.
size_t cg_doc_shown(const char *line, size_t size);
/// Writes a doc comment as `///` lines, to precede a declaration.
void cg_put_doc(cg_Out *out, const char *indent, const char *doc);
/// True if the header of `from` declares the type without including the header of its file.
bool cg_needs_forward_declaration(const cg_Schema *schema, const cg_Source *from,
                                  const cg_Decl *type);
/// The C type of one element.
const char *cg_field_type(const cg_Out *out, const cg_Field *field);
const char *cg_int_literal(const cg_Out *out, cg_Int number);      ///< as a C literal

/// types.c: all declarations of the header of a .def file.
void cg_emit_types(cg_Out *out, const cg_Source *source);
/// init.c: the function init_Actor, which the type table points to.
void cg_emit_init(cg_Out *out, const cg_Decl *decl);
/// init.c: statements that set one field of `it` to the default of its type.
void cg_emit_type_default(cg_Out *out, const cg_Field *field);
/// functions.c: the inline functions init, pack, unpack, array_add and array_remove.
void cg_emit_inline_functions(cg_Out *out, const cg_Decl *decl);
/// functions.c: the declaration of the game's upgrade function.
void cg_emit_upgrade_declaration(cg_Out *out, const cg_Decl *decl);
/// functions.c: the function in ed_Type.upgrade, which calls the game's upgrade function.
void cg_emit_upgrade_thunk(cg_Out *out, const cg_Decl *decl);
/// generated_tables.c: everything in the C file about an enum or flags: the type table.
void cg_emit_enum_or_flags(cg_Out *out, const cg_Decl *decl);
/// generated_tables.c: everything in the C file about a record, except its pool: assertions,
/// functions, type table.
void cg_emit_record(cg_Out *out, const cg_Decl *decl);
/// generated_tables.c: the contents of schema.gen.c.
void cg_emit_schema(cg_Out *out);

// extern_types.c: types that a C header declares.
/// The #include lines of the header, each once.
void cg_emit_extern_includes(cg_Out *out, const cg_Source *source);
/// " is elsewhere in SDL.h than in the schema", for the assertions about an extern type. "" for
/// other types.
const char *cg_extern_note(const cg_Out *out, const cg_Decl *decl, const char *what);
/// Assertions for the C file, beside those of cg_emit_record: the compiler's types are those of the
/// schema.
void cg_emit_extern_asserts(cg_Out *out, const cg_Decl *decl);

// globals.c: states with [[globals]].
bool cg_has_globals(const cg_Schema *schema);
/// The pointer to the state: for the header, and for the C file.
void cg_emit_globals_declaration(cg_Out *out, const cg_Decl *decl);
void cg_emit_globals_definition(cg_Out *out, const cg_Decl *decl);
void cg_emit_globals_header(cg_Out *out);      ///< the contents of schema.globals.h

// union.c: the enum of kinds and the declarations of the setters are for the header, the
// definitions for the C file.
void cg_emit_kinds(cg_Out *out, const cg_Decl *decl);
void cg_emit_setter_declarations(cg_Out *out, const cg_Decl *decl);
void cg_emit_setter_definitions(cg_Out *out, const cg_Decl *decl);

// pool.c: types and declarations are for the header, definitions for the C file. Nothing is
// generated for a struct that is in no pool, except the handle type if a ref refers to the struct.
void cg_emit_ref_type(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool_type(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool_declarations(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool_definitions(cg_Out *out, const cg_Decl *decl);

/// init.c: a literal that a C compiler reads as the same number, with as few digits as possible. A
/// whole number below 1e15 (f32: up to 2^24) is written in full.
void cg_real_text(char text[40], ed_Kind kind, f64 value);

#endif
