#include "runtime/os/fault/catch.h"
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>
#include "runtime/os/process/windows/end_code.h"

// A fault of a call is caught by a vectored exception handler, which comes before all others. The
// handler only keeps the registers and lets the thread continue in on_own_stack, on a separate
// stack: after a stack overflow, the handler itself has hardly any room. An interrupt by another
// thread suspends the guarded thread and lets it continue there, too. A call is abandoned by
// restoring the registers from before it. Nothing is unwound, since the stack may be damaged.
//
// Faults outside of a call are left to the handlers of the code that runs. If none of them wants
// the fault, it comes to the filter for unhandled exceptions.

#define STACK_BYTES ((size_t)256 << 10)      // for the callback, which unwinds the game's stack
#define PAGE_BYTES 4096u
#define STACK_SPARE 65536u         // bytes of the game's stack for the system after an overflow
#define STACK_NEAR 65536u          // an access this close to the stack pointer is an overflow
#define INTERRUPT 0xe0656464u      // exception code of an interrupt, which only eddie uses
#define NAME_MAX_UNITS 48
#define REGISTERS (CONTEXT_FULL | CONTEXT_SEGMENTS)

typedef struct Fault {      // what the system reported
    CONTEXT at;
    DWORD code;
    bool access;        // an access to `address` failed
    bool by_other;      // an interrupt that another process requested
    u64 address;
    u64 low, high;      // the stack of the thread
} Fault;

static struct Catch {
    bool open;
    bool exited;      // `on_exit` was called
    ed_CatchCallbacks callbacks;
    DWORD thread;              // whose calls are caught
    HANDLE thread_handle;      // the same one
    u64 low, high;             // its stack
    u8 *stack;                 // the one for the callback
    PVOID handler;
    LPTOP_LEVEL_EXCEPTION_FILTER previous_filter;
    void(__cdecl *previous_abort)(int);
    DWORD thread_end;      // index of a fiber-local value, whose callback runs when the thread ends
    HANDLE request, closing, listener;      // for interrupts by another process
    volatile bool in_call;
    volatile bool left;          // the call was abandoned
    volatile bool handling;      // the thread is in on_own_stack
    volatile bool passing;       // the next exception repeats this fault for other handlers
    volatile bool passed;        // the current exception is that repetition
    volatile bool reading_stack, stack_lost;
    CONTEXT call_exit;       // where a fault in the call continues
    CONTEXT stack_exit;      // where a fault during the reading of the stack continues
    Fault fault;             // of the guarded thread
} catcher;

bool ed_catch_is_own_thread(void) { return GetCurrentThreadId() == catcher.thread; }

// --- the stack -----------------------------------------------------------------------------------

typedef struct Reading {
    CONTEXT at;
    u64 low, high;
    u64 *frames;
    u32 room;
    volatile u32 count;      // correct at any time, since a fault may end the reading
} Reading;

/// Goes to the caller. A function without unwind information has only its return address on the
/// stack; an invalid function pointer counts as such a function.
static bool unwind(Reading *reading)
{
    CONTEXT *at = &reading->at;
    DWORD64 base = 0, frame = 0;
    void *data = NULL;
    if (at->Rsp < reading->low || at->Rsp > reading->high - 8 || at->Rsp % 8) return false;
    PRUNTIME_FUNCTION function = RtlLookupFunctionEntry(at->Rip, &base, NULL);
    if (function) {
        RtlVirtualUnwind(UNW_FLAG_NHANDLER, base, at->Rip, function, at, &data, &frame, NULL);
    } else {
        at->Rip = *(const u64 *)(uintptr_t)at->Rsp;
        at->Rsp += 8;
    }
    return at->Rip != 0;
}

static __attribute__((noinline)) void read_frames(Reading *reading)
{
    do reading->frames[reading->count++] = reading->at.Rip;
    while (reading->count < reading->room && unwind(reading));
}

