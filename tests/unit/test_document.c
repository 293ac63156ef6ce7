#include "runtime/snapshot/document.h"
#include <stdio.h>
#include "runtime/attic/snapshot.h"
#include "tests/lib/failing.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

static ed_Document document;
static ed_Error error;

/// Reused by all tests.
static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[4];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "document", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

static const char *read_bytes(const ed_Writer *w)
{
    error = (ed_Error){ .code = ED_OK };
    bool good = ed_document_read(w->bytes, w->size, arena_at(0), &document, &error);
    return good == !error.code ? error.text : "the result and the error differ";
}

/// The error, or "".
static const char *read_document(const char *words)
{
    ed_Writer w = pack_json(words);
    return read_bytes(&w);
}

// --- the parts of a document ---------------------------------------------------------------------

TEST(a_document_has_five_parts_in_any_order)
{
    CHECK_TEXT(read_document("{'eddie':1,'xxh64':null,'roots':{'#5':{},'#6':7},'new':[1],"
                             "'types':[{'name':'A'}],'frame':812,'game':'pong','attic':{}}"),
               "");
    CHECK_TEXT(document.game, "pong");
    CHECK(document.frame == 812 && document.types.count == 1 && document.root_count == 2);
    CHECK(document.root_tags[0] == 5 && document.root_tags[1] == 6 && !document.sealed);
    CHECK(document.attic.size == 1 && *document.attic.at == 0x80 && document.values.size == 5);
    CHECK_TEXT(read_document("{'eddie':1,'game':'','frame':0,'types':[],'roots':{},'xxh64':null}"),
               "");
    CHECK(document.root_count == 0 && document.attic.size == 0 && !*document.game);
}

TEST(each_part_is_required)
{
    static const char *const parts[] = { "'game':'g'", "'frame':0", "'types':[]", "'roots':{}",
                                         "'xxh64':null" };
    for (u32 left_out = 0; left_out < ED_COUNT(parts); left_out++) {
        char words[100] = "{'eddie':1";
        for (u32 i = 0; i < ED_COUNT(parts); i++)
            if (i != left_out) {
                strcat(words, ",");
                strcat(words, parts[i]);
            }
        strcat(words, "}");
        CHECK_TEXT(read_document(words), "at byte 0: a part is missing: game, frame, types, roots "
                                         "and xxh64 are required");
        CHECK_EQ(error.code, ED_ERR_FORMAT);
    }
}

#define DOCUMENT(game, frame, types, roots, hash) \
    "{'eddie':1,'game':" game ",'frame':" frame ",'types':" types ",'roots':" roots \
    ",'xxh64':" hash "}"

