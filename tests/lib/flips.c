#include "tests/lib/flips.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/lib/invariants.h"

// --- the memory of a game ------------------------------------------------------------------------

typedef struct Memory {      // a copy of the memory of its states
    u8 *bytes[ED_ROOTS_MAX];
    size_t used[ED_ROOTS_MAX];
    u64 tick;
} Memory;

static void forget(Memory *memory)
{
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) free(memory->bytes[i]);
    *memory = (Memory){ .tick = 0 };
}

static void remember(Memory *memory, const ed_Run *run)
{
    forget(memory);
    memory->tick = run->host.tick;
    for (u32 i = 0; i < run->module->schema->state_count; i++) {
        const ed_Arena *arena = run->states[i].arena;
        memory->used[i] = arena->used;
        memory->bytes[i] = malloc(arena->used + 1);
        if (!memory->bytes[i]) abort();
        memcpy(memory->bytes[i], arena->base, arena->used);
    }
}

static bool is_unchanged(const Memory *memory, const ed_Run *run)
{
    bool same = memory->tick == run->host.tick;
    for (u32 i = 0; same && i < run->module->schema->state_count; i++) {
        const ed_Arena *arena = run->states[i].arena;
        same = arena->used == memory->used[i]
            && memcmp(arena->base, memory->bytes[i], arena->used) == 0;
    }
    return same;
}

// --- one load ------------------------------------------------------------------------------------

static bool wrong(Flips *flips, const char *what, size_t at, const char *more)
{
    snprintf(flips->wrong, sizeof flips->wrong, "%s %zu: %s", what, at, more);
    return false;
}

/// False on a failure; `refused`: the document must not be accepted.
static bool load(ed_Run *run, ed_Span whole, ed_Span changed, bool refused, Memory *memory,
                 Flips *flips, const char **why)
{
    ed_Span packed;
    ed_Error error = { .code = ED_OK };
    static char said[sizeof error.text];
    bool loaded = ed_run_load(run, changed.at, changed.size, &error);
    snprintf(said, sizeof said, "%s", error.text);
    if (!loaded) {
        *why = !strstr(said, "at byte ") ? said
             : is_unchanged(memory, run) ? NULL
                                         : "refused, but the state changed";
        return *why == NULL;
    }
    flips->loaded++;
    ed_State state = ed_run_state(run);
    *why = refused ? "accepted, although it has to be refused" : broken_invariant(&state);
    if (!*why && !ed_run_pack(run, &packed, &error) && error.code != ED_ERR_DEPTH
        && error.code != ED_ERR_LIMIT)
        *why = error.text;
    error.code = ED_OK;
    if (!*why && !ed_run_load(run, whole.at, whole.size, &error))
        *why = "the undamaged document can no longer be loaded";
    remember(memory, run);
    return *why == NULL;
}

static bool begin(ed_Run *run, ed_Span document, Memory *memory, Flips *flips)
{
    ed_Error error = { .code = ED_OK };
    *flips = (Flips){ .tried = 0 };
    if (!ed_run_load(run, document.at, document.size, &error))
        return wrong(flips, "the undamaged document is refused, byte", (size_t)error.at,
                     error.text);
    remember(memory, run);
    return true;
}

// --- all cuts and flips --------------------------------------------------------------------------

bool flips_cut(ed_Run *run, ed_Span document, u32 step, Flips *flips)
{
    Memory memory = { .tick = 0 };
    const char *why = NULL;
    bool good = begin(run, document, &memory, flips);
    for (size_t size = 0; good && size < document.size; size += step, flips->tried++) {
        // a separate allocation, so that the sanitizer sees a read past its end
        u8 *copy = malloc(size ? size : 1);
        if (!copy) abort();
        memcpy(copy, document.at, size);
        good = load(run, document, (ed_Span){ copy, size }, true, &memory, flips, &why)
            || wrong(flips, "cut to", size, why);
        free(copy);
    }
    forget(&memory);
    return good;
}

static bool flip(ed_Run *run, ed_Span document, u32 step, bool reseal, Flips *flips)
{
    Memory memory = { .tick = 0 };
    const char *why = NULL;
    u8 *copy = malloc(document.size);
    if (!copy) abort();
    bool good = begin(run, document, &memory, flips);
    for (size_t bit = 0; good && bit < document.size * 8; bit += step, flips->tried++) {
        memcpy(copy, document.at, document.size);
        copy[bit / 8] ^= (u8)(1u << bit % 8);
        if (reseal) ed_snapshot_seal(copy, document.size);
        good = load(run, document, (ed_Span){ copy, document.size }, !reseal, &memory, flips, &why)
            || wrong(flips, "bit", bit, why);
    }
    free(copy);
    forget(&memory);
    return good;
}

bool flips_with_old_hash(ed_Run *run, ed_Span document, u32 step, Flips *flips)
{
    return flip(run, document, step, false, flips);
}

bool flips_with_new_hash(ed_Run *run, ed_Span document, u32 step, Flips *flips)
{
    return flip(run, document, step, true, flips);
}
