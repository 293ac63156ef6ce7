#include <stdio.h>
#include "runtime/migrate/attic.h"
#include "runtime/run/run.h"
#include "runtime/value/value.h"
#include "tests/lib/test.h"
#include "tests/lib/versions.h"

// --- a small game whose only state is a list of enemies, in any version --------------------------

static void there(void) {}

static bool refuse(ed_Arena *arena, void *it, const ed_OldRecord *before)
{
    (void)arena;
    (void)it;
    (void)before;
    return false;
}

static test_Version *version_of(const char *words, const char *key, const char *list)
{
    char state[64];
    snprintf(state, sizeof state, "%s:Enemy[]", list);
    return test_version("Game", state, test_type("Enemy", words, NULL, key));
}

static ed_Run run;
static char text[4096];

static bool begin(const char *words, const char *key)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_open(&run, &version_of(words, key, "enemies")->module, 1, &error);
}

static bool become(const char *words, const char *key)
{
    ed_Error error = { .code = ED_OK };
    bool good = ed_run_replace(&run, &version_of(words, key, "enemies")->module, &error);
    if (!good) printf("%s\n", error.text);
    return good;
}

static void grow(u32 count)
{
    ed_Array *list = run.states[0].at;
    const ed_Type *enemy = run.module->schema->types[0];
    while (list->count < count) ed_array_add(run.states[0].arena, list, enemy->size, enemy->align);
}

static void set(u32 index, const char *field, const char *value)
{
    char path[64];
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&run);
    snprintf(path, sizeof path, "Game.%s[%u].%s", run.module->schema->states[0]->fields[0].name,
             index, field);
    if (!ed_value_find(&state, path, &place, &error) || !ed_value_set(&place, value, &error))
        printf("%s\n", error.text);
}

static const char *value(u32 index, const char *field)
{
    char path[64];
    ed_ValueRef place;
    ed_Error error = { .code = ED_OK };
    ed_State state = ed_run_state(&run);
    ed_Text out = ed_text_over(text, sizeof text);
    snprintf(path, sizeof path, "Game.%s[%u].%s", run.module->schema->states[0]->fields[0].name,
             index, field);
    if (ed_value_find(&state, path, &place, &error)) ed_value_json(&place, &out);
    else ed_text_add(&out, "%s", error.text);
    return text;
}

static const char *line(void)
{
    ed_Text out = ed_text_over(text, sizeof text);
    ed_report_line(&run.report, &out);
    return text;
}

// --- the attic -----------------------------------------------------------------------------------

TEST(a_dropped_field_comes_back_after_twenty_other_saves)
{
    char words[64];
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(3);
    set(1, "hp", "7.5");
    CHECK(become("id:u32", NULL));
    for (u32 i = 0; i < 20; i++) {
        snprintf(words, sizeof words, "id:u32 some%u:u16", i);
        CHECK(become(words, NULL));
    }
    CHECK(become("id:u32 hp:f32", NULL));
    CHECK_TEXT(value(1, "hp"), "7.5");
    CHECK_HAS(line(), "restored Enemy.hp (3 of 3 records)");
    ed_run_close(&run);
}

TEST(restored_values_leave_the_attic)
{
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(1);
    set(0, "hp", "7");
    CHECK(become("id:u32", NULL) && become("id:u32 hp:f32", NULL));
    CHECK_EQ(ed_attic_count(run.attic), 0);
    set(0, "hp", "3");
    CHECK(become("id:u32", NULL) && become("id:u32 hp:f32", NULL));
    CHECK_TEXT(value(0, "hp"), "3");
    ed_run_close(&run);
}

TEST(a_number_narrowed_twice_goes_back_to_what_it_was_first)
{
    CHECK(begin("id:u32 hp:i32", NULL));
    grow(2);
    set(0, "hp", "70000");
    set(1, "hp", "-70000");
    CHECK(become("id:u32 hp:i16", NULL) && become("id:u32 hp:i8", NULL));
    CHECK_TEXT(value(0, "hp"), "127");
    set(1, "hp", "5");      // the game writes it before the reload; this value counts
    CHECK(become("id:u32 hp:u16", NULL));
    CHECK_TEXT(value(0, "hp"), "65535");
    CHECK(become("id:u32 hp:i32", NULL));
    CHECK_TEXT(value(0, "hp"), "70000");
    CHECK_TEXT(value(1, "hp"), "5");
    ed_run_close(&run);
}

