#include "runtime/os/process/thread.h"
#include <errno.h>
#include <process.h>
#include <windows.h>
#include "runtime/os/system/windows/wide.h"

// Windows has no signals to block. An exception is handled by the thread that caused it.

_Static_assert(sizeof(SRWLOCK) <= sizeof(ed_Mutex), "no room for an SRWLOCK");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(ed_Condition), "no room for a condition");

#define STACK_BYTES (8u << 20)      // as on Linux; the system provides pages as they are needed

typedef HRESULT(WINAPI SetName)(HANDLE thread, const wchar_t *name);

/// Before Windows 10 version 1607, threads have no names.
static void set_name(HANDLE thread, const char *name)
{
    wchar_t wide[64];
    const HMODULE kernel = GetModuleHandleW(L"kernelbase.dll");
    SetName *set =
        kernel ? (SetName *)(void (*)(void))GetProcAddress(kernel, "SetThreadDescription") : NULL;
    if (set && ed_wide_text(name, wide, ED_COUNT(wide))) set(thread, wide);
}

static unsigned WINAPI run(void *it)
{
    const ed_Thread *thread = (const ed_Thread *)it;
    thread->fn(thread->arg);
    return 0;
}

int ed_thread_start(ed_Thread *thread, const char *name, void (*fn)(void *), void *arg)
{
    thread->fn = fn;
    thread->arg = arg;
    uintptr_t handle =
        _beginthreadex(NULL, STACK_BYTES, run, thread, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (!handle) return errno ? errno : EAGAIN;
    thread->handle = handle;
    set_name((HANDLE)handle, name);
    return 0;
}

void ed_thread_join(ed_Thread *thread)
{
    const HANDLE handle = (HANDLE)(uintptr_t)thread->handle;
    WaitForSingleObject(handle, INFINITE);
    CloseHandle(handle);
}

static SRWLOCK *lock_of(ed_Mutex *mutex) { return (SRWLOCK *)(void *)mutex; }

static CONDITION_VARIABLE *condition_of(ed_Condition *it)
{
    return (CONDITION_VARIABLE *)(void *)it;
}

// Neither has anything to free.
void ed_mutex_open(ed_Mutex *mutex) { InitializeSRWLock(lock_of(mutex)); }
void ed_mutex_close(ed_Mutex *mutex) { (void)mutex; }
void ed_mutex_lock(ed_Mutex *mutex) { AcquireSRWLockExclusive(lock_of(mutex)); }
void ed_mutex_unlock(ed_Mutex *mutex) { ReleaseSRWLockExclusive(lock_of(mutex)); }

void ed_condition_open(ed_Condition *condition)
{
    InitializeConditionVariable(condition_of(condition));
}

void ed_condition_close(ed_Condition *condition) { (void)condition; }

void ed_condition_wait(ed_Condition *condition, ed_Mutex *mutex)
{
    SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
}

void ed_condition_wake(ed_Condition *condition)
{
    WakeAllConditionVariable(condition_of(condition));
}
