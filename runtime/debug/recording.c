#include "runtime/debug/recording.h"
#include <math.h>
#include <stddef.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/base/str.h"

#define KEYS (ED_KEY_COUNT - 1u)      // all keys except ED_KEY_NONE

_Static_assert(KEYS <= 64, "the keys fit into the bits of one number");

static const char version_key[] = "eddie-recording";

#if ED_ON_WINDOWS
#    define SYSTEM "windows"
#elif ED_ON_MACOS
#    define SYSTEM "macos"
#else
#    define SYSTEM "linux"
#endif
#ifdef __aarch64__
#    define PROCESSOR "arm64"
#else
#    define PROCESSOR "x86_64"
#endif
const char ed_recording_system[] = SYSTEM "-" PROCESSOR;

/// Consecutive bools, stored as the bits of one number.
typedef struct Bits {
    u32 offset, count;
} Bits;

static const Bits bits[] = {
    { offsetof(ed_Input, key_down) + 1, KEYS },
    { offsetof(ed_Input, key_pressed) + 1, KEYS },
    { offsetof(ed_Input, pad_down), ED_PAD_COUNT },
    { offsetof(ed_Input, pad_pressed), ED_PAD_COUNT },
    { offsetof(ed_Input, mouse_down), ED_MOUSE_COUNT },
    { offsetof(ed_Input, mouse_pressed), ED_MOUSE_COUNT },
    { offsetof(ed_Input, pad_present), 1 },
    { offsetof(ed_Input, mouse_moved), 1 },
};

#define KEY_FIELDS 2u      // the first two of `bits` are for keys

static const u32 floats[] = {
    offsetof(ed_Input, mouse_x),       offsetof(ed_Input, mouse_y),
    offsetof(ed_Input, wheel),         offsetof(ed_Input, left_x),
    offsetof(ed_Input, left_y),        offsetof(ed_Input, right_x),
    offsetof(ed_Input, right_y),       offsetof(ed_Input, left_trigger),
    offsetof(ed_Input, right_trigger),
};

static f32 float_of(const ed_Input *input, u32 index)
{
    f32 value;
    memcpy(&value, (const u8 *)input + floats[index], sizeof value);
    return isfinite(value) ? value : 0;
}

/// Compares the bits, since 0 and -0 can lead to different states.
static bool same_float(const ed_Input *first, const ed_Input *second, u32 index)
{
    f32 a = float_of(first, index), b = float_of(second, index);
    return memcmp(&a, &b, sizeof a) == 0;
}

u64 ed_recording_hash(u64 hash, const void *value, size_t size) { return XXH64(value, size, hash); }

bool ed_recording_begins(const void *bytes, size_t size)
{
    ed_Reader r;
    ed_read_init(&r, bytes, size);
    ed_read_map(&r);
    return ed_span_is(ed_read_str(&r), version_key) && ed_read_ok(&r);
}

// --- head ----------------------------------------------------------------------------------------

void ed_recording_write_head(ed_Writer *w, const char *game, u64 seed)
{
    ed_write_map(w, 5);
    ed_write_text(w, version_key);
    ed_write_u64(w, ED_RECORDING_VERSION);
    ed_write_text(w, "game");
    ed_write_text(w, game);
    ed_write_text(w, "seed");
    ed_write_u64(w, seed);
    ed_write_text(w, "system");
    ed_write_text(w, ed_recording_system);
    ed_write_text(w, "keys");
    ed_write_array(w, KEYS);
    for (u32 key = 1; key <= KEYS; key++) ed_write_text(w, ed_key_name((ed_Key)key));
}

static void read_version(ed_Reader *r)
{
    const u8 *at = r->at;
    if (!ed_recording_begins(r->at, (size_t)(r->end - r->at))) {
        ed_read_fail(r, ED_ERR_FORMAT, at, "not an eddie recording");
        return;
    }
    ed_read_map(r);
    ed_read_str(r);
    at = r->at;
    u64 version = ed_read_u64(r);
    if (version != ED_RECORDING_VERSION && ed_read_ok(r))
        ed_read_fail(r, ED_ERR_FORMAT, at,
                     "the recording has version %llu, but this program reads version %u",
                     (unsigned long long)version, ED_RECORDING_VERSION);
}

