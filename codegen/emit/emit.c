#include "codegen/emit/emit.h"
#include <string.h>

// --- Files -------------------------------------------------------------------------------------

/// The path as on the command line, or only the file name if the path is absolute.
static const char *shown_path(const cg_Source *source)
{
    const char *slash = strrchr(source->path, '/');
    return source->path[0] == '/' && slash ? slash + 1 : source->path;
}

static void put_banner(cg_Out *out, const cg_Source *source)
{
    cg_put(out, "// From %s by eddiec: edit that file, not this one.\n", shown_path(source));
}

static void put_guard(cg_Out *out, const char *stem)
{
    const char *guard = cg_guard(out->schema->arena, stem);
    cg_put(out, "#ifndef GEN_%s_H\n#define GEN_%s_H\n", guard, guard);
}

static void mark_named_apart(const cg_Schema *schema)
{
    for (const cg_Decl *decl = schema->decls; decl; decl = decl->next)
        for (const cg_Field *field = decl->fields; field; field = field->next)
            if (cg_names_apart(schema, decl->location.source, field))
                field->type->named_apart = true;
}

/// Writes the #include lines of the header if `shown`, otherwise those of the C file.
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

/// True if the header declares a pool type: that of `decl`, or that of a struct from another file
/// which a field uses.
static bool is_pooled(const cg_Schema *schema, const cg_Decl *decl)
{
    bool pooled = decl->pool != NULL;
    for (const cg_Field *field = decl->fields; field; field = field->next)
        pooled = pooled
              || (field->type && field->type->pool
                  && cg_names_apart(schema, decl->location.source, field));
    return pooled;
}

/// True if the file has a declaration for which `which` is true.
static bool has(const cg_Schema *schema, const cg_Source *source,
                bool (*which)(const cg_Schema *schema, const cg_Decl *decl))
{
    const cg_Decl *decl = schema->files[source->index].sorted;
    for (; decl; decl = decl->next_here)
        if (which(schema, decl)) return true;
    return false;
}

static void emit_header(cg_Out *out, const cg_Source *source)
{
    put_banner(out, source);
    put_guard(out, source->stem);
    put_includes(out, source, true);
    if (has(out->schema, source, is_upgraded))
        cg_put(out, "#include \"runtime/migrate/old_record.h\"\n");
    if (has(out->schema, source, is_record))
        cg_put(out, "#include \"runtime/snapshot/encode.h\"\n");
    if (has(out->schema, source, is_pooled)) cg_put(out, "#include \"runtime/types/pool.h\"\n");
    cg_put(out, "#include \"runtime/types/types.h\"\n");
    cg_put(out, "ED_C_BEGIN\n\n");
    cg_emit_types(out, source);
    cg_put(out, "ED_C_END\n#endif\n");
}

/// Declares two functions instead of including <string.h>, which would take a fifth of the time to
/// compile a small file.
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
    if (has(out->schema, source, is_record)) put_string(out);
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
        if (decl->kind != kind) continue;
        if (!any) cg_put(out, "enum {\n");
        cg_put(out, "    %s_%s,\n", decl->name, suffix);
        any = true;
    }
    if (any) cg_put(out, "};\n\n");
}

static void emit_schema_header(cg_Out *out)
{
    const cg_Schema *schema = out->schema;
    cg_put(out, "// From all .def files by eddiec: edit them, not this one.\n");
    put_guard(out, "schema");
    for (u32 i = 0; i < schema->source_count; i++)
        cg_put(out, "#include \"gen/%s.gen.h\"\n", schema->sources[i]->stem);
    cg_put(out, "#include \"runtime/types/types.h\"\nED_C_BEGIN\n\n");
    put_roots(out, CG_STATE, "root");
    put_roots(out, CG_RIGID, "rigid");
    cg_put(out, "extern const ed_Schema eddie_schema;\n\nED_C_END\n#endif\n");
}

// --- The dependency file -----------------------------------------------------------------------

static void put_make(cg_Out *out, const char *path)
{
    for (; *path; path++) {
        if (*path == '$') cg_put(out, "$");
        if (*path == ' ' || *path == '#' || *path == '\\' || *path == ':') cg_put(out, "\\");
        cg_put(out, "%c", *path);
    }
}

/// Writes the dependency file: all outputs depend on all .def files. Each .def file is a target,
/// too, so that deleting one does not break the build.
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

// --- All files ---------------------------------------------------------------------------------

static bool add_output(cg_Outputs *outputs, const cg_Out *out, const char *name)
{
    cg_Output *file = &outputs->files[outputs->count++];
    size_t size = strlen(outputs->dir);
    const char *slash = size && outputs->dir[size - 1] == '/' ? "" : "/";
    file->path = cg_format(outputs->arena, "%s%s%s", outputs->dir, slash, name);
    file->text = out->at;
    file->size = out->size;
    if (out->failed)
        cg_error(outputs->diag, CG_E_SCHEMA_TOO_BIG, (cg_Location){ 0 },
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
                          cg_format(outputs->arena, "%s.gen.c", schema->sources[i]->stem))
            && good;
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
