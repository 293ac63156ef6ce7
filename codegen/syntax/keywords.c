#include "codegen/syntax/keywords.h"
#include <string.h>
#include "codegen/syntax/c_names.h"
#include "codegen/syntax/index.h"

static bool is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (**words == *word && strcmp(word, *words) == 0) return true;
    return false;
}

// --- Types -------------------------------------------------------------------------------------

static const struct Kind {
    const char *word;
    ed_Kind kind;
} kinds[] = {
    { "bool", ED_BOOL }, { "u8", ED_U8 },   { "u16", ED_U16 },
    { "u32", ED_U32 },   { "u64", ED_U64 }, { "i8", ED_I8 },
    { "i16", ED_I16 },   { "i32", ED_I32 }, { "i64", ED_I64 },
    { "f32", ED_F32 },   { "f64", ED_F64 }, { "char", ED_CHARS },
    { "str", ED_STR },   { "ptr", ED_PTR }, { CG_TEXT_PTR, ED_TEXT_PTR },
};

ed_Kind cg_kind_from_word(const char *word)
{
    static u16 slots[32];
    static cg_Index index = CG_INDEX(kinds, slots);
    const struct Kind *kind = cg_index_find(&index, word);
    return kind ? kind->kind : ED_STRUCT;
}

static const struct CType {
    const char *c, *eddie;
} c_types[] = {
    { "int", "i32" },
    { "short", "i16" },
    { "long", "i64" },
    { "float", "f32" },
    { "double", "f64" },
    { "_Bool", "bool" },
    { "unsigned", "u32" },
    { "signed", "i32" },
    { "unsigned int", "u32" },
    { "signed int", "i32" },
    { "unsigned char", "u8" },
    { "signed char", "i8" },
    { "unsigned short", "u16" },
    { "signed short", "i16" },
    { "unsigned short int", "u16" },
    { "signed short int", "i16" },
    { "short int", "i16" },
    { "long int", "i64" },
    { "unsigned long", "u64" },
    { "signed long", "i64" },
    { "unsigned long int", "u64" },
    { "signed long int", "i64" },
    { "long long", "i64" },
    { "long long int", "i64" },
    { "unsigned long long", "u64" },
    { "signed long long", "i64" },
    { "unsigned long long int", "u64" },
    { "signed long long int", "i64" },
    { "long unsigned", "u64" },
    { "long unsigned int", "u64" },
    { "short unsigned", "u16" },
    { "short unsigned int", "u16" },
    { "long double", "f64" },
    { "uint8_t", "u8" },
    { "uint16_t", "u16" },
    { "uint32_t", "u32" },
    { "uint64_t", "u64" },
    { "int8_t", "i8" },
    { "int16_t", "i16" },
    { "int32_t", "i32" },
    { "int64_t", "i64" },
    { "size_t", "u64" },
    { "ssize_t", "i64" },
    { "ptrdiff_t", "i64" },
    { "intptr_t", "i64" },
    { "uintptr_t", "u64" },
    { "time_t", "i64" },
    { "wchar_t", "u32" },
    { "uint", "u32" },
    { "ushort", "u16" },
    { "ulong", "u64" },
    { "uchar", "u8" },
    { "byte", "u8" },
    { "string", "str" },
    { "text", "str" },
    { "boolean", "bool" },
    { "Bool", "bool" },
    { "float32", "f32" },
    { "float64", "f64" },
    { "half", "f32" },
};

const char *cg_type_from_c(const char *word)
{
    static u16 slots[128];
    static cg_Index index = CG_INDEX(c_types, slots);
    const struct CType *type = cg_index_find(&index, word);
    return type ? type->eddie : NULL;
}

void cg_report_c_type(cg_Diag *diag, cg_Location location, const char *word, const char *eddie)
{
    static const char *const not_of_c[] = { "uint",    "ushort", "ulong",   "uchar", "byte",
                                            "string",  "text",   "boolean", "Bool",  "float32",
                                            "float64", "half",   NULL };
    cg_error(diag, CG_E_C_TYPE, location, "`%s` is %s", word,
             is_one_of(word, not_of_c) ? "not a type of the schema language" : "a C type");
    cg_help(diag, "write `%s`", eddie);
}

