#include "codegen/emit.h"
#include <stdarg.h>
#include <string.h>
#include "codegen/print.h"

// --- Text --------------------------------------------------------------------------------------

static bool reserve(cg_Out *out, size_t size)
{
    size_t need = out->size + size + 1;
    if (need <= out->capacity)
        return true;
    size_t capacity = out->capacity ? out->capacity : 4096;
    while (capacity < need)
        capacity *= 2;
    if (!out->at)
        out->at = ed_arena_push(out->arena, capacity, 1);
    else if (!ed_arena_extend(out->arena, out->at, out->capacity, capacity))
        out->failed = true;
    out->failed = out->failed || !out->at;
    if (!out->failed)
        out->capacity = capacity;
    return !out->failed;
}

void cg_put(cg_Out *out, const char *format, ...)
{
    for (int size = 0; reserve(out, (size_t)size);) {
        size_t room = out->capacity - out->size;
        va_list args;
        va_start(args, format);
        size = cg_print(out->at + out->size, room, format, args);
        va_end(args);
        if (size < 0)
            return;
        if ((size_t)size < room) {
            out->size += (size_t)size;
            return;
        }
    }
}

void cg_insert(cg_Out *out, size_t at, const char *text)
{
    size_t size = strlen(text);
    if (!reserve(out, size))
        return;
    memmove(out->at + at + size, out->at + at, out->size - at);
    memcpy(out->at + at, text, size);
    out->size += size;
}

void cg_put_text(cg_Out *out, const char *bytes, size_t size)
{
    cg_put(out, "\"");
    for (size_t i = 0; i < size; i++) {
        u8 c = (u8)bytes[i];
        bool trigraph = c == '?' && i > 0 && bytes[i - 1] == '?';
        if (c == '\n')
            cg_put(out, "\\n");
        else if (c == '\t')
            cg_put(out, "\\t");
        else if (c == '"' || c == '\\' || trigraph)
            cg_put(out, "\\%c", c);
        else if (c < 32 || c == 127)
            cg_put(out, "\\%03o", (unsigned)c);
        else
            cg_put(out, "%c", c);
    }
    cg_put(out, "\"");
}

/// Where the line may go on below: the last joint outside of a text before the column limit, or
/// else the first behind it; 0 where the line has no joint.
static size_t break_of(const cg_Out *out, size_t from, const char *joint)
{
    size_t at = from, found = 0;
    bool quoted = false;
    for (; at < out->size && out->at[at] != '\n' && (at <= from + CG_COLUMNS || !found); at++) {
        if (quoted && out->at[at] == '\\')
            at++;
        else if (out->at[at] == '"')
            quoted = !quoted;
        else if (!quoted && at > from + 8 && out->at[at] == *joint
                 && strncmp(out->at + at, joint, strlen(joint)) == 0)
            found = at + (joint[0] == ',');
    }
    return at > from + CG_COLUMNS ? found : 0;
}

void cg_wrap(cg_Out *out, size_t from, const char *joint, const char *indent)
{
    while (!out->failed && from < out->size) {
        const char *end = memchr(out->at + from, '\n', out->size - from);
        size_t to = end ? (size_t)(end - out->at) : out->size;
        size_t at = to - from > CG_COLUMNS ? break_of(out, from, joint) : 0;
        if (at) {
            out->at[at] = '\n';
            cg_insert(out, at + 1, indent);
            from = at + 1;
        } else {
            from = to + 1;
        }
    }
}

/// Without what would make the next line a part of the comment: a backslash, also where a trigraph
/// spells it.
static size_t shown_of(const char *line, size_t size)
{
    for (;;) {
        bool trigraph = size >= 3 && memcmp(line + size - 3, "?\?/", 3) == 0;
        if (trigraph)
            size -= 3;
        else if (size && (line[size - 1] == '\\' || line[size - 1] == ' '))
            size--;
        else
            return size;
    }
}

void cg_put_doc(cg_Out *out, const char *indent, const char *doc)
{
    while (doc && *doc) {
        size_t size = strcspn(doc, "\n");
        size_t shown = shown_of(doc, size);
        cg_put(out, "%s///%s%.*s\n", indent, shown ? " " : "", (int)shown, doc);
        doc += size + (doc[size] == '\n');
    }
}

const char *cg_int_literal(const cg_Out *out, cg_Int number)
{
    bool negative = number.negative && number.size;
    if (negative && number.size == (u64)1 << 63) return "-9223372036854775807 - 1";
    return cg_format(out->schema->arena, "%s%llu%s", negative ? "-" : "",
                     (unsigned long long)number.size,
                     !negative && number.size > INT32_MAX ? "u" : "");
}

