#include "runtime/snapshot.h"
#include <stdio.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/big_endian.h"
#include "runtime/handles.h"
#include "runtime/init.h"
#include "runtime/limits.h"
#include "runtime/pack.h"
#include "runtime/refs.h"
#include "runtime/snapshot/decode.h"
#include "runtime/str.h"
#include "runtime/table.h"
#include "runtime/tables.h"
#include "runtime/migrate/load.h"

#define ROOTS_MAX 256u      // in one document; a game has fewer, see run.h
#define GAME_SHOWN 64u      // bytes of the name of another game
#define HASH_BYTES 9u       // at the end: cf and eight bytes, most significant first
#define HASH_FIRST 0xcf

void *ed_state_init(const ed_Type *type, ed_Arena *arena)
{
    void *it = ed_arena_push(arena, type->size, type->align);
    return it && ed_type_init(type, arena, it) ? it : NULL;
}

// --- writing -------------------------------------------------------------------------------------

static void write_roots(ed_Writer *w, const ed_State *state)
{
    ed_write_map(w, state->schema->state_count);
    for (u32 i = 0; i < state->schema->state_count; i++) {
        ed_write_u64(w, state->schema->states[i]->tag);
        ed_pack_record(w, state->schema->states[i], state->blocks[i].at);
    }
}

static void write_document(ed_Writer *w, const ed_State *state, const ed_Listing *listing,
                           const ed_Handles *handles)
{
    size_t start = w->size;
    w->live = state->live;
    bool kept = !state->attic && state->kept.size;
    ed_write_map(w, state->attic || kept ? 7 : 6);
    ed_write_text(w, "eddie");
    ed_write_u64(w, ED_SNAPSHOT_VERSION);
    ed_write_text(w, "game");
    ed_write_text(w, state->game);
    ed_write_text(w, "frame");
    ed_write_u64(w, state->frame);
    ed_write_text(w, "types");
    if (state->types.size) ed_write_packed(w, state->types.at, state->types.size);
    else                   ed_tables_write(w, listing);
    ed_write_text(w, "roots");
    w->listing = state->open ? NULL : listing;
    w->handles = handles;
    write_roots(w, state);
    w->listing = NULL;
    w->handles = NULL;
    if (state->attic) { ed_write_text(w, "attic"); ed_columns_write(w, state->attic); }
    if (kept) {
        ed_write_text(w, "attic");
        ed_write_packed(w, state->kept.at, state->kept.size);
    }
    ed_write_text(w, "xxh64");
    if (state->live && !state->unsealed) ed_write_nil(w);      // nobody alters it
    else             ed_write_u64_wide(w, 0);
    if (ed_write_ok(w) && !state->live && !state->unsealed)
        ed_snapshot_seal(w->bytes + start, w->size - start);
}

bool ed_snapshot_write(ed_Writer *w, const ed_State *state)
{
    ed_Arena scratch;
    ed_Listing listing;
    ed_Handles handles;
    if (!ed_arena_open(&scratch, "types", ED_TYPES_BYTES_MAX, &w->err)) return false;
    bool good = ed_listing_make(state->schema, &scratch, &listing)
             && ed_handles_find(state, true, &scratch, &handles);
    if (good) write_document(w, state, &listing, &handles);
    else      ed_arena_fits(&scratch, &w->err);
    ed_arena_close(&scratch);
    return ed_write_ok(w);
}

bool ed_snapshot_seal(u8 *bytes, size_t size)
{
    if (size < HASH_BYTES || bytes[size - HASH_BYTES] != HASH_FIRST) return false;
    u64 hash = XXH64(bytes, size - HASH_BYTES, 0);
    ed_write_big(bytes + size - 8, hash, 8);
    return true;
}

// --- reading -------------------------------------------------------------------------------------

/// Where the parts of a document are.
typedef struct Parts {
    ed_Span game, frame, types, roots, attic, hash;
} Parts;

