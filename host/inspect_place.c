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

static bool find_root(const ed_State *state, const char *name, ed_Place *place)
{
    for (u32 i = 0; i < state->schema->state_count; i++) {
        const ed_Type *type = state->schema->states[i];
        const ed_Block *block = &state->blocks[i];
        if (strcmp(type->name, name) != 0) continue;
        *place = (ed_Place){ .type = type, .at = block->at, .arena = block->arena };
        return true;
    }
    return false;
}

static bool find_field(const char *name, ed_Place *place)
{
    if (!ed_place_record(place)) return false;
    const ed_Type *type = host_place_type(place);
    const ed_Field *field = ed_field_by_name(type, name, strlen(name));
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
        char name[ED_NAME_MAX];
        if (*path == '[' && !first) { ok = find_element(&path, place); continue; }
        if (!first && *path++ != '.') return false;
        size_t size = strcspn(path, ".[");
        if (size == 0 || size >= sizeof name) return false;
        memcpy(name, path, size);
        name[size] = 0;
        path += size;
        ok = first ? find_root(state, name, place) : find_field(name, place);
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
