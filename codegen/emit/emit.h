/// A checked schema to C. Everything is made in memory; main writes it.
#ifndef CG_EMIT_H
#define CG_EMIT_H
#include "codegen/syntax/ast.h"
#include "codegen/syntax/file.h"

#define CG_COLUMNS 100u      // of a line in what is made

typedef struct cg_Out {      // a text that grows
    ed_Arena *arena;
    cg_Schema *schema;
    char *at;
    size_t size, capacity;
    bool failed;          // over the arena's limit
    bool arena_used;      // by the function that is being written
} cg_Out;

/// All files of the schema, into `outputs`; their texts go to `arena`.
/// Returns false with an error in `outputs->diag` if the arena is full.
bool cg_emit(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs);

// out.c: what all of the emitter's files use
/// Of the header's include guard: "MY_FILE" of "my-file".
char *cg_guard(ed_Arena *arena, const char *stem);
void cg_put(cg_Out *out, const char *format, ...) ED_FORMAT(2, 3);
void cg_insert(cg_Out *out, size_t at, const char *text);
/// Breaks long lines since `from` at a joint: ", ." of a table, ", " of a call or " | ". `indent`
/// goes before the rest.
void cg_wrap(cg_Out *out, size_t from, const char *joint, const char *indent);
/// As a C literal, quoted.
void cg_put_text(cg_Out *out, const char *bytes, size_t size);
/// `///` lines above what follows.
void cg_put_doc(cg_Out *out, const char *indent, const char *doc);
/// Whether the header of `from` has the name of the field's type, but not the header of its file.
bool cg_names_apart(const cg_Schema *schema, const cg_Source *from, const cg_Field *field);
/// Of one element, as the C spells it.
const char *cg_field_type(const cg_Out *out, const cg_Field *field);
const char *cg_int_literal(const cg_Out *out, cg_Int number);      ///< as the C spells it

/// types.c: all of the header.
void cg_emit_types(cg_Out *out, const cg_Source *source);
/// init.c: init_Actor, for the table.
void cg_emit_init(cg_Out *out, const cg_Decl *decl);
/// init.c: of one field.
void cg_emit_own(cg_Out *out, const cg_Field *field);
/// functions.c: init, pack, unpack, add, remove.
void cg_emit_thin(cg_Out *out, const cg_Decl *decl);
/// functions.c: the upgrade function of the game.
void cg_emit_upgrade(cg_Out *out, const cg_Decl *decl);
/// functions.c: what calls it.
void cg_emit_upgrade_thunk(cg_Out *out, const cg_Decl *decl);
/// tables.c: of an enum or flags.
void cg_emit_named(cg_Out *out, const cg_Decl *decl);
/// tables.c: asserts, fields, type.
void cg_emit_record(cg_Out *out, const cg_Decl *decl);
/// tables.c: schema.gen.c.
void cg_emit_schema(cg_Out *out);

// union.c: for the header the kinds and the setters, for the code all that sets
void cg_emit_kinds(cg_Out *out, const cg_Decl *decl);
void cg_emit_setters(cg_Out *out, const cg_Decl *decl);
void cg_emit_set(cg_Out *out, const cg_Decl *decl);

// pool.c: nothing where there is no pool and no ref; for the header, and last for the code
void cg_emit_ref_type(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool_type(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool_functions(cg_Out *out, const cg_Decl *decl);
void cg_emit_pool(cg_Out *out, const cg_Decl *decl);

/// init.c: the shortest that reads back the same.
void cg_real_text(char text[40], ed_Kind kind, f64 value);

#endif
