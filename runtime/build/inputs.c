#include "runtime/build/inputs.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/build/file_hashes.h"
#include "runtime/build/compiler_options.h"
#include "runtime/os/files/files.h"

#define SOURCE_BYTES_MAX ((size_t)16 << 20)
#define FIRST_SLOTS 1024u
#define HAS_INCLUDE "__has_include"

typedef struct LibraryName {
    const char *start, *end;
} LibraryName;

#if defined(__aarch64__)
#    define MACHINE "aarch64-linux-gnu"
#else
#    define MACHINE "x86_64-linux-gnu"
#endif

/// Where compilers, and what comes with the system, are installed. On Windows, they can be
/// anywhere.
static const char *const system_roots[] = { "/usr/",     "/lib",           "/opt/", "/nix/",
                                            "/Library/", "/Applications/", NULL };

/// Folders that compilers and linkers search without an option, and the files that -lNAME can mean.
#ifdef _WIN32
static const char *const system_headers[] = { NULL };
static const char *const system_libraries[] = { NULL };
static const LibraryName library_names[] = { { "lib", ".dll.a" }, { "", ".dll.a" },
                                             { "lib", ".a" },     { "", ".lib" },
                                             { "lib", ".dll" },   { "", ".dll" },
                                             { "", ".def" } };
#else
static const char *const system_headers[] = { "/usr/local/include", "/usr/include", NULL };
static const char *const system_libraries[] = { "/usr/local/lib", "/usr/lib/" MACHINE, "/usr/lib64",
                                                "/usr/lib", NULL };
static const LibraryName library_names[] = { { "lib", ED_LIBRARY_SUFFIX }, { "lib", ".a" } };
#endif

struct ed_InputPath {
    const char *path;
    u64 path_hash;
    ed_FileKind kind;
    u64 changed_ns;      // the time of the last change
    u32 search;          // number of the last search that added the path to a list
    bool is_scanned;
    // only of a scanned file
    bool embeds;      // has assembly code that embeds files
    ed_Span text;
    ed_Words has_include;      // what it tests with __has_include: `<a.h` for <a.h>
};

typedef struct Search {      // for one step
    ed_Inputs *inputs;
    ed_CompilerOptions options;
    ed_Words game_folders;           // those of the options, and that of the source
    ed_Words including_folders;      // of the game's files that the step reads
    ed_Words *files;                 // result: what the step reads
    ed_Words *absent;                // result: where it looked in vain
    u64 begun_ns;
} Search;

// --- paths ---------------------------------------------------------------------------------------

static ed_InputPath **find_slot(const ed_Inputs *inputs, const char *path, u64 path_hash)
{
    u32 mask = inputs->slot_count - 1, at = (u32)path_hash & mask;
    while (inputs->slots[at]
           && (inputs->slots[at]->path_hash != path_hash
               || strcmp(inputs->slots[at]->path, path) != 0))
        at = (at + 1) & mask;
    return &inputs->slots[at];
}

static bool grow_paths(ed_Inputs *inputs)
{
    ed_InputPath **old = inputs->slots;
    u32 old_count = inputs->slot_count, count = old_count ? 2 * old_count : FIRST_SLOTS;
    ed_InputPath **slots = (ed_InputPath **)ed_arena_push(inputs->arena, count * sizeof *slots,
                                                          _Alignof(ed_InputPath *));
    if (!slots) return false;
    inputs->slots = slots;
    inputs->slot_count = count;
    for (u32 i = 0; i < old_count; i++)
        if (old[i]) *find_slot(inputs, old[i]->path, old[i]->path_hash) = old[i];
    return true;
}

