/// resave MODULE SNAPSHOT UPDATES OUT: loads a snapshot with a game's module, or starts a new game
/// if SNAPSHOT is "-", runs updates, and saves the state.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/live/library.h"
#include "runtime/os/files/files.h"
#include "runtime/os/process/program.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/run/run.h"

#define FILE_MAX ((size_t)64 << 20)

static ed_Error error;
static ed_Library library;

static void need(bool good)
{
    if (good) return;
    printf("resave: %s\n", error.text);
    ed_library_close(&library);      // removes its copy
    exit(1);
}

static void save(ed_Run *run, const char *path)
{
    ed_Span bytes;
    need(ed_run_pack(run, &bytes, &error));
    need(ed_file_write_atomic(path, bytes.at, bytes.size, &error));
}

int main(int argc, char **argv)
{
    static ed_Run run;
    static ed_Arena arena;
    ed_Span module, state;
    u64 hash;
    ed_program_begin(&argc, &argv);
    if (argc != 5) return 2;
    ed_start_folder_save();
    need(ed_arena_open(&arena, "files", (size_t)1 << 30, &error));
    need(ed_library_read(argv[1], &arena, &module, &hash, &error));
    need(ed_library_open(&library, module, hash, argv[1], ed_start_folder(), 1, &error));
    need(ed_run_open(&run, library.module, 1, &error));
    if (strcmp(argv[2], "-") != 0) {
        need(ed_file_read(argv[2], FILE_MAX, &arena, &state, &error));
        need(ed_run_load(&run, state.at, state.size, &error));
    }
    ed_Input input = run.input;
    for (int i = atoi(argv[3]); i > 0; i--) need(ed_run_update(&run, &input));
    save(&run, argv[4]);
    ed_run_close(&run);
    ed_library_close(&library);
    return 0;
}
