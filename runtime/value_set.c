#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/convert.h"
#include "runtime/init.h"
#include "runtime/json.h"
#include "runtime/mask.h"
#include "runtime/pool.h"
#include "runtime/value.h"

#define NAMES_MAX 4096u      // bytes of names of flags
#define SHOWN_MAX 64u        // bytes of a refused value in a message

typedef struct Set {
    ed_Json         j;           // fails in here
    const char     *text;
    ed_Arena       *arena;       // of the root
    const ed_Place *now;         // what is set, as it stands: a draft of it is written
} Set;

static void set_place(Set *s, const ed_Place *place);

// --- refusing ------------------------------------------------------------------------------------

/// The value that the reader stands at, as far as a message has room for it.
static const char *show(Set *s, char *out)
{
    ed_JsonForm form = ed_json_form(&s->j);
    if (form == ED_JSON_ARRAY)  return "a list";
    if (form == ED_JSON_OBJECT) return "an object";
    const char *at = s->j.depth ? s->j.at : s->text;
    size_t left = (size_t)(s->j.end - at), size = 0;
    bool quoted = left && *at == '"';
    while (size < left && size < SHOWN_MAX) {
        size_t one = ed_utf8_plain(at + size, left - size);
        char c = at[size];
        if (!one || size + one > SHOWN_MAX || (!quoted && s->j.depth && strchr(",]} ", c))) break;
        size += one;
        if (quoted && s->j.depth && c == '"' && size > 1) break;
    }
    memcpy(out, at, size);
    out[size] = 0;
    return size || left == 0 ? out : "that";
}

static void refuse(Set *s, const ed_Place *place, ed_Err code, const char *expected)
{
    char got[SHOWN_MAX + 1];
    if (!ed_json_ok(&s->j)) return;
    const char *name = place->field ? place->field->name : place->type->name, *shown = show(s, got);
    if (s->j.depth) ed_json_fail(&s->j, code, s->j.at, "'%s' takes %s, not %s", name, expected,
                                 shown);
    else            ed_fail(&s->j.err, code, "'%s' takes %s, not %s", name, expected, shown);
}

static void refuse_full(Set *s)
{
    if (ed_arena_fits(s->arena, &s->j.err))
        ed_fail(&s->j.err, ED_ERR_LIMIT, "%s is full", s->arena->name);
}

/// "Mood: CALM, ANGRY, …"
static void refuse_named(Set *s, const ed_Place *place)
{
    char names[200];
    const ed_Type *type = place->field->type;
    ed_Text out = ed_text_over(names, sizeof names - 8);
    ed_text_add(&out, "%s: ", type->name);
    for (u32 i = 0; i < type->value_count && !out.cut; i++)
        ed_text_add(&out, "%s%s", i ? ", " : "", type->values[i].name);
    if (out.cut) memcpy(names + out.size, "…", sizeof "…");
    refuse(s, place, ED_ERR_TYPE, names);
}

// --- plain values --------------------------------------------------------------------------------

static void set_text(Set *s, const ed_Place *place)
{
    const ed_Field *field = place->field;
    char *at = (char *)place->at;
    if (ed_json_form(&s->j) != ED_JSON_TEXT) {
        refuse(s, place, ED_ERR_TYPE, "a text in quotes");
        return;
    }
    memset(at, 0, field->size);
    size_t size = ed_json_text(&s->j, at, field->size);
    if (s->j.err.code == ED_ERR_RANGE) {
        s->j.err = (ed_Error){ .code = ED_OK };
        ed_fail(&s->j.err, ED_ERR_RANGE, "'%s' holds %u bytes of text: this is longer", field->name,
                field->size - 1);
    }
    if (!ed_json_ok(&s->j)) return;
    if (memchr(at, 0, size))
        ed_fail(&s->j.err, ED_ERR_RANGE, "'%s' ends at a zero byte: it holds none", field->name);
}

