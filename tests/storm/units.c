#include <string.h>
#include "tests/storm/make.h"
#include "tests/storm/oracle.h"

static const struct {
    const char *name;
    u32 family;
    f64 over, under;
} units[] = {
    { "m", 0, 1, 1 },     { "km", 0, 1000, 1 }, { "cm", 0, 1, 100 },
    { "mm", 0, 1, 1000 }, { "s", 1, 1, 1 },     { "ms", 1, 1, 1000 },
    { "min", 1, 60, 1 },  { "rad", 2, 1, 1 },   { "deg", 2, 3.14159265358979323846, 180 },
    { "px", 3, 1, 1 },    { "hp", 4, 1, 1 },
};

/// Most of them are lengths, so that many pairs of units convert.
const char *st_pick_unit(st_Maker *m)
{
    return units[st_below(&m->random, st_chance(&m->random, 60) ? 4 : ED_COUNT(units))].name;
}

const char *st_unit_of(const st_Type *type, const st_Field *field, const char *outer)
{
    bool key = strcmp(type->key, field->name) == 0;
    return field->unit ? field->unit : key ? NULL : outer;
}

f64 st_unit_factor(const char *from, const char *to)
{
    u32 one = 0, other = 0;
    if (!from || !to) return 1;
    while (strcmp(units[one].name, from) != 0) one++;
    while (strcmp(units[other].name, to) != 0) other++;
    if (units[one].family != units[other].family) return 1;
    return (units[one].over * units[other].under) / (units[one].under * units[other].over);
}
