#include "runtime/os/fault/signal_context.h"
#include <signal.h>
#include <ucontext.h>

ed_SignalContext ed_signal_context(const void *info, const void *context)
{
    const siginfo_t *from = (const siginfo_t *)info;
    const ucontext_t *it = (const ucontext_t *)context;
    ed_SignalContext out = { .by_processor = from->si_code > 0,
                             .sender = from->si_code > 0 ? 0 : from->si_pid,
                             .unknown_address = from->si_code == SI_KERNEL };
#if defined(__x86_64__)
    out.pc = (u64)it->uc_mcontext.gregs[REG_RIP];
    out.sp = (u64)it->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    out.pc = it->uc_mcontext.pc;
    out.sp = it->uc_mcontext.sp;
    out.link = it->uc_mcontext.regs[30];
#else
    (void)it;
#endif
    return out;
}