/// Into memory of its own; a text that is there already takes it where it has room, and nothing can
/// fail any more.
static void set_str(Set *s, const ed_Place *place)
{
    ed_Str *str = (ed_Str *)place->at;
    if (ed_json_form(&s->j) != ED_JSON_TEXT) {
        refuse(s, place, ED_ERR_TYPE, "a text in quotes");
        return;
    }
    size_t mark = s->arena->used, room = ed_json_text_max(&s->j);
    char *text = room <= UINT32_MAX ? (char *)ed_arena_push(s->arena, room, 1) : NULL;
    if (!text) { refuse_full(s); return; }
    u32 size = (u32)ed_json_text(&s->j, text, room);
    if (s->j.depth == 0) ed_json_end(&s->j);
    if (!ed_json_ok(&s->j)) return;
    if (size >= str->capacity) { *str = (ed_Str){ text, size, (u32)room }; return; }
    memcpy(str->items, text, size + 1);
    str->count = size;
    s->arena->used = mark;
}

/// "u8, 0 to 255": what it can hold is what the farthest numbers become in it.
static void refuse_number(Set *s, const ed_Place *place)
{
    char expected[80];
    u8 low[8], high[8];
    ed_Kind kind = place->field->kind;
    ed_Text out = ed_text_over(expected, sizeof expected);
    ed_text_add(&out, "%s", ed_kind_name(kind));
    if (kind >= ED_U8 && kind <= ED_I64) {
        const ed_Field plain = { .kind = kind, .size = ed_kind_size(kind) };
        ed_number_store(kind, low, (ed_Number){ .form = ED_FORM_INT, .i = INT64_MIN });
        ed_number_store(kind, high, (ed_Number){ .form = ED_FORM_UINT, .u = UINT64_MAX });
        ed_text_add(&out, ", ");
        ed_value_json(&(ed_Place){ .field = &plain, .at = low }, &out);
        ed_text_add(&out, " to ");
        ed_value_json(&(ed_Place){ .field = &plain, .at = high }, &out);
    }
    refuse(s, place, ED_ERR_RANGE, expected);
}

static void store_number(Set *s, const ed_Place *place, ed_Number number)
{
    ed_Kind kind = place->field->kind;
    u8 value[8];
    bool is_float = kind == ED_F32 || kind == ED_F64;
    // what is whole and too long for 64 bits came as the nearest f64, which may be the lowest i64
    bool beyond = number.form == ED_FORM_F64 && !is_float && number.f <= -0x1p63;
    bool fits = (number.form == ED_FORM_BOOL) <= (kind == ED_BOOL) && !beyond;
    ed_Fit fit = fits ? ed_number_store(kind, value, number) : ED_FIT_NONE;
    if (fit == ED_FIT_EXACT || (is_float && fit == ED_FIT_ROUNDED)) memcpy(place->at, value,
            place->field->size);
    else refuse_number(s, place);
}

/// The number is read once it is known to fit: a message shows what stands there.
static void set_number(Set *s, const ed_Place *place)
{
    ed_Json behind = s->j;
    ed_Number number = ed_json_number(&behind);
    store_number(s, place, number);
    if (ed_json_ok(&s->j)) s->j = behind;
}

static void store_named(Set *s, const ed_Place *place, bool good, i64 number)
{
    if (good) ed_store_named(place->field->type, place->at, number);
    else      refuse_named(s, place);
}

static bool number_of(const ed_Type *type, ed_Number typed, i64 *number)
{
    u64 known = 0;
    bool whole = typed.form == ED_FORM_INT || typed.form == ED_FORM_UINT;
    if (!whole || !ed_number_to_bits(type->base, typed, number)) return false;
    for (u32 i = 0; i < type->value_count; i++) known |= (u64)type->values[i].number;
    return type->kind == ED_ENUM ? ed_value_by_number(type, *number) != NULL
        : ((u64)*number & ~known) == 0;
}

/// One name of an enum; names of flags between |.
static bool number_of_names(const ed_Type *type, const char *text, i64 *number)
{
    bool flags = type->kind == ED_FLAGS;
    u32 count = 0;
    *number = 0;
    for (const char *at = text; *at; count++) {
        size_t size = strcspn(at, flags ? " |" : "");
        const ed_Value *value = ed_value_by_name(type, at, size);
        if (!value) return false;
        *number |= value->number;
        at += size;
        at += strspn(at, " |");
    }
    return flags || count == 1;
}

/// ["A", "B"], as flags are printed; nothing in it is no flag set.
static bool number_of_list(ed_Json *j, const ed_Type *type, i64 *number)
{
    char name[ED_NAME_MAX];
    *number = 0;
    for (bool first = ed_json_enter(j); ed_json_more(j, first); first = false) {
        size_t size = ed_json_text(j, name, sizeof name);
        const ed_Value *value = ed_json_ok(j) ? ed_value_by_name(type, name, size) : NULL;
        if (!value) return false;
        *number |= value->number;
    }
    return ed_json_ok(j);
}

