#include "runtime/migrate/row_copy.h"
#include <stdio.h>
#include "tests/lib/test.h"

#define FIELDS 24u
#define ROWS 70u
#define ROW_MAX 700u

static u64 state;

/// A number below `limit`; the same sequence in each run.
static u32 pick(u32 limit)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (u32)(state >> 33) % limit;
}

typedef struct Side {
    ed_Field fields[FIELDS];
    u8 defaults[FIELDS][5];
    ed_Type type;
    ed_Field row;
} Side;

static Side old, new;
static ed_Copy copies[FIELDS];
static u32 copy_count;
static u8 from[2 * ROWS * ROW_MAX], to[2 * ROWS * ROW_MAX], before[2 * ROWS * ROW_MAX];

static const ed_Kind kinds[] = { ED_U8, ED_U16, ED_U32, ED_U64 };

static void add_field(Side *side, ed_Kind kind, u32 count)
{
    u32 n = side->type.field_count++, size = ed_kind_size(kind);
    ed_Field *field = &side->fields[n];
    u32 offset = (side->type.size + size - 1) / size * size;
    u32 number = 1 + pick(200);
    memcpy(side->defaults[n], (const u8[]){ 0xce, 0, 0, 0, (u8)number }, 5);
    *field = (ed_Field){
        .name = "f", .tag = n, .kind = kind, .size = size, .count = count, .offset = offset
    };
    if (count > 1) {
        field->shape = ED_FIXED;
        field->dims[0] = count;
    } else if (pick(2)) {
        field->packed_default = side->defaults[n];
        field->packed_default_size = 5;
    }
    side->type.size = offset + size * count;
}

static void end(Side *side)
{
    side->type.size = (side->type.size + 7) / 8 * 8;
    side->type.fields = side->fields;
    side->row =
        (ed_Field){ .kind = ED_STRUCT, .type = &side->type, .size = side->type.size, .count = 1 };
}

/// Makes two types of random fields, some of which are copied, in the order of the old ones.
static void make_types(u32 shape)
{
    u32 count = 1 + pick(FIELDS - 4), used = 0;
    old.type = new.type = (ed_Type){ .name = "Row", .kind = ED_STRUCT, .align = 8 };
    copy_count = 0;
    for (u32 i = 0; i < count; i++)
        add_field(&old, kinds[pick(4)], pick(shape == 2 ? 3 : 12) ? 1 : 2 + pick(60));
    end(&old);
    for (u32 i = 0; i < count && used < FIELDS - 2; i++) {
        // in order, or some left out and new ones between
        if (shape && pick(4) == 0) add_field(&new, kinds[pick(4)], 1), used++;
        if (shape && pick(5) == 0) continue;
        u32 n = new.type.field_count;
        add_field(&new, old.fields[i].kind, old.fields[i].count);
        used++;
        copies[copy_count++] = (ed_Copy){ old.fields[i].offset, new.fields[n].offset,
                                          old.fields[i].size *old.fields[i].count };
    }
    if (!used) add_field(&new, ED_U32, 1);
    end(&new);
}

/// Reused by all tests.
static ed_Arena *plan_arena(void)
{
    static ed_Arena arena;
    if (!arena.base) ed_arena_open(&arena, "plan", (size_t)8 << 20, NULL);
    ed_arena_reset(&arena);
    return &arena;
}

