#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static bool is_plain(const Look *it)
{
    return strcmp(it->name, "looker") == 0 && strcmp(ed_str_text(&it->note), "inner") == 0
        && it->list.count == 3 && it->few_count == 2 && it->fixed[2] == 9
        && it->at.x == 1 && it->on;
}

static void check_other(const Look *it)
{
    CHECK(memcmp(it->name, "me\0\0\0\0\0", 8) == 0);
    CHECK(strcmp(ed_str_text(&it->note), "") == 0 && it->list.count == 0);
    CHECK(strcmp(ed_str_text(&it->lines[0]), "c") == 0
          && strcmp(ed_str_text(&it->lines[1]), "") == 0);
    CHECK(it->few_count == 0 && it->few[0] == 0 && it->fixed[0] == 1 && it->fixed[2] == 0);
    CHECK(it->at.x == 0 && it->at.y == 5 && !it->on);
}

static void check(ed_Arena *arena)
{
    Body it;
    Body_init(arena, &it);
    CHECK(is_plain(&it.plain) && is_plain(&it.many[1]) && is_plain(&it.empty));
    check_other(&it.other);
    CHECK(memcmp(it.many[0].name, "x\0\0\0\0\0\0", 8) == 0 && it.many[0].on);
    CHECK(it.list.count == 1 && it.list.items[0].list.count == 1
          && it.list.items[0].list.items[0] == 4);
    Flat flat;
    Flat_init(arena, &flat);
    CHECK(flat.a.y == 4 && flat.b[0].y == 2 && flat.c.x == 0);
}