TEST(a_part_of_another_form_is_refused)
{
    static const struct {
        const char *words, *error;
    } all[] = {
        { DOCUMENT("'g'", "0", "[]", "{}", "null"), "" },
        { DOCUMENT("5", "0", "[]", "{}", "null"), "expected text, found a number" },
        { DOCUMENT("'g'", "-1", "[]", "{}", "null"), "expected a non-negative number, found -1" },
        { DOCUMENT("'g'", "0", "{}", "{}", "null"), "expected an array, found a map" },
        { DOCUMENT("'g'", "0", "[]", "[]", "null"), "expected a map, found an array" },
        { DOCUMENT("'g'", "0", "[]", "{}", "'x'"), "expected a number, found text" },
        { DOCUMENT("'g'", "0", "[]", "{'a':1}", "null"), "expected a number, found text" },
        { DOCUMENT("'g'", "0", "[]", "{'#4294967296':1}", "null"),
          "the tag of a root exceeds 32 bits" },
        { DOCUMENT("'g'", "0", "[]", "{'#4294967295':1}", "null"), "" },
        { DOCUMENT("'!a3610062'", "0", "[]", "{}", "null"),
          "the name of the game contains a zero byte" },
        { DOCUMENT("'g'", "0", "[]", "{}", "5"),
          "hash mismatch: the snapshot was modified after it was saved" },
        { DOCUMENT("'g'", "0", "[]", "{}", "null") " 5", "1 extra byte after the end of the "
                                                         "snapshot" },
        { DOCUMENT("'g'", "0", "[]", "{}", "null") " [5]", "2 extra bytes after the end of the "
                                                           "snapshot" },
        { "{'eddie':2}", "the snapshot has format 2, but this build reads format 1: use a newer "
                         "eddie" },
        { "{'eddie':0}", "the snapshot has format 0, but this build reads format 1" },
        { "{'eddiE':1}", "not an eddie snapshot" },
        { "{'#5':1}", "not an eddie snapshot" },
        { "{}", "not an eddie snapshot" },
        { "['eddie',1]", "not an eddie snapshot" },
        { "{'eddie':1,'#5':1}", "expected text, found a number" },
        { "", "the snapshot is empty" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        const char *text = read_document(all[i].words), *colon = strstr(text, ": ");
        CHECK_TEXT(*text ? colon + 2 : text, all[i].error);
    }
}

TEST(a_document_has_at_most_256_roots)
{
    char words[4000] = "{'eddie':1,'game':'','frame':0,'types':[],'xxh64':null,'roots':{'#0':0";
    for (u32 i = 1; i < 256; i++) sprintf(words + strlen(words), ",'#%u':0", i);
    size_t size = strlen(words);
    strcpy(words + size, "}}");
    CHECK_TEXT(read_document(words), "");
    CHECK(document.root_count == 256 && document.root_tags[255] == 255);
    strcpy(words + size, ",'#256':0}}");
    CHECK_HAS(read_document(words), "257 roots: the limit is 256");
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_EQ(document.root_count, 0);
}

TEST(a_document_is_sealed_by_the_hash_of_all_bytes_before_it)
{
    ed_Writer w = pack_json("{'eddie':1,'game':'g','frame':0,'types':[],'roots':{},'xxh64':"
                            "'!cf0000000000000000'}");
    CHECK(ed_snapshot_seal(w.bytes, w.size));
    CHECK_TEXT(read_bytes(&w), "");
    CHECK(document.sealed);
    w.bytes[w.size - 10] ^= 1;      // the last character of "xxh64"
    CHECK(*read_bytes(&w));
    w.bytes[w.size - 10] ^= 1;
    w.bytes[w.size - 1] ^= 1;
    CHECK_HAS(read_bytes(&w), "hash mismatch");
    CHECK_EQ(error.code, ED_ERR_HASH);
    CHECK_EQ(error.at, w.size - 9);
    CHECK(!ed_snapshot_seal(w.bytes, 8));
    w.bytes[0] = 0xcf;
    CHECK(ed_snapshot_seal(w.bytes, 9));
}

TEST(a_document_without_memory_is_refused)
{
    ed_Writer w = pack_json("{'eddie':1,'game':'pong','frame':0,'types':[{'name':'A'}],"
                            "'roots':{'#5':{}},'xxh64':null}");
    for (u64 at = 1;; at++) {
        ed_Arena *arena = arena_at(0);
        error = (ed_Error){ .code = ED_OK };
        failing_begin(at, true);
        bool good = ed_document_read(w.bytes, w.size, arena, &document, &error);
        if (!failing_end()) {
            CHECK(good && at > 4);
            return;
        }
        // the name can always be printed, and the error of a failed read is that of a full arena
        CHECK(document.game && (good || error.code == ED_ERR_LIMIT));
    }
}

// --- snapshots of another game or with other roots -----------------------------------------------

static ed_Report report;
static ed_RootMemory blocks[2];
static u64 frame;

/// Reads a document as a game of two states, which have the fields a and b. The error, or "".
static const char *load(const char *words)
{
    static const ed_Field a_fields[] = {
        { .name = "a", .tag = 1, .kind = ED_U32, .size = 4, .count = 1 }
    };
    static const ed_Field b_fields[] = {
        { .name = "b", .tag = 2, .kind = ED_U32, .size = 4, .count = 1 }
    };
    static const u32 was = 77;
    static const ed_Type one = { .name = "One",
                                 .kind = ED_STRUCT,
                                 .tag = 10,
                                 .size = 4,
                                 .align = 4,
                                 .fields = a_fields,
                                 .field_count = 1 };
    static const ed_Type two = { .name = "Two",
                                 .kind = ED_STRUCT,
                                 .tag = 20,
                                 .size = 4,
                                 .align = 4,
                                 .fields = b_fields,
                                 .field_count = 1,
                                 .was = &was,
                                 .was_count = 1 };
    static const ed_Type *const types[] = { &one, &two };
    static const ed_Schema schema = {
        .types = types, .type_count = 2, .states = types, .state_count = 2
    };
    ed_Writer w = pack_json(words);
    for (u32 i = 0; i < 2; i++) blocks[i] = (ed_RootMemory){ NULL, arena_at(1 + i) };
    ed_State state = { .game = "pong", .frame = 99, .schema = &schema, .roots = blocks };
    error = (ed_Error){ .code = ED_OK };
    ed_snapshot_read(w.bytes, w.size, &state, arena_at(3), &report, &error);
    frame = state.frame;
    return error.text;
}

static u32 value_of(u32 root) { return *(const u32 *)blocks[root].at; }

static const char *full_report(void)
{
    static char text[1000];
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    return text;
}

#define SNAPSHOT(types, roots) DOCUMENT("'pong'", "5", types, roots, "null")

TEST(roots_are_found_by_their_tags_and_former_names)
{
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#20':{'#2':8},'#10':{'#1':7}}")), "");
    CHECK(value_of(0) == 7 && value_of(1) == 8 && frame == 5);
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#77':{'#2':9}}")), "");
    CHECK(value_of(0) == 0 && value_of(1) == 9);
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#10':{'#1':7},'#10':{'#1':8}}")), "");      // the first
    CHECK_EQ(value_of(0), 7);
}

TEST(an_unknown_root_is_dropped_and_a_missing_state_is_added)
{
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#10':{'#1':7},'#30':{'#9':0},'#4294967296':[]}")), "");
    CHECK_TEXT(full_report(), "1 field kept\ndropped a state (1 record)\n"
                              "dropped a state (1 record)\nadded Two (1 record)\n");
    CHECK(ed_report_lossless(&report));
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#10':{'#1':7},'#20':{},'#30':{'#9':1}}")), "");
    CHECK_HAS(full_report(), "dropped a state (1 record, 1 held a value)\n");
    CHECK(!ed_report_lossless(&report));
}

TEST(a_dropped_root_without_a_type_holds_values_if_one_is_not_zero)
{
    static const struct {
        const char *value;
        bool held;
    } all[] = {
        { "{}", false },
        { "{'#9':0,'#8':false,'#7':'','#6':[],'#5':null,'#4':{'#1':0}}", false },
        { "{'#9':[null,0,[0,null]]}", false },
        { "{'#9':[null,1]}", true },
        { "{'#9':[0,[null,0],1]}", true },
        { "{'#9':true}", true },
        { "{'#9':-1}", true },
        { "{'#9':0.5}", true },
        { "{'#9':'x'}", true },
        { "{'#9':{'#1':0,'#2':2}}", true },
        { "{'#9':'!c400'}", false },
        { "{'#9':'!c40100'}", true },
        { "{'#9':{'type':null,'count':2,'rows':'!c4020000','heap':[]}}", false },
        { "{'#9':{'type':null,'count':2,'rows':'!c4020001','heap':[]}}", true },
        { "{'#9':'!d40100'}", true },      // an extension
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char words[300];
        snprintf(words, sizeof words,
                 "{'eddie':1,'game':'','frame':0,'types':[],'roots':{'#30':%s,"
                 "'#10':{'#1':7}},'xxh64':null}",
                 all[i].value);
        CHECK_TEXT(load(words), "");
        CHECK_EQ(value_of(0), 7);
        CHECK_HAS(full_report(), all[i].held ? "dropped a state (1 record, 1 held a value)\n"
                                             : "dropped a state (1 record)\n");
    }
}

TEST(each_state_that_a_snapshot_lacks_is_added)
{
    CHECK_TEXT(load(SNAPSHOT("[]", "{}")), "");
    CHECK_TEXT(full_report(), "0 fields kept\nadded One (1 record)\nadded Two (1 record)\n");
}

TEST(a_field_that_a_record_leaves_out_has_the_default_of_its_writer)
{
    const ed_Type *item = test_type("Item", "a:f64=7 b:u64", NULL, NULL);
    const test_Version *game = test_version("Game", "items:Item[]", item);
    u32 a = ed_tag("a", 1), b = ed_tag("b", 1), items_tag = ed_tag("items", 5);
    char words[500];
    snprintf(words, sizeof words,
             SNAPSHOT("[{'name':'Item','size':8,'align':4,'fields':"
                      "[[%u,'a','u4',0,null,null,{'default':4}],[%u,'b','u4',4,null,null]]},"
                      "{'name':'Game','size':16,'align':8,'fields':[[%u,'items','V8',0,0,0]]}]",
                      "{'#%u':{'#%u':[{'#%u':1},{'#%u':5,'#%u':2}]}}"),
             a, b, items_tag, ed_tag("Game", 4), items_tag, b, a, b);
    ed_Writer w = pack_json(words);
    ed_RootMemory root = { NULL, arena_at(1) };
    ed_State state = { .game = "pong", .schema = &game->schema, .roots = &root };
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_snapshot_read(w.bytes, w.size, &state, arena_at(3), &report, &error));
    const ed_Array *items = root.at;
    const struct {
        f64 a;
        u64 b;
    } *rows = items->items;
    CHECK(items->count == 2 && rows[0].a == 4 && rows[0].b == 1);
    CHECK(rows[1].a == 5 && rows[1].b == 2);
}

