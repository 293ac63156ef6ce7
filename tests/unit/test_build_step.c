#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/build/step.h"
#include "runtime/os/system/clock.h"

// A folder with one source, and a step that reads it.
static char folder[64], source[96], record_path[96];
static ed_BuildSteps steps;
static ed_BuildTool tool;
static ed_BuildStep step;

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && good;
}

static bool begin(void)
{
    ed_Arena *arena = test_arena();
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(source, sizeof source, "%s/a.c", folder);
    snprintf(record_path, sizeof record_path, "%s/record", folder);
    steps = (ed_BuildSteps){ .arena = arena,
                             .record = { .arena = arena },
                             .inputs = { .arena = arena } };
    tool = (ed_BuildTool){ "cc", 1, false };
    step = (ed_BuildStep){ .name = "a.o", .tool = &tool, .reads = UINT64_MAX };
    ed_words_add(&step.arguments, arena, "cc");
    ed_words_add(&step.inputs, arena, source);
    if (!write_text(source, "one")) return false;
    ed_file_hashes_open(&steps.hashes, arena, ed_date_ns());
    return !ed_build_step_is_current(&steps, &step);      // computes the key
}

static void end(void)
{
    unlink(source);
    unlink(record_path);
    rmdir(folder);
}

static bool is_current(void)
{
    step.key = 0;
    return ed_build_step_is_current(&steps, &step);
}

/// What the next build knows: files that were changed just now are read again.
static void start_next(void) { ed_file_hashes_open(&steps.hashes, steps.arena, ed_date_ns()); }

static void start_next_in_an_hour(void)
{
    ed_file_hashes_open(&steps.hashes, steps.arena, ed_date_ns() + 3600000000000u);
}

TEST(a_step_is_current_until_a_file_or_its_command_changes)
{
    CHECK(begin());
    CHECK(!is_current());
    ed_build_step_record(&steps, &step, ED_STEP_GOOD, &step.inputs);
    CHECK(is_current());
    CHECK(write_text(source, "two"));
    CHECK(is_current());      // within one build, a file is read once
    start_next();
    CHECK(!is_current());
    CHECK(write_text(source, "one"));      // another date, the same content
    start_next();
    CHECK(is_current());
    ed_words_add(&step.arguments, steps.arena, "-O1");
    CHECK(!is_current());
    step.arguments.count--;
    CHECK(is_current());
    tool.version++;      // the compiler was replaced
    CHECK(!is_current());
    tool.version--;
    unlink(source);
    start_next();
    CHECK(!is_current());
    end();
}

TEST(a_file_with_a_known_mark_is_not_read)
{
    CHECK(begin());
    start_next_in_an_hour();
    ed_build_step_record(&steps, &step, ED_STEP_GOOD, &step.inputs);
    ed_RecordFile *file = ed_record_find(&steps.record, "a.o")->files[0];
    CHECK(file->mark != ED_NO_MARK);
    file->hash++;      // found only if the file is read
    start_next_in_an_hour();
    CHECK(is_current());
    CHECK(write_text(source, "two"));
    start_next_in_an_hour();
    CHECK(!is_current());
    end();
}

TEST(the_mark_of_a_file_that_was_changed_just_now_is_not_believed)
{
    CHECK(begin());
    start_next();
    ed_build_step_record(&steps, &step, ED_STEP_GOOD, &step.inputs);
    ed_RecordFile *file = ed_record_find(&steps.record, "a.o")->files[0];
    CHECK_EQ(file->mark, ED_NO_MARK);
    start_next_in_an_hour();
    CHECK(is_current());
    CHECK(file->mark != ED_NO_MARK);      // known from the next build on
    file->hash++;
    start_next();
    CHECK(!is_current());
    end();
}

TEST(a_file_that_changes_while_a_program_reads_it_is_not_believed)
{
    CHECK(begin());
    step.reads = 0;
    step.begun_ns = ed_date_ns() - 60000000000u;      // the source was written after that
    ed_build_step_record(&steps, &step, ED_STEP_GOOD, &step.inputs);
    CHECK(!is_current());
    step.begun_ns = ed_date_ns() + 60000000000u;
    ed_build_step_record(&steps, &step, ED_STEP_GOOD, &step.inputs);
    CHECK(is_current());
    end();
}

/// Runs a program that may fail. Returns the reason that is recorded.
static const char *why_failed(const char *program)
{
    step.may_fail = true;
    step.prints = ED_JOB_SILENT;
    step.why = NULL;
    tool.path = program;
    bool good = ed_build_steps_run(&steps, &step, 1) == 0 && step.ran && step.code;
    return good ? step.why : "";
}

TEST(a_program_that_fails_without_output_has_a_reason)
{
    CHECK(begin());
    CHECK_TEXT(why_failed("/nowhere/at/all"), "No such file or directory");
    CHECK_TEXT(why_failed("/bin/false"), "exit code 1");
    end();
}

TEST(a_record_is_read_as_it_was_written)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    ed_build_step_record(&steps, &step, ED_STEP_UNABLE, &step.inputs);
    ed_RecordStep *other = ed_record_put(&steps.record, "not used", 1, ED_STEP_GOOD, 0);
    other->used = false;
    CHECK(ed_record_write(&steps.record, record_path, &error));
    ed_record_read(&steps.record, steps.arena, record_path);
    CHECK_EQ(steps.record.count, 1);
    CHECK_EQ(ed_record_find(&steps.record, "a.o")->state, ED_STEP_UNABLE);
    CHECK(is_current());
    ed_record_drop(&steps.record, "a.o");
    CHECK(!is_current());
    CHECK(!ed_record_write(&steps.record, "/nowhere/at/all", &error));
    CHECK_HAS(error.text, "/nowhere/at/all: cannot be written: No such file or directory");
    end();
}
