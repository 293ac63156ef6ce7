#include <string.h>
#include "codegen/import/import.h"
#include "codegen/syntax/keywords.h"

// --- comments ------------------------------------------------------------------------------------

static bool is_mark(char c) { return c == '/' || c == '*' || c == '!' || c == '<'; }

/// Writes the comment of a declaration as `///` lines.
static void put_comment(cg_Import *import, CXCursor cursor, const char *indent)
{
    const char *text = cg_import_text(import, clang_Cursor_getRawCommentText(cursor));
    while (*text) {
        while (*text == ' ' || *text == '\t' || is_mark(*text)) text++;
        size_t size = strcspn(text, "\r\n"), shown = size;
        while (shown && (text[shown - 1] == ' ' || is_mark(text[shown - 1]))) shown--;
        if (shown) cg_put(&import->out, "%s/// %.*s\n", indent, (int)shown, text);
        text += size + strspn(text + size, "\r\n");
    }
}

// --- structs -------------------------------------------------------------------------------------

typedef struct Body {
    cg_Import *import;
    const char *owner;      // of the fields, for messages
    u32 fields;             // that were written
    cg_Map names;           // of the variables that were written
} Body;

static void put_field(void *it, CXCursor cursor);

static void put_variable(Body *body, CXCursor cursor, const char *start)
{
    cg_Import *import = body->import;
    const char *name = cg_import_text(import, clang_getCursorSpelling(cursor));
    cg_ImportField field = cg_import_field(import, cursor);
    if (!*body->owner
        && cg_map_add(import->arena, &body->names, name, body, (cg_Location){ 0 }, ""))
        field = (cg_ImportField){ .note = "another variable has this name: rename one of them" };
    put_comment(import, cursor, "    ");
    if (!field.type) {
        const char *type =
            cg_import_text(import, clang_getTypeSpelling(clang_getCursorType(cursor)));
        if (strstr(type, "(unnamed ")) type = "union { … }";
        cg_put(&import->out, "    // %s %s: %s\n", type, name, field.note);
        cg_import_leave_out(
            import, cursor,
            *body->owner ? cg_format(import->arena, "%s.%s", body->owner, name) : name, field.note);
        return;
    }
    const char *space = field.type[strlen(field.type) - 1] == '*' ? "" : " ";
    cg_put(&import->out, "    %s%s%s%s%s%s;", field.type, space, name, field.dims,
           field.is_address ? " [[live]]" : "", start);
    if (field.note) cg_put(&import->out, "  // %s", field.note);
    cg_put(&import->out, "\n");
    body->fields++;
    if (field.is_address)
        cg_import_leave_out(import, cursor,
                            cg_format(import->arena, "the value of %s.%s", body->owner, name),
                            "no snapshot has an address; if it leads to structs or functions that "
                            "the schema has, declare it so");
}

/// The fields of a struct without a name are those of the struct around it.
static void put_field(void *it, CXCursor cursor)
{
    Body *body = it;
    cg_Import *import = body->import;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if ((kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl)
        && clang_Cursor_isAnonymousRecordDecl(cursor)) {
        if (kind == CXCursor_StructDecl) cg_import_each(cursor, &(cg_ImportVisit){ put_field, it });
        else {
            const char *why = cg_import_why_no_union(cursor);
            cg_put(&import->out, "    // union { … }: %s\n", why);
            cg_import_leave_out(import, cursor,
                                cg_format(import->arena, "a union in %s", body->owner), why);
        }
    }
    if (kind == CXCursor_FieldDecl && *cg_import_text(import, clang_getCursorSpelling(cursor)))
        put_variable(body, cursor, "");
}

/// Returns the part of the path after the folder, or NULL if it is not in there.
static const char *path_in(const char *folder, const char *path)
{
    size_t size = strlen(folder);
    while (size && folder[size - 1] == '/') size--;
    return size && strncmp(path, folder, size) == 0 && path[size] == '/' ? path + size + 1 : NULL;
}

/// The name of the header, as an #include line of the game would have it: its path in a folder of
/// an option -I, or in the system's folder of headers.
static const char *header_of(const cg_Import *import, CXCursor cursor)
{
    const char *path = cg_import_path(import, cursor, NULL), *slash = strrchr(path, '/');
    if (*path != '/' || !slash) return path;
    const char *best = path_in("/usr/include", path);
    if (!best) best = slash + 1;
    for (u32 i = 0; i < import->options->compiler_count; i++) {
        const char *option = import->options->compiler[i];
        const char *rest = strncmp(option, "-I", 2) == 0 ? path_in(option + 2, path) : NULL;
        if (rest && strlen(rest) < strlen(best)) best = rest;
    }
    return best;
}

static void put_head(cg_Import *import, const cg_ImportType *type, const char *word,
                     const char *after)
{
    put_comment(import, type->cursor, "");
    if (import->options->is_extern && !type->is_inner)
        cg_put(&import->out, "extern %s %s%s [[header(\"%s\")]] {\n", word, type->name, after,
               header_of(import, type->cursor));
    else cg_put(&import->out, "%s %s%s {\n", word, type->name, after);
}

