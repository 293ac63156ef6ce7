#include "gen/schema.gen.h"
#include <stdio.h>
#include "runtime/value/value.h"
#include "tests/lib/read_json.h"
#include "tests/lib/test.h"

// Values that only a person or a script writes: of another kind than their field, out of
// range, too many or too few. A document without types is read as if it had those of its reader.

static char shown[4000];

static u32 tag_of(const ed_Type *type, const char *name)
{
    return ed_field_by_name(type, name, strlen(name))->tag;
}

/// Reads a document as a state. Returns the value that the field then has, and the counts in its
/// line of the report, or the error.
static const char *read_words(const ed_Type *type, const char *field, const char *document)
{
    const ed_Type *const types[] = { type };
    JsonRead read;
    ed_Schema schema = eddie_schema;
    schema.states = types;
    schema.state_count = 1;
    char full[2000], path[100];
    ed_Text out = ed_text_over(shown, sizeof shown), rows = ed_text_over(full, sizeof full);
    if (!read_json(&read, &schema, document)) return strcpy(shown, read_json_refusal(&read));
    ed_ValueRef ref;
    snprintf(path, sizeof path, "%s.%s", type->name, field);
    if (ed_value_find(&read.state, path, &ref, &read.error)) ed_value_json(&ref, &out);
    ed_report_full(&read.report, &rows);
    for (char *line = strtok(full, "\n"); line; line = strtok(NULL, "\n")) {
        const char *counts = strchr(line, '(');
        if (strncmp(line, "converted ", 10) == 0) ed_text_add(&out, " %s", counts);
    }
    return shown;
}

/// Reads a value as the only one of a state.
static const char *read_as(const ed_Type *type, const char *field, const char *value)
{
    char words[2000];
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':[],'roots':{'#%u':{'#%u':%s}},'xxh64':null}",
             type->tag, tag_of(type, field), value);
    return read_words(type, field, words);
}

typedef struct Case {
    const char *field, *value, *expected;
} Case;

#define CHECK_CASES(type, cases) \
    do { \
        for (u32 i_ = 0; i_ < ED_COUNT(cases); i_++) \
            if (strcmp(read_as(type, cases[i_].field, cases[i_].value), cases[i_].expected) != 0) \
                test_fail(__FILE__, __LINE__, "%s as %s is\n  %s\nnot\n  %s", cases[i_].value, \
                          cases[i_].field, shown, cases[i_].expected); \
    } while (0)

TEST(a_number_of_another_form_becomes_the_nearest_of_its_field)
{
    static const Case cases[] = {
        { "truth", "true", "true" },
        { "truth", "1", "true" },
        { "truth", "0", "false" },
        { "truth", "2", "true (1 rounded)" },
        { "truth", "0.5", "true (1 rounded)" },
        { "truth", "'x'", "false (1 set to the default)" },
        { "truth", "null", "false (1 set to the default)" },
        { "a", "255", "255" },
        { "a", "256", "255 (1 saturated)" },
        { "a", "-1", "0 (1 saturated)" },
        { "a", "1.5", "2 (1 rounded)" },
        { "a", "2.0", "2" },
        { "a", "1e300", "255 (1 saturated)" },
        { "a", "true", "1" },
        { "a", "'x'", "0 (1 set to the default)" },
        { "a", "null", "0 (1 set to the default)" },
        { "a", "[1]", "0 (1 set to the default)" },
        { "a", "{}", "0 (1 set to the default)" },
        { "e", "-128", "-128" },
        { "e", "-129", "-128 (1 saturated)" },
        { "e", "128", "127 (1 saturated)" },
        { "h", "18446744073709551615", "9223372036854775807 (1 saturated)" },
        { "h", "-9223372036854775808", "-9223372036854775808" },
        { "d", "-1", "0 (1 saturated)" },
        { "d", "1e19", "10000000000000000000" },
        { "d", "1e20", "18446744073709551615 (1 saturated)" },
        { "single", "1e39", "3.4028235e+38 (1 saturated)" },
        { "single", "0.1", "0.1 (1 rounded)" },
        { "single", "1", "1" },
        { "single", "16777217", "16777216 (1 rounded)" },
        { "single", "'x'", "0 (1 set to the default)" },
        { "wide", "0.1", "0.1" },
        { "wide", "true", "1" },
        { "wide", "18446744073709551615", "1.8446744073709552e+19 (1 rounded)" },
        { "spark", "3", "5" },
    };
    CHECK_CASES(&Whole_type, cases);
}

