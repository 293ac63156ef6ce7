// The sizes of modules and programs: of the file, and of the part that is loaded.
#include <elf.h>
#include <stdio.h>
#include "tests/bench/result.h"

static bool read_size(const char *path, u64 *file_size, u64 *loaded)
{
    Elf64_Ehdr head;
    Elf64_Phdr part;
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    *loaded = 0;
    bool good = fread(&head, sizeof head, 1, file) == 1;
    for (u32 i = 0; good && i < head.e_phnum; i++) {
        good = fseek(file, (long)(head.e_phoff + i * sizeof part), SEEK_SET) == 0
            && fread(&part, sizeof part, 1, file) == 1;
        if (good && part.p_type == PT_LOAD) *loaded += part.p_filesz;
    }
    good = good && fseek(file, 0, SEEK_END) == 0;
    *file_size = good ? (u64)ftell(file) : 0;
    fclose(file);
    return good;
}

bool bn_sizes(const bn_Options *options)
{
    static const char *const files[][2] = {
        { "measure/now.so", "the benchmark's module" },
        { "game.so", "the game's module" },
        { "eddie", "the host" },
        { "eddiec", "the schema compiler" },
    };
    bn_part_tell("size", "with debug information in the file");
    for (u32 i = 0; i < ED_COUNT(files); i++) {
        char path[400];
        u64 whole, loaded;
        snprintf(path, sizeof path, "%s/%s", options->build, files[i][0]);
        if (!read_size(path, &whole, &loaded)) continue;
        bn_figure_tell("size", "bytes", (f64)whole, "%s: file", files[i][1]);
        bn_figure_tell("size", "bytes", (f64)loaded, "%s: loaded", files[i][1]);
    }
    return true;
}
