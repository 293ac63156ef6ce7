#include "runtime/os/c_locale.h"
#include "runtime/os/locale.h"
#include "runtime/os/windows/locale_switch.h"

/// There is one locale for all threads, so this lasts until code outside of a call of the game sets
/// another one.
void ed_locale_use_c(void) { ed_locale_use(ed_locale_c()); }
