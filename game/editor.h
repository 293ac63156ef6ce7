/// The map editor: paints tiles into the running game. Its own root, update and drawing.
/// Tab opens it. Left paints, right clears, the wheel sizes the brush, 1 to 6 or the palette choose
/// a tile, Z undoes, G shows the grid, R lets the world run, N makes a new map, WASD looks around.
#ifndef GAME_EDITOR_H
#define GAME_EDITOR_H
#include "game/paint.h"

void editor_update(ed_Host *host);
void draw_editor(const View *view);

#endif
