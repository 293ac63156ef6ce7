#include "runtime/snapshot/row_table.h"
#include <stdio.h>
#include "runtime/attic/snapshot.h"
#include "runtime/snapshot/decode.h"
#include "runtime/snapshot/type_tables.h"
#include "runtime/types/pool.h"
#include "tests/lib/json_types.h"
#include "tests/lib/rows.h"

static ed_RootMemory blocks[2];

static const char *or_empty(const char *difference) { return difference ? difference : ""; }

static ed_State filled(u32 count)
{
    ed_State state = rows_state(blocks);
    rows_fill(&state, count);
    return state;
}

static ed_Writer written(const ed_State *state)
{
    ed_Writer w = test_writer();
    ed_snapshot_write(&w, state);
    return w;
}

static bool same_bytes(const ed_Writer *one, const ed_Writer *other)
{
    return ed_write_ok(one) && one->size == other->size
        && memcmp(one->bytes, other->bytes, one->size) == 0;
}

// --- the bytes -----------------------------------------------------------------------------------

/// Writes the table of a field as the first bytes of a document. Its types are those of rows.def.
static void put_table(ed_Writer *w, const ed_Field *field, const void *items, u32 count)
{
    ed_TypeList type_list;
    ed_type_list_make(&rows_schema, test_arena(), &type_list);
    type_list.scratch = test_arena();
    w->type_list = &type_list;
    ed_pack_table(w, field, items, count);
    w->type_list = NULL;
}

#define ZEROS_8 "\0\0\0\0\0\0\0\0"
#define ZEROS_32 ZEROS_8 ZEROS_8 ZEROS_8 ZEROS_8

TEST(a_table_is_type_count_pad_rows_and_heap)
{
    const Plain rows[2] = { { .a = 0x0102, .b = 3, .c = 4 }, { .a = 5, .b = 6, .c = 7 } };
    CHECK_BYTES(put_table(&w, &Small_type.fields[0], rows, 2),
                "\x85\xa4type\x0a\xa5"
                "count\x02\xa3pad\xc4\x25" ZEROS_32 "\0\0\0\0\0"
                "\xa4rows\xc4\x18"
                "\x02\x01\0\0\x03\0\0\0\x04\0\0\0"
                "\x05\0\0\0\x06\0\0\0\x07\0\0\0"
                "\xa4heap\x90");
}

TEST(a_text_in_a_row_is_its_count_and_all_texts_are_one_column)
{
    Cell cells[2] = { { .id = 1 }, { .id = 2, .kind = 3 } };
    ed_str_set(test_arena(), &cells[1].text, "ab");
    ed_Field cell = {
        .name = "cells", .kind = ED_STRUCT, .type = &Cell_type, .size = sizeof(Cell), .count = 1
    };
    CHECK_BYTES(put_table(&w, &cell, cells, 2),
                "\x85\xa4type\x06\xa5"
                "count\x02\xa3pad\xc4\x25" ZEROS_32 "\0\0\0\0\0"
                "\xa4rows\xc4\x30"
                "\x01\0\0\0\0\0\0\0"
                "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
                "\x02\0\x03\0\0\0\0\0"
                "\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"
                "\xa4heap\x91"
                "\x85\xa4type\xc0\xa5"
                "count\x03\xa3pad\xc4\x2f" ZEROS_32 ZEROS_8 "\0\0\0\0\0\0\0"
                "\xa4rows\xc4\x03"
                "ab\0"
                "\xa4heap\x90");
}

TEST(all_rows_lie_on_a_multiple_of_64_bytes)
{
    ed_State state = filled(13);
    ed_Writer w = written(&state);
    ed_Table tables[200];
    u32 count = rows_tables(&w, tables, ED_COUNT(tables));
    CHECK(count > 40);
    for (u32 i = 0; i < count; i++) CHECK_EQ((tables[i].rows.at - w.bytes) % ED_TABLE_ALIGN, 0);
}