const char *cg_field_type(const cg_Out *out, const cg_Field *field)
{
    const char *name = field->type ? field->type->name : field->kind == ED_STR ? "str"
        : field->type_name;
    const char *ref = field->kind == ED_REF ? "_ref" : "";
    bool list = field->shape == ED_DYNAMIC, pool = field->shape == ED_POOL;
    if (field->type || list)
        return cg_format(out->schema->arena, "%s%s%s", name, ref,
                         list ? "_array" : pool ? "_pool" : "");
    switch (field->kind) {
    case ED_STR: return "ed_Str";
    case ED_PTR: return "void *";
    default: return field->type_name;
    }
}

// --- Files -------------------------------------------------------------------------------------

/// As on the command line, but never the way from the root of the disk.
static const char *shown_path(const cg_Source *source)
{
    const char *slash = strrchr(source->path, '/');
    return source->path[0] == '/' && slash ? slash + 1 : source->path;
}

static void put_banner(cg_Out *out, const cg_Source *source)
{
    cg_put(out, "// From %s by eddiec: edit that file, not this one.\n", shown_path(source));
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

static void put_guard(cg_Out *out, const char *stem)
{
    const char *guard = cg_guard(out->schema->arena, stem);
    cg_put(out, "#ifndef GEN_%s_H\n#define GEN_%s_H\n", guard, guard);
}

bool cg_names_apart(const cg_Schema *schema, const cg_Source *from, const cg_Field *field)
{
    const cg_Decl *type = field->type;
    if (!type || !cg_decl_is_inner(type) || type->place.source == from)
        return false;
    cg_Entry *link = cg_map_find(&schema->files[from->index].by_stem, type->place.source->stem);
    return !((const cg_Link *)link->value)->shown;
}

static void mark_named_apart(const cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field; field = field->next)
            if (cg_names_apart(schema, decl->place.source, field))
                field->type->named_apart = true;
}

/// `shown`: those of the header, else those that are left to the code.
static void put_includes(cg_Out *out, const cg_Source *source, bool shown)
{
    const cg_Schema *schema = out->schema;
    for (const cg_Link *link = schema->files[source->index].links; link; link = link->next) {
        if (shown ? link->shown : link->used && !link->shown)
            cg_put(out, "#include \"gen/%s.gen.h\"\n", schema->sources[link->to]->stem);
    }
}

static bool is_record(const cg_Schema *schema, const cg_Decl *decl)
{
    (void)schema;
    return cg_decl_is_record(decl);
}

static bool is_upgraded(const cg_Schema *schema, const cg_Decl *decl)
{
    (void)schema;
    return cg_attr(&decl->attrs, CG_UPGRADE) != NULL;
}

/// It names a pool.
static bool is_pooled(const cg_Schema *schema, const cg_Decl *decl)
{
    bool pooled = decl->pool != NULL;
    for (const cg_Field *field = decl->fields; field; field = field->next)
        pooled = pooled || (field->type && field->type->pool
                            && cg_names_apart(schema, decl->place.source, field));
    return pooled;
}

static bool has(const cg_Schema *schema, const cg_Source *source,
                bool (*which)(const cg_Schema *schema, const cg_Decl *decl))
{
    const cg_Decl *decl = schema->files[source->index].sorted;
    for (; decl; decl = decl->next_here)
        if (which(schema, decl))
            return true;
    return false;
}

static void emit_header(cg_Out *out, const cg_Source *source)
{
    put_banner(out, source);
    put_guard(out, source->stem);
    put_includes(out, source, true);
    if (has(out->schema, source, is_upgraded))
        cg_put(out, "#include \"runtime/before.h\"\n");
    if (has(out->schema, source, is_record))
        cg_put(out, "#include \"runtime/pack.h\"\n");
    if (has(out->schema, source, is_pooled))
        cg_put(out, "#include \"runtime/pool.h\"\n");
    cg_put(out, "#include \"runtime/types.h\"\n");
    cg_put(out, "ED_C_BEGIN\n\n");
    cg_emit_types(out, source);
    cg_put(out, "ED_C_END\n#endif\n");
}

/// The whole header would be a fifth of the time a small file takes to compile.
static void put_string(cg_Out *out)
{
    cg_put(out, "#include <stddef.h>\n\n// What is used of string.h.\n");
    cg_put(out, "void *memcpy(void *restrict to, const void *restrict from, size_t size);\n");
    cg_put(out, "void *memset(void *at, int byte, size_t size);\n");
}

