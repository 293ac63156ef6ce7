#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/watch.h"
#include "runtime/os/start_folder.h"
#include "tests/lib/failing.h"

static char folder[64];
static ed_Watch watch;

static const char *in(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in(name), "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    write_file("a.c", "one");
    return ed_watch_open(&watch, (const char *const[]){ folder, NULL }, &error);
}

static void end(void)
{
    char command[128];
    ed_watch_close(&watch);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

/// Polls as a main loop does, for up to a second.
static bool seen(void)
{
    for (int i = 0; i < 1000; i++) {
        if (ed_watch_poll(&watch)) return true;
        usleep(1000);
    }
    return false;
}

TEST(a_save_is_seen_unless_the_text_is_the_same)
{
    CHECK(begin());
    CHECK(!ed_watch_poll(&watch));
    write_file("a.c", "two");
    CHECK(seen());
    write_file("a.c", "two");
    usleep(30000);
    CHECK(!ed_watch_poll(&watch));
    end();
}

TEST(a_save_that_keeps_size_and_time_stamp_is_seen)
{
    struct stat st;
    CHECK(begin());
    CHECK(stat(in("a.c"), &st) == 0);
    write_file("a.c", "eno");
    struct timespec times[2] = { st.st_atim, st.st_mtim };
    CHECK(utimensat(AT_FDCWD, in("a.c"), times, 0) == 0);
    CHECK(seen());
    end();
}

TEST(saves_by_rename_and_new_and_removed_files_are_seen)
{
    char from[128];
    CHECK(begin());
    write_file("a.c.tmp", "renamed");
    snprintf(from, sizeof from, "%s", in("a.c.tmp"));
    CHECK(rename(from, in("a.c")) == 0);
    CHECK(seen());
    write_file("b.def", "new");
    CHECK(seen());
    unlink(in("b.def"));
    CHECK(seen());
    end();
}

TEST(a_save_of_a_file_that_is_not_a_source_is_ignored)
{
    CHECK(begin());
    write_file("a.c~", "backup");
    write_file(".a.c.swp", "swap");
    write_file("notes.txt", "text");
    usleep(30000);
    CHECK(!ed_watch_poll(&watch));
    end();
}

/// Polls until a file is seen as missing; true if that was reported already.
static bool goes(const char *name)
{
    bool reported = false;
    unlink(in(name));
    for (int i = 0; i < 1000 && !watch.gone_ns && !reported; i++) {
        reported = ed_watch_poll(&watch);
        usleep(1000);
    }
    return reported;
}

TEST(a_file_that_is_gone_for_an_instant_is_reported_when_it_is_back)
{
    CHECK(begin());
    CHECK(!goes("a.c"));
    watch.gone_ns += 3600000000000u;      // keep the delay, however slow this machine is
    for (int i = 0; i < 10; i++) CHECK(!ed_watch_poll(&watch));
    write_file("a.c", "two");
    CHECK(seen());
    CHECK(!goes("a.c"));
    watch.gone_ns = 1;      // long ago
    CHECK(ed_watch_poll(&watch));
    CHECK(!ed_watch_poll(&watch));
    end();
}

TEST(a_folder_made_later_is_watched_too)
{
    CHECK(begin());
    CHECK(mkdir(in("sub"), 0700) == 0);
    usleep(30000);
    ed_watch_poll(&watch);
    write_file("sub/c.h", "first");
    CHECK(seen());
    write_file("sub/c.h", "second");
    CHECK(seen());
    end();
}

TEST(a_folder_that_is_replaced_or_comes_back_is_watched_again)
{
    char old[128], sub[128];
    CHECK(begin());
    snprintf(sub, sizeof sub, "%s", in("sub"));
    snprintf(old, sizeof old, "%s", in("old"));
    CHECK(mkdir(sub, 0700) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ sub, NULL }, NULL));
    CHECK(rename(sub, old) == 0);
    CHECK(mkdir(sub, 0700) == 0);
    write_file("sub/c.h", "first");
    CHECK(seen());
    write_file("sub/c.h", "second");
    CHECK(seen());
    end();
}

TEST(a_folder_linked_into_itself_is_one_folder)
{
    CHECK(begin());
    CHECK(symlink(".", in("again")) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.dir_count, 1);
    CHECK_EQ(watch.file_count, 1);
    end();
}

