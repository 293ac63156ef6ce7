/// `eddie import` writes a schema from C headers: a program of its own, eddie-import, which reads
/// them with libclang.
///
///   main.c       the command line
///   headers.c    reads the headers, and finds the types to write
///   fields.c     how a field or a variable of C is written in a schema, and why it cannot be
///   functions.c  the functions that a pointer can lead to
///   write.c      writes the schema
#ifndef CG_IMPORT_H
#define CG_IMPORT_H
#include <clang-c/Index.h>
#include "codegen/emit/emit.h"

typedef struct cg_ImportType {      // a struct or an enum of the headers
    CXCursor cursor;                // its definition
    const char *name;               // its typedef name, or else its tag, or a name that was made up
    bool has_typedef, is_inner;      // is_inner: it has a name that was made up
    bool wanted;
    bool is_missing;      // it cannot be expressed, nor can a field of that type
    bool is_target;       // a pointer leads to it
} cg_ImportType;

typedef struct cg_ImportFunctions {      // what a field of the schema points to
    const char *name, *signature;
    CXType type;
    struct cg_ImportFunctions *next;
} cg_ImportFunctions;

typedef struct cg_ImportOptions {
    const char *const *files;
    const char *const *types;         // of --type; none: all of the files
    const char *const *compiler;      // options for the compiler
    u32 file_count, type_count, compiler_count;
    bool is_extern;      // the types stay in their headers
    bool globals;        // the variables of the files, not their types
} cg_ImportOptions;

typedef struct cg_Import {
    const cg_ImportOptions *options;
    ed_Arena *arena;
    CXTranslationUnit unit;
    cg_ImportType *types;      // in the order of their definitions
    u32 type_count, type_capacity;
    cg_ImportFunctions *functions;
    cg_Out out;
    u32 left_out;       // what the schema lacks; each was printed
    bool is_draft;      // the types are written once before, to find those that are missing
} cg_Import;

/// A field or a variable in a schema.
typedef struct cg_ImportField {
    const char *type;      // NULL: it cannot be expressed
    const char *dims;      // "[4][8]"; "" for none
    const char *note;      // a comment, or NULL: what to know, or why it cannot be expressed
    bool is_address;       // it keeps its value only while the game runs
} cg_ImportField;

// headers.c
/// Reads the headers. Returns false after printing errors.
bool cg_import_read(cg_Import *import);
/// Returns the type that the cursor declares, or NULL if the headers do not define it.
cg_ImportType *cg_import_type(const cg_Import *import, CXCursor cursor);
bool cg_import_is_in_files(const cg_Import *import, CXCursor cursor);
/// Calls `visit` for each child, in order.
typedef struct cg_ImportVisit {
    void (*visit)(void *it, CXCursor cursor);
    void *it;
} cg_ImportVisit;
void cg_import_each(CXCursor parent, const cg_ImportVisit *visit);
const char *cg_import_text(const cg_Import *import,
                           CXString text);      ///< a copy; disposes `text`
/// The path of the file that has the cursor; `line`: of the cursor in it, or NULL.
const char *cg_import_path(const cg_Import *import, CXCursor cursor, unsigned *line);
/// Prints what the schema lacks, with the place and the reason.
void cg_import_leave_out(cg_Import *import, CXCursor cursor, const char *name, const char *why);

// fields.c
/// Why a union cannot be expressed, and what to do.
const char *cg_import_why_no_union(CXCursor decl);
cg_ImportField cg_import_field(cg_Import *import, CXCursor cursor);
/// Why the struct cannot be an extern struct, or NULL.
const char *cg_import_not_extern(cg_Import *import, CXCursor record);

// functions.c
/// A field that points to functions; `name` is that of their type if C has none.
cg_ImportField cg_import_function_pointer(cg_Import *import, CXType type, const char *name);
void cg_import_write_functions(cg_Import *import);

// write.c
void cg_import_write_types(cg_Import *import);
void cg_import_write_globals(cg_Import *import);

#endif
