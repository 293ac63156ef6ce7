#include "host/ui/editor.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/base/str.h"
#include "runtime/os/process/child.h"

typedef struct Editor {
    const char *programs;       // names separated by blanks
    const char *arguments;      // for a shell: $1 the file, $2 the line, $3 the column
    bool in_terminal;           // runs in a terminal
} Editor;

/// Unknown programs are treated like the first entry.
static const Editor editors[] = {
    { " vi vim nvim ", "\"+$2\" \"$1\"", true },
    { " gvim nvim-qt ", "\"+$2\" \"$1\"", false },
    { " hx helix ", "\"$1:$2:$3\"", true },
    { " kak micro ", "\"+$2:$3\" \"$1\"", true },
    { " nano ", "\"+$2,$3\" \"$1\"", true },
    { " emacs emacsclient gedit gnome-text-editor ", "\"+$2:$3\" \"$1\"", false },
    { " code code-insiders codium vscodium cursor ", "-g \"$1:$2:$3\"", false },
    { " subl sublime_text zed zeditor geany ", "\"$1:$2:$3\"", false },
    { " kate kwrite ", "-l \"$2\" -c \"$3\" \"$1\"", false },
};

static const Editor *find_editor(const char *command)
{
    size_t size = strcspn(command, " \t"), start = size;
    char name[64];
    while (start && command[start - 1] != '/' && command[start - 1] != '\\') start--;
    size_t suffix = size > start + 4 && strncmp(command + size - 4, ".exe", 4) == 0 ? 4 : 0;
    snprintf(name, sizeof name, " %.*s ", (int)(size - suffix - start), command + start);
    for (u32 i = 0; i < ED_COUNT(editors); i++)
        if (strstr(editors[i].programs, name)) return &editors[i];
    return &editors[0];
}

/// Stores the first available terminal in $t; without one, the shell ends with exit code 127.
static const char find_terminal[] =
    "for t in $TERMINAL x-terminal-emulator gnome-terminal konsole alacritty kitty foot xterm "
    "none; do command -v $t >/dev/null && break; done; [ $t != none ] || exit 127;";

/// Adds a text for a POSIX shell. For cmd.exe, $1 becomes %1, whose value is quoted already.
static void add_for_shell(const char *text, ed_Text *out)
{
    for (; *text; text++) {
        if (!ED_ON_WINDOWS) ed_text_add(out, "%c", *text);
        else if (*text == '$') ed_text_add(out, "%%");
        else if (*text != '"') ed_text_add(out, "%c", *text);
    }
}

/// On Windows, `start` opens a console for an editor that runs in a terminal.
static void add_start(bool in_terminal, ed_Text *out)
{
    if (ED_ON_WINDOWS) ed_text_add(out, in_terminal ? "start \"\" " : "start \"\" /b ");
    else if (in_terminal) ed_text_add(out, "%s \"$t\" -e ", find_terminal);
}

/// Adds the user's command, with %f, %l and %c replaced. If it contains no %f, adds the arguments
/// that the program expects.
static void add_command(const char *named, ed_Text *out)
{
    const Editor *editor = find_editor(named);
    bool has_placeholders = strstr(named, "%f") != NULL;
    add_start(!has_placeholders && editor->in_terminal, out);
    for (const char *at = named; *at; at++) {
        const char *location =
            has_placeholders && at[0] == '%' && at[1] ? strchr("flc", at[1]) : NULL;
        if (location) {
            const char number[] = { '"', '$', "123"[strchr("flc", at[1]) - "flc"], '"', 0 };
            add_for_shell(number, out);
            at++;
        } else ed_text_put(out, at, 1);
    }
    if (!has_placeholders) ed_text_add(out, " ");
    if (!has_placeholders) add_for_shell(editor->arguments, out);
    if (!ED_ON_WINDOWS) ed_text_add(out, " &");
}

static const char *named_editor(void)
{
    static const char *const variables[] = { "EDDIE_EDITOR", "VISUAL", "EDITOR" };
    for (u32 i = 0; i < ED_COUNT(variables); i++) {
        const char *value = getenv(variables[i]);
        if (value && *value) return value;
    }
    return ED_ON_WINDOWS ? "notepad %f" : NULL;
}

/// Splits "game/sim.c:12:7" into file, line and column. A missing line or column is 1.
static void split_location(char *file, const char **line, const char **column)
{
    const char *found[2] = { "1", "1" };
    for (u32 i = 0; i < 2; i++) {
        char *colon = strrchr(file, ':');
        if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")]) break;
        *colon = 0;
        found[1] = found[0];
        found[0] = colon + 1;
    }
    *line = found[0];
    *column = found[1];
}

bool host_editor_open(const char *location, ed_Error *error)
{
    char file[256], command[1024];
    const char *named = named_editor(), *line, *column;
    ed_Text text = ed_text_over(command, sizeof command);
    if (!named) {
        ed_fail(error, ED_ERR_OS, "to open %s, set EDITOR or EDDIE_EDITOR='code -g %%f:%%l:%%c'",
                location);
        return false;
    }
    snprintf(file, sizeof file, "%s", location);
    split_location(file, &line, &column);
    add_command(named, &text);
    const char *const arguments[] = { "sh", file, line, column, NULL };
    const ed_ChildStart start = { .command = command, .arguments = arguments, .group = true };
    ed_Child shell;
    int failed = ed_child_start(&shell, &start);
    if (failed) ed_fail(error, ED_ERR_OS, "cannot start the editor: %s", ed_errno_text(failed));
    if (failed) return false;
    ed_ChildEnd end = ed_child_wait(&shell);      // the shell starts the editor and exits
    ed_child_close_pipes(&shell);
    if (end == ED_CHILD_LOST || (end == ED_CHILD_EXITED && shell.code == 0)) return true;
    ed_fail(
        error, ED_ERR_OS,
        ED_ON_WINDOWS
            ? "%s cannot be started: set EDDIE_EDITOR='code -g %%f:%%l:%%c'"
            : "no terminal found to start %s: set TERMINAL, or EDDIE_EDITOR='code -g %%f:%%l:%%c'",
        named);
    return false;
}
