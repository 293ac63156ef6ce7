#include <stdio.h>
#include "runtime/attic/attic.h"
#include "runtime/run/run.h"
#include "runtime/value/value.h"
#include "tests/lib/enemies.h"
#include "tests/lib/test.h"

static void there(void) {}

static bool refuse(ed_Arena *arena, void *it, const ed_OldRecord *before)
{
    (void)arena;
    (void)it;
    (void)before;
    return false;
}

// --- the attic -----------------------------------------------------------------------------------

TEST(a_dropped_field_comes_back_after_twenty_other_saves)
{
    char words[64];
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(3);
    enemies_set(1, "hp", "7.5");
    CHECK(enemies_become("id:u32", NULL));
    for (u32 i = 0; i < 20; i++) {
        snprintf(words, sizeof words, "id:u32 some%u:u16", i);
        CHECK(enemies_become(words, NULL));
    }
    CHECK(enemies_become("id:u32 hp:f32", NULL));
    CHECK_TEXT(enemies_value(1, "hp"), "7.5");
    CHECK_HAS(enemies_line(), "restored Enemy.hp (3 of 3 records)");
    ed_run_close(&enemies_run);
}

TEST(restored_values_leave_the_attic)
{
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(1);
    enemies_set(0, "hp", "7");
    CHECK(enemies_become("id:u32", NULL) && enemies_become("id:u32 hp:f32", NULL));
    CHECK_EQ(ed_attic_count(enemies_run.attics.current), 0);
    enemies_set(0, "hp", "3");
    CHECK(enemies_become("id:u32", NULL) && enemies_become("id:u32 hp:f32", NULL));
    CHECK_TEXT(enemies_value(0, "hp"), "3");
    ed_run_close(&enemies_run);
}

TEST(a_number_narrowed_twice_goes_back_to_what_it_was_first)
{
    CHECK(enemies_begin("id:u32 hp:i32", NULL));
    enemies_grow(2);
    enemies_set(0, "hp", "70000");
    enemies_set(1, "hp", "-70000");
    CHECK(enemies_become("id:u32 hp:i16", NULL) && enemies_become("id:u32 hp:i8", NULL));
    CHECK_TEXT(enemies_value(0, "hp"), "127");
    enemies_set(1, "hp", "5");      // the game writes it before the reload; this value counts
    CHECK(enemies_become("id:u32 hp:u16", NULL));
    CHECK_TEXT(enemies_value(0, "hp"), "65535");
    CHECK(enemies_become("id:u32 hp:i32", NULL));
    CHECK_TEXT(enemies_value(0, "hp"), "70000");
    CHECK_TEXT(enemies_value(1, "hp"), "5");
    ed_run_close(&enemies_run);
}

TEST(records_with_equal_keys_get_nothing_restored)
{
    CHECK(enemies_begin("id:u32 hp:f32", "id"));
    enemies_grow(3);
    for (u32 i = 0; i < 3; i++) {
        enemies_set(i, "id", i == 2 ? "9" : "4");
        enemies_set(i, "hp", "7");
    }
    CHECK(enemies_become("id:u32", "id") && enemies_become("id:u32 hp:f32", "id"));
    CHECK_TEXT(enemies_value(0, "hp"), "0");
    CHECK_TEXT(enemies_value(1, "hp"), "0");
    CHECK_TEXT(enemies_value(2, "hp"), "7");
    ed_run_close(&enemies_run);
}

TEST(values_without_a_record_are_retained_and_reported)
{
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(2);
    enemies_set(1, "hp", "7");
    CHECK(enemies_become("id:u32", NULL));
    enemies_grow(3);
    CHECK(enemies_become("id:u32 hp:f32", NULL));
    CHECK_HAS(
        enemies_line(),
        "added Enemy.hp = 0 (3 records): 1 old value in the attic belongs to no current record, "
        "because a list has a different length; add [[key(field)]] to Enemy to identify its "
        "records");
    CHECK_EQ(ed_attic_count(enemies_run.attics.current), 1);
    ed_run_close(&enemies_run);
}

