#include <stdio.h>
#include "runtime/migrate/attic.h"
#include "tests/lib/failing.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

static ed_Attic attic;
static ed_Reader r;

static void clear(void)
{
    if (attic.limit) ed_attic_clear(&attic);
    ed_attic_init(&attic, (size_t)1 << 20, NULL);
}

/// The error without its offset, or "".
static const char *read_attic(const char *words)
{
    static char text[sizeof(ed_Error)];
    ed_Writer w = pack_json(words);
    clear();
    ed_read_init(&r, w.bytes, w.size);
    ed_attic_read(&r, &attic);
    const char *colon = strstr(r.err.text, ": ");
    return ed_read_ok(&r) ? "" : strcpy(text, colon ? colon + 2 : r.err.text);
}

#define TYPES \
    "[{'name':'Enemy','size':8,'align':4,'fields':[[1,'hp','u4',0,null,null]," \
    "[2,'at','P',4,null,null]]},{'name':'Mood','kind':'enum','base':'u1','values':[['A',0]]}," \
    "{'name':'Form','kind':'union','fields':[[3,'round','u4',8,null,null]]}]"
#define ATTIC(aliases, columns) \
    "{'form':2,'aliases':[" aliases "],'layers':[{'types':" TYPES ",'columns':[" columns "]}]}"

TEST(an_attic_that_is_not_as_it_should_be_is_refused_with_the_reason)
{
    static const char *const names_no_field = "a column of the attic does not name a field";
    static const struct {
        const char *words, *error;
    } all[] = {
        { ATTIC("", ""), "" },
        { ATTIC("[5,6,7],[5,8,9]", "[100,5,6,7,0,0,0,[1,0,40]]"), "" },
        { "{'form':2,'names':[],'layers':[]}", "expected the key \"aliases\" of the attic" },
        { "{'form':2,'aliases':[],'columns':[]}", "expected the key \"layers\" of the attic" },
        { "{'form':2,'aliases':[],'layers':[5]}", "expected a map, found a number" },
        { "{'form':2,'aliases':[],'layers':[{'tipes':[],'columns':[]}]}",
          "expected the key \"types\" of the attic" },
        { "{'form':2,'aliases':[],'layers':[{'types':[],'rows':[]}]}",
          "expected the key \"columns\" of the attic" },
        { "{'form':2,'aliases':[],'layers':[{'types':[]}]}",
          "the types of a layer of the attic cannot be read" },
        { "{'form':2,'aliases':[],'layers':[{'types':[{}],'columns':[]}]}",
          "the types of a layer of the attic cannot be read" },
        { ATTIC("[1,2,3,4]", ""), "an alias in the attic must have three tags" },
        { ATTIC("[4294967296,2,3]", ""), "a tag in the attic exceeds 32 bits" },
        { ATTIC("[1,4294967296,3]", ""), "a tag in the attic exceeds 32 bits" },
        { ATTIC("[4294967295,2,3]", ""), "" },
        { ATTIC("", "[100,4294967296,6,7,0,0,0,[]]"), "a tag in the attic exceeds 32 bits" },
        { ATTIC("", "[100,5,6,7,0,0,0,[1,0]]"), "each value in the attic needs a key and a hash" },
        { ATTIC("", "[100,5,6,7,0,0,0,[1,0,40,2]]"),
          "each value in the attic needs a key and a hash" },
        { ATTIC("", "[100,5,6,7,0,0,2,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,3,0,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,2,0,0,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,1,0,1,[]]"), "" },
        { ATTIC("", "[100,5,6,7,0,0,0,[],5]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,1,0,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,2,0,[]]"), "" },
        { ATTIC("", "[100,5,6,7,0,2,1,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,0,null,[1,0,{}]]"), "" },
        { ATTIC("", "[100,5,6,7,0,1,null,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,2,null,[]]"), names_no_field },
        { ATTIC("", "[100,5,6,7,0,0,0,[]],[100,5,6,7,0,0,0,[]]"),
          "two columns of the attic belong to the same field" },
        { ATTIC("", "[100,5,6,7,0,0,0,[]],[101,5,6,7,0,0,0,[]]"), "" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(read_attic(all[i].words), all[i].error);
        CHECK(!*all[i].error || (!attic.count && !attic.pending && !attic.alias_count));
        CHECK(!attic.left_out);
    }
    clear();
}

TEST(an_attic_of_another_form_is_left_out_whatever_it_contains)
{
    static const char *const all[] = {
        "{'form':1,'layers':5}",
        "{'form':3}",
        "{'form':'2'}",
        "{'aliases':[],'form':2}",
        "{}",
        "[2]",
        "5",
        "{'#5':2}",
        "null",
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(read_attic(all[i]), "");
        CHECK(attic.left_out && !attic.count && r.at == r.end);
    }
    CHECK(*read_attic("'!81a4'") && !attic.left_out);      // cut off
    clear();
}

/// The attic's columns with their counts.
static const char *described(void)
{
    static char text[400];
    u64 count;
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 l = 0; l < attic.count; l++)
        for (u32 c = 0; ed_attic_describe_column(&attic, l, c, &out, &count); c++)
            ed_text_add(&out, " %llu;", (unsigned long long)count);
    return text;
}

