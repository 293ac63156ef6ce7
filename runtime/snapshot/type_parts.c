#include "runtime/snapshot/type_parts.h"
#include <string.h>
#include "runtime/types/types.h"
#include "runtime/types/unit.h"

#define PATH_MAX_BYTES 512u      // of a path in "moves"

// --- names ---------------------------------------------------------------------------------------

static bool is_name_letter(u8 c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_path_letter(u8 c) { return is_name_letter(c) || c == '.'; }

static const char *copy_text(ed_Reader *r, ed_Arena *arena, const u8 *at, ed_Span text)
{
    if (!ed_read_ok(r)) return "";
    char *copy = (char *)ed_arena_push(arena, text.size + 1, 1);
    if (!copy) {
        ed_read_fail(r, ED_ERR_LIMIT, at, "%s: memory limit reached", arena->name);
        return "";
    }
    if (text.size) memcpy(copy, text.at, text.size);
    return copy;
}

/// Copies a name or path. Refuses characters that `is_letter` does not allow, because names are
/// printed to a terminal.
static const char *read_word(ed_Reader *r, ed_Arena *arena, size_t least, size_t most,
                             bool (*is_letter)(u8))
{
    const u8 *at = r->at;
    ed_Span span = ed_read_str(r);
    bool good = span.size >= least && span.size <= most;
    for (size_t i = 0; good && i < span.size; i++) good = span.at[i] && is_letter(span.at[i]);
    if (ed_read_ok(r) && !good)
        ed_read_fail(r, ED_ERR_FORMAT, at,
                     "expected a name of %zu to %zu letters, digits or _ (a path may also have .)",
                     least, most);
    return copy_text(r, arena, at, span);
}

const char *ed_name_read(ed_Reader *r, ed_Arena *arena)
{
    return read_word(r, arena, 1, ED_NAME_MAX - 1, is_name_letter);
}

const char *ed_path_read(ed_Reader *r, ed_Arena *arena, size_t least)
{
    return read_word(r, arena, least, PATH_MAX_BYTES, is_path_letter);
}

const char *ed_unit_read(ed_Reader *r, ed_Arena *arena)
{
    const u8 *at = r->at;
    ed_Span span = ed_read_str(r);
    const char *unit = copy_text(r, arena, at, span);
    if (ed_read_ok(r) && (strlen(unit) != span.size || !ed_unit_is(unit)))
        ed_read_fail(r, ED_ERR_FORMAT, at, "expected a unit, such as m/s^2");
    return unit;
}

// --- numbers and arrays --------------------------------------------------------------------------

u32 ed_u32_read(ed_Reader *r)
{
    const u8 *at = r->at;
    u64 value = ed_read_u64(r);
    if (value > UINT32_MAX)
        ed_read_fail(r, ED_ERR_RANGE, at, "%llu is out of range for u32",
                     (unsigned long long)value);
    return (u32)value;
}

void *ed_elements_begin(ed_Reader *r, ed_Arena *arena, const char *what, u32 limit, size_t size,
                        u32 *count)
{
    const u8 *at = r->at;
    *count = ed_read_array(r);
    void *many = *count <= limit ? ed_arena_push(arena, *count * size, 8) : NULL;
    if (*count > limit)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u %s: the limit is %u", *count, what, limit);
    else if (!many) ed_read_fail(r, ED_ERR_LIMIT, at, "not enough memory for %u %s", *count, what);
    return many;
}

void ed_tags_write(ed_Writer *w, const u32 *tags, u32 count)
{
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) ed_write_u64(w, tags[i]);
}

const u32 *ed_tags_read(ed_Reader *r, ed_Arena *arena, u32 *count)
{
    const u8 *at = r->at;
    *count = ed_read_array(r);
    u32 *tags = (u32 *)ed_arena_push(arena, *count * sizeof *tags, _Alignof(u32));
    if (!tags) {
        ed_read_fail(r, ED_ERR_LIMIT, at, "%s: memory limit reached", arena->name);
        return NULL;
    }
    for (u32 i = 0; i < *count && ed_read_ok(r); i++) tags[i] = ed_u32_read(r);
    return tags;
}
