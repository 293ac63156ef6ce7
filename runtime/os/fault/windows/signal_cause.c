#include "runtime/os/fault/signal_cause.h"
#include <windows.h>
#include "runtime/os/process/windows/end_code.h"

// The numbers are codes of exceptions, which are also the exit codes of the processes they end.

static const struct {
    u32 code;
    ed_SignalCause cause;
    const char *text;
} causes[] = {
    { EXCEPTION_ACCESS_VIOLATION, ED_CAUSE_ADDRESS, "Access violation" },
    { EXCEPTION_STACK_OVERFLOW, ED_CAUSE_ADDRESS, "Stack overflow" },
    { EXCEPTION_DATATYPE_MISALIGNMENT, ED_CAUSE_ADDRESS, "Misaligned access" },
    { EXCEPTION_IN_PAGE_ERROR, ED_CAUSE_MAPPED_FILE, "In-page error" },
    { EXCEPTION_INT_DIVIDE_BY_ZERO, ED_CAUSE_DIVISION, "Integer division by zero" },
    { EXCEPTION_INT_OVERFLOW, ED_CAUSE_DIVISION, "Integer overflow" },
    { EXCEPTION_FLT_DIVIDE_BY_ZERO, ED_CAUSE_DIVISION, "Floating-point division by zero" },
    { EXCEPTION_FLT_DENORMAL_OPERAND, ED_CAUSE_OTHER, "Floating-point exception: denormal" },
    { EXCEPTION_FLT_INEXACT_RESULT, ED_CAUSE_OTHER, "Floating-point exception: inexact result" },
    { EXCEPTION_FLT_INVALID_OPERATION, ED_CAUSE_OTHER,
      "Floating-point exception: invalid operation" },
    { EXCEPTION_FLT_OVERFLOW, ED_CAUSE_OTHER, "Floating-point exception: overflow" },
    { EXCEPTION_FLT_STACK_CHECK, ED_CAUSE_OTHER, "Floating-point exception: stack" },
    { EXCEPTION_FLT_UNDERFLOW, ED_CAUSE_OTHER, "Floating-point exception: underflow" },
    { EXCEPTION_ARRAY_BOUNDS_EXCEEDED, ED_CAUSE_OTHER, "Array bounds exceeded" },
    { EXCEPTION_ILLEGAL_INSTRUCTION, ED_CAUSE_INSTRUCTION, "Illegal instruction" },
    { EXCEPTION_PRIV_INSTRUCTION, ED_CAUSE_INSTRUCTION, "Privileged instruction" },
    { EXCEPTION_BREAKPOINT, ED_CAUSE_INSTRUCTION, "Breakpoint" },
    { ED_CODE_ABORT, ED_CAUSE_ABORT, "Aborted" },
    { ED_CODE_ASKED, ED_CAUSE_OTHER, "Interrupted" },
    { ED_CODE_KILLED, ED_CAUSE_OTHER, "Killed" },
    { STATUS_HEAP_CORRUPTION, ED_CAUSE_OTHER, "The heap is damaged" },
    { STATUS_STACK_BUFFER_OVERRUN, ED_CAUSE_OTHER, "Fail-fast: a check of the C library failed" },
    { STATUS_DLL_NOT_FOUND, ED_CAUSE_OTHER, "A library that the program needs was not found" },
    { STATUS_ENTRYPOINT_NOT_FOUND, ED_CAUSE_OTHER,
      "A function that the program needs is missing in a library" },
    { STATUS_DLL_INIT_FAILED, ED_CAUSE_OTHER, "A library could not be initialized" },
};

ed_SignalCause ed_signal_cause(int number)
{
    for (u32 i = 0; i < ED_COUNT(causes); i++)
        if (causes[i].code == (u32)number) return causes[i].cause;
    return ED_CAUSE_OTHER;
}

int ed_signal_exit_code(int number) { return number; }

const char *ed_signal_text(int number)
{
    for (u32 i = 0; i < ED_COUNT(causes); i++)
        if (causes[i].code == (u32)number) return causes[i].text;
    return "Unknown exception";
}
