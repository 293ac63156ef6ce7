#include "runtime/os/library/library_symbols.h"

void ed_library_variables(ed_Span bytes, void (*take)(void *it, const ed_LibraryVariable *variable),
                          void *it)
{
    (void)bytes, (void)take, (void)it;
}

/// A library has no undefined symbols: the linker refuses them, or sets weak ones to zero.
bool ed_library_weak_symbols_are_known(ed_Span bytes, bool (*is_known)(const char *name))
{
    (void)bytes, (void)is_known;
    return true;
}
