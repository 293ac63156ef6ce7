#include "runtime/os/files/output_file.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

TEST(an_output_file_keeps_the_first_bytes_that_are_written)
{
    i64 handle;
    char text[16];
    CHECK_EQ(ed_output_file_open(&handle, 8), 0);
    CHECK_EQ(ed_output_file_read(handle, text, sizeof text), 0);
    CHECK_TEXT(text, "");
    CHECK_EQ(write((int)handle, "hello", 5), 5);
    CHECK_EQ(ed_output_file_read(handle, text, sizeof text), 5);
    CHECK_TEXT(text, "hello");
    CHECK_EQ(ed_output_file_read(handle, text, 3), 2);
    CHECK_TEXT(text, "he");
    CHECK(write((int)handle, "worlds", 6) < 0);
    CHECK_EQ(write((int)handle, "wor", 3), 3);
    CHECK(write((int)handle, "!", 1) < 0);
    CHECK_EQ(ed_output_file_read(handle, text, sizeof text), 8);
    CHECK_TEXT(text, "hellowor");
    int file = (int)handle;
    ed_output_file_close(&handle);
    CHECK(handle == -1 && fcntl(file, F_GETFD) < 0);
    ed_output_file_close(&handle);
}

TEST(without_memory_there_is_no_output_file)
{
    i64 handle;
    failing_call("memfd_create", EMFILE);
    CHECK_EQ(ed_output_file_open(&handle, 8), EMFILE);
    CHECK_EQ(handle, -1);
}
