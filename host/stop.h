/// Being told to stop: SIGINT, SIGTERM and SIGHUP end the program in good order.
#ifndef HOST_STOP_H
#define HOST_STOP_H
#include <stdbool.h>

/// To those of them that who started the program left it to hear, as nohup does not.
void host_stop_listen (void);
bool host_stop_ignored(int number);
bool host_stop_asked  (void);            ///< true after a signal: end soon
/// By SIGTERM: nobody who sits before it has typed that.
bool host_stop_by_others(void);
#endif
