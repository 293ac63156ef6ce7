// A game that fails as the order in its file says, see order.h. Without an order it never fails.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "gen/schema.gen.h"
#include "runtime/eddie.h"
#include "tests/faults/order.h"

#define THINGS 20

/// Overwritten in the file, so that one build serves for every fault; volatile, so that the
/// compiler does not assume the initial value.
static volatile struct {
    char mark[sizeof FAULT_MARK];
    unsigned char fault, phase, after;
} order = { FAULT_MARK, 0, 0, 0 };

static volatile int zero;

// --- faults --------------------------------------------------------------------------------------

static void use_null(void) { *(volatile int *)(uintptr_t)zero = 1; }

static void use_bad_file(void)
{
    int file = memfd_create("short", 0);
    volatile char *at =
        ftruncate(file, 4096) == 0 ? mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
    if (at != MAP_FAILED && ftruncate(file, 0) == 0) zero = at[0];
}

static int recurse(volatile int *depth)
{
    volatile char room[4096] = { 0 };
    ++*depth;
    return *depth ? recurse(depth) + room[*depth & 4095] : 0;
}

static void free_twice(void)
{
    void *volatile at = malloc(200);
    free(at);
    free(at);
}

/// Overwrites two blocks and the bytes around them, including their sizes, and frees them.
static void smash_heap(void)
{
    char *volatile first = malloc(24), *volatile second = malloc(24);
    memset(first - 64, 0x41, 256);
    free(second);
    free(first);
    free(malloc(5000));
    abort();
}

static void *stay(void *it)
{
    for (;;) sleep(1000);
    return it;
}

static void leave_thread(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, stay, NULL);
}

static void *fail_later(void *it)
{
    usleep(300000);
    use_null();
    return it;
}

static void fail_in_thread(void)
{
    static pthread_t thread;
    if (!thread) pthread_create(&thread, NULL, fail_later, NULL);
}

/// Allocates memory until no more is left.
static void take_all(void)
{
    for (;;) {
        char *block = malloc((size_t)1 << 24);
        if (block) memset(block, 1, (size_t)1 << 24);
    }
}

/// Overwrites shared memory, except large buffers.
static void scribble(void)
{
    char line[512], rights[8];
    unsigned long from, to;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        bool shared =
            sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && strcmp(rights, "rw-s") == 0;
        if (shared && to - from < 65536 && (strstr(line, "/dev/zero") || strstr(line, "/SYSV")))
            memset((void *)from, 0xa5, to - from);
    }
    abort();
}

static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

/// Blocks all signals and never returns.
static void go_deaf(void)
{
    block_signals();
    for (;;) zero = 0;
}

