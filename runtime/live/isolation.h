/// Cuts the process of a trial off from what its parent has open, before any code of the module
/// runs there. The descriptors are shared by the fork: what is sent or written, or how far a file
/// is read, would be the parent's doing.
///
/// a descriptor of     | leads in the trial
/// --------------------|-----------------------------------------------------------------------
/// stdin, out, error   | as trial.c says
/// a socket            | to the parent, who throws away what is sent; there is nothing to receive
/// a file that is read | to the same file at the same offset, which is its own; not to be written
/// all else            | to /dev/null
///
/// A library that finds its connection at an end may give up and end the process, as Xlib does.
/// That says nothing about the module: such a trial could not be made.
#ifndef ED_LIVE_ISOLATION_H
#define ED_LIVE_ISOLATION_H
#include "runtime/base/str.h"
#include "runtime/live/guard.h"
ED_C_BEGIN

typedef struct ed_Isolation {
    int child, parent;      // ends of a pair of sockets; -1: it is not open
} ed_Isolation;

bool ed_isolation_open(ed_Isolation *apart);       ///< before the fork
void ed_isolation_cut(ed_Isolation *apart);        ///< in the child
void ed_isolation_keep(ed_Isolation *apart);       ///< in the parent, after the fork
void ed_isolation_drain(ed_Isolation *apart);      ///< in the parent, now and then: never blocks
void ed_isolation_close(ed_Isolation *apart);

/// True where not the module but a library ended the trial on purpose, by exit or abort. `why`
/// names it.
bool ed_isolation_ended_by_library(const ed_Fault *fault, ed_Text *why);

ED_C_END
#endif