/// What can be said before the whole is trusted: that it is a snapshot, and of which version.
static u32 read_opening(ed_Reader *r)
{
    if (r->at == r->end) { ed_read_fail(r, ED_ERR_SHORT, r->at, "it is empty"); return 0; }
    u32 count = ed_read_form(r) == ED_FORM_MAP ? ed_read_map(r) : 0;
    ed_Span key = count && ed_read_form(r) == ED_FORM_STR ? ed_read_str(r) : (ed_Span){ NULL, 0 };
    if (ed_read_ok(r) && !ed_span_is(key, "eddie"))
        ed_read_fail(r, ED_ERR_FORMAT, r->start, "it is no eddie snapshot");
    u64 version = ed_read_u64(r);
    if (ed_read_ok(r) && version != ED_SNAPSHOT_VERSION)
        ed_read_fail(r, ED_ERR_FORMAT, r->start,
                     "it has format %llu and this build reads format %u: use a newer eddie",
                     (unsigned long long)version, ED_SNAPSHOT_VERSION);
    return count;
}

static void read_parts(ed_Reader *r, u32 count, Parts *parts)
{
    *parts = (Parts){ .game = { NULL, 0 } };
    for (u32 i = 1; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r), value = ed_read_skip(r);
        if      (ed_span_is(key, "game"))  parts->game = value;
        else if (ed_span_is(key, "frame")) parts->frame = value;
        else if (ed_span_is(key, "types")) parts->types = value;
        else if (ed_span_is(key, "roots")) parts->roots = value;
        else if (ed_span_is(key, "attic")) parts->attic = value;
        else if (ed_span_is(key, "xxh64")) parts->hash = value;
    }
    if (!ed_read_ok(r)) return;
    if (r->at != r->end)
        ed_read_fail(r, ED_ERR_FORMAT, r->at, "%zu bytes follow the snapshot's end",
                     (size_t)(r->end - r->at));
    else if (!parts->game.at || !parts->frame.at || !parts->types.at || !parts->roots.at
        || !parts->hash.at)
        ed_read_fail(r, ED_ERR_FORMAT, r->start,
                     "a part is missing: game, frame, types, roots and xxh64 must be there");
}

/// Continues at one part of the document, so that offsets in messages stay those of the file.
static void go_to(ed_Reader *r, ed_Span part)
{
    if (!ed_read_ok(r)) return;
    r->at  = part.at;
    r->end = part.at + part.size;
}

static void check_hash(ed_Reader *r, const Parts *parts)
{
    go_to(r, parts->hash);
    if (ed_read_form(r) == ED_FORM_NIL) return;      // a document by another hand, not sealed
    u64 wanted = ed_read_u64(r);
    if (ed_read_ok(r) && XXH64(r->start, (size_t)(parts->hash.at - r->start), 0) != wanted)
        ed_read_fail(r, ED_ERR_HASH, parts->hash.at,
                     "the bytes are not those that were saved: the snapshot was altered");
}

static ed_Span read_game(ed_Reader *r, const Parts *parts)
{
    go_to(r, parts->game);
    ed_Span name = ed_read_str(r);
    if (name.size && memchr(name.at, 0, name.size))
        ed_read_fail(r, ED_ERR_FORMAT, parts->game.at, "the name of the game has a zero byte");
    return name;
}

static void check_game(ed_Reader *r, const Parts *parts, const char *game)
{
    ed_Span name = read_game(r, parts);
    if (!ed_read_ok(r) || name.size == 0 || ed_span_is(name, game)) return;
    const char *shown = (const char *)name.at;
    ed_read_fail(r, ED_ERR_GAME, parts->game.at, "it is of the game '%.*s' and this one is '%.*s'",
                 (int)ed_utf8_cut(shown, name.size, GAME_SHOWN), shown,
                 (int)ed_utf8_cut(game, strlen(game), GAME_SHOWN), game);
}

/// What reading the roots needs.
typedef struct Load {
    ed_Reader       *r;
    const ed_Tables *tables;
    ed_Plan         *plan;
    ed_State        *state;
    ed_Report       *report;
    ed_Loading      *loading;
} Load;

