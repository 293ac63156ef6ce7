#include "runtime/aside.h"
#include <string.h>
#include "runtime/pack.h"
#include "runtime/pool.h"
#include "runtime/value.h"

/// Writers' rows that have to be made memory again: there may be as many as the root's arena holds,
/// and their open form.
static size_t rows_bytes_max(const ed_Unpack *u) { return 2 * u->arena->limit; }

ed_Arena *ed_aside_arena(const ed_Unpack *u)
{
    ed_Arena *arena = &u->plan->rows;
    if (!arena->base && !ed_arena_open(arena, "rows of a table", rows_bytes_max(u), &u->r->err))
        u->r->at = u->r->end;
    return arena;
}

void *ed_aside_push(const ed_Unpack *u, size_t size)
{
    void *at = ed_aside_arena(u)->base ? ed_arena_push(ed_aside_arena(u), size, 8) : NULL;
    if (!at) ed_read_fail(u->r, ED_ERR_LIMIT, u->r->at, "there is no room to read a table through");
    return at;
}

void ed_aside_begin(ed_Aside *aside, const ed_Unpack *u)
{
    aside->before = ed_aside_arena(u)->used;
    ed_write_init(&aside->w, ed_aside_arena(u));
    aside->w.live = u->live;
    aside->u   = *u;
    aside->u.r = &aside->r;
    ed_read_aside(&aside->r, u->r, u->r->at, (ed_Span){ NULL, 0 });
}

void ed_aside_read(ed_Aside *aside, const ed_Unpack *u, const u8 *at)
{
    if (aside->w.err.code) ed_read_fail(u->r, aside->w.err.code, at, "%s", aside->w.err.text);
    ed_read_aside(&aside->r, u->r, at,
                  (ed_Span){ aside->w.bytes, ed_read_ok(u->r) ? aside->w.size : 0 });
}

void ed_aside_end(ed_Aside *aside, const ed_Unpack *u)
{
    ed_read_rejoin(u->r, &aside->r);
    ed_aside_arena(u)->used = aside->before;
}

// --- to open form --------------------------------------------------------------------------------

typedef struct Open {
    const ed_Unpack *u;
    ed_Reader       *r;
    ed_Writer       *w;
} Open;

static void copy(const Open *o)
{
    ed_Span value = ed_read_skip(o->r);
    if (ed_read_ok(o->r)) ed_write_packed(o->w, value.at, value.size);
}

/// The rows are made memory behind the writer's bytes, which are then moved on: the writer's arena
/// is that of the rows.
static void open_table(const Open *o, const ed_Field *field)
{
    ed_Arena memory;
    ed_Table table = ed_read_table(o->r);
    if (!ed_arena_open(&memory, "rows of a table", rows_bytes_max(o->u), &o->r->err)) {
        o->r->at = o->r->end;
        return;
    }
    bool good = ed_table_check(o->r, &memory, field, &table);
    if (good && field->shape == ED_FIXED && table.count != field->count) {
        ed_read_fail(o->r, ED_ERR_FORMAT, table.at, "%u rows for an array of %u", table.count,
                     field->count);
        good = false;
    }
    u8 *rows = good ? ed_table_restore(o->r, &memory, field, &table) : NULL;
    ed_Array list = { rows, table.count, table.count };
    ed_Field plain = *field;
    plain.offset = 0;
    if (field->shape != ED_FIXED) plain.shape = ED_DYNAMIC;
    if (rows)
        ed_pack_field(o->w, &plain,
                      field->shape == ED_FIXED ? (const void *)rows : (const void *)&list);
    ed_arena_close(&memory);
}

static void open_record(const Open *o, const ed_Type *type);

static void open_element(const Open *o, const ed_Field *field)
{
    ed_Form wanted = field->kind == ED_STRUCT ? ED_FORM_MAP : ED_FORM_ARRAY;
    bool record = ed_field_is_record(field);
    if (record && ed_read_form(o->r) == wanted) open_record(o, field->type);
    else                                        copy(o);
}

static void open_list(const Open *o, const ed_Field *field, u32 rank)
{
    if (rank && ed_table_follows(o->r)) { open_table(o, field); return; }
    if (rank == 0) { open_element(o, field); return; }
    if (ed_read_form(o->r) != ED_FORM_ARRAY) { copy(o); return; }
    u32 count = ed_read_array(o->r);
    ed_write_array(o->w, count);
    for (u32 i = 0; i < count && ed_read_enter(o->r, NULL, i); i++) {
        open_list(o, field, rank - 1);
        ed_read_leave(o->r);
    }
}

static void open_pool(const Open *o, const ed_Field *field)
{
    ed_Field handle = { .name = "handles", .kind = ED_REF, .shape = ED_DYNAMIC,
                        .size = sizeof(ed_Ref), .flags = field->flags & ED_FIELD_BIG };
    u32 count = ed_read_map(o->r);
    ed_write_map(o->w, count);
    for (u32 i = 0; i < count && ed_read_ok(o->r); i++) {
        ed_Span key = ed_read_str(o->r);
        ed_write_str(o->w, (const char *)key.at, key.size);
        if      (ed_span_is(key, "items"))                            open_list(o, field, 1);
        else if (ed_span_is(key, "handles") || ed_span_is(key, "free")) open_list(o, &handle, 1);
        else                                                       copy(o);
    }
}

void ed_open_field(const ed_Unpack *u, ed_Reader *r, const ed_Field *field, u32 level, ed_Writer *w)
{
    Open o = { u, r, w };
    bool pool = level == 0 && field->shape == ED_POOL && ed_read_form(r) == ED_FORM_MAP
             && !ed_table_follows(r);
    if (!ed_read_enter(r, field->name, 0)) return;
    if (pool) open_pool(&o, field);
    else      open_list(&o, field, ed_field_rank(field) > level ? ed_field_rank(field) - level : 0);
    ed_read_leave(r);
}

static void open_member(const Open *o, const ed_Type *type)
{
    u64 tag = ed_read_u64(o->r);
    ed_write_u64(o->w, tag);
    const ed_Field *field = tag <= UINT32_MAX ? ed_field_by_tag(type, (u32)tag) : NULL;
    if (field) ed_open_field(o->u, o->r, field, 0, o->w);
    else       copy(o);
}

static void open_record(const Open *o, const ed_Type *type)
{
    const u8 *at = o->r->at;
    if (type->kind == ED_UNION) {
        if (ed_read_array(o->r) != 2 && ed_read_ok(o->r))
            ed_read_fail(o->r, ED_ERR_FORMAT, at, "a union is [tag, value]");
        ed_write_array(o->w, 2);
        open_member(o, type);
        return;
    }
    u32 count = ed_read_map(o->r);
    ed_write_map(o->w, count);
    for (u32 i = 0; i < count && ed_read_ok(o->r); i++) open_member(o, type);
}

void ed_open_record(const ed_Unpack *u, ed_Reader *r, const ed_Type *type, ed_Writer *w)
{
    open_record(&(Open){ u, r, w }, type);
}