TEST(values_are_restored_after_a_list_is_renamed)
{
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(2);
    enemies_set(1, "hp", "7");
    CHECK(enemies_become("id:u32", NULL));
    test_Version *renamed = enemies_version_of("id:u32", NULL, "foes");
    u32 tag = ed_tag("enemies", 7);
    ed_Field *list = (ed_Field *)(uintptr_t)&renamed->states[0]->fields[0];
    list->was = &tag;
    list->was_count = 1;
    CHECK(ed_run_replace(&enemies_run, &renamed->module, &error));
    CHECK(ed_run_replace(&enemies_run, &enemies_version_of("id:u32 hp:f32", NULL, "foes")->module,
                         &error));
    CHECK_TEXT(enemies_value(1, "hp"), "7");
    ed_run_close(&enemies_run);
}

TEST(values_are_restored_by_a_key_whose_type_changed)
{
    CHECK(enemies_begin("x:f64 id:u32 hp:f32", "id"));
    enemies_grow(3);
    enemies_set(0, "id", "10"), enemies_set(0, "hp", "1");
    enemies_set(1, "id", "20"), enemies_set(1, "hp", "2");
    enemies_set(2, "id", "30"), enemies_set(2, "hp", "3");
    CHECK(enemies_become("x:f64 id:i16", "id"));      // the key is narrowed while hp is dropped
    enemies_set(0, "id", "20"), enemies_set(1, "id", "10");
    CHECK(enemies_become("x:f64 id:i16 hp:f32", "id"));
    CHECK_TEXT(enemies_value(0, "hp"), "2");
    CHECK_TEXT(enemies_value(1, "hp"), "1");
    CHECK_TEXT(enemies_value(2, "hp"), "3");
    ed_run_close(&enemies_run);
}

TEST(a_state_over_its_limit_is_refused_before_a_row_is_migrated)
{
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(50000);
    enemies_set(49999, "hp", "7");
    ed_Arena *spare = enemies_run.states[0].arena == &enemies_run.state_arenas[0][0]
                        ? &enemies_run.state_arenas[0][1]
                        : &enemies_run.state_arenas[0][0];
    ed_arena_close(spare);
    CHECK(ed_arena_open(spare, "state Game", (size_t)64 << 10, &error));
    test_Version *next = enemies_version_of("id:u32 hp:f32 armor:u64", NULL, "enemies");
    CHECK(!ed_run_replace(&enemies_run, &next->module, &error));
    CHECK_HAS(error.text, "50000 items of 16 bytes do not fit into the memory of state Game");
    CHECK(spare->used < 4096);
    CHECK_TEXT(enemies_value(49999, "hp"), "7");
    ed_arena_close(spare);
    CHECK(enemies_become("id:u32 hp:f32 armor:u64", NULL));
    CHECK_TEXT(enemies_value(49999, "hp"), "7");
    ed_run_close(&enemies_run);
}

TEST(a_refused_reload_leaves_the_attic_as_it_was)
{
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 hp:f32 more:u8", NULL));
    enemies_grow(2);
    enemies_set(1, "hp", "7");
    enemies_set(1, "more", "3");
    CHECK(enemies_become("id:u32 more:u8", NULL));
    test_Version *next = enemies_version_of("id:u32 hp:f32", NULL, "enemies");
    ed_Type *enemy = (ed_Type *)(uintptr_t)next->types[0];
    enemy->upgrade_name = "enemy_upgrade";
    enemy->upgrade = refuse;
    CHECK(!ed_run_replace(&enemies_run, &next->module, &error));
    CHECK_HAS(error.text, "no file of the game defines that function");
    enemy->upgrade_at = there;
    error.code = ED_OK;
    CHECK(!ed_run_replace(&enemies_run, &next->module, &error));
    CHECK_HAS(error.text, "enemy_upgrade refused: it returned false");
    CHECK_TEXT(enemies_value(1, "more"), "3");
    CHECK(enemies_become("id:u32 hp:f32", NULL));
    CHECK_TEXT(enemies_value(1, "hp"), "7");
    ed_run_close(&enemies_run);
}

