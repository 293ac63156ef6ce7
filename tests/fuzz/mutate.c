#include "tests/fuzz/mutate.h"
#include <string.h>
#include "runtime/msgpack/read.h"

#define VALUES_MAX 16384u

typedef struct Value {
    size_t at, size;
    ed_Format form;
} Value;

typedef struct Change {
    u8 *data;
    size_t size, size_max;
    u64 dice;
    Value values[VALUES_MAX];
    u32 count;
} Change;

static u32 roll(Change *c, u32 sides)
{
    c->dice = c->dice * 6364136223846793005u + 1442695040888963407u;
    return (u32)((c->dice >> 33) % sides);
}

/// A container that is being read.
typedef struct Open {
    u32 value;
    u64 left;
} Open;

/// Lists every value, also those in containers, in one pass, which is faster than skipping each.
static void find_values(Change *c)
{
    static Open open[VALUES_MAX];
    u32 depth = 0;
    ed_Reader r;
    ed_read_init(&r, c->data, c->size);
    while (r.at < r.end && c->count < VALUES_MAX) {
        size_t at = (size_t)(r.at - r.start);
        ed_Format form = ed_read_format(&r);
        u64 inside = form == ED_FORMAT_MAP   ? 2 * (u64)ed_read_map(&r)
                   : form == ED_FORMAT_ARRAY ? ed_read_array(&r)
                                             : 0;
        if (form != ED_FORMAT_MAP && form != ED_FORMAT_ARRAY) ed_read_skip(&r);
        if (!ed_read_ok(&r)) break;
        c->values[c->count] = (Value){ at, (size_t)(r.at - r.start) - at, form };
        if (inside) open[depth++] = (Open){ c->count, inside + 1 };
        c->count++;
        while (depth && --open[depth - 1].left == 0) {
            Value *whole = &c->values[open[--depth].value];
            whole->size = (size_t)(r.at - r.start) - whole->at;
        }
    }
    if (depth) c->count = open[0].value;      // a container that does not end is not a value
}

/// Replaces the value with the bytes. Returns the new size of the document.
static size_t replace(Change *c, const Value *value, const u8 *bytes, size_t size)
{
    size_t behind = c->size - value->at - value->size;
    if (c->size - value->size + size > c->size_max) return c->size;
    memmove(c->data + value->at + size, c->data + value->at + value->size, behind);
    memcpy(c->data + value->at, bytes, size);
    return c->size - value->size + size;
}

/// Empties a container: small documents run faster.
static size_t put_empty(Change *c, const Value *value)
{
    if (value->form == ED_FORMAT_MAP) return replace(c, value, (const u8 *)"\x80", 1);
    if (value->form == ED_FORMAT_ARRAY) return replace(c, value, (const u8 *)"\x90", 1);
    return c->size;
}

static size_t put_other(Change *c, const Value *value)
{
    static u8 copy[1 << 16];
    const Value *other = &c->values[roll(c, c->count)];
    for (u32 i = 0; i < 8 && other->form != value->form; i++) other = &c->values[roll(c, c->count)];
    if (other->size > sizeof copy) return c->size;
    memcpy(copy, c->data + other->at, other->size);
    return replace(c, value, copy, other->size);
}

static size_t put_number(Change *c, const Value *value)
{
    static const struct {
        const char *bytes;
        u8 size;
    } numbers[] = {
        { "\0", 1 },
        { "\1", 1 },
        { "\2", 1 },
        { "\7", 1 },
        { "\x7f", 1 },
        { "\xff", 1 },
        { "\xfc", 1 },
        { "\xcc\xff", 2 },
        { "\xcd\x01\x00", 3 },
        { "\xcd\xff\xff", 3 },
        { "\xce\x7f\xff\xff\xff", 5 },
        { "\xce\xff\xff\xff\xff", 5 },
        { "\xce\x80\0\0\0", 5 },
        { "\xd2\x80\0\0\0", 5 },
        { "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9 },
        { "\xc0", 1 },
        { "\x90", 1 },
        { "\x80", 1 },
        { "\xc4\0", 2 },
        { "\xa0", 1 },
    };
    u32 i = roll(c, ED_COUNT(numbers));
    u8 near = (u8)(c->data[value->at] + (roll(c, 2) ? 1 : -1));
    bool small = value->size == 1 && c->data[value->at] < 0x80 && roll(c, 2);
    if (small) return replace(c, value, &near, 1);
    return replace(c, value, (const u8 *)numbers[i].bytes, numbers[i].size);
}

/// Changes four bytes, or flips one bit. Counts and union kinds in rows are four bytes, mostly at
/// offsets that are multiples of four.
static size_t change_inside(Change *c, const Value *value)
{
    static const u32 words[] = { 0,          1,          2,          3,
                                 4,          9,          0x7fffffff, 0x80000000,
                                 0xfffffffe, 0xffffffff, 0x01010101, 0x02000000 };
    if (value->size < 8) return c->size;
    size_t lead = value->size < 258 ? 2 : 3, room = value->size - lead - 4;
    size_t at = value->at + lead + (room ? roll(c, (u32)room) : 0) / 4 * 4;
    u32 word = words[roll(c, ED_COUNT(words))];
    if (roll(c, 4)) memcpy(c->data + at, &word, sizeof word);
    else c->data[at] ^= (u8)(1u << roll(c, 8));
    return c->size;
}

static size_t change(Change *c)
{
    find_values(c);
    if (c->count == 0) return LLVMFuzzerMutate(c->data, c->size, c->size_max);
    const Value *value = &c->values[roll(c, c->count)];
    u32 what = roll(c, 11);
    if (what == 10) return put_empty(c, value);
    for (u32 i = 0; what < 5 && i < 200 && (value->form != ED_FORMAT_BIN || value->size < 8); i++)
        value = &c->values[roll(c, c->count)];
    if (what < 5) return change_inside(c, value);
    for (u32 i = 0;
         what < 8 && i < 50 && value->form != ED_FORMAT_UINT && value->form != ED_FORMAT_INT; i++)
        value = &c->values[roll(c, c->count)];
    if (what < 8) return put_number(c, value);
    return what < 9 ? put_other(c, value) : LLVMFuzzerMutate(c->data, c->size, c->size_max);
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t size_max, unsigned seed)
{
    static Change c;
    u64 dice = seed * 0x9e3779b97f4a7c15u + 1;
    for (u32 times = 1 + (u32)(dice >> 40) % 3; times > 0; times--) {
        c.data = data;
        c.size = size;
        c.size_max = size_max;
        c.dice = dice;
        c.count = 0;
        size = change(&c);
        dice = c.dice;
    }
    return size;
}
