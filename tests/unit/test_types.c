#include "gen/schema.gen.h"
#include "tests/lib/test.h"

TEST(a_type_has_its_own_layout)
{
    for (u32 i = 0; i < eddie_schema.type_count; i++)
        CHECK(ed_same_layout(eddie_schema.types[i], eddie_schema.types[i], NULL, 0));
}

TEST(a_differing_layout_is_reported_by_its_first_leaf)
{
    char where[128] = "";
    CHECK(!ed_same_layout(&Point_type, &Point3_type, where, sizeof where));
    CHECK_HAS(where, "Point.");
    CHECK(!ed_same_layout(&Numbers_type, &Others_type, where, sizeof where));
    CHECK_TEXT(where, "Numbers.n changed from i64 to i8");
}

TEST(a_change_inside_a_nested_struct_of_the_same_size_is_seen)
{
    static const ed_Field inner_a[] = {
        { .name = "x", .tag = 1, .size = 4, .count = 1, .kind = ED_U32 }
    };
    static const ed_Field inner_b[] = {
        { .name = "x", .tag = 1, .size = 4, .count = 1, .kind = ED_F32 }
    };
    static const ed_Type a = {
        .name = "In", .kind = ED_STRUCT, .size = 4, .align = 4, .fields = inner_a, .field_count = 1
    };
    static const ed_Type b = {
        .name = "In", .kind = ED_STRUCT, .size = 4, .align = 4, .fields = inner_b, .field_count = 1
    };
    static const ed_Field outer_a[] = {
        { .name = "in", .tag = 2, .size = 4, .count = 1, .kind = ED_STRUCT, .type = &a }
    };
    static const ed_Field outer_b[] = {
        { .name = "in", .tag = 2, .size = 4, .count = 1, .kind = ED_STRUCT, .type = &b }
    };
    static const ed_Type one = {
        .name = "Out", .kind = ED_STRUCT, .size = 4, .align = 4, .fields = outer_a, .field_count = 1
    };
    static const ed_Type other = {
        .name = "Out", .kind = ED_STRUCT, .size = 4, .align = 4, .fields = outer_b, .field_count = 1
    };
    char where[128] = "";
    CHECK(!ed_same_layout(&one, &other, where, sizeof where));
    CHECK_TEXT(where, "In.x changed from u32 to f32");
}

TEST(two_fields_of_one_size_that_change_places_are_another_layout)
{
    CHECK(!ed_same_layout(
        &SwapOld_type,
        &(const ed_Type){
            .name = "SwapOld",
            .kind = ED_STRUCT,
            .size = 8,
            .align = 4,
            .fields =
                (const ed_Field[]){
                    { .name = "b", .tag = SwapOld_b_tag, .size = 4, .count = 1, .kind = ED_U32 },
                    { .name = "a",
                      .tag = SwapOld_a_tag,
                      .size = 4,
                      .count = 1,
                      .kind = ED_U32,
                      .offset = 4 } },
            .field_count = 2 },
        NULL, 0));
}

TEST(an_enum_whose_values_change_is_another_layout)
{
    CHECK(!ed_same_layout(&Mood_type, &OldMood_type, NULL, 0));
}

TEST(fields_and_values_are_found_by_the_names_they_had)
{
    CHECK(ed_field_by_tag(&After_type, Before_a_tag) == ed_field_by_name(&After_type, "c", 1));
    CHECK(ed_value_by_name(&Mood_type, "SCARED", 6)->number == Mood_AFRAID);
    CHECK(!ed_value_by_name(&Mood_type, "SCAR", 4));
}