/// Fails each time except the first, which is the trial.
static void fail_again(void (*fail)(void))
{
    int file = open("reached", O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (file < 0) fail();
    close(file);
}

static void hang(void)
{
    for (;;) zero = 0;
}

// --- changes to the process ----------------------------------------------------------------------

static void change_folder(void)
{
    if (mkdir("elsewhere", 0777) != 0 && errno != EEXIST) abort();
    if (access("script", F_OK) == 0 && chdir("elsewhere") != 0) abort();
}

static void lower_limit(bool for_good)
{
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 0;
    if (for_good) limit.rlim_max = 0;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static void change_floats(void)
{
    fesetround(FE_UPWARD);
#ifdef __GLIBC__
    feenableexcept(FE_INEXACT);
#endif
}

/// The files opened next get the descriptors of the standard streams.
static void close_files(void)
{
    close(0);
    close(1);
    close(2);
    for (int i = 0; i < 3; i++) zero = 0 * open("of-the-game", O_CREAT | O_WRONLY | O_TRUNC, 0666);
}

static void close_other_files(void)
{
    for (int i = 3; i < 1024; i++) close(i);
}

static void change_variables(void)
{
    static char variable[] = "MAKEFLAGS=--no-such-option";
    clearenv();
    setenv("PATH", "/nowhere", 1);
    putenv(variable);      // in memory that is unmapped with the module
}

static bool change_process(unsigned fault)
{
    switch (fault) {
    case FAULT_FOLDER: change_folder(); return true;
    case FAULT_CHILDREN: signal(SIGCHLD, SIG_IGN); return true;
    case FAULT_HANDLER: signal(SIGSEGV, SIG_IGN); return true;
    case FAULT_MASK: block_signals(); return true;
    case FAULT_LOCALE: setlocale(LC_ALL, ""); return true;
    case FAULT_LIMIT: lower_limit(false); return true;
    case FAULT_FLOATS: change_floats(); return true;
    case FAULT_UMASK: umask(0777); return true;
    case FAULT_FILES: close_files(); return true;
    case FAULT_ALARM: alarm(1); return true;
    case FAULT_VARIABLES: change_variables(); return true;
    case FAULT_ALL_FILES: close_other_files(); return true;
    default: return false;
    }
}

// --- failing in a phase --------------------------------------------------------------------------

static void fail(unsigned fault)
{
    static bool stopped;
    volatile int depth = 0;
    if (change_process(fault)) return;
    switch (fault) {
    case FAULT_SEGV: use_null(); break;
    case FAULT_ABORT: abort();
    case FAULT_ASSERT: assert(zero); break;
    case FAULT_FPE: zero = 7 / zero; break;
    case FAULT_ILL: __builtin_trap();
    case FAULT_BUS: use_bad_file(); break;
    case FAULT_STACK: zero = recurse(&depth); break;
    case FAULT_LOOP:
        for (;;) depth++;
    case FAULT_SLEEP: sleep(1000); break;
    case FAULT_DOUBLE_FREE: free_twice(); break;
    case FAULT_HEAP: smash_heap(); break;
    case FAULT_EXIT: exit(0);
    case FAULT_PTHREAD_EXIT: pthread_exit(NULL);
    case FAULT_THREAD: leave_thread(); break;
    case FAULT_MEMORY: take_all(); break;
    case FAULT_SCRIBBLE: scribble(); break;
    case FAULT_DEAF: go_deaf(); break;
    case FAULT_IN_THREAD: fail_in_thread(); break;
    case FAULT_AGAIN: fail_again(use_null); break;
    case FAULT_HANG_AGAIN: fail_again(hang); break;
    case FAULT_STOP: raise(SIGSTOP); break;
    case FAULT_STOP_ONCE:
        if (!stopped) {
            stopped = true;
            raise(SIGSTOP);
        }
        break;
    case FAULT_HARD_LIMIT: lower_limit(true); break;
    case FAULT_SYS_EXIT: syscall(SYS_exit, 0); break;
    default: break;
    }
}

static const ed_Host *called;      // the host of the last call

static void reach(unsigned phase, u64 tick)
{
    bool earnest = !(order.fault & FAULT_IN_EARNEST) || (called && !called->trial);
    if (order.fault && order.phase == phase && tick >= order.after && earnest)
        fail(order.fault & ~FAULT_IN_EARNEST);
}

// --- the game ------------------------------------------------------------------------------------

static World *world_of(const ed_Host *host) { return (World *)host->states[World_root].at; }

static void load(ed_Host *host)
{
    called = host;
    if (host->trial && (host->window || host->renderer)) abort();
    if (order.fault & FAULT_IN_EARNEST && !host->trial) world_of(host)->sum = 12345;
    reach(PHASE_LOAD, host->tick);
}

static void unload(ed_Host *host)
{
    called = host;
    reach(PHASE_UNLOAD, host->tick);
}

static void start(ed_Host *host)
{
    World *world = world_of(host);
    for (u32 i = 0; i < THINGS; i++) {
        Thing *thing = Thing_array_add(host->states[World_root].arena, &world->things);
        if (!thing) return;
        thing->id = i + 1;
        thing->x = (f32)i;
        ed_str_set(host->states[World_root].arena, &thing->name, "thing");
    }
}

static void update(ed_Host *host)
{
    World *world = world_of(host);
    world->tick++;
    for (u32 i = 0; i < world->things.count; i++) world->things.items[i].x += 0.5f;
    world->sum += world->tick;
    reach(PHASE_UPDATE, host->tick);
}

static void render(ed_Host *host)
{
    ed_draw_rect(host->draw, 0, 0, 10, 10, 0xff0000ffu);
    reach(PHASE_RENDER, host->tick);
}

static bool pack(ed_Writer *w, const ed_State *state)
{
    reach(PHASE_PACK, state->frame);
    return ed_snapshot_write(w, state);
}

static bool unpack(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error)
{
    reach(PHASE_UNPACK, UINT64_MAX);
    return ed_snapshot_read(bytes, size, state, scratch, report, error);
}

__attribute__((constructor)) static void at_load(void) { reach(PHASE_CONSTRUCTOR, UINT64_MAX); }
__attribute__((destructor)) static void at_end(void) { reach(PHASE_DESTRUCTOR, UINT64_MAX); }

static const ed_Module module = { .abi = ED_ABI,
                                  .game = "faults",
                                  .title = "Faults",
                                  .view_width = 100,
                                  .view_height = 100,
                                  .schema = &eddie_schema,
                                  .load = load,
                                  .unload = unload,
                                  .start = start,
                                  .update = update,
                                  .render = render,
                                  .pack = pack,
                                  .unpack = unpack };

const ed_Module *eddie_module(void) { return &module; }
