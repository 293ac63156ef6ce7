#include <stdio.h>
#include <string.h>
#include "codegen/import/import.h"
#include "runtime/base/print.h"

const char *cg_import_text(const cg_Import *import, CXString text)
{
    const char *bytes = clang_getCString(text);
    const char *copy = bytes ? cg_copy(import->arena, bytes, strlen(bytes)) : "";
    clang_disposeString(text);
    return copy;
}

static enum CXChildVisitResult visit_one(CXCursor cursor, CXCursor parent, CXClientData it)
{
    const cg_ImportVisit *visit = (const cg_ImportVisit *)it;
    (void)parent;
    visit->visit(visit->it, cursor);
    return CXChildVisit_Continue;
}

void cg_import_each(CXCursor parent, const cg_ImportVisit *visit)
{
    clang_visitChildren(parent, visit_one, (CXClientData)(uintptr_t)visit);
}

// --- places --------------------------------------------------------------------------------------

bool cg_import_is_in_files(const cg_Import *import, CXCursor cursor)
{
    CXFile file;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    for (u32 i = 0; file && i < import->options->file_count; i++)
        if (clang_File_isEqual(file, clang_getFile(import->unit, import->options->files[i])))
            return true;
    return false;
}

const char *cg_import_path(const cg_Import *import, CXCursor cursor, unsigned *line)
{
    CXFile file;
    clang_getFileLocation(clang_getCursorLocation(cursor), &file, line, NULL, NULL);
    const char *path = cg_import_text(import, clang_getFileName(file));
    return strncmp(path, "./", 2) == 0 ? path + 2 : path;
}

void cg_import_leave_out(cg_Import *import, CXCursor cursor, const char *name, const char *why)
{
    unsigned line = 0;
    const char *path = cg_import_path(import, cursor, &line);
    if (import->is_draft) return;
    ed_print(stderr, "%s:%u: left out: %s: %s\n", path, line, name, why);
    import->left_out++;
}

// --- types ---------------------------------------------------------------------------------------

static CXCursor definition_of(CXCursor cursor)
{
    CXCursor definition = clang_getCursorDefinition(cursor);
    return clang_Cursor_isNull(definition) ? cursor : definition;
}

cg_ImportType *cg_import_type(const cg_Import *import, CXCursor cursor)
{
    const CXCursor definition = definition_of(cursor);
    for (u32 i = 0; i < import->type_count; i++)
        if (clang_equalCursors(import->types[i].cursor, definition)) return &import->types[i];
    return NULL;
}

static bool is_type(CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    return (kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl)
        && clang_isCursorDefinition(cursor);
}

static void add_type(cg_Import *import, CXCursor cursor)
{
    if (import->type_count == import->type_capacity) {
        u32 capacity = import->type_capacity ? import->type_capacity * 2 : 64;
        cg_ImportType *more = cg_new(import->arena, capacity * sizeof *more);
        if (import->type_count) memcpy(more, import->types, import->type_count * sizeof *more);
        import->types = more;
        import->type_capacity = capacity;
    }
    import->types[import->type_count++] = (cg_ImportType){ .cursor = cursor };
}

/// Adds a type after those that are defined inside of it.
static void find_types(void *it, CXCursor cursor)
{
    cg_Import *import = it;
    if (!is_type(cursor)) return;
    cg_import_each(cursor, &(cg_ImportVisit){ find_types, it });
    add_type(import, cursor);
}

static void find_typedefs(void *it, CXCursor cursor)
{
    cg_Import *import = it;
    if (clang_getCursorKind(cursor) != CXCursor_TypedefDecl) return;
    CXType type = clang_getTypedefDeclUnderlyingType(cursor);
    if (type.kind == CXType_Elaborated) type = clang_Type_getNamedType(type);
    if (type.kind != CXType_Record && type.kind != CXType_Enum) return;
    cg_ImportType *found = cg_import_type(import, clang_getTypeDeclaration(type));
    if (!found || found->has_typedef) return;
    found->name = cg_import_text(import, clang_getCursorSpelling(cursor));
    found->has_typedef = true;
}

/// The struct or enum that a field contains by value, or in an array. NULL if there is no such
/// type.
static cg_ImportType *contained(const cg_Import *import, CXCursor field)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    while (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return cg_import_type(import, clang_getTypeDeclaration(type));
}

/// A type that is defined in a field, as `struct { … } pos;` in Actor, is called Actor_pos.
static void name_inner(void *it, CXCursor cursor)
{
    cg_Import *import = it;
    const char *name = cg_import_text(import, clang_getCursorSpelling(cursor));
    if (clang_getCursorKind(cursor) != CXCursor_FieldDecl || !*name) return;
    cg_ImportType *inner = contained(import, cursor);
    if (!inner || inner->name) return;
    const cg_ImportType *outer = cg_import_type(import, clang_getCursorSemanticParent(cursor));
    inner->is_inner = true;
    inner->name =
        cg_format(import->arena, "%s_%s", outer && outer->name ? outer->name : "Inner", name);
}

