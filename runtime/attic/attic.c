#include "runtime/attic/attic.h"
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/load_document.h"
#include "runtime/migrate/match.h"

#define RENAMES_MAX 16384u
#define LISTS_BYTES_MAX ((size_t)256 << 20)
#define LARGE_BYTES ((size_t)1 << 20)      // of a document; smaller ones are always copied
#define KEPT_BYTES (2 * sizeof(ed_RetainedBytes))
#define NOTE_RETAINED "kept in the attic"      // on a dropped field that held values

// --- memory --------------------------------------------------------------------------------------

void *ed_attic_push(ed_Attic *attic, size_t size)
{
    if (!attic->memory.base && !ed_arena_open(&attic->memory, "attic lists", LISTS_BYTES_MAX, NULL))
        return NULL;
    return ed_arena_push(&attic->memory, size ? size : 1, 8);
}

static void *copy_of(ed_Attic *attic, const void *bytes, size_t size)
{
    void *copy = ed_attic_push(attic, size);
    return copy && size ? memcpy(copy, bytes, size) : copy;
}

const char *ed_attic_text(ed_Attic *attic, const char *text)
{
    return text ? (const char *)copy_of(attic, text, strlen(text) + 1) : NULL;
}

void ed_attic_init(ed_Attic *attic, size_t limit, ed_Arena *spare)
{
    memset(attic, 0, sizeof *attic);
    attic->limit = limit;
    attic->spare = spare;
}

/// Opens memory for a document. A large one gets that of the last large one that was given up, whose
/// pages have been written before.
static bool open_bytes(const ed_Attic *attic, size_t size, size_t limit, ed_Arena *arena)
{
    ed_Arena *spare = attic->spare;
    if (size < LARGE_BYTES || !spare || !spare->base || spare->limit < limit)
        return ed_arena_open(arena, "attic", limit, NULL);
    *arena = *spare;
    *spare = (ed_Arena){ .base = NULL };
    ed_arena_reset(arena);
    return true;
}

static void close_arena(const ed_Attic *attic, ed_Arena *arena)
{
    bool large = arena->limit >= ed_snapshot_bytes_max();
    if (large && attic->spare && !attic->spare->base) *attic->spare = *arena;
    else ed_arena_close(arena);
}

static void close_bytes(const ed_Attic *attic, ed_RetainedBytes *bytes)
{
    if (!bytes || --bytes->users) return;
    ed_Arena arena = bytes->arena;      // which holds `bytes`
    close_arena(attic, &arena);
}

static ed_RetainedBytes *push_retained(ed_Arena *arena)
{
    return (ed_RetainedBytes *)ed_arena_push(arena, sizeof(ed_RetainedBytes), 8);
}

/// Takes the memory that the document is in, and leaves other memory in its place. Returns NULL if
/// the memory was not lent, or if a copy takes less time.
static ed_RetainedBytes *take_memory(const ed_Attic *attic, const ed_Span *document)
{
    ed_Arena *lent = attic->lent, other;
    if (!lent || lent->base != document->at || document->size < LARGE_BYTES) return NULL;
    ed_RetainedBytes *bytes = push_retained(lent);
    if (!bytes || !open_bytes(attic, document->size, lent->limit, &other)) return NULL;
    *bytes = (ed_RetainedBytes){ .users = 1, .arena = *lent };
    memcpy(other.name, lent->name, sizeof other.name);
    *lent = other;
    return bytes;
}

static ed_RetainedBytes *copy_document(const ed_Attic *attic, ed_Span *document)
{
    ed_Arena arena;
    if (!open_bytes(attic, document->size, document->size + KEPT_BYTES, &arena)) return NULL;
    u8 *copy = (u8 *)ed_arena_push_raw(&arena, document->size, 8);
    ed_RetainedBytes *bytes = push_retained(&arena);
    if (!copy || !bytes) {
        close_arena(attic, &arena);
        return NULL;
    }
    memcpy(copy, document->at, document->size);
    document->at = copy;
    *bytes = (ed_RetainedBytes){ .users = 1, .arena = arena };
    return bytes;
}

