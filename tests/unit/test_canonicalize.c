#include "runtime/snapshot/canonicalize.h"
#include "runtime/base/str.h"
#include "runtime/types/pool.h"
#include "tests/lib/test.h"

static u8 bytes[400], wanted[400];
static ed_WriteChanges changes;

/// Clears what is not state in `count` elements, which are `stride` bytes apart.
static void clean(const ed_Field *field, size_t stride, u32 count)
{
    ed_Canonicalizer steps = ed_canonicalizer_make(field, false, NULL, test_arena());
    if (!steps.full) ed_canonicalize(&steps, bytes, stride, count, &changes);
}

static bool is_as_wanted(void) { return memcmp(bytes, wanted, sizeof bytes) == 0; }

// --- text ----------------------------------------------------------------------------------------

/// A text of `used` letters, then a zero, then `more` letters if there is room.
static void put_text(u8 *at, u32 size, u32 used, u32 more)
{
    memset(at, 0, size);
    memset(at, 'a', used < size ? used : size);
    for (u32 i = used + 1; i < size && i <= used + more; i++) at[i] = 'z';
}

TEST(a_text_of_any_size_is_zero_after_its_end)
{
    static const u32 sizes[] = { 1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65, 80 };
    for (u32 s = 0; s < ED_COUNT(sizes); s++) {
        u32 size = sizes[s];
        ed_Field field = { .kind = ED_CHARS, .size = size, .count = 1 };
        ed_Canonicalizer steps = ed_canonicalizer_make(&field, false, NULL, test_arena());
        for (u32 used = 0; used <= size; used++)
            for (u32 more = 0; more < 4; more++) {
                memset(bytes, 0x77, sizeof bytes);
                memset(wanted, 0x77, sizeof wanted);
                for (u32 i = 0; i < 3; i++) {      // the second has the text
                    put_text(bytes + i * size, size, i == 1 ? used : 0, i == 1 ? more : 0);
                    put_text(wanted + i * size, size, 0, 0);
                }
                memset(wanted + size, 'a', used < size ? used : size - 1);
                // one more byte after the end of the text: the last one
                if (more == 3 && used + 1 < size) bytes[2 * size - 1] = 'q';
                ed_canonicalize(&steps, bytes, size, 3, &changes);
                CHECK(is_as_wanted());
            }
    }
}

TEST(a_text_without_a_terminator_is_cut_between_characters)
{
    ed_Field field = { .kind = ED_CHARS, .size = 17, .count = 1 };
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes + 15, "\xc3\xa4", 2);
    memcpy(wanted, bytes, sizeof wanted);
    memset(wanted + 15, 0, 2);
    clean(&field, 17, 1);
    CHECK(is_as_wanted());
}

// --- other shapes --------------------------------------------------------------------------------

/// A record whose only field is `field`.
static ed_Field record_of(const ed_Field *field, ed_Type *type, u32 size)
{
    *type = (ed_Type){ .name = "Record",
                       .kind = ED_STRUCT,
                       .size = size,
                       .align = 8,
                       .fields = field,
                       .field_count = 1 };
    return (ed_Field){ .kind = ED_STRUCT, .size = size, .count = 1, .type = type };
}

static void soil(void)
{
    memset(bytes, 0x5a, sizeof bytes);
    memset(wanted, 0x5a, sizeof wanted);
}

TEST(an_optional_value_that_is_absent_is_zero)
{
    for (u32 size = 1; size <= 20; size++)
        for (u32 there = 0; there < 3; there++) {
            ed_Type type, inner = { .name = "Inner", .kind = ED_STRUCT, .size = size };
            ed_Field field = { .kind = ED_STRUCT,
                               .type = &inner,
                               .size = size,
                               .count = 1,
                               .shape = ED_OPTIONAL,
                               .offset = 8 };
            ed_Field record = record_of(&field, &type, 40);
            soil();
            for (u32 i = 0; i < 2; i++) {
                bytes[i * 40 + 7] = (u8)(there * 3);
                wanted[i * 40 + 7] = there != 0;
                if (!there) memset(wanted + i * 40 + 8, 0, size);
            }
            clean(&record, 40, 2);
            CHECK(is_as_wanted());
        }
}

TEST(an_optional_text_is_cleaned_if_it_is_there)
{
    ed_Type type;
    ed_Field field = { .kind = ED_CHARS, .size = 6, .count = 1, .shape = ED_OPTIONAL, .offset = 8 };
    ed_Field record = record_of(&field, &type, 16);
    for (u32 there = 0; there < 2; there++) {
        soil();
        bytes[7] = wanted[7] = (u8)there;
        memcpy(bytes + 8, "ab\0cde", 6);
        memcpy(wanted + 8, there ? "ab\0\0\0\0" : "\0\0\0\0\0\0", 6);
        clean(&record, 16, 1);
        CHECK(is_as_wanted());
    }
}

