#include "runtime/live/build.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/build_messages.h"
#include "runtime/base/str.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/files/file_info.h"
#include "runtime/os/process/program.h"
#include "runtime/os/files/start_folder.h"

#define CHANGED "EDDIE_CHANGED="
#define HELP "help: "      // starts the line in which eddiec says what to do
// What gcc prints with the last line of a source if it cannot write beside the object.
#define OUTPUT_ERROR "opening dependency file "
#define READS_MAX 64u                 // reads in one poll
#define PATIENCE_NS 500000000ull      // time from asking a build to end until it is killed
#define GONE_NS 200000000ull          // time for killed processes to disappear

bool ed_build_lock_take(i64 *lock, const char *path)
{
    char name[ED_PATH_MAX];
    if (*lock != ED_NO_LOCK) return true;
    int size = snprintf(name, sizeof name, "%s.lock", path);
    if (size < 0 || (size_t)size >= sizeof name) return true;
    return ed_file_lock_take(lock, name) != EWOULDBLOCK;
}

// --- starting ------------------------------------------------------------------------------------

/// If the command is ED_BUILD_COMMAND, and eddie-build is in the folder of this program, starts
/// eddie-build without a shell. `path`: memory for its path.
static void start_eddie_build(ed_ChildStart *start, char path[ED_PATH_MAX])
{
    static const char *const arguments[] = { "eddie-build", NULL };
    if (strcmp(start->command, ED_BUILD_COMMAND) != 0
        || !ed_program_path_beside("eddie-build" ED_PROGRAM_SUFFIX, path, ED_PATH_MAX)
        || ed_file_kind(path) != ED_FILE_REGULAR)
        return;
    start->command = NULL;
    start->program = path;
    start->arguments = arguments;
}

bool ed_build_start(ed_Build *build, const char *command, const char *changed, bool early,
                    ed_Error *error)
{
    char variable[ED_BUILD_CHANGED_MAX + sizeof CHANGED];
    snprintf(variable, sizeof variable, CHANGED "%s", changed);
    // Errors are recognized by the messages of compilers, which have to be in English.
    const char *const more[] = { variable, early ? "EDDIE_EARLY=1" : "EDDIE_EARLY",
                                 "LC_ALL=C.UTF-8" };
    // With track_all, even a process of the build that redirects its output keeps the pipe open.
    // wait_for_or_kill_rest() relies on this.
    ed_ChildStart start = { .command = command,
                            .variables = ed_start_environment(more, ED_COUNT(more)),
                            .output = ED_CHILD_PIPE,
                            .errors = ED_CHILD_PIPE,
                            .group = true,
                            .track_all = true };
    char program[ED_PATH_MAX];
    start_eddie_build(&start, program);
    int failed = ed_child_start(&build->child, &start);
    build->runs = !failed;
    build->is_own = strcmp(command, ED_BUILD_COMMAND) == 0;
    if (failed) {
        ed_fail(error, ED_ERR_OS, "the build cannot be started: %s", ed_errno_text(failed));
        return false;
    }
    build->stopping = build->output_ended = false;
    build->line_size = 0;
    build->output_size = 0;
    build->output[0] = 0;
    build->cause_rank = ED_RANK_NONE;
    build->errors = build->warnings = build->link_errors = 0;
    build->cause[0] = build->help[0] = build->warning[0] = build->early_module[0] = 0;
    build->no_early[0] = 0;
    build->started_ns = build->output_ns = ed_now_ns();
    return true;
}

// --- the cause of a failure, found line by line --------------------------------------------------

/// The length of "file:line:col" or "file:line" at the start of a line, or 0 if there is no
/// location.
static size_t location_size(const char *line, size_t size)
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

/// Messages that shells and other programs print when the system refuses a request, and what to do.
static const struct {
    const char *words, *help;
} refusals[] = {
    { ": not found", "install that program, or set another one, for example with CC=" },
    { ": command not found", "install that program, or set another one, for example with CC=" },
    { "Permission denied", "make it writable, or build in another folder" },
    { "Read-only file system", "build in a folder that can be written to" },
    { "No space left on device", "free some space on the disk" },
    { "No such file or directory", NULL },
    { "out of memory", NULL },
    { "Cannot allocate memory", NULL },
    { "Killed signal", NULL },      // usually the compiler, for lack of memory
};

