/// The game of these tests: a state with every control of the inspector, and two colors to draw.
#ifndef TESTS_UI_GAME_H
#define TESTS_UI_GAME_H
#include "runtime/api/module.h"
#include "gen/schema.gen.h"

/// Other.longer_than_the_column_of_names counts its updates.
extern const ed_Module ui_game;

/// Of the game that was started last.
extern Scene *ui_scene;
extern Other *ui_other;
#endif
