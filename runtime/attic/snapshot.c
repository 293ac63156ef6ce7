#include "runtime/attic/snapshot.h"
#include "runtime/attic/renames.h"
#include "runtime/attic/restore.h"
#include "runtime/migrate/given_defaults.h"
#include "runtime/migrate/links.h"
#include "runtime/types/stable_pool.h"

static void use_limit(const ed_State *state)
{
    if (state->bytes_max) ed_bytes_max = state->bytes_max;
}

bool ed_snapshot_write(ed_Writer *w, const ed_State *state)
{
    use_limit(state);
    size_t start = w->size;
    bool kept = !state->attic && state->attic_bytes.size;
    ed_document_begin(w, state, state->attic || kept);
    if (state->attic) {
        ed_write_text(w, "attic");
        ed_attic_write(w, state->attic);
    }
    if (kept) {
        ed_write_text(w, "attic");
        ed_write_packed(w, state->attic_bytes.at, state->attic_bytes.size);
    }
    ed_document_end(w, state, start);
    return ed_write_ok(w);
}

/// Adds what the attic could not keep. This or an earlier reload counted these values as dropped or
/// reduced.
static void report_attic(const ed_Attic *attic, ed_Report *report)
{
    if (attic->refused)
        ed_report_remark(report, "the attic is full: %llu old value%s could not be kept",
                         (unsigned long long)attic->refused, attic->refused == 1 ? "" : "s");
    if (attic->forgotten)
        ed_report_remark(report, "the attic is full: %llu of its oldest values %s deleted",
                         (unsigned long long)attic->forgotten,
                         attic->forgotten == 1 ? "was" : "were");
    if (attic->unreadable)
        ed_report_remark(report, "%llu old value%s in the attic could not be read and %s deleted",
                         (unsigned long long)attic->unreadable, attic->unreadable == 1 ? "" : "s",
                         attic->unreadable == 1 ? "was" : "were");
    if (attic->left_out)
        ed_report_remark(report, "the attic of this snapshot was saved by another version of eddie "
                                 "and is ignored");
}

/// Restores what the attic has, and retains what the load lost.
static void use_attic(ed_Attic *attic, ed_DocumentLoad *load)
{
    bool returned = attic->returned;
    attic->returned = false;
    ed_attic_note_renames(attic, &load->plan);
    if (!ed_attic_restore(attic, load)) return;
    if (ed_attic_retain(attic, load, returned))
        ed_attic_rename_lost(attic, &attic->states[attic->count - 1]);
    if (!attic->count) attic->rename_count = 0;
    report_attic(attic, load->report);
}

/// Gives stable pools and record pointers the form in which the game has them, when all of the
/// state is complete.
static void finish_state(ed_DocumentLoad *load)
{
    const ed_State *state = load->state;
    bool good = ed_stable_pools_open(state);
    for (u32 i = 0; !good && i < state->schema->state_count; i++)
        ed_arena_check(state->roots[i].arena, &load->r.err);
    if (good && !ed_record_ptrs_resolve(state, &load->plan))
        ed_read_fail(&load->r, ED_ERR_LIMIT, load->r.at, "%s: memory limit reached",
                     load->scratch->name);
}

bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error)
{
    ed_DocumentLoad load = {
        .bytes = { (const u8 *)bytes, size }, .state = state, .scratch = scratch, .report = report
    };
    ed_Attic *attic = state->attic;
    use_limit(state);
    ed_document_load_open(&load);
    if (attic) {
        load.plan.had_values = ed_attic_had_values;
        load.plan.had_values_it = attic;
        if (load.parts.attic.at) {
            ed_document_go_to(&load.r, load.parts.attic);
            ed_attic_read(&load.r, attic);
        }
    }
    if (ed_document_load_run(&load, NULL, NULL)) {
        if (attic) use_attic(attic, &load);
        if (ed_read_ok(&load.r)) finish_state(&load);
        ed_given_defaults_note(&load.plan);
    }
    if (!ed_read_ok(&load.r) && error && !error->code) *error = load.r.err;
    return ed_read_ok(&load.r);
}