static const ed_Type *type_by_tag(const ed_Tables *tables, u32 tag)
{
    for (u32 i = 0; i < tables->count; i++)
        if (tables->types[i].tag == tag && tables->types[i].kind == ED_STRUCT)
            return &tables->types[i];
    return NULL;
}

u32 ed_snapshot_root(const ed_Schema *schema, u32 tag, const ed_Type *from)
{
    u32 root = ed_root_by_tag(schema->states, schema->state_count, tag);
    for (u32 i = 0; root == schema->state_count && from && i < from->was_count; i++)
        for (u32 s = 0; s < schema->state_count; s++)
            if (schema->states[s]->tag == from->was[i]) root = s;
    return root;
}

static void read_root(const Load *load, bool *met)
{
    ed_Reader *r = load->r;
    const ed_Schema *schema = load->state->schema;
    u64 tag = ed_read_u64(r);
    if (!ed_read_ok(r)) return;
    const ed_Type *from = tag <= UINT32_MAX ? type_by_tag(load->tables, (u32)tag) : NULL;
    u32 root = tag <= UINT32_MAX ? ed_snapshot_root(schema, (u32)tag, from) : schema->state_count;
    bool gone = root == schema->state_count || met[root];
    if (!gone) met[root] = true;
    if (gone) ed_loading_drop(load->loading, from);
    else      ed_loading_root(load->loading, from, schema->states[root], &load->state->blocks[root]);
}

/// A root the writer did not have: out of the attic, or at its defaults.
static void begin_root(const Load *load, u32 root)
{
    const ed_Type *to = load->state->schema->states[root];
    ed_loading_added(load->loading, to, &load->state->blocks[root]);
}

static void read_roots(const Load *load)
{
    bool met[ROOTS_MAX] = { false };
    const ed_Schema *schema = load->state->schema;
    const u8 *at = load->r->at;
    u32 count = ed_read_map(load->r);
    if (count > ROOTS_MAX)
        ed_read_fail(load->r, ED_ERR_LIMIT, at, "%u roots: the limit is %u", count, ROOTS_MAX);
    for (u32 i = 0; i < count && ed_read_ok(load->r); i++) read_root(load, met);
    for (u32 i = 0; i < schema->state_count && ed_read_ok(load->r); i++) {
        if (!met[i]) begin_root(load, i);
    }
}

static bool init_roots(ed_State *state, ed_Error *error)
{
    for (u32 i = 0; i < state->schema->state_count; i++) {
        ed_Block *block = &state->blocks[i];
        block->at = ed_state_init(state->schema->states[i], block->arena);
        if (!block->at) { ed_arena_fits(block->arena, error); return false; }
    }
    return true;
}

static void finish(ed_State *state, ed_Plan *plan, u64 frame)
{
    ed_plan_finish(plan);
    state->frame = frame;
}

/// All there is, whole and unaltered.
static void open_parts(ed_Reader *r, Parts *parts)
{
    read_parts(r, read_opening(r), parts);
    check_hash(r, parts);
}

/// A document without types is read as if it carried those of its reader: then what happens to its
/// values is counted like in any other.
static void read_types(ed_Reader *r, Parts *parts, const ed_State *state, ed_Arena *arena,
                       ed_Tables *tables)
{
    ed_Writer w;
    ed_Reader own;
    go_to(r, parts->types);
    ed_tables_read(r, arena, tables);
    if (!ed_read_ok(r) || tables->count) return;
    ed_write_init(&w, arena);
    ed_tables_write_all(&w, state->schema);
    ed_read_init(&own, w.bytes, w.size);
    if (ed_write_ok(&w)) ed_tables_read(&own, arena, tables);
    const ed_Error *error = ed_write_ok(&w) ? &own.err : &w.err;
    if (error->code) ed_read_fail(r, error->code, parts->types.at, "%s", error->text);
    parts->types = (ed_Span){ w.bytes, w.size };
}

