#include "runtime/snapshot/state_mask.h"
#include <string.h>
#include "runtime/types/field.h"
#ifdef __SSE2__
#    include <emmintrin.h>
#endif

typedef struct Masking {
    ed_MaskScope scope;
    bool shared;      // inside a union: alternatives overlap, so bits are only added
} Masking;

static void mask_element(const ed_Field *field, Masking masking, u8 *mask);

/// Makes the masks of an array. All elements have the same mask, so one is made and copied, except
/// in a union, where the mask may already contain bits of another alternative.
static void mask_elements(const ed_Field *field, Masking masking, u8 *mask)
{
    size_t size = field->size, all = size * field->count;
    for (u32 i = 0; masking.shared && i < field->count; i++)
        mask_element(field, masking, mask + i * size);
    if (masking.shared || !all) return;
    mask_element(field, masking, mask);
    for (size_t done = size; done < all; done += done)
        memcpy(mask + done, mask, done < all - done ? done : all - done);
}

static void mask_field(const ed_Field *field, Masking masking, u8 *record)
{
    u8 *at = record + field->offset;
    u32 lead = ed_field_is_outside(field) ? 0 : ed_field_prefix_size(field);
    if ((field->flags & ED_FIELD_TRANSIENT) && masking.scope != ED_MASK_FIELDS) return;
    if (field->shape == ED_OPTIONAL) at[-1] |= 1;
    else memset(at - lead, 0xff, lead);
    if (ed_field_is_outside(field)) memset(at, 0xff, sizeof(ed_Array));
    else mask_elements(field, masking, at);
}

static void mask_element(const ed_Field *field, Masking masking, u8 *mask)
{
    // a pointer that is not state does not clear its mask: another alternative may use the bytes
    bool is_state = field->kind != ED_PTR || masking.scope != ED_MASK_FILE;
    if (field->kind == ED_BOOL) *mask |= 1;
    else if (!ed_field_is_record(field) && is_state) memset(mask, 0xff, field->size);
    if (!ed_field_is_record(field)) return;
    if (field->kind == ED_UNION) memset(mask, 0xff, sizeof(u32));
    masking.shared |= field->kind == ED_UNION;
    for (u32 i = 0; i < field->type->field_count; i++)
        mask_field(&field->type->fields[i], masking, mask);
}

void ed_mask_element(const ed_Field *field, ed_MaskScope scope, u8 *mask)
{
    mask_element(field, (Masking){ scope, false }, mask);
}

#ifdef __SSE2__
static inline __m128i masked(const u8 *from, const u8 *mask)
{
    return _mm_min_epu8(_mm_loadu_si128((const __m128i *)(const void *)from),
                        _mm_loadu_si128((const __m128i *)(const void *)mask));
}
#endif

void ed_mask_copy(u8 *to, const u8 *from, const u8 *mask, size_t size)
{
    size_t i = 0;
#ifdef __SSE2__
    for (; i + 64 <= size; i += 64) {
        __m128i a = masked(from + i, mask + i), b = masked(from + i + 16, mask + i + 16);
        __m128i c = masked(from + i + 32, mask + i + 32), d = masked(from + i + 48, mask + i + 48);
        _mm_storeu_si128((__m128i *)(void *)(to + i), a);
        _mm_storeu_si128((__m128i *)(void *)(to + i + 16), b);
        _mm_storeu_si128((__m128i *)(void *)(to + i + 32), c);
        _mm_storeu_si128((__m128i *)(void *)(to + i + 48), d);
    }
    for (; i + 16 <= size; i += 16)
        _mm_storeu_si128((__m128i *)(void *)(to + i), masked(from + i, mask + i));
#endif
    for (; i < size; i++) to[i] = from[i] < mask[i] ? from[i] : mask[i];
}