bool cg_is_c_part(const char *word)
{
    static const char *const parts[] = { "unsigned", "signed", "long",   "short",
                                         "int",      "char",   "double", NULL };
    return is_one_of(word, parts);
}

// --- Attributes --------------------------------------------------------------------------------

const char *cg_attr_word(cg_AttrKind kind)
{
    static const char *const words[CG_ATTRS] = {
        [CG_WAS] = "was",           [CG_TRANSIENT] = "transient",
        [CG_OPTIONAL] = "optional", [CG_POOL] = "pool",
        [CG_LIVE] = "live",         [CG_KEY] = "key",
        [CG_FRESH] = "fresh",       [CG_UPGRADE] = "upgrade",
        [CG_RANGE] = "range",       [CG_UNIT] = "unit",
        [CG_PLAIN] = "plain",       [CG_HEADER] = "header",
        [CG_GLOBALS] = "globals",   [CG_IN] = "in",
        [CG_STABLE] = "stable"
    };
    return words[kind];
}

// --- Reserved names ----------------------------------------------------------------------------

typedef enum Language {
    SCHEMA_EVERYWHERE,
    SCHEMA_FILE_SCOPE,      // a field may have the name
    C,
    CPP
} Language;

static const struct Word {
    const char *name;
    Language of;
} words[] = {
    { "bool", SCHEMA_EVERYWHERE },
    { "u8", SCHEMA_EVERYWHERE },
    { "u16", SCHEMA_EVERYWHERE },
    { "u32", SCHEMA_EVERYWHERE },
    { "u64", SCHEMA_EVERYWHERE },
    { "i8", SCHEMA_EVERYWHERE },
    { "i16", SCHEMA_EVERYWHERE },
    { "i32", SCHEMA_EVERYWHERE },
    { "i64", SCHEMA_EVERYWHERE },
    { "f32", SCHEMA_EVERYWHERE },
    { "f64", SCHEMA_EVERYWHERE },
    { "char", SCHEMA_EVERYWHERE },
    { "true", SCHEMA_EVERYWHERE },
    { "false", SCHEMA_EVERYWHERE },
    { "str", SCHEMA_FILE_SCOPE },
    { "ptr", SCHEMA_FILE_SCOPE },
    { "ref", SCHEMA_FILE_SCOPE },
    { "state", SCHEMA_FILE_SCOPE },
    { "rigid", SCHEMA_FILE_SCOPE },
    { "flags", SCHEMA_FILE_SCOPE },
    { "functions", SCHEMA_FILE_SCOPE },
    { "table", SCHEMA_FILE_SCOPE },
    { "auto", C },
    { "break", C },
    { "case", C },
    { "const", C },
    { "continue", C },
    { "default", C },
    { "do", C },
    { "double", C },
    { "else", C },
    { "enum", C },
    { "extern", C },
    { "float", C },
    { "for", C },
    { "goto", C },
    { "if", C },
    { "inline", C },
    { "int", C },
    { "long", C },
    { "register", C },
    { "restrict", C },
    { "return", C },
    { "short", C },
    { "signed", C },
    { "sizeof", C },
    { "static", C },
    { "struct", C },
    { "switch", C },
    { "typedef", C },
    { "union", C },
    { "unsigned", C },
    { "void", C },
    { "volatile", C },
    { "while", C },
    { "typeof", C },
    { "constexpr", C },
    { "nullptr", C },
    { "static_assert", C },
    { "alignas", C },
    { "alignof", C },
    { "thread_local", C },
    { "asm", C },
    { "and", CPP },
    { "and_eq", CPP },
    { "bitand", CPP },
    { "bitor", CPP },
    { "catch", CPP },
    { "char8_t", CPP },
    { "char16_t", CPP },
    { "char32_t", CPP },
    { "class", CPP },
    { "compl", CPP },
    { "concept", CPP },
    { "const_cast", CPP },
    { "consteval", CPP },
    { "constinit", CPP },
    { "co_await", CPP },
    { "co_return", CPP },
    { "co_yield", CPP },
    { "decltype", CPP },
    { "delete", CPP },
    { "dynamic_cast", CPP },
    { "explicit", CPP },
    { "export", CPP },
    { "friend", CPP },
    { "mutable", CPP },
    { "namespace", CPP },
    { "new", CPP },
    { "noexcept", CPP },
    { "not", CPP },
    { "not_eq", CPP },
    { "operator", CPP },
    { "or", CPP },
    { "or_eq", CPP },
    { "private", CPP },
    { "protected", CPP },
    { "public", CPP },
    { "reinterpret_cast", CPP },
    { "requires", CPP },
    { "static_cast", CPP },
    { "template", CPP },
    { "this", CPP },
    { "throw", CPP },
    { "try", CPP },
    { "typeid", CPP },
    { "typename", CPP },
    { "using", CPP },
    { "virtual", CPP },
    { "wchar_t", CPP },
    { "xor", CPP },
    { "xor_eq", CPP },
};