/// Returns what is known about a path, which is looked up once. NULL if the arena is full.
static ed_InputPath *path_info(ed_Inputs *inputs, const char *path)
{
    u64 path_hash = ed_hash_of_bytes(path, strlen(path));
    if (2 * inputs->count >= inputs->slot_count && !grow_paths(inputs)) return NULL;
    ed_InputPath **slot = find_slot(inputs, path, path_hash);
    if (*slot) return *slot;
    ed_InputPath *added =
        (ed_InputPath *)ed_arena_push(inputs->arena, sizeof *added, _Alignof(ed_InputPath));
    if (!added) return NULL;
    ed_FileInfo info;
    bool exists = ed_file_info(path, ED_LINK_FOLLOW, &info) == 0;
    *added = (ed_InputPath){ .path = ed_words_copy(inputs->arena, path, strlen(path)),
                             .path_hash = path_hash,
                             .kind = exists ? info.kind : ED_FILE_NONE,
                             .changed_ns = exists ? info.mark.changed_ns : 0 };
    inputs->count++;
    return *slot = added;
}

/// Adds a path to a list, unless this search has added it.
static void add_path(Search *search, ed_InputPath *path, ed_Words *list)
{
    if (path->search == search->inputs->searches) return;
    path->search = search->inputs->searches;
    ed_words_add(list, search->inputs->arena, path->path);
}

/// Notes that the step looks for a name in a folder. Returns the file. If it does not exist, adds
/// the path to `absent`, or the first part of the path that does not exist, and returns NULL.
/// Example: "math/vec.h" in "game" adds "game/math" if there is no such folder, otherwise
/// "game/math/vec.h".
static ed_InputPath *probe(Search *search, const char *folder, const char *name)
{
    char path[ED_PATH_MAX];
    bool here = strcmp(folder, ".") == 0;
    if (search->inputs->build_folder && strcmp(folder, search->inputs->build_folder) == 0)
        return NULL;
    int start = snprintf(path, sizeof path, "%s%s", here ? "" : folder, here ? "" : "/");
    for (size_t size = 0; start >= 0; size++) {
        size += strcspn(name + size, "/");
        if ((size_t)start + size >= sizeof path) return NULL;
        memcpy(path + start, name, size);
        path[(size_t)start + size] = 0;
        ed_InputPath *found = path_info(search->inputs, path);
        if (found && found->kind == ED_FILE_NONE) add_path(search, found, search->absent);
        if (!found || found->kind == ED_FILE_NONE) return NULL;
        if (name[size]) continue;
        // The program may have looked before the file was there.
        if (search->begun_ns && found->changed_ns >= search->begun_ns)
            add_path(search, found, search->files);
        return found->kind == ED_FILE_REGULAR ? found : NULL;
    }
    return NULL;
}

// --- headers in front of others ------------------------------------------------------------------

/// Returns what follows the folder in a path; NULL if the path is not in the folder.
static const char *name_in(const char *folder, const char *path)
{
    size_t size = strlen(folder);
    if (strcmp(folder, ".") == 0) return *path != '/' && strncmp(path, "../", 3) != 0 ? path : NULL;
    if (strncmp(path, folder, size) != 0) return NULL;
    if (size && folder[size - 1] == '/') return path + size;
    return path[size] == '/' ? path + size + 1 : NULL;
}

bool ed_inputs_is_system(const char *path, const ed_Words *folders)
{
    bool is_system = ED_ON_WINDOWS && *path && path[1] == ':';
    for (u32 i = 0; system_roots[i] && !is_system; i++)
        is_system = strncmp(path, system_roots[i], strlen(system_roots[i])) == 0;
    for (u32 i = 0; i < folders->count && is_system; i++)
        is_system = !name_in(folders->at[i], path);
    return is_system;
}

/// Returns the name of a header of the system as code includes it; NULL if it is not known.
static const char *system_name(const char *path)
{
    static const char part[] = "/include/";
    const char *name = NULL;
    for (const char *at = path; (at = strstr(at, part)); at++) name = at + strlen(part);
    const char *slash = name ? strchr(name, '/') : NULL;
    // Debian has a folder for each kind of machine: /usr/include/x86_64-linux-gnu.
    const char *machine = slash ? strstr(name, "-linux-") : NULL;
    return machine && machine < slash ? slash + 1 : name;
}

/// Probes the folders of the options that come before the one with the index `before`.
static void probe_option_folders(Search *search, u32 before, const char *name)
{
    for (u32 i = 0; i < before; i++) probe(search, search->options.folders.at[i], name);
}

