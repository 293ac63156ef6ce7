/// The functions of the C library that the runtime calls, separated from the names of a game.
///
/// The runtime is linked into each module, and a game may define a function that the C library has,
/// such as `round`. The linker would then use that function for the runtime, too. So on Linux the
/// objects of the runtime call ed_c_round instead (the Makefile renames what they refer to), which
/// calls the address in a table. In a module, the host sets that table after loading. In the program
/// of `make release`, the names of the game are local to it, so the linker finds those of the C
/// library.
///
/// Windows and macOS: nothing is renamed, and the function does nothing.
#ifndef ED_OS_C_LIBRARY_H
#define ED_OS_C_LIBRARY_H
#include "runtime/base/base.h"
ED_C_BEGIN

#define ED_C_LIBRARY_TABLE "ed_c_library"      // its name in a module

/// Copies the table of this program to that of a module, which has the same ED_ABI.
void ed_c_library_pass(void *table);

ED_C_END
#endif