/// Returns NULL if there is no room.
static ed_RetainedBytes *keep_bytes(const ed_Attic *attic, ed_Span *document)
{
    if (document->size + KEPT_BYTES > attic->limit) return NULL;
    ed_RetainedBytes *bytes = take_memory(attic, document);
    return bytes ? bytes : copy_document(attic, document);
}

void ed_attic_clear(ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) close_bytes(attic, attic->states[i].bytes);
    ed_arena_close(&attic->memory);
    ed_attic_init(attic, attic->limit, attic->spare);
}

void ed_attic_remove(ed_Attic *attic, u32 index)
{
    close_bytes(attic, attic->states[index].bytes);
    attic->count--;
    memmove(&attic->states[index], &attic->states[index + 1],
            (attic->count - index) * sizeof attic->states[0]);
}

static u64 values_of(const ed_Retained *retained)
{
    u64 values = 0;
    for (u32 i = 0; i < retained->lost_count; i++) values += retained->lost[i].values;
    return values;
}

static void forget_oldest(ed_Attic *attic)
{
    attic->forgotten += values_of(&attic->states[0]);
    ed_attic_remove(attic, 0);
}

bool ed_attic_add(ed_Attic *attic, ed_Retained state)
{
    state.bytes = keep_bytes(attic, &state.document);
    if (!state.bytes) {
        attic->refused += values_of(&state);
        return false;
    }
    while (attic->count == ED_ATTIC_STATES_MAX
           || (attic->count && ed_attic_bytes(attic) + state.document.size > attic->limit))
        forget_oldest(attic);
    attic->states[attic->count++] = state;
    return true;
}

u64 ed_attic_count(const ed_Attic *attic)
{
    u64 values = 0;
    for (u32 i = 0; i < attic->count; i++) values += values_of(&attic->states[i]);
    return values;
}

size_t ed_attic_bytes(const ed_Attic *attic)
{
    size_t bytes = 0;
    for (u32 i = 0; i < attic->count; i++) bytes += attic->states[i].document.size;
    return bytes;
}

size_t ed_attic_newest_bytes(const ed_Attic *attic)
{
    return attic->count ? attic->states[attic->count - 1].document.size : 0;
}

// --- lists ---------------------------------------------------------------------------------------

static bool copy_lists(ed_Attic *attic, ed_Retained *to, const ed_Retained *from)
{
    to->lost = (ed_LostField *)copy_of(attic, from->lost, from->lost_count * sizeof *from->lost);
    for (u32 i = 0; to->lost && i < from->lost_count; i++) {
        const ed_LostField *lost = &from->lost[i];
        to->lost[i].type = ed_attic_text(attic, lost->type);
        to->lost[i].field = ed_attic_text(attic, lost->field);
        if (!to->lost[i].type || (lost->field && !to->lost[i].field)) return false;
    }
    return to->lost != NULL;
}

bool ed_attic_add_rename(ed_Attic *attic, const ed_Rename *rename)
{
    if (attic->rename_count == attic->rename_capacity) {
        u32 capacity = attic->rename_capacity ? attic->rename_capacity * 2 : 16;
        ed_Rename *more = capacity <= RENAMES_MAX
                            ? (ed_Rename *)ed_attic_push(attic, capacity * sizeof *more)
                            : NULL;
        if (!more) return false;
        if (attic->rename_count) memcpy(more, attic->renames, attic->rename_count * sizeof *more);
        attic->renames = more;
        attic->rename_capacity = capacity;
    }
    ed_Rename copy = *rename;
    copy.type = ed_attic_text(attic, rename->type);
    copy.type_now = ed_attic_text(attic, rename->type_now);
    copy.field = ed_attic_text(attic, rename->field);
    copy.field_now = ed_attic_text(attic, rename->field_now);
    u32 *was = (u32 *)ed_attic_push(attic, rename->was_count * sizeof *was);
    copy.was = was;
    if (was && rename->was_count) memcpy(was, rename->was, rename->was_count * sizeof *was);
    if (!copy.type || !copy.type_now || !copy.was || (rename->field && !copy.field)
        || (rename->field_now && !copy.field_now))
        return false;
    attic->renames[attic->rename_count++] = copy;
    return true;
}

