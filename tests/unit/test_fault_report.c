#include "tests/lib/test.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/fault.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/library/loader.h"
#include "runtime/os/files/start_folder.h"
#include "tests/lib/failing_calls.h"
#include "tests/lib/fake_tool.h"
#include "tests/lib/open_files.h"

#define BASE 0x10000u      // the address range of a module that does not exist
#define END 0x20000u
#define INSIDE 0x10500u
#define OUTSIDE 0x500u

static u64 start_of(const char *function) { return (u64)(uintptr_t)dlsym(RTLD_DEFAULT, function); }

// --- what happened ------------------------------------------------------------------------------

static const char *description(const ed_Fault *fault)
{
    static char words[256];
    ed_Text out = ed_text_over(words, sizeof words);
    ed_fault_describe(fault, &out);
    return words;
}

TEST(a_signal_is_described_by_what_the_code_did)
{
    static const struct {
        int signal;
        u64 address, frame;
        u32 frame_count;
        const char *words;
    } faults[] = {
        { SIGSEGV, 0, 99, 1, "null-pointer dereference" },
        { SIGSEGV, 4095, 99, 1, "null-pointer dereference" },
        { SIGSEGV, 4096, 99, 1, "dereference of an invalid pointer (0x1000)" },
        { SIGSEGV, 4096, 99, 0, "dereference of an invalid pointer (0x1000)" },
        { SIGSEGV, 0, 0, 1, "a call through an invalid function pointer" },
        { SIGSEGV, 0, 0, 0, "null-pointer dereference" },      // the stack is unknown
        { SIGBUS, 0x5000, 0x5000, 1, "a call through an invalid function pointer" },
        { SIGBUS, 8, 99, 1, "access beyond the end of a mapped file (Bus error)" },
        { SIGFPE, 0, 0, 1, "division by zero" },
        { SIGABRT, 0, 0, 1, "abort was called, or an assert failed" },
        { SIGILL, 0, 0, 1, "unreachable code was reached (Illegal instruction)" },
        { SIGTRAP, 0, 0, 1, "unreachable code was reached (Trace/breakpoint trap)" },
        { SIGSYS, 0, 99, 1, "Bad system call" },
        { SIGTERM, 0, 0, 1, "Terminated" },
    };
    for (u32 i = 0; i < ED_COUNT(faults); i++) {
        const ed_Fault fault = { .kind = ED_FAULT_SIGNAL,
                                 .signal = faults[i].signal,
                                 .address = faults[i].address,
                                 .frames = { faults[i].frame },
                                 .frame_count = faults[i].frame_count };
        CHECK_TEXT(description(&fault), faults[i].words);
    }
    // without a fault of the processor, there is no address
    CHECK_TEXT(description(&(ed_Fault){ .kind = ED_FAULT_SIGNAL, .signal = SIGSEGV, .sent = true }),
               "the game's code was ended (Segmentation fault)");
    CHECK_TEXT(description(&(ed_Fault){ .kind = ED_FAULT_SIGNAL, .signal = SIGFPE, .sent = true }),
               "division by zero");
}

TEST(each_kind_of_fault_has_a_description)
{
    static const struct {
        ed_FaultKind kind;
        const char *words;
    } faults[] = {
        { ED_FAULT_NONE, "the process ended, in update" },
        { ED_FAULT_STACK,
          "stack overflow: endless recursion, or very large local variables, in update" },
        { ED_FAULT_HANG,
          "the game's code did not return within 1.5 s of processor time, in update" },
        { ED_FAULT_EXIT, "exit was called instead of setting host->quit, in update" },
        { ED_FAULT_THREAD_EXIT, "the game's thread exited, in update" },
        { ED_FAULT_THREAD, "a thread that unload() must end is still running, in update" },
        { ED_FAULT_MEMORY,
          "out of memory: the game used more memory than is available, in update" },
        { ED_FAULT_STOP, "the game stopped its own process twice (SIGSTOP), in update" },
        { ED_FAULT_LIMIT,
          "the game permanently lowered a resource limit of the process, in update" },
    };
    ed_guard_set_hang(1500);
    for (u32 i = 0; i < ED_COUNT(faults); i++)
        CHECK_TEXT(description(&(ed_Fault){ .kind = faults[i].kind, .phase = ED_PHASE_UPDATE }),
                   faults[i].words);
    // a process that only reports the fault has other limits
    ed_Fault hang = { .kind = ED_FAULT_HANG, .phase = ED_PHASE_LOAD, .limit_ms = 300 };
    CHECK_TEXT(description(&hang),
               "the game's code did not return within 0.3 s of processor time, in load");
    hang.waited = true;
    CHECK_TEXT(description(&hang), "the game's code did not return within 0.3 s, in load");
    ed_guard_set_hang(0);
    CHECK_TEXT(description(&(ed_Fault){ .kind = ED_FAULT_EXIT }),
               "exit was called instead of setting host->quit");
}

