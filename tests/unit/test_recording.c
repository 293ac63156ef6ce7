#include "tests/lib/test.h"
#include <math.h>
#include <stddef.h>
#include "runtime/debug/recording.h"

/// A recording of three updates: a header, a state of three bytes, the inputs, the final seal.
static ed_Writer recording(ed_Input inputs[3])
{
    ed_Writer w = test_writer();
    ed_Input before = { .mouse_x = 0 };
    memset(inputs, 0, 3 * sizeof *inputs);
    inputs[0].key_down[ED_KEY_A] = inputs[0].key_pressed[ED_KEY_A] = true;
    inputs[1].key_down[ED_KEY_A] = inputs[1].key_down[ED_KEY_PERIOD] = true;
    inputs[1].pad_down[ED_PAD_RIGHT] = true;
    inputs[1].mouse_x = -12.25f;
    inputs[2].mouse_down[ED_MOUSE_RIGHT] = inputs[2].pad_present = inputs[2].mouse_moved = true;
    inputs[2].right_trigger = 0.1f;
    ed_recording_write_head(&w, "unit", 77);
    u64 hash = ed_recording_hash(0, w.bytes, w.size);
    size_t at = w.size;
    ed_recording_write_state(&w, (ed_Span){ (const u8 *)"abc", 3 });
    for (u32 i = 0; i < 3; i++) {
        hash = ed_recording_hash(hash, w.bytes + at, w.size - at);
        at = w.size;
        ed_recording_write_input(&w, &before, &inputs[i]);
        before = inputs[i];
    }
    hash = ed_recording_hash(hash, w.bytes + at, w.size - at);
    ed_recording_write_seal(&w, ED_RECORDING_LAST, hash);
    return w;
}

/// Reads to the end. Returns the last item, and sets `updates` to the number of updates.
static ed_RecordingItem read_all(const u8 *bytes, size_t size, u64 *updates, ed_Error *error)
{
    ed_Recording tape;
    *updates = 0;
    if (!ed_recording_open(&tape, bytes, size, error)) return ED_RECORDING_REFUSED;
    for (;;) {
        ed_RecordingItem item = ed_recording_next(&tape, error);
        *updates = tape.updates;
        if (item != ED_RECORDING_STATE && item != ED_RECORDING_INPUT) return item;
    }
}

TEST(a_recording_holds_what_was_written)
{
    ed_Input inputs[3];
    ed_Error error = { .code = ED_OK };
    ed_Recording tape;
    ed_Writer w = recording(inputs);
    CHECK(ed_recording_open(&tape, w.bytes, w.size, &error));
    CHECK(ed_span_is(tape.game, "unit"));
    CHECK_EQ(tape.seed, 77);
    CHECK(ed_span_is(tape.system, ed_recording_system));
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_STATE);
    CHECK(ed_span_is(tape.state, "abc"));
    for (u32 i = 0; i < 3; i++) {
        CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_INPUT);
        CHECK(memcmp(&tape.input, &inputs[i], sizeof inputs[i]) == 0);
    }
    CHECK_EQ(tape.sealed, 0);
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_LAST);
    CHECK_EQ(tape.sealed, 3);
}

TEST(a_game_may_have_any_name)
{
    char game[300] = "";
    ed_Error error = { .code = ED_OK };
    ed_Recording tape;
    ed_Writer w = test_writer();
    memset(game, 'g', sizeof game - 1);
    ed_recording_write_head(&w, game, 1);
    CHECK(ed_recording_open(&tape, w.bytes, w.size, &error));
    CHECK(ed_span_is(tape.game, game));
}

TEST(a_zero_keeps_its_sign)
{
    ed_Input none = { .mouse_x = 0 }, input = { .mouse_x = -0.0f };
    CHECK_BYTES(ed_recording_write_input(&w, &none, &input), "\x92\x01\x81\x08\xca\x80\0\0\0");
    CHECK_BYTES(ed_recording_write_input(&w, &input, &none), "\x92\x01\x81\x08\xca\0\0\0\0");
}

TEST(a_number_that_is_not_finite_is_recorded_as_zero)
{
    ed_Input none = { .mouse_x = 0 }, input = { .mouse_x = INFINITY, .wheel = NAN };
    CHECK_BYTES(ed_recording_write_input(&w, &none, &input), "\x92\x01\x80");
}

/// Reads the next item, which has to be an input.
static bool reads_input(ed_Recording *tape, const ed_Input *input)
{
    ed_Error error = { .code = ED_OK };
    return ed_recording_next(tape, &error) == ED_RECORDING_INPUT
        && memcmp(&tape->input, input, sizeof *input) == 0;
}