static void set_named(Set *s, const ed_Place *place)
{
    char names[NAMES_MAX];
    const ed_Type *type = place->field->type;
    ed_Json behind = s->j;
    i64 number = 0;
    bool good = false;
    switch (ed_json_form(&behind)) {
    case ED_JSON_ARRAY:  good = type->kind == ED_FLAGS
        && number_of_list(&behind, type, &number); break;
    case ED_JSON_NUMBER: good = number_of(type, ed_json_number(&behind), &number); break;
    case ED_JSON_TEXT:
        ed_json_text(&behind, names, sizeof names);
        good = ed_json_ok(&behind) && number_of_names(type, names, &number);
        break;
    default: break;
    }
    store_named(s, place, good, number);
    if (good) s->j = behind;
}

static bool read_u32(ed_Json *j, bool first, u32 *value)
{
    ed_Number number = { .form = ED_FORM_NONE };
    if (ed_json_more(j, first) && ed_json_form(j) == ED_JSON_NUMBER) number = ed_json_number(j);
    *value = (u32)number.u;
    return number.form == ED_FORM_UINT && number.u <= UINT32_MAX;
}

static void set_ref(Set *s, const ed_Place *place)
{
    ed_Ref ref = { 0, 0 };
    ed_Json behind = s->j;
    ed_JsonForm form = ed_json_form(&behind);
    bool good = form == ED_JSON_NULL;
    if (good) ed_json_null(&behind);
    else if (form == ED_JSON_ARRAY && ed_json_enter(&behind))
        good = read_u32(&behind, true, &ref.index) && read_u32(&behind, false, &ref.generation)
            && ref.generation
            && !ed_json_more(&behind, false);
    if (!good || !ed_json_ok(&behind)) {
        refuse(s, place, ED_ERR_TYPE, "null or a handle, [index, generation]");
        return;
    }
    memcpy(place->at, &ref, sizeof ref);
    s->j = behind;
}

static void set_pointer(Set *s, const ed_Place *place)
{
    if (ed_json_form(&s->j) != ED_JSON_NULL || !s->j.depth) refuse(s, place, ED_ERR_TYPE,
            "nothing from outside");
    else ed_json_null(&s->j);
}

// --- records -------------------------------------------------------------------------------------

static const ed_Field *member(Set *s, const ed_Type *type, const char *name, const char *at)
{
    if (!ed_json_ok(&s->j)) return NULL;
    const ed_Field *field = ed_field_by_name(type, name, strlen(name));
    ed_Near near = ed_near(name);
    for (u32 i = 0; !field && i < type->field_count; i++) ed_near_try(&near, type->fields[i].name);
    if (!field) ed_json_fail(&s->j, ED_ERR_PATH, at, "%s has no '%s'%s%s%s", type->name, name,
                             near.best ? ": did you mean '" : "",
                             near.best ? near.best : "", near.best ? "'?" : "");
    return field;
}

static bool resize_pool(Set *s, const ed_Place *place, u32 count);

/// The items that are there go on: only a root has pools, so it is the whole that is set.
static void keep_pool(const Set *s, const ed_Place *place)
{
    const ed_Type *type = s->now->type;
    bool inside = !s->now->field && place->field >= type->fields
        && place->field < type->fields + type->field_count;
    if (inside) memcpy(place->at, (const u8 *)s->now->at + place->field->offset, sizeof(ed_Pool));
}

