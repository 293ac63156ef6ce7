#include <string.h>
#include "codegen/import/import.h"
#include "codegen/syntax/keywords.h"

typedef struct Members {
    u32 count, functions;      // how many are pointers to functions
} Members;

static void look_at_member(void *it, CXCursor cursor)
{
    Members *members = it;
    if (clang_getCursorKind(cursor) != CXCursor_FieldDecl) return;
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor)),
           target = clang_getCanonicalType(clang_getPointeeType(type));
    members->count++;
    members->functions +=
        target.kind == CXType_FunctionProto || target.kind == CXType_FunctionNoProto;
}

const char *cg_import_why_no_union(CXCursor decl)
{
    Members members = { 0, 0 };
    cg_import_each(decl, &(cg_ImportVisit){ look_at_member, &members });
    if (members.count && members.functions == members.count)
        return "a union of pointers to functions: declare it as `extern functions NAME "
               "[[header(\"…\")]] { … }`, with the functions that it leads to";
    return "a union that does not say which member it holds; declare a `union` of the schema, "
           "which does, or the member that is used";
}

// --- single values -------------------------------------------------------------------------------

static bool is_signed(enum CXTypeKind kind)
{
    return kind == CXType_SChar || kind == CXType_Char_S || kind == CXType_Short
        || kind == CXType_Int || kind == CXType_Long || kind == CXType_LongLong;
}

static const char *integer_of(CXType type)
{
    static const char *const names[2][9] = {
        { [1] = "u8", [2] = "u16", [4] = "u32", [8] = "u64" },
        { [1] = "i8", [2] = "i16", [4] = "i32", [8] = "i64" },
    };
    long long size = clang_Type_getSizeOf(type);
    return size > 0 && size <= 8 ? names[is_signed(type.kind)][size] : NULL;
}

static bool is_integer(enum CXTypeKind kind)
{
    return kind >= CXType_Char_U && kind <= CXType_LongLong && kind != CXType_UInt128;
}

static bool is_char(enum CXTypeKind kind) { return kind == CXType_Char_S || kind == CXType_Char_U; }

/// The declared name of a type that is a typedef of a number, since a reader of the schema may know
/// it. NULL for those of <stdint.h>.
static const char *typedef_of(const cg_Import *import, CXType type)
{
    if (type.kind != CXType_Typedef) return NULL;
    const char *name = cg_import_text(import, clang_getTypedefName(type));
    return cg_type_from_c(name) ? NULL : name;
}

static cg_ImportField not_possible(const char *why) { return (cg_ImportField){ .note = why }; }

static cg_ImportField declared(const cg_Import *import, CXType type)
{
    const cg_ImportType *found = cg_import_type(import, clang_getTypeDeclaration(type));
    bool is_enum = type.kind == CXType_Enum;
    if (is_enum && (!found || !found->name || found->is_missing)) {
        CXType base = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type));
        return (cg_ImportField){ .type = integer_of(clang_getCanonicalType(base)) };
    }
    if (!found) return not_possible("its type is not defined in the headers");
    if (clang_getCursorKind(found->cursor) == CXCursor_UnionDecl)
        return not_possible(cg_import_why_no_union(found->cursor));
    if (found->is_missing) return not_possible("its type is left out");
    return found->name ? (cg_ImportField){ .type = found->name }
                       : not_possible("its type has no name");
}

/// A pointer to a struct that the schema has.
static cg_ImportField record_pointer(const cg_Import *import, CXType target)
{
    cg_ImportType *found = cg_import_type(import, clang_getTypeDeclaration(target));
    if (!found || !found->name || found->is_missing
        || clang_getCursorKind(found->cursor) != CXCursor_StructDecl)
        return not_possible("a pointer to what the schema lacks: choose an index, or nothing");
    if (!found->wanted && !import->options->globals)
        return not_possible(cg_format(import->arena,
                                      "a pointer to %s: import its header, too, or choose an index",
                                      found->name));
    found->is_target = true;
    return (cg_ImportField){ .type = cg_format(import->arena, "%s *", found->name) };
}

/// "mobj_t_think" for the field think of mobj_t.
static const char *name_in_owner(const cg_Import *import, CXCursor field)
{
    const cg_ImportType *owner = cg_import_type(import, clang_getCursorSemanticParent(field));
    const char *name = cg_import_text(import, clang_getCursorSpelling(field));
    return cg_format(import->arena, "%s_%s", owner && owner->name ? owner->name : "Inner", name);
}

/// `cursor` is that of the field.
static cg_ImportField pointer(cg_Import *import, CXCursor cursor, CXType type)
{
    CXType target = clang_getCanonicalType(clang_getPointeeType(clang_getCanonicalType(type)));
    cg_ImportType *known = target.kind == CXType_Record
                             ? cg_import_type(import, clang_getTypeDeclaration(target))
                             : NULL;
    const bool is_record = known && known->wanted && !known->is_missing,
               is_const = clang_isConstQualifiedType(target);
    if (is_char(target.kind) && is_const) return (cg_ImportField){ .type = "char *" };
    if (import->options->is_extern && !is_record)
        return (cg_ImportField){ .type = "ptr",
                                 .is_address = true,
                                 .note = "null when the state comes from disk" };
    if (is_char(target.kind))
        return (cg_ImportField){ .type = "char *",
                                 .note =
                                     "const in C: text that the code writes to needs `char[N]` or "
                                     "`str`" };
    if (target.kind == CXType_Record) return record_pointer(import, target);
    if (target.kind == CXType_FunctionProto || target.kind == CXType_FunctionNoProto)
        return cg_import_function_pointer(import, type, name_in_owner(import, cursor));
    return not_possible("a pointer: choose a list, a fixed array or a handle");
}

