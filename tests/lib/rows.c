#include "tests/lib/rows.h"
#include <stdio.h>
#include "runtime/attic/snapshot.h"
#include "runtime/msgpack/write.h"
#include "runtime/snapshot/defaults.h"

// --- states --------------------------------------------------------------------------------------

/// Returns one of the arenas that all tests reuse, emptied.
static ed_Arena *arena_at(u32 index)
{
    static ed_Arena arenas[8];
    if (!arenas[index].base) ed_arena_open(&arenas[index], "rows", (size_t)64 << 20, NULL);
    ed_arena_reset(&arenas[index]);
    return &arenas[index];
}

ed_State rows_state(ed_RootMemory *blocks)
{
    for (u32 i = 0; i < 2; i++) {
        blocks[i].arena = test_arena();
        blocks[i].at = ed_state_init(rows_schema.states[i], blocks[i].arena);
    }
    return (ed_State){ .game = "rows", .schema = &rows_schema, .roots = blocks };
}

static void put_text(ed_Arena *arena, str_array *list, const char *text)
{
    ed_Str *str = ed_array_add(arena, (ed_Array *)(void *)list, sizeof(ed_Str), 8);
    *str = (ed_Str){ NULL, 0, 0 };
    ed_str_set(arena, str, text);
}

static void fill_lists(ed_Arena *arena, Row *row, u32 n)
{
    char text[32];
    snprintf(text, sizeof text, "note %u", n);
    if (n % 3) ed_str_set(arena, &row->note, text);
    for (u32 i = 0; i < n % 4; i++) {
        *(u32 *)ed_array_add(arena, (ed_Array *)(void *)&row->numbers, 4, 4) = n * 1000 + i;
        Cell *cell = Cell_array_add(arena, &row->cells);
        cell->id = (u16)(n + i);
        ed_str_set(arena, &cell->text, i % 2 ? "" : text);
        put_text(arena, &row->words, i % 2 ? text + i : "");
    }
    row->titles_count = n % 3;
    if (n % 3) ed_str_set(arena, &row->titles[0], text + n % 3);
}

static void fill_figure(ed_Arena *arena, Figure *figure, u32 n)
{
    figure->kind = n % 3;
    if (n % 3 == 0) {
        Circle_init(arena, &figure->circle);
        ed_str_set(arena, &figure->circle.label, "round");
    }
    if (n % 3 == 1) Box_init(arena, &figure->box);
    for (u32 i = 0; n % 3 == 1 && i < n % 5; i++)
        *(u8 *)ed_array_add(arena, (ed_Array *)(void *)&figure->box.tags, 1, 1) = (u8)(i + 1);
    if (n % 3 == 2) figure->number = n;
}

static void fill_row(ed_Arena *arena, Row *row, u32 n)
{
    Row_init(arena, row);
    row->on = n % 2;
    row->small = (u16)(n * 3);
    row->wide = n / 8.0;
    row->id = n + 1;
    snprintf(row->name, sizeof row->name, "r%u", n);
    if (n % 2) memcpy(row->odd, "odds", 5);
    row->mood = (Humour)(n % 3);
    row->ways = (Ways)(n % 8);
    row->path_count = n % 4;
    for (u32 i = 0; i < n % 4; i++) row->path[i] = (Spot){ (f32)n, (f32)i };
    row->has_held = n % 2;
    row->held = (Cell){ .id = n % 2 ? 7 : 0 };
    if (n % 4 == 1) ed_str_set(arena, &row->held.text, "held");
    row->grid[1][0] = (i16) - (i32)n;
    fill_lists(arena, row, n);
    fill_figure(arena, &row->figure, n);
}

static void fill_tree(ed_Arena *arena, Node *tree, u32 depth)
{
    for (u32 i = 0; i < depth; i++) {
        Node *child = Node_array_add(arena, &tree->children);
        child->value = depth * 10 + i;
    }
    for (u32 i = 0; i < depth; i++) fill_tree(arena, &tree->children.items[i], depth - 1);
}

static void fill_sheet(ed_Arena *arena, Sheet *sheet, u32 count)
{
    sheet->count = count;
    for (u32 i = 0; i < count + 2; i++) {
        fill_row(arena, Row_pool_add(arena, &sheet->pool), i + 5);
    }
    // leaves free slots in the pool
    for (u32 i = 0; i < 2; i++)
        Row_pool_remove(&sheet->pool, Row_pool_ref(&sheet->pool, &sheet->pool.items[0]));
    for (u32 i = 0; i < count; i++) {
        Row *row = Row_array_add(arena, &sheet->rows);
        fill_row(arena, row, i);
        if (i % 2) row->link = Row_pool_ref(&sheet->pool, &sheet->pool.items[i]);
    }
    for (u32 i = 0; i < 2; i++) fill_row(arena, &sheet->pair[i], i + 1);
    sheet->few_count = count % 3;
    for (u32 i = 0; i < count % 3; i++) fill_row(arena, &sheet->few[i], i);
    for (u32 i = 0; i < 40; i++)
        *(u16 *)ed_array_add(arena, (ed_Array *)(void *)&sheet->plain, 2, 2) = (u16)i;
    fill_tree(arena, &sheet->tree, 3);
}

