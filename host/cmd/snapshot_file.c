#include "host/cmd/snapshot_file.h"
#include "host/cmd/args.h"
#include "runtime/debug/exit_code.h"
#include "runtime/base/limits.h"
#include "runtime/migrate/snapshot.h"
#include "runtime/os/files.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/row_table.h"

/// Reads the document. To examine a damaged file, its copy in memory gets the hash of its current
/// bytes, so that everything else can be checked.
static bool read_about(host_SnapshotFile *d, bool examine, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    size_t mark = d->arena.used;
    if (ed_document_read(d->bytes.at, d->bytes.size, &d->arena, &d->about, &why)) return true;
    d->altered = why.code == ED_ERR_HASH;
    if (!examine || !d->altered || !ed_snapshot_seal((u8 *)(uintptr_t)d->bytes.at, d->bytes.size)) {
        *error = why;
        return false;
    }
    d->arena.used = mark;
    return ed_document_read(d->bytes.at, d->bytes.size, &d->arena, &d->about, error);
}

static bool open_roots(host_SnapshotFile *d, ed_Error *error)
{
    u32 count = d->schema.state_count;
    ed_RootMemory *blocks =
        (ed_RootMemory *)ed_arena_push(&d->arena, count * sizeof *blocks, _Alignof(ed_RootMemory));
    ed_Arena *arenas =
        (ed_Arena *)ed_arena_push(&d->arena, count * sizeof *arenas, _Alignof(ed_Arena));
    if (!blocks || !arenas) return ed_arena_check(&d->arena, error);
    d->state = (ed_State){
        .game = d->about.game, .frame = d->about.frame, .schema = &d->schema, .roots = blocks
    };
    for (u32 i = 0; i < count; i++) {
        blocks[i].arena = &arenas[i];
        if (!ed_arena_open(&arenas[i], d->schema.states[i]->name, ed_bytes_max, error))
            return false;
    }
    return true;
}

static bool read_all(host_SnapshotFile *d, bool examine, ed_Error *error)
{
    if (!ed_file_read(d->path, ed_snapshot_bytes_max(), &d->arena, &d->bytes, error)) return false;
    if (!read_about(d, examine, error)) return false;
    if (!ed_layout(&d->about, &d->arena, &d->schema, error) || !open_roots(d, error)) return false;
    return ed_snapshot_read(d->bytes.at, d->bytes.size, &d->state, &d->scratch, &d->report, error);
}

static int open_as(host_SnapshotFile *d, const char *path, bool examine)
{
    ed_Error error = { .code = ED_OK };
    *d = (host_SnapshotFile){ .path = path };
    bool room = ed_arena_open(&d->arena, "snapshot", 2 * ed_bytes_max, &error)
             && ed_arena_open(&d->scratch, "snapshot reader", ed_bytes_max, &error);
    if (room && read_all(d, examine, &error)) return ED_EXIT_NOT_YET;
    int code = host_args_fail(path, &error, room ? ED_EXIT_STATE : ED_EXIT_FAILED);
    host_snapshot_file_close(d);
    return code;
}

int host_snapshot_file_open(host_SnapshotFile *document, const char *path)
{
    return open_as(document, path, false);
}
int host_snapshot_file_examine(host_SnapshotFile *document, const char *path)
{
    return open_as(document, path, true);
}

void host_snapshot_file_close(host_SnapshotFile *d)
{
    for (u32 i = 0; d->state.roots && i < d->schema.state_count; i++)
        if (d->state.roots[i].arena) ed_arena_close(d->state.roots[i].arena);
    ed_arena_close(&d->scratch);
    ed_arena_close(&d->arena);
    d->state.roots = NULL;
}

bool host_snapshot_file_has_tables(const host_SnapshotFile *d)
{
    ed_Reader r;
    u64 left = 1;
    ed_read_init(&r, d->about.values.at, d->about.values.size);
    while (left && ed_read_ok(&r)) {
        ed_Format form = ed_read_format(&r);
        left--;
        if (ed_table_follows(&r)) return true;
        if (form == ED_FORMAT_ARRAY) left += ed_read_array(&r);
        else if (form == ED_FORMAT_MAP) left += (u64)ed_read_map(&r) * 2;
        else ed_read_skip(&r);
    }
    return false;
}

bool host_snapshot_file_find(const host_SnapshotFile *d, const char *path, ed_ValueRef *ref)
{
    ed_Error error = { .code = ED_OK };
    if (ed_value_find(&d->state, path, ref, &error)) return true;
    host_args_fail(d->path, &error, 0);
    return false;
}
