#include "runtime/snapshot/row_table.h"
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

TEST(rows_of_any_size_lie_on_a_multiple_of_64_bytes_wherever_the_table_begins)
{
    static const u32 sizes[] = { 0, 1, 254, 255, 256, 257, 65534, 65535, 65536, 65537 };
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        ed_Writer w = test_writer();
        for (u32 before = 0; before < 70; before++) {
            ed_write_nil(&w);
            u8 *rows = ed_write_table(&w, before % 2 ? ED_TABLE_NONE : 300, 1, sizes[i]);
            CHECK(rows && (rows - w.bytes) % ED_TABLE_ALIGN == 0);
        }
    }
}

TEST(a_table_is_read_with_its_keys_in_any_order_and_others_are_ignored)
{
    static const struct {
        const char *words, *table;
    } all[] = {
        { "{'type':3,'count':2,'pad':'!c400','rows':'!c4020102','heap':[]}", "3 2 0102 1" },
        { "{'heap':[1,2],'rows':'!c4020102','by':['hand'],'count':4294967295,'type':0}",
          "0 4294967295 0102 3" },
        { "{'type':null,'rows':'!c400'}", "18446744073709551615 0  0" },
        { "{'rows':'!c40109'}", "18446744073709551615 0 09 0" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char shown[100];
        ed_Reader r = json_reader(all[i].words);
        ed_Table table = ed_read_table(&r);
        ed_Text out = ed_text_over(shown, sizeof shown);
        CHECK(ed_read_ok(&r) && r.at == r.end && table.at == table.rows.at);
        ed_text_add(&out, "%llu %u ", (unsigned long long)table.type, table.count);
        add_hex(&out, table.rows.at, table.rows.size);
        ed_text_add(&out, " %zu", table.heap.size);
        CHECK_TEXT(shown, all[i].table);
    }
}

TEST(a_table_without_rows_or_with_an_invalid_part_is_refused)
{
    static const struct {
        const char *words, *error;
    } all[] = {
        { "{'count':3}", "a table has no \"rows\"" },
        { "{}", "a table has no \"rows\"" },
        { "{'rows':'text'}", "expected bytes, found text" },
        { "{'rows':'!c6ffffffff'}", "expected 4294967295 more bytes" },
        { "{'count':4294967296,'rows':'!c400'}", "a table can have at most 2^32 - 1 rows" },
        { "{'count':'text','rows':'!c400'}", "found text" },
        { "{'type':'text','rows':'!c400'}", "found text" },
        { "{'rows':'!c400','#7':1}", "expected text, found a number" },
        { "[]", "expected a map, found an array" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Reader r = json_reader(all[i].words);
        ed_read_table(&r);
        CHECK_HAS(r.err.text, all[i].error);
    }
}

TEST(a_map_is_a_table_if_its_first_key_is_one_of_a_table)
{
    static const struct {
        const char *words;
        bool table;
    } all[] = {
        { "{'type':null}", true },
        { "{'count':0}", true },
        { "{'pad':0}", true },
        { "{'rows':0}", true },
        { "{'heap':0}", true },
        { "{'rows':0,'more':0}", true },
        { "'!de0001a4726f777300'", true },      // longer forms of a map and of its key
        { "'!df00000001d904726f777300'", true },
        { "{'more':0,'rows':0}", false },
        { "{'items':[],'handles':[],'free':[]}", false },
        { "{}", false },
        { "{'#1':5}", false },
        { "'!81'", false },
        { "'!81a4726f'", false },
        { "'rows'", false },
        { "['rows']", false },
        { "null", false },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        ed_Reader r = json_reader(all[i].words);
        const u8 *at = r.at;
        if (ed_table_follows(&r) != all[i].table) test_fail(__FILE__, __LINE__, "%s", all[i].words);
        CHECK(ed_read_ok(&r) && r.at == at);
    }
}

TEST(a_pool_has_three_parts_in_any_order)
{
    static const struct {
        const char *words, *parts;      // the first byte of each part
    } all[] = {
        { "{'items':1,'handles':2,'free':3}", "1 2 3" },
        { "{'free':3,'more':4,'items':1,'handles':2}", "1 2 3" },
        { "{'items':1,'handles':2,'free':3,'items':4}", "4 2 3" },
        { "{'items':1,'handles':2}", NULL },
        { "{'items':1,'free':3}", NULL },
        { "{'handles':2,'free':3}", NULL },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        char shown[20];
        ed_Span parts[ED_POOL_PARTS];
        ed_Reader r = json_reader(all[i].words);
        ed_Text out = ed_text_over(shown, sizeof shown);
        ed_read_pool(&r, parts);
        if (all[i].parts) {
            ed_text_add(&out, "%u %u %u", *parts[ED_POOL_ITEMS].at, *parts[ED_POOL_HANDLES].at,
                        *parts[ED_POOL_FREE].at);
            CHECK_TEXT(shown, all[i].parts);
            CHECK(ed_read_ok(&r) && r.at == r.end);
        } else CHECK_HAS(r.err.text, "a pool must have \"items\", \"handles\" and \"free\"");
    }
}

typedef enum Zero { NEVER, ALWAYS, IF_ABSENT_COUNTS } Zero;

TEST(only_zero_and_empty_values_count_as_zero)
{
    static const struct {
        const char *words;
        Zero zero;
    } all[] = {
        { "false", ALWAYS },
        { "true", NEVER },
        { "0", ALWAYS },
        { "1", NEVER },
        { "-1", NEVER },
        { "'!ca00000000'", ALWAYS },
        { "'!ca80000000'", NEVER },      // -0.0
        { "'!cb8000000000000000'", NEVER },
        { "0.5", NEVER },
        { "''", ALWAYS },
        { "'x'", NEVER },
        { "'!c400'", ALWAYS },
        { "'!c40100'", NEVER },
        { "'!d40100'", NEVER },      // an extension
        { "null", IF_ABSENT_COUNTS },
        { "[]", IF_ABSENT_COUNTS },
        { "{}", IF_ABSENT_COUNTS },
        { "[0,[0,'']]", ALWAYS },
        { "[0,null]", IF_ABSENT_COUNTS },
        { "[0,[0,1]]", NEVER },
        { "{'#5':0}", ALWAYS },
        { "{'#5':0,'#6':1}", NEVER },
        { "{'rows':'!c4020000'}", ALWAYS },
        { "{'rows':'!c4020001'}", NEVER },
        { "[0,'!c1']", NEVER },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++)
        for (u32 absent = 0; absent < 2; absent++) {
            ed_Reader r = json_reader(all[i].words);
            bool zero = absent ? all[i].zero != NEVER : all[i].zero == ALWAYS;
            if (ed_read_is_zero(&r, absent) != zero)
                test_fail(__FILE__, __LINE__, "%s", all[i].words);
            if (zero) CHECK(r.at == r.end);
        }
}
