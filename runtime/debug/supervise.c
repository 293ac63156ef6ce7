#include "runtime/debug/supervise.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "runtime/base/print.h"
#include "runtime/debug/crash_files.h"
#include "runtime/live/fault.h"
#include "runtime/os/system/clock.h"
#include "runtime/os/process/process_info.h"
#include "runtime/os/process/self.h"
#include "runtime/os/fault/signal_cause.h"
#include "runtime/os/files/start_folder.h"
#include "runtime/os/process/supervised.h"

#define STARTS_MAX 3u      // restarts within STARTS_NS
#define STARTS_NS 60000000000ull
#define STOP_SECONDS 5u       // time for a game to end after a stop request
#define SAVE_SECONDS 60u      // the same, while it writes and closes its files
// Ticks (supervised.h) until a child that stopped its own process is continued.
#define STOP_TICKS 2u

#define VARIABLE "EDDIE_GAME"      // of the game's process: the shared memory
#define VARIABLE_BYTES (16 + 20 * (1 + ED_SHARED_HANDLES))      // it and its value
#define PROGRAM_BYTES 4096u

// --- the child -----------------------------------------------------------------------------------

/// The environment of the child: that of this process at its start, and `variable`. Returns NULL if
/// there is no memory for it. A child without the variable would supervise another one.
static char **variables_with(const char *variable)
{
    char **all = ed_start_environment(&variable, 1), **found = all;
    while (found && *found && *found != variable) found++;
    return found && *found ? all : NULL;
}

/// Writes the variable: this process, then the handles of what it shares.
static void write_variable(const ed_SharedGame *game, ed_Text *out)
{
    i64 handles[ED_SHARED_HANDLES];
    ed_shared_game_handles(game, handles);
    ed_text_add(out, VARIABLE "=%lld", (long long)ed_self_id());
    for (u32 i = 0; i < ED_SHARED_HANDLES; i++) ed_text_add(out, ",%lld", (long long)handles[i]);
}

/// Starts this program again. Returns 0 or an errno value.
static int start_child(ed_Child *child, const char *const *arguments, const ed_SharedGame *game)
{
    char program[PROGRAM_BYTES], variable[VARIABLE_BYTES];
    i64 handles[ED_SHARED_HANDLES];
    ed_Text text = ed_text_over(variable, sizeof variable);
    write_variable(game, &text);
    const ed_ChildStart start = { .program = program,
                                  .arguments = arguments,
                                  .variables = variables_with(variable),
                                  .input = ED_CHILD_SAME,
                                  .output = ED_CHILD_SAME,
                                  .errors = ED_CHILD_SAME,
                                  .inherit = handles,
                                  .inherit_count = ed_shared_game_inherit(game, handles),
                                  .current_folder = true };
    if (!ed_self_program(program, sizeof program) || !start.variables) return ENOMEM;
    fflush(NULL);
    game->state->end = ED_GAME_STARTING;
    return ed_supervised_start(child, &start);
}

/// When to kill a game that does not end on request: after a while, or after another request.
typedef struct Patience {
    u64 first_request_ns;      // time of the first request; 0: no request yet
    u32 seen_requests;         // number of requests within a second after the first
    bool over;
} Patience;

typedef struct End {      // how a child ended
    ed_ChildEnd how;
    int code;      // as in an ed_Child; 0 if it is lost
    bool forced;
    bool stopped;      // killed because it stopped itself repeatedly
} End;

/// State of a child that stops itself (SIGSTOP).
typedef struct Stop {
    bool now;
    u32 ticks;      // timer ticks since it stopped
    u32 count;      // how often the child was continued
} Stop;

static bool is_killed(const End *end) { return end->how == ED_CHILD_KILLED; }

static bool has_cause(const End *end, ed_EndCause cause)
{
    return is_killed(end) && ed_supervised_cause(end->code) == cause;
}

static bool is_ending(const ed_SharedState *shared)
{
    return shared->end != ED_GAME_STARTING && shared->end != ED_GAME_RUNS;
}

