// The cost of live editing in a frame without a save.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/live/live.h"
#include "tests/bench/result.h"

#define SOURCES 32u
#define STEPS 256u      // a sample
#define SETTLE_US 300000u

static void name_source(char *out, size_t size, const char *folder, u32 number)
{
    snprintf(out, size, "%s/part%u.c", folder, number);
}

static bool fill_folder(const char *folder)
{
    for (u32 i = 0; i < SOURCES; i++) {
        char path[512];
        name_source(path, sizeof path, folder, i);
        FILE *file = fopen(path, "w");
        if (!file) {
            perror(path);
            return false;
        }
        fprintf(file, "int part%u;\n", i);
        fclose(file);
    }
    return true;
}

static void empty_folder(const char *folder)
{
    for (u32 i = 0; i < SOURCES; i++) {
        char path[512];
        name_source(path, sizeof path, folder, i);
        unlink(path);
    }
    rmdir(folder);
}

static bool measure(ed_Live *live)
{
    f64 samples[BN_SAMPLES_MAX], longest = 0;
    for (u32 i = 0; i < BN_SAMPLES_MAX; i++) {
        f64 start = bn_now_s(), last = start;
        for (u32 n = 0; n < STEPS; n++) {
            if (ed_live_step(live)) {
                fprintf(stderr, "bench: idle: %s\n", ed_live_event(live)->line);
                return false;
            }
            f64 now = bn_now_s();
            if (now - last > longest) longest = now - last;
            last = now;
        }
        samples[i] = (last - start) / STEPS;
    }
    bn_figure_tell("idle", "us", bn_median(samples, BN_SAMPLES_MAX) * 1e6,
                   "a step with %u sources watched", SOURCES);
    bn_figure_tell("idle", "us", longest * 1e6, "the longest of %u steps", STEPS * BN_SAMPLES_MAX);
    return true;
}

bool bn_idle(const bn_Options *options)
{
    char folder[300], module[300];
    ed_Error error = { .code = ED_OK };
    snprintf(folder, sizeof folder, "%s/measure/watched-XXXXXX", options->build);
    snprintf(module, sizeof module, "%s/measure/now.so", options->build);
    bn_part_tell("idle", "a frame in which nothing was saved");
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    ed_LiveConfig config = { .module_path = module,
                             .build_command = "true",
                             .watch = { folder },
                             .watching = true,
                             .seed = 1 };
    ed_Live *live = fill_folder(folder) ? ed_live_open(&config, &error) : NULL;
    bool good = live != NULL;
    if (!good) fprintf(stderr, "bench: idle: %s\n", error.text);
    if (good) {
        usleep(SETTLE_US);
        while (ed_live_step(live) || ed_live_busy(live)) usleep(1000);
        good = measure(live);
        ed_live_close(live);
    }
    empty_folder(folder);
    return good;
}