TEST(each_key_and_button_is_recorded_separately)
{
    ed_Error error = { .code = ED_OK };
    ed_Recording tape;
    ed_Writer w = test_writer();
    const ed_Input none = { .mouse_x = 0 };
    ed_Input all = none, some;
    memset(&all, true, offsetof(ed_Input, mouse_moved) + 1);
    all.key_down[ED_KEY_NONE] = all.key_pressed[ED_KEY_NONE] = false;
    some = all;
    memset(some.pad_down, false, sizeof some.pad_down);
    memset(some.mouse_down, false, sizeof some.mouse_down);
    some.pad_present = false;
    ed_recording_write_head(&w, "unit", 1);
    ed_recording_write_state(&w, (ed_Span){ NULL, 0 });
    ed_recording_write_input(&w, &none, &all);
    ed_recording_write_input(&w, &all, &some);
    ed_recording_write_input(&w, &some, &none);
    CHECK(ed_recording_open(&tape, w.bytes, w.size, &error));
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_STATE);
    CHECK(reads_input(&tape, &all) && reads_input(&tape, &some) && reads_input(&tape, &none));
}

TEST(the_same_input_again_takes_three_bytes)
{
    ed_Input input = { .mouse_x = 3, .wheel = 1 };
    CHECK_BYTES(ed_recording_write_input(&w, &input, &input), "\x92\x01\x80");
}

TEST(a_recording_cut_anywhere_is_good_as_far_as_it_goes)
{
    ed_Input inputs[3];
    ed_Writer w = recording(inputs);
    u64 updates = 0, before = 0;
    for (size_t size = 0; size < w.size; size++) {
        ed_Error error = { .code = ED_OK };
        ed_RecordingItem item = read_all(w.bytes, size, &updates, &error);
        CHECK(item == ED_RECORDING_TRUNCATED || (item == ED_RECORDING_REFUSED && updates == 0));
        CHECK(updates >= before);
        before = updates;
    }
    CHECK_EQ(before, 3);
}

TEST(every_flipped_bit_of_a_recording_is_refused_or_cuts_it)
{
    ed_Input inputs[3];
    ed_Writer w = recording(inputs);
    u64 updates = 0;
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        ed_Error error = { .code = ED_OK };
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        ed_RecordingItem item = read_all(w.bytes, w.size, &updates, &error);
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        CHECK(item == ED_RECORDING_REFUSED || item == ED_RECORDING_TRUNCATED);
        CHECK(item == ED_RECORDING_TRUNCATED || error.code != ED_OK);
    }
}

TEST(inputs_out_of_range_are_refused)
{
    static const struct {
        u32 field;
        u64 bits;
        f32 value;
    } wrong[] = {
        { 2, 1u << ED_PAD_COUNT, 0 }, { 4, 8, 0 },    { 6, 2, 0 },
        { 0, 1ull << 63, 0 },         { 17, 1, 0 },   { 99, 1, 0 },
        { 8, 0, INFINITY },           { 12, 0, NAN },
    };
    for (u32 i = 0; i < ED_COUNT(wrong); i++) {
        ed_Error error = { .code = ED_OK };
        ed_Writer w = test_writer();
        u64 updates;
        ed_recording_write_head(&w, "unit", 1);
        ed_recording_write_state(&w, (ed_Span){ NULL, 0 });
        ed_write_array(&w, 2);
        ed_write_u64(&w, ED_RECORDING_INPUT);
        ed_write_map(&w, 1);
        ed_write_u64(&w, wrong[i].field);
        if (wrong[i].bits) ed_write_u64(&w, wrong[i].bits);
        else ed_write_f32(&w, wrong[i].value);
        CHECK_EQ(read_all(w.bytes, w.size, &updates, &error), ED_RECORDING_REFUSED);
        CHECK_HAS(error.text, "at byte");
    }
}

TEST(an_input_before_any_state_is_refused)
{
    ed_Error error = { .code = ED_OK };
    ed_Input input = { .wheel = 1 }, none = { .wheel = 0 };
    ed_Writer w = test_writer();
    u64 updates;
    ed_recording_write_head(&w, "unit", 1);
    ed_recording_write_input(&w, &none, &input);
    CHECK_EQ(read_all(w.bytes, w.size, &updates, &error), ED_RECORDING_REFUSED);
}

