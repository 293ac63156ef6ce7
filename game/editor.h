/// The map editor paints tiles into the running game. It has its own root, update and drawing. Tab
/// opens it. The left button paints, the right one clears, and the wheel changes the brush size. 1
/// to 6 or the palette select a tile. Z undoes, G toggles the grid, R toggles whether the world
/// runs, N makes a new map, and WASD moves the view.
#ifndef GAME_EDITOR_H
#define GAME_EDITOR_H
#include "game/paint.h"

void editor_update(ed_Host *host);
void draw_editor(const View *view);

#endif