/// Reads the stack of the caught thread, whose faults are caught meanwhile.
static __attribute__((noinline)) void read_own_frames(Reading *reading)
{
    catcher.stack_lost = false;
    RtlCaptureContext(&catcher.stack_exit);
    if (catcher.stack_lost) return;
    catcher.reading_stack = true;
    read_frames(reading);
    catcher.reading_stack = false;
}

static void stack_limits(u64 *low, u64 *high)
{
    ULONG_PTR first, end;
    GetCurrentThreadStackLimits(&first, &end);
    *low = first;
    *high = end;
}

u32 ed_catch_read_stack(const ed_Caught *caught, u64 *frames, u32 room)
{
    Reading reading = { .frames = frames, .room = room };
    if (!room) return 0;
    if (caught) {
        const Fault *fault = (const Fault *)caught->system;
        reading.at = fault->at;
        reading.low = fault->low;
        reading.high = fault->high;
    } else {
        RtlCaptureContext(&reading.at);
        stack_limits(&reading.low, &reading.high);
    }
    if (catcher.open && ed_catch_is_own_thread()) read_own_frames(&reading);
    else read_frames(&reading);
    return reading.count;
}

// --- faults --------------------------------------------------------------------------------------

/// Exceptions that are faults. Others belong to languages and to debuggers.
static bool is_fault(DWORD code)
{
    switch (code) {
    case EXCEPTION_ACCESS_VIOLATION:
    case EXCEPTION_IN_PAGE_ERROR:
    case EXCEPTION_STACK_OVERFLOW:
    case EXCEPTION_DATATYPE_MISALIGNMENT:
    case EXCEPTION_ARRAY_BOUNDS_EXCEEDED:
    case EXCEPTION_INT_DIVIDE_BY_ZERO:
    case EXCEPTION_INT_OVERFLOW:
    case EXCEPTION_FLT_DENORMAL_OPERAND:
    case EXCEPTION_FLT_DIVIDE_BY_ZERO:
    case EXCEPTION_FLT_INEXACT_RESULT:
    case EXCEPTION_FLT_INVALID_OPERATION:
    case EXCEPTION_FLT_OVERFLOW:
    case EXCEPTION_FLT_STACK_CHECK:
    case EXCEPTION_FLT_UNDERFLOW:
    case EXCEPTION_ILLEGAL_INSTRUCTION:
    case EXCEPTION_PRIV_INSTRUCTION:
    case EXCEPTION_BREAKPOINT:
    case ED_CODE_ABORT: return true;
    default: return false;
    }
}

static void keep(Fault *fault, const EXCEPTION_POINTERS *it)
{
    const EXCEPTION_RECORD *record = it->ExceptionRecord;
    fault->at = *it->ContextRecord;
    fault->at.ContextFlags = REGISTERS;      // not the extended registers, which follow CONTEXT
    fault->code = record->ExceptionCode;
    fault->by_other = false;
    fault->access = record->NumberParameters > 1
                 && (record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION
                     || record->ExceptionCode == EXCEPTION_IN_PAGE_ERROR
                     || record->ExceptionCode == EXCEPTION_STACK_OVERFLOW);
    fault->address = fault->access ? record->ExceptionInformation[1] : 0;
}

/// False for exceptions that are not repeated when the thread continues.
static bool by_processor(DWORD code) { return code != INTERRUPT && code != ED_CODE_ABORT; }

static ed_Caught describe(const Fault *fault)
{
    bool on_thread = ed_catch_is_own_thread();
    ed_Caught caught = { .number = (int)fault->code,
                         .interrupt = fault->code == INTERRUPT,
                         .in_call = catcher.in_call && on_thread,
                         .on_thread = on_thread,
                         .by_processor = by_processor(fault->code),
                         .by_this_process = !fault->by_other,
                         .overflows = fault->code == EXCEPTION_STACK_OVERFLOW,
                         .pc = fault->at.Rip,
                         .address = fault->address,
                         .system = fault };
    if (fault->access && fault->address != UINT64_MAX)
        caught.overflows |=
            fault->address + STACK_NEAR > fault->at.Rsp && fault->address < fault->at.Rsp + 4096;
    return caught;
}

