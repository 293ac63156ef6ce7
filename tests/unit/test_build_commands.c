#include "runtime/base/str.h"
#include "runtime/build/commands.h"
#include "tests/lib/test.h"

static ed_BuildConfig config;
static ed_BuildTools tools;
static ed_Sources sources;
static ed_Commands commands;

static const ed_Words *words_of(const char *const *all)
{
    ed_Words *words = ed_arena_push(test_arena(), sizeof *words, 8);
    for (; *all; all++) ed_words_add(words, test_arena(), *all);
    return words;
}
#define WORDS(...) (*words_of((const char *const[]){ __VA_ARGS__, NULL }))

/// A game with this code, one schema, and settings like "cflags = -O2\n".
static bool open_with(ed_Words code, const char *settings)
{
    ed_Error error = { .code = ED_OK };
    const ed_Span text = { (const u8 *)settings, strlen(settings) };
    tools = (ed_BuildTools){ .include = "/eddie",
                             .library = "/eddie/libeddie.a",
                             .object = "/eddie/eddie.o",
                             .early = { .path = "/usr/bin/tcc", .is_tcc = true },
                             .cc = { .path = "/usr/bin/cc" } };
    sources = (ed_Sources){ .code = code, .schema = WORDS("schema/a.def") };
    for (u32 i = 0; i < code.count; i++) sources.cpp |= ed_source_is_cpp(code.at[i]);
    if (!ed_build_config_parse(&config, test_arena(), "build.cfg", text, &error)) return false;
    ed_commands_open(&commands, test_arena(), &config, &tools, &sources);
    return true;
}

/// The words that the program gets.
static const char *line(const ed_BuildStep *step)
{
    static char text[2000];
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 i = 0; i < step->arguments.count; i++)
        ed_text_add(&out, "%s%s", i ? " " : "", step->arguments.at[i]);
    for (u32 i = 0; i < step->more.count; i++) ed_text_add(&out, " %s", step->more.at[i]);
    return text;
}

// --- names ---------------------------------------------------------------------------------------

TEST(an_object_has_the_path_of_its_source)
{
    CHECK(open_with(WORDS("game/main.c", "game/sub/b.c", "../shared/c.c", "../../d.c", "/opt/e.c"),
                    ""));
    CHECK_TEXT(commands.objects.at[0], "build/objects/game/main.c.o");
    CHECK_TEXT(commands.objects.at[1], "build/objects/game/sub/b.c.o");
    CHECK_TEXT(commands.objects.at[2], "build/objects/up/shared/c.c.o");
    CHECK_TEXT(commands.objects.at[3], "build/objects/up/up/d.c.o");
    CHECK_HAS(commands.objects.at[4], "build/objects/root");
    CHECK_HAS(commands.objects.at[4], "/opt/e.c.o");
    CHECK_TEXT(commands.early_objects.at[1], "build/objects/early/game/sub/b.c.o");
    CHECK_TEXT(commands.code.at[5], "build/gen/a.gen.c");
    CHECK_TEXT(commands.code.at[6], "build/gen/schema.gen.c");
    CHECK_EQ(commands.code.count, 7);
}

TEST(no_two_sources_share_an_object)
{
    CHECK(open_with(WORDS("up/a.c", "../a.c", "in/up/a.c", "early/b.c", "b.c", "root/c.c"), ""));
    for (u32 i = 0; i < commands.code.count; i++)
        for (u32 j = 0; j < commands.code.count; j++) {
            CHECK(i == j || strcmp(commands.objects.at[i], commands.objects.at[j]) != 0);
            CHECK(strcmp(commands.objects.at[i], commands.early_objects.at[j]) != 0);
        }
    CHECK_TEXT(commands.objects.at[0], "build/objects/in/up/a.c.o");
}

TEST(all_outputs_are_in_the_folder_of_the_module)
{
    CHECK(open_with(WORDS("main.c"), "module = out/here/it.so\ngenerated = made/gen\n"));
    CHECK_TEXT(commands.objects.at[0], "out/here/objects/main.c.o");
    CHECK_TEXT(commands.early, "out/here/early/it.so");
    CHECK_TEXT(commands.code.at[1], "made/gen/a.gen.c");
}

// --- commands ------------------------------------------------------------------------------------

TEST(the_schema_is_compiled_to_the_folder_of_generated_files)
{
    CHECK(open_with(WORDS("game/main.c"), ""));
    ed_BuildStep step = ed_command_schema(&commands);
    CHECK_TEXT(line(&step), "eddiec -o build/gen -- schema/a.def");
    CHECK_EQ(step.inputs.count, 1);
    CHECK_EQ(step.outputs.count, 5);      // two for a.def, two for the schema, and schema.d
    CHECK_TEXT(step.list, "build/gen/schema.d");
}

