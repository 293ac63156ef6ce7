/// Writes one MessagePack document into an arena, each value in its shortest form.
/// The first error stays in `err`, and later writes do nothing, so check once, at the end.
/// If other code pushes to the arena in between, the document is copied to the end of the arena the
/// next time it grows. Its old bytes stay allocated.
#ifndef ED_MSGPACK_WRITE_H
#define ED_MSGPACK_WRITE_H
#include "runtime/base/arena.h"
#include "runtime/base/str.h"
ED_C_BEGIN

typedef struct ed_Type ed_Type;
typedef struct ed_Containers ed_Containers;      // snapshot/containers.h

/// The types of a document, in the order in which the document lists them. A writer that has them
/// can write row tables (snapshot/row_table.h).
typedef struct ed_TypeList {
    const ed_Type **types;
    u32 count;
    ed_Arena *scratch;      // temporary memory for code that writes with this list
} ed_TypeList;

typedef enum ed_WriteChange {
    ED_CHANGE_ZERO_BYTE,       // a text ends at its first zero byte
    ED_CHANGE_TERMINATOR,      // a char[N] has no terminator, and its last character is cut off
    ED_CHANGE_COUNT,           // a count above the limit becomes the limit
    ED_CHANGE_ITEMS,           // a text or a list without memory becomes empty
    ED_CHANGE_UNION,           // an unknown kind of a union becomes the first alternative
    ED_CHANGE_SYMBOL,          // a pointer to a function that the schema does not list becomes null
    ED_CHANGE_POINTER,         // a pointer that leads to no record becomes null
    ED_CHANGE_TEXT,            // a text pointer that leads to no memory becomes null
    ED_CHANGE_POOL      // the pool was changed without its functions: its items get new handles
} ed_WriteChange;

/// The values that are not written as they are in memory, because they could not be read back.
typedef struct ed_WriteChanges {
    u64 count;
    ed_WriteChange what;      // of the first
    char field[128];          // of the first: the name of its field, or the path of a pointer
} ed_WriteChanges;

typedef struct ed_Writer {
    ed_Arena *arena;
    u8 *bytes;      // the document so far; moves if it cannot grow where it is: other code
                    // pushed to the arena, or the buffer that the arena began in is full
    size_t size;
    size_t capacity;
    u32 depth;      // open levels of nesting, at most ED_DEPTH_MAX
    bool
        live;      // the document is for this run of the game, not for a file: pointers are written
    const ed_TypeList *type_list;      // NULL: open form, all records are maps
    const ed_Containers
        *containers;      // of the state: dead handles become nil, and texts are cut
                          // at a zero byte. NULL: values are written as they are
    ed_WriteChanges changes;
    ed_Error err;
} ed_Writer;

void ed_write_init(ed_Writer *w, ed_Arena *arena);
void ed_write_nil(ed_Writer *w);
void ed_write_bool(ed_Writer *w, bool value);
void ed_write_u64(ed_Writer *w, u64 value);
void ed_write_i64(ed_Writer *w, i64 value);
void ed_write_f32(ed_Writer *w, f32 value);
void ed_write_f64(ed_Writer *w, f64 value);      ///< as f32 if that keeps every bit
void ed_write_str(ed_Writer *w, const char *bytes, size_t size);
void ed_write_text(ed_Writer *w, const char *text);      ///< ed_write_str of a terminated text
void ed_write_bin(ed_Writer *w, const void *bytes, size_t size);
/// Returns memory for `size` bytes, which the caller writes. Returns NULL after an error.
u8 *ed_write_bin_room(ed_Writer *w, size_t size);
void ed_write_array(ed_Writer *w, u32 count);      ///< then `count` values
void ed_write_map(ed_Writer *w, u32 count);        ///< then `count` pairs
/// Returns memory for values that are MessagePack already. The caller writes them there before it
/// calls another function of the writer. Returns NULL after an error.
u8 *ed_write_raw_room(ed_Writer *w, size_t size);
/// Copies values that are MessagePack already.
void ed_write_packed(ed_Writer *w, const void *bytes, size_t size);
void ed_write_u64_wide(ed_Writer *w, u64 value);      ///< always nine bytes: for a hash
bool ed_write_ok(const ed_Writer *w);

/// Counts a value of that field that is not written as it is.
void ed_write_change(ed_WriteChanges *changes, ed_WriteChange what, const char *field);
/// Adds "1 value cannot be saved as it is: the text 'note' ends at its first zero byte". Adds
/// nothing if there is no such value.
void ed_write_changes_describe(const ed_WriteChanges *changes, ed_Text *out);

// --- many values at once, through a pointer (put.h) ----------------------------------------------

/// Makes room for `size` more bytes. Returns false at the arena's limit, and sets no error.
bool ed_write_grow(ed_Writer *w, size_t size);

/// Returns the address of the next byte, with room for `size` bytes. Returns NULL after an error
/// and at the arena's limit; the caller then uses the functions above, which write what fits and
/// set the error. Call ed_write_commit after writing.
static inline u8 *ed_write_reserve(ed_Writer *w, size_t size)
{
    bool fits = size <= w->capacity - w->size || ed_write_grow(w, size);
    return fits && !w->err.code ? w->bytes + w->size : NULL;
}

static inline void ed_write_commit(ed_Writer *w, const u8 *end)
{
    w->size = (size_t)(end - w->bytes);
}

ED_C_END
#endif
