/// What the host's own keys do, and what it shows of a reload.
#ifndef HOST_ACTION_H
#define HOST_ACTION_H
#include "host/loop.h"

/// True where the event was the host's and the game must not see it.
bool host_action_event (host_Loop *loop, const SDL_Event *event);
void host_action_started(host_Loop *loop);      ///< from a snapshot: says so in the window
void host_action_offer  (host_Loop *loop);      ///< says what a game that failed has left, if any
void host_action_saved (host_Loop *loop);      ///< tells of saves that are over
void host_action_reload(host_Loop *loop, const ed_LiveEvent *event);
void host_action_over  (host_Loop *loop);      ///< the game met a limit
/// Another state is in place: says so, with what became of its fields. `path`: of its file, or "".
void host_action_state (host_Loop *loop, const char *event, const char *path);

/// With the picture of it, where the file is one that has.
void host_action_save  (host_Loop *loop, const char *path);
/// Says so. Where it fails nothing was changed.
bool host_action_load  (host_Loop *loop, const char *path, ed_Error *error);
/// What is loaded is what was just saved. False where that failed: an older state is not what is
/// wanted then.
bool host_action_await (host_Loop *loop);
#endif
