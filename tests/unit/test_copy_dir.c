#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/copy_dir.h"
#include "tests/lib/open_files.h"

#define NOBODY 65534u

static char parent[64];
static ed_CopyDir folder;
static ed_Error error;

static const char *in(const char *name)
{
    static char paths[4][200];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", parent, name);
    return path;
}

static bool begin(void)
{
    error = (ed_Error){ .code = ED_OK };
    snprintf(parent, sizeof parent, "/tmp/eddie-test-XXXXXX");
    return mkdtemp(parent) && setenv("TMPDIR", parent, 1) == 0;
}

static void end(void)
{
    char command[128];
    unsetenv("TMPDIR");
    snprintf(command, sizeof command, "rm -rf %s", parent);
    CHECK_EQ(system(command), 0);
}

static bool is(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

static bool make(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    return fd >= 0 && write(fd, "code", 4) == 4 && close(fd) == 0;
}

/// A folder as a dead process leaves it, with one copy in it.
static bool leave(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/game.so-1.so", in(name));
    return mkdir(in(name), 0700) == 0 && make(path);
}

static bool put(const char *name) { return ed_copy_dir_put(folder.path, name, "code", 4, &error); }

static bool refused(void)
{
    bool opened = ed_copy_dir_open(&folder, &error);
    ed_copy_dir_close(&folder);
    return !opened;
}

TEST(the_folder_of_copies_is_private_and_gone_after_closing)
{
    struct stat st;
    char path[ED_COPY_DIR_PATH_MAX + 16];
    CHECK(begin());
    CHECK(ed_copy_dir_open(&folder, &error));
    CHECK(lstat(folder.path, &st) == 0 && S_ISDIR(st.st_mode));
    CHECK_EQ(st.st_mode & 07777, 0700);
    CHECK(strncmp(folder.path, parent, strlen(parent)) == 0);
    CHECK(fcntl((int)folder.lock, F_GETFD)
          & FD_CLOEXEC);      // a build that outlives the game does not inherit it
    CHECK_EQ(ed_copy_dir_sweep(parent), 0);
    CHECK(is(folder.path));
    CHECK(put("game.so-1.so"));
    CHECK(!put("game.so-1.so"));
    CHECK_HAS(error.text, "the library cannot be copied there: File exists");
    snprintf(path, sizeof path, "%s/game.so-1.so", folder.path);
    CHECK(lstat(path, &st) == 0 && st.st_size == 4 && (st.st_mode & 07777) == 0600);
    ed_copy_dir_remove(path);
    CHECK(!is(path));
    snprintf(path, sizeof path, "%s", folder.path);
    ed_copy_dir_close(&folder);
    CHECK(!is(path));
    CHECK_EQ(rmdir(parent), 0);
    end();
}

/// Starts a process that opens a folder, puts a copy there and waits to be killed.
static pid_t start_other(char path[ED_COPY_DIR_PATH_MAX])
{
    int ends[2];
    if (pipe(ends) != 0) return -1;
    pid_t pid = fork();
    if (pid == 0) {
        bool good = ed_copy_dir_open(&folder, NULL) && put("game.so-1.so");
        if (write(ends[1], folder.path, ED_COPY_DIR_PATH_MAX) > 0 && good)
            for (;;) pause();
        _exit(1);
    }
    bool complete = read(ends[0], path, ED_COPY_DIR_PATH_MAX) == ED_COPY_DIR_PATH_MAX;
    close(ends[0]);
    close(ends[1]);
    return complete ? pid : -1;
}

TEST(folders_of_a_killed_process_are_deleted_at_the_next_start)
{
    char path[ED_COPY_DIR_PATH_MAX];
    CHECK(begin());
    pid_t pid = start_other(path);
    CHECK(pid > 0);
    bool kept = ed_copy_dir_sweep(parent) == 0 && is(path);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    CHECK(kept && is(path));
    CHECK(ed_copy_dir_open(&folder, &error));
    CHECK(!is(path));
    ed_copy_dir_close(&folder);
    CHECK_EQ(rmdir(parent), 0);
    end();
}

TEST(only_folders_of_our_kind_are_deleted)
{
    CHECK(begin());
    CHECK(leave("eddie-code-aB3xYz") && leave("eddie-code-short") && leave("eddie-code-toolong")
          && leave("eddie-aB3xYz"));
    CHECK(leave("eddie-code-aB3.Yz") && leave("other-code-aB3xYz"));
    CHECK(leave("eddie-code-foreig") && make(in("eddie-code-foreig/notes.txt")));
    CHECK(leave("eddie-code-folder") && mkdir(in("eddie-code-folder/game.so-2.so"), 0700) == 0);
    CHECK(leave("eddie-code-linked")
          && symlink("/etc/passwd", in("eddie-code-linked/game.so-2.so")) == 0);
    CHECK(leave("eddie-code-public") && chmod(in("eddie-code-public"), 0755) == 0);
    CHECK(leave("target") && symlink("target", in("eddie-code-alinkx")) == 0);
    CHECK(make(in("eddie-code-afilex")));
    CHECK_EQ(ed_copy_dir_sweep(parent), 1);
    CHECK(!is(in("eddie-code-aB3xYz")));
    CHECK(is(in("eddie-code-short/game.so-1.so")) && is(in("eddie-code-toolong/game.so-1.so")));
    CHECK(is(in("eddie-aB3xYz/game.so-1.so")) && is(in("eddie-code-aB3.Yz/game.so-1.so"))
          && is(in("other-code-aB3xYz/game.so-1.so")));
    CHECK(is(in("eddie-code-foreig/game.so-1.so")) && is(in("eddie-code-foreig/notes.txt")));
    CHECK(is(in("eddie-code-folder/game.so-1.so")) && is(in("eddie-code-linked/game.so-1.so")));
    CHECK(is(in("eddie-code-public/game.so-1.so")) && is(in("target/game.so-1.so"))
          && is(in("eddie-code-alinkx")));
    CHECK(is(in("eddie-code-afilex")));
    end();
}

TEST(folders_of_another_user_are_not_deleted_and_not_written_to)
{
    if (geteuid() != 0) return;      // only root can change the owner of files
    CHECK(begin());
    CHECK(leave("eddie-code-aB3xYz") && chown(in("eddie-code-aB3xYz"), NOBODY, NOBODY) == 0);
    CHECK_EQ(ed_copy_dir_sweep(parent), 0);
    CHECK(is(in("eddie-code-aB3xYz/game.so-1.so")));
    CHECK(!ed_copy_dir_put(in("eddie-code-aB3xYz"), "game.so-2.so", "code", 4, &error));
    CHECK_HAS(error.text,
              "eddie-code-aB3xYz: the library cannot be copied there: other users can write "
              "to that folder, or it belongs to another user");
    CHECK(!is(in("eddie-code-aB3xYz/game.so-2.so")));
    error = (ed_Error){ .code = ED_OK };
    CHECK(chown(parent, NOBODY, NOBODY) == 0);
    CHECK(refused());
    CHECK_HAS(error.text, "it belongs to another user: set TMPDIR to another folder");
    end();
}

TEST(no_link_is_followed_to_a_copy)
{
    CHECK(begin());
    CHECK(mkdir(in("target"), 0700) == 0 && symlink("target", in("link")) == 0);
    CHECK(!ed_copy_dir_put(in("link"), "game.so-1.so", "code", 4, &error));
    CHECK_HAS(error.text, "other users can write to that folder, or it belongs to another user");
    CHECK(!is(in("target/game.so-1.so")));
    CHECK(symlink(in("stolen"), in("target/game.so-1.so")) == 0);
    CHECK(!ed_copy_dir_put(in("target"), "game.so-1.so", "code", 4, NULL));
    CHECK(!is(in("stolen")));
    CHECK(make(in("target/game.so-2.so")));
    ed_copy_dir_remove(in("link/game.so-2.so"));
    CHECK(is(in("target/game.so-2.so")));
    CHECK(chmod(in("target"), 0777) == 0);
    // anybody could put another file there
    CHECK(!ed_copy_dir_put(in("target"), "game.so-3.so", "code", 4, NULL));
    end();
}

TEST(a_folder_that_was_replaced_is_left_alone_and_another_one_made)
{
    char first[ED_COPY_DIR_PATH_MAX], second[ED_COPY_DIR_PATH_MAX];
    CHECK(begin());
    CHECK(ed_copy_dir_open(&folder, &error));
    memcpy(first, folder.path, sizeof first);
    CHECK(ed_copy_dir_renew(&folder, &error));
    CHECK_TEXT(folder.path, first);
    CHECK(mkdir(in("target"), 0700) == 0 && rmdir(first) == 0 && symlink(in("target"), first) == 0);
    CHECK(ed_copy_dir_renew(&folder, &error));
    CHECK(strcmp(folder.path, first) != 0);
    // the link was not followed
    CHECK(put("game.so-1.so") && rmdir(in("target")) == 0 && is(first));
    memcpy(second, folder.path, sizeof second);
    CHECK(rename(second, in("moved")) == 0 && mkdir(second, 0700) == 0);
    CHECK(ed_copy_dir_renew(&folder, &error));
    CHECK(strcmp(folder.path, second) != 0);
    ed_copy_dir_close(&folder);
    end();
}

TEST(a_folder_is_only_made_where_nobody_else_can_replace_it)
{
    static char name[ED_COPY_DIR_PATH_MAX + 8];
    struct statvfs system;
    CHECK(begin());
    setenv("TMPDIR", in("none"), 1);
    CHECK(refused());
    CHECK_HAS(
        error.text,
        "none: cannot be used for copies of the game's library: No such file or directory: set "
        "TMPDIR to another folder");
    error = (ed_Error){ .code = ED_OK };
    setenv("TMPDIR", parent, 1);
    CHECK(chmod(parent, 0777) == 0);
    CHECK(refused());
    CHECK_HAS(error.text, "other users can replace files in it: set its sticky bit (chmod +t)");
    error = (ed_Error){ .code = ED_OK };
    CHECK(chmod(parent, 01777) == 0);
    CHECK(!refused());
    size_t used = (size_t)snprintf(name, sizeof name, "%s/", parent);
    while (used < sizeof name - 120) {
        memset(name + used, 'x', 100);
        CHECK(mkdir(name, 0700) == 0);
        name[used + 100] = '/';
        used += 101;
    }
    memset(name + used, 'y', sizeof name - 1 - used);
    CHECK(mkdir(name, 0700) == 0);
    setenv("TMPDIR", name, 1);
    CHECK(refused());
    CHECK_HAS(error.text, "the name is too long");
    error = (ed_Error){ .code = ED_OK };
    setenv("TMPDIR", "/proc", 1);
    CHECK(refused());
    if (statvfs("/proc", &system) == 0 && (system.f_flag & ST_NOEXEC))
        CHECK_HAS(error.text, "noexec");
    end();
}

TEST(a_folder_with_a_copy_that_is_still_mapped_stays_until_the_process_ends)
{
    char path[ED_COPY_DIR_PATH_MAX];
    CHECK(begin());
    CHECK(ed_copy_dir_open(&folder, &error) && put("game.so-1.so"));
    int lock = (int)folder.lock;
    memcpy(path, folder.path, sizeof path);
    ed_copy_dir_close(&folder);
    CHECK(is(path));
    CHECK_EQ(ed_copy_dir_sweep(parent), 0);
    CHECK(is(path));
    close(lock);      // as the end of the process does
    CHECK_EQ(ed_copy_dir_sweep(parent), 1);
    CHECK(!is(path));
    end();
}

TEST(a_folder_that_another_process_keeps_is_not_swept)
{
    char copy[ED_COPY_DIR_PATH_MAX + 16], path[ED_COPY_DIR_PATH_MAX];
    ed_CopyDir kept = ED_NO_COPY_DIR;
    CHECK(begin());
    CHECK(ed_copy_dir_open(&folder, &error) && put("game.so-1.so"));
    memcpy(path, folder.path, sizeof path);
    snprintf(copy, sizeof copy, "%s/game.so-1.so", path);
    ed_copy_dir_keep(&kept, copy);
    CHECK_TEXT(kept.path, path);
    i64 lock = kept.lock;
    ed_copy_dir_keep(&kept, copy);
    CHECK_EQ(kept.lock, lock);
    close((int)folder.lock);      // as the end of the process does
    CHECK_EQ(ed_copy_dir_sweep(parent), 0);
    CHECK(is(copy));
    // the next process makes another folder
    CHECK(ed_copy_dir_open(&folder, &error) && put("game.so-1.so"));
    CHECK(is(copy));
    snprintf(copy, sizeof copy, "%s/game.so-1.so", folder.path);
    ed_copy_dir_keep(&kept, copy);
    CHECK_TEXT(kept.path, folder.path);
    CHECK(!is(path) && is(copy));
    // what is not a copy is not kept, and the folder of a process that runs is not deleted
    ed_copy_dir_keep(&kept, in("game.so"));
    CHECK_TEXT(kept.path, "");
    ed_copy_dir_keep(&kept, "");
    CHECK_EQ(kept.lock, ED_NO_PRIVATE_FOLDER);
    CHECK(is(copy));
    ed_copy_dir_keep(&kept, copy);
    close((int)folder.lock);
    ed_copy_dir_leave(&kept);
    CHECK(is(copy));
    CHECK_EQ(ed_copy_dir_sweep(parent), 1);
    end();
}

/// Starts several processes at once, each of which sweeps the folders that seem abandoned.
TEST(processes_that_start_at_once_do_not_delete_each_others_folders)
{
    pid_t pids[4];
    int bad = 0, status;
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(pids); i++) {
        if ((pids[i] = fork()) != 0) continue;
        for (u32 turn = 0; turn < 200; turn++) {
            if (!ed_copy_dir_open(&folder, NULL) || !put("game.so-1.so")) _exit(1);
            char path[ED_COPY_DIR_PATH_MAX + 16];
            snprintf(path, sizeof path, "%s/game.so-1.so", folder.path);
            if (!is(path)) _exit(1);
            ed_copy_dir_remove(path);
            ed_copy_dir_close(&folder);
        }
        _exit(0);
    }
    for (u32 i = 0; i < ED_COUNT(pids); i++)
        bad += waitpid(pids[i], &status, 0) != pids[i] || status != 0;
    CHECK_EQ(bad, 0);
    CHECK_EQ(rmdir(parent), 0);
    end();
}

