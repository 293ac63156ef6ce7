#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>

static ed_Reader over(const void *bytes, size_t size)
{
    ed_Reader r;
    ed_read_init(&r, bytes, size);
    return r;
}
#define OVER(literal) over(literal, sizeof(literal) - 1)

TEST(integers_are_read_from_every_form)
{
    static const struct {
        const char *bytes;
        size_t size;
        i64 value;
    } forms[] = {
        { "\x07", 1, 7 },
        { "\xff", 1, -1 },
        { "\xcc\xc8", 2, 200 },
        { "\xcd\x01\x00", 3, 256 },
        { "\xce\x00\x01\x00\x00", 5, 65536 },
        { "\xd0\x80", 2, -128 },
        { "\xd0\x07", 2, 7 },
        { "\xd1\x80\x00", 3, -32768 },
        { "\xd2\x80\x00\x00\x00", 5, INT32_MIN },
        { "\xcf\x00\x00\x00\x00\x00\x00\x00\x07", 9, 7 },
        { "\xd3\xff\xff\xff\xff\xff\xff\xff\xfe", 9, -2 },
    };
    for (u32 i = 0; i < ED_COUNT(forms); i++) {
        ed_Reader r = over(forms[i].bytes, forms[i].size);
        CHECK_EQ(ed_read_i64(&r), forms[i].value);
        CHECK(ed_read_ok(&r) && r.at == r.end);
    }
}

TEST(the_ends_of_64_bits_are_read)
{
    ed_Reader r = OVER("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"
                       "\xd3\x80\x00\x00\x00\x00\x00\x00\x00");
    CHECK(ed_read_u64(&r) == UINT64_MAX);
    CHECK(ed_read_i64(&r) == INT64_MIN);
    CHECK(ed_read_ok(&r));
    r = OVER("\xcf\xff\xff\xff\xff\xff\xff\xff\xff");
    ed_read_i64(&r);
    CHECK_EQ(r.err.code, ED_ERR_RANGE);
    r = OVER("\xff");
    ed_read_u64(&r);
    CHECK_EQ(r.err.code, ED_ERR_RANGE);
}

TEST(a_failure_stays_and_has_offset_and_path)
{
    ed_Reader r = OVER("\x92\x01\xa1x");
    CHECK_EQ(ed_read_array(&r), 2);
    CHECK(ed_read_enter(&r, "Game", 0));
    CHECK(ed_read_enter(&r, "actors", 0));
    CHECK(ed_read_enter(&r, NULL, 17));
    CHECK_EQ(ed_read_u64(&r), 1);
    CHECK_EQ(ed_read_u64(&r), 0);
    CHECK_EQ(r.err.at, 2);
    CHECK_TEXT(r.err.path, "Game.actors[17]");
    CHECK_TEXT(r.err.text, "at byte 2, Game.actors[17]: expected a number, found text");
    ed_read_str(&r);
    CHECK_HAS(r.err.text, "expected a number");
}

TEST(a_value_of_another_kind_is_read_as_nothing)
{
    ed_Reader r = OVER("\x81\x01\x02");
    CHECK_EQ(ed_read_array(&r), 0);
    CHECK_EQ(r.err.code, ED_ERR_TYPE);
    r = OVER("\x92\x01\x02");
    CHECK_EQ(ed_read_map(&r), 0);
    CHECK_EQ(r.err.code, ED_ERR_TYPE);
    r = OVER("\xc4\x01x");
    CHECK(ed_read_str(&r).at == NULL);
    CHECK_EQ(r.err.code, ED_ERR_TYPE);
    r = OVER("\x91\x05");
    CHECK_EQ(ed_read_u64(&r), 0);
    CHECK_EQ(r.err.code, ED_ERR_TYPE);
}

TEST(a_count_is_bounded_by_the_bytes_that_are_left)
{
    ed_Reader r = OVER("\xdd\xff\xff\xff\xff");
    CHECK_EQ(ed_read_array(&r), 0);
    CHECK_EQ(r.err.code, ED_ERR_SHORT);
    r = OVER("\xdf\x00\x00\x00\x02\x01\x02\x03");
    CHECK_EQ(ed_read_map(&r), 0);
    CHECK_EQ(r.err.code, ED_ERR_SHORT);
    r = OVER("\xdb\xff\xff\xff\xff"
             "abc");
    CHECK(ed_read_str(&r).at == NULL);
    CHECK_EQ(r.err.code, ED_ERR_SHORT);
}

