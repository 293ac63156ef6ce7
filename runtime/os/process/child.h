/// Child processes: starts other programs, exchanges data with them through pipes, and waits for
/// their ends. A pipe of this program is never inherited by other children.
///
/// A child process ends exactly once. ed_child_poll and ed_child_wait take its end from the system
/// and keep it in the ed_Child. From then on, nothing is sent to the process any more, since the
/// system may have given its number to another one; the rest of its group can still be ended. If
/// other code of this program waits for all children, or ignores them, the end is unknown:
/// ED_CHILD_LOST.
#ifndef ED_OS_CHILD_H
#define ED_OS_CHILD_H
#include <stdio.h>
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_CHILD_ARGUMENTS_MAX 8u         // arguments of a command, see ed_ChildStart
#define ED_CHILD_NO_LIMIT UINT32_MAX      // waits as long as it takes

typedef enum ed_ChildStream {
    ED_CHILD_EMPTY,      // input: empty; output: discarded
    ED_CHILD_SAME,       // the same stream as that of this program
    ED_CHILD_PIPE,       // a pipe; output and errors share one
    ED_CHILD_FILE        // `errors` only: the file whose handle is `error_file`
} ed_ChildStream;

typedef struct ed_ChildStart {      // zeroed: no streams, the start folder, the saved variables
    /// A path, relative to the folder that the child starts in, or a name without '/', to be found
    /// in PATH. NULL: arguments[0].
    const char *program;
    const char *command;      // a command line for the shell, instead of a program
    /// The arguments, from the name of the program on, then NULL. With `command`, the $0, $1, … of
    /// the shell, at most ED_CHILD_ARGUMENTS_MAX; may be NULL then. On Windows, the shell is
    /// cmd.exe, and %0, %1, … in the command are replaced by the quoted arguments.
    const char *const *arguments;
    /// The variables ("NAME=value"), then NULL. NULL: those saved at the start of this program
    /// (start_folder.h).
    char *const *variables;
    ed_ChildStream input, output, errors;
    i64 error_file;      // for ED_CHILD_FILE
    /// Handles that are open in the child, too, with the same numbers. None of them has the number
    /// of a standard stream.
    const i64 *inherit;
    u32 inherit_count;
    bool only_these;          // no handles but those and the standard streams are open in the child
    bool current_folder;      // start in the current folder, not in the start folder
    bool group;               // the child leads a group of processes, which its children join: all
                              // requests are for the whole group
    /// The output pipe ends when all processes that descend from the child have ended, even those
    /// that redirect their output. Otherwise it ends when all have closed their output. Windows:
    /// needs `group`, and the system ends the processes when this program ends.
    bool track_all;
    bool default_signals;      // the child ignores no signal that this program ignores
} ed_ChildStart;

typedef enum ed_ChildEnd {
    ED_CHILD_RUNS,
    ED_CHILD_EXITED,      // `code` is the exit code
    ED_CHILD_KILLED,      // `code` is the number of the signal or exception, see signal_cause.h
    ED_CHILD_LOST         // it ended, nobody knows how
} ed_ChildEnd;

typedef struct ed_Child {      // zeroed: none was started
    i64 process;               // handle of the process (POSIX: its ID); 0: none
    i64 group;                 // handle of its group (POSIX: its ID); 0: none
    i64 input, output;         // this program's ends of the pipes; -1, or 0 if zeroed: none
    ed_ChildEnd end;
    i32 code;
    bool tracked;      // Windows: `track_all` of its start
} ed_Child;

/// Starts a child process. No signal is blocked in it. Returns 0 or an errno value, and then
/// `child` is zeroed.
int ed_child_start(ed_Child *child, const ed_ChildStart *start);

/// Reads from the output pipe, at most `room` bytes. Waits at most `wait_ms` for the first byte; 0
/// does not wait. Returns 0, with `size` = 0 at the end of the output; EAGAIN if there is no output
/// yet; or another errno value.
int ed_child_read(ed_Child *child, void *bytes, size_t room, u32 wait_ms, size_t *size);
/// Returns the pipe to the standard input as a stream, which the caller closes; NULL on failure.
/// From then on, writing to a pipe that nobody reads is an error and does not end this program.
FILE *ed_child_input(ed_Child *child);
/// Closes those that are still open. On Windows, if the end of the child is known, also releases
/// its group: after that, no request reaches the other processes of the group.
void ed_child_close_pipes(ed_Child *child);

/// Finds out whether the child ended, without waiting. After its end, returns the same again.
ed_ChildEnd ed_child_poll(ed_Child *child);
/// Waits for the end of the child. Close the pipe to its standard input first.
ed_ChildEnd ed_child_wait(ed_Child *child);
/// True if the child ended, even if ed_child_poll has not been called yet: the system keeps the end
/// until then.
bool ed_child_has_ended(const ed_Child *child);

void ed_child_ask(const ed_Child *child);       ///< asks the child to end, or its group
void ed_child_kill(const ed_Child *child);      ///< ends the child, or its group, at once
/// True while processes of the group exist. A process that ended belongs to the group until its
/// parent waits for it.
bool ed_child_group_exists(const ed_Child *child);

ED_C_END
#endif
