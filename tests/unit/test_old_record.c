#include "runtime/migrate/old_record.h"
#include <stdio.h>
#include "runtime/migrate/report.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/pack_json.h"
#include "tests/lib/test.h"

// --- a snapshot with a value of each kind, and a game with an upgrade function -------------------

#define TYPES \
    "[{'name':'Mood','kind':'enum','base':'u1','size':1,'align':1,'values':[['CALM',0],['ANGRY'," \
    "7]]}," \
    "{'name':'Item','size':4,'align':4,'fields':[[1,'worth','u4',0,null,null]]}," \
    "{'name':'Shape','kind':'union','size':24,'align':8,'fields':[[1,'circle','u4',8,null,null]," \
    "[2,'box','S',8,null,null]]}," \
    "{'name':'Game','size':400,'align':8,'fields':[" \
    "[1,'n','u4',0,null,null],[2,'x','f8',8,null,null],[3,'on','?',16,null,null]," \
    "[4,'name','S8',24,null,null],[5,'note','S',32,null,null],[6,'mood','u1',48,null,0]," \
    "[7,'odd','u1',49,null,0],[8,'shape','V24',56,null,2],[9,'bag','V4',84,-3,1]," \
    "[10,'grid','i2',96,[2,2],null],[11,'link','R',104,null,1],[12,'loose','R',112,null,1]," \
    "[13,'maybe','u4',124,null,null,{'optional':true}]," \
    "[14,'there','u4',132,null,null,{'optional':true}],[15,'at','P',136,null,null]," \
    "[16,'low','i8',144,null,null],[17,'item','V4',152,null,1],[18,'gone','u4',156,null,null]," \
    "[19,'speed','u1',160,[2,2],null,{'index':[4,null]}]]}," \
    "{'name':'Kind','kind':'enum','base':'u1','size':1,'align':1,'values':[['ELF',1],['ORC',0]]}]"
#define VALUES \
    "{'#1':7,'#2':2.5,'#3':true,'#4':'abc','#5':'hello','#6':'ANGRY','#7':3,'#8':[2,'hi']," \
    "'#9':[{'#1':4},{'#1':5}],'#10':[[1,2],[3,-4]],'#11':[3,1],'#12':null,'#13':null,'#14':5," \
    "'#15':9,'#16':-9,'#17':{'#1':6},'#19':[[8,9],[10,11]]}"

static void (*look)(const ed_OldRecord *before);
static const char *why_refused;
static u32 calls;

static bool fix(ed_Arena *arena, void *it, const ed_OldRecord *before)
{
    (void)arena;
    (void)it;
    calls++;
    if (look) look(before);
    if (why_refused && !*why_refused) return false;
    return !why_refused || ed_old_refuse(before, "%s %u", why_refused, 5u);
}

static void init(ed_Arena *arena, void *it)
{
    (void)arena;
    memset(it, 0, 8);
}

static ed_Report report;
static ed_Error error;

/// Reads the snapshot as a game whose only field is new.
static bool load(const char *types)
{
    static const ed_Field fields[] = {
        { .name = "other", .tag = 99, .kind = ED_U64, .size = 8, .count = 1 }
    };
    static ed_Type game;
    static const ed_Type *const list[] = { &game };
    static const ed_Schema schema = {
        .types = list, .type_count = 1, .states = list, .state_count = 1
    };
    game = (ed_Type){ .name = "Game",
                      .kind = ED_STRUCT,
                      .size = 8,
                      .align = 8,
                      .fields = fields,
                      .field_count = 1,
                      .tag = ed_tag("Game", 4),
                      .upgrade_name = "fix",
                      .upgrade = fix,
                      .init = init };
    static char words[4000];
    snprintf(words, sizeof words,
             "{'eddie':1,'game':'','frame':0,'types':%s,'roots':{'#%u':%s},'xxh64':null}", types,
             game.tag, VALUES);
    ed_Writer w = pack_json(words);
    ed_RootMemory block = { NULL, test_arena() };
    ed_State state = { .game = "g", .schema = &schema, .roots = &block };
    error = (ed_Error){ .code = ED_OK };
    calls = 0;
    return ed_snapshot_read(w.bytes, w.size, &state, test_arena(), &report, &error);
}

// --- values by path ------------------------------------------------------------------------------

static char found[4000];

static void find_values(const ed_OldRecord *before)
{
    static const char *const paths[] = {
        "n",
        "x",
        "on",
        "name",
        "note",
        "mood",
        "odd",
        "shape",
        "shape.box",
        "shape.circle",
        "bag",
        "bag[1]",
        "bag[1].worth",
        "bag[2].worth",
        "bag.worth",
        "bag[x]",
        "bag[1",
        "bag[1]worth",
        "bag[1]xworth",
        "grid",
        "grid[1]",
        "grid[1][1]",
        "grid[2][0]",
        "grid[1][2]",
        "grid[1][0].x",
        "grid[ORC]",
        "speed[ELF][1]",
        "speed[ORC][0]",
        "speed[ORC]",
        "speed[]",
        "speed[ORCS]",
        "speed[ORC",
        "speed[0][ORC]",
        "link",
        "loose",
        "maybe",
        "there",
        "at",
        "low",
        "item",
        "item.worth",
        "item[0]",
        "gone",
        "n.x",
        "n[0]",
        "none",
        "",
        "item.none",
        "na",
        "names",
    };
    ed_Text out = ed_text_over(found, sizeof found);
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        const char *text = ed_old_text(before, paths[i], "-");
        ed_text_add(&out, "%s: %s%u %s %lld %g %s\n", paths[i],
                    ed_old_has(before, paths[i]) ? "" : "no ", ed_old_count(before, paths[i]), text,
                    (long long)ed_old_i64(before, paths[i], -50),
                    ed_old_f64(before, paths[i], 0.25),
                    ed_old_bool(before, paths[i], false) ? "true" : "false");
    }
}

