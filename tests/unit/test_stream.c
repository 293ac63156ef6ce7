#include "runtime/os/process/stream.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/// Reads once, and returns the text; "ended" at the end, "error" after a failure.
static const char *next_part(i64 stream)
{
    static char text[64];
    size_t size = 0;
    bool ended = false;
    if (ed_stream_read(stream, text, sizeof text - 1, &size, &ended) != 0) return "error";
    text[size] = 0;
    return ended ? "ended" : text;
}

TEST(a_stream_waits_for_bytes_of_a_pipe)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    i64 stream = ends[0];
    CHECK(!ed_stream_wait(stream, 0));
    CHECK(!ed_stream_wait(stream, 5));
    CHECK(write(ends[1], "some", 4) == 4);
    CHECK(ed_stream_wait(stream, -1));
    CHECK_TEXT(next_part(stream), "some");
    CHECK(!ed_stream_wait(stream, 0));
    close(ends[1]);
    CHECK(ed_stream_wait(stream, -1));      // for the end
    CHECK_TEXT(next_part(stream), "ended");
    ed_stream_close(&stream);
    CHECK(stream == ED_STREAM_CLOSED);
    CHECK(fcntl(ends[0], F_GETFD) < 0);
}

TEST(an_interrupted_stream_has_not_ended)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    CHECK_TEXT(next_part(ends[0]), "");
    close(ends[0]);
    close(ends[1]);
    CHECK_TEXT(next_part(ends[0]), "error");
}

TEST(a_stream_is_a_file_a_named_pipe_or_standard_input_but_not_a_folder)
{
    char folder[] = "/tmp/eddie-stream-XXXXXX", path[64];
    i64 stream = 0;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/x", folder);
    CHECK_EQ(ed_stream_open(&stream, path), ENOENT);
    CHECK(stream == ED_STREAM_CLOSED);
    CHECK_EQ(ed_stream_open(&stream, folder), EISDIR);
    CHECK(stream == ED_STREAM_CLOSED);
    CHECK(mkfifo(path, 0600) == 0);
    int both = open(path, O_RDWR);      // so that opening it for reading does not wait
    CHECK_EQ(ed_stream_open(&stream, path), 0);
    CHECK(write(both, "named", 5) == 5 && ed_stream_wait(stream, -1));
    CHECK_TEXT(next_part(stream), "named");
    ed_stream_close(&stream);
    close(both);
    unlink(path);
    rmdir(folder);
    CHECK_EQ(ed_stream_open(&stream, "-"), 0);
    ed_stream_close(&stream);
    CHECK(stream == ED_STREAM_CLOSED && fcntl(STDIN_FILENO, F_GETFD) >= 0);
}
