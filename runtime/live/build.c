#include "runtime/live/build.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "runtime/live/home.h"
#include "runtime/live/spawn.h"
#include "runtime/live/watch.h"

#define CHANGED     "EDDIE_CHANGED="
#define HELP        "help: "            // how eddiec begins the line that says what to do
#define PLACED      4u                  // the weight of an error with file and line
#define READS_MAX   64u                 // of output in one poll
#define PATIENCE_NS 500000000ull       // between asking a build to end and ending it
#define GONE_NS     200000000ull       // for what was ended to be gone

// --- starting ------------------------------------------------------------------------------------

bool ed_build_start(ed_Build *build, const char *command, const char *changed, bool quick,
                    ed_Error *error)
{
    int ends[2];
    char variable[ED_BUILD_CHANGED_MAX + sizeof CHANGED];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        ed_fail(error, ED_ERR_OS, "the build cannot be started: %s", strerror(errno));
        return false;
    }
    snprintf(variable, sizeof variable, CHANGED "%s", changed);
    // What failed is read from the words of compilers, so these are English.
    const char *const more[] = { variable, quick ? "EDDIE_QUICK=1" : "EDDIE_QUICK",
                                 "LC_ALL=C.UTF-8" };
    char *arguments[] = { "/bin/sh", "-c", (char *)(uintptr_t)command, NULL };
    // Under its own number, too: who sends his words elsewhere still holds it, see lingers().
    fcntl(ends[1], F_SETFD, 0);
    int failed = ed_spawn(&build->pid, arguments, ed_home_environment(more, ED_COUNT(more)),
                          ends[1], ED_SPAWN_ALL, true);
    close(ends[1]);
    if (failed) {
        close(ends[0]);
        build->pid = 0;
        ed_fail(error, ED_ERR_OS, "the build cannot be started: %s", strerror(failed));
        return false;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    build->out         = ends[0];
    build->stopping    = false;
    build->reaped      = build->over = false;
    build->line_size   = 0;
    build->output_size = 0;
    build->output[0]   = 0;
    build->weight = build->errors = build->warnings = 0;
    build->cause[0] = build->help[0] = build->warning[0] = build->offer[0] = 0;
    build->started_ns  = ed_now_ns();
    return true;
}

// --- the line that tells why: found while the words come, however many they are ------------------

/// The length of "file:line:col" or "file:line" at the start of a line, 0 where there is none.
static size_t place_size(const char *line, size_t size)
{
    const char *colon = memchr(line, ':', size);
    size_t at = colon ? (size_t)(colon - line) + 1 : size;
    size_t digits = at;
    while (digits < size && isdigit((u8)line[digits])) digits++;
    if (colon == line || digits == at || digits == size || line[digits] != ':') return 0;
    size_t column = digits + 1;
    while (column < size && isdigit((u8)line[column])) column++;
    return column > digits + 1 && column < size && line[column] == ':' ? column : digits;
}

static const char *find(const char *line, size_t size, const char *word)
{
    return (const char *)memmem(line, size, word, strlen(word));
}

/// How much a line looks like the cause: a placed error, a linker's complaint, any error,
/// any words.
static u32 weight(const char *line, size_t size)
{
    if (place_size(line, size) && find(line, size, "error:")) return PLACED;
    if (find(line, size, "undefined reference") || find(line, size, "multiple definition"))
        return 3;
    if (find(line, size, "error") || find(line, size, "Error")) return 2;
    return size > 0;
}

static void keep(char *to, const ed_Build *build) { memcpy(to, build->line, build->line_size + 1); }

static bool take_offer(ed_Build *build)
{
    size_t size = strlen(ED_BUILD_OFFER);
    if (strncmp(build->line, ED_BUILD_OFFER, size) != 0) return false;
    memcpy(build->offer, build->line + size, build->line_size + 1 - size);
    build->line_size = 0;
    return true;
}

/// Whole lines, as many as there is room for.
static void keep_output(ed_Build *build)
{
    u32 size = build->line_size;
    if (!size || size + 2 > ED_BUILD_OUTPUT_MAX - build->output_size) return;
    memcpy(build->output + build->output_size, build->line, size);
    build->output_size += size;
    build->output[build->output_size++] = '\n';
    build->output[build->output_size]   = 0;
}

static void end_line(ed_Build *build)
{
    const char *line = build->line;
    u32 size = build->line_size, w = weight(line, size);
    build->line[size] = 0;
    keep_output(build);
    if (take_offer(build)) return;
    bool placed = place_size(line, size) != 0;
    build->errors += w == PLACED;
    if (placed && find(line, size, "warning:") && build->warnings++ == 0)
        keep(build->warning, build);
    if (build->errors == 1 && !*build->help && strncmp(line, HELP, strlen(HELP)) == 0)
        keep(build->help, build);
    if (w > build->weight) {
        build->weight = w;
        keep(build->cause, build);
    }
    build->line_size = 0;
}

