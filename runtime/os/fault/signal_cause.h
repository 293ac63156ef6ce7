/// What the number of a fault means. The system reports it when code faults, or when a process ends
/// because of a fault: on POSIX a signal.
#ifndef ED_OS_SIGNAL_CAUSE_H
#define ED_OS_SIGNAL_CAUSE_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef enum ed_SignalCause {
    ED_CAUSE_OTHER,
    ED_CAUSE_ADDRESS,          // access to an address without memory, or one that forbids it
    ED_CAUSE_MAPPED_FILE,      // access to an address beyond the end of a mapped file
    ED_CAUSE_DIVISION,         // a division by zero, or another arithmetic error
    ED_CAUSE_ABORT,            // the program called abort, perhaps by an assert
    ED_CAUSE_INSTRUCTION       // an invalid instruction, or one that stops for a debugger
} ed_SignalCause;

ed_SignalCause ed_signal_cause(int number);
/// The exit code of a program that reports how its child was killed: 128 + number, as shells do; on
/// Windows, the number itself.
int ed_signal_exit_code(int number);
const char *ed_signal_text(int number);      ///< the system's text, "Segmentation fault"

ED_C_END
#endif