TEST(an_attic_is_read_and_written_again)
{
    ed_Writer w = test_writer(), again = test_writer();
    CHECK_TEXT(read_attic(ATTIC("[5,6,7],[5,8,9],[5,6,17]",
                                "[100,5,6,7,1,0,0,[1,0,40,2,9,41]],[200,5,6,7,0,0,null,[1,0,{}]],"
                                "[300,5,6,7,0,0,1,[1,0,null]]")),
               "");
    CHECK_TEXT(described(), "Enemy.hp 2;Enemy 1;Enemy.at 1;");
    CHECK(ed_attic_count(&attic) == 4 && attic.count == 1 && attic.layers[0]->from_file);
    CHECK_EQ(ed_attic_first_tag(&attic, 5, 6), 17);      // the newest
    CHECK_EQ(ed_attic_first_tag(&attic, 5, 8), 9);
    CHECK_EQ(ed_attic_first_tag(&attic, 6, 8), 8);
    CHECK(attic.layers[0]->columns[0].reduced && !attic.layers[0]->columns[1].reduced);
    ed_Text none = ed_text_over((char[8]){ "" }, 8);
    CHECK(!ed_attic_describe_column(&attic, 1, 0, &none, &(u64){ 0 }));
    ed_attic_write(&w, &attic);
    CHECK(ed_write_ok(&w));
    ed_read_init(&r, w.bytes, w.size);
    clear();
    ed_attic_read(&r, &attic);
    CHECK(ed_read_ok(&r) && r.at == r.end);
    // values of types with pointers do not leave the process
    CHECK_TEXT(described(), "Enemy.hp 2;");
    ed_attic_write(&again, &attic);
    CHECK(again.size == w.size && memcmp(again.bytes, w.bytes, w.size) == 0);
    clear();
}

TEST(layers_without_values_are_not_kept)
{
    CHECK_TEXT(read_attic(ATTIC("", "[100,5,6,7,0,0,0,[]]")), "");
    CHECK(attic.count == 0 && !attic.pending);
    clear();
}

TEST(the_attic_has_a_limited_number_of_aliases)
{
    clear();
    for (u32 i = 0; i < ED_ATTIC_ALIASES_MAX + 5; i++) ed_attic_alias(&attic, 1, i, i + 1);
    CHECK_EQ(attic.alias_count, ED_ATTIC_ALIASES_MAX);
    CHECK_EQ(ed_attic_first_tag(&attic, 1, 5), 5);      // not committed
    ed_attic_commit(&attic);
    CHECK_EQ(ed_attic_first_tag(&attic, 1, 5), 6);
    CHECK_EQ(ed_attic_first_tag(&attic, 1, ED_ATTIC_ALIASES_MAX), ED_ATTIC_ALIASES_MAX);
    clear();
}

TEST(an_attic_read_without_enough_memory_is_refused_or_counts_what_it_lacks)
{
    ed_Writer w = pack_json(ATTIC("", "[100,5,6,7,0,0,0,[1,0,40,2,0,41]]"));
    u32 open = failing_open();
    for (u64 at = 1;; at++) {
        ed_attic_init(&attic, (size_t)1 << 20, NULL);
        ed_read_init(&r, w.bytes, w.size);
        failing_begin(at, false);
        ed_attic_read(&r, &attic);
        bool refused = failing_end();
        bool whole = ed_read_ok(&r) && ed_attic_count(&attic) == 2;
        CHECK(whole || attic.refused || r.err.code);
        ed_attic_clear(&attic);
        CHECK_EQ(failing_open(), open);
        if (!refused) {
            CHECK(whole && at > 10);
            break;
        }
    }
}
