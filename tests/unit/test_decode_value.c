#include "runtime/snapshot/decode_value.h"
#include <stdio.h>
#include "tests/lib/json_types.h"
#include "tests/lib/test.h"

#define MOOD "{'name':'Mood','kind':'enum','base':'u1','values':[['CALM',0],['ANGRY',7]]}"
#define WAYS "{'name':'Ways','kind':'flags','base':'u2','values':[['LEFT',1],['UP',4]]}"
enum { BYTES = 16 };

/// Decodes a value into a decoded record (`own` is false), or into memory of the reader. The field
/// is given by its code and its type. Returns the bytes that were written, and what was lost.
static const char *decoded(const char *field, const char *value, bool own)
{
    static char line[200];
    u8 memory[BYTES];
    char words[400], code[8], type[8];
    ed_Tally lost = { .exact = 0 };
    sscanf(field, "%7[^ ] %7s", code, type);
    snprintf(words, sizeof words,
             "[{'name':'Game','size':64,'align':8,'fields':[[1,'it','%s',16,null,%s]]}," MOOD
             "," WAYS "]",
             code, type);
    ed_DocumentTypes types = json_types(words);
    const ed_Field *it = &types.types[0].fields[0];
    ed_Reader r = json_reader(value);
    ed_Decoder d = { .r = &r, .arena = test_arena(), .into = own ? test_arena() : NULL };
    mark_unwritten(memory, sizeof memory);
    const bool fits = ed_decode_value(&d, &(ed_DecodedPart){ it, it, &lost }, memory);
    if (!ed_read_ok(&r)) return strchr(r.err.text, ':') + 2;
    if (r.at != r.end) return "did not read the whole value";
    ed_Text out = ed_text_over(line, sizeof line);
    ed_text_add(&out, "%s", fits ? written_bytes(memory, sizeof memory) : "left");
    if (lost.saturated) ed_text_add(&out, " saturated");
    if (lost.rounded) ed_text_add(&out, " rounded");
    if (lost.defaulted) ed_text_add(&out, " defaulted");
    return line;
}

TEST(a_value_of_the_writers_type_is_stored_as_far_as_it_fits_and_the_rest_is_counted)
{
    static const struct {
        const char *field, *value, *decoded, *own;
    } all[] = {
        { "u2 null", "513", "0:0102", "0:0102" },
        { "u1 null", "300", "0:ff saturated", "0:ff saturated" },
        { "i1 null", "1.25", "0:01 rounded", "0:01 rounded" },
        { "u1 null", "'text'", "left defaulted", "left defaulted" },
        { "u1 1", "'ANGRY'", "0:07", "0:07" },
        { "u1 1", "6", "0:06", "left defaulted" },
        { "u1 1", "300", "left defaulted", "left defaulted" },
        { "u2 2", "'UP'", "0:0400", "0:0400" },
        { "u2 2", "6", "0:0600", "0:0400" },
        { "u2 2", "65537", "0:0100 defaulted", "0:0100 defaulted" },
        { "u2 2", "1.5", "0:0200 rounded", "0:0000 rounded" },
        { "R 0", "[3,1]", "0:0300000001000000", "0:0300000001000000" },
        { "R 0", "null", "0:0000000000000000", "0:0000000000000000" },
        { "R 0", "7", "left defaulted", "left defaulted" },
        { "R 0", "[3]", "expected a handle as [index, generation]",
          "expected a handle as [index, generation]" },
        { "P null", "7", "0:0000000000000000", "0:0000000000000000" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        CHECK_TEXT(decoded(all[i].field, all[i].value, false), all[i].decoded);
        CHECK_TEXT(decoded(all[i].field, all[i].value, true), all[i].own);
    }
}
