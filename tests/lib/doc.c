#include "tests/lib/doc.h"

ed_Writer doc_begin(const ed_Type *root, u32 tag)
{
    ed_TypeList type_list;
    ed_Writer w = test_writer();
    ed_write_map(&w, 6);
    ed_write_text(&w, "eddie");
    ed_write_u64(&w, ED_SNAPSHOT_VERSION);
    ed_write_text(&w, "game");
    ed_write_text(&w, "rows");
    ed_write_text(&w, "frame");
    ed_write_u64(&w, 0);
    ed_write_text(&w, "types");
    ed_type_list_make(&rows_schema, test_arena(), &type_list);
    ed_document_types_write(&w, &type_list);
    ed_write_text(&w, "roots");
    ed_write_map(&w, 1);
    ed_write_u64(&w, root->tag);
    ed_write_map(&w, 1);
    ed_write_u64(&w, tag);
    return w;
}

bool doc_reads(ed_Writer *w, RowsRead *read, const ed_Schema *schema)
{
    ed_write_text(w, "xxh64");
    ed_write_nil(w);
    return ed_write_ok(w) && rows_read(read, schema, w->bytes, w->size);
}

void doc_table(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size, u32 parts)
{
    u8 *at = ed_write_table(w, type, count, size);
    if (at && size) memcpy(at, rows, size);
    ed_write_array(w, parts);
}

void doc_column(ed_Writer *w, u64 type, u32 count, const void *rows, size_t size)
{
    doc_table(w, type, count, rows, size, 0);
}

u32 doc_type(const ed_Type *type)
{
    u32 i = 0;
    while (rows_schema.types[i] != type) i++;
    return i;
}
