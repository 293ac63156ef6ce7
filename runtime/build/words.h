/// Lists of words, such as the arguments of a program or the paths of files, in an arena.
///
/// If the arena is full, words are missing; ed_arena_check then reports it. So callers check the
/// arena once, before they use what they made.
#ifndef ED_BUILD_WORDS_H
#define ED_BUILD_WORDS_H
#include "runtime/base/arena.h"
ED_C_BEGIN

typedef struct ed_Words {      // zeroed: empty
    const char **at;           // followed by NULL, unless it is NULL itself
    u32 count, room;
} ed_Words;

/// Adds a word, which is not copied.
void ed_words_add(ed_Words *words, ed_Arena *arena, const char *word);
/// Adds all words of another list.
void ed_words_add_all(ed_Words *words, ed_Arena *arena, const ed_Words *more);
void ed_words_sort(ed_Words *words);      ///< by their bytes
bool ed_words_has(const ed_Words *words, const char *word);

/// Returns a formatted text in the arena, or "" if the arena is full.
const char *ed_words_format(ed_Arena *arena, const char *format, ...) ED_FORMAT(2, 3);
/// Returns a copy of `size` bytes with a terminator, or "" if the arena is full.
const char *ed_words_copy(ed_Arena *arena, const char *text, size_t size);
/// Returns the folder of a path: what comes before the last slash, or "." if there is no slash.
const char *ed_words_folder(ed_Arena *arena, const char *path);

ED_C_END
#endif
