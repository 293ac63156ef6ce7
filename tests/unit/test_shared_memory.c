#include "runtime/os/memory/shared_memory.h"
#include "runtime/os/pages/posix/populate.h"
#include "tests/lib/open_files.h"
#include "tests/lib/test.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIZE ((size_t)1 << 30)      // most of it is never written

static ed_SharedMemory memory;

static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    return ed_shared_memory_open(&memory, "a test", SIZE, &error);
}

/// The exit code of a process that calls `child`, or minus the number of the signal that ended it.
static int in_a_child(int (*child)(void))
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGSEGV, SIG_DFL);
        _exit(child());
    }
    waitpid(pid, &status, 0);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static int attaches(void)
{
    ed_SharedMemory mine;
    ed_Error error = { .code = ED_OK };
    close_files();      // the game's code may close everything
    if (!ed_shared_memory_attach(&mine, memory.handle, SIZE, true, &error)) return 1;
    if (mine.at == memory.at || mine.size != SIZE || mine.handle != memory.handle) return 2;
    if (mine.at[0] != 1 || mine.at[SIZE - 1] != 2) return 3;
    mine.at[7] = 3;
    ed_shared_memory_close(&mine);
    return mine.at != NULL;
}

TEST(another_process_sees_shared_memory_and_may_change_it)
{
    CHECK(begin());
    CHECK(memory.at[0] == 0 && memory.at[SIZE - 1] == 0);
    memory.at[0] = 1;
    memory.at[SIZE - 1] = 2;
    CHECK_EQ(in_a_child(attaches), 0);
    CHECK_EQ(memory.at[7], 3);
    ed_shared_memory_close(&memory);
    CHECK(!memory.at);
    ed_shared_memory_close(&memory);
}

#define PAGES 4096

/// Without the checks of a sanitizer, which has pages of its own.
__attribute__((no_sanitize("address"))) static int sum_of(const u8 *bytes, size_t step)
{
    int sum = 0;
    for (size_t i = 0; i < PAGES; i++) sum += bytes[i * step];
    return sum;
}

/// Returns how many page faults it takes to read the memory, or -1.
static long faults_of_read(bool direct)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = PAGES * page;
    ed_SharedMemory mine;
    ed_Error error = { .code = ED_OK };
    struct rusage before, after;
    if (!ed_shared_memory_attach(&mine, memory.handle, SIZE, false, &error)) return -1;
    if (direct) madvise(mine.at, size, MADV_POPULATE_READ);
    else ed_shared_memory_prepare_read(&mine, size);
    getrusage(RUSAGE_SELF, &before);
    int sum = sum_of(mine.at, page);
    getrusage(RUSAGE_SELF, &after);
    ed_shared_memory_close(&mine);
    return sum == PAGES ? after.ru_minflt - before.ru_minflt : -1;
}

/// An old kernel and an emulator do not know MADV_POPULATE_READ.
static int needs_no_more_faults_than_the_system(void)
{
    long system = faults_of_read(true), own = faults_of_read(false);
    return system >= 0 && own >= 0 && own <= system + PAGES / 64 ? 0 : 1;
}

TEST(shared_memory_can_be_made_ready_to_be_read)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    CHECK(begin());
    for (size_t i = 0; i < PAGES; i++) memory.at[i * page] = 1;
    CHECK_EQ(in_a_child(needs_no_more_faults_than_the_system), 0);
    ed_shared_memory_close(&memory);
    ed_shared_memory_prepare_read(&memory, 1);      // is not open
}

static int writes_to_what_it_may_read(void)
{
    ed_SharedMemory mine;
    ed_Error error = { .code = ED_OK };
    if (!ed_shared_memory_attach(&mine, memory.handle, SIZE, false, &error)) return 1;
    if (mine.at[9] != 4) return 2;
    mine.at[9] = 5;
    return 3;
}

TEST(a_process_that_attached_shared_memory_to_read_it_cannot_write)
{
    CHECK(begin());
    memory.at[9] = 4;
    CHECK_EQ(in_a_child(writes_to_what_it_may_read), -SIGSEGV);
    CHECK_EQ(memory.at[9], 4);
    ed_shared_memory_close(&memory);
}

static int writes(void)
{
    memory.at[4096] = 1;
    return 0;
}

TEST(shared_memory_can_be_made_read_only_for_a_while)
{
    CHECK(begin());
    ed_shared_memory_protect(&memory, SIZE, true);
    CHECK(in_a_child(writes) != 0);
    ed_shared_memory_protect(&memory, SIZE, false);
    CHECK_EQ(in_a_child(writes), 0);
    CHECK_EQ(memory.at[4096], 1);
    ed_shared_memory_protect(&memory, 4096, true);      // only its start
    CHECK_EQ(in_a_child(writes), 0);
    ed_shared_memory_close(&memory);
    ed_shared_memory_protect(&memory, SIZE, true);      // is not open
}

TEST(what_is_not_shared_memory_cannot_be_attached)
{
    ed_SharedMemory other;
    ed_Error error = { .code = ED_OK };
    CHECK(!ed_shared_memory_attach(&other, -1, 4096, true, &error));
    CHECK(!other.at);
    CHECK_TEXT(error.text, "cannot attach shared memory: Invalid argument");
    error.code = ED_OK;
    CHECK(!ed_shared_memory_attach(&other, INT64_MAX, 4096, true, &error));
    CHECK_TEXT(error.text, "cannot attach shared memory: Invalid argument");
    CHECK(ed_shared_memory_open(&memory, "a test", 4096, &error));
    error.code = ED_OK;
    CHECK(!ed_shared_memory_attach(&other, memory.handle, SIZE, true, &error));
    CHECK(!other.at);
    CHECK_TEXT(error.text, "cannot attach shared memory: it is smaller than expected");
    i64 handle = memory.handle;
    ed_shared_memory_close(&memory);
    CHECK(!ed_shared_memory_attach(&other, handle, 4096, true, &error));      // it is gone
    CHECK(!ed_shared_memory_open(&memory, "a test", 0, &error));
    CHECK(!memory.at);
}