static void write_struct(cg_Import *import, cg_ImportType *type)
{
    Body body = { .import = import, .owner = type->name };
    const char *why =
        import->options->is_extern ? cg_import_not_extern(import, type->cursor) : NULL;
    type->is_missing = why != NULL;
    if (why) {
        cg_import_leave_out(import, type->cursor, type->name, why);
        cg_put(&import->out, "// struct %s: %s\n\n", type->name, why);
        return;
    }
    size_t start = import->out.size;
    put_head(import, type, "struct", "");
    cg_import_each(type->cursor, &(cg_ImportVisit){ put_field, &body });
    cg_put(&import->out, "}\n\n");
    if (import->options->is_extern && !type->has_typedef && !type->is_inner)
        cg_put(&import->out,
               "// C knows it as `struct %s`: add `typedef struct %s %s;` to a header.\n\n",
               type->name, type->name, type->name);
    type->is_missing = !body.fields;
    if (body.fields) return;
    import->out.size = start;
    cg_import_leave_out(import, type->cursor, type->name, "no field of it can be expressed");
}

// --- enums ---------------------------------------------------------------------------------------

typedef struct Values {
    cg_Import *import;
    bool negative;
    long long next;      // the number of the next value if it has none of its own
    u32 count;           // that were written
} Values;

static void look_at_value(void *it, CXCursor cursor)
{
    Values *values = it;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl) return;
    values->negative |= clang_getEnumConstantDeclValue(cursor) < 0;
}

/// Several names of one number: the schema has the first one.
typedef struct Twin {
    CXCursor value;
    bool found;
    bool passed;
    long long number;
} Twin;

static void look_for_twin(void *it, CXCursor cursor)
{
    Twin *twin = it;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl) return;
    twin->passed |= clang_equalCursors(cursor, twin->value) != 0;
    twin->found |= !twin->passed && clang_getEnumConstantDeclValue(cursor) == twin->number;
}

static void put_value(void *it, CXCursor cursor)
{
    Values *values = it;
    cg_Import *import = values->import;
    if (clang_getCursorKind(cursor) != CXCursor_EnumConstantDecl) return;
    const char *name = cg_import_text(import, clang_getCursorSpelling(cursor));
    long long number = clang_getEnumConstantDeclValue(cursor);
    Twin twin = { .value = cursor, .number = number };
    cg_import_each(clang_getCursorSemanticParent(cursor),
                   &(cg_ImportVisit){ look_for_twin, &twin });
    const char *taken = cg_name_taken(import->arena, name, true),
               *why = twin.found ? "another name of a number that has one"
                    : taken      ? cg_format(import->arena, "its name %s", taken)
                                 : NULL;
    put_comment(import, cursor, "    ");
    if (why) {
        cg_put(&import->out, "    // %s = %lld: %s\n", name, number, why);
        cg_import_leave_out(import, cursor, name, why);
        return;
    }
    if (number == values->next) cg_put(&import->out, "    %s,\n", name);
    else cg_put(&import->out, "    %s = %lld,\n", name, number);
    values->next = number + 1;
    values->count++;
}

static void write_enum(cg_Import *import, cg_ImportType *type)
{
    Values values = { .import = import };
    const size_t start = import->out.size;
    CXType base = clang_getCanonicalType(clang_getEnumDeclIntegerType(type->cursor));
    cg_import_each(type->cursor, &(cg_ImportVisit){ look_at_value, &values });
    const char *word = cg_format(import->arena, " : %c%lld", values.negative ? 'i' : 'u',
                                 clang_Type_getSizeOf(base) * 8);
    if (!import->options->is_extern) word = cg_format(import->arena, "%s [[plain]]", word);
    put_head(import, type, "enum", word);
    cg_import_each(type->cursor, &(cg_ImportVisit){ put_value, &values });
    cg_put(&import->out, "}\n\n");
    type->is_missing = !values.count;
    if (values.count) return;
    import->out.size = start;
    cg_import_leave_out(import, type->cursor, type->name, "no value of it can be expressed");
}

typedef struct First {
    bool is_found;
    CXCursor field;
} First;

static void find_first(void *it, CXCursor cursor)
{
    First *first = it;
    if (first->is_found || clang_getCursorKind(cursor) != CXCursor_FieldDecl) return;
    *first = (First){ true, cursor };
}

/// Returns whether another struct that pointers lead to has the type as its first member. Then they
/// can lead there.
static bool is_common_part(const cg_Import *import, const cg_ImportType *part)
{
    for (u32 i = 0; i < import->type_count; i++) {
        const cg_ImportType *type = &import->types[i];
        First first = { .is_found = false };
        if (!type->is_target || type->is_missing) continue;
        cg_import_each(type->cursor, &(cg_ImportVisit){ find_first, &first });
        if (!first.is_found) continue;
        CXType member = clang_getCanonicalType(clang_getCursorType(first.field));
        if (cg_import_type(import, clang_getTypeDeclaration(member)) == part) return true;
    }
    return false;
}

