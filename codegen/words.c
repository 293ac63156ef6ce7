#include "codegen/words.h"
#include <string.h>
#include "codegen/c_names.h"

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (**words == *word && strcmp(word, *words) == 0)
            return true;
    return false;
}

// --- Types -------------------------------------------------------------------------------------

static const struct { const char *word; ed_Kind kind; } kinds[] = {
    { "bool", ED_BOOL }, { "u8", ED_U8 }, { "u16", ED_U16 }, { "u32", ED_U32 }, { "u64", ED_U64 },
    { "i8", ED_I8 }, { "i16", ED_I16 }, { "i32", ED_I32 }, { "i64", ED_I64 }, { "f32", ED_F32 },
    { "f64", ED_F64 }, { "char", ED_CHARS }, { "str", ED_STR }, { "ptr", ED_PTR },
};

ed_Kind cg_kind_from_word(const char *word)
{
    for (u32 i = 0; i < ED_COUNT(kinds); i++)
        if (strcmp(kinds[i].word, word) == 0)
            return kinds[i].kind;
    return ED_STRUCT;
}

static const struct { const char *c, *eddie; } c_types[] = {
    { "int", "i32" }, { "short", "i16" }, { "long", "i64" }, { "float", "f32" },
    { "double", "f64" }, { "_Bool", "bool" }, { "unsigned", "u32" }, { "signed", "i32" },
    { "unsigned int", "u32" }, { "signed int", "i32" }, { "unsigned char", "u8" },
    { "signed char", "i8" }, { "unsigned short", "u16" }, { "signed short", "i16" },
    { "unsigned short int", "u16" }, { "signed short int", "i16" }, { "short int", "i16" },
    { "long int", "i64" }, { "unsigned long", "u64" }, { "signed long", "i64" },
    { "unsigned long int", "u64" }, { "signed long int", "i64" }, { "long long", "i64" },
    { "long long int", "i64" }, { "unsigned long long", "u64" }, { "signed long long", "i64" },
    { "unsigned long long int", "u64" }, { "signed long long int", "i64" },
    { "long unsigned", "u64" }, { "long unsigned int", "u64" }, { "short unsigned", "u16" },
    { "short unsigned int", "u16" }, { "long double", "f64" }, { "uint8_t", "u8" },
    { "uint16_t", "u16" }, { "uint32_t", "u32" }, { "uint64_t", "u64" }, { "int8_t", "i8" },
    { "int16_t", "i16" }, { "int32_t", "i32" }, { "int64_t", "i64" }, { "size_t", "u64" },
    { "ssize_t", "i64" }, { "ptrdiff_t", "i64" }, { "intptr_t", "i64" }, { "uintptr_t", "u64" },
    { "time_t", "i64" }, { "wchar_t", "u32" }, { "uint", "u32" }, { "ushort", "u16" },
    { "ulong", "u64" }, { "uchar", "u8" }, { "byte", "u8" }, { "string", "str" }, { "text", "str" },
    { "boolean", "bool" }, { "Bool", "bool" }, { "float32", "f32" }, { "float64", "f64" },
    { "half", "f32" },
};

const char *cg_type_from_c(const char *word)
{
    for (u32 i = 0; i < ED_COUNT(c_types); i++)
        if (strcmp(c_types[i].c, word) == 0)
            return c_types[i].eddie;
    return NULL;
}

void cg_tell_c_type(cg_Diag *diag, cg_Place place, const char *word, const char *eddie)
{
    cg_error(diag, CG_E_C_TYPE, place, "`%s` is C's name", word);
    cg_help(diag, "write `%s`", eddie);
}

bool cg_is_c_part(const char *word)
{
    static const char *const parts[] = { "unsigned", "signed", "long", "short", "int", "char",
                                         "double", NULL };
    return is_one_of(word, parts);
}

// --- Attributes --------------------------------------------------------------------------------

const char *cg_attr_word(cg_AttrKind kind)
{
    static const char *const words[CG_ATTRS] = {
        [CG_WAS] = "was", [CG_TRANSIENT] = "transient", [CG_OPTIONAL] = "optional",
        [CG_POOL] = "pool", [CG_LIVE] = "live", [CG_KEY] = "key", [CG_FRESH] = "fresh",
        [CG_UPGRADE] = "upgrade", [CG_RANGE] = "range", [CG_UNIT] = "unit" };
    return words[kind];
}

