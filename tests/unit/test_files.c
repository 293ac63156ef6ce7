#include "runtime/os/files/files.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <stdio.h>
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_lock.h"
#include "runtime/os/files/folder.h"
#include "runtime/os/files/open_file.h"
#include "runtime/os/files/output_file.h"
#include "runtime/os/files/private_folder.h"
#include "runtime/os/process/stream.h"
#include "runtime/os/files/watch_events.h"
#ifdef _WIN32
#    include <windows.h>
#endif

// What files and folders do on every system. Only calls of eddie are used here.

static char folder[ED_PATH_MAX];

static bool begin(void)
{
    char parent[ED_PATH_MAX], stem[ED_PATH_MAX + 16];
    ed_private_parent_find(parent);
    snprintf(stem, sizeof stem, "%s/eddie-test", parent);
    return ed_folder_make_unique(stem, folder) == 0;
}

static const char *in(const char *name)
{
    static char paths[4][ED_PATH_MAX + 300];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static bool make(const char *name, const char *text)
{
    return ed_file_write_new(in(name), ED_FILE_SHARED, text, strlen(text)) == 0;
}

/// Saves the text; returns the message if that fails.
static const char *save(const char *name, const char *text)
{
    static ed_Error error;
    error = (ed_Error){ .code = ED_OK };
    return ed_file_write_atomic(in(name), text, strlen(text), &error) ? "saved" : error.text;
}

static const char *content(const char *name)
{
    static char text[128];
    ed_Span bytes = { NULL, 0 };
    ed_Error error = { .code = ED_OK };
    bool good = ed_file_read(in(name), 60, test_arena(), &bytes, &error);
    if (good) snprintf(text, sizeof text, "%.*s", (int)bytes.size, (const char *)bytes.at);
    else snprintf(text, sizeof text, "%.127s", error.text);
    return text;
}

/// Removes what the tests leave, and checks that there is nothing else.
static void end(const char *const *names)
{
    for (; *names; names++) CHECK_EQ(ed_file_remove(in(*names)), 0);
    CHECK_EQ(ed_folder_remove(folder), 0);
}

#define END(...) end((const char *const[]){ __VA_ARGS__, NULL })

/// Some systems refuse to replace a file that a program has open.
TEST(a_save_over_an_open_file_succeeds_or_changes_nothing)
{
    i64 file;
    char text[8] = "";
    size_t got;
    CHECK(begin());
    CHECK_TEXT(save("a", "one"), "saved");
    CHECK_EQ(ed_file_open(&file, in("a")), 0);
    bool saved = strcmp(save("a", "two"), "saved") == 0;
    CHECK_EQ(ed_file_read_on(file, text, 7, &got), 0);
    CHECK_TEXT(text, "one");
    ed_file_close(file);
    CHECK_TEXT(content("a"), saved ? "two" : "one");
    END("a");
}

TEST(names_of_any_language_are_saved_to_and_listed)
{
    static const char name[] = "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80.state";
    CHECK(begin());
    CHECK_TEXT(save(name, "text"), "saved");
    CHECK_TEXT(content(name), "text");
    END(name);
}

TEST(text_is_saved_as_it_is)
{
    CHECK(begin());
    CHECK_TEXT(save("a", "1\n2\r\n\x1a"), "saved");
    CHECK_TEXT(content("a"), "1\n2\r\n\x1a");
    END("a");
}

TEST(a_save_says_why_it_fails)
{
    CHECK(begin());
    CHECK_HAS(save("none/a", "x"), "none/a: cannot be saved: No such file or directory: create its "
                                   "folder first, or choose another path");
    CHECK_EQ(ed_folder_make(in("b")), 0);
    CHECK_HAS(save("b", "x"), "b: is a folder, not a file: choose another name");
    CHECK_HAS(content("b"), "b: is a folder, not a file");
    CHECK_HAS(content("none"), "none: cannot be opened: No such file or directory");
    CHECK_HAS(save("b/", "x"), "is a folder");
    CHECK_EQ(ed_folder_remove(in("b")), 0);
    CHECK_EQ(ed_folder_remove(folder), 0);
}

TEST(a_save_to_a_named_data_stream_of_a_file_is_refused)
{
#ifdef _WIN32
    CHECK(begin() && make("a", "one"));
    CHECK_HAS(save("a:b", "two"), "cannot be saved: ");
    CHECK(!make("c:d", "two") && ed_file_kind(in("c")) == ED_FILE_NONE);
    END("a");
#endif
}

#ifdef _WIN32
static DWORD WINAPI close_soon(void *file)
{
    Sleep(300);
    CloseHandle(file);
    return 0;
}

/// Opens the file as a program does that shares it with no other one.
static HANDLE hold(const char *name)
{
    return CreateFileA(in(name), GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
}
#endif

TEST(a_file_that_another_program_has_locked_for_a_moment_is_waited_for)
{
#ifdef _WIN32
    CHECK(begin() && make("a", "one"));
    CloseHandle(CreateThread(NULL, 0, close_soon, hold("a"), 0, NULL));
    CHECK_TEXT(content("a"), "one");
    CloseHandle(CreateThread(NULL, 0, close_soon, hold("a"), 0, NULL));
    CHECK_TEXT(save("a", "two"), "saved");
    CHECK(make("b", "three"));
    CloseHandle(CreateThread(NULL, 0, close_soon, hold("a"), 0, NULL));
    CHECK_EQ(ed_file_rename(in("b"), in("a")), 0);
    CHECK_TEXT(content("a"), "three");
    END("a");
#endif
}

TEST(a_file_that_stays_locked_by_another_program_is_reported_as_such)
{
#ifdef _WIN32
    CHECK(begin() && make("a", "one") && make("b", "two"));
    HANDLE held = hold("a");
    const u64 start_ns = ed_now_ns();
    CHECK_HAS(save("a", "two"), "cannot be saved: another program has it open: try again");
    CHECK(ed_now_ns() - start_ns >= 1900000000u);
    CHECK_HAS(content("a"), "cannot be opened: another program has it open");
    CHECK_EQ(ed_file_rename(in("b"), in("a")), EBUSY);
    CloseHandle(held);
    CHECK_TEXT(content("a"), "one");
    END("a", "b");
#endif
}

TEST(a_save_removes_what_an_ended_one_left)
{
    CHECK(begin());
    CHECK(make("a.1-2.part", "") && make("b.1-2.part", "") && make("a.1.part", ""));
    CHECK_TEXT(save("a", "one"), "saved");
    CHECK_EQ(ed_file_kind(in("a.1-2.part")), ED_FILE_NONE);
    END("a", "b.1-2.part", "a.1.part");
}

TEST(a_new_file_replaces_nothing)
{
    CHECK(begin());
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_PRIVATE, "one", 3), 0);
    CHECK_EQ(ed_file_write_new(in("a"), ED_FILE_PRIVATE, "two", 3), EEXIST);
    CHECK_TEXT(content("a"), "one");
    CHECK(ed_file_may_write(in("a")) && !ed_file_may_write(in("none")));
    END("a");
}

