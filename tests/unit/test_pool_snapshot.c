#include <stdio.h>
#include "runtime/migrate/report.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/read_json.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- pools that are written by hand, read into a pool of at most three items ---------------------

static char shown[1000];

/// Prints each item with its handle, then the free slots in the order in which they will be used.
static void show_pool(const ed_Pool *pool)
{
    ed_Text out = ed_text_over(shown, sizeof shown);
    const u64 *items = pool->items;
    for (u32 i = 0; i < pool->count; i++) {
        ed_Ref ref = ed_pool_ref(pool, i);
        ed_text_add(&out, "%u at %u,%u; ", (u32)items[i], ref.index, ref.generation);
    }
    ed_text_add(&out, "free:");
    for (u32 slot = pool->free_slot; slot && slot <= pool->slot_count;
         slot = pool->slots[slot - 1].at)
        ed_text_add(&out, " %u,%u", slot - 1, pool->slots[slot - 1].generation);
    if (!ed_pool_is_valid(pool)) ed_text_add(&out, ", and it is not valid");
}

/// Reads `value` as the pool of a game. Returns what the pool is, or the error.
static const char *read_pool(const char *value)
{
    JsonRead read;
    test_Version *v =
        test_version("Game", "items:Item[3]pool after:u32", test_type("Item", "v:u64", NULL, NULL));
    char words[1000];
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':[],'roots':{'#%u':{'#%u':%s,'#%u':7}},"
             "'xxh64':null}",
             v->states[0]->tag, ed_tag("items", 5), value, ed_tag("after", 5));
    if (!read_json(&read, &v->schema, words)) return strcpy(shown, read_json_refusal(&read));
    show_pool(read.root.at);
    const ed_Field *after = &v->states[0]->fields[1];
    if (*(u32 *)(void *)((u8 *)read.root.at + after->offset) != 7)
        return "the next field is not read";
    return shown;
}

#define V "'#" V_TAG "'"
#define V_TAG "4077666505"      // of v
#define POOL(items, handles, spare) \
    "{'items':[" items "],'handles':[" handles "],'free':[" spare "]}"
#define ITEM(number) "{" V ":" number "}"