TEST(only_names_of_our_kind_are_swept)
{
    static const char *const names[] = { "eddie-code-azAZ09", "eddie-code-AAAAAA",
                                         "eddie-code-mNm555" };
    static const char *const others[] = { "eddie-code-aaaaa`", "eddie-code-aaaaa{",
                                          "eddie-code-aaaaa@", "eddie-code-aaaaa[",
                                          "eddie-code-aaaaa:", "eddie-code-aaaaa-",
                                          "eddie-code-",       "eddie-code",
                                          "Eddie-code-aaaaaa" };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK(leave(names[i]));
    for (u32 i = 0; i < ED_COUNT(others); i++) CHECK(leave(others[i]));
    CHECK_EQ(ed_copy_dir_sweep(parent), ED_COUNT(names));
    for (u32 i = 0; i < ED_COUNT(names); i++) CHECK(!is(in(names[i])));
    for (u32 i = 0; i < ED_COUNT(others); i++) CHECK(is(in(others[i])));
    CHECK_EQ(ed_copy_dir_sweep(in("none")), 0);
    end();
}

TEST(a_folder_with_a_file_of_another_name_is_not_swept)
{
    static const char *const copies[] = { "a-0.so", "game.so-12.so", "a--7.so", "-a-1.so" };
    static const char *const others[] = { "-1.so",      "game.so-.so", "game.so-1.so.old",
                                          "game-1a.so", "game_1.so",   "game-1.s",
                                          "game-1",     ".hidden",     "game-1.so-x" };
    char path[64];
    CHECK(begin());
    CHECK(mkdir(in("eddie-code-copies"), 0700) == 0);
    for (u32 i = 0; i < ED_COUNT(copies); i++) {
        snprintf(path, sizeof path, "eddie-code-copies/%s", copies[i]);
        CHECK(make(in(path)));
    }
    CHECK_EQ(ed_copy_dir_sweep(parent), 1);
    for (u32 i = 0; i < ED_COUNT(others); i++) {
        CHECK(leave("eddie-code-others"));
        snprintf(path, sizeof path, "eddie-code-others/%s", others[i]);
        CHECK(make(in(path)));
        CHECK_EQ(ed_copy_dir_sweep(parent), 0);
        CHECK(is(in(path)) && is(in("eddie-code-others/game.so-1.so")));
        CHECK(unlink(in(path)) == 0);
        CHECK_EQ(ed_copy_dir_sweep(parent), 1);
    }
    end();
}

