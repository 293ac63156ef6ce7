#include "tests/lib/test.h"
#include <math.h>
#include "runtime/snapshot/encode.h"

TEST(nil_and_bools_are_one_byte)
{
    CHECK_BYTES(ed_write_nil(&w), "\xc0");
    CHECK_BYTES(ed_write_bool(&w, false), "\xc2");
    CHECK_BYTES(ed_write_bool(&w, true), "\xc3");
}

TEST(unsigned_numbers_take_the_shortest_form)
{
    CHECK_BYTES(ed_write_u64(&w, 0), "\x00");
    CHECK_BYTES(ed_write_u64(&w, 127), "\x7f");
    CHECK_BYTES(ed_write_u64(&w, 128), "\xcc\x80");
    CHECK_BYTES(ed_write_u64(&w, 255), "\xcc\xff");
    CHECK_BYTES(ed_write_u64(&w, 256), "\xcd\x01\x00");
    CHECK_BYTES(ed_write_u64(&w, 65535), "\xcd\xff\xff");
    CHECK_BYTES(ed_write_u64(&w, 65536), "\xce\x00\x01\x00\x00");
    CHECK_BYTES(ed_write_u64(&w, UINT32_MAX), "\xce\xff\xff\xff\xff");
    CHECK_BYTES(ed_write_u64(&w, 1ull << 32), "\xcf\x00\x00\x00\x01\x00\x00\x00\x00");
    CHECK_BYTES(ed_write_u64(&w, UINT64_MAX), "\xcf\xff\xff\xff\xff\xff\xff\xff\xff");
}

TEST(signed_numbers_take_the_shortest_form)
{
    CHECK_BYTES(ed_write_i64(&w, 5), "\x05");
    CHECK_BYTES(ed_write_i64(&w, -1), "\xff");
    CHECK_BYTES(ed_write_i64(&w, -32), "\xe0");
    CHECK_BYTES(ed_write_i64(&w, -33), "\xd0\xdf");
    CHECK_BYTES(ed_write_i64(&w, -128), "\xd0\x80");
    CHECK_BYTES(ed_write_i64(&w, -129), "\xd1\xff\x7f");
    CHECK_BYTES(ed_write_i64(&w, -32768), "\xd1\x80\x00");
    CHECK_BYTES(ed_write_i64(&w, -32769), "\xd2\xff\xff\x7f\xff");
    CHECK_BYTES(ed_write_i64(&w, INT32_MIN), "\xd2\x80\x00\x00\x00");
    CHECK_BYTES(ed_write_i64(&w, INT64_MIN), "\xd3\x80\x00\x00\x00\x00\x00\x00\x00");
}

TEST(floats_take_the_shortest_form_that_keeps_every_bit)
{
    CHECK_BYTES(ed_write_f32(&w, 1.5f), "\xca\x3f\xc0\x00\x00");
    CHECK_BYTES(ed_write_f64(&w, 1.5), "\xca\x3f\xc0\x00\x00");
    CHECK_BYTES(ed_write_f64(&w, 0.1), "\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a");
    CHECK_BYTES(ed_write_f64(&w, -0.0), "\xca\x80\x00\x00\x00");
    CHECK_BYTES(ed_write_f64(&w, (f64)INFINITY), "\xca\x7f\x80\x00\x00");
    CHECK_BYTES(ed_write_f64(&w, 1e300), "\xcb\x7e\x37\xe4\x3c\x88\x00\x75\x9c");
}

TEST(text_takes_the_shortest_length)
{
    static char long_text[70000];
    ed_Writer wide = test_writer();
    memset(long_text, 'x', sizeof long_text);
    CHECK_BYTES(ed_write_text(&w, ""), "\xa0");
    CHECK_BYTES(ed_write_text(&w, "abc"), "\xa3"
                                          "abc");
    ed_write_str(&wide, long_text, 31);
    CHECK_EQ(wide.size, 32);
    ed_write_str(&wide, long_text, 32);
    CHECK_EQ(wide.bytes[32], 0xd9);
    CHECK_EQ(wide.size, 32 + 34);
    ed_write_str(&wide, long_text, 256);
    CHECK_EQ(wide.bytes[66], 0xda);
    ed_write_str(&wide, long_text, 70000);
    CHECK_EQ(wide.bytes[66 + 259], 0xdb);
    CHECK(ed_write_ok(&wide));
}

