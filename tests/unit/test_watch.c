#include "tests/lib/open_files.h"
#include "runtime/os/system/clock.h"
#include "tests/lib/test.h"
#include "tests/lib/watched.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

TEST(a_save_is_seen_unless_the_text_is_the_same)
{
    CHECK(watched_begin());
    CHECK(!ed_watch_poll(&watch));
    watched_write("a.c", "two");
    CHECK(watched_seen());
    watched_write("a.c", "two");
    usleep(30000);
    CHECK(!ed_watch_poll(&watch));
    watched_end();
}

TEST(a_save_that_keeps_size_and_time_stamp_is_seen)
{
    struct stat st;
    CHECK(watched_begin());
    CHECK(stat(watched_path("a.c"), &st) == 0);
    watched_write("a.c", "eno");
    struct timespec times[2] = { st.st_atim, st.st_mtim };
    CHECK(utimensat(AT_FDCWD, watched_path("a.c"), times, 0) == 0);
    CHECK(watched_seen());
    watched_end();
}

TEST(saves_by_rename_and_new_and_removed_files_are_seen)
{
    char from[128];
    CHECK(watched_begin());
    watched_write("a.c.tmp", "renamed");
    snprintf(from, sizeof from, "%s", watched_path("a.c.tmp"));
    CHECK(rename(from, watched_path("a.c")) == 0);
    CHECK(watched_seen());
    watched_write("b.def", "new");
    CHECK(watched_seen());
    unlink(watched_path("b.def"));
    CHECK(watched_seen());
    watched_end();
}

TEST(a_save_of_a_file_that_is_not_a_source_is_ignored)
{
    CHECK(watched_begin());
    watched_write("a.c~", "backup");
    watched_write(".a.c.swp", "swap");
    watched_write("notes.txt", "text");
    usleep(30000);
    CHECK(!ed_watch_poll(&watch));
    watched_end();
}

/// Polls until a file is seen as missing; true if that was reported already.
static bool goes(const char *name)
{
    bool reported = false;
    unlink(watched_path(name));
    for (int i = 0; i < 1000 && !watch.gone_ns && !reported; i++) {
        reported = ed_watch_poll(&watch);
        usleep(1000);
    }
    return reported;
}

TEST(a_file_that_is_gone_for_an_instant_is_reported_when_it_is_back)
{
    CHECK(watched_begin());
    CHECK(!goes("a.c"));
    watch.gone_ns += 3600000000000u;      // keep the delay, however slow this machine is
    for (int i = 0; i < 10; i++) CHECK(!ed_watch_poll(&watch));
    ed_watch_scan(&watch);      // it is still gone
    CHECK(!ed_watch_poll(&watch));
    watched_write("a.c", "two");
    CHECK(watched_seen());
    CHECK(!goes("a.c"));
    watch.gone_ns = 1;      // long ago
    CHECK(ed_watch_poll(&watch));
    CHECK(!ed_watch_poll(&watch));
    watched_end();
}

TEST(a_folder_made_later_is_watched_too)
{
    CHECK(watched_begin());
    CHECK(mkdir(watched_path("sub"), 0700) == 0);
    usleep(30000);
    ed_watch_poll(&watch);
    watched_write("sub/c.h", "first");
    CHECK(watched_seen());
    watched_write("sub/c.h", "second");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_folder_that_is_replaced_or_comes_back_is_watched_again)
{
    char old[128], sub[128];
    CHECK(watched_begin());
    snprintf(sub, sizeof sub, "%s", watched_path("sub"));
    snprintf(old, sizeof old, "%s", watched_path("old"));
    CHECK(mkdir(sub, 0700) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ sub, NULL }, NULL));
    CHECK(rename(sub, old) == 0);
    CHECK(mkdir(sub, 0700) == 0);
    watched_write("sub/c.h", "first");
    CHECK(watched_seen());
    watched_write("sub/c.h", "second");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_folder_linked_into_itself_is_one_folder)
{
    CHECK(watched_begin());
    CHECK(symlink(".", watched_path("again")) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.dir_count, 1);
    CHECK_EQ(watch.file_count, 1);
    watched_end();
}

