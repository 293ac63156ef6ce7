/// For tests of what a game may change of its process (runtime/live/process.h).
#ifndef TEST_PROCESS_CHANGE_H
#define TEST_PROCESS_CHANGE_H
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/time.h>

// The types of the numbers of limits and timers.
#if defined(__GLIBC__)
typedef __rlimit_resource_t ProcessLimit;
typedef __itimer_which_t ProcessTimer;
#else
typedef int ProcessLimit, ProcessTimer;
#endif

/// The message for something that is restored.
#define PROCESS_RESTORED(what, phase) "the game changed " what " in " phase "; it is restored"

extern char process_words[512];      ///< the change that was reported last

/// The next change that is reported; "" if nothing changes.
const char *process_change(void);
bool process_reports(const char *expected);
/// In a separate process, since what a game changes belongs to the whole process. 0: all was as
/// expected; otherwise the number of the first expectation that was not met.
int process_in_child(int (*child)(void));
void process_block(int signal);

#endif
