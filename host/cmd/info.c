#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/host_info.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/limits.h"
#include "runtime/base/print.h"
#include "runtime/attic/attic.h"
#include "runtime/snapshot/budget.h"
#include "runtime/types/field.h"

#define LARGEST_MAX 8u                  // number of the largest parts that are listed
#define RECORDS_UNKNOWN UINT64_MAX      // they were not counted

static const char help[] =
    "usage: eddie info [--json] FILE\n"
    "       eddie info [--json] --host\n"
    "\n"
    "Shows what is in a snapshot: game, frame and format, whether its hash is correct, its roots,\n"
    "types and largest parts, and the retained values (the attic), if there are any. With --host,\n"
    "shows version, limits and system information.\n"
    "\n"
    "  --json          print one object; `records` is null if there are too many to count\n"
    "  --host          show information about this program and this machine\n" HOST_LIMIT_HELP
    "  --help          show this help\n"
    "\n"
    "Exit: 0 success, 1 output failed, 2 usage, 3 the snapshot was refused or does not match its\n"
    "hash.\n";

typedef struct Part {      // a root, or a field of a root
    char path[2 * ED_NAME_MAX];
    u64 bytes, records;
} Part;

typedef struct Info {
    const host_SnapshotFile *file;
    Part *roots, *parts;
    u32 root_count, part_count;
    u64 fields;
    ed_Attic attic;
    ed_Error attic_error;
} Info;

// --- collecting ----------------------------------------------------------------------------------

static u64 records_in(const ed_ValueRef *ref)
{
    bool list = ed_value_is_list(ref);
    if (list && !ed_field_is_record(ref->field)) return 0;
    bool last = list && ref->depth + 1 == ed_field_rank(ref->field);
    u64 count = 0;
    for (u32 i = 0, parts = ed_value_part_count(ref); i < parts; i++) {
        ed_ValueRef part = ed_value_part(ref, i);
        count += last + records_in(&part);
    }
    return count;
}

/// Counts the records in a part of the root. Returns RECORDS_UNKNOWN for a root that would have more
/// values by default than other commands accept: there is no bound for the time to walk it.
static u64 count_records(const Info *info, const ed_Type *root, const ed_ValueRef *part)
{
    u64 most = ed_budget_of(info->file->bytes.size).values;
    return root->default_values <= most ? records_in(part) : RECORDS_UNKNOWN;
}

static void add_part(Info *info, const ed_Type *root, const ed_RootMemory *block, u64 tag,
                     u64 bytes)
{
    const ed_Field *field = tag <= UINT32_MAX ? ed_field_by_tag(root, (u32)tag) : NULL;
    if (!field) return;
    Part *part = &info->parts[info->part_count++];
    ed_ValueRef whole = { .type = root, .at = block->at }, ref = ed_value_field(&whole, field);
    snprintf(part->path, sizeof part->path, "%s.%s", root->name, field->name);
    part->bytes = bytes;
    part->records = count_records(info, root, &ref);
}

static void add_root(Info *info, u64 tag, ed_Span value)
{
    const host_SnapshotFile *file = info->file;
    const ed_Type *type =
        tag <= UINT32_MAX ? ed_document_types_root(&file->about.types, (u32)tag) : NULL;
    u32 index = type ? ed_root_by_tag(file->schema.states, file->schema.state_count, type->tag)
                     : file->schema.state_count;
    if (index == file->schema.state_count) return;
    const ed_RootMemory *block = &file->state.roots[index];
    Part *root = &info->roots[info->root_count++];
    ed_ValueRef ref = { .type = type, .at = block->at };
    snprintf(root->path, sizeof root->path, "%s", type->name);
    root->bytes = value.size;
    root->records = count_records(info, type, &ref);
    ed_Reader r;
    ed_read_init(&r, value.at, value.size);
    u32 count = ed_read_format(&r) == ED_FORMAT_MAP ? ed_read_map(&r) : 0;
    for (u32 i = 0; i < count && i < type->field_count && ed_read_ok(&r); i++) {
        u64 field = ed_read_u64(&r);
        ed_Span part = ed_read_skip(&r);
        if (ed_read_ok(&r)) add_part(info, type, block, field, part.size);
    }
}