/// Pointers lead only to records that a state holds. So the schema gets one that does.
static void write_containers(cg_Import *import)
{
    bool any = false;
    for (u32 i = 0; i < import->type_count; i++) {
        const cg_ImportType *type = &import->types[i];
        if (!type->is_target || type->is_missing || is_common_part(import, type)) continue;
        if (!any)
            cg_put(
                &import->out,
                "// Pointers lead to records that are directly in a state. Choose where the game "
                "keeps them.\nstate Records {\n");
        cg_put(&import->out, "    %s all_%s[..256] [[pool, stable]];\n", type->name, type->name);
        any = true;
    }
    if (any) cg_put(&import->out, "}\n");
}

static void write_types(cg_Import *import)
{
    for (u32 i = 0; i < import->type_count; i++) {
        cg_ImportType *type = &import->types[i];
        if (!type->wanted || !type->name) continue;
        switch (clang_getCursorKind(type->cursor)) {
        case CXCursor_EnumDecl: write_enum(import, type); break;
        case CXCursor_StructDecl: write_struct(import, type); break;
        default:
            if (type->is_inner) break;      // its field is listed
            cg_import_leave_out(import, type->cursor, type->name,
                                cg_import_why_no_union(type->cursor));
        }
    }
}

void cg_import_write_types(cg_Import *import)
{
    const size_t start = import->out.size;
    const u32 left_out = import->left_out;
    import->is_draft = true;
    write_types(import);
    import->is_draft = false;
    import->out.size = start;
    import->left_out = left_out;
    import->functions = NULL;
    for (u32 i = 0; i < import->type_count; i++) import->types[i].is_target = false;
    write_types(import);
    write_containers(import);
    cg_import_write_functions(import);
}

// --- global variables ----------------------------------------------------------------------------

static bool is_literal(const char *text)
{
    return *text && text[strspn(text, "0123456789.-xXabcdefABCDEF")] == '\0';
}

/// The default for an initial value that is one number or one text: " = 5". Otherwise "".
static const char *start_of(const cg_Import *import, CXCursor initializer)
{
    CXToken *tokens;
    unsigned count;
    const char *text = "";
    if (clang_Cursor_isNull(initializer)) return "";
    clang_tokenize(import->unit, clang_getCursorExtent(initializer), &tokens, &count);
    for (unsigned i = 0; i < count; i++)
        text = cg_format(import->arena, "%s%s", text,
                         cg_import_text(import, clang_getTokenSpelling(import->unit, tokens[i])));
    clang_disposeTokens(import->unit, tokens, count);
    size_t size = strlen(text);
    if (count == 1 && *text == '"') return cg_format(import->arena, " = %s", text);
    if (size && strchr("fFuUlL", text[size - 1]) && !strchr(text, 'x'))
        text = cg_copy(import->arena, text, size - 1);
    return is_literal(text) ? cg_format(import->arena, " = %s", text) : "";
}

static enum CXChildVisitResult visit_variable(CXCursor cursor, CXCursor parent, CXClientData it)
{
    Body *body = (Body *)it;
    cg_Import *import = body->import;
    (void)parent;
    if (!cg_import_is_in_files(import, cursor)) return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) != CXCursor_VarDecl) return CXChildVisit_Recurse;
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(cursor);
    bool outside =
        clang_getCursorKind(clang_getCursorSemanticParent(cursor)) != CXCursor_FunctionDecl;
    CXType type = clang_getCursorType(cursor);
    while (clang_getArrayElementType(type).kind != CXType_Invalid)
        type = clang_getArrayElementType(type);
    if (storage == CX_SC_Extern || (!outside && storage != CX_SC_Static)
        || clang_isConstQualifiedType(type))
        return CXChildVisit_Continue;
    const CXCursor initializer = clang_Cursor_getVarDeclInitializer(cursor);
    const char *start = start_of(import, initializer);
    if (!*start && !clang_Cursor_isNull(initializer))
        cg_put(&import->out, "    // its initial value is not written:\n");
    if (!outside) {
        const char *function =
            cg_import_text(import, clang_getCursorSpelling(clang_getCursorSemanticParent(cursor)));
        cg_put(&import->out, "    // static in %s:\n", function);
    }
    put_variable(body, cursor, start);
    return CXChildVisit_Continue;
}

void cg_import_write_globals(cg_Import *import)
{
    Body body = { .import = import, .owner = "" };
    cg_put(&import->out, "state Game [[globals]] {\n");
    clang_visitChildren(clang_getTranslationUnitCursor(import->unit), visit_variable, &body);
    cg_put(&import->out, "}\n");
}
