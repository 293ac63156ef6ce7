/// A small process that supervises the game's process. Checkpoints and the last fault are in memory
/// that both share. When the game's process ends unexpectedly, the supervisor writes the best
/// complete checkpoint and a report to disk. If the game's code or a crash (a segmentation fault,
/// for example) caused the end, the supervisor starts another process from that state. It does so
/// at most three times a minute, and not while a script runs or the game is being closed.
///
/// The program that the user started becomes the supervisor. It starts the same program again, with
/// the same arguments, as the game's process. An environment variable tells that process where the
/// shared memory is. Apart from that, it inherits only the standard streams.
#ifndef ED_DEBUG_SUPERVISE_H
#define ED_DEBUG_SUPERVISE_H
#include "runtime/debug/exit_code.h"
#include "runtime/debug/game_options.h"
#include "runtime/debug/shared_game.h"

typedef int ed_RunGameFn(const ed_GameOptions *options, ed_SharedGame *shared);

/// Call it first in main, before ed_start_folder_save copies the environment: removes the
/// environment variable that the supervisor set, if any, and keeps its value. A program that also
/// calls ed_live_trial_main calls that one before this.
void ed_supervise_begin(void);

/// Starts this program again, to run the game there, and returns its exit code. `arguments` are all
/// arguments of this program, from its name on, then NULL. The game's process is started with the
/// same arguments, and has to reach this call, too. There, `run` is called with the shared memory,
/// and its result is returned.
///
/// Under a debugger, without `arguments`, or if the first process cannot be started, `run` is
/// called in this process without shared memory.
int ed_supervise(const ed_GameOptions *options, ed_RunGameFn *run, const char *const *arguments);
#endif
