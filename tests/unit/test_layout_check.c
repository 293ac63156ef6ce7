#include <stdio.h>
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/document.h"
#include "tests/lib/doc.h"

static RowsRead read;

// --- types that say something else ---------------------------------------------------------------

static ed_Writer no_hash(bool open)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    rows_fill(&state, 3);
    state.open_form = open;
    ed_snapshot_write(&w, &state);
    rows_unseal(&w);
    return w;
}

/// A value in the type tables of a document: of a type (`field` NULL), or of one of its fields.
typedef struct Claim {
    const char *type, *field;
    const char *key;         // size; code, offset, count or type of a field
    const char *packed;      // the value that replaces the valid one
    size_t size;
    const char *words;      // part of the error message; NULL: it is accepted
} Claim;
#define CLAIM(type, field, key, packed, words) \
    { \
        type, field, key, packed, sizeof(packed) - 1, words \
    }

/// Moves `r` to what follows the next occurrence of that text.
static void seek(ed_Reader *r, const char *text)
{
    size_t size = strlen(text);
    while (r->at < r->end && (*r->at != (0xa0 | size) || memcmp(r->at + 1, text, size) != 0))
        r->at++;
    ed_read_skip(r);
}

static ed_Span find_claim(const ed_Writer *w, const Claim *claim)
{
    static const char *const order[] = { "code", "offset", "count", "type" };
    ed_Reader r;
    ed_read_init(&r, w->bytes, w->size);
    seek(&r, "types");
    seek(&r, claim->type);
    seek(&r, claim->field ? claim->field : claim->key);
    for (u32 i = 0; claim->field && strcmp(order[i], claim->key) != 0; i++) ed_read_skip(&r);
    return ed_read_skip(&r);
}

static void put_claim(ed_Writer *w, const Claim *claim)
{
    ed_Span old = find_claim(w, claim);
    size_t at = (size_t)(old.at - w->bytes), behind = w->size - at - old.size;
    u8 *copy = memcpy(ed_arena_push(test_arena(), behind, 1), old.at + old.size, behind);
    w->size = at;
    ed_write_packed(w, claim->packed, claim->size);
    ed_write_packed(w, copy, behind);
}

#define APART "sizes and offsets of its type are inconsistent"
static const Claim claims[] = {
    CLAIM("Plain", NULL, "size", "\x08", APART),      // c begins where it ends
    CLAIM("Plain", NULL, "size", "\x00", APART),
    CLAIM("Plain", NULL, "size", "\x0d", APART),
    CLAIM("Plain", NULL, "size", "\xce\xff\xff\xff\xff", APART),
    CLAIM("Plain", "a", "offset", "\x03", APART),      // over b
    CLAIM("Plain", "b", "offset", "\x01", APART),      // over a
    CLAIM("Plain", "b", "offset", "\x02", NULL),       // beside it: rows of another shape
    CLAIM("Plain", "b", "offset", "\x05", APART),      // over c
    CLAIM("Plain", "c", "offset", "\x0c", APART),
    CLAIM("Plain", "c", "offset", "\xce\xff\xff\xff\xff", APART),
    CLAIM("Plain", "b", "code", "\xa2u8", APART),
    CLAIM("Plain", "b", "code", "\xa2u2", NULL),
    CLAIM("Plain", "c", "code", "\xa3S16", APART),
    CLAIM("Plain", "c", "count", "\x04", NULL),
    CLAIM("Plain", "c", "count", "\x05", APART),
    CLAIM("Plain", "c", "count", "\xce\x7f\xff\xff\xff", APART),
    CLAIM("Plain", "a", "count", "\xfe", APART),         // bounded: its count would lie before it
    CLAIM("Cell", "text", "offset", "\x09", APART),      // a slot whose last byte is outside
    CLAIM("Cell", "text", "offset", "\x07",
          APART),      // a number may lie anywhere, a slot may not
    CLAIM("Cell", NULL, "size", "\x1b", APART),
    CLAIM("Row", "held", "offset", "\xcc\x9c", APART),
    CLAIM("Row", "path", "count", "\xe0", APART),
    CLAIM("Row", "path", "count", "\xd2\x80\x00\x00\x00", "a count is out of range"),
    CLAIM("Row", "held", "type", "\x07", APART),      // a row in every row
    CLAIM("Row", "held", "code", "\xa3V23", APART),
    CLAIM("Row", "mood", "offset", "\x00", APART),
    CLAIM("Figure", "circle", "offset", "\x00", APART),      // over its kind
    CLAIM("Figure", "box", "offset", "\x78", APART),         // outside of it
    CLAIM("Figure", "number", "offset", "\x1e", APART),
    CLAIM("Spot", NULL, "size", "\x07", APART),
};

