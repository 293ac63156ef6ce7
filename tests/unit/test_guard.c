#include "tests/lib/test.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/live/fault.h"
#include "runtime/os/process/process_info.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/guarded.h"
#include "tests/lib/open_files.h"

static ed_Fault fault;

static void nothing(void *it) { *(int *)it += 1; }

static void fail_inside(void *it)
{
    ed_guard_call(NULL, ED_PHASE_PACK, guarded_abort, NULL);      // ends the outer call, too
    *(int *)it = 1;
}

static void call_inside(void *it)
{
    bool held = ed_guard_call(NULL, ED_PHASE_PACK, nothing, it);
    *(int *)it += held ? 10 : 100;
    guarded_abort(it);
}

TEST(a_call_that_returns_succeeds)
{
    int count = 0;
    CHECK(guarded_begin(&fault));
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, nothing, &count));
    CHECK_EQ(count, 1);
    CHECK_EQ(fault.kind, ED_FAULT_NONE);
    CHECK_EQ(fault.calling, ED_PHASE_NONE);
    ed_guard_close();
}

TEST(a_call_that_faults_is_ended_and_recorded)
{
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_RENDER, guarded_abort, NULL));
    CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
    CHECK_EQ(fault.signal, SIGABRT);
    CHECK_EQ(fault.phase, ED_PHASE_RENDER);
    CHECK_EQ(fault.calling, ED_PHASE_NONE);
    CHECK(fault.frame_count > 1);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_divide, NULL));
    CHECK_EQ(fault.signal, SIGFPE);
    CHECK_EQ(fault.number, 2);
    ed_guard_close();
}

TEST(a_thousand_faults_are_caught)
{
    u32 held = 0;
    CHECK(guarded_begin(&fault));
    ed_guard_module("/nowhere/game.so");
    int before = open_files();
    for (u32 i = 0; i < 1000; i++)
        held += !ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL);
    CHECK_EQ(held, 1000);
    CHECK_EQ(open_files(), before);
    ed_guard_close();
}

TEST(a_call_within_a_call_is_guarded_by_the_outer_one)
{
    int reached = 0;
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, fail_inside, &reached));
    CHECK_EQ(reached, 0);
    CHECK_EQ(fault.phase, ED_PHASE_UPDATE);
    ed_guard_close();
}

TEST(after_an_inner_call_the_outer_one_is_still_guarded)
{
    int count = 0;
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, call_inside, &count));
    CHECK_EQ(count, 11);
    CHECK_EQ(fault.phase, ED_PHASE_UPDATE);
    ed_guard_close();
}

TEST(only_one_game_of_a_process_is_guarded)
{
    ed_Fault other;
    ed_Error error = { .code = ED_OK };
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_open(&other, &error));
    CHECK_HAS(error.text, "another game in this process is already guarded");
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL));      // the first still is
    ed_guard_close();
}

TEST(a_guard_without_a_stack_or_a_watchdog_is_refused_and_opens_later)
{
    ed_Error error = { .code = ED_OK };
    failing_call("sigaltstack", ENOMEM);
    CHECK(!ed_guard_open(&fault, &error));
    CHECK_HAS(error.text, "cannot allocate a stack for the fault handler: Cannot allocate memory");
    error = (ed_Error){ .code = ED_OK };
    failing_call("pthread_create", EAGAIN);
    CHECK(!ed_guard_open(&fault, &error));
    CHECK_HAS(error.text, "cannot start the thread that watches for hangs: Resource temporarily");
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL));
    ed_guard_close();
}

static void use_ms(void *it)
{
    const i64 thread = ed_thread_number();
    const u64 end_ns = ed_thread_used_ns(thread) + (u64) * (int *)it * 1000000;
    while (ed_thread_used_ns(thread) < end_ns) {}
}

TEST(a_call_that_hangs_is_ended_and_a_slow_one_is_not)
{
    int slow = 100, hangs = 60000;
    CHECK(guarded_begin(&fault));
    ed_guard_set_hang(400);
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, use_ms, &slow));
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, use_ms, &slow));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, use_ms, &hangs));
    CHECK_EQ(fault.kind, ED_FAULT_HANG);
    // on a busy machine, five times as much time passes first
    CHECK_EQ(fault.limit_ms, fault.waited ? 2000 : 400);
    ed_guard_set_hang(0);
    ed_guard_close();
}

