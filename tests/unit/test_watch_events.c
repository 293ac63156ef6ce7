#include "runtime/os/files/watch_events.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/folder.h"

static char folder[64];
static ed_WatchEvents events;

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    ed_watch_events_open(&events);
    return mkdtemp(folder) && events.handle >= 0;
}

static void end(void)
{
    char command[96];
    ed_watch_events_close(&events);
    CHECK_EQ(events.handle, -1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

static const char *in(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

TEST(a_new_file_and_a_removed_one_are_events_of_their_folder)
{
    if (!ed_watch_events_work("/tmp")) return;
    CHECK(begin());
    ed_watch_events_add_folder(&events, folder);
    CHECK(!ed_watch_events_take(&events));
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_SHARED, "one", 3), 0);
    CHECK(ed_watch_events_take(&events) && !ed_watch_events_take(&events));
    CHECK_EQ(ed_file_remove(in("a")), 0);
    CHECK(ed_watch_events_take(&events) && !ed_watch_events_take(&events));
    end();
}

TEST(a_write_through_another_link_of_a_watched_file_is_an_event)
{
    if (!ed_watch_events_work("/tmp")) return;
    char other[128];
    CHECK(begin());
    CHECK_EQ(ed_folder_make(in("sub")), 0);
    snprintf(other, sizeof other, "%s", in("sub/other"));
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_SHARED, "one", 3), 0);
    CHECK_EQ(ed_file_add_name(in("a"), other), 0);
    ed_watch_events_add_file(&events, in("a"));
    CHECK(!ed_watch_events_take(&events));
    FILE *file = fopen(other, "a");
    CHECK(file && fputs("more", file) >= 0 && fclose(file) == 0);
    CHECK(ed_watch_events_take(&events));
    end();
}

TEST(after_the_game_closed_the_handle_events_can_be_added_again)
{
    if (!ed_watch_events_work("/tmp")) return;
    CHECK(begin());
    ed_watch_events_add_folder(&events, folder);
    CHECK(close((int)events.handle) == 0);
    CHECK(ed_watch_events_take(&events) && !ed_watch_events_take(&events));
    ed_watch_events_add_folder(&events, folder);
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_SHARED, "one", 3), 0);
    CHECK(ed_watch_events_take(&events) && !ed_watch_events_take(&events));
    end();
}

TEST(waiting_ends_with_an_event)
{
    if (!ed_watch_events_work("/tmp")) return;
    CHECK(begin());
    ed_watch_events_add_folder(&events, folder);
    u64 start_ns = ed_now_ns();
    ed_watch_events_wait(&events, 20);
    CHECK(ed_now_ns() - start_ns >= 15000000);
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_SHARED, "", 0), 0);
    start_ns = ed_now_ns();
    ed_watch_events_wait(&events, 60000);
    CHECK(ed_now_ns() - start_ns < 30000000000u);
    CHECK(ed_watch_events_take(&events));
    end();
}

TEST(without_events_nothing_is_reported)
{
    ed_WatchEvents none = { -1 };
    CHECK(!ed_watch_events_take(&none));
    ed_watch_events_add_folder(&none, "/tmp");
    ed_watch_events_add_file(&none, "/tmp");
    u64 start_ns = ed_now_ns();
    ed_watch_events_wait(&none, 10);
    CHECK(ed_now_ns() - start_ns >= 8000000);
    ed_watch_events_close(&none);
    CHECK(!ed_watch_events_work("/eddie/none"));
}
