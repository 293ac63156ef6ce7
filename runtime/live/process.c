#include "runtime/live/process.h"
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "runtime/os/clock.h"
#include "runtime/os/files.h"
#include "runtime/os/start_folder.h"

#define SIGNALS 65u
#define FILES 3u       // standard input, output and error
#define COPIES 64      // lowest descriptor number of their duplicates

typedef enum Part {
    PART_FLOATS,
    PART_FOLDER,
    PART_SIGNALS,
    PART_MASK,
    PART_LIMITS,
    PART_UMASK,
    PART_FILES,
    PART_TIMERS,
    PART_PRCTL,
    PART_COUNT
} Part;

typedef struct Limit {
    __rlimit_resource_t number;
    const char *name;
    struct rlimit before;
} Limit;

typedef struct Floats {
    u32 sse, x87;
} Floats;

typedef struct File {
    ed_FileMark mark;      // only device and inode are compared; inode 0: it was closed
    int copy;
} File;

/// There is one instance, since signal handlers, limits and files belong to the process.
static struct Process {
    bool taken;
    Floats floats;
    ed_FileMark folder;      // the working folder at the last check
    struct sigaction handlers[SIGNALS];
    bool own[SIGNALS];      // the handler belongs to the host
    sigset_t mask;
    Limit limits[7];
    mode_t umask;
    File files[FILES];
    int parent_signal, dumpable;
    locale_t host, game;      // locales of the calling thread; game 0: the global locale
    Part next;                // the next part to check
    u64 due_ns;
    u32 changed, reported;           // one bit per part
    ed_Phase phase[PART_COUNT];      // the phase after which a change was found
    char detail[PART_COUNT][24];
    const char *lost;
} process = {
    .limits = { { RLIMIT_AS, "RLIMIT_AS", { 0, 0 } },
                { RLIMIT_CPU, "RLIMIT_CPU", { 0, 0 } },
                { RLIMIT_DATA, "RLIMIT_DATA", { 0, 0 } },
                { RLIMIT_FSIZE, "RLIMIT_FSIZE", { 0, 0 } },
                { RLIMIT_NOFILE, "RLIMIT_NOFILE", { 0, 0 } },
                { RLIMIT_NPROC, "RLIMIT_NPROC", { 0, 0 } },
                { RLIMIT_STACK, "RLIMIT_STACK", { 0, 0 } } },
    .files = { { .copy = -1 }, { .copy = -1 }, { .copy = -1 } },
};

static void name_detail(Part part, const char *name)
{
    snprintf(process.detail[part], sizeof process.detail[part], "%s", name);
}

// --- floating point ------------------------------------------------------------------------------

#if defined(__x86_64__)
// Bits for rounding, masked exceptions and denormals, without the exception flags.
#    define SSE_CONTROL 0xffc0u

static Floats floats_now(void)
{
    u32 sse;
    u16 x87;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(sse), "=m"(x87));
    return (Floats){ sse & SSE_CONTROL, x87 };
}

/// Clears raised exception flags, since they would trigger when unmasked.
static void floats_set(Floats floats)
{
    u16 x87 = (u16)floats.x87;
    __asm__ volatile("fnclex\n\tldmxcsr %0\n\tfldcw %1" : : "m"(floats.sse), "m"(x87));
}
#elif defined(__aarch64__)
static Floats floats_now(void)
{
    u64 control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (Floats){ (u32)control, 0 };
}

static void floats_set(Floats floats)
{
    u64 control = floats.sse;
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
}
#else
static Floats floats_now(void) { return (Floats){ 0, 0 }; }
static void floats_set(Floats floats) { (void)floats; }
#endif

static bool check_floats(void)
{
    Floats now = floats_now();
    if (now.sse == process.floats.sse && now.x87 == process.floats.x87) return false;
    floats_set(process.floats);
    return true;
}

// --- checks of one part each: true if it had changed ---------------------------------------------