static bool double_hp(ed_Arena *arena, void *it, const ed_OldRecord *old)
{
    f32 *hp = (f32 *)it + 1;
    (void)arena;
    (void)old;
    *hp *= 2;
    return true;
}

TEST(an_upgrade_function_runs_again_if_its_edit_is_undone_and_redone)
{
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 hp:f32", NULL));
    enemies_grow(1);
    enemies_set(0, "hp", "7");
    test_Version *next = enemies_version_of("id:u32 hp:f32 armor:u64", NULL, "enemies");
    ed_Type *enemy = (ed_Type *)(uintptr_t)next->types[0];
    enemy->upgrade_name = "double_hp";
    enemy->upgrade = double_hp;
    enemy->upgrade_at = there;
    CHECK(ed_run_replace(&enemies_run, &next->module, &error));
    CHECK_TEXT(enemies_value(0, "hp"), "14");
    CHECK(enemies_become("id:u32 hp:f32", NULL));
    CHECK_TEXT(enemies_value(0, "hp"), "14");
    CHECK(ed_run_replace(&enemies_run, &next->module, &error));
    CHECK_TEXT(enemies_value(0, "hp"), "28");
    ed_run_close(&enemies_run);
}

TEST(a_full_attic_drops_and_reports_its_oldest_values_first)
{
    CHECK(enemies_begin("id:u32 a:u64 b:u64 c:u64", NULL));
    enemies_grow(2000);
    enemies_set(7, "a", "1");
    enemies_set(7, "b", "2");
    enemies_set(7, "c", "3");
    CHECK(enemies_become("id:u32 b:u64 c:u64", NULL));
    enemies_run.attics.current->limit = ed_attic_bytes(enemies_run.attics.current) * 3 / 2;
    CHECK(enemies_run.report.remark_count == 0);
    CHECK(enemies_become("id:u32 c:u64", NULL));
    CHECK_HAS(enemies_line(), "the attic is full: 1 of its oldest values was deleted");
    CHECK(enemies_become("id:u32", NULL));
    CHECK(enemies_become("id:u32 a:u64 b:u64 c:u64", NULL));
    CHECK_TEXT(enemies_value(7, "a"), "0");
    CHECK_TEXT(enemies_value(7, "b"), "2");
    CHECK_TEXT(enemies_value(7, "c"), "3");
    ed_run_close(&enemies_run);
}

TEST(a_value_that_does_not_fit_the_attic_is_reported)
{
    CHECK(enemies_begin("id:u32 a:u64", NULL));
    enemies_run.attics.current->limit = 4096;
    enemies_grow(2000);
    enemies_set(7, "a", "1");
    enemies_set(8, "a", "1");
    CHECK(enemies_become("id:u32", NULL));
    CHECK_HAS(enemies_run.report.remarks[0], "the attic is full: 2 old values could not be kept");
    CHECK_HAS(enemies_line(), "2 old values could not be kept");
    for (u32 i = 0; i < enemies_run.report.count; i++)
        CHECK(!enemies_run.report.rows[i].note);      // "kept in the attic" would be wrong
    ed_run_close(&enemies_run);
}

static u8 *saved(size_t *size)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    if (!ed_run_pack(&enemies_run, &bytes, &error)) return NULL;
    u8 *copy = ed_arena_push(test_arena(), bytes.size, 1);
    memcpy(copy, bytes.at, bytes.size);
    *size = bytes.size;
    return copy;
}

