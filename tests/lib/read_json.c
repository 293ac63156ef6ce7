#include "tests/lib/read_json.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

bool read_json(JsonRead *read, const ed_Schema *schema, const char *words)
{
    static ed_Arena arenas[2];
    for (u32 i = 0; i < 2; i++) {
        if (!arenas[i].base) ed_arena_open(&arenas[i], "state", (size_t)64 << 20, NULL);
        ed_arena_reset(&arenas[i]);
    }
    ed_Writer w = pack_json(words);
    *read = (JsonRead){ .root = { NULL, &arenas[0] } };
    read->state = (ed_State){ .game = "", .schema = schema, .roots = &read->root };
    return ed_snapshot_read(w.bytes, w.size, &read->state, &arenas[1], &read->report, &read->error);
}

const char *read_json_refusal(const JsonRead *read)
{
    const char *colon = strstr(read->error.text, ": ");
    return colon ? colon + 2 : read->error.text;
}
