#include "runtime/os/system/locale.h"
#include <locale.h>
#ifdef __APPLE__
#    include <xlocale.h>
#endif

void *ed_locale_use(void *locale)
{
    return (void *)uselocale(locale ? (locale_t)locale : LC_GLOBAL_LOCALE);
}
