#include "codegen/emit/emit.h"
#include "tests/lib/test.h"

static cg_Out new_out(void) { return (cg_Out){ .arena = test_arena() }; }

TEST(text_is_appended_and_the_buffer_grows)
{
    cg_Out out = new_out();
    for (u32 i = 0; i < 2000; i++) cg_put(&out, "%s%u", i ? "," : "", i % 10);
    CHECK_EQ(out.size, 3999);
    for (size_t i = 0; i < out.size; i++)
        CHECK_EQ(out.text[i], i % 2 ? ',' : (int)('0' + i / 2 % 10));
    CHECK_EQ(out.text[out.size], '\0');
    for (u32 i = 0; i < 3; i++) cg_put(&out, "%*s", 5000, "");
    CHECK_EQ(out.size, 18999);
    CHECK(out.capacity > out.size && !out.failed);
}

TEST(text_is_inserted_at_an_offset)
{
    cg_Out out = new_out();
    cg_put(&out, "one three");
    cg_insert(&out, 4, "two ");
    cg_insert(&out, 0, "zero ");
    cg_insert(&out, out.size, " four");
    cg_put(&out, "%s", "");
    CHECK_TEXT(out.text, "zero one two three four");
    CHECK_EQ(out.size, strlen("zero one two three four"));
}

static const char *wrapped(const char *text, const char *separator)
{
    static cg_Out out;
    out = new_out();
    cg_put(&out, "not this: %s", text);
    size_t from = out.size;
    cg_put(&out, "%s", text);
    cg_wrap(&out, from, separator, "  ");
    cg_put(&out, "%s", "");
    return out.text + from;
}

#define TEN "0123456789"
#define EIGHTY TEN TEN TEN TEN TEN TEN TEN TEN
#define NINETY EIGHTY TEN

TEST(a_line_is_broken_after_its_last_separator_within_the_columns)
{
    CHECK_TEXT(wrapped(NINETY ", 89012345", ", "), NINETY ", 89012345");
    CHECK_TEXT(wrapped(NINETY ", 890123456", ", "), NINETY ",\n  890123456");
    CHECK_TEXT(wrapped(TEN ", " TEN ", " NINETY, ", "), TEN ", " TEN ",\n  " NINETY);
    CHECK_TEXT(wrapped(NINETY " | 7890123", " | "), NINETY " | 7890123");
    CHECK_TEXT(wrapped(NINETY " | 78901234", " | "), NINETY "\n  | 78901234");
    CHECK_TEXT(wrapped(NINETY ", .a, .b1, c", ", ."), NINETY ", .a,\n  .b1, c");
    CHECK_TEXT(wrapped(TEN ", " EIGHTY "1234567, 2", ", "), TEN ", " EIGHTY "1234567,\n  2");
    CHECK_TEXT(wrapped(TEN ", " EIGHTY "12345678, 2", ", "), TEN ",\n  " EIGHTY "12345678, 2");
}

TEST(each_line_that_is_made_is_broken_again_if_it_is_too_long)
{
    CHECK_TEXT(wrapped(NINETY ", " NINETY ", 234567", ", "), NINETY ",\n  " NINETY ", 234567");
    CHECK_TEXT(wrapped(NINETY ", " NINETY ", 2345678", ", "), NINETY ",\n  " NINETY ",\n  2345678");
    CHECK_TEXT(wrapped(TEN " | " EIGHTY "1234567 | " TEN, " | "),
               TEN " | " EIGHTY "1234567\n  | " TEN);
    CHECK_TEXT(wrapped(TEN " | " EIGHTY "12345678 | " TEN, " | "),
               TEN "\n  | " EIGHTY "12345678\n  | " TEN);
}

TEST(a_line_without_a_separator_within_the_columns_is_broken_after_the_first_one)
{
    CHECK_TEXT(wrapped(NINETY TEN TEN, ", "), NINETY TEN TEN);
    CHECK_TEXT(wrapped(NINETY TEN TEN ", a, b", ", "), NINETY TEN TEN ",\n  a, b");
    CHECK_TEXT(wrapped(NINETY "\n" NINETY ", a, 34567890\n" TEN, ", "),
               NINETY "\n" NINETY ", a,\n  34567890\n" TEN);
}

