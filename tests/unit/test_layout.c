#include "gen/schema.gen.h"
#include "runtime/migrate/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"
#include "runtime/snapshot/document.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/pool.h"
#include "tests/lib/test.h"

static ed_Error error;
static ed_Document document;
static ed_Schema schema;

/// A snapshot of the unit schema with something in each root.
static ed_Writer a_snapshot(void)
{
    static ed_RootMemory blocks[2];
    ed_Writer w = test_writer();
    for (u32 i = 0; i < 2; i++)
        blocks[i] =
            (ed_RootMemory){ ed_state_init(eddie_schema.states[i], test_arena()), test_arena() };
    Game *game = blocks[Game_root].at;
    for (u32 i = 0; i < 5; i++) Point_array_add(test_arena(), &game->points)->x = (f32)i;
    game->whole.path_count = 2;
    ed_snapshot_write(
        &w, &(ed_State){ .game = "unit", .frame = 7, .schema = &eddie_schema, .roots = blocks });
    return w;
}

/// One of a few reused arenas, emptied, as some tests read a hundred thousand times.
static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[7];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "layout", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

static bool lays_out(const void *bytes, size_t size)
{
    error = (ed_Error){ .code = ED_OK };
    ed_Arena *arena = arena_at(0);
    return ed_document_read(bytes, size, arena, &document, &error)
        && ed_layout(&document, arena, &schema, &error);
}

/// Reads the document into memory laid out by its own types, and writes it from there.
static ed_Writer again(const void *bytes, size_t size)
{
    static ed_RootMemory blocks[4];
    ed_Report report;
    ed_Writer w = { .arena = arena_at(1) };
    for (u32 i = 0; i < ED_COUNT(blocks); i++) blocks[i] = (ed_RootMemory){ NULL, arena_at(2 + i) };
    if (!lays_out(bytes, size) || schema.state_count > ED_COUNT(blocks)) return w;
    ed_State state = { .game = document.game, .schema = &schema, .roots = blocks };
    ed_write_init(&w, arena_at(1));
    if (ed_snapshot_read(bytes, size, &state, arena_at(6), &report, &error))
        ed_snapshot_write(&w, &state);
    if (!*error.text) error = w.err;
    return w;
}

static size_t find(const ed_Writer *w, const char *text)
{
    size_t at = 0;
    while (at < w->size && memcmp(w->bytes + at, text, strlen(text)) != 0) at++;
    return at;
}

TEST(a_snapshot_is_read_and_written_again_without_its_game)
{
    ed_Writer one = a_snapshot();
    ed_Writer two = again(one.bytes, one.size);
    CHECK_TEXT(error.text, "");
    two.bytes = memcpy(ed_arena_push(test_arena(), two.size, 1), two.bytes, two.size);
    ed_Writer three = again(two.bytes, two.size);
    CHECK(two.size && three.size == two.size && memcmp(two.bytes, three.bytes, two.size) == 0);
    // `spark` is transient: other sizes, the same values
    size_t a = find(&one, "\xa5roots"), b = find(&two, "\xa5roots");
    CHECK(one.size - a == two.size - b
          && memcmp(one.bytes + a, two.bytes + b, one.size - a - 8) == 0);
    CHECK_EQ(document.frame, 7);
    CHECK_TEXT(document.game, "unit");
}

TEST(what_is_laid_out_lies_as_the_generator_laid_it)
{
    ed_Writer w = a_snapshot();
    CHECK(lays_out(w.bytes, w.size));
    for (u32 t = 0; t < schema.type_count; t++) {
        const ed_Type *type = schema.types[t], *twin = NULL;
        for (u32 i = 0; i < eddie_schema.type_count; i++)
            if (eddie_schema.types[i]->tag == type->tag) twin = eddie_schema.types[i];
        CHECK(twin);
        // it holds Whole, whose last field is transient and not in a document
        if (twin == &Game_type) continue;
        for (u32 i = 0; i < type->field_count; i++) {
            CHECK_EQ(type->fields[i].offset, twin->fields[i].offset);
            CHECK_EQ(type->fields[i].size, twin->fields[i].size);
        }
        CHECK_EQ(type->align, twin->align);
    }
}

// --- documents by another hand -------------------------------------------------------------------

typedef struct
    Part {      // of a type that is made up: [tag, name, code, offset, count, type, more]
    const char *name, *code;
    i64 count;               // ONE: nil
    u32 type;                // NONE: nil
    const char *more;        // the key of a flag, or NULL
    const char *preset;      // packed, or NULL
} Part;
enum { ONE = INT32_MIN, NONE = 99 };

