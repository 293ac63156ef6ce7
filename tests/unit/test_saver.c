#include "runtime/attic/snapshot.h"
#include "tests/lib/test.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "gen/schema.gen.h"
#include "runtime/live/process.h"
#include "runtime/live/saver.h"
#include "runtime/os/files/files.h"
#include "tests/lib/failing.h"
#include "tests/lib/failing_calls.h"

// --- a game that counts, and a disk that blocks until the test releases it ---------------

static bool packs, packs_junk;
static void nothing(ed_Host *host) { (void)host; }
static void update(ed_Host *host) { ((Game *)host->states[Game_root].at)->tick++; }

static bool pack(ed_Writer *w, const ed_State *state)
{
    if (packs_junk) {
        ed_write_text(w, "no snapshot");
        return true;
    }
    if (packs) return ed_snapshot_write(w, state);
    ed_fail(&w->err, ED_ERR_LIMIT, "it does not fit");
    return false;
}

static ed_Run run;
static ed_Saver saver;
static ed_Module module;
static ed_Error error;
static ed_SaveResult result;
static char folder[64];
static sem_t begun, let_go;
static bool opened;
static char order[64];      // the first letters of the files, as they were written

static bool slow_write(const char *path, const void *bytes, size_t size, ed_Error *why)
{
    sem_post(&begun);
    sem_wait(&let_go);
    strncat(order, strrchr(path, '/') + 1, 1);
    return ed_file_write_atomic(path, bytes, size, why);
}

/// Waits until the worker is writing; false if that does not happen.
static bool writes(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 20;
    return sem_timedwait(&begun, &until) == 0;
}

static const char *in(const char *name)
{
    static char paths[4][128];
    static u32 turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/// Ends the work that a failed test has left.
static void close_all(void)
{
    if (!opened) return;
    for (u32 i = 0; i < 40; i++) sem_post(&let_go);
    ed_saver_close(&saver);
    ed_run_close(&run);
    opened = false;
}

/// A lock that notices if a thread releases it without holding it (tests/lib/failing_calls.c).
static void check_lock(void)
{
    pthread_mutexattr_t checks;
    pthread_mutex_t *lock = (pthread_mutex_t *)(void *)&saver.lock;      // see posix/thread.c
    pthread_mutexattr_init(&checks);
    pthread_mutexattr_settype(&checks, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_destroy(lock);
    pthread_mutex_init(lock, &checks);
    pthread_mutexattr_destroy(&checks);
}

static bool begin(void)
{
    close_all();
    memset(&saver, 0xa5, sizeof saver);      // what it was before does not matter
    error = (ed_Error){ .code = ED_OK };
    packs = true;
    packs_junk = false;
    order[0] = 0;
    sem_init(&begun, 0, 0);
    sem_init(&let_go, 0, 0);
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    module = (ed_Module){ .abi = ED_ABI,
                          .game = "unit",
                          .title = "Unit",
                          .view_width = 100,
                          .view_height = 50,
                          .schema = &eddie_schema,
                          .update = update,
                          .render = nothing,
                          .pack = pack,
                          .unpack = ed_snapshot_read };
    ed_saver_open(&saver);
    check_lock();
    opened = true;
    return mkdtemp(folder) && ed_run_open(&run, &module, 5, &error);
}

static void end(void)
{
    char command[128];
    close_all();
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

static void game(u32 frames)
{
    for (u32 i = 0; i < frames; i++) ed_run_update(&run, NULL);
}
static bool save(const char *name) { return ed_saver_save(&saver, &run, in(name), &error); }

/// The frame in the snapshot file; -1 if it is not a snapshot.
static long long frame_in(const char *name)
{
    static ed_Run reader;
    ed_Span bytes;
    ed_Error why = { .code = ED_OK };
    long long frame = -1;
    if (!ed_run_open(&reader, &module, 5, &why)) return -1;
    if (ed_file_read(in(name), 1 << 20, test_arena(), &bytes, &why)
        && ed_run_load(&reader, bytes.at, bytes.size, &why))
        frame = (long long)reader.host.tick;
    ed_run_close(&reader);
    return frame;
}

TEST(a_save_holds_the_state_of_its_request_and_is_reported_once)
{
    CHECK(begin());
    saver.write = slow_write;
    char name[16];
    game(3);
    CHECK(save("a"));
    CHECK(writes());
    pthread_t worker;
    memcpy(&worker, &saver.worker.handle, sizeof worker);
    CHECK_EQ(pthread_getname_np(worker, name, sizeof name), 0);
    CHECK_TEXT(name, "eddie-save");      // for a debugger
    game(4);                             // the game keeps running while it is written
    CHECK(!ed_saver_poll(&saver, &result));
    sem_post(&let_go);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.error.code, ED_OK);
    CHECK_TEXT(result.path, in("a"));
    CHECK_EQ(result.frame, 3);
    CHECK_EQ(frame_in("a"), 3);
    CHECK(!ed_saver_poll(&saver, &result) && !ed_saver_wait(&saver, &result));
    end();
}

TEST(a_background_save_has_the_bytes_of_a_direct_pack)
{
    CHECK(begin());
    game(3);
    ed_Span wanted, found;
    CHECK(ed_run_pack(&run, &wanted, &error));
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_EQ(result.bytes, wanted.size);
    CHECK(ed_file_read(in("a"), 1 << 20, test_arena(), &found, &error));
    CHECK(found.size == wanted.size && memcmp(found.at, wanted.at, found.size) == 0);
    end();
}

TEST(a_second_save_waits_with_the_state_of_its_moment_and_does_not_overtake)
{
    CHECK(begin());
    saver.write = slow_write;
    game(1);
    CHECK(save("a"));
    CHECK(writes());
    game(1);
    CHECK(save("b"));
    game(1);
    CHECK(!save("c"));      // reported at once, not lost
    CHECK_HAS(error.text, "/c: one save is being written and another is waiting");
    CHECK(!ed_saver_poll(&saver, &result));
    sem_post(&let_go);
    sem_post(&let_go);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 1);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 2);
    CHECK_EQ(frame_in("a"), 1);
    CHECK_EQ(frame_in("b"), 2);
    CHECK_EQ(frame_in("c"), -1);
    CHECK_TEXT(order, "ab");
    end();
}

