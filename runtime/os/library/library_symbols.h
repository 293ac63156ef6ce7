/// The variables and undefined symbols of a shared library, found in the symbol tables of its file.
/// The file has passed ed_library_check.
#ifndef ED_OS_LIBRARY_SYMBOLS_H
#define ED_OS_LIBRARY_SYMBOLS_H
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

/// Calls `take` for each variable in writable memory of the library. The texts are part of
/// `bytes`. Finds only exported variables if the library has no table of all
/// symbols, and none on Windows and macOS, where the forms of symbol tables are not known.
void ed_library_variables(ed_Span bytes, void (*take)(void *it, const ed_LibraryVariable *variable),
                          void *it);

/// True if `is_known` returns true for the name of every undefined weak symbol. False if the library
/// has no table of its exported symbols, and on macOS, where no early build needs this.
bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name));

ED_C_END
#endif
