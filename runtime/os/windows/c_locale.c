#include "runtime/os/c_locale.h"
#include <locale.h>

/// If the C library has no locales for threads, this is the locale of the process.
void ed_locale_use_c(void)
{
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    setlocale(LC_ALL, "C");
}
