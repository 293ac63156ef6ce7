#include "runtime/migrate/convert_links.h"
#include <string.h>
#include "runtime/migrate/link_map.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/number.h"

/// Dangling handles are cleared later, when all of the state has been loaded.
static void convert_handles(ed_Load *load, const ed_Conversion *conversion,
                            const ed_Elements *elements)
{
    (void)load;
    conversion->tally->exact += elements->count;
    for (u32 i = 0; i < elements->count; i++)
        memcpy(ed_new_at(elements, i), ed_old_at(elements, i), sizeof(ed_Ref));
}

/// For a handle to another type: only a null handle keeps its meaning.
static void drop_handles(ed_Load *load, const ed_Conversion *conversion,
                         const ed_Elements *elements)
{
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        ed_Ref ref, none = { 0, 0 };
        memcpy(&ref, ed_old_at(elements, i), sizeof ref);
        if (ref.generation) {
            conversion->tally->defaulted++;
            continue;
        }
        conversion->tally->exact++;
        memcpy(ed_new_at(elements, i), &none, sizeof none);
    }
}

static void convert_pointers(ed_Load *load, const ed_Conversion *conversion,
                             const ed_Elements *elements)
{
    conversion->tally->exact += elements->count;
    for (u32 i = 0; i < elements->count; i++) {
        u64 pointer = 0;
        if (load->d->live) memcpy(&pointer, ed_old_at(elements, i), sizeof pointer);
        memcpy(ed_new_at(elements, i), &pointer, sizeof pointer);
    }
}

/// Stores the new name of a record. Without a name, the new pointer is null.
static void put_name(const ed_Conversion *conversion, u8 *at, u64 name, bool null)
{
    memcpy(at, &name, sizeof name);
    conversion->tally->exact += name || null;
    conversion->tally->defaulted += !name && !null;
}

/// Without a map, all records stay where they are.
static void pointer_to_pointer(ed_Load *load, const ed_Conversion *conversion,
                               const ed_Elements *elements)
{
    const ed_LinkMap *map = load->plan->links;
    for (u32 i = 0; i < elements->count; i++) {
        u64 name;
        memcpy(&name, ed_old_at(elements, i), sizeof name);
        u64 now = map && name ? ed_link_map_name(map, conversion->to->type, name) : name;
        put_name(conversion, ed_new_at(elements, i), now, !name);
    }
}

static void handle_to_pointer(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements)
{
    ed_LinkMap *map = load->plan->links;
    if (map) map->may_lose = true;
    for (u32 i = 0; i < elements->count; i++) {
        ed_Ref ref;
        memcpy(&ref, ed_old_at(elements, i), sizeof ref);
        u64 now = map && ref.generation
                    ? ed_link_map_slot(map, conversion->to->type, conversion->from->type, ref.index)
                    : 0;
        put_name(conversion, ed_new_at(elements, i), now, !map || !ref.generation);
    }
}

static void pointer_to_handle(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements)
{
    const ed_LinkMap *map = load->plan->links;
    for (u32 i = 0; i < elements->count; i++) {
        ed_Ref ref = { 0, 0 };
        u64 name;
        memcpy(&name, ed_old_at(elements, i), sizeof name);
        if (map && name && ed_link_map_pool_index(map, conversion->to->type, name, &ref.index))
            ref.generation = ED_REF_BY_INDEX;
        bool good = !map || !name || ref.generation;
        memcpy(ed_new_at(elements, i), &ref, sizeof ref);
        conversion->tally->exact += good;
        conversion->tally->defaulted += !good;
    }
}

/// Returns the number that stands for a null pointer: -1, which is the largest value of u32 and u64.
/// Of u8 and u16, that may be the index of a record. Sets false if there is no such number.
static ed_Number number_of_null(ed_Kind kind, bool *exists)
{
    *exists = kind >= ED_I8 || kind == ED_U32 || kind == ED_U64;
    if (kind == ED_U32) return ed_number_from_i64(UINT32_MAX);
    return kind == ED_U64 ? ed_number_from_bits(ED_U64, -1) : ed_number_from_i64(-1);
}

static bool is_null_number(ed_Kind kind, const void *at)
{
    u64 bits = 0, null_bits = 0;
    bool exists;
    const ed_Number null_number = number_of_null(kind, &exists);
    if (!exists) return false;
    memcpy(&bits, at, ed_kind_size(kind));
    ed_number_store(kind, &null_bits, null_number);
    return bits == null_bits;
}

static void number_to_pointer(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements)
{
    ed_LinkMap *map = load->plan->links;
    if (map) map->may_lose = true;
    for (u32 i = 0; i < elements->count; i++) {
        i64 index;
        const u8 *from = ed_old_at(elements, i);
        ed_Number number = ed_number_load(conversion->from_kind, from);
        bool whole = ed_number_store(ED_I64, &index, number) == ED_CONVERT_EXACT,
             is_null = is_null_number(conversion->from_kind, from),
             is_index = whole && !is_null && index >= 0 && index <= UINT32_MAX;
        u64 now = map && is_index ? ed_link_map_index(map, conversion->to->type, (u32)index) : 0;
        put_name(conversion, ed_new_at(elements, i), now, !map || is_null);
    }
}

static void pointer_to_number(ed_Load *load, const ed_Conversion *conversion,
                              const ed_Elements *elements)
{
    (void)load;
    for (u32 i = 0; i < elements->count; i++) {
        u64 name;
        u8 *to = ed_new_at(elements, i);
        memcpy(&name, ed_old_at(elements, i), sizeof name);
        bool exists = true;
        ed_Number index = name ? ed_number_from_bits(ED_U64, ed_name_index(name))
                               : number_of_null(conversion->to_kind, &exists);
        ed_count_fit(conversion->tally,
                     exists ? ed_number_store(conversion->to_kind, to, index) : ED_CONVERT_NONE);
    }
}

// --- choosing a conversion -----------------------------------------------------------------------

ed_ConvertFn *ed_convert_links_choose(const ed_Field *from, const ed_Field *to)
{
    const bool number = from->kind <= ED_F64, to_number_kind = to->kind <= ED_F64;
    switch (to->kind) {
    case ED_REF:
        if (from->kind == ED_RECORD_PTR) return pointer_to_handle;
        if (from->kind != ED_REF) return NULL;
        return ed_match_same_target(from, to) ? convert_handles : drop_handles;
    case ED_RECORD_PTR:
        if (from->kind == ED_REF) return handle_to_pointer;
        if (from->kind == ED_RECORD_PTR) return pointer_to_pointer;
        return number ? number_to_pointer : NULL;
    case ED_PTR: return from->kind == ED_PTR ? convert_pointers : NULL;
    default: return from->kind == ED_RECORD_PTR && to_number_kind ? pointer_to_number : NULL;
    }
}
