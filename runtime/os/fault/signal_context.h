/// What a signal handler gets from the system, as plain values. Only for runtime/os/fault/posix.
#ifndef ED_OS_SIGNAL_CONTEXT_H
#define ED_OS_SIGNAL_CONTEXT_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_SignalContext {
    u64 pc, sp;
    u64 link;                  // the return address if it is in a register, otherwise 0
    bool by_processor;         // not sent by a process
    i64 sender;                // the process that sent it, if not `by_processor`
    bool unknown_address;      // the address was not reported, since it is non-canonical
    void *context;             // the handler's
} ed_SignalContext;

/// `info` and `context` are the handler's siginfo_t and ucontext_t.
ed_SignalContext ed_signal_context(const void *info, void *context);

/// Sets where the interrupted code continues, and from where its stack is read.
void ed_signal_context_set(void *context, u64 pc, u64 sp);

ED_C_END
#endif