static int by_bytes(const void *left, const void *right)
{
    u64 a = ((const Part *)left)->bytes, b = ((const Part *)right)->bytes;
    return a == b ? strcmp(((const Part *)left)->path, ((const Part *)right)->path)
         : a < b  ? 1
                  : -1;
}

static void read_attic(Info *info)
{
    ed_Span span = info->file->about.attic;
    ed_Reader r;
    ed_attic_init(&info->attic, ed_attic_bytes_max(), NULL);
    if (!span.size) return;
    ed_read_init(&r, info->file->bytes.at, (size_t)(span.at + span.size - info->file->bytes.at));
    r.at = span.at;
    ed_attic_read(&r, &info->attic);
    if (!ed_read_ok(&r)) info->attic_error = r.err;
}

static bool collect(Info *info, host_SnapshotFile *file, ed_Error *error)
{
    ed_Reader r;
    u64 fields = 0;
    for (u32 i = 0; i < file->about.types.count; i++)
        info->fields += file->about.types.types[i].field_count;
    for (u32 i = 0; i < file->about.root_count; i++)
        fields += ed_document_types_root(&file->about.types, file->about.root_tags[i])->field_count;
    info->file = file;
    info->roots = (Part *)ed_arena_push(&file->arena, file->about.root_count * sizeof(Part), 8);
    info->parts = (Part *)ed_arena_push(&file->arena, fields * sizeof(Part), 8);
    if (!info->roots || !info->parts) return ed_arena_check(&file->arena, error);
    ed_read_init(&r, file->about.values.at, file->about.values.size);
    u32 count = ed_read_map(&r);
    for (u32 i = 0; i < count && ed_read_ok(&r); i++) {
        u64 tag = ed_read_u64(&r);
        ed_Span value = ed_read_skip(&r);
        if (ed_read_ok(&r)) add_root(info, tag, value);
    }
    qsort(info->parts, info->part_count, sizeof *info->parts, by_bytes);
    if (info->part_count > LARGEST_MAX) info->part_count = LARGEST_MAX;
    read_attic(info);
    return true;
}

// --- the attic -----------------------------------------------------------------------------------

static void print_lost(const ed_Attic *attic, bool json)
{
    bool first = true;
    for (u32 state = 0; state < attic->count; state++)
        for (u32 i = 0; i < attic->states[state].lost_count; i++, first = false) {
            const ed_LostField *lost = &attic->states[state].lost[i];
            char name[3 * ED_NAME_MAX];
            snprintf(name, sizeof name, "%s%s%s", lost->type, lost->field ? "." : "",
                     lost->field ? lost->field : "");
            if (json)
                printf("%s{\"path\":\"%s\",\"values\":%llu}", first ? "" : ",", name,
                       (unsigned long long)lost->values);
            else
                printf("  %-34s %14llu value%s\n", name, (unsigned long long)lost->values,
                       lost->values == 1 ? "" : "s");
        }
}

// --- output --------------------------------------------------------------------------------------

static const char *hash_of(const host_SnapshotFile *file)
{
    return file->altered ? "mismatch" : file->about.sealed ? "valid" : "none";
}

static void print_parts(const Part *parts, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        unsigned long long records = parts[i].records;
        printf("  %-34s %14llu bytes", parts[i].path, (unsigned long long)parts[i].bytes);
        if (records && parts[i].records != RECORDS_UNKNOWN)
            printf(" %10llu record%s", records, records == 1 ? "" : "s");
        putchar('\n');
    }
}

