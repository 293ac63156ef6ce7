/// Threads, mutexes and condition variables. A thread started here has all signals blocked, so that
/// signal handlers run on the game's threads.
#ifndef ED_OS_THREAD_H
#define ED_OS_THREAD_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_Thread {      // must not move before it is joined
    u64 handle;
    const char *name;      // borrowed
    void (*fn)(void *);
    void *arg;
} ed_Thread;

/// Starts a thread that calls `fn` with `arg`. `name` is for debuggers, at most 15 bytes. Returns 0
/// or an errno value.
int ed_thread_start(ed_Thread *thread, const char *name, void (*fn)(void *), void *arg);
void ed_thread_join(ed_Thread *thread);      ///< waits for its end

typedef struct ed_Mutex {      // room for that of the system; zeroed: not open
    u64 room[8];
} ed_Mutex;

typedef struct ed_Condition {      // room for that of the system; zeroed: not open
    u64 room[8];
} ed_Condition;

void ed_mutex_open(ed_Mutex *mutex);
void ed_mutex_close(ed_Mutex *mutex);
void ed_mutex_lock(ed_Mutex *mutex);
void ed_mutex_unlock(ed_Mutex *mutex);

void ed_condition_open(ed_Condition *condition);
void ed_condition_close(ed_Condition *condition);
/// Waits until ed_condition_wake is called; the mutex is unlocked meanwhile. May return earlier.
void ed_condition_wait(ed_Condition *condition, ed_Mutex *mutex);
void ed_condition_wake(ed_Condition *condition);      ///< wakes all threads that wait

ED_C_END
#endif