static void sleep_ms(void *it) { usleep((useconds_t) * (int *)it * 1000); }

TEST(a_call_that_gets_no_processor_time_may_take_longer)
{
    int waits = 900, hangs = 60000;
    CHECK(guarded_begin(&fault));
    ed_guard_set_hang(400);
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, sleep_ms, &waits));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_wait_ms, &hangs));
    CHECK_EQ(fault.kind, ED_FAULT_HANG);
    CHECK_EQ(fault.limit_ms, 400 * ED_GUARD_WAIT_FACTOR);
    CHECK(fault.waited);
    ed_guard_set_hang(0);
    ed_guard_close();
}

TEST(a_hang_exceeds_the_limit_of_processor_time_or_a_multiple_of_it)
{
    static const struct {
        u64 used, passed;      // as multiples of the limit
        u32 more;
        bool hangs;
    } cases[] = {
        { 0, 4, 0, false }, { 0, 5, 0, true }, { 1, 1, 0, true },  { 1, 1, 5, false },
        { 5, 9, 5, false }, { 6, 6, 5, true }, { 0, 10, 5, true }, { 0, 9, 5, false },
    };
    ed_guard_set_hang(100);
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        const ed_CallTime time = { cases[i].used * 100000000, cases[i].passed * 100000000 };
        CHECK_EQ(ed_guard_is_hang(ED_PHASE_UPDATE, &time, cases[i].more), cases[i].hangs);
        CHECK(!ed_guard_is_hang(ED_PHASE_LOAD, &time, cases[i].more + 4) || cases[i].passed > 45);
    }
    ed_guard_set_hang(0);
}

/// How many pages of address space the process has.
static long pages_mapped(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages;
}

TEST(a_closed_guard_and_one_that_cannot_be_opened_leave_no_memory)
{
    const u32 rounds = 40;
    long before = 0;
    for (u32 i = 0; i <= rounds; i++) {
        ed_Error error = { .code = ED_OK };
        CHECK(guarded_begin(&fault));
        ed_guard_close();
        failing_call("sigaltstack", ENOMEM);
        CHECK(!ed_guard_open(&fault, &error));
        if (i == 0) before = pages_mapped();      // the C library keeps the stack of a thread
    }
    CHECK(before && pages_mapped() < before + rounds * 32);      // the guard's stack has 64 pages
}

static void hear_nothing(void *it)
{
    sigset_t all;
    (void)it;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

TEST(a_game_that_blocks_signals_in_its_load_is_guarded)
{
    int hangs = 20000;
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    CHECK(guarded_begin(&fault));
    ed_guard_set_hang(200);
    CHECK(ed_guard_call(NULL, ED_PHASE_LOAD, hear_nothing, NULL));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_wait_ms, &hangs));
    CHECK_EQ(fault.kind, ED_FAULT_HANG);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL));
    ed_guard_set_hang(0);
    ed_guard_close();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

TEST(the_programs_signal_handlers_and_stack_are_restored)
{
    static char bytes[65536];
    stack_t mine = { .ss_sp = bytes, .ss_size = sizeof bytes }, first, now;
    struct sigaction before, after;
    sigaltstack(NULL, &first);
    CHECK(sigaltstack(&mine, NULL) == 0 && sigaction(SIGSEGV, NULL, &before) == 0);
    CHECK(guarded_begin(&fault));
    ed_guard_close();
    CHECK(sigaltstack(NULL, &now) == 0 && now.ss_sp == (void *)bytes && now.ss_size == sizeof bytes
          && !(now.ss_flags & SS_DISABLE));
    CHECK(sigaction(SIGSEGV, NULL, &after) == 0 && after.sa_handler == before.sa_handler);
    sigaltstack(&first, NULL);
}

static void send_to_itself(void *it) { raise(*(int *)it); }

