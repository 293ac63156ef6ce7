#include "runtime/live/commit_memory.h"
#include "runtime/os/pages/posix/populate.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static ed_MemoryCommit commit;
static ed_Arena arena;

static bool begin(size_t bytes)
{
    ed_Error error = { .code = ED_OK };
    commit = (ed_MemoryCommit){ .count = 0 };
    if (!ed_arena_open(&arena, "large", bytes, &error)) return false;
    memset(ed_arena_push(&arena, 5, 1), 7, 5);
    ed_commit_memory_add(&commit, &arena, bytes);
    return true;
}

static void end(void)
{
    ed_commit_memory_end(&commit);
    ed_arena_close(&arena);
}

/// How many pages of the arena are in memory.
static size_t pages_present(size_t bytes)
{
    static u8 present[1 << 14];
    size_t page = (size_t)sysconf(_SC_PAGESIZE), count = 0;
    if (bytes / page > sizeof present || mincore(arena.base, bytes, present) != 0) return 0;
    for (size_t i = 0; i < bytes / page; i++) count += present[i] & 1;
    return count;
}

/// False on a kernel before 5.14.
static bool can_commit(void) { return madvise(arena.base, 1, MADV_POPULATE_WRITE) == 0; }

TEST(memory_is_committed_ahead_and_its_contents_stay)
{
    const size_t bytes = ED_COMMIT_MIN + ((size_t)2 << 20);
    CHECK(begin(bytes));
    ed_commit_memory_start(&commit);
    for (u32 i = 0; i < 20000 && !ed_commit_memory_ended(&commit); i++) usleep(1000);
    CHECK(ed_commit_memory_ended(&commit));
    bool started = commit.started;
    ed_commit_memory_end(&commit);
    CHECK(!started || !can_commit() || pages_present(bytes) == bytes / 4096
          || sysconf(_SC_PAGESIZE) != 4096);
    for (u32 i = 0; i < 5; i++) CHECK_EQ(arena.base[i], 7);
    CHECK_EQ(arena.used, 5);
    end();
}

TEST(ending_a_commit_stops_its_thread_and_clears_its_parts)
{
    CHECK(begin((size_t)64 << 20));
    ed_commit_memory_start(&commit);
    ed_commit_memory_end(&commit);
    CHECK(!commit.started);
    CHECK_EQ(commit.count, 0);
    CHECK(ed_commit_memory_ended(&commit));
    end();
}

TEST(little_memory_is_not_worth_a_thread)
{
    CHECK(begin(ED_COMMIT_MIN / 2));
    ed_commit_memory_start(&commit);
    CHECK(!commit.started);
    CHECK(ed_commit_memory_ended(&commit));
    end();
}

static bool wait_until_ended(void)
{
    for (u32 i = 0; i < 5000 && !ed_commit_memory_ended(&commit); i++) usleep(1000);
    return ed_commit_memory_ended(&commit);
}

TEST(a_second_commit_runs_to_its_end)
{
    const size_t bytes = ED_COMMIT_MIN + ((size_t)2 << 20);
    CHECK(begin(bytes));
    ed_commit_memory_start(&commit);
    CHECK(wait_until_ended());
    ed_commit_memory_end(&commit);
    CHECK(!commit.ended && !commit.ending);
    ed_arena_close(&arena);
    CHECK(begin(bytes));
    ed_commit_memory_start(&commit);
    CHECK(wait_until_ended());
    bool started = commit.started;
    ed_commit_memory_end(&commit);
    CHECK(!started || !can_commit() || pages_present(bytes) == bytes / 4096
          || sysconf(_SC_PAGESIZE) != 4096);
    end();
}

TEST(only_memory_that_was_never_used_is_committed)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    ed_Arena closed = { .limit = 0 };
    CHECK(begin(ED_COMMIT_MIN));
    CHECK_EQ(commit.count, 1);
    CHECK_EQ(commit.parts[0].start, 0);
    CHECK_EQ(commit.parts[0].end, ED_COMMIT_MIN);
    arena.touched = page + 5;
    ed_commit_memory_add(&commit, &arena, page + 6);
    CHECK_EQ(commit.count, 2);
    CHECK_EQ(commit.parts[1].start, page);
    CHECK_EQ(commit.parts[1].end, page + 6);
    ed_commit_memory_add(&commit, &arena, page + 5);
    ed_commit_memory_add(&commit, &closed, page);
    CHECK_EQ(commit.count, 2);
    for (u32 i = 0; i < ED_COMMIT_PARTS_MAX; i++) ed_commit_memory_add(&commit, &arena, 2 * page);
    CHECK_EQ(commit.count, ED_COMMIT_PARTS_MAX);
    end();
}

TEST(all_parts_together_are_worth_a_thread)
{
    const size_t half = ED_COMMIT_MIN / 2;
    for (u32 i = 0; i < 2; i++) {
        CHECK(begin(half));
        arena.touched = 0;
        ed_commit_memory_add(&commit, &arena, half - i);
        ed_commit_memory_start(&commit);
        CHECK_EQ(commit.started, i == 0);
        CHECK(wait_until_ended());
        end();
    }
}

TEST(a_commit_starts_once_and_leaves_the_signals_of_the_game)
{
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    CHECK(begin(ED_COMMIT_MIN));
    failing_call("pthread_create", EAGAIN);
    ed_commit_memory_start(&commit);
    CHECK(!commit.started);
    CHECK(ed_commit_memory_ended(&commit));
    ed_commit_memory_start(&commit);
    CHECK(commit.started);
    u64 first = commit.thread.handle;
    ed_commit_memory_start(&commit);
    CHECK_EQ(commit.thread.handle, first);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    CHECK_EQ(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
    CHECK(failing_calls_thread_blocks(SIGINT) && failing_calls_thread_blocks(SIGTERM));
    end();
}