/// The path is valid until the next call.
static void in_too(char path[128], const char *name) { snprintf(path, 128, "%s", in(name)); }

TEST(a_source_that_is_a_link_is_seen_however_it_is_written)
{
    char other[128], next[128];
    CHECK(begin());
    in_too(other, ".there/a.txt");
    in_too(next, ".there/next");
    CHECK(mkdir(in(".there"), 0700) == 0);
    write_file(".there/a.txt", "first");
    CHECK(symlink(".there/a.txt", in("b.c")) == 0);
    CHECK(seen());
    write_file(".there/a.txt", "by its own name");
    CHECK(seen());
    write_file("b.c", "through the link");
    CHECK(seen());
    write_file(".there/next", "by rename");
    CHECK(rename(next, other) == 0);
    CHECK(seen());
    unlink(other);
    CHECK(seen());
    write_file(".there/a.txt", "it is back");
    CHECK(seen());
    end();
}

TEST(a_source_with_a_second_name_is_seen_by_either)
{
    char elsewhere[128];
    CHECK(begin());
    CHECK(mkdir(in(".there"), 0700) == 0);
    in_too(elsewhere, ".there/a.txt");
    CHECK(link(in("a.c"), elsewhere) == 0);
    // Until there are no more events.
    for (int i = 0; i < 30; i++) {
        CHECK(!ed_watch_poll(&watch));
        usleep(1000);
    }
    write_file(".there/a.txt", "two");
    CHECK(seen());
    end();
}

TEST(a_folder_that_is_a_link_may_lead_elsewhere)
{
    char link_path[128], next[128];
    CHECK(begin());
    in_too(link_path, "link");
    in_too(next, "next");
    CHECK(mkdir(in("one"), 0700) == 0 && mkdir(in("two"), 0700) == 0);
    write_file("one/c.h", "one");
    write_file("two/c.h", "two");
    CHECK(symlink("one", link_path) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ link_path, NULL }, NULL));
    CHECK(symlink("two", next) == 0 && rename(next, link_path) == 0);
    CHECK(seen());
    write_file("two/c.h", "second");
    CHECK(seen());
    end();
}

TEST(a_file_that_can_be_read_again_is_seen)
{
    CHECK(begin());
    bool root = geteuid() == 0;
    CHECK(chmod(in("a.c"), 0) == 0 && (!root || chmod(folder, 0755) == 0));
    if (root) CHECK(seteuid(65534) == 0);      // root may read any file
    ed_watch_scan(&watch);
    CHECK_EQ(watch.file_count, 0);
    if (root) CHECK(seteuid(0) == 0);
    CHECK(chmod(in("a.c"), 0644) == 0);
    if (root) CHECK(seteuid(65534) == 0);
    CHECK(seen());
    if (root) CHECK(seteuid(0) == 0);
    end();
}

TEST(the_working_folder_may_be_deleted_and_created_again)
{
    char old[512];
    CHECK(begin());
    CHECK(getcwd(old, sizeof old) != NULL && mkdir(in("home"), 0700) == 0);
    CHECK(chdir(in("home")) == 0);
    CHECK(mkdir("game", 0700) == 0);
    write_file("home/game/a.c", "one");
    ed_watch_close(&watch);
    ed_start_folder_save();
    CHECK(ed_watch_open(&watch, (const char *const[]){ "game", NULL }, NULL));
    unlink(in("home/game/a.c"));
    rmdir(in("home/game"));
    CHECK(rmdir(in("home")) == 0);
    CHECK(seen());
    CHECK(mkdir(in("home"), 0700) == 0 && mkdir(in("home/game"), 0700) == 0);
    write_file("home/game/a.c", "one");
    CHECK(seen());
    CHECK(access("game/a.c", R_OK) == 0);
    CHECK(chdir(old) == 0);
    ed_start_folder_save();
    end();
}

// --- without events -----------------------------------------------------------------------------

/// Turns events off, as on a network file system.
static void lose_events(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    CHECK(nothing >= 0 && dup2(nothing, watch.inotify) == watch.inotify);
    close(nothing);
}