void ed_attic_give_up(ed_Attic *attic)
{
    while (attic->count) forget_oldest(attic);
    attic->rename_count = attic->load_renames = 0;
}

void ed_attic_copy(ed_Attic *to, const ed_Attic *from)
{
    ed_attic_init(to, from->limit, from->spare);
    to->loads = from->loads;
    to->returned = from->returned;
    bool good = true;
    for (u32 i = 0; good && i < from->count; i++) {
        to->states[i] = from->states[i];
        to->states[i].bytes->users++;
        to->count++;
        good = copy_lists(to, &to->states[i], &from->states[i]);
        if (!good) to->states[i].lost_count = 0;
    }
    if (!good) to->forgotten = ed_attic_count(from) - ed_attic_count(to);
    for (u32 i = 0; good && from->count && i < from->rename_count; i++)
        good = ed_attic_add_rename(to, &from->renames[i]);
    if (!good) ed_attic_give_up(to);
}

bool ed_attic_had_values(const void *it, const ed_Type *from, const ed_Field *added)
{
    const ed_Attic *attic = (const ed_Attic *)it;
    for (u32 s = 0; s < attic->count; s++)
        for (u32 i = 0; i < attic->states[s].lost_count; i++) {
            const ed_LostField *lost = &attic->states[s].lost[i];
            if (lost->field && strcmp(lost->type, from->name) == 0
                && strcmp(lost->field, added->name) == 0)
                return true;
        }
    return false;
}

// --- retaining -----------------------------------------------------------------------------------

/// A list of losses that grows: it is the last push of its arena.
typedef struct Search {
    ed_Arena *arena;
    const ed_Plan *plan;
    ed_Losses found;
} Search;

static void add_loss(Search *search, const ed_Type *type, u32 field, u64 values)
{
    ed_Losses *found = &search->found;
    u32 index = (u32)(type - search->plan->types);
    if (type < search->plan->types || index >= search->plan->type_count) return;
    for (u32 i = 0; i < found->count; i++)
        if (found->all[i].type == index && found->all[i].field == field) return;
    size_t size = found->count * sizeof *found->all;
    bool good = true;
    if (!found->all) found->all = (ed_Loss *)ed_arena_push(search->arena, sizeof *found->all, 8);
    else good = ed_arena_extend(search->arena, found->all, size, size + sizeof *found->all);
    found->full |= !good || !found->all;
    if (!found->full) found->all[found->count++] = (ed_Loss){ index, field, values };
}

static void find_in_field(Search *search, const ed_TypePlan *pair, u32 field)
{
    u64 most = 0;
    bool impossible = false;      // an absent value loses nothing, and yet does not come back
    const ed_PlanField *plan = &pair->fields[field];
    if (strcmp(pair->from->fields[field].name, ED_TAKEN_NAME) == 0) return;
    if (!plan->to && plan->moved != ED_MOVED_WHOLE && pair->records)
        add_loss(search, pair->from, field, plan->row ? plan->row->lost : 0);
    if (!plan->to) return;
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next) {
        u64 lost = ed_step_losses(&steps->fields[field]);
        impossible |= ed_step_is_impossible(&steps->fields[field]);
        most = lost > most ? lost : most;
    }
    if (most || impossible) add_loss(search, pair->from, field, most);
}

/// What was lost while parts moved counts for the fields that they came from.
static void find_in_moves(Search *search, const ed_TypePlan *pair)
{
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next)
        for (u32 m = 0; m < pair->move_count; m++) {
            const ed_Field *outer = ed_match_part(pair->from, pair->moves[m].path, NULL).outer;
            u64 lost = ed_step_losses(&steps->moves[m]);
            if (lost) add_loss(search, pair->from, (u32)(outer - pair->from->fields), lost);
        }
}