/// Keys are read by name, since another build may order them differently.
static void read_keys(ed_Recording *recording)
{
    ed_Reader *r = &recording->r;
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    if (count > ED_COUNT(recording->keys))
        ed_read_fail(r, ED_ERR_RANGE, at, "%u keys: the limit is %u", count,
                     ED_COUNT(recording->keys));
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        char name[32] = "";
        at = r->at;
        ed_Span text = ed_read_str(r);
        ed_Text cut = ed_text_over(name, sizeof name);
        ed_text_put(&cut, (const char *)text.at, text.size);
        ed_Key key = ed_key_from_name(name);
        if (key == ED_KEY_NONE && ed_read_ok(r)) ed_read_fail(r, ED_ERR_RANGE, at, "unknown key");
        recording->keys[recording->key_count++] = (u8)key;
    }
}

bool ed_recording_open(ed_Recording *recording, const void *bytes, size_t size, ed_Error *error)
{
    *recording = (ed_Recording){ .hash = 0 };
    ed_Reader *r = &recording->r;
    ed_read_init(r, bytes, size);
    read_version(r);
    const u8 *start = r->start;
    u32 left = 0;
    if (ed_read_ok(r)) {
        ed_Reader head;
        ed_read_init(&head, start, size);
        left = ed_read_map(&head) - 1;
    }
    for (; left && ed_read_ok(r); left--) {
        ed_Span key = ed_read_str(r);
        if (ed_span_is(key, "game")) recording->game = ed_read_str(r);
        else if (ed_span_is(key, "seed")) recording->seed = ed_read_u64(r);
        else if (ed_span_is(key, "system")) recording->system = ed_read_str(r);
        else if (ed_span_is(key, "keys") && !recording->key_count) read_keys(recording);
        else ed_read_skip(r);
    }
    if (!ed_read_ok(r)) {
        *error = r->err;
        return false;
    }
    recording->hash = ed_recording_hash(0, start, (size_t)(r->at - start));
    return true;
}

// --- state ---------------------------------------------------------------------------------------

void ed_recording_write_state(ed_Writer *w, ed_Span snapshot)
{
    ed_write_array(w, 2);
    ed_write_u64(w, ED_RECORDING_STATE);
    ed_write_bin(w, snapshot.at, snapshot.size);
}

static void read_state(ed_Recording *recording)
{
    ed_Span state = ed_read_bin(&recording->r);
    if (!ed_read_ok(&recording->r)) return;      // the updates before it are still valid
    recording->state = state;
    recording->input = (ed_Input){ .mouse_x = 0 };
    recording->begun = true;
}

// --- input ---------------------------------------------------------------------------------------

static u64 bits_of(const ed_Input *input, Bits at)
{
    const u8 *bools = (const u8 *)input + at.offset;
    u64 number = 0;
    for (u32 i = 0; i < at.count; i++) number |= (u64)(bools[i] != 0) << i;
    return number;
}

void ed_recording_write_input(ed_Writer *w, const ed_Input *before, const ed_Input *input)
{
    u32 count = 0;
    for (u32 i = 0; i < ED_COUNT(bits); i++)
        count += bits_of(before, bits[i]) != bits_of(input, bits[i]);
    for (u32 i = 0; i < ED_COUNT(floats); i++) count += !same_float(before, input, i);
    ed_write_array(w, 2);
    ed_write_u64(w, ED_RECORDING_INPUT);
    ed_write_map(w, count);
    for (u32 i = 0; i < ED_COUNT(bits); i++) {
        u64 number = bits_of(input, bits[i]);
        if (number == bits_of(before, bits[i])) continue;
        ed_write_u64(w, i);
        ed_write_u64(w, number);
    }
    for (u32 i = 0; i < ED_COUNT(floats); i++) {
        if (same_float(before, input, i)) continue;
        ed_write_u64(w, ED_COUNT(bits) + i);
        ed_write_f32(w, float_of(input, i));
    }
}

