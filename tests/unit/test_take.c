#include "runtime/msgpack/take.h"
#include "runtime/types/number.h"
#include "tests/lib/test.h"

// Numbers in every width that a document may use, with the ends of each range.
static const struct {
    u8 size;
    u8 bytes[9];
} values[] = {
    { 1, "\x00" },
    { 1, "\x7f" },
    { 1, "\xe0" },
    { 1, "\xff" },
    { 1, "\xc0" },
    { 1, "\xc1" },
    { 1, "\xc2" },
    { 1, "\xc3" },
    { 1, "\x80" },
    { 1, "\x90" },
    { 1, "\xa0" },
    { 2, "\xcc\x05" },
    { 2, "\xcc\xff" },
    { 3, "\xcd\x01\x00" },
    { 3, "\xcd\xff\xff" },
    { 5, "\xce\x00\x01\x00\x00" },
    { 5, "\xce\xff\xff\xff\xff" },
    { 9, "\xcf\x00\x00\x00\x01\x00\x00\x00\x00" },
    { 9, "\xcf\x7f\xff\xff\xff\xff\xff\xff\xff" },
    { 9, "\xcf\x80\x00\x00\x00\x00\x00\x00\x00" },
    { 9, "\xcf\xff\xff\xff\xff\xff\xff\xff\xff" },
    { 2, "\xd0\x05" },
    { 2, "\xd0\x80" },
    { 3, "\xd1\x80\x00" },
    { 3, "\xd1\xff\x7f" },
    { 5, "\xd2\x80\x00\x00\x00" },
    { 5, "\xd2\xff\xff\x7f\xff" },
    { 9, "\xd3\x80\x00\x00\x00\x00\x00\x00\x00" },
    { 9, "\xd3\xff\xff\xff\xff\x7f\xff\xff\xff" },
    { 5, "\xca\x3f\xc0\x00\x00" },
    { 5, "\xca\x7f\x80\x00\x00" },
    { 5, "\xca\x7f\xc0\x00\x01" },
    { 9, "\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a" },
    { 9, "\xcb\x7f\xf8\x00\x00\x00\x00\x00\x01" },
};

TEST(the_fast_number_reader_agrees_with_the_general_one)
{
    u32 taken = 0;
    for (u32 i = 0; i < ED_COUNT(values); i++) {
        u8 bytes[2 * ED_TAKE_BYTES] = { 0 };
        memcpy(bytes, values[i].bytes, values[i].size);
        for (ed_Kind kind = ED_BOOL; kind <= ED_F64; kind++) {
            ed_Reader r;
            u8 one[8] = { 0 }, other[8] = { 0 }, nothing[8] = { 0 };
            const u8 *behind = ed_number_take(bytes, kind, one);
            if (!behind) {
                CHECK(memcmp(one, nothing, sizeof one) == 0);
                continue;
            }
            ed_read_init(&r, bytes, sizeof bytes);
            CHECK_EQ(ed_number_store(kind, other, ed_read_number(&r)), ED_CONVERT_EXACT);
            CHECK_EQ(behind - bytes, r.at - bytes);
            CHECK(memcmp(one, other, sizeof one) == 0);
            taken++;
        }
    }
    CHECK_EQ(taken, 93);
}

TEST(a_text_that_ends_past_the_document_is_not_read)
{
    static const u8 bytes[16] = "\xd9\x06"
                                "abcdef";
    const char *text;
    u32 size;
    CHECK(ed_take_str(bytes, bytes + 8, &text, &size) == bytes + 8);
    CHECK_EQ(size, 6);
    CHECK(memcmp(text, "abcdef", 6) == 0);
    CHECK(ed_take_str(bytes, bytes + 7, &text, &size) == NULL);
}