TEST(of_many_saves_to_one_file_the_last_one_stays)
{
    CHECK(begin());
    saver.write = slow_write;
    for (u32 i = 0; i < 20; i++) {
        game(1);
        CHECK(save("a"));
        CHECK(i > 0 || writes());
    }
    sem_post(&let_go);
    sem_post(&let_go);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 1);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 20);
    CHECK(!ed_saver_wait(&saver, &result));
    CHECK_EQ(frame_in("a"), 20);
    CHECK_TEXT(order, "aa");
    end();
}

TEST(what_is_being_written_is_not_packed_over)
{
    CHECK(begin());
    saver.write = slow_write;
    game(1);
    CHECK(save("a"));
    CHECK(writes());
    game(1);
    CHECK(save("b"));
    sem_post(&let_go);
    CHECK(writes());      // now b is being written, and the result of a was not polled
    game(1);
    CHECK(!save("b"));
    CHECK_HAS(error.text, "/b: ");
    sem_post(&let_go);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 2);
    CHECK_EQ(frame_in("b"), 2);
    end();
}

TEST(a_hundred_saves_one_after_the_other_are_all_whole)
{
    CHECK(begin());
    for (u32 i = 1; i <= 100; i++) {
        game(1);
        CHECK(save("a"));
        CHECK(ed_saver_wait(&saver, &result));
        CHECK_EQ(result.error.code, ED_OK);
        CHECK_EQ(result.frame, i);
        CHECK(!saver.saves[1].memory.base);      // the memory of one save is enough
    }
    CHECK_EQ(frame_in("a"), 100);
    end();
}

TEST(a_save_that_cannot_be_written_is_reported_by_name_and_the_next_one_works)
{
    CHECK(begin());
    CHECK(save("none/a"));
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.error.code, ED_ERR_OS);
    CHECK_HAS(result.error.text, "none/a: cannot be saved: No such file");
    CHECK(save("") && ed_saver_wait(&saver, &result));      // a folder
    CHECK_HAS(result.error.text, "is a folder");
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_EQ(result.error.code, ED_OK);
    end();
}

TEST(a_save_that_does_not_pack_is_reported_at_once_by_name)
{
    CHECK(begin());
    packs = false;
    CHECK(!save("a"));
    CHECK_HAS(error.text, "/a: it does not fit");
    CHECK(!ed_saver_wait(&saver, &result));
    packs = true;
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_EQ(result.error.code, ED_OK);
    end();
}

TEST(a_save_that_does_not_pack_says_that_the_waiting_one_is_lost)
{
    CHECK(begin());
    saver.write = slow_write;
    game(1);
    CHECK(save("a") && writes());
    game(1);
    CHECK(save("a"));
    packs = false;
    CHECK(!save("a"));
    CHECK_HAS(error.text, "/a: it does not fit; the earlier save that was waiting is also lost");
    sem_post(&let_go);
    CHECK(ed_saver_wait(&saver, &result));
    CHECK_EQ(result.frame, 1);
    CHECK(!ed_saver_wait(&saver, &result));
    CHECK_EQ(frame_in("a"), 1);
    packs = true;
    error = (ed_Error){ .code = ED_OK };
    sem_post(&let_go);
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_EQ(frame_in("a"), 2);
    end();
}

TEST(a_name_that_is_too_long_is_reported_at_once)
{
    static char name[8000];
    CHECK(begin());
    memset(name, 'x', sizeof name - 1);
    CHECK(!ed_saver_save(&saver, &run, name, &error));
    CHECK_HAS(error.text, "the name is too long");
    end();
}

static void *let_both_go(void *unused)
{
    (void)unused;
    usleep(1000);
    sem_post(&let_go);
    sem_post(&let_go);
    return NULL;
}

