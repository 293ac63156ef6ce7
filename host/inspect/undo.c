#include "host/inspect/undo.h"
#include <string.h>
#include "runtime/types/field.h"

#define PARTS_MAX 96u      // values of a record that are stored before it is replaced as a whole
#define NEST_MAX 8u        // levels of records inside it

bool host_edits_make(host_Edits *edits, ed_Arena *arena)
{
    *edits = (host_Edits){ 0 };
    edits->ring =
        ed_arena_push(arena, (HOST_CHANGES_MAX + 1) * sizeof(host_Change), _Alignof(host_Change));
    edits->spare = edits->ring + HOST_CHANGES_MAX;
    return edits->ring != NULL;
}

static host_Change *change_at(const host_Edits *edits, u64 number)
{
    return &edits->ring[number % HOST_CHANGES_MAX];
}

/// Appends a change; undone changes after it are discarded.
static host_Change *add_change(host_Edits *edits, const char *path)
{
    host_Change *change = change_at(edits, edits->at++);
    edits->end = edits->at;
    if (edits->end - edits->first > HOST_CHANGES_MAX) edits->first = edits->end - HOST_CHANGES_MAX;
    change->group = edits->group;
    change->after[0] = 0;
    ed_Text text = ed_text_over(change->path, sizeof change->path);
    ed_text_add(&text, "%s", path);
    return change;
}

// --- before a change -----------------------------------------------------------------------------

static void alternative_name(const ed_ValueRef *ref, ed_Text *out)
{
    ed_text_add(out, "%s", ed_union_alternative(ref->field->type, ref->at)->name);
}

/// Writes the value as text for ed_value_set. A union is written as the name of its alternative, a
/// struct as {}. False if the text does not fit.
static bool value_before(const ed_ValueRef *ref, char *out, size_t capacity)
{
    ed_Text text = ed_text_over(out, capacity);
    const ed_Field *field = ref->field;
    if (ed_value_is_absent(ref)) ed_text_add(&text, "null");
    else if (ed_value_is_list(ref)) ed_value_json(ref, &text);
    else if (field->kind == ED_UNION) alternative_name(ref, &text);
    else if (field->kind == ED_STRUCT) ed_text_add(&text, "{}");
    else ed_value_json(ref, &text);
    return !text.cut;
}

/// True if the value can be written as JSON: it and everything inside it are in the root's arena,
/// and are at most `*left` values. More values would not fit into the text. The limit also ends the
/// recursion if the game made a list contain itself.
static bool is_writable(const ed_ValueRef *ref, u32 depth, u32 *left)
{
    const ed_Array *array = (const ed_Array *)ref->at;
    u32 count = ed_value_part_count(ref);
    bool sound = *left && depth <= NEST_MAX && ed_value_is_readable(ref);
    *left -= *left > 0;
    if (ed_value_is_list(ref) && ed_field_is_list(ref->field)) sound &= array->count == count;
    for (u32 i = 0; sound && i < count; i++) {
        ed_ValueRef part = ed_value_part(ref, i);
        sound = is_writable(&part, depth + 1, left);
    }
    return sound;
}

typedef struct Recorder {
    host_Edits *edits;
    char path[HOST_PATH_MAX];
    u32 count, depth;
} Recorder;

static void record_parts(Recorder *recorder, const ed_ValueRef *ref);

static void record_part(Recorder *recorder, const ed_ValueRef *ref, u32 index)
{
    size_t size = strlen(recorder->path);
    ed_Text text = ed_text_over(recorder->path + size, sizeof recorder->path - size);
    ed_value_print_step(ref, index, &text);
    if (!text.cut) record_parts(recorder, ref);
    recorder->path[size] = 0;
}

static void record_value(Recorder *recorder, const ed_ValueRef *ref)
{
    if (ref->field->kind == ED_PTR) return;
    host_Change *change = add_change(recorder->edits, recorder->path);
    u32 left = sizeof change->before;
    bool kept = (ed_value_record(ref) || is_writable(ref, 0, &left))
             && value_before(ref, change->before, sizeof change->before);
    recorder->count++;
    if (!kept) change->before[0] = 0;
}