static void put_part(ed_Writer *w, const Part *part)
{
    u32 more = (part->more ? 1u : 0) + (part->preset ? 1u : 0);
    ed_write_array(w, more ? 7 : 6);
    ed_write_u64(w, ed_tag(part->name, strlen(part->name)));
    ed_write_text(w, part->name);
    ed_write_text(w, part->code);
    ed_write_u64(w, 0);
    if (part->count == ONE) ed_write_nil(w);
    else ed_write_i64(w, part->count);
    if (part->type == NONE) ed_write_nil(w);
    else ed_write_u64(w, part->type);
    if (more) ed_write_map(w, more);
    if (part->more) {
        ed_write_text(w, part->more);
        ed_write_u64(w, 0);
    }
    if (part->preset) {
        ed_write_text(w, "default");
        ed_write_packed(w, part->preset, strlen(part->preset));
    }
}

static void put_type(ed_Writer *w, const char *name, const char *kind, const Part *parts, u32 count)
{
    ed_write_map(w, 3);
    ed_write_text(w, "name");
    ed_write_text(w, name);
    ed_write_text(w, "kind");
    ed_write_text(w, kind);
    ed_write_text(w, "fields");
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) put_part(w, &parts[i]);
}

static ed_Writer begin(u32 types)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 6);
    ed_write_text(&w, "eddie");
    ed_write_u64(&w, 1);
    ed_write_text(&w, "game");
    ed_write_text(&w, "");
    ed_write_text(&w, "frame");
    ed_write_u64(&w, 0);
    ed_write_text(&w, "types");
    ed_write_array(&w, types);
    return w;
}

/// Adds a root of the type Game.
static bool ends(ed_Writer *w)
{
    ed_write_text(w, "roots");
    ed_write_map(w, 1);
    ed_write_u64(w, ed_tag("Game", 4));
    ed_write_map(w, 0);
    ed_write_text(w, "xxh64");
    ed_write_nil(w);
    return lays_out(w->bytes, w->size);
}
#define PARTS(...) ((const Part[]){ __VA_ARGS__ })
#define TYPE(w, name, kind, ...) \
    put_type(w, name, kind, PARTS(__VA_ARGS__), ED_COUNT(PARTS(__VA_ARGS__)))

TEST(a_document_by_hand_is_laid_out)
{
    ed_Writer w = begin(2);
    TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL },
         { "few", "u1", -3, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct", { "held", "V1", ONE, 0, "optional", NULL },
         { "bag", "V1", -2, 0, NULL, NULL });
    CHECK(ends(&w));
    CHECK_EQ(schema.types[0]->size, 12);                   // id, few_count, few[3], padding
    CHECK_EQ(schema.states[0]->fields[0].offset, 4);       // after has_held
    CHECK_EQ(schema.states[0]->fields[1].offset, 20);      // after bag_count
    CHECK_EQ(schema.states[0]->size, 44);
}

TEST(a_type_that_holds_itself_is_refused)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", ONE, 0, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_TEXT(error.text, "invalid type Game.inner: it contains itself or a later type by value");
}

TEST(a_default_of_many_items_is_read_back)
{
    static char preset[4004] = "\xdc\x0f\xa0";
    memset(preset + 3, 7, 4000);
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "list", "u4", 0, NONE, NULL, preset });
    CHECK(ends(&w));
    const u32_array *list = ed_state_init(schema.states[0], test_arena());
    CHECK(list && list->count == 4000);
    CHECK(list->items[0] == 7 && list->items[3999] == 7);
}

TEST(a_default_that_does_not_fit_the_arena_is_refused)
{
    static char preset[4004] = "\xdc\x0f\xa0";
    ed_Arena small = { .name = "state Game" };
    memset(preset + 3, 7, 4000);
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "list", "u4", 0, NONE, NULL, preset });
    CHECK(ends(&w) && ed_arena_open(&small, "state Game", 8192, NULL));
    CHECK(!ed_state_init(schema.states[0], &small));
    ed_arena_close(&small);
}

TEST(a_type_that_lists_itself_is_laid_out)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, NULL });
    CHECK(ends(&w));
    CHECK_EQ(schema.states[0]->fields[0].size, sizeof(ed_Array));
}

