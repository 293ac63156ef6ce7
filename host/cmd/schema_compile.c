#include "host/cmd/schema_compile.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/base/limits.h"
#include "runtime/base/str.h"

#define COMPILER "eddiec"
#define READ_BYTES ((size_t)256 << 10)

extern char **environ;

// --- finding the files ---------------------------------------------------------------------------

typedef struct Files {
    ed_Arena *arena;
    const char *paths[ED_SCHEMA_FILES_MAX];
    u32 count;
} Files;

static bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool ends_in_def(const char *name)
{
    size_t size = strlen(name);
    return size > 4 && strcmp(name + size - 4, ".def") == 0;
}

/// True if `above` is the same folder as `folder`, or contains it.
static bool holds(const char *above, const char *folder)
{
    char outer[PATH_MAX], inner[PATH_MAX];
    size_t size;
    if (!realpath(above, outer) || !realpath(folder, inner)) return false;
    size = strlen(outer);
    return strncmp(outer, inner, size) == 0 && (inner[size] == '/' || !inner[size]);
}

bool host_is_schema(const char *word) { return ends_in_def(word) || is_folder(word); }

static bool add_file(Files *files, const char *folder, const char *name, ed_Error *error)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = ed_arena_push(files->arena, size, 1);
    if (!path) return ed_arena_check(files->arena, error);
    if (files->count == ED_SCHEMA_FILES_MAX) {
        ed_fail(error, ED_ERR_LIMIT, "more than %u .def files", ED_SCHEMA_FILES_MAX);
        return false;
    }
    bool slash = *folder && folder[strlen(folder) - 1] != '/';
    snprintf(path, size, "%s%s%s", folder, slash ? "/" : "", name);
    files->paths[files->count++] = path;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// Adds the files of a folder and its subfolders. A link to a folder that contains this one is
/// skipped, since following it would never end.
static bool add_tree(Files *files, const char *folder, u32 depth, ed_Error *error)
{
    char inner[PATH_MAX];
    DIR *dir = opendir(folder);
    if (!dir) {
        ed_fail(error, ED_ERR_OS, "%s: cannot be opened: %s", folder, strerror(errno));
        return false;
    }
    bool good = true;
    for (struct dirent *entry; good && (entry = readdir(dir)) != NULL;) {
        if (*entry->d_name == '.') continue;
        int size = snprintf(inner, sizeof inner, "%s/%s", folder, entry->d_name);
        bool fits = size > 0 && (size_t)size < sizeof inner;
        if (fits && is_folder(inner)) {
            if (depth < ED_SCHEMA_DEPTH_MAX && !holds(inner, folder))
                good = add_tree(files, inner, depth + 1, error);
        } else if (ends_in_def(entry->d_name)) good = add_file(files, folder, entry->d_name, error);
    }
    closedir(dir);
    return good;
}

/// Adds the files of a folder in the order of their paths, as the make rules do.
static bool add_folder(Files *files, const char *folder, ed_Error *error)
{
    u32 first = files->count;
    bool good = add_tree(files, folder, 0, error);
    qsort(files->paths + first, files->count - first, sizeof *files->paths, by_name);
    if (good && files->count == first)
        ed_fail(error, ED_ERR_PATH, "%s: no .def files found", folder);
    return good && files->count > first;
}

// --- eddiec --------------------------------------------------------------------------------------

/// Finds the compiler beside this program; otherwise returns its bare name, to be found in PATH.
static void find_compiler(char *path, size_t size)
{
    ssize_t got = readlink("/proc/self/exe", path, size - 1);
    path[got > 0 ? got : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash && (size_t)(slash + 1 - path) + sizeof COMPILER <= size) {
        memcpy(slash + 1, COMPILER, sizeof COMPILER);
        if (access(path, X_OK) == 0) return;
    }
    memcpy(path, COMPILER, sizeof COMPILER);
}

/// Starts the compiler. Its standard output goes to `output`; its standard error is that of this
/// program.
static bool start(const Files *files, int output, pid_t *pid, ed_Error *error)
{
    char compiler[4096];
    const char *words[ED_SCHEMA_FILES_MAX + 5] = { COMPILER, "--snapshot", "-", "--" };
    posix_spawn_file_actions_t actions;
    memcpy(words + 4, files->paths, files->count * sizeof *words);
    find_compiler(compiler, sizeof compiler);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    int failed = posix_spawnp(pid, compiler, &actions, NULL, (char **)(uintptr_t)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        ed_fail(error, ED_ERR_OS,
                "%s: cannot be started: %s; install eddiec in the same folder as eddie", compiler,
                strerror(failed));
    return !failed;
}

/// Reads until the compiler closes its end of the pipe. Stops if the arena is full; the compiler
/// then ends because the pipe is closed.
static bool read_all(int input, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    u8 *start = ed_arena_push(arena, 0, 64);
    size_t size = 0, room = 0;
    for (;;) {
        if (size == room && (!start || !ed_arena_extend(arena, start, room, room + READ_BYTES))) {
            ed_fail(error, ED_ERR_LIMIT, "%s: memory limit reached; see --limit", arena->name);
            return false;
        }
        room = size == room ? room + READ_BYTES : room;
        ssize_t got = read(input, start + size, room - size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0)
            ed_fail(error, ED_ERR_OS, COMPILER ": its output cannot be read: %s", strerror(errno));
        if (got <= 0) break;
        size += (size_t)got;
    }
    *bytes = (ed_Span){ start, size };
    return !error->code;
}

static bool finish(pid_t pid, ed_Error *error)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        ed_fail(error, ED_ERR_OS,
                COMPILER ": cannot be started; install eddiec in the same folder as eddie");
    if (WIFSIGNALED(status))
        ed_fail(error, ED_ERR_OS, COMPILER " was killed by signal %d", WTERMSIG(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool compile(const Files *files, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    int ends[2];
    pid_t pid;
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ed_fail(error, ED_ERR_OS, "cannot create a pipe to " COMPILER ": %s", strerror(errno));
        return false;
    }
    bool started = start(files, ends[1], &pid, error);
    close(ends[1]);
    bool good = started && read_all(ends[0], arena, bytes, error);
    close(ends[0]);
    return started && finish(pid, error) && good;
}

bool host_schema_compile(const char *const *words, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    Files *files = ed_arena_push(arena, sizeof *files, _Alignof(Files));
    if (!files) return ed_arena_check(arena, error);
    files->arena = arena;
    bool good = true;
    for (; good && *words; words++)
        good = is_folder(*words) ? add_folder(files, *words, error)
                                 : add_file(files, "", *words, error);
    return good && compile(files, arena, bytes, error);
}