static bool begin_elsewhere(char elsewhere[128])
{
    snprintf(elsewhere, 128, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(elsewhere) && begin();
}

static void write_at(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

TEST(a_write_through_a_second_name_made_later_is_seen)
{
    char elsewhere[128], other[160];
    CHECK(begin_elsewhere(elsewhere));
    snprintf(other, sizeof other, "%s/other.txt", elsewhere);
    CHECK(!ed_watch_poll(&watch));
    CHECK(link(in("a.c"), other) == 0);
    write_at(other, "two");
    CHECK(seen());
    write_at(other, "three");
    CHECK(seen());
    unlink(other);
    rmdir(elsewhere);
    end();
}

TEST(a_write_to_mapped_memory_is_seen)
{
    CHECK(begin());
    int file = open(in("a.c"), O_RDWR | O_CLOEXEC);
    char *at = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CHECK(file >= 0 && at != MAP_FAILED);
    if (at == MAP_FAILED) return;
    CHECK(!ed_watch_poll(&watch));
    at[0] = 'O';
    CHECK(seen());
    at[0] = 'o';      // the page is dirty already: no time stamp changes
    CHECK(seen());
    munmap(at, 3);
    close(file);
    end();
}

TEST(saves_of_every_kind_are_seen_without_events)
{
    char from[128], to[128];
    CHECK(begin());
    CHECK(mkdir(in("sub"), 0700) == 0);
    CHECK(seen() || watch.dir_count == 2);
    lose_events();
    write_file("a.c", "two");
    CHECK(seen());
    write_file("b.h", "a new file");
    CHECK(seen());
    in_too(from, "c.tmp");
    in_too(to, "b.h");
    write_file("c.tmp", "renamed");
    CHECK(rename(from, to) == 0);
    CHECK(seen());
    write_file("sub/c.h", "in a folder");
    CHECK(seen());
    write_file("sub/c.h", "and again");
    CHECK(seen());
    unlink(in("sub/c.h"));
    CHECK(seen());
    CHECK(mkdir(in("later"), 0700) == 0);
    write_file("later/d.c", "in a new folder");
    CHECK(seen());
    CHECK(!ed_watch_poll(&watch));
    end();
}

TEST(a_file_replaced_through_a_linked_folder_is_seen_without_events)
{
    char from[128], to[128];
    CHECK(begin());
    CHECK(mkdir(in(".there"), 0700) == 0);
    write_file(".there/d.h", "one");
    CHECK(symlink(".there", in("link")) == 0);
    CHECK(seen());
    lose_events();
    in_too(from, ".there/next");
    in_too(to, ".there/d.h");
    write_file(".there/next", "two");
    CHECK(rename(from, to) == 0);
    CHECK(seen());
    in_too(from, "link");
    CHECK(mkdir(in(".else"), 0700) == 0);
    write_file(".else/d.h", "three");
    CHECK(unlink(from) == 0 && symlink(".else", from) == 0);
    CHECK(seen());
    end();
}

TEST(a_save_that_keeps_size_and_time_stamp_is_seen_without_events)
{
    struct stat st;
    CHECK(begin());
    lose_events();
    CHECK(stat(in("a.c"), &st) == 0);
    write_file("a.c", "eno");
    struct timespec times[2] = { st.st_atim, st.st_mtim };
    CHECK(utimensat(AT_FDCWD, in("a.c"), times, 0) == 0);
    CHECK(seen());
    end();
}

TEST(a_new_file_is_seen_though_its_folder_has_the_time_stamp_of_the_last_look)
{
    bool found = false;
    CHECK(begin());
    lose_events();
    write_file("b.c", "first");
    CHECK(seen());
    write_file("c.c", "second");
    watch.dirs[0].mark = ed_file_mark(folder);
    for (int i = 0; i < 4 && !found; i++) found = seen();
    CHECK(found);
    end();
}

TEST(a_closed_event_queue_is_opened_again)
{
    CHECK(begin());
    int before = watch.inotify;
    CHECK(close(before) == 0);
    write_file("a.c", "two");
    CHECK(seen());
    CHECK(watch.inotify >= 0);
    for (int i = 0; i < 30; i++) {
        ed_watch_poll(&watch);
        usleep(1000);
    }
    write_file("a.c", "three");
    CHECK(seen());
    end();
}

TEST(a_step_without_a_save_looks_at_few_files)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "f%u.c", i);
        write_file(name, "text");
    }
    CHECK(seen());
    usleep(300000);      // a whole round is due
    u32 checked = watch.checked;
    CHECK(!ed_watch_poll(&watch));
    CHECK(watch.checked - checked <= ED_WATCH_CHECKS_MAX);
    end();
}

