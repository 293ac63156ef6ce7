#include "runtime/debug/determinism.h"
#include "runtime/base/limits.h"
#include "runtime/debug/run_compare.h"
#include "runtime/attic/snapshot.h"

/// A state that was unpacked into its own memory.
typedef struct Copy {
    ed_Arena arenas[ED_ROOTS_MAX];
    ed_RootMemory roots[ED_ROOTS_MAX];
    ed_State state;
} Copy;

typedef struct Drift {
    ed_Run *run;
    ed_Arena again, later, work;      // again, later: packed before and after render(); work:
                                      // memory for reading and comparing
    Copy copies[2];
} Drift;

static bool read_copy(Drift *drift, ed_Span bytes, Copy *copy)
{
    const ed_Module *module = drift->run->module;
    ed_Error error = { .code = ED_OK };
    ed_Report report;
    copy->state = (ed_State){
        .game = module->game, .schema = module->schema, .roots = copy->roots, .live = true
    };
    for (u32 i = 0; i < module->schema->state_count; i++) {
        ed_Arena *arena = &copy->arenas[i];
        if (!arena->base && !ed_arena_open(arena, "comparing", ed_bytes_max, &error)) return false;
        ed_arena_reset(arena);
        copy->roots[i] = (ed_RootMemory){ NULL, arena };
    }
    return ed_snapshot_read(bytes.at, bytes.size, &copy->state, &drift->work, &report, &error);
}

/// Finds the first field in which two packed states differ. Both are unpacked, so that only the
/// state counts and not its encoding.
static bool find_first_difference(Drift *drift, ed_Span first, ed_Span second,
                                  ed_RunDifference *found)
{
    ed_RunComparison comparison = { .arena = &drift->work, .found = found, .limit = 1 };
    ed_arena_reset(&drift->work);
    if (!read_copy(drift, first, &drift->copies[0]) || !read_copy(drift, second, &drift->copies[1]))
        return false;
    ed_run_compare(&drift->copies[0].state, &drift->copies[1].state, &comparison);
    return comparison.count > 0;
}

static bool pack_drift(Drift *drift, ed_Arena *arena, ed_Span *bytes)
{
    ed_Error error = { .code = ED_OK };
    return ed_arena_open(arena, "comparing", ed_bytes_max, &error)
        && ed_run_pack_into(drift->run, ED_PACK_CHECKPOINT, arena, bytes, &error);
}

static void explain_difference(Drift *drift, ed_Span kept, ed_Text *out)
{
    ed_RunDifference found;
    ed_Span again, later;
    unsigned long long frame = drift->run->host.tick;
    if (!pack_drift(drift, &drift->again, &again)) return;
    ed_run_render(drift->run, 0);
    bool rendered = pack_drift(drift, &drift->later, &later);
    if (rendered && find_first_difference(drift, again, later, &found))
        ed_text_add(out, "render() changes %s (first seen at frame %llu)", found.path, frame);
    else if (find_first_difference(drift, kept, again, &found))
        ed_text_add(out, "%s at frame %llu was %.40s, but is %.40s when recomputed", found.path,
                    frame, found.first, found.second);
}

void ed_determinism_explain(ed_Run *run, ed_Span kept, char text[ED_DETERMINISM_TEXT_MAX])
{
    Drift drift = { .run = run };
    ed_Error error = { .code = ED_OK };
    ed_Text out = ed_text_over(text, ED_DETERMINISM_TEXT_MAX);
    if (ed_arena_open(&drift.work, "comparing", ed_bytes_max, &error))
        explain_difference(&drift, kept, &out);
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) {
        ed_arena_close(&drift.copies[0].arenas[i]);
        ed_arena_close(&drift.copies[1].arenas[i]);
    }
    ed_arena_close(&drift.again);
    ed_arena_close(&drift.later);
    ed_arena_close(&drift.work);
}
