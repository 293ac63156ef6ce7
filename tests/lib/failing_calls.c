#include "tests/lib/failing_calls.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static const char *failing;      // NULL: none
static int failing_code;
static size_t read_most;
static sigset_t thread_mask;

void failing_call(const char *name, int code)
{
    failing = name;
    failing_code = code;
}

bool failing_call_is_due(const char *name)
{
    if (!failing || strcmp(failing, name) != 0) return false;
    failing = NULL;
    errno = failing_code;
    return true;
}

void failing_calls_limit_reads(size_t most) { read_most = most; }

size_t failing_calls_read_size(size_t size)
{
    return read_most && size > read_most ? read_most : size;
}

bool failing_calls_thread_blocks(int signal) { return sigismember(&thread_mask, signal) == 1; }

int __real_pipe2(int ends[2], int flags);
int __real_memfd_create(const char *name, unsigned flags);
int __real_socketpair(int domain, int type, int protocol, int ends[2]);
int __real_sigaltstack(const stack_t *stack, stack_t *before);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*fn)(void *),
                          void *arg);
int __real_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *attributes, char *const *arguments,
                       char *const *variables);
int __real_pthread_mutex_lock(pthread_mutex_t *lock);
int __real_pthread_mutex_unlock(pthread_mutex_t *lock);
int __wrap_pipe2(int ends[2], int flags);
int __wrap_memfd_create(const char *name, unsigned flags);
int __wrap_socketpair(int domain, int type, int protocol, int ends[2]);
int __wrap_sigaltstack(const stack_t *stack, stack_t *before);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*fn)(void *),
                          void *arg);
int __wrap_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *attributes, char *const *arguments,
                       char *const *variables);
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock);
int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock);

int __wrap_pipe2(int ends[2], int flags)
{
    return failing_call_is_due("pipe2") ? -1 : __real_pipe2(ends, flags);
}

int __wrap_memfd_create(const char *name, unsigned flags)
{
    return failing_call_is_due("memfd_create") ? -1 : __real_memfd_create(name, flags);
}

int __wrap_socketpair(int domain, int type, int protocol, int ends[2])
{
    return failing_call_is_due("socketpair") ? -1 : __real_socketpair(domain, type, protocol, ends);
}

int __wrap_sigaltstack(const stack_t *stack, stack_t *before)
{
    return failing_call_is_due("sigaltstack") ? -1 : __real_sigaltstack(stack, before);
}

/// These two return the error.
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*fn)(void *),
                          void *arg)
{
    if (failing_call_is_due("pthread_create")) return failing_code;
    pthread_sigmask(SIG_SETMASK, NULL, &thread_mask);      // which the new thread begins with
    return __real_pthread_create(thread, attributes, fn, arg);
}

int __wrap_posix_spawn(pid_t *pid, const char *path, const posix_spawn_file_actions_t *files,
                       const posix_spawnattr_t *attributes, char *const *arguments,
                       char *const *variables)
{
    if (failing_call_is_due("posix_spawn")) {
        *pid = -1;      // which is unspecified then
        return failing_code;
    }
    return __real_posix_spawn(pid, path, files, attributes, arguments, variables);
}

/// Only a mutex that checks for errors knows whether this thread holds it.
int __wrap_pthread_mutex_lock(pthread_mutex_t *lock)
{
    if (__real_pthread_mutex_lock(lock) != 0) abort();
    return 0;
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *lock)
{
    if (__real_pthread_mutex_unlock(lock) != 0) abort();
    return 0;
}