TEST(tables_are_read_in_either_form_and_written_as_the_same_bytes)
{
    static RowsRead read;
    for (u32 count = 0; count < 8; count++) {
        ed_State state = filled(count);
        ed_Writer packed = written(&state);
        state.open_form = true;
        ed_Writer open = written(&state);
        CHECK(rows_read(&read, &rows_schema, packed.bytes, packed.size));
        CHECK_EQ(ed_report_count(&read.report, ED_KEPT), read.report.count);
        CHECK(!broken_invariant(&read.state));
        ed_Writer again = written(&read.state);
        CHECK(same_bytes(&packed, &again));
        CHECK(rows_read(&read, &rows_schema, open.bytes, open.size));
        again = written(&read.state);
        CHECK(same_bytes(&packed, &again));
    }
}

// --- columns -------------------------------------------------------------------------------------

static char shown[20000];

/// Adds a table as COUNT:ROWS[COLUMNS], or "-" for nil. A dot in its rows is a zero byte.
static void show_table(ed_Text *out, ed_Reader *r)
{
    if (ed_read_format(r) == ED_FORMAT_NIL) {
        ed_read_nil(r);
        ed_text_add(out, "-");
        return;
    }
    ed_Table table = ed_read_table(r);
    ed_Reader heap;
    ed_text_add(out, "%u:", table.count);
    for (size_t i = 0; i < table.rows.size; i++)
        ed_text_add(out, table.rows.at[i] ? "%02x" : ".", table.rows.at[i]);
    ed_read_init(&heap, table.heap.at, table.heap.size);
    ed_text_add(out, "[");
    for (u32 i = 0, count = ed_read_array(&heap); i < count; i++) {
        ed_text_add(out, i ? " " : "");
        show_table(out, &heap);
    }
    ed_text_add(out, "]");
}

#define COLUMN_TYPES \
    "{'name':'Note','size':16,'align':8,'fields':[[1,'t','S',0,null,null]]}," \
    "{'name':'Form','kind':'union','size':24,'align':8,'fields':[[1,'n','u2',8,null,null]," \
    "[2,'t','S',8,null,null]]}]"

/// Writes rows that have one field, whose values are given as an open array. Returns the table.
static const char *row_table(const char *field, const char *values, ed_Writer *w)
{
    ed_Arena *arena = test_arena();
    ed_Array rows = { NULL, 0, 0 };
    char words[1000];
    snprintf(words, sizeof words,
             "[{'name':'Game','size':64,'align':8,'fields':[[1,'rows','V40',0,0,1]]},"
             "{'name':'Row','size':40,'align':8,'fields':[[1,'it',%s]]}," COLUMN_TYPES,
             field);
    ed_DocumentTypes types = json_types(words);
    const ed_Field *list = &types.types[0].fields[0];
    ed_Reader r = json_reader(values);
    ed_decode_into(&r, list, arena, ED_DECODE_TRANSIENT, &rows);
    ed_TypeList type_list = { .scratch = test_arena() };
    *w = test_writer();
    w->type_list = &type_list;
    ed_pack_table(w, list, rows.items, rows.count);
    w->type_list = NULL;
    if (type_list.scratch->used) return "memory of the table is not free again";
    ed_Text out = ed_text_over(shown, sizeof shown);
    ed_read_init(&r, w->bytes, w->size);
    show_table(&out, &r);
    return ed_read_ok(&r) && ed_write_ok(w) ? shown : "not written";
}