/// Makes a folder whose path has that size, and uses it as the parent.
static bool use_parent_of_size(size_t size)
{
    static char name[ED_COPY_DIR_PATH_MAX];
    size_t used = (size_t)snprintf(name, sizeof name, "%s", parent);
    while (used < size) {
        size_t more = size - used > 150 ? 100 : size - used;      // with the slash
        name[used] = '/';
        memset(name + used + 1, 'x', more - 1);
        used += more;
        name[used] = 0;
        if (mkdir(name, 0700) != 0 && errno != EEXIST) return false;
    }
    return setenv("TMPDIR", name, 1) == 0;
}

TEST(the_longest_parent_folder_is_used_whole)
{
    const size_t most = ED_COPY_DIR_PATH_MAX - sizeof "/eddie-code-XXXXXX";
    CHECK(begin());
    CHECK(use_parent_of_size(most));
    CHECK(ed_copy_dir_open(&folder, &error));
    CHECK_EQ(strlen(folder.path), ED_COPY_DIR_PATH_MAX - 1);
    CHECK(is(folder.path));
    ed_copy_dir_close(&folder);
    CHECK(use_parent_of_size(most + 1));
    CHECK(refused());
    CHECK_HAS(error.text, "the name is too long");
    end();
}

TEST(without_TMPDIR_copies_are_in_tmp)
{
    char tmp[PATH_MAX];
    CHECK(realpath("/tmp", tmp));
    strcat(tmp, "/eddie-code-");
    for (u32 i = 0; i < 2; i++) {
        if (i) setenv("TMPDIR", "", 1);
        else unsetenv("TMPDIR");
        CHECK(ed_copy_dir_open(&folder, &error));
        bool good = strncmp(folder.path, tmp, strlen(tmp)) == 0;
        ed_copy_dir_close(&folder);
        unsetenv("TMPDIR");
        CHECK(good);
    }
}

