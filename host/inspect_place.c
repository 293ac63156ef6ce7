#include "host/inspect_place.h"
#include <stdlib.h>
#include <string.h>

const ed_Type *host_place_type(const ed_Place *place)
{
    return place->field ? place->field->type : place->type;
}

u32 host_place_elements(const ed_Place *place)
{
    const ed_Array *array = (const ed_Array *)place->at;
    u32 count = ed_place_count(place);
    if (!ed_field_is_list(place->field)) return count;
    size_t bytes = (size_t)count * place->field->size;
    return ed_arena_holds(place->arena, array->items, bytes) ? count : 0;
}

bool host_place_is_sound(const ed_Place *place)
{
    const ed_Str *str = (const ed_Str *)place->at;
    bool text = place->field && place->field->kind == ED_STR && !ed_place_is_list(place);
    if (!text || (!str->count && !str->capacity)) return true;
    return str->count <= str->capacity && ed_arena_holds(place->arena, str->items, str->capacity);
}

// --- finding -------------------------------------------------------------------------------------

static bool find_root(const ed_State *state, u32 tag, ed_Place *place)
{
    const ed_Schema *schema = state->schema;
    u32 i = ed_root_by_tag(schema->states, schema->state_count, tag);
    if (i == schema->state_count) return false;
    const ed_Block *block = &state->blocks[i];
    *place = (ed_Place){ .type = schema->states[i], .at = block->at, .arena = block->arena };
    return true;
}

static bool find_field(u32 tag, ed_Place *place)
{
    if (!ed_place_record(place)) return false;
    const ed_Type *type = host_place_type(place);
    const ed_Field *field = ed_field_by_tag(type, tag);
    bool other = field && type->kind == ED_UNION && ed_union_now(type, place->at) != field;
    if (!field || other) return false;
    *place = ed_place_field(place, field);
    return true;
}

static bool find_element(const char **path, ed_Place *place)
{
    char *end;
    unsigned long index = strtoul(*path + 1, &end, 10);
    if (end == *path + 1 || *end != ']' || !ed_place_is_list(place)) return false;
    if (index >= host_place_elements(place)) return false;
    *place = ed_place_item(place, (u32)index);
    *path = end + 1;
    return true;
}

bool host_place_find(const ed_State *state, const char *path, ed_Place *place)
{
    bool ok = *path != 0;
    for (bool first = true; ok && (first || *path); first = false) {
        if (*path == '[' && !first) { ok = find_element(&path, place); continue; }
        if (!first && *path++ != '.') return false;
        size_t size = strcspn(path, ".[");
        if (size == 0) return false;
        u32 tag = ed_tag(path, size);
        path += size;
        ok = first ? find_root(state, tag, place) : find_field(tag, place);
    }
    return ok;
}

bool host_path_up(char *path)
{
    size_t size = strlen(path);
    while (size && path[size - 1] != '.' && path[size - 1] != '[') size--;
    if (size) path[size - 1] = 0;
    return size > 0;
}
