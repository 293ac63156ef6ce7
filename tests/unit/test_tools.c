#include "runtime/build/tools.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/base/str.h"

static char folder[64], path_before[4096];
static ed_BuildTools tools;
static ed_Error error;

/// PATH is a folder with these programs, which end with NULL.
static bool begin(const char *const *programs)
{
    const char *path = getenv("PATH");
    snprintf(path_before, sizeof path_before, "%s", path ? path : "");
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    for (; *programs; programs++) {
        char name[128];
        snprintf(name, sizeof name, "%s/%s", folder, *programs);
        FILE *file = fopen(name, "w");
        if (!file || fclose(file) != 0 || chmod(name, 0755) != 0) return false;
    }
    return setenv("PATH", folder, 1) == 0;
}
#define BEGIN(...) begin((const char *const[]){ __VA_ARGS__, NULL })

/// Finds the programs for a game with these settings, such as "cc = gcc\n".
static bool find(const char *settings, bool cpp)
{
    static ed_BuildConfig config;
    const ed_Span text = { (const u8 *)settings, strlen(settings) };
    error = (ed_Error){ .code = ED_OK };
    return ed_build_config_parse(&config, test_arena(), "build.cfg", text, &error)
        && ed_build_tools_find(&tools, &config, cpp, test_arena(), &error);
}

/// True if the tool is this program of the folder in PATH.
static bool is(const ed_BuildTool *tool, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return tool->path && strcmp(tool->path, path) == 0;
}

static void end(void)
{
    char command[96];
    setenv("PATH", path_before, 1);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

TEST(compilers_are_found_in_path)
{
    CHECK(BEGIN("cc", "c++", "tcc", "other"));
    CHECK(find("", false));
    CHECK(is(&tools.cc, "cc") && !tools.cc.is_tcc);
    // without the runtime for tcc, which `make all` builds, there is no early module
    CHECK(!tools.object || (is(&tools.early, "tcc") && tools.early.is_tcc));
    CHECK(!tools.cxx.path && !tools.gold);
    CHECK(find("cc = other\nearly = none\n", false));
    CHECK(is(&tools.cc, "other") && !tools.early.path);
    CHECK(find("", true));
    CHECK(is(&tools.cxx, "c++") && !tools.early.path);      // no early module with C++
    end();
}

TEST(the_programs_and_files_of_eddie_are_found_beside_the_program)
{
    CHECK(BEGIN("cc"));
    CHECK(find("", false));
    CHECK_HAS(tools.eddiec.path, "/eddiec");
    CHECK_HAS(tools.library, "/libeddie.a");
    CHECK(tools.include != NULL);
    end();
}

TEST(gold_links_if_it_is_installed)
{
    CHECK(BEGIN("cc", "ld.gold"));
    CHECK(find("", false));
    CHECK(tools.gold);
    end();
}

TEST(a_missing_compiler_is_reported_with_its_setting)
{
    CHECK(BEGIN("c++"));
    CHECK(!find("early = none\n", false));
    CHECK_HAS(error.text, "cc: there is no such program; install a C compiler, or set `cc`");
    CHECK(!find("cc = /nowhere/cc\n", false));
    CHECK_HAS(error.text, "/nowhere/cc: there is no such program");
    end();
    CHECK(BEGIN("cc"));
    CHECK(!find("", true));
    CHECK_HAS(error.text, "c++: there is no such program; install a C++ compiler, or set `cxx`");
    end();
}

TEST(a_file_that_cannot_be_run_is_no_compiler)
{
    char name[128];
    CHECK(BEGIN("cc"));
    snprintf(name, sizeof name, "%s/cc", folder);
    CHECK(chmod(name, 0644) == 0);
    CHECK(!find("early = none\n", false));
    end();
}

TEST(a_replaced_compiler_has_another_version)
{
    char name[128];
    CHECK(BEGIN("cc"));
    CHECK(find("", false));
    const u64 version = tools.cc.version;
    snprintf(name, sizeof name, "%s/cc", folder);
    FILE *file = fopen(name, "a");
    CHECK(file && fputs("more", file) >= 0 && fclose(file) == 0);
    CHECK(find("", false));
    CHECK(tools.cc.version != version);
    end();
}
