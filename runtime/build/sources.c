#include "runtime/build/sources.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/folder.h"

static bool has_ending(const char *name, const char *ending)
{
    size_t size = strlen(name), tail = strlen(ending);
    return size > tail && strcmp(name + size - tail, ending) == 0;
}

static const char *const cpp_endings[] = { ".cpp", ".cc", ".cxx", NULL };
static const char *const code_endings[] = { ".c", ".cpp", ".cc", ".cxx", NULL };
static const char *const schema_endings[] = { ".def", NULL };

static bool has_one_of(const char *name, const char *const *endings)
{
    while (*endings && !has_ending(name, *endings)) endings++;
    return *endings != NULL;
}

bool ed_source_is_cpp(const char *path) { return has_one_of(path, cpp_endings); }

typedef struct Search {
    ed_Words *files;
    ed_Arena *arena;
    const char *const *endings;      // a file has one of them; ends with NULL
    const char *generated;           // a folder that is left out
    const char *folder;
    u32 depth;
} Search;

/// True if `above` is the folder or contains it.
static bool contains_path(const char *above, const char *folder)
{
    char outer[ED_PATH_MAX], inner[ED_PATH_MAX];
    if (ed_file_real_path(above, outer) != 0 || ed_file_real_path(folder, inner) != 0) return false;
    size_t size = strlen(outer);
    return strncmp(outer, inner, size) == 0 && (inner[size] == '/' || !inner[size]);
}

/// True for the folder of the generated code, which is added by itself. Its name is always gen.
static bool is_generated(const Search *search, const char *folder)
{
    return has_ending(folder, "/gen") && contains_path(folder, search->generated)
        && contains_path(search->generated, folder);
}

static bool add_entry(void *context, const char *name)
{
    Search *search = (Search *)context;
    if (*name == '.') return true;
    bool here = strcmp(search->folder, ".") == 0;
    const char *path = here ? ed_words_copy(search->arena, name, strlen(name))
                            : ed_words_format(search->arena, "%s/%s", search->folder, name);
    if (has_one_of(name, search->endings)) {
        if (ed_file_kind(path) != ED_FILE_FOLDER) ed_words_add(search->files, search->arena, path);
        return true;
    }
    if (search->depth == ED_SCHEMA_DEPTH_MAX || ed_file_kind(path) != ED_FILE_FOLDER
        || contains_path(path, search->folder) || is_generated(search, path))
        return true;
    Search inner = *search;
    inner.folder = path;
    inner.depth++;
    return ed_folder_list(path, add_entry, &inner), true;
}

/// If folders overlap, drops files that were found twice.
static void drop_twice(ed_Words *files, const ed_Words *folders, ed_Arena *arena)
{
    char path[ED_PATH_MAX];
    bool overlap = false;
    for (u32 i = 0; i < folders->count; i++)
        for (u32 j = 0; j < folders->count; j++)
            overlap |= i != j && contains_path(folders->at[i], folders->at[j]);
    ed_Words found = *files, real = { .count = 0 };
    for (u32 i = files->count = 0; i < found.count; i++) {
        bool twice = false;
        if (overlap && ed_file_real_path(found.at[i], path) == 0) {
            for (u32 j = 0; j < real.count && !twice; j++) twice = strcmp(real.at[j], path) == 0;
            ed_words_add(&real, arena, ed_words_copy(arena, path, strlen(path)));
        }
        if (!twice) files->at[files->count++] = found.at[i];
    }
    if (found.count) files->at[files->count] = NULL;
}

static bool find_files(ed_Words *files, const ed_BuildConfig *config, const ed_Words *folders,
                       const char *setting, const char *const *endings, ed_Arena *arena,
                       ed_Error *error)
{
    for (u32 i = 0; i < folders->count; i++) {
        Search search = { files, arena, endings, config->generated, folders->at[i], 0 };
        if (is_generated(&search, folders->at[i])) continue;
        int failed = ed_folder_list(folders->at[i], add_entry, &search);
        if (!failed) continue;
        ed_fail(error, ED_ERR_OS,
                "error: %s: the folder cannot be read: %s; create it, or set `%s` "
                "in " ED_BUILD_CONFIG_FILE,
                folders->at[i], ed_errno_text(failed), setting);
        return false;
    }
    drop_twice(files, folders, arena);
    ed_words_sort(files);
    return true;
}

/// Fails if there are no files. `example` is one that the user could add.
static bool check_any_file(const ed_Words *files, const ed_Words *folders, const char *ending,
                           const char *example, ed_Error *error)
{
    if (files->count) return true;
    ed_fail(error, ED_ERR_OS, "error: %s/ has no %s file: add one, %s", folders->at[0], ending,
            example);
    return false;
}

bool ed_sources_find(ed_Sources *sources, const ed_BuildConfig *config, ed_Arena *arena,
                     ed_Error *error)
{
    *sources = (ed_Sources){ .cpp = false };
    if (!find_files(&sources->schema, config, &config->schema, "schema", schema_endings, arena,
                    error)
        || !find_files(&sources->code, config, &config->sources, "sources", code_endings, arena,
                       error)
        || !check_any_file(&sources->schema, &config->schema, ".def", "such as game.def", error)
        || !check_any_file(&sources->code, &config->sources, ".c", "with the function eddie_module",
                           error))
        return false;
    for (u32 i = 0; i < sources->code.count; i++)
        sources->cpp |= ed_source_is_cpp(sources->code.at[i]);
    return arena->refused == 0 || ed_arena_check(arena, error);
}
