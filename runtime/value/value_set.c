#include <stdio.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/msgpack/big_endian.h"
#include "runtime/msgpack/json.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/field.h"
#include "runtime/types/number.h"
#include "runtime/types/stable_pool.h"
#include "runtime/types/types.h"
#include "runtime/value/record_ptr.h"
#include "runtime/value/value.h"

#define NAMES_MAX 4096u      // bytes of a text with enum or flag names
#define SHOWN_MAX 64u        // bytes of a refused value in a message

/// Setting a value has two steps. The JSON is checked against the field and written as MessagePack
/// in open form. Then the MessagePack is stored with the same code that reads snapshots: into a
/// draft, a temporary record that has only this value, which is then copied to the state.
typedef struct Set {
    ed_Json j;        // reads `text`; has the error
    ed_Writer w;      // the value in open form
    const char *text;
    ed_State state;      // that the value is in, for record pointers; no roots: in none
} Set;

static void put_value(Set *s, const ed_Field *field, u32 dim);

// --- error messages ------------------------------------------------------------------------------

/// Returns the value at the reader's position for an error message, cut to SHOWN_MAX bytes.
static const char *show(Set *s, char *out)
{
    ed_JsonForm form = ed_json_form(&s->j);
    if (form == ED_JSON_ARRAY) return "a list";
    if (form == ED_JSON_OBJECT) return "an object";
    const char *at = s->j.depth ? s->j.at : s->text;
    size_t left = (size_t)(s->j.end - at), size = 0;
    if (left == 0) return "nothing";
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
    return size ? out : "an invalid value";
}

static void refuse(Set *s, const ed_Field *field, ed_Err code, const char *expected)
{
    char got[SHOWN_MAX + 1];
    if (!ed_json_ok(&s->j)) return;
    const char *shown = show(s, got);
    if (s->j.depth)
        ed_json_fail(&s->j, code, s->j.at, "'%s' must be %s; got %s", field->name, expected, shown);
    else ed_fail(&s->j.err, code, "'%s' must be %s; got %s", field->name, expected, shown);
}

/// Refuses the value and lists the names of the type: "a value of Mood: CALM, ANGRY, …"
static void refuse_named(Set *s, const ed_Field *field)
{
    char names[200];
    const ed_Type *type = field->type;
    ed_Text out = ed_text_over(names, sizeof names);
    ed_text_add(&out, "%s of %s: ", type->kind == ED_FLAGS ? "flags" : "a value", type->name);
    ed_value_list_names(type, &out);
    refuse(s, field, ED_ERR_TYPE, names);
}

// --- plain values --------------------------------------------------------------------------------

static void put_nil(Set *s)
{
    ed_json_null(&s->j);
    ed_write_nil(&s->w);
}

/// Writes a text. Its size is not known before it is read, so it gets the longest header (str 32).
static void put_text(Set *s, const ed_Field *field)
{
    const bool pointer = field->kind == ED_TEXT_PTR;
    if (pointer && ed_json_form(&s->j) == ED_JSON_NULL) {
        put_nil(s);
        return;
    }
    if (ed_json_form(&s->j) != ED_JSON_TEXT) {
        refuse(s, field, ED_ERR_TYPE,
               pointer ? "a string in quotes, or null" : "a string in quotes");
        return;
    }
    size_t room = (size_t)(s->j.end - s->j.at);
    u8 *at = room <= UINT32_MAX ? ed_write_raw_room(&s->w, 5 + room) : NULL;
    u32 size = at ? (u32)ed_json_text(&s->j, (char *)at + 5, room) : 0;
    if (!at || !ed_json_ok(&s->j)) return;
    at[0] = 0xdb;
    ed_write_big(at + 1, size, 4);
    s->w.size -= room - size;
    if (field->kind == ED_CHARS && size >= field->size)
        ed_fail(&s->j.err, ED_ERR_RANGE, "'%s' can hold %u byte%s of text: this text is longer",
                field->name, field->size - 1, field->size == 2 ? "" : "s");
    else if (memchr(at + 5, 0, size))
        ed_fail(&s->j.err, ED_ERR_RANGE, "'%s' cannot contain a zero byte", field->name);
}

