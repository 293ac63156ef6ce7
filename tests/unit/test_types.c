#include "gen/schema.gen.h"
#include "runtime/types/field.h"
#include "runtime/types/pool.h"
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

// --- what makes two layouts different ------------------------------------------------------------

static const u32 former_a = 11, former_b = 12;
static const ed_Value values_a[] = { { .name = "ON", .number = 1, .tag = 1 },
                                     { .name = "OFF", .number = 2, .tag = 2 } };
static const ed_Type named = {
    .name = "State", .kind = ED_ENUM, .base = ED_U8, .size = 1, .values = values_a, .value_count = 2
};
static const ed_Type item_a = {
    .name = "Item", .kind = ED_STRUCT, .size = 8, .align = 4, .tag = 7
};
static const ed_Type item_b = {
    .name = "Item", .kind = ED_STRUCT, .size = 8, .align = 4, .tag = 8
};
static const ed_Type item_large = { .name = "Item", .kind = ED_STRUCT, .size = 12, .align = 4 };
static const ed_Type item_union = { .name = "Item", .kind = ED_UNION, .size = 8, .align = 4 };
static const ed_Move move_a = { "x", "left" }, move_b = { "x", "right" }, move_c = { "y", "left" };

static char where[160];

/// The first difference of two structs of one field, or "".
static const char *difference(ed_Field one, ed_Field other)
{
    ed_Type a = { .name = "Box", .kind = ED_STRUCT, .size = 8, .align = 4, .field_count = 1 },
            b = a;
    where[0] = 0;
    a.fields = &one;
    b.fields = &other;
    bool same = ed_same_layout(&a, &b, where, sizeof where);
    return same == !where[0] ? where : "the result and the text differ";
}

#define FIELD(...) \
    (ed_Field) { .name = "x", .tag = 1, __VA_ARGS__ }
#define NUMBER(...) FIELD(.kind = ED_U32, .size = 4, __VA_ARGS__)

TEST(a_field_that_is_stored_differently_is_another_layout)
{
    const ed_Field plain = NUMBER(.offset = 0);
    CHECK_TEXT(difference(plain, plain), "");
    CHECK_TEXT(difference(plain, FIELD(.kind = ED_F32, .size = 4)),
               "Box.x changed from u32 to f32");
    CHECK_TEXT(difference(plain, NUMBER(.offset = 4)), "Box.x moved");
    CHECK_TEXT(difference(plain, NUMBER(.shape = ED_BOUNDED, .count = 3)),
               "Box.x changed from u32 to u32[..3]");
    CHECK_TEXT(difference(plain, NUMBER(.shape = ED_DYNAMIC)), "Box.x changed from u32 to u32[]");
    CHECK_TEXT(difference(plain, NUMBER(.shape = ED_OPTIONAL)),
               "Box.x changed from u32 to u32 optional");
    CHECK_TEXT(difference(NUMBER(.shape = ED_POOL), NUMBER(.shape = ED_POOL, .count = 9)),
               "Box.x changed from u32[] pool to u32[..9] pool");
    CHECK_TEXT(difference(NUMBER(.shape = ED_FIXED, .count = 6, .dims = { 2, 3 }),
                          NUMBER(.shape = ED_FIXED, .count = 6, .dims = { 3, 2 })),
               "Box.x changed from u32[2][3] to u32[3][2]");
    CHECK_TEXT(difference(NUMBER(.shape = ED_FIXED, .count = 24, .dims = { 1, 2, 3, 4 }), plain),
               "Box.x changed from u32[1][2][3][4] to u32");
    CHECK_TEXT(difference(FIELD(.kind = ED_CHARS, .size = 4), FIELD(.kind = ED_CHARS, .size = 5)),
               "Box.x changed from char[4] to char[5]");
    CHECK_TEXT(difference(FIELD(.kind = ED_REF, .size = 8, .type = &item_a),
                          FIELD(.kind = ED_STRUCT, .size = 8, .type = &item_a)),
               "Box.x changed from ref(Item) to Item");
}

TEST(of_the_flags_only_transient_and_fresh_matter)
{
    const ed_Field plain = NUMBER(.offset = 0);
    CHECK_TEXT(difference(plain, NUMBER(.flags = ED_FIELD_TRANSIENT)), "Box.x changed");
    CHECK_TEXT(difference(NUMBER(.flags = ED_FIELD_FRESH), plain), "Box.x changed");
    CHECK_TEXT(difference(plain, NUMBER(.flags = ED_FIELD_RANGE)), "");
    CHECK_TEXT(difference(NUMBER(.flags = ED_FIELD_FRESH | ED_FIELD_RANGE),
                          NUMBER(.flags = ED_FIELD_FRESH)),
               "");
}