/// After ED_CATCH_PASS, the processor repeats the fault, or on_abort continues.
static void act(ed_CatchAction action, Fault *fault)
{
    if (action == ED_CATCH_LEAVE) {
        catcher.in_call = false;
        catcher.left = true;
        RtlRestoreContext(&catcher.call_exit, NULL);
    }
    catcher.passing = action == ED_CATCH_PASS && by_processor(fault->code);
    RtlRestoreContext(&fault->at, NULL);
}

/// Like NtCurrentTeb, about which gcc warns.
static NT_TIB *thread_block(void)
{
    NT_TIB *block;
    __asm__("movq %%gs:%c1, %0" : "=r"(block) : "i"(offsetof(NT_TIB, Self)));
    return block;
}

/// Runs on `catcher.stack`, and does not return. The system looks up the limits of the stack in the
/// thread's block, so they are exchanged.
static void on_own_stack(void)
{
    NT_TIB *thread = thread_block();
    void *base = thread->StackBase, *limit = thread->StackLimit;
    DWORD error = GetLastError();
    int number = errno;
    thread->StackBase = catcher.stack + STACK_BYTES;
    thread->StackLimit = catcher.stack + PAGE_BYTES;
    const ed_Caught caught = describe(&catcher.fault);
    ed_CatchAction action = catcher.callbacks.on_fault(&caught);
    errno = number;
    SetLastError(error);
    thread->StackBase = base;
    thread->StackLimit = limit;
    catcher.handling = false;
    act(action, &catcher.fault);
}

/// Changes the registers of the caught thread so that it continues in on_own_stack. There, the
/// stack has no return address, and the direction flag is clear.
static void divert(CONTEXT *at)
{
    catcher.handling = true;
    catcher.fault.low = catcher.low;
    catcher.fault.high = catcher.high;
    at->Rip = (u64)(uintptr_t)on_own_stack;
    at->Rsp = (u64)(uintptr_t)(catcher.stack + STACK_BYTES - 64 - 8);
    at->EFlags &= ~0x500u;      // nor is the trap flag set
    *(u64 *)(uintptr_t)at->Rsp = 0;
}

static LONG CALLBACK on_exception(EXCEPTION_POINTERS *it)
{
    DWORD code = it->ExceptionRecord->ExceptionCode;
    bool interrupt = code == INTERRUPT;
    if (!ed_catch_is_own_thread() || (!is_fault(code) && !interrupt))
        return EXCEPTION_CONTINUE_SEARCH;
    if (catcher.reading_stack) {
        catcher.reading_stack = false;
        catcher.stack_lost = true;
        *it->ContextRecord = catcher.stack_exit;
        return EXCEPTION_CONTINUE_EXECUTION;
    }
    catcher.passed = catcher.passing;
    catcher.passing = false;
    if (catcher.passed || catcher.handling || (!catcher.in_call && !interrupt))
        return EXCEPTION_CONTINUE_SEARCH;
    catcher.handling = true;      // an interrupt does not change `fault` now
    keep(&catcher.fault, it);
    divert(it->ContextRecord);
    return EXCEPTION_CONTINUE_EXECUTION;
}

/// The process ends after this, unless the filter from before continues it.
static LONG CALLBACK on_unhandled(EXCEPTION_POINTERS *it)
{
    Fault fault;
    bool passed = catcher.passed && ed_catch_is_own_thread();
    if (!passed && is_fault(it->ExceptionRecord->ExceptionCode)) {
        keep(&fault, it);
        stack_limits(&fault.low, &fault.high);
        const ed_Caught caught = describe(&fault);
        catcher.callbacks.on_fault(&caught);
    }
    return catcher.previous_filter ? catcher.previous_filter(it) : EXCEPTION_CONTINUE_SEARCH;
}

