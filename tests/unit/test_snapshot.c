#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "tests/lib/test.h"
#include <msgpack.h>
#include <stdlib.h>
#include "gen/schema.gen.h"
#include "runtime/attic/snapshot.h"
#include "tests/lib/invariants.h"
#include "tests/lib/sample.h"

/// A state of the unit schema in two arenas.
static ed_RootMemory blocks[2];

static ed_State fresh_state(void)
{
    for (u32 i = 0; i < 2; i++) {
        blocks[i].arena = test_arena();
        blocks[i].at = ed_state_init(eddie_schema.states[i], blocks[i].arena);
    }
    return (ed_State){ .game = "unit", .frame = 812, .schema = &eddie_schema, .roots = blocks };
}

static ed_State filled_state(void)
{
    ed_State state = fresh_state();
    Game *game = blocks[Game_root].at;
    Editor *editor = blocks[Editor_root].at;
    game->tick = 42;
    game->whole.d = 1ull << 60;
    for (u32 i = 0; i < 20; i++)
        Point_array_add(blocks[Game_root].arena, &game->points)->x = (f32)i;
    editor->selected = 3;
    return state;
}

static ed_Writer written(const ed_State *state)
{
    ed_Writer w = test_writer();
    ed_snapshot_write(&w, state);
    return w;
}

static ed_Error error;
static ed_Report report;

static bool reads(const void *bytes, size_t size)
{
    static ed_Arena arenas[3];      // reused, as some tests read thousands of times
    for (u32 i = 0; i < 3; i++) {
        if (!arenas[i].base) ed_arena_open(&arenas[i], "read", (size_t)64 << 20, NULL);
        ed_arena_reset(&arenas[i]);
    }
    ed_RootMemory into[2] = { { NULL, &arenas[0] }, { NULL, &arenas[1] } };
    ed_State state = { .game = "unit", .schema = &eddie_schema, .roots = into };
    error = (ed_Error){ .code = ED_OK };
    bool good = ed_snapshot_read(bytes, size, &state, &arenas[2], &report, &error);
    if (good) memcpy(blocks, into, sizeof blocks);
    return good;
}

/// A document written by hand: a root Game with one record in `whole`, without types.
static ed_Writer without_types(u32 members)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 6);
    ed_write_text(&w, "eddie");
    ed_write_u64(&w, 1);
    ed_write_text(&w, "game");
    ed_write_text(&w, "unit");
    ed_write_text(&w, "frame");
    ed_write_u64(&w, 9);
    ed_write_text(&w, "types");
    ed_write_array(&w, 0);
    ed_write_text(&w, "roots");
    ed_write_map(&w, 1);
    ed_write_u64(&w, Game_type.tag);
    ed_write_map(&w, 1);
    ed_write_u64(&w, Game_whole_tag);
    ed_write_map(&w, members);
    return w;
}

static const ed_ReportRow *row_of(const char *field)
{
    for (u32 i = 0; i < report.count; i++)
        if (strcmp(report.rows[i].type, "Whole") == 0 && strcmp(report.rows[i].field, field) == 0)
            return &report.rows[i];
    return NULL;
}

TEST(what_is_converted_without_types_is_counted)
{
    ed_Writer w = without_types(4);
    ed_write_u64(&w, Whole_a_tag);
    ed_write_u64(&w, 300);
    ed_write_u64(&w, Whole_name_tag);
    ed_write_text(&w, "abcdefghij");
    ed_write_u64(&w, Whole_g_tag);
    ed_write_f64(&w, 2.5);
    ed_write_u64(&w, Whole_mood_tag);
    ed_write_text(&w, "AFRAID");
    ed_write_text(&w, "xxh64");
    ed_write_nil(&w);
    CHECK(reads(w.bytes, w.size));
    const Game *game = blocks[Game_root].at;
    CHECK(game->whole.a == 255 && game->whole.g == 3 && game->whole.mood == Mood_AFRAID);
    CHECK_TEXT(game->whole.name, "abcdefg");
    CHECK_EQ(row_of("a")->tally.saturated, 1);
    CHECK_EQ(row_of("name")->tally.truncated, 1);
    CHECK_EQ(row_of("g")->tally.rounded, 1);
    CHECK_EQ(row_of("mood")->tally.exact, 1);
    CHECK(!ed_report_lossless(&report));
}

