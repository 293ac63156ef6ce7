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

TEST(a_failure_sticks_and_tells_offset_and_path)
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

TEST(skipping_a_deep_or_wide_claim_ends)
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
