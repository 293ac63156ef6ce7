/// The names of C headers that a schema cannot use: all names of the headers that eddie's headers
/// include, and the object-like macros of a few others. codegen/syntax/c_names.sh generates the
/// table.
#ifndef CG_SYNTAX_C_NAMES_H
#define CG_SYNTAX_C_NAMES_H
#include "runtime/base/base.h"

/// An object-like macro reserves its name everywhere, so a field of that name would not compile.
/// Other names are reserved at file scope only: a field may be called `random` or `index`.
typedef enum cg_CKind { CG_C_OBJECT_MACRO, CG_C_FUNCTION, CG_C_TYPE } cg_CKind;

typedef struct cg_CName {
    cg_CKind kind;
    const char *header;      // "<stdint.h>", or "the compiler"
} cg_CName;

/// Finds the name in the table; false if it is not there.
bool cg_c_name(const char *name, cg_CName *found);

#endif
