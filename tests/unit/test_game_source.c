#include "runtime/debug/game_source.h"
#include "runtime/live/watch.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char module_path[512], before[4096], folder[64], words[1024];
static ed_Error error;

/// Enters a folder without sources. The module is the smallest possible one.
static bool begin(void)
{
    ssize_t size = readlink("/proc/self/exe", module_path, sizeof module_path - 100);
    while (size > 0 && module_path[size - 1] != '/') size--;
    snprintf(module_path + (size > 0 ? size : 0), 100, "test/tiny.so");
    strcpy(folder, "/tmp/eddie-source-XXXXXX");
    error = (ed_Error){ .code = ED_OK };
    return getcwd(before, sizeof before) && mkdtemp(folder) && chdir(folder) == 0;
}

static bool end(void)
{
    char command[96];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir(before) == 0 && system(command) == 0;
}

static ed_GameSource *opened(const char *path, bool watching)
{
    const ed_GameSourceConfig config = {
        .module_path = path, .build_command = "true", .watching = watching, .seed = 4
    };
    return ed_source_open(test_arena(), &config, &error);
}

/// How a source describes itself, after the path of its module.
static const char *described(bool watching)
{
    ed_Text out = ed_text_over(words, sizeof words);
    ed_GameSource *source = opened(module_path, watching);
    if (!source) return error.text;
    ed_source_describe(source, &out);
    ed_source_close(source);
    size_t size = strlen(module_path);
    return strncmp(words, module_path, size) == 0 ? words + size : words;
}

TEST(a_source_watches_the_folders_that_there_are)
{
    CHECK(begin());
    CHECK_TEXT(described(true), ", watching off");
    FILE *file = fopen("schema", "w");
    CHECK(file && fclose(file) == 0);
    CHECK_TEXT(described(true), ", watching off");
    CHECK(mkdir("game", 0700) == 0);
    CHECK_TEXT(described(true), ", watching game/");
    CHECK(unlink("schema") == 0 && mkdir("schema", 0700) == 0);
    CHECK_TEXT(described(true), ", watching schema/ and game/");
    CHECK_TEXT(described(false), ", watching off");
    CHECK_TEXT(ed_source_watcher(), ed_watch_has_events() ? "inotify" : "polling");
    CHECK(end());
}

TEST(a_source_runs_the_game_of_its_module)
{
    CHECK(begin());
    ed_GameSource *source = opened(module_path, false);
    CHECK(source != NULL);
    const ed_Run *run = ed_source_run(source);
    CHECK_TEXT(run->module->game, "tiny");
    CHECK_EQ(run->host.seed, 4);
    ed_LiveEvent event;
    CHECK(!ed_source_is_building(source) && !ed_source_busy(source));
    CHECK(!ed_source_stop_build(source) && !ed_source_has_previous_build(source));
    CHECK(!ed_source_use_previous_build(source, &event, &error));
    CHECK_TEXT(ed_source_build_output(source), "");
    ed_source_close(source);
    CHECK(end());
}

TEST(a_source_without_a_module_is_not_opened)
{
    CHECK(begin());
    CHECK(!opened("none.so", false));
    CHECK_HAS(error.text, "none.so");
    CHECK(end());
}
