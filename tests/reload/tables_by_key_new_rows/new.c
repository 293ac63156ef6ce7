#include "gen/schema.gen.h"

const Item items[] = { { "axe", 4 },    { "hat", 2 },    { "bow", 12 },
                       { "sword", 11 }, { "spear", 10 }, { "lantern", 100 } };
const u32 items_count = 6;
const Spell spells[] = { { 7, 2 }, { 8, 3 }, { 300, 1 } };
const u32 spells_count = 3;
const Armor armors[] = { { Slot_HEAD, 2 } };
const u32 armors_count = 1;
const Item fixed[3] = { { "one", 1 }, { "two", 2 }, { "three", 3 } };