TEST(an_output_file_is_moved_to_its_target)
{
    char temporary[ED_PATH_MAX];
    ed_Target target;
    ed_Error error = { .code = ED_OK };
    CHECK(begin() && make("a", "old"));
    CHECK(ed_target_find(&target, in("a"), &error) && target.replaces);
    CHECK_EQ(ed_file_write_beside(&target, "newer", 5, temporary), 0);
    CHECK_TEXT(content("a"), "old");
    CHECK_EQ(ed_file_rename(temporary, target.path), 0);
    CHECK_TEXT(content("a"), "newer");
    END("a");
}

TEST(a_renamed_name_replaces_a_file_or_an_empty_folder)
{
    CHECK(begin() && make("a", "one") && make("b", "two"));
    CHECK_EQ(ed_file_rename(in("a"), in("b")), 0);
    CHECK_TEXT(content("b"), "one");
    CHECK_EQ(ed_file_rename(in("a"), in("b")), ENOENT);
    CHECK_EQ(ed_folder_make(in("c")), 0);
    CHECK_EQ(ed_folder_make(in("d")), 0);
    CHECK_EQ(ed_file_rename(in("b"), in("c")), EISDIR);
    CHECK_EQ(ed_file_rename(in("c"), in("b")), ENOTDIR);
    CHECK_EQ(ed_file_rename(in("c"), in("d")), 0);
    CHECK_EQ(ed_file_kind(in("c")), ED_FILE_NONE);
    CHECK(ed_file_remove(in("d")) != 0);
    CHECK_EQ(ed_folder_remove(in("d")), 0);
    END("b");
}

