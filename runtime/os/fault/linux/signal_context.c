#include "runtime/os/fault/signal_context.h"
#include <signal.h>
#include <ucontext.h>

ed_SignalContext ed_signal_context(const void *info, void *context)
{
    const siginfo_t *from = (const siginfo_t *)info;
    const ucontext_t *it = (const ucontext_t *)context;
    ed_SignalContext out = { .context = context,
                             .by_processor = from->si_code > 0,
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

void ed_signal_context_set(void *context, u64 pc, u64 sp)
{
    ucontext_t *it = (ucontext_t *)context;
#if defined(__x86_64__)
    it->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
    it->uc_mcontext.gregs[REG_RSP] = (greg_t)sp;
#elif defined(__aarch64__)
    it->uc_mcontext.pc = pc;
    it->uc_mcontext.sp = sp;
#else
    (void)it, (void)pc, (void)sp;
#endif
}
