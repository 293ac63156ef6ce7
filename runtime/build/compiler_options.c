#include "runtime/build/compiler_options.h"
#include <string.h>
#include "runtime/os/files/files.h"

#define RESPONSE_BYTES_MAX ((size_t)1 << 20)
#define RESPONSE_DEPTH_MAX 8u

typedef struct Reader {
    ed_CompilerOptions *to;
    ed_Arena *arena;
    ed_Words *expected;      // the list for the next word; NULL: none expects it
    u32 depth;
} Reader;

static void take_words(Reader *reader, const ed_Words *words);

// --- response files ------------------------------------------------------------------------------

/// Writes the next word of a response file to `to`, terminated, and moves `at` behind it. Returns
/// the end of what was written; NULL if there is no further word.
static char *next_word(const char **at, const char *end, char *to)
{
    char quote = 0;
    while (*at < end && strchr(" \t\r\n", **at)) ++*at;
    if (*at == end) return NULL;
    for (; *at < end && (quote || !strchr(" \t\r\n", **at)); ++*at) {
        if (**at == quote) quote = 0;
        else if (!quote && (**at == '"' || **at == '\'')) quote = **at;
        else {
            if (**at == '\\' && *at + 1 < end) ++*at;
            *to++ = **at;
        }
    }
    *to++ = 0;
    return to;
}

static void take_response(Reader *reader, const char *path)
{
    ed_Span text;
    ed_Words words = { .count = 0 };
    ed_Error unused = { .code = ED_OK };
    if (reader->depth == RESPONSE_DEPTH_MAX
        || !ed_file_read(path, RESPONSE_BYTES_MAX, reader->arena, &text, &unused))
        return;
    const char *at = (const char *)text.at, *end = at + text.size;
    // A word takes no more room than in the file, where a separator follows all but the last.
    char *word = (char *)ed_arena_push_raw(reader->arena, text.size + 1, 1), *next;
    for (; word && (next = next_word(&at, end, word)); word = next)
        ed_words_add(&words, reader->arena, word);
    reader->depth++;
    take_words(reader, &words);
    reader->depth--;
}

// --- words ---------------------------------------------------------------------------------------

static void take_file(Reader *reader, const char *path)
{
    if (ed_file_kind(path) == ED_FILE_REGULAR)
        ed_words_add(&reader->to->files, reader->arena, path);
}

/// Takes an option that names a folder or a library, in the same word or in the next one.
static bool take_option(Reader *reader, const char *word)
{
    const struct {
        const char *option;
        ed_Words *list;
    } options[] = {
        { "-I", &reader->to->include },     { "-isystem", &reader->to->system },
        { "-iquote", &reader->to->quoted }, { "-idirafter", &reader->to->after },
        { "-L", &reader->to->linked },      { "-l", &reader->to->libraries },
    };
    for (u32 i = 0; i < ED_COUNT(options); i++) {
        size_t size = strlen(options[i].option);
        if (strncmp(word, options[i].option, size) != 0) continue;
        if (word[size]) ed_words_add(options[i].list, reader->arena, word + size);
        else reader->expected = options[i].list;
        return true;
    }
    return false;
}

/// Takes each of the words that commas separate.
static void take_parts(Reader *reader, const char *words)
{
    ed_Words parts = { .count = 0 };
    while (*words) {
        size_t size = strcspn(words, ",");
        ed_words_add(&parts, reader->arena, ed_words_copy(reader->arena, words, size));
        words += size + (words[size] != 0);
    }
    take_words(reader, &parts);
}

static void take_word(Reader *reader, const char *word)
{
    if (reader->expected) {
        ed_words_add(reader->expected, reader->arena, word);
        reader->expected = NULL;
        return;
    }
    if (strncmp(word, "-Wl,", 4) == 0 || strncmp(word, "-Wa,", 4) == 0) {
        take_parts(reader, word + 4);
        return;
    }
    if (strcmp(word, "-static") == 0 || strcmp(word, "-Bstatic") == 0) reader->to->is_static = true;
    if (*word == '@') {
        take_response(reader, word + 1);
        take_file(reader, word + 1);
    } else if (!take_option(reader, word)) {
        const char *value = *word == '-' ? strchr(word, '=') : NULL;
        take_file(reader, value ? value + 1 : word);
    }
}

static void take_words(Reader *reader, const ed_Words *words)
{
    for (u32 i = 0; i < words->count; i++) take_word(reader, words->at[i]);
}

void ed_compiler_options_read(ed_CompilerOptions *options, ed_Arena *arena,
                              const ed_Words *arguments)
{
    *options = (ed_CompilerOptions){ .files = { .count = 0 } };
    Reader reader = { .to = options, .arena = arena };
    take_words(&reader, arguments);
    ed_words_add_all(&options->folders, arena, &options->quoted);
    ed_words_add_all(&options->folders, arena, &options->include);
    ed_words_add_all(&options->folders, arena, &options->system);
    ed_words_add_all(&options->folders, arena, &options->after);
}