static void set_struct(Set *s, const ed_Type *type, const ed_Place *place)
{
    char name[ED_NAME_MAX];
    if (ed_json_form(&s->j) != ED_JSON_OBJECT) {
        refuse(s, place, ED_ERR_TYPE, "an object of its fields, or {} for its defaults");
        return;
    }
    u64 met[ED_FIELDS_MAX / 64] = { 0 };
    if (!ed_type_init(type, s->arena, place->at)) { refuse_full(s); return; }
    for (bool first = ed_json_enter(&s->j); ed_json_more(&s->j, first); first = false) {
        const char *at = s->j.at;
        ed_json_key(&s->j, name, sizeof name);
        const ed_Field *field = member(s, type, name, at);
        if (!field) return;
        u64 *word = &met[(size_t)(field - type->fields) / 64 % ED_COUNT(met)],
            bit = (u64)1 << (field - type->fields) % 64;
        if (*word & bit) {
            ed_json_fail(&s->j, ED_ERR_FORMAT, at, "'%s' is there twice", name);
            return;
        }
        *word |= bit;
        ed_Place inner = ed_place_field(place, field);
        if (field->shape == ED_POOL) keep_pool(s, &inner);
        set_place(s, &inner);
    }
    for (u32 i = 0; i < type->field_count && ed_json_ok(&s->j); i++) {
        bool named = met[i / 64 % ED_COUNT(met)] >> i % 64 & 1;
        if (named || type->fields[i].shape != ED_POOL) continue;
        ed_Place pool = ed_place_field(place, &type->fields[i]);
        keep_pool(s, &pool);             // emptied: handles of what was there stay theirs
        resize_pool(s, &pool, 0);
    }
}

static void become(Set *s, const ed_Type *type, const ed_Field *alternative, void *at)
{
    ed_union_set(type, alternative, s->arena, at);
    if (s->arena->refused) refuse_full(s);
}

/// {"circle": …}, or the name of an alternative alone: then it holds its defaults.
static void set_union(Set *s, const ed_Type *type, const ed_Place *place)
{
    char name[ED_NAME_MAX];
    ed_JsonForm form = ed_json_form(&s->j);
    bool object = form == ED_JSON_OBJECT;
    if (!object && form != ED_JSON_TEXT) {
        refuse(s, place, ED_ERR_TYPE, "the name of an alternative, or an object of it");
        return;
    }
    const char *at = s->j.at;
    if (object && ed_json_enter(&s->j) && !ed_json_more(&s->j, true))
        ed_json_fail(&s->j, ED_ERR_TYPE, at, "a %s is one of its alternatives, not none",
                     type->name);
    if (object) ed_json_key(&s->j, name, sizeof name);
    else        ed_json_text(&s->j, name, sizeof name);
    const ed_Field *alternative = member(s, type, name, at);
    if (!alternative) return;
    become(s, type, alternative, place->at);
    if (!object) return;
    ed_Place inner = ed_place_field(place, alternative);
    set_place(s, &inner);
    if (ed_json_ok(&s->j) && ed_json_more(&s->j, false))
        ed_json_fail(&s->j, ED_ERR_TYPE, at, "a %s is one of its alternatives, not two",
                     type->name);
}

// --- lists ---------------------------------------------------------------------------------------

static void refuse_count(Set *s, const ed_Place *place, const char *what, u32 room, u32 count)
{
    ed_json_fail(&s->j, ED_ERR_RANGE, s->j.at, "'%s' holds %s%u, not %u", place->field->name, what,
                 room, count);
}

static void set_items(Set *s, const ed_Place *list, u32 count)
{
    u32 i = 0;
    for (bool first = ed_json_enter(&s->j); ed_json_more(&s->j, first) && i < count; first = false,
         i++) {
        ed_Place item = ed_place_item(list, i);
        set_place(s, &item);
    }
    if (ed_json_ok(&s->j) && i != count) refuse_count(s, list, "", count, i);
}

static void set_fixed(Set *s, const ed_Place *place, u32 count)
{
    u32 room = ed_place_count(place);
    size_t size = ed_field_stride(place->field, place->depth) * room;
    if (count != room) { refuse_count(s, place, "", room, count); return; }
    memset(place->at, 0, size);
    ed_init_elements(place->field, s->arena, place->at, (u32)(size / place->field->size));
    set_items(s, place, count);
}

static void set_bounded(Set *s, const ed_Place *place, u32 count)
{
    const ed_Field *field = place->field;
    if (count > field->count) { refuse_count(s, place, "at most ", field->count, count); return; }
    memset(place->at, 0, (size_t)field->count * field->size);
    memcpy((u8 *)place->at - sizeof count, &count, sizeof count);
    ed_init_elements(field, s->arena, place->at, count);
    set_items(s, place, count);
}

