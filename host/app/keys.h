/// The host's own keys and what they do.
#ifndef HOST_APP_KEYS_H
#define HOST_APP_KEYS_H
#include "host/app/loop.h"

/// Returns true if the event was for the host: then the game must not see it.
bool host_keys_event(host_Loop *loop, const SDL_Event *event);
#endif
