#include <stdio.h>
#include <string.h>
#define eddie_schema aims_schema
#include "aims/gen/schema.gen.h"
#undef eddie_schema
#include "runtime/debug/run_compare.h"
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/containers.h"
#include "runtime/types/pool.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"

// --- states and documents of tests/rows/aims.def -------------------------------------------------

typedef struct Held {
    ed_RootMemory blocks[2];
    ed_Arena arenas[2];
    ed_State state;
} Held;

static Held one, other;

static bool open_held(Held *held)
{
    for (u32 i = 0; i < 2; i++) {
        ed_Arena *arena = &held->arenas[i];
        if (!arena->base && !ed_arena_open(arena, "aims", (size_t)8 << 20, NULL)) return false;
        ed_arena_reset(arena);
        held->blocks[i] = (ed_RootMemory){ NULL, arena };
    }
    held->state = (ed_State){ .game = "aims", .schema = &aims_schema, .roots = held->blocks };
    return true;
}

static Hunt *hunt(const Held *held) { return (Hunt *)held->blocks[Hunt_root].at; }

static void fill_aim(Held *held, Aim *aim)
{
    ed_Arena *arena = held->blocks[Hunt_root].arena;
    aim->few_count = aim->held_count = aim->claims_count = aim->flags_count = 2;
    aim->has_maybe = aim->has_loose = aim->has_known = true;
    ed_array_add(arena, (ed_Array *)(void *)&aim->list, sizeof(ed_Ref), 4);
    Grip_array_add(arena, &aim->heap);
    ed_str_set(arena, &aim->note, "hello");
}

/// Fills a state: three foes, of which the second is removed, and an element or more in every list.
static bool make_held(Held *held)
{
    if (!open_held(held)) return false;
    for (u32 i = 0; i < 2; i++)
        held->blocks[i].at = ed_state_init(aims_schema.states[i], held->blocks[i].arena);
    Hunt *it = hunt(held);
    ed_Arena *arena = held->blocks[Hunt_root].arena;
    for (u32 i = 0; i < 3; i++) Foe_pool_add(arena, &it->foes)->id = i;
    Foe_pool_remove(&it->foes, Foe_pool_ref(&it->foes, &it->foes.items[1]));
    Mote_pool_add(arena, &it->motes);
    fill_aim(held, &it->own);
    fill_aim(held, &it->pair[0]);
    fill_aim(held, &it->pair[1]);
    for (u32 i = 0; i < 2; i++) fill_aim(held, Aim_array_add(arena, &it->aims));
    *(bool *)ed_array_add(arena, (ed_Array *)(void *)&it->marks, 1, 1) = true;
    ((Far *)held->blocks[Far_root].at)->has_maybe = true;
    return true;
}

static ed_Span packed(Held *held, bool open)
{
    ed_Writer w = test_writer();
    held->state.open_form = open;
    bool good = ed_snapshot_write(&w, &held->state);
    return good ? (ed_Span){ w.bytes, w.size } : (ed_Span){ NULL, 0 };
}

