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

static bool find_element(u32 index, ed_Place *place)
{
    if (!ed_place_is_list(place) || index >= host_place_elements(place)) return false;
    *place = ed_place_item(place, index);
    return true;
}

bool host_place_find(const ed_State *state, const char *path, ed_Place *place)
{
    u32 key;
    bool ok = host_path_root(&path, &key) && find_root(state, key, place);
    while (ok && *path) {
        bool index = *path == '[';
        ok = host_path_step(&path, &key)
            && (index ? find_element(key, place) : find_field(key, place));
    }
    return ok;
}

// --- paths ---------------------------------------------------------------------------------------

bool host_path_root(const char **path, u32 *tag)
{
    return !strchr(".[", **path) && host_path_step(path, tag);
}

bool host_path_step(const char **path, u32 *key)
{
    const char *at = *path;
    if (*at == '[') {
        char *end;
        unsigned long index = strtoul(at + 1, &end, 10);
        if (end == at + 1 || *end != ']' || index >= UINT32_MAX) return false;
        *key = (u32)index;
        *path = end + 1;
        return strchr(".[", **path) != NULL;      // or the end
    }
    if (*at == '.') at++;
    size_t size = strcspn(at, ".[");
    *key = ed_tag(at, size);
    *path = at + size;
    return size > 0;
}

bool host_path_up(char *path)
{
    size_t size = strlen(path);
    while (size && path[size - 1] != '.' && path[size - 1] != '[') size--;
    if (size) path[size - 1] = 0;
    return size > 0;
}
