#include "runtime/live/variables.h"
#include <stdlib.h>
#include <string.h>
#include "runtime/base/hash.h"
#include "runtime/os/library/library_symbols.h"
#include "runtime/os/library/loader.h"

// --- names ---------------------------------------------------------------------------------------

static bool begins_with(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/// True for names that no source has, or only those of eddie and of the C library.
static bool is_of_compiler(const char *name)
{
    static const char *const parts[] = { "__",  "_GLOBAL_", "_DYNAMIC",   "_ZG", "_ZT",
                                         "DW.", "L.",       "completed.", "ed_" };
    for (u32 i = 0; i < ED_COUNT(parts); i++)
        if (begins_with(name, parts[i])) return true;
    return false;
}

/// C++: finds the last part of "_ZZN4game6updateEvE5count", each of which follows its length.
static const char *last_part(const char *name, size_t *size)
{
    const char *found = name, *at = name;
    *size = strlen(name);
    while (*(at += strcspn(at, "0123456789"))) {
        char *part;
        unsigned long length = strtoul(at, &part, 10);
        at = part;
        if (length == 0 || length > strlen(part)) continue;
        found = part;
        *size = length;
        at = part + length;
    }
    return found;
}

/// Writes the name as in the source. A static variable of a function is "count.0" for gcc, and
/// "update.count" for clang.
static void put_name(const char *name, char *out)
{
    size_t size = strlen(name);
    if (begins_with(name, "_Z")) name = last_part(name, &size);
    const char *dot = memchr(name, '.', size);
    size_t first = dot ? (size_t)(dot - name) : size, tail = size - first - (dot != NULL);
    if (dot && strspn(dot + 1, "0123456789") >= tail) size = first;
    else if (dot) {
        name = dot + 1;
        size = strcspn(name, ".");
    }
    if (size >= ED_VARIABLE_NAME_MAX) size = ED_VARIABLE_NAME_MAX - 1;
    memcpy(out, name, size);
    out[size] = 0;
}

static void take_variable(void *it, const ed_LibraryVariable *from)
{
    ed_Variables *variables = (ed_Variables *)it;
    if (is_of_compiler(from->name) || variables->count == ED_VARIABLES_MAX) return;
    ed_Variable *variable =
        (ed_Variable *)ed_arena_push(&variables->arena, sizeof *variable, _Alignof(ed_Variable));
    if (!variable) return;
    *variable = (ed_Variable){ .offset = from->offset, .size = from->size, .unique = from->unique };
    put_name(from->name, variable->name);
    variable->tag = ed_hash_bytes(0, variable->name, strlen(variable->name));
    ed_Text file = ed_text_over(variable->file, sizeof variable->file);
    ed_text_add(&file, "%s", from->file);
    if (!variables->count++) variables->at = variable;
}

void ed_variables_read(ed_Variables *variables, ed_Span library)
{
    ed_Error unused = { .code = ED_OK };
    *variables = (ed_Variables){ .count = 0 };
    if (ed_arena_open(&variables->arena, "variables", (ED_VARIABLES_MAX + 1) * sizeof(ed_Variable),
                      &unused))
        ed_library_variables(library, take_variable, variables);
}

void ed_variables_close(ed_Variables *variables)
{
    ed_arena_close(&variables->arena);
    *variables = (ed_Variables){ .count = 0 };
}

// --- values --------------------------------------------------------------------------------------

/// The bytes belong to the module. If it has a sanitizer, they end with some that nobody may read.
#if defined(__GNUC__) || defined(__clang__)
__attribute__((no_sanitize("address")))
#endif
static u64
hash_value(const u8 *bytes, u64 size)
{
    u64 hash = size, i = 0;
    if (size > ED_VARIABLE_BYTES_MAX) size = ED_VARIABLE_BYTES_MAX;
    for (; i + 8 <= size; i += 8) {
        u64 word = 0;
        for (u32 k = 0; k < 8; k++) word |= (u64)bytes[i + k] << 8 * k;
        hash = ed_hash_u64(hash, word);
    }
    for (; i < size; i++) hash = ed_hash_u64(hash, bytes[i]);
    return hash;
}

void ed_variables_look(ed_Variables *variables)
{
    for (u32 i = 0; variables->base && i < variables->count; i++) {
        ed_Variable *variable = &variables->at[i];
        variable->now = hash_value(variables->base + variable->offset, variable->size);
    }
}

void ed_variables_loaded(ed_Variables *variables, const void *entry)
{
    variables->base = ed_loader_base(entry);
    ed_variables_look(variables);
    for (u32 i = 0; i < variables->count; i++) variables->at[i].initial = variables->at[i].now;
}

// --- what starts again ---------------------------------------------------------------------------

static bool has_changed(const ed_Variable *variable) { return variable->now != variable->initial; }

/// True if the next module has the variable, and its `load` did not set it. Several functions can
/// have a static variable of that name.
static bool starts_again(const ed_Variable *variable, const ed_Variables *next)
{
    for (u32 i = 0; i < next->count; i++) {
        const ed_Variable *other = &next->at[i];
        bool same = variable->tag == other->tag
                 && (!*variable->file || !*other->file || strcmp(variable->file, other->file) == 0);
        if (same && !has_changed(other)) return true;
    }
    return false;
}

/// Adds a tag unless the list has it or is full. Returns true if it was added.
static bool add_tag(u64 *tags, u32 *count, u64 tag)
{
    for (u32 i = 0; i < *count; i++)
        if (tags[i] == tag) return false;
    if (*count == ED_VARIABLES_NAMED_MAX) return false;
    tags[(*count)++] = tag;
    return true;
}

static void add_file(const ed_Watch *watch, const char *file, ed_Text *text)
{
    if (*file) ed_text_add(text, " (%s)", ed_watch_path_of(watch, file));
}

/// Lists the variables that the loader took from the old module, as programs in C++ expect it.
static void list_shared(const ed_Variables *old, const ed_Variables *next, ed_VariablesReset *reset)
{
    ed_Text text = ed_text_over(reset->shared, sizeof reset->shared);
    bool fresh = false;
    for (u32 i = 0; i < old->count; i++)
        for (u32 k = 0; old->at[i].unique && k < next->count; k++) {
            if (!next->at[k].unique || next->at[k].tag != old->at[i].tag) continue;
            ed_text_add(&text, "%s%s", text.size ? ", " : "", old->at[i].name);
            fresh |= add_tag(reset->reported, &reset->reported_count, ~old->at[i].tag);
        }
    if (!fresh) reset->shared[0] = 0;
}

void ed_variables_reset(const ed_Variables *old, const ed_Variables *next, const ed_Watch *watch,
                        ed_VariablesReset *reset)
{
    u64 tags[ED_VARIABLES_NAMED_MAX];
    ed_Text text = ed_text_over(reset->text, sizeof reset->text);
    const char *file = "";
    reset->count = 0;
    reset->fresh = false;
    for (u32 i = 0; i < old->count; i++) {
        const ed_Variable *variable = &old->at[i];
        if (variable->unique || !has_changed(variable) || !starts_again(variable, next)
            || !add_tag(tags, &reset->count, variable->tag))
            continue;
        if (strcmp(file, variable->file) != 0) add_file(watch, file, &text);
        ed_text_add(&text, "%s%s", reset->count > 1 ? ", " : "", variable->name);
        file = variable->file;
        reset->fresh |= add_tag(reset->reported, &reset->reported_count, variable->tag);
    }
    add_file(watch, file, &text);
    list_shared(old, next, reset);
}
