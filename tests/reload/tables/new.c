#include "gen/schema.gen.h"

const Level levels[2] = { { "cave" }, { "hall" } };
const Weapon weapons[] = {
    { 1, 1, &weapons[4] }, { 3, 2, NULL }, { 9, 2, NULL }, { 5, 9, NULL }, { 8, 3, NULL }
};
