/// Calls the game's code so that its faults do not end the program: a bad address, a division by
/// zero, an abort, an overflow of the stack, an endless loop. What it did is written down and the
/// call is left in the middle, so the module's memory is not to be trusted afterwards.
///
/// Armed only between entry and return of such a call, and only for the thread that opened the
/// guard. Everything else has its default action: the host's own faults, those of other threads,
/// signals somebody sends. Under a debugger too: it has seen the fault where it happened.
///
/// What it cannot hold are exit, pthread_exit, a heap that is damaged, a hang of a thread that has
/// blocked the guard's signal or has ended by a system call, and a hang while a library is loaded
/// or unloaded: these end the process, with the fault written down for whoever watches over it. One
/// guard a process.
///
/// What a call changes of the process itself is put right after it: process.h.
#ifndef ED_LIVE_GUARD_H
#define ED_LIVE_GUARD_H
#include "runtime/run/run.h"
ED_C_BEGIN

#define ED_GUARD_FRAMES_MAX 32u
// A call that takes longer than this hangs.
#define ED_GUARD_HANG_MS 2000u
// A constructor, load, start or unpack may take this many times as long.
#define ED_GUARD_SLOW_FACTOR 5u
// A call that works on the whole state may take one ms longer for this many bytes of it: 25 MB a
// second, as on a machine that is short of memory.
#define ED_GUARD_BYTES_MS 26214u
// A hang that cannot be interrupted ends the process after this many times as long again. A process
// that is asked to stop has less time (runtime/debug/supervise.c).
#define ED_GUARD_END_FACTOR 5u
#define ED_GUARD_EXIT 86      // status of a process that ends by what the module did

typedef enum ed_FaultKind {
    ED_FAULT_NONE,
    ED_FAULT_SIGNAL,      // of the processor, or an abort
    ED_FAULT_STACK,       // likewise, where the stack ends
    ED_FAULT_HANG,
    ED_FAULT_EXIT,             // it called exit
    ED_FAULT_THREAD_EXIT,      // it ended the thread that it was called on
    ED_FAULT_THREAD,           // it left a thread running
    ED_FAULT_MEMORY,           // it took more than there is
    ED_FAULT_STOP,             // it stopped its own process, again and again
    ED_FAULT_LIMIT             // it lowered a resource limit for good
} ed_FaultKind;

typedef struct ed_Fault {      // plain values: processes share it
    ed_FaultKind kind;
    u32 number;            // counts up
    ed_Phase phase;        // it happened in
    ed_Phase calling;      // what is being called now, fault or not
    int signal;
    u64 address;                          // that was used, of SIGSEGV and SIGBUS
    u64 base, end;                        // where the module was in memory
    char module[1024];                    // the file it was loaded from
    u64 frames[ED_GUARD_FRAMES_MAX];      // where in the program, innermost first
    u32 frame_count;
} ed_Fault;

/// Takes the signals and starts the watch for hangs. `fault` has the latest one,
/// and what is being called.
bool ed_guard_open(ed_Fault *fault, ed_Error *error);
void ed_guard_close(void);
/// The library that is called from now on, by its path: its place in memory is told with a fault.
void ed_guard_module(const char *path);

/// An ed_CallFn; `it` is the ed_Run that is called, or NULL. False where the call was left: see the
/// fault.
bool ed_guard_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg);

/// In a forked child that is there to be tried: the first fault goes to `fault` and ends it.
void ed_guard_enter_child(ed_Fault *fault);
/// Ends the process for what the module did to it; does not return.
void ed_guard_end(ed_FaultKind kind);
/// Asks such a child, by its process id, to confess that it hangs.
void ed_guard_report_hang(i32 child);

void ed_guard_set_hang(u32 ms);      ///< 0: ED_GUARD_HANG_MS
u32 ed_guard_hang_ms(ed_Phase phase);
bool ed_guard_traced(i32 process);      ///< a debugger is attached to it; 0: to this one

ED_C_END
#endif
