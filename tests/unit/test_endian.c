#include "runtime/migrate/snapshot.h"
#include "tests/lib/doc.h"

/// A code that begins with '>' marks a field of a big-endian writer: its numbers in rows, the
/// counts of its slots and of bounded arrays, the kinds of its unions, and its handles are
/// big-endian, as MessagePack always is.

static RowsRead read;

// --- by hand -------------------------------------------------------------------------------------

static void put_field(ed_Writer *w, const char *name, const char *code, u32 offset, u32 type)
{
    ed_write_array(w, 6);
    ed_write_u64(w, ed_tag(name, strlen(name)));
    ed_write_text(w, name);
    ed_write_text(w, code);
    ed_write_u64(w, offset);
    if (type) {
        ed_write_u64(w, 0);
        ed_write_u64(w, type);
    } else {
        ed_write_nil(w);
        ed_write_nil(w);
    }
}

static void put_type(ed_Writer *w, const char *name, u32 size, u32 fields)
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
    ed_write_array(w, fields);
}

TEST(rows_of_a_big_endian_writer_are_read)
{
    ed_Writer w = test_writer();
    ed_write_packed(&w,
                    "\x86\xa5"
                    "eddie\x01\xa4game\xa4rows\xa5"
                    "frame\x00\xa5types\x92",
                    32);
    put_type(&w, "Small", 16, 1);
    put_field(&w, "list", ">V12", 0, 1);
    put_type(&w, "Plain", 12, 3);
    put_field(&w, "a", ">u2", 0, 0);
    put_field(&w, "b", ">u4", 4, 0);
    put_field(&w, "c", "u1", 8, 0);
    ed_write_text(&w, "roots");
    ed_write_map(&w, 1);
    ed_write_u64(&w, Small_type.tag);
    ed_write_map(&w, 1);
    ed_write_u64(&w, Small_list_tag);
    doc_table(&w, 1, 2,
              "\x01\x02\0\0\x03\x04\x05\x06\x07\0\0\0"
              "\0\x08\0\0\0\0\0\x09\x0a\0\0\0",
              24, 0);
    CHECK(doc_reads(&w, &read, &rows_schema));
    const Small *small = read.blocks[Small_root].at;
    CHECK_EQ(small->list.count, 2);
    CHECK_EQ(small->list.items[0].a, 0x0102);
    CHECK_EQ(small->list.items[0].b, 0x03040506);
    CHECK_EQ(small->list.items[0].c, 7);
    CHECK_EQ(small->list.items[1].b, 9);
}

// --- a document of ours as such a writer would have written it -----------------------------------

static void swap(u8 *at, u32 size)
{
    for (u32 i = 0; i < size / 2; i++) {
        u8 byte = at[i];
        at[i] = at[size - 1 - i];
        at[size - 1 - i] = byte;
    }
}

static void swap_field(const ed_Field *field, u8 *record);

static void swap_element(const ed_Field *field, u8 *at)
{
    u32 kind;
    memcpy(&kind, at, field->size < 4 ? field->size : 4);
    switch (field->kind) {
    case ED_CHARS:
    case ED_PTR: break;
    case ED_STR: swap(at + 8, 4); break;
    case ED_REF:
        swap(at, 4);
        swap(at + 4, 4);
        break;
    case ED_ENUM:
    case ED_FLAGS: swap(at, field->type->size); break;
    case ED_UNION:
        swap(at, 4);
        swap_field(&field->type->fields[kind], at);
        break;
    case ED_STRUCT:
        for (u32 i = 0; i < field->type->field_count; i++) swap_field(&field->type->fields[i], at);
        break;
    default: swap(at, field->size); break;
    }
}

static void swap_field(const ed_Field *field, u8 *record)
{
    u8 *at = record + field->offset;
    u32 count = field->count;
    if (field->shape == ED_DYNAMIC) {
        swap(at + 8, 4);
        return;
    }
    if (field->shape == ED_BOUNDED) {
        memcpy(&count, at - 4, 4);
        swap(at - 4, 4);
    }
    for (u32 i = 0; i < count; i++) swap_element(field, at + (size_t)i * field->size);
}

static void swap_heap(ed_Reader *heap, const ed_Type *type);

/// Swaps a table of elements of that field, and all its parts.
static void swap_table(ed_Reader *r, const ed_Field *field)
{
    if (!ed_table_follows(r)) {
        ed_read_skip(r);
        return;
    }
    ed_Table table = ed_read_table(r);
    for (u32 i = 0; i < table.count; i++)
        swap_element(field, (u8 *)(uintptr_t)table.rows.at + (size_t)i * field->size);
    ed_Reader heap;
    ed_read_init(&heap, table.heap.at, table.heap.size);
    ed_read_array(&heap);
    if (field->kind == ED_STRUCT || field->kind == ED_UNION) swap_heap(&heap, field->type);
}