TEST(a_default_that_holds_itself_is_refused)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, "\x91\x80" });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "its default contains itself");
    w = begin(2);
    TYPE(&w, "Pair", "struct", { "list", "V1", 0, 1, NULL, "\x91\x80" });
    TYPE(&w, "Game", "struct", { "pair", "V1", ONE, 0, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "its default contains itself");
    w = begin(1);
    TYPE(&w, "Game", "struct", { "inner", "V1", 0, 0, NULL, "\x90" });
    CHECK(ends(&w));      // an empty list ends the recursion
}

/// An array in place of a record, or a value in place of a list, is converted to a record, which
/// has that default again.
TEST(a_default_that_is_made_a_list_of_itself_is_refused)
{
    static const char *const defaults[] = { "\x91\x90", "\x07",      "\xa1x",
                                            "\xc3",     "\xc4\x01x", "\xca\x3f\x80\x01\x01" };
    for (u32 i = 0; i < ED_COUNT(defaults); i++)
        for (i64 count = -2; count < 1; count += 2) {
            ed_Writer w = begin(2);
            TYPE(&w, "Node", "struct", { "value", "u4", ONE, NONE, NULL, NULL },
                 { "children", "V1", 0, 0, NULL, defaults[i] });
            TYPE(&w, "Game", "struct", { "tree", "V1", count, 0, NULL, NULL });
            CHECK(!ends(&w));
            CHECK_HAS(error.text, "the default of field Node.children does not fit: at byte ");
        }
}

/// Game has one field with that default. Type 0 is a struct Kid, 1 an enum, 2 a union.
static bool lays_out_with(Part part)
{
    ed_Writer w = begin(4);
    TYPE(&w, "Kid", "struct", { "id", "u4", ONE, NONE, NULL, NULL },
         { "kids", "V1", 0, 0, NULL, NULL });
    ed_write_map(&w, 4);
    ed_write_text(&w, "name");
    ed_write_text(&w, "Mood");
    ed_write_text(&w, "kind");
    ed_write_text(&w, "enum");
    ed_write_text(&w, "values");
    ed_write_packed(&w,
                    "\x91\x92\xa1"
                    "A\x01",
                    5);
    ed_write_text(&w, "base");
    ed_write_text(&w, "u1");
    TYPE(&w, "Body", "union", { "kid", "V1", ONE, 0, NULL, NULL },
         { "size", "f4", ONE, NONE, NULL, NULL });
    part.name = "it";
    put_type(&w, "Game", "struct", &part, 1);
    return ends(&w);
}

static const Part of_no_form[] = {
    { NULL, "V1", 0, 0, NULL, "\x91\x90" },      // an array for a struct
    { NULL, "V1", 0, 0, NULL, "\x91\xc0" },
    { NULL, "V1", 0, 0, NULL, "\xc0" },
    { NULL, "V1", 0, 0, NULL, "\x80" },
    { NULL, "V1", 0, 0, NULL, "\x91\x91\x80" },
    { NULL, "V1", 0, 0, NULL,
      "\x91\x81\xa1"
      "a\x07" },      // a key that is not a tag
    { NULL, "V1", 0, 0, NULL,
      "\x85\xa4type\x01\xa5"
      "count\x01\xa3pad\xc4\x01p\xa4rows\xc4\x04rrrr"
      "\xa4heap\x90" },
    { NULL, "V1", ONE, 0, NULL, "\x90" },
    { NULL, "V1", ONE, 0, NULL, "\x07" },
    { NULL, "V1", ONE, 0, "optional", "\x91\x80" },
    { NULL, "V1", -2, 0, NULL, "\x93\x80\x80\x80" },      // over its capacity
    { NULL, "V1", 2, 0, NULL, "\x93\x80\x80\x80" },
    { NULL, "V1", 0, 0, "pool", "\x91\x80" },
    { NULL, "V1", 0, 0, "pool",
      "\x83\xa7handles\x80\xa4"
      "free\x90\xa5items\x90" },
    { NULL, "V1", 0, 0, "pool",
      "\x83\xa7handles\x90\xa4"
      "free\x90\xa5items\x91\x90" },
    { NULL, "V1", ONE, 2, NULL, "\x80" },      // a map for a union
    { NULL, "V1", ONE, 2, NULL, "\x90" },
    { NULL, "V1", ONE, 2, NULL, "\x92\x05\x80" },      // no alternative has that tag
    { NULL, "u1", ONE, 1, NULL, "\x91\x01" },
    { NULL, "u4", ONE, NONE, NULL, "\x91\x01" },
    { NULL, "u4", ONE, NONE, NULL, "\xa1x" },
    { NULL, "u4", 2, NONE, NULL, "\x01" },
    { NULL, "S8", ONE, NONE, NULL, "\x01" },
    { NULL, "S", ONE, NONE, NULL, "\x80" },
    { NULL, "R", ONE, 0, NULL, "\x91\x01" },
    { NULL, "P", ONE, NONE, NULL, "\x01" },
};