/// Kills the child if it does not end on request.
static void kill_unresponsive(Patience *patience, const ed_SharedState *shared,
                              const ed_Child *child)
{
    u64 now_ns = ed_now_ns();
    u32 requests = ed_supervised_requests();
    if (!requests || patience->over) return;
    if (!patience->first_request_ns) patience->first_request_ns = now_ns;
    u64 seconds = (now_ns - patience->first_request_ns) / 1000000000;
    if (seconds == 0) patience->seen_requests = requests;
    bool again = requests > patience->seen_requests;
    if (!again && seconds < (is_ending(shared) ? SAVE_SECONDS : STOP_SECONDS)) return;
    if (ed_process_is_traced(child->process)) return;      // a debugger may have stopped it
    patience->over = true;
    ed_child_kill(child);
}

/// Handles a stopped child. If it stopped during a call, the game stopped its own process, and
/// nobody would continue it. Otherwise the user stopped it. The first stop counts as a mistake, a
/// second one as a fault of the code.
static void handle_stop(Stop *stop, const ed_SharedState *shared, const ed_Child *child, End *end)
{
    ed_Phase phase = shared->fault.calling;
    if (!stop->now || phase == ED_PHASE_NONE || (u32)phase >= ED_PHASE_COUNT) return;
    if (++stop->ticks < STOP_TICKS || ed_process_is_traced(child->process)) return;
    *stop = (Stop){ .count = stop->count + 1 };
    end->stopped = stop->count > 1;
    if (end->stopped) {
        ed_child_kill(child);
        return;
    }
    fprintf(stderr, "eddie: the game stopped its own process in %s (SIGSTOP); eddie resumed it\n",
            ed_phase_name(phase));
    ed_supervised_continue(child);
}

static End wait_for(ed_SharedGame *game, ed_Child *child)
{
    const ed_SharedState *shared = game->state;
    Patience patience = { .seen_requests = 0 };
    Stop stop = { .now = false };
    End end = { .code = 0 };
    ed_SupervisedEvent event;
    while ((event = ed_supervised_wait(child)) != ED_SUPERVISED_ENDED) {
        if (event != ED_SUPERVISED_TICK) {
            stop = (Stop){ .now = event == ED_SUPERVISED_STOPPED, .count = stop.count };
            continue;
        }
        ed_shared_game_keep(game);
        handle_stop(&stop, shared, child, &end);
        kill_unresponsive(&patience, shared, child);
    }
    end.how = child->end;
    end.code = child->code;
    end.forced = patience.over && has_cause(&end, ED_END_KILLED);
    return end;
}

// --- how it ended --------------------------------------------------------------------------------

/// True if the game's code ended the process: it was in a call, or the guard could not catch the
/// fault.
static bool by_the_game(const ed_SharedState *shared, const End *end)
{
    bool calling = shared->fault.calling != ED_PHASE_NONE;
    if (end->stopped) return true;
    if (is_killed(end)) return has_cause(end, ED_END_CRASH) && calling;
    return end->code == ED_GUARD_EXIT || calling;
}

/// Records a fault that the guard did not notice, such as _exit, or an exit in a constructor of the
/// game's library.
static void record_end_as_fault(ed_SharedState *shared, const End *end)
{
    if (end->stopped) {
        shared->fault.kind = ED_FAULT_STOP;
        shared->fault.phase = shared->fault.calling;
        shared->fault.frame_count = 0;
    }
    bool seen = !is_killed(end) && end->code == ED_GUARD_EXIT;
    if (!seen && by_the_game(shared, end) && shared->fault.kind == ED_FAULT_NONE)
        ed_fault_set_end(&shared->fault, is_killed(end), end->code);
}

static void describe_end(const ed_SharedState *shared, const End *end, ed_Text *out)
{
    ed_Phase phase = shared->fault.calling;
    const char *in = phase ? ", in " : "", *where = phase ? ed_phase_name(phase) : "";
    if (end->forced)
        ed_text_add(out, "the game did not end when asked to%s%s, and was killed", in, where);
    else if (by_the_game(shared, end)) ed_fault_describe(&shared->fault, out);
    else if (is_killed(end))
        ed_text_add(out, "the game was killed by a signal: %s", ed_signal_text(end->code));
    else ed_text_add(out, "the game exited unexpectedly (exit code %d)", end->code);
}

// --- restarts ------------------------------------------------------------------------------------

