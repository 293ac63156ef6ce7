#include "runtime/snapshot/type_tables.h"
#include <stdio.h>
#include "runtime/base/str.h"
#include "tests/lib/failing.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

static ed_Reader r;
static ed_DocumentTypes tables;

/// Reused by all tests.
static ed_Arena *types_arena(void)
{
    static ed_Arena arena;
    if (!arena.base) ed_arena_open(&arena, "types", (size_t)64 << 20, NULL);
    ed_arena_reset(&arena);
    return &arena;
}

/// Reads types that are spelled as JSON. Returns the error without its offset, or "".
static const char *read_types(const char *words)
{
    ed_Writer w = pack_json(words);
    ed_read_init(&r, w.bytes, w.size);
    tables = (ed_DocumentTypes){ .count = 0 };
    ed_document_types_read(&r, types_arena(), &tables);
    const char *colon = strstr(r.err.text, ": ");
    return ed_read_ok(&r) ? "" : colon ? colon + 2 : r.err.text;
}

#define GAME(fields) "[{'name':'Game','kind':'struct','size':8,'align':4,'fields':[" fields "]}]"
#define MOOD(base, values) "[{'name':'Mood','kind':'enum','base':'" base "','values':[" values "]}]"
#define NAME_63 "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_"

// --- what is refused -----------------------------------------------------------------------------