TEST(a_snapshot_contains_the_attic_on_request)
{
    for (u32 i = 0; i < 4; i++) {
        bool asked = i & 1, failed = i & 2;
        size_t size;
        ed_Error error = { .code = ED_OK };
        CHECK(enemies_begin("id:u32 hp:f32", "id"));
        enemies_grow(2);
        enemies_set(1, "id", "5");
        enemies_set(1, "hp", "7");
        CHECK(enemies_become("id:u32", "id"));
        enemies_run.keep_attic = asked;
        u8 *bytes = saved(&size);
        CHECK(bytes != NULL);
        ed_run_close(&enemies_run);
        CHECK(enemies_begin("id:u32", "id"));
        if (failed) enemies_run.failed_phase = ED_PHASE_UPDATE;
        CHECK(ed_run_load(&enemies_run, bytes, size, &error));
        CHECK(enemies_become("hp:f32 id:u32", "id"));
        CHECK_TEXT(enemies_value(1, "hp"), asked ? "7" : "0");
        ed_run_close(&enemies_run);
    }
}

TEST(a_snapshot_contains_what_is_left_after_most_was_restored)
{
    size_t size;
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 hp:f32 a:u32 b:u32 c:u32 d:u32", NULL));
    enemies_grow(40);
    for (u32 i = 0; i < 40; i++)
        for (const char *field = "a\0b\0c\0d\0"; *field; field += 2) enemies_set(i, field, "300");
    enemies_set(7, "hp", "7");
    CHECK(enemies_become("id:u32 a:u8 b:u8 c:u8 d:u8", NULL));
    CHECK(enemies_become("id:u32 a:u32 b:u32 c:u32 d:u32", NULL));
    CHECK_TEXT(enemies_value(9, "c"), "300");
    enemies_run.keep_attic = true;
    u8 *bytes = saved(&size);
    CHECK(bytes != NULL);
    CHECK(ed_run_load(&enemies_run, bytes, size, &error));
    CHECK(enemies_become("hp:f32 id:u32", NULL));
    CHECK_TEXT(enemies_value(7, "hp"), "7");
    ed_run_close(&enemies_run);
}

/// Reloads a list of that many records, and returns the memory that its document was packed to.
static const u8 *lose_in_list(u32 count)
{
    if (!enemies_begin("id:u32 a:u64", NULL)) return NULL;
    enemies_grow(count);
    enemies_set(1, "a", "7");
    const u8 *packed = enemies_run.buffer.base;
    return enemies_become("id:u32", NULL) ? packed : NULL;
}

TEST(only_the_memory_of_a_large_document_is_taken_over)
{
    for (u32 large = 0; large < 2; large++) {
        const u8 *packed = lose_in_list(large ? 200000 : 2);
        CHECK(packed && enemies_run.attics.current->count == 1);
        CHECK_EQ(enemies_run.attics.current->states[0].document.at == packed, large);
        CHECK_EQ(enemies_run.buffer.base != packed, large);
        CHECK(enemies_become("id:u32 b:u16", NULL) && enemies_become("id:u32 a:u64", NULL));
        CHECK_TEXT(enemies_value(1, "a"), "7");
        ed_run_close(&enemies_run);
    }
}

TEST(values_in_the_attic_of_a_snapshot_that_do_not_fit_are_reported)
{
    const size_t before = ed_bytes_max;
    size_t size;
    ed_Error error = { .code = ED_OK };
    CHECK(enemies_begin("id:u32 a:u64", NULL));
    enemies_grow(400000);
    enemies_set(7, "a", "1");
    enemies_set(8, "a", "1");
    CHECK(enemies_become("id:u32", NULL));
    CHECK_EQ(enemies_run.report.remark_count, 0);
    enemies_run.keep_attic = true;
    u8 *bytes = saved(&size);
    CHECK(bytes != NULL);
    ed_run_close(&enemies_run);
    ed_bytes_max = (size_t)16 << 20;
    bool good = enemies_begin("id:u32", NULL) && ed_run_load(&enemies_run, bytes, size, &error);
    ed_bytes_max = before;
    if (!good) printf("%s\n", error.text);
    CHECK(good && enemies_run.report.remark_count == 1);
    CHECK_HAS(enemies_line(), "old values could not be kept");
    ed_run_close(&enemies_run);
}