/// The C library calls this when the program calls abort, and removes the handler first. An abort
/// of a module that uses another C library does not come here, and ends the process.
static void __cdecl on_abort(int number)
{
    signal(SIGABRT, on_abort);
    RaiseException(ED_CODE_ABORT, 0, 0, NULL);
    if (catcher.previous_abort && catcher.previous_abort != SIG_DFL
        && catcher.previous_abort != SIG_IGN)
        catcher.previous_abort(number);
    TerminateProcess(GetCurrentProcess(), ED_CODE_ABORT);
}

__attribute__((noinline)) bool ed_catch_call(void (*fn)(void *), void *arg)
{
    catcher.left = false;
    RtlCaptureContext(&catcher.call_exit);
    if (catcher.left) {      // the registers were restored
        if (catcher.fault.code == EXCEPTION_STACK_OVERFLOW) _resetstkoflw();
        return false;
    }
    catcher.in_call = true;
    fn(arg);
    catcher.in_call = false;
    return true;
}

/// Nothing is blocked on Windows, but the call may have set its own handler for abort.
void ed_catch_unblock(void) { signal(SIGABRT, on_abort); }

// --- interrupts ----------------------------------------------------------------------------------

/// Lets the caught thread continue in on_own_stack. If it waits in the system, that happens when
/// the wait is over. Outside of a call nothing happens, as an interrupt is ignored there. Nothing
/// is allocated while the thread is suspended, since it may have the heap's lock.
static void interrupt(bool by_other)
{
    CONTEXT at = { .ContextFlags = REGISTERS };
    if (SuspendThread(catcher.thread_handle) == (DWORD)-1) return;
    bool good = GetThreadContext(catcher.thread_handle, &at) && catcher.in_call && !catcher.handling
             && !catcher.reading_stack && at.Rsp >= catcher.low && at.Rsp < catcher.high;
    if (good) {
        catcher.fault.at = at;
        catcher.fault.code = INTERRUPT;
        catcher.fault.access = false;
        catcher.fault.address = 0;
        catcher.fault.by_other = by_other;
        divert(&at);
        SetThreadContext(catcher.thread_handle, &at);
    }
    ResumeThread(catcher.thread_handle);
}

void ed_catch_interrupt(void)
{
    if (ed_catch_is_own_thread()) RaiseException(INTERRUPT, 0, 0, NULL);
    else interrupt(false);
}

static void name_request(wchar_t name[NAME_MAX_UNITS], DWORD process)
{
    _snwprintf(name, NAME_MAX_UNITS - 1, L"Local\\eddie-interrupt-%lu", (unsigned long)process);
    name[NAME_MAX_UNITS - 1] = 0;
}

/// `process` is a handle. The other process waits for an event.
void ed_catch_interrupt_process(i64 process)
{
    wchar_t name[NAME_MAX_UNITS];
    name_request(name, GetProcessId((HANDLE)(intptr_t)process));
    HANDLE request = OpenEventW(EVENT_MODIFY_STATE, FALSE, name);
    if (!request) return;
    SetEvent(request);
    CloseHandle(request);
}

static DWORD WINAPI wait_for_requests(void *it)
{
    const HANDLE events[] = { catcher.closing, catcher.request };
    (void)it;
    while (WaitForMultipleObjects(2, events, FALSE, INFINITE) == WAIT_OBJECT_0 + 1) interrupt(true);
    return 0;
}

bool ed_catch_thread_has_ended(void)
{
    return WaitForSingleObject(catcher.thread_handle, 0) == WAIT_OBJECT_0;
}

// --- the end of the process or of the thread -----------------------------------------------------

