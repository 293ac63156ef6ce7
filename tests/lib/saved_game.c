#include "tests/lib/saved_game.h"
#include "tests/lib/file_calls.h"
#include "tests/lib/test.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"

SavedGame saved;
static ed_Module module;

static void nothing(ed_Host *host) { (void)host; }
static void update(ed_Host *host) { ((Game *)host->states[Game_root].at)->tick++; }

static bool pack_copy(ed_Span *copy)
{
    ed_Span bytes;
    ed_run_update(&saved.run, NULL);
    if (!ed_run_pack(&saved.run, &bytes, &saved.error)) return false;
    u8 *at = ed_arena_push(test_arena(), bytes.size, 64);
    if (at) memcpy(at, bytes.at, bytes.size);
    *copy = (ed_Span){ at, bytes.size };
    return at;
}

bool saved_open(void)
{
    file_calls = (FileCalls){ .file = -1 };
    saved.error = (ed_Error){ .code = ED_OK };
    if (saved.run.module) ed_run_close(&saved.run);
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .view_width = 100,
                          .view_height = 50,
                          .schema = &eddie_schema,
                          .update = update,
                          .render = nothing,
                          .pack = ed_snapshot_write,
                          .unpack = ed_snapshot_read };
    snprintf(saved.folder, sizeof saved.folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(saved.folder) || !ed_run_open(&saved.run, &module, 5, &saved.error)) return false;
    snprintf(saved.path, sizeof saved.path, "%s/a.state", saved.folder);
    return pack_copy(&saved.states[0]) && pack_copy(&saved.states[1]);
}

void saved_close(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", saved.folder);
    CHECK_EQ(system(command), 0);
}

int saved_state(void)
{
    ed_Span bytes;
    ed_Error why = { .code = ED_OK };
    static ed_Arena arena;
    static ed_Run reader;
    if (!arena.base && !ed_arena_open(&arena, "file", (size_t)1 << 20, &why)) return -1;
    ed_arena_reset(&arena);
    if (!ed_file_read(saved.path, 1 << 20, &arena, &bytes, &why)
        || !ed_run_open(&reader, &module, 5, &why))
        return -1;
    bool loads = ed_run_load(&reader, bytes.at, bytes.size, &why);
    ed_run_close(&reader);
    for (int i = 0; loads && i < 2; i++)
        if (bytes.size == saved.states[i].size
            && memcmp(bytes.at, saved.states[i].at, bytes.size) == 0)
            return i;
    return -1;
}

u32 saved_file_count(void)
{
    u32 count = 0;
    DIR *dir = opendir(saved.folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) count += entry->d_name[0] != '.';
    if (dir) closedir(dir);
    return count;
}

bool saved_restore(void)
{
    saved.error = (ed_Error){ .code = ED_OK };
    return ed_file_write_atomic(saved.path, saved.states[0].at, saved.states[0].size, &saved.error)
        && saved_file_count() == 1;
}