static ed_Array *bytes_of(u32 enemy)
{
    const ed_Type *type = enemies_run.module->schema->types[0];
    const ed_Array *list = enemies_run.states[0].at;
    u8 *it = (u8 *)list->items + enemy * type->size;
    return (ed_Array *)(void *)(it + ed_field_by_name(type, "bytes", 5)->offset);
}

TEST(large_values_are_found_among_small_ones)
{
    static const u32 sizes[] = { 3, 5000, 20, 70000, 4060, 1 };
    CHECK(enemies_begin("id:u32 bytes:u8[]", NULL));
    enemies_grow(ED_COUNT(sizes));
    for (u32 i = 0; i < ED_COUNT(sizes); i++)
        while (bytes_of(i)->count < sizes[i])
            *(u8 *)ed_array_add(enemies_run.states[0].arena, bytes_of(i), 1, 1) = (u8)i;
    CHECK(enemies_become("id:u32", NULL));
    CHECK_EQ(ed_attic_count(enemies_run.attics.current), ED_COUNT(sizes));
    CHECK(enemies_become("id:u32 bytes:u8[]", NULL));
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        CHECK_EQ(bytes_of(i)->count, sizes[i]);
        CHECK_EQ(((u8 *)bytes_of(i)->items)[sizes[i] - 1], i);
    }
    ed_run_close(&enemies_run);
}

TEST(a_load_begins_with_an_empty_attic)
{
    for (u32 failed = 0; failed < 2; failed++) {
        size_t size;
        ed_Error error = { .code = ED_OK };
        CHECK(enemies_begin("id:u32 hp:f32", NULL));
        enemies_grow(1);
        enemies_set(0, "hp", "7");
        CHECK(enemies_become("id:u32", NULL));
        u8 *bytes = saved(&size);
        if (failed) enemies_run.failed_phase = ED_PHASE_UPDATE;
        CHECK(ed_run_load(&enemies_run, bytes, size, &error));
        CHECK(enemies_become("id:u32 hp:f32", NULL));
        CHECK_TEXT(enemies_value(0, "hp"), "0");
        ed_run_close(&enemies_run);
    }
}

TEST(an_untrusted_attic_is_checked)
{
    size_t size;
    u32 good = 0;
    CHECK(enemies_begin("id:u32 hp:f32", "id"));
    enemies_grow(2);
    enemies_set(1, "hp", "7");
    CHECK(enemies_become("id:u32", "id"));
    enemies_run.keep_attic = true;
    u8 *bytes = saved(&size);
    for (size_t at = size / 2; at < size - 9; at++)
        for (u32 bit = 0; bit < 8; bit++) {
            ed_Error error = { .code = ED_OK };
            bytes[at] ^= (u8)(1u << bit);
            u8 seal = bytes[size - 9];
            bytes[size - 9] = 0xc0;      // nil: not sealed
            good += ed_run_load(&enemies_run, bytes, size - 8, &error);
            bytes[size - 9] = seal;
            bytes[at] ^= (u8)(1u << bit);
        }
    CHECK(good > 0);
    CHECK(enemies_become("id:u32 hp:f32", "id"));
    ed_run_close(&enemies_run);
}

TEST(a_value_restored_into_a_narrower_type_is_still_retained)
{
    CHECK(enemies_begin("id:u32 a:u32", NULL));
    enemies_grow(1);
    enemies_set(0, "a", "37005");
    CHECK(enemies_become("id:u32", NULL));
    CHECK(enemies_become("id:u32 a:u8", NULL));
    CHECK_TEXT(enemies_value(0, "a"), "255");
    CHECK_HAS(enemies_line(), "restored Enemy.a (1 of 1 record, 1 saturated)");
    CHECK(enemies_become("id:u32 a:u32", NULL));
    CHECK_TEXT(enemies_value(0, "a"), "37005");
    ed_run_close(&enemies_run);
}
// --- going back to the code before ---------------------------------------------------------------

