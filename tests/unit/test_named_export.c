#include "host/cmd/named_export.h"
#include <msgpack.h>
#include <stdio.h>
#include <stdlib.h>
#include "tests/lib/rows.h"

static char text[8192];

/// The export of a value, as msgpack-c prints it.
static const char *exported(const ed_State *state, const char *path)
{
    ed_ValueRef ref = { .at = NULL };
    ed_Error error = { .code = ED_OK };
    ed_Writer w = test_writer();
    if (!*path) host_named_export_state(&w, state);
    else if (!ed_value_find(state, path, &ref, &error)) {
        snprintf(text, sizeof text, "%s", error.text);
        return text;
    } else host_named_export(&w, &ref);
    msgpack_unpacked read;
    msgpack_unpacked_init(&read);
    size_t at = 0;
    bool whole =
        msgpack_unpack_next(&read, (const char *)w.bytes, w.size, &at) == MSGPACK_UNPACK_SUCCESS
        && at == w.size;
    FILE *file = fmemopen(text, sizeof text, "w");
    if (whole) msgpack_object_print(file, read.data);
    fclose(file);
    msgpack_unpacked_destroy(&read);
    return whole ? text : "not one value";
}

TEST(an_export_has_names_and_no_extensions)
{
    static ed_RootMemory blocks[2];
    for (u32 i = 0; i < 2; i++) blocks[i].arena = test_arena();
    ed_State state = rows_state(blocks);
    rows_fill(&state, 2);
    Sheet *sheet = state.roots[Sheet_root].at;
    Row *row = &sheet->rows.items[1];
    row->mood = Humour_AFRAID;
    row->ways = Ways_SWIM | Ways_DIG;
    row->link = Row_pool_ref(&sheet->pool, &sheet->pool.items[1]);
    CHECK_TEXT(exported(&state, "Sheet.rows[1].mood"), "\"AFRAID\"");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].ways"), "[\"SWIM\", \"DIG\"]");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].link"), "[1, 1]");
    row->ways = 0;
    row->link = (Row_ref){ 0, 0 };
    row->mood = (Humour)77;
    CHECK_TEXT(exported(&state, "Sheet.rows[1].ways"), "[]");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].link"), "nil");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].mood"), "77");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].sprite"), "nil");
    row->has_held = false;
    CHECK_TEXT(exported(&state, "Sheet.rows[1].held"), "nil");
    CHECK_TEXT(exported(&state, "Sheet.rows[1].figure"),
               "{\"box\"=>{\"wide\"=>0.000000, \"tags\"=>[1]}}");
    CHECK_TEXT(exported(&state, "Small.texts"), "[\"\", \"abc\"]");
    CHECK_HAS(exported(&state, ""), "\"Small\"=>");
}
