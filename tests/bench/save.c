// The parts of a save; the frame waits only for the packing.
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "runtime/os/files/files.h"
#include "tests/bench/result.h"
#include "tests/bench/world.h"

#define ALLOWED_S 5.0

typedef struct Save {
    ed_Arena arenas[BN_KINDS], packed, copy;
    ed_RootMemory blocks[BN_KINDS];
    ed_State state;
    ed_Writer w;
    char path[512];
} Save;

static bool prepare(Save *save, const bn_Options *options, const bn_Modules *modules)
{
    bn_World world = bn_world_large(options->max);
    bn_memory_open(&save->packed);
    bn_memory_open(&save->copy);
    for (u32 i = 0; i < BN_KINDS; i++) {
        bn_memory_open(&save->arenas[i]);
        save->blocks[i] = (ed_RootMemory){ NULL, &save->arenas[i] };
    }
    save->state = (ed_State){
        .game = "bench", .schema = modules->now->schema, .roots = save->blocks, .live = true
    };
    snprintf(save->path, sizeof save->path, "%s/measure/bench.state", options->build);
    return bn_world_fill(&world, save->blocks);
}

static bool pack(Save *save, const bn_Modules *modules)
{
    ed_arena_reset(&save->packed);
    ed_write_init(&save->w, &save->packed);
    return modules->now->pack(&save->w, &save->state);
}

static bool measure(Save *save, const bn_Options *options, const bn_Modules *modules)
{
    static f64 pack_s[BN_SAMPLES_MAX], copy_s[BN_SAMPLES_MAX], hash_s[BN_SAMPLES_MAX],
        write_s[BN_SAMPLES_MAX];
    ed_Error error = { .code = ED_OK };
    u64 hash = 0;
    u32 rounds = 0;
    f64 begin = bn_now_s();
    if (!pack(save, modules)) return false;
    for (; rounds < options->rounds && (!rounds || bn_now_s() - begin < ALLOWED_S); rounds++) {
        f64 start = bn_now_s();
        bool good = pack(save, modules);
        f64 packed = bn_now_s();
        memcpy(save->copy.base, save->w.bytes, save->w.size);
        f64 copied = bn_now_s();
        hash ^= XXH64(save->w.bytes, save->w.size, 0);
        f64 hashed = bn_now_s();
        if (!good || !ed_file_write_atomic(save->path, save->w.bytes, save->w.size, &error)) {
            fprintf(stderr, "bench: %s\n", good ? error.text : save->w.err.text);
            return false;
        }
        f64 written = bn_now_s();
        pack_s[rounds] = packed - start;
        copy_s[rounds] = copied - packed;
        hash_s[rounds] = hashed - copied;
        write_s[rounds] = written - hashed;
    }
    bn_figure_tell("save", "MB", (f64)save->w.size / 1e6, "the document");
    bn_figure_tell("save", "ms", bn_median(pack_s, rounds) * 1e3, "on the frame: pack");
    bn_figure_tell("save", "ms", bn_median(copy_s, rounds) * 1e3,
                   "for comparison: a memcpy of the document");
    bn_figure_tell("save", "ms", bn_median(hash_s, rounds) * 1e3, "beside it: XXH64 (%08x)",
                   (u32)hash);
    bn_figure_tell("save", "ms", bn_median(write_s, rounds) * 1e3,
                   "beside it: written, synced, renamed");
    return true;
}

bool bn_save(const bn_Options *options, const bn_Modules *modules)
{
    static Save save;
    bn_part_tell("save", "the large state to a file");
    bool good = prepare(&save, options, modules) && measure(&save, options, modules);
    unlink(save.path);
    for (u32 i = 0; i < BN_KINDS; i++) ed_arena_close(&save.arenas[i]);
    ed_arena_close(&save.packed);
    ed_arena_close(&save.copy);
    return good;
}
