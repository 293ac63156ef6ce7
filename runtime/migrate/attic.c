#include "runtime/migrate/attic.h"
#include <string.h>
#include "runtime/migrate/field_step.h"
#include "runtime/migrate/load_document.h"
#include "runtime/migrate/match.h"

#define LISTS_BYTES_MAX ((size_t)256 << 20)
#define RENAMES_MAX 16384u
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

/// Takes the arena of the last document that was given up: its pages have been written before.
static bool open_bytes(const ed_Attic *attic, ed_Arena *arena)
{
    if (attic->spare && attic->spare->base && attic->spare->limit >= attic->limit) {
        *arena = *attic->spare;
        *attic->spare = (ed_Arena){ .base = NULL };
        ed_arena_reset(arena);
        return true;
    }
    return ed_arena_open(arena, "attic", attic->limit, NULL);
}

static void close_bytes(const ed_Attic *attic, ed_RetainedBytes *bytes)
{
    if (!bytes || --bytes->users) return;
    ed_Arena arena = bytes->arena;      // which holds `bytes`
    if (attic->spare && !attic->spare->base) *attic->spare = arena;
    else ed_arena_close(&arena);
}

/// A copy of the document. NULL if there is no room.
static ed_RetainedBytes *keep_bytes(const ed_Attic *attic, ed_Span *document)
{
    ed_Arena arena = { .base = NULL };
    if (document->size + 2 * sizeof(ed_RetainedBytes) > attic->limit || !open_bytes(attic, &arena))
        return NULL;
    u8 *copy = (u8 *)ed_arena_push_raw(&arena, document->size, 8);
    ed_RetainedBytes *bytes = (ed_RetainedBytes *)ed_arena_push(&arena, sizeof *bytes, 8);
    if (!copy || !bytes) {
        ed_arena_close(&arena);
        return NULL;
    }
    memcpy(copy, document->at, document->size);
    *document = (ed_Span){ copy, document->size };
    *bytes = (ed_RetainedBytes){ .users = 1, .arena = arena };
    return bytes;
}

void ed_attic_clear(ed_Attic *attic)
{
    for (u32 i = 0; i < attic->count; i++) close_bytes(attic, attic->states[i].bytes);
    ed_arena_close(&attic->memory);
    ed_attic_init(attic, attic->limit, attic->spare);
}

static void remove_state(ed_Attic *attic, u32 index)
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
    remove_state(attic, 0);
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

void ed_attic_give_up(ed_Attic *attic, ed_Retained *retained)
{
    attic->unreadable += values_of(retained);
    retained->lost_count = 0;
}

void ed_attic_remove_empty(ed_Attic *attic)
{
    for (u32 i = attic->count; i-- > 0;)
        if (!attic->states[i].lost_count) remove_state(attic, i);
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
    to->whole = (u64 *)copy_of(attic, from->whole, from->whole_count * sizeof *from->whole);
    bool good = to->lost && to->whole;
    for (u32 i = 0; good && i < from->lost_count; i++) {
        to->lost[i].type_name = ed_attic_text(attic, from->lost[i].type_name);
        to->lost[i].field_name = ed_attic_text(attic, from->lost[i].field_name);
        good = to->lost[i].type_name && to->lost[i].field_name;
    }
    return good;
}

/// False if memory is full.
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
    copy.was = (const u32 *)copy_of(attic, rename->was, rename->was_count * sizeof *rename->was);
    if (!copy.type || !copy.type_now || !copy.was || (rename->field && !copy.field)
        || (rename->field_now && !copy.field_now))
        return false;
    attic->renames[attic->rename_count++] = copy;
    return true;
}

/// Gives up everything: without its lists, a retained state could give a value to a wrong field.
static void give_up(ed_Attic *attic)
{
    while (attic->count) forget_oldest(attic);
    attic->rename_count = attic->load_renames = 0;
}

void ed_attic_copy(ed_Attic *to, const ed_Attic *from)
{
    ed_attic_init(to, from->limit, from->spare);
    to->loads = from->loads;
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
    if (!good) give_up(to);
}

// --- names ---------------------------------------------------------------------------------------

static bool same(const char *one, const char *other)
{
    return one == other || (one && other && strcmp(one, other) == 0);
}

/// The rename that one load made of a field, or of the type if `field` is NULL. NULL: none.
static const ed_Rename *find_rename(const ed_Attic *attic, u32 load, const char *type,
                                    const char *field)
{
    for (u32 i = 0; i < attic->rename_count; i++) {
        const ed_Rename *rename = &attic->renames[i];
        if (rename->load == load && same(rename->type, type) && same(rename->field, field))
            return rename;
    }
    return NULL;
}

