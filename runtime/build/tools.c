#include "runtime/build/tools.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/build/file_hashes.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/process/program.h"

static bool is_program(const char *path)
{
    return ed_file_kind(path) == ED_FILE_REGULAR && ed_file_may_run(path);
}

/// True for tcc, tcc.exe and names such as x86_64-win32-tcc.
static bool is_tcc(const char *path)
{
    const char *name = path + strlen(path);
    while (name > path && name[-1] != '/' && name[-1] != '\\' && name[-1] != '-') name--;
    return strncmp(name, "tcc", 3) == 0 && (!name[3] || strcmp(name + 3, ED_PROGRAM_SUFFIX) == 0);
}

static ed_BuildTool tool_at(const char *path)
{
    ed_FileMark mark = ed_file_mark(path);
    const u64 version[] = { mark.size, mark.written_ns };
    return (ed_BuildTool){ path, ed_hash_of_bytes(version, sizeof version), is_tcc(path) };
}

/// Returns the program if it is in the folder. Its name may lack the suffix of the system.
static ed_BuildTool find_in(const char *folder, size_t size, const char *name, ed_Arena *arena)
{
    static const char *const suffixes[] = { "", ED_PROGRAM_SUFFIX };
    char path[ED_PATH_MAX];
    for (u32 i = 0; i < ED_COUNT(suffixes); i++) {
        int used = snprintf(path, sizeof path, "%.*s%s%s", (int)size, folder, name, suffixes[i]);
        if (used > 0 && (size_t)used < sizeof path && is_program(path))
            return tool_at(ed_words_copy(arena, path, (size_t)used));
    }
    return (ed_BuildTool){ NULL, 0, false };
}

/// Finds a program by its name in PATH, or by its path. `path` of the result is NULL if it is not
/// there.
static ed_BuildTool find_program(const char *name, ed_Arena *arena)
{
    const char *at = getenv("PATH");
    ed_BuildTool found = { NULL, 0, false };
    if (strpbrk(name, "/\\")) return find_in("", 0, name, arena);
    while (at && *at && !found.path) {
        size_t size = strcspn(at, ED_PATH_SEPARATOR);
        const char *folder = ed_words_format(arena, "%.*s/", size ? (int)size : 1, size ? at : ".");
        found = find_in(folder, strlen(folder), name, arena);
        at += size + (at[size] != 0);
    }
    return found;
}

/// Returns the first of the paths that exists, relative to the folder of this program and without
/// links; NULL if none does. `inside`: the file in it that must exist, such as "/runtime/eddie.h",
/// or "".
static const char *find_beside(const char *const *paths, const char *inside, ed_Arena *arena)
{
    char path[ED_PATH_MAX], whole[ED_PATH_MAX], real[ED_PATH_MAX];
    for (; *paths; paths++) {
        if (!ed_program_path_beside(*paths, path, sizeof path)) continue;
        int size = snprintf(whole, sizeof whole, "%s%s", path, inside);
        if (size < 0 || (size_t)size >= sizeof whole || ed_file_kind(whole) != ED_FILE_REGULAR)
            continue;
        if (ed_file_real_path(path, real) == 0) return ed_words_copy(arena, real, strlen(real));
    }
    return NULL;
}

// tcc cannot link archives of other compilers, so eddie.o is the runtime as one object. On Windows
// it cannot link that either: the runtime is a DLL there, and eddie-rt.def lists the names in it.
#ifdef _WIN32
#    define OBJECT "eddie-rt.def"
#else
#    define OBJECT "eddie.o"
#endif

static bool fail_missing(const char *missing, ed_Error *error)
{
    ed_fail(
        error, ED_ERR_OS,
        "error: %s: was not found near the program eddie; run `make all` in the folder of eddie, "
        "or install eddie again",
        missing);
    return false;
}

static bool find_own(ed_BuildTools *tools, ed_Arena *arena, ed_Error *error)
{
    static const char *const compilers[] = { "eddiec" ED_PROGRAM_SUFFIX, NULL };
    static const char *const headers[] = { "../include/eddie", "..", "../..", NULL };
    static const char *const libraries[] = { "../lib/eddie/libeddie.a", "bare/libeddie.a",
                                             "../bare/libeddie.a", "libeddie.a", NULL };
    static const char *const objects[] = { "../lib/eddie/" OBJECT, "bare/" OBJECT,
                                           "../bare/" OBJECT, NULL };
    const char *compiler = find_beside(compilers, "", arena), *missing = NULL;
    if (compiler) tools->eddiec = tool_at(compiler);
    tools->include = find_beside(headers, "/runtime/eddie.h", arena);
    tools->library = find_beside(libraries, "", arena);
    tools->object = find_beside(objects, "", arena);
    if (!compiler) missing = "eddiec";
    else if (!tools->include) missing = "runtime/eddie.h";
    return missing ? fail_missing(missing, error) : true;
}

/// The early compiler can come with eddie: then it need not be in PATH.
static void find_early(ed_BuildTools *tools, const ed_BuildConfig *config, ed_Arena *arena)
{
    static const char *const bundled[] = { "../lib/eddie/tcc/tcc" ED_PROGRAM_SUFFIX, NULL };
    if (!config->early.count) return;
    tools->early = find_program(config->early.at[0], arena);
    const char *path = tools->early.path ? NULL : find_beside(bundled, "", arena);
    if (path && strcmp(config->early.at[0], "tcc") == 0) tools->early = tool_at(path);
}

static bool find_compiler(ed_BuildTool *tool, const ed_Words *words, const char *setting,
                          const char *language, ed_Arena *arena, ed_Error *error)
{
    *tool = find_program(words->at[0], arena);
    if (tool->path) return true;
    ed_fail(error, ED_ERR_OS,
            "error: %s: there is no such program; install a %s compiler, or set `%s` "
            "in " ED_BUILD_CONFIG_FILE,
            words->at[0], language, setting);
    return false;
}

bool ed_build_tools_find(ed_BuildTools *tools, const ed_BuildConfig *config, bool cpp,
                         ed_Arena *arena, ed_Error *error)
{
    *tools = (ed_BuildTools){ .gold = find_program("ld.gold", arena).path != NULL };
    if (!find_own(tools, arena, error)) return false;
    if (!cpp && tools->object) find_early(tools, config, arena);
    bool early_only =
        config->cc_is_default && tools->early.is_tcc && !find_program(config->cc.at[0], arena).path;
    if (early_only) tools->cc = tools->early;
    else if (!find_compiler(&tools->cc, &config->cc, "cc", "C", arena, error)) return false;
    if (cpp && !find_compiler(&tools->cxx, &config->cxx, "cxx", "C++", arena, error)) return false;
    if (tools->cc.is_tcc) tools->early = (ed_BuildTool){ NULL, 0, false };
    if (tools->cc.is_tcc && !cpp) return tools->object || fail_missing(OBJECT, error);
    return tools->library || fail_missing("libeddie.a", error);
}
