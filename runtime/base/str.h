/// Text: a bounded builder, UTF-8 boundaries, numbers, tags, and similar names.
#ifndef ED_BASE_STR_H
#define ED_BASE_STR_H
#include <stdarg.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Builds text in a borrowed buffer, always terminated. Text that does not fit is cut, and `cut` is
/// set. With a `drain`, a full buffer is passed to it and then reused, for text of any length. A
/// drain that cannot take more sets `cut`.
typedef struct ed_Text ed_Text;
struct ed_Text {
    char *at;
    size_t size;          // bytes without the terminator
    size_t capacity;      // bytes with the terminator
    bool cut;
    void (*drain)(ed_Text *text);      // or NULL
    void *to;                          // for the drain
};

ed_Text ed_text_over(char *buffer, size_t capacity);
void ed_text_add(ed_Text *text, const char *format, ...) ED_FORMAT(2, 3);
void ed_text_addv(ed_Text *text, const char *format, va_list args);
void ed_text_put(ed_Text *text, const char *bytes, size_t size);
/// Passes the rest to the drain.
void ed_text_drain(ed_Text *text);
/// Adds a text as JSON, quoted and escaped. A byte that is not well-formed UTF-8 becomes U+FFFD.
void ed_text_json(ed_Text *text, const char *bytes, size_t size);
/// Does the same without loss: a byte that is not well-formed UTF-8, such as 0xe4, becomes \udce4,
/// which ed_json_text reads as that byte.
void ed_text_json_exact(ed_Text *text, const char *bytes, size_t size);

/// Parses a text of decimal digits only. Returns false and leaves `value` unchanged if the text has
/// anything else, or if the number is larger than `max`.
bool ed_parse_uint(const char *text, u64 max, u64 *value);

/// Returns the tag of a name: its 32-bit FNV-1a hash. Readers match fields by tag.
u32 ed_tag(const char *name, size_t size);

/// Returns the length of the well-formed UTF-8 character at `text`, or 0. `size` is the number of
/// bytes left, at least 1.
size_t ed_utf8_size(const char *text, size_t size);
/// Returns the code point of a well-formed character of `size` bytes.
u32 ed_utf8_code(const char *text, size_t size);
/// Returns the length of a character that is safe to print, or 0. Malformed bytes, control
/// characters (below U+0020, U+007F to U+009F) and line separators are not safe. Neither are
/// controls of writing direction, which change the order of the characters around them.
size_t ed_utf8_plain(const char *text, size_t size);
/// Replaces each byte that is not safe to print, except tabs, with a question mark.
void ed_text_strip_control(char *text);

/// Returns where `word` first begins in the bytes, or NULL.
const char *ed_find(const char *bytes, size_t size, const char *word);
/// Returns where `word` first begins in `text`, ignoring the case of ASCII letters, or NULL.
const char *ed_find_any_case(const char *text, const char *word);

/// Returns the message without "PATH: " at its start, if it begins with that.
const char *ed_without_path(const char *message, const char *path);

/// Returns how many bytes of `text` fit `size_max` without splitting a UTF-8 character.
size_t ed_utf8_cut(const char *text, size_t size, size_t size_max);
/// Returns the length of the text in a char[size]. If the array has no terminator, returns how much
/// of the text to keep so that a terminator fits and no UTF-8 character is split.
size_t ed_chars_size(const char *text, size_t size);

/// Returns the number of edits (insert, delete, replace, swap of neighbors) from one name to the
/// other, ignoring case. Returns 64 if a name is longer than 63 bytes.
u32 ed_name_distance(const char *left, const char *right);

/// Finds the candidate that is most similar to a mistyped name, for "did you mean".
typedef struct ed_Suggestion {
    const char *name;
    const char *best;      // NULL while no candidate is similar
    u32 distance;          // a candidate with this many edits or more is ignored
} ed_Suggestion;

/// Begins a search. The longer the name, the more edits a similar name may have.
ed_Suggestion ed_suggestion(const char *name);
void ed_suggestion_try(ed_Suggestion *near,
                       const char *candidate);      ///< of equally similar ones, the first wins

ED_C_END
#endif
