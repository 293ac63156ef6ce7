#include "host/cmd/json_pretty.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <stdlib.h>

static char text[1 << 19];

/// Prints `json` in `width` columns. The printer receives it in pieces of `piece` bytes.
static const char *in_pieces(const char *json, u32 width, bool color, size_t piece)
{
    static host_JsonPretty pretty;
    size_t size = strlen(json);
    FILE *file = fmemopen(text, sizeof text, "w");
    host_json_pretty_begin(&pretty, file, width, color);
    for (size_t at = 0; at < size; at += piece)
        host_json_pretty_put(&pretty, json + at, size - at < piece ? size - at : piece);
    host_json_pretty_end(&pretty);
    fclose(file);
    return text;
}

static const char *pretty(const char *json, u32 width)
{
    static char whole[sizeof text];
    strcpy(whole, in_pieces(json, width, false, 1000));
    return strcmp(whole, in_pieces(json, width, false, 1)) == 0 ? whole : "pieces differ";
}

TEST(what_fits_is_put_on_one_line)
{
    CHECK_TEXT(pretty("{}", 20), "{}\n");
    CHECK_TEXT(pretty("[]", 20), "[]\n");
    CHECK_TEXT(pretty("7", 20), "7\n");
    CHECK_TEXT(pretty("\"a text\"", 20), "\"a text\"\n");
    CHECK_TEXT(pretty("null", 20), "null\n");
    CHECK_TEXT(pretty("{\"a\":1,\"b\":[2,3]}", 22), "{\"a\": 1, \"b\": [2, 3]}\n");
    CHECK_TEXT(pretty("{\"a\":1,\"b\":[2,3]}", 21), "{\n  \"a\": 1,\n  \"b\": [2, 3]\n}\n");
}

TEST(without_a_width_everything_stays_on_one_line)
{
    CHECK_TEXT(pretty("{\"a\":1,\"b\":[2,3]}", 0), "{\"a\":1,\"b\":[2,3]}\n");
}

TEST(larger_objects_have_a_line_for_each_member)
{
    CHECK_TEXT(
        pretty("{\"a\":{\"x\":1,\"y\":2},\"b\":{\"long\":{\"x\":1,\"y\":2},\"c\":true}}", 24),
        "{\n"
        "  \"a\": {\"x\": 1, \"y\": 2},\n"
        "  \"b\": {\n"
        "    \"long\": {\n"
        "      \"x\": 1,\n"
        "      \"y\": 2\n"
        "    },\n"
        "    \"c\": true\n"
        "  }\n"
        "}\n");
    CHECK_TEXT(pretty("[{\"x\":1,\"y\":2},{\"x\":3,\"y\":4}]", 19), "[\n"
                                                                    "  {\"x\": 1, \"y\": 2},\n"
                                                                    "  {\"x\": 3, \"y\": 4}\n"
                                                                    "]\n");
}

TEST(a_long_list_of_numbers_fills_its_lines)
{
    CHECK_TEXT(pretty("[1,22,333,4444,55,6,7,88]", 12), "[\n"
                                                        "  1, 22,\n"
                                                        "  333, 4444,\n"
                                                        "  55, 6, 7,\n"
                                                        "  88\n"
                                                        "]\n");
    CHECK_TEXT(pretty("{\"a\":[1e9,-2.5,true,null,\"x\"],\"b\":1}", 18), "{\n"
                                                                         "  \"a\": [\n"
                                                                         "    1e9, -2.5,\n"
                                                                         "    true, null,\n"
                                                                         "    \"x\"\n"
                                                                         "  ],\n"
                                                                         "  \"b\": 1\n"
                                                                         "}\n");
}

