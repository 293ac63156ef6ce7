#include "host/cmd/new.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/debug/exit_code.h"
#include "host/cmd/template.h"
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/os/system/environment.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/process/program.h"
#include "runtime/os/files/target.h"

#define NAME_MAX_BYTES 63u                      // longest name of a new game
#define PATH_BYTES_MAX (ED_PATH_MAX - 64u)      // of its folder; leaves room for what is inside
#define WINDOWS_PATH_MAX 180u                   // of its folder; leaves room for built files
#define FILE_BYTES_MAX 65536u                   // largest size of a generated file

// A Makefile starts `eddie`, on Windows a script does. LOCAL is for this machine only.
#if ED_ON_WINDOWS
#    define LOCAL "play.cmd"
#    define MAKEFILE ""
#    define RUN "play.cmd"
#else
#    define LOCAL "local.mk"
#    define MAKEFILE " a Makefile,"
#    define RUN "make run"
#endif

static const char *const folders[] = { "schema", "game", ".vscode" };

static const char help[] =
    "usage: eddie new DIR\n"
    "\n"
    "Creates the folder DIR with a small new game: a schema, a module," MAKEFILE " and files for\n"
    "editors. To build and run it: cd DIR && " RUN "\n"
    "\n"
    "Exit: 0 created, 1 it could not be created, 2 usage.\n";

static int refuse_name(int code, const char *what, const char *why)
{
    ed_print(stderr, "eddie: %s: %s\n", what, why);
    return code;
}

static int refuse_os(const char *path, int why)
{
    ed_print(stderr, "eddie: %s: %s: %s\n", path, ed_errno_text(why), ed_target_advice(why));
    return ED_EXIT_FAILED;
}

/// Gets the name of a game from its folder: "Red_Ant" from "../games/Red_Ant/". False if it is not
/// a valid name.
static bool name_of(const char *path, char name[NAME_MAX_BYTES + 1])
{
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    size_t start = size;
    while (start && path[start - 1] != '/') start--;
    if (size - start == 0 || size - start > NAME_MAX_BYTES) return false;
    snprintf(name, NAME_MAX_BYTES + 1, "%.*s", (int)(size - start), path + start);
    for (const char *at = name; *at; at++)
        if (!isalnum((u8)*at) && *at != '_' && *at != '-') return false;
    return isalnum((u8)*name);
}

// --- writing the files ---------------------------------------------------------------------------

/// Returns the next mark for the game's name, or the end of the text.
static const char *find_mark(const char *at, const char *end)
{
    const size_t size = sizeof HOST_TEMPLATE_NAME - 1;
    while ((size_t)(end - at) >= size && memcmp(at, HOST_TEMPLATE_NAME, size) != 0) at++;
    return (size_t)(end - at) >= size ? at : end;
}

/// Adds the text of a file, with the game's name filled in.
static void fill_template(const host_Template *it, const char *name, ed_Text *out)
{
    for (const char *at = it->text; at < it->end;) {
        const char *mark = find_mark(at, it->end);
        ed_text_put(out, at, (size_t)(mark - at));
        if (mark < it->end) ed_text_add(out, "%s", name);
        at = mark < it->end ? mark + sizeof HOST_TEMPLATE_NAME - 1 : it->end;
    }
}

/// Writes the path of a file in the new folder. Returns `path`.
static const char *inside(char path[ED_PATH_MAX], const char *folder, const char *name)
{
    ed_Text out = ed_text_over(path, ED_PATH_MAX);
    ed_text_add(&out, "%s/%s", folder, name);
    return path;
}

/// Adds the text of local.mk, with this program in quotes of the shell. make needs a $ twice, and a
/// backslash before a #.
static bool add_settings(ed_Text *out)
{
    char program[ED_PATH_MAX];
    if (!ed_program_path(program, sizeof program)) return false;
    ed_text_add(out, "# Settings for this machine; do not commit.\nEDDIE := '");
    for (const char *at = program; *at; at++) {
        if (*at == '\'') ed_text_add(out, "'\\'");
        if (*at == '$') ed_text_add(out, "$");
        if (*at == '#') ed_text_add(out, "\\");
        ed_text_put(out, at, 1);
    }
    ed_text_add(out, "'\n");
    return true;
}

/// Adds the text of play.cmd, which starts this program. A % is doubled in such a file. The path of
/// the program is in UTF-8, so that is the code page of the console until the end. pushd gives a
/// network folder a drive.
static bool add_script(ed_Text *out)
{
    char program[ED_PATH_MAX];
    if (!ed_program_path(program, sizeof program)) return false;
    ed_text_add(out, "@echo off\r\nsetlocal\r\n"
                     "rem Builds and plays the game on this machine, with live editing on.\r\n"
                     "for /f \"tokens=2 delims=:.\" %%%%p in ('chcp') do set page=%%%%p\r\n"
                     "pushd \"%%~dp0\"\r\n"
                     "chcp 65001 >nul\r\n\"");
    for (const char *at = program; *at; at++)
        ed_text_add(out, *at == '%' ? "%%%%" : "%c", *at == '/' ? '\\' : *at);
    ed_text_add(out, "\" %%*\r\n"
                     "set code=%%errorlevel%%\r\n"
                     "popd\r\n"
                     "if not %%code%%==0 if \"%%~1\"==\"\" pause\r\n"
                     "chcp %%page%% >nul\r\n"
                     "exit /b %%code%%\r\n");
    return true;
}

