#include "tests/lib/test.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

extern char **environ;

/// In a separate process, which may change its folder and variables. 0: all was as expected.
static int in_child(int (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) _exit(child());
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int resolve_paths(void)
{
    static char room[ED_PATH_MAX], longest[ED_PATH_MAX];
    if (chdir("/usr") != 0) return 1;
    ed_start_folder_save();
    if (strcmp(ed_start_folder(), "/usr") != 0 || chdir("/") != 0) return 2;
    if (strcmp(ed_start_folder_path("a/b", room), "/usr/a/b") != 0) return 3;
    if (strcmp(ed_start_folder_path("a", room), "/usr/a") != 0) return 3;
    const char *const same[] = { "/a", "", "/" };
    for (u32 i = 0; i < ED_COUNT(same); i++)
        if (ed_start_folder_path(same[i], room) != same[i]) return 4;
    memset(longest, 'x', ED_PATH_MAX - 1 - strlen("/usr/"));
    if (ed_start_folder_path(longest, room) != room || strlen(room) != ED_PATH_MAX - 1) return 5;
    longest[strlen(longest)] = 'x';
    if (ed_start_folder_path(longest, room) != longest) return 6;
    if (!ed_start_folder_enter() || !getcwd(room, sizeof room)) return 7;
    if (strcmp(room, "/usr") != 0 || chdir("/") != 0) return 8;
    ed_start_folder_save();
    if (chdir("/usr") != 0 || ed_start_folder_path("a", room) != room) return 9;
    return !ed_start_folder_enter() || !getcwd(room, sizeof room) || strcmp(room, "/") != 0;
}

static int lose_the_folder(void)
{
    static char room[ED_PATH_MAX];
    char folder[] = "/tmp/eddie-test-XXXXXX";
    const char *path = "a";
    ed_start_folder_save();
    if (!*ed_start_folder()) return 3;
    if (!mkdtemp(folder) || chdir(folder) != 0 || rmdir(folder) != 0) return 1;
    ed_start_folder_save();
    if (*ed_start_folder() || ed_start_folder_path(path, room) != path) return 2;
    errno = 0;
    return ed_start_folder_enter() || errno != ENOENT;
}

static int enter_a_folder_that_is_gone(void)
{
    char folder[] = "/tmp/eddie-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    ed_start_folder_save();
    if (chdir("/") != 0 || rmdir(folder) != 0) return 2;
    return ed_start_folder_enter() || errno != ENOENT;
}

TEST(relative_paths_are_resolved_from_the_start_folder)
{
    CHECK_EQ(in_child(resolve_paths), 0);
    CHECK_EQ(in_child(lose_the_folder), 0);
    CHECK_EQ(in_child(enter_a_folder_that_is_gone), 0);
}

// --- variables ----------------------------------------------------------------------------------

/// The variables, each followed by a space.
static const char *joined(char **list)
{
    static char text[256];
    text[0] = 0;
    for (u32 i = 0; list[i]; i++) {
        strcat(text, list[i]);
        strcat(text, " ");
    }
    return text;
}

static int change_variables(void)
{
    char *first[] = { "A=1", "AB=2", "B=3", "C=4", NULL }, *second[] = { "Z=1", NULL };
    const char *const more[] = { "AB=new", "B", "D=5", "E" };
    environ = first;
    ed_start_folder_save();
    environ = second;      // by the game
    if (strcmp(joined(ed_start_environment(NULL, 0)), "A=1 AB=2 B=3 C=4 ") != 0) return 1;
    if (strcmp(joined(ed_start_environment(more, 4)), "A=1 C=4 AB=new D=5 ") != 0) return 2;
    if (strcmp(joined(ed_start_environment(more, 1)), "A=1 B=3 C=4 AB=new ") != 0) return 3;
    if (ed_start_environment(NULL, 0)[0] == first[0]) return 4;      // a copy
    ed_start_folder_save();
    if (strcmp(joined(ed_start_environment(NULL, 0)), "Z=1 ") != 0) return 5;
    environ = NULL;
    ed_start_folder_save();
    return strcmp(joined(ed_start_environment(more, 1)), "AB=new ") != 0;
}

static char *many[ED_START_VARIABLES_MAX + 1];

static u32 count_of(char **list)
{
    u32 count = 0;
    while (list[count]) count++;
    return count;
}

static int have_many_variables(void)
{
    char *none[] = { NULL };
    const char *const more[] = { "B=1" };
    for (u32 i = 0; i + 1 < ED_START_VARIABLES_MAX; i++) many[i] = "A=1";
    environ = many;
    ed_start_folder_save();
    environ = none;
    if (count_of(ed_start_environment(NULL, 0)) != ED_START_VARIABLES_MAX - 1) return 1;
    char **list = ed_start_environment(more, 1);      // room for it is made
    u32 count = count_of(list);
    if (count != ED_START_VARIABLES_MAX - 1 || strcmp(list[count - 1], "B=1") != 0) return 2;
    many[ED_START_VARIABLES_MAX - 1] = "A=1";
    environ = many;
    ed_start_folder_save();
    environ = none;
    return count_of(ed_start_environment(NULL, 0)) != 0;      // nothing was saved
}

static int have_a_long_variable(void)
{
    static char text[ED_START_VARIABLE_BYTES + 1];
    char *one[] = { text, NULL }, *none[] = { NULL };
    memset(text, 'x', ED_START_VARIABLE_BYTES - 1);
    text[1] = '=';
    environ = one;
    for (u32 i = 0; i < 3; i++) {      // the memory is used again
        ed_start_folder_save();
        environ = none;
        if (count_of(ed_start_environment(NULL, 0)) != 1) return 1;
        environ = one;
    }
    text[ED_START_VARIABLE_BYTES - 1] = 'x';
    ed_start_folder_save();
    environ = none;
    return count_of(ed_start_environment(NULL, 0)) != 0;
}

TEST(other_programs_get_the_variables_of_the_start_and_some_changes)
{
    CHECK_EQ(in_child(change_variables), 0);
    CHECK_EQ(in_child(have_many_variables), 0);
    CHECK_EQ(in_child(have_a_long_variable), 0);
}
