#include "runtime/build/file_hashes.h"
#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "runtime/os/files/files.h"

#define MANY 1000u

static char folder[64], paths[MANY][96];
static ed_FileHashes hashes;

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool good = file && fputs(text, file) >= 0;
    return file && fclose(file) == 0 && good;
}

/// Creates that many files with different contents.
static bool begin(u32 count)
{
    snprintf(folder, sizeof folder, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(folder)) return false;
    ed_file_hashes_open(&hashes, test_arena(), 0);
    for (u32 i = 0; i < count; i++) {
        snprintf(paths[i], sizeof paths[i], "%s/%u", folder, i);
        if (!write_text(paths[i], paths[i])) return false;
    }
    return true;
}

static void end(u32 count)
{
    for (u32 i = 0; i < count; i++) unlink(paths[i]);
    CHECK(rmdir(folder) == 0);
}

TEST(each_of_many_files_is_read_once)
{
    static u64 found[MANY];
    CHECK(begin(MANY));
    for (u32 i = 0; i < MANY; i++) found[i] = ed_file_hashes_get(&hashes, paths[i]);
    CHECK_EQ(hashes.reads, MANY);
    u32 same = 0, own = 0;
    for (u32 i = 0; i < MANY; i++) {
        same += ed_file_hashes_get(&hashes, paths[i]) == found[i];
        own += found[i] == ed_hash_of_bytes(paths[i], strlen(paths[i]));
    }
    CHECK_EQ(same, MANY);
    CHECK_EQ(own, MANY);
    CHECK_EQ(hashes.reads, MANY);
    end(MANY);
}

TEST(a_file_is_read_again_after_this_build_has_written_it)
{
    CHECK(begin(2));
    u64 first = ed_file_hashes_get(&hashes, paths[0]);
    ed_file_hashes_get(&hashes, paths[1]);
    CHECK(write_text(paths[0], "another text"));
    CHECK_EQ(ed_file_hashes_get(&hashes, paths[0]), first);
    ed_file_hashes_forget(&hashes, paths[0]);
    CHECK(ed_file_hashes_get(&hashes, paths[0]) != first);
    CHECK_EQ(hashes.reads, 3);
    end(2);
}

TEST(a_file_that_is_not_there_has_no_hash)
{
    CHECK(begin(0));
    CHECK_EQ(ed_file_hashes_get(&hashes, "/nowhere/it"), ED_NO_HASH);
    CHECK_EQ(ed_file_hashes_get(&hashes, folder), ED_NO_HASH);
    CHECK_EQ(ed_file_hashes_mark(&hashes, "/nowhere/it"), ED_NO_MARK);
    end(0);
}
