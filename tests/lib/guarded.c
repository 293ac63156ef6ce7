#include "tests/lib/guarded.h"
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/process.h"

const int guarded_signals[GUARDED_SIGNALS] = { SIGSEGV, SIGBUS,  SIGFPE, SIGILL,
                                               SIGABRT, SIGTRAP, SIGSYS };

bool guarded_begin(ed_Fault *fault)
{
    ed_Error error = { .code = ED_OK };
    *fault = (ed_Fault){ .kind = ED_FAULT_NONE };
    return ed_guard_open(fault, &error);
}

bool guarded_begin_with_settings(ed_Fault *fault)
{
    ed_guard_close();
    ed_process_take();
    return guarded_begin(fault);
}

int guarded_child(ed_Fault *fault, void (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        int null_file = open("/dev/null", O_WRONLY);
        dup2(null_file, STDERR_FILENO);      // hides the report of the sanitizer
        if (guarded_begin(fault)) child();
        _exit(GUARDED_END);
    }
    while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status))
        ptrace(PTRACE_CONT, pid, NULL, WSTOPSIG(status));
    return status;
}

bool guarded_child_returns(ed_Fault *fault, void (*child)(void))
{
    int status = guarded_child(fault, child);
    return WIFEXITED(status) && WEXITSTATUS(status) == GUARDED_END;
}

ed_Fault *guarded_share(void)
{
    void *at =
        mmap(NULL, sizeof(ed_Fault), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : (ed_Fault *)at;
}

void guarded_unshare(ed_Fault *fault) { munmap(fault, sizeof *fault); }

bool guarded_has_handler(int signal, void (*handler)(int))
{
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && now.sa_handler == handler;
}

void guarded_send_fault(int signal, int code, u64 address)
{
    siginfo_t info = { .si_signo = signal, .si_code = code };
    info.si_addr = (void *)(uintptr_t)address;
    syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, &info);
}

void guarded_abort(void *it)
{
    (void)it;
    abort();
}

void guarded_divide(void *it)
{
    (void)it;
    __asm__ volatile("" ::: "memory");
    raise(SIGFPE);      // like a division by zero, but not reported by a sanitizer first
}

void guarded_wait_ms(void *it)
{
    for (int i = 0; i < *(int *)it; i++) usleep(1000);
}