/// Probes the paths where the compiler looked for a header before it found it at `path`. Example:
/// game/main.c includes "vec.h", which is found by -Ilib as lib/vec.h. A file game/vec.h would be
/// used instead, and so would a vec.h in a folder that an earlier -I names.
static void probe_in_front(Search *search, const char *path)
{
    const ed_Words *folders = &search->options.folders;
    if (ed_inputs_is_system(path, &search->game_folders)) {
        const char *name = system_name(path);
        if (!name) return;
        probe_option_folders(search, folders->count, name);
        if (*system_headers) probe(search, system_headers[0], name);
        return;
    }
    for (u32 i = 0; i < folders->count; i++) {
        const char *name = name_in(folders->at[i], path);
        if (!name) continue;
        for (u32 j = 0; j < search->including_folders.count; j++)
            probe(search, search->including_folders.at[j], name);
        probe_option_folders(search, i, name);
    }
}

/// Sets the folders of the search. `count`: the number of files that the step is known to read, of
/// which the first is its source.
static void find_game_folders(Search *search, u32 count)
{
    ed_Arena *arena = search->inputs->arena;
    ed_words_add_all(&search->game_folders, arena, &search->options.folders);
    if (count)
        ed_words_add(&search->game_folders, arena, ed_words_folder(arena, search->files->at[0]));
    for (u32 i = 0; i < count; i++) {
        const char *path = search->files->at[i];
        if (ed_inputs_is_system(path, &search->game_folders)) continue;
        const char *folder = ed_words_folder(arena, path);
        if (!ed_words_has(&search->including_folders, folder))
            ed_words_add(&search->including_folders, arena, folder);
    }
}

// --- sources -------------------------------------------------------------------------------------

/// Adds the names that a source tests, from their first quote on: `<a.h` for __has_include(<a.h>),
/// and `"a.h` for __has_include("a.h").
static void find_has_include(ed_Inputs *inputs, ed_InputPath *file, const char *text, size_t size)
{
    const char *end = text + size, *at = text;
    while ((at = ed_find(at, (size_t)(end - at), HAS_INCLUDE))) {
        at += strlen(HAS_INCLUDE);
        while (at < end && strchr(" \t(", *at)) at++;
        char close = at < end && *at == '<' ? '>' : '"';
        const char *stop =
            at < end ? (const char *)memchr(at + 1, close, (size_t)(end - at) - 1) : NULL;
        if (!stop || (*at != '<' && *at != '"') || memchr(at, '\n', (size_t)(stop - at))) continue;
        ed_words_add(&file->has_include, inputs->arena,
                     ed_words_copy(inputs->arena, at, (size_t)(stop - at)));
    }
}

/// Reads a source once in a build. NULL if it is not a source of the game.
static ed_InputPath *scan_source(Search *search, const char *path)
{
    ed_Error unused = { .code = ED_OK };
    if (ed_inputs_is_system(path, &search->game_folders)) return NULL;
    ed_InputPath *file = path_info(search->inputs, path);
    if (!file || file->is_scanned) return file;
    file->is_scanned = true;
    if (!ed_file_read(path, SOURCE_BYTES_MAX, search->inputs->arena, &file->text, &unused))
        return file;
    const char *bytes = (const char *)file->text.at;
    size_t size = file->text.size;
    file->embeds = ed_find(bytes, size, ".incbin") || ed_find(bytes, size, ".include ");
    find_has_include(search->inputs, file, bytes, size);
    return file;
}

/// Looks for a name that the source at `path` tests, until a file is found, as __has_include does.
static void probe_has_include(Search *search, const char *path, const char *quoted)
{
    const char *name = quoted + 1, *beside = ed_words_folder(search->inputs->arena, path);
    const ed_Words *folders = &search->options.folders;
    ed_InputPath *found = *quoted == '"' ? probe(search, beside, name) : NULL;
    for (u32 i = 0; i < folders->count && !found; i++) found = probe(search, folders->at[i], name);
    for (u32 i = 0; system_headers[i] && !found; i++)
        found = probe(search, system_headers[i], name);
    if (found) add_path(search, found, search->files);
}