TEST(rows_of_inconsistent_types_are_refused_with_an_error_message)
{
    for (u32 i = 0; i < ED_COUNT(claims); i++) {
        const Claim *claim = &claims[i];
        ed_Writer w = no_hash(false);
        put_claim(&w, claim);
        bool good = rows_read(&read, &rows_schema, w.bytes, w.size);
        const char *broken = good ? broken_invariant(&read.state) : NULL;
        bool as_wanted = good ? !claim->words && !broken
                              : claim->words && strstr(read.error.text, claim->words)
                                    && strstr(read.error.text, "at byte ");
        if (!as_wanted)
            test_fail(__FILE__, __LINE__, "claim %u, %s of %s.%s: %s", i, claim->key, claim->type,
                      claim->field ? claim->field : "",
                      broken ? broken
                      : good ? "was taken"
                             : read.error.text);
    }
}

TEST(a_refusal_of_rows_names_the_field_and_the_rule)
{
    static const Claim named[] = {
        CLAIM("Plain", "b", "offset", "\x01",
              "Plain.b (offset 1, size 4, in a record of 12) overlaps"),
        CLAIM("Plain", "c", "offset", "\x0c",
              "Plain.c (offset 12, size 1, in a record of 12) ends beyond"),
        CLAIM("Plain", "b", "code", "\xa2u8", "Plain.c"),
        CLAIM("Plain", NULL, "size", "\x00",
              "Plain.a (offset 0, size 2, in a record of 0) ends beyond"),
        CLAIM("Cell", NULL, "size", "\x1b", "Cell."),
        CLAIM("Cell", "text", "offset", "\x07", "Cell.text"),
        CLAIM("Row", "held", "code", "\xa3V23", "Row.held"),
        CLAIM("Figure", "circle", "offset", "\x00", "Figure.circle"),
        CLAIM("Spot", NULL, "size", "\x07", "Spot.y"),
    };
    for (u32 i = 0; i < ED_COUNT(named); i++) {
        ed_Writer w = no_hash(false);
        put_claim(&w, &named[i]);
        CHECK(!rows_read(&read, &rows_schema, w.bytes, w.size));
        CHECK_HAS(read.error.text, APART);
        CHECK_HAS(read.error.text, named[i].words);
    }
}

TEST(open_records_are_read_whatever_sizes_the_types_declare)
{
    for (u32 i = 0; i < ED_COUNT(claims); i++) {
        const Claim *claim = &claims[i];
        bool value = strcmp(claim->key, "offset") != 0 && strcmp(claim->key, "size") != 0;
        ed_Writer w = no_hash(true);
        put_claim(&w, claim);
        bool good = rows_read(&read, &rows_schema, w.bytes, w.size);
        if (!good && !value) test_fail(__FILE__, __LINE__, "claim %u: %s", i, read.error.text);
        if (good && broken_invariant(&read.state))
            test_fail(__FILE__, __LINE__, "claim %u: %s", i, broken_invariant(&read.state));
    }
}

TEST(rows_whose_types_are_wrong_are_not_read_into_another_layout)
{
    for (u32 i = 0; i < ED_COUNT(claims); i++) {
        ed_Writer w = no_hash(false);
        put_claim(&w, &claims[i]);
        bool good = rows_read(&read, &later_schema, w.bytes, w.size);
        if (good != !claims[i].words)
            test_fail(__FILE__, __LINE__, "claim %u: %s", i, good ? "was taken" : read.error.text);
        if (good && broken_invariant(&read.state))
            test_fail(__FILE__, __LINE__, "claim %u: %s", i, broken_invariant(&read.state));
    }
}

// --- types by hand -------------------------------------------------------------------------------

typedef struct Part {      // [tag, name, code, offset, count, type, more]
    const char *name, *code;
    u32 offset;
    i64 count;      // 1: nil
    u32 type;       // NONE: nil
    bool pool;
    const char *preset;      // packed, or NULL
} Part;
enum { NONE = 99 };

static void put_part(ed_Writer *w, const Part *part)
{
    ed_write_array(w, part->pool || part->preset ? 7 : 6);
    ed_write_u64(w, ed_tag(part->name, strlen(part->name)));
    ed_write_text(w, part->name);
    ed_write_text(w, part->code);
    ed_write_u64(w, part->offset);
    if (part->count == 1) ed_write_nil(w);
    else ed_write_i64(w, part->count);
    if (part->type == NONE) ed_write_nil(w);
    else ed_write_u64(w, part->type);
    if (!part->pool && !part->preset) return;
    ed_write_map(w, 1);
    ed_write_text(w, part->pool ? "pool" : "default");
    if (part->pool) ed_write_u64(w, 0);
    else ed_write_packed(w, part->preset, strlen(part->preset));
}