static void read_bits(ed_Recording *recording, u32 field)
{
    ed_Reader *r = &recording->r;
    const u8 *at = r->at;
    const bool keys = field < KEY_FIELDS;
    u32 count = keys ? recording->key_count : bits[field].count;
    u64 number = ed_read_u64(r);
    if (count < 64 && number >> count) {
        ed_read_fail(r, ED_ERR_RANGE, at, "there are bits for more than %u keys or buttons", count);
        return;
    }
    u8 *bools = (u8 *)&recording->input + bits[field].offset;
    for (u32 i = 0; i < count; i++) bools[keys ? recording->keys[i] - 1u : i] = number >> i & 1;
}

static void read_float(ed_Recording *recording, u32 index)
{
    ed_Reader *r = &recording->r;
    const u8 *at = r->at;
    ed_Number number = ed_read_number(r);
    f32 value = (f32)number.f;
    if (number.form == ED_FORMAT_UINT) value = (f32)number.u;
    if (number.form == ED_FORMAT_INT) value = (f32)number.i;
    if (number.form == ED_FORMAT_BOOL || !isfinite(value))
        ed_read_fail(r, ED_ERR_RANGE, at, "expected a finite number");
    else memcpy((u8 *)&recording->input + floats[index], &value, sizeof value);
}

static void read_input(ed_Recording *recording)
{
    ed_Reader *r = &recording->r;
    u32 count = ed_read_map(r);
    for (u32 i = 0; i < count && ed_read_ok(r); i++) {
        const u8 *at = r->at;
        u64 field = ed_read_u64(r);
        u64 rest = field - ED_COUNT(bits);
        if (field < ED_COUNT(bits)) read_bits(recording, (u32)field);
        else if (rest < ED_COUNT(floats)) read_float(recording, (u32)rest);
        else
            ed_read_fail(r, ED_ERR_RANGE, at, "unknown input field: %llu",
                         (unsigned long long)field);
    }
    recording->updates++;
}

// --- seal ----------------------------------------------------------------------------------------

void ed_recording_write_seal(ed_Writer *w, ed_RecordingItem which, u64 hash)
{
    ed_write_array(w, 2);
    ed_write_u64(w, which);
    ed_write_u64_wide(w, hash);
}

static void read_seal(ed_Recording *recording, const u8 *at)
{
    u64 hash = ed_read_u64(&recording->r);
    if (hash != recording->hash && ed_read_ok(&recording->r))
        ed_read_fail(&recording->r, ED_ERR_HASH, at, "hash mismatch: the recording was modified");
    else recording->sealed = recording->updates;
}

// --- items ---------------------------------------------------------------------------------------

static ed_RecordingItem read_item(ed_Recording *recording)
{
    ed_Reader *r = &recording->r;
    const u8 *at = r->at;
    u32 count = ed_read_array(r);
    u64 kind = ed_read_u64(r);
    bool known =
        count == 2 && kind <= ED_RECORDING_LAST && (recording->begun || kind != ED_RECORDING_INPUT);
    if (!known) ed_read_fail(r, ED_ERR_FORMAT, at, "expected a state, an input or a seal");
    if (!ed_read_ok(r)) return ED_RECORDING_REFUSED;
    if (kind == ED_RECORDING_STATE) read_state(recording);
    else if (kind == ED_RECORDING_INPUT) read_input(recording);
    else read_seal(recording, at);
    if (ed_read_ok(r))
        recording->hash = ed_recording_hash(recording->hash, at, (size_t)(r->at - at));
    return ed_read_ok(r) ? (ed_RecordingItem)kind : ED_RECORDING_REFUSED;
}

ed_RecordingItem ed_recording_next(ed_Recording *recording, ed_Error *error)
{
    ed_Reader *r = &recording->r;
    ed_RecordingItem item = ED_RECORDING_SEAL;
    const u64 updates = recording->updates;
    while (item == ED_RECORDING_SEAL) {
        if (r->at == r->end) return ED_RECORDING_TRUNCATED;
        item = read_item(recording);
    }
    if (item == ED_RECORDING_LAST && r->at != r->end) {
        ed_read_fail(r, ED_ERR_FORMAT, r->at, "extra bytes after the end");
        item = ED_RECORDING_REFUSED;
    }
    if (item != ED_RECORDING_REFUSED) return item;
    recording->updates = updates;
    if (r->err.code == ED_ERR_SHORT) return ED_RECORDING_TRUNCATED;
    *error = r->err;
    return item;
}
