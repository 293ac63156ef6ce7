/// One pass over JSON text, for values that a person or another tool wrote. Strict as RFC 8259, at
/// most ED_DEPTH_MAX deep,
/// text well-formed UTF-8. Borrows the text, allocates nothing.
/// The first failure sticks in `err`, with the byte in its words; later reads return nothing, so
/// check once, at the end.
#ifndef ED_MSGPACK_JSON_H
#define ED_MSGPACK_JSON_H
#include "runtime/msgpack/read.h"
ED_C_BEGIN

typedef enum ed_JsonForm {
    ED_JSON_NONE,                    // at the end, or after a failure, or no JSON
    ED_JSON_NULL, ED_JSON_BOOL, ED_JSON_NUMBER, ED_JSON_TEXT, ED_JSON_ARRAY, ED_JSON_OBJECT
} ed_JsonForm;

typedef struct ed_Json {
    const char *start, *at, *end;
    u32         depth;               // arrays and objects that are open
    u64         objects;             // a bit for each that is an object, the innermost the lowest
    ed_Error    err;
} ed_Json;

void        ed_json_init(ed_Json *j, const char *text, size_t size);
ed_JsonForm ed_json_form(ed_Json *j);        ///< of the next value, not consumed
bool        ed_json_ok  (const ed_Json *j);
void        ed_json_end (ed_Json *j);        ///< fails where something follows

void        ed_json_null(ed_Json *j);
/// A bool or a number: whole ones exact, others the nearest f64. Fails where that has no end.
ed_Number   ed_json_number(ed_Json *j);
/// Text with its escapes undone, terminated; its size. Fails where `capacity` has no room for it.
size_t      ed_json_text(ed_Json *j, char *out, size_t capacity);
/// Bytes that are room enough for the text that follows.
size_t      ed_json_text_max(const ed_Json *j);

/// for (bool first = ed_json_enter(&j); ed_json_more(&j, first); first = false) { ed_json_key of an
/// object; one value }
bool        ed_json_enter(ed_Json *j);                   ///< always true
/// False behind the last one, which closes it.
bool        ed_json_more (ed_Json *j, bool first);
void        ed_json_key  (ed_Json *j, char *out, size_t capacity);      ///< and the colon
/// Values in the array that follows, at most: it is not read yet.
u32         ed_json_count(const ed_Json *j);

void        ed_json_fail(ed_Json *j, ed_Err code, const char *at, const char *format,
                         ...) ED_FORMAT(4, 5);
ED_C_END
#endif
