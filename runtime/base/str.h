/// Text: a bounded builder, UTF-8 boundaries, the tag of a name, and names that look alike.
#ifndef ED_BASE_STR_H
#define ED_BASE_STR_H
#include <stdarg.h>
#include "runtime/base/base.h"
ED_C_BEGIN

/// Builds text in a buffer it borrows. Always terminated; what does not fit is cut and `cut` says
/// so. Where it has a `drain`, a full buffer is handed to that and begins again: text of any
/// length. A drain that can take no more sets `cut`.
typedef struct ed_Text ed_Text;
struct ed_Text {
    char  *at;
    size_t size;        // bytes without the terminator
    size_t capacity;    // bytes with the terminator
    bool   cut;
    void (*drain)(ed_Text *text);    // or NULL
    void  *to;                       // the drain's own
};

ed_Text ed_text_over(char *buffer, size_t capacity);
void    ed_text_add (ed_Text *text, const char *format, ...) ED_FORMAT(2, 3);
void    ed_text_addv(ed_Text *text, const char *format, va_list args);
void    ed_text_put (ed_Text *text, const char *bytes, size_t size);
/// Hands on what is there, for the last time.
void    ed_text_drain(ed_Text *text);
void    ed_text_json(ed_Text *text, const char *bytes, size_t size);   ///< quoted and escaped

/// FNV-1a, 32 bits, of the name: what a reader matches a field on.
u32 ed_tag(const char *name, size_t size);

/// The length of the well-formed UTF-8 character at `text`; 0 where there is none. `size` is what
/// is left, at least 1.
size_t ed_utf8_size(const char *text, size_t size);
/// Its number, U+0000 to U+10FFFF; `whole` is its length.
u32 ed_utf8_code(const char *text, size_t whole);
/// The length of a character that a terminal shows. 0 where there is none, and for what a terminal
/// obeys: control characters (below U+0020, U+007F to U+009F), line separators, and the controls
/// of writing direction, which show the characters around them in another order.
size_t ed_utf8_plain(const char *text, size_t size);
/// Replaces each byte of what ed_utf8_plain refuses by a question mark, except tabs.
void ed_text_make_plain(char *text);

/// The most bytes of `text` that fit `size_max` without splitting a UTF-8 character.
size_t ed_utf8_cut(const char *text, size_t size, size_t size_max);
/// Of char[size]: the bytes before its terminator; where it has none, what fits with one.
size_t ed_chars_size(const char *text, size_t size);

/// Edits (insert, delete, replace, swap of neighbours) from one name to the other, ignoring case;
/// names over 63 bytes: 64.
u32 ed_name_distance(const char *one, const char *other);

/// "Did you mean": the one of many candidates that a mistyped name looks like.
typedef struct ed_Near {
    const char *name;
    const char *best;       // NULL while none is near
    u32         distance;   // a candidate must be nearer than this
} ed_Near;

/// The longer the name, the more slips are forgiven.
ed_Near ed_near(const char *name);
void    ed_near_try(ed_Near *near, const char *candidate);   ///< of equals the first stays

ED_C_END
#endif
