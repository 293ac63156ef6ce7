/// Documents in the forms a writer may choose: arrays as tables, all open, or mixed.
#ifndef ST_FORM_H
#define ST_FORM_H
#include "runtime/snapshot/document.h"
#include "tests/storm/pair.h"

/// ST_FORM_COUNT if no form has that name.
st_DocForm st_form_called(const char *name);
const char *st_form_name(st_DocForm form);
/// The form of a pair; eight pairs in a row have the same one, as they share a document.
st_DocForm st_form_of(u64 seed, u32 number);

/// Sets the pairs for st_form_pack, the `pack` of a module: it writes each root in its pair's form.
void st_form_begin(const st_Pair *pairs, u32 count);
bool st_form_pack(ed_Writer *w, const ed_State *state);

#endif
