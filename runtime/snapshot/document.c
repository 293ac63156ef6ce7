#include "runtime/snapshot/document.h"
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/base/err.h"
#include "runtime/msgpack/big_endian.h"
#include "runtime/snapshot/encode.h"
#include "runtime/snapshot/containers.h"
#include "runtime/snapshot/packed_defaults.h"

#define HASH_BYTES 9u      // at the end: cf and eight bytes, most significant first
#define HASH_FIRST 0xcf

// --- writing -------------------------------------------------------------------------------------

static void write_roots(ed_Writer *w, const ed_State *state, const ed_TypeList *type_list)
{
    const ed_Schema *schema = state->schema;
    ed_write_map(w, schema->state_count);
    for (u32 i = 0; i < schema->state_count && state->roots; i++) {
        ed_write_u64(w, schema->states[i]->tag);
        ed_pack_record(w, schema->states[i], state->roots[i].at);
    }
    if (state->roots) return;
    ed_PackedDefaults defaults;
    if (!ed_packed_defaults_make(type_list, &defaults)) {
        ed_arena_check(type_list->scratch, &w->err);
        return;
    }
    for (u32 i = 0; i < schema->state_count; i++) {
        ed_write_u64(w, schema->states[i]->tag);
        ed_packed_default_state(&defaults, w, schema->states[i]);
    }
}

static void write_parts(ed_Writer *w, const ed_State *state, bool attic,
                        const ed_TypeList *type_list, const ed_Containers *containers)
{
    ed_write_map(w, attic ? 7 : 6);
    ed_write_text(w, "eddie");
    ed_write_u64(w, ED_SNAPSHOT_VERSION);
    ed_write_text(w, "game");
    ed_write_text(w, state->game);
    ed_write_text(w, "frame");
    ed_write_u64(w, state->frame);
    ed_write_text(w, "types");
    if (state->types.size) ed_write_packed(w, state->types.at, state->types.size);
    else ed_document_types_write(w, type_list);
    ed_write_text(w, "roots");
    w->type_list = state->open_form ? NULL : type_list;
    w->containers = containers;
    write_roots(w, state, type_list);
    w->type_list = NULL;
    w->containers = NULL;
}

#define ROOM_BYTES 16384u      // enough for the types and a block of rows of a small game

void ed_document_begin(ed_Writer *w, const ed_State *state, bool attic)
{
    _Alignas(64) u8 room[ROOM_BYTES];
    ed_Arena scratch;
    ed_TypeList type_list;
    ed_Containers containers;
    w->live = state->live;
    ed_arena_open_at(&scratch, "types buffer", room, sizeof room, ED_TYPES_BYTES_MAX);
    bool good = ed_type_list_make(state->schema, &scratch, &type_list)
             && ed_containers_find(state, true, &scratch, &containers);
    if (good) write_parts(w, state, attic, &type_list, &containers);
    else ed_arena_check(&scratch, &w->err);
    ed_arena_close(&scratch);
}

void ed_document_end(ed_Writer *w, const ed_State *state, size_t start)
{
    ed_write_text(w, "xxh64");
    if (state->live && !state->seal_later) ed_write_nil(w);
    else ed_write_u64_wide(w, 0);
    if (ed_write_ok(w) && !state->live && !state->seal_later)
        ed_snapshot_seal(w->bytes + start, w->size - start);
}

bool ed_snapshot_seal(u8 *bytes, size_t size)
{
    if (size < HASH_BYTES || bytes[size - HASH_BYTES] != HASH_FIRST) return false;
    u64 hash = XXH64(bytes, size - HASH_BYTES, 0);
    ed_write_big(bytes + size - 8, hash, 8);
    return true;
}

// --- reading -------------------------------------------------------------------------------------

/// Checks that the bytes are a snapshot of a known version. Returns the number of keys.
static u32 read_opening(ed_Reader *r)
{
    if (r->at == r->end) {
        ed_read_fail(r, ED_ERR_SHORT, r->at, "the snapshot is empty");
        return 0;
    }
    u32 count = ed_read_format(r) == ED_FORMAT_MAP ? ed_read_map(r) : 0;
    ed_Span key =
        count && ed_read_format(r) == ED_FORMAT_STR ? ed_read_str(r) : (ed_Span){ NULL, 0 };
    if (ed_read_ok(r) && !ed_span_is(key, "eddie"))
        ed_read_fail(r, ED_ERR_FORMAT, r->start, "not an eddie snapshot");
    u64 version = ed_read_u64(r);
    if (ed_read_ok(r) && version != ED_SNAPSHOT_VERSION)
        ed_read_fail(r, ED_ERR_FORMAT, r->start,
                     "the snapshot has format %llu, but this build reads format %u%s",
                     (unsigned long long)version, ED_SNAPSHOT_VERSION,
                     version > ED_SNAPSHOT_VERSION ? ": use a newer eddie" : "");
    return count;
}

