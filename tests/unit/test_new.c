#include "host/cmd/new.h"
#include "host/cmd/template.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char before[4096], folder[64];

static bool begin(void)
{
    strcpy(folder, "/tmp/eddie-new-XXXXXX");
    if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder) != 0) return false;
    ed_start_folder_save();
    return true;
}

static bool end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    bool back = chdir(before) == 0;
    ed_start_folder_save();
    return back && system(command) == 0;
}

static int made(const char *path)
{
    return printed_run(host_new, (const char *const[]){ "new", path, NULL });
}

static u32 entries(const char *path)
{
    u32 count = 0;
    DIR *dir = opendir(path);
    while (dir && readdir(dir)) count++;
    if (dir) closedir(dir);
    return count > 2 ? count - 2 : 0;
}

/// The path's mode; 0 if it does not exist.
static mode_t mode_of(const char *path)
{
    struct stat info = { .st_mode = 0 };
    return stat(path, &info) == 0 ? info.st_mode & 07777 : 0;
}

static const char *text_of(const char *path)
{
    static char text[32768];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = 0;
    if (file) fclose(file);
    return text;
}

TEST(a_new_game_has_every_file_with_its_name_filled_in)
{
    if (!begin()) return;
    mode_t mask = umask(027);
    int code = made("Red_Ant");
    umask(mask);
    CHECK_EQ(code, 0);
    CHECK_TEXT(printed_out, "created Red_Ant: cd Red_Ant && make run\n");
    CHECK_TEXT(printed_err, "");
    CHECK_EQ(mode_of("Red_Ant"), 0750);
    CHECK_EQ(entries("."), 1);
    CHECK(chdir("Red_Ant") == 0);
    CHECK_EQ(mode_of("schema"), 0750);
    CHECK_EQ(mode_of("local.mk"), 0640);
    u32 names = 0;
    for (const host_Template *it = host_templates; it->path; it++) {
        const char *text = text_of(it->path);
        size_t size = (size_t)(it->end - it->text), marks = 0;
        for (const char *at = it->text; (at = memmem(at, (size_t)(it->end - at), "NAME", 4)); at++)
            marks++;
        names += marks > 0;
        CHECK_EQ(mode_of(it->path), 0640);
        CHECK(size > 0 && !strstr(text, HOST_TEMPLATE_NAME));
        CHECK_EQ(strlen(text), size + marks * (strlen("Red_Ant") - 4));
        CHECK(!marks || strstr(text, "Red_Ant"));
    }
    CHECK(names >= 2);
    CHECK_HAS(text_of("local.mk"), "do not commit.\nEDDIE := '/");
    CHECK_HAS(text_of("local.mk"), "/test_unit'\n");
    CHECK(end());
}

TEST(the_name_of_a_game_is_that_of_its_folder)
{
    static char longest[64] = "", longer[65] = "", path[96], name[96];
    if (!begin()) return;
    memset(longest, 'n', 63);
    memset(longer, 'n', 64);
    CHECK_EQ(made("./a-1//"), 0);
    CHECK_HAS(text_of("a-1/game/main.c"), "\"a-1\"");
    CHECK_EQ(made("a-1/../9"), 0);
    CHECK_HAS(text_of("9/game/main.c"), "\"9\"");
    CHECK_EQ(made(longest), 0);
    snprintf(path, sizeof path, "%s/game/main.c", longest);
    snprintf(name, sizeof name, "\"%s\"", longest);
    CHECK_HAS(text_of(path), name);
    CHECK_EQ(made("b/"), 0);
    CHECK_HAS(text_of("b/game/main.c"), "\"b\"");
    CHECK_EQ(entries("."), 4);
    const char *const wrong[] = {
        longer, "-x", "_x", "a b", "a.b", "a\xc3\xa4", ".", "..", "/", ""
    };
    for (u32 i = 0; i < ED_COUNT(wrong); i++) {
        CHECK_EQ(made(wrong[i]), 2);
        CHECK_HAS(printed_err,
                  ": the name of a game starts with a letter or digit, and has up to 63 "
                  "letters, digits, - and _\n");
        CHECK_TEXT(printed_out, "");
    }
    CHECK_EQ(entries("."), 4);
    CHECK(end());
}

TEST(only_an_empty_folder_is_replaced)
{
    if (!begin()) return;
    CHECK(mkdir("empty", 0700) == 0 && mkdir("full", 0700) == 0 && mkdir("full/a", 0700) == 0);
    FILE *file = fopen("file", "w");
    CHECK(file && fclose(file) == 0);
    CHECK_EQ(made("empty"), 0);
    CHECK(entries("empty") > 5);
    CHECK_EQ(made("full"), 1);
    CHECK_TEXT(printed_err, "eddie: full: already exists; choose another name\n");
    CHECK_EQ(made("file"), 1);
    CHECK_TEXT(printed_err, "eddie: file: already exists; choose another name\n");
    CHECK_EQ(made("none/a"), 1);
    CHECK_HAS(printed_err, "eddie: none/a: No such file or directory: ");
    CHECK_EQ(made("\033[1m/a"), 1);
    CHECK_HAS(printed_err, "eddie: ?[1m/a: No such file or directory: ");
    CHECK_EQ(entries("."), 3);
    CHECK_EQ(entries("full"), 1);
    CHECK(end());
}

TEST(a_path_that_is_too_long_is_refused)
{
    static char path[5000];
    const size_t longest = 4096 - 64;      // there is room for what is inside the folder
    if (!begin()) return;
    for (size_t i = 0; i + 2 < sizeof path; i += 2) memcpy(path + i, "./", 2);
    strcpy(path + longest, "a");
    CHECK_EQ(made(path), 2);
    CHECK_HAS(printed_err, "/a: the name is too long\n");
    CHECK_EQ(entries("."), 0);
    strcpy(path + longest - 2, "aa");
    CHECK_EQ(made(path), 0);
    CHECK_EQ(entries("."), 1);
    CHECK(end());
}

TEST(new_takes_one_argument_or_prints_its_help)
{
    const char *const none[] = { "new", NULL }, *const two[] = { "new", "a", "b", NULL };
    if (!begin()) return;
    CHECK_EQ(printed_run(host_new, none), 2);
    CHECK_TEXT(printed_err, "eddie: new: expected the name of one folder; see eddie new --help\n");
    CHECK_EQ(printed_run(host_new, two), 2);
    CHECK_EQ(made("--help"), 0);
    CHECK_HAS(printed_out, "usage: eddie new DIR\n");
    CHECK_EQ(made("-h"), 0);
    CHECK_HAS(printed_out, "usage: eddie new DIR\n");
    CHECK_EQ(entries("."), 0);
    CHECK(end());
}