static const struct {
    const char *field, *values, *table;
} columns[] = {
    { "'u2',2,null,null", "[]", "-" },
    { "'u2',2,null,null", "[{'#1':1},{'#1':2}]",
      "2:..01....................................."
      "..02.....................................[]" },
    { "'S',8,null,null", "[{'#1':'ab'},{},{'#1':'c'}]",
      "3:................02......................."
      "........................................"
      "................01......................."
      "[5:6162.63.[]]" },
    { "'S',8,null,null", "[{},{}]",
      "2:........................................"
      "........................................"
      "[-]" },
    { "'u2',0,0,null", "[{'#1':[1,2]},{},{'#1':[3]}]",
      "3:........02..............................."
      "........................................"
      "........01..............................."
      "[3:01.02.03.[]]" },
    { "'S',8,null,null,{'optional':true}", "[{'#1':'a'},{'#1':null},{'#1':'b'}]",
      "3:.......01........01......................."
      "........................................"
      ".......01........01......................."
      "[4:61.62.[]]" },
    { "'S',8,-2,null", "[{'#1':['a','bc']},{},{'#1':['d']}]",
      "3:....02...........01...............02......."
      "........................................"
      "....01...........01......................."
      "[7:61.6263.64.[]]" },
    { "'S',0,2,null", "[{'#1':['a','b']},{'#1':['','c']}]",
      "2:........01...............01..............."
      "........................01..............."
      "[6:61.62.63.[]]" },
    { "'V24',0,null,3", "[{'#1':[1,7]},{'#1':[2,'ab']}]",
      "2:........07..............................."
      "01...............02......................."
      "[3:6162.[]]" },
    { "'S',0,0,null", "[{'#1':['a','']},{'#1':['bcd']}]",
      "2:........02..............................."
      "........01..............................."
      "[3:........01...............................03.......[6:61.626364.[]]]" },
    { "'V16',0,0,2", "[{'#1':[{'#1':'a'},{'#1':'b'}]},{},{'#1':[{'#1':'c'}]}]",
      "3:........02..............................."
      "........................................"
      "........01..............................."
      "[3:........01...............01...............01.......[6:61.62.63.[]]]" },
};

TEST(the_contents_of_each_slot_are_in_its_column_in_the_order_of_the_rows)
{
    for (u32 i = 0; i < ED_COUNT(columns); i++) {
        ed_Writer w;
        CHECK_TEXT(row_table(columns[i].field, columns[i].values, &w), columns[i].table);
        CHECK_EQ(w.changes.count, 0);
    }
}

TEST(a_text_ends_at_its_first_zero_byte_and_is_counted_once)
{
    ed_Writer w;
    const char *text = "[{'#1':'ab'},{'#1':'!a3610062'},{'#1':'!a3006162'},{'#1':'c'}]";
    const char *list = "[{'#1':['ab','!a3610062']},{'#1':['!a3006162','c']}]";
    CHECK_HAS(row_table("'S',0,null,null", text, &w), "[7:6162.61.63.[]]");
    CHECK_EQ(w.changes.count, 2);
    CHECK_HAS(row_table("'S',0,0,null", list, &w), "[7:6162.61.63.[]]");
    CHECK_EQ(w.changes.count, 2);
    CHECK_TEXT(w.changes.field, "it");
    CHECK(ed_write_ok(&w) && w.changes.what == ED_CHANGE_ZERO_BYTE);
}

TEST(other_changes_of_a_table_whose_texts_are_cut_are_counted_once)
{
    static const ed_Field fields[] = {
        { .name = "text", .kind = ED_STR, .size = 16, .count = 1 },
        { .name = "name", .kind = ED_CHARS, .size = 8, .count = 1, .offset = 16 },
    };
    static const ed_Type type = {
        .kind = ED_STRUCT, .size = 24, .fields = fields, .field_count = 2
    };
    const ed_Field element = { .name = "rows", .kind = ED_STRUCT, .type = &type, .size = 24 };
    char bytes[] = "a\0b";
    struct {
        ed_Str text;
        char name[8];
    } row = { { bytes, 3, 4 }, "" };
    memset(row.name, 'x', sizeof row.name);
    ed_TypeList type_list = { .scratch = test_arena() };
    ed_Writer w = test_writer();
    w.type_list = &type_list;
    ed_pack_table(&w, &element, &row, 1);
    CHECK_EQ(w.changes.count, 2);
}

// --- the bytes of rows ---------------------------------------------------------------------------