/// Whether another field got the name of this one, which was removed before.
static bool is_taken(const ed_Attic *attic, u32 load, const char *type, const char *field)
{
    for (u32 i = 0; i < attic->rename_count; i++) {
        const ed_Rename *rename = &attic->renames[i];
        if (rename->load == load && same(rename->type, type) && rename->field
            && same(rename->field_now, field))
            return true;
    }
    return false;
}

/// The types of a document are in writable memory.
static ed_Field *field_at(const ed_Type *type, u32 index)
{
    return (ed_Field *)(uintptr_t)&type->fields[index];
}

static void rename_fields(const ed_Attic *attic, u32 load, ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++) {
        ed_Field *field = field_at(type, i);
        const ed_Rename *rename = find_rename(attic, load, type->name, field->name);
        if (rename) {
            field->name = rename->field_now;
            field->was = rename->was;
            field->was_count = rename->was_count;
        } else if (is_taken(attic, load, type->name, field->name)) {
            field->name = "";
            field->was_count = 0;
            field->flags |= ED_FIELD_TRANSIENT;      // so it is not written either
        } else continue;
        field->tag = ed_tag(field->name, strlen(field->name));
    }
}

void ed_attic_rename_types(const void *it, ed_DocumentTypes *types)
{
    const ed_NamesToday *names = (const ed_NamesToday *)it;
    const ed_Attic *attic = names->attic;
    u32 load = UINT32_MAX;      // none
    for (u32 r = names->renames; r < attic->rename_count; r++) {
        if (attic->renames[r].load == load) continue;
        load = attic->renames[r].load;
        for (u32 t = 0; t < types->count; t++) {
            ed_Type *type = &types->types[t];
            rename_fields(attic, load, type);
            type->by_tag = NULL;      // the index has the names of the document
            const ed_Rename *rename = find_rename(attic, load, type->name, NULL);
            if (!rename) continue;
            type->name = rename->type_now;
            type->tag = ed_tag(type->name, strlen(type->name));
            type->was = rename->was;
            type->was_count = rename->was_count;
        }
    }
}

static bool same_names(const u32 *one, u32 count, const u32 *other, u32 other_count)
{
    return count == other_count && (!count || memcmp(one, other, count * sizeof *one) == 0);
}

/// The pair that tells how the fields of an old type are called now: the one of the same type, or
/// any other.
static const ed_TypePlan *pair_of(const ed_Plan *plan, const ed_Type *from)
{
    const ed_TypePlan *found = NULL;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->from != from || pair->between_states) continue;
        if (ed_same_type_name(from, pair->to)) return pair;
        if (!found) found = pair;
    }
    return found;
}

static bool note_type(ed_Attic *attic, const ed_TypePlan *pair)
{
    const ed_Type *from = pair->from, *to = pair->to;
    const ed_Rename type = { .load = attic->loads,
                             .type = from->name,
                             .type_now = to->name,
                             .was = to->was,
                             .was_count = to->was_count };
    bool renamed = false;
    for (u32 w = 0; w < to->was_count; w++) renamed |= to->was[w] == from->tag;
    for (u32 w = 0; w < from->was_count; w++) renamed |= from->was[w] == to->tag;
    if (renamed && !ed_same_type_name(from, to) && !ed_attic_add_rename(attic, &type)) return false;
    for (u32 i = 0; i < from->field_count; i++) {
        const ed_Field *old = &from->fields[i], *now = pair->fields[i].to;
        if (!now
            || (ed_same_field_name(old, now)
                && same_names(old->was, old->was_count, now->was, now->was_count)))
            continue;
        const ed_Rename field = { .load = attic->loads,
                                  .type = from->name,
                                  .type_now = from->name,
                                  .field = old->name,
                                  .field_now = now->name,
                                  .was = now->was,
                                  .was_count = now->was_count };
        if (!ed_attic_add_rename(attic, &field)) return false;
    }
    return true;
}

static void rename_lost(const ed_Attic *attic, ed_Retained *retained)
{
    for (u32 i = 0; i < retained->lost_count; i++) {
        ed_LostField *lost = &retained->lost[i];
        const ed_Rename *field =
                            find_rename(attic, attic->loads, lost->type_name, lost->field_name),
                        *type = find_rename(attic, attic->loads, lost->type_name, NULL);
        if (field) lost->field_name = field->field_now;
        else if (is_taken(attic, attic->loads, lost->type_name, lost->field_name))
            lost->field_name = "";
        if (type) lost->type_name = type->type_now;
    }
}

void ed_attic_note_renames(ed_Attic *attic, const ed_Plan *plan)
{
    bool good = true;
    attic->load_renames = attic->rename_count;
    attic->loads++;
    for (u32 t = 0; good && t < plan->type_count; t++) {
        const ed_TypePlan *pair = pair_of(plan, &plan->types[t]);
        good = !pair || note_type(attic, pair);
    }
    for (u32 i = 0; i < attic->count; i++) rename_lost(attic, &attic->states[i]);
    if (!good) give_up(attic);
}

