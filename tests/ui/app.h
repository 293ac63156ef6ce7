/// A window and a game in a folder of its own, for tests of what the keys and the game's events do.
#ifndef TESTS_UI_APP_H
#define TESTS_UI_APP_H
#include "host/app/keys.h"

extern host_Loop app;
extern ed_Game app_game;
extern ed_GameOptions app_options;

/// Opens all. False if that fails.
bool app_opened(void);
void app_closed(void);
bool app_key(SDL_Keycode sym);
bool app_key_with(SDL_Keycode sym, int mod, bool repeat);
void app_update(u32 count);
u64 app_updates(void);      ///< of the game since it was started
ed_LiveEvent app_event(ed_LiveKind kind, const char *location, const char *line);
#endif
