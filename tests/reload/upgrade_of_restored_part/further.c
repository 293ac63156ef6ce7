#include <string.h>
#include "gen/schema.gen.h"

// The gear comes from the attic, and the items from the state.
bool gear_upgrade(ed_Arena *arena, Gear *it, const ed_OldRecord *old)
{
    (void)arena;
    const char *name = ed_old_text(old, "Game.items[1].name", "?");
    u64 id = ed_old_u64(old, "Game.items[1].id", 0);
    if (it->power == 7 && (strcmp(name, "second") != 0 || id != 2))
        return ed_old_refuse(old, "the item is not the second one");
    return true;
}