TEST(attributes_that_a_migration_needs_are_part_of_the_layout)
{
    static const char *const differs = "Box.x has a different unit or different former names";
    const ed_Field plain = NUMBER(.offset = 0), was = NUMBER(.was = &former_a, .was_count = 1),
                   moved = NUMBER(.moves = &move_a, .move_count = 1), unit = NUMBER(.unit = "m");
    CHECK_TEXT(difference(was, was), "");
    CHECK_TEXT(difference(moved, moved), "");
    CHECK_TEXT(difference(unit, unit), "");
    CHECK_TEXT(difference(plain, was), differs);
    CHECK_TEXT(difference(was, plain), differs);
    CHECK_TEXT(difference(was, NUMBER(.was = &former_b, .was_count = 1)), differs);
    CHECK_TEXT(difference(plain, moved), differs);
    CHECK_TEXT(difference(moved, NUMBER(.moves = &move_b, .move_count = 1)), differs);
    CHECK_TEXT(difference(moved, NUMBER(.moves = &move_c, .move_count = 1)), differs);
    CHECK_TEXT(difference(plain, unit), differs);
    CHECK_TEXT(difference(unit, plain), differs);
    CHECK_TEXT(difference(unit, NUMBER(.unit = "cm")), differs);
}

TEST(a_field_whose_type_differs_is_described_by_the_type)
{
    const ed_Field in = FIELD(.kind = ED_STRUCT, .size = 8, .type = &item_a),
                   ref = FIELD(.kind = ED_REF, .size = 8, .type = &item_a);
    CHECK_TEXT(difference(in, in), "");
    CHECK_TEXT(difference(in, FIELD(.kind = ED_STRUCT, .size = 8, .type = &item_b)), "");
    CHECK_TEXT(difference(in, FIELD(.kind = ED_STRUCT, .size = 12, .type = &item_large)),
               "Item has a different size");
    CHECK_TEXT(difference(in, FIELD(.kind = ED_UNION, .size = 8, .type = &item_union)),
               "Item is a different kind of type");
    CHECK_TEXT(difference(ref, ref), "");
    CHECK_TEXT(difference(ref, FIELD(.kind = ED_REF, .size = 8, .type = &item_large)),
               "Box.x refers to a different type");
}

TEST(fields_that_come_or_go_are_named)
{
    const ed_Field two[] = { NUMBER(.offset = 0),
                             { .name = "y", .tag = 2, .kind = ED_U32, .size = 4, .offset = 4 } },
                   turned[] = { two[1], two[0] },
                   other[] = { { .name = "z", .tag = 3, .kind = ED_U32, .size = 4 } };
    ed_Type a = {
        .name = "Box", .kind = ED_STRUCT, .size = 8, .align = 4, .fields = two, .field_count = 2
    };
    ed_Type b = a;
    b.field_count = 1;
    CHECK(!ed_same_layout(&a, &b, where, sizeof where));
    CHECK_TEXT(where, "Box.y was removed");
    CHECK(!ed_same_layout(&b, &a, where, sizeof where));
    CHECK_TEXT(where, "Box.y was added");
    b.field_count = 2;
    b.fields = turned;
    CHECK(!ed_same_layout(&a, &b, where, sizeof where));
    CHECK_TEXT(where, "Box.y was added or moved");
    b.field_count = 1;
    b.fields = other;
    CHECK(!ed_same_layout(&a, &b, where, sizeof where));
    CHECK_TEXT(where, "Box.x was removed");
    b = a;
    CHECK(ed_same_layout(&a, &b, where, sizeof where));
    b.align = 8;
    CHECK(!ed_same_layout(&a, &b, where, sizeof where));
    CHECK_TEXT(where, "Box has a different size");
    b = a;
    b.size = 12;
    CHECK(!ed_same_layout(&a, &b, where, sizeof where));
}

TEST(an_upgrade_function_is_new_unless_the_old_type_names_it)
{
    ed_Type plain = { .name = "Box", .kind = ED_STRUCT }, one = plain, other = plain;
    one.upgrade_name = "one";
    other.upgrade_name = "other";
    CHECK(!ed_same_layout(&plain, &one, where, sizeof where));
    CHECK_TEXT(where, "Box has a new upgrade function");
    CHECK(!ed_same_layout(&one, &other, NULL, 0));
    CHECK(ed_same_layout(&one, &one, NULL, 0));
    CHECK(ed_same_layout(&one, &plain, NULL, 0));
}