TEST(a_mark_identifies_a_file_and_its_version)
{
    CHECK(begin() && make("a", "one") && make("b", "one"));
    ed_FileMark a = ed_file_mark(in("a")), b = ed_file_mark(in("b")), none = ed_file_mark(in("c"));
    CHECK_EQ(a.size, 3);
    CHECK(a.inode && !ed_file_is_same(&a, &b) && !ed_file_is_same(&none, &none));
    CHECK(ed_file_is_unchanged(in("a"), &a) && ed_file_is_unchanged(in("c"), &none));
    CHECK(a.written_ns + 60000000000u > ed_date_ns() && a.written_ns < ed_date_ns() + 60000000000u);
    CHECK_EQ(ed_file_set_written(in("a"), ED_LINK_FOLLOW, 5000000700), 0);
    CHECK(!ed_file_is_unchanged(in("a"), &a));
    CHECK_EQ(ed_file_mark(in("a")).written_ns, 5000000700);
    CHECK_EQ(ed_file_add_name(in("a"), in("c")), 0);
    CHECK_EQ(ed_file_add_name(in("a"), in("b")), EEXIST);
    ed_FileMark c = ed_file_mark(in("c"));
    CHECK(ed_file_is_same(&a, &c));
    END("a", "b", "c");
}

TEST(a_real_path_is_absolute_and_plain)
{
    char real[ED_PATH_MAX], again[ED_PATH_MAX];
    CHECK(begin() && make("a", ""));
    CHECK_EQ(ed_file_real_path(in("../none"), real), ENOENT);
    CHECK_EQ(ed_file_real_path(in("./a"), real), 0);
    CHECK(ed_path_is_absolute(real) && !strchr(real, '\\')
          && strcmp(strrchr(real, '/'), "/a") == 0);
    CHECK_EQ(ed_file_real_path(real, again), 0);
    CHECK_TEXT(again, real);
    END("a");
}

static bool count(void *it, const char *name)
{
    (void)name;
    return ++*(u32 *)it < 3;
}

TEST(typed_paths_get_slashes_on_windows)
{
    char path[] = "\\a/b\\c";
#ifdef _WIN32
    CHECK_TEXT(ed_path_use_slashes(path), "/a/b/c");
#else
    CHECK_TEXT(ed_path_use_slashes(path), "\\a/b\\c");
#endif
}

TEST(a_folder_is_listed_until_the_caller_has_enough)
{
    u32 seen = 0;
    CHECK(begin() && make("a", "") && make("b", ""));
    CHECK_EQ(ed_folder_list(folder, count, &seen), 0);
    CHECK_EQ(seen, 2);
    CHECK(make("c", "") && make("d", ""));
    seen = 0;
    CHECK_EQ(ed_folder_list(folder, count, &seen), 0);
    CHECK_EQ(seen, 3);
    CHECK_EQ(ed_folder_list(in("none"), count, &seen), ENOENT);
    CHECK_EQ(ed_folder_list(in("a"), count, &seen), ENOTDIR);
    CHECK_EQ(ed_folder_make(in("a")), EEXIST);
    END("a", "b", "c", "d");
}

TEST(a_file_lock_and_a_folder_lock_are_held_once)
{
    i64 first, second;
    CHECK(begin());
    CHECK_EQ(ed_file_lock_take(&first, in("lock")), 0);
    CHECK_EQ(ed_file_lock_take(&second, in("lock")), EWOULDBLOCK);
    CHECK_EQ(second, ED_NO_LOCK);
    u64 now_ns = ed_file_lock_now_ns(first);
    CHECK(now_ns + 60000000000u > ed_date_ns() && now_ns < ed_date_ns() + 60000000000u);
    CHECK_EQ(ed_file_mark(in("lock")).written_ns, now_ns);
    ed_file_lock_release(&first);
    CHECK_EQ(ed_file_lock_take(&second, in("lock")), 0);
    ed_file_lock_release(&second);
    first = ed_folder_lock(folder, 10);
    u64 start_ns = ed_now_ns();
    second = ed_folder_lock(folder, 20);      // gives up
    CHECK(first >= 0 && ed_now_ns() - start_ns >= 20000000);
    ed_folder_unlock(second);
    ed_folder_unlock(first);
    start_ns = ed_now_ns();
    ed_folder_unlock(ed_folder_lock(folder, 10000));
    CHECK(ed_now_ns() - start_ns < 5000000000u);
    CHECK_EQ(ed_folder_lock(in("none"), 0), -1);
    END("lock");
}

