#include "runtime/migrate/link_map.h"
#include <string.h>
#include "tests/lib/test.h"
#include "tests/lib/version_walk.h"

#define ITEM "struct Item { u32 id; } "

typedef struct Case {
    const char *before, *path, *value, *after, *now, *expected;
} Case;

static void check(const Case *c)
{
    CHECK(walk_begin_schema(c->before));
    walk_set(c->path, c->value);
    CHECK(walk_to_schema(c->after));
    CHECK_TEXT(walk_get(c->now), c->expected);
}

TEST(a_pointer_follows_its_record)
{
    static const char before[] =
        ITEM "state Game { Item a[6]; Item b[..4] = {{}, {}}; Item c; Item *p; }";
    static const Case all[] = {
        { before, "Game.p", "\"Game.a[3]\"",
          ITEM "state Game { u8 x; Item c; Item a[6]; Item *p; }", "Game.p", "\"Game.a[3]\"" },
        { before, "Game.p", "\"Game.a[3]\"", ITEM "state Game { Item b[6] [[was(a)]]; Item *p; }",
          "Game.p", "\"Game.b[3]\"" },
        { before, "Game.p", "\"Game.a[3]\"", ITEM "state Game { Item *q [[was(p)]]; Item a[]; }",
          "Game.q", "\"Game.a[3]\"" },
        { before, "Game.p", "\"Game.a[3]\"", ITEM "state Game { Item *p; Item a[] [[pool]]; }",
          "Game.p", "\"Game.a[3]\"" },
        { before, "Game.p", "\"Game.a[3]\"", ITEM "state Game { Item *p; Item a[3]; }", "Game.p",
          "null" },
        { before, "Game.p", "\"Game.a[3]\"", ITEM "state Game { Item *p; Item b[..4]; }", "Game.p",
          "null" },
        { before, "Game.p", "\"Game.c\"", ITEM "state Game { Item *p; Item b[..4]; Item c; }",
          "Game.p", "\"Game.c\"" },
        { before, "Game.p", "\"Game.c\"", ITEM "state Game { Item *p; Item b[..4]; Item c[]; }",
          "Game.p", "\"Game.c[0]\"" },
        { before, "Game.p", "\"Game.b[1]\"", ITEM "state Game { Item *p; Item b[]; Item c; }",
          "Game.p", "\"Game.b[1]\"" },
        { before, "Game.p", "\"Game.b[1]\"",
          "struct Thing [[was(Item)]] { u32 id; } state Game { Thing *p; Thing b[]; }", "Game.p",
          "\"Game.b[1]\"" },
        { before, "Game.p", "\"Game.b[1]\"",
          ITEM "state Game { Item *p; Item c; } state Other { Item b[] [[was(Game.b)]]; }",
          "Game.p", "\"Other.b[1]\"" },
        { before, "Game.p", "\"Game.b[1]\"",
          ITEM "struct Thing { u32 id; } state Game { Thing *p; Item b[]; Thing c; }", "Game.p",
          "null" },
        { before, "Game.p", "null", ITEM "state Game { Item *p; Item c; }", "Game.p", "null" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) check(&all[i]);
}

TEST(an_index_follows_the_values_of_an_enum_and_stays_in_its_dimension)
{
#define RACES "enum Race : u8 { ORC, ELF, MAN } "
    static const Case all[] = {
        { ITEM RACES "state Game { Item a[Race]; Item *p; }", "Game.p", "\"Game.a[ELF]\"",
          ITEM "enum Race : u8 { MAN, ELF, ORC } state Game { Item a[Race]; Item *p; }", "Game.p",
          "\"Game.a[ELF]\"" },
        { ITEM RACES "state Game { Item a[Race]; Item *p; }", "Game.p", "\"Game.a[ORC]\"",
          ITEM "enum Race : u8 { MAN, ELF, ORC } state Game { Item a[Race]; Item *p; }", "Game.p",
          "\"Game.a[ORC]\"" },
        { ITEM RACES "state Game { Item a[Race]; Item *p; }", "Game.p", "\"Game.a[ORC]\"",
          ITEM "enum Race : u8 { MAN, ELF } state Game { Item a[Race]; Item *p; }", "Game.p",
          "null" },
        { ITEM "state Game { Item a[2][3]; Item *p; }", "Game.p", "\"Game.a[1][2]\"",
          ITEM "state Game { Item a[3][4]; Item *p; }", "Game.p", "\"Game.a[1][2]\"" },
        { ITEM "state Game { Item a[2][3]; Item *p; }", "Game.p", "\"Game.a[1][2]\"",
          ITEM "state Game { Item a[3][2]; Item *p; }", "Game.p", "null" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) check(&all[i]);
}

TEST(a_record_of_an_array_with_another_number_of_dimensions_is_followed)
{
#define ARRAY(of) ITEM "state Game { Item a" of "; Item *p; }"
    static const Case all[] = {
        { ARRAY("[3][2]"), "Game.p", "\"Game.a[2][0]\"", ARRAY("[]"), "Game.p", "\"Game.a[2]\"" },
        { ARRAY("[3][2]"), "Game.p", "\"Game.a[0][1]\"", ARRAY("[]"), "Game.p", "null" },
        { ARRAY("[3][2]"), "Game.p", "\"Game.a[1][0]\"", ARRAY("[3]"), "Game.p", "\"Game.a[1]\"" },
        { ARRAY("[3]"), "Game.p", "\"Game.a[1]\"", ARRAY("[3][2]"), "Game.p", "\"Game.a[1][0]\"" },
        { ARRAY("[..3]"), "Game.a", "[{},{}]", ARRAY("[3][2]"), "Game.p", "null" },
        { ARRAY(""), "Game.p", "\"Game.a\"", ARRAY("[2][2]"), "Game.p", "\"Game.a[0][0]\"" },
        { ARRAY("[2][2]"), "Game.p", "\"Game.a[0][0]\"", ARRAY(""), "Game.p", "\"Game.a\"" },
        { ARRAY("[2][2]"), "Game.p", "\"Game.a[1][0]\"", ARRAY(""), "Game.p", "null" },
        { ARRAY("[2][2][2]"), "Game.p", "\"Game.a[1][1][0]\"", ARRAY("[2][3]"), "Game.p",
          "\"Game.a[1][1]\"" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) check(&all[i]);
}

TEST(pointers_handles_and_indices_become_each_other)
{
#define POOL ITEM "state Game { Item a[] [[pool]]; "
    static const Case all[] = {
        { POOL "Item *p; }", "Game.p", "\"Game.a[2]\"", POOL "ref(Item) p; }", "Game.p", "[2,1]" },
        { POOL "ref(Item) p; }", "Game.p", "[2,1]", POOL "Item *p; }", "Game.p", "\"Game.a[2]\"" },
        { POOL "Item *p; }", "Game.p", "\"Game.a[2]\"", POOL "u16 p; }", "Game.p", "2" },
        { POOL "Item *p; }", "Game.p", "null", POOL "i16 p; }", "Game.p", "-1" },
        { POOL "Item *p; }", "Game.p", "null", POOL "u16 p = 7; }", "Game.p", "7" },
        { POOL "Item *p; }", "Game.p", "null", POOL "ref(Item) p; }", "Game.p", "null" },
        { POOL "ref(Item) p; }", "Game.p", "null", POOL "Item *p; }", "Game.p", "null" },
        { POOL "i8 p; }", "Game.p", "1", POOL "Item *p; }", "Game.p", "\"Game.a[1]\"" },
        { POOL "i8 p; }", "Game.p", "-1", POOL "Item *p; }", "Game.p", "null" },
        { POOL "u8 p; }", "Game.p", "3", POOL "Item *p; }", "Game.p", "null" },
    };
    for (u32 i = 0; i < ED_COUNT(all); i++) {
        const Case *c = &all[i];
        CHECK(walk_begin_schema(c->before));
        walk_set("Game.a", "[{},{},{}]");
        walk_set(c->path, c->value);
        CHECK(walk_to_schema(c->after));
        CHECK_TEXT(walk_get(c->now), c->expected);
    }
}