typedef struct Starts {
    u64 at_ns[STARTS_MAX];      // times of the last restarts, a ring
    u32 count;
} Starts;

static bool may_start(Starts *starts)
{
    u64 now_ns = ed_now_ns(), *slot = &starts->at_ns[starts->count % STARTS_MAX];
    if (starts->count >= STARTS_MAX && now_ns - *slot < STARTS_NS) return false;
    *slot = now_ns;
    starts->count++;
    return true;
}

/// Saves the best checkpoint. `name` receives the name of its file, and `command` the command that
/// resumes from it. False with an error if it was not saved.
static bool save_best_checkpoint(const ed_GameOptions *options, const ed_SharedGame *game,
                                 const char *reason, ed_Text *name, ed_Text *command,
                                 ed_Error *error)
{
    bool saved =
        ed_crash_save(&game->checkpoint, &game->state->fault, options->module, reason, name, error);
    ed_crash_command(name->at, options->module, command);
    return saved;
}

/// Saves the state, decides whether to restart, and prints the result. True to restart.
static bool save_and_decide(const ed_GameOptions *options, const ed_SharedGame *game,
                            const End *end, Starts *starts)
{
    char reason[512], name[64] = "", command[512];
    ed_Text text = ed_text_over(reason, sizeof reason), path = ed_text_over(name, sizeof name);
    ed_Text how = ed_text_over(command, sizeof command);
    ed_Error error = { .code = ED_OK };
    ed_SharedState *shared = game->state;
    record_end_as_fault(shared, end);
    describe_end(shared, end, &text);
    bool saved = save_best_checkpoint(options, game, reason, &path, &how, &error);
    bool crash = by_the_game(shared, end) || has_cause(end, ED_END_CRASH);
    bool wanted = crash && ed_checkpoint_best(&game->checkpoint) && !options->script;
    wanted = wanted && shared->end != ED_GAME_ENDING && !ed_supervised_requests();
    bool again = wanted && may_start(starts);
    if (!saved)
        ed_print(stderr, "eddie: %s; the state was not saved: %s%s\n", reason, error.text,
                 again ? "; restarted" : "");
    else if (again)
        ed_print(stderr, "eddie: %s; last checkpoint saved to %s; restarted\n", reason, name);
    else ed_print(stderr, "eddie: %s; last checkpoint saved to %s: %s\n", reason, name, command);
    if (wanted && !again)
        ed_print(stderr,
                 "eddie: not restarted again, since it was restarted %u times within a minute: fix "
                 "the code, or start without that state\n",
                 STARTS_MAX);
    return again;
}

/// The exit code of a process whose game ended normally, even if a library crashed afterwards.
static int exit_code(const End *end)
{
    if (!is_killed(end)) return end->code;
    ed_print(stderr, "eddie: the process was killed by a signal after the game ended: %s\n",
             ed_signal_text(end->code));
    return ED_EXIT_FAILED;
}

static void report_unsupervised(const char *why)
{
    ed_print(stderr, "eddie: the game runs without a supervisor: %s\n", why);
}

/// Calls `run` in this process, although another one should have run it.
static int run_here(const ed_GameOptions *options, ed_RunGameFn *run, ed_SharedGame *game)
{
    ed_supervised_stop_listening();
    int code = run(options, game);
    if (game) game->state->end = ED_GAME_ENDED;
    return code;
}

/// True if the child was ended by a request before it ran the game. It is as if this process had
/// been ended before it started the child.
static bool ended_early(const ed_SharedState *shared, const End *end)
{
    return shared->end == ED_GAME_STARTING && ed_supervised_requests()
        && has_cause(end, ED_END_REQUEST);
}

