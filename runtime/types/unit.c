#include "runtime/types/unit.h"
#include <string.h>
#include "runtime/base/str.h"

#define UNKNOWN_MAX 8u      // different unknown names in one unit, such as "px"
#define TERM_MAX 16u        // names in one unit
#define POWER_MAX 9

/// What a known name measures. A ratio has no base unit.
typedef enum Base { LENGTH, TIME, ANGLE, MASS, BASES, RATIO = BASES } Base;

/// A known name. Its unit is `numerator` / `denominator` base units (m, s, rad, kg). Both are
/// integers where possible, so that a conversion factor is rounded only once.
typedef struct Name {
    const char *text;
    Base base;
    f64 numerator, denominator;
} Name;

#define PI 3.14159265358979323846
#define MICRO "\xc2\xb5"
#define DEGREE "\xc2\xb0"

static const Name names[] = {
    { "m", LENGTH, 1, 1 },         { "km", LENGTH, 1e3, 1 },       { "cm", LENGTH, 1, 1e2 },
    { "mm", LENGTH, 1, 1e3 },      { "um", LENGTH, 1, 1e6 },       { MICRO "m", LENGTH, 1, 1e6 },
    { "nm", LENGTH, 1, 1e9 },      { "in", LENGTH, 254, 1e4 },     { "ft", LENGTH, 3048, 1e4 },
    { "yd", LENGTH, 9144, 1e4 },   { "mi", LENGTH, 1609344, 1e3 }, { "s", TIME, 1, 1 },
    { "ms", TIME, 1, 1e3 },        { "us", TIME, 1, 1e6 },         { MICRO "s", TIME, 1, 1e6 },
    { "ns", TIME, 1, 1e9 },        { "min", TIME, 60, 1 },         { "h", TIME, 3600, 1 },
    { "d", TIME, 86400, 1 },       { "rad", ANGLE, 1, 1 },         { "deg", ANGLE, PI, 180 },
    { DEGREE, ANGLE, PI, 180 },    { "turn", ANGLE, 2 * PI, 1 },   { "kg", MASS, 1, 1 },
    { "g", MASS, 1, 1e3 },         { "mg", MASS, 1, 1e6 },         { "t", MASS, 1e3, 1 },
    { "lb", MASS, 45359237, 1e8 }, { "1", RATIO, 1, 1 },           { "%", RATIO, 1, 1e2 },
};

/// A unit that was read: a number of base units with powers, and unknown names with powers.
typedef struct Unit {
    i32 powers[BASES];
    u32 unknown_count;      // of different names in `unknown`
    struct {
        u32 tag;
        i32 power;
    } unknown[UNKNOWN_MAX];
    f64 numerator, denominator;
} Unit;

// --- Reading -----------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%';
}

static size_t name_size(const char *text)
{
    size_t size = 0;
    if (*text == '1') return 1;
    while (text[size]) {
        size_t beyond =
            (u8)text[size] >= 0x80 ? ed_utf8_plain(text + size, strlen(text + size)) : 0;
        if (!beyond && !is_letter(text[size])) break;
        size += beyond ? beyond : 1;
    }
    return size;
}

static f64 raise(f64 number, i32 power)
{
    f64 result = 1;
    while (power-- > 0) result *= number;
    return result;
}

static bool add_unknown(Unit *unit, u32 tag, i32 power)
{
    for (u32 i = 0; i < unit->unknown_count; i++)
        if (unit->unknown[i].tag == tag) {
            unit->unknown[i].power += power;
            return true;
        }
    if (unit->unknown_count == UNKNOWN_MAX) return false;
    unit->unknown[unit->unknown_count].tag = tag;
    unit->unknown[unit->unknown_count++].power = power;
    return true;
}

static bool add_name(Unit *unit, const char *text, size_t size, i32 power)
{
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        const Name *name = &names[i];
        if (strlen(name->text) != size || memcmp(name->text, text, size) != 0) continue;
        if (name->base < BASES) unit->powers[name->base] += power;
        unit->numerator *=
            raise(power > 0 ? name->numerator : name->denominator, power > 0 ? power : -power);
        unit->denominator *=
            raise(power > 0 ? name->denominator : name->numerator, power > 0 ? power : -power);
        return true;
    }
    return add_unknown(unit, ed_tag(text, size), power);
}

/// Reads the power after a name, such as `^2`. Returns 1 if there is no power, 0 if it is invalid.
static i32 read_power(const char **text)
{
    if (**text != '^') return 1;
    bool minus = (*text)[1] == '-';
    const char *digit = *text + (minus ? 2 : 1);
    if (*digit < '1' || *digit > '0' + POWER_MAX) return 0;
    *text = digit + 1;
    return minus ? '0' - *digit : *digit - '0';
}

static bool read_unit(const char *text, Unit *unit)
{
    *unit = (Unit){ .numerator = 1, .denominator = 1 };
    bool divided = false;
    for (u32 terms = 0; terms < TERM_MAX; terms++) {
        size_t size = name_size(text);
        const char *name = text;
        text += size;
        i32 power = read_power(&text);
        if (size == 0 || power == 0 || !add_name(unit, name, size, divided ? -power : power))
            return false;
        if (*text == '\0') return true;
        if (*text != '*' && *text != '/') return false;
        divided = *text++ == '/';
    }
    return false;
}

bool ed_unit_is(const char *text)
{
    Unit unit;
    return strlen(text) <= ED_UNIT_MAX && read_unit(text, &unit);
}

// --- Comparing ---------------------------------------------------------------------------------

/// Returns whether every unknown name in `one` has the same power in `other`.
static bool has_same_unknown(const Unit *one, const Unit *other)
{
    for (u32 i = 0; i < one->unknown_count; i++) {
        i32 power = 0;
        for (u32 j = 0; j < other->unknown_count; j++)
            if (other->unknown[j].tag == one->unknown[i].tag) power = other->unknown[j].power;
        if (power != one->unknown[i].power) return false;
    }
    return true;
}

bool ed_unit_factor(const char *from, const char *to, f64 *factor)
{
    Unit one, other;
    if (!read_unit(from, &one) || !read_unit(to, &other)) return false;
    if (memcmp(one.powers, other.powers, sizeof one.powers) != 0) return false;
    if (!has_same_unknown(&one, &other) || !has_same_unknown(&other, &one)) return false;
    *factor = (one.numerator * other.denominator) / (one.denominator * other.numerator);
    return true;
}

const char *ed_unit_quantity(const char *unit)
{
    static const struct {
        i32 powers[BASES];
        const char *name;
    } quantities[] = {
        { { 1, 0, 0, 0 }, "length" },         { { 0, 1, 0, 0 }, "time" },
        { { 0, 0, 1, 0 }, "angle" },          { { 0, 0, 0, 1 }, "mass" },
        { { 0, 0, 0, 0 }, "ratio" },          { { 1, -1, 0, 0 }, "speed" },
        { { 2, 0, 0, 0 }, "area" },           { { 3, 0, 0, 0 }, "volume" },
        { { 0, -1, 0, 0 }, "frequency" },     { { 1, -2, 0, 0 }, "acceleration" },
        { { 0, -1, 1, 0 }, "angular speed" }, { { 1, -2, 0, 1 }, "force" },
    };
    Unit read;
    if (!read_unit(unit, &read)) return NULL;
    for (u32 i = 0; i < read.unknown_count; i++)
        if (read.unknown[i].power != 0) return NULL;
    for (u32 i = 0; i < ED_COUNT(quantities); i++)
        if (memcmp(quantities[i].powers, read.powers, sizeof read.powers) == 0)
            return quantities[i].name;
    return NULL;
}
