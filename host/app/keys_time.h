/// The keys of time in the window: Shift F10 slow motion, Backspace held rewinds, L a loop. With
/// --rewind 0 the latter two are the game's.
#ifndef HOST_APP_KEYS_TIME_H
#define HOST_APP_KEYS_TIME_H
#include "host/app/loop.h"

/// A key that went down. True where it was one of these.
bool host_keys_time_event(host_Loop *loop, const SDL_Keysym *key);
/// Once a frame: true while time goes back, and no update is to be made.
bool host_keys_time_hold(host_Loop *loop, f64 elapsed);
void host_keys_time_note(host_Loop *loop);      ///< what goes on, for the overlay
#endif