static ed_Fault called_from_the_module(u64 innermost, u64 next, u64 third)
{
    return (ed_Fault){ .kind = ED_FAULT_SIGNAL,
                       .signal = SIGSEGV,
                       .address = 0x5550,
                       .base = BASE,
                       .end = END,
                       .frames = { innermost, next, third },
                       .frame_count = 3 };
}

TEST(a_fault_in_the_functions_of_the_heap_means_that_it_is_damaged)
{
    static const char *const functions[] = { "malloc", "calloc", "realloc", "free" };
    static const char other[] = "dereference of an invalid pointer (0x5550)";
    for (u32 i = 0; i < ED_COUNT(functions); i++) {
        char name[32], words[64];
        snprintf(name, sizeof name, "__libc_%s", functions[i]);
        snprintf(words, sizeof words, "the heap is damaged (found by %s)", functions[i]);
        u64 at = start_of(name);
        if (!at) continue;      // another C library
        ed_Fault fault = called_from_the_module(at, INSIDE, INSIDE);
        CHECK_TEXT(description(&fault), words);
        fault = called_from_the_module(OUTSIDE, at + 1, INSIDE);
        CHECK_TEXT(description(&fault), words);
        // another process has the C library elsewhere
        fault = called_from_the_module(at + 0x7000, INSIDE, INSIDE);
        fault.c_library = ed_loader_c_library() + 0x7000;
        CHECK_TEXT(description(&fault), words);
        // a return address at the start of a function belongs to the function before it
        fault = called_from_the_module(OUTSIDE, at, INSIDE);
        CHECK(strcmp(description(&fault), words) != 0);
        fault = called_from_the_module(at, OUTSIDE, INSIDE);      // called by another function
        CHECK_TEXT(description(&fault), other);
        fault = called_from_the_module(INSIDE, at, INSIDE);
        CHECK_TEXT(description(&fault), other);
        fault = called_from_the_module(at, OUTSIDE, OUTSIDE);      // not called by the module
        CHECK_TEXT(description(&fault), other);
    }
}

// --- whether the game can continue --------------------------------------------------------------

#define FRAMES(...) (const u64[]){ __VA_ARGS__ }, sizeof((const u64[]){ __VA_ARGS__ }) / sizeof(u64)

static bool is_lost(ed_FaultKind kind, const u64 *frames, size_t count)
{
    ed_Fault fault = { .kind = kind, .base = BASE, .end = END, .frame_count = (u32)count };
    memcpy(fault.frames, frames, count * sizeof *frames);
    return ed_fault_ends_process(&fault);
}

static bool is_lost_at(const u64 *frames, size_t count)
{
    return is_lost(ED_FAULT_SIGNAL, frames, count);
}

TEST(a_fault_of_the_games_own_code_does_not_end_the_process)
{
    CHECK(!is_lost_at(FRAMES(INSIDE)));
    CHECK(!is_lost_at(FRAMES(BASE)));
    CHECK(!is_lost_at(FRAMES(END - 1, OUTSIDE, OUTSIDE)));
    CHECK(!is_lost(ED_FAULT_HANG, FRAMES(INSIDE)));
}

