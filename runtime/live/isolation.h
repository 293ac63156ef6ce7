/// Isolates the process of a trial from the files of its parent, before any code of the module runs
/// there. A fork shares descriptors: without isolation, whatever the trial sends, writes or reads
/// would affect the parent.
///
/// descriptor          | in the trial
/// --------------------|-----------------------------------------------------------------------
/// stdin/stdout/stderr | see trial.c
/// a socket            | connected to the parent, which discards what is sent; nothing to receive
/// a file for reading  | the same file opened again at the same offset, read-only
/// anything else       | /dev/null
///
/// A library may end the process when its connection is closed, as Xlib does. That says nothing
/// about the module, so such a trial is inconclusive.
#ifndef ED_LIVE_ISOLATION_H
#define ED_LIVE_ISOLATION_H
#include "runtime/base/str.h"
#include "runtime/live/guard.h"
ED_C_BEGIN

typedef struct ed_Isolation {
    int child, parent;      // the ends of a socket pair; -1: not open
} ed_Isolation;

bool ed_isolation_open(ed_Isolation *apart);                 ///< before the fork
void ed_isolation_replace_files(ed_Isolation *apart);        ///< in the child
void ed_isolation_close_child_end(ed_Isolation *apart);      ///< in the parent, after the fork
void ed_isolation_drain(ed_Isolation *apart);      ///< in the parent, at each poll; never blocks
void ed_isolation_close(ed_Isolation *apart);

/// True if a library, not the module, ended the trial by exit or abort. `why` names the library.
bool ed_isolation_ended_by_library(const ed_Fault *fault, ed_Text *why);

ED_C_END
#endif
