/// Prints the events of a running game on the terminal: one line per reload, errors at once.
#ifndef ED_DEBUG_CONSOLE_H
#define ED_DEBUG_CONSOLE_H
#include "runtime/debug/game.h"

bool ed_event_is_good(const ed_LiveEvent *event);        ///< RELOADED, COMPILED, UNCHANGED
bool ed_event_is_notice(const ed_LiveEvent *event);      ///< STALLED, NOTICE: not a build's result
bool ed_event_is_bad(const ed_LiveEvent *event);         ///< BUILD_FAILED, REFUSED, PAUSED

/// Prints successes on standard output, and failures and notices on standard error. With --json and
/// no script, prints all of these as JSON objects on standard output. With --quiet, prints only
/// failures.
void ed_console_event(ed_Game *game, const ed_LiveEvent *event);
/// Prints which module runs and, with --state, the migration report of the snapshot. With --json,
/// prints only the report; with --quiet, nothing. Call it before the first update. A script's
/// standard output has only answers, so for a script, only a report of changed values is printed,
/// on standard error.
void ed_console_start(ed_Game *game);
/// Prints the result of a key press as the window shows it; with --json, prints an event with the
/// name `event`.
void ed_console_message(ed_Game *game, const char *event, bool good, const char *line);
/// Prints an action that replaced the state, with its migration report.
void ed_console_state(ed_Game *game, const char *event, const char *line);
/// Prints which limit the game reached in its last update.
void ed_console_limit(ed_Game *game);
#endif
