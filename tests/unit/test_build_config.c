#include "tests/lib/test.h"
#include "runtime/build/config.h"

static ed_BuildConfig config;
static ed_Error error;

static bool parse(const char *text)
{
    error = (ed_Error){ .code = ED_OK };
    ed_Span span = { (const u8 *)text, strlen(text) };
    return ed_build_config_parse(&config, test_arena(), "build.cfg", span, &error);
}

/// The message for a text that is refused.
static const char *refused(const char *text) { return parse(text) ? "accepted" : error.text; }

TEST(without_settings_all_have_their_defaults)
{
    CHECK(parse(""));
    CHECK_EQ(config.sources.count, 1);
    CHECK_TEXT(config.sources.at[0], "game");
    CHECK_TEXT(config.schema.at[0], "schema");
    CHECK_TEXT(config.module, "build/game" ED_LIBRARY_SUFFIX);
    CHECK_TEXT(config.generated, "build/gen");
    CHECK_TEXT(config.cc.at[0], ED_ON_WINDOWS ? "gcc" : "cc");
    CHECK(config.cc_is_default);
    CHECK_TEXT(config.early.at[0], "tcc");
    CHECK_EQ(config.cflags.count, 2);
    CHECK(config.cflags.at[2] == NULL);
}

TEST(settings_replace_their_defaults)
{
    CHECK(parse("# a comment\n\n cc = ccache gcc   # another\r\nmodule=out/a.so\nearly = none\n"
                "warnings =\ncflags = -g#1"));
    CHECK_EQ(config.cc.count, 2);
    CHECK_TEXT(config.cc.at[1], "gcc");
    CHECK(!config.cc_is_default);
    CHECK_TEXT(config.module, "out/a.so");
    CHECK_EQ(config.early.count, 0);
    CHECK_EQ(config.warnings.count, 0);
    CHECK_TEXT(config.cflags.at[0], "-g#1");
}

TEST(words_in_quotes_may_have_blanks)
{
    CHECK(parse("cflags = \"-DA=\\\"b c\\\"\" -D\"E F\"=\\g \"\\\\\"\n"));
    CHECK_EQ(config.cflags.count, 3);
    CHECK_TEXT(config.cflags.at[0], "-DA=\"b c\"");
    CHECK_TEXT(config.cflags.at[1], "-DE F=\\g");
    CHECK_TEXT(config.cflags.at[2], "\\");
}

TEST(a_wrong_line_is_refused_with_its_location)
{
    CHECK_TEXT(refused("\n  libz = -lz\n"),
               "build.cfg:2:3: error: there is no setting `libz`; did you mean `libs`?");
    CHECK_HAS(refused("xyzzyx = 1\n"), "the settings are sources, schema, include, module");
    CHECK_TEXT(refused("cc gcc\n"), "build.cfg:1:4: error: expected =; a line is NAME = VALUE");
    CHECK_HAS(refused("= gcc\n"), "build.cfg:1:1: error: expected the name of a setting");
    CHECK_HAS(refused("cc = a\ncc = b\n"), "build.cfg:2:1: error: `cc` is set twice");
    CHECK_HAS(refused("cc =\n"), "build.cfg:1:5: error: `cc` has no value");
    CHECK_HAS(refused("libs = \"-l\nm\"\n"), "build.cfg:1:8: error: the quote has no end");
    CHECK_HAS(refused("libs = a\001b\n"), "build.cfg:1:9: error: a control character");
    CHECK_HAS(refused("sources = a -b\n"), "build.cfg:1:13: error: `sources` starts with -");
    CHECK_HAS(refused("schema = \"\"\n"), "`schema` is an empty path");
}

static bool set(const char *line)
{
    error = (ed_Error){ .code = ED_OK };
    return ed_build_config_set(&config, test_arena(), line, &error);
}

TEST(a_single_setting_replaces_that_of_the_file)
{
    CHECK(parse("cc = clang\ncflags = -g\n"));
    CHECK(set("cflags=-O2 \"-DA=#1\""));
    CHECK(set(" cc = gcc-13"));
    CHECK_EQ(config.cflags.count, 2);
    CHECK_TEXT(config.cflags.at[1], "-DA=#1");
    CHECK_TEXT(config.cc.at[0], "gcc-13");
    CHECK(!set("cflag=-g"));
    CHECK_TEXT(error.text, "error: cflag=-g: there is no setting `cflag`; did you mean `cflags`?");
    CHECK(!set("cflags=-g # no"));
    CHECK_TEXT(error.text, "error: cflags=-g # no: a setting on the command line cannot contain a "
                           "comment or a line break; write a word that starts with # in double "
                           "quotes");
    CHECK(!set("cflags=-g\ncc=gcc"));
}

TEST(the_settings_module_and_generated_need_a_valid_folder)
{
    CHECK_HAS(refused("module = game.so\n"), "`module` needs a folder and a name");
    CHECK_HAS(refused("module = build/\n"), "`module` needs a folder and a name");
    CHECK_HAS(refused("module = a/b c/d\n"), "`module` has more than one value");
    CHECK_HAS(refused("generated = build/generated\n"), "`generated` does not end in /gen");
    CHECK(parse("module = \"a b/c\"\ngenerated = x/gen\n"));
    CHECK_TEXT(config.module, "a b/c");
}
