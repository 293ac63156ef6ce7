#include <stdio.h>
#include <stdlib.h>
#include "runtime/types/number.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/test.h"

/// Cases for a field v that is dropped from beside n.
#define DROPPED(field, value, counts) \
    { \
        field "; u8 n", "u8 n", "={'v':" value ",'n':3}", "={'n':3}", "n: 1 exact; " counts \
    }
#define LOST(field, value) DROPPED(field, value, "dropped 1 lost")
#define NOT_LOST(field, value) DROPPED(field, value, "dropped")

#define TYPES \
    "enum Mood : u8 { CALM = 1, ANGRY } flags Way : u8 { SWIM, FLY } struct In { u8 x; u8 y = 2; " \
    "}" \
    "union Any { u8 first; In in; str text; }"

TEST(a_dropped_value_counts_unless_it_was_the_default)
{
    static const MigrateCase cases[] = {
        NOT_LOST("u32 v", "0"),
        LOST("u32 v", "5"),
        NOT_LOST("u32 v = 5", "5"),
        LOST("u32 v = 5", "0"),
        NOT_LOST("f32 v = 0.5", "0.5"),
        LOST("i64 v", "-4294967296"),
        NOT_LOST("bool v = true", "true"),
        NOT_LOST("Mood v", "'CALM'"),
        LOST("Mood v", "'ANGRY'"),
        NOT_LOST("Mood v = ANGRY", "'ANGRY'"),
        NOT_LOST("Way v = FLY", "['FLY']"),
        LOST("Way v = FLY", "[]"),
        NOT_LOST("char v[4] = 'abc'", "'abc'"),
        LOST("char v[4] = 'abc'", "'ab'"),
        LOST("char v[4]", "'a'"),
        NOT_LOST("str v", "''"),
        NOT_LOST("str v = 'abc'", "'abc'"),
        LOST("str v = 'abc'", "''"),
    };
    CHECK_MIGRATED(TYPES, TYPES, cases);
}

TEST(a_dropped_list_or_record_counts_once_unless_it_was_the_default)
{
    static const MigrateCase cases[] = {
        NOT_LOST("u8 v[2]", "[0,0]"),
        LOST("u8 v[2]", "[1,1]"),
        NOT_LOST("u8 v[2] = {0, 7}", "[0,7]"),
        LOST("u8 v[2][2]", "[[0,0],[0,1]]"),
        NOT_LOST("u8 v[..3]", "[]"),
        LOST("u8 v[..3]", "[0]"),
        NOT_LOST("u8 v[..3] = {4}", "[4]"),
        LOST("u8 v[]", "[0]"),
        NOT_LOST("u8 v[]", "[]"),
        NOT_LOST("u8 v[] = {4, 5}", "[4,5]"),
        LOST("u8 v[] = {4, 5}", "[4]"),
        NOT_LOST("u8 v [[optional]]", "null"),
        LOST("u8 v [[optional]]", "0"),
        NOT_LOST("u8 v [[optional]] = 6", "6"),
        LOST("u8 v [[optional]] = 6", "null"),
        NOT_LOST("In v", "{}"),
        LOST("In v", "{'y':0}"),
        NOT_LOST("In v = {.x = 9}", "{'x':9}"),
        LOST("In v = {.x = 9}", "{'x':0}"),
        LOST("In v[]", "[{}]"),
        NOT_LOST("Any v", "{'first':0}"),
        LOST("Any v", "{'first':1}"),
        LOST("Any v", "{'in':{}}"),
    };
    CHECK_MIGRATED(TYPES, TYPES, cases);
}