TEST(punctuation_in_strings_is_not_syntax)
{
    CHECK_TEXT(pretty("[\"a,b\",\"{[:\",\"\\\"]\",\"\\\\\"]", 40),
               "[\"a,b\", \"{[:\", \"\\\"]\", \"\\\\\"]\n");
    CHECK_TEXT(pretty("[\"a,b\",\"{[:\",\"\\\"]\",\"\\\\\"]", 14), "[\n"
                                                                   "  \"a,b\",\n"
                                                                   "  \"{[:\",\n"
                                                                   "  \"\\\"]\", \"\\\\\"\n"
                                                                   "]\n");
    CHECK_TEXT(pretty("{\"a:\\\"\":\"x\"}", 30), "{\"a:\\\"\": \"x\"}\n");
}

TEST(columns_are_counted_and_not_bytes)
{
    CHECK_TEXT(pretty("[\"\xc3\xa4\xc3\xa4\xc3\xa4\",\"\xe2\x82\xac\"]", 13),
               "[\"\xc3\xa4\xc3\xa4\xc3\xa4\", \"\xe2\x82\xac\"]\n");
    CHECK_TEXT(pretty("[\"\xc3\xa4\xc3\xa4\xc3\xa4\",\"\xe2\x82\xac\"]", 12),
               "[\n"
               "  \"\xc3\xa4\xc3\xa4\xc3\xa4\",\n"
               "  \"\xe2\x82\xac\"\n"
               "]\n");
}

TEST(a_value_longer_than_a_line_is_whole)
{
    CHECK_TEXT(pretty("[1,\"a very long text that no line holds\",2]", 20),
               "[\n"
               "  1,\n"
               "  \"a very long text that no line holds\",\n"
               "  2\n"
               "]\n");
    CHECK_TEXT(pretty("{\"a\":\"a very long text that no line holds\",\"b\":[]}", 20),
               "{\n"
               "  \"a\": \"a very long text that no line holds\",\n"
               "  \"b\": []\n"
               "}\n");
}

TEST(a_text_longer_than_the_buffer_is_whole)
{
    static char json[3 * HOST_JSON_PRETTY_LINE], expected[sizeof json + 16];
    json[0] = '[';
    memset(json + 1, 'x', HOST_JSON_PRETTY_LINE + 500);
    json[1] = json[HOST_JSON_PRETTY_LINE + 500] = '"';
    json[HOST_JSON_PRETTY_LINE + 501] = 0;
    snprintf(expected, sizeof expected, "[\n  %s, 1\n]\n", json + 1);
    strcat(json, ",1]");
    CHECK_TEXT(pretty(json, 60000), expected);
}

TEST(an_array_that_fits_the_buffer_is_one_line)
{
    static char json[HOST_JSON_PRETTY_LINE + 8], expected[sizeof json + 8];
    const size_t size = HOST_JSON_PRETTY_LINE - 1;
    memset(json, 'x', size);
    memcpy(json, "[\"", 2);
    strcpy(json + size - 2, "\"]");
    snprintf(expected, sizeof expected, "%s\n", json);
    CHECK_TEXT(pretty(json, 60000), expected);
    strcpy(json + size - 2, "x\"]");
    snprintf(expected, sizeof expected, "[\n  %.*s\n]\n", (int)size - 1, json + 1);
    CHECK_TEXT(pretty(json, 60000), expected);
}

TEST(deep_levels_are_closed_as_they_were_opened)
{
    static char json[2 * 300 + 1];
    const u32 depth = 300;
    memset(json, '[', depth);
    memset(json + depth, ']', depth);
    const char *lines = pretty(json, 20);
    u32 open = 0, close = 0, widest = 0;
    for (const char *at = lines; *at; at++) {
        open += *at == '[';
        close += *at == ']';
        u32 blanks = (u32)strspn(at, " ");
        if (blanks > widest) widest = blanks;
    }
    CHECK(open == depth && close == depth);
    CHECK_EQ(widest, 2 * HOST_JSON_PRETTY_DEPTH);
    CHECK_HAS(lines, "[\n  [\n    [\n      [");
    CHECK_HAS(lines, "]\n    ]\n  ]\n]\n");
}