static const char *values_differ(ed_Type other)
{
    where[0] = 0;
    ed_same_layout(&named, &other, where, sizeof where);
    return where;
}

TEST(values_of_an_enum_are_compared_by_number_name_and_former_names)
{
    ed_Value values[] = { values_a[1], values_a[0] };
    ed_Type other = named;
    other.values = values;
    CHECK_TEXT(values_differ(other), "");      // in any order
    values[0].tag = 3;
    CHECK_TEXT(values_differ(other), "State.OFF changed");
    values[0] = values_a[1];
    values[0].number = 3;
    CHECK_TEXT(values_differ(other), "State.OFF changed");
    values[0] = values_a[1];
    values[1].was = &former_a;
    values[1].was_count = 1;
    CHECK_TEXT(values_differ(other), "State.ON has different former names");
    other = named;
    other.value_count = 1;
    CHECK_TEXT(values_differ(other), "State has different values");
    other = named;
    other.base = ED_I8;
    CHECK_TEXT(values_differ(other), "State has a different size");
    other = named;
    other.size = 2;
    CHECK_TEXT(values_differ(other), "State has a different size");
    other = named;
    other.kind = ED_FLAGS;
    CHECK_TEXT(values_differ(other), "State is a different kind of type");
}

TEST(types_nested_too_deeply_count_as_different)
{
    static ed_Type types[140];
    static ed_Field fields[140];
    for (u32 i = 0; i < 140; i++) {
        types[i] = (ed_Type){ .name = i == 139 ? "Inner" : "Outer", .kind = ED_STRUCT };
        types[i].fields = &fields[i];
        types[i].field_count = i < 139;
        fields[i] = FIELD(.kind = ED_STRUCT, .type = &types[i + 1 < 140 ? i + 1 : i]);
    }
    CHECK(ed_same_layout(&types[139 - 128], &types[139 - 128], where, sizeof where));
    CHECK(!ed_same_layout(&types[139 - 129], &types[139 - 129], where, sizeof where));
    CHECK_TEXT(where, "Inner is too deep or too large to compare");
}

TEST(types_that_hold_lists_of_each_other_are_compared_once)
{
    static ed_Type one, other;
    static ed_Field in_one, in_other;
    in_one = FIELD(.kind = ED_STRUCT, .shape = ED_DYNAMIC, .size = 16, .type = &other);
    in_other = FIELD(.kind = ED_STRUCT, .shape = ED_DYNAMIC, .size = 16, .type = &one);
    one = (ed_Type){ .name = "Node", .kind = ED_STRUCT, .fields = &in_one, .field_count = 1 };
    other = (ed_Type){ .name = "Node", .kind = ED_STRUCT, .fields = &in_other, .field_count = 1 };
    CHECK(ed_same_layout(&one, &other, NULL, 0));
}

// --- lookup --------------------------------------------------------------------------------------

TEST(a_current_name_is_found_before_a_former_one)
{
    const ed_Field fields[] = { { .name = "new", .tag = 1, .was = &former_a, .was_count = 1 },
                                { .name = "old", .tag = 11 } };
    const ed_Type type = { .name = "Box", .fields = fields, .field_count = 2 }, *root = &type;
    CHECK(ed_field_by_tag(&type, 11) == &fields[1]);
    CHECK(ed_field_by_tag(&type, 12) == NULL);
    CHECK(ed_field_by_name(&type, "old", 3) == &fields[1]);
    CHECK(!ed_field_by_name(&type, "older", 5) && !ed_field_by_name(&type, "ol", 2));
    CHECK(!ed_field_by_name(&type, "ne\0", 3));
    const ed_Type first = { .tag = 5, .was = &former_a, .was_count = 1 }, second = { .tag = 11 };
    const ed_Type *const roots[] = { &first, &second };
    CHECK_EQ(ed_root_by_tag(roots, 2, 11), 1);
    CHECK_EQ(ed_root_by_tag(roots, 1, 11), 0);
    CHECK_EQ(ed_root_by_tag(roots, 2, 12), 2);
    CHECK_EQ(ed_root_by_tag(&root, 0, 11), 0);
    CHECK(ed_value_by_number(&named, 2) == &values_a[1] && !ed_value_by_number(&named, 3));
}

