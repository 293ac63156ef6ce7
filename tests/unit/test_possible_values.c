#include "runtime/migrate/possible_values.h"
#include <stdio.h>
#include "runtime/attic/dry_run.h"
#include "tests/lib/migrate_values.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

#define NONE 0
#define SATURATE ED_MAY_SATURATE
#define ROUND ED_MAY_ROUND
#define TRUNCATE ED_MAY_TRUNCATE
#define DEFAULT ED_MAY_DEFAULT
#define DROP ED_MAY_DROP

typedef struct Guess {
    const char *from, *to;      // the fields of Item, see MigrateCase
    u32 may;                    // what values of v may lose
} Guess;

/// The losses that a dry run from types alone expects of the field v of Item. UINT32_MAX if it
/// fails or has no such field.
static u32 losses_of_document(void)
{
    bool at_next;
    ed_Writer next = test_writer();
    migrate.new.roots = NULL;      // writes the defaults
    ed_snapshot_write(&next, &migrate.new);
    ed_DryRun dry_run = { .now = { migrate.document.bytes, migrate.document.size },
                          .next = { next.bytes, next.size },
                          .bare = true };
    if (!ed_dry_run(&dry_run, test_arena(), &migrate.report, &at_next, &migrate.error))
        return UINT32_MAX;
    for (u32 i = 0; i < migrate.report.count; i++) {
        const ed_ReportRow *row = &migrate.report.rows[i];
        if (strcmp(row->field, "v") == 0 && strcmp(row->type, "Item") == 0) return row->may;
    }
    return UINT32_MAX;
}

static u32 losses(const char *before, const char *after, const Guess *guess)
{
    static const char form[] = "%s struct Item { %s; } state Game { Item at; }";
    char from[1000], to[1000];
    snprintf(from, sizeof from, form, before, guess->from);
    snprintf(to, sizeof to, form, after, guess->to);
    return migrate_begin(from, to) && migrate_pack() ? losses_of_document() : UINT32_MAX;
}

static const char *guess_differs(const char *before, const char *after, const Guess *guess)
{
    static char difference[300];
    u32 may = losses(before, after, guess);
    if (may == guess->may) return "";
    snprintf(difference, sizeof difference, "%s -> %s: %x, not %x", guess->from, guess->to, may,
             guess->may);
    return difference;
}

#define CHECK_GUESSES(before, after, cases) \
    for (u32 i_ = 0; i_ < ED_COUNT(cases); i_++) \
    CHECK_TEXT(guess_differs(before, after, &(cases)[i_]), "")

// --- numbers -------------------------------------------------------------------------------------

TEST(what_a_number_may_lose_depends_on_both_types)
{
    static const Guess cases[] = {
        { "i8 v", "i64 v", NONE },
        { "u32 v", "i64 v", NONE },
        { "u32 v", "f64 v", NONE },
        { "u16 v", "f32 v", NONE },
        { "f32 v", "f64 v", NONE },
        { "bool v", "i32 v", NONE },
        { "i64 v", "i8 v", SATURATE },
        { "i8 v", "u8 v", SATURATE },
        { "u8 v", "i8 v", SATURATE },
        { "u64 v", "i64 v", SATURATE },
        { "i64 v", "f32 v", ROUND },
        { "u64 v", "f64 v", ROUND },
        { "u8 v", "bool v", ROUND },
        { "f64 v", "f32 v", SATURATE | ROUND },
        { "f64 v", "i32 v", SATURATE | ROUND | DEFAULT },
        { "f32 v", "bool v", ROUND | DEFAULT },
        { "u8 v; u8 n", "u8 n", DROP },
    };
    CHECK_GUESSES("", "", cases);
}

#define M_TO_MM(from, to) from " v [[unit('m')]]", to " v [[unit('mm')]]"

