/// Keys for time travel in the window: Shift F10 changes the speed, Backspace rewinds while it is
/// held, L starts, repeats and stops a loop of input. With --rewind 0, Backspace and L go to the
/// game.
#ifndef HOST_APP_KEYS_TIME_H
#define HOST_APP_KEYS_TIME_H
#include "host/app/loop.h"

/// Handles a pressed key. True if it was a key for time travel.
bool host_keys_time_event(host_Loop *loop, const SDL_Keysym *key);
/// Rewinds while Backspace is held. Call it once per frame. True while rewinding: then make no
/// update in this frame.
bool host_keys_time_hold(host_Loop *loop, f64 elapsed);
/// Updates what the overlay shows about time. Also reports an error that stopped the loop of input.
void host_keys_time_note(host_Loop *loop);
#endif
