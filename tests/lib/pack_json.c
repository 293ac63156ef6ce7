#include "tests/lib/pack_json.h"
#include <stdio.h>
#include <stdlib.h>
#include "runtime/msgpack/json.h"
#include "tests/lib/test.h"

static void put(ed_Writer *w, ed_Json *j);

static void put_hex(ed_Writer *w, const char *digits)
{
    for (; digits[0] && digits[1]; digits += 2) {
        u8 byte = (u8)strtoul((char[]){ digits[0], digits[1], 0 }, NULL, 16);
        ed_write_packed(w, &byte, 1);
    }
}

static void put_text(ed_Writer *w, const char *text)
{
    if (*text == '#') ed_write_u64(w, strtoull(text + 1, NULL, 10));
    else if (*text == '!') put_hex(w, text + 1);
    else ed_write_text(w, text);
}

static void put_object(ed_Writer *w, ed_Json *j)
{
    static char key[1024];
    u32 count = ed_json_count(j);
    ed_write_map(w, count);
    for (bool first = ed_json_enter(j); ed_json_more(j, first); first = false) {
        ed_json_key(j, key, sizeof key);
        put_text(w, key);
        put(w, j);
    }
}

static void put_number(ed_Writer *w, ed_Json *j)
{
    ed_Number number = ed_json_number(j);
    if (number.form == ED_FORMAT_BOOL) ed_write_bool(w, number.u != 0);
    else if (number.form == ED_FORMAT_UINT) ed_write_u64(w, number.u);
    else if (number.form == ED_FORMAT_INT) ed_write_i64(w, number.i);
    else ed_write_f64(w, number.f);
}

static void put(ed_Writer *w, ed_Json *j)
{
    static char text[70000];
    switch (ed_json_form(j)) {
    case ED_JSON_NULL:
        ed_json_null(j);
        ed_write_nil(w);
        return;
    case ED_JSON_TEXT:
        ed_json_text(j, text, sizeof text);
        put_text(w, text);
        return;
    case ED_JSON_OBJECT: put_object(w, j); return;
    case ED_JSON_ARRAY:
        ed_write_array(w, ed_json_count(j));
        for (bool first = ed_json_enter(j); ed_json_more(j, first); first = false) put(w, j);
        return;
    default: put_number(w, j); return;
    }
}

ed_Writer pack_json(const char *words)
{
    ed_Writer w;
    ed_Arena *arena = test_arena();
    size_t size = strlen(words);
    char *json = ed_arena_push(arena, size + 1, 1);
    ed_write_init(&w, arena);
    for (size_t i = 0; i < size; i++) json[i] = words[i] == '\'' ? '"' : words[i];
    ed_Json j;
    ed_json_init(&j, json);
    while (ed_json_ok(&j) && ed_json_form(&j) != ED_JSON_NONE) put(&w, &j);
    ed_json_end(&j);
    if (!ed_json_ok(&j)) printf("%s in %s\n", j.err.text, words);
    return w;
}
