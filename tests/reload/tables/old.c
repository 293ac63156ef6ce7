#include "gen/schema.gen.h"

const Weapon weapons[] = { { 1, &weapons[1] }, { 8, NULL }, { 5, NULL }, { 2, NULL } };
const Level levels[3] = { { "cave" }, { "hall" }, { "roof" } };