TEST(a_default_of_another_form_than_its_field_is_refused)
{
    for (u32 i = 0; i < ED_COUNT(of_no_form); i++) {
        if (lays_out_with(of_no_form[i])) test_fail(__FILE__, __LINE__, "default %u is taken", i);
        CHECK_HAS(error.text, "the default of field Game.it does not fit: at byte ");
    }
}

TEST(a_default_of_the_form_of_its_field_is_taken)
{
    static const Part good[] = {
        { NULL, "V1", 0, 0, NULL, "\x90" },
        { NULL, "V1", 0, 0, NULL, "\x92\x80\x81\x05\x07" },      // a tag that is not known
        { NULL, "V1", ONE, 0, "optional", "\xc0" },
        { NULL, "V1", ONE, 0, "optional", "\x80" },
        { NULL, "V1", -2, 0, NULL, "\x91\x80" },
        { NULL, "V1", 2, 0, NULL, "\x92\x80\x80" },
        { NULL, "V1", 2, 0, NULL, "\x91\x80" },      // the others are at zero
        { NULL, "V1", 0, 0, "pool",
          "\x83\xa5items\x90\xa7handles\x90\xa4"
          "free\x90" },
        { NULL, "V1", ONE, 2, NULL, "\x92\xce\x23\xa0\xd9\x5c\xca\x01\x01\x01\x01" },
        { NULL, "u1", ONE, 1, NULL,
          "\xa1"
          "A" },
        { NULL, "u1", ONE, 1, NULL, "\x01" },
        { NULL, "u4", ONE, NONE, NULL, "\xc3" },
        { NULL, "f4", 2, NONE, NULL, "\x92\x01\xca\x01\x01\x01\x01" },
        { NULL, "S8", ONE, NONE, NULL, "\xa1x" },
        { NULL, "R", ONE, 0, NULL, "\xc0" },
        { NULL, "R", ONE, 0, NULL, "\x92\x01\x01" },
        { NULL, "P", ONE, NONE, NULL, "\xc0" },
    };
    for (u32 i = 0; i < ED_COUNT(good); i++) {
        bool taken = lays_out_with(good[i]);
        if (!taken) test_fail(__FILE__, __LINE__, "default %u: %s", i, error.text);
        CHECK(taken && ed_state_init(schema.states[0], arena_at(2)));
    }
}

