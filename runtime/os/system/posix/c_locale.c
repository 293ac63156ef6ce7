#include "runtime/os/system/c_locale.h"
#include <locale.h>
#ifdef __APPLE__
#    include <xlocale.h>
#endif

void ed_locale_use_c(void) { uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0)); }