/// The index of the refusal that a line reports, or ED_COUNT(refusals).
static u32 refusal_in(const char *line, size_t size)
{
    u32 i = 0;
    while (i < ED_COUNT(refusals) && !ed_find(line, size, refusals[i].words)) i++;
    return i;
}

/// True if a compiler reports an error in a source. A warning may quote a text such as ": error:",
/// so that text must follow the location directly.
static bool is_located_error(const char *line, size_t size)
{
    static const char *const kinds[] = { ": error:", ": fatal error:", ": Error:",
                                         ": sorry, unimplemented:" };
    size_t location = location_size(line, size);
    if (ed_find(line, size, OUTPUT_ERROR)) return false;
    for (u32 i = 0; location && i < ED_COUNT(kinds); i++) {
        size_t length = strlen(kinds[i]);
        if (size - location >= length && memcmp(line + location, kinds[i], length) == 0)
            return true;
    }
    return false;
}

static ed_BuildRank rank_of_line(const char *line, size_t size)
{
    if (is_located_error(line, size)) return ED_RANK_LOCATED;
    static const char *const linked[] = { "undefined reference", "multiple definition",
                                          "undefined symbol", "duplicate symbol" };
    for (u32 i = 0; i < ED_COUNT(linked); i++)
        if (ed_find(line, size, linked[i])) return ED_RANK_LINKER;
    if (ed_find(line, size, ": *** ")) return ED_RANK_TEXT;
    if (ed_find(line, size, "error") || ed_find(line, size, "Error")) return ED_RANK_ERROR;
    if (refusal_in(line, size) < ED_COUNT(refusals)) return ED_RANK_ERROR;
    return size > 0 ? ED_RANK_TEXT : ED_RANK_NONE;
}

/// Copies the line, or the part of it that explains more than its beginning.
static void keep_line(char *to, const ed_Build *build)
{
    const char *output = strstr(build->line, OUTPUT_ERROR);
    strcpy(to, output ? output : build->line);
}

/// Adds the second location of a symbol that is defined twice to the cause. gold and lld print it
/// in another line, such as ">>> defined at b.c:3". After a second linker error, such a line is
/// about another symbol.
static void add_other_location(ed_Build *build, const char *line, size_t size)
{
    static const char after[] = ": previous definition here", before[] = ">>> defined at ";
    const char *end = ed_find(line, size, after), *start = ed_find(line, size, before);
    const char *tool = end ? ed_find(line, size, ": ") : NULL;
    size_t used = strlen(build->cause);
    ed_Text cause = ed_text_over(build->cause + used, sizeof build->cause - used);
    if (build->cause_rank != ED_RANK_LINKER || build->link_errors > 1) return;
    if (start == line) ed_text_add(&cause, "; at %s", line + sizeof before - 1);
    else if (end && tool < end)
        ed_text_add(&cause, "; also in %.*s", (int)(end - tool) - 2, tool + 2);
}

/// Copies what follows the prefix to `to`. Returns false if the line does not start with it.
static bool take_message(ed_Build *build, const char *prefix, char *to)
{
    size_t size = strlen(prefix);
    if (strncmp(build->line, prefix, size) != 0) return false;
    memcpy(to, build->line + size, build->line_size + 1 - size);
    return true;
}

/// Removes color codes, which compilers print with -fdiagnostics-color=always.
static void drop_colors(ed_Build *build)
{
    char *line = build->line;
    u32 size = 0;
    for (u32 i = 0; i < build->line_size; i++) {
        bool color = line[i] == 0x1b && line[i + 1] == '[';
        if (!color) {
            line[size++] = line[i];
            continue;
        }
        for (i += 2; line[i] && line[i] < '@'; i++) {}      // up to the final letter of the code
    }
    while (size && line[size - 1] == '\r') size--;
    line[size] = 0;
    build->line_size = size;
}