TEST(kinds_have_the_names_and_sizes_of_the_schema_language)
{
    static const struct {
        const char *name;
        u32 size;
    } kinds[] = { { "bool", 1 },    { "u8", 1 },     { "u16", 2 },   { "u32", 4 },
                  { "u64", 8 },     { "i8", 1 },     { "i16", 2 },   { "i32", 4 },
                  { "i64", 8 },     { "f32", 4 },    { "f64", 8 },   { "char", 0 },
                  { "str", 16 },    { "char *", 8 }, { "enum", 0 },  { "flags", 0 },
                  { "symbol", 0 },  { "struct", 0 }, { "union", 0 }, { "ref", 8 },
                  { "pointer", 8 }, { "ptr", 8 } };
    for (u32 i = 0; i < ED_COUNT(kinds); i++) {
        CHECK_TEXT(ed_kind_name((ed_Kind)i), kinds[i].name);
        CHECK_EQ(ed_kind_size((ed_Kind)i), kinds[i].size);
    }
}

// --- how a field is stored -----------------------------------------------------------------------

TEST(a_field_has_dimensions_strides_and_an_alignment)
{
    const ed_Type wide = { .kind = ED_STRUCT, .align = 16 };
    const ed_Field grid = NUMBER(.shape = ED_FIXED, .count = 24, .dims = { 2, 3, 4 }),
                   full = NUMBER(.shape = ED_FIXED, .count = 24, .dims = { 1, 2, 3, 4 }),
                   few = NUMBER(.shape = ED_BOUNDED, .count = 5);
    CHECK_EQ(ed_field_rank(&grid), 3);
    CHECK_EQ(ed_field_rank(&full), 4);
    CHECK_EQ(ed_field_rank(&few), 1);
    CHECK_EQ(ed_field_rank(&NUMBER(.shape = ED_DYNAMIC)), 1);
    CHECK_EQ(ed_field_rank(&NUMBER(.shape = ED_POOL)), 1);
    CHECK_EQ(ed_field_rank(&NUMBER(.shape = ED_OPTIONAL)), 0);
    CHECK_EQ(ed_field_elements_per_index(&grid, 0), 12);
    CHECK_EQ(ed_field_elements_per_index(&grid, 1), 4);
    CHECK_EQ(ed_field_elements_per_index(&grid, 2), 1);
    CHECK_EQ(ed_field_elements_per_index(&full, 0), 24);
    CHECK_EQ(ed_field_stride(&grid, 1), 16);
    CHECK_EQ(ed_field_bytes(&grid), 96);
    CHECK_EQ(ed_field_bytes(&few), 20);
    CHECK_EQ(ed_field_bytes(&NUMBER(.shape = ED_DYNAMIC)), sizeof(ed_Array));
    CHECK_EQ(ed_field_bytes(&NUMBER(.shape = ED_POOL)), sizeof(ed_Pool));
    CHECK_EQ(ed_field_prefix_size(&few), 4);
    CHECK_EQ(ed_field_prefix_size(&NUMBER(.shape = ED_OPTIONAL)), 1);
    CHECK_EQ(ed_field_prefix_size(&grid), 0);
    CHECK_EQ(ed_field_align(&grid), 4);
    CHECK_EQ(ed_field_align(&FIELD(.kind = ED_CHARS, .size = 9)), 1);
    CHECK_EQ(ed_field_align(&FIELD(.kind = ED_STR)), 8);
    CHECK_EQ(ed_field_align(&FIELD(.kind = ED_REF, .type = &wide)), 4);
    CHECK_EQ(ed_field_align(&FIELD(.kind = ED_STRUCT, .type = &wide)), 8);
    CHECK_EQ(ed_field_align(&FIELD(.kind = ED_STRUCT, .type = &item_a)), 4);
}

TEST(elements_of_a_field_are_within_its_capacity)
{
    struct {
        u32 count, items[3];
    } few = { 9, { 1, 2, 3 } };
    u8 maybe[2] = { 0, 5 };
    ed_Array list = { NULL, 4, 4 };
    const ed_Field bounded = NUMBER(.shape = ED_BOUNDED, .count = 3),
                   optional = FIELD(.kind = ED_U8, .shape = ED_OPTIONAL),
                   dynamic = NUMBER(.shape = ED_DYNAMIC);
    CHECK_EQ(ed_field_elements(&bounded, (u8 *)few.items).count, 3);
    few.count = 2;
    CHECK_EQ(ed_field_elements(&bounded, (u8 *)few.items).count, 2);
    CHECK_EQ(ed_field_elements(&optional, maybe + 1).count, 0);
    maybe[0] = 7;
    CHECK_EQ(ed_field_elements(&optional, maybe + 1).count, 1);
    CHECK_EQ(ed_field_elements(&dynamic, (u8 *)&list).count, 0);
    list.items = &few;
    ed_ElementSpan items = ed_field_elements(&dynamic, (u8 *)&list);
    CHECK(items.at == (u8 *)&few && items.count == 4);
}

