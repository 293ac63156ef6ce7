#include "host/cmd/replay.h"
#include <stdio.h>
#include <string.h>
#include "host/cmd/args.h"
#include "host/cmd/headless.h"
#include "host/cmd/limit.h"
#include "runtime/debug/exit_code.h"
#include "runtime/base/str.h"
#include "runtime/base/print.h"
#include "runtime/debug/game_source.h"
#include "runtime/debug/recording.h"
#include "runtime/debug/run_compare.h"
#include "runtime/os/files/files.h"

#define DIFFERENCES_MAX 16u
#define HASH_BYTES 8u

static const char help[] =
    "usage: eddie replay [options] FILE [MODULE [OTHER]]\n"
    "\n"
    "Replays a recording that eddie --record wrote, without a window and as fast as possible:\n"
    "from its initial state, with the same input for every update. MODULE is the game's library\n"
    "(default: " ED_MODULE_PATH "). With OTHER, both run side by side, and the first frame in\n"
    "which their states differ is printed. If their layouts differ, the fields that both have\n"
    "are compared.\n"
    "\n"
    "  --hash          print each frame and the xxh64 of its serialized state\n"
    "  --every N       like --hash, but only after every N updates\n"
    "  --until N       stop after N updates\n"
    "  --json          print one object per line\n" HOST_LIMIT_HELP
    "  --help          show this help\n"
    "\n"
    "Exit: 0 replayed and, with OTHER, the same; 1 they differ, or the game's code failed;\n"
    "2 usage; 3 the recording or a module was refused.\n";

typedef struct Replay {
    const char *file, *paths[HOST_HEADLESS_MAX];
    u32 count;      // number of modules
    bool json, hash;
    u64 every, until;
    ed_Arena bytes, memory, packed[HOST_HEADLESS_MAX];
    host_Headless *headless;
    ed_Run *runs[HOST_HEADLESS_MAX];
    bool same_layout;
    ed_Recording recording;
    ed_RunDifference found[DIFFERENCES_MAX];
} Replay;

// --- command line --------------------------------------------------------------------------------

static int read_number(const char *option, const char *text, u64 *number)
{
    if (!text || (ed_parse_uint(text, UINT64_MAX, number) && *number)) return ED_EXIT_NOT_YET;
    return host_args_refuse("replay", "%s: expected a whole number of at least 1", option);
}

static int read_arguments(Replay *replay, int argc, char **argv)
{
    const char *every = NULL, *until = NULL;
    const host_Option options[] = { { "--hash", &replay->hash, NULL },
                                    { "--every", NULL, &every },
                                    { "--until", NULL, &until },
                                    { "--json", &replay->json, NULL },
                                    { NULL, NULL, NULL } };
    static const char *const names[] = { "FILE, a recording", "MODULE", "OTHER", NULL };
    int code = host_args_read(&(host_Args){ "replay", help, options, names, 1, false }, argc, argv);
    if (code == ED_EXIT_NOT_YET) code = read_number("--every", every, &replay->every);
    if (code == ED_EXIT_NOT_YET) code = read_number("--until", until, &replay->until);
    if (code != ED_EXIT_NOT_YET) return code;
    replay->hash |= every != NULL;
    replay->file = argv[0];
    for (u32 i = 0; i < HOST_HEADLESS_MAX; i++) replay->paths[i] = argv[1 + i];
    replay->count = argv[1] && argv[2] ? 2 : 1;
    return ED_EXIT_NOT_YET;
}

// --- opening -------------------------------------------------------------------------------------

static bool read_recording(Replay *replay, ed_Error *error)
{
    ed_Span bytes;
    return ed_arena_open(&replay->bytes, "recording", ed_snapshot_bytes_max() + 4096, error)
        && ed_file_read(replay->file, ed_snapshot_bytes_max(), &replay->bytes, &bytes, error)
        && ed_recording_open(&replay->recording, bytes.at, bytes.size, error);
}