TEST(a_source_that_is_a_link_is_seen_however_it_is_written)
{
    char other[128], next[128];
    CHECK(watched_begin());
    watched_copy_path(other, ".there/a.txt");
    watched_copy_path(next, ".there/next");
    CHECK(mkdir(watched_path(".there"), 0700) == 0);
    watched_write(".there/a.txt", "first");
    CHECK(symlink(".there/a.txt", watched_path("b.c")) == 0);
    CHECK(watched_seen());
    watched_write(".there/a.txt", "by its own name");
    CHECK(watched_seen());
    watched_write("b.c", "through the link");
    CHECK(watched_seen());
    watched_write(".there/next", "by rename");
    CHECK(rename(next, other) == 0);
    CHECK(watched_seen());
    unlink(other);
    CHECK(watched_seen());
    watched_write(".there/a.txt", "it is back");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_source_with_a_second_name_is_seen_by_either)
{
    char elsewhere[128];
    CHECK(watched_begin());
    CHECK(mkdir(watched_path(".there"), 0700) == 0);
    watched_copy_path(elsewhere, ".there/a.txt");
    CHECK(link(watched_path("a.c"), elsewhere) == 0);
    // Until there are no more events.
    for (int i = 0; i < 30; i++) {
        CHECK(!ed_watch_poll(&watch));
        usleep(1000);
    }
    watched_write(".there/a.txt", "two");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_folder_that_is_a_link_may_lead_elsewhere)
{
    char link_path[128], next[128];
    CHECK(watched_begin());
    watched_copy_path(link_path, "link");
    watched_copy_path(next, "next");
    CHECK(mkdir(watched_path("one"), 0700) == 0 && mkdir(watched_path("two"), 0700) == 0);
    watched_write("one/c.h", "one");
    watched_write("two/c.h", "two");
    CHECK(symlink("one", link_path) == 0);
    ed_watch_close(&watch);
    CHECK(ed_watch_open(&watch, (const char *const[]){ link_path, NULL }, NULL));
    CHECK(symlink("two", next) == 0 && rename(next, link_path) == 0);
    CHECK(watched_seen());
    watched_write("two/c.h", "second");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_file_that_can_be_read_again_is_seen)
{
    CHECK(watched_begin());
    bool root = geteuid() == 0;
    CHECK(chmod(watched_path("a.c"), 0) == 0 && (!root || chmod(watched_folder, 0755) == 0));
    if (root) CHECK(seteuid(65534) == 0);      // root may read any file
    CHECK(ed_watch_scan(&watch));
    CHECK_EQ(watch.file_count, 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK(!ed_watch_blocking(&watch));
    if (root) CHECK(seteuid(0) == 0);
    CHECK(chmod(watched_path("a.c"), 0644) == 0);
    if (root) CHECK(seteuid(65534) == 0);
    CHECK(watched_seen());
    if (root) CHECK(seteuid(0) == 0);
    watched_end();
}

TEST(the_working_folder_may_be_deleted_and_created_again)
{
    char old[512];
    CHECK(watched_begin());
    CHECK(getcwd(old, sizeof old) != NULL && mkdir(watched_path("home"), 0700) == 0);
    CHECK(chdir(watched_path("home")) == 0);
    CHECK(mkdir("game", 0700) == 0);
    watched_write("home/game/a.c", "one");
    ed_watch_close(&watch);
    ed_start_folder_save();
    CHECK(ed_watch_open(&watch, (const char *const[]){ "game", NULL }, NULL));
    unlink(watched_path("home/game/a.c"));
    rmdir(watched_path("home/game"));
    CHECK(rmdir(watched_path("home")) == 0);
    CHECK(watched_seen());
    CHECK(mkdir(watched_path("home"), 0700) == 0 && mkdir(watched_path("home/game"), 0700) == 0);
    watched_write("home/game/a.c", "one");
    CHECK(watched_seen());
    CHECK(access("game/a.c", R_OK) == 0);
    CHECK(chdir(old) == 0);
    ed_start_folder_save();
    watched_end();
}

// --- events and status, each alone --------------------------------------------------------------

#define HOUR_NS 3600000000000u

static const char *const texts[] = { "two", "three", "four", "five", "six" };

TEST(saves_of_every_kind_are_seen_by_their_events)
{
    char from[128], to[128];
    int input = stdin_close();
    CHECK(watched_begin());
    CHECK_EQ(watch.events.handle, 0);      // a file like any other
    CHECK(mkdir(watched_path("sub"), 0700) == 0 && mkdir(watched_path(".there"), 0700) == 0);
    watched_write(".there/linked", "one");
    watched_write(".there/second", "one");
    watched_copy_path(from, ".there/second");
    CHECK(symlink(".there/linked", watched_path("b.c")) == 0
          && link(from, watched_path("c.c")) == 0);
    CHECK(watched_seen());
    watch.check_ns = watch.read_ns = ed_now_ns() + HOUR_NS;
    static const char *const names[] = { "a.c", ".there/linked", ".there/second", "sub/d.c",
                                         "sub/d.c" };
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        watched_write(names[i], texts[i]);
        CHECK(watched_seen());
    }
    watched_write(".there/next", "renamed");
    watched_copy_path(from, ".there/next");
    watched_copy_path(to, "a.c");
    CHECK(rename(from, to) == 0);
    CHECK(watched_seen());
    CHECK(unlink(to) == 0);
    CHECK(watched_seen());
    watched_end();
    CHECK(stdin_restore(input));
}