TEST(a_source_is_compiled_with_the_settings)
{
    CHECK(open_with(WORDS("game/main.c"), "cflags = -O3\nwarnings = -Wall\ninclude = . more\n"));
    ed_BuildStep step = ed_command_compile(&commands, 0);
    CHECK_HAS(line(&step), "-std=c11 -D_GNU_SOURCE -Wall -Werror=incompatible-pointer-types "
                           "-Werror=int-conversion -Werror=implicit-function-declaration -I. "
                           "-Imore -Ibuild -I/eddie -O3 -pipe -fPIC -fvisibility=hidden -c "
                           "game/main.c -o build/objects/game/main.c.o.new -MD -MF "
                           "build/objects/game/main.c.o.d");
    CHECK(step.tool == &tools.cc);
    CHECK(!strstr(line(&step), "color"));
    commands.color = true;
    step = ed_command_compile(&commands, 0);
    CHECK_HAS(line(&step), " -fdiagnostics-color=always");
}

TEST(cpp_is_compiled_and_linked_with_its_own_compiler)
{
    CHECK(open_with(WORDS("game/main.cpp", "game/b.c"), "cxx = g++-13\n"));
    ed_BuildStep step = ed_command_compile(&commands, 0);
    CHECK_HAS(line(&step), "g++-13 -std=c++17 -D_GNU_SOURCE");
    CHECK(!strstr(line(&step), "-Werror"));      // these are for C only
    CHECK(step.tool == &tools.cxx);
    step = ed_command_compile(&commands, 1);
    CHECK(step.tool == &tools.cc);
    step = ed_command_link(&commands);
    CHECK(step.tool == &tools.cxx);
    CHECK_HAS(line(&step), "g++-13 ");
}

TEST(a_module_is_linked_to_itself_first)
{
    CHECK(open_with(WORDS("game/main.c"), "libs = -lm -lother\n"));
    ed_BuildStep step = ed_command_link(&commands);
    CHECK_HAS(line(&step), "build/objects/game/main.c.o build/objects/build/gen/a.gen.c.o "
                           "build/objects/build/gen/schema.gen.c.o /eddie/libeddie.a -lm -lother");
    CHECK_HAS(line(&step), ED_ON_MACOS ? " -dynamiclib " : " -shared -Wl,-Bsymbolic ");
    CHECK(!strstr(line(&step), "gold"));
    CHECK_EQ(step.inputs.count, 4);      // the objects and the library
    tools.gold = true;
    step = ed_command_link(&commands);
    CHECK_HAS(line(&step), " -fuse-ld=gold ");
}

TEST(early_objects_and_the_early_module_are_made_by_tcc)
{
    CHECK(open_with(WORDS("game/main.c", "game/b.c"), ""));
    ed_BuildStep step = ed_command_early(&commands, 1);
    CHECK_HAS(line(&step), "tcc -std=c11 -D_GNU_SOURCE -Werror -Wimplicit-function-declaration "
                           "-DSDL_DISABLE_IMMINTRIN_H -DSTBI_NO_SIMD= "
                           "-I. -Ibuild -I/eddie -g -O0 -fPIC -c game/b.c -o "
                           "build/objects/early/game/b.c.o.new -MD -MF "
                           "build/objects/early/game/b.c.o.d");
    CHECK(step.may_fail);
    step = ed_command_early_link(&commands);
    CHECK_HAS(line(&step), "build/objects/early/game/main.c.o build/objects/early/game/b.c.o");
    CHECK_HAS(line(&step), " /eddie/eddie.o -lm -o build/early/game");
    ed_Words from = WORDS("game/main.c", "build/objects/early/game/b.c.o");
    step = ed_command_early_link_from(&commands, &from);
    CHECK_HAS(line(&step), " game/main.c build/objects/early/game/b.c.o /eddie/eddie.o");
    step = ed_command_early_group(&commands, &commands.code, 1);
    CHECK_TEXT(step.name, "build/objects/early/1.o");
    CHECK_HAS(line(&step), " -fPIC -r game/main.c game/b.c build/gen/a.gen.c "
                           "build/gen/schema.gen.c -o ");
}

TEST(a_file_that_tcc_refuses_is_checked_by_the_compiler)
{
    CHECK(open_with(WORDS("game/main.c"), ""));
    ed_BuildStep step = ed_command_check(&commands, 0), early = ed_command_early(&commands, 0);
    CHECK_TEXT(step.name, early.name);
    CHECK_EQ(step.state, ED_STEP_UNABLE);
    CHECK_EQ(step.outputs.count, 0);
    CHECK_HAS(line(&step), " -Werror=implicit-function-declaration -I. -Ibuild -I/eddie -g -O0 "
                           "-fsyntax-only game/main.c");
    CHECK_EQ(step.prints, ED_JOB_PRINTS_FAILURE);
}

TEST(tcc_can_take_the_place_of_the_compiler)
{
    CHECK(open_with(WORDS("game/main.c"), ""));
    tools.cc = tools.early;
    ed_BuildStep step = ed_command_compile(&commands, 0);
    CHECK_HAS(line(&step), "tcc -std=c11 -D_GNU_SOURCE -Werror");
    CHECK_HAS(line(&step), " -o build/objects/game/main.c.o.new -MD ");
    step = ed_command_link(&commands);
    CHECK_HAS(line(&step), "tcc -g -O0 -shared ");
    CHECK_HAS(line(&step), " /eddie/eddie.o -lm -o build/game");
}
