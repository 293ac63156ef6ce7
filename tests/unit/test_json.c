#include "runtime/msgpack/json.h"
#include <math.h>
#include "runtime/base/str.h"
#include "tests/lib/test.h"

static ed_Json j;
static char text[64];

// --- numbers -------------------------------------------------------------------------------------

static ed_Number number(const char *words)
{
    ed_json_init(&j, words);
    ed_Number n = ed_json_number(&j);
    ed_json_end(&j);
    return n;
}

static bool is_float(const char *words, f64 value)
{
    ed_Number n = number(words);
    return ed_json_ok(&j) && n.form == ED_FORMAT_F64 && n.f == value;
}

static bool is_uint(const char *words, u64 value)
{
    ed_Number n = number(words);
    return ed_json_ok(&j) && n.form == ED_FORMAT_UINT && n.u == value;
}

static bool is_int(const char *words, i64 value)
{
    ed_Number n = number(words);
    return ed_json_ok(&j) && n.form == ED_FORMAT_INT && n.i == value;
}

TEST(integers_of_64_bits_are_exact_and_larger_ones_become_floats)
{
    CHECK(is_uint("0", 0) && is_uint(" \t\n\r7 ", 7));
    CHECK(is_uint("18446744073709551615", UINT64_MAX));
    CHECK(is_int("-1", -1) && is_int("-9223372036854775808", INT64_MIN));
    CHECK(is_float("18446744073709551616", 0x1p64));
    CHECK(is_float("-9223372036854775809", -0x1p63));
    CHECK(is_float("-0", 0) && signbit(number("-0").f));
    CHECK(is_float("1.5", 1.5) && is_float("-2e3", -2000) && is_float("1E+2", 100));
    CHECK(is_float("25e-1", 2.5) && is_float("0.0", 0) && is_float("0e0", 0));
    CHECK_EQ(number("true").form, ED_FORMAT_BOOL);
    CHECK_EQ(number("true").u, 1);
    CHECK(number("false").form == ED_FORMAT_BOOL && number("false").u == 0 && ed_json_ok(&j));
}

TEST(a_number_has_the_form_of_rfc_8259)
{
    static const char *const bad[] = { "",     "-",  "+1",  "01",  "-01", ".5",  "1.",
                                       "1.e1", "1e", "1e+", "-.5", "0x1", "inf", "1.5.",
                                       "1 2",  "1,", "NaN", "tru", "--1", "1e-" };
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        number(bad[i]);
        CHECK(!ed_json_ok(&j));
    }
    number("1e999");
    CHECK_TEXT(j.err.text, "byte 1 of the value: the number is out of range");
    number("  x");
    CHECK_TEXT(j.err.text, "byte 3 of the value: expected a number");
    number("  ");
    CHECK_TEXT(j.err.text, "byte 3 of the value: the value ends where a number is expected");
    CHECK_EQ(j.err.code, ED_ERR_SHORT);
    number("1 x");
    CHECK_TEXT(j.err.text, "byte 3 of the value: unexpected text after the value");
}

TEST(a_plain_number_may_be_hexadecimal)
{
    static const struct {
        const char *words;
        int base;
        ed_Format form;
    } all[] = {
        { "ff", 16, ED_FORMAT_UINT }, { "ff", 10, ED_FORMAT_NONE }, { "-0x10", 16, ED_FORMAT_INT },
        { "12", 10, ED_FORMAT_UINT }, { "1.5", 10, ED_FORMAT_F64 }, { "1e999", 10, ED_FORMAT_NONE },
    };
    const char *cut = "-0x10";
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        const char *words = all[i].words;
        ed_Number n = ed_number_from_text(words, words + strlen(words), all[i].base);
        CHECK_EQ(n.form, all[i].form);
    }
    CHECK_EQ(ed_number_from_text(cut, cut + 3, 16).form, ED_FORMAT_NONE);
    CHECK_EQ(ed_number_from_text(cut + 1, cut + 3, 16).form, ED_FORMAT_NONE);
}

// --- text ----------------------------------------------------------------------------------------

static const char *text_of(const char *words)
{
    ed_json_init(&j, words);
    size_t size = ed_json_text(&j, text, sizeof text);
    if (!ed_json_ok(&j)) return size ? "a failed read has a size" : j.err.text;
    return size == strlen(text) ? text : "it contains a zero byte";
}

