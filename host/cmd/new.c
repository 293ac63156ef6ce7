#include "host/cmd/new.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/debug/exit_code.h"
#include "host/cmd/template.h"
#include "runtime/base/print.h"
#include "runtime/base/str.h"
#include "runtime/os/files.h"
#include "runtime/os/target.h"

#define NAME_MAX_BYTES 63u         // longest name of a new game
#define FILE_BYTES_MAX 65536u      // largest size of a generated file

static const char *const folders[] = { "schema", "game", ".vscode" };

static const char help[] =
    "usage: eddie new DIR\n"
    "\n"
    "Creates the folder DIR with a small new game: a schema, a module, a Makefile, and files for\n"
    "editors. To build and run it: cd DIR && make run\n"
    "\n"
    "Exit: 0 created, 1 it could not be created, 2 usage.\n";

static int refuse(int code, const char *what, const char *why)
{
    ed_print(stderr, "eddie: %s: %s\n", what, why);
    return code;
}

static int refuse_os(const char *path, int why)
{
    ed_print(stderr, "eddie: %s: %s: %s\n", path, strerror(why), ed_target_advice(why));
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

/// Adds the text of a file, with the game's name filled in.
static void fill(const host_Template *it, const char *name, ed_Text *out)
{
    const size_t mark = sizeof HOST_TEMPLATE_NAME - 1;
    for (const char *at = it->text; at < it->end;) {
        const char *found = memmem(at, (size_t)(it->end - at), HOST_TEMPLATE_NAME, mark);
        ed_text_put(out, at, (size_t)((found ? found : it->end) - at));
        if (found) ed_text_add(out, "%s", name);
        at = found ? found + mark : it->end;
    }
}

/// Finds the make rules for this program: installed beside it, or in the folder it was built in.
static bool find_rules(char rules[PATH_MAX])
{
    static const char *const paths[] = { "/../share/eddie/game.mk", "/../runtime/game.mk",
                                         "/../../runtime/game.mk" };
    char program[PATH_MAX], path[PATH_MAX + 32];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);
    if (size <= 0) return false;
    program[size] = 0;
    *strrchr(program, '/') = 0;
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        snprintf(path, sizeof path, "%s%s", program, paths[i]);
        if (realpath(path, rules)) return true;
    }
    return false;
}

/// Returns false and sets errno on failure.
static bool write_file(const char *folder, const char *name, const ed_Text *text)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    errno = ed_file_write_new(path, ED_FILE_SHARED, text->at, text->size);
    return errno == 0;
}

static bool write_rules(const char *folder)
{
    char rules[PATH_MAX], text[PATH_MAX + 128];
    if (!find_rules(rules)) return true;      // pkg-config has to find them
    ed_Text out = ed_text_over(text, sizeof text);
    ed_text_add(&out, "# Settings for this machine; do not commit.\nEDDIE_RULES := %s\n", rules);
    return write_file(folder, "local.mk", &out);
}

static bool write_all(int folder, const char *path, const char *name)
{
    char text[FILE_BYTES_MAX];
    bool good = true;
    for (u32 i = 0; i < ED_COUNT(folders) && good; i++)
        good = mkdirat(folder, folders[i], 0777) == 0;
    for (const host_Template *it = host_templates; it->path && good; it++) {
        ed_Text out = ed_text_over(text, sizeof text);
        fill(it, name, &out);
        good = write_file(path, it->path, &out);
    }
    return good && write_rules(path);
}

/// Deletes what this program created, and nothing else. Ignores errors, since another error is
/// about to be reported.
static void remove_created(int folder, const char *path)
{
    for (const host_Template *it = host_templates; it->path; it++) unlinkat(folder, it->path, 0);
    unlinkat(folder, "local.mk", 0);
    for (u32 i = 0; i < ED_COUNT(folders); i++) unlinkat(folder, folders[i], AT_REMOVEDIR);
    rmdir(path);
}

// --- the folder ----------------------------------------------------------------------------------

/// Creates the folder under a temporary name, and renames it when it is complete. An existing empty
/// folder is replaced.
static int make(const char *path, const char *name)
{
    char temporary[PATH_MAX], real[PATH_MAX];      // `real` may be much shorter
    size_t size = strlen(path);
    while (size > 1 && path[size - 1] == '/') size--;
    if (size > sizeof temporary - 8) return refuse(ED_EXIT_USAGE, path, "the name is too long");
    snprintf(temporary, sizeof temporary, "%.*s-XXXXXX", (int)size, path);
    int folder = mkdtemp(temporary) ? open(temporary, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (folder < 0) return refuse_os(path, errno);
    mode_t mask = umask(0);
    umask(mask);
    bool good = realpath(temporary, real) && write_all(folder, real, name)
             && fchmod(folder, 0777 & ~mask) == 0 && rename(temporary, path) == 0;
    int why = errno;
    if (!good) remove_created(folder, temporary);
    close(folder);
    if (!good && (why == ENOTEMPTY || why == EEXIST || why == ENOTDIR))
        return refuse(ED_EXIT_FAILED, path, "already exists; choose another name");
    return good ? ED_EXIT_OK : refuse_os(path, why);
}

int host_new(int argc, char **argv)
{
    char name[NAME_MAX_BYTES + 1];
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(help, stdout);
        return ED_EXIT_OK;
    }
    if (argc != 2)
        return refuse(ED_EXIT_USAGE, "new",
                      "expected the name of one folder; see eddie new --help");
    if (!name_of(argv[1], name))
        return refuse(
            ED_EXIT_USAGE, argv[1],
            "the name of a game starts with a letter or digit, and has up to 63 letters, digits, - "
            "and _");
    int code = make(argv[1], name);
    if (code == ED_EXIT_OK) ed_print(stdout, "created %s: cd %s && make run\n", argv[1], argv[1]);
    return code;
}
