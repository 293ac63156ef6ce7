/// Isolates the process of a trial from the files of its parent, before any code of the module runs
/// there. Descriptors are shared across a fork: without isolation, what the trial sends, writes or
/// reads would affect the parent.
///
/// descriptor          | in the trial
/// --------------------|-----------------------------------------------------------------------
/// stdin, out, error   | see trial.c
/// a socket            | connected to the parent, which discards what is sent; nothing to receive
/// a file for reading  | the same file at the same offset, but with an offset of its own; read-only
/// anything else       | /dev/null
///
/// A library whose connection is closed may end the process, as Xlib does. That says nothing about
/// the module: such a trial counts as not made.
#ifndef ED_LIVE_ISOLATION_H
#define ED_LIVE_ISOLATION_H
#include "runtime/base/str.h"
#include "runtime/live/guard.h"
ED_C_BEGIN

typedef struct ed_Isolation {
    int child, parent;      // the ends of a socket pair; -1: not open
} ed_Isolation;

bool ed_isolation_open(ed_Isolation *apart);       ///< before the fork
void ed_isolation_cut(ed_Isolation *apart);        ///< in the child
void ed_isolation_keep(ed_Isolation *apart);       ///< in the parent, after the fork
void ed_isolation_drain(ed_Isolation *apart);      ///< in the parent, regularly: never blocks
void ed_isolation_close(ed_Isolation *apart);

/// True if a library, not the module, ended the trial by exit or abort. `why` names it.
bool ed_isolation_ended_by_library(const ed_Fault *fault, ed_Text *why);

ED_C_END
#endif