TEST(a_signal_that_the_game_sends_itself_is_no_access_to_memory)
{
    int signals[] = { SIGSEGV, SIGBUS };
    CHECK(guarded_begin(&fault));
    for (u32 i = 0; i < ED_COUNT(signals); i++) {
        char words[256] = "";
        ed_Text out = ed_text_over(words, sizeof words);
        CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, send_to_itself, &signals[i]));
        CHECK(fault.sent && fault.address == 0);
        ed_fault_describe(&fault, &out);
        CHECK_HAS(words, "the game's code was ended (");
    }
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL));
    CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
    ed_guard_close();
}

// --- what is recorded ---------------------------------------------------------------------------

typedef struct Access {
    int signal, code;
    long distance;      // from the stack pointer, nearly; 0: `address` is accessed
    u64 address;
    ed_FaultKind kind;
    u64 recorded;
} Access;

static void access_memory(void *it)
{
    Access *access = (Access *)it;
    if (access->distance)
        access->recorded = (u64)(uintptr_t)__builtin_frame_address(0) + (u64)access->distance;
    guarded_send_fault(access->signal, access->code,
                       access->distance ? access->recorded : access->address);
}

TEST(an_access_near_the_stack_pointer_is_a_stack_overflow)
{
    Access cases[] = {
        { SIGSEGV, SEGV_MAPERR, 0, 0x1234, ED_FAULT_SIGNAL, 0x1234 },
        { SIGBUS, BUS_ADRERR, 0, 0x1234, ED_FAULT_SIGNAL, 0x1234 },
        { SIGFPE, FPE_INTDIV, 0, 0x1234, ED_FAULT_SIGNAL, 0 },
        { SIGSEGV, SEGV_MAPERR, -32768, 0, ED_FAULT_STACK, 0 },
        { SIGBUS, BUS_ADRERR, -32768, 0, ED_FAULT_STACK, 0 },
        { SIGSEGV, SEGV_MAPERR, -131072, 0, ED_FAULT_SIGNAL, 0 },
        { SIGSEGV, SEGV_MAPERR, 1024, 0, ED_FAULT_STACK, 0 },
        { SIGSEGV, SEGV_MAPERR, 16384, 0, ED_FAULT_SIGNAL, 0 },
        // the processor does not report the address
        { SIGSEGV, SI_KERNEL, 0, 0, ED_FAULT_SIGNAL, UINT64_MAX },
    };
    CHECK(guarded_begin(&fault));
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, access_memory, &cases[i]));
        CHECK_EQ(fault.kind, cases[i].kind);
        CHECK_EQ(fault.signal, cases[i].signal);
        CHECK_EQ(fault.address, cases[i].recorded);
        CHECK_EQ(fault.number, i + 1);
    }
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, access_memory,
                         &(Access){ SIGFPE, FPE_INTDIV, 1024, 0, ED_FAULT_SIGNAL, 0 }));
    CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
    ed_guard_close();
}

static u64 returns_to;      // the return address of the function that faults

__attribute__((noinline)) static void read_there(void *it)
{
    returns_to = (u64)(uintptr_t)__builtin_return_address(0);
    *(volatile char *)it;
}

__attribute__((noinline)) static void read_by_another(void *it)
{
    read_there(it);
    __asm__ volatile("" ::: "memory");      // returns here
}

__attribute__((noinline)) static void call_there(void *it)
{
    void (*function)(void);
    memcpy(&function, &it, sizeof function);
    function();
    __asm__ volatile("" ::: "memory");
}

static bool is_in(u64 at, void (*function)(void *))
{
    u64 start;
    memcpy(&start, &function, sizeof start);
    return at > start && at < start + 4096;
}

TEST(the_frames_of_a_fault_begin_where_it_happened)
{
    u8 *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED && guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, read_by_another, page + 12));
    CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
    CHECK_EQ(fault.address, (u64)(uintptr_t)page + 12);
    CHECK(fault.frame_count > 2);
    CHECK(is_in(fault.frames[0], read_there));
    CHECK_EQ(fault.frames[1], returns_to);
    CHECK(is_in(fault.frames[1], read_by_another));
    CHECK(mprotect(page, 4096, PROT_READ) == 0);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, call_there, page));
    CHECK(fault.frame_count >= 2);
    CHECK_EQ(fault.frames[0], (u64)(uintptr_t)page);
    CHECK(is_in(fault.frames[1], call_there));
    ed_guard_close();
    munmap(page, 4096);
}