static void put_type(ed_Writer *w, const char *name, u32 size, const Part *parts, u32 count)
{
    ed_write_map(w, 5);
    ed_write_text(w, "name");
    ed_write_text(w, name);
    ed_write_text(w, "kind");
    ed_write_text(w, "struct");
    ed_write_text(w, "size");
    ed_write_u64(w, size);
    ed_write_text(w, "align");
    ed_write_u64(w, 8);
    ed_write_text(w, "fields");
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) put_part(w, &parts[i]);
}

static ed_Writer begin_types(u32 count)
{
    ed_Writer w = test_writer();
    ed_write_map(&w, 6);
    ed_write_text(&w, "eddie");
    ed_write_u64(&w, ED_SNAPSHOT_VERSION);
    ed_write_text(&w, "game");
    ed_write_text(&w, "rows");
    ed_write_text(&w, "frame");
    ed_write_u64(&w, 0);
    ed_write_text(&w, "types");
    ed_write_array(&w, count);
    return w;
}

static void begin_list(ed_Writer *w)
{
    ed_write_text(w, "roots");
    ed_write_map(w, 1);
    ed_write_u64(w, Small_type.tag);
    ed_write_map(w, 1);
    ed_write_u64(w, Small_list_tag);
}

/// The slots and owners of a pool would be addresses from a document.
TEST(rows_with_a_pool_in_them_are_refused)
{
    for (u32 way = 0; way < 4; way++) {
        ed_Writer w = begin_types(2);
        u8 row[64];
        memset(row, 0x41, sizeof row);
        memcpy(row + 8, "\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16);
        put_type(&w, "Small", 16, (const Part[]){ { "list", "V64", 0, 0, 1, false, NULL } }, 1);
        const Part parts[2] = { { "a", "u2", 0, 1, NONE, false, NULL },
                                { way & 1 ? "gone" : "b", "V64", 8, 0, 1, true, NULL } };
        put_type(&w, "Plain", 64, parts, 2);
        begin_list(&w);
        doc_table(&w, 1, 1, row, sizeof row, 1);
        memset(row + 8, 0, 16);
        doc_table(&w, 1, 1, row, sizeof row, 1);
        ed_write_nil(&w);
        CHECK(!doc_reads(&w, &read, way & 2 ? &later_schema : &rows_schema));
        CHECK_HAS(read.error.text, "Small.list");
    }
}

// --- types that branch without end ---------------------------------------------------------------

/// A field that only the row has is compared with its default.
TEST(reading_a_default_that_contains_itself_ends)
{
    for (u32 way = 0; way < 2; way++) {
        ed_Writer w = begin_types(2);
        u8 row[24] = { 1, 0, 0, 0, 2 };
        put_type(&w, "Small", 16, (const Part[]){ { "list", "V24", 0, 0, 1, false, NULL } }, 1);
        const Part parts[3] = { { "a", "u2", 0, 1, NONE, false, NULL },
                                { "gone", "u4", 4, 1, NONE, false, "\x02" },
                                { "kids", "V24", 8, 0, 1, false, way ? "\x91\x80" : "\x90" } };
        put_type(&w, "Plain", 24, parts, 3);
        begin_list(&w);
        doc_table(&w, 1, 1, row, sizeof row, 1);
        ed_write_nil(&w);
        bool good = doc_reads(&w, &read, &rows_schema);
        CHECK(good ? !broken_invariant(&read.state) : *read.error.text != 0);
    }
}

/// Types of two fields each that hold the next one by value: 2^60 leaves.
TEST(types_that_branch_endlessly_are_refused_quickly)
{
    ed_Writer w = begin_types(61);
    put_type(&w, "Small", 16, (const Part[]){ { "list", "V16", 0, 0, 1, false, NULL } }, 1);
    for (u32 i = 1; i < 61; i++) {
        char name[16];
        snprintf(name, sizeof name, "T%u", i);
        u32 next = i < 60 ? i + 1 : 0;
        const Part parts[2] = { { "b", "V16", 0, 1, next, false, NULL },
                                { "c", "V16", 0, 1, next, false, NULL } };
        put_type(&w, i == 1 ? "Plain" : name, 16, parts, 2);
    }
    begin_list(&w);
    doc_table(&w, 1, 1, "0123456789012345", 16, 0);
    CHECK(!doc_reads(&w, &read, &rows_schema));
    CHECK(*read.error.text);
}