TEST(keys_are_known_down_to_the_deepest_level_that_is_indented)
{
    static char json[8 * HOST_JSON_PRETTY_DEPTH];
    ed_Text out = ed_text_over(json, sizeof json);
    for (u32 i = 0; i < HOST_JSON_PRETTY_DEPTH; i++) ed_text_add(&out, "{\"a\":");
    ed_text_add(&out, "1,\"b\":2");
    for (u32 i = 0; i < HOST_JSON_PRETTY_DEPTH; i++) ed_text_add(&out, "}");
    CHECK_HAS(in_pieces(json, 0, true, 1000), ",\x1b[34m\"b\"\x1b[0m:");
}

TEST(each_sort_of_text_has_its_color)
{
    static const char json[] = "{\"a\":[1,-2.5e9,true],\"b\":\"x\"}";
    CHECK_TEXT(in_pieces(json, 60, true, 1),
               "{\x1b[34m\"a\"\x1b[0m: [\x1b[36m1\x1b[0m, \x1b[36m-2.5e9\x1b[0m, "
               "\x1b[35mtrue\x1b[0m], \x1b[34m\"b\"\x1b[0m: \x1b[32m\"x\"\x1b[0m}\n");
    CHECK_TEXT(in_pieces(json, 0, true, 1000),
               "{\x1b[34m\"a\"\x1b[0m:[\x1b[36m1\x1b[0m,\x1b[36m-2.5e9\x1b[0m,\x1b[35mtrue\x1b[0m],"
               "\x1b[34m\"b\"\x1b[0m:\x1b[32m\"x\"\x1b[0m}\n");
    CHECK_TEXT(in_pieces("[\"a\"]", 5, true, 1), "[\n  \x1b[32m\"a\"\x1b[0m\n]\n");
    CHECK_TEXT(in_pieces("7", 0, true, 1), "\x1b[36m7\x1b[0m\n");
}

TEST(a_closed_output_stops_the_text)
{
    static host_JsonPretty it;
    char piece[16];
    FILE *file = fopen("/dev/full", "w");
    CHECK(file != NULL);
    setvbuf(file, NULL, _IONBF, 0);
    host_json_pretty_begin(&it, file, 0, false);
    ed_Text out = ed_text_over(piece, sizeof piece);
    out.drain = host_json_pretty_drain;
    out.to = &it;
    ed_text_add(&out, "[1,2]");
    ed_text_drain(&out);
    bool cut = out.cut;
    fclose(file);
    CHECK(cut);
    file = fmemopen(text, sizeof text, "w");
    host_json_pretty_begin(&it, file, 0, false);
    out = ed_text_over(piece, sizeof piece);
    out.drain = host_json_pretty_drain;
    out.to = &it;
    for (u32 i = 0; i < 10; i++) ed_text_add(&out, "[%u]", i);
    ed_text_drain(&out);
    host_json_pretty_end(&it);
    fclose(file);
    CHECK(!out.cut);
    CHECK_TEXT(text, "[0][1][2][3][4][5][6][7][8][9]\n");
}

// --- the width of a terminal ---------------------------------------------------------------------

static int print_width(int argc, char **argv)
{
    (void)argc, (void)argv;
    printf("%u\n", host_json_pretty_width());
    return 7;
}

static const char *width_at(int columns)
{
    const char *const words[] = { "width", NULL };
    return printed_run_on_terminal(print_width, words, columns) == 7 ? printed_out : "failed";
}

TEST(lines_are_as_wide_as_the_terminal_within_limits)
{
    CHECK_TEXT(width_at(80), "80\n");
    CHECK_TEXT(width_at(20), "20\n");
    CHECK_TEXT(width_at(19), "100\n");
    CHECK_TEXT(width_at(400), "400\n");
    CHECK_TEXT(width_at(500), "400\n");
    CHECK_EQ(printed_run(print_width, (const char *const[]){ "width", NULL }), 7);
    CHECK_TEXT(printed_out, "100\n");
}
