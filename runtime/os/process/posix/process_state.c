#include "runtime/os/process/process_state.h"
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include "runtime/os/system/floats.h"
#include "runtime/os/files/start_folder.h"
#if defined(__linux__)
#    include <sys/prctl.h>
#endif

#ifdef __APPLE__
#    define SIGNALS 32u
#else
#    define SIGNALS 65u
#endif
#define FILES 3u       // standard input, output and error
#define COPIES 64      // lowest descriptor number of their duplicates

#if defined(__GLIBC__)
typedef __rlimit_resource_t LimitNumber;
typedef __itimer_which_t TimerNumber;
#else
typedef int LimitNumber, TimerNumber;
#endif

typedef struct Limit {
    LimitNumber number;
    const char *name;
    struct rlimit before;
} Limit;

typedef struct FileId {
    u64 device, inode;      // inode 0: there is no such file
} FileId;

typedef struct File {
    FileId id;      // inode 0: it was closed
    int copy;
} File;

static struct State {
    ed_Floats floats;
    FileId folder;      // the working folder at the last check
    struct sigaction handlers[SIGNALS];
    bool own[SIGNALS];      // the handler belongs to the host
    sigset_t mask;
    Limit limits[7];
    const char *lost;      // the limit that could not be restored
    mode_t umask;
    File files[FILES];
    int parent_signal, dumpable;
} state = {
    .limits = { { RLIMIT_AS, "RLIMIT_AS", { 0, 0 } },
                { RLIMIT_CPU, "RLIMIT_CPU", { 0, 0 } },
                { RLIMIT_DATA, "RLIMIT_DATA", { 0, 0 } },
                { RLIMIT_FSIZE, "RLIMIT_FSIZE", { 0, 0 } },
                { RLIMIT_NOFILE, "RLIMIT_NOFILE", { 0, 0 } },
                { RLIMIT_NPROC, "RLIMIT_NPROC", { 0, 0 } },
                { RLIMIT_STACK, "RLIMIT_STACK", { 0, 0 } } },
    .files = { { .copy = -1 }, { .copy = -1 }, { .copy = -1 } },
};

static void name_detail(char *detail, const char *name)
{
    snprintf(detail, ED_PROCESS_DETAIL_MAX, "%s", name);
}

// --- checks of one part each: true if it had changed ---------------------------------------------

static bool check_floats(void)
{
    ed_Floats now = ed_floats_now();
    if (now.control == state.floats.control && now.x87 == state.floats.x87) return false;
    ed_floats_set(state.floats);
    return true;
}

static FileId file_id(int failed, const struct stat *st)
{
    return failed ? (FileId){ 0, 0 } : (FileId){ (u64)st->st_dev, (u64)st->st_ino };
}

static FileId id_at(const char *path)
{
    struct stat st;
    return file_id(stat(path, &st), &st);
}

static FileId id_of(int file)
{
    struct stat st;
    return file_id(fstat(file, &st), &st);
}

static bool same_file(FileId a, FileId b) { return a.device == b.device && a.inode == b.inode; }

