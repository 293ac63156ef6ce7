#include "runtime/snapshot/canonicalize.h"
#include <string.h>
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/state_mask.h"
#include "runtime/types/field.h"
#include "runtime/types/symbol.h"
#include "runtime/types/text_ptr.h"
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

#define UNROLL_MAX 8u      // elements of a fixed array that get separate steps

typedef enum StepKind {
    TEXT,
    SLOT,
    HANDLE,
    POINTER,
    SYMBOL,
    TEXT_POINTER,
    ARRAY,
    BOUNDED,
    OPTIONAL,
    UNION
} StepKind;

struct ed_CanonicalStep {
    StepKind kind;
    u32 offset;
    const ed_Field *field;      // `inner` has the steps for one element of it
    ed_Canonicalizer inner;
    const u8 *masks;               // of a union: a mask for each alternative, of the union's size
    ed_Canonicalizer *held;        // of a union: the steps for each alternative
    const ed_Container *pool;      // of a handle
    const ed_Containers *containers;      // of a pointer
};

// --- making steps --------------------------------------------------------------------------------

typedef struct Make {
    ed_Arena *arena;
    ed_Array steps;
    const ed_Containers *containers;
    bool live, full;
} Make;

static ed_CanonicalStep *add(Make *m, ed_CanonicalStep step)
{
    ed_CanonicalStep *at = (ed_CanonicalStep *)ed_array_add(m->arena, &m->steps, sizeof step, 8);
    m->full |= !at || step.inner.full;
    if (at) *at = step;
    return at;
}

static void make_field(Make *m, const ed_Field *field, u32 base);

static void *push(Make *m, size_t size)
{
    void *at = ed_arena_push(m->arena, size, 8);
    m->full |= !at;
    return at;
}

/// Treats each alternative as a record with a single field. The bytes of the union outside of that
/// field are not state, except for the kind.
static void make_union(Make *m, const ed_Field *union_field, u32 offset)
{
    const ed_Type *type = union_field->type;
    u8 *masks = (u8 *)push(m, (size_t)type->field_count * type->size);
    ed_Canonicalizer *held = (ed_Canonicalizer *)push(m, type->field_count * sizeof *held);
    for (u32 k = 0; masks && held && k < type->field_count; k++) {
        ed_Type alone = {
            .kind = ED_STRUCT, .size = type->size, .fields = &type->fields[k], .field_count = 1
        };
        ed_Field field = { .kind = ED_STRUCT, .type = &alone, .size = type->size, .count = 1 };
        memset(masks + (size_t)k * type->size, 0xff, sizeof(u32));
        ed_mask_element(&field, m->live ? ED_MASK_LIVE : ED_MASK_FILE,
                        masks + (size_t)k * type->size);
        held[k] = ed_canonicalizer_make(&field, m->live, m->containers, m->arena);
        m->full |= held[k].full;
    }
    add(m,
        (ed_CanonicalStep){
            .kind = UNION, .offset = offset, .field = union_field, .masks = masks, .held = held });
}

static void make_handle(Make *m, const ed_Field *field, u32 at)
{
    if (m->containers)
        add(m, (ed_CanonicalStep){
                   .kind = HANDLE, .offset = at, .pool = ed_pool_of(m->containers, field->type) });
}

static void make_pointer(Make *m, const ed_Field *field, u32 at)
{
    if (m->containers)
        add(m, (ed_CanonicalStep){
                   .kind = POINTER, .offset = at, .field = field, .containers = m->containers });
}

static void make_element(Make *m, const ed_Field *field, u32 at)
{
    switch (field->kind) {
    case ED_CHARS: add(m, (ed_CanonicalStep){ .kind = TEXT, .offset = at, .field = field }); break;
    case ED_STR: add(m, (ed_CanonicalStep){ .kind = SLOT, .offset = at, .field = field }); break;
    case ED_UNION: make_union(m, field, at); break;
    case ED_REF: make_handle(m, field, at); break;
    case ED_RECORD_PTR: make_pointer(m, field, at); break;
    case ED_TEXT_PTR:
        add(m, (ed_CanonicalStep){ .kind = TEXT_POINTER, .offset = at, .field = field });
        break;
    case ED_SYMBOL:
        add(m, (ed_CanonicalStep){ .kind = SYMBOL, .offset = at, .field = field });
        break;
    case ED_STRUCT:
        for (u32 i = 0; i < field->type->field_count; i++)
            make_field(m, &field->type->fields[i], at);
        break;
    default: break;
    }
}

static void make_field(Make *m, const ed_Field *field, u32 base)
{
    u32 at = base + field->offset;
    if (field->flags & ED_FIELD_TRANSIENT) return;
    if (ed_field_is_list(field)) {
        add(m, (ed_CanonicalStep){ .kind = SLOT, .offset = at, .field = field });
        return;
    }
    bool each = field->shape == ED_ONE || (field->shape == ED_FIXED && field->count <= UNROLL_MAX);
    for (u32 i = 0; each && i < field->count; i++) make_element(m, field, at + i * field->size);
    if (each) return;
    ed_CanonicalStep step = { .kind = field->shape == ED_FIXED   ? ARRAY
                                    : field->shape == ED_BOUNDED ? BOUNDED
                                                                 : OPTIONAL,
                              .offset = at,
                              .field = field,
                              .inner =
                                  ed_canonicalizer_make(field, m->live, m->containers, m->arena) };
    if (step.kind != ARRAY || step.inner.count) add(m, step);
}

