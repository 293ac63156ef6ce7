#include "runtime/debug/reply.h"
#include "runtime/live/process.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <fcntl.h>
#include <unistd.h>

static bool good;

/// The line that answers the command.
static const char *printed(const ed_Reply *reply, const char *command, bool json)
{
    printed_begin();
    good = ed_reply_print(reply, command, json);
    printed_end();
    return *printed_err ? printed_err : printed_out;
}

TEST(a_reply_is_one_line_that_begins_with_ok_or_error)
{
    ed_Reply reply = { .ok = false };
    ed_reply_ok(&reply, "%s", "");
    CHECK_TEXT(printed(&reply, "quit", false), "ok\n");
    ed_reply_ok(&reply, "a");
    CHECK_TEXT(printed(&reply, "key", false), "ok a\n");
    CHECK_TEXT(printed(&reply, "key", true), "{\"ok\":true,\"command\":\"key\",\"line\":\"a\"}\n");
    ed_reply_ok(&reply, "frame %d", 12);
    CHECK_TEXT(printed(&reply, "step", false), "ok frame 12\n");
    ed_reply_error(&reply, "no file: %s", "a\nb\tc\x1f d\xc3\xa4!");
    CHECK_TEXT(printed(&reply, "load", false), "error no file: a b c  d\xc3\xa4!\n");
    CHECK(good);
}

TEST(a_reply_in_json_has_the_command_and_its_members)
{
    ed_Reply reply = { .ok = false };
    ed_reply_ok(&reply, "%s", "");
    CHECK_TEXT(printed(&reply, "quit", true), "{\"ok\":true,\"command\":\"quit\"}\n");
    ed_reply_ok(&reply, "frame %d", 12);
    ed_reply_number(&reply, "frame", 12);
    ed_reply_number(&reply, "build_ms", 0.25);
    CHECK_TEXT(printed(&reply, "step", true),
               "{\"ok\":true,\"command\":\"step\",\"line\":\"frame 12\",\"frame\":12,"
               "\"build_ms\":0.25}\n");
    CHECK_TEXT(printed(&reply, "step", false), "ok frame 12\n");
    reply = (ed_Reply){ .ok = true };
    ed_reply_error(&reply, "a \"b\"");
    CHECK_TEXT(printed(&reply, "x\"", true),
               "{\"ok\":false,\"command\":\"x\\\"\",\"error\":\"a \\\"b\\\"\"}\n");
    reply = (ed_Reply){ .ok = false };
    CHECK_TEXT(printed(&reply, "x", true), "{\"ok\":false,\"command\":\"x\",\"error\":\"\"}\n");
}

TEST(a_long_value_is_a_member_and_may_be_the_text)
{
    ed_Reply reply = { .name = "report", .value = "[1,2]" };
    ed_reply_ok(&reply, "loaded");
    CHECK_TEXT(printed(&reply, "load", false), "ok loaded\n");
    CHECK_TEXT(printed(&reply, "load", true),
               "{\"ok\":true,\"command\":\"load\",\"line\":\"loaded\",\"report\":[1,2]}\n");
    reply.value_in_text = true;
    CHECK_TEXT(printed(&reply, "load", false), "ok loaded [1,2]\n");
    reply.name = NULL;
    CHECK_TEXT(printed(&reply, "load", false), "ok loaded\n");
}

TEST(numbers_of_frames_keep_all_their_digits)
{
    ed_Reply reply = { .ok = true };
    ed_reply_number(&reply, "frame", 123456789012345);
    CHECK_TEXT(reply.members, ",\"frame\":123456789012345");
}

static int print_to_a_full_disk(int argc, char **argv)
{
    (void)argc, (void)argv;
    const ed_Reply reply = { .ok = true };
    int full = open("/dev/full", O_WRONLY), free = open("/dev/null", O_WRONLY);
    if (full < 0 || dup2(full, 1) < 0 || ed_reply_print(&reply, "step", false)) return 8;
    // The answer before is lost, although there is room again.
    return dup2(free, 1) < 0 || ed_reply_print(&reply, "step", false) ? 9 : 7;
}

TEST(a_reply_that_cannot_be_written_is_an_error)
{
    CHECK_EQ(printed_run(print_to_a_full_disk, (const char *const[]){ "step", NULL }), 7);
}

/// Prints a reply after the game opened another file as standard output.
static int print_after_the_game_took_the_output(int argc, char **argv)
{
    (void)argc, (void)argv;
    const ed_Reply reply = { .ok = true, .text = "frame 1" };
    ed_process_take();
    int file = open("/dev/null", O_WRONLY);
    return file >= 0 && dup2(file, 1) >= 0 && ed_reply_print(&reply, "step", false) ? 7 : 8;
}

TEST(a_reply_is_printed_where_the_program_was_started)
{
    const char *const words[] = { "step", NULL };
    CHECK_EQ(printed_run(print_after_the_game_took_the_output, words), 7);
    CHECK_TEXT(printed_out, "ok frame 1\n");
}
