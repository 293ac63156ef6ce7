#include "host/cmd/snapshot_file.h"
#include "host/cmd/args.h"
#include "runtime/debug/exit_code.h"
#include "runtime/base/limits.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"
#include "runtime/snapshot/budget.h"
#include "runtime/snapshot/layout.h"
#include "runtime/snapshot/row_table.h"

/// Reads the document. To examine a damaged file, its copy in memory gets the hash of its current
/// bytes, so that everything else can be checked.
static bool read_about(host_SnapshotFile *file, bool examine, ed_Error *error)
{
    ed_Error why = { .code = ED_OK };
    size_t mark = file->arena.used;
    if (ed_document_read(file->bytes.at, file->bytes.size, &file->arena, &file->about, &why))
        return true;
    file->altered = why.code == ED_ERR_HASH;
    if (!examine || !file->altered
        || !ed_snapshot_seal((u8 *)(uintptr_t)file->bytes.at, file->bytes.size)) {
        *error = why;
        return false;
    }
    file->arena.used = mark;
    return ed_document_read(file->bytes.at, file->bytes.size, &file->arena, &file->about, error);
}

static bool open_roots(host_SnapshotFile *file, bool examine, ed_Error *error)
{
    u32 count = file->schema.state_count;
    ed_RootMemory *blocks = (ed_RootMemory *)ed_arena_push(&file->arena, count * sizeof *blocks,
                                                           _Alignof(ed_RootMemory));
    ed_Arena *arenas =
        (ed_Arena *)ed_arena_push(&file->arena, count * sizeof *arenas, _Alignof(ed_Arena));
    if (!blocks || !arenas) return ed_arena_check(&file->arena, error);
    file->state = (ed_State){ .game = file->about.game,
                              .frame = file->about.frame,
                              .schema = &file->schema,
                              .roots = blocks,
                              .budget = &file->budget,
                              .no_defaults = examine };
    bool sparse = false;
    for (u32 i = 0; i < file->schema.type_count; i++)
        sparse |= file->schema.types[i]->size > ED_SPARSE_BYTES
               && ed_budget_is_sparse(file->schema.types[i]);
    for (u32 i = 0; i < count; i++) {
        blocks[i].arena = &arenas[i];
        if (!ed_arena_open(&arenas[i], file->schema.states[i]->name, ed_bytes_max, error))
            return false;
        if (sparse) ed_arena_expect_sparse(&arenas[i]);
    }
    return true;
}

static bool read_all(host_SnapshotFile *file, bool examine, ed_Error *error)
{
    if (!ed_file_read(file->path, ed_snapshot_bytes_max(), &file->arena, &file->bytes, error))
        return false;
    if (!read_about(file, examine, error)) return false;
    file->budget = ed_budget_of(file->bytes.size);
    if (!ed_layout(&file->about, &file->arena, &file->schema, error)
        || !open_roots(file, examine, error))
        return false;
    return ed_snapshot_read(file->bytes.at, file->bytes.size, &file->state, &file->scratch,
                            &file->report, error);
}

static int open_as(host_SnapshotFile *file, const char *path, bool examine)
{
    ed_Error error = { .code = ED_OK };
    *file = (host_SnapshotFile){ .path = path };
    bool room = ed_arena_open(&file->arena, "snapshot", 2 * ed_bytes_max, &error)
             && ed_arena_open(&file->scratch, "snapshot reader", ed_bytes_max, &error);
    if (room && read_all(file, examine, &error)) return ED_EXIT_NOT_YET;
    int code = host_args_fail(path, &error, room ? ED_EXIT_STATE : ED_EXIT_FAILED);
    host_snapshot_file_close(file);
    return code;
}

int host_snapshot_file_open(host_SnapshotFile *file, const char *path)
{
    return open_as(file, path, false);
}
int host_snapshot_file_examine(host_SnapshotFile *file, const char *path)
{
    return open_as(file, path, true);
}

void host_snapshot_file_close(host_SnapshotFile *file)
{
    for (u32 i = 0; file->state.roots && i < file->schema.state_count; i++)
        if (file->state.roots[i].arena) ed_arena_close(file->state.roots[i].arena);
    ed_arena_close(&file->scratch);
    ed_arena_close(&file->arena);
    file->state.roots = NULL;
}

bool host_snapshot_file_has_tables(const host_SnapshotFile *file)
{
    ed_Reader r;
    ed_Format form;
    ed_read_init(&r, file->about.values.at, file->about.values.size);
    while ((form = ed_read_format(&r)) != ED_FORMAT_NONE) {
        if (ed_table_follows(&r)) return true;
        if (form == ED_FORMAT_ARRAY) ed_read_array(&r);
        else if (form == ED_FORMAT_MAP) ed_read_map(&r);
        else ed_read_skip(&r);
    }
    return false;
}

bool host_snapshot_file_find(const host_SnapshotFile *file, const char *path, ed_ValueRef *ref)
{
    ed_Error error = { .code = ED_OK };
    if (ed_value_find(&file->state, path, ref, &error)) return true;
    host_args_fail(file->path, &error, 0);
    return false;
}
