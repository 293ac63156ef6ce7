/// resave MODULE SNAPSHOT OUT: loads a snapshot with a game's module, and saves the state again.
#include <stdio.h>
#include <stdlib.h>
#include "runtime/live/library.h"
#include "runtime/os/files.h"
#include "runtime/os/program.h"
#include "runtime/run/run.h"

#define FILE_MAX ((size_t)64 << 20)

static void need(bool good, const ed_Error *error)
{
    if (good) return;
    printf("resave: %s\n", error->text);
    exit(1);
}

int main(int argc, char **argv)
{
    static ed_Run run;
    static ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    ed_Library library;
    ed_Span module, state, saved;
    u64 hash;
    ed_program_begin(&argc, &argv);
    if (argc != 4) return 2;
    need(ed_arena_open(&arena, "files", (size_t)1 << 30, &error), &error);
    need(ed_library_read(argv[1], &arena, &module, &hash, &error), &error);
    need(ed_library_open(&library, module, hash, argv[1], ".", 1, &error), &error);
    need(ed_file_read(argv[2], FILE_MAX, &arena, &state, &error), &error);
    need(ed_run_open(&run, library.module, 1, &error), &error);
    need(ed_run_load(&run, state.at, state.size, &error), &error);
    need(ed_run_pack(&run, &saved, &error), &error);
    need(ed_file_write_atomic(argv[3], saved.at, saved.size, &error), &error);
    ed_run_close(&run);
    ed_library_close(&library);
    return 0;
}