static void emit_code(cg_Out *out, const cg_Source *source)
{
    put_banner(out, source);
    cg_put(out, "#include \"gen/%s.gen.h\"\n", source->stem);
    put_includes(out, source, false);
    if (has(out->schema, source, is_record))
        put_string(out);
    const cg_Decl *decl = out->schema->files[source->index].sorted;
    for (; decl; decl = decl->next_here) {
        if (cg_decl_is_record(decl)) {
            cg_emit_record(out, decl);
            cg_emit_pool(out, decl);
        } else if (decl->kind != CG_CONST) {
            cg_emit_named(out, decl);
        }
    }
}

static void put_roots(cg_Out *out, cg_DeclKind kind, const char *suffix)
{
    bool any = false;
    for (const cg_Decl *decl = out->schema->decls; decl; decl = decl->next) {
        if (decl->kind != kind)
            continue;
        if (!any)
            cg_put(out, "enum {\n");
        cg_put(out, "    %s_%s,\n", decl->name, suffix);
        any = true;
    }
    if (any)
        cg_put(out, "};\n\n");
}

static void emit_schema_header(cg_Out *out)
{
    const cg_Schema *schema = out->schema;
    cg_put(out, "// From all .def files by eddiec: edit them, not this one.\n");
    put_guard(out, "schema");
    for (u32 i = 0; i < schema->source_count; i++)
        cg_put(out, "#include \"gen/%s.gen.h\"\n", schema->sources[i]->stem);
    cg_put(out, "#include \"runtime/types.h\"\nED_C_BEGIN\n\n");
    put_roots(out, CG_STATE, "root");
    put_roots(out, CG_RIGID, "rigid");
    cg_put(out, "extern const ed_Schema eddie_schema;\n\nED_C_END\n#endif\n");
}

// --- The dependency file -----------------------------------------------------------------------

static void put_make(cg_Out *out, const char *path)
{
    for (; *path; path++) {
        if (*path == '$')
            cg_put(out, "$");
        if (*path == ' ' || *path == '#' || *path == '\\' || *path == ':')
            cg_put(out, "\\");
        cg_put(out, "%c", *path);
    }
}

/// Outputs depend on all .def files; each of those is a target too, so that a deleted one stops
/// nobody.
static void emit_depends(cg_Out *out, const cg_Outputs *outputs)
{
    const cg_Schema *schema = out->schema;
    for (u32 i = 0; i < outputs->count; i++) {
        cg_put(out, i ? " \\\n" : "");
        put_make(out, outputs->files[i].path);
    }
    cg_put(out, ":");
    for (u32 i = 0; i < schema->source_count; i++) {
        cg_put(out, " \\\n ");
        put_make(out, schema->sources[i]->path);
    }
    cg_put(out, "\n");
    for (u32 i = 0; i < schema->source_count; i++) {
        cg_put(out, "\n");
        put_make(out, schema->sources[i]->path);
        cg_put(out, ":\n");
    }
}

// --- All of it ---------------------------------------------------------------------------------

static bool add_output(cg_Outputs *outputs, const cg_Out *out, const char *name)
{
    cg_Output *file = &outputs->files[outputs->count++];
    size_t size = strlen(outputs->dir);
    const char *slash = size && outputs->dir[size - 1] == '/' ? "" : "/";
    file->path = cg_format(outputs->arena, "%s%s%s", outputs->dir, slash, name);
    file->text = out->at;
    file->size = out->size;
    if (out->failed)
        cg_error(outputs->diag, CG_E_SCHEMA_TOO_BIG, (cg_Place){ 0 },
                 "%s is over the limit of %zu MiB: make the schema smaller", file->path,
                 out->arena->limit >> 20);
    return !out->failed;
}

bool cg_emit(cg_Schema *schema, ed_Arena *arena, cg_Outputs *outputs)
{
    bool good = true;
    mark_named_apart(schema);
    for (u32 i = 0; good && i < schema->source_count; i++) {
        cg_Out header = { .arena = arena, .schema = schema };
        emit_header(&header, schema->sources[i]);
        good = add_output(outputs, &header,
                          cg_format(outputs->arena, "%s.gen.h", schema->sources[i]->stem));
        cg_Out code = { .arena = arena, .schema = schema };
        emit_code(&code, schema->sources[i]);
        good = add_output(outputs, &code,
                          cg_format(outputs->arena, "%s.gen.c", schema->sources[i]->stem)) && good;
    }
    cg_Out header = { .arena = arena, .schema = schema };
    emit_schema_header(&header);
    good = good && add_output(outputs, &header, "schema.gen.h");
    cg_Out code = { .arena = arena, .schema = schema };
    cg_emit_schema(&code);
    good = good && add_output(outputs, &code, "schema.gen.c");
    cg_Out depends = { .arena = arena, .schema = schema };
    emit_depends(&depends, outputs);
    return good && add_output(outputs, &depends, "schema.d");
}