/// Writes rows whose bytes are all ff. Returns the table.
static ed_Table full_rows(const ed_Type *type, u32 count, ed_Writer *w)
{
    ed_Field element = { .name = "rows", .kind = ED_STRUCT, .type = type, .size = type->size };
    ed_TypeList type_list = { .scratch = test_arena() };
    u8 *rows = ed_arena_push(test_arena(), (size_t)count * type->size, 8);
    memset(rows, 0xff, (size_t)count * type->size);
    *w = test_writer();
    w->type_list = &type_list;
    ed_pack_table(w, &element, rows, count);
    w->type_list = NULL;
    ed_Reader r;
    ed_read_init(&r, w->bytes, w->size);
    return ed_read_table(&r);
}

// Rows are copied in blocks of 4096 bytes.
TEST(each_row_has_only_its_state_however_many_rows_there_are_and_however_large_they_are)
{
    static const u32 sizes[] = { 3, 4, 7, 100, 2048, 4095, 4096, 4097, 9000 };
    static const u32 counts[] = { 1, 2, 40, 1365, 1366, 2731 };
    for (u32 s = 0; s < ED_COUNT(sizes); s++)
        for (u32 c = 0; c < ED_COUNT(counts); c++) {
            u32 size = sizes[s], count = size > 100 ? 1 + c : counts[c];
            ed_Field fields[] = {
                { .kind = ED_BOOL, .size = 1, .count = 1 },
                { .kind = ED_U8, .size = 1, .shape = ED_FIXED, .count = size - 2, .offset = 2 },
            };
            ed_Type type = { .kind = ED_STRUCT, .size = size, .fields = fields, .field_count = 2 };
            ed_Writer w;
            ed_Table table = full_rows(&type, count, &w);
            CHECK(table.count == count && table.rows.size == (size_t)count * size);
            u8 row[9000];
            memset(row, 0xff, sizeof row);
            row[0] = 1;
            row[1] = 0;
            for (u32 i = 0; i < count; i++)
                CHECK(memcmp(table.rows.at + (size_t)i * size, row, size) == 0);
        }
}

TEST(rows_without_padding_are_copied_as_they_are)
{
    static const ed_Field field = { .kind = ED_U8, .size = 1, .shape = ED_FIXED, .count = 48 };
    static const ed_Type type = {
        .kind = ED_STRUCT, .size = 48, .fields = &field, .field_count = 1
    };
    ed_Writer w;
    ed_Table table = full_rows(&type, 1000, &w);
    CHECK_EQ(table.rows.size, 48000);
    for (u32 i = 0; i < 48000; i++) CHECK_EQ(table.rows.at[i], 0xff);
}

TEST(a_type_with_more_texts_than_a_table_has_columns_is_refused)
{
    ed_Field *fields = ed_arena_push(test_arena(), 1025 * sizeof *fields, 8);
    ed_Field element = { .name = "rows", .kind = ED_STRUCT, .size = 1025 * 16 };
    for (u32 i = 0; i < 1025; i++)
        fields[i] = (ed_Field){ .kind = ED_STR, .size = 16, .count = 1, .offset = i * 16 };
    u8 *row = ed_arena_push(test_arena(), element.size, 8);
    for (u32 count = 1024; count <= 1025; count++) {
        ed_Type type = { .kind = ED_STRUCT, .size = element.size, .fields = fields };
        ed_Writer w = test_writer();
        ed_TypeList type_list = { .scratch = test_arena() };
        type.field_count = count;
        element.type = &type;
        w.type_list = &type_list;
        ed_pack_table(&w, &element, row, 1);
        CHECK_EQ(ed_write_ok(&w), count == 1024);
        if (count == 1025) CHECK_HAS(w.err.text, "rows contains more than 1024 fields");
    }
}

// --- no garbage ----------------------------------------------------------------------------------

#define GARBAGE 0xaa

static void soil_record(const ed_Type *type, u8 *it);

static u32 lead_of(const ed_Field *field)
{
    return field->shape == ED_BOUNDED ? 4 : field->shape == ED_OPTIONAL;
}

