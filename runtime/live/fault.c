#include "runtime/live/fault.h"
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/os/clock.h"
#include "runtime/os/spawn.h"
#include "runtime/os/start_folder.h"

#define NULL_NEAR 4096u      // addresses below this are a null pointer plus an offset
#define CALLS_MAX 6u         // functions in the reported call chain
#define TOOL_MS 3000         // how long to wait for addr2line
#define OUTPUT_MAX 16384u

// --- functions -----------------------------------------------------------------------------------

static bool in_module(const ed_Fault *fault, u64 at)
{
    return at >= fault->base && at < fault->end;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

/// The name of the exported function at an address; "" for a static one.
static const char *function_at(u64 at)
{
    Dl_info info;
    return dladdr((const void *)(uintptr_t)at, &info) && info.dli_sname ? info.dli_sname : "";
}

/// If the fault was outside of the module: the name of the function that the module had called, ""
/// for a static one. `depth`: how many of the innermost frames are outside of the module.
static const char *called_function(const ed_Fault *fault, u32 *depth)
{
    u32 inner = 0;
    while (inner < fault->frame_count && !in_module(fault, fault->frames[inner])) inner++;
    *depth = inner;
    if (inner == 0 || inner == fault->frame_count) return "";
    return function_at(fault->frames[inner - 1] - (inner > 1));
}

static const char *const heap_functions[] = {
    "malloc",        "calloc",        "realloc",        "reallocarray", "free",
    "__libc_malloc", "__libc_calloc", "__libc_realloc", "__libc_free",  NULL
};

// --- description ---------------------------------------------------------------------------------

static void describe_signal(const ed_Fault *fault, ed_Text *out)
{
    u32 depth;
    const char *called = called_function(fault, &depth);
    if (is_one_of(called, heap_functions)) {
        ed_text_add(out, "the heap is damaged (found by %s)",
                    called + (strncmp(called, "__libc_", 7) == 0 ? 7 : 0));
        return;
    }
    bool memory = fault->signal == SIGSEGV || fault->signal == SIGBUS;
    if (memory && fault->frame_count && fault->frames[0] == fault->address)
        ed_text_add(out, "a call through an invalid function pointer");
    else if (fault->signal == SIGBUS)
        ed_text_add(out, "access beyond the end of a mapped file (%s)", strsignal(SIGBUS));
    else if (memory && fault->address < NULL_NEAR) ed_text_add(out, "null-pointer dereference");
    else if (memory)
        ed_text_add(out, "dereference of an invalid pointer (0x%llx)",
                    (unsigned long long)fault->address);
    else if (fault->signal == SIGFPE) ed_text_add(out, "division by zero");
    else if (fault->signal == SIGABRT) ed_text_add(out, "abort was called, or an assert failed");
    else if (fault->signal == SIGILL || fault->signal == SIGTRAP)
        ed_text_add(out, "unreachable code was reached (%s)", strsignal(fault->signal));
    else ed_text_add(out, "%s", strsignal(fault->signal));
}

void ed_fault_describe(const ed_Fault *fault, ed_Text *out)
{
    switch (fault->kind) {
    case ED_FAULT_SIGNAL: describe_signal(fault, out); break;
    case ED_FAULT_STACK:
        ed_text_add(out, "stack overflow: endless recursion, or very large local variables");
        break;
    case ED_FAULT_HANG:
        ed_text_add(out, "the game's code did not return within %g s",
                    ed_guard_hang_ms(fault->phase) / 1000.0);
        break;
    case ED_FAULT_EXIT: ed_text_add(out, "exit was called instead of setting host->quit"); break;
    case ED_FAULT_THREAD_EXIT: ed_text_add(out, "the game's thread exited"); break;
    case ED_FAULT_THREAD:
        ed_text_add(out, "a thread that unload() must end is still running");
        break;
    case ED_FAULT_MEMORY:
        ed_text_add(out, "out of memory: the game used more memory than is available");
        break;
    case ED_FAULT_STOP: ed_text_add(out, "the game stopped its own process twice (SIGSTOP)"); break;
    case ED_FAULT_LIMIT:
        ed_text_add(out, "the game permanently lowered a resource limit of the process");
        break;
    case ED_FAULT_NONE: ed_text_add(out, "the process ended"); break;
    }
    const char *phase = ed_phase_name(fault->phase);
    if (*phase) ed_text_add(out, ", in %s", phase);
}

// --- source location -----------------------------------------------------------------------------

/// Returns the address that the library was linked for, which is 0 for nearly all libraries. In
/// memory, the library starts at fault->base instead; offsets from the start stay the same.
static u64 linked_address(const char *library)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    u64 first = UINT64_MAX;
    int file = open(library, O_RDONLY | O_CLOEXEC);
    bool good = file >= 0 && pread(file, &head, sizeof head, 0) == (ssize_t)sizeof head
             && head.e_phentsize == sizeof segment;
    for (u32 i = 0; good && i < head.e_phnum; i++) {
        good = pread(file, &segment, sizeof segment, (off_t)(head.e_phoff + i * sizeof segment))
            == (ssize_t)sizeof segment;
        if (good && segment.p_type == PT_LOAD && segment.p_vaddr < first) first = segment.p_vaddr;
    }
    if (file >= 0) close(file);
    return first == UINT64_MAX ? 0 : first - first % (u64)sysconf(_SC_PAGESIZE);
}

