#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/isolation.h"
#include "tests/lib/open_files.h"

static ed_Isolation apart;

static bool is_open(int file) { return fcntl(file, F_GETFD) >= 0; }

TEST(an_isolation_has_two_ends_until_it_is_closed)
{
    CHECK(ed_isolation_open(&apart));
    int child = apart.child, parent = apart.parent;
    CHECK(child >= 0 && parent >= 0 && child != parent);
    CHECK(fcntl(child, F_GETFD) & FD_CLOEXEC && fcntl(parent, F_GETFD) & FD_CLOEXEC);
    CHECK(fcntl(parent, F_GETFL) & O_NONBLOCK);
    ed_isolation_close_child_end(&apart);
    CHECK(apart.child == -1 && !is_open(child) && is_open(parent));
    ed_isolation_close_child_end(&apart);
    ed_isolation_close(&apart);
    CHECK(apart.parent == -1 && !is_open(parent));
    ed_isolation_close(&apart);
    ed_isolation_drain(&apart);
    CHECK(ed_isolation_open(&apart));
    child = apart.child;
    ed_isolation_close(&apart);
    CHECK(apart.child == -1 && !is_open(child));
    failing_call("socketpair", EMFILE);
    CHECK(!ed_isolation_open(&apart));
    CHECK(apart.child == -1 && apart.parent == -1);
}