static bool is_slot(const ed_Field *field)
{
    return field->shape == ED_DYNAMIC || field->kind == ED_STR;
}

static void soil_slot(const ed_Field *field, u8 *at)
{
    ed_Array list;
    memcpy(&list, at, sizeof list);
    if (field->kind == ED_STRUCT && field->shape == ED_DYNAMIC)
        for (u32 i = 0; i < list.count; i++)
            soil_record(field->type, (u8 *)list.items + (size_t)i * field->size);
    list.capacity = list.items ? list.capacity : GARBAGE;
    if (!list.items) list.count = GARBAGE;      // a list without items is empty, whatever its count
    memcpy(at, &list, sizeof list);
}

static void soil_element(const ed_Field *field, u8 *at)
{
    if (field->kind == ED_STRUCT || field->kind == ED_UNION) soil_record(field->type, at);
    if (field->kind == ED_STR) soil_slot(field, at);
    if (field->kind == ED_PTR) memset(at, GARBAGE, field->size);
    size_t used = field->kind == ED_CHARS ? strlen((char *)at) + 1 : field->size;
    memset(at + used, GARBAGE, field->size - used);
}

static void soil_field(const ed_Field *field, u8 *at)
{
    u32 count = field->count;
    if (field->shape == ED_DYNAMIC) {
        soil_slot(field, at);
        return;
    }
    if (field->shape == ED_BOUNDED) memcpy(&count, at - 4, 4);
    if (field->shape == ED_OPTIONAL) count = at[-1];
    for (u32 i = 0; i < count; i++) soil_element(field, at + (size_t)i * field->size);
    memset(at + (size_t)count * field->size, GARBAGE, (size_t)(field->count - count) * field->size);
}

/// Writes garbage to everything that is not state.
static void soil_record(const ed_Type *type, u8 *it)
{
    u8 state[4096] = { 0 };
    u32 first = 0, end = type->field_count, kind;
    memcpy(&kind, it, 4);
    if (type->kind == ED_UNION) {
        first = kind;
        end = kind + 1;
        memset(state, 1, 4);
    }
    for (u32 i = first; i < end; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->shape == ED_POOL) {
            memset(state + field->offset, 1, sizeof(ed_Pool));
            continue;
        }
        size_t size =
            field->shape == ED_DYNAMIC ? sizeof(ed_Array) : (size_t)field->size * field->count;
        if (field->flags & ED_FIELD_TRANSIENT) continue;
        memset(state + field->offset - lead_of(field), 1, lead_of(field) + size);
        soil_field(field, it + field->offset);
    }
    for (u32 i = 0; i < type->size; i++)
        if (!state[i]) it[i] = GARBAGE;
}

TEST(lists_nested_deeper_than_a_reader_takes_are_refused_with_the_limit)
{
    ed_State state = rows_state(blocks);
    ed_Arena *arena = state.roots[Sheet_root].arena;
    Node *at = &((Sheet *)state.roots[Sheet_root].at)->tree;
    for (u32 i = 0; i < ED_DEPTH_MAX; i++) at = Node_array_add(arena, &at->children);
    ed_Writer w = written(&state);
    CHECK(!ed_write_ok(&w));
    CHECK_EQ(w.err.code, ED_ERR_DEPTH);
    CHECK_TEXT(w.err.text, "children is nested deeper than 64: it could not be read back");
}

TEST(nothing_but_state_is_in_a_document)
{
    for (u32 form = 0; form < 2; form++) {
        ed_State clean = filled(13);
        clean.open_form = form;
        ed_Writer w = written(&clean);
        ed_State soiled = filled(13);
        soiled.open_form = form;
        Sheet *sheet = blocks[Sheet_root].at;
        for (u32 i = 0; i < sheet->pool.count; i++)
            soil_record(&Row_type, (u8 *)&sheet->pool.items[i]);
        for (u32 i = 0; i < 2; i++) soil_record(soiled.schema->states[i], blocks[i].at);
        ed_Writer other = written(&soiled);
        CHECK(is_slot(&Row_type.fields[8]));
        CHECK(same_bytes(&w, &other));
    }
}

