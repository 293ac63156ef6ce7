/// Calls a function so that its faults can be caught: invalid addresses, divisions by zero, aborts,
/// stack overflows. Also interrupts a function that does not return. A caught fault abandons the
/// call; nothing that the call has begun is finished.
///
/// The thread that opens this is the guarded thread: only faults in its calls can be caught. The
/// callback decides about each fault of the process; on Windows, it is not asked about a fault
/// outside of a call if another handler takes that fault. It runs in a signal handler or something
/// similar: it may not allocate, nor take a lock. There is one instance per process. A process that
/// the program forks is not affected: its faults and its end are not reported.
#ifndef ED_OS_CATCH_H
#define ED_OS_CATCH_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_Caught {
    int number;                // the system's number for this kind of fault, see signal_cause.h
    bool interrupt;            // no fault: ed_catch_interrupt, or a request by another process
    bool in_call;              // in a function that ed_catch_call called, on the guarded thread
    bool on_thread;            // on the guarded thread
    bool by_processor;         // the code at `pc` caused it
    bool by_this_process;      // `by_processor`, or sent by this process, as abort does
    bool overflows;            // an access beyond the end of the stack
    u64 pc;                    // address of the current instruction
    u64 address;               // that was accessed, 0 if none was; UINT64_MAX: not reported
    const void *system;        // for ed_catch_read_stack
} ed_Caught;

typedef enum ed_CatchAction {
    ED_CATCH_CONTINUE,      // an interrupt is ignored
    ED_CATCH_PASS,          // the previous handler gets the fault; without one, the process ends
    ED_CATCH_LEAVE          // ed_catch_call returns false; needs `in_call`
} ed_CatchAction;

typedef struct ed_CatchCallbacks {
    ed_CatchAction (*on_fault)(const ed_Caught *caught);
    void (*on_exit)(void);            // an exit handler; if it returns, the process ends as usual
    void (*on_thread_end)(void);      // the guarded thread ends, for example by pthread_exit
} ed_CatchCallbacks;

/// Begins to catch the faults of the calling thread. The handler runs on a separate stack; on
/// Windows, a fault outside of a call is handled on the stack of its thread. Returns 0 or an errno
/// value.
int ed_catch_open(const ed_CatchCallbacks *callbacks);
void ed_catch_close(void);      ///< restores the handlers and the stack from before

/// Calls `fn`. Returns false if ED_CATCH_LEAVE ended the call. Only on the guarded thread.
bool ed_catch_call(void (*fn)(void *), void *arg);
bool ed_catch_is_own_thread(void);      ///< true on the guarded thread
/// Lets the calling thread get its faults and interrupts again, if a call has blocked them.
void ed_catch_unblock(void);

/// Writes the addresses of the current instruction and of the calls that led to it, innermost
/// first. `caught` is that of the callback; NULL for the current call stack. The stack may be
/// damaged: then there are fewer addresses. Returns how many there are.
u32 ed_catch_read_stack(const ed_Caught *caught, u64 *frames, u32 room);

void ed_catch_interrupt(void);                     ///< interrupts the guarded thread; on any thread
void ed_catch_interrupt_process(i64 process);      ///< the one of another process
bool ed_catch_thread_has_ended(void);      ///< true if the guarded thread has; on any thread

ED_C_END
#endif