/// NULL if each field of each row has the copied value, the default (`fill`) or what it had.
static const char *rows_differ(u32 count, size_t from_stride, size_t to_stride, bool fill)
{
    static char text[120];
    static ed_Copy given[FIELDS];
    memcpy(given, copies, sizeof given);
    ed_RowCopy *plan = ed_row_copy_make(&old.row, &new.row, given, copy_count, plan_arena());
    if (!plan || !plan->image) return "no plan";
    for (u32 i = 0; i < sizeof from; i++) from[i] = (u8)(i * 31 + i / 250);
    memset(to, 0xa7, sizeof to);
    memcpy(before, from, sizeof from);
    ed_row_copy(plan, from, from_stride, to, to_stride, count, fill);
    if (memcmp(before, from, sizeof from) != 0) return "the old rows changed";
    for (u32 r = 0; r < count; r++)
        for (u32 f = 0; f < new.type.field_count; f++) {
            const ed_Field *field = &new.fields[f];
            const u8 *at = to + r * to_stride + field->offset;
            u8 wanted[8 * 64] = { 0 };
            u32 size = field->size * field->count, c = 0;
            while (c < copy_count && copies[c].to != field->offset) c++;
            if (c < copy_count) memcpy(wanted, from + r * from_stride + copies[c].from, size);
            else if (!fill) memset(wanted, 0xa7, size);
            else if (field->packed_default) wanted[0] = field->packed_default[4];
            snprintf(text, sizeof text, "row %u of %u, field %u at %u", r, count, f, field->offset);
            if (memcmp(at, wanted, size) != 0) return text;
        }
    for (size_t i = (count - 1) * to_stride + new.type.size; i < sizeof to; i++)
        if (to[i] != 0xa7) return "a byte after the rows changed";
    for (u32 r = 0; r + 1 < count; r++)
        for (size_t i = new.type.size; i < to_stride; i++)
            if (to[r * to_stride + i] != 0xa7) return "a byte between the rows changed";
    return NULL;
}

TEST(rows_of_any_layout_are_copied_field_by_field)
{
    static const u32 counts[] = { 1, 2, 31, 32, 33, ROWS };
    state = 5;
    for (u32 i = 0; i < 120; i++) {
        make_types(i % 3);
        if (old.type.size > ROW_MAX || new.type.size > ROW_MAX) continue;
        u32 count = counts[i % ED_COUNT(counts)], gap = i % 2 ? 0 : 8 * (1 + pick(3));
        for (u32 fill = 0; fill < 2; fill++) {
            const char *differs = rows_differ(count, old.type.size + gap, new.type.size, fill);
            CHECK_TEXT(differs ? differs : "", "");
            differs = rows_differ(count, old.type.size, new.type.size + gap, fill);
            CHECK_TEXT(differs ? differs : "", "");
        }
    }
}

TEST(bytes_from_more_regions_than_a_shuffle_reads_are_copied)
{
    old.type = new.type = (ed_Type){ .name = "Row", .kind = ED_STRUCT, .align = 8 };
    for (copy_count = 0; copy_count < ED_SHUFFLE_TERMS_MAX + 2; copy_count++) {
        add_field(&old, ED_U8, 1);
        add_field(&old, ED_U64, 2);
        add_field(&new, ED_U8, 1);
        copies[copy_count] =
            (ed_Copy){ old.fields[2 * copy_count].offset, new.fields[copy_count].offset, 1 };
    }
    add_field(&new, ED_U64, 1);
    end(&old);
    end(&new);
    const char *differs = rows_differ(ROWS, old.type.size, new.type.size, true);
    CHECK_TEXT(differs ? differs : "", "");
}

TEST(rows_of_the_same_layout_are_copied_as_a_whole)
{
    old.type = new.type = (ed_Type){ .name = "Row", .kind = ED_STRUCT, .align = 8 };
    add_field(&old, ED_U8, 1);
    add_field(&old, ED_U64, 1);
    end(&old);
    new = old;
    new.type.fields = new.fields;
    new.row.type = &new.type;
    copies[0] = (ed_Copy){ 0, 0, 1 };
    copies[1] = (ed_Copy){ 8, 8, 8 };
    ed_RowCopy *plan = ed_row_copy_make(&old.row, &new.row, copies, 2, plan_arena());
    CHECK(plan && plan->whole && plan->count == 1 && plan->copies[0].size == 16);
    copies[0] = (ed_Copy){ 0, 0, 1 };
    plan = ed_row_copy_make(&old.row, &new.row, copies, 1, plan_arena());
    CHECK(plan && !plan->whole && plan->count == 1);
}