TEST(bytes_take_the_shortest_length)
{
    CHECK_BYTES(ed_write_bin(&w, "", 0), "\xc4\x00");
    CHECK_BYTES(ed_write_bin(&w, "ab", 2), "\xc4\x02"
                                           "ab");
}

TEST(containers_take_the_shortest_count)
{
    CHECK_BYTES(ed_write_array(&w, 0), "\x90");
    CHECK_BYTES(ed_write_array(&w, 15), "\x9f");
    CHECK_BYTES(ed_write_array(&w, 16), "\xdc\x00\x10");
    CHECK_BYTES(ed_write_array(&w, 65536), "\xdd\x00\x01\x00\x00");
    CHECK_BYTES(ed_write_map(&w, 15), "\x8f");
    CHECK_BYTES(ed_write_map(&w, 16), "\xde\x00\x10");
    CHECK_BYTES(ed_write_map(&w, 65536), "\xdf\x00\x01\x00\x00");
}

TEST(a_hash_is_always_nine_bytes)
{
    CHECK_BYTES(ed_write_u64_wide(&w, 1), "\xcf\x00\x00\x00\x00\x00\x00\x00\x01");
}

TEST(a_writer_over_its_limit_says_so_and_stays_so)
{
    ed_Arena small;
    ed_Writer w;
    CHECK(ed_arena_open(&small, "small", 8192, NULL));
    ed_write_init(&w, &small);
    for (u32 i = 0; i < 10000; i++) ed_write_u64(&w, 1);
    CHECK(!ed_write_ok(&w));
    CHECK_EQ(w.err.code, ED_ERR_LIMIT);
    CHECK_EQ(w.size, 8192);
    ed_arena_close(&small);
}

TEST(a_document_can_grow_after_its_arena_was_used_for_something_else)
{
    ed_Arena shared;
    ed_Writer w;
    CHECK(ed_arena_open(&shared, "shared", 1 << 20, NULL));
    ed_write_init(&w, &shared);
    for (u32 i = 0; i < 20000; i++) {
        ed_write_u64(&w, i % 100);
        if (i % 1000 == 0) memset(ed_arena_push(&shared, 16, 8), 0xff, 16);
    }
    CHECK(ed_write_ok(&w));
    CHECK_EQ(w.size, 20000);
    bool same = true;
    for (u32 i = 0; i < 20000; i++) same &= w.bytes[i] == i % 100;
    CHECK(same);
    ed_arena_close(&shared);
}

TEST(a_document_moves_to_the_end_of_its_arena_even_if_it_cannot_double_there)
{
    ed_Arena shared;
    ed_Writer w;
    CHECK(ed_arena_open(&shared, "shared", 9000, NULL));
    ed_write_init(&w, &shared);
    ed_write_nil(&w);
    CHECK(ed_arena_push(&shared, 16, 8));      // after the first 4096 bytes
    for (u32 i = 0; i < 4500; i++) ed_write_nil(&w);
    CHECK(ed_write_ok(&w) && !shared.refused);
    CHECK_EQ(w.size, 4501);
    ed_arena_close(&shared);
}

/// The writer reserves more than most values take; at the limit, no byte may be lost by that.
TEST(a_document_that_just_fits_is_written_whole)
{
    static const ed_Field fields[] = {
        { .name = "a", .tag = 0x11223344, .kind = ED_U8, .size = 1, .count = 1 },
        { .name = "b", .tag = 0x21223344, .kind = ED_CHARS, .size = 4, .offset = 1, .count = 1 },
    };
    static const ed_Type type = {
        .name = "T", .kind = ED_STRUCT, .fields = fields, .field_count = 2, .size = 5
    };
    static const u8 record[5] = { 7, 'a', 'b', 'c', 0 };
    enum { RECORD_BYTES = 1 + 5 + 1 + 5 + 4, LIMIT = 700 * RECORD_BYTES };
    ed_Arena small;
    ed_Writer w;
    CHECK(ed_arena_open(&small, "small", LIMIT, NULL));
    ed_write_init(&w, &small);
    for (u32 i = 0; i < LIMIT / RECORD_BYTES; i++) ed_pack_record(&w, &type, record);
    CHECK(ed_write_ok(&w));
    CHECK_EQ(w.size, LIMIT);
    ed_write_nil(&w);
    CHECK_EQ(w.err.code, ED_ERR_LIMIT);
    ed_arena_close(&small);
}
