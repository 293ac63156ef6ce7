#include "runtime/live/fault.h"
#include <stdio.h>
#include <string.h>
#include "runtime/os/library/library_image.h"
#include "runtime/os/library/loader.h"
#include "runtime/os/fault/signal_cause.h"
#include "runtime/os/library/source_lines.h"
#include "runtime/os/files/start_folder.h"

#define NULL_NEAR 4096u                    // addresses below this are a null pointer plus an offset
#define CALLS_MAX ED_SOURCE_LINES_MAX      // functions in the reported call chain
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

/// If the fault was outside of the module: the name of the function that the module had called, ""
/// for a static one. `depth`: how many of the innermost frames are outside of the module. If
/// another process has faulted, only functions of the C library are found.
static const char *called_function(const ed_Fault *fault, u32 *depth)
{
    u32 inner = 0;
    while (inner < fault->frame_count && !in_module(fault, fault->frames[inner])) inner++;
    *depth = inner;
    if (inner == 0 || inner == fault->frame_count) return "";
    u64 at = fault->frames[inner - 1] - (inner > 1);
    if (fault->c_library) at += ed_loader_c_library() - fault->c_library;
    return ed_loader_function_at(at);
}

/// The function of the heap that is called `name`, or NULL. glibc has several names for each.
static const char *heap_function(const char *name)
{
    static const char *const functions[] = { "malloc",       "calloc", "realloc",
                                             "reallocarray", "free",   NULL };
    if (strcmp(name, "cfree") == 0) return "free";
    if (strncmp(name, "__libc_", 7) == 0) name += 7;
    return is_one_of(name, functions) ? name : NULL;
}

// --- description ---------------------------------------------------------------------------------

static void take_line(char *line, const char *before, ed_Text *location, ed_Text *calls);

/// "a call of on_timer (game/main.c:12) of an earlier build (…)"
static void describe_old_code(const ed_Fault *fault, ed_Text *out)
{
    char text[OUTPUT_MAX] = "", name[256], place[256];
    ed_Text calls = ed_text_over(name, sizeof name), where = ed_text_over(place, sizeof place);
    u64 at = fault->old_offset + ed_library_linked_address(fault->old_module);
    ed_source_lines(fault->old_module, &at, 1, text, sizeof text);
    text[strcspn(text, "\n")] = 0;
    if (*text) take_line(text, "", &where, &calls);
    ed_text_add(out, "a call of %s", calls.size ? name : "a function");
    if (where.size) ed_text_add(out, " (%s)", place);
    ed_text_add(out, " of an earlier build (keep no address of code after unload)");
}

static void describe_signal(const ed_Fault *fault, ed_Text *out)
{
    if (*fault->old_module) {
        describe_old_code(fault, out);
        return;
    }
    u32 depth;
    const char *called = called_function(fault, &depth);
    if (heap_function(called)) {
        ed_text_add(out, "the heap is damaged (found by %s)", heap_function(called));
        return;
    }
    ed_SignalCause cause = ed_signal_cause(fault->signal);
    bool memory = cause == ED_CAUSE_ADDRESS || cause == ED_CAUSE_MAPPED_FILE;
    const char *text = ed_signal_text(fault->signal);
    if (memory && fault->sent) {
        ed_text_add(out, "the game's code was ended (%s)", text);
        return;
    }
    if (memory && fault->frame_count && fault->frames[0] == fault->address) {
        ed_text_add(out, "a call through an invalid function pointer");
        return;
    }
    switch (cause) {
    case ED_CAUSE_ADDRESS:
        if (fault->address < NULL_NEAR) ed_text_add(out, "null-pointer dereference");
        else
            ed_text_add(out, "dereference of an invalid pointer (0x%llx)",
                        (unsigned long long)fault->address);
        break;
    case ED_CAUSE_MAPPED_FILE:
        ed_text_add(out, "access beyond the end of a mapped file (%s)", text);
        break;
    case ED_CAUSE_DIVISION: ed_text_add(out, "division by zero"); break;
    case ED_CAUSE_ABORT: ed_text_add(out, "abort was called, or an assert failed"); break;
    case ED_CAUSE_INSTRUCTION: ed_text_add(out, "unreachable code was reached (%s)", text); break;
    case ED_CAUSE_OTHER: ed_text_add(out, "%s", text); break;
    }
}