TEST(a_pool_is_read_with_its_handles)
{
    static const char *const bad_handle = "a handle is out of range or used twice";
    static const char *const not_handle = "expected a handle as [index, generation]";
    static const char *const needs = "a pool must have \"items\", \"handles\" and \"free\"";
    const struct {
        const char *value, *expected;
    } all[] = {
        { POOL(ITEM("10") "," ITEM("11"), "[1,5],[0,2]", "[2,7]"),
          "10 at 1,5; 11 at 0,2; free: 2,7" },
        { POOL(ITEM("10"), "[2,1]", "[1,3],[0,4]"), "10 at 2,1; free: 1,3 0,4" },
        { POOL("", "", "[0,3]"), "free: 0,3" },
        { POOL("", "", ""), "free:" },
        { "[" ITEM("10") "," ITEM("11") "]", "10 at 0,1; 11 at 1,1; free:" },
        { "null", "free:" },
        { POOL(ITEM("10") "," ITEM("11"), "[2,1],[0,1]", ""), bad_handle },
        { POOL(ITEM("10") "," ITEM("11"), "[1,1],[1,1]", ""), bad_handle },
        { POOL(ITEM("10") "," ITEM("11"), "[1,1],[0,0]", ""), bad_handle },
        { POOL(ITEM("10"), "[0,1]", "[0,1]"), bad_handle },
        { POOL(ITEM("10"), "[0,1]", "[2,1]"), bad_handle },
        { POOL(ITEM("10"), "[0,1]", "[1,0]"), bad_handle },
        { POOL(ITEM("10") "," ITEM("11"), "[0,1]", "[1,1]"), "1 handles for 2 items" },
        { POOL("", "[0,1]", ""), "1 handles for 0 items" },
        { POOL(ITEM("10"), "[0]", ""), not_handle },
        { POOL(ITEM("10"), "[0,1,2]", ""), not_handle },
        { POOL(ITEM("10"), "[0,4294967296]", ""),
          "expected a handle as [index, generation], both u32" },
        { POOL(ITEM("10"), "[0,4294967295]", ""), "10 at 0,4294967295; free:" },
        { "{'items':[],'handles':[]}", needs },
        { "{'items':[],'free':[]}", needs },
        { "{'handles':[],'free':[]}", needs },
        { "{'items':[],'handles':[],'free':[],'newer':5}", "free:" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) CHECK_TEXT(read_pool(all[i].value), all[i].expected);
}

TEST(items_beyond_the_limit_of_a_pool_leave_slots_that_no_handle_leads_to)
{
    CHECK_TEXT(
        read_pool(POOL(ITEM("10") "," ITEM("11") "," ITEM("12") "," ITEM("13") "," ITEM("14"),
                       "[4,1],[3,2],[2,3],[1,4],[0,4294967295]", "[5,9]")),
        "10 at 4,1; 11 at 3,2; 12 at 2,3; free: 5,9 0,1 1,5");
    CHECK_TEXT(read_pool("[" ITEM("1") "," ITEM("2") "," ITEM("3") "," ITEM("4") "]"),
               "1 at 0,1; 2 at 1,1; 3 at 2,1; free:");
}

TEST(the_default_of_a_pool_may_have_items_with_handles)
{
    static const struct {
        const char *preset, *expected;
    } all[] = {
        { POOL(ITEM("10") "," ITEM("11"), "[1,5],[0,2]", "[2,7]"),
          "10 at 1,5; 11 at 0,2; free: 2,7" },
        { POOL("", "", ""), "free:" },
        { "[" ITEM("10") "]", "10 at 0,1; free:" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        test_Version *v =
            test_version("Game", "items:Item[3]pool", test_type("Item", "v:u64", NULL, NULL));
        ed_Writer w = pack_json(all[i].preset);
        test_field(v->states[0], "items")->packed_default = w.bytes;
        test_field(v->states[0], "items")->packed_default_size = (u32)w.size;
        const ed_Pool *pool = ed_state_init(v->states[0], test_arena());
        CHECK(pool);
        show_pool(pool);
        CHECK_TEXT(shown, all[i].expected);
        CHECK_EQ(pool->limit, 3);
    }
}

// --- handles that lead to no item ----------------------------------------------------------------

/// Reads the fields of a state with a pool of Item and handles to its items. Returns the state, and
/// its lines of the report.
static const char *read_handles(const char *fields)
{
    JsonRead read;
    static ed_Type item, game;
    static const ed_Field item_fields[] = {
        { .name = "v", .tag = 1, .kind = ED_U32, .size = 4, .count = 1 },
        { .name = "mate",
          .tag = 2,
          .kind = ED_REF,
          .size = 8,
          .count = 1,
          .offset = 4,
          .type = &item },
    };
    static const ed_Field game_fields[] = {
        { .name = "items",
          .tag = 1,
          .kind = ED_STRUCT,
          .size = 12,
          .shape = ED_POOL,
          .type = &item },
        { .name = "aim",
          .tag = 2,
          .kind = ED_REF,
          .size = 8,
          .count = 1,
          .offset = 56,
          .type = &item },
        { .name = "maybe",
          .tag = 3,
          .kind = ED_REF,
          .size = 8,
          .count = 1,
          .offset = 68,
          .shape = ED_OPTIONAL,
          .type = &item },
        { .name = "few",
          .tag = 4,
          .kind = ED_REF,
          .size = 8,
          .count = 2,
          .offset = 80,
          .shape = ED_BOUNDED,
          .type = &item },
        { .name = "pair",
          .tag = 5,
          .kind = ED_STRUCT,
          .size = 12,
          .count = 2,
          .dims = { 2 },
          .offset = 96,
          .shape = ED_FIXED,
          .type = &item },
    };
    static const ed_Type *const types[] = { &item, &game }, *const states[] = { &game };
    static const ed_Schema schema = {
        .types = types, .type_count = 2, .states = states, .state_count = 1
    };
    item = (ed_Type){ .name = "Item",
                      .kind = ED_STRUCT,
                      .size = 12,
                      .align = 4,
                      .tag = 7,
                      .fields = item_fields,
                      .field_count = 2 };
    game = (ed_Type){ .name = "Game",
                      .kind = ED_STRUCT,
                      .size = 120,
                      .align = 8,
                      .tag = 8,
                      .fields = game_fields,
                      .field_count = 5 };
    char words[1000], full[400];
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':[],'roots':{'#8':{%s}},'xxh64':null}", fields);
    if (!read_json(&read, &schema, words)) return strcpy(shown, read.error.text);
    ed_Text out = ed_text_over(shown, sizeof shown), rows = ed_text_over(full, sizeof full);
    ed_ValueRef root = ed_value_root(&read.state, 0);
    ed_value_json(&root, &out);
    ed_report_full(&read.report, &rows);
    ed_text_add(&out, "%s", strchr(full, '\n'));
    return shown;
}

#define ITEMS \
    "'#1':{'items':[{'#1':5,'#2':[1,4]},{'#1':6,'#2':%s}],'handles':[[0,3],[1,4]],'free':[[2,9]]}"
#define READ_ITEMS(mate) "{\"items\":[{\"v\":5,\"mate\":[1,4]},{\"v\":6,\"mate\":" mate "}],"
#define READ_NONE \
    "\"maybe\":null,\"few\":[],\"pair\":[{\"v\":0,\"mate\":null},{\"v\":0,\"mate\":null}]}\n"

TEST(handles_that_lead_to_no_item_are_cleared_and_counted)
{
    char fields[400];
    static const char *const dead[] = { "[0,4]", "[2,9]", "[3,1]", "[4294967295,4294967295]" };
    for (u32 i = 0; i < ED_COUNT(dead); i++) {
        snprintf(fields, sizeof fields, ITEMS ",'#2':%s", "[0,3]", dead[i]);
        CHECK_TEXT(read_handles(fields),
                   READ_ITEMS("[0,3]") "\"aim\":null," READ_NONE
                                       "kept Game.aim (1 exact, 1 cleared)\n");
        snprintf(fields, sizeof fields, ITEMS ",'#2':%s", dead[i], "[1,4]");
        CHECK_TEXT(read_handles(fields),
                   READ_ITEMS("null") "\"aim\":[1,4]," READ_NONE
                                      "kept Item.mate (2 exact, 1 cleared)\n");
    }
    snprintf(fields, sizeof fields, ITEMS ",'#2':null,'#3':[0,3],'#4':[[1,4],[1,5],null]", "null");
    CHECK_HAS(read_handles(fields), "\"aim\":null,\"maybe\":[0,3],\"few\":[[1,4],null],");
    CHECK_HAS(shown, "\nkept Game.few (2 exact, 1 cleared)\n");
    snprintf(fields, sizeof fields, ITEMS ",'#3':[0,4],'#5':[{'#1':1,'#2':[5,5]},{'#2':[0,3]}]",
             "null");
    CHECK_HAS(read_handles(fields), "\"maybe\":null,\"few\":[],\"pair\":[{\"v\":1,\"mate\":null},"
                                    "{\"v\":0,\"mate\":[0,3]}]}");
    CHECK_HAS(shown, "\nkept Game.maybe (1 exact, 1 cleared)\nkept Item.mate ");
}