static bool same(ed_Span a, ed_Span b)
{
    return a.size && a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/// Reads into `other` and writes again: the bytes are the same.
static bool comes_back(ed_Span bytes, bool open)
{
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    if (!bytes.size || !open_held(&other)) return false;
    bool good = ed_snapshot_read(bytes.at, bytes.size, &other.state, test_arena(), &report, &error);
    return good && ed_report_lossless(&report) && same(bytes, packed(&other, open));
}

static ed_Ref *ref_at(const Held *held, const char *path)
{
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    return ed_value_find(&held->state, path, &place, &error) ? (ed_Ref *)place.at : NULL;
}

// --- handles that lead nowhere -------------------------------------------------------------------

static const ed_Ref dangling[] = {
    { 1, 1 },      // its item is gone
    { 1, 2 },      // of a free slot: no item had it yet
    { 0, 7 },      // of another generation
    { 3, 1 },      // there is no such slot
    { 0xffffffff, 0xffffffff },
    { 5, 0 },      // a slot, and no generation
};

/// A dangling handle at that path is packed like a null handle, in both forms; the memory is
/// unchanged, and a live handle is kept.
static const char *trouble_at(const char *path)
{
    if (!make_held(&one)) return "no memory";
    ed_Ref *at = ref_at(&one, path);
    if (!at) return "no such path";
    for (u32 open = 0; open < 2; open++) {
        *at = (ed_Ref){ 0, 0 };
        ed_Span none = packed(&one, open);
        if (!comes_back(none, open)) return "the null handle is not read back";
        for (u32 i = 0; i < ED_COUNT(dangling); i++) {
            *at = dangling[i];
            if (!same(none, packed(&one, open))) return "a dangling handle was written";
            if (memcmp(at, &dangling[i], sizeof *at) != 0) return "the game's memory changed";
        }
        *at = (ed_Ref){ 2, 1 };
        ed_Span alive = packed(&one, open);
        if (same(none, alive)) return "a valid handle was left out";
        if (!comes_back(alive, open)) return "a valid handle is not read back";
        if (ref_at(&other, path)->index != 2) return "a valid handle was cleared";
    }
    return NULL;
}

static const char *trouble_in(const char *record, const char *path)
{
    static char whole[80], words[160];
    snprintf(whole, sizeof whole, "%s.%s", record, path);
    const char *trouble = trouble_at(whole);
    snprintf(words, sizeof words, "%s: %s", whole, trouble ? trouble : "");
    return trouble ? words : "";
}

/// A handle in a single record, in rows of a fixed array, and in rows of a list.
#define CHECK_SHAPE(path) \
    do { \
        CHECK_TEXT(trouble_in("Hunt.own", path), ""); \
        CHECK_TEXT(trouble_in("Hunt.pair[1]", path), ""); \
        CHECK_TEXT(trouble_in("Hunt.aims[0]", path), ""); \
    } while (0)

TEST(a_dangling_handle_in_a_record_is_packed_as_null) { CHECK_SHAPE("one"); }
TEST(a_dangling_handle_in_an_array_is_packed_as_null) { CHECK_SHAPE("many[1]"); }
TEST(a_dangling_handle_in_a_long_array_is_packed_as_null) { CHECK_SHAPE("lots[8]"); }
TEST(a_dangling_handle_in_a_bounded_array_is_packed_as_null) { CHECK_SHAPE("few[1]"); }
TEST(a_dangling_optional_handle_is_packed_as_absent) { CHECK_SHAPE("maybe"); }
TEST(a_dangling_handle_in_a_list_is_packed_as_null) { CHECK_SHAPE("list[0]"); }
TEST(a_dangling_handle_in_a_nested_struct_is_packed_as_null) { CHECK_SHAPE("grip.at"); }
TEST(a_dangling_handle_in_an_array_of_structs_is_packed_as_null) { CHECK_SHAPE("grips[1].at"); }
TEST(a_dangling_handle_in_a_bounded_array_of_structs_is_packed_as_null)
{
    CHECK_SHAPE("held[1].at");
}
TEST(a_dangling_handle_in_an_optional_struct_is_packed_as_null) { CHECK_SHAPE("loose.at"); }
TEST(a_dangling_handle_in_a_list_of_structs_is_packed_as_null) { CHECK_SHAPE("heap[0].at"); }

TEST(a_dangling_handle_in_an_item_of_a_pool_is_packed_as_null)
{
    CHECK_TEXT(trouble_in("Hunt", "foes[1].rival"), "");
}

TEST(a_dangling_handle_in_another_state_is_packed_as_null)
{
    CHECK_TEXT(trouble_in("Far", "seen"), "");
    CHECK_TEXT(trouble_in("Far", "maybe"), "");
}

/// Reads a document whose handle at that path is null but has an index.
static bool index_of_null_is_cleared(const char *path)
{
    if (!make_held(&one)) return false;
    ed_Ref *at = ref_at(&one, path);
    *at = (ed_Ref){ 0, 0 };
    ed_Span none = packed(&one, false);
    *at = (ed_Ref){ 2, 1 };
    ed_Span alive = packed(&one, false);
    u8 *bytes = (u8 *)(uintptr_t)none.at;
    size_t index = 0;
    while (index < alive.size && bytes[index] == alive.at[index]) index++;
    bytes[index] = 2;
    if (!ed_snapshot_seal(bytes, none.size) || !open_held(&other)) return false;
    ed_Report report;
    ed_Error error = { .code = ED_OK };
    if (!ed_snapshot_read(bytes, none.size, &other.state, test_arena(), &report, &error))
        return false;
    u64 cleared = 0;
    for (u32 i = 0; i < report.count; i++) cleared += report.rows[i].tally.cleared;
    return cleared == 0 && ref_at(&other, path)->index == 0;
}

TEST(the_index_of_a_null_handle_is_cleared_and_not_counted)
{
    CHECK(index_of_null_is_cleared("Hunt.aims[0].one"));
    CHECK(index_of_null_is_cleared("Hunt.aims[1].one"));
    CHECK(index_of_null_is_cleared("Hunt.pair[0].one"));
    CHECK(index_of_null_is_cleared("Hunt.aims[0].many[2]"));
    CHECK(index_of_null_is_cleared("Hunt.aims[1].list[0]"));
}

/// The path of a handle in an alternative exists only while the union holds it.
TEST(a_dangling_handle_in_a_union_is_packed_as_null)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(make_held(&one));
        Claim *claims[] = { &hunt(&one)->own.claim, &hunt(&one)->own.claims[1],
                            &hunt(&one)->aims.items[1].claim,
                            &hunt(&one)->aims.items[1].claims[0] };
        for (u32 i = 0; i < ED_COUNT(claims); i++) claims[i]->kind = i % 2 ? Claim_foe : Claim_grip;
        ed_Span none = packed(&one, open);
        for (u32 i = 0; i < ED_COUNT(claims); i++)
            memcpy(i % 2 ? (void *)&claims[i]->foe : (void *)&claims[i]->grip.at, &dangling[0],
                   sizeof dangling[0]);
        CHECK(same(none, packed(&one, open)));
        CHECK(comes_back(none, open));
    }
}