static int open_in_tmp(void)
{
    bool opened = ed_copy_dir_open(&folder, &error);
    ed_copy_dir_close(&folder);
    return !opened;
}

TEST(a_folder_of_root_is_used_by_every_user)
{
    int status = 0;
    if (geteuid() != 0) return;      // then without_TMPDIR_copies_are_in_tmp shows it
    pid_t pid = fork();
    if (pid == 0) _exit(setresuid(NOBODY, NOBODY, NOBODY) == 0 ? open_in_tmp() : 99);
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_EQ(status, 0);
}

static int open_in_a_closed_folder(void)
{
    bool opened = ed_copy_dir_open(&folder, &error);
    return opened || *folder.path || !strstr(error.text, ": Permission denied: set TMPDIR to");
}

TEST(a_parent_folder_that_nobody_may_write_to_is_reported)
{
    int status = 0;
    CHECK(begin());
    if (geteuid() == 0) CHECK(chown(parent, NOBODY, NOBODY) == 0);
    CHECK(chmod(parent, 0500) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && setresuid(NOBODY, NOBODY, NOBODY) != 0) _exit(99);
        _exit(open_in_a_closed_folder());
    }
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK_EQ(status, 0);
    CHECK(chmod(parent, 0700) == 0);
    end();
}

TEST(a_copy_in_a_folder_that_does_not_exist_is_reported)
{
    CHECK(begin());
    CHECK(!ed_copy_dir_put(in("none"), "game.so-1.so", "code", 4, &error));
    CHECK_HAS(error.text, "none: the library cannot be copied there: No such file or directory");
    error = (ed_Error){ .code = ED_OK };
    CHECK(make(in("file")));
    CHECK(!ed_copy_dir_put(in("file"), "game.so-1.so", "code", 4, &error));
    CHECK_HAS(error.text, "other users can write to that folder");
    ed_copy_dir_remove("file");      // has no folder
    ed_copy_dir_remove(in("none/file"));
    CHECK(is(in("file")));
    end();
}

