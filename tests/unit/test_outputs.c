#include "runtime/build/outputs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/lib/test.h"

static char path[64];
static ed_BuildConfig config;
static const ed_BuildTools tools = { .include = "/nowhere" };
static ed_Commands commands;
static ed_Record record;
static ed_Error error;

/// A file with this content has the name of the module.
static bool begin(const char *content, size_t size)
{
    snprintf(path, sizeof path, "/tmp/eddie-test-XXXXXX");
    int file = mkstemp(path);
    bool good = file >= 0 && write(file, content, size) == (ssize_t)size && close(file) == 0;
    config = (ed_BuildConfig){ .module = path, .generated = "/nowhere/gen" };
    commands = (ed_Commands){
        .arena = test_arena(), .config = &config, .tools = &tools, .early = "/nowhere/a.so"
    };
    record = (ed_Record){ .arena = test_arena() };
    error = (ed_Error){ .code = ED_OK };
    return good;
}

static bool passes(void)
{
    bool good = ed_outputs_check(&commands, &record, &error);
    unlink(path);
    return good;
}

#define BYTES(text) text, sizeof text - 1

TEST(a_module_replaces_only_a_module)
{
    CHECK(begin(BYTES("")) && passes());
    CHECK(begin(BYTES("\x7f"
                      "ELF eddie_module"))
          && passes());
    CHECK(begin(BYTES("MZ eddie_module")) && passes());
    CHECK(begin(BYTES("\x7f"
                      "ELF other_symbol"))
          && !passes());
    CHECK_HAS(error.text, "this file was not made by eddie build, and would be replaced");
    CHECK(begin(BYTES("const ed_Module *eddie_module(void)")) && !passes());
}

TEST(a_module_that_the_record_names_is_replaced_whatever_it_is_now)
{
    CHECK(begin(BYTES("garbage")));
    ed_RecordStep *step = ed_record_put(&record, path, 1, ED_STEP_GOOD, 1);
    CHECK(step != NULL);
    *step->files[0] = (ed_RecordFile){ .path = path };
    CHECK(passes());
}

TEST(a_source_is_never_an_output)
{
    CHECK(begin(BYTES("")));
    ed_words_add(&commands.code, test_arena(), path);
    CHECK(!passes());
    CHECK_HAS(error.text, "this is a source");
}