/// Converts the module's frames to addresses in its file, for addr2line.
static u32 module_frames(const ed_Fault *fault, char offsets[CALLS_MAX][24])
{
    u32 count = 0;
    u64 first = linked_address(fault->module);
    for (u32 i = 0; i < fault->frame_count && count < CALLS_MAX; i++) {
        u64 at = fault->frames[i] - (i > 0);      // a return address follows the call: look up the
                                                  // byte before
        if (in_module(fault, at))
            snprintf(offsets[count++], 24, "0x%llx",
                     (unsigned long long)(at - fault->base + first));
    }
    return count;
}

static pid_t spawn_tool(const char *library, char offsets[CALLS_MAX][24], u32 count, int out)
{
    // env finds the tool by the PATH that the program was started with. The game may have changed
    // PATH.
    char *arguments[6 + CALLS_MAX] = { "/usr/bin/env", "addr2line", "-fpCe",
                                       (char *)(uintptr_t)library };
    pid_t pid = 0;
    for (u32 i = 0; i < count; i++) arguments[4 + i] = offsets[i];
    return ed_spawn(&pid, arguments, NULL, out, ED_SPAWN_OUTPUT, false) ? 0 : pid;
}

/// Reads until the end of the file or the time limit.
static void read_all(int file, char *text, u32 room)
{
    struct pollfd ready = { .fd = file, .events = POLLIN };
    u64 end_ns = ed_now_ns() + TOOL_MS * 1000000ull;
    u32 size = 0;
    while (size + 1 < room && ed_now_ns() < end_ns && poll(&ready, 1, TOOL_MS) > 0) {
        ssize_t got = read(file, text + size, room - 1 - size);
        if (got == 0 || (got < 0 && errno != EINTR)) break;
        if (got > 0) size += (u32)got;
    }
    text[size] = 0;
}

static void run_tool(const char *library, char offsets[CALLS_MAX][24], u32 count, char *text)
{
    int ends[2];
    *text = 0;
    if (count == 0 || pipe2(ends, O_CLOEXEC) != 0) return;
    pid_t pid = spawn_tool(library, offsets, count, ends[1]);
    close(ends[1]);
    if (pid) {
        read_all(ends[0], text, OUTPUT_MAX);
        kill(pid, SIGKILL);
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    }
    close(ends[0]);
}

