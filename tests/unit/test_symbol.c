#include "runtime/types/symbol.h"
#include <string.h>
#include "runtime/types/number.h"
#include "tests/lib/test.h"

static void stand(void) {}
static void chase(void) {}
static void unlisted(void) {}

static void (*const addresses[])(void) = { NULL, stand, chase };
static const ed_Value values[] = { { .name = "null" },
                                   { .name = "stand", .number = INT64_MIN + 5 },
                                   { .name = "chase", .number = INT64_MIN + 9 } };
static const ed_Type in_module = { .kind = ED_SYMBOL,
                                   .base = ED_U64,
                                   .values = values,
                                   .value_count = 3,
                                   .addresses = addresses },
                     in_document = {
                         .kind = ED_SYMBOL, .base = ED_U64, .values = values, .value_count = 3
                     };

TEST(a_symbol_is_an_address_in_memory_of_a_module_and_else_a_number)
{
    for (u32 i = 0; i < 3; i++) {
        u64 at = 1, expected = 0;
        memcpy(&expected, &addresses[i], sizeof expected);
        ed_symbol_store(&in_module, &values[i], &at);
        CHECK(at == expected && ed_symbol_value(&in_module, &at) == &values[i]);
        ed_symbol_store(&in_document, &values[i], &at);
        CHECK(at == (u64)values[i].number && ed_symbol_value(&in_document, &at) == &values[i]);
    }
}

TEST(an_address_or_number_without_a_name_has_no_value)
{
    void (*function)(void) = unlisted;
    u64 number = ED_NAME_BIT | 6;
    CHECK(!ed_symbol_value(&in_module, &function));
    CHECK(!ed_symbol_value(&in_document, &number));
    CHECK(!ed_symbol_value(&in_module, &number));      // a number is no address
}

TEST(the_number_of_a_symbol_is_that_of_its_value_in_any_memory)
{
    const ed_Field field = { .kind = ED_SYMBOL, .type = &in_module, .size = 8, .count = 1 };
    void (*function)(void) = chase;
    CHECK_EQ(ed_field_number(&field, &function).u, (u64)values[2].number);
    function = unlisted;
    CHECK_EQ(ed_field_number(&field, &function).u, 0);
}