static bool same_file(const ed_FileMark *a, const ed_FileMark *b)
{
    return a->device == b->device && a->inode == b->inode;
}

/// The working folder stays as the game set it until the next module loads. The start folder is not
/// a change: eddie enters it again, also after it was deleted and created again.
static bool check_folder(void)
{
    struct stat st;
    ed_FileMark now = { .inode = 0 }, start = ed_file_mark(ed_start_folder());
    if (stat(".", &st) == 0) now = ed_file_mark_of(&st);
    bool changed = !same_file(&now, &process.folder) && !same_file(&now, &start);
    process.folder = now;
    return changed;
}

static bool ignores_children(const struct sigaction *action)
{
    return action->sa_handler == SIG_IGN || (action->sa_flags & SA_NOCLDWAIT);
}

static bool same_handler(const struct sigaction *a, const struct sigaction *b)
{
    return a->sa_handler == b->sa_handler && a->sa_flags == b->sa_flags;
}

static bool check_signals(void)
{
    bool changed = false;
    for (int i = 1; i < (int)SIGNALS; i++) {
        struct sigaction now;
        bool child = i == SIGCHLD;      // any handler will do if builds can be waited for
        if ((!process.own[i] && !child) || sigaction(i, NULL, &now) != 0) continue;
        const struct sigaction *before = &process.handlers[i];
        if (child ? !ignores_children(&now) || ignores_children(before)
                  : same_handler(&now, before))
            continue;
        const char *name = sigabbrev_np(i);
        sigaction(i, before, NULL);
        snprintf(process.detail[PART_SIGNALS], sizeof process.detail[0], "SIG%s",
                 name ? name : "RT");
        changed = true;
    }
    return changed;
}

static bool check_mask(void)
{
    sigset_t now, free;
    bool changed = false;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    sigemptyset(&free);
    for (int i = 1; i < (int)SIGNALS; i++) {
        if (sigismember(&now, i) != 1 || sigismember(&process.mask, i) != 0) continue;
        sigaddset(&free, i);
        changed = true;
    }
    if (changed) pthread_sigmask(SIG_UNBLOCK, &free, NULL);
    return changed;
}

/// Restores lowered limits. Raising a hard limit again needs a privilege: without it, the limit is
/// lost.
static bool check_limits(void)
{
    bool changed = false;
    for (u32 i = 0; i < ED_COUNT(process.limits); i++) {
        const Limit *limit = &process.limits[i];
        struct rlimit now, most;
        if (getrlimit(limit->number, &now) != 0 || now.rlim_cur >= limit->before.rlim_cur) continue;
        most = (struct rlimit){ now.rlim_max, now.rlim_max };
        name_detail(PART_LIMITS, limit->name);
        changed = true;
        if (setrlimit(limit->number, &limit->before) == 0) continue;
        setrlimit(limit->number, &most);
        process.lost = limit->name;
    }
    return changed;
}

static bool check_umask(void) { return umask(process.umask) != process.umask; }

/// Restores a descriptor, or opens /dev/null there. A closed descriptor is worse than a wrong one,
/// since the next opened file gets its number.
static void restore_file(int number, const File *file)
{
    int nothing = -1;
    if (file->copy < 0 || dup2(file->copy, number) < 0) nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0 && nothing != number) {
        dup2(nothing, number);
        close(nothing);
    }
#if defined(__GLIBC__)
    FILE *again = number == 1 && fileno(stdout) < 0 ? fdopen(1, "w") : NULL;      // was closed
    if (again) stdout = again;
    again = number == 2 && fileno(stderr) < 0 ? fdopen(2, "w") : NULL;
    if (again) stderr = again;
#endif
}

static bool check_files(void)
{
    static const char *const names[FILES] = { "standard input", "standard output",
                                              "standard error" };
    bool changed = false;
    for (int i = 0; i < (int)FILES; i++) {
        struct stat st;
        const File *file = &process.files[i];
        ed_FileMark now = { .inode = 0 };
        if (!file->mark.inode) continue;
        if (fstat(i, &st) == 0) now = ed_file_mark_of(&st);
        if (same_file(&now, &file->mark)) continue;
        restore_file(i, file);
        name_detail(PART_FILES, names[i]);
        changed = true;
    }
    return changed;
}

