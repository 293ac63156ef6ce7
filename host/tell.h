/// What the terminal gets to see of a running game: one line a reload, errors at once.
#ifndef HOST_TELL_H
#define HOST_TELL_H
#include "host/play.h"

bool host_event_is_good(const ed_LiveEvent *event);
/// For the user, and no answer to a save.
bool host_event_is_notice(const ed_LiveEvent *event);
bool host_event_is_bad (const ed_LiveEvent *event);

/// Good news on standard output, bad news on standard error;
/// with --json all of it as objects on standard output.
void host_tell_event(host_Play *play, const ed_LiveEvent *event);
/// What runs and, with --state, what became of the snapshot's fields. Said before the first update;
/// a script, whose standard output holds answers alone, gets to hear on standard error what was not
/// just kept.
void host_tell_start(host_Play *play);
/// What a key did, as the window says it; with --json an event of that name.
void host_tell_said  (host_Play *play, const char *event, bool good, const char *line);
/// Likewise, where it put another state in place: with what became of the fields.
void host_tell_state (host_Play *play, const char *event, const char *line);
/// A limit the game met in its last update.
void host_tell_over (host_Play *play);
#endif
