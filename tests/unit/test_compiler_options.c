#include "runtime/build/compiler_options.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "runtime/base/str.h"
#include "tests/lib/test.h"

static ed_CompilerOptions options;

/// Reads arguments that are separated by blanks.
static void read_all(const char *arguments)
{
    ed_Words words = { .count = 0 };
    while (*arguments) {
        size_t size = strcspn(arguments, " ");
        ed_words_add(&words, test_arena(), ed_words_copy(test_arena(), arguments, size));
        arguments += size + (arguments[size] != 0);
    }
    ed_compiler_options_read(&options, test_arena(), &words);
}

static const char *joined(const ed_Words *words)
{
    static char text[500];
    ed_Text out = ed_text_over(text, sizeof text);
    for (u32 i = 0; i < words->count; i++) ed_text_add(&out, "%s%s", i ? " " : "", words->at[i]);
    return text;
}

TEST(folders_of_headers_have_the_order_in_which_they_are_searched)
{
    read_all("cc -idirafter z -Ia -isystem s -I b -isystemt -iquote q -iquotep");
    CHECK_TEXT(joined(&options.folders), "q p a b s t z");
}

TEST(libraries_and_their_folders_are_named_in_one_word_or_two)
{
    read_all("cc -L a -Lb -lc -l d -Wl,-L,e,-lf,-Bsymbolic -lm");
    CHECK_TEXT(joined(&options.linked), "a b e");
    CHECK_TEXT(joined(&options.libraries), "c d f m");
    CHECK(!options.is_static);
    read_all("cc -Wl,-Bstatic -lc");
    CHECK(options.is_static);
}

TEST(files_that_arguments_name_are_found)
{
    read_all("cc README.md -DX=1 -specs=Makefile -Wl,--version-script=CHANGELOG.md,-T,README.md "
             "nowhere.o docs -Xlinker Makefile");
    CHECK_TEXT(joined(&options.files), "README.md Makefile CHANGELOG.md README.md Makefile");
}

TEST(a_response_file_is_read_and_can_name_another)
{
    char path[] = "/tmp/eddie-test-XXXXXX", word[64];
    int file = mkstemp(path);
    CHECK(file >= 0);
    CHECK(dprintf(file, "-I 'a b' \"-Lc d\"\n-le\\ f @%s", path) > 0);      // itself, without end
    snprintf(word, sizeof word, "cc @%s", path);
    read_all(word);
    CHECK_TEXT(options.folders.at[0], "a b");
    CHECK_TEXT(options.linked.at[0], "c d");
    CHECK_TEXT(options.libraries.at[0], "e f");
    CHECK_TEXT(options.files.at[0], path);
    close(file);
    unlink(path);
}

TEST(a_long_response_file_takes_memory_in_proportion_to_its_size)
{
    ed_Arena arena;
    ed_Error error = { .code = ED_OK };
    ed_Words words = { .count = 0 };
    char path[] = "/tmp/eddie-test-XXXXXX", word[64];
    int file = mkstemp(path);
    FILE *text = fdopen(file, "w");
    CHECK(text && ed_arena_open(&arena, "options", 1 << 20, &error));
    for (u32 i = 0; i < 5000; i++) fprintf(text, "-Ifolder_%u ", i);
    CHECK(fclose(text) == 0);
    snprintf(word, sizeof word, "@%s", path);
    ed_words_add(&words, &arena, word);
    ed_compiler_options_read(&options, &arena, &words);
    CHECK_EQ(options.folders.count, 5000);
    CHECK_TEXT(options.folders.at[4999], "folder_4999");
    CHECK_EQ(arena.refused, 0);
    ed_arena_close(&arena);
    unlink(path);
}
