#include "runtime/os/files/open_file.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];
static i64 file;

static bool begin(void)
{
    snprintf(path, sizeof path, "/tmp/eddie-test-XXXXXX");
    int made = mkstemp(path);
    return made >= 0 && close(made) == 0 && ed_file_open_to_write(&file, path) == 0;
}

static void end(void)
{
    ed_file_close(file);
    CHECK(unlink(path) == 0);
}

/// The bytes of the file as text.
static const char *content(void)
{
    static char bytes[64];
    size_t got = 0;
    i64 again;
    if (ed_file_open(&again, path) != 0) return "it cannot be opened";
    ed_file_read_on(again, bytes, sizeof bytes - 1, &got);
    ed_file_close(again);
    bytes[got] = 0;
    return bytes;
}

TEST(writes_follow_each_other)
{
    ed_FileInfo info;
    CHECK(begin());
    CHECK(ed_file_write_on(file, "one ", 4) == 0 && ed_file_write_on(file, "two", 3) == 0);
    CHECK_TEXT(content(), "one two");
    CHECK(ed_file_info_of(file, &info) == 0 && info.mark.size == 7);
    end();
}

TEST(an_emptied_file_begins_again)
{
    ed_FileInfo info;
    CHECK(begin());
    CHECK(ed_file_write_on(file, "a long text", 11) == 0);
    CHECK_EQ(ed_file_empty(file), 0);
    CHECK(ed_file_info_of(file, &info) == 0 && info.mark.size == 0);
    CHECK(ed_file_write_on(file, "short", 5) == 0);
    CHECK_TEXT(content(), "short");
    end();
}

TEST(reads_follow_each_other_up_to_the_end)
{
    char bytes[8] = "";
    size_t got;
    i64 again;
    CHECK(begin());
    CHECK(ed_file_write_on(file, "0123456789", 10) == 0);
    CHECK_EQ(ed_file_open(&again, path), 0);
    CHECK(ed_file_read_on(again, bytes, 6, &got) == 0 && got == 6 && !memcmp(bytes, "012345", 6));
    CHECK(ed_file_read_on(again, bytes, 6, &got) == 0 && got == 4 && !memcmp(bytes, "6789", 4));
    CHECK(ed_file_read_on(again, bytes, 6, &got) == 0 && got == 0);
    ed_file_close(again);
    end();
}

TEST(a_file_that_is_not_there_is_not_opened)
{
    i64 none = 5;
    CHECK(ed_file_open(&none, "/nowhere/it") != 0);
    CHECK_EQ(none, ED_NO_FILE);
    CHECK(ed_file_open_to_write(&none, "/nowhere/it") != 0);
    CHECK_EQ(none, ED_NO_FILE);
    ed_file_close(none);
}
