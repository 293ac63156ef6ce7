#include "tests/faults/soak.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST 100u       // reloads after which everything has happened once
#define CHANGED 10u      // every tenth reload changes the layout
#define COUNT_MAX 100000u
#define GROWTH_KB 1024      // allowed growth of memory in total

typedef struct Measure {
    long files, mapped_files, address_space_kb, left, memory_kb;
} Measure;

static long entries(const char *path)
{
    long count = 0;
    DIR *folder = opendir(path);
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    return count;
}

/// The number of mappings of files. Mappings without a file are not counted: the kernel joins
/// neighbors, so their number depends on where each happens to be.
static long mapped_files(void)
{
    char line[512];
    long count = 0;
    FILE *file = fopen("/proc/self/maps", "re");
    while (file && fgets(line, sizeof line, file)) count += strchr(line, '/') != NULL;
    if (file) fclose(file);
    return count;
}

static long status_kb(const char *name)
{
    char line[256];
    long kb = 0;
    size_t length = strlen(name);
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, name, length) == 0) kb = strtol(line + length, NULL, 10);
    if (file) fclose(file);
    return kb;
}

static Measure measure(const ed_Live *live)
{
    return (Measure){ entries("/proc/self/fd"), mapped_files(), status_kb("VmSize:"),
                      entries(live->copy_dir.path), status_kb("RssAnon:") };
}

static int by_size(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}

static f64 p99_ms(u64 *stalls, u32 count)
{
    qsort(stalls, count, sizeof *stalls, by_size);
    return (f64)stalls[count * 99 / 100] / 1e6;
}

static bool reload(Offer *offer, ed_Live *live, u32 i, u64 *stall_ns)
{
    ed_Span library = i / CHANGED % 2 ? offer->next_bytes : offer->now_bytes;
    if (!offer_put(offer, library, FAULT_NONE, 0, (u8)(i % 251 + 1))) return false;
    bool good = offer_answer(live, stall_ns) == ED_LIVE_RELOADED;
    ed_run_update(ed_live_run(live), NULL);
    ed_run_render(ed_live_run(live), 0);
    if (!good) fprintf(stderr, "FAIL reload %u: %s\n", i, ed_live_event(live)->line);
    return good;
}

static void compare(const char *what, long before, long after, long more, u32 *passed, u32 *failed)
{
    bool good = after <= before + more;
    printf("%-22s %10ld %10ld  %s\n", what, before, after, good ? "holds" : "GROWS");
    *(good ? passed : failed) += 1;
}

static void print_measures(Measure before, Measure after, u32 *passed, u32 *failed)
{
    printf("%-22s %10s %10s\n", "", "first 100", "all");
    compare("open files", before.files, after.files, 0, passed, failed);
    compare("mapped files", before.mapped_files, after.mapped_files, 0, passed, failed);
    compare("address space, KB", before.address_space_kb, after.address_space_kb, 0, passed,
            failed);
    compare("files in its folder", before.left, after.left, 0, passed, failed);
    compare("private memory, KB", before.memory_kb, after.memory_kb, GROWTH_KB, passed, failed);
}

void soak_run(Offer *offer, const char *text, u32 *passed, u32 *failed)
{
    static u64 stalls[COUNT_MAX];
    ed_Error error = { .code = ED_OK };
    ed_LiveConfig config = { .module_path = offer->path, .build_command = "true", .seed = 7 };
    u32 count = (u32)strtoul(text, NULL, 10), done = 0;
    Measure before = { 0 };
    bool starts =
        count > FIRST && count <= COUNT_MAX && offer_put(offer, offer->now_bytes, FAULT_NONE, 0, 0);
    ed_Live *live = starts ? ed_live_open(&config, &error) : NULL;
    if (!live) {
        fprintf(stderr, "faults: %s\n", *error.text ? error.text : "a count from 101 to 100000");
        *failed += 1;
        return;
    }
    for (; done < count && reload(offer, live, done, &stalls[done]); done++)
        if (done == FIRST - 1) before = measure(live);
    *(done == count ? passed : failed) += 1;
    u32 changed = done ? (done - 1) / CHANGED : 0;
    printf("%u reloads, %u of them changed the layout\n", done, changed);
    print_measures(before, measure(live), passed, failed);
    f64 first = p99_ms(stalls, FIRST), all = p99_ms(stalls + FIRST, count - FIRST);
    printf("%-22s %10.3f %10.3f  %.2fx\n", "longest step, p99, ms", first, all, all / first);
    ed_live_close(live);
}
