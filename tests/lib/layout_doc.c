#include "tests/lib/layout_doc.h"
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/layout.h"
#include "tests/lib/test.h"

ed_Error layout_error;
ed_Document layout_document;
ed_Schema layout_schema;

ed_Arena *layout_arena(u32 index)
{
    static ed_Arena arenas[7];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "layout", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

bool layout_read(const void *bytes, size_t size)
{
    layout_error = (ed_Error){ .code = ED_OK };
    ed_Arena *arena = layout_arena(0);
    return ed_document_read(bytes, size, arena, &layout_document, &layout_error)
        && ed_layout(&layout_document, arena, &layout_schema, &layout_error);
}

ed_Writer layout_again(const void *bytes, size_t size)
{
    static ed_RootMemory blocks[4];
    ed_Report report;
    ed_Writer w = { .arena = layout_arena(1) };
    for (u32 i = 0; i < ED_COUNT(blocks); i++)
        blocks[i] = (ed_RootMemory){ NULL, layout_arena(2 + i) };
    if (!layout_read(bytes, size) || layout_schema.state_count > ED_COUNT(blocks)) return w;
    ed_State state = { .game = layout_document.game, .schema = &layout_schema, .roots = blocks };
    ed_write_init(&w, layout_arena(1));
    if (ed_snapshot_read(bytes, size, &state, layout_arena(6), &report, &layout_error))
        ed_snapshot_write(&w, &state);
    if (!*layout_error.text) layout_error = w.err;
    return w;
}

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

void layout_type(ed_Writer *w, const char *name, const char *kind, const Part *parts, u32 count)
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

ed_Writer layout_begin(u32 types)
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

bool layout_ends(ed_Writer *w)
{
    ed_write_text(w, "roots");
    ed_write_map(w, 1);
    ed_write_u64(w, ed_tag("Game", 4));
    ed_write_map(w, 0);
    ed_write_text(w, "xxh64");
    ed_write_nil(w);
    return layout_read(w->bytes, w->size);
}