TEST(without_memory_no_incomplete_document_of_defaults_is_written)
{
    const ed_Type *item = test_type("Item", "a:u32", NULL, NULL);
    const test_Version *game = test_version("Game", "b:u32=5 item:Item", item);
    ed_State state = { .game = "pong", .schema = &game->schema };
    bool failed = true;
    for (u64 at = 1; failed; at++) {
        ed_Writer w = test_writer();
        failing_begin(at, false);
        ed_document_begin(&w, &state, false);
        ed_document_end(&w, &state, 0);
        failed = failing_end();
        // some requests are for speed only
        CHECK_TEXT(ed_write_ok(&w) ? read_bytes(&w) : "", "");
    }
}

/// The three states contain the type Bag. The first has no items, so the dropped one is the first to
/// decode an Item.
TEST(a_dropped_root_leaves_nothing_behind_in_a_type_that_other_roots_have)
{
    ed_Type *item = test_type("Item", "a:u64", NULL, NULL),
            *bag = test_type("Bag", "items:Item[]", item, NULL),
            *one = test_type("One", "bag:Bag", bag, NULL),
            *two = test_type("Two", "bag:Bag", bag, NULL);
    const ed_Type *types[] = { item, bag, one, two }, *states[] = { one, two };
    const ed_Schema schema = {
        .types = types, .type_count = 4, .states = states, .state_count = 2
    };
    u32 a = ed_tag("a", 1), items_tag = ed_tag("items", 5), bag_tag = ed_tag("bag", 3);
    char words[1000];
#define HAS_BAG(name) "{'name':'" name "','size':16,'align':8,'fields':[[%u,'bag','V16',0,null,1]]}"
    snprintf(
        words, sizeof words,
        SNAPSHOT("[{'name':'Item','size':8,'align':8,'fields':[[%u,'a','u8',0,null,null]]},"
                 "{'name':'Bag','size':16,'align':8,'fields':[[%u,'items','V8',0,0,0]]}," HAS_BAG(
                     "One") "," HAS_BAG("Old") "," HAS_BAG("Two") "]",
                 "{'#%u':{'#%u':{}},'#%u':{'#%u':{'#%u':[{'#%u':1}]}},"
                 "'#%u':{'#%u':{'#%u':[{'#%u':5},{'#%u':6}]}}}"),
        a, items_tag, bag_tag, bag_tag, bag_tag, one->tag, bag_tag, ed_tag("Old", 3), bag_tag,
        items_tag, a, two->tag, bag_tag, items_tag, a, a);
    ed_Writer w = pack_json(words);
    ed_RootMemory roots[] = { { NULL, arena_at(1) }, { NULL, arena_at(2) } };
    ed_State state = { .game = "pong", .schema = &schema, .roots = roots };
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_snapshot_read(w.bytes, w.size, &state, arena_at(3), &report, &error));
    CHECK_TEXT(error.text, "");
    const ed_Array *items = roots[1].at;
    CHECK_EQ(items->count, 2);
    const u64 *values = items->items;
    CHECK(values && values[0] == 5 && values[1] == 6);
}

