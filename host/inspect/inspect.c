#include "host/inspect/inspect.h"
#include <stdio.h>
#include <string.h>
#include "host/inspect/actions.h"
#include "host/inspect/draw.h"
#include "host/inspect/input.h"
#include "host/inspect/layout.h"
#include "host/inspect/rows.h"
#include "runtime/base/hash.h"

#define MEMORY_MAX ((size_t)64 << 20)

static bool make_inspector(host_Inspect *inspect, ed_Error *error)
{
    ed_Arena *arena = &inspect->arena;
    if (inspect->initialized) return true;
    if (!ed_arena_open(arena, "inspector", MEMORY_MAX, error)) return false;
    bool ok = host_tree_make(&inspect->tree, arena) && host_edits_make(&inspect->edits, arena)
           && host_changed_init(&inspect->changed, arena);
    for (u32 i = 0; i < 2 && ok; i++)
        ok = ed_draw_open(&inspect->plain[i], arena, 1, 1)
          && ed_draw_open(&inspect->code[i], arena, 1, 1);
    inspect->rows =
        ed_arena_push(arena, HOST_SHOWN_MAX * sizeof *inspect->rows, _Alignof(host_Row));
    inspect->shown =
        ed_arena_push(arena, HOST_SHOWN_MAX * sizeof *inspect->shown, _Alignof(host_Shown));
    inspect->initialized = ok && inspect->rows && inspect->shown;
    inspect->pin = -1;
    inspect->page = 1;
    if (inspect->initialized) return true;
    ed_arena_check(arena, error);
    ed_arena_close(arena);
    return false;
}

void host_inspect_close(host_Inspect *inspect)
{
    if (inspect->initialized) ed_arena_close(&inspect->arena);
    inspect->initialized = inspect->open = false;
}

bool host_inspect_toggle(host_Inspect *inspect, ed_Error *error)
{
    if (inspect->open && inspect->focus) {
        host_inspect_hide(inspect);
        return true;
    }
    if (!make_inspector(inspect, error)) return false;
    inspect->open = inspect->focus = true;
    SDL_StartTextInput();
    return true;
}

// --- once a frame --------------------------------------------------------------------------------

/// Returns a number that changes with each reload, load and new game.
static u64 epoch_of(const ed_Run *run)
{
    u64 epoch = ed_hash_u64(0, (u64)(uintptr_t)run->module);
    for (u32 i = 0; i < run->module->schema->state_count; i++)
        epoch = ed_hash_u64(epoch, (u64)(uintptr_t)run->states[i].at);
    return epoch;
}

void host_inspect_draw(host_Inspect *inspect, host_Window *window, ed_Run *run, f64 now)
{
    if (!inspect->open) return;
    ed_State state = ed_run_state(run);
    inspect->now = now;
    host_changed_start_epoch(&inspect->changed, epoch_of(run));
    host_inspect_layout(inspect, window);
    host_inspect_update_rows(inspect, &state);
    host_inspect_draw_panel(inspect, window, &state, run->failed_phase != ED_PHASE_NONE);
}

// --- events --------------------------------------------------------------------------------------

bool host_inspect_event(host_Inspect *inspect, const SDL_Event *event, ed_Run *run, f64 now)
{
    if (!inspect->open) return false;
    ed_State state = ed_run_state(run);
    inspect->now = now;
    // before the first frame, no row is selected
    if (!*inspect->selected) host_inspect_select(inspect, &state, 0);
    switch (event->type) {
    case SDL_KEYDOWN:
        return inspect->focus && host_inspect_key(inspect, &state, &event->key.keysym);
    case SDL_TEXTINPUT:
        return inspect->focus && host_inspect_text(inspect, &state, event->text.text);
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL: return host_inspect_mouse(inspect, &state, event);
    default: return false;
    }
}