TEST(skipping_deep_nesting_or_a_large_claimed_count_ends)
{
    static u8 deep[100000];
    memset(deep, 0x91, sizeof deep);
    ed_Reader r = over(deep, sizeof deep);
    ed_read_skip(&r);
    CHECK_EQ(r.err.code, ED_ERR_SHORT);
    deep[sizeof deep - 1] = 0x00;
    r = over(deep, sizeof deep);
    CHECK_EQ(ed_read_skip(&r).size, sizeof deep);
    CHECK(ed_read_ok(&r));
}

TEST(too_deep_is_an_error)
{
    ed_Reader r = OVER("\x00");
    for (u32 i = 0; i < ED_DEPTH_MAX; i++) CHECK(ed_read_enter(&r, NULL, i));
    CHECK(!ed_read_enter(&r, NULL, 0));
    CHECK_EQ(r.err.code, ED_ERR_DEPTH);
}

TEST(the_byte_that_is_never_used_is_refused)
{
    ed_Reader r = OVER("\xc1");
    ed_read_skip(&r);
    CHECK_EQ(r.err.code, ED_ERR_FORMAT);
}

TEST(every_truncation_of_every_form_is_an_error_not_a_crash)
{
    ed_Writer w = test_writer();
    ed_write_array(&w, 12);
    ed_write_u64(&w, 300);
    ed_write_i64(&w, -70000);
    ed_write_u64(&w, UINT64_MAX);
    ed_write_f32(&w, 1);
    ed_write_f64(&w, 0.1);
    ed_write_nil(&w);
    ed_write_text(&w, "hello");
    ed_write_bin(&w, "xy", 2);
    ed_write_packed(&w,
                    "\xc7\x03\x03"
                    "abc",
                    6);      // an extension, which is skipped
    ed_write_map(&w, 1);
    ed_write_u64(&w, 1);
    ed_write_bool(&w, true);
    ed_write_array(&w, 0);
    ed_write_text(&w, "a text of more than 31 bytes, so that its length has its own byte");
    for (size_t size = 0; size < w.size; size++) {
        // a separate allocation, so that the sanitizer sees a read past it
        u8 *copy = malloc(size ? size : 1);
        memcpy(copy, w.bytes, size);
        ed_Reader r = over(copy, size);
        ed_read_skip(&r);
        CHECK_EQ(r.err.code, ED_ERR_SHORT);
        free(copy);
    }
}

// --- each form, read as every other --------------------------------------------------------------

/// A value of each ed_Format, and its name in messages.
static const struct {
    const char *bytes, *name;
    size_t size;
} forms[] = {
    { "\xc0", "nil", 1 },
    { "\xc3", "a bool", 1 },
    { "\x05", "a number", 1 },
    { "\xff", "a negative number", 1 },
    { "\xca\x00\x00\x00\x00", "a float", 5 },
    { "\xcb\x00\x00\x00\x00\x00\x00\x00\x00", "a float", 9 },
    { "\xa1x", "text", 2 },
    { "\xc4\x01x", "bytes", 3 },
    { "\x91\xc0", "an array", 2 },
    { "\x81\xc0\xc0", "a map", 3 },
    { "\xd4\x01x", "an extension", 3 },
};

static u64 found;      // by the last read of a number or count

typedef void ReadAs(ed_Reader *r);
static void as_nil(ed_Reader *r) { ed_read_nil(r); }
static void as_u64(ed_Reader *r) { found = ed_read_u64(r); }
static void as_i64(ed_Reader *r) { found = (u64)ed_read_i64(r); }
static void as_number(ed_Reader *r) { ed_read_number(r); }
static void as_str(ed_Reader *r) { ed_read_str(r); }
static void as_bin(ed_Reader *r) { ed_read_bin(r); }
static void as_array(ed_Reader *r) { found = ed_read_array(r); }
static void as_map(ed_Reader *r) { found = ed_read_map(r); }

