// What the schema of the case names, as a game defines it.
#include "gen/schema.gen.h"

const Item items[] = { { "bow", 5, &items[1] }, { "gun", 9, 0 } };
const u32 items_count = 2;
Deal deals[2] = { { 7, 0.5f }, { 12, 0.25f } };
const unsigned deals_count = 2;