/// Appends the line to the output, unless there is no room for all of it.
static void append_output(ed_Build *build)
{
    u32 size = build->line_size;
    if (!size || size + 2 > ED_BUILD_OUTPUT_MAX - build->output_size) return;
    memcpy(build->output + build->output_size, build->line, size);
    build->output_size += size;
    build->output[build->output_size++] = '\n';
    build->output[build->output_size] = 0;
}

/// Takes what the line says about the build: its cause, errors, warnings and help.
static void judge_line(ed_Build *build, const char *line, size_t size)
{
    ed_BuildRank rank = rank_of_line(line, size);
    build->errors += rank == ED_RANK_LOCATED;
    build->link_errors += rank == ED_RANK_LINKER;
    if (location_size(line, size) && ed_find(line, size, "warning:") && build->warnings++ == 0)
        keep_line(build->warning, build);
    // Only the help of the first error is reported.
    if (build->errors == 1 && !*build->help && strncmp(line, HELP, strlen(HELP)) == 0)
        keep_line(build->help, build);
    add_other_location(build, line, size);
    if (rank <= build->cause_rank) return;
    build->cause_rank = rank;
    keep_line(build->cause, build);
}

/// Handles a complete line. Lines for the game (build_messages.h) are not part of the output.
static void end_line(ed_Build *build)
{
    build->line[build->line_size] = 0;
    bool for_game = take_message(build, ED_BUILD_TRY, build->early_module)
                 || take_message(build, ED_BUILD_NO_EARLY, build->no_early);
    if (!for_game) {
        drop_colors(build);
        ed_text_strip_control(build->line);
        // After a compiler error, make only adds that its command failed.
        bool is_repeated = build->errors && ed_find(build->line, build->line_size, ": *** [");
        if (!is_repeated) append_output(build);
        judge_line(build, build->line, build->line_size);
    }
    build->line_size = 0;
}

static void add_byte(ed_Build *build, char c)
{
    if (c == '\n') end_line(build);
    else if (build->line_size < ED_BUILD_LINE_MAX - 1)
        build->line[build->line_size++] = c ? c : ' ';
}

// --- while it runs -------------------------------------------------------------------------------

/// Reads the output, a bounded amount per call, so that neither process blocks the other.
static void take_output(ed_Build *build)
{
    char bytes[4096];
    size_t size = 0;
    for (u32 i = 0; i < READS_MAX && !build->output_ended; i++) {
        if (ed_child_read(&build->child, bytes, sizeof bytes, 0, &size) != 0) return;
        build->output_ended = size == 0;
        if (size) build->output_ns = ed_now_ns();
        for (size_t at = 0; at < size; at++) add_byte(build, bytes[at]);
    }
}

/// If the game waited for all child processes, or ignores their ends, the exit code is unknown
/// (ED_CHILD_LOST). Then the output of the build decides.
static bool has_succeeded(const ed_Build *build)
{
    if (build->child.end == ED_CHILD_LOST) return build->cause_rank <= ED_RANK_TEXT;
    return build->child.end == ED_CHILD_EXITED && build->child.code == 0;
}

void ed_build_time(ed_Build *build) { build->ms = (f64)(ed_now_ns() - build->started_ns) / 1e6; }

static ed_BuildEnd finish_build(ed_Build *build)
{
    take_output(build);
    end_line(build);
    ed_child_kill(&build->child);      // processes that the build left running
    ed_child_close_pipes(&build->child);
    build->runs = false;
    ed_build_time(build);
    if (build->stopping) return ED_BUILD_STOPPED;
    return has_succeeded(build) ? ED_BUILD_GOOD : ED_BUILD_FAILED;
}

/// True while a process of a stopped build may still write: `sh` often ends first, and make still
/// has to remove half-written files. Processes that do not end by themselves are killed. Checking
/// the process group is not enough: an ended process belongs to it until its parent waits for it.
static bool wait_for_or_kill_rest(const ed_Build *build)
{
    u64 passed_ns = ed_now_ns() - build->stopped_ns;
    if (build->output_ended || !ed_child_group_exists(&build->child)) return false;
    if (passed_ns > PATIENCE_NS) ed_child_kill(&build->child);
    return passed_ns < PATIENCE_NS + GONE_NS;
}

