#include "runtime/os/process/thread.h"
#include <pthread.h>
#include <signal.h>
#include <string.h>

_Static_assert(sizeof(pthread_t) <= sizeof(u64), "no room for a pthread_t");
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(ed_Mutex), "no room for a pthread_mutex_t");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(ed_Condition), "no room for a pthread_cond_t");

/// On macOS, a thread can only name itself.
static void name_this(const char *name)
{
#ifdef __APPLE__
    pthread_setname_np(name);
#else
    pthread_setname_np(pthread_self(), name);
#endif
}

static void *run(void *it)
{
    const ed_Thread *thread = (const ed_Thread *)it;
    name_this(thread->name);
    thread->fn(thread->arg);
    return NULL;
}

int ed_thread_start(ed_Thread *thread, const char *name, void (*fn)(void *), void *arg)
{
    sigset_t all, before;
    pthread_t id;
    thread->name = name;
    thread->fn = fn;
    thread->arg = arg;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&id, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) return failed;
    memcpy(&thread->handle, &id, sizeof id);
    return 0;
}

void ed_thread_join(ed_Thread *thread)
{
    pthread_t id;
    memcpy(&id, &thread->handle, sizeof id);
    pthread_join(id, NULL);
}

static pthread_mutex_t *mutex_of(ed_Mutex *mutex) { return (pthread_mutex_t *)(void *)mutex; }

static pthread_cond_t *condition_of(ed_Condition *condition)
{
    return (pthread_cond_t *)(void *)condition;
}

void ed_mutex_open(ed_Mutex *mutex) { pthread_mutex_init(mutex_of(mutex), NULL); }
void ed_mutex_close(ed_Mutex *mutex) { pthread_mutex_destroy(mutex_of(mutex)); }
void ed_mutex_lock(ed_Mutex *mutex) { pthread_mutex_lock(mutex_of(mutex)); }
void ed_mutex_unlock(ed_Mutex *mutex) { pthread_mutex_unlock(mutex_of(mutex)); }

void ed_condition_open(ed_Condition *condition)
{
    pthread_cond_init(condition_of(condition), NULL);
}

void ed_condition_close(ed_Condition *condition) { pthread_cond_destroy(condition_of(condition)); }

void ed_condition_wait(ed_Condition *condition, ed_Mutex *mutex)
{
    pthread_cond_wait(condition_of(condition), mutex_of(mutex));
}

void ed_condition_wake(ed_Condition *condition) { pthread_cond_broadcast(condition_of(condition)); }
