#include "tests/lib/bare_live.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include "gen/schema.gen.h"

ed_Live bare;
ed_Module bare_module;
char bare_folder[64], bare_module_path[96];

static void nothing(ed_Host *host) { (void)host; }

bool bare_begin(void)
{
    ed_Error error = { .code = ED_OK };
    memset(&bare, 0, sizeof bare);
    bare_module = (ed_Module){ .abi = ED_ABI,
                               .game = "unit",
                               .title = "Unit",
                               .schema = &eddie_schema,
                               .update = nothing,
                               .render = nothing,
                               .pack = ed_snapshot_write,
                               .unpack = ed_snapshot_read };
    snprintf(bare_folder, sizeof bare_folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(bare_folder)) return false;
    snprintf(bare_module_path, sizeof bare_module_path, "%s/game.so", bare_folder);
    bare.config = (ed_LiveConfig){ .module_path = bare_module_path,
                                   .build_command = "true",
                                   .no_checkpoints = true };
    bare.build_lock = -1;
    return ed_run_open(&bare.run, &bare_module, 5, &error)
        && ed_watch_open(&bare.watch, (const char *const[]){ bare_folder, NULL }, &error);
}

void bare_end(void)
{
    char command[128];
    ed_live_close(&bare);
    snprintf(command, sizeof command, "rm -rf %s", bare_folder);
    CHECK_EQ(system(command), 0);
}

const char *bare_path(const char *name)
{
    static char paths[2][128];
    static u32 turn;
    char *it = paths[turn++ % 2];
    snprintf(it, sizeof paths[0], "%s/%s", bare_folder, name);
    return it;
}

bool bare_write(const char *name, const char *text)
{
    FILE *file = fopen(bare_path(name), "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0;
}

bool bare_make_module(void)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    bare.code.library = &bare.libraries[0];
    return bare_write("game.so", "a module")
        && ed_arena_open(&bare.file, "module file", ED_LIBRARY_BYTES_MAX, &error)
        && ed_library_read(bare_module_path, test_arena(), &bytes, &bare.libraries[0].hash, &error);
}