static ed_Phase failing;
static void load_nothing(ed_Host *host) { (void)host; }

static bool call_and_fail(void *it, ed_Phase phase, void (*fn)(void *), void *arg)
{
    (void)it;
    fn(arg);
    return phase != failing;
}

TEST(a_module_that_fails_during_a_reload_leaves_the_attic_as_it_was)
{
    static const ed_Phase phases[] = { ED_PHASE_LOAD, ED_PHASE_UNPACK };
    for (u32 i = 0; i < ED_COUNT(phases); i++) {
        ed_Error error = { .code = ED_OK };
        CHECK(enemies_begin("id:u32 hp:f32 more:u8", NULL));
        enemies_grow(2);
        enemies_set(1, "hp", "7");
        CHECK(enemies_become("id:u32 more:u8", NULL));
        test_Version *next = enemies_version_of("id:u32 hp:f32", NULL, "enemies");
        next->module.load = load_nothing;
        failing = phases[i];
        enemies_run.caller.call = call_and_fail;
        CHECK(!ed_run_replace(&enemies_run, &next->module, &error));
        enemies_run.caller.call = NULL;
        CHECK(!enemies_run.failed_phase);
        CHECK(enemies_become("id:u32 hp:f32 more:u8", NULL));
        CHECK_TEXT(enemies_value(1, "hp"), "7");
        CHECK_HAS(enemies_line(), "restored Enemy.hp (2 of 2 records)");
        CHECK_EQ(ed_attic_count(enemies_run.attics.current),
                 0);      // the values that the failed module dropped are not in it
        ed_run_close(&enemies_run);
    }
}

/// Reloads twice and, if asked, starts a new game or loads a snapshot.
static bool reload_twice(bool restart, bool load)
{
    size_t size;
    ed_Error error = { .code = ED_OK };
    bool good = enemies_become("id:u32 hp:f32 more:u8", NULL) && enemies_become("id:u32", NULL)
             && (!restart || ed_run_restart(&enemies_run, 1, &error));
    const u8 *bytes = saved(&size);
    return good && bytes && (!load || ed_run_load(&enemies_run, bytes, size, &error));
}

TEST(a_rollback_restores_the_attic_too)
{
    for (u32 i = 0; i < 4; i++) {
        ed_Arena memory;
        ed_Span bytes;
        ed_Error error = { .code = ED_OK };
        CHECK(enemies_begin("id:u32 hp:f32 more:u8 last:u16", NULL));
        enemies_grow(3);
        enemies_set(1, "hp", "7");
        enemies_set(1, "more", "3");
        enemies_set(2, "last", "9");
        CHECK(enemies_become("id:u32 hp:f32 more:u8", NULL)
              && enemies_become("id:u32 more:u8", NULL));
        const ed_Module *before = enemies_run.module;
        ed_Attic *attic = enemies_run.attics.current;
        CHECK(ed_arena_open(&memory, "kept", (size_t)1 << 20, &error));
        CHECK(ed_run_pack_into(&enemies_run, ED_PACK_LIVE, &memory, &bytes, &error));
        ed_attics_hold(&enemies_run.attics, attic);
        CHECK(reload_twice(i & 1, i & 2));
        CHECK(enemies_run.attics.current != attic);
        CHECK(ed_run_roll_back(&enemies_run, before, bytes, attic, ED_PHASE_NONE, &error));
        ed_attics_drop(&enemies_run.attics, attic);
        CHECK_TEXT(enemies_value(1, "more"), "3");
        CHECK(enemies_become("id:u32 hp:f32 more:u8 last:u16", NULL));
        CHECK_HAS(enemies_line(), "restored Enemy.hp (3 of 3 records)");
        CHECK_TEXT(enemies_value(1, "hp"), "7");
        CHECK_TEXT(enemies_value(2, "last"), "9");
        CHECK_EQ(ed_attic_count(enemies_run.attics.current), 0);
        ed_arena_close(&memory);
        ed_run_close(&enemies_run);
    }
}