TEST(a_value_of_another_form_is_refused_and_named)
{
    static const struct {
        ReadAs *read;
        const char *expected;
        u32 good;      // a bit for each form that is read
    } reads[] = {
        { as_nil, "nil", 1 },
        { as_u64, "a number", 4 },
        { as_i64, "a number", 0xc },
        { as_number, "a number", 0x3e },
        { as_str, "text", 0x40 },
        { as_bin, "bytes", 0x80 },
        { as_array, "an array", 0x100 },
        { as_map, "a map", 0x200 },
    };
    for (u32 i = 0; i < ED_COUNT(reads); i++)
        for (u32 f = 0; f < ED_COUNT(forms); f++) {
            char expected[120];
            bool integer = reads[i].read == as_u64 || reads[i].read == as_i64;
            bool whole = integer && (f == 1 || f == 4 || f == 5);      // a number, but not whole
            bool negative = reads[i].read == as_u64 && f == 3;
            ed_Reader r = over(forms[f].bytes, forms[f].size);
            found = 0;
            reads[i].read(&r);
            CHECK_EQ(ed_read_ok(&r), reads[i].good >> f & 1);
            if (ed_read_ok(&r)) continue;
            CHECK_EQ(found, 0);
            snprintf(expected, sizeof expected, "at byte 0: expected %s, found %s",
                     negative ? "a non-negative number"
                     : whole  ? "a whole number"
                              : reads[i].expected,
                     negative ? "-1" : forms[f].name);
            CHECK_TEXT(r.err.text, expected);
            CHECK_EQ(r.err.code, negative ? ED_ERR_RANGE : ED_ERR_TYPE);
            CHECK(r.at == r.end && ed_read_format(&r) == ED_FORMAT_NONE);
        }
}

TEST(a_number_too_large_for_i64_is_refused)
{
    ed_Reader r = OVER("\xcf\x80\x00\x00\x00\x00\x00\x00\x00");
    CHECK_EQ(ed_read_i64(&r), 0);
    CHECK_TEXT(r.err.text, "at byte 0: 9223372036854775808 is out of range for i64");
    r = OVER("\xcf\x7f\xff\xff\xff\xff\xff\xff\xff");
    CHECK_EQ(ed_read_i64(&r), INT64_MAX);
    CHECK(ed_read_ok(&r));
}

TEST(a_truncated_document_is_reported_where_its_value_begins)
{
    ed_Reader r = OVER("\x05");
    CHECK_EQ(ed_read_u64(&r), 5);
    ed_read_u64(&r);
    CHECK_TEXT(r.err.text,
               "at byte 1: the document ends where a value is expected: it is truncated");
    r = OVER("\x05\xcd\x01");
    ed_read_u64(&r);
    ed_read_u64(&r);
    CHECK_TEXT(r.err.text, "at byte 1: the document ends inside a value: it is truncated");
    r = OVER("\xa5"
             "abc");
    ed_read_str(&r);
    CHECK_TEXT(r.err.text, "at byte 0: expected 5 more bytes, but only 3 are left: the document is "
                           "truncated");
    r = OVER("\x93\x01\x02");
    ed_read_array(&r);
    CHECK_TEXT(r.err.text, "at byte 0: expected an array of 3 values, but only 2 bytes are left: "
                           "the document is truncated");
    r = OVER("\x82\x01\x02\x03");
    ed_read_map(&r);
    CHECK_TEXT(r.err.text, "at byte 0: expected a map of 2 pairs, but only 3 bytes are left: the "
                           "document is truncated");
    r = OVER("\xc1");
    ed_read_nil(&r);
    CHECK_TEXT(r.err.text, "at byte 0: byte c1 does not begin a MessagePack value");
    ed_read_init(&r, NULL, 0);
    CHECK(ed_read_ok(&r) && r.at == r.end && ed_read_format(&r) == ED_FORMAT_NONE);
}

TEST(a_count_that_uses_the_last_byte_is_accepted)
{
    ed_Reader r = OVER("\x92\x01\x02");
    CHECK_EQ(ed_read_array(&r), 2);
    CHECK_EQ((r.end - r.at), 2);
    r = OVER("\x82\x01\x02\x03\x04");
    CHECK_EQ(ed_read_map(&r), 2);
    CHECK_EQ((r.end - r.at), 4);
    r = OVER("\xdc\x00\x02\x01\x02");
    CHECK_EQ(ed_read_array(&r), 2);
    r = OVER("\xdf\x00\x00\x00\x01\x01\x02");
    CHECK_EQ(ed_read_map(&r), 1);
    r = OVER("\xa2"
             "ab");
    CHECK_EQ(ed_read_str(&r).size, 2);
    CHECK(ed_read_ok(&r) && r.at == r.end);
    r = OVER("\x90");
    CHECK(ed_read_array(&r) == 0 && ed_read_ok(&r) && r.at == r.end);
    r = OVER("\x80");
    CHECK(ed_read_map(&r) == 0 && ed_read_ok(&r) && r.at == r.end);
}

