/// Shift F5 and Shift F9 in the window: the picker, and what is done with a slot that was chosen.
/// The game stands still while the picker is open.
#ifndef HOST_APP_KEYS_SAVES_H
#define HOST_APP_KEYS_SAVES_H
#include "host/app/loop.h"

/// An event while the picker is open. True where it was the picker's.
bool host_keys_saves_event(host_Loop *loop, const SDL_Event *event);
/// A key that went down. True where it was one of the two.
bool host_keys_saves_open(host_Loop *loop, const SDL_Keysym *key);
#endif
