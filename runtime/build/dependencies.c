#include "runtime/build/dependencies.h"
#include <string.h>

typedef struct Reader {
    const char *at, *end;
    ed_Words *files;
    ed_Arena *arena;
} Reader;

static char byte_ahead(const Reader *reader, size_t ahead)
{
    return (size_t)(reader->end - reader->at) > ahead ? reader->at[ahead] : 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == 0; }

/// The length of a backslash and the end of the line after it, or 0.
static size_t continuation(const Reader *reader)
{
    if (byte_ahead(reader, 0) != '\\') return 0;
    if (byte_ahead(reader, 1) == '\n') return 2;
    return byte_ahead(reader, 1) == '\r' && byte_ahead(reader, 2) == '\n' ? 3 : 0;
}

/// Skips the targets. The colon after them is followed by a blank or the end of a line; the one of
/// a drive is not.
static bool skip_targets(Reader *reader)
{
    for (; reader->at < reader->end; reader->at++)
        if (*reader->at == ':' && (is_space(byte_ahead(reader, 1)) || byte_ahead(reader, 1) == '\\')
            && !(byte_ahead(reader, 1) == '\\' && byte_ahead(reader, 2) != '\n'
                 && byte_ahead(reader, 2) != '\r')) {
            reader->at++;
            return true;
        }
    return false;
}

// --- words ---------------------------------------------------------------------------------------

/// Copies backslashes. Before a blank, two of them stand for one, and an odd one makes the blank
/// part of the word. Before # or a colon, one of them is dropped.
static void copy_backslashes(Reader *reader, char *word, size_t *size)
{
    size_t count = 0;
    while (byte_ahead(reader, count) == '\\') count++;
    char after = byte_ahead(reader, count);
    size_t kept = is_blank(after) ? count / 2 : count;
    bool escapes = is_blank(after) ? count % 2 == 1 : after == '#' || after == ':';
    if (escapes && !is_blank(after)) kept--;
    memset(word + *size, '\\', kept);
    *size += kept;
    reader->at += count;
    if (!escapes) return;
    word[(*size)++] = after;
    reader->at++;
}

static bool take_word(Reader *reader)
{
    size_t size = 0, room = 0;
    while (reader->at + room < reader->end && reader->at[room] != '\n') room++;
    char *word = (char *)ed_arena_push(reader->arena, room + 1, 1);
    if (!word) return false;
    while (!is_space(byte_ahead(reader, 0)) && !continuation(reader)) {
        if (byte_ahead(reader, 0) == '\\') {
            copy_backslashes(reader, word, &size);
            continue;
        }
        if (byte_ahead(reader, 0) == '$' && byte_ahead(reader, 1) == '$') reader->at++;
        word[size++] = *reader->at++;
    }
    ed_arena_extend(reader->arena, word, room + 1, size + 1);
    ed_words_add(reader->files, reader->arena, word);
    return true;
}

static bool take_words(Reader *reader)
{
    while (reader->at < reader->end) {
        size_t skip = continuation(reader);
        if (!skip) skip = is_blank(*reader->at) || *reader->at == '\r';
        reader->at += skip;
        if (skip) continue;
        if (*reader->at == '\n' || !*reader->at) return true;
        if (!take_word(reader)) return false;
    }
    return true;
}

// --- lines ---------------------------------------------------------------------------------------

static bool take_line(Reader *reader, const char *end)
{
    const char *last = end;
    while (reader->at < end && is_blank(*reader->at)) reader->at++;
    if (last > reader->at && last[-1] == '\r') last--;
    if (last > reader->at && last[-1] == '\\') last--;
    while (last > reader->at && is_blank(last[-1])) last--;
    if (last == reader->at) return true;
    char *word = (char *)ed_arena_push(reader->arena, (size_t)(last - reader->at) + 1, 1);
    if (!word) return false;
    size_t size = 0;
    for (const char *at = reader->at; at < last; at++) {
        if (*at == '\\' && at + 1 < last && is_blank(at[1])) at++;
        word[size++] = *at;
    }
    ed_words_add(reader->files, reader->arena, word);
    return true;
}

/// The first line has only the target.
static bool take_lines(Reader *reader)
{
    while (reader->at < reader->end) {
        const char *end =
            (const char *)memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        if (!end) end = reader->end;
        if (!take_line(reader, end)) return false;
        reader->at = end < reader->end ? end + 1 : end;
    }
    return true;
}

bool ed_dependencies_parse(ed_Words *files, ed_Arena *arena, ed_Span text, ed_DependencyForm form)
{
    const char *start = (const char *)text.at;
    Reader reader = { start, start + text.size, files, arena };
    if (!skip_targets(&reader)) return false;
    return form == ED_DEPENDENCIES_LINES ? take_lines(&reader) : take_words(&reader);
}
