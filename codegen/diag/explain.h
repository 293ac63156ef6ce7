/// The long explanation of each code, for `eddiec --explain`: the reason, a wrong example and a
/// right one. The example under `wrong:` causes the error, and the one under `right:` compiles; a
/// test tries all of them. Examples with more than one file are under `for example:` and
/// `instead:`.
#ifndef CG_DIAG_EXPLAIN_H
#define CG_DIAG_EXPLAIN_H
#include <stddef.h>
#include "codegen/diag/codes.h"

typedef struct cg_Text {
    cg_Code code;
    const char *text;      // complete lines
} cg_Text;

// Each array ends with a NULL text.
extern const cg_Text
    cg_texts_read[];      ///< explain_read.c: files, expected tokens, habits from C
extern const cg_Text cg_texts_types[];       ///< explain_types.c: names, types and layout
extern const cg_Text cg_texts_fields[];      // explain_fields.c: unions, refs, attributes of fields
extern const cg_Text
    cg_texts_values[];      ///< explain_values.c: consts, enums, defaults, attributes

/// Prints the explanation of the code with that word, or the list of all codes for NULL, on
/// standard output. Returns the exit code: 2 with an error message if there is no such code.
int cg_explain(const char *word);

#endif
