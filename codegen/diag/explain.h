/// The long explanation of each code, for `eddiec --explain`: the reason, a wrong example and a
/// right one. The example under `wrong:` causes the error, and the one under `right:` compiles; a
/// test compiles all of them. Examples that one file cannot show are under `for example:`
/// and `instead:`.
#ifndef CG_DIAG_EXPLAIN_H
#define CG_DIAG_EXPLAIN_H
#include <stddef.h>
#include "codegen/diag/codes.h"

typedef struct cg_Explanation {
    cg_Code code;
    const char *text;      // complete lines
} cg_Explanation;

// Each array ends with a NULL text.
/// explain_read.c: files, expected tokens, and C features that a schema does not have.
extern const cg_Explanation cg_explanations_read[];
/// explain_types.c: names, types and layout.
extern const cg_Explanation cg_explanations_types[];
/// explain_fields.c: unions, optionals, pools, refs, and most attributes.
extern const cg_Explanation cg_explanations_fields[];
/// explain_values.c: consts, enums, defaults, and the other attributes.
extern const cg_Explanation cg_explanations_values[];

/// Prints the explanation of the code with that word, or the list of all codes for NULL, on
/// standard output. Returns the exit code: 2 with an error message if there is no such code.
int cg_explain(const char *word);

#endif
