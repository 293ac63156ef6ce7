#include "tests/lib/watched.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char watched_folder[64];
ed_Watch watch;

const char *watched_path(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", watched_folder, name);
    return path;
}

void watched_write(const char *name, const char *text)
{
    FILE *file = fopen(watched_path(name), "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

bool watched_begin(void)
{
    ed_Error error = { .code = ED_OK };
    snprintf(watched_folder, sizeof watched_folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(watched_folder)) return false;
    watched_write("a.c", "one");
    return ed_watch_open(&watch, (const char *const[]){ watched_folder, NULL }, &error);
}

void watched_end(void)
{
    char command[128];
    ed_watch_close(&watch);
    snprintf(command, sizeof command, "rm -rf %s", watched_folder);
    CHECK_EQ(system(command), 0);
}

bool watched_seen(void)
{
    for (int i = 0; i < 1000; i++) {
        if (ed_watch_poll(&watch)) return true;
        usleep(1000);
    }
    return false;
}

void watched_copy_path(char path[128], const char *name)
{
    snprintf(path, 128, "%s", watched_path(name));
}
