#include "runtime/os/system/c_locale.h"
#include "runtime/os/system/locale.h"
#include "runtime/os/system/windows/locale_switch.h"

/// All threads share one locale, so this lasts until the host's code sets another one. What the
/// game's code sets is undone after each call (locale.c).
void ed_locale_use_c(void) { ed_locale_use(ed_locale_c()); }