TEST(another_unit_may_saturate_or_round_numbers)
{
    static const Guess cases[] = {
        { M_TO_MM("i8", "i8"), SATURATE },
        { M_TO_MM("i8", "i32"), NONE },
        { M_TO_MM("u16", "f32"), NONE },
        { M_TO_MM("i32", "f32"), ROUND },
        { M_TO_MM("f32", "f64"), NONE },
        { M_TO_MM("f32", "f32"), SATURATE | ROUND },
        { M_TO_MM("f64", "f64"), SATURATE | ROUND },
        { M_TO_MM("f64", "i8"), SATURATE | ROUND | DEFAULT },
        { "i8 v [[unit('m')]]", "i8 v [[unit('s')]]", NONE },
        { "i32 v [[unit('mm')]]", "i32 v [[unit('m')]]", ROUND },
    };
    CHECK_GUESSES("", "", cases);
}

// --- names, texts and records --------------------------------------------------------------------

#define WIDE \
    "flags Wide : u32 { B0, B1, B2, B3, B4, B5, B6, B7, B8, B9, B10, B11, B12, " \
    "B13, B14, B15, B16, B17, B18, B19, B20, B21, B22, B23, B24 }"
#define OLD_TYPES \
    "enum Mood : u8 { CALM, ANGRY } enum Less : u8 { A, B } flags Way : u8 { SWIM, FLY }" \
    "flags Few : u8 { SWIM2, FLY2 } struct In { u8 x; } union Any { u32 n; In in; }" \
    "union Two { u8 a; u8 b; } " WIDE "struct Other { u8 n; }"
#define NEW_TYPES \
    "enum Mood : u16 { GLAD, ANGRY, QUIET [[was(CALM)]] } enum Less : u8 { A }" \
    "flags Way : u8 { FLY, SWIM } flags Few : u8 { FLY2 } struct In { u8 x; }" \
    "union Any { In in; u32 n; } union Two { u8 a; } struct Other { u8 n; }"

TEST(what_an_enum_may_lose_depends_on_its_names)
{
    static const Guess cases[] = {
        { "Wide v", "f32 v", ROUND },      // all flags together
        { "Mood v", "Mood v", NONE },        { "Less v", "Less v", DEFAULT },
        { "Way v", "Way v", NONE },          { "Few v", "Few v", DEFAULT },
        { "Mood v", "u8 v", NONE },          { "Mood v", "bool v", NONE },
        { "u8 v", "Mood v", DEFAULT },       { "u8 v", "Way v", DEFAULT },
        { "Mood v", "str v", NONE },         { "Mood v", "char v[6]", NONE },
        { "Mood v", "char v[5]", TRUNCATE }, { "str v", "Mood v", DEFAULT },
    };
    CHECK_GUESSES(OLD_TYPES, NEW_TYPES, cases);
}

TEST(a_text_may_be_cut_by_a_shorter_field_only)
{
    static const Guess cases[] = {
        { "char v[6]", "char v[12]", NONE }, { "char v[6]", "char v[5]", TRUNCATE },
        { "char v[6]", "str v", NONE },      { "str v", "char v[32]", TRUNCATE },
        { "str v", "str v", NONE },          { "str v", "u8 v", DEFAULT },
    };
    CHECK_GUESSES("", "", cases);
}

TEST(a_record_or_a_union_may_lose_what_its_new_type_has_no_place_for)
{
    static const Guess cases[] = {
        { "In v", "In v", NONE },    { "In v", "Other v", NONE },  { "In v", "u8 v", DEFAULT },
        { "u8 v", "In v", DEFAULT }, { "Any v", "Any v", NONE },   { "Two v", "Two v", DEFAULT },
        { "u32 v", "Any v", NONE },  { "u8 v", "Any v", DEFAULT }, { "Any v", "u32 v", DEFAULT },
        { "In v", "Any v", NONE },
    };
    CHECK_GUESSES(OLD_TYPES, NEW_TYPES, cases);
}

