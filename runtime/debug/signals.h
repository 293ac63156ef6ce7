/// Stop requests: after SIGINT, SIGTERM or SIGHUP the program ends regularly.
#ifndef ED_DEBUG_SIGNALS_H
#define ED_DEBUG_SIGNALS_H
#include <stdbool.h>

/// Listens to those of the signals that are not ignored, as nohup ignores one.
void ed_signals_listen(void);
bool ed_signals_is_ignored(int number);
bool ed_signals_stop_requested(void);      ///< true after a signal: end soon
/// True after SIGTERM, which is sent by a program and not typed by a user.
bool ed_signals_got_sigterm(void);
#endif
