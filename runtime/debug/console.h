/// What the terminal gets to see of a running game: one line a reload, errors at once.
#ifndef ED_DEBUG_CONSOLE_H
#define ED_DEBUG_CONSOLE_H
#include "runtime/debug/game.h"

bool ed_event_is_good(const ed_LiveEvent *event);
/// For the user, and no answer to a save.
bool ed_event_is_notice(const ed_LiveEvent *event);
bool ed_event_is_bad(const ed_LiveEvent *event);

/// Good news on standard output, bad news on standard error;
/// with --json all of it as objects on standard output.
void ed_console_event(ed_Game *game, const ed_LiveEvent *event);
/// What runs and, with --state, what became of the snapshot's fields. Said before the first update;
/// a script, whose standard output holds answers alone, gets to hear on standard error what was not
/// just kept.
void ed_console_start(ed_Game *game);
/// What a key did, as the window says it; with --json an event of that name.
void ed_console_message(ed_Game *game, const char *event, bool good, const char *line);
/// Likewise, where it put another state in place: with what became of the fields.
void ed_console_state(ed_Game *game, const char *event, const char *line);
/// A limit the game met in its last update.
void ed_console_limit(ed_Game *game);
#endif
