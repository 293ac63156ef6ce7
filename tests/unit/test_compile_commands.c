#include "runtime/build/compile_commands.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/base/str.h"
#include "runtime/os/files/files.h"
#include "runtime/os/files/start_folder.h"

static char folder[64], path[128];

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/compile_commands.json", folder);
    return true;
}

static void end(void)
{
    unlink(path);
    CHECK(rmdir(folder) == 0);
}

static ed_BuildStep step_of(const char *source)
{
    ed_BuildStep step = { .subject = source };
    ed_words_add(&step.arguments, test_arena(), "cc");
    ed_words_add(&step.arguments, test_arena(), "-DNAME=\"a\"");
    ed_words_add(&step.arguments, test_arena(), source);
    return step;
}

static bool write_steps(const ed_BuildStep *steps, u32 count)
{
    ed_Error error = { .code = ED_OK };
    return ed_compile_commands_write(folder, steps, count, test_arena(), &error);
}

/// The text of the file.
static const char *written(void)
{
    ed_Span bytes = { .size = 0 };
    ed_Error error = { .code = ED_OK };
    ed_file_read(path, 1 << 20, test_arena(), &bytes, &error);
    return ed_words_copy(test_arena(), (const char *)bytes.at, bytes.size);
}

TEST(each_source_is_listed_with_its_folder_and_its_command)
{
    char wanted[2000];
    ed_Text text = ed_text_over(wanted, sizeof wanted);
    CHECK(begin());
    const ed_BuildStep steps[] = { step_of("game/a.c"), step_of("game/b.c") };
    CHECK(write_steps(steps, 2));
    for (u32 i = 0; i < 2; i++) {
        const char *source = steps[i].subject;
        ed_text_add(&text, "%s  {\"directory\": \"%s\", \"file\": \"%s\", \"arguments\": ",
                    i ? ",\n" : "[\n", ed_start_folder(), source);
        ed_text_add(&text, "[\"cc\", \"-DNAME=\\\"a\\\"\", \"%s\"]}", source);
    }
    ed_text_add(&text, "\n]\n");
    CHECK_TEXT(written(), wanted);
    CHECK(write_steps(steps, 0));
    CHECK_TEXT(written(), "[\n\n]\n");
    end();
}

TEST(the_file_is_only_written_if_it_changes)
{
    struct stat first, second;
    CHECK(begin());
    ed_BuildStep step = step_of("game/a.c");
    CHECK(write_steps(&step, 1) && stat(path, &first) == 0);
    CHECK(write_steps(&step, 1) && stat(path, &second) == 0);
    CHECK_EQ(first.st_ino, second.st_ino);
    step = step_of("game/b.c");
    CHECK(write_steps(&step, 1));
    CHECK_HAS(written(), "game/b.c");
    end();
}

TEST(a_file_that_another_program_made_stays_even_if_it_is_too_large_to_read)
{
    struct stat found;
    CHECK(begin());
    ed_BuildStep step = step_of("game/a.c");
    FILE *file = fopen(path, "w");
    CHECK(file && fputs("[]", file) >= 0 && fclose(file) == 0);
    CHECK(write_steps(&step, 1));
    CHECK_TEXT(written(), "[]");
    CHECK(truncate(path, 65 << 20) == 0);
    CHECK(write_steps(&step, 1) && stat(path, &found) == 0);
    CHECK_EQ(found.st_size, 65 << 20);
    end();
}

TEST(a_file_that_cannot_be_written_is_an_error)
{
    ed_BuildStep step = step_of("game/a.c");
    snprintf(folder, sizeof folder, "/nowhere/it");
    CHECK(!write_steps(&step, 1));
}