TEST(text_is_cut_to_its_field_and_other_values_are_not_text)
{
    static const Case cases[] = {
        { "name", "'abcdefg'", "\"abcdefg\"" },
        { "name", "'abcdefgh'", "\"abcdefg\" (1 truncated)" },
        { "name", "5", "\"eddie\" (1 set to the default)" },
        { "name", "'!a3610062'", "\"a\" (1 truncated)" },
        { "name", "''", "\"\"" },
        { "name", "null", "\"eddie\" (1 set to the default)" },
        { "note", "'hi'", "\"hi\"" },
        { "note", "5", "\"hello\" (1 set to the default)" },
        { "note", "''", "\"\"" },
        { "note", "'!a3610062'", "\"a\" (1 truncated)" },
        { "note", "['a']", "\"hello\" (1 set to the default)" },
    };
    CHECK_CASES(&Whole_type, cases);
}

TEST(an_enum_or_flags_value_is_known_by_name_or_number)
{
    static const Case cases[] = {
        { "mood", "'AFRAID'", "\"AFRAID\"" },
        { "mood", "'SCARED'", "\"AFRAID\"" },
        { "mood", "'GLAD'", "\"ANGRY\" (1 set to the default)" },
        { "mood", "0", "\"CALM\"" },
        { "mood", "2", "\"AFRAID\"" },
        { "mood", "3", "\"ANGRY\" (1 set to the default)" },
        { "mood", "255", "\"ANGRY\" (1 set to the default)" },
        { "mood", "256", "\"ANGRY\" (1 set to the default)" },
        { "mood", "-1", "\"ANGRY\" (1 set to the default)" },
        { "mood", "1.5", "\"AFRAID\" (1 rounded)" },
        { "mood", "1.0", "\"ANGRY\"" },
        { "mood", "true", "\"ANGRY\"" },
        { "mood", "[1]", "\"ANGRY\" (1 set to the default)" },
        { "mood", "null", "\"ANGRY\" (1 set to the default)" },
        { "status", "'BURNING'", "[\"BURNING\"]" },
        { "status", "'NONE'", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "5", "[\"ALIVE\",\"HIDDEN\"]" },
        { "status", "7", "[\"ALIVE\",\"BURNING\",\"HIDDEN\"]" },
        { "status", "8", "[] (1 set to the default)" },
        { "status", "9", "[\"ALIVE\"] (1 set to the default)" },
        { "status", "65536", "[] (1 set to the default)" },
        { "status", "65537", "[\"ALIVE\"] (1 set to the default)" },
        { "status", "-1", "[\"ALIVE\",\"BURNING\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "1.5", "[\"BURNING\"] (1 rounded)" },
        { "status", "-1.5", "[\"BURNING\",\"HIDDEN\"] (1 rounded, 1 set to the default)" },
        { "status", "1e20", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "true", "[\"ALIVE\"]" },
        { "status", "{}", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
    };
    CHECK_CASES(&Whole_type, cases);
}

TEST(records_take_the_fields_that_they_have)
{
    static const Case cases[] = {
        { "at", "{}", "{\"x\":0,\"y\":1}" },
        { "at", "{'#4245442695':3}", "{\"x\":3,\"y\":1}" },
        { "at", "{'#4245442695':'x','#4228665076':2}", "{\"x\":0,\"y\":2} (1 set to the default)" },
        { "at", "{'#4228665076':2,'#4245442695':3}", "{\"x\":3,\"y\":2}" },
        { "at", "{'#4245442695':3,'#4245442695':4}", "{\"x\":4,\"y\":1}" },
        { "at", "{'#5':3}", "{\"x\":0,\"y\":1}" },
        { "at", "[1,2]", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "at", "5", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "at", "null", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "at", "'x'", "{\"x\":0,\"y\":1} (1 set to the default)" },
    };
    CHECK_CASES(&Whole_type, cases);
}

TEST(records_that_an_array_omits_keep_the_default_of_the_array)
{
    CHECK_TEXT(read_as(&Board_type, "cells", "[[{'#4228665076':2}]]"),
               "[[{\"x\":5,\"y\":2},{\"x\":0,\"y\":1}],[{\"x\":6,\"y\":1},{\"x\":0,\"y\":1}]]");
}

TEST(arrays_take_as_many_elements_as_have_room)
{
    static const Case cases[] = {
        { "grid", "[[1,2,3],[4,5,6]]", "[[1,2,3],[4,5,6]]" },
        { "grid", "[[9,8],[7]]", "[[9,8,3],[7,5,6]]" },
        { "grid", "[[9,8,7,6],[5]]", "[[9,8,7],[5,5,6]] (6 exact, 1 truncated)" },
        { "grid", "[[9,8,7,6,4],[5]]", "[[9,8,7],[5,5,6]] (6 exact, 2 truncated)" },
        { "grid", "[[9],[8],[7]]", "[[9,2,3],[8,5,6]] (6 exact, 1 truncated)" },
        { "grid", "[9]", "only 2 bytes for the 6 elements of grid" },
        { "grid", "[[9,'x']]", "only 5 bytes for the 6 elements of grid" },
        { "grid", "[]", "only 1 byte for the 6 elements of grid" },
        { "grid", "5", "[[1,2,3],[4,5,6]] (1 set to the default)" },
        { "grid", "null", "[[1,2,3],[4,5,6]]" },
        { "grid", "[[],5]", "only 3 bytes for the 6 elements of grid" },
        { "path", "[]", "[]" },
        { "path", "[{},{}]", "[{\"x\":0,\"y\":1},{\"x\":0,\"y\":1}]" },
        { "path", "[{},{},{},{},{}]",
          "[{\"x\":0,\"y\":1},{\"x\":0,\"y\":1},{\"x\":0,\"y\":1},{\"x\":0,\"y\":1}] (4 exact, 1 "
          "truncated)" },
        { "path", "{}", "[{\"x\":0,\"y\":1}]" },
        { "path", "5", "[{\"x\":0,\"y\":1}] (1 set to the default)" },
        { "path", "[5]", "[{\"x\":0,\"y\":1}] (1 set to the default)" },
        { "path", "null", "[]" },
        { "trail", "{}", "[{\"x\":0,\"y\":1}]" },
        { "trail", "[{},7,{}]",
          "[{\"x\":0,\"y\":1},{\"x\":0,\"y\":1},{\"x\":0,\"y\":1}] (2 exact, 1 set to the "
          "default)" },
        { "trail", "'x'", "[{\"x\":0,\"y\":1}] (1 set to the default)" },
        { "words", "['a',5,'b']", "[\"a\",\"\",\"b\"] (2 exact, 1 set to the default)" },
        { "words", "'single'", "[\"single\"]" },
        { "words", "[]", "[]" },
        { "numbers", "5", "[5]" },
        { "numbers", "[1,'x',3]", "[1,0,3] (2 exact, 1 set to the default)" },
        { "numbers", "[1.5,-1,4294967296]", "[2,0,4294967295] (2 saturated, 1 rounded)" },
        { "numbers", "null", "[]" },
        { "numbers", "[]", "[]" },
        { "numbers", "[[1]]", "[0] (1 set to the default)" },
        { "names", "['abc','abcd']", "[\"abc\",\"abc\"] (1 exact, 1 truncated)" },
        { "names", "['a','b','c']", "[\"a\",\"b\"] (2 exact, 1 truncated)" },
        { "names", "'a'", "[\"a\",\"\"]" },
        { "names", "[]", "[\"\",\"\"]" },
    };
    CHECK_CASES(&Whole_type, cases);
}

TEST(unions_and_optional_values_are_read_or_have_their_default)
{
    static const Case cases[] = {
        { "maybe", "null", "null" },
        { "maybe", "{}", "{\"x\":0,\"y\":1}" },
        { "maybe", "5", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "there", "null", "null" },
        { "there", "{}", "{\"x\":3,\"y\":1}" },
        { "there", "'x'", "{\"x\":3,\"y\":1} (1 set to the default)" },
        { "form", "null", "{\"point\":{\"x\":0,\"y\":1}} (1 set to the default)" },
        { "form", "5", "{\"point\":{\"x\":0,\"y\":1}} (1 set to the default)" },
        { "form", "[]", "expected a union as [tag, value]" },
        { "form", "[1,2,3]", "expected a union as [tag, value]" },
        { "form", "[5,6]", "{\"point\":{\"x\":0,\"y\":1}} (1 set to the default)" },
        { "form", "{}", "{\"point\":{\"x\":0,\"y\":1}} (1 set to the default)" },
        { "few", "[9]", "[\"SECOND\"]" },
        { "few", "[0]", "[\"FIRST\"] (1 set to the default)" },
        { "few", "[3,9,3]", "[\"FIRST\",\"SECOND\"] (2 exact, 1 truncated)" },
        { "few", "['x']", "[\"FIRST\"] (1 set to the default)" },
        { "few", "['FIRST']", "[\"FIRST\"]" },
        { "words", "['']", "[\"\",\"b\"]" },
        { "words", "['a','c','d']", "[\"a\",\"c\"] (2 exact, 1 truncated)" },
        { "none", "[1,2,3,4,5]", "[1,2,3,4] (4 exact, 1 truncated)" },
        { "none", "[1,2,3,4,5,6,7]", "[1,2,3,4] (4 exact, 3 truncated)" },
        { "none", "[1]", "[1,0,0,0]" },
        { "some", "[[1],[2]]", "[[1,0],[2,0]]" },
    };
    CHECK_CASES(&Defaults_type, cases);
}

/// The values of a state that is gone were decoded before, in the same memory.
TEST(a_record_that_cannot_be_read_has_nothing_of_another_record)
{
    static const char *const records[] = { "5", "{}", "'x'", "[1]" };
    for (u32 i = 0; i < ED_COUNT(records); i++) {
        char words[1000];
        u32 trail = tag_of(&Whole_type, "trail"), x = Point_x_tag, y = Point_y_tag;
        snprintf(words, sizeof words,
                 "{'eddie':1,'game':'','frame':0,'types':["
                 "{'name':'Point','size':8,'align':4,'fields':[[%u,'x','f4',0,null,null],"
                 "[%u,'y','f4',4,null,null,{'default':1}]]},"
                 "{'name':'Gone','size':16,'align':8,'fields':[[%u,'trail','V8',0,0,0]]},"
                 "{'name':'Whole','size':16,'align':8,'fields':[[%u,'trail','V8',0,0,0]]}],"
                 "'roots':{'#%u':{'#%u':[{'#%u':7,'#%u':8},{'#%u':7,'#%u':8}]},"
                 "'#%u':{'#%u':[%s,%s]}},'xxh64':null}",
                 x, y, trail, trail, ed_tag("Gone", 4), trail, x, y, x, y, Whole_type.tag, trail,
                 records[i], records[i]);
        read_words(&Whole_type, "trail", words);
        CHECK_HAS(shown, "[{\"x\":0,\"y\":1},{\"x\":0,\"y\":1}]");
    }
}

// --- values of other types -----------------------------------------------------------------------

/// Reads a value whose field had another type: `code` and `type` are its code and its index, as in
/// document.h.
static const char *read_from(const char *field, const char *code, const char *type,
                             const char *value)
{
    char words[1500];
    u32 tag = tag_of(&Whole_type, field);
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':["
             "{'name':'OldMood','kind':'enum','base':'u1','size':1,'align':1,'values':[['CALM',5],"
             "['GLAD',6,[%u]],['SO_GLAD_AND_CALM',8]]},"
             "{'name':'OldStatus','kind':'flags','base':'u2','size':2,'align':2,'values':["
             "['ALIVE',4],['FROZEN',2],['HIDDEN',1]]},"
             "{'name':'Old','size':4,'align':4,'fields':[[1,'n','u4',0,null,null]]},"
             "{'name':'Whole','size':64,'align':8,'fields':[[%u,'%s','%s',0,null,%s]]}],"
             "'roots':{'#%u':{'#%u':%s}},'xxh64':null}",
             ed_tag("ANGRY", 5), tag, field, code, type, Whole_type.tag, tag, value);
    return read_words(&Whole_type, field, words);
}

TEST(a_value_of_another_type_is_converted_or_has_its_default)
{
    static const struct {
        const char *field, *code, *type, *value, *expected;
    } all[] = {
        { "mood", "f8", "null", "0", "\"CALM\" (1 exact)" },
        { "mood", "f8", "null", "1.5", "\"AFRAID\" (1 rounded)" },
        { "mood", "f8", "null", "2.4", "\"AFRAID\" (1 rounded)" },
        { "mood", "f8", "null", "9", "\"ANGRY\" (1 set to the default)" },
        { "mood", "f8", "null", "-1", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u4", "null", "2", "\"AFRAID\" (1 exact)" },
        { "mood", "u4", "null", "3", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u4", "null", "4294967295", "\"ANGRY\" (1 set to the default)" },
        { "mood", "i1", "null", "-1", "\"ANGRY\" (1 set to the default)" },
        { "mood", "i1", "null", "1", "\"ANGRY\" (1 exact)" },
        { "mood", "?", "null", "true", "\"ANGRY\" (1 exact)" },
        { "mood", "S8", "null", "'AFRAID'", "\"AFRAID\" (1 exact)" },
        { "mood", "S8", "null", "'SCARED'", "\"AFRAID\" (1 exact)" },
        { "mood", "S8", "null", "'none'", "\"ANGRY\" (1 set to the default)" },
        { "mood", "S8", "null", "''", "\"ANGRY\" (1 set to the default)" },
        { "mood", "S", "null", "'ANGRY'", "\"ANGRY\" (1 exact)" },
        { "mood", "S", "null", "''", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u1", "0", "5", "\"CALM\" (1 exact)" },
        { "mood", "u1", "0", "6", "\"ANGRY\" (1 exact)" },
        { "mood", "u1", "0", "7", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u1", "0", "8", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u2", "1", "1", "\"ANGRY\" (1 set to the default)" },
        { "mood", "u2", "1", "2", "\"ANGRY\" (1 set to the default)" },
        { "status", "u4", "null", "5", "[\"ALIVE\",\"HIDDEN\"] (1 exact)" },
        { "status", "u4", "null", "8", "[] (1 set to the default)" },
        { "status", "u4", "null", "9", "[\"ALIVE\"] (1 set to the default)" },
        { "status", "u4", "null", "65537", "[\"ALIVE\"] (1 set to the default)" },
        { "status", "i8", "null", "-1",
          "[\"ALIVE\",\"BURNING\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "f8", "null", "5.4", "[\"ALIVE\",\"HIDDEN\"] (1 rounded)" },
        { "status", "f8", "null", "-3", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "f8", "null", "1e30", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "f8", "null", "5", "[\"ALIVE\",\"HIDDEN\"] (1 exact)" },
        { "status", "u2", "1", "7", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "u2", "1", "5", "[\"ALIVE\",\"HIDDEN\"] (1 exact)" },
        { "status", "u2", "1", "0", "[] (1 exact)" },
        { "status", "u2", "1", "8", "[] (1 set to the default)" },
        { "status", "u1", "0", "5", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "S8", "null", "'ALIVE'", "[\"ALIVE\",\"HIDDEN\"] (1 set to the default)" },
        { "status", "?", "null", "true", "[\"ALIVE\"] (1 exact)" },
        { "a", "u1", "0", "5", "5 (1 exact)" },
        { "a", "u1", "0", "8", "8 (1 exact)" },
        { "a", "u2", "1", "4", "4 (1 exact)" },
        { "a", "S8", "null", "'7'", "0 (1 set to the default)" },
        { "single", "u1", "0", "5", "5 (1 exact)" },
        { "truth", "u1", "0", "5", "true (1 rounded)" },
        { "name", "u1", "0", "5", "\"CALM\" (1 exact)" },
        { "name", "u1", "0", "6", "\"GLAD\" (1 exact)" },
        { "name", "u1", "0", "8", "\"SO_GLAD\" (1 truncated)" },
        { "name", "u1", "0", "9", "\"eddie\" (1 set to the default)" },
        { "name", "u2", "1", "1", "\"eddie\" (1 set to the default)" },
        { "name", "u4", "null", "7", "\"eddie\" (1 set to the default)" },
        { "name", "S", "null", "'abcdefghij'", "\"abcdefg\" (1 truncated)" },
        { "name", "S", "null", "'abc'", "\"abc\" (1 exact)" },
        { "name", "S", "null", "'abcdef\xe2\x82\xac'", "\"abcdef\" (1 truncated)" },
        { "name", "S4", "null", "'abc'", "\"abc\" (1 exact)" },
        { "note", "S8", "null", "'abc'", "\"abc\" (1 exact)" },
        { "note", "u1", "0", "6", "\"GLAD\" (1 exact)" },
        { "note", "u4", "null", "7", "\"hello\" (1 set to the default)" },
        { "note", "P", "null", "null", "\"hello\" (1 set to the default)" },
        { "at", "u4", "null", "7", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "a", "V4", "2", "{'#1':7}", "0 (1 set to the default)" },
        { "at", "S", "null", "'x'", "{\"x\":0,\"y\":1} (1 set to the default)" },
        { "mood", "V4", "2", "{'#1':1}", "\"ANGRY\" (1 set to the default)" },
        { "grid", "u4", "null", "7", "[[7,2,3],[4,5,6]] (1 exact)" },
        { "numbers", "u4", "null", "7", "[7] (1 exact)" },
        { "words", "u4", "null", "7", "[\"\"] (1 set to the default)" },
        { "words", "u1", "0", "5", "[\"CALM\"] (1 exact)" },
        { "path", "V4", "2", "{'#1':7}", "[{\"x\":0,\"y\":1}] (1 exact)" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        read_from(all[i].field, all[i].code, all[i].type, all[i].value);
        if (strcmp(shown, all[i].expected) != 0)
            test_fail(__FILE__, __LINE__, "%u: %s as %s is\n  %s\nnot\n  %s", i, all[i].value,
                      all[i].field, shown, all[i].expected);
    }
}

// --- rows of a table -----------------------------------------------------------------------------

TEST(a_table_of_texts_needs_a_heap_of_one_column)
{
#define SLOT "00000000000000000000000000000000"
    static const Case cases[] = {
        { "words", "{'type':null,'count':1,'rows':'!c410" SLOT "','heap':[null]}", "[\"\"]" },
        { "words", "{'type':null,'count':1,'rows':'!c410" SLOT "'}",
          "a heap has 0 columns: expected 1" },
        { "words", "{'type':null,'count':1,'rows':'!c410" SLOT "','heap':[]}",
          "a heap has 0 columns: expected 1" },
        { "words", "{'type':null,'count':1,'rows':'!c410" SLOT "','heap':[null,null]}",
          "a heap has 2 columns: expected 1" },
        { "words", "{'count':0,'rows':'!c400'}", "[]" },
        { "numbers", "{'type':null,'count':2,'rows':'!c4080500000006000000','heap':[]}", "[5,6]" },
        { "numbers", "{'type':null,'count':2,'rows':'!c4080500000006000000'}", "[5,6]" },
    };
    CHECK_CASES(&Whole_type, cases);
}
