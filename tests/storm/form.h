/// Documents in the forms a writer may choose: arrays as tables, all open, or some so and some so.
#ifndef ST_FORM_H
#define ST_FORM_H
#include "runtime/snapshot/document.h"
#include "tests/storm/pair.h"

/// ST_FORM_COUNT where nothing is called so.
st_DocForm st_form_called(const char *name);
const char *st_form_name(st_DocForm form);
/// One for eight pairs in a row: they share a document.
st_DocForm st_form_of(u64 seed, u32 number);

/// Of the documents that st_form_pack, a module's pack, will write: each root in its pair's form.
void st_form_begin(const st_Pair *pairs, u32 count);
bool st_form_pack(ed_Writer *w, const ed_State *state);

#endif