TEST(an_exit_or_a_stack_that_cannot_be_read_ends_the_process)
{
    const u64 none[1] = { 0 };
    CHECK(is_lost(ED_FAULT_EXIT, FRAMES(INSIDE)));
    CHECK(is_lost(ED_FAULT_THREAD_EXIT, FRAMES(INSIDE)));
    CHECK(is_lost_at(none, 0));
    CHECK(is_lost_at(FRAMES(OUTSIDE)));
    CHECK(is_lost_at(FRAMES(END)));
    CHECK(is_lost_at(FRAMES(BASE - 1)));
}

TEST(only_functions_that_leave_nothing_half_done_can_be_abandoned)
{
    u64 walk = start_of("twalk"), search = start_of("bsearch"), heap = start_of("__libc_malloc");
    CHECK(walk && search);
    CHECK(!is_lost_at(FRAMES(OUTSIDE, INSIDE)));      // a leaf holds no lock
    CHECK(!is_lost_at(FRAMES(walk, INSIDE)));
    CHECK(is_lost_at(FRAMES(OUTSIDE, walk + 1, INSIDE)));
    CHECK(!is_lost_at(FRAMES(OUTSIDE, search + 1, INSIDE)));
    CHECK(!heap || is_lost_at(FRAMES(heap, INSIDE)));
}

TEST(a_function_that_calls_back_into_the_game_cannot_be_abandoned)
{
    u64 walk = start_of("twalk"), search = start_of("bsearch");
    CHECK(is_lost_at(FRAMES(INSIDE, walk + 1, INSIDE)));
    CHECK(is_lost_at(FRAMES(INSIDE, walk + 1, INSIDE, OUTSIDE)));
    CHECK(is_lost_at(FRAMES(OUTSIDE, INSIDE, walk + 1, INSIDE, OUTSIDE)));
    CHECK(is_lost_at(FRAMES(INSIDE, INSIDE, search + 1, walk + 1, INSIDE)));
    CHECK(!is_lost_at(FRAMES(INSIDE, search + 1, INSIDE)));
    CHECK(is_lost_at(FRAMES(INSIDE, search, INSIDE)));      // the end of the one before it
    // what called the game
    CHECK(!is_lost_at(FRAMES(INSIDE, walk + 1)));
    CHECK(!is_lost_at(FRAMES(INSIDE, INSIDE, walk + 1, walk + 1)));
    CHECK(!is_lost_at(FRAMES(OUTSIDE, INSIDE, walk + 1)));
}

// --- records of another process -----------------------------------------------------------------

TEST(a_valid_fault_record_is_left_as_it_is)
{
    ed_Fault most = { .kind = ED_FAULT_LIMIT,
                      .phase = ED_PHASE_COUNT - 1,
                      .calling = ED_PHASE_COUNT - 1,
                      .frame_count = ED_GUARD_FRAMES_MAX };
    ed_fault_sanitize(&most);
    CHECK_EQ(most.kind, ED_FAULT_LIMIT);
    CHECK_EQ(most.phase, ED_PHASE_COUNT - 1);
    CHECK_EQ(most.calling, ED_PHASE_COUNT - 1);
    CHECK_EQ(most.frame_count, ED_GUARD_FRAMES_MAX);
}

TEST(a_fault_record_that_was_overwritten_still_has_a_message)
{
    ed_Fault wild;
    memset(&wild, 0xa5, sizeof wild);
    ed_fault_sanitize(&wild);
    CHECK(strlen(wild.module) < sizeof wild.module && wild.frame_count == 0);
    CHECK_TEXT(description(&wild), "the process ended");
    wild.kind = ED_FAULT_SIGNAL;
    wild.signal = SIGSEGV;
    wild.old_module[0] = 0;
    CHECK_HAS(description(&wild), "the game's code was ended");
    wild.kind = ED_FAULT_HANG;
    CHECK_HAS(description(&wild), "did not return");
}