TEST(elements_after_the_count_of_a_bounded_array_are_zero)
{
    static const u32 counts[][2] = { { 0, 0 }, { 2, 2 }, { 3, 3 }, { 4, 3 }, { UINT32_MAX, 3 } };
    ed_Type type;
    ed_Field field = { .kind = ED_CHARS, .size = 4, .count = 3, .shape = ED_BOUNDED, .offset = 8 };
    ed_Field record = record_of(&field, &type, 24);
    for (u32 i = 0; i < ED_COUNT(counts); i++) {
        soil();
        memcpy(bytes + 4, &counts[i][0], 4);
        memcpy(bytes + 8, "a\0xxb\0yyc\0zz", 12);
        memcpy(wanted + 4, &counts[i][1], 4);
        memcpy(wanted + 8, "a\0\0\0b\0\0\0c\0\0\0", 12);
        memset(wanted + 8 + counts[i][1] * 4, 0, 12 - counts[i][1] * 4);
        clean(&record, 24, 1);
        CHECK(is_as_wanted());
    }
}

TEST(each_element_of_a_fixed_array_is_cleaned_however_long_it_is)
{
    for (u32 count = 1; count <= 20; count++) {
        ed_Type type;
        ed_Field field = { .kind = ED_CHARS,
                           .size = 4,
                           .count = count,
                           .dims = { count },
                           .shape = ED_FIXED,
                           .offset = 8 };
        ed_Field record = record_of(&field, &type, 8 + 4 * count);
        soil();
        for (u32 i = 0; i < 2 * count; i++) {
            u32 at = 8 + i * 4 + (i >= count ? 8 : 0);
            memcpy(bytes + at, "a\0xx", 4);
            memcpy(wanted + at, "a\0\0\0", 4);
        }
        clean(&record, 8 + 4 * count, 2);
        CHECK(is_as_wanted());
    }
}

TEST(slots_keep_their_count_and_no_address)
{
    ed_Field text = { .kind = ED_STR, .size = sizeof(ed_Str), .count = 1 };
    ed_Array slots[3] = { { bytes, 5, 8 }, { NULL, 7, 9 }, { bytes, 0, 3 } },
             cleaned[3] = { { NULL, 5, 0 }, { NULL, 0, 0 }, { NULL, 0, 0 } };
    soil();
    memcpy(bytes, slots, sizeof slots);
    memcpy(wanted, cleaned, sizeof cleaned);
    clean(&text, sizeof *slots, 3);
    CHECK(is_as_wanted());
}

TEST(a_pointer_to_a_text_becomes_the_bytes_that_the_text_takes)
{
    ed_Field text = { .kind = ED_TEXT_PTR, .size = 8, .count = 1 };
    const char *texts[3] = { "four", NULL, "" };
    const u64 taken[3] = { 5, 0, 1 };
    soil();
    memcpy(bytes, texts, sizeof texts);
    memcpy(wanted, taken, sizeof taken);
    clean(&text, sizeof *texts, 3);
    CHECK(is_as_wanted());
}

TEST(only_the_alternative_that_a_union_holds_is_state)
{
    static const ed_Field alternatives[] = {
        { .name = "small", .kind = ED_U16, .size = 2, .count = 1, .offset = 8 },
        { .name = "text", .kind = ED_CHARS, .size = 12, .count = 1, .offset = 8 },
        { .name = "at", .kind = ED_PTR, .size = 8, .count = 1, .offset = 8 },
    };
    static const ed_Type form = { .name = "Form",
                                  .kind = ED_UNION,
                                  .size = 24,
                                  .align = 8,
                                  .fields = alternatives,
                                  .field_count = 3 };
    ed_Field field = { .kind = ED_UNION, .type = &form, .size = 24, .count = 1 };
    for (u32 kind = 0; kind < 5; kind++) {
        u32 held = kind < 3 ? kind : 0;
        soil();
        memset(wanted, 0, 24);
        memcpy(bytes, &kind, 4);
        memcpy(wanted, &held, 4);
        memcpy(bytes + 8, "ab\0cdefghijk", 12);
        if (held == 0) memcpy(wanted + 8, "ab", 2);
        if (held == 1) memcpy(wanted + 8, "ab", 2);
        clean(&field, 24, 1);
        CHECK(is_as_wanted());
        if (held != 2) continue;
        ed_Canonicalizer live = ed_canonicalizer_make(&field, true, NULL, test_arena());
        memcpy(bytes + 8, "pointers", 8);
        memcpy(wanted + 8, "pointers", 8);
        ed_canonicalize(&live, bytes, 24, 1, &changes);
        CHECK(is_as_wanted());
    }
}

TEST(canonicalizing_a_record_does_not_change_transient_fields)
{
    ed_Type type;
    ed_Field field = {
        .kind = ED_CHARS, .size = 4, .count = 1, .offset = 8, .flags = ED_FIELD_TRANSIENT
    };
    ed_Field record = record_of(&field, &type, 16);
    soil();
    clean(&record, 16, 1);
    CHECK(is_as_wanted());
}
