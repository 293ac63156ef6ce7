#include "runtime/os/process/self.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(the_program_of_this_process_can_be_started_again)
{
    char path[4096], small[8];
    CHECK(ed_self_program(path, sizeof path));
    CHECK_HAS(path, "test_unit");
    CHECK_EQ(access(path, X_OK), 0);
    CHECK(!ed_self_program(small, sizeof small));
}

/// A program that deletes itself.
TEST_PROGRAM(deleted_program)
{
    char path[4096];
    (void)argc;
    if (unlink(argv[2]) != 0 || !ed_self_program(path, sizeof path)) return 1;
    return access(argv[2], X_OK) == 0 || access(path, X_OK) != 0;
}

TEST(a_program_whose_file_was_deleted_can_be_started_again)
{
    char path[4096], command[8192], copy[] = "/tmp/eddie-self-XXXXXX";
    int file = mkstemp(copy);
    CHECK(file >= 0 && close(file) == 0);
    CHECK(ed_self_program(path, sizeof path));
    snprintf(command, sizeof command, "cp '%s' %s && chmod +x %s && %s deleted_program %s", path,
             copy, copy, copy, copy);
    CHECK_EQ(system(command), 0);
}

TEST(a_variable_is_read_and_then_removed)
{
    char value[4] = "";
    setenv("EDDIE_TEST_SELF", "abcdef", 1);
    CHECK(ed_self_take_variable("EDDIE_TEST_SELF", value, sizeof value));
    CHECK_TEXT(value, "abc");
    CHECK(!getenv("EDDIE_TEST_SELF"));
    CHECK(!ed_self_take_variable("EDDIE_TEST_SELF", value, sizeof value));
}

/// Starts a child that starts another process and ends. Returns true if that process ended, too.
static bool child_of_child_ends(void)
{
    int ends[2];
    char byte;
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        i64 parent = ed_self_id();
        if (fork() == 0) {
            bool begun = ed_self_end_with(parent) && write(ends[1], "x", 1) == 1;
            for (int i = 0; begun && i < 100; i++) usleep(100000);
            _exit(write(ends[1], "y", 1) != 1);
        }
        _exit(read(ends[0], &byte, 1) != 1 || byte != 'x');
    }
    close(ends[1]);
    bool ended = waitpid(child, NULL, 0) == child && read(ends[0], &byte, 1) == 0;
    close(ends[0]);
    return ended;
}

TEST(a_process_can_end_with_its_parent)
{
    CHECK_EQ(ed_self_id(), getpid());
    CHECK_EQ(ed_self_parent_id(), getppid());
    CHECK(child_of_child_ends());
    pid_t child = fork();
    int status = 1;
    if (child == 0) _exit(ed_self_end_with(1 << 30));
    CHECK(waitpid(child, &status, 0) == child && status == 0);
}
