#include <string.h>
#include "codegen/import/import.h"

// A pointer to a function becomes `functions Think : void (Actor *self) { … }`, with those
// functions of the headers that have exactly that type.

// --- the signature -------------------------------------------------------------------------------

/// A type in a signature, or NULL if the schema cannot have it there.
static const char *spell(const cg_Import *import, CXType type)
{
    CXType real = clang_getCanonicalType(type);
    const char *constant = clang_isConstQualifiedType(real) ? "const " : "";
    if (real.kind == CXType_Pointer) {
        CXType target = clang_getPointeeType(real);
        const char *text = spell(import, target);
        const char *space = clang_getCanonicalType(target).kind == CXType_Pointer ? "" : " ";
        return text ? cg_format(import->arena, "%s%s*%s", text, space, *constant ? " const" : "")
                    : NULL;
    }
    if (real.kind == CXType_Record || real.kind == CXType_Enum) {
        const cg_ImportType *found = cg_import_type(import, clang_getTypeDeclaration(real));
        if (!found || !found->name || !found->wanted || found->is_missing) return NULL;
        return cg_format(import->arena, "%s%s", constant, found->name);
    }
    if (real.kind == CXType_Bool) return cg_format(import->arena, "%sbool", constant);
    const bool is_number =
        real.kind == CXType_Void || (real.kind >= CXType_Char_U && real.kind <= CXType_LongDouble);
    return is_number ? cg_import_text(import, clang_getTypeSpelling(real)) : NULL;
}

static const char *signature(const cg_Import *import, CXType function)
{
    const int count = clang_getNumArgTypes(function);
    const char *result = spell(import, clang_getResultType(function)), *arguments = "";
    if (!result || count < 0 || clang_isFunctionTypeVariadic(function)) return NULL;
    for (int i = 0; i < count; i++) {
        const char *argument = spell(import, clang_getArgType(function, (unsigned)i));
        if (!argument) return NULL;
        arguments = cg_format(import->arena, "%s%s%s", arguments, i ? ", " : "", argument);
    }
    const char *space = result[strlen(result) - 1] == '*' ? "" : " ";
    return cg_format(import->arena, "%s%s(%s)", result, space, count ? arguments : "void");
}

// --- the functions -------------------------------------------------------------------------------

typedef struct Search {
    cg_Import *import;
    CXType type;
    bool is_written;
    u32 count;
} Search;

static void find_function(void *it, CXCursor cursor)
{
    Search *search = it;
    cg_Import *import = search->import;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl
        || clang_Cursor_getStorageClass(cursor) == CX_SC_Static
        || !clang_equalCursors(cursor, clang_getCanonicalCursor(cursor))      // declared again
        || !cg_import_is_in_files(import, cursor)
        || !clang_equalTypes(clang_getCanonicalType(clang_getCursorType(cursor)), search->type))
        return;
    search->count++;
    if (search->is_written)
        cg_put(&import->out, "    %s,\n", cg_import_text(import, clang_getCursorSpelling(cursor)));
}

static u32 each_function(cg_Import *import, CXType type, bool is_written)
{
    Search search = { .import = import, .type = type, .is_written = is_written };
    cg_import_each(clang_getTranslationUnitCursor(import->unit),
                   &(cg_ImportVisit){ find_function, &search });
    return search.count;
}

// --- sets of functions ---------------------------------------------------------------------------

cg_ImportField cg_import_function_pointer(cg_Import *import, CXType type, const char *name)
{
    CXType function = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(type)));
    if (type.kind == CXType_Typedef) name = cg_import_text(import, clang_getTypedefName(type));
    const char *text = signature(import, function);
    if (!text || import->options->globals || !each_function(import, function, false))
        return (cg_ImportField){ .note = "a pointer to a function: declare `functions Name : void "
                                         "(…) { … }`, and list the functions" };
    cg_ImportFunctions **end = &import->functions;
    while (*end && strcmp((*end)->name, name) != 0) end = &(*end)->next;
    if (!*end) {
        *end = cg_new(import->arena, sizeof **end);
        **end = (cg_ImportFunctions){ .name = name, .signature = text, .type = function };
    }
    return (cg_ImportField){ .type = name };
}

void cg_import_write_functions(cg_Import *import)
{
    for (const cg_ImportFunctions *set = import->functions; set; set = set->next) {
        cg_put(&import->out, "\n// All functions of the headers with this signature.\n");
        cg_put(&import->out, "functions %s : %s {\n", set->name, set->signature);
        each_function(import, set->type, true);
        cg_put(&import->out, "}\n");
    }
}