TEST(types_that_are_not_as_they_should_be_are_refused_with_the_reason)
{
    static const char *const name = "expected a name of 1 to 63 letters, digits or _ (a path may "
                                    "also have .)";
    static const char *const base = "the base of an enum or flags must be u1, u2, u4, u8, i1, i2, "
                                    "i4 or i8";
    static const char *const no_match = "Game.a: code and type do not match";
    const struct {
        const char *words, *error;
    } all[] = {
        { "[]", "" },
        { "5", "expected an array, found a number" },
        { "[5]", "expected a map, found a number" },
        { "[{}]", "a type has no name" },
        { "[{'name':''}]", name },
        { "[{'name':'" NAME_63 "'}]", "" },
        { "[{'name':'" NAME_63 "x'}]", name },
        { "[{'name':'a.b'}]", name },
        { "[{'name':'a-b'}]", name },
        { "[{'name':'!a3610062'}]", name },
        { "[{'name':'A','kind':'class'}]", "unknown kind of type" },
        { "[{'name':'A','kind':'union'}]", "" },
        { "[{'name':'A','size':4294967296}]", "4294967296 is out of range for u32" },
        { "[{'name':'A','size':4294967295,'new':[1,2]}]", "" },
        // values
        { MOOD("u1", "['A',255]"), "" },
        { MOOD("u1", "['A',256]"), "Mood.A is 256, which does not fit its base" },
        { MOOD("u1", "['A',-1]"), "Mood.A is -1, which does not fit its base" },
        { MOOD("i1", "['A',127],['B',-128]"), "" },
        { MOOD("i1", "['A',128]"), "Mood.A is 128, which does not fit its base" },
        { MOOD("i1", "['A',-129]"), "Mood.A is -129, which does not fit its base" },
        { MOOD("u4", "['A',4294967295]"), "" },
        { MOOD("i4", "['A',4294967295]"), "Mood.A is 4294967295, which does not fit its base" },
        { MOOD("u8", "['A',18446744073709551615]"), "" },
        { MOOD("i8", "['A',-9223372036854775808]"), "" },
        { MOOD("?", ""), base },
        { MOOD("f4", ""), base },
        { MOOD("S", ""), base },
        { MOOD("x", ""), base },
        { MOOD("u1", "['A']"), "expected [name, number]" },
        { MOOD("u1", "['A',1,[5],'newer'],['B',2]"), "" },
        { MOOD("u1", "['A',1,[4294967296]]"), "4294967296 is out of range for u32" },
        { "[{'name':'A','kind':'enum','values':[['B',200]],'base':'u1'}]", "" },
        // kinds
        { GAME("[1,'a','u4',0,null,0]"), no_match },
        { GAME("[1,'a','S4',0,null,0]"), no_match },
        { GAME("[1,'a','V8',0,0,0]"), "" },
        { GAME("[1,'a','R',0,null,0]"), "" },
        { "[{'name':'M','kind':'enum'},{'name':'Game','fields':[[1,'a','V8',0,null,0]]}]",
          no_match },
        { "[{'name':'M','kind':'enum'},{'name':'Game','fields':[[1,'a','R',0,null,0]]}]",
          no_match },
        { "[{'name':'M','kind':'flags'},{'name':'Game','fields':[[1,'a','u4',0,null,0]]}]", "" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) CHECK_TEXT(read_types(all[i].words), all[i].error);
}

/// The game's only field, `f32 a` with this count and index, and an enum of two values as type 1.
#define INDEXED(count, index, values) \
    "[{'name':'Game','kind':'struct','size':8,'align':4,'fields':[[1,'a','f4',0," count ",null," \
    "{'index':" index "}]]},{'name':'Kind','kind':'enum','base':'u1','values':[" values "]}]"

TEST(an_enum_that_does_not_fit_the_array_that_it_indexes_is_refused)
{
    static const char *const none = "Game.a: count and the enum of an index do not match";
    const struct {
        const char *words, *error;
    } all[] = {
        { INDEXED("2", "[1]", "['A',0],['B',1]"), "" },
        { INDEXED("2", "[null]", "['A',0],['B',1]"), "" },
        { INDEXED("[2,2]", "[null,1]", "['A',1],['B',0]"), "" },
        { INDEXED("3", "[1]", "['A',0],['B',1]"), none },
        { INDEXED("2", "[1]", "['A',0],['B',2]"), none },
        { INDEXED("2", "[0]", "['A',0],['B',1]"), none },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) CHECK_TEXT(read_types(all[i].words), all[i].error);
}

TEST(an_error_in_types_is_where_the_wrong_value_is)
{
    static const struct {
        const char *before, *wrong, *after;
    } all[] = {
        { "[{'name':", "'a b'", "}]" },
        { "[{'name':'A','kind':", "'class'", "}]" },
        { "[{'name':'A','kind':'enum','base':", "'f4'", "}]" },
        { "[{'name':'A','size':", "4294967296", "}]" },
        { "[{'name':'A','values':[", "['B']", "]}]" },
        { "[{'name':'A','fields':[", "[1,'a','u4',0,null]", "]}]" },
        { "[{'name':'A','fields':[[1,'a',", "'X4'", ",0,null,null]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,", "[]", ",null]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,[2,", "0", "],null]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,null,", "7", "]]}]" },
        { "[{'name':'A','fields':[[1,'a','R',0,null,", "null", "]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,null,null,{'unit':", "'m s'", "}]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,0,null,{'optional':", "true", "}]]}]" },
        { "[{'name':'A','fields':[[1,'a','u4',0,null,null,{'moves':[", "['a']", "]}]]}]" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[200];
        snprintf(words, sizeof words, "%s%s%s", all[i].before, all[i].wrong, all[i].after);
        CHECK(*read_types(words));
        ed_Writer whole = pack_json(words), wrong = pack_json(all[i].wrong);
        CHECK(r.err.at + wrong.size <= whole.size);
        CHECK(memcmp(whole.bytes + r.err.at, wrong.bytes, wrong.size) == 0);
    }
}

/// An array of `count` copies of a value.
static const char *many(u32 count, const char *before, const char *value, const char *after)
{
    static char words[300000];
    ed_Text out = ed_text_over(words, sizeof words);
    ed_text_add(&out, "%s[", before);
    for (u32 i = 0; i < count; i++) ed_text_add(&out, "%s%s", i ? "," : "", value);
    ed_text_add(&out, "]%s", after);
    return words;
}

TEST(types_and_fields_have_limits)
{
    static const char *const field = "[1,'a','u1',0,null,null]";
    CHECK_TEXT(read_types(many(16384, "", "{'name':'A'}", "")), "");
    CHECK_TEXT(read_types(many(16385, "", "{'name':'A'}", "")), "16385 types: the limit is 16384");
    CHECK_TEXT(read_types(many(4096, "[{'name':'A','fields':", field, "}]")), "");
    CHECK_TEXT(read_types(many(4097, "[{'name':'A','fields':", field, "}]")),
               "4097 fields: the limit is 4096");
}

TEST(types_without_memory_are_refused)
{
    ed_Writer w = pack_json("[{'name':'A','was':[1],'kind':'enum','values':[['B',1,[2]]]},"
                            "{'name':'G','key':'a','upgrade':'f','fields':[[1,'a','u4',0,null,null,"
                            "{'was':[1],'unit':'m','moves':[['','b']]}]]}]");
    for (u64 at = 1; at < 1000; at++) {
        ed_Arena *arena = types_arena();
        ed_read_init(&r, w.bytes, w.size);
        failing_begin(at, true);
        ed_document_types_read(&r, arena, &tables);
        bool refused = failing_end();
        if (!refused) {
            CHECK(ed_read_ok(&r) && at > 15);
            return;
        }
        bool only_check = ed_read_ok(&r) && !tables.types[1].laid_out;      // no memory for marks
        CHECK(only_check || r.err.code == ED_ERR_LIMIT);
    }
}

// --- what is read --------------------------------------------------------------------------------

TEST(each_part_of_a_type_is_read)
{
    CHECK_TEXT(
        read_types("[{'name':'Mood','kind':'flags','size':2,'align':2,'base':'u2',"
                   "'values':[['A',1],['B',2,[7,8]]]},"
                   "{'name':'Game','kind':'struct','size':40,'align':8,'was':[5,6],'key':'id',"
                   "'upgrade':'fix','fields':["
                   "[1,'id','<u4',4,null,null,{'was':[9],'unit':'m','fresh':true,'default':[1,2]}],"
                   "[2,'name','<S16',8,[2,3],null],[3,'few','u2',32,-4,0],"
                   "[4,'list','V40',32,0,1,{'pool':6}],[5,'maybe','f8',33,null,null,"
                   "{'optional':true,'moves':[['x','a.b'],['','c']]}],[6,'at','R',8,3,1]]}]"),
        "");
    const ed_Type *mood = &tables.types[0], *game = &tables.types[1];
    const ed_Field *id = &game->fields[0], *name = &game->fields[1], *few = &game->fields[2],
                   *list = &game->fields[3], *maybe = &game->fields[4], *at = &game->fields[5];
    CHECK(tables.count == 2 && mood->kind == ED_FLAGS && mood->base == ED_U16);
    CHECK(mood->size == 2 && mood->align == 2 && mood->value_count == 2);
    CHECK_EQ(mood->tag, ed_tag("Mood", 4));
    CHECK(mood->values[1].tag == ed_tag("B", 1) && mood->values[1].number == 2);
    CHECK(mood->values[0].was_count == 0 && mood->values[1].was_count == 2);
    CHECK_EQ(mood->values[1].was[1], 8);
    CHECK(game->was_count == 2 && game->was[0] == 5 && game->key == id && game->field_count == 6);
    CHECK_TEXT(game->upgrade_name, "fix");
    CHECK(id->tag == 1 && id->kind == ED_U32 && id->size == 4 && id->offset == 4);
    CHECK(id->flags == ED_FIELD_FRESH && id->count == 1);
    CHECK(id->was_count == 1 && id->was[0] == 9 && id->packed_default_size == 3);
    CHECK_TEXT(id->unit, "m");
    CHECK(id->packed_default && memcmp(id->packed_default, "\x92\x01\x02", 3) == 0);
    CHECK(name->kind == ED_CHARS && name->size == 16 && name->shape == ED_FIXED);
    CHECK(name->count == 6 && name->dims[0] == 2 && name->dims[1] == 3 && name->flags == 0);
    CHECK(few->kind == ED_FLAGS && few->type == mood && few->shape == ED_BOUNDED);
    CHECK(few->count == 4 && few->dims[0] == 0);
    CHECK(list->kind == ED_STRUCT && list->shape == ED_POOL && list->count == 6);
    CHECK(maybe->shape == ED_OPTIONAL && maybe->count == 1 && maybe->move_count == 2);
    CHECK_TEXT(maybe->moves[0].to, "x");
    CHECK_TEXT(maybe->moves[0].from, "a.b");
    CHECK_TEXT(maybe->moves[1].to, "");
    CHECK(at->kind == ED_REF && at->type == game && at->shape == ED_FIXED && at->dims[0] == 3);
    CHECK(ed_document_types_root(&tables, game->tag) == game);
    CHECK(!ed_document_types_root(&tables, mood->tag) && !ed_document_types_root(&tables, 1));
}

TEST(a_type_without_a_kind_is_a_struct_and_an_unknown_key_is_ignored)
{
    CHECK_TEXT(read_types("[{'name':'A','key':'b','fields':[[1,'a','u4',0,0,null]]}]"), "");
    CHECK(tables.types[0].kind == ED_STRUCT && !tables.types[0].key);
    CHECK(tables.types[0].fields[0].shape == ED_DYNAMIC && !tables.types[0].fields[0].count);
}

// --- what is written is read back ----------------------------------------------------------------

TEST(every_attribute_of_a_type_is_written_and_read_back)
{
    static const u32 was[] = { 3, 4000000000u };
    static const ed_Value values[] = {
        { .name = "A", .number = -1, .tag = 0xc40bf6cc },
        { .name = "B", .number = 5, .tag = 0xc70bfb85, .was = was, .was_count = 2 }
    };
    static const ed_Move moves[] = { { "", "old.x" }, { "y", "z" } };
    ed_Type big = { .name = "Big", .kind = ED_ENUM, .base = ED_U64, .size = 8, .align = 8 };
    big.values = values;
    big.value_count = 2;
    big.tag = ed_tag("Big", 3);
    ed_Type small = big;
    small.name = "Low";
    small.base = ED_I8;
    small.size = small.align = 1;
    ed_Field fields[] = {
        { .name = "id",
          .tag = 1,
          .kind = ED_U32,
          .size = 4,
          .count = 1,
          .was = was,
          .was_count = 2,
          .flags = ED_FIELD_FRESH,
          .unit = "m/s" },
        { .name = "big",
          .tag = 2,
          .kind = ED_ENUM,
          .type = &big,
          .size = 8,
          .count = 1,
          .offset = 8,
          .moves = moves,
          .move_count = 2 },
        { .name = "low",
          .tag = 3,
          .kind = ED_ENUM,
          .type = &small,
          .size = 1,
          .count = 3,
          .dims = { 3 },
          .shape = ED_FIXED,
          .offset = 16 },
        { .name = "spark",
          .tag = 4,
          .kind = ED_F32,
          .size = 4,
          .count = 1,
          .offset = 20,
          .flags = ED_FIELD_TRANSIENT },
        { .name = "maybe",
          .tag = 5,
          .kind = ED_U8,
          .size = 1,
          .count = 1,
          .shape = ED_OPTIONAL,
          .offset = 25 },
        { .name = "few",
          .tag = 6,
          .kind = ED_CHARS,
          .size = 6,
          .count = 2,
          .shape = ED_BOUNDED,
          .offset = 32 },
    };
    ed_Type game = { .name = "Game", .kind = ED_STRUCT, .size = 48, .align = 8, .fields = fields };
    game.field_count = ED_COUNT(fields);
    game.was = was;
    game.was_count = 2;
    game.key = &fields[0];
    game.upgrade_name = "fix";
    game.tag = ed_tag("Game", 4);
    const ed_Type *types[] = { &big, &small, &game }, *states[] = { &game };
    ed_Schema schema = { .types = types, .type_count = 3, .states = states, .state_count = 1 };
    ed_Writer w = test_writer();
    ed_document_types_write_all(&w, &schema);
    ed_read_init(&r, w.bytes, w.size);
    ed_document_types_read(&r, types_arena(), &tables);
    CHECK(ed_write_ok(&w) && ed_read_ok(&r) && r.at == r.end);
    CHECK_EQ(tables.count, 3);
    // a number is written with the sign of its base
    CHECK(ed_find((const char *)w.bytes, w.size, "\xa1\x41\xcf\xff\xff\xff\xff\xff\xff\xff\xff"));
    CHECK(ed_find((const char *)w.bytes, w.size, "\xa1\x41\xff"));
    const ed_Type *read = &tables.types[2];
    game.fields = fields;
    memmove(&fields[3], &fields[4], 2 * sizeof *fields);      // transient fields are not written
    game.field_count--;
    char where[200] = "";
    ed_same_layout(&game, read, where, sizeof where);
    CHECK_TEXT(where, "");
    CHECK(read->key == &read->fields[0] && read->was_count == 2 && read->was[1] == 4000000000u);
    CHECK_TEXT(read->upgrade_name, "fix");
}

TEST(a_schema_with_too_many_types_cannot_be_saved)
{
    ed_Error error = { .code = ED_OK };
    ed_Type type = { .name = "Wide", .field_count = ED_FIELDS_MAX };
    static const ed_Type *types[ED_TYPES_MAX];
    for (u32 i = 0; i < ED_TYPES_MAX; i++) types[i] = &type;
    ed_Schema schema = { .types = types, .type_count = ED_TYPES_MAX };
    CHECK(ed_document_types_fit(&schema, &error));
    type.field_count++;
    CHECK(!ed_document_types_fit(&schema, &error));
    CHECK_TEXT(error.text, "Wide has 4097 fields: the limit is 4096; move some into a separate "
                           "struct");
    error = (ed_Error){ .code = ED_OK };
    schema.type_count++;
    CHECK(!ed_document_types_fit(&schema, &error));
    CHECK_TEXT(error.text, "the schema has 16385 types: the limit is 16384");
}