ed_BuildEnd ed_build_poll(ed_Build *build)
{
    if (!build->runs) return ED_BUILD_RUNS;
    take_output(build);
    bool ended = ed_child_poll(&build->child) != ED_CHILD_RUNS;
    if (build->stopping && wait_for_or_kill_rest(build)) return ED_BUILD_RUNS;
    return ended ? finish_build(build) : ED_BUILD_RUNS;
}

void ed_build_stop(ed_Build *build)
{
    if (!build->runs || build->stopping) return;
    build->stopping = true;
    build->stopped_ns = ed_now_ns();
    ed_child_ask(&build->child);
}

void ed_build_close(ed_Build *build)
{
    if (!build->runs) return;
    ed_build_stop(build);
    while (ed_build_poll(build) == ED_BUILD_RUNS) ed_sleep_ms(1);
}

bool ed_build_has_error(const ed_Build *build)
{
    return build->runs && build->cause_rank == ED_RANK_LOCATED
        && ed_now_ns() - build->output_ns > ED_BUILD_QUIET_MS * 1000000ull;
}

bool ed_build_silent(const ed_Build *build, u32 ms)
{
    return build->runs && !build->stopping && ed_now_ns() - build->output_ns > ms * 1000000ull;
}

// --- the first error -----------------------------------------------------------------------------

static void add_count_of_more(ed_Text *text, u32 count, const char *what)
{
    if (count > 1) ed_text_add(text, " (%u more %s%s)", count - 1, what, count == 2 ? "" : "s");
}

/// The length of a prefix such as "/bin/sh: 1: " or "sh: line 1: ": the shell's name and the line
/// number in the command. 0 if there is no such prefix.
static size_t shell_size(const char *line)
{
    static const char *const shells[] = { "/bin/sh: ", "sh: ", "/bin/bash: ", "bash: " };
    size_t at = 0, digits;
    for (u32 i = 0; i < ED_COUNT(shells) && !at; i++)
        if (strncmp(line, shells[i], strlen(shells[i])) == 0) at = strlen(shells[i]);
    if (!at) return 0;
    if (strncmp(line + at, "line ", 5) == 0) at += 5;
    digits = strspn(line + at, "0123456789");
    return digits && strncmp(line + at + digits, ": ", 2) == 0 ? at + digits + 2 : at;
}

static void add_advice(const ed_Build *build, const char *cause, ed_Text *text)
{
    u32 refusal =
        build->cause_rank == ED_RANK_ERROR ? refusal_in(cause, strlen(cause)) : ED_COUNT(refusals);
    const char *help = refusal < ED_COUNT(refusals) ? refusals[refusal].help : NULL;
    if (*build->help) help = build->help + strlen(HELP);
    if (help) ed_text_add(text, ": %s", help);
}

void ed_build_error(const ed_Build *build, ed_Text *location, ed_Text *text)
{
    const char *cause = strncmp(build->cause, "./", 2) == 0 ? build->cause + 2 : build->cause;
    size_t size = strlen(cause), skip = location_size(cause, size);
    if (!build->cause_rank) {
        if (build->child.end == ED_CHILD_KILLED)
            ed_text_add(text, "the build was killed by signal %d", build->child.code);
        else
            ed_text_add(text, "the build command failed with exit code %d and printed nothing",
                        build->child.code);
        return;
    }
    ed_text_put(location, cause, skip);
    if (skip) skip += strspn(cause + skip, ": ");
    const char *error = ed_find(cause + skip, size - skip, "error: ");
    if (error && (build->cause_rank == ED_RANK_LOCATED || error == cause))
        skip = (size_t)(error - cause) + 7;
    if (!skip) skip = shell_size(cause);
    ed_text_put(text, cause + skip, size - skip);
    add_advice(build, cause, text);
    add_count_of_more(text, build->errors, "error");
}

void ed_build_warning(const ed_Build *build, ed_Text *text)
{
    if (!build->warnings) return;
    ed_text_add(text, "%s", build->warning + (strncmp(build->warning, "./", 2) == 0 ? 2 : 0));
    add_count_of_more(text, build->warnings, "warning");
}
