/// The attic in a snapshot (attic.h).
#include <string.h>
#include "runtime/attic/attic.h"

#define FORM 6u

static void write_name(ed_Writer *w, const char *name)
{
    if (name) ed_write_text(w, name);
    else ed_write_nil(w);
}

static void write_rename(ed_Writer *w, const ed_Rename *rename)
{
    ed_write_array(w, 7);
    ed_write_u64(w, rename->load);
    write_name(w, rename->type);
    write_name(w, rename->type_now);
    write_name(w, rename->field);
    write_name(w, rename->field_now);
    ed_write_u64(w, rename->owns_name);
    ed_write_array(w, rename->was_count);
    for (u32 i = 0; i < rename->was_count; i++) ed_write_u64(w, rename->was[i]);
}

static void write_state(ed_Writer *w, const ed_Retained *state)
{
    ed_write_array(w, 3);
    ed_write_bin(w, state->document.at, state->document.size);
    ed_write_u64(w, state->renames);
    ed_write_array(w, state->lost_count);
    for (u32 i = 0; i < state->lost_count; i++) {
        ed_write_array(w, 3);
        write_name(w, state->lost[i].type);
        write_name(w, state->lost[i].field);
        ed_write_u64(w, state->lost[i].values);
    }
}

void ed_attic_write(ed_Writer *w, const ed_Attic *attic)
{
    ed_write_map(w, 4);
    ed_write_text(w, "form");
    ed_write_u64(w, FORM);
    ed_write_text(w, "returned");
    ed_write_u64(w, attic->returned);
    ed_write_text(w, "renames");
    ed_write_array(w, attic->rename_count);
    for (u32 i = 0; i < attic->rename_count; i++) write_rename(w, &attic->renames[i]);
    u32 count = 0;
    for (u32 i = 0; i < attic->count; i++) count += !attic->states[i].has_pointers;
    ed_write_text(w, "states");
    ed_write_array(w, count);
    for (u32 i = 0; i < attic->count; i++)
        if (!attic->states[i].has_pointers) write_state(w, &attic->states[i]);
}

static void expect(ed_Reader *r, const char *name)
{
    const u8 *at = r->at;
    ed_Span key = ed_read_str(r);
    if (ed_read_ok(r) && !ed_span_is(key, name))
        ed_read_fail(r, ED_ERR_FORMAT, at, "expected the key \"%s\" of the attic", name);
}

static void expect_parts(ed_Reader *r, u32 count)
{
    const u8 *at = r->at;
    if (ed_read_array(r) != count && ed_read_ok(r))
        ed_read_fail(r, ED_ERR_FORMAT, at, "expected %u values in this part of the attic", count);
}

static u32 read_u32(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 value = ed_read_u64(r);
    if (ed_read_ok(r) && value > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "a number in the attic exceeds 32 bits");
    return (u32)value;
}

static void *need(ed_Reader *r, const ed_Attic *attic, void *memory)
{
    if (!memory && ed_read_ok(r))
        ed_read_fail(r, ED_ERR_LIMIT, r->at, "%s: memory limit reached",
                     attic->memory.base ? attic->memory.name : "attic lists");
    return memory;
}

/// Returns whether a field or a type may have the name.
static bool is_name(ed_Span name)
{
    bool good = name.size < ED_NAME_MAX;
    if (ed_span_is(name, ED_TAKEN_NAME)) return true;
    for (size_t i = 0; i < name.size; i++) {
        u8 c = name.at[i];
        good &= c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
             || (i && c >= '0' && c <= '9');
    }
    return good;
}

/// A name of a field or a type; NULL for nil.
static const char *read_name(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    if (ed_read_format(r) == ED_FORMAT_NIL) {
        ed_read_nil(r);
        return NULL;
    }
    ed_Span name = ed_read_str(r);
    if (ed_read_ok(r) && !is_name(name))
        ed_read_fail(r, ED_ERR_RANGE, at, "a name in the attic is invalid");
    char *copy = ed_read_ok(r) ? (char *)need(r, attic, ed_attic_push(attic, name.size + 1)) : NULL;
    return copy ? (const char *)memcpy(copy, name.at, name.size) : NULL;
}

