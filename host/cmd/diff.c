#include <stdio.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "host/cmd/pager.h"
#include "host/cmd/snapshot_commands.h"
#include "host/cmd/snapshot_file.h"
#include "runtime/base/limits.h"
#include "runtime/base/print.h"
#include "runtime/value/state_diff.h"

#define SHOWN_PER_PATTERN 20u      // differences that are printed without --all
#define VALUE_BYTES 72u            // bytes of a value on a line
#define PATTERNS_MAX 4096u         // patterns that are counted separately
#define PIECE_BYTES 65536u

static const char help[] =
    "usage: eddie diff [--all] [--json] A B [PATH]\n"
    "\n"
    "Compares two snapshots value by value. Their layouts may differ: fields are matched by name.\n"
    "Numbers of different types are equal if they have the same value. NaN equals NaN; the\n"
    "floats 0 and -0 differ.\n"
    "Records of lists and pools are matched by their [[key(…)]]. Without a key, items of a pool\n"
    "are matched by handle, and other items by index. In arrays indexed by an enum, elements are\n"
    "matched by the name of the value.\n"
    "With PATH, compares only that part.\n"
    "\n"
    "  ~ PATH: ONE -> OTHER    a value that changed\n"
    "  - PATH: VALUE           a value that only A has\n"
    "  + PATH: VALUE           a value that only B has\n"
    "\n"
    "For one field of many records, the first 20 differences are listed and the others counted.\n"
    "\n"
    "  --all           list all differences\n"
    "  --json          print one object: {\"equal\":…,\"differences\":[…],\"patterns\":[…],…}\n"
    "                  patterns counts the differences of each field over all records; the path\n"
    "                  of the field has empty brackets, such as Game.enemies[].hp\n" HOST_LIMIT_HELP
    "  --no-color      print without colors; the variable NO_COLOR does the same\n"
    "  --help          show this help\n"
    "\n"
    "Exit: 0 equal, 1 different or output failed, 2 usage, 3 a snapshot was refused.\n";

/// Counts the differences of one kind whose paths match one pattern: a path with empty brackets,
/// such as "Game.enemies[].hp".
typedef struct PatternCount {
    char *pattern;      // NULL: there are too many patterns to count this one
    u64 hash, count;
    ed_DiffKind kind;
} PatternCount;

typedef struct Output {
    const char *names[2];
    FILE *to;
    bool json, all, color, closed;
    PatternCount patterns[PATTERNS_MAX];
    u32 pattern_count;
    ed_Arena texts;      // holds the patterns
    u64 counts[ED_DIFF_ORDER + 1], printed;
} Output;

static const char *const kind_names[] = { "changed",    "gone",        "new",
                                          "only_first", "only_second", "order" };

// --- counting ------------------------------------------------------------------------------------

static PatternCount *add_pattern(Output *t, ed_DiffKind kind, const char *pattern, u64 hash)
{
    size_t size = strlen(pattern) + 1;
    char *copy =
        t->pattern_count < PATTERNS_MAX - 1 ? (char *)ed_arena_push(&t->texts, size, 1) : NULL;
    PatternCount *entry = &t->patterns[t->pattern_count];
    if (copy) memcpy(copy, pattern, size);
    *entry = (PatternCount){ .pattern = copy, .hash = copy ? hash : 0, .kind = kind };
    if (copy) t->pattern_count++;
    return entry;      // the unused entry after the last is returned for all further patterns
}

static PatternCount *find_pattern(Output *t, ed_DiffKind kind, const char *pattern)
{
    u64 hash = (u64)kind + 1;
    for (const char *at = pattern; *at; at++) hash = (hash ^ (u8)*at) * 0x100000001b3u;
    for (u32 i = t->pattern_count; i--;) {
        PatternCount *entry = &t->patterns[i];
        if (entry->hash == hash && entry->kind == kind && strcmp(entry->pattern, pattern) == 0)
            return entry;
    }
    return add_pattern(t, kind, pattern, hash);
}

// --- values --------------------------------------------------------------------------------------

static void drain(ed_Text *text)
{
    Output *t = text->to;
    fwrite(text->at, 1, text->size, t->to);
    if (ferror(t->to)) text->cut = t->closed = true;
}

static void put_json(Output *t, const char *name, const ed_ValueRef *ref)
{
    static char piece[PIECE_BYTES];
    ed_Text text = ed_text_over(piece, sizeof piece);
    text.drain = drain;
    text.to = t;
    ed_text_add(&text, ",\"%s\":", name);
    ed_value_json(ref, &text);
    ed_text_drain(&text);
}

static void put_value(Output *t, const ed_ValueRef *ref)
{
    char value[VALUE_BYTES];
    ed_Text out = ed_text_over(value, sizeof value);
    ed_value_json(ref, &out);
    size_t size = out.cut ? ed_utf8_cut(value, out.size, out.size - 4) : out.size;
    // NaN and infinities are strings in JSON
    bool special = *value == '"' && (ref->field->kind == ED_F32 || ref->field->kind == ED_F64);
    if (special) fprintf(t->to, "%.*s", (int)size - 2, value + 1);
    else fprintf(t->to, "%.*s%s", (int)size, value, out.cut ? "…" : "");
}