/// 'Old' has the tag of its name.
TEST(a_dropped_root_holds_values_if_one_differs_from_its_default)
{
#define OLD \
    "[{'name':'Old','size':8,'align':4,'fields':[[5,'x','u4',0,null,null,{'default':3}]," \
    "[6,'y','u4',4,null,null]]}]"
    static const struct {
        const char *value;
        bool held;
    } all[] = { { "{}", false },      { "{'#5':3}", false }, { "{'#5':3,'#6':0}", false },
                { "{'#5':0}", true }, { "{'#6':1}", true },  { "{'#5':3,'#6':1}", true } };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char root[100], words[400];
        snprintf(root, sizeof root, "{'#%u':%s}", ed_tag("Old", 3), all[i].value);
        snprintf(words, sizeof words,
                 "{'eddie':1,'game':'pong','frame':5,'types':%s,'roots':%s,'xxh64':null}", OLD,
                 root);
        CHECK_TEXT(load(words), "");
        CHECK_HAS(full_report(), all[i].held ? "dropped Old (1 record, 1 held a value)\n"
                                             : "dropped Old (1 record)\n");
    }
}

TEST(a_snapshot_of_another_game_is_refused_and_names_are_cut)
{
    CHECK_TEXT(load(DOCUMENT("'ping'", "5", "[]", "{}", "null")),
               "at byte 13: the snapshot belongs to the game 'ping', but this game is 'pong'");
    CHECK(error.code == ED_ERR_GAME && frame == 99);
    CHECK_TEXT(load(DOCUMENT("'pon'", "5", "[]", "{}", "null")),
               "at byte 13: the snapshot belongs to the game 'pon', but this game is 'pong'");
    CHECK_HAS(load(DOCUMENT("'0123456789012345678901234567890123456789012345678901234567890123x'",
                            "5", "[]", "{}", "null")),
              "'0123456789012345678901234567890123456789012345678901234567890123', but");
    CHECK_TEXT(load(DOCUMENT("''", "5", "[]", "{}", "null")), "");
}

TEST(a_snapshot_has_at_most_256_roots)
{
    char words[4000] = "{'eddie':1,'game':'','frame':0,'types':[],'xxh64':null,'roots':{'#0':0";
    for (u32 i = 1; i < 256; i++) sprintf(words + strlen(words), ",'#%u':0", 1000 + i);
    size_t size = strlen(words);
    strcpy(words + size, "}}");
    CHECK_TEXT(load(words), "");
    CHECK_EQ(ed_report_count(&report, ED_DROPPED), 256);
    strcpy(words + size, ",'#256':0}}");
    CHECK_HAS(load(words), "257 roots: the limit is 256");
}

// --- values that are not as the types say --------------------------------------------------------

TEST(a_record_whose_keys_are_names_is_refused)
{
    CHECK_HAS(load(SNAPSHOT("[]", "{'#10':{'a':7}}")),
              "expected one record of One, whose keys are tags; found text as a key");
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#10':{'#1':7,'#99':[1,{}],'#4294967296':1}}")), "");
    CHECK_EQ(value_of(0), 7);
    CHECK_TEXT(load(SNAPSHOT("[]", "{'#10':{'#99':'x','#1':8}}")), "");
    CHECK_EQ(value_of(0), 8);
}
