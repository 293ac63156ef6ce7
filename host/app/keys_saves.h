/// Shift F5 and Shift F9 in the window: the save picker, and saving to or loading from the chosen
/// slot. The game is paused while the picker is open.
#ifndef HOST_APP_KEYS_SAVES_H
#define HOST_APP_KEYS_SAVES_H
#include "host/app/loop.h"

/// Handles an event while the picker is open. True if the picker used it.
bool host_keys_saves_event(host_Loop *loop, const SDL_Event *event);
/// Handles a pressed key. True if the key was Shift F5 or Shift F9.
bool host_keys_saves_open(host_Loop *loop, const SDL_Keysym *key);
#endif