TEST(an_open_file_is_written_and_emptied)
{
    char text[8] = "";
    i64 file;
    size_t got;
    ed_FileInfo info;
    CHECK(begin());
    CHECK_EQ(ed_file_open(&file, in("a")), ENOENT);
    CHECK_EQ(file, ED_NO_FILE);
    CHECK_EQ(ed_file_open_to_write(&file, in("a")), 0);
    CHECK(ed_file_write_on(file, "abc", 3) == 0 && ed_file_write_on(file, "de", 2) == 0);
    CHECK(ed_file_sync(file) == 0 && ed_file_info_of(file, &info) == 0);
    CHECK_EQ(info.mark.size, 5);
    ed_file_close(file);
    CHECK_EQ(ed_file_open_to_write(&file, in("a")), 0);
    CHECK_EQ(ed_file_read_on(file, text, 7, &got), 0);
    CHECK(got == 5 && strcmp(text, "abcde") == 0);
    CHECK_EQ(ed_file_empty(file), 0);
    CHECK_EQ(ed_file_write_on(file, "f", 1), 0);
    ed_file_close(file);
    CHECK_TEXT(content("a"), "f");
    CHECK_EQ(ed_file_open(&file, in("a")), 0);
    CHECK_EQ(ed_file_write_on(file, "g", 1), EBADF);
    ed_file_close(file);
    END("a");
}

static bool is_short(const char *name) { return strlen(name) == 1; }

TEST(a_private_folder_is_locked_until_it_is_closed)
{
    i64 lock;
    char path[ED_PATH_MAX];
    CHECK(begin());
    CHECK_EQ(ed_private_folder_make(in("p-"), path, sizeof path, &lock), 0);
    CHECK_EQ(strlen(path), strlen(in("p-")) + ED_PRIVATE_NAME_LETTERS);
    CHECK(ed_private_folder_is_there(path, lock));
    CHECK_EQ(ed_private_file_put(path, "b", "code", 4), 0);
    CHECK_EQ(ed_private_file_put(path, "b", "code", 4), EEXIST);
    CHECK(!ed_private_folder_delete_abandoned(path, is_short));      // is locked
    snprintf(path + strlen(path), 8, "/b");
    ed_private_file_remove(path);
    CHECK_EQ(ed_file_kind(path), ED_FILE_NONE);
    path[strlen(path) - 2] = 0;
    ed_private_folder_close(path, lock);
    CHECK_EQ(ed_file_kind(path), ED_FILE_NONE);
    CHECK_EQ(ed_folder_remove(folder), 0);
}

TEST(a_private_folder_that_was_left_is_deleted_with_its_files)
{
    CHECK(begin() && make("a", "") && make("long", ""));
    CHECK(!ed_private_folder_delete_abandoned(in("none"), is_short));
    CHECK(!ed_private_folder_delete_abandoned(folder, is_short));
    CHECK_EQ(ed_file_kind(in("a")), ED_FILE_REGULAR);
    END("a", "long");
}

TEST(the_start_of_an_output_is_kept)
{
    i64 file = -1;
    char text[8];
    CHECK_EQ(ed_output_file_open(&file, 4), 0);
    CHECK_EQ(ed_output_file_read(file, text, sizeof text), 0);
    CHECK_EQ(ed_file_write_on(file, "abc", 3), 0);
    CHECK_EQ(ed_output_file_read(file, text, sizeof text), 3);
    CHECK_TEXT(text, "abc");
    ed_output_file_close(&file);
    CHECK_EQ(file, -1);
    ed_output_file_close(&file);
}

