/// The actions of the host's keys, and the messages that the window shows about reloads, saves and
/// loads.
#ifndef HOST_APP_ACTIONS_H
#define HOST_APP_ACTIONS_H
#include "host/app/loop.h"

/// Shows that the game was started from a snapshot.
void host_action_show_started(host_Loop *loop);
/// Offers to resume a game that crashed, if there is one.
void host_action_offer_resume(host_Loop *loop);
/// Loads the state of the game that crashed. If no game crashed, shows why there is nothing to
/// resume.
void host_action_resume_crashed(host_Loop *loop);
/// Shows what a reload did, or why it failed.
void host_action_show_reload(host_Loop *loop, const ed_LiveEvent *event);
/// Call it after the state was replaced. Hides the message about a limit that the old state
/// reached, and the message about a failure that no longer pauses the game. The error of a failed
/// build stays visible.
void host_action_hide_outdated_messages(host_Loop *loop);
/// Shows the limit that the game reached in its last update. Further calls do nothing until a build
/// succeeds or the state is replaced.
void host_action_show_limit(host_Loop *loop);
/// Pauses a game that has set host->quit, and shows how it continues.
void host_action_pause_ended(host_Loop *loop);
/// Shows a new error of a task that runs beside the game (ed_Game.trouble).
void host_action_show_trouble(host_Loop *loop);
/// Shows that the state was replaced, and what happened to its fields. `path` is the file it was
/// loaded from, or "".
void host_action_show_state(host_Loop *loop, const char *event, const char *path);

/// Saves the state, with a picture if `path` is a slot or a quick save.
void host_action_save(host_Loop *loop, const char *path);
/// Shows the results of the saves that finished since the last call.
void host_action_show_saves(host_Loop *loop);
/// Waits until all saves have finished, so that a load reads what was just saved. Returns false if
/// a save failed; a load would then read an older file.
bool host_action_wait_for_saves(host_Loop *loop);
/// Loads a snapshot and shows the result. If it fails, nothing is changed.
bool host_action_load(host_Loop *loop, const char *path, ed_Error *error);
void host_action_quick_load(host_Loop *loop);

void host_action_start_over(host_Loop *loop);
void host_action_toggle_pause(host_Loop *loop);      ///< pauses or resumes
void host_action_step(host_Loop *loop);              ///< pauses, then makes one update
void host_action_build(host_Loop *loop);
void host_action_stop_build(host_Loop *loop);
void host_action_allow_longer(host_Loop *loop);      ///< after a hang
/// Returns to the build before the one that failed.
void host_action_previous_build(host_Loop *loop);
/// Opens the editor at the source location that the error strip shows.
void host_action_open_editor(host_Loop *loop);
#endif