static const char *const languages[] = { [SCHEMA_EVERYWHERE] =
                                             "is a keyword of the schema language",
                                         [SCHEMA_FILE_SCOPE] =
                                             "is a keyword of the schema language",
                                         [C] = "is a keyword of C",
                                         [CPP] = "is a keyword of C++" };

// Parameters and local variables of the generated functions.
static const char *const local_names[] = { "arena", "it",    "w",    "r",       "rows",
                                           "count", "array", "pool", "ref",     "index",
                                           "found", "any",   "old",  "upgrade", "i",
                                           "j",     "k",     "l",    NULL };

static bool starts_with(const char *name, const char *start)
{
    return strncmp(name, start, strlen(start)) == 0;
}

static bool is_runtime_type(const char *name)
{
    size_t size = strlen(name);
    char base[8] = { 0 };
    if (size < 8 || size > 10 || strcmp(name + size - 6, "_array") != 0) return false;
    memcpy(base, name, size - 6);
    ed_Kind kind = cg_kind_from_word(base);
    return kind <= ED_STR && kind != ED_CHARS;
}

const char *cg_name_in_header(ed_Arena *arena, const char *name, bool global)
{
    static const char *const what[] = {
        [CG_C_OBJECT_MACRO] = "macro", [CG_C_FUNCTION] = "function", [CG_C_TYPE] = "type"
    };
    cg_CName found;
    if (!cg_c_name(name, &found) || (!global && found.kind != CG_C_OBJECT_MACRO)) return NULL;
    return cg_format(arena, "is a %s of %s", what[found.kind], found.header);
}

const char *cg_name_taken(ed_Arena *arena, const char *name, bool global)
{
    static u16 slots[256];
    static cg_Index index = CG_INDEX(words, slots);
    const struct Word *word = cg_index_find(&index, name);
    if (word && (global || word->of != SCHEMA_FILE_SCOPE)) return languages[word->of];
    const char *header = cg_name_in_header(arena, name, global);
    if (header) return header;
    if (name[0] == '_') return "starts with `_`, which is reserved for the generated code";
    if (starts_with(name, "ed_")) return "starts with ed_, which is reserved for the runtime";
    if (starts_with(name, "ED_")) return "starts with ED_, which is reserved for the runtime";
    if (!global) return NULL;
    if (starts_with(name, "eddie_") || is_runtime_type(name)) return "is used by the runtime";
    if (strcmp(name, "main") == 0) return "is used by the C library";
    return is_one_of(name, local_names) ? "is a parameter or variable in the generated code" : NULL;
}

// --- Suggestions -------------------------------------------------------------------------------

void cg_suggest_types(ed_Suggestion *near)
{
    for (u32 i = 0; i < ED_COUNT(kinds); i++)
        if (kinds[i].kind != ED_TEXT_PTR) ed_suggestion_try(near, kinds[i].word);
}

void cg_suggestion_help(const ed_Suggestion *near, cg_Diag *diag)
{
    if (near->best) cg_help(diag, "did you mean `%s`?", near->best);
}