TEST(a_dropped_struct_counts_if_a_part_that_did_not_move_was_not_its_default)
{
    static const MigrateCase cases[] = {
        { "In v; u8 n", "u8 n; u8 x [[was(v.x)]]", "={'v':{'x':5},'n':3}", "={'n':3,'x':5}",
          "n: 1 exact; v.x -> x: 1 exact; dropped" },
        { "In v; u8 n", "u8 n; u8 x [[was(v.x)]]", "={'v':{'x':5,'y':0},'n':3}", "={'n':3,'x':5}",
          "n: 1 exact; v.x -> x: 1 exact; dropped 1 lost" },
        { "In v = {.y = 0}; u8 n", "u8 n; u8 x [[was(v.x)]]", "={'v':{'x':5,'y':0},'n':3}",
          "={'n':3,'x':5}", "n: 1 exact; v.x -> x: 1 exact; dropped" },
        { "In v; u8 n", "u8 n; u8 x [[was(v.x)]]; u8 y [[was(v.y)]]", "={'v':{'x':5,'y':6},'n':3}",
          "={'n':3,'x':5,'y':6}", "n: 1 exact; v.x -> x: 1 exact; v.y -> y: 1 exact" },
        { "Out v; u8 n", "u8 n; u8 x [[was(v.in.x)]]", "={'v':{'in':{'x':5}},'n':3}",
          "={'n':3,'x':5}", "n: 1 exact; v.in.x -> x: 1 exact; dropped" },
        { "Out v; u8 n", "u8 n; u8 x [[was(v.in.x)]]", "={'v':{'in':{'x':5,'y':6}},'n':3}",
          "={'n':3,'x':5}", "n: 1 exact; v.in.x -> x: 1 exact; dropped 1 lost" },
        { "Out v; u8 n", "u8 n; u8 x [[was(v.in.x)]]", "={'v':{'maybe':{}},'n':3}",
          "={'n':3,'x':0}", "n: 1 exact; v.in.x -> x: 1 exact; dropped 1 lost" },
    };
    CHECK_MIGRATED(TYPES "struct Out { In in; In maybe [[optional]]; }", TYPES, cases);
}

// --- numbers of many rows, whose comparison is vectorized ----------------------------------------

#define KINDS (ED_F64 + 1u)

/// Drops a field of each kind, of `count` rows. Value `i` of kind `k` is the default if i is a
/// multiple of k + 2. NULL if each row of the report has the number of the others.
static const char *dropped_differ(u32 count, const char *preset, bool open)
{
    static char fields[400], from[500], to[100];
    *fields = 0;
    for (u32 k = 0; k < KINDS; k++)
        sprintf(fields + strlen(fields), "%s v%u%s; ", ed_kind_name((ed_Kind)k), k,
                k == ED_BOOL && *preset ? " = true" : preset);
    snprintf(from, sizeof from, "struct Item { %s u8 n; } state Game { Item at[%u]; }", fields,
             count);
    snprintf(to, sizeof to, "struct Item { u8 n; } state Game { Item at[%u]; }", count);
    if (!migrate_begin(from, to)) return "the schemas are not valid";
    const ed_Type *item = migrate.old.schema->states[0]->fields[0].type;
    for (u32 i = 0; i < count; i++)
        for (u32 k = 0; k < KINDS; k++) {
            bool is_default = i % (k + 2) == 0, one = is_default == (*preset != 0);
            u8 *row = (u8 *)migrate.old.roots[0].at + i * item->size;
            ed_number_store((ed_Kind)k, row + item->fields[k].offset,
                            (ed_Number){ .form = ED_FORMAT_UINT, .u = one });
        }
    migrate.old.open_form = open;
    if (!migrate_pack() || !migrate_load()) return migrate.error.text;
    for (u32 i = 0; i < migrate.report.count; i++) {
        const ed_ReportRow *row = &migrate.report.rows[i];
        u32 k = (u32)atoi(row->field + 1), defaults = (count + k + 1) / (k + 2);
        if (row->outcome == ED_DROPPED && row->lost != count - defaults) return row->field;
    }
    return NULL;
}

TEST(dropped_numbers_of_any_number_of_rows_are_counted)
{
    static const u32 counts[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 255, 256, 257, 300 };
    for (u32 i = 0; i < 4 * ED_COUNT(counts); i++) {
        const char *differs = dropped_differ(counts[i / 4], i & 1 ? " = 1" : "", i & 2);
        CHECK_TEXT(differs ? differs : "", "");
        CHECK_EQ(ed_report_count(&migrate.report, ED_DROPPED), KINDS);
    }
}