bool ed_snapshot_read(const void *bytes, size_t size, ed_State *state, ed_Arena *scratch,
                      ed_Report *report, ed_Error *error)
{
    ed_Reader r;
    Parts parts;
    ed_Tables tables = { .count = 0 };
    ed_read_init(&r, bytes, size);
    ed_report_init(report, scratch);
    open_parts(&r, &parts);
    check_game(&r, &parts, state->game);
    go_to(&r, parts.frame);
    u64 frame = ed_read_u64(&r);
    read_types(&r, &parts, state, scratch, &tables);
    if (ed_read_ok(&r)) init_roots(state, &r.err);
    if (state->attic && parts.attic.at) { go_to(&r, parts.attic); ed_columns_read(&r, state->attic); }
    ed_Plan plan;
    ed_plan_init(&plan, scratch, report, &tables, state->attic, state->live);
    plan.back = state->back;
    go_to(&r, parts.roots);
    Load load = { .r = &r, .tables = &tables, .plan = &plan, .state = state, .report = report };
    ed_Loading loading;
    ed_loading_begin(&loading, &r, &plan, state->attic, parts.types, state->live);
    load.loading = &loading;
    read_roots(&load);
    if (ed_read_ok(&r) && !ed_refs_settle(state, &plan))
        ed_read_fail(&r, ED_ERR_LIMIT, parts.roots.at, "%s is full", scratch->name);
    ed_loading_finish(&loading);
    if (ed_read_ok(&r)) finish(state, &plan, frame);
    else if (error && !error->code) *error = r.err;
    ed_loading_close(&loading);
    return ed_read_ok(&r);
}

// --- without the values --------------------------------------------------------------------------

static const char *keep_game(ed_Reader *r, ed_Span name, ed_Arena *arena)
{
    char *game = ed_read_ok(r) ? (char *)ed_arena_push(arena, name.size + 1, 1) : NULL;
    if (game && name.size) memcpy(game, name.at, name.size);
    return game ? game : "";
}

static void read_root_tags(ed_Reader *r, ed_Arena *arena, ed_Document *document)
{
    const u8 *at = r->at;
    u32 count = ed_read_map(r);
    if (count > ROOTS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u roots: the limit is %u", count, ROOTS_MAX);
    u32 *tags = ed_read_ok(r)
        ? (u32 *)ed_arena_push(arena, count * sizeof *tags, _Alignof(u32)) : NULL;
    for (u32 i = 0; tags && i < count && ed_read_ok(r); i++) {
        at = r->at;
        u64 tag = ed_read_u64(r);
        if (tag > UINT32_MAX) ed_read_fail(r, ED_ERR_RANGE, at, "a root's tag has 32 bits");
        tags[i] = (u32)tag;
        ed_read_skip(r);
    }
    document->roots      = tags;
    document->root_count = tags ? count : 0;
}

bool ed_document_read(const void *bytes, size_t size, ed_Arena *arena, ed_Document *document,
                      ed_Error *error)
{
    ed_Reader r;
    Parts parts;
    *document = (ed_Document){ .start = (const u8 *)bytes, .game = "" };
    ed_read_init(&r, bytes, size);
    open_parts(&r, &parts);
    document->game = keep_game(&r, read_game(&r, &parts), arena);
    go_to(&r, parts.frame);
    document->frame = ed_read_u64(&r);
    go_to(&r, parts.types);
    ed_tables_read(&r, arena, &document->tables);
    go_to(&r, parts.roots);
    read_root_tags(&r, arena, document);
    document->types  = parts.types;
    document->values = parts.roots;
    document->attic  = parts.attic;
    // Nil is one byte, and so is a number that no hash ever is.
    document->sealed = parts.hash.size > 1;
    if (ed_read_ok(&r)) ed_arena_fits(arena, &r.err);
    if (!ed_read_ok(&r) && error && !error->code) *error = r.err;
    return ed_read_ok(&r);
}

const ed_Type *ed_document_type(const ed_Document *document, u32 root)
{
    return type_by_tag(&document->tables, root);
}
