#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/storm/form.h"
#include "tests/storm/pair.h"

#define FEATURES ST_ALL
#define REDUCE_TRIES 300u
#define CASES_MAX 4u      // failed pairs that a process reduces; others are only reported

static st_Pair pairs[ST_BATCH_MAX];
static st_Result results[ST_BATCH_MAX];

static void make_folder(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    mkdir(path, 0700);
}

static void print_failure(const st_Pair *pair, const st_Result *result)
{
    printf("FAIL seed %llu pair %u %s: %s: %s: expected %s, found %s\n",
           (unsigned long long)pair->seed, pair->number, st_form_name(pair->form), result->step,
           result->d.path, result->d.expected, result->d.found);
    fflush(stdout);
}

static void keep_case(const st_Tools *tools, const char *cases, u32 index)
{
    static u32 kept;
    char folder[512];
    if (!cases || kept++ >= CASES_MAX) return;
    snprintf(folder, sizeof folder, "%s/%llu_%u", cases, (unsigned long long)pairs[index].seed,
             pairs[index].number);
    mkdir(folder, 0777);
    st_reduce(tools, &pairs[index], &results[index], REDUCE_TRIES);
    st_write_case(folder, &pairs[index], &results[index]);
}

/// What all pairs have in common.
typedef struct Wish {
    u64 seed;
    u32 features;
    st_DocForm form;      // ST_FORM_COUNT: any
    const char *cases;
} Wish;

static u32 batch(const st_Tools *tools, const Wish *wish, u32 first, u32 count)
{
    u32 failed = 0;
    st_new_reset();
    for (u32 i = 0; i < count; i++) {
        st_pair_make(&pairs[i], wish->seed, first + i, wish->features);
        pairs[i].form =
            wish->form != ST_FORM_COUNT ? wish->form : st_form_of(wish->seed, first + i);
    }
    st_try(tools, pairs, count, results);
    for (u32 i = 0; i < count; i++) {
        if (!results[i].bad) continue;
        failed++;
        print_failure(&pairs[i], &results[i]);
        keep_case(tools, wish->cases, i);
    }
    return failed;
}

/// EDDIEC FOLDER SEED FIRST COUNT [CASES [FEATURES [FORM]]]: a pair that fails is reduced and
/// written to CASES, if that is given and not "-". FORM is packed, open, mixed or any.
int main(int argc, char **argv)
{
    if (argc < 6) return 2;
    st_Tools tools = { .folder = argv[2], .eddiec = argv[1], .tcc = getenv("STORM_TCC") != NULL };
    u32 first = (u32)strtoul(argv[4], NULL, 0), count = (u32)strtoul(argv[5], NULL, 0), failed = 0;
    Wish wish = { .seed = strtoull(argv[3], NULL, 0),
                  .features = argc > 7 ? (u32)strtoul(argv[7], NULL, 0) : FEATURES,
                  .form = argc > 8 ? st_form_called(argv[8]) : ST_FORM_COUNT,
                  .cases = argc > 6 && strcmp(argv[6], "-") != 0 ? argv[6] : NULL };
    if (argc > 8 && wish.form == ST_FORM_COUNT && strcmp(argv[8], "any") != 0) return 2;
    mkdir(tools.folder, 0700);
    make_folder(tools.folder, "old");
    make_folder(tools.folder, "old/gen");
    make_folder(tools.folder, "new");
    make_folder(tools.folder, "new/gen");
    make_folder(tools.folder, "further");
    make_folder(tools.folder, "further/gen");
    // each pair may bring two roots, and a module has at most 16
    for (u32 done = 0; done < count; done += ST_BATCH_MAX) {
        u32 some = count - done < ST_BATCH_MAX ? count - done : ST_BATCH_MAX;
        failed += batch(&tools, &wish, first + done, some);
    }
    printf("%u passed, %u failed\n", count - failed, failed);
    return failed != 0;
}
