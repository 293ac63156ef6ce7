#include "runtime/os/locale.h"
#include <locale.h>

// A thread of Windows either follows the locale of the process or has its own. Its own one has no
// handle, and eddie only sets the C locale (c_locale.h). So a locale here is one of these two.
static char of_process, c_of_thread;

void *ed_locale_use(void *locale)
{
    const bool own = locale == &c_of_thread;
    const int before =
        _configthreadlocale(own ? _ENABLE_PER_THREAD_LOCALE : _DISABLE_PER_THREAD_LOCALE);
    if (before == -1) return NULL;      // the C library has no locales for threads
    if (own) setlocale(LC_ALL, "C");
    return before == _ENABLE_PER_THREAD_LOCALE ? &c_of_thread : &of_process;
}