/// Refuses a number and prints the range of the type: "a u8 from 0 to 255". To find the range,
/// stores the smallest and the largest 64-bit integer, which are clamped.
static void refuse_number(Set *s, const ed_Field *field)
{
    char expected[80];
    u8 low[8], high[8];
    ed_Kind kind = field->kind;
    ed_Text out = ed_text_over(expected, sizeof expected);
    const char *name = ed_kind_name(kind);
    ed_text_add(&out, "%s %s", *name == 'i' || *name == 'f' ? "an" : "a", name);
    if (kind >= ED_U8 && kind <= ED_I64) {
        const ed_Field plain = { .kind = kind, .size = ed_kind_size(kind) };
        ed_number_store(kind, low, (ed_Number){ .form = ED_FORMAT_INT, .i = INT64_MIN });
        ed_number_store(kind, high, (ed_Number){ .form = ED_FORMAT_UINT, .u = UINT64_MAX });
        ed_text_add(&out, " from ");
        ed_value_json(&(ed_ValueRef){ .field = &plain, .at = low }, &out);
        ed_text_add(&out, " to ");
        ed_value_json(&(ed_ValueRef){ .field = &plain, .at = high }, &out);
    }
    refuse(s, field, ED_ERR_RANGE, expected);
}

static bool is_float(const ed_Field *field)
{
    return field->kind == ED_F32 || field->kind == ED_F64;
}

static void put_number(Set *s, const ed_Field *field, ed_Number number)
{
    ed_Kind kind = field->kind;
    u8 value[8];
    // An integer below INT64_MIN was read as the nearest f64, which may be -0x1p63. It must not be
    // stored as INT64_MIN.
    bool beyond = number.form == ED_FORMAT_F64 && !is_float(field) && number.f <= -0x1p63;
    bool fits = (number.form == ED_FORMAT_BOOL) <= (kind == ED_BOOL) && !beyond;
    ed_ConvertResult fit = fits ? ed_number_store(kind, value, number) : ED_CONVERT_NONE;
    if (fit == ED_CONVERT_EXACT || (is_float(field) && fit == ED_CONVERT_ROUNDED))
        ed_number_write(&s->w, kind, value);
    else refuse_number(s, field);
}

/// Consumes the number only if it fits, because an error message shows the value at the reader's
/// position.
static void put_json_number(Set *s, const ed_Field *field)
{
    char name[32];
    ed_Json after = s->j;
    bool named = is_float(field) && ed_json_form(&after) == ED_JSON_TEXT;
    if (named) ed_json_text(&after, name, sizeof name);
    put_number(s, field, named ? ed_number_from_name(field->kind, name) : ed_json_number(&after));
    if (ed_json_ok(&s->j)) s->j = after;
}

static void put_named(Set *s, const ed_Field *field, bool good, i64 number)
{
    u8 value[8];
    ed_Kind base = field->type->base;
    if (!good) {
        refuse_named(s, field);
        return;
    }
    ed_number_store(base, value, ed_number_from_bits(base, number));
    ed_number_write(&s->w, base, value);
}

static bool number_of(const ed_Type *type, ed_Number typed, i64 *number)
{
    u64 known = 0;
    bool whole = typed.form == ED_FORMAT_INT || typed.form == ED_FORMAT_UINT;
    if (!whole || !ed_number_to_bits(type->base, typed, number)) return false;
    for (u32 i = 0; i < type->value_count; i++) known |= (u64)type->values[i].number;
    return type->kind != ED_FLAGS ? ed_value_by_number(type, *number) != NULL
                                  : ((u64)*number & ~known) == 0;
}

/// Converts one name of an enum, or names of flags separated by |.
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

/// Converts ["A", "B"], the form in which flags are printed. For an empty list no flag is set.
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

static void put_json_named(Set *s, const ed_Field *field)
{
    char names[NAMES_MAX];
    const ed_Type *type = field->type;
    ed_Json after = s->j;
    i64 number = 0;
    bool good = false;
    switch (ed_json_form(&after)) {
    case ED_JSON_ARRAY:
        good = type->kind == ED_FLAGS && number_of_list(&after, type, &number);
        break;
    case ED_JSON_NUMBER: good = number_of(type, ed_json_number(&after), &number); break;
    case ED_JSON_TEXT:
        ed_json_text(&after, names, sizeof names);
        good = ed_json_ok(&after) && number_of_names(type, names, &number);
        break;
    case ED_JSON_NULL:
        ed_json_null(&after);
        good = type->kind == ED_SYMBOL;      // of number 0
        break;
    default: break;
    }
    put_named(s, field, good, number);
    if (good) s->j = after;
}

