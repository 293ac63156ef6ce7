/// A value in open form, made of one that lies in a table or holds tables, and read as if it stood
/// in the document.
#ifndef ED_ASIDE_H
#define ED_ASIDE_H
#include "runtime/heap.h"
#include "runtime/unpack.h"
ED_C_BEGIN

typedef struct ed_Aside {
    ed_Unpack u;                     // reads `r`
    ed_Reader r;
    ed_Writer w;
    size_t    before;
} ed_Aside;

/// Fails in u->r. Between begin and end nothing is to be kept in ed_aside_arena.
void ed_aside_begin(ed_Aside *aside, const ed_Unpack *u);
/// What was written, which stands for `at`.
void ed_aside_read (ed_Aside *aside, const ed_Unpack *u, const u8 *at);
void ed_aside_end  (ed_Aside *aside, const ed_Unpack *u);

/// What tables are read through, of u->plan, which is there. Not open, and u->r fails, where memory
/// is refused.
ed_Arena *ed_aside_arena(const ed_Unpack *u);
/// Of it, zeroed; NULL, and u->r fails, where it is full.
void     *ed_aside_push (const ed_Unpack *u, size_t size);

/// The value of the field that `r` stands at, `level` of whose arrays were entered, in open form.
/// Fails in `r`.
void ed_open_field (const ed_Unpack *u, ed_Reader *r, const ed_Field *field, u32 level,
                    ed_Writer *w);
/// The record that `r` stands at, likewise.
void ed_open_record(const ed_Unpack *u, ed_Reader *r, const ed_Type *type, ed_Writer *w);

ED_C_END
#endif