TEST(a_snapshot_without_a_game_name_loads_in_any_game)
{
    ed_State state = filled_state();
    state.game = "";
    ed_Writer w = written(&state);
    CHECK(reads(w.bytes, w.size));
    state.game = "another";
    w = written(&state);
    CHECK(!reads(w.bytes, w.size));
    CHECK_HAS(error.text, "the snapshot belongs to the game 'another'");
}

TEST(a_snapshot_comes_back_whole)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    CHECK(ed_write_ok(&w));
    CHECK(reads(w.bytes, w.size));
    Game *game = blocks[Game_root].at;
    CHECK_EQ(game->tick, 42);
    CHECK_EQ(game->points.count, 20);
    CHECK(game->points.items[19].x == 19);
    CHECK_EQ(((Editor *)blocks[Editor_root].at)->selected, 3);
    CHECK_EQ(ed_report_count(&report, ED_KEPT), report.count);
    state.roots = blocks;
    ed_Writer again = written(&state);
    CHECK(again.size == w.size && memcmp(again.bytes, w.bytes, w.size) == 0);
}

TEST(the_same_state_twice_is_the_same_bytes)
{
    ed_State one = filled_state();
    ed_Writer a = written(&one);
    ed_State other = filled_state();
    ed_Writer b = written(&other);
    CHECK(a.size == b.size && memcmp(a.bytes, b.bytes, a.size) == 0);
}

TEST(every_truncation_is_refused)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    for (size_t size = 0; size < w.size; size += sample_step(7)) {
        u8 *copy = malloc(size ? size : 1);
        memcpy(copy, w.bytes, size);
        bool good = reads(copy, size);
        free(copy);
        CHECK(!good);
        CHECK(*error.text);
    }
}

TEST(every_flipped_bit_is_refused)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    for (size_t bit = 0; bit < w.size * 8; bit += sample_step(31)) {
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        bool good = reads(w.bytes, w.size);
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        CHECK(!good);
    }
}

static bool invariants_hold(void)
{
    return !broken_invariant(&(ed_State){ .schema = &eddie_schema, .roots = blocks });
}

TEST(without_the_hash_every_flipped_bit_is_refused_or_leaves_the_invariants)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    u32 accepted = 0;
    w.size -= 8;
    w.bytes[w.size - 1] = 0xc0;      // nil in place of the hash: not sealed
    CHECK(reads(w.bytes, w.size));
    for (size_t bit = 0; bit < w.size * 8; bit += sample_step(11)) {
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        bool good = reads(w.bytes, w.size);
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        if (!good) {
            CHECK(*error.text);
            continue;
        }
        accepted++;
        CHECK(invariants_hold());
    }
    CHECK(accepted > 100);      // otherwise the test proves nothing
}

TEST(an_error_says_what_a_file_is_that_is_not_a_snapshot)
{
    CHECK(!reads("", 0));
    CHECK_HAS(error.text, "empty");
    CHECK(!reads("hello world", 11));
    CHECK_HAS(error.text, "not an eddie snapshot");
    CHECK(!reads("\x81\xa5"
                 "other\x01",
                 8));
    CHECK_HAS(error.text, "not an eddie snapshot");
    CHECK(!reads("\x81\xa5"
                 "eddie\x02",
                 8));
    CHECK_HAS(error.text, "format 2");
    CHECK(!reads("\x81\xa5"
                 "eddie\x01",
                 8));
    CHECK_HAS(error.text, "a part is missing");
    CHECK(!reads("\xdd\xff\xff\xff\xff", 5));
    CHECK(*error.text);
}

TEST(bytes_after_the_end_are_refused)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    ed_write_nil(&w);
    CHECK(!reads(w.bytes, w.size));
    CHECK_HAS(error.text, "after the end of the snapshot");
}

