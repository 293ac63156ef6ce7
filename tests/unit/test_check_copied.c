#include "runtime/migrate/check_copied.h"
#include <stdio.h>
#include "tests/lib/invariants.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

#define TYPES \
    "enum Mood : u8 { CALM, ANGRY, AFRAID } enum Odd : u16 { A = 2, B = 5 } enum Late : u8 { X = " \
    "5, Y = 1, Z }" \
    "flags Way : u8 { SWIM, FLY } struct In { bool on; Mood mood = ANGRY; }" \
    "union Any { bool on; In in; Odd odd; u8 n; char text[4]; }"

/// Bytes that no writer stores, in the second of three rows of a table.
typedef struct Poke {
    const char *field, *value;      // of all rows
    u32 offset;                     // in the row
    const char *bytes;
    u32 size;
    const char *becomes, *counts;      // of the second row, and of all three
} Poke;

/// Versions of Item: its rows are copied as they are, or copied to another place in wider rows, or
/// too large to be copied, so that the step of the field converts its values.
static const char *const versions[] = { "%s", "u16 pad; %s", "%s; u8 pad[70000]" };

/// The counts without those of Item.pad.
static const char *counts(void)
{
    static char all[500];
    snprintf(all, sizeof all, "%s", migrate_counts(1));
    char *pad = strstr(all, "pad: "), *next = pad ? strstr(pad, "; ") : NULL;
    if (next) memmove(pad, next + 2, strlen(next + 2) + 1);
    else if (pad) pad[pad == all ? 0 : -2] = 0;
    return all;
}

static const char *poke_differs(const Poke *poke, const char *version, const char *shape)
{
    static char difference[1000];
    char from[600], item[200], to[600], values[600];
    snprintf(from, sizeof from, TYPES "struct Item { %s; } state Game { Item at[]; }", poke->field);
    snprintf(item, sizeof item, version, poke->field);
    snprintf(to, sizeof to, TYPES "struct Item { %s; } state Game { Item at[%s]; }", item, shape);
    snprintf(values, sizeof values, "[{'v':%s},{'v':%s},{'v':%s}]", poke->value, poke->value,
             poke->value);
    bool good = migrate_begin(from, to) && migrate_set("Game.at", values) && migrate_pack()
             && migrate_poke(1, poke->offset, poke->bytes, poke->size) && migrate_load();
    if (!good) return migrate.error.code ? migrate.error.text : "the case is not valid";
    if (broken_invariant(&migrate.new)) return broken_invariant(&migrate.new);
    bool same = strcmp(migrate_get("Game.at[0].v"), poke->value) == 0
             && strcmp(migrate_get("Game.at[2].v"), poke->value) == 0
             && strcmp(migrate_get("Game.at[1].v"), poke->becomes) == 0
             && strcmp(counts(), poke->counts) == 0;
    if (same) return "";
    snprintf(difference, sizeof difference, "%s in %s[%s]: %s (%s)", poke->field, version, shape,
             migrate_get("Game.at[1].v"), counts());
    return difference;
}

static const char *pokes_differ(const Poke *pokes, u32 count)
{
    for (u32 i = 0; i < count; i++)
        for (u32 version = 0; version < ED_COUNT(versions); version++)
            for (u32 array = 0; array < 2; array++) {
                const char *differs = poke_differs(&pokes[i], versions[version], array ? "3" : "");
                if (*differs) return differs;
            }
    return "";
}

TEST(an_invalid_value_becomes_what_its_step_would_convert_it_to)
{
    static const Poke pokes[] = {
        { "bool v", "false", 0, "\2", 1, "true", "3 exact" },
        { "char v[4]", "'x'", 0, "abc\1", 4, "'abc'", "2 exact, 1 cut" },
        { "char v[4]", "'x'", 0, "a\0bc", 4, "'a'", "3 exact" },
        { "Mood v = ANGRY", "'CALM'", 0, "\3", 1, "'ANGRY'", "2 exact, 1 defaulted" },
        { "Odd v = B", "'A'", 0, "\3", 2, "'B'", "2 exact, 1 defaulted" },
        { "Late v = Y", "'X'", 0, "\0", 1, "'Y'", "2 exact, 1 defaulted" },
        { "Way v = FLY", "['FLY']", 0, "\7", 1, "['SWIM','FLY']", "2 exact, 1 defaulted" },
    };
    CHECK_TEXT(pokes_differ(pokes, ED_COUNT(pokes)), "");
}

