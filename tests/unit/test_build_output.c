#include "tests/lib/test.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "runtime/live/build_output.h"
#include "tests/lib/open_files.h"

#define FUTURE 3600

static char folder[64], module[96];
static ed_Watch watch;

static const char *in(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/// A file with a time stamp `after` seconds from now.
static void make_file(const char *name, time_t after)
{
    FILE *file = fopen(in(name), "w");
    if (file) fclose(file);
    struct timespec times[2] = { { .tv_nsec = UTIME_OMIT }, { .tv_sec = time(NULL) + after } };
    CHECK(utimensat(AT_FDCWD, in(name), times, 0) == 0);
}

static time_t time_of(const char *name)
{
    struct stat st;
    return stat(in(name), &st) == 0 ? st.st_mtim.tv_sec : -1;
}

/// A game: its sources, a module, and an object and a generated file of an earlier build.
static bool begin(void)
{
    ed_Error error = { .code = ED_OK };
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    const char *const folders[] = { "game",      "build",          "build/game",
                                    "build/gen", "build/gen/deep", "build/game/deep" };
    for (u32 i = 0; i < ED_COUNT(folders); i++) mkdir(in(folders[i]), 0700);
    snprintf(module, sizeof module, "%s", in("build/game.so"));
    make_file("game/a.c", -20);
    make_file("build/game.so", -10);
    make_file("build/game/a.o", -10);
    make_file("build/gen/a.gen.h", -10);
    make_file("build/gen/deep/far", FUTURE);
    make_file("build/game/deep/b.o", -10);
    return ed_watch_open(&watch, (const char *const[]){ in("game"), NULL }, &error);
}

static void end(void)
{
    char command[128];
    ed_watch_close(&watch);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

TEST(a_build_without_future_time_stamps_is_unchanged)
{
    CHECK(begin());
    make_file("build/game.so", 0);
    time_t before = time_of("build/game.so");
    CHECK(!ed_build_output_invalidate(module, -1, &watch));
    CHECK_EQ(time_of("build/game.so"), before);
    CHECK(time_of("build/game/a.o") > before - 60);
    end();
}

TEST(one_output_with_a_future_time_stamp_makes_all_outputs_old)
{
    CHECK(begin());
    make_file("build/game/a.o", FUTURE);
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK(time_of("build/game.so") < time(NULL) - FUTURE);
    CHECK_EQ(time_of("build/game/a.o"), time_of("build/game.so"));
    // an object that is not older than its generated header would not be compiled again
    CHECK(time_of("build/gen/a.gen.h") > time_of("build/game/a.o"));
    CHECK(time_of("build/gen/a.gen.h") < time_of("game/a.c"));
    CHECK(time_of("build/gen/deep/far") > time(NULL));
    CHECK_EQ(time_of("build/game/deep/b.o"), time_of("build/game/a.o"));
    CHECK(time_of("game/a.c") > time(NULL) - 60);
    CHECK(!ed_build_output_invalidate(module, -1, &watch));
    end();
}

TEST(a_time_in_the_future_is_recognized_by_the_time_stamp_of_the_lock_file)
{
    CHECK(begin());
    make_file("build/game.so.lock", FUTURE);
    int input = stdin_close(), lock = open(in("build/game.so.lock"), O_WRONLY);
    CHECK_EQ(lock, 0);      // a file like any other
    CHECK(ed_build_output_invalidate(module, lock, &watch));
    make_file("build/game.so.lock", FUTURE);
    CHECK(ed_build_output_invalidate(module, lock, &watch));
    make_file("build/game.so.lock", -1000);
    CHECK(!ed_build_output_invalidate(module, lock, &watch));
    CHECK(time_of("build/game.so.lock") > time(NULL) - 500);      // its time was set
    close(lock);
    CHECK(stdin_restore(input));
    end();
}

TEST(beside_source_folders_only_the_module_is_made_old)
{
    CHECK(begin());
    make_file("game.so", FUTURE);
    make_file("notes", FUTURE);
    snprintf(module, sizeof module, "%s", in("game.so"));
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK(time_of("game.so") < time(NULL));
    CHECK(time_of("notes") > time(NULL));
    CHECK(time_of("game/a.c") > time(NULL) - 60);
    end();
}

TEST(of_a_source_folder_only_the_module_is_made_old)
{
    CHECK(begin());
    make_file("game/game.so", FUTURE);
    snprintf(module, sizeof module, "%s", in("game/game.so"));
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK(time_of("game/game.so") < time(NULL));
    CHECK(time_of("game/a.c") > time(NULL) - 60);
    end();
}

TEST(a_source_folder_build2_is_not_taken_for_a_part_of_build)
{
    char game[128];
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    ed_watch_close(&watch);
    snprintf(game, sizeof game, "%s", in("game"));
    CHECK(rename(game, in("build2")) == 0);
    CHECK(ed_watch_open(&watch, (const char *const[]){ in("build2"), NULL }, &error));
    make_file("build/game.so", FUTURE);
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK_EQ(time_of("build/game/a.o"), time_of("build/game.so"));
    CHECK(time_of("build2/a.c") > time(NULL) - 60);
    end();
}

TEST(a_module_is_older_than_a_later_source_and_with_a_future_time_older_than_any)
{
    CHECK(begin());
    u64 now = (u64)time(NULL) * 1000000000u;
    CHECK(ed_build_output_is_older(module, now));
    CHECK(!ed_build_output_is_older(module, now - 60000000000u));
    make_file("build/game.so", FUTURE);
    CHECK(ed_build_output_is_older(module, now));
    end();
}

TEST(a_file_that_was_created_again_is_another_file)
{
    char from[128];
    CHECK(begin());
    ed_FileMark mark = ed_file_mark(module);
    CHECK(ed_file_is_unchanged(module, &mark));
    make_file("build/next", -10);
    snprintf(from, sizeof from, "%s", in("build/next"));
    CHECK(rename(from, module) == 0);
    CHECK(!ed_file_is_unchanged(module, &mark));
    unlink(module);
    CHECK(!ed_file_is_unchanged(module, &mark));
    mark = ed_file_mark(module);
    CHECK(ed_file_is_unchanged(module, &mark));
    end();
}

/// Makes folders, each in the one before. Returns the path of an object in the innermost one.
static const char *nested(const char *top, u32 depth)
{
    static char path[128];
    snprintf(path, sizeof path, "build/%s", top);
    mkdir(in(path), 0700);
    for (u32 i = 0; i < depth; i++) {
        strcat(path, "/d");
        mkdir(in(path), 0700);
    }
    strcat(path, "/a.o");
    return path;
}

TEST(objects_are_looked_for_as_deep_as_sources_are_nested)
{
    static const struct {
        const char *top;
        u32 depth;
        bool seen;
    } places[] = { { "game", 8, true },   { "game", 9, false }, { "early", 8, true },
                   { "early", 9, false }, { "gen", 0, true },   { "gen", 1, false },
                   { "other", 0, true },  { "other", 1, false } };
    for (u32 i = 0; i < ED_COUNT(places); i++) {
        CHECK(begin());
        make_file("build/gen/deep/far", -10);
        make_file(nested(places[i].top, places[i].depth), FUTURE);
        CHECK_EQ(ed_build_output_invalidate(module, -1, &watch), places[i].seen);
        end();
    }
}

TEST(links_in_a_build_folder_are_not_followed)
{
    CHECK(begin());
    make_file("later.o", FUTURE);
    mkdir(in("elsewhere"), 0700);
    make_file("elsewhere/later.o", FUTURE);
    CHECK(symlink("../later.o", in("build/link.o")) == 0);
    CHECK(symlink("../elsewhere", in("build/early")) == 0);
    make_file("build/gen/deep/far", -10);
    CHECK(!ed_build_output_invalidate(module, -1, &watch));
    make_file("build/game.so", FUTURE);
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK(time_of("later.o") > time(NULL) && time_of("elsewhere/later.o") > time(NULL));
    end();
}

TEST(a_module_that_does_not_exist_is_neither_old_nor_made_old)
{
    CHECK(begin());
    make_file("build/gen/deep/far", -10);
    unlink(module);
    CHECK(!ed_build_output_is_older(module, UINT64_MAX));
    CHECK(!ed_build_output_invalidate(module, -1, &watch));
    snprintf(module, sizeof module, "%s", in("none/game.so"));
    CHECK(!ed_build_output_invalidate(module, -1, &watch));
    end();
}

TEST(a_module_with_the_time_of_its_newest_source_is_not_older_than_it)
{
    CHECK(begin());
    CHECK(!ed_build_output_is_older(module, ed_file_mark(module).written_ns));
    CHECK(ed_build_output_is_older(module, ed_file_mark(module).written_ns + 1));
    end();
}

TEST(visiting_a_build_leaves_no_file_open)
{
    CHECK(begin());
    int input = stdin_close(), before = open_files();
    make_file("build/game/a.o", FUTURE);
    CHECK(ed_build_output_invalidate(module, -1, &watch));
    CHECK_EQ(open_files(), before);
    CHECK(stdin_restore(input));
    end();
}