TEST(keys_are_known_by_their_names)
{
    ed_Error error = { .code = ED_OK };
    ed_Recording tape;
    ed_Writer w = test_writer();
    ed_write_map(&w, 2);
    ed_write_text(&w, "eddie-recording");
    ed_write_u64(&w, 1);
    ed_write_text(&w, "keys");
    ed_write_array(&w, 2);
    ed_write_text(&w, "left");
    ed_write_text(&w, "q");
    ed_recording_write_state(&w, (ed_Span){ NULL, 0 });
    ed_write_array(&w, 2);
    ed_write_u64(&w, ED_RECORDING_INPUT);
    ed_write_map(&w, 1);
    ed_write_u64(&w, 0);
    ed_write_u64(&w, 2);
    CHECK(ed_recording_open(&tape, w.bytes, w.size, &error));
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_STATE);
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_INPUT);
    CHECK(tape.input.key_down[ED_KEY_Q] && !tape.input.key_down[ED_KEY_LEFT]);
}

/// A head with a version, and a list of keys that is followed by `more` members.
static ed_Writer head(u64 version, const char *key, u32 count, u32 more)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 2 + more);
    ed_write_text(&w, "eddie-recording");
    ed_write_u64(&w, version);
    ed_write_text(&w, "keys");
    ed_write_array(&w, count);
    for (u32 i = 0; i < count; i++) ed_write_text(&w, key);
    return w;
}

/// Why the recording cannot be opened, or "".
static const char *refusal(const ed_Writer *w)
{
    static ed_Error error;
    ed_Recording tape;
    error = (ed_Error){ .code = ED_OK };
    return ed_recording_open(&tape, w->bytes, w->size, &error) ? "" : error.text;
}

TEST(a_head_is_checked)
{
    ed_Writer w = head(1, "a", 64, 0);
    CHECK_TEXT(refusal(&w), "");
    w = head(1, "a", 65, 0);
    CHECK_HAS(refusal(&w), "65 keys: the limit is 64");
    w = head(1, "frobnicate", 1, 0);
    CHECK_HAS(refusal(&w), "unknown key");
    w = head(2, "a", 1, 0);
    CHECK_HAS(refusal(&w), "the recording has version 2, but this program reads version 1");
}

TEST(other_members_of_a_head_are_skipped)
{
    ed_Error error = { .code = ED_OK };
    ed_Recording tape;
    ed_Writer w = head(1, "a", 64, 3);
    ed_write_text(&w, "later");
    ed_write_array(&w, 1);
    ed_write_nil(&w);
    ed_write_text(&w, "keys");      // only the first list counts
    ed_write_array(&w, 1);
    ed_write_text(&w, "b");
    ed_write_text(&w, "seed");
    ed_write_u64(&w, 9);
    ed_recording_write_state(&w, (ed_Span){ NULL, 0 });
    ed_write_array(&w, 2);
    ed_write_u64(&w, ED_RECORDING_INPUT);
    ed_write_map(&w, 1);
    ed_write_u64(&w, 0);
    ed_write_u64(&w, 1ull << 63);
    CHECK(ed_recording_open(&tape, w.bytes, w.size, &error));
    CHECK_EQ(tape.seed, 9);
    CHECK_EQ(tape.key_count, 64);
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_STATE);
    CHECK_EQ(ed_recording_next(&tape, &error), ED_RECORDING_INPUT);
    CHECK(tape.input.key_down[ED_KEY_A] && !tape.input.key_down[ED_KEY_B]);
}

/// What the first item after the head leads to.
static ed_RecordingItem first_item(ed_Writer *w, ed_Error *error)
{
    ed_Recording tape;
    *error = (ed_Error){ .code = ED_OK };
    if (!ed_recording_open(&tape, w->bytes, w->size, error)) return ED_RECORDING_LAST;
    return ed_recording_next(&tape, error);
}

TEST(an_item_is_a_pair)
{
    ed_Error error;
    for (u32 count = 1; count <= 3; count++) {
        ed_Writer w = head(1, "a", 1, 0);
        ed_write_array(&w, count);
        ed_write_u64(&w, ED_RECORDING_STATE);
        ed_write_bin(&w, "abc", 3);
        ed_write_nil(&w);
        ed_RecordingItem item = first_item(&w, &error);
        CHECK_EQ(item, count == 2 ? ED_RECORDING_STATE : ED_RECORDING_REFUSED);
        if (count != 2) CHECK_HAS(error.text, "expected a state, an input or a seal");
    }
}

TEST(bytes_after_the_final_seal_are_refused)
{
    ed_Input inputs[3];
    ed_Error error = { .code = ED_OK };
    u64 updates;
    ed_Writer w = recording(inputs);
    ed_write_nil(&w);
    CHECK_EQ(read_all(w.bytes, w.size, &updates, &error), ED_RECORDING_REFUSED);
    CHECK_HAS(error.text, "extra bytes after the end");
    CHECK_EQ(updates, 3);
}