TEST(an_enum_with_a_value_for_each_number_has_no_unknown_one)
{
    char values[2000] = "", schema[2200];
    for (u32 i = 0; i < 256; i++) sprintf(values + strlen(values), "V%u, ", i);
    snprintf(schema, sizeof schema,
             "enum All : u8 { %s } struct Item { All v; } state Game { Item at[2]; }", values);
    CHECK(migrate_begin(schema, schema) && migrate_set("Game.at", "[{'v':'V0'},{'v':'V255'}]"));
    CHECK(migrate_pack() && migrate_load());
    CHECK_TEXT(migrate_get("Game.at"), "[{'v':'V0'},{'v':'V255'}]");
    CHECK_TEXT(migrate_counts(2), "1 exact");
}

#define CALM4 "'CALM','CALM','CALM','CALM'"

TEST(invalid_values_in_arrays_and_lists_are_found)
{
    static const Poke pokes[] = {
        { "bool v[3]", "[false,false,false]", 1, "\2", 1, "[false,true,false]", "9 exact" },
        { "Mood v[3]", "['CALM','CALM','CALM']", 1, "\3", 1, "['CALM','CALM','CALM']",
          "8 exact, 1 defaulted" },
        { "Mood v[17]", "[" CALM4 "," CALM4 "," CALM4 "," CALM4 ",'ANGRY']", 0, "\2\3", 2,
          "['AFRAID','CALM','CALM','CALM'," CALM4 "," CALM4 "," CALM4 ",'ANGRY']",
          "50 exact, 1 defaulted" },
        { "u8 v[..2]", "[]", 0, "\2\0\0\0\5\6", 6, "[5,6]", "2 exact" },
        { "u8 v[..2]", "[]", 0, "\3\0\0\0\5\6", 6, "[5,6]", "2 exact" },
        { "Mood v[..2]", "['CALM']", 0, "\377\377\377\377\2\3", 6, "['AFRAID','CALM']",
          "3 exact, 1 defaulted" },
        { "Odd v[..2]", "[]", 0, "\1\0\0\0\3\0", 6, "['A']", "1 defaulted" },
        { "Odd v[..2]", "['B']", 0, "\2\0\0\0\2\0\3\0", 8, "['A','A']", "3 exact, 1 defaulted" },
        { "Mood v[..2]", "[]", 0, "\1\0\0\0\2\3", 6, "['AFRAID']", "1 exact" },
    };
    CHECK_TEXT(pokes_differ(pokes, ED_COUNT(pokes)), "");
}

TEST(only_an_optional_value_that_is_present_is_checked)
{
    static const Poke pokes[] = {
        { "Mood v [[optional]]", "null", 0, "\2\1", 2, "'ANGRY'", "3 exact" },
        { "Mood v [[optional]]", "null", 0, "\1\3", 2, "'CALM'", "2 exact, 1 defaulted" },
        { "Mood v [[optional]]", "'ANGRY'", 0, "\0\3", 2, "null", "3 exact" },
        { "Odd v [[optional]]", "null", 0, "\0\1\3\0", 4, "'A'", "2 exact, 1 defaulted" },
        { "In v [[optional]]", "null", 0, "\1\2\3", 3, "{'on':true,'mood':'ANGRY'}",
          "3 exact; In.on: 1 exact; In.mood: 1 defaulted" },
    };
    CHECK_TEXT(pokes_differ(pokes, ED_COUNT(pokes)), "");
}