/// Stores every value inside a record, innermost first, since undo restores the last stored one
/// first. A list of variable length is stored as one value, since its items have no fixed path.
static void record_parts(Recorder *recorder, const ed_ValueRef *ref)
{
    if (recorder->count == PARTS_MAX || recorder->depth == NEST_MAX) {
        add_change(recorder->edits, recorder->path)->before[0] = 0;
        recorder->count++;
    }
    if (recorder->count > PARTS_MAX || recorder->depth == NEST_MAX) return;
    recorder->depth++;
    bool resized = ed_value_is_list(ref) && ref->field->shape != ED_FIXED;
    if (resized) record_value(recorder, ref);
    for (u32 i = 0; !resized && i < ed_value_part_count(ref); i++) {
        ed_ValueRef part = ed_value_part(ref, i);
        record_part(recorder, &part, i);
    }
    bool whole =
        ref->field->shape == ED_OPTIONAL || ref->field->kind == ED_UNION || !ed_value_record(ref);
    if (recorder->depth > 1 && whole && !ed_value_is_list(ref)) record_value(recorder, ref);
    recorder->depth--;
}

static void keep_all(host_Edits *edits, const char *path, const ed_ValueRef *ref)
{
    Recorder recorder = { .edits = edits };
    ed_Text text = ed_text_over(recorder.path, sizeof recorder.path);
    ed_text_add(&text, "%s", path);
    if (!text.cut) record_parts(&recorder, ref);
}

// --- changing ------------------------------------------------------------------------------------

static bool find_value(const ed_State *state, const char *path, bool lists, ed_ValueRef *ref,
                       ed_Error *error)
{
    bool there = ed_value_find_was(state, path, ref);
    if (there && ref->field && (lists || !ed_value_is_list(ref)) && ed_value_is_readable(ref))
        return true;
    ed_fail(error, ED_ERR_PATH, there ? "%s is not a single value" : "%s no longer exists", path);
    return false;
}

/// Returns the last change if it belongs to the same drag, otherwise NULL.
static host_Change *last_of_drag(const host_Edits *edits, const char *path)
{
    if (!edits->in_drag) return NULL;
    host_Change *last = change_at(edits, edits->at - 1);
    return strcmp(last->path, path) == 0 ? last : NULL;
}

bool host_edits_set(host_Edits *edits, const ed_State *state, const char *path, const char *text,
                    bool drag, ed_Error *error)
{
    ed_ValueRef ref;
    if (!find_value(state, path, false, &ref, error)) return false;
    host_Change *last = drag ? last_of_drag(edits, path) : NULL, *change = edits->spare;
    if (!value_before(&ref, change->before, sizeof change->before)
        || strlen(text) >= HOST_CHANGE_TEXT) {
        ed_fail(error, ED_ERR_LIMIT, "%s is too long to edit here: the limit is %u bytes of JSON",
                path, HOST_CHANGE_TEXT - 1);
        return false;
    }
    u64 at = edits->at;
    if (!last) edits->group++;
    if (!last && ed_value_record(&ref)) keep_all(edits, path, &ref);
    if (!ed_value_set(&ref, text, error)) {
        if (edits->at != at) edits->at = edits->end = at;
        return false;
    }
    if (!last) {
        last = add_change(edits, path);
        strcpy(last->before, change->before);
    }
    strcpy(last->after, text);
    edits->in_drag = drag;
    edits->writes++;
    return true;
}

void host_edits_end_drag(host_Edits *edits) { edits->in_drag = false; }

// --- undo and redo -------------------------------------------------------------------------------

static void put_value(host_Edits *edits, const ed_State *state, const char *path, const char *text,
                      ed_Error *error)
{
    ed_ValueRef ref;
    ed_Error cause = { 0 };
    edits->writes++;
    if (!*text) ed_fail(&cause, ED_ERR_LIMIT, "the old value is too large to restore");
    else if (find_value(state, path, true, &ref, &cause) && ed_value_set(&ref, text, &cause))
        return;
    bool named =
        strncmp(cause.text, path, strlen(path)) == 0;      // the cause begins with the path
    ed_fail(error, cause.code, "%.100s%s%.180s", named ? "" : path, named ? "" : ": ", cause.text);
}

bool host_edits_undo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error)
{
    edits->in_drag = false;
    if (edits->at == edits->first) return false;
    u32 group = change_at(edits, edits->at - 1)->group;
    strcpy(path, change_at(edits, edits->at - 1)->path);
    while (edits->at > edits->first && change_at(edits, edits->at - 1)->group == group) {
        const host_Change *change = change_at(edits, --edits->at);
        put_value(edits, state, change->path, change->before, error);
    }
    return true;
}

bool host_edits_redo(host_Edits *edits, const ed_State *state, char path[HOST_PATH_MAX],
                     ed_Error *error)
{
    edits->in_drag = false;
    if (edits->at == edits->end) return false;
    u32 group = change_at(edits, edits->at)->group;
    while (edits->at < edits->end && change_at(edits, edits->at)->group == group) {
        const host_Change *change = change_at(edits, edits->at++);
        strcpy(path, change->path);
        if (change->after[0]) put_value(edits, state, change->path, change->after, error);
    }
    return true;
}
