#include "tests/lib/test.h"
#include "tests/lib/watched.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(what_changed_since_the_last_good_build_is_named_until_the_next)
{
    char text[256], expected[256];
    CHECK(watched_begin());
    watched_write("a.c", "two");
    CHECK(watched_seen());
    // the text of the last good build again, but another text may have been built in between
    watched_write("a.c", "one");
    CHECK(watched_seen());
    watched_write("b.h", "new");
    CHECK(watched_seen());
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    snprintf(expected, sizeof expected, "-W %s", watched_path("a.c"));
    CHECK_HAS(text, expected);
    CHECK_HAS(text, watched_path("b.h"));
    ed_watch_built(&watch);
    changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK_TEXT(text, "");
    watched_end();
}

TEST(a_pipe_that_is_named_as_a_source_blocks_builds)
{
    CHECK(watched_begin());
    CHECK(ed_watch_blocking(&watch) == NULL);
    CHECK(mkfifo(watched_path("b.c"), 0600) == 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK(ed_watch_blocking(&watch));
    CHECK_TEXT(ed_watch_blocking(&watch), watched_path("b.c"));
    CHECK(unlink(watched_path("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK(ed_watch_blocking(&watch) == NULL);
    watched_end();
}

TEST(a_name_that_make_cannot_read_is_not_passed_but_built)
{
    static const char *const names[] = { "b c.c", "b\tc.c", "b\nc.c", "b'c.c", "b\"c.c", "b$c.c" };
    char text[256];
    CHECK(watched_begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        watched_write(names[i], "one");
        CHECK(ed_watch_scan(&watch));
        ed_Text changed = ed_text_over(text, sizeof text);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(text, "");
        CHECK_TEXT(ed_watch_reported_source(&watch), watched_path(names[i]));
        ed_watch_built(&watch);
        CHECK(!ed_watch_reported_source(&watch) || !watch.files[0].stale);
    }
    watched_end();
}

TEST(a_name_is_passed_if_it_fits_with_some_room)
{
    char text[256], expected[160];
    CHECK(watched_begin());
    watched_write("a.c", "two");
    CHECK(ed_watch_scan(&watch));
    snprintf(expected, sizeof expected, "-W %s", watched_path("a.c"));
    for (size_t room = 8; room <= 9; room++) {
        ed_Text changed = ed_text_over(text, strlen(watched_path("a.c")) + room);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(text, room == 9 ? expected : "");
        CHECK(ed_watch_reported_source(&watch));
    }
    watched_end();
}

TEST(a_file_that_is_saved_during_a_build_is_passed_to_the_next)
{
    char text[256], expected[160];
    CHECK(watched_begin());
    watched_write("a.c", "two");
    CHECK(ed_watch_scan(&watch));
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK(changed.size > 0);
    watched_write("a.c", "three");
    CHECK(ed_watch_scan(&watch));
    CHECK(!ed_watch_reported_source(&watch));
    ed_watch_built(&watch);
    changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    snprintf(expected, sizeof expected, "-W %s", watched_path("a.c"));
    CHECK_TEXT(text, expected);
    ed_watch_built(&watch);
    watched_end();
}

TEST(a_saved_unit_has_to_be_compiled_but_not_what_it_includes)
{
    static const char *const units[] = { "b.c", "b.cc", "b.cpp", "b.cxx" };
    static const char *const others[] = { "b.h", "b.def", "b.hh", "b.inc", "b.tcc" };
    char text[512];
    CHECK(watched_begin());
    for (u32 i = 0; i < ED_COUNT(others); i++) watched_write(others[i], "text");
    CHECK(ed_watch_scan(&watch));
    ed_Text changed = ed_text_over(text, sizeof text);
    ed_watch_changed(&watch, &changed);
    CHECK(ed_watch_reported_source(&watch) == NULL);
    ed_watch_built(&watch);
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        watched_write(units[i], "text");
        CHECK(ed_watch_scan(&watch));
        changed = ed_text_over(text, sizeof text);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(ed_watch_reported_source(&watch), watched_path(units[i]));
        ed_watch_built(&watch);
    }
    watched_end();
}

TEST(a_pipe_among_dangling_links_blocks_builds)
{
    CHECK(watched_begin());
    CHECK(symlink("nowhere", watched_path("b.c")) == 0);
    CHECK(!ed_watch_scan(&watch));
    CHECK_EQ(watch.other_count, 1);
    CHECK(!ed_watch_blocking(&watch));      // a link may lead somewhere later
    CHECK(mkfifo(watched_path("c.c"), 0600) == 0 && mkfifo(watched_path("d.txt"), 0600) == 0);
    ed_watch_scan(&watch);
    CHECK_EQ(watch.other_count, 2);
    CHECK(ed_watch_blocking(&watch));
    CHECK_TEXT(ed_watch_blocking(&watch), watched_path("c.c"));
    CHECK(unlink(watched_path("b.c")) == 0);
    ed_watch_scan(&watch);
    CHECK_TEXT(ed_watch_blocking(&watch), watched_path("c.c"));
    watched_end();
}

TEST(a_file_that_was_removed_is_not_passed_and_may_come_back)
{
    char text[256];
    CHECK(watched_begin());
    for (u32 i = 0; i < 2; i++) {
        ed_Text changed = ed_text_over(text, sizeof text);
        watched_write("b.c", "one");
        CHECK(ed_watch_scan(&watch));      // though it has the same text each time
        CHECK_EQ(watch.file_count, 2);
        if (i) ed_watch_changed(&watch, &changed);
        CHECK(unlink(watched_path("b.c")) == 0);
        CHECK(ed_watch_scan(&watch));
        CHECK(!ed_watch_reported_source(&watch));
        ed_watch_built(&watch);
        changed = ed_text_over(text, sizeof text);
        ed_watch_changed(&watch, &changed);
        CHECK_TEXT(text, "");
    }
    watched_end();
}