TEST(records_with_equal_keys_get_nothing_restored)
{
    CHECK(begin("id:u32 hp:f32", "id"));
    grow(3);
    for (u32 i = 0; i < 3; i++) {
        set(i, "id", i == 2 ? "9" : "4");
        set(i, "hp", "7");
    }
    CHECK(become("id:u32", "id") && become("id:u32 hp:f32", "id"));
    CHECK_TEXT(value(0, "hp"), "0");
    CHECK_TEXT(value(1, "hp"), "0");
    CHECK_TEXT(value(2, "hp"), "7");
    ed_run_close(&run);
}

TEST(values_without_a_record_are_retained_and_reported)
{
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(2);
    set(1, "hp", "7");
    CHECK(become("id:u32", NULL));
    grow(3);
    CHECK(become("id:u32 hp:f32", NULL));
    CHECK_HAS(
        line(),
        "added Enemy.hp = 0 (3 records): 1 old value in the attic belongs to no current record, "
        "because a list has a different length; add [[key(field)]] to Enemy to identify its "
        "records");
    CHECK_EQ(ed_attic_count(run.attic), 1);
    ed_run_close(&run);
}

TEST(values_are_restored_after_a_list_is_renamed)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(2);
    set(1, "hp", "7");
    CHECK(become("id:u32", NULL));
    test_Version *renamed = version_of("id:u32", NULL, "foes");
    u32 tag = ed_tag("enemies", 7);
    ed_Field *list = (ed_Field *)(uintptr_t)&renamed->states[0]->fields[0];
    list->was = &tag;
    list->was_count = 1;
    CHECK(ed_run_replace(&run, &renamed->module, &error));
    CHECK(ed_run_replace(&run, &version_of("id:u32 hp:f32", NULL, "foes")->module, &error));
    CHECK_TEXT(value(1, "hp"), "7");
    ed_run_close(&run);
}

TEST(values_are_restored_by_a_key_whose_type_changed)
{
    CHECK(begin("x:f64 id:u32 hp:f32", "id"));
    grow(3);
    set(0, "id", "10"), set(0, "hp", "1");
    set(1, "id", "20"), set(1, "hp", "2");
    set(2, "id", "30"), set(2, "hp", "3");
    CHECK(become("x:f64 id:i16", "id"));      // the key is narrowed while hp is dropped
    set(0, "id", "20"), set(1, "id", "10");
    CHECK(become("x:f64 id:i16 hp:f32", "id"));
    CHECK_TEXT(value(0, "hp"), "2");
    CHECK_TEXT(value(1, "hp"), "1");
    CHECK_TEXT(value(2, "hp"), "3");
    ed_run_close(&run);
}

TEST(a_state_over_its_limit_is_refused_before_a_row_is_migrated)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(50000);
    set(49999, "hp", "7");
    ed_Arena *spare = run.states[0].arena == &run.state_arenas[0][0] ? &run.state_arenas[0][1]
                                                                     : &run.state_arenas[0][0];
    ed_arena_close(spare);
    CHECK(ed_arena_open(spare, "state Game", (size_t)64 << 10, &error));
    test_Version *next = version_of("id:u32 hp:f32 armor:u64", NULL, "enemies");
    CHECK(!ed_run_replace(&run, &next->module, &error));
    CHECK_HAS(error.text, "50000 items of 16 bytes do not fit into the memory of state Game");
    CHECK(spare->used < 4096);
    CHECK_TEXT(value(49999, "hp"), "7");
    ed_arena_close(spare);
    CHECK(become("id:u32 hp:f32 armor:u64", NULL));
    CHECK_TEXT(value(49999, "hp"), "7");
    ed_run_close(&run);
}

