#include "gen/schema.gen.h"

const Item items[] = { { "sword", 10 }, { "bow", 12 }, { "shield", 7 }, { "hat", 1 } };
const u32 items_count = 4;
const Spell spells[] = { { 300, 1 }, { 7, 2 } };
const u32 spells_count = 2;
const Armor armors[] = { { Slot_BODY, 9 }, { Slot_HEAD, 2 } };
const u32 armors_count = 2;
const Item fixed[3] = { { "one", 1 }, { "two", 2 }, { "three", 3 } };