static void on_exit_called(void)
{
    if (!catcher.open || catcher.exited) return;
    catcher.exited = true;
    catcher.callbacks.on_exit();
}

/// The system also calls this when the process exits through another C library, which does not run
/// the handlers of this one's atexit.
static void WINAPI on_thread_end(void *it)
{
    typedef BOOLEAN NTAPI IsEnding(void);
    if (!it || !catcher.open || !ed_catch_is_own_thread()) return;
    FARPROC found = GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "RtlDllShutdownInProgress");
    IsEnding *is_ending = (IsEnding *)(void (*)(void))found;
    if (is_ending && is_ending()) on_exit_called();
    else catcher.callbacks.on_thread_end();
}

/// Both handlers stay until the process ends.
static void install_end_handlers(void)
{
    static bool taken;
    if (!taken) {
        catcher.thread_end = FlsAlloc(on_thread_end);
        taken = catcher.thread_end != FLS_OUT_OF_INDEXES && atexit(on_exit_called) == 0;
    }
    if (taken) FlsSetValue(catcher.thread_end, &catcher);
}

// --- opening and closing -------------------------------------------------------------------------

static void close_handle(HANDLE *handle)
{
    if (*handle) CloseHandle(*handle);
    *handle = NULL;
}

/// A write below the stack is a fault.
static bool take_stack(void)
{
    DWORD before;
    catcher.stack = (u8 *)VirtualAlloc(NULL, STACK_BYTES, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return catcher.stack && VirtualProtect(catcher.stack, PAGE_BYTES, PAGE_NOACCESS, &before);
}

static bool take_thread(void)
{
    HANDLE process = GetCurrentProcess();
    ULONG spare = STACK_SPARE;
    catcher.thread = GetCurrentThreadId();
    stack_limits(&catcher.low, &catcher.high);
    SetThreadStackGuarantee(&spare);
    return DuplicateHandle(process, GetCurrentThread(), process, &catcher.thread_handle, 0, FALSE,
                           DUPLICATE_SAME_ACCESS);
}

static bool start_listener(void)
{
    wchar_t name[NAME_MAX_UNITS];
    name_request(name, GetCurrentProcessId());
    catcher.request = CreateEventW(NULL, FALSE, FALSE, name);
    catcher.closing = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!catcher.request || !catcher.closing) return false;
    catcher.listener =
        CreateThread(NULL, 65536, wait_for_requests, NULL, STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return catcher.listener != NULL;
}

static void release(void)
{
    if (catcher.listener) {
        SetEvent(catcher.closing);
        WaitForSingleObject(catcher.listener, INFINITE);
    }
    close_handle(&catcher.listener);
    close_handle(&catcher.request);
    close_handle(&catcher.closing);
    close_handle(&catcher.thread_handle);
    if (catcher.stack) VirtualFree(catcher.stack, 0, MEM_RELEASE);
    catcher.stack = NULL;
}

int ed_catch_open(const ed_CatchCallbacks *callbacks)
{
    catcher.callbacks = *callbacks;
    catcher.in_call = catcher.handling = catcher.passing = catcher.passed = false;
    catcher.reading_stack = false;
    bool good = take_stack() && take_thread() && start_listener();
    if (good) catcher.handler = AddVectoredExceptionHandler(1, on_exception);
    if (!good || !catcher.handler) {
        release();
        return ENOMEM;
    }
    catcher.previous_filter = SetUnhandledExceptionFilter(on_unhandled);
    catcher.previous_abort = signal(SIGABRT, on_abort);
    install_end_handlers();
    catcher.open = true;
    return 0;
}

void ed_catch_close(void)
{
    catcher.open = false;
    signal(SIGABRT, catcher.previous_abort == SIG_ERR ? SIG_DFL : catcher.previous_abort);
    SetUnhandledExceptionFilter(catcher.previous_filter);
    RemoveVectoredExceptionHandler(catcher.handler);
    release();
}
