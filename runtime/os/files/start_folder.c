#include "runtime/os/files/start_folder.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/arena.h"

/// These are global, as the working folder and the environment of a process are.
static char start_folder[ED_PATH_MAX];
static ed_Arena texts;         // the copied variables
static ed_Arena lists[2];      // `variables`, and the result of ed_start_environment
static char **variables;       // at the start; NULL: unknown

static u32 count_of(char **list)
{
    u32 count = 0;
    while (list && list[count]) count++;
    return count;
}

static char **new_list(ed_Arena *arena)
{
    size_t bytes = ED_START_VARIABLES_MAX * sizeof(char *);
    if (!arena->base && !ed_arena_open(arena, "environment", bytes, NULL)) return NULL;
    ed_arena_reset(arena);
    return (char **)ed_arena_push(arena, bytes, sizeof(char *));
}

/// Copies the variables, because a module may put pointers to its own memory into the environment.
static void take_variables(void)
{
    char **now = ed_environment();
    u32 count = count_of(now);
    bool open = texts.base || ed_arena_open(&texts, "environment", ED_START_VARIABLE_BYTES, NULL);
    variables = open && count < ED_START_VARIABLES_MAX ? new_list(&lists[0]) : NULL;
    if (open) ed_arena_reset(&texts);
    for (u32 i = 0; variables && i < count; i++) {
        size_t size = strlen(now[i]) + 1;
        char *copy = (char *)ed_arena_push_raw(&texts, size, 1);
        if (!copy) {
            variables = NULL;
            return;
        }
        memcpy(copy, now[i], size);
        variables[i] = copy;
    }
}

void ed_start_folder_save(void)
{
    if (ed_working_folder(start_folder) != 0) start_folder[0] = 0;
    take_variables();
}

const char *ed_start_folder(void) { return start_folder; }

const char *ed_start_folder_path(const char *path, char room[ED_PATH_MAX])
{
    if (ed_path_is_absolute(path) || !path[0] || !start_folder[0]) return path;
    int size = snprintf(room, ED_PATH_MAX, "%s/%s", start_folder, path);
    return size > 0 && (u32)size < ED_PATH_MAX ? room : path;
}

bool ed_start_folder_enter(void)
{
    errno = start_folder[0] ? ed_working_folder_enter(start_folder) : ENOENT;
    return errno == 0;
}

void ed_start_folder_reenter(void)
{
    char path[ED_PATH_MAX];
    if (ed_working_folder(path) == ENOENT) ed_start_folder_enter();
}

static bool same_name(const char *a, const char *b)
{
    size_t size = strcspn(a, "=");
    return strncmp(a, b, size) == 0 && b[size] == '=';
}

char **ed_start_environment(const char *const *more, u32 count)
{
    char **from = variables ? variables : ed_environment(), **list = new_list(&lists[1]);
    u32 used = 0;
    if (!list) return from;
    for (u32 i = 0; from && from[i] && used + count + 1 < ED_START_VARIABLES_MAX; i++) {
        bool replaced = false;
        for (u32 m = 0; m < count; m++) replaced |= same_name(more[m], from[i]);
        if (!replaced) list[used++] = from[i];
    }
    for (u32 m = 0; m < count; m++)
        if (strchr(more[m], '=')) list[used++] = (char *)(uintptr_t)more[m];
    list[used] = NULL;
    return list;
}
