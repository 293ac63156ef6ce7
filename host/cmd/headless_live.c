#include "host/cmd/headless.h"
#include "runtime/debug/game_source.h"
#include "runtime/live/fault.h"
#include "runtime/live/library.h"

typedef struct One {
    ed_Run run;
    ed_Library library;
    ed_Arena file;
} One;

struct host_Headless {
    One ones[HOST_HEADLESS_MAX];
    u32 count;
    ed_CopyDir folder;
    ed_Fault fault;
    bool guarded;
};

host_Headless *host_headless_open(ed_Arena *arena, ed_Error *error)
{
    host_Headless *alone = ed_arena_push(arena, sizeof *alone, _Alignof(host_Headless));
    if (!alone) {
        ed_arena_check(arena, error);
        return NULL;
    }
    alone->folder.lock = -1;
    alone->guarded = ed_copy_dir_open(&alone->folder, error) && ed_guard_open(&alone->fault, error);
    if (alone->guarded) return alone;
    host_headless_close(alone);
    return NULL;
}

void host_headless_close(host_Headless *alone)
{
    for (u32 i = 0; i < alone->count; i++) {
        One *one = &alone->ones[i];
        host_headless_select(alone, &one->run);
        if (one->run.module) ed_run_close(&one->run);
        ed_library_close(&one->library);
        ed_arena_close(&one->file);
    }
    if (alone->guarded) ed_guard_close();
    ed_copy_dir_close(&alone->folder);
}

static bool load(host_Headless *alone, One *one, const char *path, ed_Error *error)
{
    ed_Span bytes;
    u64 hash;
    return ed_arena_open(&one->file, "module file", ED_LIBRARY_BYTES_MAX + 64, error)
        && ed_library_read(path, &one->file, &bytes, &hash, error)
        && ed_library_open(&one->library, bytes, hash, path, alone->folder.path, alone->count,
                           error)
        && ed_run_prepare(&one->run, one->library.module, error);
}

ed_Run *host_headless_add(host_Headless *alone, const char *path, u64 seed, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    One *one = &alone->ones[alone->count++];
    if (!path) path = ED_MODULE_PATH;
    bool good = load(alone, one, path, &why);
    one->run.caller = (ed_GuardedCall){ ed_guard_call, &one->run };
    host_headless_select(alone, &one->run);
    if (good && ed_run_start(&one->run, seed, &why)) return &one->run;
    char words[512] = "";
    ed_Text out = ed_text_over(words, sizeof words);
    if (one->run.failed_phase) host_headless_fault(alone, &out);
    ed_fail(error, why.code, "%s: %s", path, one->run.failed_phase ? words : why.text);
    return NULL;
}

void host_headless_select(host_Headless *alone, const ed_Run *run)
{
    for (u32 i = 0; i < alone->count; i++)
        if (run == &alone->ones[i].run) ed_guard_module(alone->ones[i].library.copy);
}

void host_headless_fault(const host_Headless *alone, ed_Text *out)
{
    char at[192] = "", calls[256] = "";
    ed_Text location = ed_text_over(at, sizeof at), functions = ed_text_over(calls, sizeof calls);
    ed_fault_locate(&alone->fault, &location, &functions);
    if (location.size) ed_text_add(out, "%s: ", at);
    ed_fault_describe(&alone->fault, out);
    if (functions.size) ed_text_add(out, " (%s)", calls);
}