__attribute__((noinline)) static void give_up_below(volatile int *depth)
{
    if (--*depth > 0) give_up_below(depth);
    else guarded_divide(NULL);
    ++*depth;      // returns here
}

static void give_up_deep(void *it) { give_up_below((volatile int *)it); }

TEST(of_a_deep_stack_the_innermost_frames_are_recorded)
{
    volatile int depth = 100;
    CHECK(guarded_begin(&fault));
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, give_up_deep, (void *)(uintptr_t)&depth));
    CHECK_EQ(fault.frame_count, ED_GUARD_FRAMES_MAX);
    for (u32 i = 0; i < fault.frame_count; i++) CHECK(fault.frames[i]);
    // most are of the same call
    CHECK_EQ(fault.frames[ED_GUARD_FRAMES_MAX - 1], fault.frames[ED_GUARD_FRAMES_MAX - 2]);
    ed_guard_close();
}

/// Faults with a stack pointer that leads nowhere.
__attribute__((noinline)) static void lose_the_stack(void *it)
{
    (void)it;
#if defined(__x86_64__)
    __asm__ volatile("mov $16, %%rsp\n\tud2" ::: "memory");
#elif defined(__aarch64__)
    __asm__ volatile("mov x9, #16\n\tmov sp, x9\n\tudf #0" ::: "memory", "x9");
#endif
    __builtin_trap();
}

TEST(a_fault_whose_stack_cannot_be_read_is_recorded_with_its_address)
{
    CHECK(guarded_begin(&fault));
    for (u32 i = 1; i <= 2; i++) {
        CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, lose_the_stack, NULL));
        CHECK_EQ(fault.kind, ED_FAULT_SIGNAL);
        CHECK_EQ(fault.number, i);
        CHECK(fault.frame_count >= 1 && is_in(fault.frames[0], lose_the_stack));
    }
    ed_guard_close();
}

/// Maps the first page of a file there.
static bool map_file(u8 *at, const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bool good = file >= 0 && ftruncate(file, 4096) == 0
             && mmap(at, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == at;
    if (file >= 0) close(file);
    return good;
}

/// The pages of the module that a fault records, as "FIRST to END"; `start` is page 0.
static const char *module_pages(const char *path, const u8 *start)
{
    static char words[64];
    u64 base = (u64)(uintptr_t)start;
    ed_guard_module(path);
    ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL);
    if (!fault.base && !fault.end) return "none";
    snprintf(words, sizeof words, "%lld to %lld", (long long)(fault.base - base) / 4096,
             (long long)(fault.end - base) / 4096);
    return words;
}