static void set_dynamic(Set *s, const ed_Place *place, u32 count)
{
    ed_Array *array = (ed_Array *)place->at;
    *array = (ed_Array){ .items = NULL };
    if (count && !ed_array_reserve(s->arena, array, count, place->field->size,
                                   ed_field_align(place->field))) {
        refuse_full(s);
        return;
    }
    if (count) memset(array->items, 0, (size_t)array->capacity * place->field->size);
    array->count = count;
    ed_init_elements(place->field, s->arena, array->items, count);
    set_items(s, place, count);
}

static void *copy_of(Set *s, const void *from, size_t size, size_t align)
{
    void *to = ed_arena_push_raw(s->arena, size, align);
    return to && size ? memcpy(to, from, size) : to;
}

/// The pool in memory of its own: what stays as it was must not be written to.
static bool own_pool(Set *s, ed_Pool *pool, const ed_Field *field)
{
    pool->items  = copy_of(s, pool->items, (size_t)pool->capacity * field->size,
                           ed_field_align(field));
    pool->owners = (u32 *)copy_of(s, pool->owners, pool->capacity * sizeof *pool->owners,
                                  _Alignof(u32));
    pool->slots  = (ed_Slot *)copy_of(s, pool->slots, pool->slot_capacity * sizeof *pool->slots,
                                      _Alignof(ed_Slot));
    return pool->items && pool->owners && pool->slots;
}

static bool resize_pool(Set *s, const ed_Place *place, u32 count)
{
    const ed_Field *field = place->field;
    ed_Pool *pool = (ed_Pool *)place->at;
    if (!own_pool(s, pool, field)) { refuse_full(s); return false; }
    while (pool->count > count && ed_pool_remove(pool, ed_pool_ref(pool, pool->count - 1),
                                                 field->size)) {}
    while (pool->count < count && ed_pool_add(s->arena, pool, field->size,
                                              ed_field_align(field))) {}
    if (pool->count != count) refuse_full(s);
    return pool->count == count;
}

static void set_pool(Set *s, const ed_Place *place, u32 count)
{
    const u32 limit = ((const ed_Pool *)place->at)->limit;
    if (limit && count > limit)            refuse_count(s, place, "at most ", limit, count);
    else if (resize_pool(s, place, count)) set_items(s, place, count);
}

static void set_list(Set *s, const ed_Place *place)
{
    if (ed_json_form(&s->j) != ED_JSON_ARRAY) { refuse(s, place, ED_ERR_TYPE, "a list"); return; }
    u32 count = ed_json_count(&s->j);
    switch (place->field->shape) {
    case ED_BOUNDED: set_bounded(s, place, count); return;
    case ED_DYNAMIC: set_dynamic(s, place, count); return;
    case ED_POOL:    set_pool(s, place, count); return;
    default:         set_fixed(s, place, count); return;
    }
}

// --- as a person types it ------------------------------------------------------------------------

/// A number as typed; form NONE where it is none.
static ed_Number typed_number(const char *text)
{
    char *end;
    bool minus = *text == '-';
    const char *first = text + minus;
    bool hex = first[0] == '0' && (first[1] == 'x' || first[1] == 'X'), padded = first[0] == '0'
        && first[1] >= '0' && first[1] <= '9';
    if (strcmp(text, "true") == 0)  return (ed_Number){ .form = ED_FORM_BOOL, .u = 1 };
    if (strcmp(text, "false") == 0) return (ed_Number){ .form = ED_FORM_BOOL };
    if (!*first || padded || !strchr(".0123456789", *first))
        return (ed_Number){ .form = ED_FORM_NONE };
    errno = 0;
    i64 low = minus ? strtoll(text, &end, hex ? 16 : 10) : 0;
    if (minus && *end == 0 && errno == 0 && low < 0)
        return (ed_Number){ .form = ED_FORM_INT, .i = low };
    u64 high = minus ? 0 : strtoull(text, &end, hex ? 16 : 10);
    if (!minus && *end == 0 && errno == 0) return (ed_Number){ .form = ED_FORM_UINT, .u = high };
    f64 value = strtod(text, &end);
    return *end == 0 && isfinite(value) ? ed_number_from_f64(value)
        : (ed_Number){ .form = ED_FORM_NONE };
}

static bool is_word(const char *text)
{
    return *text == '_' || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
}

static void set_alternative(Set *s, const ed_Place *place)
{
    const ed_Type *type = place->field->type;
    const ed_Field *alternative = ed_field_by_name(type, s->text, strlen(s->text));
    if (alternative) become(s, type, alternative, place->at);
    else             refuse(s, place, ED_ERR_TYPE, "the name of an alternative");
}