TEST(an_upgrade_function_finds_each_old_value_by_its_path)
{
    look = find_values;
    why_refused = NULL;
    CHECK(load(TYPES));
    CHECK_EQ(calls, 1);
    CHECK_TEXT(found, "n: 1 - 7 7 true\n"
                      "x: 1 - 3 2.5 true\n"
                      "on: 1 - 1 1 true\n"
                      "name: 1 abc -50 0.25 false\n"
                      "note: 1 hello -50 0.25 false\n"
                      "mood: 1 ANGRY 7 7 true\n"
                      "odd: 1 - 3 3 true\n"
                      "shape: 1 box -50 0.25 false\n"
                      "shape.box: 1 hi -50 0.25 false\n"
                      "shape.circle: no 0 - -50 0.25 false\n"
                      "bag: 2 - -50 0.25 false\n"
                      "bag[1]: 1 - -50 0.25 false\n"
                      "bag[1].worth: 1 - 5 5 true\n"
                      "bag[2].worth: no 0 - -50 0.25 false\n"
                      "bag.worth: no 0 - -50 0.25 false\n"
                      "bag[x]: no 0 - -50 0.25 false\n"
                      "bag[1: no 0 - -50 0.25 false\n"
                      "bag[1]worth: no 0 - -50 0.25 false\n"
                      "bag[1]xworth: no 0 - -50 0.25 false\n"
                      "grid: 2 - -50 0.25 false\n"
                      "grid[1]: 2 - -50 0.25 false\n"
                      "grid[1][1]: 1 - -4 -4 true\n"
                      "grid[2][0]: no 0 - -50 0.25 false\n"
                      "grid[1][2]: no 0 - -50 0.25 false\n"
                      "grid[1][0].x: no 0 - -50 0.25 false\n"
                      "grid[ORC]: no 0 - -50 0.25 false\n"
                      "speed[ELF][1]: 1 - 11 11 true\n"
                      "speed[ORC][0]: 1 - 8 8 true\n"
                      "speed[ORC]: 2 - -50 0.25 false\n"
                      "speed[]: no 0 - -50 0.25 false\n"
                      "speed[ORCS]: no 0 - -50 0.25 false\n"
                      "speed[ORC: no 0 - -50 0.25 false\n"
                      "speed[0][ORC]: no 0 - -50 0.25 false\n"
                      "link: 1 - -50 0.25 false\n"
                      "loose: no 0 - -50 0.25 false\n"
                      "maybe: no 0 - -50 0.25 false\n"
                      "there: 1 - 5 5 true\n"
                      "at: no 0 - -50 0.25 false\n"
                      "low: 1 - -9 -9 true\n"
                      "item: 1 - -50 0.25 false\n"
                      "item.worth: 1 - 6 6 true\n"
                      "item[0]: no 0 - -50 0.25 false\n"
                      "gone: 1 - 0 0 false\n"
                      "n.x: no 0 - -50 0.25 false\n"
                      "n[0]: no 0 - -50 0.25 false\n"
                      "none: no 0 - -50 0.25 false\n"
                      ": no 0 - -50 0.25 false\n"
                      "item.none: no 0 - -50 0.25 false\n"
                      "na: no 0 - -50 0.25 false\n"
                      "names: no 0 - -50 0.25 false\n");
}

static u64 unsigned_low, unsigned_n, unsigned_none;
static bool on, none;

static void find_unsigned(const ed_OldRecord *before)
{
    unsigned_low = ed_old_u64(before, "low", 8);
    unsigned_n = ed_old_u64(before, "n", 8);
    unsigned_none = ed_old_u64(before, "name", 8);
    on = ed_old_bool(before, "on", false);
    none = ed_old_bool(before, "name", true);
}

TEST(an_old_number_is_the_nearest_of_the_requested_kind)
{
    look = find_unsigned;
    why_refused = NULL;
    CHECK(load(TYPES));
    CHECK(unsigned_low == 0 && unsigned_n == 7 && unsigned_none == 8);
    CHECK(on && none);
}

TEST(an_upgrade_function_that_refuses_is_named_with_its_reason)
{
    look = NULL;
    why_refused = "too many:";
    CHECK(!load(TYPES));
    CHECK_EQ(error.code, ED_ERR_UPGRADE);
    CHECK_HAS(error.text, ", Game: fix refused: too many: 5");
    why_refused = "";
    CHECK(!load(TYPES));
    CHECK_HAS(error.text, ", Game: fix refused: it returned false");
}

TEST(an_upgrade_function_is_reported_and_runs_unless_the_old_type_names_it)
{
    char text[400];
    look = NULL;
    why_refused = NULL;
    CHECK(load("[{'name':'Game','fields':[]}]"));
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_full(&report, &out);
    CHECK_TEXT(text, "0 fields kept\nadded Game.other = 0 (1 record)\n"
                     "upgrade Game (1 record): fix ran\n");
    CHECK(calls == 1 && !ed_report_lossless(&report));
    CHECK(load("[{'name':'Game','upgrade':'earlier','fields':[]}]") && calls == 1);
    CHECK(load("[{'name':'Game','upgrade':'fix','fields':[]}]") && calls == 0);
    CHECK_EQ(ed_report_count(&report, ED_UPGRADE), 0);
}