static bool read_u32(ed_Json *j, bool first, u32 *value)
{
    ed_Number number = { .form = ED_FORMAT_NONE };
    if (ed_json_more(j, first) && ed_json_form(j) == ED_JSON_NUMBER) number = ed_json_number(j);
    *value = (u32)number.u;
    return number.form == ED_FORMAT_UINT && number.u <= UINT32_MAX;
}

static void put_handle(Set *s, const ed_Field *field)
{
    u32 index = 0, generation = 0;
    ed_Json after = s->j;
    if (ed_json_form(&after) == ED_JSON_NULL) {
        put_nil(s);
        return;
    }
    bool good = ed_json_form(&after) == ED_JSON_ARRAY && ed_json_enter(&after)
             && read_u32(&after, true, &index) && read_u32(&after, false, &generation) && generation
             && !ed_json_more(&after, false) && ed_json_ok(&after);
    if (!good) {
        refuse(s, field, ED_ERR_TYPE, "null or a handle as [index, generation]");
        return;
    }
    ed_write_array(&s->w, 2);
    ed_write_u64(&s->w, index);
    ed_write_u64(&s->w, generation);
    s->j = after;
}

/// Writes the address of the record that a path leads to. ed_decode_into accepts it from here
/// alone.
static void put_record_ptr(Set *s, const ed_Field *field)
{
    char path[ED_NAME_MAX * 4], expected[ED_NAME_MAX * 2];
    ed_Json after = s->j;
    ed_ValueRef target;
    const ed_JsonForm form = ed_json_form(&after);
    if (form == ED_JSON_NULL) {
        put_nil(s);
        return;
    }
    bool found = form == ED_JSON_TEXT && ed_json_text(&after, path, sizeof path) < sizeof path
              && ed_json_ok(&after) && s->state.roots
              && ed_value_find(&s->state, path, &target, NULL) && ed_value_record(&target)
              && ed_begins_with(ed_value_record(&target), field->type);
    ed_Container container;
    u32 index;
    if (!found
        || !ed_container_with(&s->state, field->type, (u64)(uintptr_t)target.at, &container,
                              &index)) {
        snprintf(expected, sizeof expected,
                 "null or the path of a %s that is directly in a state, in quotes",
                 field->type->name);
        refuse(s, field, ED_ERR_TYPE, expected);
        return;
    }
    ed_write_u64(&s->w, (u64)(uintptr_t)target.at);
    s->j = after;
}

static void put_pointer(Set *s, const ed_Field *field)
{
    if (ed_json_form(&s->j) == ED_JSON_NULL) put_nil(s);
    else refuse(s, field, ED_ERR_TYPE, "set by the game");
}

// --- records -------------------------------------------------------------------------------------

static const ed_Field *member(Set *s, const ed_Type *type, const char *name, const char *at)
{
    ed_Error error = { .code = ED_OK };
    if (!ed_json_ok(&s->j)) return NULL;
    const ed_Field *field = ed_field_by_name(type, name, strlen(name));
    if (field) return field;
    ed_fail_no_field(type, name, &error);
    ed_json_fail(&s->j, error.code, at, "%s", error.text);
    return NULL;
}

/// Returns whether the bit was set before.
static bool set_bit(u64 *bits, size_t index)
{
    u64 bit = (u64)1 << index % 64;
    bool was_set = bits[index / 64] & bit;
    bits[index / 64] |= bit;
    return was_set;
}

static void put_struct(Set *s, const ed_Field *field)
{
    char name[ED_NAME_MAX];
    const ed_Type *type = field->type;
    u64 met[ED_FIELDS_MAX / 64] = { 0 };
    if (ed_json_form(&s->j) != ED_JSON_OBJECT) {
        refuse(s, field, ED_ERR_TYPE, "an object with its fields, or {} for the defaults");
        return;
    }
    size_t header = s->w.size;
    u32 count = 0;
    ed_write_map(&s->w, UINT32_MAX);
    for (bool first = ed_json_enter(&s->j); ed_json_more(&s->j, first); first = false) {
        const char *at = s->j.at;
        ed_json_key(&s->j, name, sizeof name);
        const ed_Field *inner = member(s, type, name, at);
        if (!inner) return;
        if (set_bit(met, (size_t)(inner - type->fields))) {
            ed_json_fail(&s->j, ED_ERR_FORMAT, at, "'%s' appears twice", name);
            return;
        }
        ed_write_u64(&s->w, inner->tag);
        put_value(s, inner, 0);
        count++;
    }
    for (u32 i = 0; i < type->field_count && ed_json_ok(&s->j); i++) {
        if (type->fields[i].shape != ED_POOL || set_bit(met, i)) continue;
        // A pool that the object does not name becomes empty. Its slots stay, so that handles to
        // its former items cannot refer to new items.
        ed_write_u64(&s->w, type->fields[i].tag);
        ed_write_array(&s->w, 0);
        count++;
    }
    if (ed_write_ok(&s->w)) ed_write_big(s->w.bytes + header + 1, count, 4);
}