TEST(a_stream_of_a_file_has_its_bytes_and_an_end)
{
    i64 stream;
    char text[8] = "";
    size_t size;
    bool ended;
    CHECK(begin() && make("a", "some"));
    CHECK_EQ(ed_stream_open(&stream, in("none")), ENOENT);
    CHECK_EQ(ed_stream_open(&stream, folder), EISDIR);
    CHECK_EQ(stream, ED_STREAM_CLOSED);
    CHECK_EQ(ed_stream_open(&stream, in("a")), 0);
    CHECK(ed_stream_wait(stream, 0) && ed_stream_read(stream, text, 7, &size, &ended) == 0);
    CHECK(size == 4 && !ended && strcmp(text, "some") == 0);
    CHECK(ed_stream_wait(stream, -1) && ed_stream_read(stream, text, 7, &size, &ended) == 0);
    CHECK(size == 0 && ended);
    ed_stream_close(&stream);
    CHECK_EQ(stream, ED_STREAM_CLOSED);
    END("a");
}

/// Waits for an event, then for all that came with it.
static bool took(ed_WatchEvents *events)
{
    ed_watch_events_wait(events, 5000);
    bool any = ed_watch_events_take(events);
    for (u32 i = 0; i < 5; i++) {
        ed_sleep_ms(5);
        ed_watch_events_take(events);
    }
    return any;
}

TEST(saves_in_watched_folders_are_events)
{
    ed_WatchEvents events;
    if (!ed_watch_events_work(".")) return;
    CHECK(begin());
    ed_watch_events_open(&events);
    CHECK_EQ(ed_folder_make(in("a")), 0);
    CHECK_EQ(ed_folder_make(in("b")), 0);
    for (u32 i = 0; i < 3; i++) {
        ed_watch_events_add_folder(&events, in("a"));
        ed_watch_events_add_folder(&events, in("b"));
    }
    CHECK(!ed_watch_events_take(&events));
    u64 start_ns = ed_now_ns();
    ed_watch_events_wait(&events, 20);
    CHECK(ed_now_ns() - start_ns >= 15000000);
    for (u32 i = 0; i < 20; i++) {
        CHECK_TEXT(save(i % 2 ? "a/x" : "b/x", i % 3 ? "one" : "two"), "saved");
        CHECK(took(&events));
    }
    CHECK(ed_file_remove(in("a/x")) == 0 && took(&events));
    ed_watch_events_close(&events);
    CHECK(ed_file_remove(in("b/x")) == 0 && ed_folder_remove(in("b")) == 0);
    CHECK(ed_folder_remove(in("a")) == 0 && ed_folder_remove(folder) == 0);
}

TEST(a_watched_folder_can_be_deleted_and_made_again)
{
    ed_WatchEvents events;
    if (!ed_watch_events_work(".")) return;
    CHECK(begin());
    ed_watch_events_open(&events);
    CHECK_EQ(ed_folder_make(in("a")), 0);
    ed_watch_events_add_folder(&events, in("a"));
    CHECK_EQ(ed_folder_remove(in("a")), 0);
    took(&events);
    // wine keeps the deleted folder while it is watched.
    if (ed_folder_make(in("a")) == 0) {
        ed_watch_events_add_folder(&events, in("a"));
        CHECK(make("a/y", "") && took(&events));
        CHECK(ed_file_remove(in("a/y")) == 0 && ed_folder_remove(in("a")) == 0);
    }
    ed_watch_events_close(&events);
    CHECK_EQ(ed_file_kind(in("a")), ED_FILE_NONE);
    CHECK_EQ(ed_folder_remove(folder), 0);
}

TEST(a_watched_file_has_events_when_it_is_written)
{
    ed_WatchEvents events;
    i64 file;
    if (!ed_watch_events_work(".")) return;
    CHECK(begin() && make("a", "one"));
    ed_watch_events_open(&events);
    ed_watch_events_add_file(&events, in("a"));
    CHECK(make("b", "two"));
    ed_watch_events_wait(&events, 20);
    CHECK(!ed_watch_events_take(&events));
    CHECK_EQ(ed_file_open_to_write(&file, in("a")), 0);
    CHECK_EQ(ed_file_write_on(file, "more", 4), 0);
    ed_file_close(file);
    CHECK(took(&events));
    ed_watch_events_close(&events);
    END("a", "b");
}
