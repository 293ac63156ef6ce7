#include "tests/lib/fake_tool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/files/start_folder.h"

static char folder[64], script[96], *path_before;

const char *fake_tool_folder(void) { return folder; }

bool fake_tool_begin(void)
{
    char path[4096];
    const char *before = getenv("PATH");
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder) || !before) return false;
    snprintf(script, sizeof script, "%s/addr2line", folder);
    path_before = strdup(before);
    snprintf(path, sizeof path, "%s:%s", folder, before);
    bool good = path_before && setenv("PATH", path, 1) == 0;
    ed_start_folder_save();
    return good;
}

bool fake_tool_runs(const char *commands)
{
    FILE *file = fopen(script, "w");
    return file && fprintf(file, "#!/bin/sh\n%s\n", commands) > 0 && fclose(file) == 0
        && chmod(script, 0700) == 0;
}

void fake_tool_end(void)
{
    setenv("PATH", path_before, 1);
    free(path_before);
    ed_start_folder_save();
    unlink(script);
    rmdir(folder);
}