TEST(escapes_are_decoded)
{
    CHECK_TEXT(text_of("\"\""), "");
    CHECK_TEXT(text_of(" \"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\""), "a\"\\/\b\f\n\r\tz");
    CHECK_TEXT(text_of("\"\\u0041\\u007f\\u0080\\u07ff\\u0800\\uFFFF\""),
               "A\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf");
    CHECK_TEXT(text_of("\"\\ud800\\udc00\\uDBFF\\uDFFF\""), "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
    CHECK_TEXT(text_of("\"\\ud7ff\\ue000\""), "\xed\x9f\xbf\xee\x80\x80");
    CHECK_TEXT(text_of("\"\\u00e4\\u00004\""), "it contains a zero byte");
    CHECK_TEXT(text_of("\"\xc3\xa4\x7f\""), "\xc3\xa4\x7f");
}

TEST(a_byte_that_is_not_utf8_comes_back_from_its_escape)
{
    static const char bytes[] = "a\xff\x80\xc3\xed\xb2\x80\xc3\xa4\xe2\x80z";
    char json[100];
    ed_Text out = ed_text_over(json, sizeof json);
    ed_text_json_exact(&out, bytes, sizeof bytes - 1);
    CHECK_TEXT(json, "\"a\\udcff\\udc80\\udcc3\\udced\\udcb2\\udc80\xc3\xa4\\udce2\\udc80z\"");
    CHECK_TEXT(text_of(json), bytes);
}

TEST(text_that_is_not_a_json_string_is_refused)
{
    static const char *const escapes[] = {
        "\"\\x\"",      "\"\\u12\"",      "\"\\u123g\"",        "\"\\ud800\"",
        "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\ud800\"", "\"\\ud800\\ue000\"",
        "\"\\udc00\"",  "\"\\udc7f\"",    "\"\\udd00\"",        "\"\\udfff\"",
        "\"\\",         "\"\\\xc3\xa4\"", "\"\\U0041\"",        "\"\\ud800\\u00\""
    };
    for (u32 i = 0; i < ED_COUNT(escapes); i++)
        CHECK_TEXT(text_of(escapes[i]), "byte 2 of the value: invalid JSON escape");
    CHECK_TEXT(text_of("\"a\x1fz\""),
               "byte 3 of the value: a control character is not allowed in a "
               "string: write it as \\u00\xe2\x80\xa6");
    CHECK_TEXT(text_of("\"\xff\""), "byte 2 of the value: a string must be valid UTF-8");
    CHECK_TEXT(text_of("\"\xc3"), "byte 2 of the value: a string must be valid UTF-8");
    CHECK_TEXT(text_of("\"ab"),
               "byte 4 of the value: the value ends where the closing quote is expected");
    CHECK_TEXT(text_of("5"), "byte 1 of the value: expected a string in quotes");
    CHECK_TEXT(text_of(""),
               "byte 1 of the value: the value ends where a string in quotes is expected");
}

TEST(a_string_has_room_for_its_terminator)
{
    ed_json_init(&j, "\"abc\"");
    CHECK_EQ(ed_json_text(&j, text, 4), 3);
    CHECK(ed_json_ok(&j) && strcmp(text, "abc") == 0);
    ed_json_init(&j, " \"abcd\"");
    CHECK_EQ(ed_json_text(&j, text, 4), 0);
    CHECK_TEXT(j.err.text, "byte 2 of the value: the string is longer than 3 bytes");
    CHECK_EQ(ed_json_text(&j, text, 4), 0);      // after an error
    CHECK_TEXT(text, "");
}

// --- arrays and objects --------------------------------------------------------------------------

/// Prints the value as it was read: numbers, [ ], { } and keys.
static void walk(ed_Text *out)
{
    char key[16];
    switch (ed_json_form(&j)) {
    case ED_JSON_OBJECT:
        ed_text_add(out, "{");
        for (bool first = ed_json_enter(&j); ed_json_more(&j, first); first = false) {
            ed_json_key(&j, key, sizeof key);
            ed_text_add(out, "%s:", key);
            walk(out);
        }
        ed_text_add(out, "}");
        return;
    case ED_JSON_ARRAY:
        ed_text_add(out, "[");
        for (bool first = ed_json_enter(&j); ed_json_more(&j, first); first = false) walk(out);
        ed_text_add(out, "]");
        return;
    case ED_JSON_NULL:
        ed_json_null(&j);
        ed_text_add(out, "n");
        return;
    case ED_JSON_TEXT: ed_json_text(&j, key, sizeof key); return;
    case ED_JSON_BOOL:
    case ED_JSON_NUMBER:
        ed_text_add(out, "%llu,", (unsigned long long)ed_json_number(&j).u);
        return;
    default: ed_json_fail(&j, ED_ERR_FORMAT, j.at, "none"); return;
    }
}

static const char *walked(const char *words)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_json_init(&j, words);
    walk(&out);
    ed_json_end(&j);
    return ed_json_ok(&j) ? text : j.err.text;
}

