#include "runtime/attic/attic.h"
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

#define ATTIC(renames, states) \
    "{'form':6,'returned':0,'renames':[" renames "],'states':[" states "]}"

TEST(an_attic_that_is_not_as_it_should_be_is_refused_with_the_reason)
{
    static const char *const incomplete = "a rename in the attic is incomplete",
                             *const no_name = "a name in the attic is invalid";
    static const struct {
        const char *words, *error;
    } all[] = {
        { ATTIC("", ""), "" },
        { ATTIC("[1,'A','B',null,null,0,[]],[1,'A','A','x','y',1,[7]]", ""), "" },
        { "{'form':6,'returned':0,'names':[],'states':[]}",
          "expected the key \"renames\" of the attic" },
        { "{'form':6,'returned':0,'renames':[],'layers':[]}",
          "expected the key \"states\" of the attic" },
        { "{'form':6,'returned':0,'renames':[],'states':[5]}",
          "expected an array, found a number" },
        { ATTIC("[1,2,3,4]", ""), "expected 7 values in this part of the attic" },
        { ATTIC("[1,'A','A','x',null,0,[]]", ""), incomplete },
        { ATTIC("[1,'A','B',null,'y',0,[]]", ""), incomplete },
        { ATTIC("[1,null,'B','x','y',0,[]]", ""), incomplete },
        { ATTIC("[1,'A','B','x y','y',0,[]]", ""), no_name },
        { ATTIC("[1,'A','B','1','y',0,[]]", ""), no_name },
        { ATTIC("[4294967296,'A','B','x','y',0,[]]", ""), "a number in the attic exceeds 32 bits" },
        { ATTIC("", "[1,2]"), "expected 3 values in this part of the attic" },
        { ATTIC("", "['a',0,[]]"), "expected bytes, found text" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(read_attic(all[i].words), all[i].error);
        CHECK(!*all[i].error || (!attic.count && !attic.rename_count));
        CHECK(!attic.left_out);
    }
    clear();
}

TEST(an_attic_of_another_form_is_left_out_whatever_it_contains)
{
    static const char *const all[] = {
        "{'form':2,'layers':5}",
        "{'form':7}",
        "{'form':'6'}",
        "{'renames':[],'form':6}",
        "{}",
        "[3]",
        "5",
        "null",
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(read_attic(all[i]), "");
        CHECK(attic.left_out && !attic.count && r.at == r.end);
    }
    CHECK(*read_attic("'!81a4'") && !attic.left_out);      // cut off
    clear();
}

TEST(an_attic_is_read_and_written_again)
{
    static const u8 document[] = { 0x80 };
    static const ed_LostField lost[] = { { "Enemy", "hp", 7 }, { "Level", NULL, 1 } };
    ed_Writer w = test_writer(), again = test_writer();
    clear();
    ed_LostField *list = (ed_LostField *)ed_attic_push(&attic, sizeof lost);
    memcpy(list, lost, sizeof lost);
    CHECK(ed_attic_add_rename(
        &attic,
        &(ed_Rename){
            .load = 4, .type = "Enemy", .type_now = "Foe", .was = &(u32){ 9 }, .was_count = 1 }));
    CHECK(ed_attic_add(
        &attic,
        (ed_Retained){ .document = { document, sizeof document }, .lost = list, .lost_count = 2 }));
    attic.returned = true;
    ed_attic_write(&w, &attic);
    CHECK(ed_write_ok(&w) && ed_attic_count(&attic) == 8);
    clear();
    ed_read_init(&r, w.bytes, w.size);
    ed_attic_read(&r, &attic);
    CHECK(ed_read_ok(&r) && r.at == r.end && attic.count == 1 && attic.states[0].from_file);
    CHECK(attic.loads == 4 && attic.returned && !attic.states[0].lost[1].field);
    CHECK_TEXT(attic.states[0].lost[0].field, "hp");
    CHECK_EQ(ed_attic_count(&attic), 8);
    ed_attic_write(&again, &attic);
    CHECK(again.size == w.size && memcmp(again.bytes, w.bytes, w.size) == 0);
    clear();
}