TEST(a_document_is_refused_until_it_is_sealed_and_has_the_same_bytes_if_it_is_sealed_later)
{
    ed_State state = filled_state();
    ed_Writer at_once = written(&state);
    state.seal_later = true;
    ed_Writer w = written(&state);
    CHECK_EQ(w.size, at_once.size);
    CHECK(memcmp(w.bytes + w.size - 8, &(u64){ 0 }, 8) == 0);      // where the hash will be
    CHECK(!reads(w.bytes, w.size));
    CHECK_EQ(error.code, ED_ERR_HASH);
    CHECK(ed_snapshot_seal(w.bytes, w.size));
    CHECK(memcmp(w.bytes, at_once.bytes, w.size) == 0);
    CHECK(ed_snapshot_seal(w.bytes, w.size));      // again: the same
    CHECK(memcmp(w.bytes, at_once.bytes, w.size) == 0);
    CHECK(!ed_snapshot_seal(w.bytes, 8) && !ed_snapshot_seal(w.bytes, w.size - 1));
}

TEST(a_live_document_has_no_hash)
{
    ed_State state = filled_state();
    ed_Writer sealed = written(&state);
    state.live = true;
    ed_Writer w = written(&state);
    CHECK_EQ(w.size, sealed.size - 8);
    CHECK_EQ(w.bytes[w.size - 1], 0xc0);
    CHECK(!ed_snapshot_seal(w.bytes, w.size));
    CHECK(reads(w.bytes, w.size));
}

// --- seen by another reader ----------------------------------------------------------------------

static const msgpack_object *member(const msgpack_object *map, const char *key)
{
    for (u32 i = 0; map && map->type == MSGPACK_OBJECT_MAP && i < map->via.map.size; i++) {
        const msgpack_object_kv *pair = &map->via.map.ptr[i];
        if (pair->key.type == MSGPACK_OBJECT_STR && pair->key.via.str.size == strlen(key)
            && memcmp(pair->key.via.str.ptr, key, strlen(key)) == 0)
            return &pair->val;
    }
    return NULL;
}

static const msgpack_object *tagged(const msgpack_object *map, u32 tag)
{
    for (u32 i = 0; map && map->type == MSGPACK_OBJECT_MAP && i < map->via.map.size; i++)
        if (map->via.map.ptr[i].key.type == MSGPACK_OBJECT_POSITIVE_INTEGER
            && map->via.map.ptr[i].key.via.u64 == tag)
            return &map->via.map.ptr[i].val;
    return NULL;
}

TEST(msgpack_c_reads_a_snapshot_and_its_roots_are_maps_keyed_by_tag)
{
    ed_State state = filled_state();
    state.open_form = true;
    ed_Writer w = written(&state);
    msgpack_unpacked result;
    size_t offset = 0;
    msgpack_unpacked_init(&result);
    CHECK(msgpack_unpack_next(&result, (const char *)w.bytes, w.size, &offset)
          == MSGPACK_UNPACK_SUCCESS);
    CHECK_EQ(offset, w.size);
    const msgpack_object *top = &result.data, *roots = member(top, "roots");
    CHECK_EQ(member(top, "eddie")->via.u64, 1);
    CHECK_EQ(member(top, "frame")->via.u64, 812);
    CHECK_EQ(member(top, "types")->type, MSGPACK_OBJECT_ARRAY);
    const msgpack_object *game = tagged(roots, ed_tag("Game", 4));
    CHECK_EQ(tagged(game, Game_tick_tag)->via.u64, 42);
    const msgpack_object *points = tagged(game, Game_points_tag);
    CHECK_EQ(points->via.array.size, 20);
    CHECK(tagged(&points->via.array.ptr[19], Point_x_tag)->via.f64 == 19);
    msgpack_unpacked_destroy(&result);
}

TEST(msgpack_c_finds_the_rows_of_a_table)
{
    ed_State state = filled_state();
    ed_Writer w = written(&state);
    msgpack_unpacked result;
    size_t offset = 0;
    msgpack_unpacked_init(&result);
    CHECK(msgpack_unpack_next(&result, (const char *)w.bytes, w.size, &offset)
          == MSGPACK_UNPACK_SUCCESS);
    const msgpack_object *points =
        tagged(tagged(member(&result.data, "roots"), ed_tag("Game", 4)), Game_points_tag);
    const msgpack_object *rows = member(points, "rows");
    CHECK_EQ(member(points, "count")->via.u64, 20);
    CHECK_EQ(rows->via.bin.size, 20 * sizeof(Point));
    Point last;
    memcpy(&last, rows->via.bin.ptr + 19 * sizeof last, sizeof last);
    CHECK(last.x == 19);
    msgpack_unpacked_destroy(&result);
}
