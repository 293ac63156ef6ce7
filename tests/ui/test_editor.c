#include "host/ui/editor.h"
#include "tests/lib/test.h"
#include "tests/ui/folder.h"
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path_before[4096];
static ed_Error error;

static bool make_program(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    return file && fputs(text, file) >= 0 && fclose(file) == 0 && chmod(name, 0755) == 0;
}

/// Enters a folder that is the only one in the PATH. In it, a program `term` runs the program after
/// -e, and each editor writes its arguments to the pipe `args`.
static bool begin(void)
{
    static const char editor[] = "#!/bin/sh\nprintf '%s|' \"$@\" >args\n";
    static const char *const names[] = { "vi",    "gvim", "hx",   "micro", "nano",
                                         "emacs", "code", "subl", "kate",  "other" };
    char folder[512];
    snprintf(path_before, sizeof path_before, "%s", getenv("PATH"));
    if (!folder_enter() || !getcwd(folder, sizeof folder) || mkfifo("args", 0600) != 0)
        return false;
    setenv("PATH", folder, 1);
    setenv("TERMINAL", "term", 1);
    unsetenv("EDDIE_EDITOR");
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    error = (ed_Error){ .code = ED_OK };
    bool good = make_program("term", "#!/bin/sh\n[ \"$1\" = -e ] && shift && exec \"$@\"\n");
    for (u32 i = 0; i < ED_COUNT(names); i++) good &= make_program(names[i], editor);
    return good;
}

static void end(void)
{
    setenv("PATH", path_before, 1);
    unsetenv("TERMINAL");
    unsetenv("EDDIE_EDITOR");
    unsetenv("VISUAL");
    unsetenv("EDITOR");
    folder_remove();
}

/// The arguments that the editor of that variable gets, each followed by a bar.
static const char *opened(const char *variable, const char *value, const char *location)
{
    static char text[512];
    size_t size = 0;
    int pipe = open("args", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct pollfd ready = { .fd = pipe, .events = POLLIN };
    setenv(variable, value, 1);
    if (!host_editor_open(location, &error)) {
        close(pipe);
        return error.text;
    }
    while (size < sizeof text - 1 && poll(&ready, 1, 10000) > 0) {
        ssize_t got = read(pipe, text + size, sizeof text - 1 - size);
        if (got <= 0) break;
        size += (size_t)got;
    }
    close(pipe);
    text[size] = 0;
    return text;
}

TEST(each_editor_gets_the_location_as_it_expects_it)
{
    static const char *const table[][2] = {
        { "vi", "+12|a b.c|" },
        { "gvim", "+12|a b.c|" },
        { "hx", "a b.c:12:7|" },
        { "micro", "+12:7|a b.c|" },
        { "nano", "+12,7|a b.c|" },
        { "emacs", "+12:7|a b.c|" },
        { "code", "-g|a b.c:12:7|" },
        { "subl", "a b.c:12:7|" },
        { "kate", "-l|12|-c|7|a b.c|" },
        { "other", "+12|a b.c|" },
        { "emacs -nw", "-nw|+12:7|a b.c|" },
        { "./code -n", "-n|-g|a b.c:12:7|" },
        { "other %f %l:%c %x% %", "a b.c|12:7|%x%|%|" },
        { "code %f", "a b.c|" },
    };
    if (!begin()) return;
    for (u32 i = 0; i < ED_COUNT(table); i++)
        CHECK_TEXT(opened("EDDIE_EDITOR", table[i][0], "a b.c:12:7"), table[i][1]);
    end();
}

TEST(a_missing_line_or_column_of_a_location_is_1)
{
    static const char *const table[][2] = {
        { "a.c", "a.c:1:1|" },     { "a.c:12", "a.c:12:1|" },   { "a.c:12:7", "a.c:12:7|" },
        { "a.c:", "a.c::1:1|" },   { "a.c:x:7", "a.c:x:7:1|" }, { "a.c:1x", "a.c:1x:1:1|" },
        { "a:1:2:3", "a:1:2:3|" },
    };
    if (!begin()) return;
    for (u32 i = 0; i < ED_COUNT(table); i++)
        CHECK_TEXT(opened("EDITOR", "hx", table[i][0]), table[i][1]);
    end();
}

TEST(EDDIE_EDITOR_comes_before_VISUAL_and_VISUAL_before_EDITOR)
{
    if (!begin()) return;
    CHECK_TEXT(opened("EDITOR", "subl", "a.c"), "a.c:1:1|");
    CHECK_TEXT(opened("VISUAL", "code", "a.c"), "-g|a.c:1:1|");
    CHECK_TEXT(opened("EDDIE_EDITOR", "nano", "a.c"), "+1,1|a.c|");
    CHECK_TEXT(opened("EDDIE_EDITOR", "", "a.c"), "-g|a.c:1:1|");
    end();
}

TEST(an_editor_is_opened_although_the_game_ignores_the_end_of_its_children)
{
    if (!begin()) return;
    signal(SIGCHLD, SIG_IGN);
    const char *arguments = opened("EDITOR", "hx", "a.c");
    signal(SIGCHLD, SIG_DFL);
    CHECK_TEXT(arguments, "a.c:1:1|");
    end();
}

TEST(without_an_editor_or_a_terminal_the_message_says_what_to_set)
{
    if (!begin()) return;
    CHECK_TEXT(opened("EDITOR", "", "a.c:3"), "to open a.c:3, set EDITOR or EDDIE_EDITOR='code -g "
                                              "%f:%l:%c'");
    error = (ed_Error){ .code = ED_OK };
    unsetenv("TERMINAL");
    CHECK_TEXT(opened("EDITOR", "vi", "a.c"), "no terminal found to start vi: set TERMINAL, or "
                                              "EDDIE_EDITOR='code -g %f:%l:%c'");
    error = (ed_Error){ .code = ED_OK };
    CHECK_HAS(opened("EDITOR", "other", "a.c"), "no terminal found to start other: ");
    CHECK_TEXT(opened("EDITOR", "gvim", "a.c"), "+1|a.c|");      // it has its own window
    end();
}