TEST(every_usual_ending_is_a_source)
{
    const char *const names[] = { "b.c",   "b.h",   "b.def", "b.cc",  "b.cpp", "b.cxx", "b.hh",
                                  "b.hpp", "b.hxx", "b.inc", "b.inl", "b.ipp", "b.tpp", "b.tcc" };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) write_file(names[i], "text");
    ed_watch_scan(&watch);
    CHECK_EQ(watch.file_count, ED_COUNT(names) + 1);
    end();
}

TEST(names_that_do_not_fit_wait_for_the_next_build)
{
    char text[64];
    CHECK(begin());
    write_file("a.c", "two");
    write_file("b.c", "two");
    CHECK(seen());
    ed_Text changed = ed_text_over(text, 40);
    ed_watch_changed(&watch, &changed);
    CHECK(!changed.cut);
    CHECK(ed_watch_built(&watch));
    changed = ed_text_over(text, 40);
    ed_watch_changed(&watch, &changed);
    CHECK(changed.size > 0);
    CHECK(!ed_watch_built(&watch));
    end();
}

TEST(what_changed_since_the_last_good_build_is_named_until_the_next)
{
    char text[256], expected[256];
    CHECK(begin());
    write_file("a.c", "two");
    CHECK(seen());
    // the text of the last good build again, but another text was built in between
    write_file("a.c", "one");
    CHECK(seen());
    write_file("b.h", "new");
    CHECK(seen());
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    snprintf(expected, sizeof expected, "-W %s", in("a.c"));
    CHECK_HAS(text, expected);
    CHECK_HAS(text, in("b.h"));
    CHECK(!ed_watch_built(&watch));
    changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK_TEXT(text, "");
    end();
}

// --- limits -------------------------------------------------------------------------------------