TEST(the_range_of_the_module_is_that_of_all_its_mappings)
{
    char folder[] = "/tmp/eddie-test-XXXXXX", other[64], path[64], path_in_other[128], place[128];
    u8 *pages = mmap(NULL, (size_t)8 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED && mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.so", folder);
    snprintf(other, sizeof other, "/tmp/of-%s", folder + 5);
    snprintf(path_in_other, sizeof path_in_other, "%s/game.so", other);
    CHECK(mkdir(other, 0700) == 0 && map_file(pages, path_in_other) && map_file(pages + 8192, path)
          && map_file(pages + (size_t)5 * 4096, path));
    CHECK(guarded_begin(&fault));
    CHECK_TEXT(module_pages(path, pages), "2 to 6");
    failing_calls_limit_reads(1);
    CHECK_TEXT(module_pages(path, pages), "2 to 6");
    failing_calls_limit_reads(0);
    int input = stdin_close();
    CHECK_TEXT(module_pages(path, pages), "2 to 6");
    CHECK(stdin_restore(input));
    CHECK_TEXT(module_pages(path_in_other, pages), "0 to 1");
    // the system may know the folder above by another name
    CHECK_TEXT(module_pages(path + 5, pages), "2 to 6");
    snprintf(place, sizeof place, "/elsewhere/%s", path + 5);
    CHECK_TEXT(module_pages(place, pages), "2 to 6");
    CHECK_TEXT(module_pages("game.so", pages), "0 to 6");
    CHECK_TEXT(module_pages("ame.so", pages), "none");
    CHECK_TEXT(module_pages("/tmp/game.so", pages), "none");
    CHECK_TEXT(module_pages("", pages), "none");
    CHECK(unlink(path) == 0 && rmdir(folder) == 0);
    CHECK_TEXT(module_pages(path, pages), "2 to 6");
    ed_guard_close();
    munmap(pages, (size_t)8 * 4096);
    CHECK(unlink(path_in_other) == 0 && rmdir(other) == 0);
}

TEST(the_range_of_a_module_is_read_with_all_hexadecimal_digits)
{
    char path[] = "/tmp/eddie-test-XXXXXX";
    const u64 first = 0x123456789000, last = 0x1abcdef09000;
    int file = mkstemp(path);
    CHECK(file >= 0 && ftruncate(file, 4096) == 0 && guarded_begin(&fault));
    u64 mapped = 0;
    for (u32 i = 0; i < 2; i++) {
        void *wanted = (void *)(uintptr_t)(i ? last : first);
        mapped +=
            mmap(wanted, 4096, PROT_READ, MAP_PRIVATE | MAP_FIXED_NOREPLACE, file, 0) == wanted;
    }
    ed_guard_module(path);
    CHECK(!ed_guard_call(NULL, ED_PHASE_UPDATE, guarded_abort, NULL));
    if (mapped == 2) {      // the addresses were free
        CHECK_EQ(fault.base, first);
        CHECK_EQ(fault.end, last + 4096);
        munmap((void *)(uintptr_t)first, 4096);
        munmap((void *)(uintptr_t)last, 4096);
    }
    ed_guard_close();
    CHECK(close(file) == 0 && unlink(path) == 0);
}

// --- what a call may do, and how long -----------------------------------------------------------

TEST(the_time_limit_of_a_call_depends_on_its_phase_and_the_size_of_the_state)
{
    static const struct {
        ed_Phase phase;
        u32 factor;
        bool whole;      // it works on the whole state
    } phases[] = {
        { ED_PHASE_NONE, 1, true },        { ED_PHASE_CONSTRUCTOR, 5, false },
        { ED_PHASE_DESTRUCTOR, 1, false }, { ED_PHASE_LOAD, 5, true },
        { ED_PHASE_START, 5, true },       { ED_PHASE_UPDATE, 1, false },
        { ED_PHASE_RENDER, 1, false },     { ED_PHASE_PACK, 1, true },
        { ED_PHASE_UNPACK, 5, true },      { ED_PHASE_UNLOAD, 1, false },
    };
    static ed_Run small, large;
    static ed_Arena arena = { .used = ED_GUARD_BYTES_PER_MS };
    int count = 0;
    for (u32 i = 0; i < ED_ROOTS_MAX; i++) large.states[i].arena = &arena;
    large.rigids[0].arena = &arena;      // not packed
    CHECK(guarded_begin(&fault));
    for (u32 round = 0; round < 3; round++) {
        // a call without a run changes nothing
        ed_Run *const run = round == 0 ? &large : round == 1 ? NULL : &small;
        const u32 ms = round < 2 ? ED_ROOTS_MAX : 0;
        CHECK(ed_guard_call(run, ED_PHASE_UPDATE, nothing, &count));
        for (u32 i = 0; i < ED_COUNT(phases); i++) {
            ed_guard_set_hang(100);
            CHECK_EQ(ed_guard_hang_ms(phases[i].phase),
                     100 * phases[i].factor + (phases[i].whole ? ms : 0));
            ed_guard_set_hang(0);
            CHECK_EQ(ed_guard_hang_ms(phases[i].phase),
                     2000 * phases[i].factor + (phases[i].whole ? ms : 0));
        }
    }
    ed_guard_close();
}

static void note_phase(void *it) { *(ed_Phase *)it = fault.calling; }

static void *note_phase_on_thread(void *it)
{
    return ed_guard_call(NULL, ED_PHASE_UPDATE, note_phase, it) ? it : NULL;
}

TEST(only_calls_of_the_thread_that_opened_the_guard_are_recorded)
{
    pthread_t thread;
    void *returned = NULL;
    ed_Phase phase = ED_PHASE_COUNT;
    CHECK(guarded_begin(&fault));
    CHECK(ed_guard_call(NULL, ED_PHASE_START, note_phase, &phase));
    CHECK_EQ(phase, ED_PHASE_START);
    CHECK(pthread_create(&thread, NULL, note_phase_on_thread, &phase) == 0
          && pthread_join(thread, &returned) == 0 && returned);
    CHECK_EQ(phase, ED_PHASE_NONE);
    ed_guard_module("one.so");
    ed_guard_close();
    phase = ED_PHASE_COUNT;
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, note_phase, &phase));
    CHECK_EQ(phase, ED_PHASE_NONE);
    ed_guard_module("other.so");
    CHECK_TEXT(fault.module, "one.so");
}