ed_Losses ed_attic_find_losses(ed_Arena *arena, const ed_Plan *plan)
{
    Search search = { .arena = arena, .plan = plan };
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        for (u32 i = 0; !pair->between_states && i < pair->from->field_count; i++)
            find_in_field(&search, pair, i);
        find_in_moves(&search, pair);
    }
    for (u32 i = 0; i < plan->report->count; i++) {
        const ed_ReportRow *row = &plan->report->rows[i];
        bool state = row->outcome == ED_DROPPED && !*row->field;
        for (u32 t = 0; state && t < plan->type_count; t++)
            if (plan->types[t].name == row->type)
                add_loss(&search, &plan->types[t], ED_WHOLE_STATE, row->lost);
    }
    return search.found;
}

bool ed_attic_set_lost(ed_Attic *attic, ed_Retained *retained, const ed_Plan *plan,
                       const ed_Losses *losses)
{
    ed_LostField *lost =
        losses->full ? NULL : (ed_LostField *)ed_attic_push(attic, losses->count * sizeof *lost);
    for (u32 i = 0; lost && i < losses->count; i++) {
        const ed_Loss *loss = &losses->all[i];
        const ed_Type *type = &plan->types[loss->type];
        bool whole = loss->field == ED_WHOLE_STATE;
        lost[i] = (ed_LostField){
            .type = ed_attic_text(attic, type->name),
            .field = whole ? NULL : ed_attic_text(attic, type->fields[loss->field].name),
            .values = loss->values,
        };
        if (!lost[i].type || (!whole && !lost[i].field)) return false;
    }
    retained->lost = lost;
    retained->lost_count = lost ? losses->count : 0;
    return lost != NULL;
}

bool ed_attic_add_lost(ed_Attic *attic, ed_Retained *retained, const ed_LostField *lost)
{
    u32 count = retained->lost_count;
    for (u32 i = 0; i < count; i++) {
        const ed_LostField *known = &retained->lost[i];
        if (strcmp(known->type, lost->type) == 0 && known->field && lost->field
            && strcmp(known->field, lost->field) == 0)
            return true;
    }
    ed_LostField *more = (ed_LostField *)ed_attic_push(attic, (count + 1ull) * sizeof *more);
    if (!more) return false;
    if (count) memcpy(more, retained->lost, count * sizeof *more);
    more[count] = *lost;
    retained->lost = more;
    retained->lost_count++;
    return true;
}

static void note_retained(const ed_Plan *plan)
{
    for (u32 i = 0; plan->live && i < plan->report->count; i++) {
        ed_ReportRow *row = &plan->report->rows[i];
        if (row->outcome == ED_DROPPED && row->lost && !row->note) row->note = NOTE_RETAINED;
    }
}

/// Addresses do not leave the process.
static bool has_pointers(const ed_DocumentTypes *types)
{
    for (u32 t = 0; t < types->count; t++)
        for (u32 i = 0; i < types->types[t].field_count; i++)
            if (types->types[t].fields[i].kind == ED_PTR) return true;
    return false;
}

bool ed_attic_retain(ed_Attic *attic, const ed_DocumentLoad *load, bool returned)
{
    const ed_Losses losses = ed_attic_find_losses(load->scratch, &load->plan);
    ed_Retained state = { .document = load->bytes,
                          .renames = attic->load_renames,
                          .has_pointers = has_pointers(&load->types),
                          .from_file = !load->loading.d.live };
    if (losses.full) attic->refused++;
    if (!losses.full && !losses.count && !(returned && attic->count)) return false;
    if (!ed_attic_set_lost(attic, &state, &load->plan, &losses)) {
        for (u32 i = 0; i < losses.count; i++) attic->refused += losses.all[i].values;
        return false;
    }
    bool retained = ed_attic_add(attic, state);
    if (retained) note_retained(&load->plan);
    return retained;
}