TEST(a_pipe_that_is_named_as_a_source_blocks_builds)
{
    CHECK(begin());
    CHECK(ed_watch_blocking(&watch) == NULL);
    CHECK(mkfifo(in("b.c"), 0600) == 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK(ed_watch_blocking(&watch));
    CHECK_TEXT(ed_watch_blocking(&watch), in("b.c"));
    CHECK(unlink(in("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK(ed_watch_blocking(&watch) == NULL);
    end();
}

TEST(more_folders_than_the_limit_are_reported)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 1; i <= ED_WATCH_TREE_MAX; i++) {
        CHECK(!watch.full);
        snprintf(name, sizeof name, "sub%u", i);
        CHECK(mkdir(in(name), 0700) == 0);
        if (i + 1 >= ED_WATCH_TREE_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.dir_count, ED_WATCH_TREE_MAX);
    CHECK(watch.full);
    end();
}

TEST(more_sources_than_the_limit_are_reported)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 1; i <= ED_WATCH_FILES_MAX; i++) {      // and a.c
        CHECK(!watch.full);
        snprintf(name, sizeof name, "f%u.c", i);
        write_file(name, "");
        if (i + 1 >= ED_WATCH_FILES_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.file_count, ED_WATCH_FILES_MAX);
    CHECK(watch.full);
    end();
}

TEST(more_links_that_lead_nowhere_than_the_limit_are_reported)
{
    char name[32];
    CHECK(begin());
    for (u32 i = 0; i <= ED_WATCH_OTHERS_MAX; i++) {
        CHECK(!watch.full);
        snprintf(name, sizeof name, "l%u.c", i);
        CHECK(symlink("nowhere", in(name)) == 0);
        if (i + 1 >= ED_WATCH_OTHERS_MAX) ed_watch_scan(&watch);
    }
    CHECK_EQ(watch.other_count, ED_WATCH_OTHERS_MAX);
    CHECK(watch.full);
    end();
}

TEST(a_source_whose_path_is_too_long_is_reported)
{
    char name[ED_WATCH_PATH_MAX] = "", path[400];
    CHECK(begin());
    memset(name, 'n', 250);
    snprintf(path, sizeof path, "%s/%s.c", folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file && fclose(file) == 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK(watch.full);
    CHECK_EQ(watch.file_count, 1);
    end();
}

TEST(without_memory_nothing_is_watched_and_nothing_left_open)
{
    CHECK(begin());
    ed_watch_close(&watch);
    u32 open = failing_open();
    for (u64 at = 1; at <= 2; at++) {
        ed_Error error = { .code = ED_OK };
        failing_begin(at, false);
        bool good = ed_watch_open(&watch, (const char *const[]){ folder, NULL }, &error);
        CHECK(failing_end() && !good && *error.text);
        CHECK_EQ(watch.inotify, -1);
        CHECK_EQ(failing_open(), open);
    }
    end();
}

// --- what a scan knows --------------------------------------------------------------------------

static bool date(const char *name, time_t seconds)
{
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = seconds } };
    return utimensat(AT_FDCWD, in(name), times, 0) == 0;
}

TEST(the_newest_source_and_the_last_change_are_known)
{
    struct stat st;
    CHECK(begin());
    ed_watch_close(&watch);
    write_file("b.h", "two");
    write_file("notes.txt", "text");
    CHECK(mkdir(in("sub"), 0700) == 0);
    CHECK(date("a.c", 2000) && date("b.h", 3000) && date("notes.txt", 5000) && date("sub", 6000));
    CHECK(ed_watch_open(&watch, (const char *const[]){ folder, NULL }, NULL));
    CHECK_EQ(watch.newest_ns, 3000000000000u);
    CHECK_EQ(watch.named, 1);
    CHECK_EQ(watch.dir_count, 2);
    CHECK(!ed_watch_scan(&watch));
    write_file("a.c", "three");
    CHECK(ed_watch_scan(&watch));
    CHECK_TEXT(watch.changed, in("a.c"));
    CHECK(stat(in("a.c"), &st) == 0);
    CHECK_EQ(watch.changed_ns, (u64)st.st_ctim.tv_sec * 1000000000u + (u64)st.st_ctim.tv_nsec);
    CHECK(unlink(in("a.c")) == 0);
    CHECK(ed_watch_scan(&watch));
    CHECK(watch.changed_ns == UINT64_MAX);
    CHECK_EQ(watch.file_count, 1);
    CHECK(!ed_watch_scan(&watch));
    end();
}

TEST(a_folder_that_is_gone_is_forgotten_unless_the_user_named_it)
{
    char sub[128], none[128];
    CHECK(begin());
    in_too(sub, "sub");
    in_too(none, "none");
    CHECK(mkdir(sub, 0700) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ none, folder, none, NULL }, NULL));
    CHECK_EQ(watch.named, 2);
    CHECK_EQ(watch.dir_count, 3);
    CHECK(rmdir(sub) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.dir_count, 2);
    CHECK_TEXT(watch.dirs[0].path, none);
    CHECK_TEXT(watch.dirs[1].path, folder);
    CHECK(mkdir(none, 0700) == 0);
    write_file("none/b.c", "one");
    CHECK(ed_watch_scan(&watch));
    CHECK_EQ(watch.file_count, 2);
    end();
}

TEST(files_that_are_not_sources_are_left_out)
{
    CHECK(begin());
    CHECK(mkdir(in("folder.c"), 0700) == 0 && mkdir(in(".hidden"), 0700) == 0);
    static const char *const names[] = { ".h", ".b.c", "c", "b.cx", "b.c~", "bc", ".hidden/b.c" };
    for (u32 i = 0; i < ED_COUNT(names); i++) write_file(names[i], "text");
    CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.file_count, 1);
    CHECK_EQ(watch.dir_count, 2);
    CHECK_EQ(watch.other_count, 0);
    write_file("folder.c/b.c", "text");
    CHECK(ed_watch_scan(&watch));
    CHECK(!ed_watch_is_source(".c") && !ed_watch_is_source("c") && ed_watch_is_source("c.c"));
    end();
}

// --- what a build is given ----------------------------------------------------------------------

TEST(a_name_that_make_cannot_read_is_not_passed_but_built)
{
    static const char *const names[] = { "b c.c", "b\tc.c", "b\nc.c", "b'c.c", "b\"c.c", "b$c.c" };
    char text[256];
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        write_file(names[i], "one");
        CHECK(ed_watch_scan(&watch));
        ed_Text changed = ed_text_over(text, sizeof text);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(text, "");
        CHECK_TEXT(ed_watch_reported_source(&watch), in(names[i]));
        CHECK(!ed_watch_built(&watch));
        CHECK(!ed_watch_reported_source(&watch) || !watch.files[0].stale);
    }
    end();
}

