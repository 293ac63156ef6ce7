/// Plays an opened game. Two files implement this interface, and the linker chooses one:
/// play_window.c shows the game in a window; play_console.c is for a program without SDL.
#ifndef HOST_APP_PLAY_H
#define HOST_APP_PLAY_H
#include "runtime/debug/game.h"

/// Plays until the game, the script, the user or a signal ends it. Returns an exit code.
int host_play(ed_Game *game);
/// The function for ed_Saver.write.
bool host_play_save(const char *path, const void *bytes, size_t size, ed_Error *error);
#endif