static void take_byte(ed_Build *build, char c)
{
    if (c == '\n') end_line(build);
    else if (build->line_size < ED_BUILD_LINE_MAX - 1)
        build->line[build->line_size++] = c ? c : ' ';
}

// --- while it runs -------------------------------------------------------------------------------

/// Takes what was printed, a bounded part at a time: neither waits for the other.
static void take_output(ed_Build *build)
{
    char bytes[4096];
    ssize_t got = 0;
    for (u32 i = 0; i < READS_MAX && (got = read(build->out, bytes, sizeof bytes)) > 0; i++) {
        build->words_ns = ed_now_ns();
        for (ssize_t at = 0; at < got; at++) take_byte(build, bytes[at]);
    }
    build->over |= got == 0;
}

static ed_BuildEnd finish(ed_Build *build)
{
    take_output(build);
    end_line(build);
    close(build->out);
    kill(-build->pid, SIGKILL);      // what it left behind
    build->pid = 0;
    build->ms  = (f64)(ed_now_ns() - build->started_ns) / 1e6;
    if (build->stopping) return ED_BUILD_STOPPED;
    return WIFEXITED(build->status) && WEXITSTATUS(build->status) == 0
        ? ED_BUILD_GOOD : ED_BUILD_FAILED;
}

/// True while something that a build started may still write: `sh` often ends first, and make takes
/// half-written files away before it does. What does not end by itself is ended. The group alone
/// does not tell: what has ended is part of it until somebody waits for it.
static bool lingers(const ed_Build *build)
{
    u64 passed_ns = ed_now_ns() - build->stopped_ns;
    if (build->over || kill(-build->pid, 0) != 0) return false;
    if (passed_ns > PATIENCE_NS) kill(-build->pid, SIGKILL);
    return passed_ns < PATIENCE_NS + GONE_NS;
}

static void reap(ed_Build *build)
{
    pid_t ended = waitpid(build->pid, &build->status, WNOHANG);
    bool other = ended < 0 && errno == ECHILD;      // somebody else waited for it
    if (other) build->status = 1 << 8;
    build->reaped = other || ended == build->pid;
}

ed_BuildEnd ed_build_poll(ed_Build *build)
{
    if (!build->pid) return ED_BUILD_RUNS;
    take_output(build);
    if (!build->reaped) reap(build);
    if (build->stopping && lingers(build)) return ED_BUILD_RUNS;
    return build->reaped ? finish(build) : ED_BUILD_RUNS;
}

void ed_build_stop(ed_Build *build)
{
    if (!build->pid || build->stopping) return;
    build->stopping   = true;
    build->stopped_ns = ed_now_ns();
    kill(-build->pid, SIGTERM);
}

void ed_build_close(ed_Build *build)
{
    if (!build->pid) return;
    ed_build_stop(build);
    while (ed_build_poll(build) == ED_BUILD_RUNS) usleep(1000);
}

bool ed_build_erred(const ed_Build *build)
{
    return build->pid && build->weight == PLACED
        && ed_now_ns() - build->words_ns > ED_BUILD_QUIET_MS * 1000000ull;
}

// --- the first error -----------------------------------------------------------------------------

static void add_more(ed_Text *text, u32 count, const char *what)
{
    if (count > 1) ed_text_add(text, " (%u %s%s more)", count - 1, what, count == 2 ? "" : "s");
}

void ed_build_error(const ed_Build *build, ed_Text *place, ed_Text *text)
{
    const char *cause = strncmp(build->cause, "./", 2) == 0 ? build->cause + 2 : build->cause;
    size_t size = strlen(cause), skip = place_size(cause, size);
    if (!build->weight) {
        if (WIFSIGNALED(build->status))
            ed_text_add(text, "the build was ended by signal %d", WTERMSIG(build->status));
        else
            ed_text_add(text, "the build command ended with exit code %d and no words",
                        WEXITSTATUS(build->status));
        return;
    }
    ed_text_put(place, cause, skip);
    if (skip) skip += strspn(cause + skip, ": ");
    const char *error = find(cause + skip, size - skip, "error: ");
    if (error && build->weight == PLACED) skip = (size_t)(error - cause) + 7;
    ed_text_put(text, cause + skip, size - skip);
    if (*build->help) ed_text_add(text, ": %s", build->help + strlen(HELP));
    add_more(text, build->errors, "error");
}

void ed_build_warning(const ed_Build *build, ed_Text *text)
{
    if (!build->warnings) return;
    ed_text_add(text, "%s", build->warning + (strncmp(build->warning, "./", 2) == 0 ? 2 : 0));
    add_more(text, build->warnings, "warning");
}
