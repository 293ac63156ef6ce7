#include "runtime/build/dependencies.h"
#include <string.h>

typedef struct Reader {
    const char *at, *end;
    ed_Words *files;
    ed_Arena *arena;
} Reader;

static char byte_ahead(const Reader *it, size_t ahead)
{
    return (size_t)(it->end - it->at) > ahead ? it->at[ahead] : 0;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == 0; }

/// The length of a backslash and the end of the line after it, or 0.
static size_t continuation(const Reader *it)
{
    if (byte_ahead(it, 0) != '\\') return 0;
    if (byte_ahead(it, 1) == '\n') return 2;
    return byte_ahead(it, 1) == '\r' && byte_ahead(it, 2) == '\n' ? 3 : 0;
}

/// Skips the targets. The colon after them is followed by a blank or the end of a line; the one of
/// a drive is not.
static bool skip_targets(Reader *it)
{
    for (; it->at < it->end; it->at++)
        if (*it->at == ':' && (is_space(byte_ahead(it, 1)) || byte_ahead(it, 1) == '\\')
            && !(byte_ahead(it, 1) == '\\' && byte_ahead(it, 2) != '\n'
                 && byte_ahead(it, 2) != '\r')) {
            it->at++;
            return true;
        }
    return false;
}

// --- words ---------------------------------------------------------------------------------------

/// Copies backslashes. Before a blank, two of them stand for one, and an odd one makes the blank
/// part of the word. Before # or a colon, one of them is dropped.
static void copy_backslashes(Reader *it, char *word, size_t *size)
{
    size_t count = 0;
    while (byte_ahead(it, count) == '\\') count++;
    char after = byte_ahead(it, count);
    size_t kept = is_blank(after) ? count / 2 : count;
    bool escapes = is_blank(after) ? count % 2 == 1 : after == '#' || after == ':';
    if (escapes && !is_blank(after)) kept--;
    memset(word + *size, '\\', kept);
    *size += kept;
    it->at += count;
    if (!escapes) return;
    word[(*size)++] = after;
    it->at++;
}

static bool take_word(Reader *it)
{
    size_t size = 0, room = 0;
    while (it->at + room < it->end && it->at[room] != '\n') room++;
    char *word = (char *)ed_arena_push(it->arena, room + 1, 1);
    if (!word) return false;
    while (!is_space(byte_ahead(it, 0)) && !continuation(it)) {
        if (byte_ahead(it, 0) == '\\') {
            copy_backslashes(it, word, &size);
            continue;
        }
        if (byte_ahead(it, 0) == '$' && byte_ahead(it, 1) == '$') it->at++;
        word[size++] = *it->at++;
    }
    ed_arena_extend(it->arena, word, room + 1, size + 1);
    ed_words_add(it->files, it->arena, word);
    return true;
}

static bool take_words(Reader *it)
{
    while (it->at < it->end) {
        size_t skip = continuation(it);
        if (!skip) skip = is_blank(*it->at) || *it->at == '\r';
        it->at += skip;
        if (skip) continue;
        if (*it->at == '\n' || !*it->at) return true;
        if (!take_word(it)) return false;
    }
    return true;
}

// --- lines ---------------------------------------------------------------------------------------

static bool take_line(Reader *it, const char *end)
{
    const char *last = end;
    while (it->at < end && is_blank(*it->at)) it->at++;
    if (last > it->at && last[-1] == '\r') last--;
    if (last > it->at && last[-1] == '\\') last--;
    while (last > it->at && is_blank(last[-1])) last--;
    if (last == it->at) return true;
    char *word = (char *)ed_arena_push(it->arena, (size_t)(last - it->at) + 1, 1);
    if (!word) return false;
    size_t size = 0;
    for (const char *at = it->at; at < last; at++) {
        if (*at == '\\' && at + 1 < last && is_blank(at[1])) at++;
        word[size++] = *at;
    }
    ed_words_add(it->files, it->arena, word);
    return true;
}

/// The first line has only the target.
static bool take_lines(Reader *it)
{
    while (it->at < it->end) {
        const char *end = (const char *)memchr(it->at, '\n', (size_t)(it->end - it->at));
        if (!end) end = it->end;
        if (!take_line(it, end)) return false;
        it->at = end < it->end ? end + 1 : end;
    }
    return true;
}

bool ed_dependencies_parse(ed_Words *files, ed_Arena *arena, ed_Span text, ed_DependencyForm form)
{
    const char *start = (const char *)text.at;
    Reader it = { start, start + text.size, files, arena };
    if (!skip_targets(&it)) return false;
    return form == ED_DEPENDENCIES_LINES ? take_lines(&it) : take_words(&it);
}