TEST(closing_waits_for_all_that_was_asked_for)
{
    CHECK(begin());
    pthread_t thread;
    saver.write = slow_write;
    game(1);
    CHECK(save("a"));
    game(1);
    CHECK(save("b"));
    CHECK_EQ(pthread_create(&thread, NULL, let_both_go, NULL), 0);
    ed_saver_close(&saver);
    CHECK_EQ(frame_in("a"), 1);
    CHECK_EQ(frame_in("b"), 2);
    pthread_join(thread, NULL);
    ed_saver_open(&saver);      // a saver that never saved can be closed, too
    end();
}

static bool note_signals(const char *path, const void *bytes, size_t size, ed_Error *why)
{
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    bool all = sigismember(&blocked, SIGINT) && sigismember(&blocked, SIGTERM)
            && sigismember(&blocked, SIGALRM);
    ed_fail(why, ED_ERR_OS, "%s: %s, %zu bytes at %d", path, all ? "all blocked" : "not blocked",
            size, bytes != NULL);
    return false;
}

TEST(no_signal_reaches_the_worker)
{
    sigset_t blocked;
    CHECK(begin());
    saver.write = note_signals;
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_HAS(result.error.text, "all blocked");
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    CHECK(failing_calls_thread_blocks(SIGINT) && failing_calls_thread_blocks(SIGTERM));
    CHECK(!sigismember(&blocked, SIGINT));      // the game's own thread gets them as before
    end();
}

TEST(a_save_has_the_file_mode_that_the_host_chose)
{
    struct stat st;
    CHECK(begin());
    mode_t before = umask(022);
    ed_process_take();
    umask(0777);      // by the game
    bool saved = save("a") && ed_saver_wait(&saver, &result);
    ed_process_stop_restoring();
    umask(before);
    CHECK(saved && stat(in("a"), &st) == 0);
    CHECK_EQ(st.st_mode & 07777, 0644);
    end();
}

TEST(what_a_game_packs_is_only_written_if_it_is_a_snapshot)
{
    CHECK(begin());
    packs_junk = true;
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_HAS(result.error.text, "/a: the game's pack function did not write a snapshot");
    CHECK(access(in("a"), F_OK) != 0);
    end();
}

TEST(without_a_thread_a_save_is_written_at_once)
{
    CHECK(begin());
    game(3);
    failing_call("pthread_create", EAGAIN);
    CHECK(save("a"));
    CHECK(!saver.started);
    CHECK_EQ(frame_in("a"), 3);
    CHECK(ed_saver_poll(&saver, &result));
    CHECK_EQ(result.error.code, ED_OK);
    game(1);
    CHECK(save("b") && ed_saver_wait(&saver, &result));      // by the worker, which now starts
    CHECK(saver.started);
    CHECK_EQ(frame_in("b"), 4);
    end();
}

TEST(the_longest_name_is_passed_to_the_system)
{
    static char name[ED_SAVER_PATH_MAX + 1];
    CHECK(begin());
    memset(name, 'x', ED_SAVER_PATH_MAX);
    CHECK(!ed_saver_save(&saver, &run, name, &error));
    CHECK_EQ(error.code, ED_ERR_LIMIT);
    name[ED_SAVER_PATH_MAX - 1] = 0;
    error = (ed_Error){ .code = ED_OK };
    CHECK(ed_saver_save(&saver, &run, name, &error) && ed_saver_wait(&saver, &result));
    CHECK_TEXT(result.path, name);
    CHECK_EQ(result.error.code, ED_ERR_OS);
    end();
}

TEST(the_memory_of_the_first_save_is_opened_ahead)
{
    CHECK(begin());
    const ed_Arena *memory = ed_saver_memory(&saver);
    CHECK(memory == &saver.saves[0].memory && memory->base && !saver.saves[1].memory.base);
    const u8 *base = memory->base;
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK(ed_saver_memory(&saver)->base == base);
    end();
}

TEST(a_closed_saver_has_no_memory)
{
    CHECK(begin());
    u32 before = failing_open();
    saver.write = slow_write;
    game(1);
    CHECK(save("a") && writes());
    game(1);
    CHECK(save("b"));
    CHECK_EQ(failing_open(), before + 2);
    sem_post(&let_go);
    sem_post(&let_go);
    ed_saver_close(&saver);
    CHECK_EQ(failing_open(), before);
    CHECK(!saver.started && saver.count == 0);
    ed_saver_open(&saver);
    CHECK(save("c") && ed_saver_wait(&saver, &result));
    CHECK_EQ(frame_in("c"), 2);
    end();
}

TEST(without_memory_a_save_is_refused)
{
    CHECK(begin());
    game(1);
    failing_begin(1, false);
    bool saved = save("a");
    CHECK(failing_end() && !saved && *error.text);
    CHECK(!ed_saver_wait(&saver, &result));
    CHECK(save("a") && ed_saver_wait(&saver, &result));
    CHECK_EQ(frame_in("a"), 1);
    end();
}