static void print_text(const Info *info)
{
    const host_SnapshotFile *file = info->file;
    ed_print(stdout, "game: %s\n", file->about.game);
    printf("frame: %llu\nformat: %u\nsize: %zu bytes\nhash: %s%s\n",
           (unsigned long long)file->about.frame, ED_SNAPSHOT_VERSION, file->bytes.size,
           hash_of(file),
           file->altered        ? ": the file was modified after it was saved"
           : file->about.sealed ? ""
                                : ", written by another program");
    printf("types: %u, with %llu field%s\n", file->about.types.count,
           (unsigned long long)info->fields, info->fields == 1 ? "" : "s");
    if (!ed_report_lossless(&file->report))
        puts("values: some are invalid for their type and are read as the nearest valid values");
    puts("roots:");
    print_parts(info->roots, info->root_count);
    if (info->part_count) puts("largest parts:");
    print_parts(info->parts, info->part_count);
    if (info->attic_error.code) printf("attic: cannot be read: %s\n", info->attic_error.text);
    else if (!info->attic.count) puts(file->about.attic.size ? "attic: empty" : "attic: none");
    else {
        u64 values = ed_attic_count(&info->attic);
        printf("attic: %zu bytes, %llu value%s retained from %u reload%s\n", file->about.attic.size,
               (unsigned long long)values, values == 1 ? "" : "s", info->attic.count,
               info->attic.count == 1 ? "" : "s");
        print_lost(&info->attic, false);
    }
}

static void put_parts(const char *name, const Part *parts, u32 count)
{
    printf(",\"%s\":[", name);
    for (u32 i = 0; i < count; i++) {
        printf("%s{\"path\":\"%s\",\"bytes\":%llu,\"records\":", i ? "," : "", parts[i].path,
               (unsigned long long)parts[i].bytes);
        if (parts[i].records == RECORDS_UNKNOWN) printf("null}");
        else printf("%llu}", (unsigned long long)parts[i].records);
    }
    putchar(']');
}

static void print_json(const Info *info)
{
    static char game[4096];
    const host_SnapshotFile *file = info->file;
    ed_Text out = ed_text_over(game, sizeof game);
    ed_text_json(&out, file->about.game, strnlen(file->about.game, sizeof game / 6 - 2));
    printf("{\"game\":%s,\"frame\":%llu,\"format\":%u,\"size\":%zu,\"hash\":\"%s\","
           "\"types\":%u,\"fields\":%llu,\"lossless\":%s",
           game, (unsigned long long)file->about.frame, ED_SNAPSHOT_VERSION, file->bytes.size,
           hash_of(file), file->about.types.count, (unsigned long long)info->fields,
           ed_report_lossless(&file->report) ? "true" : "false");
    put_parts("roots", info->roots, info->root_count);
    put_parts("largest", info->parts, info->part_count);
    printf(",\"attic\":");
    if (!file->about.attic.size || info->attic_error.code) fputs("null", stdout);
    else {
        printf("{\"bytes\":%zu,\"reloads\":%u,\"values\":%llu,\"parts\":[", file->about.attic.size,
               info->attic.count, (unsigned long long)ed_attic_count(&info->attic));
        print_lost(&info->attic, true);
        fputs("]}", stdout);
    }
    puts("}");
}

int host_snapshot_info(int argc, char **argv)
{
    static Info info;
    bool json = false, host = false;
    const host_Option options[] = { { "--json", &json, NULL },
                                    { "--host", &host, NULL },
                                    { NULL, NULL, NULL } };
    static const char *const names[] = { "FILE", NULL };
    host_SnapshotFile file;
    ed_Error error = { .code = ED_OK };
    int code = host_args_read(&(host_Args){ "info", help, options, names, 0, false }, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    if (host && argv[0])
        return host_args_refuse("info", "unexpected argument %.64s: info --host takes no file",
                                argv[0]);
    if (host) return host_info(json);
    if (!argv[0]) return host_args_refuse("info", "info needs FILE");
    code = host_snapshot_file_examine(&file, argv[0]);
    if (code != ED_EXIT_NOT_YET) return code;
    bool good = collect(&info, &file, &error);
    if (good) (json ? print_json : print_text)(&info);
    code = !good ? host_args_fail(argv[0], &error, ED_EXIT_FAILED) : ED_EXIT_OK;
    if (good && info.attic_error.code)
        code = host_args_fail(argv[0], &info.attic_error, ED_EXIT_STATE);
    if (good && file.altered) {
        ed_print(stderr, "eddie: %s: the file was modified after it was saved\n", argv[0]);
        code = ED_EXIT_STATE;
    }
    ed_attic_clear(&info.attic);
    host_snapshot_file_close(&file);
    return code;
}
