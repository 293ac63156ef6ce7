/// Reads JSON in one pass. Accepts only what RFC 8259 allows, in well-formed UTF-8, and at most
/// ED_DEPTH_MAX levels of nesting. In strings, \udc80 to \udcff are single bytes that are not UTF-8
/// (ed_text_json_exact). Borrows the text, which is terminated, and allocates nothing.
/// The first error stays in `err`; its message has the position in the text, counted from 1. Later
/// reads return zero or empty values, so check once, at the end.
#ifndef ED_MSGPACK_JSON_H
#define ED_MSGPACK_JSON_H
#include "runtime/msgpack/read.h"
ED_C_BEGIN

typedef enum ed_JsonForm {
    ED_JSON_NONE,      // at the end, after an error, or not JSON
    ED_JSON_NULL,
    ED_JSON_BOOL,
    ED_JSON_NUMBER,
    ED_JSON_TEXT,
    ED_JSON_ARRAY,
    ED_JSON_OBJECT
} ed_JsonForm;

typedef struct ed_Json {
    const char *start, *at, *end;
    u32 depth;        // arrays and objects that are open
    u64 objects;      // one bit for each open level, the innermost lowest: 1 for an object
    ed_Error err;
} ed_Json;

void ed_json_init(ed_Json *j, const char *text);
ed_JsonForm ed_json_form(ed_Json *j);      ///< of the next value, not consumed
bool ed_json_ok(const ed_Json *j);
void ed_json_end(ed_Json *j);      ///< fails if something follows

void ed_json_null(ed_Json *j);
/// Reads a bool or a number. Integers that fit 64 bits are exact; other numbers become the nearest
/// f64. Fails if the number is out of the range of f64.
ed_Number ed_json_number(ed_Json *j);
/// Parses the bytes from `text` to `end` as one number in C's notation. `base` is 10 or 16.
/// Integers that fit 64 bits are exact; other numbers become the nearest f64. Returns form NONE if
/// the bytes are not a number, or if it is out of the range of f64.
ed_Number ed_number_from_text(const char *text, const char *end, int base);
/// Reads a string into `out`, with its escapes decoded and a terminator added. Returns its size
/// without the terminator. Fails if it does not fit `capacity` bytes.
size_t ed_json_text(ed_Json *j, char *out, size_t capacity);

/// Loops over an array or object:
///   for (bool first = ed_json_enter(&j); ed_json_more(&j, first); first = false) {
///       read the key with ed_json_key if it is an object, then read one value
///   }
bool ed_json_enter(ed_Json *j);      ///< always true
/// Returns false after the last value, and closes the array or object.
bool ed_json_more(ed_Json *j, bool first);
void ed_json_key(ed_Json *j, char *out, size_t capacity);      ///< reads the colon too
/// Returns the number of values in the array at the reader, without consuming it. The number may be
/// too large if the text is not valid JSON.
u32 ed_json_count(const ed_Json *j);

void ed_json_fail(ed_Json *j, ed_Err code, const char *at, const char *format, ...) ED_FORMAT(4, 5);
ED_C_END
#endif
