/// Where the program is that runs trials: the file eddie-trial, or this program itself.
#ifndef ED_LIVE_TRIAL_PROGRAM_H
#define ED_LIVE_TRIAL_PROGRAM_H
#include "runtime/base/base.h"
ED_C_BEGIN

/// Writes the path of candidate `i`, counted from 0. Returns false if there are no more candidates.
/// They are, in this order: only this program, if its main calls ed_live_trial_main; otherwise
/// eddie-trial in the folder of this program, in ../lib/eddie seen from there, and in
/// PREFIX/lib/eddie, where make install puts it. A candidate need not exist: the caller tries to
/// start one after the other.
bool ed_trial_program(u32 i, char *path, size_t room);

ED_C_END
#endif
