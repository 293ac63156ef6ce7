#include "tests/lib/test.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/fault.h"
#include "tests/lib/guarded.h"

// A game that ends its process, or its thread, in a guarded call.

static ed_Fault fault;
static ed_Fault *shared;      // with a child

static void nothing(void *it) { *(int *)it += 1; }

static void lowers_a_limit(void)
{
    ed_Error error = { .code = ED_OK };
    ed_guard_close();
    if (ed_guard_open(shared, &error)) ed_guard_end(ED_FAULT_LIMIT);
}

TEST(a_process_that_is_ended_because_of_the_game_records_the_reason)
{
    CHECK((shared = guarded_share()) != NULL);
    int status = guarded_child(&fault, lowers_a_limit);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_LIMIT);
    CHECK_EQ(shared->phase, ED_PHASE_UPDATE);
    CHECK_EQ(shared->calling, ED_PHASE_UPDATE);
    CHECK_EQ(shared->number, 1);
    CHECK_EQ(shared->frame_count, 0);
    guarded_unshare(shared);
}

/// A trial's process opens its own guard.
static void ends_at_the_first_fault(void)
{
    ed_Error error = { .code = ED_OK };
    ed_guard_close();
    ed_guard_set_end_at_fault(true);
    if (ed_guard_open(shared, &error)) ed_guard_call(NULL, ED_PHASE_LOAD, guarded_abort, NULL);
}

TEST(a_process_that_ends_at_a_fault_records_the_first_one)
{
    CHECK((shared = guarded_share()) != NULL);
    int status = guarded_child(&fault, ends_at_the_first_fault);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_SIGNAL);
    CHECK_EQ(shared->phase, ED_PHASE_LOAD);
    CHECK_EQ(shared->number, 1);
    CHECK(shared->frame_count > 1);
    guarded_unshare(shared);
}

static void exit_in_call(void *it)
{
    (void)it;
    exit(0);
}
static void exits(void) { ed_guard_call(NULL, ED_PHASE_UPDATE, exit_in_call, NULL); }
static void end_thread_in_call(void *it) { pthread_exit(it); }

static void ends_its_thread(void)
{
    ed_guard_call(NULL, ED_PHASE_UPDATE, end_thread_in_call, NULL);
}

TEST(exit_in_a_call_is_reported_to_the_parent)
{
    int status = guarded_child(&fault, exits);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    status = guarded_child(&fault, ends_its_thread);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
}

/// The module is this program.
static bool begin_shared(void)
{
    char path[400] = "";
    ed_Error error = { .code = ED_OK };
    ed_guard_close();
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || !ed_guard_open(shared, &error))
        return false;
    ed_guard_module(path);
    return true;
}

static bool is_in_program(void (*function)(void *))
{
    u64 at;
    memcpy(&at, &function, sizeof at);
    return at >= shared->base && at < shared->end;
}

static void exits_recorded(void)
{
    if (begin_shared()) ed_guard_call(NULL, ED_PHASE_RENDER, exit_in_call, NULL);
}

static void ends_its_thread_recorded(void)
{
    if (begin_shared()) ed_guard_call(NULL, ED_PHASE_RENDER, end_thread_in_call, NULL);
}

TEST(an_exit_or_the_end_of_the_thread_is_recorded)
{
    CHECK((shared = guarded_share()) != NULL);
    guarded_child(&fault, exits_recorded);
    CHECK_EQ(shared->kind, ED_FAULT_EXIT);
    CHECK_EQ(shared->phase, ED_PHASE_RENDER);
    CHECK_EQ(shared->number, 1);
    CHECK(shared->frame_count > 2 && shared->frame_count <= ED_GUARD_FRAMES_MAX);
    CHECK(shared->frames[0] && shared->frames[shared->frame_count - 1]);
    CHECK(is_in_program(exit_in_call));
    guarded_child(&fault, ends_its_thread_recorded);
    CHECK_EQ(shared->kind, ED_FAULT_THREAD_EXIT);
    CHECK_EQ(shared->phase, ED_PHASE_RENDER);
    CHECK_EQ(shared->number, 1);
    CHECK_EQ(shared->frame_count, 0);
    guarded_unshare(shared);
}

static void *open_and_end(void *it)
{
    ends_its_thread_recorded();
    return it;
}

static void ends_another_thread(void)
{
    pthread_t thread;
    ed_guard_close();
    if (pthread_create(&thread, NULL, open_and_end, NULL) == 0) pthread_join(thread, NULL);
}

TEST(the_end_of_whichever_thread_opened_the_guard_is_recorded)
{
    CHECK((shared = guarded_share()) != NULL);
    int status = guarded_child(&fault, ends_another_thread);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == ED_GUARD_EXIT);
    CHECK_EQ(shared->kind, ED_FAULT_THREAD_EXIT);
    guarded_unshare(shared);
}

static bool leaves;

/// Exits after the guard's handler and before the sanitizer searches for leaks, which would hang in
/// a process that was forked while another thread held the lock of the allocator.
static void leave(void)
{
    if (leaves) _exit(0);
}

__attribute__((constructor)) static void leave_last(void) { atexit(leave); }

static void fork_a_helper(void *it)
{
    pid_t helper = fork();
    (void)it;
    leaves = helper == 0;
    if (helper == 0) exit(0);
    waitpid(helper, NULL, 0);
}

static void helps_itself(void)
{
    ed_Fault *own = guarded_share();
    ed_Error error = { .code = ED_OK };
    ed_guard_close();
    ed_guard_set_end_at_fault(true);
    if (!ed_guard_open(own, &error)) _exit(2);
    ed_guard_call(NULL, ED_PHASE_LOAD, fork_a_helper, NULL);
    if (own->kind != ED_FAULT_NONE) _exit(1);
}

TEST(a_process_that_the_game_forks_in_a_trial_may_exit)
{
    CHECK(guarded_child_returns(&fault, helps_itself));
}

static void exits_between_calls(void)
{
    ed_guard_call(NULL, ED_PHASE_UPDATE, nothing, &(int){ 0 });
    leaves = true;
    exit(1);
}

TEST(a_host_that_exits_between_two_calls_is_not_the_games_fault)
{
    int status = guarded_child(&fault, exits_between_calls);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