static void name_types(cg_Import *import)
{
    cg_import_each(clang_getTranslationUnitCursor(import->unit),
                   &(cg_ImportVisit){ find_typedefs, import });
    for (u32 i = 0; i < import->type_count; i++) {
        cg_ImportType *type = &import->types[i];
        const char *tag = cg_import_text(import, clang_getCursorSpelling(type->cursor));
        bool is_named = *tag && !strchr(tag, ' ') && !clang_Cursor_isAnonymous(type->cursor);
        if (!type->name && is_named) type->name = tag;
    }
    // outer types come after inner ones
    for (u32 i = import->type_count; i-- > 0;)
        cg_import_each(import->types[i].cursor, &(cg_ImportVisit){ name_inner, import });
}

// --- which types are written ---------------------------------------------------------------------

static bool is_asked_for(const cg_Import *import, const cg_ImportType *type)
{
    const cg_ImportOptions *options = import->options;
    if (!type->name || options->globals) return false;
    for (u32 i = 0; i < options->type_count; i++)
        if (strcmp(options->types[i], type->name) == 0) return true;
    return !options->type_count && cg_import_is_in_files(import, type->cursor);
}

/// Wants the types that a record contains by value.
static void want_inner(void *it, CXCursor cursor)
{
    cg_Import *import = it;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_StructDecl && clang_Cursor_isAnonymousRecordDecl(cursor))
        cg_import_each(cursor, &(cg_ImportVisit){ want_inner, it });
    if (kind != CXCursor_FieldDecl) return;
    cg_ImportType *inner = contained(import, cursor);
    if (inner) inner->wanted = true;
}

static void choose_types(cg_Import *import)
{
    for (u32 i = 0; i < import->type_count; i++)
        import->types[i].wanted = is_asked_for(import, &import->types[i]);
    // a type comes after those that it contains
    for (u32 i = import->type_count; i-- > 0;)
        if (import->types[i].wanted)
            cg_import_each(import->types[i].cursor, &(cg_ImportVisit){ want_inner, import });
}

static bool check_names(const cg_Import *import)
{
    const cg_ImportOptions *options = import->options;
    bool good = true;
    for (u32 n = 0; n < options->type_count; n++) {
        u32 i = 0;
        while (i < import->type_count
               && (!import->types[i].name || strcmp(import->types[i].name, options->types[n]) != 0))
            i++;
        if (i < import->type_count) continue;
        ed_print(stderr, "eddie-import: the headers define no struct or enum %s\n",
                 options->types[n]);
        good = false;
    }
    return good;
}

// --- reading -------------------------------------------------------------------------------------

/// Prints the errors of the headers. Returns false if there are any.
static bool check_diagnostics(const cg_Import *import)
{
    bool good = true;
    for (unsigned i = 0; i < clang_getNumDiagnostics(import->unit); i++) {
        CXDiagnostic one = clang_getDiagnostic(import->unit, i);
        if (clang_getDiagnosticSeverity(one) >= CXDiagnostic_Error) {
            CXString text = clang_formatDiagnostic(one, clang_defaultDiagnosticDisplayOptions());
            ed_print(stderr, "%s\n", cg_import_text(import, text));
            good = false;
        }
        clang_disposeDiagnostic(one);
    }
    if (!good)
        ed_print(stderr,
                 "eddie-import: the headers cannot be compiled; pass the compiler's options "
                 "after --, such as `-- -Iinclude -DNAME`\n");
    return good;
}

/// A file that includes all headers.
static const char *main_text(const cg_Import *import)
{
    const char *text = "";
    for (u32 i = 0; i < import->options->file_count; i++)
        text = cg_format(import->arena, "%s#include \"%s\"\n", text, import->options->files[i]);
    return text;
}

bool cg_import_read(cg_Import *import)
{
    static const char *const own[] = { "-xc", "-std=gnu11", "-fparse-all-comments", "-I." };
    const cg_ImportOptions *options = import->options;
    const char **all =
        cg_new(import->arena, (ED_COUNT(own) + options->compiler_count) * sizeof *all);
    u32 count = 0;
    for (u32 i = 0; i < ED_COUNT(own); i++) all[count++] = own[i];
    for (u32 i = 0; i < options->compiler_count; i++) all[count++] = options->compiler[i];
    const char *text = main_text(import);
    struct CXUnsavedFile file = { "eddie_import.c", text, strlen(text) };
    enum CXErrorCode error = clang_parseTranslationUnit2(
        clang_createIndex(0, 0), "eddie_import.c", all, (int)count, &file, 1,
        options->globals ? 0 : CXTranslationUnit_SkipFunctionBodies, &import->unit);
    if (error != CXError_Success) {
        ed_print(stderr, "eddie-import: libclang cannot read the headers (error %d)\n", (int)error);
        return false;
    }
    if (!check_diagnostics(import)) return false;
    cg_import_each(clang_getTranslationUnitCursor(import->unit),
                   &(cg_ImportVisit){ find_types, import });
    name_types(import);
    choose_types(import);
    return check_names(import);
}