void rows_fill(ed_State *state, u32 count)
{
    Small *small = state->roots[Small_root].at;
    fill_sheet(state->roots[Sheet_root].arena, state->roots[Sheet_root].at, count);
    for (u32 i = 0; i < count; i++) {
        Plain *plain = Plain_array_add(state->roots[Small_root].arena, &small->list);
        *plain = (Plain){ .a = (u16)i, .b = i * 3, .c = (u8)(i + 1) };
    }
    small->spots_count = count % 5;
    for (u32 i = 0; i < count % 5; i++) small->spots[i] = (Spot){ (f32)i, 2 };
    memcpy(small->texts[1], "abc", 4);
}

// --- documents -----------------------------------------------------------------------------------

bool rows_read(RowsRead *read, const ed_Schema *schema, const void *bytes, size_t size)
{
    for (u32 i = 0; i < 2; i++)
        read->blocks[i] = (ed_RootMemory){ NULL, arena_at(read->set * 3 + i) };
    read->state = (ed_State){ .game = "rows", .schema = schema, .roots = read->blocks };
    read->error = (ed_Error){ .code = ED_OK };
    return ed_snapshot_read(bytes, size, &read->state, arena_at(read->set * 3 + 2), &read->report,
                            &read->error);
}

static char difference[400];

static const char *row_differs(const ed_ReportRow *a, const ed_ReportRow *b)
{
    bool same = a->outcome == b->outcome && a->lost == b->lost && a->records == b->records
             && memcmp(&a->tally, &b->tally, sizeof a->tally) == 0 && strcmp(a->type, b->type) == 0
             && strcmp(a->field, b->field) == 0;
    const ed_Tally *t = &a->tally, *o = &b->tally;
    if (same) return NULL;
    snprintf(difference, sizeof difference,
             "%s.%s: exact %llu/%llu cut %llu/%llu default %llu/%llu cleared %llu/%llu lost "
             "%llu/%llu records %llu/%llu",
             a->type, a->field, (unsigned long long)t->exact, (unsigned long long)o->exact,
             (unsigned long long)t->truncated, (unsigned long long)o->truncated,
             (unsigned long long)t->defaulted, (unsigned long long)o->defaulted,
             (unsigned long long)t->cleared, (unsigned long long)o->cleared,
             (unsigned long long)a->lost, (unsigned long long)b->lost,
             (unsigned long long)a->records, (unsigned long long)b->records);
    return difference;
}

const char *rows_differ(const ed_Schema *schema, const ed_Writer *one, const ed_Writer *other)
{
    static RowsRead reads[2] = { { .set = 0 }, { .set = 1 } };
    const ed_Writer *documents[2] = { one, other };
    ed_Writer again[2];
    for (u32 i = 0; i < 2; i++) {
        if (!rows_read(&reads[i], schema, documents[i]->bytes, documents[i]->size))
            return reads[i].error.text;
        if (broken_invariant(&reads[i].state)) return broken_invariant(&reads[i].state);
        again[i] = test_writer();
        ed_snapshot_write(&again[i], &reads[i].state);
    }
    bool same = again[0].size == again[1].size
             && memcmp(again[0].bytes, again[1].bytes, again[0].size) == 0;
    if (!same) return "the states differ";
    if (reads[0].report.count != reads[1].report.count) return "the reports have different lengths";
    for (u32 i = 0; i < reads[0].report.count; i++) {
        const char *differs = row_differs(&reads[0].report.rows[i], &reads[1].report.rows[i]);
        if (differs) return differs;
    }
    return NULL;
}

void rows_unseal(ed_Writer *w)
{
    w->size -= 8;
    w->bytes[w->size - 1] = 0xc0;
}

static void find_tables(ed_Reader *r, ed_Table *tables, u32 *count, u32 max)
{
    ed_Format form = ed_read_format(r);
    if (ed_table_follows(r)) {
        ed_Table table = ed_read_table(r);
        if (*count < max) tables[(*count)++] = table;
        ed_Reader heap;
        ed_read_init(&heap, table.heap.at, table.heap.size);
        if (table.heap.at) find_tables(&heap, tables, count, max);
        return;
    }
    if (form != ED_FORMAT_ARRAY && form != ED_FORMAT_MAP) {
        ed_read_skip(r);
        return;
    }
    u32 values = form == ED_FORMAT_MAP ? 2 * ed_read_map(r) : ed_read_array(r);
    for (u32 i = 0; i < values && ed_read_ok(r); i++) find_tables(r, tables, count, max);
}

static ed_Reader roots_of(const ed_Writer *w)
{
    ed_Reader r;
    ed_read_init(&r, w->bytes, w->size);
    for (u32 i = ed_read_map(&r); i > 0; i--) {
        ed_Span key = ed_read_str(&r);
        if (key.size == 5 && memcmp(key.at, "roots", 5) == 0) break;
        ed_read_skip(&r);
    }
    return r;
}

u32 rows_tables(const ed_Writer *w, ed_Table *tables, u32 max)
{
    u32 count = 0;
    ed_Reader r = roots_of(w);
    find_tables(&r, tables, &count, max);
    return count;
}

/// Skips to the value of the key `tag`. False if the map has no such key.
static bool go_to(ed_Reader *r, u32 tag)
{
    for (u32 i = ed_read_map(r); i > 0; i--) {
        if (ed_read_u64(r) == tag) return true;
        ed_read_skip(r);
    }
    return false;
}

ed_Table rows_table(const ed_Writer *w, u32 root, u32 field)
{
    ed_Reader r = roots_of(w);
    if (!go_to(&r, root) || !go_to(&r, field) || !ed_table_follows(&r))
        return (ed_Table){ .count = 0 };
    return ed_read_table(&r);
}