/// Which signals the other threads of the process block, as one number; 0 without another thread.
static u64 blocked_elsewhere(void)
{
    u64 blocked = 0;
    DIR *dir = opendir("/proc/self/task");
    for (const struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[300], line[128];
        unsigned long long bits = 0;
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == gettid()) continue;
        snprintf(path, sizeof path, "/proc/self/task/%s/status", entry->d_name);
        FILE *file = fopen(path, "r");
        while (file && fgets(line, sizeof line, file))
            if (sscanf(line, "SigBlk: %llx", &bits) == 1) blocked |= bits;
        if (file) fclose(file);
    }
    if (dir) closedir(dir);
    return blocked;
}

static u64 bit_of(int number) { return 1ull << (number - 1); }

TEST(the_thread_that_watches_for_hangs_blocks_signals)
{
    sigset_t before, after;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    CHECK(guarded_begin(&fault));
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    u64 blocked = blocked_elsewhere();
    CHECK(blocked & bit_of(SIGTERM) && blocked & bit_of(SIGINT) && blocked & bit_of(SIGUSR1));
    CHECK_EQ(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
    ed_guard_close();
    CHECK_EQ(blocked_elsewhere(), 0);      // the watchdog has ended
}

static void hear_of_a_hang(void *it)
{
    raise(SIGRTMAX - 3);
    nothing(it);
}

TEST(the_signal_for_a_hang_of_an_earlier_call_is_ignored)
{
    int count = 0;
    struct sigaction now;
    CHECK(guarded_begin(&fault));
    CHECK(ed_guard_call(NULL, ED_PHASE_UPDATE, hear_of_a_hang, &count));
    raise(SIGRTMAX - 3);
    CHECK_EQ(count, 1);
    CHECK_EQ(fault.kind, ED_FAULT_NONE);
    // in a later guarded call, the signal does not make a system call fail
    CHECK(sigaction(SIGRTMAX - 3, NULL, &now) == 0 && now.sa_flags & SA_RESTART);
    ed_guard_close();
}

static bool can_hear(int number)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number) == 0;
}

static void hear_nothing_and_fail(void *it)
{
    hear_nothing(it);
    guarded_abort(it);
}

TEST(signals_of_faults_do_not_stay_blocked)
{
    sigset_t before;
    pthread_sigmask(SIG_BLOCK, NULL, &before);
    CHECK(guarded_begin(&fault));
    for (u32 round = 0; round < 2; round++) {
        bool good = ed_guard_call(NULL, round ? ED_PHASE_UPDATE : ED_PHASE_LOAD,
                                  round ? hear_nothing_and_fail : hear_nothing, NULL);
        CHECK_EQ(good, round == 0);
        for (u32 i = 0; i < GUARDED_SIGNALS; i++) CHECK(can_hear(guarded_signals[i]));
        CHECK(can_hear(SIGRTMAX - 3));
        CHECK(!can_hear(SIGUSR1));      // the game's own
    }
    ed_guard_close();
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