/// Writes a union from {"circle": …}, or from the name of an alternative, which then has its
/// defaults.
static void put_union(Set *s, const ed_Field *field)
{
    char name[ED_NAME_MAX];
    const ed_Type *type = field->type;
    ed_JsonForm form = ed_json_form(&s->j);
    bool object = form == ED_JSON_OBJECT;
    if (!object && form != ED_JSON_TEXT) {
        refuse(s, field, ED_ERR_TYPE,
               "the name of an alternative, or an object with one alternative");
        return;
    }
    const char *at = s->j.at;
    if (object && ed_json_enter(&s->j) && !ed_json_more(&s->j, true))
        ed_json_fail(&s->j, ED_ERR_TYPE, at, "%s needs one of its alternatives", type->name);
    if (object) ed_json_key(&s->j, name, sizeof name);
    else ed_json_text(&s->j, name, sizeof name);
    const ed_Field *alternative = member(s, type, name, at);
    if (!alternative) return;
    ed_write_array(&s->w, 2);
    ed_write_u64(&s->w, alternative->tag);
    if (!object) {
        ed_write_nil(&s->w);
        return;
    }
    put_value(s, alternative, 0);
    if (ed_json_ok(&s->j) && ed_json_more(&s->j, false))
        ed_json_fail(&s->j, ED_ERR_TYPE, at, "%s can have only one of its alternatives",
                     type->name);
}

// --- lists ---------------------------------------------------------------------------------------

static void put_list(Set *s, const ed_Field *field, u32 dim)
{
    if (ed_json_form(&s->j) != ED_JSON_ARRAY) {
        refuse(s, field, ED_ERR_TYPE, "a list");
        return;
    }
    u32 count = ed_json_count(&s->j);
    bool fixed = field->shape == ED_FIXED;
    u32 room = fixed ? field->dims[dim] : field->shape == ED_DYNAMIC ? 0 : field->count;
    if (fixed ? count != room : room && count > room) {
        ed_json_fail(&s->j, ED_ERR_RANGE, s->j.at, "the length of '%s' must be %s%u, not %u",
                     field->name, fixed ? "" : "at most ", room, count);
        return;
    }
    ed_write_array(&s->w, count);
    for (bool first = ed_json_enter(&s->j); ed_json_more(&s->j, first); first = false)
        put_value(s, field, dim + 1);
}

// --- values without quotes -----------------------------------------------------------------------

/// Parses a number that a person typed. Returns form NONE if it is not a number.
static ed_Number typed_number(const ed_Field *field, const char *text)
{
    ed_Number special = { .form = ED_FORMAT_NONE };
    if (is_float(field)) special = ed_number_from_name(field->kind, text);
    if (special.form) return special;
    const char *first = text + (*text == '-');
    bool hex = first[0] == '0' && (first[1] == 'x' || first[1] == 'X'),
         padded = first[0] == '0' && first[1] >= '0' && first[1] <= '9';
    if (strcmp(text, "true") == 0) return (ed_Number){ .form = ED_FORMAT_BOOL, .u = 1 };
    if (strcmp(text, "false") == 0) return (ed_Number){ .form = ED_FORMAT_BOOL };
    if (!*first || padded || !strchr(".0123456789", *first))
        return (ed_Number){ .form = ED_FORMAT_NONE };
    return ed_number_from_text(text, text + strlen(text), hex ? 16 : 10);
}

static bool is_word(const char *text)
{
    return *text == '_' || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
}