/// Stops timers whose signal has no handler: they would end the process.
static bool check_timers(void)
{
    static const struct {
        __itimer_which_t which;
        int signal;
        const char *name;
    } timers[] = { { ITIMER_REAL, SIGALRM, "SIGALRM" },
                   { ITIMER_VIRTUAL, SIGVTALRM, "SIGVTALRM" },
                   { ITIMER_PROF, SIGPROF, "SIGPROF" } };
    bool changed = false;
    for (u32 i = 0; i < ED_COUNT(timers); i++) {
        struct itimerval now, off = { { 0, 0 }, { 0, 0 } };
        struct sigaction action;
        if (getitimer(timers[i].which, &now) != 0) continue;
        if (!now.it_value.tv_sec && !now.it_value.tv_usec) continue;
        if (sigaction(timers[i].signal, NULL, &action) != 0 || action.sa_handler != SIG_DFL)
            continue;
        setitimer(timers[i].which, &off, NULL);
        name_detail(PART_TIMERS, timers[i].name);
        changed = true;
    }
    return changed;
}

static bool check_prctl(void)
{
    int signal = 0, dumpable = prctl(PR_GET_DUMPABLE);
    prctl(PR_GET_PDEATHSIG, &signal);
    if (signal == process.parent_signal && dumpable == process.dumpable) return false;
    prctl(PR_SET_PDEATHSIG, process.parent_signal);
    if (process.dumpable <= 1) prctl(PR_SET_DUMPABLE, process.dumpable);
    return true;
}

// --- all parts -----------------------------------------------------------------------------------

static const struct {
    const char *what, *then;
    bool (*check)(void);
} parts[PART_COUNT] = {
    [PART_FLOATS] = { "the floating-point environment", "it is restored after each call",
                      check_floats },
    [PART_FOLDER] = { "the working folder",
                      "it is reset to the start folder when the next module loads; eddie's own "
                      "files stay in the start folder",
                      check_folder },
    [PART_SIGNALS] = { "the handling of a signal", "it is restored", check_signals },
    [PART_MASK] = { "the signal mask", "it is restored", check_mask },
    [PART_LIMITS] = { "a resource limit", "it is restored", check_limits },
    [PART_UMASK] = { "the file mode mask (umask)", "it is restored", check_umask },
    [PART_FILES] = { "a standard stream",
                     "it is restored; write the game's output to a separate file", check_files },
    [PART_TIMERS] = { "a timer", "it is stopped, because its signal would end the process",
                      check_timers },
    [PART_PRCTL] = { "a setting of prctl", "it is restored", check_prctl },
};

static void check_part(Part part, ed_Phase phase)
{
    if (!parts[part].check() || (process.changed & 1u << part)) return;
    process.changed |= 1u << part;
    process.phase[part] = phase;
}

void ed_process_check(ed_Phase phase)
{
    for (u32 i = 0; process.taken && i < PART_COUNT; i++) check_part((Part)i, phase);
}

void ed_process_check_files(void)
{
    if (process.taken) check_part(PART_FILES, ED_PHASE_UPDATE);
}

/// True for phases that occur once or seldom.
static bool is_once(ed_Phase phase)
{
    return phase != ED_PHASE_UPDATE && phase != ED_PHASE_RENDER && phase != ED_PHASE_PACK;
}

/// True if the phase runs eddie's own code. The game's upgrade functions, which unpack calls, run
/// in the locale of the host, too.
static bool is_own(ed_Phase phase) { return phase == ED_PHASE_PACK || phase == ED_PHASE_UNPACK; }

