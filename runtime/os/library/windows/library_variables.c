#include "runtime/os/library/library_variables.h"

void ed_library_variables(ed_Span bytes, void (*take)(void *it, const ed_LibraryVariable *variable),
                          void *it)
{
    (void)bytes, (void)take, (void)it;
}
