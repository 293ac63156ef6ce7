#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing.h"
#include "tests/lib/open_files.h"
#include "tests/lib/watched.h"

// --- sources ------------------------------------------------------------------------------------

TEST(every_usual_ending_is_a_source)
{
    const char *const names[] = { "b.c",   "b.h",   "b.def", "b.cc",  "b.cpp", "b.cxx", "b.hh",
                                  "b.hpp", "b.hxx", "b.inc", "b.inl", "b.ipp", "b.tpp", "b.tcc" };
    CHECK(watched_begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) watched_write(names[i], "text");
    ed_watch_scan(&watch);
    CHECK_EQ(watch.file_count, ED_COUNT(names) + 1);
    watched_end();
}

// --- limits -------------------------------------------------------------------------------------

TEST(more_folders_than_the_limit_are_reported)
{
    char name[32];
    CHECK(watched_begin());
    for (u32 i = 1; i <= ED_WATCH_TREE_MAX; i++) {
        CHECK(!watch.full);
        snprintf(name, sizeof name, "sub%u", i);
        CHECK(mkdir(watched_path(name), 0700) == 0);
        if (i + 1 >= ED_WATCH_TREE_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.dir_count, ED_WATCH_TREE_MAX);
    CHECK(watch.full);
    watched_end();
}

TEST(more_sources_than_the_limit_are_reported)
{
    char name[32];
    CHECK(watched_begin());
    for (u32 i = 1; i <= ED_WATCH_FILES_MAX; i++) {      // and a.c
        CHECK(!watch.full);
        snprintf(name, sizeof name, "f%u.c", i);
        watched_write(name, "");
        if (i + 1 >= ED_WATCH_FILES_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.file_count, ED_WATCH_FILES_MAX);
    CHECK(watch.full);
    watched_end();
}

TEST(more_links_that_lead_nowhere_than_the_limit_are_reported)
{
    char name[32];
    CHECK(watched_begin());
    for (u32 i = 0; i <= ED_WATCH_OTHERS_MAX; i++) {
        CHECK(!watch.full);
        snprintf(name, sizeof name, "l%u.c", i);
        CHECK(symlink("nowhere", watched_path(name)) == 0);
        if (i + 1 >= ED_WATCH_OTHERS_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.other_count, ED_WATCH_OTHERS_MAX);
    CHECK(watch.full);
    watched_end();
}

/// A path of that size in the watched folder, without an ending.
static const char *path_of_size(size_t size)
{
    static char path[ED_WATCH_PATH_MAX + 1];
    memset(path, 'n', sizeof path - 1);
    memcpy(path, watched_folder, strlen(watched_folder));
    path[strlen(watched_folder)] = '/';
    path[size] = 0;
    return path;
}

TEST(a_source_whose_path_is_too_long_is_reported)
{
    for (u32 i = 0; i < 2; i++) {
        char path[ED_WATCH_PATH_MAX + 8];
        CHECK(watched_begin());
        snprintf(path, sizeof path, "%s.c", path_of_size(ED_WATCH_PATH_MAX - 3 + i));
        FILE *file = fopen(path, "w");
        CHECK(file && fclose(file) == 0);
        CHECK_EQ(ed_watch_scan(&watch), i == 0);
        CHECK_EQ(watch.full, i);
        CHECK_EQ(watch.file_count, 2 - i);
        CHECK(i || strcmp(watch.changed, path) == 0);
        watched_end();
    }
}

TEST(a_folder_whose_path_is_too_long_is_reported)
{
    for (u32 i = 0; i < 2; i++) {
        CHECK(watched_begin());
        const char *path = path_of_size(ED_WATCH_PATH_MAX - 1 + i);
        CHECK(mkdir(path, 0700) == 0);
        ed_watch_close(&watch);
        CHECK(ed_watch_open(&watch, (const char *const[]){ path, NULL }, NULL));
        CHECK_EQ(watch.dir_count, 1 - i);
        CHECK_EQ(watch.full, i);
        CHECK(i || strcmp(watch.dirs[0].path, path) == 0);
        watched_end();
    }
}

TEST(sixteen_folders_are_watched)
{
    char paths[ED_WATCH_DIRS_MAX + 1][128];
    const char *dirs[ED_WATCH_DIRS_MAX + 1];
    CHECK(watched_begin());
    ed_watch_close(&watch);
    for (u32 i = 0; i <= ED_WATCH_DIRS_MAX; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/none%u", watched_folder, i);
        dirs[i] = paths[i];
    }
    CHECK(ed_watch_open(&watch, dirs, NULL));
    CHECK_EQ(watch.named, 16);
    CHECK_TEXT(watch.dirs[15].path, paths[15]);
    watched_end();
}

TEST(without_memory_nothing_is_watched_and_nothing_left_open)
{
    CHECK(watched_begin());
    ed_watch_close(&watch);
    u32 open = failing_open();
    for (u64 at = 1; at <= 2; at++) {
        ed_Error error = { .code = ED_OK };
        failing_begin(at, false);
        bool good = ed_watch_open(&watch, (const char *const[]){ watched_folder, NULL }, &error);
        CHECK(failing_end() && !good && *error.text);
        CHECK_EQ(watch.events.handle, -1);
        CHECK_EQ(failing_open(), open);
    }
    watched_end();
}

// --- what a scan knows --------------------------------------------------------------------------

static bool date(const char *name, time_t seconds)
{
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    return utimensat(AT_FDCWD, watched_path(name), times, 0) == 0;
}

TEST(the_newest_source_and_the_last_change_are_known)
{
    struct stat st;
    CHECK(watched_begin());
    ed_watch_close(&watch);
    watched_write("b.h", "two");
    watched_write("notes.txt", "text");
    CHECK(mkdir(watched_path("sub"), 0700) == 0);
    CHECK(date("a.c", 2000) && date("b.h", 3000) && date("notes.txt", 5000) && date("sub", 6000));
    CHECK(ed_watch_open(&watch, (const char *const[]){ watched_folder, NULL }, NULL));
    CHECK_EQ(watch.newest_ns, 3000000000000u);
    CHECK_EQ(watch.named, 1);
    CHECK_EQ(watch.dir_count, 2);
    CHECK(!ed_watch_scan(&watch));
    watched_write("a.c", "three");
    CHECK(ed_watch_scan(&watch));
    CHECK_TEXT(watch.changed, watched_path("a.c"));
    CHECK(stat(watched_path("a.c"), &st) == 0);
    CHECK_EQ(watch.changed_ns, (u64)st.st_ctim.tv_sec * 1000000000u + (u64)st.st_ctim.tv_nsec);
    CHECK(unlink(watched_path("a.c")) == 0);
    CHECK(ed_watch_scan(&watch));
    CHECK(watch.changed_ns == UINT64_MAX);
    CHECK_EQ(watch.file_count, 1);
    CHECK(!ed_watch_scan(&watch));
    watched_end();
}

TEST(a_folder_that_is_gone_is_forgotten_unless_the_user_named_it)
{
    char sub[128], none[128];
    CHECK(watched_begin());
    watched_copy_path(sub, "sub");
    watched_copy_path(none, "none");
    CHECK(mkdir(sub, 0700) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ none, watched_folder, none, NULL }, NULL));
    CHECK_EQ(watch.named, 2);
    CHECK_EQ(watch.dir_count, 3);
    CHECK(rmdir(sub) == 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.dir_count, 2);
    CHECK_TEXT(watch.dirs[0].path, none);
    CHECK_TEXT(watch.dirs[1].path, watched_folder);
    CHECK(mkdir(sub, 0700) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.dir_count, 3);
    CHECK(mkdir(none, 0700) == 0);
    watched_write("none/b.c", "one");
    CHECK(ed_watch_scan(&watch));
    CHECK_EQ(watch.file_count, 2);
    watched_end();
}

TEST(files_that_are_not_sources_are_left_out)
{
    CHECK(watched_begin());
    CHECK(mkdir(watched_path("folder.c"), 0700) == 0 && mkdir(watched_path(".hidden"), 0700) == 0);
    static const char *const names[] = { ".h", ".b.c", "c", "b.cx", "b.c~", "bc", ".hidden/b.c" };
    for (u32 i = 0; i < ED_COUNT(names); i++) watched_write(names[i], "text");
    CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.file_count, 1);
    CHECK_EQ(watch.dir_count, 2);
    CHECK_EQ(watch.other_count, 0);
    watched_write("folder.c/b.c", "text");
    CHECK(ed_watch_scan(&watch));
    CHECK(!ed_watch_is_source(".c") && !ed_watch_is_source("c") && ed_watch_is_source("c.c"));
    watched_end();
}