static void warn_of_system(const Replay *replay)
{
    ed_Span system = replay->recording.system;
    if (!system.size || ed_span_is(system, ed_recording_system)) return;
    ed_print(
        stderr,
        "eddie: %s: warning: recorded on %.*s, and this is %s: functions such as sinf may round "
        "differently, and then the states differ\n",
        replay->file, (int)(system.size < 40 ? system.size : 40), (const char *)system.at,
        ed_recording_system);
}

static bool same_layout(const ed_Schema *first, const ed_Schema *second)
{
    if (first->state_count != second->state_count) return false;
    for (u32 i = 0; i < first->state_count; i++)
        if (!ed_same_type_name(first->states[i], second->states[i])
            || !ed_same_layout(first->states[i], second->states[i], NULL, 0))
            return false;
    return true;
}

static const ed_Schema *schema_of(const Replay *replay, u32 index)
{
    return replay->runs[index]->module->schema;
}

static bool open_games(Replay *replay, ed_Error *error)
{
    if (!ed_arena_open(&replay->memory, "comparison of states", ed_bytes_max, error)) return false;
    replay->headless = host_headless_open(&replay->memory, error);
    for (u32 i = 0; replay->headless && i < replay->count; i++) {
        if (!ed_arena_open(&replay->packed[i], "packed state", ed_snapshot_bytes_max(), error))
            return false;
        replay->runs[i] =
            host_headless_add(replay->headless, replay->paths[i], replay->recording.seed, error);
        if (!replay->runs[i]) return false;
    }
    if (!replay->headless) return false;
    if (replay->count > 1)
        replay->same_layout = same_layout(schema_of(replay, 0), schema_of(replay, 1));
    return true;
}

// --- output --------------------------------------------------------------------------------------

static const char *name_of(const Replay *replay, u32 index)
{
    return replay->paths[index] ? replay->paths[index] : ED_MODULE_PATH;
}

static u64 frame_of(const Replay *replay) { return replay->runs[0]->host.tick; }

static void put_text(const char *name, const char *text)
{
    char buffer[2 * ED_RUN_COMPARE_TEXT_MAX + 1024];
    ed_Text out = ed_text_over(buffer, sizeof buffer);
    ed_text_json(&out, text, strlen(text));
    printf("\"%s\":%s", name, buffer);
}

/// Reports that the code of a module failed, or else `error`. With two modules, that counts as a
/// difference.
static int print_failure(const Replay *replay, u32 index, const ed_Error *error)
{
    char words[512];
    ed_Text out = ed_text_over(words, sizeof words);
    if (replay->runs[index]->failed_phase) host_headless_fault(replay->headless, &out);
    else ed_text_add(&out, "%s", error->text);
    ed_print(stderr, "eddie: %s: frame %llu, update %llu: %s\n", name_of(replay, index),
             (unsigned long long)replay->runs[index]->host.tick,
             (unsigned long long)replay->recording.updates, words);
    return ED_EXIT_FAILED;
}

static void print_incomplete(const Replay *replay)
{
    const ed_Recording *recording = &replay->recording;
    u64 unsealed = recording->updates - recording->sealed;
    ed_print(stderr, "eddie: %s: ends early after %llu updates", replay->file,
             (unsigned long long)recording->updates);
    if (unsealed)
        ed_print(stderr, "; the last %llu are not covered by a checksum",
                 (unsigned long long)unsealed);
    ed_print(stderr, "\n");
}

static void print_hash(const Replay *replay, u64 hash, bool end)
{
    unsigned long long frame = frame_of(replay), updates = replay->recording.updates, it = hash;
    if (!replay->json && end) printf("%llu updates, to frame %llu: %016llx\n", updates, frame, it);
    if (!replay->json && !end) printf("%llu %016llx\n", frame, it);
    if (!replay->json) return;
    printf("{");
    if (end) printf("\"updates\":%llu,", updates);
    printf("\"frame\":%llu,\"xxh64\":\"%016llx\"}\n", frame, it);
}

typedef struct MissingFields {      // fields that only one of two modules has
    const Replay *replay;
    u32 module;      // the index of that module
} MissingFields;

