#include <stdio.h>
#include "host/cmd/args.h"
#include "host/cmd/json_pretty.h"
#include "host/cmd/limit.h"
#include "host/cmd/named_export.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/pager.h"
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/limits.h"
#include "runtime/os/files/files.h"
#include "runtime/os/process/terminal.h"

#define PIECE_BYTES 65536u      // text is written in pieces of this size

static const char help[] =
    "usage: eddie cat [--compact] FILE [PATH]\n"
    "       eddie cat --open [-o OUT] FILE [PATH]\n"
    "\n"
    "Prints a snapshot as JSON, with names instead of tags. Needs no game. With PATH, such as\n"
    "Game.enemies[3].pos, prints only that part. eddie set accepts the output of each PATH. NaN\n"
    "and infinities are strings: \"nan\", \"inf\", \"-inf\". On a terminal, the output is colored "
    "and shown\n"
    "by $PAGER (default: less -RFX; on Windows: none).\n"
    "\n"
    "  --compact       print everything on one line\n"
    "  --open          write plain MessagePack for other tools instead: each record is a map from\n"
    "                  field names to values\n"
    "  -o OUT          with --open: write to the file OUT\n" HOST_LIMIT_HELP
    "  --no-color      print without colors; the variable NO_COLOR does the same\n"
    "  --help          show this help\n"
    "\n"
    "Exit: 0 success, 1 no such PATH or output failed, 2 usage, 3 the snapshot was refused.\n";

typedef struct Cat {
    const char *path, *out;
    bool compact, open, json;      // --json is the default
} Cat;

static void put_state(const ed_State *state, ed_Text *text)
{
    for (u32 i = 0; i < state->schema->state_count && !text->cut; i++) {
        ed_ValueRef root = ed_value_root(state, i);
        ed_text_add(text, "%s\"%s\":", i ? "," : "{", root.type->name);
        ed_value_json(&root, text);
    }
    ed_text_add(text, "%s", state->schema->state_count ? "}" : "{}");
}

static int print(const Cat *cat, const host_SnapshotFile *file, const ed_ValueRef *ref)
{
    static char piece[PIECE_BYTES];
    host_JsonPretty pretty;
    FILE *to = host_pager_open();
    ed_Text text = ed_text_over(piece, sizeof piece);
    host_json_pretty_begin(&pretty, to, cat->compact ? 0 : host_json_pretty_width(),
                           host_args_color(stdout));
    text.drain = host_json_pretty_drain;
    text.to = &pretty;
    if (ref) ed_value_json(ref, &text);
    else put_state(&file->state, &text);
    ed_text_drain(&text);
    host_json_pretty_end(&pretty);
    host_pager_close(to);
    return ED_EXIT_OK;
}

static int write_out(const Cat *cat, const ed_Writer *w)
{
    ed_Error error = { .code = ED_OK };
    if (!cat->out) {
        fwrite(w->bytes, 1, w->size, stdout);
        return ED_EXIT_OK;
    }
    if (ed_file_write_atomic(cat->out, w->bytes, w->size, &error)) return ED_EXIT_OK;
    return host_args_fail(cat->out, &error, ED_EXIT_FAILED);
}

static int write_open(const Cat *cat, const host_SnapshotFile *file, const ed_ValueRef *ref)
{
    ed_Arena arena;
    ed_Writer w;
    ed_Error error = { .code = ED_OK };
    if (!ed_arena_open(&arena, "MessagePack output", 4 * ed_bytes_max, &error))
        return host_args_fail(file->path, &error, ED_EXIT_FAILED);
    ed_write_init(&w, &arena);
    if (ref) host_named_export(&w, ref);
    else host_named_export_state(&w, &file->state);
    int code =
        ed_write_ok(&w) ? write_out(cat, &w) : host_args_fail(file->path, &w.err, ED_EXIT_FAILED);
    ed_arena_close(&arena);
    return code;
}

int host_cat(int argc, char **argv)
{
    Cat cat = { .compact = false };
    const host_Option options[] = { { "--compact", &cat.compact, NULL },
                                    { "--open", &cat.open, NULL },
                                    { "--json", &cat.json, NULL },
                                    { "-o", NULL, &cat.out },
                                    { NULL, NULL, NULL } };
    static const char *const names[] = { "FILE", "PATH", NULL };
    host_SnapshotFile file;
    ed_ValueRef ref;
    int code = host_args_read(&(host_Args){ "cat", help, options, names, 1, false }, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    if (cat.out && !cat.open)
        return host_args_refuse(
            "cat", "-o needs --open; without --open, JSON is printed on standard output");
    if (cat.open && !cat.out && ed_is_terminal(stdout))
        return host_args_refuse("cat", "--open writes binary data: name a file with -o");
    code = host_snapshot_file_open(&file, argv[0]);
    if (code != ED_EXIT_NOT_YET) return code;
    const ed_ValueRef *part = argv[1] ? &ref : NULL;
    if (part && !host_snapshot_file_find(&file, argv[1], &ref)) code = ED_EXIT_FAILED;
    else code = (cat.open ? write_open : print)(&cat, &file, part);
    host_snapshot_file_close(&file);
    return code;
}
