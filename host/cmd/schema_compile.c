#include "host/cmd/schema_compile.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/limits.h"
#include "runtime/base/str.h"
#include "runtime/os/process/child.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/process/program.h"

#define COMPILER "eddiec" ED_PROGRAM_SUFFIX
#define READ_BYTES ((size_t)256 << 10)

// --- finding the files ---------------------------------------------------------------------------

typedef struct Files {
    ed_Arena *arena;
    const char *paths[ED_SCHEMA_FILES_MAX];
    u32 count;
} Files;

static bool is_folder(const char *path) { return ed_file_kind(path) == ED_FILE_FOLDER; }

static bool ends_in_def(const char *name)
{
    size_t size = strlen(name);
    return size > 4 && strcmp(name + size - 4, ".def") == 0;
}

/// True if `above` is the same folder as `folder`, or contains it.
static bool holds(const char *above, const char *folder)
{
    char outer[ED_PATH_MAX], inner[ED_PATH_MAX];
    size_t size;
    if (ed_file_real_path(above, outer) != 0 || ed_file_real_path(folder, inner) != 0) return false;
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

typedef struct Tree {
    Files *files;
    const char *folder;
    u32 depth;
    ed_Error *error;
    bool good;
} Tree;

static bool add_tree(Tree *tree);

static bool add_entry(void *it, const char *name)
{
    Tree *tree = (Tree *)it;
    char path[ED_PATH_MAX];
    if (*name == '.') return true;
    int size = snprintf(path, sizeof path, "%s/%s", tree->folder, name);
    if (size > 0 && (size_t)size < sizeof path && is_folder(path)) {
        Tree inner = { tree->files, path, tree->depth + 1, tree->error, true };
        if (tree->depth < ED_SCHEMA_DEPTH_MAX && !holds(path, tree->folder))
            tree->good = add_tree(&inner);
    } else if (ends_in_def(name))
        tree->good = add_file(tree->files, tree->folder, name, tree->error);
    return tree->good;
}

/// Adds the files of a folder and its subfolders. A link to a folder that contains this one is
/// skipped, since following it would never end.
static bool add_tree(Tree *tree)
{
    int failed = ed_folder_list(tree->folder, add_entry, tree);
    if (failed)
        ed_fail(tree->error, ED_ERR_OS, "%s: cannot be opened: %s", tree->folder,
                ed_errno_text(failed));
    return !failed && tree->good;
}

/// Adds the files of a folder and its subfolders, sorted by path, as eddie build does.
static bool add_folder(Files *files, const char *folder, ed_Error *error)
{
    u32 first = files->count;
    bool good = add_tree(&(Tree){ files, folder, 0, error, true });
    qsort(files->paths + first, files->count - first, sizeof *files->paths, by_name);
    if (good && files->count == first)
        ed_fail(error, ED_ERR_PATH, "%s: no .def files found", folder);
    return good && files->count > first;
}

// --- eddiec --------------------------------------------------------------------------------------

/// Finds the compiler beside this program; otherwise returns its bare name, to be found in PATH.
static const char *find_compiler(char path[ED_PATH_MAX])
{
    bool found = ed_program_path_beside(COMPILER, path, ED_PATH_MAX) && ed_file_may_run(path);
    return found ? path : COMPILER;
}

/// Starts the compiler. Its standard output is a pipe; its other streams are those of this program.
static bool start(const Files *files, ed_Child *child, ed_Error *error)
{
    char path[ED_PATH_MAX];
    const char *words[ED_SCHEMA_FILES_MAX + 5] = { COMPILER, "--snapshot", "-", "--" };
    memcpy(words + 4, files->paths, files->count * sizeof *words);
    const ed_ChildStart start = { .program = find_compiler(path),
                                  .arguments = words,
                                  .input = ED_CHILD_SAME,
                                  .output = ED_CHILD_PIPE,
                                  .errors = ED_CHILD_SAME };
    int failed = ed_child_start(child, &start);
    if (failed == EMFILE || failed == ENFILE)
        ed_fail(error, ED_ERR_OS, "cannot create a pipe to " COMPILER ": %s",
                ed_errno_text(failed));
    else if (failed)
        ed_fail(error, ED_ERR_OS,
                "%s: cannot be started: %s; install eddiec in the same folder as eddie",
                start.program, ed_errno_text(failed));
    return !failed;
}

/// Reads until the compiler closes its end of the pipe. Stops if the arena is full; the compiler
/// then ends because the pipe is closed.
static bool read_all(ed_Child *child, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    u8 *start = ed_arena_push(arena, 0, 64);
    size_t size = 0, room = 0;
    for (;;) {
        size_t got = 0;
        if (size == room && (!start || !ed_arena_extend(arena, start, room, room + READ_BYTES))) {
            ed_fail(error, ED_ERR_LIMIT, "%s: memory limit reached; see --limit", arena->name);
            return false;
        }
        room = size == room ? room + READ_BYTES : room;
        int failed = ed_child_read(child, start + size, room - size, ED_CHILD_NO_LIMIT, &got);
        if (failed)
            ed_fail(error, ED_ERR_OS, COMPILER ": its output cannot be read: %s",
                    ed_errno_text(failed));
        if (failed || got == 0) break;
        size += got;
    }
    *bytes = (ed_Span){ start, size };
    return !error->code;
}

static bool finish(ed_Child *child, ed_Error *error)
{
    ed_ChildEnd end = ed_child_wait(child);
    if (end == ED_CHILD_EXITED && child->code == 127)
        ed_fail(error, ED_ERR_OS,
                COMPILER ": cannot be started; install eddiec in the same folder as eddie");
    if (end == ED_CHILD_KILLED)
        ed_fail(error, ED_ERR_OS, COMPILER " was killed by signal %d", child->code);
    return end == ED_CHILD_LOST || (end == ED_CHILD_EXITED && child->code == 0);
}

static bool compile(const Files *files, ed_Arena *arena, ed_Span *bytes, ed_Error *error)
{
    ed_Child child;
    if (!start(files, &child, error)) return false;
    bool good = read_all(&child, arena, bytes, error);
    ed_child_close_pipes(&child);
    return finish(&child, error) && good;
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