// --- Names that are taken ----------------------------------------------------------------------

static const char *const type_words[] = {
    "bool", "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "f32", "f64", "char", "true",
    "false", NULL };

static const char *const eddie_words[] = { "str", "ptr", "ref", "state", "rigid", "flags", NULL };

static const char *const c_words[] = {
    "auto", "break", "case", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict",
    "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union",
    "unsigned", "void", "volatile", "while", "typeof", "constexpr", "nullptr", "static_assert",
    "alignas", "alignof", "thread_local", "asm", NULL };

static const char *const cpp_words[] = {
    "and", "and_eq", "bitand", "bitor", "catch", "char8_t", "char16_t", "char32_t", "class",
    "compl", "concept", "const_cast", "consteval", "constinit", "co_await", "co_return", "co_yield",
    "decltype", "delete", "dynamic_cast", "explicit", "export", "friend", "mutable", "namespace",
    "new", "noexcept", "not", "not_eq", "operator", "or", "or_eq", "private", "protected", "public",
    "reinterpret_cast", "requires", "static_cast", "template", "this", "throw", "try", "typeid",
    "typename", "using", "virtual", "wchar_t", "xor", "xor_eq", NULL };

// Beside those in codegen/c_names.c: of headers that few games include.
static const char *const library_names[] = { "main", "open", "send", "wait", NULL };

static const char *const local_names[] = {
    "arena", "it", "w", "r", "rows", "count", "array", "pool", "ref", "index", "found", "any",
    "before", "upgrade", "i", "j", "k", "l", NULL };

static bool starts_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static bool is_runtime_type(const char *name)
{
    size_t size = strlen(name);
    char base[8] = { 0 };
    if (size < 8 || size > 10 || strcmp(name + size - 6, "_array") != 0)
        return false;
    memcpy(base, name, size - 6);
    ed_Kind kind = cg_kind_from_word(base);
    return kind <= ED_STR && kind != ED_CHARS;
}

const char *cg_name_in_header(ed_Arena *arena, const char *name, bool global)
{
    static const char *const what[] = {
        [CG_C_MACRO] = "macro", [CG_C_FUNCTION] = "function", [CG_C_CALL] = "macro",
        [CG_C_TYPE] = "type", [CG_C_TAG] = "struct", [CG_C_VARIABLE] = "variable",
        [CG_C_CONSTANT] = "constant" };
    cg_CName found;
    if (!cg_c_name(name, &found) || (!global && found.kind != CG_C_MACRO))
        return NULL;
    return cg_format(arena, "is a %s of %s", what[found.kind], found.header);
}

const char *cg_name_taken(ed_Arena *arena, const char *name, bool global)
{
    if (is_one_of(name, type_words) || (global && is_one_of(name, eddie_words)))
        return "is a word of the schema language";
    if (is_one_of(name, c_words))
        return "is a word of C";
    if (is_one_of(name, cpp_words))
        return "is a word of C++";
    const char *header = cg_name_in_header(arena, name, global);
    if (header)
        return header;
    if (name[0] == '_')
        return "begins with `_`, which is kept for the generated code";
    if (starts_with(name, "ed_") || starts_with(name, "ED_"))
        return "begins with ed_, which is kept for the runtime";
    if (!global)
        return NULL;
    if (starts_with(name, "eddie_") || is_runtime_type(name))
        return "is taken by the runtime";
    if (is_one_of(name, library_names))
        return "is taken by the C library";
    return is_one_of(name, local_names) ? "is a parameter in the generated code" : NULL;
}

// --- Names that look alike ---------------------------------------------------------------------

void cg_near_try_types(ed_Near *near)
{
    for (u32 i = 0; i < ED_COUNT(kinds); i++)
        ed_near_try(near, kinds[i].word);
}

void cg_near_help(const ed_Near *near, cg_Diag *diag)
{
    if (near->best)
        cg_help(diag, "did you mean `%s`?", near->best);
}