/// It is not a change if the working folder is now the start folder: eddie itself returns there,
/// also after the folder was deleted and created again.
static bool check_folder(void)
{
    FileId now = id_at("."), start = id_at(ed_start_folder());
    bool changed = !same_file(now, state.folder) && !same_file(now, start);
    state.folder = now;
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

static void name_signal(char *detail, int signal)
{
    // Many C libraries cannot tell these names.
    static const struct {
        int number;
        const char *name;
    } names[] = { { SIGABRT, "SIGABRT" }, { SIGALRM, "SIGALRM" },  { SIGBUS, "SIGBUS" },
                  { SIGCHLD, "SIGCHLD" }, { SIGFPE, "SIGFPE" },    { SIGHUP, "SIGHUP" },
                  { SIGILL, "SIGILL" },   { SIGINT, "SIGINT" },    { SIGPIPE, "SIGPIPE" },
                  { SIGPROF, "SIGPROF" }, { SIGQUIT, "SIGQUIT" },  { SIGSEGV, "SIGSEGV" },
                  { SIGSYS, "SIGSYS" },   { SIGTERM, "SIGTERM" },  { SIGTRAP, "SIGTRAP" },
                  { SIGTTIN, "SIGTTIN" }, { SIGTTOU, "SIGTTOU" },  { SIGUSR1, "SIGUSR1" },
                  { SIGUSR2, "SIGUSR2" }, { SIGWINCH, "SIGWINCH" } };
    snprintf(detail, ED_PROCESS_DETAIL_MAX, "signal %d", signal);
#ifdef SIGRTMIN
    if (signal >= SIGRTMIN) name_detail(detail, "SIGRT");
#endif
    for (u32 i = 0; i < ED_COUNT(names); i++)
        if (names[i].number == signal) name_detail(detail, names[i].name);
}

static bool check_signals(char *detail)
{
    bool changed = false;
    for (int i = 1; i < (int)SIGNALS; i++) {
        struct sigaction now;
        bool child = i == SIGCHLD;      // any handler will do if builds can be waited for
        if ((!state.own[i] && !child) || sigaction(i, NULL, &now) != 0) continue;
        const struct sigaction *before = &state.handlers[i];
        if (child ? !ignores_children(&now) || ignores_children(before)
                  : same_handler(&now, before))
            continue;
        sigaction(i, before, NULL);
        name_signal(detail, i);
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
        if (sigismember(&now, i) != 1 || sigismember(&state.mask, i) != 0) continue;
        sigaddset(&free, i);
        changed = true;
    }
    if (changed) pthread_sigmask(SIG_UNBLOCK, &free, NULL);
    return changed;
}

/// Restores lowered limits. Raising a hard limit again needs a privilege: without it, the limit is
/// lost.
static bool check_limits(char *detail)
{
    bool changed = false;
    for (u32 i = 0; i < ED_COUNT(state.limits); i++) {
        const Limit *limit = &state.limits[i];
        struct rlimit now, most;
        if (getrlimit(limit->number, &now) != 0 || now.rlim_cur >= limit->before.rlim_cur) continue;
        most = (struct rlimit){ now.rlim_max, now.rlim_max };
        name_detail(detail, limit->name);
        changed = true;
        if (setrlimit(limit->number, &limit->before) == 0) continue;
        setrlimit(limit->number, &most);
        state.lost = limit->name;
    }
    return changed;
}

static bool check_umask(void) { return umask(state.umask) != state.umask; }

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

static bool check_files(char *detail)
{
    static const char *const names[FILES] = { "standard input", "standard output",
                                              "standard error" };
    bool changed = false;
    for (int i = 0; i < (int)FILES; i++) {
        const File *file = &state.files[i];
        if (!file->id.inode || same_file(id_of(i), file->id)) continue;
        restore_file(i, file);
        name_detail(detail, names[i]);
        changed = true;
    }
    return changed;
}

/// Stops timers whose signal has no handler: they would end the process.
static bool check_timers(char *detail)
{
    static const struct {
        TimerNumber which;
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
        name_detail(detail, timers[i].name);
        changed = true;
    }
    return changed;
}

#if defined(__linux__)
static void take_prctl(void)
{
    prctl(PR_GET_PDEATHSIG, &state.parent_signal);
    state.dumpable = prctl(PR_GET_DUMPABLE);
}

static bool check_prctl(void)
{
    int signal = 0, dumpable = prctl(PR_GET_DUMPABLE);
    prctl(PR_GET_PDEATHSIG, &signal);
    if (signal == state.parent_signal && dumpable == state.dumpable) return false;
    prctl(PR_SET_PDEATHSIG, state.parent_signal);
    if (state.dumpable <= 1) prctl(PR_SET_DUMPABLE, state.dumpable);
    return true;
}
#else
static void take_prctl(void) {}

static bool check_prctl(void) { return false; }
#endif

// --- all parts -----------------------------------------------------------------------------------

bool ed_process_state_restore(ed_ProcessPart part, char detail[ED_PROCESS_DETAIL_MAX])
{
    switch (part) {
    case ED_PROCESS_FLOATS: return check_floats();
    case ED_PROCESS_FOLDER: return check_folder();
    case ED_PROCESS_SIGNALS: return check_signals(detail);
    case ED_PROCESS_MASK: return check_mask();
    case ED_PROCESS_LIMITS: return check_limits(detail);
    case ED_PROCESS_UMASK: return check_umask();
    case ED_PROCESS_FILES: return check_files(detail);
    case ED_PROCESS_TIMERS: return check_timers(detail);
    case ED_PROCESS_PRCTL: return check_prctl();
    case ED_PROCESS_PARTS: break;
    }
    return false;
}

const char *ed_process_state_lost_limit(void) { return state.lost; }

// --- taking --------------------------------------------------------------------------------------

void ed_process_state_keep_handler(int signal)
{
    state.own[signal] = sigaction(signal, NULL, &state.handlers[signal]) == 0;
}

static void take_signals(void)
{
    for (int i = 1; i < (int)SIGNALS; i++) {
        ed_process_state_keep_handler(i);
        state.own[i] &= state.handlers[i].sa_handler != SIG_DFL;
    }
    pthread_sigmask(SIG_SETMASK, NULL, &state.mask);
}

static void drop_files(void)
{
    for (u32 i = 0; i < FILES; i++) {
        if (state.files[i].copy >= 0) close(state.files[i].copy);
        state.files[i].copy = -1;
    }
}

static void take_files(void)
{
    drop_files();
    for (int i = 0; i < (int)FILES; i++) {
        state.files[i].id = id_of(i);
        if (state.files[i].id.inode) state.files[i].copy = fcntl(i, F_DUPFD_CLOEXEC, COPIES);
    }
}

void ed_process_state_take(void)
{
    state.floats = ed_floats_now();
    state.folder = id_at(".");
    take_signals();
    for (u32 i = 0; i < ED_COUNT(state.limits); i++)
        getrlimit(state.limits[i].number, &state.limits[i].before);
    state.lost = NULL;
    state.umask = umask(0);
    umask(state.umask);
    take_files();
    take_prctl();
}

void ed_process_state_drop(void) { drop_files(); }
