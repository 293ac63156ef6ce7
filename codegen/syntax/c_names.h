/// The names that the headers of the C library define. codegen/syntax/c_names.sh generates the
/// table.
#ifndef CG_SYNTAX_C_NAMES_H
#define CG_SYNTAX_C_NAMES_H
#include "runtime/base/base.h"

/// An object-like macro reserves its name everywhere, so a field of that name would not compile.
/// Other names are reserved at file scope only: a field may be called `random` or `index`.
typedef enum cg_CKind {
    CG_C_OBJECT_MACRO,
    CG_C_FUNCTION,
    CG_C_FUNCTION_MACRO,      // a function-like macro
    CG_C_TYPE,
    CG_C_TAG,
    CG_C_VARIABLE,
    CG_C_CONSTANT
} cg_CKind;

typedef struct cg_CName {
    cg_CKind kind;
    const char *header;      // "<stdint.h>", or "the compiler"
} cg_CName;

/// Finds the name in the table; false if no header defines it.
bool cg_c_name(const char *name, cg_CName *found);

#endif