static cg_ImportField element(cg_Import *import, CXCursor cursor, CXType type)
{
    CXType real = clang_getCanonicalType(type);
    switch (real.kind) {
    case CXType_Bool: return (cg_ImportField){ .type = "bool" };
    case CXType_Float: return (cg_ImportField){ .type = "f32" };
    case CXType_Double: return (cg_ImportField){ .type = "f64" };
    case CXType_Enum:
    case CXType_Record: return declared(import, real);
    case CXType_Pointer: return pointer(import, cursor, type);
    case CXType_LongDouble: return not_possible("a schema has no long double: choose `f64`");
    default: break;
    }
    const char *integer = is_integer(real.kind) ? integer_of(real) : NULL;
    if (!integer) return not_possible("a schema has no such type");
    return (cg_ImportField){ .type = integer, .note = typedef_of(import, type) };
}

// --- arrays --------------------------------------------------------------------------------------

/// The names that stand in the brackets of the declaration, such as "[ROWS][4]", or NULL if there
/// are only numbers.
static const char *named_bounds(const cg_Import *import, CXCursor cursor)
{
    CXToken *tokens;
    unsigned count;
    const char *text = "";
    bool inside = false, named = false;
    clang_tokenize(import->unit, clang_getCursorExtent(cursor), &tokens, &count);
    for (unsigned i = 0; i < count; i++) {
        const char *token = cg_import_text(import, clang_getTokenSpelling(import->unit, tokens[i]));
        inside |= strcmp(token, "[") == 0;
        if (inside) text = cg_format(import->arena, "%s%s", text, token);
        named |= inside && clang_getTokenKind(tokens[i]) == CXToken_Identifier;
        inside &= strcmp(token, "]") != 0;
    }
    clang_disposeTokens(import->unit, tokens, count);
    return named ? text : NULL;
}

static cg_ImportField array(cg_Import *import, CXCursor cursor, CXType type)
{
    const char *dims = "", *bounds = named_bounds(import, cursor);
    u32 count = 0;
    long long last = 0;
    for (; clang_getCanonicalType(type).kind == CXType_ConstantArray; count++) {
        type = clang_getCanonicalType(type);
        last = clang_getArraySize(type);
        if (last == 0) return not_possible("an array without elements");
        dims = cg_format(import->arena, "%s[%lld]", dims, last);
        type = clang_getArrayElementType(type);
    }
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    if (kind == CXType_IncompleteArray || kind == CXType_VariableArray)
        return not_possible("an array without a bound: choose a list, `T x[]`");
    cg_ImportField field = element(import, cursor, type);
    bool text = is_char(kind) && last > 1;
    if (text) field = (cg_ImportField){ .type = "char" };
    if (count - text > ED_DIMS_MAX) return not_possible("a schema has at most four dimensions");
    field.dims = dims;
    if (bounds && field.type) field.note = bounds;
    return field;
}

// --- fields --------------------------------------------------------------------------------------

static cg_ImportField bits(const cg_Import *import, CXCursor cursor, CXType type)
{
    int width = clang_getFieldDeclBitWidth(cursor);
    bool negative = is_signed(clang_getCanonicalType(type).kind);
    u32 size = width > 32 ? 64 : width > 16 ? 32 : width > 8 ? 16 : 8;
    return (cg_ImportField){ .type = cg_format(import->arena, "%c%u", negative ? 'i' : 'u', size),
                             .note = cg_format(import->arena, "a bit-field of %d bit%s, widened",
                                               width, width == 1 ? "" : "s") };
}

cg_ImportField cg_import_field(cg_Import *import, CXCursor cursor)
{
    CXType type = clang_getCursorType(cursor);
    enum CXTypeKind kind = clang_getCanonicalType(type).kind;
    bool is_array = kind == CXType_ConstantArray || kind == CXType_IncompleteArray;
    cg_ImportField field = clang_Cursor_isBitField(cursor) ? bits(import, cursor, type)
                         : is_array                        ? array(import, cursor, type)
                                                           : element(import, cursor, type);
    const char *name = cg_import_text(import, clang_getCursorSpelling(cursor)),
               *taken = *name ? cg_name_taken(import->arena, name, false) : NULL;
    if (taken && field.type)
        field = not_possible(cg_format(import->arena, "its name %s: choose another one", taken));
    if (!field.dims) field.dims = "";
    return field;
}

// --- extern structs ------------------------------------------------------------------------------

typedef struct ExternCheck {
    cg_Import *import;
    long long end;      // bits up to the end of the last field
    const char *why;
} ExternCheck;

/// Fields are where C puts them without attributes, as the schema does.
static void check_field(void *it, CXCursor cursor)
{
    ExternCheck *check = it;
    cg_Import *import = check->import;
    if (clang_getCursorKind(cursor) != CXCursor_FieldDecl || check->why) return;
    CXType type = clang_getCursorType(cursor);
    const char *name = cg_import_text(import, clang_getCursorSpelling(cursor));
    cg_ImportField field = cg_import_field(import, cursor);
    long long align = clang_Type_getAlignOf(type) * 8, at = clang_Cursor_getOffsetOfField(cursor);
    if (clang_Cursor_isBitField(cursor))
        check->why = cg_format(import->arena, "%s is a bit-field", name);
    else if (!field.type) check->why = cg_format(import->arena, "%s: %s", name, field.note);
    else if (at != (check->end + align - 1) / align * align)
        check->why = cg_format(import->arena, "%s is packed or aligned", name);
    check->end = at + clang_Type_getSizeOf(type) * 8;
}

const char *cg_import_not_extern(cg_Import *import, CXCursor record)
{
    ExternCheck check = { .import = import };
    cg_import_each(record, &(cg_ImportVisit){ check_field, &check });
    return check.why;
}
