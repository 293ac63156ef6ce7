/// Being told to stop: SIGINT, SIGTERM and SIGHUP end the program in good order.
#ifndef ED_DEBUG_SIGNALS_H
#define ED_DEBUG_SIGNALS_H
#include <stdbool.h>

/// To those of them that who started the program left it to hear, as nohup does not.
void ed_signals_listen(void);
bool ed_signals_is_ignored(int number);
bool ed_signals_stop_requested(void);      ///< true after a signal: end soon
/// By SIGTERM: nobody who sits before it has typed that.
bool ed_signals_got_sigterm(void);
#endif
