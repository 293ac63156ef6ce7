#include "runtime/build/inputs.h"
#include <stdio.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/build/file_hashes.h"
#include "runtime/build/compiler_options.h"
#include "runtime/os/files/files.h"

#define SOURCE_BYTES_MAX ((size_t)16 << 20)
#define FIRST_SLOTS 1024u
#define ASKED "__has_include"

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
    u32 search;          // that took the path last
    bool scanned;
    bool embeds;         // has assembly code that embeds files
    ed_Span text;        // of a scanned file
    ed_Words asked;      // by __has_include: the names after their first quote
};

typedef struct Search {
    ed_Inputs *in;
    ed_CompilerOptions options;
    ed_Words known;          // folders of the game: those of the options, and that of the source
    ed_Words includers;      // folders of the files that are read
    ed_Words *files, *absent;
    u64 begun_ns;
} Search;

// --- paths ---------------------------------------------------------------------------------------

static ed_InputPath **find_slot(const ed_Inputs *in, const char *path, u64 path_hash)
{
    u32 mask = in->slot_count - 1, at = (u32)path_hash & mask;
    while (in->slots[at]
           && (in->slots[at]->path_hash != path_hash || strcmp(in->slots[at]->path, path) != 0))
        at = (at + 1) & mask;
    return &in->slots[at];
}

static bool grow_paths(ed_Inputs *in)
{
    ed_InputPath **old = in->slots;
    u32 old_count = in->slot_count, count = old_count ? 2 * old_count : FIRST_SLOTS;
    ed_InputPath **slots =
        (ed_InputPath **)ed_arena_push(in->arena, count * sizeof *slots, _Alignof(ed_InputPath *));
    if (!slots) return false;
    in->slots = slots;
    in->slot_count = count;
    for (u32 i = 0; i < old_count; i++)
        if (old[i]) *find_slot(in, old[i]->path, old[i]->path_hash) = old[i];
    return true;
}

/// Returns what is known about a path, which is looked up once. NULL if the arena is full.
static ed_InputPath *path_at(ed_Inputs *in, const char *path)
{
    u64 path_hash = ed_hash_of_bytes(path, strlen(path));
    if (2 * in->count >= in->slot_count && !grow_paths(in)) return NULL;
    ed_InputPath **slot = find_slot(in, path, path_hash);
    if (*slot) return *slot;
    ed_InputPath *it = (ed_InputPath *)ed_arena_push(in->arena, sizeof *it, _Alignof(ed_InputPath));
    if (!it) return NULL;
    ed_FileInfo info;
    bool exists = ed_file_info(path, ED_LINK_FOLLOW, &info) == 0;
    *it = (ed_InputPath){ .path = ed_words_copy(in->arena, path, strlen(path)),
                          .path_hash = path_hash,
                          .kind = exists ? info.kind : ED_FILE_NONE,
                          .changed_ns = exists ? info.mark.changed_ns : 0 };
    in->count++;
    return *slot = it;
}

/// Adds a path to a list, unless this search has added it.
static void add_path(Search *it, ed_InputPath *path, ed_Words *list)
{
    if (path->search == it->in->searches) return;
    path->search = it->in->searches;
    ed_words_add(list, it->in->arena, path->path);
}

