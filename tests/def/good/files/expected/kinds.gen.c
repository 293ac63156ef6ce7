// From inner/kinds.def by eddiec: edit that file, not this one.
#include "gen/kinds.gen.h"

static const ed_Value Kind_values[] = {
    {.name = "A", .tag = 0xc40bf6ccu, .number = Kind_A},
    {.name = "B", .tag = 0xc70bfb85u, .number = Kind_B},
};

const ed_Type Kind_type = {
    .name = "Kind",
    .tag = 0x3ff50c63u,
    .kind = ED_ENUM, .base = ED_U8, .size = sizeof(Kind), .align = _Alignof(Kind),
    .values = Kind_values, .value_count = 2,
};