/// Writes the file that says where eddie is on this machine.
static int write_local(const char *folder)
{
    char text[3 * ED_PATH_MAX], path[ED_PATH_MAX];
    ed_Text out = ed_text_over(text, sizeof text);
    if (!(ED_ON_WINDOWS ? add_script(&out) : add_settings(&out))) return 0;
    return ed_file_write_new(inside(path, folder, LOCAL), ED_FILE_SHARED, text, out.size);
}

/// Returns 0 or an errno value.
static int write_all(const char *folder, const char *name)
{
    char text[FILE_BYTES_MAX], path[ED_PATH_MAX];
    int failed = 0;
    for (u32 i = 0; i < ED_COUNT(folders) && !failed; i++)
        failed = ed_folder_make(inside(path, folder, folders[i]));
    for (const host_Template *it = host_templates; it->path && !failed; it++) {
        ed_Text out = ed_text_over(text, sizeof text);
        fill_template(it, name, &out);
        failed = ed_file_write_new(inside(path, folder, it->path), ED_FILE_SHARED, text, out.size);
    }
    return failed ? failed : write_local(folder);
}

/// Deletes what this program created, and nothing else. Ignores errors, since another error is
/// about to be reported.
static void remove_created(const char *folder)
{
    char path[ED_PATH_MAX];
    for (const host_Template *it = host_templates; it->path; it++)
        ed_file_remove(inside(path, folder, it->path));
    ed_file_remove(inside(path, folder, LOCAL));
    for (u32 i = 0; i < ED_COUNT(folders); i++) ed_folder_remove(inside(path, folder, folders[i]));
    ed_folder_remove(folder);
}

// --- the folder ----------------------------------------------------------------------------------

/// Counts as Windows does.
static u32 units_of(const char *path)
{
    u32 units = 0;
    for (const u8 *at = (const u8 *)path; *at; at++)
        units += (*at & 0xc0) == 0x80 ? 0 : *at < 0xf0 ? 1 : 2;
    return units;
}

/// Returns true if compilers can open what is built in the folder. Most programs for Windows open
/// only paths of up to 259 characters.
static bool can_be_built(const char *path)
{
    char current[ED_PATH_MAX] = "";
    if (!ED_ON_WINDOWS) return true;
    if (!ed_path_is_absolute(path)) ed_working_folder(current);
    return units_of(current) + units_of(path) < WINDOWS_PATH_MAX;
}

/// Creates the folder under a temporary name, and renames it when it is complete. An existing empty
/// folder is replaced.
static int make_game(const char *path, const char *name)
{
    char stem[ED_PATH_MAX], temporary[ED_PATH_MAX];
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    if (size > PATH_BYTES_MAX) return refuse_name(ED_EXIT_USAGE, path, "the name is too long");
    if (!can_be_built(path))
        return refuse_name(
            ED_EXIT_FAILED, path,
            "the path is longer than 180 characters: compilers could not open the files "
            "of the game; choose another folder");
    snprintf(stem, sizeof stem, "%.*s", (int)size, path);
    int failed = ed_folder_make_unique(stem, temporary);
    if (failed) return refuse_os(path, failed);
    failed = write_all(temporary, name);
    if (!failed) failed = ed_file_rename(temporary, path);
    if (failed) remove_created(temporary);
    if (failed == ENOTEMPTY || failed == EEXIST || failed == ENOTDIR)
        return refuse_name(ED_EXIT_FAILED, path, "already exists; choose another name");
    return failed ? refuse_os(path, failed) : ED_EXIT_OK;
}

int host_new(int argc, char **argv)
{
    char name[NAME_MAX_BYTES + 1];
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return ED_EXIT_OK;
    }
    if (argc != 2)
        return refuse_name(ED_EXIT_USAGE, "new",
                           "expected the name of one folder; see eddie new --help");
    if (!name_of(ed_path_use_slashes(argv[1]), name))
        return refuse_name(
            ED_EXIT_USAGE, argv[1],
            "the name of a game starts with a letter or digit, and has up to 63 letters, digits, - "
            "and _");
    int code = make_game(argv[1], name);
    if (code == ED_EXIT_OK) ed_print(stdout, "created %s: cd %s && " RUN "\n", argv[1], argv[1]);
    return code;
}