TEST(a_handle_into_a_transient_pool_is_packed_as_null)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(make_held(&one));
        ed_Span none = packed(&one, open);
        Mote_pool *motes = &hunt(&one)->motes;
        hunt(&one)->own.mote = Mote_pool_ref(motes, &motes->items[0]);
        hunt(&one)->aims.items[1].mote = Mote_pool_ref(motes, &motes->items[0]);
        CHECK(same(none, packed(&one, open)));
    }
}

/// The items of such a pool come back with new handles, so the old ones are dangling.
TEST(handles_into_a_pool_changed_without_its_functions_are_packed_as_null)
{
    for (u32 open = 0; open < 2; open++)
        for (u32 count = 1; count < 40; count += 19) {
            CHECK(make_held(&one));
            Hunt *it = hunt(&one);
            for (u32 i = 0; i < 40; i++) Foe_pool_add(one.blocks[Hunt_root].arena, &it->foes);
            it->foes.count = count;
            ed_Span none = packed(&one, open);
            it->own.one = it->aims.items[0].many[2] = (Foe_ref){ 0, 1 };
            it->foes.items[0].rival = (Foe_ref){ 0, 1 };
            CHECK(same(none, packed(&one, open)));
            CHECK(comes_back(none, open));
        }
}

/// The packed document has to be readable.
TEST(a_pool_whose_slots_were_written_over_is_packed_with_new_handles)
{
    for (u32 way = 0; way < 4; way++) {
        CHECK(make_held(&one));
        Foe_pool *foes = &hunt(&one)->foes;
        if (way == 0) foes->slots[0].generation = 0;
        if (way == 1) foes->slots[1].generation = 0;
        if (way == 2) {
            foes->slots[1].at = 1;
            foes->free_slot = 1;
        }
        if (way == 3) foes->slots[1].at = 2;
        CHECK(comes_back(packed(&one, false), false));
        CHECK(comes_back(packed(&one, true), true));
    }
}

TEST(new_handles_have_a_generation_that_no_handle_had)
{
    static const u32 generations[][2] = { { 5, 6 }, { 1, 2 }, { UINT32_MAX, 1 } };
    for (u32 i = 0; i < ED_COUNT(generations); i++) {
        ed_Report report;
        ed_Error error = { .code = ED_OK };
        CHECK(make_held(&one) && open_held(&other));
        hunt(&one)->foes.slots[0].generation = generations[i][0];
        hunt(&one)->foes.slots[1].generation = 0;      // the pool is not valid
        if (i == 1) hunt(&one)->foes.slots[2].generation = 1;
        ed_Span bytes = packed(&one, false);
        CHECK(ed_snapshot_read(bytes.at, bytes.size, &other.state, test_arena(), &report, &error));
        const ed_Pool *foes = (const ed_Pool *)(const void *)&hunt(&other)->foes;
        CHECK_EQ(foes->count, 2);
        for (u32 item = 0; item < 2; item++) {
            CHECK_EQ(ed_pool_ref(foes, item).index, item);
            CHECK_EQ(ed_pool_ref(foes, item).generation, generations[i][1]);
        }
        CHECK_EQ(foes->slot_count, 2);
    }
}

TEST(a_dangling_handle_and_a_null_handle_are_no_difference)
{
    static const char *const paths[] = { "Hunt.own.one",       "Hunt.own.few[1]",
                                         "Hunt.aims[1].maybe", "Hunt.aims[0].list[0]",
                                         "Far.seen",           "Far.maybe" };
    ed_RunDifference found[4];
    ed_RunComparison comparison = { .arena = test_arena(), .found = found, .limit = 4 };
    for (u32 i = 0; i < ED_COUNT(paths); i++) {
        CHECK(make_held(&one) && make_held(&other));
        *ref_at(&one, paths[i]) = dangling[i];
        CHECK(ed_run_compare(&one.state, &other.state, &comparison));
        *ref_at(&other, paths[i]) = (ed_Ref){ 0, 1 };
        CHECK(!ed_run_compare(&one.state, &other.state, &comparison));
        CHECK_TEXT(found[0].path, paths[i]);
    }
    CHECK(make_held(&one) && make_held(&other));
    ((Far *)one.blocks[Far_root].at)->has_maybe = false;
    CHECK(ed_run_compare(&one.state, &other.state, &comparison));
}

