/// One pair: an old schema, the new one it was edited to, and a state of the old.
/// Many pairs share a module; `prefix` keeps their names apart.
#ifndef ST_PAIR_H
#define ST_PAIR_H
#include "tests/storm/compare.h"

enum { ST_BATCH_MAX = 16 };

typedef enum st_DocForm {      // of its documents, see form.h
    ST_PACKED,
    ST_OPEN,
    ST_MIXED,
    ST_FORM_COUNT
} st_DocForm;

typedef struct st_Pair {
    u64 seed;
    u32 number;      // with the seed, all there is to it
    u32 features;
    st_DocForm form;
    char prefix[8];
    st_Schema from, to;
    st_Value *states[ST_TYPES_MAX];      // of the roots of `from`
} st_Pair;

typedef struct st_Result {
    bool bad;
    char step[40];      // where it went wrong
    st_Difference d;
} st_Result;

/// Its form is the caller's to set.
void st_pair_make(st_Pair *pair, u64 seed, u32 number, u32 features);

// walk.c
/// Other sizes for many of its arrays, texts and pools: the edits that are made one after the other.
void st_walk_resize(const st_Pair *pair, st_Schema *schema);
/// What the pair goes to behind `to`, and comes back from: that with other sizes, or without a
/// field.
void st_walk_further(const st_Pair *pair, st_Schema *schema);
/// Whether it cuts a list whose items the pair's own edit changes: these have no history there.
bool st_walk_cuts_edited(const st_Pair *pair);
/// Whether the first edit cuts a list and, in its items, another list whose items it changes. What
/// these items lose while the retained outer list returns is lost: docs/migration.md.
bool st_walk_nests_cuts(const st_Pair *pair);

// run.c: all three modules are loaded already. Every way a state can go; results are for each pair.
void st_run_pairs(const ed_Schema *old, const ed_Schema *new, const ed_Schema *further,
                  const st_Pair *pairs, u32 count, st_Result *results);

// games.c: the old states as games that are put back and played on; results are for each pair.
void st_run_games(const ed_Schema *schema, const st_Pair *pairs, u32 count, st_Result *results);

// build.c
typedef struct st_Tools {
    const char *folder;      // of this process, for what is built
    const char *eddiec;
    bool tcc;
    bool keep;      // what was built stays
} st_Tools;

/// Builds, runs in a child of its own, and collects: a crash is a result like any other.
void st_try(const st_Tools *tools, const st_Pair *pairs, u32 count, st_Result *results);

// reduce.c
/// As small a pair as can be found that fails at the same step.
void st_reduce(const st_Tools *tools, st_Pair *pair, st_Result *result, u32 tries);
/// old.def, new.def, check.c and mismatch.txt.
void st_write_case(const char *folder, const st_Pair *pair, const st_Result *result);

#endif
