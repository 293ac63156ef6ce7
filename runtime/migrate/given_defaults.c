#include "runtime/migrate/given_defaults.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/match.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/types/field.h"
#include "runtime/value/value.h"

#define NOTE_BYTES 200u             // longest note; what does not fit is "and more"
#define PLACE_BYTES 200u            // longest path that is noted
#define INITIALIZED_MAX 65536u      // largest field in memory whose initializer is read
#define MORE ", and more"

/// Adds "50 in Game.held" to the note of the row.
static void add_note(ed_Plan *plan, ed_ReportRow *row, const char *value, const char *place)
{
    char buffer[NOTE_BYTES + sizeof MORE];
    ed_Text text = ed_text_over(buffer, NOTE_BYTES);
    if (row->note && ed_find(row->note, strlen(row->note), MORE)) return;
    ed_text_add(&text, "%s%s%s in %s", row->note ? row->note : "", row->note ? ", " : "", value,
                place);
    if (text.cut) {
        text = ed_text_over(buffer, sizeof buffer);
        ed_text_add(&text, "%s" MORE, row->note ? row->note : "other defaults in outer fields");
    }
    row->note = ed_plan_text(plan, &text);
}

static void note_part(ed_Plan *plan, const ed_TypePlan *pair, const ed_Field *part, const u8 *it,
                      const ed_Text *place)
{
    char buffer[ED_DEFAULT_TEXT_MAX];
    ed_Text value = ed_text_over(buffer, sizeof buffer);
    ed_ReportRow *row = ed_plan_row(plan, pair, part);
    if (!row || row->outcome != ED_ADDED || row->tally.restored) return;
    ed_value_json(&(ed_ValueRef){ .field = part, .at = (u8 *)(uintptr_t)it + part->offset },
                  &value);
    bool same =
        row->default_json ? !value.cut && strcmp(value.at, row->default_json) == 0 : value.cut;
    if (!same) add_note(plan, row, value.cut ? "another default" : value.at, place->at);
}

static void note_field(ed_Plan *plan, const ed_PlanField *field, const u8 *at, ed_Text *place,
                       u32 depth);

/// Visits the new parts of the default record at `it`, which is at `place` in new records.
static void note_record(ed_Plan *plan, const ed_TypePlan *pair, const u8 *it, ed_Text *place,
                        u32 depth)
{
    const ed_Type *to = pair->to;
    bool choice = to->kind == ED_UNION;
    for (u32 i = 0; i < to->field_count && depth < ED_DEPTH_MAX; i++) {
        const ed_Field *part = &to->fields[i];
        u32 source = ed_match_source(pair, part);
        size_t size = place->size;
        if (choice && part != ed_union_alternative(to, it)) continue;
        if (source == pair->from->field_count) {
            if (!choice) note_part(plan, pair, part, it, place);
            continue;
        }
        ed_text_add(place, ".%s", part->name);
        note_field(plan, &pair->fields[source], it + part->offset, place, depth + 1);
        place->at[place->size = size] = 0;
    }
}

static bool is_at_a_place(const ed_Field *field)
{
    return field->shape <= ED_FIXED || field->shape == ED_OPTIONAL;
}

static void note_field(ed_Plan *plan, const ed_PlanField *field, const u8 *at, ed_Text *place,
                       u32 depth)
{
    const ed_Field *to = field->to;
    if (!field->inner || !is_at_a_place(to)) return;
    ed_ElementSpan all = ed_field_elements(to, at);
    size_t size = place->size;
    for (u32 i = 0; i < all.count; i++) {
        for (u32 d = 0, rank = ed_field_rank(to); d < rank; d++)
            ed_field_print_index(to, d, i / (u32)ed_field_elements_per_index(to, d) % to->dims[d],
                                 place);
        if (!place->cut) note_record(plan, field->inner, all.at + i * to->size, place, depth);
        place->at[place->size = size] = 0;
        place->cut = false;
    }
}

/// Looks at the initializers of a field that has an old value, if it has one. `outer`: the field of
/// the new record that contains it, at this offset, or the field itself.
static void note_initializer(ed_Plan *plan, const ed_TypePlan *pair, const ed_PlanField *field,
                             const ed_Field *outer, u32 offset, ed_Arena *memory)
{
    const ed_Field *to = field->to;
    if (!field->inner || !field->row || !(to->packed_default || outer->packed_default)
        || !is_at_a_place(to) || ed_field_bytes(outer) > INITIALIZED_MAX
        || (!memory->base && !ed_arena_open(memory, "defaults", ed_bytes_max, NULL)))
        return;
    char buffer[PLACE_BYTES];
    ed_Field alone;
    ed_Text place = ed_text_over(buffer, sizeof buffer);
    ed_arena_reset(memory);
    const u8 *it = ed_field_wrap(outer, memory, &alone);
    ed_text_add(&place, "%s.%s", pair->to->name, field->row->field);
    if (it) note_field(plan, field, it + alone.offset + offset, &place, 0);
}

/// The same for a part that moved into a field of the new record, or to that field.
static void note_moved(ed_Plan *plan, const ed_TypePlan *pair, const ed_PlanMove *move,
                       ed_Arena *memory)
{
    const ed_Field *to = move->field.to;
    const ed_Field *outer =
        move->field.row ? ed_match_part(pair->to, move->field.row->field, NULL).outer : NULL;
    if (outer)
        note_initializer(plan, pair, &move->field, outer, move->base + to->offset - outer->offset,
                         memory);
}

void ed_given_defaults_note(ed_Plan *plan)
{
    ed_Arena memory = { .base = NULL };
    if (!ed_report_count(plan->report, ED_ADDED)) return;
    for (u32 p = 0; p < plan->count; p++) {
        const ed_TypePlan *pair = &plan->pairs[p];
        if (pair->twin) continue;
        for (u32 i = 0; i < pair->from->field_count; i++)
            if (pair->fields[i].to)
                note_initializer(plan, pair, &pair->fields[i], pair->fields[i].to, 0, &memory);
        for (u32 i = 0; i < pair->move_count; i++) note_moved(plan, pair, &pair->moves[i], &memory);
    }
    ed_arena_close(&memory);
}