// --- output --------------------------------------------------------------------------------------

static void begin_line(Output *t, const char *color, const char *sign, const char *path)
{
    if (t->color) fputs(color, t->to);
    ed_print(t->to, "%s %s", sign, path);
}

static void end_line(Output *t) { fprintf(t->to, "%s\n", t->color ? "\x1b[0m" : ""); }

static void put_line(Output *t, ed_DiffKind kind, const char *path, const ed_ValueRef *left,
                     const ed_ValueRef *right)
{
    bool changed = kind == ED_DIFF_CHANGED;
    if (kind == ED_DIFF_ORDER) begin_line(t, "\x1b[33m", "~", path);
    else
        begin_line(t,
                   changed ? "\x1b[33m"
                   : left  ? "\x1b[31m"
                           : "\x1b[32m",
                   changed ? "~"
                   : left  ? "-"
                           : "+",
                   path);
    fputs(": ", t->to);
    if (kind == ED_DIFF_ORDER) fputs("same records, different order", t->to);
    else if (left) put_value(t, left);
    if (changed) {
        fputs(" -> ", t->to);
        put_value(t, right);
    } else if (right && kind != ED_DIFF_ORDER) put_value(t, right);
    end_line(t);
}

static void put_string(Output *t, const char *text)
{
    static char buffer[6 * 16384];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, text, strlen(text));
    fputs(buffer, t->to);
}

static void put_object(Output *t, ed_DiffKind kind, const char *path, const ed_ValueRef *left,
                       const ed_ValueRef *right)
{
    fprintf(t->to, "%s{\"kind\":\"%s\",\"path\":", t->printed ? "," : "", kind_names[kind]);
    put_string(t, path);
    if (left && kind != ED_DIFF_ORDER) put_json(t, "a", left);
    if (right && kind != ED_DIFF_ORDER) put_json(t, "b", right);
    fputc('}', t->to);
}

/// Receives one difference and counts it by its pattern. With --all, also prints it. Without --all,
/// prints only the first SHOWN_PER_PATTERN differences of a pattern, and none for a field that only
/// one layout has; put_counts prints the counts of the others at the end. If a pattern cannot be
/// counted, prints all of its differences.
static void print_difference(void *to, ed_DiffKind kind, const char *path, const char *pattern,
                             const ed_ValueRef *left, const ed_ValueRef *right)
{
    Output *t = to;
    PatternCount *entry = find_pattern(t, kind, pattern);
    bool by_type = kind == ED_DIFF_ONLY_FIRST || kind == ED_DIFF_ONLY_SECOND;
    t->counts[kind]++;
    if (entry->count++ >= SHOWN_PER_PATTERN && !t->all) return;
    if (by_type && entry->pattern && !t->all) return;
    (t->json ? put_object : put_line)(t, kind, path, left, right);
    t->printed++;
    if (ferror(t->to)) t->closed = true;
}

static void put_counts(Output *t)
{
    for (u32 i = 0; i < t->pattern_count && !t->all; i++) {
        const PatternCount *entry = &t->patterns[i];
        bool first = entry->kind == ED_DIFF_ONLY_FIRST,
             by_type = first || entry->kind == ED_DIFF_ONLY_SECOND;
        unsigned long long left = entry->count - (by_type ? 0 : SHOWN_PER_PATTERN);
        if (by_type) {
            begin_line(t, first ? "\x1b[31m" : "\x1b[32m", first ? "-" : "+", entry->pattern);
            ed_print(t->to, ": only in %s (%llu record%s)", t->names[!first], left,
                     left == 1 ? "" : "s");
        } else if (entry->count > SHOWN_PER_PATTERN) {
            begin_line(t, "",
                       entry->kind == ED_DIFF_GONE  ? "-"
                       : entry->kind == ED_DIFF_NEW ? "+"
                                                    : "~",
                       entry->pattern);
            fprintf(t->to, ": %llu more", left);
        } else continue;
        end_line(t);
    }
}

static void put_total(Output *t)
{
    static const char *const words[] = { "changed", "gone", "new",
                                         NULL,      NULL,   "in a different order" };
    const char *mark = "";
    u64 fields = t->counts[ED_DIFF_ONLY_FIRST] + t->counts[ED_DIFF_ONLY_SECOND];
    for (u32 i = 0; i < ED_COUNT(words); i++) {
        if (!words[i] || !t->counts[i]) continue;
        fprintf(t->to, "%s%llu %s", mark, (unsigned long long)t->counts[i], words[i]);
        mark = ", ";
    }
    if (fields)
        fprintf(t->to, "%s%llu in fields of only one snapshot", mark, (unsigned long long)fields);
    fputc('\n', t->to);
}