/// Turns events off, as on a network file system.
static void lose_events(void)
{
    int nothing = open("/dev/null", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    CHECK(nothing >= 0 && dup2(nothing, (int)watch.events.handle) == watch.events.handle);
    close(nothing);
}

TEST(saves_of_every_kind_are_seen_by_the_status_of_files)
{
    CHECK(watched_begin());
    CHECK(mkdir(watched_path("sub"), 0700) == 0 && mkdir(watched_path(".there"), 0700) == 0);
    CHECK(symlink(".there/later", watched_path("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.other_count, 1);
    lose_events();
    watch.read_ns = ed_now_ns() + HOUR_NS;
    static const char *const names[] = { "a.c", ".there/later", "sub/d.c", "a.c", "sub/d.c" };
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        watched_write(names[i], texts[i]);
        CHECK(watched_seen());
    }
    CHECK(unlink(watched_path("a.c")) == 0);
    CHECK(watched_seen());
    watched_end();
}

TEST(a_poll_without_a_save_only_schedules_the_next_checks)
{
    CHECK(watched_begin());
    CHECK(symlink("nowhere", watched_path("b.c")) == 0);
    for (u32 i = 0; i < 30; i++) {      // until its events are gone
        CHECK(!ed_watch_poll(&watch));
        usleep(1000);
    }
    int inotify = (int)watch.events.handle, files = open_files();
    for (u32 i = 0; i < 3; i++) {
        u64 now = ed_now_ns();
        watch.check_ns = watch.read_ns = 0;
        CHECK(!ed_watch_poll(&watch));
        CHECK_EQ(watch.event_ns, 0);
        CHECK(watch.check_ns >= now + 250000000 / 3 && watch.read_ns >= now + 50000000);
    }
    CHECK_EQ(watch.events.handle, inotify);
    CHECK_EQ(open_files(), files);
    watched_end();
}

// --- without events -----------------------------------------------------------------------------

static bool begin_elsewhere(char elsewhere[128])
{
    snprintf(elsewhere, 128, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(elsewhere) && watched_begin();
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
    CHECK(link(watched_path("a.c"), other) == 0);
    write_at(other, "two");
    CHECK(watched_seen());
    write_at(other, "three");
    CHECK(watched_seen());
    unlink(other);
    rmdir(elsewhere);
    watched_end();
}

TEST(a_write_to_mapped_memory_is_seen)
{
    CHECK(watched_begin());
    int file = open(watched_path("a.c"), O_RDWR | O_CLOEXEC);
    char *at = mmap(NULL, 3, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CHECK(file >= 0 && at != MAP_FAILED);
    if (at == MAP_FAILED) return;
    CHECK(!ed_watch_poll(&watch));
    at[0] = 'O';
    CHECK(watched_seen());
    at[0] = 'o';      // the page is dirty already: no time stamp changes
    CHECK(watched_seen());
    munmap(at, 3);
    close(file);
    watched_end();
}

TEST(saves_of_every_kind_are_seen_without_events)
{
    char from[128], to[128];
    CHECK(watched_begin());
    CHECK(mkdir(watched_path("sub"), 0700) == 0);
    CHECK(watched_seen() || watch.dir_count == 2);
    lose_events();
    watched_write("a.c", "two");
    CHECK(watched_seen());
    watched_write("b.h", "a new file");
    CHECK(watched_seen());
    watched_copy_path(from, "c.tmp");
    watched_copy_path(to, "b.h");
    watched_write("c.tmp", "renamed");
    CHECK(rename(from, to) == 0);
    CHECK(watched_seen());
    watched_write("sub/c.h", "in a folder");
    CHECK(watched_seen());
    watched_write("sub/c.h", "and again");
    CHECK(watched_seen());
    unlink(watched_path("sub/c.h"));
    CHECK(watched_seen());
    CHECK(mkdir(watched_path("later"), 0700) == 0);
    watched_write("later/d.c", "in a new folder");
    CHECK(watched_seen());
    CHECK(!ed_watch_poll(&watch));
    watched_end();
}

TEST(a_file_replaced_through_a_linked_folder_is_seen_without_events)
{
    char from[128], to[128];
    CHECK(watched_begin());
    CHECK(mkdir(watched_path(".there"), 0700) == 0);
    watched_write(".there/d.h", "one");
    CHECK(symlink(".there", watched_path("link")) == 0);
    CHECK(watched_seen());
    lose_events();
    watched_copy_path(from, ".there/next");
    watched_copy_path(to, ".there/d.h");
    watched_write(".there/next", "two");
    CHECK(rename(from, to) == 0);
    CHECK(watched_seen());
    watched_copy_path(from, "link");
    CHECK(mkdir(watched_path(".else"), 0700) == 0);
    watched_write(".else/d.h", "three");
    CHECK(unlink(from) == 0 && symlink(".else", from) == 0);
    CHECK(watched_seen());
    watched_end();
}

TEST(a_save_that_keeps_size_and_time_stamp_is_seen_without_events)
{
    struct stat st;
    CHECK(watched_begin());
    lose_events();
    CHECK(stat(watched_path("a.c"), &st) == 0);
    watched_write("a.c", "eno");
    struct timespec times[2] = { st.st_atim, st.st_mtim };
    CHECK(utimensat(AT_FDCWD, watched_path("a.c"), times, 0) == 0);
    CHECK(watched_seen());
    watched_end();
}

TEST(a_new_file_is_seen_though_its_folder_has_the_time_stamp_of_the_last_look)
{
    bool found = false;
    CHECK(watched_begin());
    lose_events();
    watched_write("b.c", "first");
    CHECK(watched_seen());
    watched_write("c.c", "second");
    watch.dirs[0].mark = ed_file_mark(watched_folder);
    for (int i = 0; i < 4 && !found; i++) found = watched_seen();
    CHECK(found);
    watched_end();
}

TEST(a_closed_event_queue_is_opened_again)
{
    CHECK(watched_begin());
    int before = (int)watch.events.handle;
    CHECK(close(before) == 0);
    watched_write("a.c", "two");
    CHECK(watched_seen());
    CHECK(watch.events.handle >= 0);
    for (int i = 0; i < 30; i++) {
        ed_watch_poll(&watch);
        usleep(1000);
    }
    watch.check_ns = watch.read_ns = ed_now_ns() + HOUR_NS;
    watched_write("a.c", "three");
    CHECK(watched_seen());
    watched_end();
}

TEST(a_step_without_a_save_looks_at_few_files)
{
    char name[32];
    CHECK(watched_begin());
    for (u32 i = 0; i < 300; i++) {
        snprintf(name, sizeof name, "f%u.c", i);
        watched_write(name, "text");
    }
    CHECK(watched_seen());
    usleep(300000);      // a whole round is due
    u32 checked = watch.checked;
    CHECK(!ed_watch_poll(&watch));
    CHECK(watch.checked - checked <= ED_WATCH_CHECKS_MAX);
    watched_end();
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
        CHECK(watched_begin());
        for (u32 k = 0; k < 10; k++) ed_watch_poll(&watch);      // takes the earlier events
        u64 now = ed_now_ns();
        // no check of status or content, and no events
        watch.check_ns = watch.read_ns = now + 3600000 * ms;
        close((int)watch.events.handle);
        watch.events.handle = -1;
        watched_write("a.c", "two");
        watch.first_ns = cases[i].first_ms ? now - cases[i].first_ms * ms : 0;
        watch.event_ns = cases[i].event_ms ? now - cases[i].event_ms * ms : 0;
        watch.again_ns = cases[i].again_ms ? now - cases[i].again_ms * ms : now + 3600000 * ms;
        CHECK_EQ(ed_watch_poll(&watch), cases[i].scans);
        CHECK(!cases[i].scans || (!watch.event_ns && !watch.first_ns));
        watched_end();
    }
}
