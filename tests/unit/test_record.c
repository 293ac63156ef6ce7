#include "runtime/build/record.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/build/file_hashes.h"
#include "runtime/os/files/files.h"

static char folder[64], path[96];
static ed_Record record;

static bool begin(void)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    snprintf(path, sizeof path, "%s/record", folder);
    record = (ed_Record){ .arena = test_arena() };
    return true;
}

static void end(void)
{
    unlink(path);
    CHECK(rmdir(folder) == 0);
}

static bool put(const char *name, const char *file)
{
    ed_RecordStep *step = ed_record_put(&record, name, 0x1234, ED_STEP_UNABLE, 1);
    if (step) step->why = "a.c:1: no";
    if (step) *step->files[0] = (ed_RecordFile){ .path = file, .hash = 77, .mark = 88 };
    return step != NULL;
}

/// Writes these bytes to the file and reads it. Returns the number of steps.
static u32 steps_in(const char *bytes, size_t size)
{
    unlink(path);
    if (ed_file_write_new(path, ED_FILE_SHARED, bytes, size) != 0) return UINT32_MAX;
    ed_record_read(&record, test_arena(), path);
    return record.count;
}

TEST(a_record_is_read_as_it_was_written)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(put("build/a.o", "game/odd \x01 name.c") && put("build/b.o", "game/b.c"));
    CHECK(ed_record_write(&record, path, &error));
    ed_record_read(&record, test_arena(), path);
    CHECK_EQ(record.count, 2);
    CHECK(!record.changed);
    const ed_RecordStep *step = ed_record_find(&record, "build/a.o");
    CHECK_TEXT(step->why, "a.c:1: no");
    CHECK(step && !step->used && step->key == 0x1234 && step->state == ED_STEP_UNABLE);
    CHECK_TEXT(step->files[0]->path, "game/odd \x01 name.c");
    CHECK(step->files[0]->hash == 77 && step->files[0]->mark == 88);
    CHECK(!ed_record_find(&record, "build/c.o"));
    end();
}

TEST(steps_that_are_dropped_or_belong_to_no_build_are_not_written)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    CHECK(put("a.o", "a.c") && put("b.o", "b.c") && put("c.o", "c.c") && put("d.o", "d\n.c"));
    ed_record_drop(&record, "a.o");
    ed_record_find(&record, "b.o")->used = false;
    CHECK(!ed_record_find(&record, "a.o"));
    CHECK(ed_record_write(&record, path, &error));
    ed_record_read(&record, test_arena(), path);
    CHECK_EQ(record.count, 1);
    CHECK(ed_record_find(&record, "c.o") != NULL);
    end();
}

TEST(many_steps_are_found)
{
    static char names[300][16];
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        snprintf(names[i], sizeof names[i], "%u.o", i);
        CHECK(put(names[i], names[i]));
    }
    u32 found = 0;
    for (u32 i = 0; i < ED_COUNT(names); i++) {
        const ed_RecordStep *step = ed_record_find(&record, names[i]);
        found += step && strcmp(step->files[0]->path, names[i]) == 0;
    }
    CHECK_EQ(found, ED_COUNT(names));
    CHECK(put("0.o", "other") && record.count == ED_COUNT(names));
    end();
}

#define BYTES(text) text, sizeof text - 1

#define FILES "eddie build 4\nfiles 1\n1f 2e b c\n"

TEST(a_damaged_record_is_empty)
{
    static const char *const texts[] = {
        "",
        "eddie build 1\nend\n",
        "eddie build 3\nfiles 1\n1 2 a.c\nstep 0 1f 1 a.o\n0 \nend\n",
        "eddie build 4\n",
        "eddie build 4\nend\n",
        "eddie build 4\nfiles 0\n",
        "eddie build 4\nfiles 2\n1 0 b\nend\n",
        "eddie build 4\nfiles 99999999999\nend\n",
        "eddie build 4\nfiles 1\n1 b\nend\n",
        FILES "step 0 1 0 a",
        FILES "step 1 1 0 a\n\nend\n",
        FILES "step 9 1 0 a\n\nend\n",
        FILES "step 0 1 2 a\n0 \nend\n",
        FILES "step 0 1 1 a\n1 \nend\n",
        FILES "step 0 1 1 a\n99999999999999999999 \nend\n",
        FILES "step 0 1 1 a\n0\nend\n",
        FILES "step 0 1 1 a\n-0 \nend\n",
        FILES "step 0 1 1 a\n0 0 \nend\n",
        FILES "step 0 1 99999999999 a\n\nend\n",
        FILES "step 0 x 0 a\n\nend\n",
        FILES "step 0 1 0 a\n\nend\nmore\n",
    };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(texts); i++) CHECK_EQ(steps_in(texts[i], strlen(texts[i])), 0);
    CHECK_EQ(steps_in(BYTES("eddie build 4\nfiles 1\n1 2 a\0c\nstep 0 1f 1 a.o\n0 \nend\n")), 0);
    CHECK_EQ(steps_in(BYTES(FILES "step 1 1f 0 a.o\nwhy no\n\nend\n")), 1);
    CHECK_EQ(steps_in(BYTES(FILES "step 0 1f 1 a.o\n0 \nend\n")), 1);
    CHECK_TEXT(record.steps[0].files[0]->path, "b c");
    CHECK_EQ(record.steps[0].files[0]->hash, 0x1f);
    CHECK_EQ(record.steps[0].files[0]->mark, 0x2e);
    end();
}

TEST(a_step_gets_each_file_of_another_once_without_its_output)
{
    static const char *const paths[] = { "a.h", "b.h", "b.o", "c.h" };
    CHECK(begin() && put("a.o", "b.h"));
    ed_RecordStep *from = ed_record_put(&record, "b.o", 1, ED_STEP_GOOD, ED_COUNT(paths));
    CHECK(from != NULL);
    for (u32 i = 0; i < ED_COUNT(paths); i++) from->files[i]->path = paths[i];
    ed_RecordStep *to = ed_record_find(&record, "a.o");
    ed_record_extend(&record, to, from);
    CHECK_EQ(to->file_count, 3);
    CHECK_TEXT(to->files[0]->path, "b.h");
    CHECK_TEXT(to->files[1]->path, "a.h");
    CHECK_TEXT(to->files[2]->path, "c.h");
    end();
}