/// Writes a value that is not JSON, such as a bare name or a hex number. Returns false if the text
/// has to be read as JSON.
static bool put_typed(Set *s, const ed_Field *field)
{
    i64 number = 0;
    bool word = is_word(s->text), named = ed_field_is_named(field);
    if (s->j.depth) return false;
    if (word && named) {
        bool known = number_of_names(field->type, s->text, &number);
        put_named(s, field, known, number);
    } else if (word && field->kind == ED_UNION) {
        const ed_Field *held = ed_field_by_name(field->type, s->text, strlen(s->text));
        if (!held) refuse(s, field, ED_ERR_TYPE, "the name of an alternative");
        ed_write_array(&s->w, 2);
        ed_write_u64(&s->w, held ? held->tag : 0);
        ed_write_nil(&s->w);
    } else if (!field->type && field->kind <= ED_F64 && *s->text != '"')
        put_number(s, field, typed_number(field, s->text));
    else return false;
    s->j.at = s->j.end;
    return true;
}

// --- any value -----------------------------------------------------------------------------------

static void put_element(Set *s, const ed_Field *field)
{
    if (put_typed(s, field)) return;
    switch (field->kind) {
    case ED_STRUCT: put_struct(s, field); return;
    case ED_UNION: put_union(s, field); return;
    case ED_PTR: put_pointer(s, field); return;
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: put_text(s, field); return;
    case ED_ENUM:
    case ED_FLAGS:
    case ED_SYMBOL: put_json_named(s, field); return;
    case ED_REF: put_handle(s, field); return;
    case ED_RECORD_PTR: put_record_ptr(s, field); return;
    default: put_json_number(s, field); return;
    }
}

/// `dim` is the number of dimensions that are already indexed.
static void put_value(Set *s, const ed_Field *field, u32 dim)
{
    if (!ed_json_ok(&s->j)) return;
    bool optional = field->shape == ED_OPTIONAL;
    if (optional && ed_json_form(&s->j) == ED_JSON_NULL) put_nil(s);
    else if (dim < ed_field_rank(field)) put_list(s, field, dim);
    else put_element(s, field);
    if (!ed_write_ok(&s->w)) ed_fail(&s->j.err, s->w.err.code, "%s", s->w.err.text);
}

#define DRAFT_OFFSET 16u      // aligns any field, and leaves room for a count before it

/// Describes the value as the only field of a draft record.
static ed_Field field_of(const ed_ValueRef *ref)
{
    const ed_Type *type = ref->type;
    if (!ref->field)
        return (ed_Field){ .name = type->name,
                           .kind = type->kind,
                           .type = type,
                           .size = type->size,
                           .count = 1,
                           .offset = DRAFT_OFFSET };
    ed_Field field = *ref->field;
    field.offset = DRAFT_OFFSET;
    if (!ref->depth) return field;
    bool single = ref->depth == ed_field_rank(&field);
    field.shape = single ? ED_ONE : ED_FIXED;
    field.flags &= ~(u32)ED_FIELD_STABLE;
    field.count = 1;
    for (u32 i = 0; i < ED_DIMS_MAX; i++) {
        u32 from = i + ref->depth;
        field.dims[i] = from < ED_DIMS_MAX && !single ? field.dims[from] : 0;
        field.index_types[i] = field.dims[i] ? field.index_types[from] : NULL;
        if (field.dims[i]) field.count *= field.dims[i];
    }
    return field;
}

static void *copy_of(ed_Arena *arena, const void *from, size_t size, size_t align)
{
    void *to = ed_arena_push_raw(arena, size, align);
    return to && size ? memcpy(to, from, size) : to;
}

/// Copies the memory of a pool, because the original must not change if the set fails. The copy of
/// a stable pool has no gaps.
static void own_pool(ed_Pool *pool, const ed_Field *field, ed_Arena *arena)
{
    if (ed_pool_is_stable(pool)) {
        ed_pool_gather(arena, pool, field->size, ed_field_align(field));
        return;
    }
    pool->items =
        copy_of(arena, pool->items, (size_t)pool->capacity * field->size, ed_field_align(field));
    pool->owners =
        (u32 *)copy_of(arena, pool->owners, pool->capacity * sizeof *pool->owners, _Alignof(u32));
    pool->slots = (ed_Slot *)copy_of(arena, pool->slots, pool->slot_capacity * sizeof *pool->slots,
                                     _Alignof(ed_Slot));
}

/// Gives the draft copies of the original's pools, so that their items and handles can be kept.
static void own_pools(const ed_Field *field, const ed_ValueRef *ref, u8 *at)
{
    const ed_Type *type = ref->type;
    if (field->shape == ED_POOL) own_pool((ed_Pool *)(void *)at, field, ref->arena);
    for (u32 i = 0; !ref->field && i < type->field_count; i++) {
        const ed_Field *inner = &type->fields[i];
        if (inner->shape != ED_POOL) continue;
        memcpy(at + inner->offset, (const u8 *)ref->at + inner->offset, sizeof(ed_Pool));
        own_pool((ed_Pool *)(void *)(at + inner->offset), inner, ref->arena);
    }
}