static void read_parts(ed_Reader *r, u32 count, ed_DocumentParts *parts)
{
    *parts = (ed_DocumentParts){ .game = { NULL, 0 } };
    for (u32 i = 1; i < count && ed_read_ok(r); i++) {
        ed_Span key = ed_read_str(r), value = ed_read_skip(r);
        if (ed_span_is(key, "game")) parts->game = value;
        else if (ed_span_is(key, "frame")) parts->frame = value;
        else if (ed_span_is(key, "types")) parts->types = value;
        else if (ed_span_is(key, "roots")) parts->roots = value;
        else if (ed_span_is(key, "attic")) parts->attic = value;
        else if (ed_span_is(key, "xxh64")) parts->hash = value;
    }
    if (!ed_read_ok(r)) return;
    if (r->at != r->end)
        ed_read_fail(r, ED_ERR_FORMAT, r->at, "%zu extra byte%s after the end of the snapshot",
                     (size_t)(r->end - r->at), r->end - r->at == 1 ? "" : "s");
    else if (!parts->game.at || !parts->frame.at || !parts->types.at || !parts->roots.at
             || !parts->hash.at)
        ed_read_fail(r, ED_ERR_FORMAT, r->start,
                     "a part is missing: game, frame, types, roots and xxh64 are required");
}

void ed_document_go_to(ed_Reader *r, ed_Span part)
{
    if (!ed_read_ok(r)) return;
    r->at = part.at;
    r->end = part.at + part.size;
}

static void check_hash(ed_Reader *r, const ed_DocumentParts *parts)
{
    ed_document_go_to(r, parts->hash);
    if (ed_read_format(r) == ED_FORMAT_NIL) return;      // no hash
    u64 wanted = ed_read_u64(r);
    if (ed_read_ok(r) && XXH64(r->start, (size_t)(parts->hash.at - r->start), 0) != wanted)
        ed_read_fail(r, ED_ERR_HASH, parts->hash.at,
                     "hash mismatch: the snapshot was modified after it was saved");
}

ed_Span ed_document_game(ed_Reader *r, const ed_DocumentParts *parts)
{
    ed_document_go_to(r, parts->game);
    ed_Span name = ed_read_str(r);
    if (name.size && memchr(name.at, 0, name.size))
        ed_read_fail(r, ED_ERR_FORMAT, parts->game.at, "the name of the game contains a zero byte");
    return name;
}

void ed_document_open(ed_Reader *r, ed_DocumentParts *parts)
{
    read_parts(r, read_opening(r), parts);
    check_hash(r, parts);
}

// --- all but the values --------------------------------------------------------------------------

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
    if (count > ED_DOCUMENT_ROOTS_MAX)
        ed_read_fail(r, ED_ERR_LIMIT, at, "%u roots: the limit is %u", count,
                     ED_DOCUMENT_ROOTS_MAX);
    u32 *tags =
        ed_read_ok(r) ? (u32 *)ed_arena_push(arena, count * sizeof *tags, _Alignof(u32)) : NULL;
    for (u32 i = 0; tags && i < count && ed_read_ok(r); i++) {
        at = r->at;
        u64 tag = ed_read_u64(r);
        if (tag > UINT32_MAX)
            ed_read_fail(r, ED_ERR_RANGE, at, "the tag of a root exceeds 32 bits");
        tags[i] = (u32)tag;
        ed_read_skip(r);
    }
    document->root_tags = tags;
    document->root_count = tags ? count : 0;
}

bool ed_document_read(const void *bytes, size_t size, ed_Arena *arena, ed_Document *document,
                      ed_Error *error)
{
    ed_Reader r;
    ed_DocumentParts parts;
    *document = (ed_Document){ .start = (const u8 *)bytes, .game = "" };
    ed_read_init(&r, bytes, size);
    ed_document_open(&r, &parts);
    document->game = keep_game(&r, ed_document_game(&r, &parts), arena);
    ed_document_go_to(&r, parts.frame);
    document->frame = ed_read_u64(&r);
    ed_document_go_to(&r, parts.types);
    ed_document_types_read(&r, arena, &document->types);
    ed_document_go_to(&r, parts.roots);
    read_root_tags(&r, arena, document);
    document->values = parts.roots;
    document->attic = parts.attic;
    // The hash, which was checked, takes nine bytes, and nil takes one.
    document->sealed = parts.hash.size > 1;
    if (ed_read_ok(&r)) ed_arena_check(arena, &r.err);
    if (!ed_read_ok(&r) && error && !error->code) *error = r.err;
    return ed_read_ok(&r);
}

bool ed_document_has_layout(const ed_Document *now, const ed_Schema *next)
{
    if (now->root_count != next->state_count) return false;
    for (u32 i = 0; i < next->state_count; i++) {
        const ed_Type *type = ed_document_types_root(&now->types, now->root_tags[i]);
        if (!type || !ed_same_type_name(type, next->states[i])
            || !ed_same_layout(type, next->states[i], NULL, 0))
            return false;
    }
    return true;
}
