// A module for the tests of trials: PROBE in the environment says what one of its functions does.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "runtime/eddie.h"

#define MEMORY ((size_t)64 << 20)

static u32 loads, updates, renders, packs;

static bool is_asked(const char *what)
{
    const char *probe = getenv("PROBE");
    return probe && strcmp(probe, what) == 0;
}

static bool is_null(int file)
{
    struct stat st;
    return fstat(file, &st) == 0 && S_ISCHR(st.st_mode) && st.st_rdev == makedev(1, 3);
}

/// The number of open files besides the standard streams.
static int other_files(void)
{
    int count = 0;
    for (int file = 3; file < 1024; file++) count += fcntl(file, F_GETFD) >= 0;
    return count;
}

static int killed_first(void)
{
    int score = -1;
    FILE *file = fopen("/proc/self/oom_score_adj", "r");
    if (file && fscanf(file, "%d", &score) != 1) score = -1;
    if (file) fclose(file);
    return score;
}

/// What is special about the process of a trial, in the last line that it prints.
static void print_facts(const ed_Host *host)
{
    struct rlimit core = { 1, 1 };
    int death = 0;
    getrlimit(RLIMIT_CORE, &core);
    prctl(PR_GET_PDEATHSIG, &death);
    fprintf(
        stderr,
        "input %d output %d error %d, files %d, oom %d, core %d, death %d, trial %d, window %d %d, "
        "mouse %g\n",
        is_null(0), is_null(1), is_null(2), other_files(), killed_first(), core.rlim_cur != 0,
        death, host->trial, host->window != NULL, host->renderer != NULL,
        (f64)host->input->mouse_x);
}

static void print_much(void)
{
    for (u32 i = 0; i < 2000; i++) fprintf(stderr, "%063u\n", i);
}

static void use_memory(void)
{
    u8 *at = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at != MAP_FAILED) memset(at, 1, MEMORY);
    for (;;) pause();
}

static void *wait_for_ever(void *it)
{
    for (;;) pause();
    return it;
}

static void *nothing_to_do(void *it) { return it; }

static void start_thread(bool joins)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, joins ? nothing_to_do : wait_for_ever, NULL) != 0) abort();
    if (joins) pthread_join(thread, NULL);
}

static void load(ed_Host *host)
{
    (void)host;
    loads++;
}

static void update(ed_Host *host)
{
    updates++;
    if (is_asked("facts")) print_facts(host);
    if (is_asked("words")) fprintf(stderr, "first\n  its last words  \n\n \n");
    if (is_asked("sanitizer"))
        fprintf(
            stderr,
            "=7=ERROR: S: bad-free\n#0 in f\nSUMMARY: S: bad-free a.c:3 in f\nmore\n=7=ABORTING\n");
    if (is_asked("much")) print_much();
    if (is_asked("facts") || is_asked("words") || is_asked("sanitizer") || is_asked("much")
        || is_asked("abort"))
        abort();
    if (is_asked("exit")) _exit(0);
    if (is_asked("kill")) kill(getpid(), SIGKILL);
    if (is_asked("hang"))
        for (volatile unsigned i = 0;; i++) {}
    if (is_asked("pause")) pause();
    if (is_asked("wait")) usleep(400000);
    if (is_asked("memory")) use_memory();
    if (is_asked("joined thread")) start_thread(true);
    if (is_asked("thread")) start_thread(false);
}

static void render(ed_Host *host) { renders += host->alpha == 0; }

static bool pack(ed_Writer *w, const ed_State *state)
{
    packs++;
    return w && state && !is_asked("no pack");
}

static void unload(ed_Host *host)
{
    (void)host;
    fprintf(stderr, "load %u update %u render %u pack %u", loads, updates, renders, packs);
    if (is_asked("calls")) abort();
}

__attribute__((destructor)) static void end(void)
{
    if (is_asked("destructor")) abort();
}

static bool unpack(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                   ed_Report *report, ed_Error *error)
{
    return bytes && size && state && scratch && report && error;
}

static const ed_Schema schema = { .state_count = 0 };
static const ed_Module module = { .abi = ED_ABI,
                                  .game = "probe",
                                  .title = "Probe",
                                  .view_width = 16,
                                  .view_height = 9,
                                  .schema = &schema,
                                  .load = load,
                                  .unload = unload,
                                  .update = update,
                                  .render = render,
                                  .pack = pack,
                                  .unpack = unpack };

const ed_Module *eddie_module(void) { return &module; }