TEST(what_a_trial_sends_is_discarded_and_it_receives_nothing)
{
    char bytes[4096] = { 0 };
    CHECK(ed_isolation_open(&apart));
    CHECK_EQ(recv(apart.child, bytes, sizeof bytes, MSG_DONTWAIT), 0);      // the end
    for (u32 i = 0; i < 100; i++) {
        while (send(apart.child, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {}
        CHECK_EQ(errno, EAGAIN);      // full, until it is read
        ed_isolation_drain(&apart);
    }
    CHECK(recv(apart.parent, bytes, sizeof bytes, MSG_DONTWAIT) < 0);
    CHECK_EQ(errno, EAGAIN);
    ed_isolation_close(&apart);
}

// --- the files of a forked process --------------------------------------------------------------

static struct {
    int reads, writes, both, folder, pipe[2], sockets[2];
} files;
static char folder[64], path[96];

static bool make_files(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/file", folder);
    files.writes = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    files.reads = open(path, O_RDONLY | O_CLOEXEC);
    files.both = open(path, O_RDWR);
    files.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return files.writes >= 0 && write(files.writes, "0123456789", 10) == 10
        && lseek(files.reads, 5, SEEK_SET) == 5 && lseek(files.both, 7, SEEK_SET) == 7
        && pipe(files.pipe) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, files.sockets) == 0;
}

static void close_files(void)
{
    close(files.reads);
    close(files.writes);
    close(files.both);
    close(files.folder);
    for (u32 i = 0; i < 2; i++) {
        close(files.pipe[i]);
        close(files.sockets[i]);
    }
    unlink(path);
    rmdir(folder);
}

static bool is_null(int file)
{
    struct stat st;
    return fstat(file, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3);
}

/// Reads the next byte, and checks that the file cannot be written to.
static char next_of(int file)
{
    char byte = 0;
    if (write(file, "x", 1) >= 0 || !(fcntl(file, F_GETFD) & FD_CLOEXEC)) return 0;
    return read(file, &byte, 1) == 1 ? byte : 0;
}

static int in_the_trial(void)
{
    struct stat st, was;
    ino_t error = fstat(STDERR_FILENO, &st) == 0 ? st.st_ino : 0;
    int before = open_files();
    if (fstat(files.folder, &was) != 0) return 1;
    ed_isolation_replace_files(&apart);
    if (next_of(files.reads) != '5' || next_of(files.both) != '7') return 2;
    if (!is_null(files.writes) || !is_null(files.pipe[0]) || !is_null(files.pipe[1])) return 3;
    if (fstat(files.folder, &st) != 0 || st.st_ino != was.st_ino || st.st_dev != was.st_dev)
        return 4;
    for (u32 i = 0; i < 2; i++) {
        char byte;
        if (send(files.sockets[i], "x", 1, 0) != 1) return 5;
        if (recv(files.sockets[i], &byte, 1, MSG_DONTWAIT) != 0) return 6;
    }
    if (!is_open(apart.child) || is_null(apart.child)) return 7;
    if (fstat(STDERR_FILENO, &st) != 0 || st.st_ino != error) return 8;
    if (open_files() != before) return 9;
    return 0;
}

TEST(the_files_of_a_trial_are_its_own_or_nothing)
{
    int status = 0;
    char byte;
    CHECK(make_files() && ed_isolation_open(&apart));
    pid_t pid = fork();
    if (pid == 0) _exit(in_the_trial());
    ed_isolation_close_child_end(&apart);
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(WIFEXITED(status));
    CHECK_EQ(WEXITSTATUS(status), 0);
    // those of the parent did not move, and nothing was sent there
    CHECK_EQ(lseek(files.reads, 0, SEEK_CUR), 5);
    CHECK_EQ(lseek(files.both, 0, SEEK_CUR), 7);
    CHECK(recv(files.sockets[0], &byte, 1, MSG_DONTWAIT) < 0
          && recv(files.sockets[1], &byte, 1, MSG_DONTWAIT) < 0);
    ed_isolation_close(&apart);
    close_files();
}

// --- how it ended -------------------------------------------------------------------------------

static u64 at_function(const char *name) { return (u64)(uintptr_t)dlsym(RTLD_DEFAULT, name) + 1; }

#define MODULE 0x7000u      // an address of a module that does not exist

/// Which library ended the trial, by the frames of its exit; "" if none did.
static const char *ended_by(ed_FaultKind kind, int signal, u64 caller, u64 next)
{
    static char words[128];
    ed_Text why = ed_text_over(words, sizeof words);
    const ed_Fault fault = { .kind = kind,
                             .signal = signal,
                             .base = MODULE,
                             .end = MODULE + 0x1000,
                             .frames = { getauxval(AT_ENTRY), at_function("exit"),
                                         at_function("abort"), caller, next },
                             .frame_count = 5 };
    bool ended = ed_isolation_ended_by_library(&fault, &why);
    return ended == (why.size > 0) ? words : "it differs";
}

TEST(a_library_that_exits_or_aborts_ended_the_trial_by_itself)
{
    static const char words[] = "libm.so.6 ended the trial when its connection was closed";
    u64 library = at_function("nextafter"), libc = at_function("exit"), here = MODULE + 16,
        program = getauxval(AT_ENTRY);
    Dl_info info;
    if (!dladdr((const void *)(uintptr_t)library, &info) || !strstr(info.dli_fname, "libm.so.6"))
        return;      // another C library
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, library, here), words);
    CHECK_TEXT(ended_by(ED_FAULT_SIGNAL, SIGABRT, library, here), words);
    CHECK_TEXT(ended_by(ED_FAULT_SIGNAL, SIGSEGV, library, here), "");
    CHECK_TEXT(ended_by(ED_FAULT_THREAD_EXIT, SIGABRT, library, here), "");
    CHECK_TEXT(ended_by(ED_FAULT_HANG, 0, library, here), "");
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, here, library), "");
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, MODULE, library), "");
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, program, library), "");
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, 16, library), "");      // of no library
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, libc, library), words);
    CHECK_TEXT(ended_by(ED_FAULT_EXIT, 0, libc, libc), "");
}

TEST(without_the_frames_of_an_exit_no_library_ended_the_trial)
{
    char words[128];
    ed_Text why = ed_text_over(words, sizeof words);
    ed_Fault fault = { .kind = ED_FAULT_EXIT, .frames = { at_function("exit") } };
    CHECK(!ed_isolation_ended_by_library(&fault, &why));
    fault.frame_count = 1;
    CHECK(!ed_isolation_ended_by_library(&fault, &why));
    fault.frames[0] = getauxval(AT_ENTRY);
    CHECK(!ed_isolation_ended_by_library(&fault, &why));
    CHECK_EQ(why.size, 0);
}
