#include "tests/lib/build_run.h"
#include <unistd.h>

ed_Build build;
char build_location[128], build_message[256];

ed_BuildEnd build_run(const char *command)
{
    ed_Error error = { .code = ED_OK };
    ed_BuildEnd end = ED_BUILD_RUNS;
    if (!ed_build_start(&build, command, "-W a.c", false, &error)) return ED_BUILD_FAILED;
    while ((end = ed_build_poll(&build)) == ED_BUILD_RUNS) usleep(500);
    ed_Text p = ed_text_over(build_location, sizeof build_location),
            w = ed_text_over(build_message, sizeof build_message);
    ed_build_error(&build, &p, &w);
    return end;
}