TEST(a_shorter_path_after_a_longer_one_is_kept_exactly)
{
    CHECK(watched_begin());
    watched_write("a_longer_name.c", "one");
    CHECK(ed_watch_scan(&watch));
    CHECK(unlink(watched_path("a_longer_name.c")) == 0);
    CHECK(ed_watch_scan(&watch));
    watched_write("b.c", "one");
    CHECK(ed_watch_scan(&watch));
    CHECK_TEXT(watch.changed, watched_path("b.c"));
    CHECK_TEXT(watch.files[1].path, watched_path("b.c"));
    CHECK(mkfifo(watched_path("a_longer_pipe.c"), 0600) == 0);
    ed_watch_scan(&watch);
    CHECK_TEXT(ed_watch_blocking(&watch), watched_path("a_longer_pipe.c"));
    CHECK(unlink(watched_path("a_longer_pipe.c")) == 0 && mkfifo(watched_path("p.c"), 0600) == 0);
    ed_watch_scan(&watch);
    CHECK_TEXT(ed_watch_blocking(&watch), watched_path("p.c"));
    watched_end();
}

TEST(a_scan_takes_no_more_memory_and_no_more_files_than_the_one_before)
{
    CHECK(watched_begin());
    size_t used = watch.content.used;
    int files = open_files();
    for (u32 i = 0; i < 3; i++) CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.content.used, used);
    CHECK_EQ(open_files(), files);
    watched_end();
}

TEST(a_closed_watch_leaves_nothing_open)
{
    int files = open_files();
    u32 arenas = failing_open();
    CHECK(watched_begin());
    CHECK_EQ(ed_watch_has_events(), watch.events.handle >= 0);
    ed_watch_close(&watch);
    CHECK_EQ(open_files(), files);
    CHECK_EQ(failing_open(), arenas);
    watched_end();
}

TEST(a_folder_that_changed_is_scanned_again_after_two_seconds)
{
    CHECK(watched_begin());
    u64 before = ed_now_ns();
    watched_write("b.c", "one");
    CHECK(ed_watch_scan(&watch));
    CHECK(watch.again_ns >= before + ED_WATCH_AGAIN_MS * 1000000ull);
    CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.again_ns, 0);
    watched_end();
}

TEST(a_scan_leaves_the_working_folder_that_the_game_chose)
{
    char start[512], now[512];
    CHECK(watched_begin() && getcwd(start, sizeof start));
    ed_start_folder_save();
    CHECK(chdir("/") == 0);
    errno = ENOENT;      // of an earlier call
    ed_watch_scan(&watch);
    bool stays = getcwd(now, sizeof now) && strcmp(now, "/") == 0;
    CHECK(chdir(start) == 0 && stays);
    watched_end();
}
