#include "runtime/os/system/c_locale.h"
#include "runtime/os/system/locale.h"
#include "runtime/os/system/windows/locale_switch.h"

/// There is one locale for all threads, so this lasts until code outside of a call of the game sets
/// another one.
void ed_locale_use_c(void) { ed_locale_use(ed_locale_c()); }
