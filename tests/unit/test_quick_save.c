#include "runtime/debug/quick_save.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

static char before[4096], folder[64];
static ed_Error error;

static bool go(const char *path)
{
    if (chdir(path) != 0) return false;
    if (*ed_start_folder()) ed_start_folder_save();
    return true;
}

static bool begin(void)
{
    strcpy(folder, "/tmp/eddie-quick-XXXXXX");
    error = (ed_Error){ .code = ED_OK };
    return getcwd(before, sizeof before) && mkdtemp(folder) && go(folder);
}

static bool end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return go(before) && system(command) == 0;
}

/// Saves a text, and sets the file's time to `age` seconds ago.
static bool save(const char *path, const char *text, long age)
{
    const struct timespec at[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = time(NULL) - age } };
    return ed_quick_save_write(path, text, strlen(text), &error)
        && utimensat(AT_FDCWD, path, at, 0) == 0;
}

static const char *text_of(const char *path)
{
    static char text[64];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = 0;
    if (file) fclose(file);
    return file ? text : "none";
}

TEST(each_quick_save_keeps_the_one_before_under_the_next_number)
{
    char name[32], text[8];
    CHECK(begin());
    for (u32 i = 0; i <= ED_QUICK_SAVES_KEPT; i++) {
        snprintf(text, sizeof text, "%u", i);
        CHECK(save(ED_QUICK_SAVE_FILE, text, 100 - (long)i));
        for (u32 k = 1; k <= i; k++) {
            snprintf(name, sizeof name, "quick-%u.state", k);
            snprintf(text, sizeof text, "%u", k - 1);
            CHECK_TEXT(text_of(name), text);
        }
        snprintf(name, sizeof name, "quick-%u.state", i + 1);
        CHECK_TEXT(text_of(name), "none");
    }
    CHECK(save(ED_QUICK_SAVE_FILE, "more", 10));
    CHECK_TEXT(text_of("quick-1.state"), "8");      // instead of the oldest
    CHECK_TEXT(text_of("quick-2.state"), "1");
    CHECK_TEXT(text_of("quick.state"), "more");
    CHECK_TEXT(text_of("quick-9.state"), "none");
    CHECK(end());
}

TEST(a_kept_quick_save_has_its_picture)
{
    CHECK(begin());
    CHECK(save(ED_QUICK_SAVE_FILE, "one", 9) && save("quick.png", "picture", 9));
    CHECK(save("quick-1.png", "of an older one", 9));
    CHECK(save(ED_QUICK_SAVE_FILE, "two", 8));
    CHECK_TEXT(text_of("quick-1.state"), "one");
    CHECK_TEXT(text_of("quick-1.png"), "picture");
    CHECK(end());
}

TEST(a_first_quick_save_keeps_the_numbered_ones)
{
    CHECK(begin());
    CHECK(save("quick-1.state", "one", 20) && save("quick-2.state", "two", 10));
    CHECK(save(ED_QUICK_SAVE_FILE, "new", 0));
    CHECK_TEXT(text_of("quick-1.state"), "one");
    CHECK_TEXT(text_of("quick-2.state"), "two");
    CHECK_TEXT(text_of("quick-3.state"), "none");
    CHECK(end());
}

TEST(links_with_the_names_of_kept_quick_saves_stay)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 1; i <= ED_QUICK_SAVES_KEPT; i++) {
        snprintf(name, sizeof name, "quick-%u.state", i);
        CHECK(symlink("elsewhere", name) == 0);
    }
    CHECK(save(ED_QUICK_SAVE_FILE, "one", 9) && save(ED_QUICK_SAVE_FILE, "two", 8));
    CHECK_TEXT(text_of(ED_QUICK_SAVE_FILE), "two");
    for (u32 i = 1; i <= ED_QUICK_SAVES_KEPT; i++) {
        struct stat st;
        snprintf(name, sizeof name, "quick-%u.state", i);
        CHECK(lstat(name, &st) == 0 && S_ISLNK(st.st_mode));
    }
    CHECK(end());
}

TEST(only_files_are_kept_and_only_once)
{
    CHECK(begin());
    CHECK(mkdir("quick-1.state", 0700) == 0);
    CHECK(save(ED_QUICK_SAVE_FILE, "one", 9) && save(ED_QUICK_SAVE_FILE, "two", 8));
    CHECK_TEXT(text_of("quick-2.state"), "one");
    CHECK(link(ED_QUICK_SAVE_FILE, "quick-5.state") == 0);      // as a failed save leaves it
    CHECK(save(ED_QUICK_SAVE_FILE, "three", 7));
    CHECK_TEXT(text_of("quick-5.state"), "two");
    CHECK_TEXT(text_of("quick-3.state"), "none");
    CHECK(save("slot-1.state", "other", 6) && save("slot-1.state", "other", 5));
    CHECK_TEXT(text_of("quick-3.state"), "none");
    CHECK(unlink(ED_QUICK_SAVE_FILE) == 0 && symlink("slot-1.state", ED_QUICK_SAVE_FILE) == 0);
    CHECK(ed_quick_save_write(ED_QUICK_SAVE_FILE, "four", 4, &error));
    CHECK_TEXT(text_of("quick-3.state"), "none");
    CHECK_TEXT(text_of("quick.state"), "four");
    CHECK(!ed_quick_save_write("none/quick.state", "five", 4, &error));
    CHECK(end());
}
