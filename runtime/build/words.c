#include "runtime/build/words.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 16u

static bool grow_words(ed_Words *words, ed_Arena *arena)
{
    u32 room = words->room ? words->room * 2 : FIRST_ROOM;
    const char **at = (const char **)ed_arena_push(arena, room * sizeof *at, _Alignof(char *));
    if (!at) return false;
    if (words->count) memcpy(at, words->at, words->count * sizeof *at);
    words->at = at;
    words->room = room;
    return true;
}

void ed_words_add(ed_Words *words, ed_Arena *arena, const char *word)
{
    if (words->count + 1 >= words->room && !grow_words(words, arena)) return;
    words->at[words->count++] = word;
    words->at[words->count] = NULL;
}

void ed_words_add_all(ed_Words *words, ed_Arena *arena, const ed_Words *more)
{
    for (u32 i = 0; i < more->count; i++) ed_words_add(words, arena, more->at[i]);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void ed_words_sort(ed_Words *words)
{
    if (words->count) qsort(words->at, words->count, sizeof *words->at, by_bytes);
}

bool ed_words_has(const ed_Words *words, const char *word)
{
    for (u32 i = 0; i < words->count; i++)
        if (strcmp(words->at[i], word) == 0) return true;
    return false;
}

const char *ed_words_format(ed_Arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    char *text = size < 0 ? NULL : (char *)ed_arena_push(arena, (size_t)size + 1, 1);
    if (text) vsnprintf(text, (size_t)size + 1, format, again);
    va_end(again);
    va_end(args);
    return text ? text : "";
}

const char *ed_words_copy(ed_Arena *arena, const char *text, size_t size)
{
    char *copy = (char *)ed_arena_push(arena, size + 1, 1);
    if (!copy) return "";
    memcpy(copy, text, size);
    return copy;
}

const char *ed_words_folder(ed_Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? ed_words_copy(arena, path, (size_t)(slash - path)) : ".";
}
