/// Calls the game's code so that its faults do not end the program: invalid addresses, divisions by
/// zero, aborts, stack overflows, endless loops. The guard records the fault and abandons the call,
/// so the module's memory cannot be trusted afterwards.
///
/// The guard is active only during such a call, and only for the thread that opened it. Everything
/// else is left to the previous handlers: faults of the host or of other threads, and signals sent
/// by other processes. While a debugger is attached to the process, the guard catches no fault and
/// ends no hang.
///
/// Some faults cannot be caught: exit, pthread_exit, a thread ended by a system call, and a damaged
/// heap. A hang cannot be caught while the guard's signal is blocked, or while a library is loaded
/// or unloaded. All of these end the process; the fault is recorded for its supervisor. There is
/// one guard per process.
///
/// Changes that a call makes to the process itself are undone after it, see process.h.
#ifndef ED_LIVE_GUARD_H
#define ED_LIVE_GUARD_H
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_GUARD_FRAMES_MAX 32u
// A call whose thread uses more processor time is a hang.
#define ED_GUARD_HANG_MS 2000u
#define ED_GUARD_HANG_MS_MAX 3600000u      // of a limit that the user sets: an hour
// A call may last this many times as long: it may wait, or get little processor time because the
// machine is busy.
#define ED_GUARD_WAIT_FACTOR 5u
// In the phases constructor, load, start and unpack, a call may take this many times as long.
#define ED_GUARD_SLOW_FACTOR 5u
// A call that processes the whole state gets one more millisecond per this many bytes. That is
// 25 MiB per second, as on a machine that is short of memory.
#define ED_GUARD_BYTES_PER_MS 26214u
// A call of the module that does not react to the hang signal ends the process when it exceeds its
// limits by ED_GUARD_END_FACTOR times the limit of processor time. A hang of the loader ends it at
// the limits. A process that is asked to stop has less time (runtime/debug/supervise.c).
#define ED_GUARD_END_FACTOR 5u
#define ED_OLD_MODULE_PATH_MAX 640u
#define ED_GUARD_EXIT 86      // exit status of a process that ended because of the module

typedef enum ed_FaultKind {
    ED_FAULT_NONE,
    ED_FAULT_SIGNAL,      // a processor exception, or an abort
    ED_FAULT_STACK,       // a processor exception at the end of the stack
    ED_FAULT_HANG,
    ED_FAULT_EXIT,             // the module called exit
    ED_FAULT_THREAD_EXIT,      // the module ended the thread that called it
    ED_FAULT_THREAD,           // the module left a thread running
    ED_FAULT_MEMORY,           // out of memory
    ED_FAULT_STOP,             // the module stopped its own process (SIGSTOP) repeatedly
    ED_FAULT_LIMIT             // the module lowered a resource limit permanently
} ed_FaultKind;

typedef struct ed_CallTime {      // of a call
    u64 used_ns;                  // processor time of its thread
    u64 passed_ns;
} ed_CallTime;

typedef struct ed_Fault {      // plain values only: processes share it
    ed_FaultKind kind;
    u32 number;            // increases with every fault
    ed_Phase phase;        // the phase in which the fault occurred
    ed_Phase calling;      // the phase of the current call, whether or not there is a fault
    bool sent;      // the signal was sent, or nothing is known but the signal: there is no address
    int signal;
    u64 address;            // the address that was accessed, for SIGSEGV and SIGBUS
    u32 limit_ms;           // the limit that a hang exceeded; 0: unknown
    bool waited;            // the limit was of the time that passed, not of processor time
    u64 base, end;          // the address range of the module
    u64 c_library;          // where the C library is in the process; 0: as in this one
    char module[1024];      // the file the module was loaded from
    u64 frames[ED_GUARD_FRAMES_MAX];      // return addresses, innermost first
    u64 old_offset;      // if code of a module that was unloaded was called: its distance from the
                         // first byte of that module
    char old_module[ED_OLD_MODULE_PATH_MAX];      // and its file; ""
    u32 frame_count;
} ed_Fault;

/// Installs the signal handlers and starts the watchdog for hangs. `fault` receives the latest
/// fault and the current call.
bool ed_guard_open(ed_Fault *fault, ed_Error *error);
void ed_guard_close(void);
/// Sets the path of the library that is called from now on. A fault then includes the library's
/// address range.
void ed_guard_module(const char *path);

/// An ed_CallFn; `it` is the ed_Run that is called, or NULL. Returns false if a fault ended the
/// call.
bool ed_guard_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

/// In a process that exists for a trial, the first fault ends the process, after it was recorded.
/// Call it before ed_guard_open. There is no watchdog for hangs then: the process that started this
/// one measures the time, see ed_guard_report_hang.
void ed_guard_set_end_at_fault(bool ends);
/// Ends the process because of a fault that the host found; does not return.
void ed_guard_end(ed_FaultKind kind);
/// Asks the process of a trial to report its hang.
void ed_guard_report_hang(i64 process);

void ed_guard_set_hang(u32 ms);            ///< 0: ED_GUARD_HANG_MS
u32 ed_guard_hang_ms(ed_Phase phase);      ///< the limit of processor time
/// True if a call has exceeded its limits. `more`: by how many times the limit of processor time.
bool ed_guard_is_hang(ed_Phase phase, const ed_CallTime *time, u32 more);
/// Records the limit that such a call exceeded.
void ed_guard_set_limit(ed_Fault *fault, ed_Phase phase, const ed_CallTime *time);
bool ed_guard_traced(i32 process);      // true if a debugger is attached to the process; 0: to this
                                        // process

ED_C_END
#endif