static void read_rename(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    u32 was[UINT8_MAX];
    expect_parts(r, 7);
    ed_Rename rename = { .load = read_u32(r), .was = was };
    rename.type = read_name(r, attic);
    rename.type_now = read_name(r, attic);
    rename.field = read_name(r, attic);
    rename.field_now = read_name(r, attic);
    rename.owns_name = ed_read_u64(r) != 0;
    rename.was_count = ed_read_array(r);
    bool good = rename.type && rename.type_now && !rename.field == !rename.field_now
             && rename.was_count <= ED_COUNT(was);
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_RANGE, at, "a rename in the attic is incomplete");
    for (u32 i = 0; ed_read_ok(r) && i < rename.was_count; i++) was[i] = read_u32(r);
    if (ed_read_ok(r) && !ed_attic_add_rename(attic, &rename)) need(r, attic, NULL);
    if (rename.load > attic->loads) attic->loads = rename.load;
}

static void read_lost(ed_Reader *r, ed_Attic *attic, ed_LostField *lost)
{
    const u8 *at = r->at;
    expect_parts(r, 3);
    lost->type = read_name(r, attic);
    lost->field = read_name(r, attic);
    lost->values = ed_read_u64(r);
    if (ed_read_ok(r) && !lost->type)
        ed_read_fail(r, ED_ERR_RANGE, at, "a lost field in the attic has no name");
}

static void read_state(ed_Reader *r, ed_Attic *attic)
{
    const u8 *at = r->at;
    expect_parts(r, 3);
    ed_Retained state = { .from_file = true };
    state.document = ed_read_bin(r);
    state.renames = read_u32(r);
    state.lost_count = ed_read_array(r);
    if (ed_read_ok(r))
        state.lost = (ed_LostField *)need(
            r, attic, ed_attic_push(attic, (size_t)state.lost_count * sizeof *state.lost));
    for (u32 i = 0; ed_read_ok(r) && i < state.lost_count; i++) read_lost(r, attic, &state.lost[i]);
    if (!ed_read_ok(r)) return;
    if (!state.document.size || attic->count == ED_ATTIC_STATES_MAX) {
        ed_read_fail(r, ED_ERR_RANGE, at, "a state in the attic is empty, or there are too many");
        return;
    }
    ed_attic_add(attic, state);
}

/// Looks ahead. Returns false if an older or newer version wrote the attic in another form.
static bool is_of_form(const ed_Reader *r)
{
    ed_Reader ahead = *r;
    if (ed_read_format(&ahead) != ED_FORMAT_MAP || ed_read_map(&ahead) == 0) return false;
    if (ed_read_format(&ahead) != ED_FORMAT_STR || !ed_span_is(ed_read_str(&ahead), "form"))
        return false;
    return ed_read_format(&ahead) == ED_FORMAT_UINT && ed_read_u64(&ahead) == FORM;
}

void ed_attic_read(ed_Reader *r, ed_Attic *attic)
{
    if (!is_of_form(r)) {
        ed_read_skip(r);
        attic->left_out = ed_read_ok(r);
        return;
    }
    ed_read_map(r);
    expect(r, "form");
    ed_read_u64(r);
    expect(r, "returned");
    attic->returned = ed_read_u64(r) != 0;
    expect(r, "renames");
    u32 renames = ed_read_array(r);
    for (u32 i = 0; i < renames && ed_read_ok(r); i++) read_rename(r, attic);
    expect(r, "states");
    u32 states = ed_read_array(r);
    for (u32 i = 0; i < states && ed_read_ok(r); i++) read_state(r, attic);
    if (!ed_read_ok(r)) ed_attic_clear(attic);
}
