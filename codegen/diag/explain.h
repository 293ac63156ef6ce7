/// The long form of each code, for `eddiec --explain`: why, a wrong example and a right one.
/// What stands under `wrong:` shows the code and what stands under `right:` compiles; a test tries
/// all of them. Where that takes more than one file, it is `for example:` and `instead:`.
#ifndef CG_DIAG_EXPLAIN_H
#define CG_DIAG_EXPLAIN_H
#include <stddef.h>
#include "codegen/diag/codes.h"

typedef struct cg_Text {
    cg_Code code;
    const char *text;      // whole lines
} cg_Text;

// Each ends with a NULL text.
extern const cg_Text
    cg_texts_read[];      ///< explain_read.c: files, what was expected, habits of C
extern const cg_Text cg_texts_types[];       ///< explain_types.c: names, types and layout
extern const cg_Text cg_texts_fields[];      ///< explain_fields.c: unions, refs, what [[…]] says
extern const cg_Text
    cg_texts_values[];      ///< explain_values.c: consts, enums, defaults, attributes

/// The text of the code with that word, or the list of all for NULL, to standard output.
/// The result is the exit code: 2 where there is no such code, told.
int cg_explain(const char *word);

#endif