/// Gives the stable pools of the draft their gaps again.
static void spread_pools(const ed_Field *field, const ed_ValueRef *ref, u8 *at)
{
    const ed_Type *type = ref->type;
    if (field->flags & ED_FIELD_STABLE)
        ed_pool_spread(ref->arena, (ed_Pool *)(void *)at, field->size, ed_field_align(field),
                       field->count);
    for (u32 i = 0; !ref->field && i < type->field_count; i++) {
        const ed_Field *inner = &type->fields[i];
        if (inner->flags & ED_FIELD_STABLE)
            ed_pool_spread(ref->arena, (ed_Pool *)(void *)(at + inner->offset), inner->size,
                           ed_field_align(inner), inner->count);
    }
}

/// Initializes the draft: records and fixed arrays with their defaults, anything else with the
/// current value.
static void begin(const ed_Field *field, const ed_ValueRef *ref, u8 *at, size_t size, u32 lead)
{
    bool record = field->shape == ED_ONE && ed_field_is_record(field);
    memcpy(at - lead, (const u8 *)ref->at - lead, lead + size);
    if (record || field->shape == ED_FIXED) {
        memset(at, 0, size);
        ed_init_elements(field, ref->arena, at, field->count);
    }
    own_pools(field, ref, at);
}

/// Stores the MessagePack into a draft, and copies the draft to `ref` if there was no error.
static bool store(Set *s, const ed_Field *field, const ed_ValueRef *ref, u8 *it)
{
    ed_Reader r;
    u8 *at = it + DRAFT_OFFSET;
    u32 lead = ed_field_prefix_size(field);
    size_t size = ed_field_bytes(field);
    begin(field, ref, at, size, lead);
    ed_read_init(&r, s->w.bytes, s->w.size);
    if (!ref->arena->refused)
        ed_decode_into(&r, field, ref->arena, ED_DECODE_TRANSIENT | ED_DECODE_POINTERS, it);
    if (ed_read_ok(&r)) spread_pools(field, ref, at);
    if (!ed_arena_check(ref->arena, &s->j.err)) return false;
    if (!ed_read_ok(&r)) ed_fail(&s->j.err, r.err.code, "%s", r.err.text);
    else memcpy((u8 *)ref->at - lead, at - lead, lead + size);
    return ed_read_ok(&r);
}

static ed_RootMemory *roots_of(const ed_ValueRef *ref)
{
    return (ed_RootMemory *)(uintptr_t)ref->roots;
}

static bool set(Set *s, const ed_ValueRef *ref, ed_Arena *scratch)
{
    ed_Field field = field_of(ref);
    u8 *it = (u8 *)ed_arena_push(scratch, DRAFT_OFFSET + ed_field_bytes(&field), DRAFT_OFFSET);
    ed_write_init(&s->w, scratch);
    ed_Containers before = { NULL, 0 };
    bool links = ref->roots && ed_has_record_ptrs(ref->schema);
    if (links) s->state = (ed_State){ .schema = ref->schema, .roots = roots_of(ref) };
    put_value(s, &field, 0);
    ed_json_end(&s->j);
    if (links) it = ed_containers_find(&s->state, false, scratch, &before) ? it : NULL;
    if (!ed_json_ok(&s->j) || !it || !store(s, &field, ref, it)) return false;
    return !links || ed_record_ptrs_rebind(&s->state, &before, scratch);
}

bool ed_value_set(const ed_ValueRef *ref, const char *text, ed_Error *error)
{
    Set s = { .text = text };
    ed_Arena scratch, *arena = ref->arena;
    size_t used = arena->used, refused = arena->refused;
    if (!ed_arena_open(&scratch, "value buffer", ed_work_bytes_max() + ed_bytes_max, error))
        return false;
    ed_json_init(&s.j, text);
    arena->refused = 0;
    bool good = set(&s, ref, &scratch);
    if (!good) arena->used = used;
    arena->refused = refused;
    ed_arena_close(&scratch);
    if (!good) ed_fail(error, s.j.err.code, "%s", s.j.err.text);
    return good;
}