TEST(a_refused_reload_leaves_the_attic_as_it_was)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin("id:u32 hp:f32 more:u8", NULL));
    grow(2);
    set(1, "hp", "7");
    set(1, "more", "3");
    CHECK(become("id:u32 more:u8", NULL));
    test_Version *next = version_of("id:u32 hp:f32", NULL, "enemies");
    ed_Type *enemy = (ed_Type *)(uintptr_t)next->types[0];
    enemy->upgrade_name = "enemy_upgrade";
    enemy->upgrade = refuse;
    CHECK(!ed_run_replace(&run, &next->module, &error));
    CHECK_HAS(error.text, "no file of the game defines that function");
    enemy->upgrade_at = there;
    error.code = ED_OK;
    CHECK(!ed_run_replace(&run, &next->module, &error));
    CHECK_HAS(error.text, "enemy_upgrade refused: it returned false");
    CHECK_TEXT(value(1, "more"), "3");
    CHECK(become("id:u32 hp:f32", NULL));
    CHECK_TEXT(value(1, "hp"), "7");
    ed_run_close(&run);
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
    CHECK(begin("id:u32 hp:f32", NULL));
    grow(1);
    set(0, "hp", "7");
    test_Version *next = version_of("id:u32 hp:f32 armor:u64", NULL, "enemies");
    ed_Type *enemy = (ed_Type *)(uintptr_t)next->types[0];
    enemy->upgrade_name = "double_hp";
    enemy->upgrade = double_hp;
    enemy->upgrade_at = there;
    CHECK(ed_run_replace(&run, &next->module, &error));
    CHECK_TEXT(value(0, "hp"), "14");
    CHECK(become("id:u32 hp:f32", NULL));
    CHECK_TEXT(value(0, "hp"), "14");
    CHECK(ed_run_replace(&run, &next->module, &error));
    CHECK_TEXT(value(0, "hp"), "28");
    ed_run_close(&run);
}

TEST(a_full_attic_drops_and_reports_its_oldest_values_first)
{
    CHECK(begin("id:u32 a:u64 b:u64 c:u64", NULL));
    grow(2000);
    set(7, "a", "1");
    set(7, "b", "2");
    set(7, "c", "3");
    CHECK(become("id:u32 b:u64 c:u64", NULL));
    run.attic->limit = ed_attic_bytes(run.attic) * 3 / 2;
    CHECK(run.report.forgotten == 0);
    CHECK(become("id:u32 c:u64", NULL));
    CHECK_HAS(line(), "the attic is full: 1 of its oldest values was deleted");
    CHECK(become("id:u32", NULL));
    CHECK(become("id:u32 a:u64 b:u64 c:u64", NULL));
    CHECK_TEXT(value(7, "a"), "0");
    CHECK_TEXT(value(7, "b"), "2");
    CHECK_TEXT(value(7, "c"), "3");
    ed_run_close(&run);
}

TEST(a_value_that_does_not_fit_the_attic_is_reported)
{
    CHECK(begin("id:u32 a:u64", NULL));
    run.attic->limit = 4096;
    grow(2000);
    set(7, "a", "1");
    set(8, "a", "1");
    CHECK(become("id:u32", NULL));
    CHECK_EQ(run.report.refused, 2);
    CHECK_HAS(line(), "2 old values could not be kept");
    for (u32 i = 0; i < run.report.count; i++)
        CHECK(!run.report.rows[i].note);      // "kept in the attic" would be wrong
    ed_run_close(&run);
}

static u8 *saved(size_t *size)
{
    ed_Span bytes;
    ed_Error error = { .code = ED_OK };
    if (!ed_run_pack(&run, &bytes, &error)) return NULL;
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
        CHECK(begin("id:u32 hp:f32", "id"));
        grow(2);
        set(1, "id", "5");
        set(1, "hp", "7");
        CHECK(become("id:u32", "id"));
        run.keep_attic = asked;
        u8 *bytes = saved(&size);
        CHECK(bytes != NULL);
        ed_run_close(&run);
        CHECK(begin("id:u32", "id"));
        if (failed) run.failed_phase = ED_PHASE_UPDATE;
        CHECK(ed_run_load(&run, bytes, size, &error));
        CHECK(become("hp:f32 id:u32", "id"));
        CHECK_TEXT(value(1, "hp"), asked ? "7" : "0");
        ed_run_close(&run);
    }
}

