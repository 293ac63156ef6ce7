// Loads damaged snapshots of a game into it. Arguments: MODULE, FRAMES before the snapshot, STEP
// from one damaged bit to the next.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/lib/flips.h"

static ed_Run run;

static u8 *packed(bool open, size_t *size)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    run.open_form = open;
    if (!ed_run_pack(&run, &bytes, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    u8 *copy = malloc(bytes.size);
    if (!copy) abort();
    *size = bytes.size;
    return memcpy(copy, bytes.at, bytes.size);
}

static bool tell(const char *what, bool open, bool good, const Flips *flips)
{
    if (!good) printf("FAIL %s, %s: %s\n", what, open ? "open" : "packed", flips->wrong);
    return good;
}

int main(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    int passed = 0;
    if (argc != 4) return fprintf(stderr, "MODULE FRAMES STEP\n"), 2;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    const ed_Module *(*module)(void) = NULL;
    if (library) *(void **)&module = dlsym(library, "eddie_module");
    if (!module) return fprintf(stderr, "%s\n", dlerror()), 2;
    if (!ed_run_open(&run, module(), 1, &error)) return fprintf(stderr, "%s\n", error.text), 2;
    for (int i = atoi(argv[2]); i > 0; i--) ed_run_update(&run, NULL);
    for (u32 open = 0; open < 2; open++) {
        Flips flips;
        size_t size = 0;
        u8 *bytes = packed(open, &size);
        ed_Span document = { bytes, size };
        u32 step = (u32)atoi(argv[3]);
        passed += tell("cut", open, flips_cut(&run, document, step, &flips), &flips);
        passed += tell("flipped", open, flips_with_old_hash(&run, document, step, &flips), &flips);
        passed += tell("flipped and sealed", open,
                       flips_with_new_hash(&run, document, step, &flips), &flips);
        free(bytes);
    }
    ed_run_close(&run);
    printf("%d passed, %d failed\n", passed, 6 - passed);
    return passed != 6;
}
