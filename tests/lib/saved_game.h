/// A running game, two of its states, and a file in a new folder, to which they are saved.
#ifndef TEST_SAVED_GAME_H
#define TEST_SAVED_GAME_H
#include "runtime/run/run.h"

typedef struct SavedGame {
    ed_Run run;
    ed_Span states[2];      // packed: the state in the file, and the one that replaces it
    char folder[64], path[96];
    ed_Error error;      // of the last call
} SavedGame;
extern SavedGame saved;

/// Starts the game in a new folder, still empty. Resets `file_calls`.
bool saved_open(void);
void saved_close(void);      // removes the folder

/// Saves the first state; false also if anything else is in the folder.
bool saved_restore(void);
/// Which of the two states the file holds; -1 if neither, or if the file cannot be loaded.
int saved_state(void);
u32 saved_file_count(void);      // in the folder

#endif