TEST(a_snapshot_contains_what_is_left_after_most_was_restored)
{
    size_t size;
    ed_Error error = { .code = ED_OK };
    CHECK(begin("id:u32 hp:f32 a:u32 b:u32 c:u32 d:u32", NULL));
    grow(40);
    for (u32 i = 0; i < 40; i++)
        for (const char *field = "a\0b\0c\0d\0"; *field; field += 2) set(i, field, "300");
    set(7, "hp", "7");
    CHECK(become("id:u32 a:u8 b:u8 c:u8 d:u8", NULL));
    CHECK(become("id:u32 a:u32 b:u32 c:u32 d:u32", NULL));
    CHECK_TEXT(value(9, "c"), "300");
    run.keep_attic = true;
    u8 *bytes = saved(&size);
    CHECK(bytes != NULL);
    CHECK(ed_run_load(&run, bytes, size, &error));
    CHECK(become("hp:f32 id:u32", NULL));
    CHECK_TEXT(value(7, "hp"), "7");
    ed_run_close(&run);
}

TEST(values_in_the_attic_of_a_snapshot_that_do_not_fit_are_reported)
{
    const size_t before = ed_bytes_max;
    size_t size;
    ed_Error error = { .code = ED_OK };
    CHECK(begin("id:u32 a:u64", NULL));
    grow(400000);
    set(7, "a", "1");
    set(8, "a", "1");
    CHECK(become("id:u32", NULL));
    CHECK_EQ(run.report.refused, 0);
    run.keep_attic = true;
    u8 *bytes = saved(&size);
    CHECK(bytes != NULL);
    ed_run_close(&run);
    ed_bytes_max = (size_t)16 << 20;
    bool good = begin("id:u32", NULL) && ed_run_load(&run, bytes, size, &error);
    ed_bytes_max = before;
    if (!good) printf("%s\n", error.text);
    CHECK(good && run.report.refused > 0);
    CHECK_HAS(line(), "old values could not be kept");
    ed_run_close(&run);
}

static ed_Array *bytes_of(u32 enemy)
{
    const ed_Type *type = run.module->schema->types[0];
    const ed_Array *list = run.states[0].at;
    u8 *it = (u8 *)list->items + enemy * type->size;
    return (ed_Array *)(void *)(it + ed_field_by_name(type, "bytes", 5)->offset);
}

TEST(large_values_are_found_among_small_ones)
{
    static const u32 sizes[] = { 3, 5000, 20, 70000, 4060, 1 };
    CHECK(begin("id:u32 bytes:u8[]", NULL));
    grow(ED_COUNT(sizes));
    for (u32 i = 0; i < ED_COUNT(sizes); i++)
        while (bytes_of(i)->count < sizes[i])
            *(u8 *)ed_array_add(run.states[0].arena, bytes_of(i), 1, 1) = (u8)i;
    CHECK(become("id:u32", NULL));
    CHECK_EQ(ed_attic_count(run.attic), ED_COUNT(sizes));
    CHECK(become("id:u32 bytes:u8[]", NULL));
    for (u32 i = 0; i < ED_COUNT(sizes); i++) {
        CHECK_EQ(bytes_of(i)->count, sizes[i]);
        CHECK_EQ(((u8 *)bytes_of(i)->items)[sizes[i] - 1], i);
    }
    ed_run_close(&run);
}

TEST(a_load_begins_with_an_empty_attic)
{
    for (u32 failed = 0; failed < 2; failed++) {
        size_t size;
        ed_Error error = { .code = ED_OK };
        CHECK(begin("id:u32 hp:f32", NULL));
        grow(1);
        set(0, "hp", "7");
        CHECK(become("id:u32", NULL));
        u8 *bytes = saved(&size);
        if (failed) run.failed_phase = ED_PHASE_UPDATE;
        CHECK(ed_run_load(&run, bytes, size, &error));
        CHECK(become("id:u32 hp:f32", NULL));
        CHECK_TEXT(value(0, "hp"), "0");
        ed_run_close(&run);
    }
}