static void put_summary(Output *t, bool equal)
{
    fputs("],\"patterns\":[", t->to);
    for (u32 i = 0; i < t->pattern_count; i++) {
        fprintf(t->to, "%s{\"kind\":\"%s\",\"path\":", i ? "," : "",
                kind_names[t->patterns[i].kind]);
        put_string(t, t->patterns[i].pattern);
        fprintf(t->to, ",\"count\":%llu}", (unsigned long long)t->patterns[i].count);
    }
    fputc(']', t->to);
    for (u32 i = 0; i <= ED_DIFF_ORDER; i++)
        fprintf(t->to, ",\"%s\":%llu", kind_names[i], (unsigned long long)t->counts[i]);
    fprintf(t->to, ",\"equal\":%s}\n", equal ? "true" : "false");
}

// --- comparing -----------------------------------------------------------------------------------

/// Compares the games' names and the frame numbers. With --json, prints all of them; otherwise
/// those that differ, unless only a part is compared. True if the names or the numbers differ.
static bool compare_headers(Output *t, const ed_State *left, const ed_State *right, bool part)
{
    bool game = strcmp(left->game, right->game) != 0, frame = left->frame != right->frame;
    if (t->json) {
        fputs("{\"games\":[", t->to);
        put_string(t, left->game);
        fputc(',', t->to);
        put_string(t, right->game);
        fprintf(t->to, "],\"frames\":[%llu,%llu],\"differences\":[",
                (unsigned long long)left->frame, (unsigned long long)right->frame);
        return game || frame;
    }
    if (game && !part) {
        begin_line(t, "\x1b[33m", "~", "game: ");
        put_string(t, left->game);
        fputs(" -> ", t->to);
        put_string(t, right->game);
        end_line(t);
    }
    if (frame && !part) {
        begin_line(t, "\x1b[33m", "~", "frame: ");
        fprintf(t->to, "%llu -> %llu", (unsigned long long)left->frame,
                (unsigned long long)right->frame);
        end_line(t);
    }
    return game || frame;
}

static bool print_differences(Output *t, const ed_Diff *diff, const ed_State *left,
                              const ed_State *right, const char *path, bool *equal)
{
    ed_Error error = { .code = ED_OK };
    ed_ValueRef first, second;
    bool headers = compare_headers(t, left, right, path != NULL), good;
    if (path) {
        bool a = ed_value_find(left, path, &first, &error),
             b = ed_value_find(right, path, &second, &error);
        good = ed_diff_values(diff, path, a ? &first : NULL, b ? &second : NULL);
    } else good = ed_diff_states(diff, left, right);
    *equal = path || !headers;
    for (u32 i = 0; i <= ED_DIFF_ORDER; i++) *equal &= !t->counts[i];
    if (t->json) put_summary(t, *equal);
    else if (!*equal) {
        put_counts(t);
        if (t->printed) put_total(t);
    }
    return good;
}

static int compare_files(Output *t, const host_SnapshotFile *left, const host_SnapshotFile *right,
                         const char *path)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    ed_ValueRef ref;
    bool equal = false, good = false;
    bool known = !path || ed_value_find(&left->state, path, &ref, &error)
              || ed_value_find(&right->state, path, &ref, NULL);
    if (!known) return host_args_refuse("diff", "not in either snapshot: %s", error.text);
    if (ed_arena_open(&t->texts, "differences", (size_t)64 << 20, &error)
        && ed_arena_open(&arena, "comparison of snapshots", ed_bytes_max, &error)) {
        ed_Diff diff = {
            .arena = &arena, .report = print_difference, .to = t, .enough = &t->closed
        };
        t->to = host_pager_open();
        good = print_differences(t, &diff, &left->state, &right->state, path, &equal);
        host_pager_close(t->to);
        if (!good) ed_arena_check(&arena, &error);
        ed_arena_close(&arena);
    }
    ed_arena_close(&t->texts);
    if (!good) return host_args_fail(left->path, &error, ED_EXIT_FAILED);
    return equal ? ED_EXIT_OK : ED_EXIT_FAILED;
}

int host_diff(int argc, char **argv)
{
    static Output t;
    const host_Option options[] = { { "--json", &t.json, NULL },
                                    { "--all", &t.all, NULL },
                                    { NULL, NULL, NULL } };
    static const char *const names[] = { "A", "B", "PATH", NULL };
    host_SnapshotFile left, right;
    int code = host_args_read(&(host_Args){ "diff", help, options, names, 2, false }, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    t.color = host_args_color(stdout);
    t.names[0] = argv[0];
    t.names[1] = argv[1];
    code = host_snapshot_file_open(&left, argv[0]);
    if (code != ED_EXIT_NOT_YET) return code;
    code = host_snapshot_file_open(&right, argv[1]);
    if (code == ED_EXIT_NOT_YET) {
        code = compare_files(&t, &left, &right, argv[2]);
        host_snapshot_file_close(&right);
    }
    host_snapshot_file_close(&left);
    return code;
}