bool ed_attic_had_values(const void *it, const ed_Type *from, const ed_Field *added)
{
    const ed_Attic *attic = (const ed_Attic *)it;
    for (u32 s = 0; s < attic->count; s++)
        for (u32 i = 0; i < attic->states[s].lost_count; i++) {
            const ed_LostField *lost = &attic->states[s].lost[i];
            if (same(lost->type_name, from->name) && same(lost->field_name, added->name))
                return true;
        }
    return false;
}

// --- retaining -----------------------------------------------------------------------------------

typedef struct Losses {
    ed_Attic *attic;
    const ed_Plan *plan;
    ed_LostField *lost;      // the last push of the attic's memory, so that it can grow
    u32 count;
    u64 values;      // that were lost in all fields
    bool full;
} Losses;

static void add_lost(Losses *losses, const ed_Type *type, u32 field, u64 values)
{
    u32 index = (u32)(type - losses->plan->types);
    if (type < losses->plan->types || index >= losses->plan->type_count) return;
    losses->values += values;
    for (u32 i = 0; i < losses->count; i++)
        if (losses->lost[i].type == index && losses->lost[i].field == field) return;
    size_t size = losses->count * sizeof *losses->lost;
    ed_Arena *memory = &losses->attic->memory;
    if (!losses->lost)
        losses->lost = (ed_LostField *)ed_attic_push(losses->attic, sizeof *losses->lost);
    else if (!ed_arena_extend(memory, losses->lost, size, size + sizeof *losses->lost))
        losses->full = true;
    if (losses->full || !losses->lost) {
        losses->full = true;
        return;
    }
    losses->lost[losses->count++] =
        (ed_LostField){ .type = index,
                        .field = field,
                        .values = values,
                        .type_name = type->name,
                        .field_name = field == ED_WHOLE_STATE ? "" : type->fields[field].name };
}

/// Adds a field that was dropped, even if it held only defaults, which may be others when it
/// returns, or a field whose values were reduced.
static void add_field(Losses *losses, const ed_TypePlan *pair, u32 field)
{
    u64 most = 0;
    const ed_PlanField *plan = &pair->fields[field];
    if (!plan->to && plan->moved != ED_MOVED_WHOLE && pair->records)
        add_lost(losses, pair->from, field, plan->row ? plan->row->lost : 0);
    if (!plan->to) return;
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next) {
        u64 lost = ed_step_losses(&steps->fields[field]);
        most = lost > most ? lost : most;
    }
    if (most) add_lost(losses, pair->from, field, most);
}

/// What was lost while parts moved counts for the fields that they came from.
static void add_moved(Losses *losses, const ed_TypePlan *pair)
{
    for (const ed_Steps *steps = pair->steps; steps; steps = steps->next)
        for (u32 m = 0; m < pair->move_count; m++) {
            const ed_Field *outer = ed_match_part(pair->from, pair->moves[m].path, NULL).outer;
            u64 lost = ed_step_losses(&steps->moves[m]);
            if (lost) add_lost(losses, pair->from, (u32)(outer - pair->from->fields), lost);
        }
}

static void find_losses(Losses *losses)
{
    const ed_Plan *plan = losses->plan;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        for (u32 i = 0; !pair->between_states && i < pair->from->field_count; i++)
            add_field(losses, pair, i);
        add_moved(losses, pair);
    }
    for (u32 i = 0; i < plan->report->count; i++) {
        const ed_ReportRow *row = &plan->report->rows[i];
        bool state = row->outcome == ED_DROPPED && !*row->field;
        for (u32 t = 0; state && t < plan->type_count; t++)
            if (plan->types[t].name == row->type)
                add_lost(losses, &plan->types[t], ED_WHOLE_STATE, row->lost);
    }
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

void ed_attic_retain(ed_Attic *attic, const ed_DocumentLoad *load)
{
    Losses losses = { .attic = attic, .plan = &load->plan };
    find_losses(&losses);
    ed_Retained state = { .document = load->bytes,
                          .lost = losses.lost,
                          .lost_count = losses.count,
                          .renames = attic->load_renames,
                          .has_pointers = has_pointers(&load->types),
                          .from_file = !load->loading.d.live };
    bool good = !losses.full;
    for (u32 i = 0; good && i < losses.count; i++) {      // the types are freed after the load
        ed_LostField *lost = &losses.lost[i];
        lost->type_name = ed_attic_text(attic, lost->type_name);
        lost->field_name = ed_attic_text(attic, lost->field_name);
        good = lost->type_name && lost->field_name;
    }
    if (!good) attic->refused += losses.values;
    else if (losses.count && ed_attic_add(attic, state)) note_retained(&load->plan);
    if (!attic->count) attic->rename_count = 0;
}