TEST(folders_and_copies_leave_no_file_open)
{
    char path[ED_COPY_DIR_PATH_MAX + 16];
    int before = open_files();
    CHECK(begin());
    CHECK(leave("eddie-code-aB3xYz") && leave("eddie-code-public")
          && chmod(in("eddie-code-public"), 0755) == 0 && mkdir(in("open"), 0700) == 0
          && chmod(in("open"), 0777) == 0);
    CHECK(ed_copy_dir_open(&folder, &error));
    CHECK_EQ(open_files(), before + 1);
    CHECK(put("game.so-1.so") && !put("game.so-1.so"));
    CHECK(!ed_copy_dir_put(in("open"), "game.so-1.so", "code", 4, NULL));
    snprintf(path, sizeof path, "%s/game.so-1.so", folder.path);
    ed_copy_dir_remove(path);
    CHECK(ed_copy_dir_renew(&folder, &error));
    CHECK_EQ(open_files(), before + 1);
    CHECK(rmdir(folder.path) == 0);
    CHECK(ed_copy_dir_renew(&folder, &error));
    CHECK_EQ(open_files(), before + 1);
    ed_copy_dir_close(&folder);
    CHECK_EQ(folder.lock, -1);
    CHECK_TEXT(folder.path, "");
    CHECK_EQ(open_files(), before);
    ed_copy_dir_close(&folder);      // nothing is open
    end();
}