TEST(a_document_has_the_same_bytes_whatever_was_in_its_memory_before)
{
    ed_State state = filled(13);
    ed_Writer w = written(&state), again = test_writer();
    memset(ed_arena_push(again.arena, w.size * 3, 1), GARBAGE, w.size * 3);
    ed_arena_reset(again.arena);
    ed_write_init(&again, again.arena);
    ed_snapshot_write(&again, &state);
    CHECK(same_bytes(&w, &again));
}

// --- nonsense in memory --------------------------------------------------------------------------

static void spoil_row(Row *row)
{
    memset(&row->on, 2, 1);
    memset(&row->mood, 77, 1);
    row->ways = (Ways)0xff01;
    memset(row->name, 'x', sizeof row->name);
    memset(row->odd, 'y', sizeof row->odd);
    row->path_count = 9;
    row->titles_count = 1000;
    memset(&row->has_held, 3, 1);
    row->link = (Row_ref){ 7, 0 };
    row->figure.kind = 9;
}

/// Writes the memory in both forms and reads them: NULL if the results are the same.
static const char *forms_differ(ed_State *state, const ed_Schema *schema)
{
    state->open_form = false;
    ed_Writer packed = written(state);
    state->open_form = true;
    ed_Writer open = written(state);
    if (!ed_write_ok(&packed) || !ed_write_ok(&open)) return "it was not written";
    return rows_differ(schema, &packed, &open);
}

TEST(both_forms_of_a_state_are_read_alike)
{
    ed_State state = filled(13);
    CHECK_TEXT(or_empty(forms_differ(&state, &rows_schema)), "");
    CHECK_TEXT(or_empty(forms_differ(&state, &later_schema)), "");
}

TEST(both_forms_of_invalid_memory_are_read_alike)
{
    ed_State state = filled(13);
    Sheet *sheet = blocks[Sheet_root].at;
    for (u32 i = 0; i < 13; i += 3) spoil_row(&sheet->rows.items[i]);
    spoil_row(&sheet->pair[1]);
    spoil_row(&sheet->pool.items[2]);
    sheet->few_count = 77;
    CHECK_TEXT(or_empty(forms_differ(&state, &rows_schema)), "");
    CHECK_TEXT(or_empty(forms_differ(&state, &later_schema)), "");
}

/// Writes one kind of invalid value to a row.
static void spoil_at(Row *row, u32 what)
{
    Row nonsense = *row;
    spoil_row(&nonsense);
    switch (what) {
    case 0: memcpy(&row->on, &nonsense.on, 1); break;
    case 1: memcpy(&row->mood, &nonsense.mood, 1); break;
    case 2: row->ways = nonsense.ways; break;
    case 3: memcpy(row->name, nonsense.name, sizeof row->name); break;
    case 4: memcpy(row->odd, nonsense.odd, sizeof row->odd); break;
    case 5: row->path_count = nonsense.path_count; break;
    case 6: row->titles_count = nonsense.titles_count; break;
    case 7: memcpy(&row->has_held, &nonsense.has_held, 1); break;
    case 8: row->link = nonsense.link; break;
    default: row->figure.kind = nonsense.figure.kind; break;
    }
}

TEST(each_kind_of_invalid_memory_is_read_alike)
{
    for (u32 what = 0; what < 10; what++) {
        ed_State state = rows_state(blocks);
        rows_fill(&state, 5);
        Sheet *sheet = blocks[Sheet_root].at;
        for (u32 i = 0; i < 5; i++) spoil_at(&sheet->rows.items[i], what);
        const char *difference = forms_differ(&state, &rows_schema);
        if (!difference) difference = forms_differ(&state, &later_schema);
        if (difference) test_fail(__FILE__, __LINE__, "kind %u: %s", what, difference);
    }
}
