/// One single value of a document into memory of another kind: numbers, text, names, handles.
#ifndef ED_CONVERT_H
#define ED_CONVERT_H
#include "runtime/number.h"
ED_C_BEGIN

typedef struct ed_Conversion {
    ed_Reader      *r;
    ed_Arena       *arena;           // of the root, for text
    const ed_Field *from;            // the writer's, or NULL where it is not known
    const ed_Field *to;
    f64             scale;           // for numbers, where the unit changed; else 1
    bool            live;            // the document comes from this process: pointers in it hold
} ed_Conversion;

/// Takes one whole value from the reader. ED_FIT_NONE: it cannot be carried, what is at `at` stays.
ed_Fit ed_convert(const ed_Conversion *c, void *at);
/// Stores the number of an enum or flags value.
void   ed_store_named(const ed_Type *type, void *at, i64 bits);

ED_C_END
#endif