ed_Canonicalizer ed_canonicalizer_make(const ed_Field *field, bool live,
                                       const ed_Containers *containers, ed_Arena *arena)
{
    Make m = { .arena = arena, .live = live, .containers = containers };
    make_element(&m, field, 0);
    return (ed_Canonicalizer){ (ed_CanonicalStep *)m.steps.items, m.steps.count, m.full };
}

// --- text ----------------------------------------------------------------------------------------

static void cut_text(const ed_Field *field, u8 *at, ed_WriteChanges *changes)
{
    size_t used = ed_chars_size((const char *)at, field->size);
    if (at[used]) ed_write_change(changes, ED_CHANGE_TERMINATOR, field->name);
    memset(at + used, 0, field->size - used);
}

#define CHECKED_MIN 16u
#define CHECKED_MAX 64u

/// Returns whether a text has a terminator and only zeros after it. In `bits`, bit i is set if byte
/// i is not zero. In a clean text, the set bits are the lowest ones, and the bit of the last byte
/// is not set. Without SSE2 the result is always false.
static bool is_clean(const u8 *at, u32 size)
{
    u64 bits = UINT64_MAX;
#ifdef __SSE2__
    const __m128i zero = _mm_setzero_si128();
    bits = 0;
    for (u32 i = 0; i < size; i += 16) {
        u32 from = i + 16 <= size ? i : size - 16;
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(at + from));
        bits |= (u64)(u32)(~_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, zero)) & 0xffff) << from;
    }
#else
    (void)at;
#endif
    return (bits & (bits + 1)) == 0 && !(bits >> (size - 1));
}

static void clean_texts(const ed_Field *field, u8 *at, size_t stride, u32 count,
                        ed_WriteChanges *changes)
{
    u32 size = field->size;
    bool checked = size >= CHECKED_MIN && size <= CHECKED_MAX;
    for (u32 i = 0; i < count; i++, at += stride)
        if (!checked || !is_clean(at, size)) cut_text(field, at, changes);
}

// --- other steps ---------------------------------------------------------------------------------

static void clean_slots(const ed_Field *field, u8 *at, size_t stride, u32 count,
                        ed_WriteChanges *changes)
{
    for (u32 i = 0; i < count; i++, at += stride) {
        ed_Array slot;
        memcpy(&slot, at, sizeof slot);
        if (!slot.items && slot.count) ed_write_change(changes, ED_CHANGE_ITEMS, field->name);
        slot = (ed_Array){ .count = slot.items ? slot.count : 0 };
        memcpy(at, &slot, sizeof slot);
    }
}

static void clean_handles(const ed_Container *pool, u8 *at, size_t stride, u32 count)
{
    for (u32 i = 0; i < count; i++, at += stride)
        if (!ed_handle_lives(pool, at)) memset(at, 0, sizeof(ed_Ref));
}

/// Does the same as clean_pointers if all records are in one container.
static u32 clean_pointers_to(const ed_Container *container, u32 number, u8 *at, size_t stride,
                             u32 count)
{
    const u64 names = ed_link_name(number, 0);
    u32 dangling = 0;
    for (u32 i = 0; i < count; i++, at += stride) {
        u64 address;
        memcpy(&address, at, sizeof address);
        u64 index = ed_container_index(container, address);
        bool found = index < container->count;
        u64 named = address & (0 - (address >> 63));      // a name stays what it is
        u64 name = found ? names | index : named;
        dangling += (address != 0) & (name == 0);
        memcpy(at, &name, sizeof name);
    }
    return dangling;
}

static void clean_pointers(const ed_CanonicalStep *step, u8 *at, size_t stride, u32 count,
                           ed_WriteChanges *changes)
{
    u32 number = 0, dangling = 0;
    const ed_Type *type = step->field->type;
    const ed_Container *only = ed_only_container(step->containers, type, &number);
    if (only) dangling = clean_pointers_to(only, number, at, stride, count);
    for (u32 i = 0; !only && i < count; i++, at += stride) {
        u64 address;
        memcpy(&address, at, sizeof address);
        u64 name = address ? ed_link_find(step->containers, type, address) : 0;
        dangling += address && !name;
        memcpy(at, &name, sizeof name);
    }
    for (u32 i = 0; i < dangling; i++)
        ed_write_change(changes, ED_CHANGE_POINTER, step->field->name);
}

/// Neighbors often have the same symbol, so the last one is not looked up again.
static void clean_symbols(const ed_Field *field, u8 *at, size_t stride, u32 count,
                          ed_WriteChanges *changes)
{
    u64 address = 0, number = 0, found;
    for (u32 i = 0; i < count; i++, at += stride) {
        memcpy(&found, at, sizeof found);
        if (found != address) {
            const ed_Value *value = ed_symbol_value(field->type, at);
            if (!value) ed_write_change(changes, ED_CHANGE_SYMBOL, field->name);
            address = value ? found : 0;
            number = value ? (u64)value->number : 0;
        }
        memcpy(at, &number, sizeof number);
    }
}

