#include "runtime/build/inputs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/lib/test.h"

// A folder with headers. Paths in it are written as they are found there.
static char folder[64];
static ed_Inputs inputs;
static ed_Words arguments, files, absent;

static const char *at(const char *name)
{
    return ed_words_format(test_arena(), "%s/%s", folder, name);
}

static bool write_text(const char *name, const char *text)
{
    FILE *file = fopen(at(name), "w");
    bool good = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && good;
}

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    inputs = (ed_Inputs){ .arena = test_arena() };
    arguments = files = absent = (ed_Words){ .count = 0 };
    return mkdtemp(folder) && mkdir(at("a"), 0700) == 0 && mkdir(at("b"), 0700) == 0
        && mkdir(at("src"), 0700) == 0 && write_text("b/x.h", "") && write_text("src/main.c", "");
}

static void end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK_EQ(system(command), 0);
}

static void add_argument(const char *option, const char *name)
{
    ed_words_add(&arguments, test_arena(), ed_words_format(test_arena(), "%s%s", option, at(name)));
}

static void add_file(const char *name) { ed_words_add(&files, test_arena(), at(name)); }

/// Finds the inputs of a step that has read src/main.c and b/x.h, with -Ia and -Ib.
static void find(void)
{
    add_argument("-I", "a");
    add_argument("-I", "b");
    add_file("src/main.c");
    add_file("b/x.h");
    ed_inputs_find(&inputs, &arguments, 1, &files, &absent);
}

TEST(a_header_is_looked_for_beside_the_source_and_in_the_folders_before_its_own)
{
    CHECK(begin());
    find();
    CHECK(ed_words_has(&absent, at("a/x.h")) && ed_words_has(&absent, at("src/x.h")));
    CHECK(!ed_words_has(&absent, at("b/x.h")));
    end();
}

TEST(of_a_path_the_first_part_that_does_not_exist_is_taken)
{
    CHECK(begin() && mkdir(at("b/sub"), 0700) == 0 && write_text("b/sub/y.h", ""));
    add_file("b/sub/y.h");
    find();
    CHECK(ed_words_has(&absent, at("a/sub")) && !ed_words_has(&absent, at("a/sub/y.h")));
    end();
}

TEST(a_header_that_appeared_since_the_step_began_counts_as_read)
{
    CHECK(begin() && write_text("a/x.h", ""));
    find();
    CHECK(ed_words_has(&files, at("a/x.h")) && !ed_words_has(&absent, at("a/x.h")));
    end();
}

TEST(in_the_folder_of_builds_nothing_is_looked_for)
{
    CHECK(begin());
    inputs.build_folder = at("a");
    find();
    CHECK(!ed_words_has(&absent, at("a/x.h")) && ed_words_has(&absent, at("src/x.h")));
    end();
}

TEST(headers_that_are_asked_for_are_looked_for_until_one_is_found)
{
    CHECK(begin() && write_text("b/found.h", "")
          && write_text("src/main.c", "#if __has_include(<found.h>) || __has_include (\"no.h\")\n"
                                      "#if __has_include(MACRO) && __has_include(<cut.h\n"));
    find();
    CHECK(ed_words_has(&absent, at("a/found.h")) && ed_words_has(&files, at("b/found.h")));
    CHECK(!ed_words_has(&absent, at("src/found.h")));      // not in quotes
    CHECK(ed_words_has(&absent, at("src/no.h")) && ed_words_has(&absent, at("b/no.h")));
    CHECK(ed_words_has(&absent, "/usr/include/no.h"));
    CHECK(!ed_words_has(&absent, at("a/cut.h")));
    end();
}

TEST(names_in_quotes_are_taken_only_if_assembly_code_embeds_files)
{
    CHECK(begin() && write_text("data", ""));
    const char *code = ed_words_format(test_arena(), "EMBED(\"%s\")\n", at("data"));
    CHECK(write_text("src/main.c", code));
    find();
    CHECK(!ed_words_has(&files, at("data")));
    CHECK(write_text("b/x.h", "#define EMBED(file) asm(\".incbin \\\"\" file \"\\\"\")"));
    inputs = (ed_Inputs){ .arena = test_arena() };
    files.count = absent.count = arguments.count = 0;
    find();
    CHECK(ed_words_has(&files, at("data")));
    end();
}

TEST(a_source_that_embeds_files_is_read_once_in_a_build)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    static char code[1 << 18] = "asm(\".incbin \\\"data\\\"\");\n/";
    memset(code + strlen(code), '/', sizeof code - strlen(code) - 1);
    CHECK(begin() && write_text("src/main.c", code));
    CHECK(ed_arena_open(&arena, "a build", 8 * sizeof code, &error));
    inputs.arena = &arena;
    for (u32 i = 0; i < 16; i++) {
        files.count = absent.count = arguments.count = 0;
        find();
    }
    CHECK_EQ(arena.refused, 0);
    ed_arena_close(&arena);
    end();
}

TEST(a_library_is_the_first_one_that_is_found)
{
    CHECK(begin() && write_text("b/libx.a", ""));
    add_argument("-L", "a");
    add_argument("-L", "b");
    ed_words_add(&arguments, test_arena(), "-lx");
    find();
    CHECK(ed_words_has(&absent, at("a/libx.a"))
          && ed_words_has(&absent, at("b/libx" ED_LIBRARY_SUFFIX)));
    CHECK(ed_words_has(&files, at("b/libx.a")));
    end();
}

TEST(what_no_option_names_belongs_to_the_system)
{
    ed_Words folders = { .count = 0 };
    ed_words_add(&folders, test_arena(), "/opt/a");
    CHECK(ed_inputs_is_system("/usr/include/a.h", &folders));
    CHECK(ed_inputs_is_system("/opt/ab.h", &folders));
    CHECK(!ed_inputs_is_system("/home/a/b.h", &folders));
    CHECK(!ed_inputs_is_system("/opt/a/b.h", &folders));
    CHECK(!ed_inputs_is_system("../b.h", &folders));
}