/// The path relative to the start folder, if it is inside that folder.
static const char *shorten(const char *path)
{
    const char *folder = ed_start_folder();
    size_t size = strlen(folder);
    return size && strncmp(path, folder, size) == 0 && path[size] == '/' ? path + size + 1 : path;
}

/// Splits "update_foe at /home/me/game/sim.c:41 (discriminator 2)". A frame without a line, such as
/// one of the runtime in the module, is added to `calls` but does not set `location`.
static void take_line(char *line, const char *before, ed_Text *location, ed_Text *calls)
{
    char *at = strstr(line, " at "), *tail = at ? strstr(at, " (") : NULL;
    if (at) *at = 0;
    if (tail) *tail = 0;
    const char *where = at ? shorten(at + 4) : "??";
    bool known = *where != '?' && strstr(where, ":?") == NULL, named = *line != '?';
    if (!named || strcmp(line, before) == 0) return;      // a recursion is listed once
    ed_text_add(calls, "%s%s", calls->size ? " < " : "", line);
    if (known && location->size == 0) ed_text_add(location, "%s", where);
}

void ed_fault_locate(const ed_Fault *fault, ed_Text *location, ed_Text *calls)
{
    char offsets[CALLS_MAX][24], text[OUTPUT_MAX], *rest = text;
    run_tool(fault->module, offsets, module_frames(fault, offsets), text);
    for (char *line, *before = ""; (line = strsep(&rest, "\n")) != NULL; before = line)
        if (*line) take_line(line, before, location, calls);
    if (location->size == 0) ed_text_put(location, calls->at, strcspn(calls->at, " "));
}

// --- faults from another process -----------------------------------------------------------------

void ed_fault_sanitize(ed_Fault *fault)
{
    if ((u32)fault->kind > ED_FAULT_LIMIT) fault->kind = ED_FAULT_NONE;
    if ((u32)fault->phase >= ED_PHASE_COUNT) fault->phase = ED_PHASE_NONE;
    if ((u32)fault->calling >= ED_PHASE_COUNT) fault->calling = ED_PHASE_NONE;
    if (fault->frame_count > ED_GUARD_FRAMES_MAX) fault->frame_count = 0;
    fault->module[sizeof fault->module - 1] = 0;
}

// --- can the game continue? ----------------------------------------------------------------------

static const char *const harmless[] = { "abort",    "raise",   "gsignal",   "__assert_fail",
                                        "__assert", "memcpy",  "memmove",   "memset",
                                        "memcmp",   "memchr",  "strlen",    "strnlen",
                                        "strcpy",   "strncpy", "strcat",    "strcmp",
                                        "strncmp",  "strchr",  "strrchr",   "strstr",
                                        "sleep",    "usleep",  "nanosleep", "clock_nanosleep",
                                        "poll",     "select",  "pause",     "sqrt",
                                        "sin",      "cos",     "pow",       "qsort",
                                        "bsearch",  NULL };

/// True if a function outside of the module called back into it. A lock that the function holds
/// would never be released.
static bool is_in_callback(const ed_Fault *fault, u32 first)
{
    u32 last = fault->frame_count;
    while (last > first && !in_module(fault, fault->frames[last - 1])) last--;
    for (u32 i = first; i < last; i++)
        if (!in_module(fault, fault->frames[i])
            && !is_one_of(function_at(fault->frames[i] - 1), harmless))
            return true;
    return false;
}

bool ed_fault_ends_process(const ed_Fault *fault)
{
    u32 depth;
    const char *called = called_function(fault, &depth);
    if (fault->kind == ED_FAULT_EXIT || fault->kind == ED_FAULT_THREAD_EXIT) return true;
    if (depth == fault->frame_count) return true;      // not even the stack can be read
    if (is_in_callback(fault, depth)) return true;
    // A leaf function holds no lock and leaves nothing half done.
    bool leaf = depth <= 1 && !is_one_of(called, heap_functions);
    return !leaf && !is_one_of(called, harmless);
}
