/// The words of the language and of its neighbours: what C programmers type, what is taken, what
/// comes close.
#ifndef CG_SYNTAX_KEYWORDS_H
#define CG_SYNTAX_KEYWORDS_H
#include "codegen/syntax/ast.h"
#include "runtime/base/str.h"

/// The kind of a built-in type's name; ED_STRUCT where it is none. `char` is ED_CHARS.
ed_Kind cg_kind_from_word(const char *word);

/// The eddie type for a C type's name ("int" -> "i32"), or NULL.
const char *cg_type_from_c(const char *word);
void cg_tell_c_type(cg_Diag *diag, cg_Place place, const char *word, const char *eddie);
/// unsigned, signed, long, short: can be followed by more.
bool cg_is_c_part(const char *word);

const char *cg_attr_word(cg_AttrKind kind);      ///< "was"

/// What the name is in a header of C ("is a macro of <stdint.h>"), or NULL. `global`: at file
/// scope; else it is a field, which only macros keep from its name.
const char *cg_name_in_header(ed_Arena *arena, const char *name, bool global);

/// Who has the name already ("is a word of C++"), or NULL where it is free.
const char *cg_name_taken(ed_Arena *arena, const char *name, bool global);

void cg_near_try_types(ed_Near *near);      ///< the built-in ones
/// "did you mean", where something is close.
void cg_near_help(const ed_Near *near, cg_Diag *diag);

#endif
