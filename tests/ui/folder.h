/// A folder of its own for a test that saves files.
#ifndef TESTS_UI_FOLDER_H
#define TESTS_UI_FOLDER_H
#include <stdbool.h>

/// Makes an empty folder and enters it. False if that fails.
bool folder_enter(void);
/// Returns to the folder in which the tests were started, if it is not the current one.
void folder_leave(void);
/// Leaves the folder and removes it.
void folder_remove(void);
#endif