TEST(arrays_and_objects_are_walked)
{
    CHECK_TEXT(walked("[]"), "[]");
    CHECK_TEXT(walked(" [ 1 , [ ] , true ] "), "[1,[]1,]");
    CHECK_TEXT(walked("{}"), "{}");
    CHECK_TEXT(walked(" { \"a\" : 1 , \"b\" : { \"c\" : [ null ] } } "), "{a:1,b:{c:[n]}}");
    CHECK_TEXT(walked("[{},{\"a\":[]},2]"), "[{}{a:[]}2,]");
    CHECK_EQ(j.depth, 0);
}

TEST(what_is_missing_in_an_array_or_object_is_named)
{
    CHECK_TEXT(walked("[1"), "byte 3 of the value: the value ends where a comma or ] is expected");
    CHECK_TEXT(walked("[1 2]"), "byte 4 of the value: expected a comma or ]");
    CHECK_TEXT(walked("{\"a\":1]"), "byte 7 of the value: expected a comma or }");
    CHECK_TEXT(walked("[{\"a\":1}}"), "byte 9 of the value: expected a comma or ]");
    CHECK_TEXT(walked("{\"a\" 1}"), "byte 6 of the value: expected a colon");
    CHECK_TEXT(walked("{1:1}"), "byte 2 of the value: expected a string in quotes");
    CHECK_TEXT(walked("[1,]"), "byte 4 of the value: none");
    CHECK_TEXT(walked("[}"), "byte 2 of the value: none");
    CHECK_TEXT(walked("nul"), "byte 1 of the value: none");
    CHECK_TEXT(walked("falsy"), "byte 1 of the value: none");
    ed_json_init(&j, "[1 2");
    CHECK(ed_json_enter(&j) && ed_json_more(&j, true) && ed_json_number(&j).u == 1);
    CHECK(!ed_json_more(&j, false));
    ed_json_init(&j, " nul");
    ed_json_null(&j);
    CHECK_TEXT(j.err.text, "byte 2 of the value: expected null");
    CHECK_EQ(ed_json_form(&j), ED_JSON_NONE);
}

TEST(values_are_nested_up_to_64_deep)
{
    char deep[200] = "";
    memset(deep, '[', 64);
    memset(deep + 64, ']', 64);
    ed_json_init(&j, deep);
    for (u32 i = 0; i < 64; i++) CHECK(ed_json_enter(&j) && (i == 63 || ed_json_more(&j, true)));
    for (u32 i = 0; i < 64; i++) CHECK(!ed_json_more(&j, i == 0));
    ed_json_end(&j);
    CHECK(ed_json_ok(&j));
    memset(deep, '[', 65);
    ed_json_init(&j, deep);
    for (u32 i = 0; i < 65; i++) ed_json_enter(&j);
    CHECK_TEXT(j.err.text, "byte 65 of the value: the value is nested deeper than 64");
    CHECK(ed_json_enter(&j) && !ed_json_more(&j, true));
}

TEST(the_values_of_an_array_are_counted_without_reading_them)
{
    static const struct {
        const char *words;
        u32 count;
    } all[] = {
        { "[]", 0 },
        { "[ \t\n]", 0 },
        { "[1]", 1 },
        { "[1,2,3]", 3 },
        { "[[1,2],{\"a\":1,\"b\":2},3]", 3 },
        { "[\"a,b\",\"]\",\"\\\",\"]", 3 },
        { "[\"\\\\\",1]", 2 },
        { "[[],[]], 5", 2 },
        { "[1,\"a", 2 },
        { "[1,2", 2 },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_json_init(&j, all[i].words);
        CHECK_EQ(ed_json_count(&j), all[i].count);
        CHECK(j.at == all[i].words);
    }
}

TEST(the_form_of_a_value_is_seen_without_reading_it)
{
    static const char *const all[] = { "x", "null", "true", "-1", "\"", "[", "{" };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_json_init(&j, all[i]);
        CHECK_EQ(ed_json_form(&j), i);
    }
    static const char *const bad[] = { "", "nil", "tree", "fall", "+1", "]", "}", ":", "/" };
    for (u32 i = 0; i < ED_COUNT(bad); i++) {
        ed_json_init(&j, bad[i]);
        CHECK_EQ(ed_json_form(&j), ED_JSON_NONE);
    }
    ed_json_init(&j, " 9");
    CHECK_EQ(ed_json_form(&j), ED_JSON_NUMBER);
}