static int supervise_game(const ed_GameOptions *options, ed_RunGameFn *run,
                          const char *const *arguments, ed_SharedGame *game)
{
    Starts starts = { .count = 0 };
    ed_SharedState *shared = game->state;
    ed_Child child;
    shared->frames_left = options->frames;
    ed_supervised_listen();
    for (;;) {
        const int failed = start_child(&child, arguments, game);
        if (failed) {
            report_unsupervised(ed_errno_text(failed));
            return run_here(options, run, starts.count ? game : NULL);
        }
        const End end = wait_for(game, &child);
        const int code = is_killed(&end) ? ed_signal_exit_code(end.code) : ED_EXIT_FAILED;
        if (shared->end == ED_GAME_ENDED) return exit_code(&end);
        if (ended_early(shared, &end)) return code;
        if (shared->frames_left > options->frames) shared->frames_left = options->frames;
        ed_shared_game_recover(game);
        if (!save_and_decide(options, game, &end, &starts) || ed_supervised_requests()) return code;
        shared->paused = by_the_game(shared, &end) || shared->fault.kind != ED_FAULT_NONE;
    }
}

static int start_supervised(const ed_GameOptions *options, ed_RunGameFn *run,
                            const char *const *arguments)
{
    ed_SharedGame game;
    ed_Error error = { .code = ED_OK };
    if (!arguments || ed_process_is_traced(0)) return run(options, NULL);
    if (!ed_shared_game_open(&game, &error)) {
        report_unsupervised(error.text);
        return run(options, NULL);
    }
    int code = supervise_game(options, run, arguments, &game);
    ed_shared_game_close(&game);
    return code;
}

// --- the game's process --------------------------------------------------------------------------

static char given[VARIABLE_BYTES];      // the value of the variable; "": it was not set

void ed_supervise_begin(void)
{
    if (!ed_self_take_variable(VARIABLE, given, sizeof given)) given[0] = 0;
}

/// Reads the variable. False if no supervisor has written it.
static bool read_variable(i64 *parent, i64 handles[ED_SHARED_HANDLES])
{
    const char *text = given;
    for (u32 i = 0; i <= ED_SHARED_HANDLES; i++) {
        char digits[VARIABLE_BYTES];
        u64 number = 0;
        size_t size = strcspn(text, ",");
        memcpy(digits, text, size);
        digits[size] = 0;
        if (text[size] != (i < ED_SHARED_HANDLES ? ',' : 0)) return false;
        if (!ed_parse_uint(digits, INT64_MAX, &number)) return false;
        *(i ? &handles[i - 1] : parent) = (i64)number;
        text += size + 1;
    }
    return true;
}

/// Called when the game has ended because the supervisor was killed: saves the state, since the
/// supervisor cannot. Returns the exit code.
static int save_after_parent(const ed_GameOptions *options, const ed_SharedGame *game)
{
    static const char reason[] = "the supervisor process was killed";
    char name[64] = "", command[512];
    ed_Text path = ed_text_over(name, sizeof name), how = ed_text_over(command, sizeof command);
    ed_Error error = { .code = ED_OK };
    if (save_best_checkpoint(options, game, reason, &path, &how, &error))
        ed_print(stderr, "eddie: %s; last checkpoint saved to %s: %s\n", reason, name, command);
    else ed_print(stderr, "eddie: %s; the state was not saved: %s\n", reason, error.text);
    return ED_EXIT_FAILED;
}

/// In the game's process: calls `run` with what the supervisor shares.
static int run_supervised(const ed_GameOptions *options, ed_RunGameFn *run, i64 parent,
                          const i64 handles[ED_SHARED_HANDLES])
{
    ed_SharedGame game;
    ed_Error error = { .code = ED_OK };
    if (!ed_self_end_with(parent)) {
        ed_print(stderr, "eddie: the supervisor process ended before the game was started\n");
        return ED_EXIT_FAILED;
    }
    if (!ed_shared_game_attach(&game, handles, &error)) {
        report_unsupervised(error.text);
        return run(options, NULL);
    }
    game.state->end = ED_GAME_RUNS;
    int code = run(options, &game);
    if (ed_self_parent_id() != parent) code = save_after_parent(options, &game);
    game.state->end = ED_GAME_ENDED;
    ed_shared_game_close(&game);
    return code;
}

int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run, const char *const *arguments)
{
    i64 parent = 0, handles[ED_SHARED_HANDLES];
    if (given[0] && read_variable(&parent, handles))
        return run_supervised(options, run, parent, handles);
    if (given[0])
        ed_print(stderr,
                 "eddie: the environment variable %s=%s is ignored: only eddie itself sets it\n",
                 VARIABLE, given);
    return start_supervised(options, run, arguments);
}