/// False where the text is JSON.
static bool set_typed(Set *s, const ed_Place *place)
{
    const ed_Field *field = place->field;
    i64 number = 0;
    if (s->j.depth || !field) return false;
    bool word = is_word(s->text), named = field->kind == ED_ENUM || field->kind == ED_FLAGS;
    if (word && named) {
        bool known = number_of_names(field->type, s->text, &number);
        store_named(s, place, known, number);
    } else if (word && field->kind == ED_UNION) set_alternative(s, place);
    else if (!field->type && field->kind <= ED_F64) store_number(s, place, typed_number(s->text));
    else return false;
    s->j.at = s->j.end;
    return true;
}

// --- all of it -----------------------------------------------------------------------------------

static void set_element(Set *s, const ed_Place *place)
{
    const ed_Type *record = ed_place_record(place);
    if (set_typed(s, place)) return;
    if (record && record->kind == ED_UNION) { set_union(s, record, place); return; }
    if (record) { set_struct(s, record, place); return; }
    switch (place->field->kind) {
    case ED_PTR:                 set_pointer(s, place); return;
    case ED_CHARS:               set_text(s, place); return;
    case ED_STR:                 set_str(s, place); return;
    case ED_ENUM: case ED_FLAGS: set_named(s, place); return;
    case ED_REF:                 set_ref(s, place); return;
    default:                     set_number(s, place); return;
    }
}

static void set_optional(Set *s, const ed_Place *place)
{
    memset(place->at, 0, place->field->size);
    ((u8 *)place->at)[-1] = ed_json_form(&s->j) != ED_JSON_NULL;
    if (ed_place_is_none(place)) { ed_json_null(&s->j); return; }
    ed_init_element(place->field, s->arena, place->at);
    set_element(s, place);
}

static void set_place(Set *s, const ed_Place *place)
{
    if (!ed_json_ok(&s->j)) return;
    if (place->field && place->field->shape == ED_OPTIONAL) set_optional(s, place);
    else if (ed_place_is_list(place)) set_list(s, place);
    else set_element(s, place);
}

/// The bytes of a place, and those before it that belong to it.
static size_t extent(const ed_Place *place, u32 *lead)
{
    const ed_Field *field = place->field;
    *lead = field && !place->depth ? ed_field_lead(field) : 0;
    if (!field) return place->type->size;
    if (!ed_place_is_list(place)) return field->size;
    if (field->shape == ED_POOL)  return sizeof(ed_Pool);
    if (field->shape == ED_FIXED) return ed_field_stride(field,
                                                         place->depth) * field->dims[place->depth];
    return (size_t)ed_field_bytes(field);
}

/// Sets a draft of the place and puts it there when all of it is good.
static bool set_draft(Set *s, const ed_Place *place, u8 *draft, u32 lead, size_t size)
{
    ed_Place copy = *place;
    copy.at = draft + 8;
    memcpy(draft + 8 - lead, (u8 *)place->at - lead, lead + size);
    set_place(s, &copy);
    ed_json_end(&s->j);
    if (ed_json_ok(&s->j)) memcpy((u8 *)place->at - lead, draft + 8 - lead, lead + size);
    return ed_json_ok(&s->j);
}

bool ed_value_set(const ed_Place *place, const char *text, ed_Error *error)
{
    _Alignas(8) u8 small[256];
    Set s = { .text = text, .arena = place->arena, .now = place };
    size_t mark = s.arena->used, refused = s.arena->refused;
    u32 lead;
    size_t size = extent(place, &lead);
    ed_json_init(&s.j, text, strlen(text));
    u8 *draft = size + 8 <= sizeof small ? small : (u8 *)ed_arena_push_raw(s.arena, size + 8, 8);
    s.arena->refused = draft ? 0 : s.arena->refused;
    if (!draft) refuse_full(&s);
    bool good = draft && set_draft(&s, place, draft, lead, size);
    if (!good || (draft != small && draft + 8 + size == s.arena->base + s.arena->used))
        s.arena->used = mark;
    s.arena->refused = refused;
    if (!good) ed_fail(error, s.j.err.code, "%s", s.j.err.text);
    return good;
}