void ed_fault_describe(const ed_Fault *fault, ed_Text *out)
{
    switch (fault->kind) {
    case ED_FAULT_SIGNAL: describe_signal(fault, out); break;
    case ED_FAULT_STACK:
        ed_text_add(out, "stack overflow: endless recursion, or very large local variables");
        break;
    case ED_FAULT_HANG:
        ed_text_add(out, "the game's code did not return within %g s%s",
                    (fault->limit_ms ? fault->limit_ms : ed_guard_hang_ms(fault->phase)) / 1000.0,
                    fault->waited ? "" : " of processor time");
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

/// Converts the module's frames to addresses in its file. In memory, the library starts at
/// fault->base instead of its linked address.
static u32 module_frames(const ed_Fault *fault, u64 addresses[CALLS_MAX])
{
    u32 count = 0;
    u64 first = ed_library_linked_address(fault->module);
    for (u32 i = 0; i < fault->frame_count && count < CALLS_MAX; i++) {
        u64 at = fault->frames[i] - (i > 0);      // a return address follows the call: look up the
                                                  // byte before
        if (in_module(fault, at)) addresses[count++] = at - fault->base + first;
    }
    return count;
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
    char text[OUTPUT_MAX], *next;
    u64 addresses[CALLS_MAX];
    const char *before = "";
    u32 count = module_frames(fault, addresses);
    ed_source_lines(fault->module, addresses, count, text, sizeof text);
    for (char *line = text; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = 0;
        if (*line) take_line(line, before, location, calls);
        before = line;
    }
    if (location->size == 0) ed_text_put(location, calls->at, strcspn(calls->at, " "));
}

// --- faults from another process -----------------------------------------------------------------

void ed_fault_set_end(ed_Fault *fault, bool killed, int code)
{
    fault->kind = killed ? ED_FAULT_SIGNAL : ED_FAULT_EXIT;
    fault->signal = killed ? code : 0;
    fault->sent = true;
    fault->phase = fault->calling;
    // What is known of an earlier fault is not about this one.
    fault->frame_count = 0;
    fault->old_module[0] = 0;
}

/// Makes any byte 0 or 1. Reading another value as a bool is undefined.
static void sanitize_bool(bool *value)
{
    u8 byte;
    memcpy(&byte, value, sizeof byte);
    *value = byte != 0;
}

void ed_fault_sanitize(ed_Fault *fault)
{
    sanitize_bool(&fault->sent);
    sanitize_bool(&fault->waited);
    if ((u32)fault->kind > ED_FAULT_LIMIT) fault->kind = ED_FAULT_NONE;
    if ((u32)fault->phase >= ED_PHASE_COUNT) fault->phase = ED_PHASE_NONE;
    if ((u32)fault->calling >= ED_PHASE_COUNT) fault->calling = ED_PHASE_NONE;
    if (fault->frame_count > ED_GUARD_FRAMES_MAX) fault->frame_count = 0;
    fault->module[sizeof fault->module - 1] = 0;
    fault->old_module[sizeof fault->old_module - 1] = 0;
}

// --- can the game continue? ----------------------------------------------------------------------

static const char *const harmless[] = {
    "abort",        "raise",   "gsignal", "__assert_fail", "__assert",  "memcpy",
    "memmove",      "memset",  "memcmp",  "memchr",        "strlen",    "strnlen",
    "strcpy",       "strncpy", "strcat",  "strcmp",        "strncmp",   "strchr",
    "strrchr",      "strstr",  "sleep",   "usleep",        "nanosleep", "clock_nanosleep",
    "poll",         "select",  "pause",   "sqrt",          "sin",       "cos",
    "pow",          "qsort",   "bsearch", "_assert",       "_wassert",  "Sleep",
    "__assert_rtn", NULL
};

/// True if a function outside of the module called back into it. A lock that the function holds
/// would never be released.
static bool is_in_callback(const ed_Fault *fault, u32 first)
{
    u32 last = fault->frame_count;
    while (last > first && !in_module(fault, fault->frames[last - 1])) last--;
    for (u32 i = first; i < last; i++)
        if (!in_module(fault, fault->frames[i])
            && !is_one_of(ed_loader_function_at(fault->frames[i] - 1), harmless))
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
    bool leaf = depth <= 1 && !heap_function(called);
    return !leaf && !is_one_of(called, harmless);
}
