#include "gen/schema.gen.h"
#include "tests/def/good/check.h"

static bool measures(const char *name, const char *unit)
{
    const ed_Field *field = ed_field_by_name(&Actor_type, name, strlen(name));
    return field->unit && strcmp(field->unit, unit) == 0;
}

static void check(ed_Arena *arena)
{
    (void)arena;
    CHECK(measures("pos", "m") && measures("path", "km") && measures("speed", "km/h")
          && measures("pull", "kg*m/s^2"));
    CHECK(measures("ammo", "hp") && measures("width", "px") && measures("delay", "\xc2\xb5s"));
    CHECK(measures("angle", "\xc2\xb0") && measures("part", "%"));
    CHECK(!ed_field_by_name(&Actor_type, "size", 4)->unit && Size_type.fields[0].unit);
}