/// Each list is two steps of a path, as a reader counts them.
TEST(defaults_nested_deeper_than_values_may_be_are_refused)
{
    for (u32 types = 30; types <= 40; types += 10) {
        ed_Writer w = begin(types);
        TYPE(&w, "Last", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        for (u32 i = 1; i < types; i++) {
            char name[8] = { 'T', (char)('A' + i / 10), (char)('0' + i % 10), 0 };
            TYPE(&w, i + 1 < types ? name : "Game", "struct",
                 { "list", "V1", 0, i - 1, NULL, "\x91\x80" });
        }
        CHECK(ends(&w) == (types == 30));
        if (types == 40) CHECK_HAS(error.text, "it is nested too deeply");
    }
}

/// Twenty lists of ten make 10^20 records of a few hundred bytes.
TEST(defaults_that_branch_without_end_are_refused_soon)
{
    for (u32 types = 5; types <= 20; types += 15) {
        ed_Writer w = begin(types);
        TYPE(&w, "Last", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        for (u32 i = 1; i < types; i++) {
            char name[8] = { 'T', (char)('A' + i), 0 };
            TYPE(&w, i + 1 < types ? name : "Game", "struct",
                 { "list", "V1", 0, i - 1, NULL, "\x9a\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80" });
        }
        CHECK(ends(&w) == (types == 5));
        if (types == 20) CHECK_HAS(error.text, ": its default exceeds 64 MiB");
    }
}

/// A pool whose default is half right is left out whole, so that no slot is without an owner.
TEST(a_default_that_is_not_a_value_is_left_out)
{
    ed_Writer w = begin(2);
    TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
    TYPE(&w, "Game", "struct",
         { "pool", "V4", 0, 0, "pool",
           "\x83\xa7handles\x90\xa4"
           "free\x91\x92\x01\x01\xa5items\x90" },
         { "after", "u4", ONE, NONE, NULL, "\x07" });
    CHECK(ends(&w));
    void *it = ed_state_init(schema.states[0], arena_at(2));
    const ed_Pool *pool = (const ed_Pool *)it;
    CHECK(ed_pool_is_valid(pool) && pool->slot_count == 0);
    CHECK_EQ(*(u32 *)(void *)((u8 *)it + schema.states[0]->fields[1].offset), 7);
}

TEST(counts_over_the_limit_are_refused)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "many", "u8", INT32_MAX, NONE, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_TEXT(error.text, "type Game exceeds 1 GiB at field many");
    w = begin(3);
    TYPE(&w, "A", "struct", { "a", "u1", 1 << 20, NONE, NULL, NULL });
    TYPE(&w, "B", "struct", { "b", "V1", 1 << 10, 0, NULL, NULL });
    TYPE(&w, "Game", "struct", { "c", "V1", -2, 1, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_TEXT(error.text, "type Game exceeds 1 GiB at field c");
}

TEST(unions_and_pools_that_cannot_be_are_refused)
{
    ed_Writer w = begin(1);
    put_type(&w, "Game", "union", NULL, 0);
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "a union without alternatives");
    w = begin(1);
    TYPE(&w, "Game", "union", { "few", "u1", -3, NONE, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "an alternative must be one value, a fixed array or a list");
    w = begin(1);
    TYPE(&w, "Game", "struct", { "pool", "u1", 0, NONE, "pool", NULL });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "a pool must contain structs");
}

/// Its items would be written as rows that contain a pool, which cannot be read.
TEST(a_pool_anywhere_but_in_a_state_is_refused)
{
    for (i64 count = 0; count < 3; count++) {
        ed_Writer w = begin(3);
        TYPE(&w, "Item", "struct", { "id", "u4", ONE, NONE, NULL, NULL });
        TYPE(&w, "Box", "struct", { "pool", "V4", 0, 0, "pool", NULL });
        TYPE(&w, "Game", "struct", { "boxes", "V64", count == 1 ? ONE : count, 1, NULL, NULL });
        CHECK(!ends(&w));
        CHECK_HAS(error.text, "Game.boxes: it contains a pool, but only states can have pools");
    }
}

/// The schema compiler and the reader of snapshots accept the same units.
TEST(a_unit_in_a_snapshot_is_one_that_a_schema_may_have)
{
    static const struct {
        const char *unit;
        bool good;
    } units[] = { { "m/s^2", true },
                  { "\xc2\xb5m", true },
                  { "\xc2\x9b"
                    "2J",
                    false },
                  { "m\xe2\x80\xae", false },
                  { "m\xff", false },
                  { "m s", false },
                  { "", false } };
    for (u32 i = 0; i < ED_COUNT(units); i++) {
        ed_Writer w = begin(1);
        ed_write_map(&w, 2);
        ed_write_text(&w, "name");
        ed_write_text(&w, "Game");
        ed_write_text(&w, "fields");
        ed_write_array(&w, 1);
        ed_write_array(&w, 7);
        ed_write_u64(&w, 5);
        ed_write_text(&w, "x");
        ed_write_text(&w, "f4");
        ed_write_u64(&w, 0);
        ed_write_nil(&w);
        ed_write_nil(&w);
        ed_write_map(&w, 1);
        ed_write_text(&w, "unit");
        ed_write_text(&w, units[i].unit);
        CHECK(ends(&w) == units[i].good);
        if (!units[i].good) CHECK_HAS(error.text, "expected a unit, such as m/s^2");
    }
}

TEST(two_fields_of_one_tag_are_refused)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Game", "struct", { "a", "u4", ONE, NONE, NULL, NULL },
         { "b", "u4", ONE, NONE, NULL, NULL }, { "a", "u4", ONE, NONE, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "two of its fields have the same tag");
}

/// An enum of one byte with these values, which are packed.
static ed_Writer an_enum(const char *values)
{
    ed_Writer w = begin(2);
    ed_write_map(&w, 4);
    ed_write_text(&w, "name");
    ed_write_text(&w, "Mood");
    ed_write_text(&w, "kind");
    ed_write_text(&w, "enum");
    ed_write_text(&w, "values");
    ed_write_packed(&w, values, strlen(values));
    ed_write_text(&w, "base");
    ed_write_text(&w, "u1");
    TYPE(&w, "Game", "struct", { "mood", "u1", ONE, 0, NULL, NULL });
    return w;
}

TEST(an_enum_needs_values_that_its_base_holds)
{
    ed_Writer w = an_enum("\x91\x92\xa1"
                          "A\xcc\xff");
    CHECK(ends(&w));
    w = an_enum("\x91\x92\xa1"
                "A\xcd\x01\x01");
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "Mood.A is 257, which does not fit its base");
    w = an_enum("\x91\x92\xa1"
                "A\xff");
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "Mood.A is -1");
    w = an_enum("\x91\x92\xa1"
                "A\xca\x3f\x80\x01\x01");
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "expected a whole number");
    w = an_enum("\x90");
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "an enum without values");
}

