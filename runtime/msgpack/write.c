#include "runtime/msgpack/write.h"
#include <string.h>
#include "runtime/msgpack/put.h"

#define GROW_MIN 4096u

void ed_write_init(ed_Writer *w, ed_Arena *arena)
{
    *w = (ed_Writer){ .arena = arena };
    w->bytes = (u8 *)ed_arena_push(arena, 0, 64);
    if (!w->bytes) ed_arena_check(arena, &w->err);
}

/// Copies the document to the end of its arena, because it cannot grow where it is. Returns false
/// if the arena is full.
static bool move_to_end(ed_Writer *w, size_t capacity)
{
    if (!w->bytes) return false;      // the arena was full in ed_write_init
    if (capacity > ed_arena_room(w->arena, w->bytes, w->capacity)) return false;
    u8 *bytes = (u8 *)ed_arena_push_raw(w->arena, capacity, 1);
    if (!bytes) return false;
    memcpy(bytes, w->bytes, w->size);
    w->bytes = bytes;
    return true;
}

bool ed_write_grow(ed_Writer *w, size_t size)
{
    size_t wanted = w->size + size;
    size_t grown = w->capacity * 2 > GROW_MIN ? w->capacity * 2 : GROW_MIN;
    if (grown < wanted || grown > ed_arena_room(w->arena, w->bytes, w->capacity)) grown = wanted;
    if (!ed_arena_extend_raw(w->arena, w->bytes, w->capacity, grown) && !move_to_end(w, grown))
        return false;
    w->capacity = grown;
    return true;
}

u8 *ed_write_raw_room(ed_Writer *w, size_t size)
{
    if (w->err.code) return NULL;
    if (size > w->capacity - w->size && !ed_write_grow(w, size)) {
        ed_fail(&w->err, ED_ERR_LIMIT,
                "the document does not fit into the memory of %s, which is limited to %zu MiB%s",
                w->arena->name, w->arena->limit >> 20, ed_arena_limit_hint(w->arena));
        return NULL;
    }
    u8 *at = w->bytes + w->size;
    w->size += size;
    return at;
}

void ed_write_packed(ed_Writer *w, const void *bytes, size_t size)
{
    u8 *at = ed_write_raw_room(w, size);
    if (at && size) memcpy(at, bytes, size);
}

/// Returns where to write one value: at the end of the document, or in `few` if ED_PUT_BYTES bytes
/// do not fit. `finish` then copies the value from `few`: most values are shorter, and may fit.
static u8 *begin(ed_Writer *w, u8 few[ED_PUT_BYTES])
{
    u8 *to = ed_write_reserve(w, ED_PUT_BYTES);
    return to ? to : few;
}

static void finish(ed_Writer *w, const u8 few[ED_PUT_BYTES], const u8 *to, const u8 *end)
{
    if (to == few) ed_write_packed(w, few, (size_t)(end - few));
    else ed_write_commit(w, end);
}

/// Writes the first byte, then the low `size` bytes of `value`, most significant first.
static void lead(ed_Writer *w, u8 first, u64 value, u32 size)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, size ? ed_put_wide(to, first, value, size) : ed_put_byte(to, first));
}

void ed_write_nil(ed_Writer *w) { lead(w, 0xc0, 0, 0); }

void ed_write_bool(ed_Writer *w, bool value) { lead(w, value ? 0xc3 : 0xc2, 0, 0); }

void ed_write_u64(ed_Writer *w, u64 value)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_u64(to, value));
}

void ed_write_i64(ed_Writer *w, i64 value)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_i64(to, value));
}

void ed_write_f32(ed_Writer *w, f32 value)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_f32(to, value));
}

void ed_write_f64(ed_Writer *w, f64 value)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_f64(to, value));
}

/// Writes a length in 1, 2 or 4 bytes, whichever is shortest. `first`, `first` + 1 and `first` + 2
/// are the first bytes of these forms.
static void lead_sized(ed_Writer *w, u8 first, size_t size)
{
    if (size <= UINT8_MAX) lead(w, first, size, 1);
    else if (size <= UINT16_MAX) lead(w, (u8)(first + 1), size, 2);
    else if (size <= UINT32_MAX) lead(w, (u8)(first + 2), size, 4);
    else
        ed_fail(&w->err, ED_ERR_LIMIT, "a value has %zu bytes: MessagePack allows at most 4 GiB",
                size);
}

void ed_write_str(ed_Writer *w, const char *bytes, size_t size)
{
    u8 *to = size <= UINT32_MAX ? ed_write_reserve(w, ED_PUT_BYTES + size) : NULL;
    if (to) {
        to = ed_put_str_size(to, (u32)size);
        if (size) memcpy(to, bytes, size);
        ed_write_commit(w, to + size);
        return;
    }
    if (size < 32) lead(w, (u8)(0xa0 | size), 0, 0);
    else lead_sized(w, 0xd9, size);
    ed_write_packed(w, bytes, size);
}

void ed_write_text(ed_Writer *w, const char *text) { ed_write_str(w, text, strlen(text)); }

void ed_write_bin(ed_Writer *w, const void *bytes, size_t size)
{
    lead_sized(w, 0xc4, size);
    ed_write_packed(w, bytes, size);
}

u8 *ed_write_bin_room(ed_Writer *w, size_t size)
{
    lead_sized(w, 0xc4, size);
    return ed_write_raw_room(w, size);
}

void ed_write_array(ed_Writer *w, u32 count)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_array(to, count));
}

void ed_write_map(ed_Writer *w, u32 count)
{
    u8 few[ED_PUT_BYTES], *to = begin(w, few);
    finish(w, few, to, ed_put_map(to, count));
}

void ed_write_u64_wide(ed_Writer *w, u64 value) { lead(w, 0xcf, value, 8); }

bool ed_write_ok(const ed_Writer *w) { return w->err.code == ED_OK; }

// --- values that are not written as they are -----------------------------------------------------

void ed_write_change(ed_WriteChanges *changes, ed_WriteChange what, const char *field)
{
    if (changes->count++) return;
    ed_Text name = ed_text_over(changes->field, sizeof changes->field);
    ed_text_add(&name, "%s", field);
    changes->what = what;
}

void ed_write_changes_describe(const ed_WriteChanges *changes, ed_Text *out)
{
    static const char *const words[][2] = {
        [ED_CHANGE_ZERO_BYTE] = { "the text '", "' ends at its first zero byte" },
        [ED_CHANGE_TERMINATOR] = { "the text '", "' has no terminator, so its end is cut off" },
        [ED_CHANGE_COUNT] = { "the count of '", "' is above its limit and becomes the limit" },
        [ED_CHANGE_ITEMS] = { "'", "' has a count but no memory and becomes empty" },
        [ED_CHANGE_UNION] = { "'", "' has an unknown kind and becomes its first alternative" },
        [ED_CHANGE_SYMBOL] = { "'", "' points to nothing that the schema lists and becomes "
                                    "null" },
        [ED_CHANGE_POINTER] = { "'", "' points to no record of the state and becomes null" },
        [ED_CHANGE_TEXT] = { "'", "' points to no memory and becomes null" },
        [ED_CHANGE_POOL] = { "the pool '",
                             "' was changed without its functions, so its items get new handles" },
    };
    bool one = changes->count == 1;
    if (!changes->count) return;
    ed_text_add(out, "%llu value%s cannot be saved as %s: %s%s%s",
                (unsigned long long)changes->count, one ? "" : "s",
                one ? "it is" : "they are; the first", words[changes->what][0], changes->field,
                words[changes->what][1]);
}