void ed_process_begin(ed_Phase phase)
{
    bool loads = phase == ED_PHASE_CONSTRUCTOR || phase == ED_PHASE_LOAD;
    if (process.taken && loads) {
        check_part(PART_FOLDER, ED_PHASE_UPDATE);      // a change by the previous module
        ed_start_folder_enter();
    }
    process.host = (locale_t)0;
    if (!is_own(phase)) process.host = uselocale(process.game ? process.game : LC_GLOBAL_LOCALE);
}

void ed_process_end(ed_Phase phase)
{
    if (process.host) process.game = uselocale(process.host);
    if (!process.taken) return;
    check_part(PART_FLOATS, phase);
    if (is_once(phase)) {
        ed_process_check(phase);
        return;
    }
    u64 now_ns = ed_now_ns();
    if (now_ns < process.due_ns) return;
    process.due_ns = now_ns + ED_PROCESS_CHECK_MS * 1000000ull;
    process.next = process.next + 1 < PART_COUNT ? process.next + 1 : PART_FOLDER;
    check_part(process.next, phase);
}

bool ed_process_call(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    Floats before = floats_now();
    ed_process_begin(phase);
    fn(arg);
    ed_process_end(phase);
    floats_set(before);
    return true;
}

// --- taking --------------------------------------------------------------------------------------

void ed_process_keep_handler(int signal)
{
    process.own[signal] = sigaction(signal, NULL, &process.handlers[signal]) == 0;
}

static void take_signals(void)
{
    for (int i = 1; i < (int)SIGNALS; i++) {
        ed_process_keep_handler(i);
        process.own[i] &= process.handlers[i].sa_handler != SIG_DFL;
    }
    pthread_sigmask(SIG_SETMASK, NULL, &process.mask);
}

static void drop_files(void)
{
    for (u32 i = 0; i < FILES; i++) {
        if (process.files[i].copy >= 0) close(process.files[i].copy);
        process.files[i].copy = -1;
    }
}

static void take_files(void)
{
    drop_files();
    for (int i = 0; i < (int)FILES; i++) {
        struct stat st;
        bool open = fstat(i, &st) == 0;
        process.files[i].mark = open ? ed_file_mark_of(&st) : (ed_FileMark){ .inode = 0 };
        if (open) process.files[i].copy = fcntl(i, F_DUPFD_CLOEXEC, COPIES);
    }
}

void ed_process_take(void)
{
    ed_start_folder_save();
    process.floats = floats_now();
    check_folder();
    take_signals();
    for (u32 i = 0; i < ED_COUNT(process.limits); i++)
        getrlimit(process.limits[i].number, &process.limits[i].before);
    process.umask = umask(0);
    umask(process.umask);
    take_files();
    prctl(PR_GET_PDEATHSIG, &process.parent_signal);
    process.dumpable = prctl(PR_GET_DUMPABLE);
    process.changed = process.reported = 0;
    process.lost = NULL;
    process.taken = true;
}

void ed_process_stop_restoring(void)
{
    process.taken = false;
    drop_files();
}

// --- reporting -----------------------------------------------------------------------------------

/// Names the phase of a change. Most parts are not checked after every update and render, so a
/// change found there may have happened in either.
static const char *where(ed_Phase phase)
{
    return is_once(phase) ? ed_phase_name(phase) : "update or render";
}

bool ed_process_changes(ed_Text *line)
{
    for (u32 i = 0; i < PART_COUNT; i++) {
        u32 bit = 1u << i;
        if (!(process.changed & bit) || (process.reported & bit)) continue;
        process.reported |= bit;
        ed_text_add(line, "the game changed %s", parts[i].what);
        if (*process.detail[i]) ed_text_add(line, " (%s)", process.detail[i]);
        bool lost = i == PART_LIMITS && process.lost;
        ed_text_add(line, " in %s; %s", where(process.phase[i]),
                    lost ? "it cannot be restored; restart the game" : parts[i].then);
        return true;
    }
    return false;
}

const char *ed_process_lost_limit(void) { return process.lost; }
