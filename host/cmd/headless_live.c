#include "host/cmd/headless.h"
#include "runtime/base/str.h"
#include "runtime/debug/game_source.h"
#include "runtime/live/fault.h"
#include "runtime/live/library.h"

typedef struct HeadlessGame {
    ed_Run run;
    ed_Library library;
    ed_Arena file;
} HeadlessGame;

struct host_Headless {
    HeadlessGame games[HOST_HEADLESS_MAX];
    u32 count;
    ed_CopyDir folder;
    ed_Fault fault;
    bool guarded;
};

host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error)
{
    host_Headless *headless = ed_arena_push(arena, sizeof *headless, _Alignof(host_Headless));
    if (!headless) {
        ed_arena_check(arena, error);
        return NULL;
    }
    headless->folder = ED_NO_COPY_DIR;
    headless->guarded =
        ed_copy_dir_open(&headless->folder, error) && ed_guard_open(&headless->fault, error);
    if (headless->guarded) return headless;
    host_headless_close(headless);
    return NULL;
}

void host_headless_close(host_Headless *headless)
{
    for (u32 i = 0; i < headless->count; i++) {
        HeadlessGame *game = &headless->games[i];
        host_headless_select(headless, &game->run);
        if (game->run.module) ed_run_close(&game->run);
        ed_library_close(&game->library);
        ed_arena_close(&game->file);
    }
    if (headless->guarded) ed_guard_close();
    ed_copy_dir_close(&headless->folder);
}

static bool load(host_Headless *headless, HeadlessGame *game, const char *path, ed_Error *error)
{
    ed_Span bytes;
    u64 hash;
    return ed_arena_open_fixed(&game->file, "module file", ED_LIBRARY_BYTES_MAX + 64, error)
        && ed_library_read(path, &game->file, &bytes, &hash, error)
        && ed_library_open(&game->library, bytes, hash, path, headless->folder.path,
                           headless->count, error)
        && ed_run_prepare(&game->run, game->library.module, error);
}

ed_Run *host_headless_add(host_Headless *headless, const char *path, u64 seed, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    HeadlessGame *game = &headless->games[headless->count++];
    if (!path) path = ED_MODULE_PATH;
    bool good = load(headless, game, path, &why);
    game->run.caller = (ed_GuardedCall){ ed_guard_call, &game->run };
    host_headless_select(headless, &game->run);
    if (good && ed_run_start(&game->run, seed, &why)) return &game->run;
    char words[512] = "";
    ed_Text out = ed_text_over(words, sizeof words);
    if (game->run.failed_phase) host_headless_fault(headless, &out);
    ed_fail(error, why.code, "%s: %s", path,
            game->run.failed_phase ? words : ed_without_path(why.text, path));
    return NULL;
}

void host_headless_select(host_Headless *headless, const ed_Run *run)
{
    for (u32 i = 0; i < headless->count; i++)
        if (run == &headless->games[i].run) ed_guard_module(headless->games[i].library.copy);
}

void host_headless_fault(const host_Headless *headless, ed_Text *out)
{
    char at[192] = "", calls[256] = "";
    ed_Text location = ed_text_over(at, sizeof at), functions = ed_text_over(calls, sizeof calls);
    ed_fault_locate(&headless->fault, &location, &functions);
    if (location.size) ed_text_add(out, "%s: ", at);
    ed_fault_describe(&headless->fault, out);
    if (functions.size) ed_text_add(out, " (%s)", calls);
}
