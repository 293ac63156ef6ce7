// The cost of reloads and saves: medians, and ratios to a memcpy of the same round. Asserts that
// every round trip is equal, but nothing about time. Run from the root of the sources.
//   bench [--only PART,…] [--max RECORDS] [--rounds N] [--json FILE]
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/live/trial_main.h"
#include "tests/bench/machine.h"
#include "tests/bench/result.h"

static const char *const parts[] = { "entities", "particles", "quests", "grids",   "links",
                                     "reload",   "save",      "idle",   "codegen", "size" };

static bool named(const char *list, const char *name)
{
    for (size_t size = strlen(name); list && *list; list += *list == ',') {
        size_t word = strcspn(list, ",");
        if (word == size && memcmp(list, name, size) == 0) return true;
        list += word;
    }
    return false;
}

/// Whether every name in the list is a part of the benchmark.
static bool all_known(const char *list)
{
    for (; list && *list; list += *list == ',') {
        size_t word = strcspn(list, ",");
        bool known = false;
        for (u32 i = 0; i < ED_COUNT(parts); i++)
            if (strlen(parts[i]) == word && memcmp(parts[i], list, word) == 0) known = true;
        if (!known) return false;
        list += word;
    }
    return true;
}

static int usage(void)
{
    printf("bench [--only PART,…] [--max RECORDS] [--rounds N] [--json FILE]\nparts:");
    for (u32 i = 0; i < ED_COUNT(parts); i++) printf(" %s", parts[i]);
    printf("\n");
    return 2;
}

/// The folder of the program: modules and generator are beside it.
static void find_build(bn_Options *options)
{
    ssize_t size = readlink("/proc/self/exe", options->build, sizeof options->build - 1);
    options->build[size > 0 ? size : 0] = 0;
    char *slash = strrchr(options->build, '/');
    if (slash) *slash = 0;
}

static bool parse(int argc, char **argv, bn_Options *options)
{
    static const struct option known[] = { { "only", 1, NULL, 'o' },
                                           { "max", 1, NULL, 'm' },
                                           { "rounds", 1, NULL, 'r' },
                                           { "json", 1, NULL, 'j' },
                                           { NULL, 0, NULL, 0 } };
    for (int c; (c = getopt_long(argc, argv, "", known, NULL)) != -1;) {
        switch (c) {
        case 'o': options->only = optarg; break;
        case 'm': options->max = (u32)strtoul(optarg, NULL, 10); break;
        case 'r': options->rounds = (u32)strtoul(optarg, NULL, 10); break;
        case 'j': options->json = optarg; break;
        default: return false;
        }
    }
    return optind == argc && options->max && options->rounds && options->rounds <= BN_SAMPLES_MAX
        && all_known(options->only);
}

static bool run_part(const bn_Options *options, const bn_Modules *modules, u32 part)
{
    switch (part) {
    case 4: return bn_links(options);
    case 5: return bn_reload(options, modules);
    case 6: return bn_save(options, modules);
    case 7: return bn_idle(options);
    case 8: return bn_codegen(options);
    case 9: return bn_sizes(options);
    default: return bn_corpora(options, modules, (bn_Kind)part);
    }
}

int main(int argc, char **argv)
{
    bn_Options options = { .rounds = 11, .max = UINT32_MAX };
    bn_Modules modules;
    char folder[300];
    ed_live_trial_main(argc, argv);
    if (!parse(argc, argv, &options)) return usage();
    find_build(&options);
    snprintf(folder, sizeof folder, "%s/measure", options.build);
    if (!bn_modules_load(folder, &modules)) return 1;
    printf("%s\nMedians of up to %u rounds; x: the time divided by that of a memcpy of the same "
           "bytes, in the same round and the same kind of memory.\n",
           bn_machine(), options.rounds);
    for (u32 i = 0; i < ED_COUNT(parts); i++)
        if ((!options.only || named(options.only, parts[i])) && !run_part(&options, &modules, i))
            return 1;
    return options.json && !bn_json_write(&options);
}
