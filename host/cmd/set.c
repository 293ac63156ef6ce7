#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/limits.h"
#include "runtime/attic/snapshot.h"
#include "runtime/os/files/files.h"

#define READ_BYTES ((size_t)64 << 10)

static const char help[] =
    "usage: eddie set [-o OUT] FILE PATH VALUE\n"
    "\n"
    "Changes one value of a snapshot; everything else in it is unchanged. VALUE is JSON as\n"
    "eddie cat prints it: a number, true, \"text\", the name of an enum's value, null for an\n"
    "absent value, an object or a list; - reads it from standard input. nan, inf and -inf need\n"
    "no quotes unless they are in an object or a list. An object is a whole record: fields that\n"
    "it does not name get their defaults. A value that does not fit the type is refused, and the\n"
    "file is unchanged.\n"
    "\n"
    "  -o OUT          write to the file OUT instead; FILE is unchanged\n" HOST_LIMIT_HELP
    "  --help          show this help\n"
    "\n"
    "Exit: 0 success, 1 no such PATH, VALUE does not fit or the file could not be saved,\n"
    "2 usage, 3 the snapshot was refused.\n";

/// Reads all of standard input. Returns it as a string, without surrounding whitespace.
static const char *read_input(ed_Arena *arena, ed_Error *error)
{
    char *start = (char *)ed_arena_push(arena, 1, 1);
    size_t size = 0, room = 1;
    for (;;) {
        if (size + 1 == room) {
            if (!start || !ed_arena_extend(arena, start, room, room + READ_BYTES)) {
                ed_fail(error, ED_ERR_LIMIT, "%s: memory limit reached; see --limit", arena->name);
                return NULL;
            }
            room += READ_BYTES;
        }
        size_t got = fread(start + size, 1, room - size - 1, stdin);
        size += got;
        if (!got) break;
    }
    if (ferror(stdin))
        ed_fail(error, ED_ERR_OS, "standard input cannot be read: %s", ed_errno_text(errno));
    if (memchr(start, 0, size))
        ed_fail(error, ED_ERR_FORMAT,
                "standard input contains a zero byte, which JSON does not allow");
    while (size && strchr(" \t\r\n", start[size - 1])) size--;
    start[size] = 0;
    return error->code ? NULL : start + strspn(start, " \t\r\n");
}

/// Writes the snapshot in the form that it had: with its attic, and with row tables if it had any.
/// A snapshot that was written with --open has none.
static int save_copy(host_SnapshotFile *file, const char *out)
{
    ed_Arena arena;
    ed_Writer w;
    ed_Error error = { .code = ED_OK };
    ed_State *state = &file->state;
    state->attic_bytes = file->about.attic;
    state->open_form = !host_snapshot_file_has_tables(file);
    if (!ed_arena_open(&arena, "snapshot", ed_snapshot_bytes_max(), &error))
        return host_args_fail(out, &error, ED_EXIT_FAILED);
    ed_write_init(&w, &arena);
    bool good = ed_snapshot_write(&w, state);
    if (!good) error = w.err;
    good = good && ed_file_write_atomic(out, w.bytes, w.size, &error);
    ed_arena_close(&arena);
    return good ? ED_EXIT_OK : host_args_fail(out, &error, ED_EXIT_FAILED);
}

static int set_value(host_SnapshotFile *file, const char *path, const char *value, const char *out)
{
    ed_Arena input = { .base = NULL };
    ed_Error error = { .code = ED_OK };
    ed_ValueRef ref;
    if (!ed_report_lossless(&file->report)) {
        ed_fail(&error, ED_ERR_FORMAT,
                "it contains values that are invalid for its own types and would be lost: load and "
                "save it with its game first");
        return host_args_fail(file->path, &error, ED_EXIT_STATE);
    }
    if (!host_snapshot_file_find(file, path, &ref)) return ED_EXIT_FAILED;
    bool piped = strcmp(value, "-") == 0;
    if (piped)
        value = ed_arena_open(&input, "standard input", ed_bytes_max, &error)
                  ? read_input(&input, &error)
                  : NULL;
    bool good = value && ed_value_set(&ref, value, &error);
    if (input.base) ed_arena_close(&input);
    return good ? save_copy(file, out) : host_args_fail(path, &error, ED_EXIT_FAILED);
}

int host_set(int argc, char **argv)
{
    const char *out = NULL;
    const host_Option options[] = { { "-o", NULL, &out }, { NULL, NULL, NULL } };
    static const char *const names[] = { "FILE", "PATH", "VALUE", NULL };
    host_SnapshotFile file;
    int code = host_args_read(&(host_Args){ "set", help, options, names, 3, false }, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    code = host_snapshot_file_open(&file, argv[0]);
    if (code != ED_EXIT_NOT_YET) return code;
    code = set_value(&file, argv[1], argv[2], out ? out : argv[0]);
    host_snapshot_file_close(&file);
    return code;
}