/// Notes that the step looks for a name in a folder. Returns the file. Otherwise returns NULL
/// and takes the path, or the first part of it that does not exist.
static ed_InputPath *look_for(Search *it, const char *folder, const char *name)
{
    char path[ED_PATH_MAX];
    bool here = strcmp(folder, ".") == 0;
    if (it->in->own && strcmp(folder, it->in->own) == 0) return NULL;
    int start = snprintf(path, sizeof path, "%s%s", here ? "" : folder, here ? "" : "/");
    for (size_t size = 0; start >= 0; size++) {
        size += strcspn(name + size, "/");
        if ((size_t)start + size >= sizeof path) return NULL;
        memcpy(path + start, name, size);
        path[(size_t)start + size] = 0;
        ed_InputPath *found = path_at(it->in, path);
        if (found && found->kind == ED_FILE_NONE) add_path(it, found, it->absent);
        if (!found || found->kind == ED_FILE_NONE) return NULL;
        if (name[size]) continue;
        // The program may have looked before the file was there.
        if (it->begun_ns && found->changed_ns >= it->begun_ns) add_path(it, found, it->files);
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

/// Looks for a name where a compiler looks first: in the folders of the options before the one with
/// the number `before`.
static void look_before(Search *it, u32 before, const char *name)
{
    for (u32 i = 0; i < before; i++) look_for(it, it->options.folders.at[i], name);
}

static void look_in_front(Search *it, const char *path)
{
    const ed_Words *folders = &it->options.folders;
    if (ed_inputs_is_system(path, &it->known)) {
        const char *name = system_name(path);
        if (!name) return;
        look_before(it, folders->count, name);
        if (*system_headers) look_for(it, system_headers[0], name);
        return;
    }
    for (u32 i = 0; i < folders->count; i++) {
        const char *name = name_in(folders->at[i], path);
        if (!name) continue;
        for (u32 j = 0; j < it->includers.count; j++) look_for(it, it->includers.at[j], name);
        look_before(it, i, name);
    }
}

/// Finds the folders of the game, and those of the files that are read from them.
static void find_folders(Search *it, u32 count)
{
    ed_Arena *arena = it->in->arena;
    ed_words_add_all(&it->known, arena, &it->options.folders);
    if (count) ed_words_add(&it->known, arena, ed_words_folder(arena, it->files->at[0]));
    for (u32 i = 0; i < count; i++) {
        const char *path = it->files->at[i];
        if (ed_inputs_is_system(path, &it->known)) continue;
        const char *folder = ed_words_folder(arena, path);
        if (!ed_words_has(&it->includers, folder)) ed_words_add(&it->includers, arena, folder);
    }
}

// --- sources -------------------------------------------------------------------------------------

/// Adds the names in __has_include(<name>) and __has_include("name"), from their first quote on.
static void find_asked(ed_Inputs *in, ed_InputPath *file, const char *text, size_t size)
{
    const char *end = text + size, *at = text;
    while ((at = ed_find(at, (size_t)(end - at), ASKED))) {
        at += strlen(ASKED);
        while (at < end && strchr(" \t(", *at)) at++;
        char close = at < end && *at == '<' ? '>' : '"';
        const char *stop =
            at < end ? (const char *)memchr(at + 1, close, (size_t)(end - at) - 1) : NULL;
        if (!stop || (*at != '<' && *at != '"') || memchr(at, '\n', (size_t)(stop - at))) continue;
        ed_words_add(&file->asked, in->arena, ed_words_copy(in->arena, at, (size_t)(stop - at)));
    }
}

/// Reads a source once in a build. NULL if it is not a source of the game.
static ed_InputPath *scan_source(Search *it, const char *path)
{
    ed_Error unused = { .code = ED_OK };
    if (ed_inputs_is_system(path, &it->known)) return NULL;
    ed_InputPath *file = path_at(it->in, path);
    if (!file || file->scanned) return file;
    file->scanned = true;
    if (!ed_file_read(path, SOURCE_BYTES_MAX, it->in->arena, &file->text, &unused)) return file;
    const char *bytes = (const char *)file->text.at;
    size_t size = file->text.size;
    file->embeds = ed_find(bytes, size, ".incbin") || ed_find(bytes, size, ".include ");
    find_asked(it->in, file, bytes, size);
    return file;
}

/// Looks for the name until a file is found, as __has_include does.
static void look_for_asked(Search *it, const char *asking, const char *asked)
{
    const char *name = asked + 1, *beside = ed_words_folder(it->in->arena, asking);
    const ed_Words *folders = &it->options.folders;
    ed_InputPath *found = *asked == '"' ? look_for(it, beside, name) : NULL;
    for (u32 i = 0; i < folders->count && !found; i++) found = look_for(it, folders->at[i], name);
    for (u32 i = 0; system_headers[i] && !found; i++) found = look_for(it, system_headers[i], name);
    if (found) add_path(it, found, it->files);
}

/// Takes the names in double quotes that are names of files. What is between two names is looked up
/// like a name, so it does not matter which quotes begin one.
static void take_embedded(Search *it, const char *path)
{
    char name[ED_PATH_MAX];
    const ed_InputPath *file = scan_source(it, path);
    if (!file || !file->text.size) return;
    const char *at = (const char *)file->text.at, *end = at + file->text.size;
    while ((at = (const char *)memchr(at, '"', (size_t)(end - at)))) {
        size_t size = 0;
        for (at++; at + size < end && !strchr("\"\n\\", at[size]); size++) {}
        if (at + size >= end) return;
        snprintf(name, sizeof name, "%.*s", (int)size, at);
        ed_InputPath *found = size && size < sizeof name ? path_at(it->in, name) : NULL;
        if (found && found->kind == ED_FILE_REGULAR) add_path(it, found, it->files);
        at += size;
    }
}

static void scan_sources(Search *it, u32 count)
{
    bool embeds = false;
    for (u32 i = 0; i < count; i++) {
        const char *path = it->files->at[i];
        const ed_InputPath *file = scan_source(it, path);
        if (!file) continue;
        embeds |= file->embeds;
        for (u32 j = 0; j < file->asked.count; j++) look_for_asked(it, path, file->asked.at[j]);
    }
    for (u32 i = 0; i < count && embeds; i++) take_embedded(it, it->files->at[i]);
}

// --- libraries -----------------------------------------------------------------------------------

/// Looks for a library in a folder. Returns true if there is one.
static bool look_for_library(Search *it, const char *folder, const char *name)
{
    char path[ED_PATH_MAX];
    bool any = false;
    for (u32 i = 0; i < ED_COUNT(library_names); i++) {
        const LibraryName *parts = &library_names[i];
        if (*name == ':') snprintf(path, sizeof path, "%s/%s", folder, name + 1);
        else snprintf(path, sizeof path, "%s/%s%s%s", folder, parts->start, name, parts->end);
        ed_InputPath *found = path_at(it->in, path);
        if (!found) return false;
        bool exists = found->kind == ED_FILE_REGULAR;
        add_path(it, found, exists ? it->files : it->absent);
        any |= exists;
        if (any && !ED_ON_WINDOWS && !it->options.is_static) break;
    }
    return any;
}

static void find_libraries(Search *it)
{
    for (u32 i = 0; i < it->options.libraries.count; i++) {
        const char *name = it->options.libraries.at[i];
        bool found = false;
        for (u32 j = 0; j < it->options.linked.count && !found; j++)
            found = look_for_library(it, it->options.linked.at[j], name);
        for (u32 j = 0; system_libraries[j] && !found; j++)
            found = look_for_library(it, system_libraries[j], name);
    }
}

void ed_inputs_find(ed_Inputs *in, const ed_Words *arguments, u64 begun_ns, ed_Words *files,
                    ed_Words *absent)
{
    Search it = { .in = in, .files = files, .absent = absent, .begun_ns = begun_ns };
    u32 count = files->count;
    in->searches++;
    ed_compiler_options_read(&it.options, in->arena, arguments);
    for (u32 i = 0; i < count; i++) {      // are not added again
        ed_InputPath *path = path_at(in, files->at[i]);
        if (path) path->search = in->searches;
    }
    find_folders(&it, count);
    for (u32 i = 0; i < count; i++) look_in_front(&it, files->at[i]);
    scan_sources(&it, count);
    for (u32 i = 0; i < it.options.files.count; i++) {
        ed_InputPath *path = path_at(in, it.options.files.at[i]);
        if (path) add_path(&it, path, files);
    }
    find_libraries(&it);
}