TEST(a_name_is_passed_if_it_fits_with_some_room)
{
    char text[256], expected[160];
    CHECK(begin());
    write_file("a.c", "two");
    CHECK(ed_watch_scan(&watch));
    snprintf(expected, sizeof expected, "-W %s", in("a.c"));
    for (size_t room = 8; room <= 9; room++) {
        ed_Text changed = ed_text_over(text, strlen(in("a.c")) + room);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(text, room == 9 ? expected : "");
        CHECK_EQ(ed_watch_reported_source(&watch) != NULL, room == 9);
        CHECK_EQ(ed_watch_built(&watch), room == 8);
    }
    end();
}

TEST(a_file_that_is_saved_during_a_build_is_passed_to_the_next)
{
    char text[256], expected[160];
    CHECK(begin());
    write_file("a.c", "two");
    CHECK(ed_watch_scan(&watch));
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK(changed.size > 0);
    write_file("a.c", "three");
    CHECK(ed_watch_scan(&watch));
    CHECK(!ed_watch_reported_source(&watch));
    CHECK(ed_watch_built(&watch));
    changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    snprintf(expected, sizeof expected, "-W %s", in("a.c"));
    CHECK_TEXT(text, expected);
    CHECK(!ed_watch_built(&watch));
    end();
}

TEST(a_build_has_to_compile_units_but_not_what_they_include)
{
    static const char *const units[] = { "b.c", "b.cc", "b.cpp", "b.cxx" };
    static const char *const others[] = { "b.h", "b.def", "b.hh", "b.inc", "b.tcc" };
    char text[512];
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(others); i++) write_file(others[i], "text");
    CHECK(ed_watch_scan(&watch));
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK(ed_watch_reported_source(&watch) == NULL);
    CHECK(!ed_watch_built(&watch));
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        write_file(units[i], "text");
        CHECK(ed_watch_scan(&watch));
        changed = ed_text_over(text, sizeof text);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(ed_watch_reported_source(&watch), in(units[i]));
        CHECK(!ed_watch_built(&watch));
    }
    end();
}

TEST(a_pipe_among_dangling_links_blocks_builds)
{
    CHECK(begin());
    CHECK(symlink("nowhere", in("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.other_count, 1);
    CHECK(!ed_watch_blocking(&watch));      // a link may lead somewhere later
    CHECK(mkfifo(in("c.c"), 0600) == 0 && mkfifo(in("d.txt"), 0600) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.other_count, 2);
    CHECK(ed_watch_blocking(&watch));
    CHECK_TEXT(ed_watch_blocking(&watch), in("c.c"));
    CHECK(unlink(in("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK_TEXT(ed_watch_blocking(&watch), in("c.c"));
    end();
}

// --- when a poll scans --------------------------------------------------------------------------

TEST(a_poll_scans_after_the_last_event_or_after_a_long_time_with_events)
{
    const u64 ms = 1000000;
    static const struct {
        u64 first_ms, event_ms, again_ms;      // ago; 0: never
        bool scans;
    } cases[] = { { 0, 0, 0, false },
                  { 5, 5, 0, true },
                  { 150, 0, 0, false },
                  { 300, 1, 0, true },
                  { 0, 0, 1, true } };
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(begin());
        for (u32 k = 0; k < 10; k++) ed_watch_poll(&watch);      // takes the events of before
        u64 now = ed_now_ns();
        // no check of status or content, and no events
        watch.check_ns = watch.read_ns = now + 3600000 * ms;
        close(watch.inotify);
        watch.inotify = -1;
        write_file("a.c", "two");
        watch.first_ns = cases[i].first_ms ? now - cases[i].first_ms * ms : 0;
        watch.event_ns = cases[i].event_ms ? now - cases[i].event_ms * ms : 0;
        watch.again_ns = cases[i].again_ms ? now - cases[i].again_ms * ms : now + 3600000 * ms;
        CHECK_EQ(ed_watch_poll(&watch), cases[i].scans);
        CHECK(!cases[i].scans || (!watch.event_ns && !watch.first_ns));
        end();
    }
}
