#include "tests/lib/test.h"
#include "tests/lib/watched.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

/// Writes the list: a line for each of these files, with the hash of the text; then folders.
static void list(const char *const *files, const char *text, const char *folder)
{
    char lines[2000];
    size_t size = 0;
    for (; *files; files++)
        size += (size_t)snprintf(lines + size, sizeof lines - size, "%llx %s\n",
                                 (unsigned long long)(text ? XXH64(text, strlen(text), 0) : 0),
                                 watched_path(*files));
    if (folder) snprintf(lines + size, sizeof lines - size, "0 %s/\n", watched_path(folder));
    watched_write(".list", lines);
    ed_watch_read_list(&watch, watched_path(".list"));
}
#define FILES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/// Watches the folder game, in which nothing changes, so that other files are outside of it.
static bool begin_outside(void)
{
    char game[128];
    if (!watched_begin()) return false;
    ed_watch_close(&watch);
    watched_copy_path(game, "game");
    return mkdir(game, 0700) == 0 && mkdir(watched_path("out"), 0700) == 0
        && mkdir(watched_path("out/deep"), 0700) == 0
        && ed_watch_open(&watch, (const char *const[]){ game, NULL }, NULL);
}

TEST(a_file_in_the_list_is_watched_wherever_it_is_and_whatever_its_name)
{
    CHECK(begin_outside());
    watched_write("out/table.csv", "one");
    list(FILES("out/table.csv"), "one", NULL);
    CHECK(!ed_watch_poll(&watch));
    watched_write("out/table.csv", "two");
    CHECK(watched_seen());
    unlink(watched_path("out/table.csv"));
    CHECK(watched_seen());
    watched_end();
}

TEST(a_file_in_the_list_that_was_saved_after_it_was_read_counts_as_saved)
{
    CHECK(begin_outside());
    watched_write("out/a.h", "two");
    list(FILES("out/a.h"), "one", NULL);
    CHECK(ed_watch_poll(&watch));
    CHECK(!ed_watch_poll(&watch));
    watched_end();
}

TEST(a_file_in_the_list_that_does_not_exist_may_appear)
{
    CHECK(begin_outside());
    list(FILES("out/later.txt"), NULL, NULL);
    CHECK(!ed_watch_poll(&watch));
    watched_write("out/later.txt", "text");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_source_that_appears_in_a_folder_of_the_list_is_a_save_but_not_in_its_subfolders)
{
    CHECK(begin_outside());
    watched_write("out/old.h", "one");
    list(FILES("a.c"), NULL, "out");
    CHECK(!ed_watch_poll(&watch));      // what is there was there at the build
    watched_write("out/deep/new.h", "one");
    watched_write("out/note.txt", "one");
    usleep(300000);
    CHECK(!watched_seen());
    watched_write("out/new.h", "one");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_file_that_the_list_no_longer_names_is_forgotten)
{
    CHECK(begin_outside());
    watched_write("out/deep/a.txt", "one");
    list(FILES("out/deep/a.txt"), "one", NULL);
    list(FILES("a.c"), NULL, NULL);
    CHECK(!ed_watch_poll(&watch));
    watched_write("out/deep/a.txt", "two");
    CHECK(!watched_seen());
    watched_end();
}

TEST(a_damaged_list_does_no_harm)
{
    static const char *const texts[] = { "", "\n\n", "x", "1f", "1f \n", "zz /\n/\n", "1 a\n2 b" };
    CHECK(begin_outside());
    for (u32 i = 0; i < ED_COUNT(texts); i++) {
        watched_write(".list", texts[i]);
        ed_watch_read_list(&watch, watched_path(".list"));
    }
    CHECK(!watch.full);
    watched_end();
}