TEST(a_line_is_not_broken_in_a_string_nor_near_its_start)
{
    CHECK_TEXT(wrapped(TEN ", \"" NINETY ", b\"", ", "), TEN ",\n  \"" NINETY ", b\"");
    CHECK_TEXT(wrapped("\"a\\\", " NINETY TEN "\", b", ", "), "\"a\\\", " NINETY TEN "\",\n  b");
    CHECK_TEXT(wrapped("1234567, " NINETY TEN, ", "), "1234567, " NINETY TEN);
    CHECK_TEXT(wrapped("12345678, " NINETY TEN, ", "), "12345678, " NINETY TEN);
    CHECK_TEXT(wrapped("123456789, " NINETY TEN, ", "), "123456789,\n  " NINETY TEN);
}

static const char *literal(const char *bytes, size_t size)
{
    static cg_Out out;
    out = new_out();
    cg_put_text(&out, bytes, size);
    return out.text;
}

TEST(any_bytes_become_a_string_literal)
{
    CHECK_TEXT(literal("", 0), "\"\"");
    CHECK_TEXT(literal("a b~", 4), "\"a b~\"");
    CHECK_TEXT(literal("\"\\'", 3), "\"\\\"\\\\'\"");
    CHECK_TEXT(literal("\n\t\r", 3), "\"\\n\\t\\015\"");
    CHECK_TEXT(literal("\0\x1f\x7f", 3), "\"\\000\\037\\177\"");
    CHECK_TEXT(literal("\xc3\xa4", 2), "\"\xc3\xa4\"");
    CHECK_TEXT(literal("????x?", 6), "\"?\\?\\?\\?x?\"");
    CHECK_TEXT(literal("cut off", 3), "\"cut\"");
}

static const char *documented(const char *doc)
{
    static cg_Out out;
    out = new_out();
    cg_put(&out, "%s", "");
    cg_put_doc(&out, "  ", doc);
    return out.text;
}

TEST(a_doc_comment_never_continues_on_the_next_line)
{
    CHECK_TEXT(documented(NULL), "");
    CHECK_TEXT(documented(""), "");
    CHECK_TEXT(documented("one"), "  /// one\n");
    CHECK_TEXT(documented("one\ntwo"), "  /// one\n  /// two\n");
    CHECK_TEXT(documented("one\n\ntwo"), "  /// one\n  ///\n  /// two\n");
    CHECK_TEXT(documented("one \\\n\\\n?\?/"), "  /// one\n  ///\n  ///\n");
    CHECK_TEXT(documented("a\\b?\?/c \\ ?\?/\\ "), "  /// a\\b?\?/c\n");
    CHECK_TEXT(documented("?/"), "  /// ?/\n");
}

TEST(a_real_number_is_the_shortest_literal_that_is_read_as_the_same_number)
{
    static const struct {
        f64 value;
        ed_Kind kind;
        const char *text;
    } rows[] = { { 0, ED_F64, "0.0" },
                 { -0.0, ED_F64, "-0.0" },
                 { 1, ED_F32, "1.0f" },
                 { -2.5, ED_F32, "-2.5f" },
                 { 0.1, ED_F64, "0.1" },
                 { (f64)0.1f, ED_F32, "0.1f" },
                 { (f64)0.1f, ED_F64, "0.10000000149011612" },
                 { 0.1 + 0.2, ED_F64, "0.30000000000000004" },
                 { 16777216, ED_F32, "16777216.0f" },
                 { 16777218, ED_F32, "16777218.0f" },
                 { 33554432, ED_F32, "33554432.0f" },
                 { 999999999999999, ED_F64, "999999999999999.0" },
                 { -999999999999999, ED_F64, "-999999999999999.0" },
                 { 1e15, ED_F64, "1e+15" },
                 { 1.5e-300, ED_F64, "1.5e-300" },
                 { 1.7976931348623157e308, ED_F64, "1.7976931348623157e+308" },
                 { 5e-324, ED_F64, "5e-324" },
                 { 3.4028234663852886e38, ED_F32, "3.4028235e+38f" } };
    for (u32 i = 0; i < ED_COUNT(rows); i++) {
        char text[40];
        cg_real_text(text, rows[i].kind, rows[i].value);
        CHECK_TEXT(text, rows[i].text);
    }
}
