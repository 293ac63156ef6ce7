#include <stdio.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/print.h"
#include "runtime/os/process/terminal.h"
#include "runtime/types/number.h"

#define PIECE_BYTES 65536u

static const char help[] =
    "usage: eddie get [--json] FILE PATH\n"
    "\n"
    "Prints one value of a snapshot, for scripts: a string without quotes, names of flags joined\n"
    "by |, nothing for an absent optional value, records and lists as JSON.\n"
    "PATH is like Game.enemies[3].pos, or Game.speed[ORC] in an array indexed by an enum.\n"
    "\n"
    "  --json          print every value as JSON, as eddie set accepts it\n" HOST_LIMIT_HELP
    "  --help          show this help\n"
    "\n"
    "Exit: 0 success, 1 no such PATH or output failed, 2 usage, 3 the snapshot was refused.\n";

/// Prints a string unchanged, except that on a terminal, control characters are replaced.
static void put_text(ed_Span text)
{
    if (!text.size) return;
    if (ed_is_terminal(stdout)) ed_print_text(stdout, (const char *)text.at, text.size);
    else fwrite(text.at, 1, text.size, stdout);
}

static void put_flags(const ed_Type *type, const void *at)
{
    const char *mark = "";
    u64 bits = (u64)ed_number_bits(ed_number_load(type->base, at));
    for (u32 i = 0; i < type->value_count; i++) {
        u64 bit = (u64)type->values[i].number;
        if (!bit || (bits & bit) != bit) continue;
        printf("%s%s", mark, type->values[i].name);
        mark = "|";
    }
}

static void drain(ed_Text *text)
{
    fwrite(text->at, 1, text->size, stdout);
    if (ferror(stdout)) text->cut = true;
}

static void put_json(const ed_ValueRef *ref)
{
    static char piece[PIECE_BYTES];
    ed_Text text = ed_text_over(piece, sizeof piece);
    text.drain = drain;
    ed_value_json(ref, &text);
    ed_text_drain(&text);
}

/// Prints a name, a path or a number: its JSON without the quotes that a name or NaN has.
static void put_name(const ed_ValueRef *ref)
{
    char name[ED_NAME_MAX * 4 + 2];
    ed_Text text = ed_text_over(name, sizeof name);
    ed_value_json(ref, &text);
    bool quoted = name[0] == '"';
    fwrite(name + quoted, 1, text.size - (quoted ? 2 : 0), stdout);
}

static void put_bare(const ed_ValueRef *ref)
{
    const ed_Field *field = ref->field;
    if (ed_value_is_absent(ref)) return;
    bool single = field && !ed_value_is_list(ref);
    switch (single ? field->kind : ED_STRUCT) {
    case ED_CHARS:
    case ED_STR:
    case ED_TEXT_PTR: put_text(ed_value_text(ref)); return;
    case ED_F32:
    case ED_F64:
    case ED_ENUM:
    case ED_SYMBOL:
    case ED_RECORD_PTR: put_name(ref); return;
    case ED_FLAGS: put_flags(field->type, ref->at); return;
    default: put_json(ref); return;
    }
}

int host_get(int argc, char **argv)
{
    bool json = false;
    const host_Option options[] = { { "--json", &json, NULL }, { NULL, NULL, NULL } };
    static const char *const names[] = { "FILE", "PATH", NULL };
    host_SnapshotFile file;
    ed_ValueRef ref;
    int code = host_args_read(&(host_Args){ "get", help, options, names, 2, false }, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    code = host_snapshot_file_open(&file, argv[0]);
    if (code != ED_EXIT_NOT_YET) return code;
    bool found = host_snapshot_file_find(&file, argv[1], &ref);
    if (found) (json ? put_json : put_bare)(&ref);
    if (found) putchar('\n');
    host_snapshot_file_close(&file);
    return found ? ED_EXIT_OK : ED_EXIT_FAILED;
}
