#include "tests/lib/test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runtime/os/library/library_origin.h"

// A folder of copies, and the folder of the module beside it.
static char copies[64], module[80], copy[96], path[96], link_path[ED_PATH_MAX];

static bool begin(void)
{
    snprintf(copies, sizeof copies, "/tmp/eddie-test-XXXXXX");
    if (!mkdtemp(copies)) return false;
    snprintf(module, sizeof module, "%s-build", copies);
    snprintf(copy, sizeof copy, "%s/game.so-1.so", copies);
    snprintf(path, sizeof path, "%s/game.so", module);
    FILE *file = fopen(copy, "w");
    return file && fclose(file) == 0 && mkdir(module, 0700) == 0;
}

static bool end(void) { return rmdir(module) == 0 && unlink(copy) == 0 && rmdir(copies) == 0; }

static bool link_of(const char *bytes, ed_Error *error)
{
    return ed_library_link_origin((ed_Span){ (const u8 *)bytes, strlen(bytes) }, copy, path,
                                  link_path, error);
}

TEST(a_library_that_names_its_folder_gets_a_link_there)
{
    static const struct {
        const char *bytes;
        bool linked;
    } cases[] = { { "$ORIGIN", true },
                  { "a$ORIGIN/../lib", true },
                  { "/lib:${ORIGIN}/x", true },
                  { "$$ORIGIN", true },
                  { "", false },
                  { "ORIGIN", false },
                  { "$ORIGI", false },
                  { "${ORIGIN", false },
                  { "$LIB and {ORIGIN}", false } };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char to[96] = "";
        ed_Error error = { .code = ED_OK };
        CHECK(link_of(cases[i].bytes, &error));
        CHECK_EQ(*link_path != 0, cases[i].linked);
        if (!cases[i].linked) continue;
        CHECK_EQ(strncmp(link_path, module, strlen(module)), 0);
        CHECK_HAS(link_path, "-build/.loaded-eddie-test-");
        CHECK_HAS(link_path, "-game.so-1.so");
        CHECK_EQ(readlink(link_path, to, sizeof to - 1), (ssize_t)strlen(copy));
        CHECK_TEXT(to, copy);
        ed_library_unlink_origin(link_path);
        CHECK(access(link_path, F_OK) != 0);
    }
    CHECK(end());
}

TEST(links_to_copies_that_are_gone_are_removed)
{
    static const struct {
        const char *name, *to;
        bool removed;
    } cases[] = { { ".loaded-a.so-1.so", "/nowhere/a.so-1.so", true },
                  { ".loaded-b.so-1.so", "..", false },
                  { "loaded-c.so", "/nowhere/c.so", false } };
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    for (u32 i = 0; i < ED_COUNT(cases); i++) {
        char at[160], to[96];
        snprintf(at, sizeof at, "%s/%s", module, cases[i].name);
        CHECK_EQ(symlink(cases[i].to, at), 0);
        CHECK(link_of("$ORIGIN", &error));
        CHECK_EQ(readlink(at, to, sizeof to) < 0, cases[i].removed);
        if (!cases[i].removed) CHECK_EQ(unlink(at), 0);
        ed_library_unlink_origin(link_path);
    }
    CHECK(end());
}

TEST(a_link_that_cannot_be_made_is_an_error)
{
    ed_Error error = { .code = ED_OK };
    CHECK(begin());
    snprintf(path, sizeof path, "%s/none/game.so", module);
    CHECK(!link_of("$ORIGIN", &error));
    CHECK_HAS(error.text, "it names files relative to its own folder ($ORIGIN), and the link that "
                          "this needs cannot be made there: No such file or directory");
    CHECK_TEXT(link_path, "");
    CHECK(link_of("", &error));
    CHECK(end());
}
