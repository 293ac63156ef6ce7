#include "tests/lib/test.h"
#include <signal.h>
#include "runtime/os/fault/signal_cause.h"

TEST(a_signal_has_a_cause_and_a_text)
{
    static const struct {
        int signal;
        ed_SignalCause cause;
        const char *text;
    } signals[] = {
        { SIGSEGV, ED_CAUSE_ADDRESS, "Segmentation fault" },
        { SIGBUS, ED_CAUSE_MAPPED_FILE, "Bus error" },
        { SIGFPE, ED_CAUSE_DIVISION, "Floating point exception" },
        { SIGABRT, ED_CAUSE_ABORT, "Aborted" },
        { SIGILL, ED_CAUSE_INSTRUCTION, "Illegal instruction" },
        { SIGTRAP, ED_CAUSE_INSTRUCTION, "Trace/breakpoint trap" },
        { SIGTERM, ED_CAUSE_OTHER, "Terminated" },
    };
    for (u32 i = 0; i < ED_COUNT(signals); i++) {
        CHECK_EQ(ed_signal_cause(signals[i].signal), signals[i].cause);
        CHECK_TEXT(ed_signal_text(signals[i].signal), signals[i].text);
    }
}