#define POOLS \
    "struct Thing { u8 n; } struct Other { u8 n; } state Pools { Thing things[] [[pool]]; " \
    "Other others[] [[pool]]; }"

TEST(a_handle_or_a_pointer_may_be_lost_if_it_becomes_something_else)
{
    static const Guess cases[] = {
        { "ref(Thing) v", "ref(Thing) v", NONE },
        { "ref(Thing) v [[optional]]", "ref(Thing) v", NONE },
        { "ref(Thing) v", "ref(Other) v", DEFAULT },
        { "ref(Thing) v", "u64 v", DEFAULT },
        { "ptr v [[live]]", "ptr v [[live]]", NONE },
        { "ptr v [[live]]", "u64 v", DEFAULT },
        { "u64 v", "ptr v [[live]]", DEFAULT },
    };
    CHECK_GUESSES(POOLS, POOLS, cases);
}

// --- shapes --------------------------------------------------------------------------------------

TEST(elements_may_be_cut_if_the_new_shape_has_room_for_fewer)
{
    static const Guess cases[] = {
        { "u8 v[4]", "u8 v[6]", NONE },
        { "u8 v[4]", "u8 v[2]", TRUNCATE },
        { "u8 v[4]", "u16 v[]", NONE },
        { "u8 v[..4]", "u8 v[4]", NONE },
        { "u8 v[..4]", "u8 v[..3]", TRUNCATE },
        { "u8 v[]", "u8 v[..1000]", TRUNCATE },
        { "u8 v", "u8 v[]", NONE },
        { "u8 v[2]", "u8 v", TRUNCATE },
        { "u8 v[2][2]", "u8 v[2]", TRUNCATE },
        { "u8 v[2][2]", "u8 v[2][2][2]", NONE },
        { "u8 v[2][3]", "u8 v[3][2]", TRUNCATE },
        { "u8 v[Kind]", "u8 v[Kind]", TRUNCATE },
        { "u8 v[Same]", "u8 v[Same]", NONE },
        { "u8 v[3]", "u8 v[Kind]", NONE },
        { "u8 v [[optional]]", "u8 v", DEFAULT },
        { "u8 v [[optional]]", "u8 v[2]", DEFAULT },
        { "u8 v [[optional]]", "u8 v[]", NONE },
        { "u16 v[4]", "u8 v[2]", TRUNCATE | SATURATE },
    };
    CHECK_GUESSES("enum Kind : u8 { A, B, C } enum Same : u8 { D, E }",
                  "enum Kind : u8 { X, B, C } enum Same : u8 { E, D, F }", cases);
}

// --- types from a document -----------------------------------------------------------------------

/// The losses of a struct In with one field at an offset, in a document that has 4 as its size.
static u32 losses_at(u32 offset)
{
    static const char form[] =
        "{'eddie':1,'game':'','frame':0,'types':[{'name':'In','size':4,'align':1,'fields':"
        "[[%u,'x','u1',%u,null,null]]},{'name':'Item','size':4,'align':1,'fields':[[%u,'v','V4',0,"
        "null,0]]},{'name':'Game','size':4,'align':1,'fields':[[%u,'at','V4',0,null,1]]}],"
        "'roots':{'#%u':{}},'xxh64':null}";
    static const char schema[] =
        "struct In { u8 x; } struct Item { In v; } state Game { Item at; }";
    char words[600];
    snprintf(words, sizeof words, form, ed_tag("x", 1), offset, ed_tag("v", 1), ed_tag("at", 2),
             ed_tag("Game", 4));
    if (!migrate_begin(schema, schema)) return UINT32_MAX;
    migrate.document = pack_json(words);
    return losses_of_document();
}

TEST(a_record_whose_layout_in_the_document_is_inconsistent_may_be_lost)
{
    CHECK_EQ(losses_at(3), NONE);
    CHECK_EQ(losses_at(4), DEFAULT);
    CHECK_EQ(losses_at(1000000), DEFAULT);
}