static void print_missing_field(void *it, const char *name)
{
    const MissingFields *missing = it;
    const char *path = name_of(missing->replay, missing->module);
    if (!missing->replay->json) {
        ed_print(stdout, "only in %s: %s\n", path, name);
        return;
    }
    printf("{");
    put_text("only_in", path);
    printf(",");
    put_text("field", name);
    puts("}");
}

/// Prints the fields that only one of the modules has: they are not compared.
static void print_missing_fields(const Replay *replay)
{
    const ed_Schema *first = schema_of(replay, 0), *second = schema_of(replay, 1);
    ed_run_compare_missing(first, second, print_missing_field, &(MissingFields){ replay, 0 });
    ed_run_compare_missing(second, first, print_missing_field, &(MissingFields){ replay, 1 });
}

static void print_found_json(const Replay *replay, const ed_RunComparison *comparison)
{
    printf("{\"same\":false,\"update\":%llu,\"frame\":%llu,\"found\":[",
           (unsigned long long)replay->recording.updates, (unsigned long long)frame_of(replay));
    for (u32 i = 0; i < comparison->count; i++) {
        const ed_RunDifference *found = &comparison->found[i];
        printf(i ? ",{" : "{");
        put_text("path", found->path);
        printf(",");
        put_text("one", found->first);
        printf(",");
        put_text("other", found->second);
        printf("}");
    }
    printf("],\"more\":%s}\n", comparison->more ? "true" : "false");
}

static void print_found(const Replay *replay, const ed_RunComparison *comparison)
{
    if (replay->json) {
        print_found_json(replay, comparison);
        return;
    }
    ed_print(stdout, "frame %llu, after %llu updates: %s and %s differ\n",
             (unsigned long long)frame_of(replay), (unsigned long long)replay->recording.updates,
             name_of(replay, 0), name_of(replay, 1));
    for (u32 i = 0; i < comparison->count; i++)
        ed_print(stdout, "  %s: %s and %s\n", comparison->found[i].path, comparison->found[i].first,
                 comparison->found[i].second);
    if (comparison->more) puts("  and more fields");
}

// --- replaying -----------------------------------------------------------------------------------

/// Serializes the state of a module and gets its hash, which is in the last bytes, high byte first.
static bool pack_and_hash(Replay *replay, u32 index, ed_Span *bytes, u64 *hash, ed_Error *error)
{
    host_headless_select(replay->headless, replay->runs[index]);
    if (!ed_run_pack_into(replay->runs[index], ED_PACK_FILE, &replay->packed[index], bytes, error))
        return false;
    *hash = 0;
    for (size_t i = bytes->size - HASH_BYTES; i < bytes->size; i++)
        *hash = *hash << 8 | bytes->at[i];
    return true;
}

/// Returns ED_EXIT_NOT_YET if the states are equal: byte for byte, or in the fields that both have.
static int compare_states(Replay *replay)
{
    ed_RunComparison comparison = { .arena = &replay->memory,
                                    .found = replay->found,
                                    .limit = DIFFERENCES_MAX };
    ed_Error error = { .code = ED_OK };
    ed_Span bytes[2];
    u64 hashes[2] = { 0, 1 };      // they differ if they are not computed
    for (u32 i = 0; replay->same_layout && i < 2; i++)
        if (!pack_and_hash(replay, i, &bytes[i], &hashes[i], &error))
            return print_failure(replay, i, &error);
    if (hashes[0] == hashes[1]) return ED_EXIT_NOT_YET;
    ed_State first = ed_run_state(replay->runs[0]), second = ed_run_state(replay->runs[1]);
    if (ed_run_compare(&first, &second, &comparison)) return ED_EXIT_NOT_YET;
    if (comparison.full && !comparison.count) {
        ed_arena_check(&replay->memory, &error);
        return host_args_fail(NULL, &error, ED_EXIT_FAILED);
    }
    print_found(replay, &comparison);
    return ED_EXIT_FAILED;
}

