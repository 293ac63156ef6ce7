#include "tests/reload/reload.h"

void fill(void)
{
    set("Game.tick", "12");
    set("Editor.selected", "3");
}

void check(void)
{
    is("Play.tick", "12");
    is("Debug.count", "4");
    reported("dropped Editor");
    reported("added Debug");
    lossless(false);
}

void back(void) { either("Editor.selected", "3", "0"); }
