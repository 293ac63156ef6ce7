#include <stdio.h>
#include <string.h>
#include "runtime/attic/snapshot.h"
#include "runtime/types/field.h"
#include "tests/bench/clock.h"
#include "tests/bench/result.h"

// Records with two pointers to others of the list, beside records with two numbers, which are copied.

enum { RECORDS = 1000000, SIDES = 2, ROUNDS_MAX = 64 };

typedef struct Record {
    u64 one, other;
} Record;

typedef struct Side {      // of numbers, or of pointers
    ed_Field fields[2], list;
    ed_Type record, root;
    const ed_Type *types[2], *roots[1];
    ed_Schema schema;
    ed_Arena memory[2], buffer, scratch;
    ed_RootMemory blocks[2];
    u32 now;      // the block that has the state
    f64 pack[ROUNDS_MAX], unpack[ROUNDS_MAX];
} Side;

static void describe(Side *side, ed_Kind kind)
{
    static const char *const names[] = { "one", "other" };
    for (u32 i = 0; i < 2; i++)
        side->fields[i] = (ed_Field){ .name = names[i],
                                      .tag = ed_tag(names[i], strlen(names[i])),
                                      .kind = kind,
                                      .offset = i * 8,
                                      .size = 8,
                                      .count = 1,
                                      .type = kind == ED_U64 ? NULL : &side->record };
    side->list = (ed_Field){
        .name = "records", .tag = ed_tag("records", 7), .kind = ED_STRUCT, .shape = ED_DYNAMIC
    };
    side->list.size = sizeof(Record);
    side->list.type = &side->record;
    side->record =
        (ed_Type){ .name = "Record", .tag = ed_tag("Record", 6), .kind = ED_STRUCT, .align = 8 };
    side->record.size = sizeof(Record);
    side->record.fields = side->fields;
    side->record.field_count = 2;
    side->root = (ed_Type){ .name = "Game", .tag = ed_tag("Game", 4), .kind = ED_STRUCT };
    side->root.size = sizeof(ed_Array);
    side->root.align = 8;
    side->root.fields = &side->list;
    side->root.field_count = 1;
    side->types[0] = &side->record;
    side->types[1] = side->roots[0] = &side->root;
    side->schema = (ed_Schema){
        .types = side->types, .type_count = 2, .states = side->roots, .state_count = 1
    };
}

static bool open_side(Side *side, ed_Kind kind, ed_Error *error)
{
    size_t most = (size_t)1 << 30;
    describe(side, kind);
    for (u32 i = 0; i < 2; i++) {
        if (!ed_arena_open(&side->memory[i], "records", most, error)) return false;
        side->blocks[i].arena = &side->memory[i];
    }
    if (!ed_arena_open(&side->buffer, "document", most, error)
        || !ed_arena_open(&side->scratch, "scratch", most, error))
        return false;
    ed_Array *list = (ed_Array *)ed_arena_push(&side->memory[0], sizeof *list, 8);
    side->blocks[0].at = list;
    if (!list || !ed_array_reserve(&side->memory[0], list, RECORDS, sizeof(Record), 8))
        return false;
    list->count = RECORDS;
    Record *records = (Record *)list->items;
    bn_Random dice = { 7 };
    for (u32 i = 0; i < RECORDS; i++) {
        u32 one = bn_below(&dice, RECORDS), other = bn_below(&dice, RECORDS);
        u64 base = kind == ED_U64 ? 0 : (u64)(uintptr_t)records;
        records[i] = (Record){ base + one * sizeof(Record), base + other * sizeof(Record) };
    }
    return true;
}

static ed_State state_of(Side *side, u32 block)
{
    return (ed_State){
        .game = "links", .schema = &side->schema, .roots = &side->blocks[block], .live = true
    };
}

/// Packs the state and unpacks it into the other block.
static bool go_round(Side *side, u32 round, ed_Error *error)
{
    ed_Writer w;
    ed_Report report;
    ed_State from = state_of(side, side->now), to = state_of(side, !side->now);
    ed_arena_reset(&side->buffer);
    ed_arena_reset(&side->scratch);
    ed_arena_reset(&side->memory[!side->now]);
    ed_write_init(&w, &side->buffer);
    f64 start = bn_now_s();
    if (!ed_snapshot_write(&w, &from)) *error = w.err;
    f64 packed = bn_now_s();
    if (error->code || !ed_snapshot_read(w.bytes, w.size, &to, &side->scratch, &report, error))
        return false;
    f64 end = bn_now_s();
    side->now = !side->now;
    side->pack[round] = packed - start;
    side->unpack[round] = end - packed;
    return true;
}

/// Returns whether each pointer still leads to the record with the same index.
static bool is_right(const Side *side)
{
    const ed_Array *list = (const ed_Array *)side->blocks[side->now].at;
    const Record *records = (const Record *)list->items;
    bn_Random dice = { 7 };
    bool good = list->count == RECORDS;
    for (u32 i = 0; good && i < RECORDS; i++) {
        u64 base = (u64)(uintptr_t)records, one = bn_below(&dice, RECORDS),
            other = bn_below(&dice, RECORDS);
        good = records[i].one == base + one * sizeof(Record)
            && records[i].other == base + other * sizeof(Record);
    }
    return good;
}

bool bn_links(const bn_Options *options)
{
    static Side sides[SIDES];
    ed_Error error = { .code = ED_OK };
    u32 rounds = options->rounds < ROUNDS_MAX ? options->rounds : ROUNDS_MAX;
    bn_part_tell("links", "1,000,000 records with two pointers to others, beside two numbers");
    bool good = open_side(&sides[0], ED_U64, &error) && open_side(&sides[1], ED_RECORD_PTR, &error);
    for (u32 round = 0; round < rounds + 2 && good; round++)      // two rounds to touch memory
        for (u32 s = 0; s < SIDES && good; s++)
            good = go_round(&sides[s], round < 2 ? 0 : round - 2, &error);
    if (!good || !is_right(&sides[1])) {
        fprintf(stderr, "links: %s\n", good ? "a pointer leads elsewhere" : error.text);
        return false;
    }
    f64 times[SIDES][2];
    for (u32 s = 0; s < SIDES; s++) {
        times[s][0] = bn_median(sides[s].pack, rounds);
        times[s][1] = bn_median(sides[s].unpack, rounds);
    }
    for (u32 i = 0; i < 2; i++) {
        const char *what = i ? "unpack" : "pack";
        bn_figure_tell("links", "ms", times[0][i] * 1e3, "%s, numbers", what);
        bn_figure_tell("links", "ms", times[1][i] * 1e3, "%s, pointers", what);
        bn_figure_tell("links", "x", times[1][i] / times[0][i], "%s, pointers to numbers", what);
    }
    return true;
}