static int take_state(Replay *replay, ed_Error *error)
{
    for (u32 i = 0; i < replay->count; i++) {
        ed_Run *run = replay->runs[i];
        host_headless_select(replay->headless, run);
        if (ed_run_load(run, replay->recording.state.at, replay->recording.state.size, error))
            continue;
        return run->failed_phase ? print_failure(replay, i, error)
                                 : host_args_fail(replay->file, error, ED_EXIT_STATE);
    }
    return ED_EXIT_NOT_YET;
}

static int take_input(Replay *replay)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    for (u32 i = 0; i < replay->count; i++) {
        ed_Run *run = replay->runs[i];
        host_headless_select(replay->headless, run);
        ed_run_update(run, &replay->recording.input);
        if (run->failed_phase) return print_failure(replay, i, &error);
    }
    if (replay->count > 1) return compare_states(replay);
    if (!replay->hash || replay->recording.updates % replay->every) return ED_EXIT_NOT_YET;
    if (!pack_and_hash(replay, 0, &bytes, &hash, &error)) return print_failure(replay, 0, &error);
    print_hash(replay, hash, false);
    return ED_EXIT_NOT_YET;
}

static int end_replay(Replay *replay)
{
    ed_Error error = { .code = ED_OK };
    ed_Span bytes;
    u64 hash;
    if (replay->count > 1) {
        const char *form =
            replay->json ? "{\"same\":true,\"updates\":%llu}\n" : "no difference in %llu updates\n";
        printf(form, (unsigned long long)replay->recording.updates);
        return ED_EXIT_OK;
    }
    if (!pack_and_hash(replay, 0, &bytes, &hash, &error)) return print_failure(replay, 0, &error);
    print_hash(replay, hash, true);
    return ED_EXIT_OK;
}

static int take_end(Replay *replay, ed_RecordingItem item)
{
    ed_Error error = { .code = ED_OK };
    if (item == ED_RECORDING_TRUNCATED) print_incomplete(replay);
    if (replay->recording.state.at) return ED_EXIT_NOT_YET;
    ed_fail(&error, ED_ERR_SHORT, "the recording has no complete initial state");
    return host_args_fail(replay->file, &error, ED_EXIT_STATE);
}

static int run_replay(Replay *replay)
{
    ed_Error error = { .code = ED_OK };
    int code = ED_EXIT_NOT_YET;
    if (replay->count > 1) print_missing_fields(replay);
    while (code == ED_EXIT_NOT_YET && replay->recording.updates < replay->until) {
        ed_RecordingItem item = ed_recording_next(&replay->recording, &error);
        if (item == ED_RECORDING_STATE) code = take_state(replay, &error);
        else if (item == ED_RECORDING_INPUT) code = take_input(replay);
        else if (item == ED_RECORDING_REFUSED)
            code = host_args_fail(replay->file, &error, ED_EXIT_STATE);
        else {
            code = take_end(replay, item);
            break;
        }
    }
    return code == ED_EXIT_NOT_YET ? end_replay(replay) : code;
}

static void close_all(Replay *replay)
{
    if (replay->headless) host_headless_close(replay->headless);
    for (u32 i = 0; i < HOST_HEADLESS_MAX; i++) ed_arena_close(&replay->packed[i]);
    ed_arena_close(&replay->memory);
    ed_arena_close(&replay->bytes);
}

int host_replay(int argc, char **argv)
{
    ed_Error error = { .code = ED_OK };
    Replay replay = { .every = 1, .until = UINT64_MAX };
    int code = read_arguments(&replay, argc, argv);
    if (code != ED_EXIT_NOT_YET) return code;
    if (!read_recording(&replay, &error)) code = host_args_fail(replay.file, &error, ED_EXIT_STATE);
    else {
        warn_of_system(&replay);
        if (open_games(&replay, &error)) code = run_replay(&replay);
        else code = host_args_fail(NULL, &error, ED_EXIT_STATE);
    }
    close_all(&replay);
    return code;
}
