/// Opens the user's own editor at a place of the sources.
#ifndef HOST_UI_EDITOR_H
#define HOST_UI_EDITOR_H
#include "runtime/base/err.h"

/// `place` is "game/sim.c:12:7" or "game/sim.c:12". Returns at once; what becomes of the editor is
/// the user's business. False, in words, where none is named: EDDIE_EDITOR, VISUAL or EDITOR.
bool host_editor_open(const char *place, ed_Error *error);
#endif
