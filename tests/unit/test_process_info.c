#include "tests/lib/test.h"
#include <pthread.h>
#include <unistd.h>
#include "runtime/os/process/process_info.h"

static _Atomic i64 number;
static _Atomic bool may_end;

static void *wait_for_end(void *it)
{
    number = ed_thread_number();
    while (!may_end) usleep(1000);
    return it;
}

TEST(a_thread_is_reported_as_ended_once_it_has_ended)
{
    pthread_t thread;
    number = 0;
    may_end = false;
    CHECK(!ed_thread_has_ended(ed_thread_number()));
    CHECK(pthread_create(&thread, NULL, wait_for_end, NULL) == 0);
    while (!number) usleep(1000);
    CHECK(number != ed_thread_number() && !ed_thread_has_ended(number));
    may_end = true;
    pthread_join(thread, NULL);
    for (u32 i = 0; i < 5000 && !ed_thread_has_ended(number); i++) usleep(1000);
    CHECK(ed_thread_has_ended(number));
}

TEST(only_what_a_thread_computes_is_its_processor_time)
{
    const i64 thread = ed_thread_number();
    const u64 start_ns = ed_thread_used_ns(thread), all_ns = ed_process_used_ns(getpid());
    usleep(200000);
    const u64 waited_ns = ed_thread_used_ns(thread) - start_ns;
    CHECK(start_ns && all_ns && waited_ns < 50000000);
    while (ed_thread_used_ns(thread) - start_ns < 100000000) {}
    CHECK(ed_process_used_ns(getpid()) - all_ns >= 90000000);
    CHECK_EQ(ed_thread_used_ns(999999999), 0);
    CHECK_EQ(ed_process_used_ns(999999999), 0);
}

TEST(a_process_that_does_not_exist_has_no_debugger) { CHECK(!ed_process_is_traced(-1)); }
