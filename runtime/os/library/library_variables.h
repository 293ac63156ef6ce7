/// The variables of a shared library, found in the symbol table of its file.
#ifndef ED_OS_LIBRARY_VARIABLES_H
#define ED_OS_LIBRARY_VARIABLES_H
#include "runtime/base/base.h"
ED_C_BEGIN

typedef struct ed_LibraryVariable {
    const char *name;      // as in the symbol table: "stars", "count.0" in a function
    const char *file;      // "main.c"; "" if the symbol table does not say it
    u64 offset;            // distance from the first byte of the library in memory
    u64 size;
    bool unique;      // the loader uses that of the first library that defines it, and never
                      // unloads that library: STB_GNU_UNIQUE
} ed_LibraryVariable;

/// Calls `take` for each variable in writable memory of a checked library (library_check.h). The
/// texts are part of `bytes`. Finds only exported variables if the library has no table of all
/// symbols, and none on Windows and macOS, where the forms of symbol tables are not known.
void ed_library_variables(ed_Span bytes, void (*take)(void *it, const ed_LibraryVariable *variable),
                          void *it);

ED_C_END
#endif
