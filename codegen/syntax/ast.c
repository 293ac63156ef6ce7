#include "codegen/syntax/ast.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "codegen/syntax/print.h"
#include "runtime/base/str.h"

void *cg_new(ed_Arena *arena, size_t size)
{
    void *block = ed_arena_push(arena, size, 8);
    if (!block) {
        cg_print_error(CG_E_SCHEMA_TOO_BIG,
                       "the schema needs more than %zu MiB of memory: make it smaller",
                       arena->limit >> 20);
        exit(1);
    }
    return block;
}

void cg_arena_rewind(ed_Arena *arena, size_t used)
{
    ed_arena_extend(arena, arena->base + used, arena->used - used, 0);
}

char *cg_copy(ed_Arena *arena, const char *bytes, size_t size)
{
    char *copy = cg_new(arena, size + 1);
    memcpy(copy, bytes, size);
    return copy;
}

char *cg_format(ed_Arena *arena, const char *format, ...)
{
    char draft[128];
    va_list args;
    va_start(args, format);
    int size = cg_print(draft, sizeof draft, format, args);
    va_end(args);
    char *text = cg_new(arena, (size_t)size + 1);
    if ((size_t)size < sizeof draft) {
        memcpy(text, draft, (size_t)size);
        return text;
    }
    va_start(args, format);
    cg_print(text, (size_t)size + 1, format, args);
    va_end(args);
    return text;
}

// --- Names -------------------------------------------------------------------------------------

static u32 hash_of(const char *name) { return ed_tag(name, strlen(name)); }

static cg_Entry *find(const cg_Map *map, const char *name, u32 hash)
{
    cg_Entry *entry = map->capacity ? map->slots[hash & (map->capacity - 1)] : NULL;
    while (entry && (entry->hash != hash || strcmp(entry->name, name) != 0)) entry = entry->next;
    return entry;
}

cg_Entry *cg_map_find(const cg_Map *map, const char *name)
{
    return map->count ? find(map, name, hash_of(name)) : NULL;
}

cg_Entry *cg_map_find_tag(const cg_Map *map, u32 tag)
{
    cg_Entry *entry = map->capacity ? map->slots[tag & (map->capacity - 1)] : NULL;
    while (entry && entry->hash != tag) entry = entry->next;
    return entry;
}

static void link_entry(cg_Map *map, cg_Entry *entry)
{
    cg_Entry **slot = &map->slots[entry->hash & (map->capacity - 1)];
    entry->next = *slot;
    *slot = entry;
}

static void grow(ed_Arena *arena, cg_Map *map)
{
    cg_Map bigger = { .capacity = map->capacity ? map->capacity * 2 : 16, .count = map->count };
    bigger.slots = cg_new(arena, sizeof *bigger.slots * bigger.capacity);
    for (u32 i = 0; i < map->capacity; i++)
        for (cg_Entry *entry = map->slots[i], *next; entry; entry = next) {
            next = entry->next;
            link_entry(&bigger, entry);
        }
    *map = bigger;
}

cg_Entry *cg_map_add(ed_Arena *arena, cg_Map *map, const char *name, void *value,
                     cg_Location location, const char *what)
{
    u32 hash = hash_of(name);
    cg_Entry *entry = find(map, name, hash);
    if (entry) return entry;
    if (map->count == map->capacity) grow(arena, map);
    entry = cg_new(arena, sizeof *entry);
    *entry = (cg_Entry){
        .name = name, .hash = hash, .value = value, .location = location, .what = what
    };
    link_entry(map, entry);
    map->count++;
    return NULL;
}

// --- Questions ---------------------------------------------------------------------------------

cg_Decl *cg_decl_find(const cg_Schema *schema, const char *name)
{
    cg_Entry *entry = cg_map_find(&schema->names, name);
    return entry ? entry->value : NULL;
}

void cg_decl_add_unknown(cg_Schema *schema, const char *name, cg_Location location)
{
    cg_Decl *decl = cg_new(schema->arena, sizeof *decl);
    decl->kind = CG_UNKNOWN;
    decl->name = name;
    decl->location = location;
    cg_map_add(schema->arena, &schema->names, name, decl, location, "");
}

bool cg_decl_is_record(const cg_Decl *decl)
{
    return decl->kind >= CG_STRUCT && decl->kind <= CG_UNION;
}

bool cg_decl_is_inner(const cg_Decl *decl)
{
    return decl->kind == CG_STRUCT || decl->kind == CG_UNION;
}

ed_Kind cg_kind_of(const cg_Decl *decl)
{
    switch (decl->kind) {
    case CG_ENUM: return ED_ENUM;
    case CG_FLAGS: return ED_FLAGS;
    case CG_FUNCTIONS:
    case CG_TABLE: return ED_SYMBOL;
    case CG_UNION: return ED_UNION;
    default: return ED_STRUCT;
    }
}

cg_Decl *cg_field_names(const cg_Field *field)
{
    bool row = field->type && field->type->kind == CG_TABLE;
    return row ? field->type->rows->type : field->type;
}

