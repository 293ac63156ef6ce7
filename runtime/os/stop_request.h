/// Stop requests: after SIGINT, SIGTERM or SIGHUP, the program ends normally.
#ifndef ED_DEBUG_SIGNALS_H
#define ED_DEBUG_SIGNALS_H
#include <stdbool.h>

/// Handles these signals, except those that are ignored, as under nohup.
void ed_signals_listen(void);
bool ed_signals_is_ignored(int number);
bool ed_signals_stop_requested(void);      ///< true after one of these signals
/// True if the last one was SIGTERM, which a program sends and a user does not type.
bool ed_signals_got_sigterm(void);
#endif
