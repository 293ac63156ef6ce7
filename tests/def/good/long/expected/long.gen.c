// From long.def by eddiec: edit that file, not this one.
#include "gen/long.gen.h"
#include <stddef.h>

// What is used of string.h.
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *at, int byte, size_t size);

static const ed_Value Traits_values[] = {
    {.name = "ELITE_WITH_A_LONG_NAME", .tag = 0x0eb3bdbeu, .number = Traits_ELITE_WITH_A_LONG_NAME},
    {.name = "SMALL_WITH_A_LONG_NAME", .tag = 0x687f1eb6u, .number = Traits_SMALL_WITH_A_LONG_NAME},
    {.name = "BURNING_WITH_A_LONG_NAME", .tag = 0x81131ccau,
     .number = Traits_BURNING_WITH_A_LONG_NAME},
    {.name = "HIDDEN_WITH_A_LONG_NAME", .tag = 0xd75ed6fdu,
     .number = Traits_HIDDEN_WITH_A_LONG_NAME},
    {.name = "LAST_WITH_A_LONG_NAME", .tag = 0x8d04c05du, .number = Traits_LAST_WITH_A_LONG_NAME},
};

const ed_Type Traits_type = {
    .name = "Traits",
    .doc = "Names of any length: the lines made of them are broken.",
    .tag = 0xd0ef0b28u,
    .kind = ED_FLAGS, .base = ED_U32, .size = sizeof(Traits), .align = _Alignof(Traits),
    .values = Traits_values, .value_count = 5,
};

_Static_assert(offsetof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63,
    field_with_a_name_that_is_almost_as_long_as_names_may_be_there) == 0,
    "RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63.field_with_a_name_that_is_almost_as_long_as_names_may_be_there");
_Static_assert(offsetof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63, traits) == 4,
    "RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63.traits");
_Static_assert(sizeof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63) == 8, "RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63");

static void init_RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63(ed_Arena *arena, void *any)
{
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63 *it = any;
    (void)arena;
    memset(it, 0, sizeof *it);
    it->field_with_a_name_that_is_almost_as_long_as_names_may_be_there = 3;
    it->traits = Traits_ELITE_WITH_A_LONG_NAME | Traits_SMALL_WITH_A_LONG_NAME
        | Traits_BURNING_WITH_A_LONG_NAME | Traits_LAST_WITH_A_LONG_NAME;
}

static const u32 RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_traits_was[] = {
    RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_kinds_with_a_name_that_is_long_tag,
};

static const ed_Field RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_fields[] = {
    {.tag = RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_field_with_a_name_that_is_almost_as_long_as_names_may_be_there_tag,
     .name = "field_with_a_name_that_is_almost_as_long_as_names_may_be_there", .kind = ED_U32,
     .offset = offsetof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63, field_with_a_name_that_is_almost_as_long_as_names_may_be_there),
     .size = 4, .count = 1,
     .preset_size = 1, .preset = (const u8[]){0x03}},
    {.tag = RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_traits_tag, .name = "traits",
     .kind = ED_FLAGS,
     .offset = offsetof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63, traits),
     .size = 4, .count = 1, .type = &Traits_type,
     .was = RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_traits_was, .was_count = 1,
     .preset_size = 1, .preset = (const u8[]){0x17}},
};

const ed_Type RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_type = {
    .name = "RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63",
    .tag = 0xb93f6b50u,
    .kind = ED_STRUCT, .size = sizeof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63),
    .align = _Alignof(RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63),
    .fields = RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63_fields, .field_count = 2,
    .init = init_RecordWithANameThatIsAlmostAsLongAsNamesMayBeInASchemaOf63,
};
