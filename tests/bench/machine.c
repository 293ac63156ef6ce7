#include "tests/bench/machine.h"
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static void processor(char *out, size_t size)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(out, size, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value) continue;
        snprintf(out, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        break;
    }
    if (file) fclose(file);
}

const char *bn_machine(void)
{
    static char words[512];
    char model[128];
    struct utsname name;
    if (words[0] || uname(&name) != 0) return words;
    processor(model, sizeof model);
    snprintf(words, sizeof words, "%s, %ld cores, %s %.40s, compiler %s", model,
             sysconf(_SC_NPROCESSORS_ONLN), name.sysname, name.release, __VERSION__);
    return words;
}
