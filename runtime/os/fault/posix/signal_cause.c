#include "runtime/os/fault/signal_cause.h"
#include <signal.h>
#include <string.h>

ed_SignalCause ed_signal_cause(int number)
{
    switch (number) {
    case SIGSEGV: return ED_CAUSE_ADDRESS;
#ifdef __APPLE__
    // macOS also sends it for memory that forbids the access.
    case SIGBUS: return ED_CAUSE_ADDRESS;
#else
    case SIGBUS: return ED_CAUSE_MAPPED_FILE;
#endif
    case SIGFPE: return ED_CAUSE_DIVISION;
    case SIGABRT: return ED_CAUSE_ABORT;
    case SIGILL:
    case SIGTRAP: return ED_CAUSE_INSTRUCTION;
    default: return ED_CAUSE_OTHER;
    }
}

int ed_signal_exit_code(int number) { return 128 + number; }

const char *ed_signal_text(int number) { return strsignal(number); }
