#include "runtime/types/unit.h"
#include "tests/lib/test.h"

/// NaN if the units do not convert.
static f64 factor(const char *from, const char *to)
{
    f64 found;
    return ed_unit_factor(from, to, &found) ? found : (f64)__builtin_nanf("");
}

static bool unrelated(const char *one, const char *other)
{
    f64 untouched = 7;
    return !ed_unit_factor(one, other, &untouched) && !ed_unit_factor(other, one, &untouched)
        && untouched == 7;
}

TEST(a_unit_converts_to_itself_with_factor_one)
{
    static const char *const units[] = { "m",   "cm/s", "kg*m/s^2", "px",   "hp/tile",
                                         "1/s", "%",    "\xc2\xb0", "m^-1", "\xc2\xb5m" };
    for (u32 i = 0; i < ED_COUNT(units); i++) CHECK(factor(units[i], units[i]) == 1);
}

TEST(a_unit_is_letters_powers_and_signs_between_them)
{
    static const char *const units[] = {
        "m",         "kg*m/s^2", "m^-1",
        "%",         "px",       "1/s",
        "\xc2\xb5m", "\xc2\xb0", "abcdefghijklmnopqrstuvwxyzabcde"
    };
    static const char *const others[] = { "",
                                          "m s",
                                          "m2",
                                          "m/",
                                          "*m",
                                          "m\n",
                                          "m\x1b",
                                          "m\xff",
                                          "\xb5m",
                                          ("\xc2\x9b"
                                           "m"),
                                          "\xe2\x80\xaem",
                                          "m\xe2\x81\xa9",
                                          "abcdefghijklmnopqrstuvwxyzabcdef" };
    for (u32 i = 0; i < ED_COUNT(units); i++) CHECK(ed_unit_is(units[i]));
    for (u32 i = 0; i < ED_COUNT(others); i++) CHECK(!ed_unit_is(others[i]));
}

TEST(units_of_one_family_become_each_other)
{
    CHECK(factor("m", "cm") == 100 && factor("cm", "m") == 0.01 && factor("km", "mm") == 1e6);
    CHECK(factor("in", "cm") == 2.54 && factor("ft", "m") == 0.3048
          && factor("mi", "km") == 1.609344);
    CHECK(factor("yd", "ft") == 3 && factor("um", "nm") == 1000 && factor("\xc2\xb5m", "um") == 1);
    CHECK(factor("h", "s") == 3600 && factor("d", "h") == 24 && factor("ms", "us") == 1000
          && factor("min", "ns") == 6e10);
    CHECK(factor("turn", "deg") == 360 && factor("deg", "\xc2\xb0") == 1);
    CHECK(factor("deg", "rad") == 3.14159265358979323846 / 180);
    CHECK(factor("t", "g") == 1e6 && factor("lb", "kg") == 0.45359237 && factor("%", "1") == 0.01);
}

TEST(units_joined_by_products_quotients_and_powers_are_converted)
{
    CHECK(factor("km/h", "m/s") == 1 / 3.6 && factor("m/s^2", "cm/s/s") == 100
          && factor("m*m", "cm^2") == 1e4);
    CHECK(factor("m^-1", "1/m") == 1 && factor("deg/s", "turn/min") == 60.0 / 360);
    CHECK(factor("hp/s", "hp/min") == 60 && factor("px*m/px", "m") == 1
          && factor("tile*hp", "hp*tile") == 1);
}

TEST(what_does_not_measure_the_same_does_not_convert)
{
    CHECK(unrelated("m", "s") && unrelated("m", "m^2") && unrelated("px", "tile")
          && unrelated("hp", "1"));
    CHECK(unrelated("m", "px") && unrelated("px", "px^2") && unrelated("rad", "1")
          && unrelated("m/s", "m*s"));
}

TEST(text_that_is_not_a_unit_converts_to_nothing)
{
    static const char *const texts[] = { "",
                                         "/",
                                         "m/",
                                         "*m",
                                         "m**s",
                                         "m s",
                                         " m",
                                         "m ",
                                         "2",
                                         "m2",
                                         "m^",
                                         "m^0",
                                         "m^22",
                                         "m^x",
                                         "m^-",
                                         "m/2",
                                         "(m)",
                                         "m.s",
                                         "px*aa*bb*cc*dd*ee*ff*gg*hh",
                                         "m*m*m*m*m*m*m*m*m*m*m*m*m*m*m*m*m",
                                         "11",
                                         "m-s" };
    for (u32 i = 0; i < ED_COUNT(texts); i++)
        CHECK(unrelated(texts[i], texts[i]) && !ed_unit_quantity(texts[i]));
}

TEST(families_have_names)
{
    CHECK_TEXT(ed_unit_quantity("km"), "length");
    CHECK_TEXT(ed_unit_quantity("min"), "time");
    CHECK_TEXT(ed_unit_quantity("deg"), "angle");
    CHECK_TEXT(ed_unit_quantity("lb"), "mass");
    CHECK_TEXT(ed_unit_quantity("%"), "ratio");
    CHECK_TEXT(ed_unit_quantity("km/h"), "speed");
    CHECK_TEXT(ed_unit_quantity("1/s"), "frequency");
    CHECK_TEXT(ed_unit_quantity("kg*m/s^2"), "force");
    CHECK(!ed_unit_quantity("px") && !ed_unit_quantity("m^5") && !ed_unit_quantity("hp/s"));
    CHECK_TEXT(ed_unit_quantity("px/px"), "ratio");
}
