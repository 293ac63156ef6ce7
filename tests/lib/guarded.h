/// For tests of the guard (runtime/live/guard.h): opens it, and runs functions in a child process,
/// since a fault, an exit and changed settings belong to a whole process.
#ifndef TEST_GUARDED_H
#define TEST_GUARDED_H
#include "runtime/live/fault.h"

#define GUARDED_END 7           // the exit code of a child whose function returned
#define GUARDED_SIGNALS 7u      // the signals of faults

extern const int guarded_signals[GUARDED_SIGNALS];

/// Opens the guard with an empty record of faults.
bool guarded_begin(ed_Fault *fault);
/// Does the same, and notes the settings of the process that the game may change.
bool guarded_begin_with_settings(ed_Fault *fault);
/// Runs `child` in a child process with an open guard. Returns the status of its end. The parent
/// acts as a debugger that lets every signal through.
int guarded_child(ed_Fault *fault, void (*child)(void));
bool guarded_child_returns(ed_Fault *fault, void (*child)(void));
/// A record that a child shares with this process, or NULL; see guarded_unshare.
ed_Fault *guarded_share(void);
void guarded_unshare(ed_Fault *fault);
/// Whether the signal has that handler, which may be SIG_IGN or SIG_DFL.
bool guarded_has_handler(int signal, void (*handler)(int));
/// Sends this thread a signal as the processor does for an access to `address`.
void guarded_send_fault(int signal, int code, u64 address);

// Functions to call.
void guarded_abort(void *it);
void guarded_divide(void *it);       ///< raises SIGFPE
void guarded_wait_ms(void *it);      ///< `it` is an int

#endif
