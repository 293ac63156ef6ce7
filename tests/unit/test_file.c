#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/base/limits.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/files.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/open_files.h"

static char folder[64], path[96];
static ed_Error error;

static void begin(void)
{
    error = (ed_Error){ .code = ED_OK };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (mkdtemp(folder)) snprintf(path, sizeof path, "%s/a.state", folder);
}

static int end(void)      // not 0 if the folder has other files, such as a temporary one
{
    unlink(path);
    return rmdir(folder);
}

static const char *content(void)
{
    ed_Span bytes = { NULL, 0 };
    static char text[64];
    if (!ed_file_read(path, 60, test_arena(), &bytes, &error)) return error.text;
    snprintf(text, sizeof text, "%.*s", (int)bytes.size, (const char *)bytes.at);
    return text;
}

TEST(a_written_file_is_read_back_and_nothing_else_is_left)
{
    begin();
    CHECK(ed_file_write_atomic(path, "one", 3, &error));
    CHECK_TEXT(content(), "one");
    CHECK(ed_file_write_atomic(path, "another", 7, &error));
    CHECK_TEXT(content(), "another");
    CHECK_EQ(end(), 0);
}

TEST(a_write_that_fails_leaves_the_old_file_whole)
{
    struct rlimit old, small = { 100, RLIM_INFINITY };
    static char big[4096];
    begin();
    CHECK(ed_file_write_atomic(path, "old", 3, &error));
    getrlimit(RLIMIT_FSIZE, &old);
    small.rlim_max = old.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    bool good = ed_file_write_atomic(path, big, sizeof big, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK(!good);
    CHECK_HAS(error.text, "a.state: cannot be saved: File too large");
    error = (ed_Error){ .code = ED_OK };
    CHECK_TEXT(content(), "old");
    CHECK_EQ(end(), 0);
}

TEST(a_link_stays_a_link)
{
    char real[96];
    struct stat st;
    begin();
    snprintf(real, sizeof real, "%s/b.state", folder);
    CHECK(ed_file_write_atomic(real, "old", 3, &error));
    CHECK(symlink(real, path) == 0);
    CHECK(ed_file_write_atomic(path, "new", 3, &error));
    CHECK(lstat(path, &st) == 0 && S_ISLNK(st.st_mode));
    CHECK_TEXT(content(), "new");
    unlink(real);
    CHECK_EQ(end(), 0);
}

TEST(only_files_are_read_and_none_over_the_limit)
{
    begin();
    ed_Span bytes;
    CHECK(!ed_file_read(folder, 60, test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "is a folder");
    error = (ed_Error){ .code = ED_OK };
    CHECK(mkfifo(path, 0600) == 0);
    CHECK(!ed_file_read(path, 60, test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "is a pipe");
    unlink(path);
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_file_write_atomic(path, "0123456789", 10, &error));
    CHECK(!ed_file_read(path, 9, test_arena(), &bytes, &error));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_EQ(end(), 0);
}

TEST(creating_a_file_fails_if_a_file_or_link_exists)
{
    begin();
    CHECK_EQ(ed_file_write_new(path, ED_FILE_PRIVATE, "one", 3), 0);
    CHECK_EQ(ed_file_write_new(path, ED_FILE_PRIVATE, "two", 3), EEXIST);
    CHECK_TEXT(content(), "one");
    unlink(path);
    CHECK(symlink("/tmp/eddie-nowhere", path) == 0);
    CHECK_EQ(ed_file_write_new(path, ED_FILE_PRIVATE, "two", 3), EEXIST);
    CHECK(access("/tmp/eddie-nowhere", F_OK) != 0);
    CHECK_EQ(end(), 0);
}

TEST(a_written_file_is_as_readable_as_any_the_user_makes)
{
    struct stat st;
    begin();
    mode_t mask = umask(026);
    bool good = ed_file_write_atomic(path, "one", 3, &error);
    umask(mask);
    CHECK(good && stat(path, &st) == 0);
    CHECK_EQ(st.st_mode & 0777, 0640);
    CHECK_EQ(end(), 0);
}

TEST(files_left_by_a_killed_program_block_no_save)
{
    char left[112];
    begin();
    snprintf(left, sizeof left, "%s.%u-0.part", path, (u32)getpid());
    CHECK(symlink("/tmp/eddie-nowhere", left) == 0);
    CHECK(ed_file_write_atomic(path, "one", 3, &error));
    CHECK_TEXT(content(), "one");
    CHECK(access("/tmp/eddie-nowhere", F_OK) != 0);
    unlink(left);
    CHECK_EQ(end(), 0);
}

// --- what already exists ------------------------------------------------------------------------

#define NOBODY 65534u

/// The message of a save that is refused, or "saved".
static const char *saving(const char *to)
{
    error = (ed_Error){ .code = ED_OK };
    return ed_file_write_atomic(to, "new", 3, &error) ? "saved" : error.text;
}

TEST(a_save_replaces_nothing_but_regular_files)
{
    struct stat st;
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    begin();
    CHECK_HAS(saving(folder), "is a folder, not a file: choose another name");
    CHECK_HAS(saving("/dev/null"), "/dev/null: is a device, not a file: choose another name");
    CHECK(mkfifo(path, 0600) == 0);
    CHECK_HAS(saving(path), "a.state: is a pipe, not a file: choose another name");
    CHECK(lstat(path, &st) == 0 && S_ISFIFO(st.st_mode) && unlink(path) == 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    CHECK(fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0);
    CHECK_HAS(saving(path), "a.state: is a socket, not a file: choose another name");
    close(fd);
    CHECK_TEXT(saving(""), "a file name is missing");
    CHECK_EQ(end(), 0);
}

TEST(a_link_that_leads_nowhere_is_not_saved_over)
{
    char other[96];
    struct stat st;
    begin();
    snprintf(other, sizeof other, "%s/b.state", folder);
    CHECK(symlink(other, path) == 0);
    CHECK_HAS(
        saving(path),
        "a.state: is a link to a file that does not exist: remove it, or choose another name");
    CHECK(lstat(path, &st) == 0 && S_ISLNK(st.st_mode) && lstat(other, &st) != 0);
    CHECK(unlink(path) == 0 && symlink("a.state", path) == 0);
    CHECK_HAS(saving(path), "Too many levels of symbolic links");      // to itself
    CHECK_EQ(end(), 0);
}

TEST(a_missing_folder_is_reported_with_what_to_do)
{
    char other[128], *words;
    begin();
    snprintf(other, sizeof other, "%s/none/a.state", folder);
    CHECK_HAS(saving(other), "none/a.state: cannot be saved: No such file or directory: "
                             "create its folder first, or choose another path");
    words = strstr(error.text, "; the existing file");      // there was no file
    CHECK(!words);
    snprintf(other, sizeof other, "%s/none/", folder);
    CHECK_HAS(saving(other), "a file name is missing");
    CHECK_TEXT(saving(path), "saved");
    snprintf(other, sizeof other, "%s/b", path);
    CHECK_HAS(saving(other), "a.state/b: cannot be saved: Not a directory: "
                             "create its folder first, or choose another path");
    CHECK_EQ(end(), 0);
}

/// Runs it as a user other than root, if need be in a child. Returns its exit code.
static int as_nobody(int (*body)(void))
{
    int status = -1;
    if (geteuid() != 0) return body();
    pid_t pid = fork();
    if (pid == 0) _exit(setresuid(NOBODY, NOBODY, NOBODY) == 0 ? body() : 99);
    return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static int says(const char *words)
{
    return strstr(saving(path), words) ? 0 : (fprintf(stderr, "%s\n", error.text), 1);
}

static int save_into_closed(void)
{
    return says("a.state: cannot be saved: Permission denied: choose a path that you may write to");
}

static int save_onto_protected(void)
{
    return says("a.state: the file is read-only: "
                "choose another name, or make it writable");
}

TEST(a_closed_folder_and_a_protected_file_are_not_saved_into)
{
    struct stat st;
    begin();
    CHECK(chmod(folder, 0555) == 0);
    CHECK_EQ(as_nobody(save_into_closed), 0);
    CHECK(chmod(folder, 0777) == 0);      // a rename there could replace any file
    CHECK_TEXT(saving(path), "saved");
    CHECK(chmod(path, 0444) == 0);
    CHECK_EQ(as_nobody(save_onto_protected), 0);
    CHECK(chmod(path, 0644) == 0);
    if (geteuid() == 0)
        CHECK_EQ(as_nobody(save_onto_protected), 0);      // the file of another user
    CHECK(stat(path, &st) == 0 && st.st_uid == geteuid());
    CHECK_EQ(end(), 0);
}

TEST(a_file_that_is_saved_over_hands_on_its_mode_and_owner)
{
    struct stat st;
    begin();
    CHECK_TEXT(saving(path), "saved");
    CHECK(chmod(path, 0600) == 0);
    if (geteuid() == 0) CHECK(chown(path, NOBODY, NOBODY) == 0);
    CHECK_TEXT(saving(path), "saved");
    CHECK(stat(path, &st) == 0);
    CHECK_EQ(st.st_mode & 07777, 0600);
    CHECK_EQ(st.st_uid, geteuid() == 0 ? NOBODY : geteuid());
    CHECK(chmod(path, 0664) == 0);
    mode_t mask = umask(077);
    bool good = ed_file_write_atomic(path, "newer", 5, &error);
    umask(mask);
    CHECK(good && stat(path, &st) == 0);
    CHECK_EQ(st.st_mode & 07777, 0664);
    CHECK_EQ(end(), 0);
}

static int save_over(void) { return strcmp(saving(path), "saved"); }

TEST(a_group_that_the_new_file_cannot_have_has_no_rights_to_it)
{
    struct stat st;
    if (geteuid() != 0) return;      // only root can give a file to any group
    begin();
    CHECK_TEXT(saving(path), "saved");
    CHECK(chown(path, NOBODY, 12345) == 0 && chmod(path, 0664) == 0 && chmod(folder, 0777) == 0);
    CHECK_EQ(as_nobody(save_over), 0);
    CHECK(stat(path, &st) == 0);
    CHECK_EQ(st.st_uid, NOBODY);
    CHECK_EQ(st.st_mode & 07777, 0604);
    CHECK_EQ(end(), 0);
}

static int read_protected(void)
{
    return strstr(content(), "a.state: cannot be opened: Permission denied") == NULL;
}

TEST(a_file_that_the_user_may_not_read_is_reported)
{
    begin();
    CHECK_TEXT(saving(path), "saved");
    CHECK(chmod(path, 0) == 0 && chmod(folder, 0755) == 0);
    CHECK_EQ(as_nobody(read_protected), 0);
    CHECK_EQ(end(), 0);
}

TEST(a_read_that_is_short_or_interrupted_continues_and_one_that_fails_is_reported)
{
    begin();
    CHECK_TEXT(saving(path), "saved");
    failing_calls_limit_reads(1);
    CHECK_TEXT(content(), "new");
    failing_calls_limit_reads(0);
    failing_call("read", EINTR);
    CHECK_TEXT(content(), "new");
    failing_call("read", EIO);
    CHECK_HAS(content(), "a.state: cannot be read: Input/output error");
    CHECK_EQ(end(), 0);
}

// --- what killed programs left ------------------------------------------------------------------

static bool leave(char left[128], const char *name)
{
    snprintf(left, 128, "%s/%s", folder, name);
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    return fd >= 0 && close(fd) == 0;
}

TEST(the_next_save_sweeps_what_a_killed_one_left_and_nothing_else)
{
    static const char *const names[] = { "a.state.1-2",       "a.state.1.part",
                                         "a.state.1-.part",   "a.state.x-1.part",
                                         "b.state.1-2.part",  "a.state.1-2.part.old",
                                         "a.state2.1-2.part", "a.state.1-2.part~",
                                         "a.state.-1.part",   "a.state.1.2.part" };
    char left[128], held[128], kept[ED_COUNT(names)][128];
    begin();
    CHECK(leave(left, "a.state.77-3.part") && leave(held, "a.state.78-0.part"));
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK(leave(kept[i], names[i]));
    int fd = open(held, O_WRONLY);
    CHECK(fd >= 0 && flock(fd, LOCK_EX) == 0);      // like a file that is being written
    CHECK_TEXT(saving(path), "saved");
    CHECK(access(left, F_OK) != 0 && access(held, F_OK) == 0);
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK(unlink(kept[i]) == 0);
    close(fd);
    CHECK_TEXT(saving(path), "saved");
    CHECK(access(held, F_OK) != 0);
    CHECK_EQ(end(), 0);
}

// --- long names ---------------------------------------------------------------------------------

TEST(the_longest_allowed_name_is_saved_to_and_a_longer_one_is_reported_by_its_end)
{
    char name[400], longer[400], left[400];
    begin();
    size_t at = (size_t)snprintf(name, sizeof name, "%s/", folder);
    memset(name + at, 'n', 255);
    memcpy(name + at + 248, ".states", 8);
    snprintf(left, sizeof left, "%.*s.77-3.part", (int)at + 224, name);
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    CHECK(fd >= 0 && close(fd) == 0);
    CHECK_TEXT(saving(name), "saved");
    CHECK(access(left, F_OK) != 0);
    CHECK(unlink(name) == 0);
    snprintf(longer, sizeof longer, "%.*sx%s", (int)at, name, name + at);
    CHECK_HAS(saving(longer),
              "nnn.states: cannot be saved: File name too long: choose a shorter name");
    CHECK(strncmp(error.text, "…n", 4) == 0);
    CHECK_EQ(end(), 0);
}

TEST(a_file_that_does_not_fit_its_arena_is_reported)
{
    ed_Arena small;
    ed_Span bytes;
    begin();
    CHECK(ed_arena_open(&small, "small", 4096, &error));
    CHECK(ed_file_write_atomic(path, "more than fits", 14, &error));
    ed_arena_push(&small, 4096 - 8, 1);
    CHECK(!ed_file_read(path, 1 << 20, &small, &bytes, &error));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_HAS(error.text, "a.state: not enough memory for its 14 bytes");
    ed_arena_close(&small);
    CHECK_EQ(end(), 0);
}

TEST(a_path_longer_than_any_is_not_saved_to)
{
    static char name[PATH_MAX + 1];
    error = (ed_Error){ .code = ED_OK };
    memset(name, 'n', sizeof name - 1);
    CHECK(!ed_file_write_atomic(name, "x", 1, &error));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    CHECK_HAS(error.text, "nnn: the name is too long");
}

TEST(the_limit_that_a_file_exceeds_is_reported_with_its_size)
{
    ed_Span bytes = { NULL, 0 };
    char expected[160];
    begin();
    CHECK(ed_file_write_atomic(path, "0123456789", 10, &error));
    CHECK(ed_file_read(path, 10, test_arena(), &bytes, &error));
    CHECK(bytes.size == 10 && memcmp(bytes.at, "0123456789", 10) == 0);
    CHECK(!ed_file_read(path, 9, test_arena(), &bytes, &error));
    snprintf(expected, sizeof expected, "%s: the file has 10 bytes, more than the limit of 9",
             path);
    CHECK_HAS(error.text, expected);
    error = (ed_Error){ .code = ED_OK };
    CHECK(truncate(path, (off_t)ed_snapshot_bytes_max() + 1) == 0);
    CHECK(!ed_file_read(path, ed_snapshot_bytes_max(), test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "more than the limit of 1140850688; raise the limit with --limit");
    error = (ed_Error){ .code = ED_OK };
    CHECK(unlink(path) == 0 && !ed_file_read(path, 9, test_arena(), &bytes, &error));
    CHECK_HAS(error.text, "a.state: cannot be opened: No such file or directory");
    CHECK_EQ(end(), 0);
}

TEST(a_file_has_another_mark_after_each_change)
{
    struct stat st;
    begin();
    ed_FileMark none = ed_file_mark(path);
    CHECK(none.inode == 0 && none.device == 0 && none.size == 0);
    CHECK(ed_file_is_unchanged(path, &none));
    CHECK(ed_file_write_atomic(path, "one", 3, &error));
    CHECK(!ed_file_is_unchanged(path, &none));
    ed_FileMark mark = ed_file_mark(path);
    CHECK(stat(path, &st) == 0);
    CHECK_EQ(mark.size, 3);
    CHECK_EQ(mark.inode, st.st_ino);
    CHECK_EQ(mark.written_ns, (u64)st.st_mtim.tv_sec * 1000000000u + (u64)st.st_mtim.tv_nsec);
    CHECK(ed_file_is_unchanged(path, &mark));
    const struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = 1, .tv_nsec = 7 } };
    CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
    CHECK(!ed_file_is_unchanged(path, &mark));
    mark = ed_file_mark(path);
    CHECK_EQ(mark.written_ns, 1000000007);
    CHECK(mark.changed_ns <= ed_date_ns() && mark.changed_ns + 3600000000000u > ed_date_ns());
    CHECK_EQ(end(), 0);
}

TEST(only_files_that_a_save_left_are_swept)
{
    const bool root = geteuid() == 0;      // only root can give a file to another user
    char left[128], other[128], pipe_path[128], link_path[128], folder_path[128];
    begin();
    CHECK(leave(left, "a.state.1-1.part") && leave(other, "a.state.1-5.part"));
    CHECK(!root || chown(other, NOBODY, NOBODY) == 0);
    snprintf(pipe_path, sizeof pipe_path, "%s.1-2.part", path);
    snprintf(link_path, sizeof link_path, "%s.1-3.part", path);
    snprintf(folder_path, sizeof folder_path, "%s.1-4.part", path);
    CHECK(mkfifo(pipe_path, 0600) == 0 && symlink("a.state", link_path) == 0
          && mkdir(folder_path, 0700) == 0);
    int reader = open(pipe_path, O_RDONLY | O_NONBLOCK);      // so that it can be written to
    int before = open_files();
    CHECK_TEXT(saving(path), "saved");
    CHECK_EQ(open_files(), before);
    CHECK(access(left, F_OK) != 0 && reader >= 0 && close(reader) == 0);
    CHECK_EQ(access(other, F_OK) == 0, root);
    CHECK(!root || unlink(other) == 0);
    CHECK(unlink(pipe_path) == 0 && unlink(link_path) == 0 && rmdir(folder_path) == 0);
    CHECK_EQ(end(), 0);
}

TEST(a_long_name_is_shortened_between_two_characters)
{
    char name[400] = "", left[400] = "";
    begin();
    snprintf(left, sizeof left, "%s/", folder);
    size_t at = strlen(left);
    memset(left + at, 'n', 222);
    memcpy(name, left, sizeof name);
    strcat(name, "\xe2\x82\xac\xe2\x82\xac.state");      // bytes 222 to 224 are one character
    strcat(left, ".77-3.part");
    int fd = open(left, O_WRONLY | O_CREAT | O_EXCL, 0600);
    CHECK(fd >= 0 && close(fd) == 0);
    CHECK_TEXT(saving(name), "saved");
    CHECK(access(left, F_OK) != 0);
    CHECK(unlink(name) == 0);
    CHECK_EQ(end(), 0);
}

/// Makes temporary files like those that another save of this process is still writing, all but
/// number `free`.
static bool hold_names(int *files, u32 count, u32 free)
{
    for (u32 i = 0; i < count; i++) {
        char name[128];
        files[i] = -1;
        if (i == free) continue;
        snprintf(name, sizeof name, "%s.%u-%u.part", path, (u32)getpid(), i);
        files[i] = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (files[i] < 0 || flock(files[i], LOCK_EX) != 0) return false;
    }
    return true;
}

TEST(a_hundred_temporary_names_are_tried)
{
    int files[100];
    begin();
    for (u32 free = 0; free < 100; free += 99) {      // the first, then the last
        CHECK(hold_names(files, 100, free));
        CHECK_TEXT(saving(path), "saved");
        for (u32 i = 0; i < 100; i++) close(files[i]);
    }
    CHECK(hold_names(files, 100, 100));
    CHECK_HAS(saving(path), "a.state: cannot be saved: File exists: try again, or choose another "
                            "path; the existing file is unchanged");
    for (u32 i = 0; i < 100; i++) close(files[i]);
    CHECK_TEXT(saving(path), "saved");      // they are left over now
    CHECK_EQ(end(), 0);
}