TEST(an_untrusted_attic_is_checked)
{
    size_t size;
    u32 good = 0;
    CHECK(begin("id:u32 hp:f32", "id"));
    grow(2);
    set(1, "hp", "7");
    CHECK(become("id:u32", "id"));
    run.keep_attic = true;
    u8 *bytes = saved(&size);
    for (size_t at = size / 2; at < size - 9; at++)
        for (u32 bit = 0; bit < 8; bit++) {
            ed_Error error = { .code = ED_OK };
            bytes[at] ^= (u8)(1u << bit);
            u8 seal = bytes[size - 9];
            bytes[size - 9] = 0xc0;      // nil: not sealed
            good += ed_run_load(&run, bytes, size - 8, &error);
            bytes[size - 9] = seal;
            bytes[at] ^= (u8)(1u << bit);
        }
    CHECK(good > 0);
    CHECK(become("id:u32 hp:f32", "id"));
    ed_run_close(&run);
}

// --- names that change while values wait ---------------------------------------------------------

/// Gives the field a former name.
static const ed_Module *with_was(test_Version *version, const char *field, const char *was)
{
    test_field(version->types[0], field)->was = test_was(was);
    test_field(version->types[0], field)->was_count = 1;
    return &version->module;
}

static bool replace_with(const ed_Module *module)
{
    ed_Error error = { .code = ED_OK };
    return ed_run_replace(&run, module, &error);
}

TEST(a_dropped_field_comes_back_under_another_name)
{
    CHECK(begin("id:u32 b:u32", NULL));
    grow(2);
    set(1, "b", "77");
    CHECK(become("id:u32", NULL));
    CHECK(replace_with(with_was(version_of("id:u32 e:u32", NULL, "enemies"), "e", "b")));
    CHECK_TEXT(value(1, "e"), "77");
    ed_run_close(&run);
}

TEST(an_attribute_was_that_is_added_one_save_later_restores_the_values)
{
    CHECK(begin("id:u32 a:f32", NULL));
    grow(2);
    set(1, "a", "77");
    CHECK(become("id:u32 c:f32 d:f32", NULL));      // either of them may be the old one
    CHECK_TEXT(value(1, "c"), "0");
    CHECK(replace_with(with_was(version_of("id:u32 c:f32 d:f32", NULL, "enemies"), "c", "a")));
    CHECK_HAS(line(), "restored Enemy.c (1 of 2 records)");
    CHECK_TEXT(value(1, "c"), "77");
    ed_run_close(&run);
}

TEST(after_an_assumed_rename_is_undone_the_old_name_gets_its_values_back)
{
    CHECK(begin("id:u32 b:f32", NULL));
    grow(2);
    set(1, "b", "77");
    CHECK(become("id:u32 z:f32", NULL));
    CHECK_TEXT(value(1, "z"), "77");
    test_Version *fresh = version_of("id:u32 z:f32", NULL, "enemies");
    ((ed_Field *)(uintptr_t)&fresh->types[0]->fields[1])->flags = ED_FIELD_FRESH;
    CHECK(replace_with(&fresh->module));
    CHECK_TEXT(value(1, "z"), "0");
    CHECK(become("id:u32 b:f32", NULL));
    CHECK_TEXT(value(1, "b"), "77");
    ed_run_close(&run);
}

TEST(a_rename_and_its_undo_keep_the_current_values)
{
    CHECK(begin("id:u32 b:f32", NULL));
    grow(1);
    set(0, "b", "1");
    CHECK(become("id:u32 z:f32", NULL));
    set(0, "z", "2");
    CHECK(become("id:u32 b:f32", NULL));
    set(0, "b", "3");
    CHECK(become("id:u32 z:f32", NULL));
    CHECK_TEXT(value(0, "z"), "3");
    ed_run_close(&run);
}

TEST(an_old_name_that_was_taken_again_keeps_the_values_apart)
{
    CHECK(begin("id:u32 f:f32", NULL));
    grow(1);
    set(0, "f", "10");
    CHECK(replace_with(with_was(version_of("id:u32 g:f32 f:f32", NULL, "enemies"), "g", "f")));
    set(0, "f", "20");
    CHECK(become("id:u32", NULL));
    CHECK(replace_with(with_was(version_of("id:u32 g:f32 f:f32", NULL, "enemies"), "g", "f")));
    CHECK_TEXT(value(0, "g"), "10");
    CHECK_TEXT(value(0, "f"), "20");
    ed_run_close(&run);
}