TEST(each_invalid_value_of_a_fault_record_is_removed)
{
    u32 kind = ED_FAULT_LIMIT + 1, phase = ED_PHASE_COUNT;
    ed_Fault wild = { .frame_count = ED_GUARD_FRAMES_MAX + 1 };
    memcpy(&wild.kind, &kind, sizeof kind);
    memcpy(&wild.phase, &phase, sizeof phase);
    memcpy(&wild.calling, &phase, sizeof phase);
    memset(wild.module, 'm', sizeof wild.module);
    ed_fault_sanitize(&wild);
    CHECK_EQ(wild.kind, ED_FAULT_NONE);
    CHECK_EQ(wild.phase, ED_PHASE_NONE);
    CHECK_EQ(wild.calling, ED_PHASE_NONE);
    CHECK_EQ(wild.frame_count, 0);
    CHECK_EQ(strlen(wild.module), sizeof wild.module - 1);
}

// --- where: by a tool that prints what the test wants -------------------------------------------

static char module[96], location[256], calls[512];

static bool begin(void)
{
    bool good = fake_tool_begin();
    snprintf(module, sizeof module, "%s/game.so", fake_tool_folder());
    return good;
}

static void end(void)
{
    unlink(module);
    fake_tool_end();
}

static void locate_at(const u64 *frames, size_t count)
{
    ed_Fault fault = { .base = BASE, .end = END, .frame_count = (u32)count };
    ed_Text where = ed_text_over(location, sizeof location),
            chain = ed_text_over(calls, sizeof calls);
    memcpy(fault.frames, frames, count * sizeof *frames);
    snprintf(fault.module, sizeof fault.module, "%s", module);
    ed_fault_locate(&fault, &where, &chain);
}

TEST(the_tool_gets_the_module_and_its_frames_as_addresses_in_the_file)
{
    CHECK(begin());
    CHECK(fake_tool_runs("echo \"$1 at $2:1\"; shift 2; for i; do echo \"$i\"; done"));
    // a return address follows the call that is looked up
    locate_at(FRAMES(OUTSIDE, BASE, BASE + 1, INSIDE, END, END + 1));
    CHECK_TEXT(calls, "-fpCe < 0x0 < 0x4ff < 0xffff");
    snprintf(calls, sizeof calls, "%s:1", module);
    CHECK_TEXT(location, calls);
    locate_at(FRAMES(BASE, BASE + 2, BASE + 3, BASE + 4, BASE + 5, BASE + 6, BASE + 7));
    CHECK_TEXT(calls, "-fpCe < 0x0 < 0x1 < 0x2 < 0x3 < 0x4 < 0x5");
    end();
}

TEST(without_code_of_the_module_there_is_no_location)
{
    const u64 none[1] = { 0 };
    CHECK(begin());
    CHECK(fake_tool_runs("echo 'f at a.c:1'"));
    locate_at(FRAMES(OUTSIDE, END + 1));
    CHECK_TEXT(calls, "");
    CHECK_TEXT(location, "");
    locate_at(none, 0);
    CHECK_TEXT(calls, "");
    CHECK(fake_tool_runs(""));
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(calls, "");
    CHECK_TEXT(location, "");
    end();
}

TEST(addr2line_gets_addresses_with_the_base_that_a_library_was_linked_for)
{
    struct {
        Elf64_Ehdr head;
        Elf64_Phdr segments[4];
    } file = {
        .head = { .e_phoff = sizeof(Elf64_Ehdr), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 3 },
        .segments = { { .p_type = PT_NOTE, .p_vaddr = 0x10 },
                      { .p_type = PT_LOAD, .p_vaddr = 0x7fff0000 },
                      { .p_type = PT_LOAD, .p_vaddr = 0x40000010 },
                      { .p_type = PT_LOAD, .p_vaddr = 0x20000000 } }
    };
    CHECK(begin());
    CHECK(fake_tool_runs("echo \"$3\""));
    int input = stdin_close(), before = open_files();
    for (u32 i = 0; i < 2; i++) {
        FILE *out = fopen(module, "w");
        CHECK(out && fwrite(&file, sizeof file, 1, out) == 1 && fclose(out) == 0);
        locate_at(FRAMES(BASE + 8));
        CHECK_TEXT(calls, i ? "0x8" : "0x40000008");
        file.head.e_phentsize++;      // not a library
    }
    file.head.e_phentsize--;
    CHECK(truncate(module, sizeof file.head + sizeof file.segments[0]) == 0);
    locate_at(FRAMES(BASE + 8));
    CHECK_TEXT(calls, "0x8");
    CHECK_EQ(open_files(), before);
    CHECK(stdin_restore(input));
    end();
}

