#include "host/cmd/limit.h"
#include "runtime/base/limits.h"
#include "runtime/debug/exit_code.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <stdio.h>

static int code;
static size_t limit;      // after the call; it is 1 GiB before

/// The words that are left, after the option was taken from them.
static const char *left(const char *text)
{
    static char line[128], joined[128];
    char *words[16];
    int count = 0;
    const size_t before = ed_bytes_max;
    snprintf(line, sizeof line, "%s", text);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    printed_begin();
    code = host_limit_take(&count, words);
    printed_end();
    limit = ed_bytes_max >> 30;
    ed_bytes_max = before;
    joined[0] = 0;
    for (int i = 0; i < count && words[i]; i++)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s|", words[i]);
    if (code == ED_EXIT_NOT_YET && words[count]) return "not ended by NULL";
    return joined;
}

static const char *refused(const char *text)
{
    left(text);
    return code == ED_EXIT_USAGE && limit == 1 ? printed_err : "accepted";
}

TEST(the_limit_is_taken_from_any_position)
{
    CHECK_TEXT(left("eddie cat a"), "eddie|cat|a|");
    CHECK_EQ(limit, 1);
    CHECK_TEXT(left("eddie --limit 2 cat a"), "eddie|cat|a|");
    CHECK_EQ(limit, 2);
    CHECK_TEXT(left("eddie cat a --limit=64"), "eddie|cat|a|");
    CHECK_EQ(limit, 64);
    CHECK_TEXT(left("eddie --limits 3 --limi 4"), "eddie|--limits|3|--limi|4|");
    CHECK_EQ(limit, 1);
    CHECK_TEXT(left("eddie --limit 3 --limit 1 a"), "eddie|a|");
    CHECK_EQ(limit, 1);
    CHECK_TEXT(printed_err, "");
}

TEST(a_limit_is_a_number_from_1_to_64)
{
    CHECK_TEXT(refused("eddie --limit 65 cat"),
               "eddie: --limit 65: expected a whole number of GiB from 1 to 64\n");
    CHECK_TEXT(refused("eddie --limit=0 --limit=2"),
               "eddie: --limit 0: expected a whole number of GiB from 1 to 64\n");
    CHECK_TEXT(refused("eddie --limit"),
               "eddie: --limit: expected a whole number of GiB from 1 to 64\n");
    CHECK_TEXT(refused("eddie --limit 2x"),
               "eddie: --limit 2x: expected a whole number of GiB from 1 to 64\n");
}