/// Adds the files that the source at `path` names in double quotes. Example: with
///
///     EMBED(logo, "art/logo.png", "art/end.png")
///
/// the text `, ` between the names is looked up, too, so it does not matter which quotes begin a
/// name.
static void add_embedded_files(Search *search, const char *path)
{
    char name[ED_PATH_MAX];
    const ed_InputPath *file = scan_source(search, path);
    if (!file || !file->text.size) return;
    const char *at = (const char *)file->text.at, *end = at + file->text.size;
    while ((at = (const char *)memchr(at, '"', (size_t)(end - at)))) {
        size_t size = 0;
        for (at++; at + size < end && !strchr("\"\n\\", at[size]); size++) {}
        if (at + size >= end) return;
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        ed_InputPath *found = size && size < sizeof name ? path_info(search->inputs, name) : NULL;
        if (found && found->kind == ED_FILE_REGULAR) add_path(search, found, search->files);
        at += size;
    }
}

static void scan_sources(Search *search, u32 count)
{
    bool embeds = false;      // a macro in one source can name a file for assembly code in another
    for (u32 i = 0; i < count; i++) {
        const char *path = search->files->at[i];
        const ed_InputPath *file = scan_source(search, path);
        if (!file) continue;
        embeds |= file->embeds;
        for (u32 j = 0; j < file->has_include.count; j++)
            probe_has_include(search, path, file->has_include.at[j]);
    }
    for (u32 i = 0; i < count && embeds; i++) add_embedded_files(search, search->files->at[i]);
}

// --- libraries -----------------------------------------------------------------------------------

/// Looks for the library of -lNAME in a folder. Returns true if there is one. Example: "m" in
/// "/usr/lib" is libm.so. Only if that does not exist, or if archives are linked, it is libm.a.
static bool probe_library(Search *search, const char *folder, const char *name)
{
    char path[ED_PATH_MAX];
    bool any = false;
    for (u32 i = 0; i < ED_COUNT(library_names); i++) {
        const LibraryName *parts = &library_names[i];
        if (*name == ':') snprintf(path, sizeof path, "%s/%s", folder, name + 1);
        else snprintf(path, sizeof path, "%s/%s%s%s", folder, parts->start, name, parts->end);
        ed_InputPath *found = path_info(search->inputs, path);
        if (!found) return false;
        bool exists = found->kind == ED_FILE_REGULAR;
        add_path(search, found, exists ? search->files : search->absent);
        any |= exists;
        if (any && !ED_ON_WINDOWS && !search->options.is_static) break;
    }
    return any;
}

static void probe_libraries(Search *search)
{
    for (u32 i = 0; i < search->options.libraries.count; i++) {
        const char *name = search->options.libraries.at[i];
        bool found = false;
        for (u32 j = 0; j < search->options.linked.count && !found; j++)
            found = probe_library(search, search->options.linked.at[j], name);
        for (u32 j = 0; system_libraries[j] && !found; j++)
            found = probe_library(search, system_libraries[j], name);
    }
}

void ed_inputs_find(ed_Inputs *inputs, const ed_Words *arguments, u64 begun_ns, ed_Words *files,
                    ed_Words *absent)
{
    Search search = { .inputs = inputs, .files = files, .absent = absent, .begun_ns = begun_ns };
    u32 count = files->count;
    inputs->searches++;
    ed_compiler_options_read(&search.options, inputs->arena, arguments);
    for (u32 i = 0; i < count; i++) {      // are not added again
        ed_InputPath *path = path_info(inputs, files->at[i]);
        if (path) path->search = inputs->searches;
    }
    find_game_folders(&search, count);
    for (u32 i = 0; i < count; i++) probe_in_front(&search, files->at[i]);
    scan_sources(&search, count);
    for (u32 i = 0; i < search.options.files.count; i++) {
        ed_InputPath *path = path_info(inputs, search.options.files.at[i]);
        if (path) add_path(&search, path, files);
    }
    probe_libraries(&search);
}
