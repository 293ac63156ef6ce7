/// The process of a trial. Its program is eddie-trial, or the engine's program, started again. From
/// the game's process, it inherits only shared memory, a pipe as standard input, and a file for
/// what it prints as errors.
#ifndef ED_LIVE_TRIAL_MAIN_H
#define ED_LIVE_TRIAL_MAIN_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Call it first in main. If this process was started for a trial, it runs the trial and ends.
/// Otherwise it returns at once, and from then on, trials start this program, not eddie-trial. So a
/// game that uses functions of the engine's program can be tested.
void ed_live_trial_main(int argc, char **argv);

/// True if ed_live_trial_main was called.
bool ed_trial_has_main(void);

ED_C_END
#endif
