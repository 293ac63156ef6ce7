#include <stdio.h>
#include "runtime/snapshot/decode.h"
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

static ed_DocumentTypes types;
static ed_Reader r;
static ed_Decoder d;
static ed_Array slot;

/// Decodes a table as the array that is given by its code, count and type. Returns the error
/// without its position, or "".
static const char *decode_table(const char *field, const char *table)
{
    char words[1000];
    snprintf(words, sizeof words,
             "[{'name':'Game','size':64,'align':8,'fields':[[1,'it',%s]]},"
             "{'name':'Point','size':4,'align':2,'fields':[[1,'x','u2',0,null,null]]},"
             "{'name':'Other','size':4,'align':2,'fields':[[1,'x','u2',0,null,null]]},"
             "{'name':'Wrong','size':4,'align':2,'fields':[[1,'x','u2',9,null,null]]},"
             "{'name':'Note','size':24,'align':8,'fields':[[1,'t','S',8,null,null]]}]",
             field);
    types = json_types(words);
    r = json_reader(table);
    d = (ed_Decoder){
        .r = &r, .arena = test_arena(), .types = types.types, .type_count = types.count
    };
    slot = (ed_Array){ NULL, 0, 0 };
    ed_decode_table(&d, &types.types[0].fields[0], &slot);
    return ed_read_ok(&r) ? "" : strchr(r.err.text, ':') + 2;
}

#define ROWS_8 "'rows':'!c4080100020003000400'}"

TEST(a_table_is_accepted_only_for_an_array_of_its_type_count_and_row_size)
{
    static const char *const not_type = "the table does not have the type of it";
    static const struct {
        const char *field, *table, *error;
    } all[] = {
        { "'V4',0,0,1", "{'type':1,'count':2," ROWS_8, NULL },
        { "'V4',0,0,1", "{'type':null,'count':2," ROWS_8, NULL },
        { "'V4',0,0,1", "{'type':2,'count':2," ROWS_8, not_type },
        { "'V4',0,0,1", "{'type':99,'count':2," ROWS_8, not_type },
        { "'V4',0,0,1", "{'count':1," ROWS_8, "8 bytes of rows: expected 1 rows of 4 bytes" },
        { "'V4',0,0,1", "{'count':3," ROWS_8, "8 bytes of rows: expected 3 rows of 4 bytes" },
        { "'V4',0,0,1", "{'count':1073741826," ROWS_8,      // times 4 is 8 in 32 bits
          "8 bytes of rows: expected 1073741826 rows of 4 bytes" },
        { "'V4',0,0,1", "{'count':0,'rows':'!c400'}", NULL },
        { "'V4',0,2,1", "{'count':2," ROWS_8, NULL },
        { "'V4',0,3,1", "{'count':2," ROWS_8, "the table of it has 2 elements instead of 3" },
        { "'V4',4,-1,1", "{'count':2," ROWS_8, NULL },      // a reader cuts it
        { "'V4',0,0,1,{'pool':1}", "{'count':2," ROWS_8, NULL },
        { "'u2',0,0,null", "{'count':4," ROWS_8, NULL },
        { "'u2',0,[2,2],null", "{'count':4," ROWS_8, NULL },
        { "'V4',0,0,3", "{'type':3,'count':2," ROWS_8,
          "a table of it: the sizes and offsets of its type are inconsistent: Wrong.x (offset 9, "
          "size 2, in a record of 4) ends beyond its record" },
        { "'R',0,0,1", "{'type':2,'count':1," ROWS_8, NULL },      // handles have no type
        { "'V4',0,0,1", "{'count':2}", "a table has no \"rows\"" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(decode_table(all[i].field, all[i].table), all[i].error ? all[i].error : "");
        CHECK_EQ(slot.capacity == ED_SLOT_TABLE, !all[i].error);
        if (all[i].error) continue;
        ed_DecodedTable *table = ed_slot_table(&slot);
        CHECK(slot.count == table->table.count && table->field == &types.types[0].fields[0]);
        CHECK(ed_table_rows(table) == table->table.rows.at);      // in the document
    }
}

TEST(rows_with_texts_are_copied_once_and_their_slots_are_resolved)
{
    static const char words[] =
        "{'count':2,'rows':'!c4200000000000000000010000000000000000000000000000000200000000000000',"
        "'heap':[{'count':5,'rows':'!c4056100626300','heap':[]}]}";
    CHECK_TEXT(decode_table("'S',0,0,null", words), "");
    ed_DecodedTable *table = ed_slot_table(&slot);
    const u8 *rows = ed_table_rows(table);
    ed_Str texts[2];
    CHECK(rows && rows != table->table.rows.at && ed_table_rows(table) == rows);
    memcpy(texts, rows, sizeof texts);
    CHECK_TEXT(texts[0].items, "a");
    CHECK_TEXT(texts[1].items, "bc");
}

TEST(rows_whose_heap_is_wrong_are_refused_when_they_are_needed)
{
    CHECK_TEXT(decode_table("'V24',0,0,4", "{'type':4,'count':0,'rows':'!c400','heap':[]}"), "");
    CHECK(!ed_table_rows(ed_slot_table(&slot)));
    CHECK_HAS(r.err.text, "a heap has 0 columns: expected 1");
}

TEST(a_table_that_does_not_fit_the_memory_of_the_decoder_is_refused)
{
    ed_Arena small;
    CHECK_TEXT(decode_table("'V4',0,0,1", "{'count':2," ROWS_8), "");
    ed_arena_open(&small, "decoded values", 4096, NULL);
    r = json_reader("{'count':2," ROWS_8);
    d.arena = &small;
    ed_arena_push(&small, 4096 - sizeof(ed_DecodedTable) + 8, 8);
    CHECK(!ed_decode_table(&d, &types.types[0].fields[0], &slot));
    CHECK_EQ(r.err.code, ED_ERR_LIMIT);
    CHECK_HAS(r.err.text, "not enough memory to decode");
    CHECK(!ed_decode_push(&d, UINT64_MAX));
    ed_arena_close(&small);
}