TEST(locations_are_relative_to_the_start_folder)
{
    char commands[1024], start[512];
    CHECK(begin());
    snprintf(start, sizeof start, "%s", ed_start_folder());
    snprintf(commands, sizeof commands, "echo 'f at %s/game/sim.c:41 (discriminator 2)'", start);
    CHECK(fake_tool_runs(commands));
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(location, "game/sim.c:41");
    CHECK_TEXT(calls, "f");
    snprintf(commands, sizeof commands, "echo 'f at %s2/sim.c:41'", start);
    CHECK(fake_tool_runs(commands));
    locate_at(FRAMES(INSIDE));
    snprintf(commands, sizeof commands, "%s2/sim.c:41", start);
    CHECK_TEXT(location, commands);
    end();
}

TEST(the_location_is_the_first_line_that_is_known)
{
    static const struct {
        const char *lines, *location, *calls;
    } outputs[] = {
        { "f at a.c:1\\ng at b.c:2\\n", "a.c:1", "f < g" },
        { "f at a.c:1 (inlined)\\n\\ng at b.c:2", "a.c:1", "f < g" },
        { "?? ??:0\\n?? at a.c:1\\ng at b.c:2\\n", "b.c:2", "g" },
        { "f at ??:?\\ng at b.c:2\\n", "b.c:2", "f < g" },
        { "f at a.c:?\\ng at b.c:2\\n", "b.c:2", "f < g" },
        { "f at ??:?\\ng at ??:?\\n", "f", "f < g" },
        { "f\\ng\\n", "f", "f < g" },
        { "f at a.c:1\\nf at a.c:2\\ng at a.c:3\\nf at a.c:4\\n", "a.c:1", "f < g < f" },
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(outputs); i++) {
        char commands[256];
        snprintf(commands, sizeof commands, "printf '%s'", outputs[i].lines);
        CHECK(fake_tool_runs(commands));
        locate_at(FRAMES(INSIDE));
        CHECK_TEXT(location, outputs[i].location);
        CHECK_TEXT(calls, outputs[i].calls);
    }
    end();
}

TEST(what_the_tool_prints_is_read_in_pieces_and_up_to_a_limit)
{
    CHECK(begin());
    CHECK(fake_tool_runs("echo 'f at a.c:1'; echo 'g at b.c:2'"));
    failing_calls_limit_reads(1);
    locate_at(FRAMES(INSIDE));
    failing_calls_limit_reads(0);
    CHECK_TEXT(location, "a.c:1");
    CHECK_TEXT(calls, "f < g");
    CHECK(fake_tool_runs("yes f"));      // without end
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(calls, "f");
    failing_call("posix_spawn", EAGAIN);
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(location, "");
    CHECK_TEXT(calls, "");
    end();
}

TEST(the_tool_leaves_no_process_and_no_open_file)
{
    int before = open_files();
    CHECK(begin());
    CHECK(fake_tool_runs("echo 'f at a.c:1'"));
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(location, "a.c:1");
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    CHECK_EQ(open_files(), before);
    end();
}

TEST(the_end_of_the_tool_is_noticed_after_an_interrupted_read)
{
    CHECK(begin());
    CHECK(fake_tool_runs("echo 'f at a.c:1'"));
    u64 start_ns = ed_now_ns();
    failing_call("read", EINTR);
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(location, "a.c:1");
    CHECK(ed_now_ns() - start_ns < 2900000000u);      // it would otherwise be polled for 3 s
    end();
}

TEST(a_tool_that_goes_to_sleep_is_not_waited_for)
{
    CHECK(begin());
    CHECK(fake_tool_runs("echo 'f at a.c:1'; exec sleep 600 >/dev/null"));
    locate_at(FRAMES(INSIDE));
    CHECK_TEXT(location, "a.c:1");
    CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
    end();
}