TEST(invalid_values_in_records_are_found)
{
#define IN "{'on':false,'mood':'CALM'}"
    static const Poke pokes[] = {
        { "In v", IN, 0, "\2\3", 2, "{'on':true,'mood':'ANGRY'}",
          "3 exact; In.on: 3 exact; In.mood: 2 exact, 1 defaulted" },
        { "In v[2]", "[" IN "," IN "]", 2, "\2\3", 2, "[" IN ",{'on':true,'mood':'ANGRY'}]",
          "6 exact; In.on: 6 exact; In.mood: 5 exact, 1 defaulted" },
        { "In v[..2]", "[" IN "]", 4, "\2\3", 2, "[{'on':true,'mood':'ANGRY'}]",
          "3 exact; In.on: 3 exact; In.mood: 2 exact, 1 defaulted" },
    };
    CHECK_TEXT(pokes_differ(pokes, ED_COUNT(pokes)), "");
}

TEST(only_the_alternative_that_a_union_holds_is_checked)
{
    static const Poke pokes[] = {
        { "Any v", "{'n':7}", 4, "\4", 1, "{'n':4}", "3 exact; Any.n: 3 exact" },
        { "Any v", "{'on':false}", 4, "\4\5", 2, "{'on':true}", "3 exact; Any.on: 3 exact" },
        { "Any v", "{'n':7}", 0, "\5\0\0\0\5", 5, "{'on':true}",
          "3 exact; Any.on: 1 exact; Any.n: 2 exact" },
        { "Any v", "{'n':7}", 0, "\4\0\0\0abcd", 8, "{'text':'abc'}",
          "3 exact; Any.n: 2 exact; Any.text: 1 cut" },
        { "Any v", "{'n':7}", 0, "\2\0\0\0\3\0", 6, "{'odd':'A'}",
          "3 exact; Any.odd: 1 defaulted; Any.n: 2 exact" },
        { "Any v", "{'n':7}", 0, "\1\0\0\0\2\3", 6, "{'in':{'on':true,'mood':'ANGRY'}}",
          "3 exact; Any.in: 1 exact; Any.n: 2 exact; In.on: 1 exact; In.mood: 1 defaulted" },
    };
    CHECK_TEXT(pokes_differ(pokes, ED_COUNT(pokes)), "");
}

/// Migrates three items with a v of this type, in a fixed array, after the same bytes were stored
/// in each. `values`: the values before that, and the defaults of the new items.
static const char *poke_each(const char *field, const char *values, const char *bytes, u32 size,
                             const char *defaults)
{
    char from[600], to[700];
    snprintf(from, sizeof from, TYPES "struct Item { %s; } state Game { Item at[3]; }", field);
    snprintf(to, sizeof to, TYPES "struct Item { %s; } state Game { Item at[3] = {%s}; }", field,
             defaults);
    bool good = migrate_begin(from, to) && migrate_set("Game.at", values) && migrate_pack();
    for (u32 i = 0; i < 3; i++) good = good && migrate_poke(i, 0, bytes, size);
    return good && migrate_load() ? migrate_get("Game.at") : migrate.error.text;
}

TEST(an_invalid_value_has_the_default_that_an_initializer_gives_its_record)
{
    CHECK_TEXT(poke_each("Odd v", "[{},{},{}]", "\3\0", 2, "{.v = B}, {}, {.v = B}"),
               "[{'v':'B'},{'v':'A'},{'v':'B'}]");
    CHECK_TEXT(
        poke_each("Odd v [[optional]]", "[{},{},{}]", "\0\1\3\0", 4, "{.v = B}, {}, {.v = B}"),
        "[{'v':'B'},{'v':'A'},{'v':'B'}]");
    CHECK_TEXT(
        poke_each("Any v", "[{},{},{}]", "\1\0\0\0\0\3", 6,
                  "{.v = {.n = 4}}, {.v = {.in = {.mood = AFRAID}}}, {}"),
        "[{'v':{'in':{'on':false,'mood':'ANGRY'}}},{'v':{'in':{'on':false,'mood':'AFRAID'}}},"
        "{'v':{'in':{'on':false,'mood':'ANGRY'}}}]");
}
