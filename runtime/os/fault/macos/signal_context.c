#include "runtime/os/fault/signal_context.h"
#include <signal.h>
#include <unistd.h>

/// If the processor raised the signal, the code depends on the signal, and is less than SI_USER.
/// SI_USER and larger codes mean that a process sent it. 0: the cause is not reported.
static bool is_of_processor(const siginfo_t *from)
{
    return from->si_code > 0 && from->si_code < SI_USER;
}

/// If the sender is not reported, it is this process, as in abort.
ed_SignalContext ed_signal_context(const void *info, void *context)
{
    const siginfo_t *from = (const siginfo_t *)info;
    const ucontext_t *it = (const ucontext_t *)context;
    bool by_processor = is_of_processor(from);
    ed_SignalContext out = { .context = context,
                             .by_processor = by_processor,
                             .sender = by_processor ? 0
                                     : from->si_pid ? from->si_pid
                                                    : getpid() };
#if defined(__x86_64__)
    out.pc = it->uc_mcontext->__ss.__rip;
    out.sp = it->uc_mcontext->__ss.__rsp;
    // For an address that no memory can have (non-canonical), the system reports 0.
    out.unknown_address = by_processor && from->si_signo == SIGSEGV && !from->si_addr
                       && it->uc_mcontext->__es.__trapno == 13;
#elif defined(__aarch64__)
    out.pc = it->uc_mcontext->__ss.__pc;
    out.sp = it->uc_mcontext->__ss.__sp;
    out.link = it->uc_mcontext->__ss.__lr;
#endif
    return out;
}

void ed_signal_context_set(void *context, u64 pc, u64 sp)
{
    ucontext_t *it = (ucontext_t *)context;
#if defined(__x86_64__)
    it->uc_mcontext->__ss.__rip = pc;
    it->uc_mcontext->__ss.__rsp = sp;
#elif defined(__aarch64__)
    it->uc_mcontext->__ss.__pc = pc;
    it->uc_mcontext->__ss.__sp = sp;
#endif
}
