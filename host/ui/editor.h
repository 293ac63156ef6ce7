/// Opens the user's editor at a source location.
#ifndef HOST_UI_EDITOR_H
#define HOST_UI_EDITOR_H
#include "runtime/base/err.h"

/// `location` is "game/sim.c:12:7" or "game/sim.c:12". Returns at once and does not wait for the
/// editor. False with an error if none of EDDIE_EDITOR, VISUAL and EDITOR is set (on Windows,
/// notepad is used then), no terminal is found, or the shell cannot start.
bool host_editor_open(const char *location, ed_Error *error);
#endif
