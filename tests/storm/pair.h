/// One pair: an old schema, the new one that edits made from it, and a state of the old one.
/// Many pairs share a module; `prefix` keeps their names apart.
#ifndef ST_PAIR_H
#define ST_PAIR_H
#include "tests/storm/compare.h"

enum { ST_BATCH_MAX = 8 };

typedef enum st_DocForm {      // the form of its documents, see form.h
    ST_PACKED,
    ST_OPEN,
    ST_MIXED,
    ST_FORM_COUNT
} st_DocForm;

typedef struct st_Pair {
    u64 seed;
    u32 number;      // with the seed, it determines the pair
    u32 features;
    st_DocForm form;
    char prefix[8];
    st_Schema from, to;
    st_Value *states[ST_TYPES_MAX];      // of the roots of `from`
} st_Pair;

typedef struct st_Result {
    bool bad;
    char step[40];      // which failed
    st_Difference d;
} st_Result;

/// The caller sets the form.
void st_pair_make(st_Pair *pair, u64 seed, u32 number, u32 features);

// walk.c
/// Resizes many arrays, texts and pools, so that st_walk_further then resizes them a second time.
void st_walk_resize(const st_Pair *pair, st_Schema *schema);
/// Makes the schema that follows `to`, before the way back: `to` with other sizes and without some
/// of its fields.
void st_walk_further(const st_Pair *pair, st_Schema *schema);
/// Whether the further edit cuts a list whose items the first edit changes, or a pool while the
/// first edit changes a field with handles; the attic does not restore those.
bool st_walk_cuts_edited(const st_Pair *pair);
/// Whether the first edit cuts a list and, in its items, another list whose items it changes. The
/// values that these inner items lose are not restored with the outer list (docs/migration.md).
bool st_walk_nests_cuts(const st_Pair *pair);

// run.c: migrates the states in every way; all three modules are loaded. One result per pair.
void st_run_pairs(const ed_Schema *old, const ed_Schema *new, const ed_Schema *further,
                  const st_Pair *pairs, u32 count, st_Result *results);

// games.c: runs the old states as games that are rewound and continued. One result per pair.
void st_run_games(const ed_Schema *schema, const st_Pair *pairs, u32 count, st_Result *results);

// build.c
typedef struct st_Tools {
    const char *folder;      // of this process, for its builds
    const char *eddiec;
    bool tcc;
} st_Tools;

/// Builds the modules and runs the pairs in a child process; a crash is a result, too.
void st_try(const st_Tools *tools, const st_Pair *pairs, u32 count, st_Result *results);

// reduce.c
/// Reduces the pair to the smallest one found that fails at the same step.
void st_reduce(const st_Tools *tools, st_Pair *pair, st_Result *result, u32 tries);
/// case.c: writes old.def, new.def, further.def, check.c and mismatch.txt.
void st_write_case(const char *folder, const st_Pair *pair, const st_Result *result);

#endif