/// A default that is present and zero, rather than absent.
TEST(an_optional_that_is_there_by_default_is_so_again)
{
    ed_Writer one = begin(1);
    TYPE(&one, "Game", "struct",
         { "x", "u4", ONE, NONE, "optional", (char[]){ (char)0xcc, 1, 0 } });
    CHECK(ends(&one));
    CHECK(again(one.bytes, one.size).size);
    const u8 *it = ed_state_init(schema.states[0], arena_at(2));
    CHECK(it[schema.states[0]->fields[0].offset - 1]);
    ed_Writer zero = begin(1);
    TYPE(&zero, "Game", "struct", { "x", "f4", ONE, NONE, "optional", "\xc2" });      // false: zero
    CHECK(ends(&zero));
    for (u32 i = 0; i < 2; i++) {
        it = ed_state_init(schema.states[0], arena_at(2));
        CHECK(it[schema.states[0]->fields[0].offset - 1]);
        ed_Writer w = again(zero.bytes, zero.size);
        CHECK(w.size);
        zero.bytes = memcpy(ed_arena_push(test_arena(), w.size, 1), w.bytes, w.size);
        zero.size = w.size;
        CHECK(lays_out(zero.bytes, zero.size));
    }
}

TEST(a_list_that_has_zeros_by_default_has_them_again)
{
    for (i64 count = -4; count < 1; count += 4) {
        ed_Writer w = begin(1);
        TYPE(&w, "Game", "struct", { "list", "f4", count, NONE, NULL, "\x92\xc2\xc2" });
        CHECK(ends(&w));
        for (u32 i = 0; i < 2; i++) {
            const u8 *it = ed_state_init(schema.states[0], arena_at(2));
            const ed_Field *field = &schema.states[0]->fields[0];
            u32 found;
            memcpy(&found,
                   count ? it + field->offset - 4 : it + field->offset + offsetof(ed_Array, count),
                   sizeof found);
            CHECK_EQ(found, 2);
            ed_Writer next = again(w.bytes, w.size);
            CHECK(next.size
                  && lays_out(
                      memcpy(ed_arena_push(test_arena(), next.size, 1), next.bytes, next.size),
                      next.size));
        }
    }
}

TEST(an_empty_struct_has_a_size)
{
    ed_Writer w = begin(2);
    put_type(&w, "Empty", "struct", NULL, 0);
    TYPE(&w, "Game", "struct", { "list", "V1", 0, 0, NULL, NULL },
         { "few", "V1", -4, 0, NULL, NULL });
    CHECK(ends(&w));
    CHECK_EQ(schema.types[0]->size, 1);
}

TEST(nesting_too_deep_is_refused)
{
    ed_Writer w = begin(70);
    for (u32 i = 0; i < 70; i++) {
        char name[8] = { 'T', (char)('A' + i / 10), (char)('0' + i % 10), 0 };
        bool last = i == 69;
        TYPE(&w, last ? "Game" : name, "struct",
             { "inner", i ? "V1" : "u1", ONE, i ? i - 1 : NONE, NULL, NULL });
    }
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "it is nested too deeply");
}

TEST(a_root_without_a_type_is_refused)
{
    ed_Writer w = begin(1);
    TYPE(&w, "Other", "struct", { "a", "u1", ONE, NONE, NULL, NULL });
    CHECK(!ends(&w));
    CHECK_HAS(error.text, "the root 0x");
}

TEST(flipped_bits_are_refused_or_laid_out)
{
    ed_Writer w = a_snapshot();
    w.bytes[w.size - 9] = 0xc0;      // not sealed: every flip is read
    w.size -= 8;
    for (size_t bit = 0; bit < w.size * 8; bit++) {
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        ed_Writer out = again(w.bytes, w.size);
        bool reported = out.size || *error.text;
        w.bytes[bit / 8] ^= (u8)(1u << bit % 8);
        CHECK(reported);
    }
}