static void clean_text_pointers(const ed_Field *field, u8 *at, size_t stride, u32 count,
                                ed_WriteChanges *changes)
{
    ed_ReadablePage page = { 0 };
    for (u32 i = 0; i < count; i++, at += stride) {
        const ed_Span text = ed_text_ptr_read(at, &page);
        const u64 taken = text.at ? text.size + 1 : 0;
        if (!text.at && ed_text_ptr(at)) ed_write_change(changes, ED_CHANGE_TEXT, field->name);
        memcpy(at, &taken, sizeof taken);
    }
}

static void clean_bounded(const ed_CanonicalStep *step, u8 *at, ed_WriteChanges *changes)
{
    const ed_Field *field = step->field;
    u32 stored, count = ed_bounded_count(field, at);
    memcpy(&stored, at - sizeof stored, sizeof stored);
    if (stored != count) ed_write_change(changes, ED_CHANGE_COUNT, field->name);
    memcpy(at - sizeof count, &count, sizeof count);
    memset(at + (size_t)count * field->size, 0, (size_t)(field->count - count) * field->size);
    ed_canonicalize(&step->inner, at, field->size, count, changes);
}

/// A branch on a random bool is mispredicted half the time. So a value without inner steps is
/// cleared with a mask instead.
static void clean_optional(const ed_CanonicalStep *step, u8 *at, ed_WriteChanges *changes)
{
    static const u8 none[sizeof(u32)];
    const ed_Field *field = step->field;
    bool inside = step->inner.count && at[-1];
    if (inside) ed_canonicalize(&step->inner, at, field->size, 1, changes);
    // a null handle counts as absent
    bool nothing = field->kind == ED_REF && memcmp(at + sizeof(u32), none, sizeof none) == 0;
    at[-1] = (at[-1] != 0) & !nothing;
    if (inside) return;
    u64 keep = 0 - (u64)at[-1];
    u32 i = 0;
    for (; i + 8 <= field->size; i += 8) {
        u64 word;
        memcpy(&word, at + i, 8);
        word &= keep;
        memcpy(at + i, &word, 8);
    }
    for (; i < field->size; i++) at[i] &= (u8)keep;
}

/// Does the same as ed_mask_copy, in place and eight bytes at a time: a wider load of bytes that
/// were just stored is slow.
static void mask_bytes(u8 *at, const u8 *mask, u32 size)
{
    u32 i = 0;
#ifdef __SSE2__
    for (; i + 8 <= size; i += 8) {
        __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)(at + i));
        __m128i most = _mm_loadl_epi64((const __m128i *)(const void *)(mask + i));
        _mm_storel_epi64((__m128i *)(void *)(at + i), _mm_min_epu8(bytes, most));
    }
#endif
    ed_mask_copy(at + i, at + i, mask + i, size - i);
}

static void clean_unions(const ed_CanonicalStep *step, u8 *at, size_t stride, u32 count,
                         ed_WriteChanges *changes)
{
    const ed_Type *type = step->field->type;
    for (u32 i = 0; i < count; i++, at += stride) {
        u32 stored, kind = ed_union_index(type, at);
        memcpy(&stored, at, sizeof stored);
        // stored only if it changes: a wider load after a narrow store is slow
        if (stored != kind) {
            memcpy(at, &kind, sizeof kind);
            ed_write_change(changes, ED_CHANGE_UNION, type->name);
        }
        mask_bytes(at, step->masks + (size_t)kind * type->size, type->size);
        if (step->held[kind].count) ed_canonicalize(&step->held[kind], at, stride, 1, changes);
    }
}

void ed_canonicalize(const ed_Canonicalizer *clean, u8 *elements, size_t stride, u32 count,
                     ed_WriteChanges *changes)
{
    for (u32 s = 0; s < clean->count; s++) {
        const ed_CanonicalStep *step = &clean->steps[s];
        u8 *at = elements + step->offset;
        switch (step->kind) {
        case TEXT: clean_texts(step->field, at, stride, count, changes); break;
        case SLOT: clean_slots(step->field, at, stride, count, changes); break;
        case HANDLE: clean_handles(step->pool, at, stride, count); break;
        case POINTER: clean_pointers(step, at, stride, count, changes); break;
        case SYMBOL: clean_symbols(step->field, at, stride, count, changes); break;
        case TEXT_POINTER: clean_text_pointers(step->field, at, stride, count, changes); break;
        case UNION: clean_unions(step, at, stride, count, changes); break;
        case ARRAY:
            for (u32 i = 0; i < count; i++)
                ed_canonicalize(&step->inner, at + i * stride, step->field->size,
                                step->field->count, changes);
            break;
        case BOUNDED:
            for (u32 i = 0; i < count; i++) clean_bounded(step, at + i * stride, changes);
            break;
        case OPTIONAL:
            for (u32 i = 0; i < count; i++) clean_optional(step, at + i * stride, changes);
            break;
        }
    }
}
