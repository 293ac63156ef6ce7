#include "host/cmd/snapshot_commands.h"
#include "runtime/base/limits.h"
#include "runtime/base/str.h"
#include "tests/lib/printed.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <unistd.h>

static int run(const char *one, const char *two)
{
    return printed_run(host_snapshot_info, (const char *const[]){ "info", one, two, NULL });
}

TEST(the_limits_and_the_machine_are_listed)
{
    char lines[512];
    CHECK_EQ(run("--host", NULL), 0);
    CHECK_TEXT(printed_err, "");
    snprintf(lines, sizeof lines,
             "version: %s\nprocessors: %ld\npage size: %ld\nhuge pages: ", ED_VERSION,
             sysconf(_SC_NPROCESSORS_ONLN), sysconf(_SC_PAGESIZE));
    CHECK(strncmp(printed_out, lines, strlen(lines)) == 0);
    snprintf(lines, sizeof lines,
             "\nstate bytes max: %zu\nsnapshot bytes max: %zu\nattic bytes max: %zu\nwatching: ",
             ed_bytes_max, ed_snapshot_bytes_max(), ed_attic_bytes_max());
    CHECK_HAS(printed_out, lines);
    CHECK(strstr(printed_out, "\nhuge pages used: yes\n")
          || strstr(printed_out, "\nhuge pages used: no\n"));
}

/// The JSON that has the same facts as the lines: numbers without quotes.
static const char *json_of(char *lines)
{
    static char json[2048];
    ed_Text out = ed_text_over(json, sizeof json);
    for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strstr(line, ": ");
        bool number = value && strspn(value + 2, "0123456789") == strlen(value + 2);
        ed_text_add(&out, "%s\"", out.size ? "," : "{");
        for (char *at = line; at < value; at++) ed_text_put(&out, *at == ' ' ? "_" : at, 1);
        ed_text_add(&out, number ? "\":%s" : "\":\"%s\"", value ? value + 2 : "");
    }
    ed_text_add(&out, "}\n");
    return json;
}

TEST(info_host_prints_the_same_facts_as_one_json_object)
{
    static char lines[PRINTED_MAX];
    CHECK_EQ(run("--host", "--no-color"), 0);
    strcpy(lines, printed_out);
    const char *expected = json_of(lines);
    CHECK_EQ(run("--json", "--host"), 0);
    CHECK_TEXT(printed_out, expected);
}

TEST(info_host_refuses_other_arguments)
{
    CHECK_EQ(run("--host", "a.state"), 2);
    CHECK_TEXT(printed_out, "");
    CHECK_TEXT(printed_err,
               "eddie: unexpected argument a.state: info --host takes no file; see eddie "
               "info --help\n");
}

TEST(info_host_with_help_prints_only_the_help)
{
    CHECK_EQ(run("--host", "--help"), 0);
    CHECK(strncmp(printed_out, "usage: eddie info ", 18) == 0);
    CHECK(!strstr(printed_out, "processors: "));
}
