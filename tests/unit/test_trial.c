#include "runtime/live/trial.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static ed_Trial trial;

/// The error of a trial whose call `name` fails; NULL where it started all the same.
static const char *error_of(const char *name)
{
    static ed_Error error;
    static ed_Run run;
    static const ed_Library library;
    error = (ed_Error){ .code = ED_OK };
    failing_call(name, EMFILE);
    if (ed_trial_start(&trial, &run, &library, &error)) {
        ed_trial_stop(&trial);
        return NULL;
    }
    return error.text;
}

TEST(a_trial_that_cannot_be_prepared_is_reported_and_leaves_nothing_open)
{
    int lowest = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK(lowest >= 0 && close(lowest) == 0);
    const char *error = error_of("memfd_create");
    CHECK(error);
    CHECK_TEXT(error, "cannot allocate memory for a trial: Too many open files");
    error = error_of("socketpair");
    CHECK(error);
    CHECK_TEXT(error, "cannot create sockets for a trial: Too many open files");
    CHECK_EQ(trial.child, 0);
    ed_trial_close(&trial);
    int again = open("/dev/null", O_RDONLY | O_CLOEXEC);
    CHECK_EQ(again, lowest);
    close(again);
}
