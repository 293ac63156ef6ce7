/// The keywords of the schema language, of C and of C++, and suggestions for misspelled words.
#ifndef CG_SYNTAX_KEYWORDS_H
#define CG_SYNTAX_KEYWORDS_H
#include "codegen/syntax/ast.h"
#include "runtime/base/str.h"

/// The kind of a built-in type; ED_STRUCT for any other name. `char` is ED_CHARS.
ed_Kind cg_kind_from_word(const char *word);
#define CG_TEXT_PTR "char *"      // the word for a text by pointer

/// The eddie type for the name of a type of C or another language ("int" -> "i32"), or NULL.
const char *cg_type_from_c(const char *word);
void cg_report_c_type(cg_Diag *diag, cg_Location location, const char *word, const char *eddie);
/// True if the word can be part of a C type of several words, such as `unsigned long int`.
bool cg_is_c_part(const char *word);

const char *cg_attr_word(cg_AttrKind kind);      ///< the name, such as "was"

/// How a C header defines the name ("is a macro of <stdint.h>"), or NULL if it does not. `global`:
/// the name is used at file scope. Otherwise it is the name of a field, which can only conflict
/// with an object-like macro.
const char *cg_name_in_header(ed_Arena *arena, const char *name, bool global);

/// Why the name is reserved ("is a keyword of C++"), or NULL if it is free.
const char *cg_name_taken(ed_Arena *arena, const char *name, bool global);

void cg_suggest_types(ed_Suggestion *near);      ///< tries the built-in types
/// Adds a "did you mean" help line if a similar word exists.
void cg_suggestion_help(const ed_Suggestion *near, cg_Diag *diag);

#endif