static void swap_heap(ed_Reader *heap, const ed_Type *type)
{
    for (u32 i = 0; i < type->field_count; i++) {
        const ed_Field *field = &type->fields[i];
        if (field->shape == ED_DYNAMIC) swap_table(heap, field);
        else if (field->kind == ED_STR) ed_read_skip(heap);
        else if (field->kind == ED_STRUCT || field->kind == ED_UNION) swap_heap(heap, field->type);
    }
}

/// Swaps the arrays of the roots; in a pool, its items.
static void swap_root(ed_Reader *r, const ed_Type *root)
{
    for (u32 i = ed_read_map(r); i > 0; i--) {
        const ed_Field *field = ed_field_by_tag(root, (u32)ed_read_u64(r));
        if (field->kind == ED_STRUCT && field->shape == ED_ONE) {
            swap_root(r, field->type);
            continue;
        }
        if (field->shape != ED_POOL) {
            swap_table(r, field);
            continue;
        }
        ed_read_map(r);
        for (u32 k = 0; k < 5; k++) ed_read_skip(r);      // handles, free
        swap_table(r, field);
    }
}

/// Changes "u4" to ">u4". "u1" changes, too: a list of bytes has a count, which is swapped.
static void put_code(ed_Writer *w, ed_Span code)
{
    char text[16] = ">";
    memcpy(text + 1, code.at, code.size);
    ed_write_text(w, text);
}

static void copy(ed_Writer *w, ed_Reader *r)
{
    ed_Span value = ed_read_skip(r);
    ed_write_packed(w, value.at, value.size);
}

static void put_fields(ed_Writer *w, ed_Reader *r)
{
    u32 count = ed_read_array(r);
    ed_write_array(w, count);
    for (u32 i = 0; i < count; i++) {
        u32 parts = ed_read_array(r);
        ed_write_array(w, parts);
        for (u32 p = 0; p < parts; p++) {
            if (p == 2) put_code(w, ed_read_str(r));
            else copy(w, r);
        }
    }
}

static void put_types(ed_Writer *w, ed_Reader *r)
{
    u32 types = ed_read_array(r);
    ed_write_array(w, types);
    for (u32 t = 0; t < types; t++) {
        u32 keys = ed_read_map(r);
        ed_write_map(w, keys);
        for (u32 k = 0; k < keys; k++) {
            ed_Span key = ed_read_str(r);
            ed_write_str(w, (const char *)key.at, key.size);
            if (key.size == 6 && memcmp(key.at, "fields", 6) == 0) put_fields(w, r);
            else copy(w, r);
        }
    }
}

/// All tables of `little` are swapped in place; the codes get longer, so the document is written
/// again.
static ed_Writer big_endian(ed_Writer *little)
{
    ed_Writer w = test_writer();
    ed_Reader r;
    ed_read_init(&r, little->bytes, little->size);
    u32 keys = ed_read_map(&r);
    ed_write_map(&w, keys);
    for (u32 k = 0; k < keys; k++) {
        ed_Span key = ed_read_str(&r);
        ed_write_str(&w, (const char *)key.at, key.size);
        if (key.size == 5 && memcmp(key.at, "types", 5) == 0) {
            put_types(&w, &r);
            continue;
        }
        if (key.size == 5 && memcmp(key.at, "roots", 5) == 0) {
            ed_Reader roots = r;
            ed_read_map(&roots);
            for (u32 i = 0; i < 2; i++) {
                ed_read_skip(&roots);
                swap_root(&roots, rows_schema.states[i]);
            }
        }
        copy(&w, &r);
    }
    return w;
}

static ed_Writer written(u32 rows)
{
    static ed_RootMemory blocks[2];
    ed_State state = rows_state(blocks);
    ed_Writer w = test_writer();
    rows_fill(&state, rows);
    ed_snapshot_write(&w, &state);
    rows_unseal(&w);
    return w;
}

/// Few enough rows that the handles of the pool are written one by one.
TEST(every_kind_of_a_big_endian_writer_is_read)
{
    ed_Writer little = written(5), swapped = written(5), big = big_endian(&swapped);
    const char *difference = rows_differ(&rows_schema, &little, &big);
    CHECK_TEXT(difference ? difference : "", "");
    difference = rows_differ(&later_schema, &little, &big);
    CHECK_TEXT(difference ? difference : "", "");
}