// --- the rest of what a reader changes -----------------------------------------------------------

TEST(a_bool_that_is_not_0_is_packed_as_1)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(make_held(&one));
        Hunt *it = hunt(&one);
        Aim *aims[] = { &it->own, &it->pair[1], &it->aims.items[0] };
        ed_Span bytes[2];
        for (u32 round = 0; round < 2; round++) {
            u8 truth = round ? 0x82 : 1;
            for (u32 i = 0; i < ED_COUNT(aims); i++) {
                memcpy(&aims[i]->on, &truth, 1);
                memcpy(&aims[i]->flags[1], &truth, 1);
                memcpy(&aims[i]->known, &truth, 1);
                memcpy(&aims[i]->has_known, &truth, 1);
                memcpy(&aims[i]->has_loose, &truth, 1);
                memcpy(&aims[i]->grips[1].tight, &truth, 1);
                aims[i]->claim.kind = Claim_grip;
                memcpy(&aims[i]->claim.grip.tight, &truth, 1);
            }
            memcpy(&it->marks.items[0], &truth, 1);
            bytes[round] = packed(&one, open);
        }
        CHECK(same(bytes[0], bytes[1]));
        CHECK(comes_back(bytes[1], open));
    }
}

TEST(text_without_a_terminator_is_packed_as_it_is_read)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(make_held(&one));
        Aim *aims[] = { &hunt(&one)->own, &hunt(&one)->pair[1], &hunt(&one)->aims.items[0] };
        for (u32 i = 0; i < ED_COUNT(aims); i++) {
            memset(aims[i]->name, 'x', sizeof aims[i]->name);
            memset(aims[i]->title, 'y', sizeof aims[i]->title - 2);
            memcpy(aims[i]->title + sizeof aims[i]->title - 2, "\xc3\xa9", 2);
        }
        CHECK(comes_back(packed(&one, open), open));
        CHECK_TEXT(hunt(&other)->own.name, "xxxxxxx");
        CHECK_EQ(strlen(hunt(&other)->aims.items[0].title), sizeof aims[0]->title - 2);
    }
}

TEST(text_is_packed_up_to_its_first_zero_byte_and_terminated)
{
    for (u32 open = 0; open < 2; open++) {
        CHECK(make_held(&one));
        hunt(&one)->own.note.items[2] = 0;
        hunt(&one)->pair[0].note.items[0] = 0;
        memcpy(hunt(&one)->pair[1].note.items, "hello!", 6);
        memcpy(hunt(&one)->aims.items[0].note.items, "hello!", 6);
        hunt(&one)->aims.items[1].note.items[4] = 0;
        CHECK(comes_back(packed(&one, open), open));
        CHECK_TEXT(ed_str_text(&hunt(&other)->own.note), "he");
        CHECK_TEXT(ed_str_text(&hunt(&other)->pair[0].note), "");
        CHECK_TEXT(ed_str_text(&hunt(&other)->pair[1].note), "hello");
        CHECK_TEXT(ed_str_text(&hunt(&other)->aims.items[0].note), "hello");
        CHECK_TEXT(ed_str_text(&hunt(&other)->aims.items[1].note), "hell");
    }
}

TEST(every_bit_of_a_nan_is_packed)
{
    static const u32 narrow[] = { 0x7f800001, 0xffc12345, 0x7fffffff };
    static const u64 wide[] = { 0x7ff0000000000001, 0xfff8000012345678, 0x7ff0000020000000 };
    for (u32 open = 0; open < 2; open++)
        for (u32 i = 0; i < ED_COUNT(wide); i++) {
            CHECK(make_held(&one));
            memcpy(&hunt(&one)->own.wide, &narrow[i], sizeof narrow[i]);
            memcpy(&hunt(&one)->aims.items[0].wider, &wide[i], sizeof wide[i]);
            CHECK(comes_back(packed(&one, open), open));
            CHECK(memcmp(&hunt(&other)->own.wide, &narrow[i], sizeof narrow[i]) == 0);
            CHECK(memcmp(&hunt(&other)->aims.items[0].wider, &wide[i], sizeof wide[i]) == 0);
        }
}
