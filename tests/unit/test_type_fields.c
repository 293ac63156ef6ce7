#include "runtime/snapshot/type_fields.h"
#include <stdio.h>
#include "tests/lib/json_types.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

/// Reads fields as those of the only type. Returns the error without its position, or "".
static const char *read_fields(const char *words)
{
    ed_Type type = { .name = "Game", .kind = ED_STRUCT };
    ed_DocumentTypes types = { &type, 1 };
    ed_Reader r = json_reader(words);
    ed_fields_read(&r, test_arena(), &types, 0);
    if (ed_read_ok(&r)) return r.at == r.end ? "" : "a part is not read";
    static char error[sizeof r.err.text];
    return strcpy(error, strchr(r.err.text, ':') + 2);
}

TEST(fields_that_are_not_as_they_should_be_are_refused_with_the_reason)
{
    static const char *const name = "expected a name of 1 to 63 letters, digits or _ (a path may "
                                    "also have .)";
    const struct {
        const char *words, *error;
    } all[] = {
        { "[]", "" },
        { "[[1,'a','u4',0,null]]", "a field has 5 parts: expected 6" },
        { "[[1,'a','u4',0,null,null]]", "" },
        { "[[1,'a','u4',0,null,null,{},'newer']]", "" },
        { "[[4294967296,'a','u4',0,null,null]]", "4294967296 is out of range for u32" },
        { "[[1,'a b','u4',0,null,null]]", name },
        { "[[1,'a','u4',4294967296,null,null]]", "4294967296 is out of range for u32" },
        { "[[1,'a','u4',0,null,1]]", "type index 1 is out of range: there are 1 types" },
        { "[[1,'a','V8',0,null,null]]", "a field has no type" },
        { "[[1,'a','R',0,null,null]]", "a field has no type" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) CHECK_TEXT(read_fields(all[i].words), all[i].error);
}

TEST(attributes_that_do_not_match_their_field_are_refused)
{
    static const char *const path = "expected a name of 1 to 512 letters, digits or _ (a path may "
                                    "also have .)";
    static const char *const optional = "\"optional\" of field a is out of range or does not match "
                                        "the field's count";
    static const char *const pool = "\"pool\" of field a is out of range or does not match the "
                                    "field's count";
    static const char *const rank = "\"index\" of field a does not match its count";
    const struct {
        const char *words, *error;
    } all[] = {
        { "[[1,'a','u4',0,3,null,{'optional':true}]]", optional },
        { "[[1,'a','u4',0,0,null,{'optional':true}]]", optional },
        { "[[1,'a','V8',0,null,0,{'pool':0}]]", pool },
        { "[[1,'a','V8',0,-3,0,{'pool':0}]]", pool },
        { "[[1,'a','V8',0,0,0,{'pool':2147483648}]]", pool },
        { "[[1,'a','V8',0,0,0,{'pool':2147483647}]]", "" },
        { "[[1,'a','u4',0,null,null,{'unit':'m s'}]]", "expected a unit, such as m/s^2" },
        { "[[1,'a','u4',0,null,null,{'unit':'!a26d00'}]]", "expected a unit, such as m/s^2" },
        { "[[1,'a','u4',0,null,null,{'moves':[['a']]}]]", "expected [to, from]" },
        { "[[1,'a','u4',0,null,null,{'moves':[['',' ']]}]]", path },
        { "[[1,'a','u4',0,null,null,{'moves':[['','']]}]]", path },
        { "[[1,'a','u4',0,null,null,{'was':[1,4294967296]}]]",
          "4294967296 is out of range for u32" },
        { "[[1,'a','u4',0,null,null,{'newer':[1,{}]}]]", "" },
        { "[[1,'a','f4',0,2,null,{'index':[null]}]]", "" },
        { "[[1,'a','f4',0,2,null,{'index':[0,0]}]]", rank },
        { "[[1,'a','f4',0,-2,null,{'index':[0]}]]", rank },
        { "[[1,'a','f4',0,2,null,{'index':[1]}]]",
          "type index 1 is out of range: there are 1 types" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) CHECK_TEXT(read_fields(all[i].words), all[i].error);
}

TEST(fields_that_are_read_are_written_as_they_were)
{
    static const char *const all[] = {
        "[]",
        "[[1,'a','u4',4,null,null]]",
        "[[1,'a','S16',4,3,null],[4294967295,'b','u1',60,[2,2],null]]",
        "[[1,'a','u1',4,-3,null,{'default':[]}]]",
        "[[1,'a','u4',4,null,null,{'was':[9,8]}]]",
        "[[1,'a','u4',4,null,null,{'fresh':true}]]",
        "[[1,'a','u4',4,null,null,{'unit':'m/s'}]]",
        "[[1,'a','u4',4,null,null,{'default':7}],[2,'b','u4',8,null,null]]",
        "[[1,'a','u4',4,null,null,{'moves':[['','a.b'],['x','c']]}]]",
        "[[1,'a','u4',5,null,null,{'default':null,'optional':true}]]",
        "[[1,'a','V4',8,0,1,{'default':{'handles':[],'free':[],'items':[]},'pool':6}]]",
        "[[1,'a','R',8,null,1,{'default':null}]]",
        "[[1,'a','u1',8,null,2]]",
        "[[1,'a','f4',8,[3,2],null,{'index':[null,2]}]]",
        "[[1,'a','u4',5,null,null,{'default':null,'was':[9],'fresh':true,'optional':true,"
        "'unit':'m','moves':[['','b']]}]]",
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[1000];
        snprintf(words, sizeof words,
                 "[{'name':'Game','size':64,'align':8,'fields':%s},"
                 "{'name':'Item','size':4,'align':4,'fields':[[1,'n','u4',0,null,null]]},"
                 "{'name':'Mood','kind':'enum','base':'u1','values':[['A',0],['B',1]]}]",
                 all[i]);
        ed_DocumentTypes types = json_types(words);
        const ed_Type *listed[] = { &types.types[0], &types.types[1], &types.types[2] };
        const ed_TypeList type_list = { listed, 3, test_arena() };
        ed_PackedDefaults defaults;
        ed_Writer w = test_writer(), expected = pack_json(all[i]);
        CHECK(ed_packed_defaults_make(&type_list, &defaults));
        size_t used = type_list.scratch->used;
        ed_fields_write(&w, &defaults, &types.types[0]);
        CHECK_EQ(type_list.scratch->used, used);
        if (w.size != expected.size || memcmp(w.bytes, expected.bytes, w.size) != 0)
            test_fail(__FILE__, __LINE__, "not written as %s", all[i]);
    }
}

TEST(transient_fields_and_the_defaults_of_alternatives_are_not_written)
{
    ed_DocumentTypes types = json_types("[{'name':'Game','size':8,'align':8,'fields':["
                                        "[1,'a','u2',0,null,null,{'default':5}],"
                                        "[2,'b','u2',4,null,null,{'default':6}]]}]");
    const ed_Type *listed[] = { &types.types[0] };
    const ed_TypeList type_list = { listed, 1, test_arena() };
    ed_PackedDefaults defaults;
    ed_Writer w = test_writer(), expected = pack_json("[[2,'b','u2',4,null,null]]");
    CHECK(ed_packed_defaults_make(&type_list, &defaults));
    json_field(&types, 0, 0)->flags |= ED_FIELD_TRANSIENT;
    types.types[0].kind = ED_UNION;
    ed_fields_write(&w, &defaults, &types.types[0]);
    CHECK(w.size == expected.size && memcmp(w.bytes, expected.bytes, w.size) == 0);
}
