/// The keys for time travel in the window: Shift F10 slow motion, Backspace (held) rewinds, L
/// loops. With --rewind 0 the last two belong to the game.
#ifndef HOST_APP_KEYS_TIME_H
#define HOST_APP_KEYS_TIME_H
#include "host/app/loop.h"

/// Handles a pressed key. True if it was one of these.
bool host_keys_time_event(host_Loop *loop, const SDL_Keysym *key);
/// Call it once per frame: true while rewinding, when no update must be made.
bool host_keys_time_hold(host_Loop *loop, f64 elapsed);
void host_keys_time_note(host_Loop *loop);      ///< updates the overlay's line about time
#endif
