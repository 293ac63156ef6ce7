#include "codegen/emit/emit.h"
#include <stdarg.h>
#include <string.h>
#include "codegen/syntax/print.h"

static bool reserve(cg_Out *out, size_t size)
{
    size_t need = out->size + size + 1;
    if (need <= out->capacity) return true;
    size_t capacity = out->capacity ? out->capacity : 4096;
    while (capacity < need) capacity *= 2;
    if (!out->text) out->text = ed_arena_push(out->arena, capacity, 1);
    else if (!ed_arena_extend(out->arena, out->text, out->capacity, capacity)) out->failed = true;
    out->failed = out->failed || !out->text;
    if (!out->failed) out->capacity = capacity;
    return !out->failed;
}

void cg_put(cg_Out *out, const char *format, ...)
{
    for (int size = 0; reserve(out, (size_t)size);) {
        size_t room = out->capacity - out->size;
        va_list args;
        va_start(args, format);
        size = cg_print(out->text + out->size, room, format, args);
        va_end(args);
        if (size < 0) return;
        if ((size_t)size < room) {
            out->size += (size_t)size;
            return;
        }
    }
}

bool cg_out_check(const cg_Out *out, cg_Diag *diag, const char *help)
{
    if (!out->failed) return true;
    cg_error(diag, CG_E_SCHEMA_TOO_BIG, (cg_Location){ 0 },
             "the text of all output files together exceeds the limit of %zu MiB",
             out->arena->limit >> 20);
    cg_help(diag, "%s", help);
    return false;
}

void cg_insert(cg_Out *out, size_t at, const char *text)
{
    size_t size = strlen(text);
    if (!reserve(out, size)) return;
    memmove(out->text + at + size, out->text + at, out->size - at);
    memcpy(out->text + at, text, size);
    out->size += size;
}

void cg_put_text(cg_Out *out, const char *bytes, size_t size)
{
    cg_put(out, "\"");
    for (size_t i = 0; i < size; i++) {
        u8 c = (u8)bytes[i];
        bool trigraph = c == '?' && i > 0 && bytes[i - 1] == '?';
        if (c == '\n') cg_put(out, "\\n");
        else if (c == '\t') cg_put(out, "\\t");
        else if (c == '"' || c == '\\' || trigraph) cg_put(out, "\\%c", c);
        else if (c < 32 || c == 127) cg_put(out, "\\%03o", (unsigned)c);
        else cg_put(out, "%c", c);
    }
    cg_put(out, "\"");
}

/// Returns the offset of the space at which to break a line that is too long: that of the last
/// separator up to which the line fits in CG_COLUMNS, or of the first separator if none fits.
/// Returns 0 if there is no separator outside string literals.
static size_t break_of(const cg_Out *out, size_t from, const char *separator)
{
    size_t at = from, found = 0, comma = separator[0] == ',';      // a comma stays on the line
    bool quoted = false;
    for (; at < out->size && out->text[at] != '\n' && (at + comma <= from + CG_COLUMNS || !found);
         at++) {
        if (quoted && out->text[at] == '\\') at++;
        else if (out->text[at] == '"') quoted = !quoted;
        else if (!quoted && at > from + 8 && out->text[at] == *separator
                 && strncmp(out->text + at, separator, strlen(separator)) == 0)
            found = at + comma;
    }
    return found;
}

void cg_wrap(cg_Out *out, size_t from, const char *separator, const char *indent)
{
    while (!out->failed && from < out->size) {
        const char *end = memchr(out->text + from, '\n', out->size - from);
        size_t to = end ? (size_t)(end - out->text) : out->size;
        size_t at = to - from > CG_COLUMNS ? break_of(out, from, separator) : 0;
        if (at) {
            out->text[at] = '\n';
            cg_insert(out, at + 1, indent);
            from = at + 1;
        } else {
            from = to + 1;
        }
    }
}

size_t cg_doc_shown(const char *line, size_t size)
{
    for (;;) {
        bool trigraph = size >= 3 && memcmp(line + size - 3, "?\?/", 3) == 0;
        if (trigraph) size -= 3;
        else if (size && (line[size - 1] == '\\' || line[size - 1] == ' ')) size--;
        else return size;
    }
}

void cg_put_doc(cg_Out *out, const char *indent, const char *doc)
{
    while (doc && *doc) {
        size_t size = strcspn(doc, "\n");
        size_t shown = cg_doc_shown(doc, size);
        cg_put(out, "%s///%s%.*s\n", indent, shown ? " " : "", (int)shown, doc);
        doc += size + (doc[size] == '\n');
    }
}

const char *cg_int_literal(const cg_Out *out, cg_Int number)
{
    bool negative = number.negative && number.magnitude;
    if (negative && number.magnitude == (u64)1 << 63) return "-9223372036854775807 - 1";
    return cg_format(out->schema->arena, "%s%llu%s", negative ? "-" : "",
                     (unsigned long long)number.magnitude,
                     !negative && number.magnitude > INT32_MAX ? "u" : "");
}

const char *cg_field_type(const cg_Out *out, const cg_Field *field)
{
    const char *name = field->type ? field->type->name : field->type_name;
    bool list = field->shape == ED_DYNAMIC, pool = field->shape == ED_POOL;
    const char *ref = field->kind == ED_REF                ? "_ref"
                    : field->kind == ED_RECORD_PTR && list ? "_pointer"
                                                           : "";
    if (field->type && field->type->kind == CG_TABLE) return field->type_name;
    if (field->kind == ED_RECORD_PTR && !list) return cg_format(out->schema->arena, "%s *", name);
    if (field->type || list)
        return cg_format(out->schema->arena, "%s%s%s", name, ref,
                         list   ? "_array"
                         : pool ? "_pool"
                                : "");
    switch (field->kind) {
    case ED_STR: return "ed_Str";
    case ED_TEXT_PTR: return "const char *";
    case ED_PTR: return "void *";
    default: return field->type_name;
    }
}

char *cg_guard(ed_Arena *arena, const char *stem)
{
    char *guard = cg_copy(arena, stem, strlen(stem));
    for (char *at = guard; *at; at++) {
        bool letter = (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9');
        *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 32) : letter ? *at : '_';
    }
    return guard;
}

bool cg_needs_forward_declaration(const cg_Schema *schema, const cg_Source *from,
                                  const cg_Decl *type)
{
    if (!type || !cg_decl_is_record(type) || type->location.source == from) return false;
    cg_Entry *link = cg_map_find(&schema->files[from->index].by_stem, type->location.source->stem);
    return !((const cg_Link *)link->value)->in_header;
}
