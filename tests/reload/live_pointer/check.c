#include "tests/reload/reload.h"

static const char picture[] = "a picture in long-term memory";

static const void **pointer(const char *path)
{
    static const void *nothing;
    ed_ValueRef place;
    return find(path, &place) ? (const void **)place.at : &nothing;
}

void fill(void) { *pointer("Game.sprites[1].picture") = picture; }

// Addresses are kept by a live reload and are null after a load from a file.
void check(void)
{
    if (*pointer("Game.sprites[1].picture") != (live ? picture : NULL)) fail("pointer", "live", "");
    if (*pointer("Game.fresh")) fail("pointer", "a new one", "");
    is("Game.sprites[0].frame", "0");
}

void back(void)
{
    if (*pointer("Game.sprites[1].picture") != (live ? picture : NULL)) fail("pointer", "back", "");
}