TEST(a_renamed_field_of_a_new_record_ignores_what_a_removed_record_with_its_key_had)
{
    CHECK(begin("id:u32 b:u32", "id"));
    grow(1);
    set(0, "id", "2");
    set(0, "b", "77");
    CHECK(become("id:u32", "id"));
    ((ed_Array *)run.states[0].at)->count = 0;
    CHECK(become("id:u32 b:u32", "id"));
    CHECK(replace_with(with_was(version_of("id:u32 e:u32", "id", "enemies"), "e", "b")));
    grow(1);
    set(0, "id", "2");
    set(0, "e", "5");
    CHECK(become("id:u32 e:u32 x:u32", "id"));
    CHECK_TEXT(value(0, "e"), "5");
    ed_run_close(&run);
}

TEST(a_value_restored_into_a_narrower_type_is_still_retained)
{
    CHECK(begin("id:u32 a:u32", NULL));
    grow(1);
    set(0, "a", "37005");
    CHECK(become("id:u32", NULL));
    CHECK(become("id:u32 a:u8", NULL));
    CHECK_TEXT(value(0, "a"), "255");
    CHECK_HAS(line(), "restored Enemy.a (1 of 1 record, 1 saturated)");
    CHECK(become("id:u32 a:u32", NULL));
    CHECK_TEXT(value(0, "a"), "37005");
    ed_run_close(&run);
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
        CHECK(begin("id:u32 hp:f32 more:u8", NULL));
        grow(2);
        set(1, "hp", "7");
        CHECK(become("id:u32 more:u8", NULL));
        test_Version *next = version_of("id:u32 hp:f32", NULL, "enemies");
        next->module.load = load_nothing;
        failing = phases[i];
        run.caller.call = call_and_fail;
        CHECK(!ed_run_replace(&run, &next->module, &error));
        run.caller.call = NULL;
        CHECK(!run.failed_phase);
        CHECK(become("id:u32 hp:f32 more:u8", NULL));
        CHECK_TEXT(value(1, "hp"), "7");
        CHECK_HAS(line(), "restored Enemy.hp (2 of 2 records)");
        CHECK_EQ(ed_attic_count(run.attic),
                 0);      // the values that the failed module dropped are not in it
        ed_run_close(&run);
    }
}

/// Reloads twice and, if asked, starts a new game or loads a snapshot.
static bool reload_twice(bool restart, bool load)
{
    size_t size;
    ed_Error error = { .code = ED_OK };
    bool good = become("id:u32 hp:f32 more:u8", NULL) && become("id:u32", NULL)
             && (!restart || ed_run_restart(&run, 1, &error));
    const u8 *bytes = saved(&size);
    return good && bytes && (!load || ed_run_load(&run, bytes, size, &error));
}

TEST(a_rollback_restores_the_attic_too)
{
    for (u32 i = 0; i < 4; i++) {
        ed_Arena memory;
        ed_Span bytes;
        ed_Error error = { .code = ED_OK };
        CHECK(begin("id:u32 hp:f32 more:u8 last:u16", NULL));
        grow(3);
        set(1, "hp", "7");
        set(1, "more", "3");
        set(2, "last", "9");
        CHECK(become("id:u32 hp:f32 more:u8", NULL) && become("id:u32 more:u8", NULL));
        const ed_Module *before = run.module;
        ed_Attic *attic = run.attic;
        CHECK(ed_arena_open(&memory, "kept", (size_t)1 << 20, &error));
        CHECK(ed_run_pack_into(&run, ED_PACK_LIVE, &memory, &bytes, &error));
        ed_run_hold_attic(&run, attic);
        CHECK(reload_twice(i & 1, i & 2));
        CHECK(run.attic != attic);
        CHECK(ed_run_roll_back(&run, before, bytes, attic, ED_PHASE_NONE, &error));
        ed_run_drop_attic(&run, attic);
        CHECK_TEXT(value(1, "more"), "3");
        CHECK(become("id:u32 hp:f32 more:u8 last:u16", NULL));
        CHECK_HAS(line(), "restored Enemy.hp (3 of 3 records)");
        CHECK_TEXT(value(1, "hp"), "7");
        CHECK_TEXT(value(2, "last"), "9");
        CHECK_EQ(ed_attic_count(run.attic), 0);
        ed_arena_close(&memory);
        ed_run_close(&run);
    }
}