bool cg_decl_has_values(const cg_Decl *decl)
{
    return decl->kind >= CG_ENUM && decl->kind <= CG_TABLE;
}

bool cg_table_is_keyed(const cg_Decl *decl)
{
    return decl->kind == CG_TABLE && decl->rows->shape == ED_BOUNDED;
}

bool cg_kind_is_record(ed_Kind kind) { return kind == ED_STRUCT || kind == ED_UNION; }

cg_Field *cg_field_find(const cg_Decl *decl, const char *name)
{
    cg_Entry *entry = decl->fields ? cg_map_find(&decl->members, name) : NULL;
    return entry ? entry->value : NULL;
}

cg_EnumValue *cg_enum_value_find(const cg_Decl *decl, const char *name)
{
    cg_Entry *entry = decl->values ? cg_map_find(&decl->members, name) : NULL;
    return entry ? entry->value : NULL;
}

cg_Attr *cg_attr(const cg_Attrs *attrs, cg_AttrKind kind)
{
    for (cg_Attr *attr = attrs->list; attr; attr = attr->next)
        if (attr->kind == kind) return attr;
    return NULL;
}

bool cg_decl_is_plain(const cg_Decl *decl)
{
    return decl->is_extern || decl->kind == CG_FUNCTIONS || cg_attr(&decl->attrs, CG_PLAIN);
}

const char *cg_enum_value_c_name(ed_Arena *arena, const cg_Decl *decl, const cg_EnumValue *value)
{
    if (cg_kind_of(decl) == ED_SYMBOL && !value->number.magnitude) return "NULL";
    if (decl->kind == CG_TABLE)
        return cg_format(arena, "&%s[%u]", decl->name, (u32)value->number.magnitude);
    if (cg_decl_is_plain(decl)) return value->name;
    return cg_format(arena, "%s_%s", decl->name, value->name);
}

const char *cg_field_companion(ed_Arena *arena, const cg_Field *field)
{
    if (field->shape == ED_BOUNDED) return cg_format(arena, "%s_count", field->name);
    return field->shape == ED_OPTIONAL ? cg_format(arena, "has_%s", field->name) : NULL;
}

const char *const cg_decl_words[] = {
    [CG_CONST] = "const",         [CG_ENUM] = "enum",   [CG_FLAGS] = "flags",
    [CG_FUNCTIONS] = "functions", [CG_TABLE] = "table", [CG_STRUCT] = "struct",
    [CG_STATE] = "state",         [CG_RIGID] = "rigid", [CG_UNION] = "union",
    [CG_UNKNOWN] = "name"
};

const char *cg_decl_word(const cg_Decl *decl) { return cg_decl_words[decl->kind]; }

static bool is_zero(cg_Number number)
{
    return number.real ? number.f == 0 && !signbit(number.f) : number.i.magnitude == 0;
}

bool cg_default_is_zero(const cg_DefaultValue *value)
{
    switch (value->kind) {
    case CG_DEFAULT_NUMBER: return is_zero(value->number);
    case CG_DEFAULT_NAMES: return value->number.i.magnitude == 0;
    case CG_DEFAULT_TEXT: return value->size == 0;
    case CG_DEFAULT_TEXT_PTR: return false;      // an empty text is not null
    case CG_DEFAULT_UNION:
        return value->number.i.magnitude == 0
            && (!value->items || cg_field_default_is_zero(value->items->field, value->items));
    case CG_DEFAULT_LIST:
    case CG_DEFAULT_STRUCT: break;
    }
    for (const cg_DefaultValue *item = value->items; item; item = item->next)
        if (item->field ? !cg_field_default_is_zero(item->field, item) : !cg_default_is_zero(item))
            return false;
    return true;
}

bool cg_field_default_is_zero(const cg_Field *field, const cg_DefaultValue *value)
{
    switch (field->shape) {
    case ED_BOUNDED:
    case ED_DYNAMIC:
    case ED_POOL: return value->count == 0;
    case ED_OPTIONAL: return false;
    case ED_ONE:
    case ED_FIXED: break;
    }
    return cg_default_is_zero(value);
}

f64 cg_real_of(cg_Number number)
{
    if (number.real) return number.f;
    return number.i.negative ? -(f64)number.i.magnitude : (f64)number.i.magnitude;
}

bool cg_int_fits(cg_Int number, ed_Kind kind)
{
    u32 bits = ed_kind_size(kind) * 8;
    u64 half = (u64)1 << (bits - 1);
    switch (kind) {
    case ED_BOOL: return !number.negative && number.magnitude <= 1;
    case ED_U8:
    case ED_U16:
    case ED_U32:
    case ED_U64:
        return (!number.negative || number.magnitude == 0) && number.magnitude <= half - 1 + half;
    case ED_I8:
    case ED_I16:
    case ED_I32:
    case ED_I64: return number.negative ? number.magnitude <= half : number.magnitude < half;
    default: return false;
    }
}