/// Makes a value that begins with this byte. All bytes after it are zeros. Returns its size.
static size_t size_after(u8 first, u8 *bytes)
{
    static const u8 wide[32] = {
        [0x00] = 1, [0x02] = 1,  [0x03] = 1,  [0x04] = 2, [0x05] = 3, [0x06] = 5, [0x07] = 3,
        [0x08] = 4, [0x09] = 6,  [0x0a] = 5,  [0x0b] = 9, [0x0c] = 2, [0x0d] = 3, [0x0e] = 5,
        [0x0f] = 9, [0x10] = 2,  [0x11] = 3,  [0x12] = 5, [0x13] = 9, [0x14] = 3, [0x15] = 4,
        [0x16] = 6, [0x17] = 10, [0x18] = 18, [0x19] = 2, [0x1a] = 3, [0x1b] = 5, [0x1c] = 3,
        [0x1d] = 5, [0x1e] = 3,  [0x1f] = 5
    };
    memset(bytes, 0, 40);
    bytes[0] = first;
    if (first < 0x80 || first >= 0xe0) return 1;
    if (first < 0x90) return 1 + 2 * (first & 15u);
    if (first < 0xa0) return 1 + (first & 15u);
    return first < 0xc0 ? 1 + (first & 31u) : wide[first - 0xc0];
}

TEST(a_value_is_skipped_up_to_its_last_byte_whatever_its_first_byte_is)
{
    for (u32 first = 0; first < 256; first++) {
        u8 bytes[41];
        size_t size = size_after((u8)first, bytes);
        if (first == 0xc1) continue;
        ed_Reader r = over(bytes, size + 1);
        ed_Span span = ed_read_skip(&r);
        CHECK(ed_read_ok(&r) && span.at == bytes && span.size == size && r.at == bytes + size);
        r = over(bytes, size);
        CHECK_EQ(ed_read_skip(&r).size, size);
        r = over(bytes, size - 1);
        CHECK_EQ(ed_read_skip(&r).size, 0);
        CHECK_EQ(r.err.code, ED_ERR_SHORT);
        CHECK(ed_read_skip(&r).at == NULL);
    }
}

TEST(a_path_is_shown_up_to_its_depth)
{
    ed_Reader r = OVER("");
    ed_read_enter(&r, NULL, 3);
    ed_read_enter(&r, "a", 0);
    ed_read_enter(&r, "b", 0);
    ed_read_enter(&r, "gone", 0);
    ed_read_leave(&r);
    ed_read_nil(&r);
    CHECK_TEXT(r.err.path, "[3].a.b");
    r = OVER("");
    ed_read_fail(&r, ED_ERR_FORMAT, r.at, "first");
    ed_read_fail(&r, ED_ERR_RANGE, r.at, "second");
    CHECK_TEXT(r.err.text, "at byte 0: first");
    CHECK(r.err.code == ED_ERR_FORMAT && !ed_read_fail_deep(&r));
}

TEST(a_span_is_compared_with_a_whole_text)
{
    ed_Span span = { (const u8 *)"roots", 4 };
    CHECK(ed_span_is(span, "root") && !ed_span_is(span, "roots") && !ed_span_is(span, "roo"));
    CHECK(!ed_span_is(span, "boot"));
}

// --- the public conformance data, where it is at hand --------------------------------------------

static size_t from_hex(const char *text, u8 *out)
{
    size_t size = 0;
    for (const char *at = text; *at && *at != '"'; at += at[2] == '-' ? 3 : 2)
        out[size++] = (u8)strtoul((char[]){ at[0], at[1], 0 }, NULL, 16);
    return size;
}

TEST(every_encoding_of_the_conformance_suite_is_read)
{
    static char json[200000];
    static u8 bytes[2000];
    FILE *file = fopen("../shared/data/msgpack-test-suite/msgpack-test-suite.json", "r");
    if (!file) return;      // the suite is not part of the project
    json[fread(json, 1, sizeof json - 1, file)] = 0;
    fclose(file);
    u32 read = 0;
    for (char *list = json; (list = strstr(list, "\"msgpack\": [")); list++) {
        char *end = strchr(list, ']');
        for (char *at = list + 12; (at = strchr(at, '"')) && at < end;
             at = strchr(at + 1, '"') + 1) {
            size_t size = from_hex(at + 1, bytes);
            ed_Reader r = over(bytes, size);
            CHECK_EQ(ed_read_skip(&r).size, size);
            CHECK(ed_read_ok(&r));
            read++;
        }
    }
    CHECK_EQ(read, 233);
}