TEST(a_union_whose_kind_is_out_of_range_holds_its_first_alternative)
{
    const ed_Field fields[2] = { { .name = "a" }, { .name = "b" } };
    const ed_Type type = { .kind = ED_UNION, .fields = fields, .field_count = 2 };
    for (u32 kind = 0; kind < 4; kind++)
        CHECK(ed_union_alternative(&type, &kind) == &fields[kind == 1]);
}

// --- two names with one tag ----------------------------------------------------------------------

/// The tags of `liquid` and `costarring`.
#define ONE_TAG 0x5e4daa9du

TEST(two_names_with_one_tag_are_two_names)
{
    const ed_Field liquid = { .name = "liquid", .tag = ONE_TAG, .kind = ED_U32, .size = 4 },
                   costarring = { .name = "costarring", .tag = ONE_TAG, .kind = ED_U32, .size = 4 };
    const ed_Type before = { .name = "Box", .size = 4, .fields = &liquid, .field_count = 1 },
                  after = { .name = "Box", .size = 4, .fields = &costarring, .field_count = 1 };
    CHECK(ed_same_layout(&before, &before, NULL, 0) && !ed_same_layout(&before, &after, NULL, 0));
    CHECK(ed_field_by_any_name(&after, "costarring", 10) == &costarring);
    CHECK(!ed_field_by_any_name(&after, "liquid", 6));
    CHECK(ed_field_by_tag(&after, ONE_TAG) == &costarring);

    const ed_Type wet = { .name = "liquid", .tag = ONE_TAG },
                  star = { .name = "costarring", .tag = ONE_TAG };
    const ed_Type *const roots[] = { &star };
    CHECK_EQ(ed_root_by_name(roots, 1, "costarring"), 0);
    CHECK_EQ(ed_root_by_name(roots, 1, "liquid"), 1);
    CHECK(!ed_same_type_name(&wet, &star) && ed_same_type_name(&star, &star));
}

TEST(two_values_with_one_tag_are_two_values)
{
    const ed_Value liquid = { .name = "liquid", .tag = ONE_TAG },
                   costarring = { .name = "costarring", .tag = ONE_TAG };
    const ed_Type before = { .name = "Mood", .kind = ED_ENUM, .values = &liquid, .value_count = 1 },
                  after = {
                      .name = "Mood", .kind = ED_ENUM, .values = &costarring, .value_count = 1
                  };
    CHECK(ed_same_layout(&before, &before, NULL, 0) && !ed_same_layout(&before, &after, NULL, 0));
}

// --- arrays whose indices are the values of an enum ----------------------------------------------

static const ed_Value orc_elf[] = { { .name = "ORC", .number = 0 },
                                    { .name = "ELF", .number = 1 } },
                      elf_orc[] = { { .name = "ELF", .number = 0 },
                                    { .name = "ORC", .number = 1 } },
                      gap[] = { { .name = "ORC", .number = 0 }, { .name = "ELF", .number = 2 } };
static const ed_Type
    kind = { .name = "Kind", .kind = ED_ENUM, .values = orc_elf, .value_count = 2 },
    moved = { .name = "Kind", .kind = ED_ENUM, .values = elf_orc, .value_count = 2 },
    sparse = { .name = "Kind", .kind = ED_ENUM, .values = gap, .value_count = 2 };

TEST(elements_that_an_enum_indexes_are_those_of_its_values)
{
    ed_Field one = {
        .shape = ED_FIXED, .kind = ED_F32, .count = 2, .dims = { 2 }, .index_types = { &kind }
    };
    ed_Field other = one;
    CHECK(ed_same_shape(&one, &other));
    other.index_types[0] = &moved;
    CHECK(!ed_same_shape(&one, &other));
    other.index_types[0] = NULL;
    CHECK(!ed_same_shape(&one, &other));
    CHECK_EQ(ed_index_before(&kind, &moved, 0), 1);
    CHECK_EQ(ed_index_before(&kind, &moved, 1), 0);
    CHECK(ed_is_index_type(&kind) && ed_is_index_type(&moved) && !ed_is_index_type(&sparse));
}
